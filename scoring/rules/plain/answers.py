"""Answers as a whole: completed by the usual ones, which questions they open, and what in them does not go together."""

from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any

from scoring.rules.cards import ALL_TRUMP
from scoring.rules.errors import RulesError
from scoring.rules.plain.catalogue import BY_KEY, QUESTIONS
from scoring.rules.plain.penalties import ladder_error
from scoring.rules.plain.questions import Answers, Question
from scoring.rules.sections import MAX_CONVERTED
from scoring.rules.source import is_whole
from scoring.rules.words import Value, words


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that cannot stand: ``key`` is the question's, the text exists in every language of the words."""

    key: str
    code: str
    values: Mapping[str, Value]

    def text(self, language: str) -> str:
        return words(language).say(f"ask.error.{self.code}", **self.values)


class AnswersError(RulesError):
    """Answers no rule set can be made of; ``refusals`` says which and why."""

    def __init__(self, refusals: tuple[Refusal, ...]) -> None:
        self.refusals = refusals
        super().__init__("; ".join(f"{refusal.key}: {refusal.text('en')}" for refusal in refusals))


def complete(answers: Answers) -> dict[str, Any]:
    """An answer to every question, in their order: those given, the usual one elsewhere. What is no question's key
    is left out."""
    return {q.key: deepcopy(answers.get(q.key, q.default)) for q in QUESTIONS}


def asked(answers: Answers) -> frozenset[str]:
    """Keys of the questions that arise, the answers (complete) being what they are: a question whose condition names
    another one arises only where that one does."""
    known: dict[str, bool] = {}

    def arises(key: str) -> bool:
        if key not in known:
            known[key] = False
            when = BY_KEY[key].when
            known[key] = not when or any(all(c.holds(answers) and arises(c.key) for c in together) for together in when)
        return known[key]

    return frozenset(question.key for question in QUESTIONS if arises(question.key))


def errors(answers: Answers) -> tuple[Refusal, ...]:
    """What is wrong with the answers, in the order of the questions; answers to questions that do not arise are not
    looked at, questions without an answer count as answered in the usual way."""
    full = complete(answers)
    wrong = [shape_error(question, full[question.key]) for question in QUESTIONS]
    if any(wrong):
        # A condition can only be read where the answers have their shapes.
        return tuple(refusal for refusal in wrong if refusal)
    arising = asked(full)
    found = [Refusal(key, code, {}) for key, code, is_wrong in _TOGETHER if key in arising and is_wrong(full, arising)]
    return tuple(sorted(found, key=lambda refusal: list(BY_KEY).index(refusal.key)))


def shape_error(question: Question, answer: Any) -> Refusal | None:
    """A refusal where the answer has not the kind and bounds of its question."""
    kind, options = question.kind, question.options
    if kind == "choice":
        return None if answer in options and isinstance(answer, str) else Refusal(question.key, "choice", {})
    if kind == "flag":
        return None if isinstance(answer, bool) else Refusal(question.key, "flag", {})
    if kind == "set":
        fits = isinstance(answer, list) and all(isinstance(one, str) and one in options for one in answer)
        return None if fits and len({*answer}) == len(answer) else Refusal(question.key, "choice", {})
    if kind == "ladder":
        code = ladder_error(answer)
        return Refusal(question.key, code, {}) if code else None
    numbers = {"number": [answer], "numbers": answer, "table": answer}[kind]
    if kind == "table":
        if not isinstance(answer, dict) or {*answer} != {*options}:
            return Refusal(question.key, "table", {})
        numbers = list(answer.values())
    if not isinstance(numbers, list) or not 0 < len(numbers) <= 200:
        return Refusal(question.key, "numbers", {})
    if any(not is_whole(number) or not question.low <= number <= question.high for number in numbers):
        return Refusal(question.key, "bounds", {"low": question.low, "high": question.high})
    return None


def _always_made(answers: Answers, _: frozenset[str]) -> bool:
    return {"kind": "take", "beat_defence": "no", "take_needs": 0}.items() <= answers.items()


def _has_bid(key: str, answers: Answers, _: frozenset[str]) -> bool:
    return answers["kind"] == "take" and "bid" in str(answers[key]).split("_")


def _against(answers: Answers, _: frozenset[str]) -> bool:
    return bool(answers["belote_against"] != (answers["belote_helps"] == "yes"))


def _bad_end(answers: Answers, _: frozenset[str]) -> bool:
    return any(0 < end < answers["lowest"] for end in answers["highest"].values())


def _pack_at_all_trump(answers: Answers) -> int:
    """What the pack is worth at all-trump, the last trick included."""
    if answers["pack_total"] == "fixed":
        return int(answers["pack_totals"]["TA"])
    own = answers["all_trump_scale"] == "own"
    cards = answers["all_trump_cards"] if own else ALL_TRUMP[answers["all_trump_scale"]]
    return 4 * sum(cards.values()) + int(answers["last_trick"]["TA"])


def _not_258(answers: Answers, _: frozenset[str]) -> bool:
    return answers["all_trump_conversion"] == "to_162" and _pack_at_all_trump(answers) != 258


def _no_whole(answers: Answers, _: frozenset[str]) -> bool:
    """The pack does not come out as a whole number, and it is not said what it makes."""
    apart = int(answers["last_trick"]["TA"]) if answers["convert_last_trick"] == "apart" else 0
    pack = _pack_at_all_trump(answers) - apart
    whole, left = divmod(pack * int(answers["convert_up"]), int(answers["convert_down"]))
    return not answers["convert_to"] and (left > 0 or not 0 < whole <= MAX_CONVERTED - apart)


def _too_little(answers: Answers, _: frozenset[str]) -> bool:
    """The pack, before or after, is not even what the last trick is worth, which is kept apart but is part of both."""
    ten = int(answers["last_trick"]["TA"]) if answers["convert_last_trick"] == "apart" else 0
    return 0 < answers["convert_to"] <= ten or _pack_at_all_trump(answers) < ten


def _sweep_twice(answers: Answers, _: frozenset[str]) -> bool:
    """The capot's extra points would come by the tricks' points and once more beside them."""
    all_cards = any(answers[key] in {"all", "all_bid"} for key in ("failed_writes", "doubled_failed"))
    return bool(answers["failed_sweep"]) and all_cards and answers["sweep_unasked"] in {"points", "added"}


# Key of the question to change, message, and when the answers do not go together.
_TOGETHER: tuple[tuple[str, str, Callable[[Answers, frozenset[str]], bool]], ...] = (
    ("beat_defence", "always_made", _always_made),
    ("highest", "ends_below", _bad_end),
    ("all_trump_conversion", "not_258", _not_258),
    ("convert_to", "too_little", _too_little),
    ("convert_to", "no_whole", _no_whole),
    ("made_writes", "no_bid", partial(_has_bid, "made_writes")),
    ("failed_writes", "no_bid", partial(_has_bid, "failed_writes")),
    ("doubled_made", "no_bid", partial(_has_bid, "doubled_made")),
    ("doubled_failed", "no_bid", partial(_has_bid, "doubled_failed")),
    ("trump_factor", "no_bid", lambda a, _: a["kind"] == "take" and a["trump_factor"] == "bid"),
    ("belote_against", "against", _against),
    ("failed_sweep", "sweep_twice", _sweep_twice),
    ("surcoinche_times", "less_than_coinche", lambda a, _: a["surcoinche_times"] <= a["coinche_times"]),
    ("rounding_up_from", "above_unit", lambda a, _: a["rounding_up_from"] > int(a["rounding_unit"])),
    ("capot_doubled", "no_capot", lambda a, seen: "capot" not in seen),
)  # fmt: skip
