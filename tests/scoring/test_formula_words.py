"""Formulas in words say what the formulas come to: read back from a language whose words are formulas again."""

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules import load_ruleset
from scoring.rules import words as words_module
from scoring.rules.formula import Term, parse_formula
from scoring.rules.phrases import Owner, Spoken, Voice, formula_words
from scoring.rules.ruleset import CELL_NAMES, NAMES
from scoring.rules.words import FOLDER

RULES = load_ruleset("""\
id = "all"
[announces]
on = true
[doubling]
coinche = 3
[values]
k = { S = 2, else = 1 }
pot = { S = 3, else = 4 }
[score.made]
declarer = 0
defence = 0
[score.failed]
declarer = 0
defence = 0
""")
OWN = ("k", "pot")
SAID = {name: name for name in NAMES} | {f"both_{name}": f"({name} + their_{name})" for name in NAMES}


def _formula_language() -> str:
    """A words file in which every name is called as in a formula."""
    lines = ["[rules]", 'nothing = "0"', 'product = " * "', 'times = " * {n}"', 'redoubled = ""']
    lines += ['when_sweep = "{what} * sweep"', 'when_their_sweep = "{what} * their_sweep"']
    lines += ['unless_sweep = "({what} - sweep * {what})"', 'unless_their_sweep = "({what} - their_sweep * {what})"']
    for name, text in SAID.items():
        lines += [f'name_{key} = "{text}"' for key in (name, f"{name}_declarer", f"{name}_defence", f"{name}_any")]
    return "\n".join(dict.fromkeys(lines))


def _forget() -> None:
    """The words read so far are read anew."""
    for cached in vars(words_module).values():
        if hasattr(cached, "cache_clear"):
            cached.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def formula_language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("words")
    (folder / "en.toml").write_text((FOLDER / "en.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "xx.toml").write_text(_formula_language(), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words_module, "FOLDER", folder)
        _forget()
        yield
    _forget()


def _sum(terms: tuple[Term, ...], factor: int, bid: int | None) -> Counter[tuple[str, ...]]:
    """The terms as what is multiplied and how often, with ``m`` and, where it is fixed, ``bid`` as numbers."""
    out: Counter[tuple[str, ...]] = Counter()
    for coefficient, names in terms:
        coefficient *= factor ** names.count("m") * (bid if bid is not None else 1) ** names.count("bid")
        left = (name for name in names if name != "m" and (name != "bid" or bid is None))
        out[tuple(sorted(left))] += coefficient
    return Counter({names: n for names, n in out.items() if n})


def _texts() -> st.SearchStrategy[str]:
    # Few factors: what is read back has brackets of its own.
    atoms = st.one_of(st.integers(0, 500).map(str), st.sampled_from([*CELL_NAMES, *OWN]))
    products = st.lists(atoms, min_size=1, max_size=2).map(" * ".join)
    return st.one_of(
        st.lists(products, min_size=1, max_size=5).map(" + ".join),
        st.tuples(products, products, st.sampled_from(["m", "k", "m * k", "2"])).map(
            "{0[2]} * ({0[0]} - {0[1]})".format
        ),
        st.tuples(products, st.sampled_from(["sweep", "their_sweep"])).map("{0[0]} - {0[1]} * {0[0]} + bid".format),
    )


@given(_texts(), st.sampled_from(["declarer", "defence"]), st.booleans(), st.sampled_from([None, 250]))
def test_the_words_say_what_the_formula_comes_to(text: str, owner: Owner, doubled: bool, bid: int | None) -> None:
    formula = parse_formula(text, (*CELL_NAMES, *OWN))
    said = formula_words(Voice(RULES, "xx"), formula, Spoken(owner, (3,) if doubled else (), bid))
    back = parse_formula(said.replace("−", "-"), (*CELL_NAMES, *OWN))
    assert _sum(back.terms, 1, bid) == _sum(formula.terms, 3 if doubled else 1, bid), said


@given(_texts())
def test_anything_can_be_said_in_english(text: str) -> None:
    formula = parse_formula(text, (*CELL_NAMES, *OWN))
    said = formula_words(Voice(RULES, "en"), formula, Spoken("declarer", (2, 4)))
    assert said
    assert "{" not in said
    assert "_" not in said
