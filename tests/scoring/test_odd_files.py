"""Files that are odd but legal load and mean what they say; files that are hostile are refused at once, in words."""

import time
from pathlib import Path
from typing import Any

import pytest

from scoring.rules import Answer, RuleSet, RuleSetError, load_ruleset, preset, score_deal
from scoring.rules.named import ruleset_named, split_name
from scoring.rules.ruleset import ROWS
from scoring.rules.settings import file_tree
from scoring.rules.toml_text import write_toml

GRID = """
[score.made]
declarer = "points"
defence = 0
[score.failed]
declarer = 0
defence = "160"
"""
ALL = '[cards]\ntrumps = ["S", "H", "D", "C", "SA", "TA"]\n'


def _load(extra: str = "", top: str = "", grid: str = GRID) -> RuleSet:
    return load_ruleset(f'id = "x"\n{top}\n{extra}\n{grid}')


def _score(extra: str, grid: str = GRID, **changes: Any) -> Answer:
    deal = {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 100}, **changes}
    return score_deal(_load(extra, grid=grid), deal)


@pytest.mark.parametrize(
    ("top", "title", "origin"),
    [
        ('name = "Chez nous"', "Chez nous", ("", "", "")),
        ('name = { fr_CH = "Chez nous" }', "Chez nous", ("", "", "")),
        ('document = "a"\ndated = 2016-01-27\nnotes = ["b", "c"]', "x", ("a", "2016-01-27", "b\nc")),
        ('document = { fr = "a" }\ndated = 2016', "x", ("a", "2016", "")),
        ("dated = 2016-01-27T10:00:00", "x", ("", "2016-01-27T10:00:00", "")),
    ],
)
def test_what_a_file_says_of_itself_is_free(top: str, title: str, origin: tuple[str, str, str]) -> None:
    ruleset = _load(top=top)
    assert ruleset.title("fr-CH") == title
    assert (ruleset.origin.document, ruleset.origin.dated, ruleset.origin.notes) == origin


def test_document_and_notes_are_said_in_the_readers_language() -> None:
    ruleset = _load(top='document = { de = "Blatt", fr-CH = "feuille" }\nnotes = { en = ["one", "two"], fr = "un" }')
    origin = ruleset.origin
    assert [origin.said(code).notes for code in ("fr", "fr-CH", "en", "nl")] == ["un", "un", "one\ntwo", "one\ntwo"]
    assert [origin.said(code).document for code in ("fr-ch", "en")] == ["feuille", "Blatt"]
    assert (origin.document, origin.notes) == ("Blatt\nfeuille", "one\ntwo\nun")
    plain = _load(top='document = "a"\ndated = { sheet = 2015 }\nnotes = ["b", "c"]').origin
    assert plain.said("fr") == plain
    again = load_ruleset(write_toml(file_tree(ruleset)))
    assert (again.origin, again.sha256) == (origin, ruleset.sha256)


def test_one_number_stands_for_all_trump_modes() -> None:
    assert [_load("[cards]\nlast_trick = 0").pack_total(trump) for trump in ("H", "SA", "TA")] == [152, 152, 248]
    assert [_load("[cards]\ntotal = 160").pack_total(trump) for trump in ("H", "TA")] == [160, 160]
    assert _load("[belote]\nmost = 0").enters_belote is False
    assert _load("[bids]\nhighest = 0").bids[-1] == 500
    assert _load("[bids]\nhighest = { SA = 180 }").bids[-1] == 160, "no-trump is not played here"


def test_doubling_is_off_where_it_says_false() -> None:
    assert _load("[doubling]\ncoinche = false\nsurcoinche = false").doublings == ("none",)
    assert _load("[doubling]\ncoinche = 2").doublings == ("none", "coinche")


def test_a_sweep_can_be_worth_nothing_and_points_a_number() -> None:
    swept = {"points": {"NS": 162}, "sweep": "NS"}
    assert _score("[sweep]\npoints = 252", **swept).ns == 252
    assert _score("[sweep]\npoints = 0", **swept).made is False


def test_up_from_says_nothing_where_there_is_no_unit() -> None:
    assert _load("[rounding]\nup_from = 6").sha256 == _load().sha256
    assert _load("[rounding]\nup_from = 6\n[variant.tens.rounding]\nunit = 10\n")
    with pytest.raises(RuleSetError, match="from 1 to 5, not 6"):
        _load("[rounding]\nunit = 5\nup_from = 6")


def test_an_own_name_may_be_a_word_of_the_answer() -> None:
    grid = '[values]\nfailed = 100\nnumber = 7\n[labels]\nfailed = "forfait"\n'
    grid += '[score.made]\ndeclarer = "bid"\ndefence = 0\n[score.failed]\ndeclarer = "number"\ndefence = "failed"\n'
    answer = _score("", grid, points={"NS": 70})
    assert [(line.what, line.amount, line.text) for line in answer.lines[1:]] == [
        ("values.number", 7, "number 7"),
        ("values.failed", 100, "forfait 100"),
    ]


def test_own_values_may_be_below_zero() -> None:
    grid = '[values]\nless = -10\n[score.made]\ndeclarer = "points + less"\ndefence = 0\n'
    assert _score("", grid + "[score.failed]\ndeclarer = 0\ndefence = 0\n").ns == 90


def test_a_row_can_have_a_doubled_form_alone() -> None:
    grid = (
        GRID + '[doubling]\ncoinche = 2\n[bids]\ncapot = 250\n[score.capot_made.doubled]\ndeclarer = "3*bid"\ndefence=0'
    )
    swept = {"contract": "capot", "points": {"NS": 162}, "sweep": "NS"}
    assert _score("", grid, **swept).ns == 162
    assert _score("", grid, double="coinche", **swept).ns == 750


def test_a_variant_may_need_one_that_stands_before_it() -> None:
    source = f'id = "x"\n{GRID}[variant.double.doubling]\ncoinche = 2\n[variant.again.doubling]\nsurcoinche = 4\n'
    assert load_ruleset(source, ["double", "again"]).doublings == ("none", "coinche", "surcoinche")
    assert load_ruleset(source).doublings == ("none",)
    with pytest.raises(RuleSetError, match="no redoubling without doubling"):
        load_ruleset(source, ["again"])
    with pytest.raises(RuleSetError, match="no redoubling without doubling") as caught:
        load_ruleset(source.replace("coinche = 2", "coinche = false"))
    assert caught.value.key == "doubling.surcoinche"


def test_inline_tables_and_dotted_keys_are_the_same_file() -> None:
    inline = 'score = { made = { declarer = "points", defence = 0 }, failed = { declarer = 0, defence = "160" } }'
    dotted = 'score.made.declarer = "points"\nscore.made.defence = "0"\n[score.failed]\ndeclarer = 0\ndefence = 160'
    assert {_load(grid=inline).sha256, _load(grid=dotted).sha256} == {_load().sha256}


def test_a_byte_order_mark_and_windows_line_ends_are_no_obstacle() -> None:
    source = f'\ufeffid = "x"\n{GRID}'.replace("\n", "\r\n")
    assert load_ruleset(source).sha256 == _load().sha256


def test_announces_under_both_their_names() -> None:
    twice = "[announces]\non = true\nvalues = { cinquante = 40, quarante = 40 }"
    assert _load(twice).announce_values()["quarante"] == 40
    with pytest.raises(RuleSetError, match="given twice under two names"):
        _load(twice.replace("quarante = 40", "quarante = 50"))


@pytest.mark.parametrize(("name", "cancels"), [("carre-7", True), ("carre-8", False), ("tierce", False)])
def test_an_announce_that_cancels_all(name: str, cancels: bool) -> None:
    grid = GRID.replace('"points"', '"points + announces"')
    extra = '[announces]\non = true\ncancel = ["carre-7"]\n'
    answer = _score(extra, grid, announces={"NS": ["quinte"], "EW": [name]})
    assert answer.ns == (100 if cancels else 200)
    lines = [(line.side, line.amount, line.text) for line in answer.lines if line.what == "cancel"]
    assert lines == ([("EW", 0, "four sevens: no announce counts")] if cancels else [])


def test_no_better_announce_is_asked_where_all_are_cancelled() -> None:
    extra = '[announces]\non = true\ncancel = ["carre-7", "cent"]\n'
    assert _score(extra, announces={"NS": ["quinte"], "EW": ["quinte"]}).made
    assert load_ruleset(f'id = "x"\n{extra}{GRID}').canonical()["announce_rules"]["cancel"] == ["quinte", "carre-7"]
    assert "cancel" not in _load().canonical()["announce_rules"]


@pytest.mark.parametrize(
    ("extra", "points", "score", "divide"),
    [
        ('unit = 10\nscope = "line"', 105, 11, -99),
        ('unit = 10\nup_from = 6\nscope = "line"', 105, 10, -90),
        ('unit = 10\nup_from = 6\nscope = "none"', 105, 10, -95),
        ('scope = "none"', 105, 11, -94),
        ('scope = "none"', 104, 10, -94),
        ('unit = 10\nscope = "points"', 84, 8, -72),
        ('unit = 10\nscope = "line"\nlast_deal_exact = true', 104, 10, -94),
    ],
)
def test_lines_can_be_written_in_tens(extra: str, points: int, score: int, divide: int) -> None:
    last = "exact" in extra
    answer = _score(f"[rounding]\ndivide = 10\n{extra}", points={"NS": points}, last_deal=last)
    lines = [line for line in answer.lines if line.side == "NS"]
    assert (answer.ns, sum(line.amount for line in lines)) == (score, score)
    assert (lines[-1].what, lines[-1].amount) == ("divide", divide)
    assert lines[-1].text == f"written in tens: {score} for {score - divide}"
    assert answer.ew == 0
    assert [line.what for line in answer.lines if line.side == "EW"] == [], "nothing written needs no line"


def test_what_is_held_stays_in_points_where_lines_are_in_tens() -> None:
    grid = GRID + '[success]\ntie = "held"\n[score.held]\ndeclarer = 0\ndefence = "points"\nkeep = "points"\n'
    answer = _score('[rounding]\nunit = 10\nscope = "line"\ndivide = 10', grid, points={"NS": 81}, carried=81)
    assert (answer.ns, answer.ew, answer.held) == (0, 8, 162)
    after = _score('[rounding]\nunit = 10\nscope = "line"\ndivide = 10', grid, points={"NS": 93}, carried=81)
    assert (after.ns, after.held) == (17, 0)


@pytest.mark.parametrize(
    ("extra", "part"),
    [
        (
            "[bids]\nlowst = 1",
            "allowed in [bids]: list, lowest, step, highest, capot, generale, generale_needs, capot_doubled",
        ),
        ("[foo]", "allowed in a file: id, name, document, dated, notes, game"),
        ("[score.maid]\ndeclarer = 1", "allowed in [score]: made, failed, held, share, capot_made"),
        ("[score.made.trebled]\ndeclarer = 1", "allowed in [score.made]: declarer, defence, doubled"),
        ("[cards.convert.H]\nratio = [1, 1]", "allowed in [cards.convert]: suit, SA, TA"),
        ("[bids]\ncapot = true", "false, or the number"),
        ("[bids]\nlowest = 0x" + "f" * 5000, "not a number of very many digits"),
        ("[bids]\nlowest = [80]", "not a list"),
        ("[bids]\nlowest = { a = 1 }", "not a table"),
        ("[bids]\nlowest = true", "not true"),
        ("[bids]\nlowest = '" + "8" * 80 + "'", "not '" + "8" * 36 + "..."),
    ],
)
def test_a_refusal_says_what_is_allowed(extra: str, part: str) -> None:
    source = f'id = "x"\n{GRID}\n{extra}\n'
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(source)
    assert part in caught.value.message
    assert caught.value.line in {source.count("\n", 0, source.index(extra)) + 1 + n for n in (0, 1)}


HOSTILE = {
    "a key of many parts": "a" + ".a" * 45_000 + " = 1",
    "a quoted key of many parts": '"é"' + ".a" * 45_000 + " = 1",
    "a key of many parts in a table on one line": "x = { a" + ".a" * 45_000 + " = 1 }",
    "a header of many parts": "[a" + ".a" * 45_000 + "]",
    "tables in tables": "a = " + "{ a = " * 300 + "1" + "}" * 300,
    "lists in lists": "a = " + "[" * 40_000,
    "closed lists in lists": "a = " + "[" * 90 + "]" * 90,
    "a number of many digits": "[bids]\nlowest = " + "9" * 90_000,
    "quotes that never close": '"\\' * 45_000,
    "three quotes that never close": '"""' + '\\"""' * 20_000,
    "apostrophes that never close": "a = '''" + "'" * 90_000,
    "a line of blanks": f'notes = """\n[{" " * 90_000}\n"""\nid = 3',
    "thousands of variants": f'id = "x"{GRID}' + "".join(f"[variant.v{n}]\n" for n in range(600)),
    "thousands of rungs": f'id = "x"{GRID}' + '[[penalty]]\nfault = "a"\n' * 400,
    "thousands of values": f'id = "x"{GRID}[values]\n' + "".join(f"v{n} = 1\n" for n in range(900)),
    "thousands of unknown keys": f'id = "x"{GRID}' + "".join(f"k{n} = 1\n" for n in range(2000)),
    "a formula that multiplies out": f'id = "x"{GRID.replace("points", "*".join(["(bid+m+1)"] * 30))}',
    "a formula of brackets": f'id = "x"{GRID.replace("points", "(" * 149 + "1" + ")" * 149)}',
    "a zero byte": f'id = "x"{GRID}\0',
    "half a character": f'name = "\ud800"\nid = "x"{GRID}',
    "a date that is none": f'dated = 2016-99-01\nid = "x"{GRID}',
    "a file too long": "#" * 100_001,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused_at_once(name: str) -> None:
    start = time.process_time()
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(HOSTILE[name])
    assert time.process_time() - start < 2
    assert len(str(caught.value)) < 500


def test_the_ends_of_a_file_are_still_a_file() -> None:
    many = "".join(f"[variant.v{n}.bids]\nlowest = 90\n" for n in range(60))
    values = "[values]\n" + "".join(f"v{n} = 1\n" for n in range(60))
    assert load_ruleset(f'id = "x"{GRID}{many}', ["v59"]).bids[0] == 90
    assert len(load_ruleset(f'id = "x"{GRID}{values}').own_values["H"]) == 60
    assert load_ruleset((f'id = "x"{GRID}#').ljust(100_000, "#")).id == "x"


@pytest.mark.parametrize(
    "source",
    [
        "score = 1", "[score]\nmade = 1", "score = [1]", "variant = 1", "variant = [1]", "[variant.x]\nscore = 1",
        "[variant.x.score]\nmade = 1", "[variant.x]\nvariant = 3", "penalty = 1", "penalty = [1]",
        "[penalty]\nfault = 'a'", "values = 1", "labels = 1", "[labels]\nx = 'a'", "cards = 1", "[cards]\nconvert = 1",
        "[cards.convert]\nsuit = 1", "[cards]\ntrumps = 'S'", "[cards]\ntrumps = []", "[cards]\ntrumps = [['S']]",
        "[bids]\nlist = 3", "[bids]\nlist = [true]", "[announces]\ncancel = 'tierce'",
        "[announces]\ncancel = [['tierce']]", "[values]\nk = 1.0", "name = 3", "name = { fr = 3 }",
        "name = { '' = 'a' }", "notes = 3", "notes = [[3]]", "dated = 10:00:00",
    ],
)  # fmt: skip
def test_a_key_of_another_kind_is_refused_with_its_line(source: str) -> None:
    known = source.startswith(("score", "[score"))
    with pytest.raises(RuleSetError) as caught:
        load_ruleset(
            f'{source}\n[game]\nkind = "totals"\n' if known else f'id = "x"\n{source}\n[game]\nkind = "totals"'
        )
    assert caught.value.line or caught.value.key == "id"


def test_a_rule_set_is_named_by_id_or_file_and_variants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    source = f'id = "own"\n{GRID}[variant.late.bids]\nlowest = 90\n[variant.later.bids]\nlowest = 100\n'
    for name in ("own.toml", "a+b.toml", "own.toml+late", "club", "mine"):
        Path(name).write_text(source, encoding="utf-8")
    assert ruleset_named("club") == preset("club"), "an id is an id, whatever lies about"
    assert ruleset_named("./club").id == "own"
    assert ruleset_named("mine").id == "own"
    assert ruleset_named("a+b.toml").bids[0] == 80
    assert ruleset_named("a+b.toml+late").bids[0] == 90
    assert ruleset_named("a+b.toml+late+later").bids[0] == 100
    assert ruleset_named(f"{tmp_path}/a+b.toml+later+late").bids[0] == 90
    assert ruleset_named("own.toml+late").bids[0] == 80, "a file of that very name wins"
    assert split_name("none+x.toml+late") == ("none+x.toml", ("late",))
    assert split_name("club+a+b") == ("club", ("a", "b"))


@pytest.mark.parametrize(
    ("name", "content", "part"),
    [
        ("gone.toml", None, "gone.toml: cannot be read: No such file"),
        ("bad.toml", b"id = \n", "bad.toml: line 1: no TOML: "),
        ("bad.toml", b'id = "x"\n[bids]\nlowst = 1\n', "bad.toml: line 3: bids.lowst: unknown key; allowed"),
        ("bad.toml", b'id = "x"\nname = "\xff"\n', "bad.toml: line 2: no UTF-8 text"),
        ("bad.toml", b"#" * 400_001, "bad.toml: a rule-set file has at most 100000 characters"),
        ("bad.toml+x", f'id = "x"{GRID}'.encode(), "bad.toml: no variant 'x'; there are: none"),
        ("nowhere", None, "no rule set 'nowhere'; there are: "),
        ("club+x", None, "no variant 'x'"),
        ("club+", None, "no variant ''"),
        ("", None, "no rule set ''"),
        ("bad\0.toml", None, "cannot be read"),
    ],
)
def test_a_name_that_leads_nowhere_says_so(
    name: str, content: bytes | None, part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is not None:
        Path("bad.toml").write_bytes(content)
    with pytest.raises(RuleSetError) as caught:
        ruleset_named(name)
    assert part in str(caught.value)


def test_a_small_file_of_large_formulas_and_many_variants_loads_at_once() -> None:
    """Each variant is checked over the whole grid, so that a formula is worked out once and not sixty times."""
    large = "(bid + points + belote + m) * (bid + points + belote + m) * (bid + points + belote + m)"
    forms = [f"{row}{form}" for row in ROWS if row != "held" for form in ("", ".doubled")]
    rows = "".join(f'[score.{form}]\ndeclarer = "{large}"\ndefence = "{large}"\n' for form in forms)
    many = "".join(f"[variant.v{n}.bids]\nlowest = 90\n" for n in range(60))
    start = time.process_time()
    assert len(load_ruleset(f'id = "x"\n{rows}{many}').formulas) == 14
    assert time.process_time() - start < 0.5
