"""The edit page as a whole: from answers and formulas to a rule set, its examples, and what is wrong where."""

import functools
import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring import rules, rulesets_edit
from scoring.models import RulesetVersion
from scoring.rules.plain import GROUPS, QUESTIONS, Question, answers_of, asked, errors, tree_of, worked_examples
from scoring.rules.plain.examples import Example
from scoring.rules.plain.penalties import ADDS, THEN
from scoring.rules.ruleset import ROWS
from scoring.rules.slips import slips
from scoring.rules.source import read_toml
from scoring.rules.toml_lines import line_of
from scoring.rules.toml_text import write_toml
from scoring.rules.words import words
from scoring.rulesets_findings import Finding
from scoring.rulesets_form import PREFIX, Typed, read_answers
from scoring.rulesets_store import resolved
from scoring.rulesets_words import of_file_error

#: Empty rows that the page offers below the penalties there are; a button gives more.
SPARE_ROWS = 1
#: The texts of the expert part: the points of all tricks, the rows of the grid, the club's own figures.
AREAS = ("sweep", *ROWS, "values")
_AREA_LABELS = {"sweep": "sweep.points", "values": "[values]"}
EXPERT = "x."


@dataclass
class Page:
    """What the page shows. ``ruleset`` is None while something is wrong: then ``errors`` (by question), ``area_errors``
    (by text of the expert part) or ``general`` say what."""

    typed: Typed
    tree: dict[str, Any] = field(default_factory=dict)
    ruleset: rules.RuleSet | None = None
    expert: bool = False
    texts: dict[str, str] = field(default_factory=dict)
    formulas: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    area_errors: dict[str, str] = field(default_factory=dict)
    general: list[str] = field(default_factory=list)
    beyond: tuple[str, ...] = ()

    @property
    def answers(self) -> dict[str, Any]:
        return self.typed.answers

    def examples(self, language: str, parent: RulesetVersion | None = None) -> list[dict[str, Any]]:
        """The worked examples, each with what the same deal is worth under ``parent`` where that differs."""
        if self.ruleset is None:
            return []
        before = _examples_of_version(parent, language) if parent is not None else {}
        found = []
        for example in worked_examples(self.ruleset, language):
            old = before.get(example.key)
            is_same = old is None or old.deal != example.deal or old.answer.score == example.answer.score
            found.append({"example": example, "before": None if is_same or old is None else old.answer})
        return found

    def slips(self, language: str) -> list[Finding]:
        """What is legal and perhaps a slip."""
        if self.ruleset is None:
            return []
        found = slips(self.ruleset)
        return [Finding(False, _at_its_text(self, slip.key, slip.text(language))) for slip in found]


def page_of_tree(tree: Mapping[str, Any]) -> Page:
    """The page for rules as they are kept (``tree`` can be loaded)."""
    found = answers_of(tree)
    page = Page(Typed(found.answers), tree=dict(tree), beyond=found.rest)
    page.texts = page.formulas = texts_of(tree)
    _resolve(page)
    return page


@functools.lru_cache(maxsize=128)
def _answers_of_version(version_id: uuid.UUID, source: str, variants: tuple[str, ...]) -> Mapping[str, Any]:
    return answers_of(rulesets_edit.tree_of_source(source, variants)).answers


def answers_in(version: RulesetVersion) -> Mapping[str, Any]:
    """The answers that a frozen version gives; worked out once a process."""
    return _answers_of_version(version.pk, version.source, tuple(version.variants))


def _examples_of_version(version: RulesetVersion, language: str) -> Mapping[str, Example]:
    return _examples_of(version.pk, version.source, tuple(version.variants), language)


@functools.lru_cache(maxsize=128)
def _examples_of(version_id: uuid.UUID, source: str, variants: tuple[str, ...], language: str) -> Mapping[str, Example]:
    examples = worked_examples(resolved(version_id, source, variants), language)
    return {example.key: example for example in examples}


def page_of_form(data: QueryDict, base: Mapping[str, Any], language: str) -> Page:
    """The page for a sent form; what ``base``, the rules it was opened on, says beyond the questions stays."""
    page = Page(read_answers(data), expert="expert" in data)
    page.errors = dict(page.typed.errors)
    page.texts = {area: data.get(EXPERT + area, "").replace("\r\n", "\n") for area in AREAS}
    page.errors |= {one.key: one.text(language) for one in errors(page.answers) if one.key not in page.errors}
    if page.errors:
        return page
    page.tree = tree_of(page.answers, base)
    page.formulas = texts_of(page.tree)
    if page.expert:
        _take_texts(page)
    else:
        page.texts = page.formulas
    if not page.area_errors:
        _resolve(page)
        page.beyond = answers_of(page.tree).rest if page.ruleset is not None else ()
    return page


def _resolve(page: Page) -> None:
    try:
        # The name stands in a field of its own.
        page.ruleset = rules.load_ruleset(write_toml({"id": "rules", "name": {"en": "rules"}, **page.tree}))
    except rules.RuleSetError as error:
        _place(page, error)


def _place(page: Page, error: rules.RuleSetError) -> None:
    """Put a refusal beside the text that it is about, with its line there."""
    area = _area_of(page, error.key)
    if area is None:
        page.general.append(of_file_error(error, has_file=False))
        return
    text = error.text(get_language() or "fr")
    page.area_errors[area] = _line(_line_in(page, area, error.key), text)


def _area_of(page: Page, key: str) -> str | None:
    """The text of the expert part in which a key of the file stands; None where the part is not open or has it not."""
    area = key.removeprefix("score.").partition(".")[0]
    area = {"labels": "values"}.get(area, area)
    is_there = page.expert and area in AREAS and (area not in ROWS or key.startswith("score."))
    return area if is_there else None


def _line_in(page: Page, area: str, key: str) -> int | None:
    """The line of a file's key in its text; the points of all tricks stand on one line."""
    if area == "sweep":
        return None
    return line_of(page.texts[area], key if area == "values" else key.removeprefix(f"score.{area}").lstrip("."))


def _at_its_text(page: Page, key: str, message: str) -> str:
    """A remark with the text of the expert part that it is about and its line there, where that part is open."""
    area = _area_of(page, key)
    if area is None or not page.texts.get(area):
        return message
    values = {"text": _AREA_LABELS.get(area, f"[score.{area}]"), "line": _line_in(page, area, key), "message": message}
    if values["line"]:
        return _("%(text)s, line %(line)d: %(message)s") % values
    return _("%(text)s: %(message)s") % values


def _line(line: int | None, message: str) -> str:
    return _("Line %(line)d: %(message)s") % {"line": line, "message": message} if line else message


def _take_texts(page: Page) -> None:
    """Lay the expert's texts over the tree; what is no TOML is said beside its text."""
    score: dict[str, Any] = {}
    for area in AREAS[1:]:
        try:
            read = read_toml(page.texts[area])
        except rules.RuleSetError as error:
            page.area_errors[area] = _line(error.line, error.text(get_language() or "fr"))
            continue
        if area == "values":
            _take_values(page, read)
        elif read:
            score[area] = read
    page.tree["score"] = score
    sweep = page.texts["sweep"].strip()
    page.tree["sweep"] = {"points": sweep} if sweep else {}


def _take_values(page: Page, read: dict[str, Any]) -> None:
    unknown = [name for name in read if name not in {"values", "labels"}]
    if unknown:
        message = _("Only the tables [values] and [labels] stand here.")
        page.area_errors["values"] = _line(line_of(page.texts["values"], unknown[0]), message)
    for name in ("values", "labels"):
        page.tree.pop(name, None)
        if name in read:
            page.tree[name] = read[name]


def texts_of(tree: Mapping[str, Any]) -> dict[str, str]:
    """The expert part's texts for a rule-file tree."""
    score = tree.get("score", {})
    texts = {row: write_toml(score[row]).strip() if row in score else "" for row in ROWS}
    values = {name: tree[name] for name in ("values", "labels") if tree.get(name)}
    sweep = str(tree.get("sweep", {}).get("points", ""))
    return {"sweep": sweep, **texts, "values": write_toml(values).strip() if values else ""}


# As the template wants it


def shown_areas(page: Page) -> list[dict[str, Any]]:
    """The expert part's texts with their names and what is wrong with them."""
    return [
        {
            "id": area,
            "label": _AREA_LABELS.get(area, f"[score.{area}]"),
            "text": page.texts.get(area, ""),
            "rows": max(2, page.texts.get(area, "").count("\n") + 2) if area != "sweep" else 1,
            "error": page.area_errors.get(area, ""),
        }
        for area in AREAS
    ]


def changed_keys(page: Page, parent: Mapping[str, Any] | None) -> list[str]:
    """The questions that arise and are answered otherwise than in the parent."""
    if parent is None:
        return []
    return [key for key in asked(page.answers) if page.answers[key] != parent[key]]


def shown_groups(page: Page, changed: Sequence[str], language: str) -> list[dict[str, Any]]:
    """The groups of the page with their questions, each with its value, its words and what is wrong with it."""
    arising = asked(page.answers)
    said = words(language)
    groups: list[dict[str, Any]] = []
    for group in GROUPS:
        fields = [
            {
                **_words_of(question.key, language),
                "error": page.errors.get(question.key, ""),
                "is_asked": question.key in arising,
                "is_changed": question.key in changed,
                **_value(question, page.typed.raw.get(question.key, page.answers[question.key]), language),
            }
            for question in QUESTIONS
            if question.group == group
        ]
        title = said.say(f"ask.group.{group}")
        is_asked = any(one["is_asked"] for one in fields)
        groups.append({"id": group, "title": title, "fields": fields, "is_asked": is_asked})
    return groups


@functools.lru_cache(maxsize=512)
def _words_of(key: str, language: str) -> Mapping[str, Any]:
    """What of a question is the same whatever the answers."""
    question = next(one for one in QUESTIONS if one.key == key)
    when = [[[c.key, list(c.values)] for c in together] for together in question.when]
    return {
        "key": key,
        "name": PREFIX + key,
        "id": f"q-{key}",
        "kind": question.kind,
        "label": question.label(language),
        "help": question.help(language),
        "when": json.dumps(when),
    }


def _value(question: Question, answer: Any, language: str) -> dict[str, Any]:
    kind = question.kind
    if kind in {"choice", "set"}:
        chosen = answer if isinstance(answer, list) else [answer]
        options = [
            {"value": option, "label": question.option(option, language), "chosen": option in chosen}
            for option in question.options
        ]
        return {"options": options}
    if kind == "numbers":
        return {"value": " ".join(map(str, answer)) if isinstance(answer, list) else answer}
    if kind == "table":
        rows = [{"value": answer[o], "option": o, "label": question.option(o, language)} for o in question.options]
        return {"rows": rows}
    if kind == "ladder":
        return {"rows": _ladder_rows(answer, language), "count": len(answer) + SPARE_ROWS}
    return {"value": answer}


def _ladder_rows(rows: Sequence[Mapping[str, Any]], language: str) -> list[dict[str, Any]]:
    said = words(language)
    empty = {"fault": "", "from": "", "until": "", "points": "", "adds": [], "then": "", "counted": False}
    return [
        {
            **row,
            "index": index,
            "adds": [
                {"value": name, "label": said.say(f"answer.penalties.adds.{name}"), "chosen": name in row["adds"]}
                for name in ADDS
            ],
            "then": [
                {"value": name, "label": said.say(f"answer.penalties.then.{name}"), "chosen": name == row["then"]}
                for name in THEN
            ],
        }
        for index, row in enumerate([*rows, *([empty] * SPARE_ROWS)])
    ]
