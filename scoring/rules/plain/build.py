"""From answers to a rule-file tree, leaving a base alone wherever the answers say the same as before."""

from collections.abc import Collection, Mapping
from copy import deepcopy
from typing import Any

from scoring.rules.formula import NAME
from scoring.rules.grid import written_form
from scoring.rules.plain.answers import AnswersError, complete, errors
from scoring.rules.plain.keys import ABOUT, KEYS, SUITS, value_at, write_keys
from scoring.rules.plain.outcomes import Names, Written, outcomes
from scoring.rules.plain.parts import Cell, same_but_m, text_of
from scoring.rules.plain.questions import Answers
from scoring.rules.plain.recognise import Grid, answers_of, loaded, names_in
from scoring.rules.ruleset import ROWS, RuleSet
from scoring.rules.words import languages, words

Built = Mapping[tuple[str, bool], Written]
Texts = dict[tuple[str, bool], dict[str, str]]
#: An outcome plain, and doubled.
BOTH = (False, True)


def tree_of(answers: Answers, base: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The rule-file tree of the answers. What ``base`` (a valid tree, variants merged in) says beyond or beside them
    is kept: its name and document, keys and cells whose answers did not change, formulas no answer can say.

    Raises AnswersError where the answers do not go together, RuleSetError for a base that cannot be loaded.
    """
    refusals = errors(answers)
    if refusals:
        raise AnswersError(refusals)
    now = complete(answers)
    if not base or ("game" not in base and "score" not in base):
        names = Names()
        tree = {key: deepcopy(value) for key, value in (base or {}).items() if key in ABOUT}
        _put_keys(tree, write_keys(now))
        return _with_grid(tree, _texts(outcomes(now, names), {}, {}, frozenset()), {}, now, names)
    return _changed(now, base)


def _changed(now: dict[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    before = complete(answers_of(base).answers)
    tree = deepcopy(dict(base))
    old_keys, new_keys = write_keys(before), write_keys(now)
    kept = {key: value_at(base, key) for key in KEYS if old_keys.get(key) == new_keys.get(key)}
    for key in KEYS:
        _drop(tree, key)
    _put_keys(tree, {key: new_keys.get(key) for key in KEYS if key not in kept} | kept)
    ruleset = loaded(base)
    names = names_in(ruleset, before)
    was = outcomes(before, names)
    expert = frozenset(Grid(ruleset).differing(before, names) if was else ())
    texts = _texts(outcomes(now, names), was, _base_texts(ruleset, base), expert)
    changed = {key for key in ("failed_amounts", "trump_factors") if before[key] != now[key]}
    made = _with_grid(tree, texts, base, now, names, changed)
    if before["kind"] != now["kind"] and names.pot in made.get("labels", {}):
        # A club's "missed bid" is none where nothing is bid, and "dedans" is no word of an auction.
        made["labels"][names.pot] = _labels("failed_amounts")
    return made


def _put_keys(tree: dict[str, Any], keys: Mapping[str, Any]) -> None:
    for key, value in keys.items():
        if value is None:
            continue
        *tables, last = key.split(".")
        node = tree
        for name in tables:
            node = node.setdefault(name, {})
        node[last] = deepcopy(value)


def _drop(tree: dict[str, Any], key: str) -> None:
    """Takes a key out, and its table where that was the last one in it."""
    if value_at(tree, key) is None:
        return
    *tables, last = key.split(".")
    node = tree
    for name in tables:
        node = node[name]
    del node[last]
    if tables and not node:
        del tree[tables[0]]


def _base_texts(ruleset: RuleSet, base: Mapping[str, Any]) -> Texts:
    """The formulas that rule each outcome of a file, as they are written there."""
    out: Texts = {}
    for row in ROWS:
        for doubled in BOTH:
            form = written_form(ruleset.formulas, row, doubled=doubled)
            if form:
                cells = value_at(base, f"score.{form}")
                out[row, doubled] = {cell: str(cells[cell]) for cell in ruleset.formulas[form]}
    return out


def _texts(now: Built, before: Built, base: Texts, expert: frozenset[tuple[str, bool, str]]) -> Texts:
    """The formula of each outcome's cells: the base's own where nothing changed, else one made of the parts."""
    out: Texts = {}
    for row in dict.fromkeys(row for row, _ in now):
        plain, doubled = now[row, False].cells(), now[row, True].cells()
        for cell in plain:
            pair = _pair(plain[cell], doubled[cell])
            old = [before[row, m].cells().get(cell) if (row, m) in before else None for m in BOTH]
            stays = [old[0] == plain[cell], old[1] == doubled[cell]]
            own_words = any((row, m, cell) in expert for m in BOTH)
            for m in BOTH:
                text = base.get((row, m), {}).get(cell)
                keep = stays[m] if own_words else all(stays)
                out.setdefault((row, m), {})[cell] = text if keep and text is not None else pair[m]
    return out


def _pair(plain: Cell, doubled: Cell) -> tuple[str, str]:
    """The formulas of a cell, one for both where the multiplier is the only difference."""
    text = text_of(doubled)
    return (text, text) if same_but_m(plain, doubled) else (text_of(plain), text)


def _with_grid(
    tree: dict[str, Any],
    texts: Texts,
    base: Mapping[str, Any],
    now: Mapping[str, Any],
    names: Names,
    changed: Collection[str] = (),
) -> dict[str, Any]:
    """The tree with its grid, and with the own values that the grid uses. Rows of the base that cannot come under the
    answers stay as they were."""
    written = base.get("score", {})
    score: dict[str, Any] = {}
    rows = {row for row, _ in texts}
    for row in ROWS:
        if row not in rows:
            score |= {row: deepcopy(written[row])} if row in written else {}
        elif row in written or not _inherits(texts, rows, row):
            score[row] = _row(texts[row, False], texts[row, True])
    if score:
        tree["score"] = score
    used = _names_used(tree)
    for name, key in ((names.pot, "failed_amounts"), (names.times, "trump_factors")):
        known = name in tree.get("values", {})
        if name in used and (not known or key in changed):
            tree.setdefault("values", {})[name] = _short(now[key])
            tree.setdefault("labels", {}).setdefault(name, _labels(key))
        elif known and name not in used and "variant" not in tree:
            _drop(tree, f"values.{name}")
            _drop(tree, f"labels.{name}")
    return tree


def _inherits(texts: Texts, rows: Collection[str], row: str) -> bool:
    """Whether a row comes to what it falls back on: a générale on the capot, a capot on the number contract."""
    contract, _, result = row.rpartition("_")
    if not contract:
        return False
    capot = f"capot_{result}"
    above = capot if contract == "generale" and capot in rows else result
    return all(texts[row, m] == texts[above, m] for m in BOTH)


def _row(plain: dict[str, str], doubled: dict[str, str]) -> dict[str, Any]:
    return {**plain, **({"doubled": dict(doubled)} if doubled != plain else {})}


def _names_used(tree: Mapping[str, Any]) -> set[str]:
    """Every name in the formulas of the tree."""
    texts: list[str] = []

    def collect(node: Mapping[str, Any]) -> None:
        for value in node.values():
            if isinstance(value, Mapping):
                collect(value)
            else:
                texts.append(str(value))

    for table in ("score", "sweep"):
        collect(tree.get(table, {}))
    return {name for text in texts for name in NAME.findall(text)}


def _short(table: Mapping[str, int]) -> dict[str, int]:
    """A table by trump, by mode where the four suits are alike."""
    suits = [table.get(suit) for suit in SUITS]
    if None in suits or len({*suits}) > 1:
        return dict(table)
    return {"suit": table["S"], "SA": table["SA"], "TA": table["TA"]}


def _labels(key: str) -> dict[str, str]:
    """What the lines of an explanation call an own value, in every language there is."""
    return {language: words(language).say(f"answer.{key}.label") for language in languages()}
