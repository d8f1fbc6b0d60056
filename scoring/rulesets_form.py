"""The edit page's form, read: what was typed as answers. Nothing that was typed is lost: what is no answer comes back
in its field with the reason beside it (see ``rulesets_page``).
"""

import re
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.rules.plain import QUESTIONS, Question, asked, complete
from scoring.rules.plain.penalties import ADDS

PREFIX = "q."
MOST_ROWS = 40
_NUMBER = re.compile(r"-?[0-9]{1,7}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Typed:
    """A sent form, read: ``answers`` where they could be read, ``errors`` by question where not (then the usual answer
    stands in ``answers``), ``raw`` what was typed in the fields of those."""

    answers: dict[str, Any]
    errors: dict[str, str] = field(default_factory=dict)
    raw: dict[str, Any] = field(default_factory=dict)


def read_answers(data: QueryDict) -> Typed:
    """The answers in a sent form. A field that is not in it keeps the usual answer."""
    answers: dict[str, Any] = {}
    errors: dict[str, str] = {}
    raw: dict[str, Any] = {}
    for question in QUESTIONS:
        value, error = _READERS[question.kind](question, data)
        if error:
            errors[question.key] = error
            raw[question.key] = value
            answers[question.key] = question.default
        else:
            answers[question.key] = value
    answers = complete(answers)
    arising = asked(answers)
    # What was typed into a field that does not count any more is no error.
    return Typed(answers, {key: text for key, text in errors.items() if key in arising}, raw)


def _choice(question: Question, data: QueryDict) -> tuple[Any, str]:
    return data.get(PREFIX + question.key, question.default), ""


def _set(question: Question, data: QueryDict) -> tuple[Any, str]:
    sent = data.getlist(PREFIX + question.key)
    return [option for option in question.options if option in sent], ""


def _flag(question: Question, data: QueryDict) -> tuple[Any, str]:
    return PREFIX + question.key in data, ""


def _whole(text: str) -> int | None:
    plain = "".join(text.split()).replace("−", "-").replace("\u202f", "")
    return int(plain) if _NUMBER.fullmatch(plain) else None


def _number(question: Question, data: QueryDict) -> tuple[Any, str]:
    text = data.get(PREFIX + question.key, str(question.default))
    number = _whole(text)
    return (text, _("A whole number is needed here.")) if number is None else (number, "")


def _numbers(question: Question, data: QueryDict) -> tuple[Any, str]:
    text = data.get(PREFIX + question.key, " ".join(map(str, question.default)))
    parts = [_whole(part) for part in re.split(r"[\s,;]+", text.strip()) if part]
    numbers = [part for part in parts if part is not None]
    if len(numbers) < len(parts) or not numbers:
        return text, _("Whole numbers with blanks between them are needed here.")
    return sorted(set(numbers)), ""


def _table(question: Question, data: QueryDict) -> tuple[Any, str]:
    texts = {
        option: data.get(f"{PREFIX}{question.key}.{option}", str(question.default[option]))
        for option in question.options
    }
    numbers = {option: _whole(text) for option, text in texts.items()}
    if None in numbers.values():
        return texts, _("Each of these is a whole number.")
    return numbers, ""


def _ladder(question: Question, data: QueryDict) -> tuple[Any, str]:
    """Penalty rows; a row without a fault and without points is an empty one."""
    rows, wrong = [], False
    for index in range(min(_count(data), MOST_ROWS)):
        place = f"{PREFIX}{question.key}.{index}."
        texts = {name: data.get(place + name, "").strip() for name in ("fault", "from", "until", "points", "then")}
        adds = [name for name in ADDS if name in data.getlist(f"{place}adds")]
        if not texts["fault"] and not texts["points"] and not adds:
            continue
        numbers = {
            "from": _whole(texts["from"] or "1"),
            "until": _whole(texts["until"] or "99"),
            "points": _whole(texts["points"] or "0"),
        }
        wrong = wrong or None in numbers.values()
        kept = {name: texts[name] if number is None else number for name, number in numbers.items()}
        counted = f"{place}counted" in data
        rows.append({"fault": texts["fault"], **kept, "adds": adds, "then": texts["then"], "counted": counted})
    return rows, _("Times and points are whole numbers.") if wrong else ""


def _count(data: QueryDict) -> int:
    return _whole(data.get("penalty-rows", "0")) or 0


_READERS = {
    "choice": _choice,
    "set": _set,
    "flag": _flag,
    "number": _number,
    "numbers": _numbers,
    "table": _table,
    "ladder": _ladder,
}
