"""What the questions of a club's rules are, what each answer makes of a file, and what files are read as.

What comes out stands in golden/plainly.txt (see tests.scoring.golden).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import product
from typing import Any

from scoring.rules import RuleSet, RuleSetError, load_ruleset
from scoring.rules.plain import (
    BY_KEY,
    GROUPS,
    INSTEAD_WITHOUT_BIDS,
    QUESTIONS,
    AnswersError,
    Question,
    answers_of,
    asked,
    complete,
    tree_of,
    worked_examples,
)
from scoring.rules.source import merge_variant, read_toml
from scoring.rules.toml_text import write_toml
from tests.scoring.plain_files import BESIDE, CELLS, CHANGED, COPIED, MEETING, MUCH, ODD, PLAIN, TRIED, WORKED
from tests.scoring.resolved import OTHER
from tests.scoring.rule_files import all_rulesets, ruleset_of, source_of, title
from tests.scoring.rules_to_change import CHANGES, RICH

Answers = Mapping[str, Any]
PLAIN_ROWS = read_toml(PLAIN)["score"].keys()


def plainly() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The title of each part, and how to come by its lines."""
    for group in GROUPS:
        yield f"questions of {group}", partial(_questions, group)
    yield "instead without bids", _instead
    for question in QUESTIONS:
        yield f"made of {question.key}", partial(_made, question.key, {})
    for question in QUESTIONS:
        if question.group in {"belote", "announces", "made", "failed", "doubling", "ties"} and question.options:
            yield f"made of much and {question.key}", partial(_made, question.key, MUCH)
    for answers in BESIDE:
        yield f"made of {answers}", partial(_file_of, answers)
    yield from _reads()
    for name, changes in product(COPIED, CHANGED):
        yield f"copy {name} {changes}", partial(_copied, name, changes)
    for number, (id_, variants) in enumerate(all_rulesets()):
        if not variants:
            yield f"worked {id_}", partial(_worked, partial(ruleset_of, id_), "fr" if number % 2 else "en")
    for old, new in WORKED:
        yield f"worked {old!r} -> {new!r}", partial(_worked_otherwise, old, new)


def _reads() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    for key in all_rulesets():
        yield f"read {title(*key)}", partial(_read, partial(_merged, *key))
    for name, source in (("rich", RICH), ("the other way", OTHER)):
        yield f"read {name}", partial(_read, partial(read_toml, source))
    for source, changes in ((RICH, CHANGES), (PLAIN, ODD)):
        for old, new in changes:
            yield f"read {old!r} -> {new!r}", partial(_read_beside, source, old, new)
    for cell, formulas in CELLS.items():
        for formula in formulas:
            yield f"read {cell} {formula}", partial(_read_meeting, [], {cell: formula})
    for changes, cells in MEETING:
        yield f"read {changes} {cells}", partial(_read_meeting, changes, cells)


def _questions(group: str) -> list[str]:
    lines, usual = [], asked(complete({}))
    for question in QUESTIONS:
        if question.group == group:
            ways = [" and ".join(f"{one.key} in {one.values}" for one in together) for together in question.when]
            arises = "asked" if question.key in usual else "not asked"
            bounds = f"{question.low} to {question.high}"
            lines.append(f"{question.key} {question.kind} {question.default!r} {bounds}, {arises}")
            lines += [f"  one of {question.options}"] * bool(question.options) + [f"  when {way}" for way in ways]
    return lines


def _instead() -> list[str]:
    return [f"{key}: {dict(instead)}" for key, instead in INSTEAD_WITHOUT_BIDS.items()]


def _arising(key: str, answers: Answers) -> dict[str, Any]:
    """The answers, and those with which the question arises."""
    found = dict(answers)
    if key not in asked(complete(found)):
        for condition in BY_KEY[key].when[0]:
            found = _arising(condition.key, found)
            if not condition.holds(complete(found)):
                found[condition.key] = condition.values[0]
    if found.get("kind") == "take":
        found |= {"beat_defence": "more", "made_writes": "points", "failed_writes": "figure"}
    return found


def tried(question: Question) -> list[Any]:
    """Answers to look at: every choice, every one and none of a set, the next numbers."""
    if question.key in TRIED:
        return TRIED[question.key]
    if question.kind == "choice":
        return [*question.options]
    if question.kind == "flag":
        return [not question.default]
    if question.kind == "set":
        return [[], *([option] for option in question.options), [*question.options]]
    if question.kind == "number":
        near = [question.default + 1, question.default + 10, question.low]
        return [number for number in near if question.low <= number <= question.high and number != question.default]
    usual = question.default
    return [{**usual, option: usual[option] + step} for step, option in enumerate((*usual, *usual)[:2], start=1)]


def _made(key: str, beside: Answers) -> list[str]:
    """What each answer makes of the file, and where it is read back as another."""
    around = _arising(key, beside)
    lines = [f"beside {around}"] if around != beside else []
    before = _file(around)
    for answer in tried(BY_KEY[key]):
        answers = {**around, key: answer}
        if key == "belote_helps":
            answers["belote_against"] = answer == "yes"
        lines += [f"{answer!r}:", *difference(before, _file(answers))]
        lines += [] if beside else _read_back(answers)
    return lines


def _file(answers: Answers) -> list[str]:
    try:
        return write_toml(tree_of(answers)).splitlines()
    except AnswersError as refused:
        return [f"refused: {refused}"]


def _file_of(answers: Answers) -> list[str]:
    return [*difference(_file({}), _file(answers)), *_read_back(answers)]


def difference(before: list[str], after: list[str]) -> list[str]:
    gone = [f"  - {line}" for line in before if line and line not in after]
    return [*gone, *(f"  + {line}" for line in after if line and line not in before)]


def _read_back(answers: Answers) -> list[str]:
    try:
        again, rest = answers_of({"id": "made", **tree_of(answers)})
    except AnswersError:
        return []
    full = complete(answers)
    other = [f"  read back {key}: {again[key]!r}" for key in sorted(asked(full)) if again[key] != full[key]]
    return [*other, *(f"  left over: {place}" for place in rest)]


def _merged(id_: str, variants: Iterable[str]) -> dict[str, Any]:
    base = read_toml(source_of(id_))
    known = base.pop("variant", {})
    for name in variants:
        base = merge_variant(base, known[name])
    return base


def _read(tree: Callable[[], Mapping[str, Any]]) -> list[str]:
    try:
        answers, rest = answers_of(tree())
    except RuleSetError as refused:
        return [f"refused: {refused}"]
    usual = complete({})
    said = [f"{key}: {answer!r}" for key, answer in answers.items() if answer != usual[key]]
    return [*said, *(f"left over: {place}" for place in rest)]


def _read_beside(source: str, old: str, new: str) -> list[str]:
    assert old in source
    return difference(_whole(source), _read(partial(read_toml, source.replace(old, new, 1))))


@lru_cache(maxsize=4)
def _whole(source: str) -> list[str]:
    return _read(partial(read_toml, source))


def _read_meeting(changes: Iterable[tuple[str, str]], cells: Mapping[str, str]) -> list[str]:
    source = PLAIN
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    tree = read_toml(source)
    for cell, formula in cells.items():
        *rows, last = cell.split(".")
        node = tree["score"]
        for row in rows:
            node = node.setdefault(row, {})
        node[last] = formula
        if rows[-1] == "doubled" or rows[0] not in PLAIN_ROWS:
            other = "defence" if last == "declarer" else "declarer"
            node.setdefault(other, tree["score"][rows[0]].get(other, "0"))
    return difference(_whole(PLAIN), _read(lambda: tree))


def _copied(name: str, changes: Answers) -> list[str]:
    """What is another in the file when answers change, and what stays of it."""
    tree = read_toml({"rich": RICH, "the other way": OTHER}.get(name) or source_of(name))
    try:
        after = tree_of({**answers_of(tree).answers, **changes}, tree)
    except AnswersError as refused:
        return [f"refused: {refused}"]
    return difference(write_toml(tree).splitlines(), write_toml(after).splitlines())


def _worked_otherwise(old: str, new: str) -> list[str]:
    assert old in PLAIN
    usual, other = (_worked(partial(load_ruleset, source), "en") for source in (PLAIN, PLAIN.replace(old, new, 1)))
    return difference(usual, other)


def _worked(ruleset: Callable[[], RuleSet], language: str) -> list[str]:
    return [
        f"{one.key}: {one.caption} {dict(one.deal)} {one.answer.result} {one.answer.ns} {one.answer.ew}"
        for one in worked_examples(ruleset(), language)
    ]
