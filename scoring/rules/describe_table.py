"""The sentences about what is not a played deal: all pass, faults, typed totals, and where the rules come from."""

import re
from collections.abc import Iterator

from scoring.rules.phrases import Spoken, Voice, formula_words
from scoring.rules.ruleset import Rung

_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_EVER = 99


def passed(voice: Voice) -> Iterator[str]:
    yield voice.say("passed_counted" if voice.ruleset.counts_passed else "passed_void")


def penalties(voice: Voice) -> Iterator[str]:
    """One sentence for each step of each ladder, the faults in the file's order."""
    for fault in voice.ruleset.faults:
        for rung in sorted((r for r in voice.ruleset.penalties if r.fault == fault), key=lambda r: (r.first, r.until)):
            name = voice.ruleset.fault_name(fault, voice.language)
            yield voice.say("penalty", fault=name, when=_when(voice, rung), what=_what(voice, rung))


def _when(voice: Voice, rung: Rung) -> str:
    if rung.until == rung.first:
        return voice.say("penalty_first" if rung.first == 1 else "penalty_nth", n=rung.first)
    if rung.until >= _EVER:
        return voice.say("penalty_always" if rung.first == 1 else "penalty_from", n=rung.first)
    return voice.say("penalty_between", first=rung.first, last=rung.until)


def _what(voice: Voice, rung: Rung) -> str:
    parts = []
    if rung.formula.terms:
        parts.append(voice.say("penalty_points", what=formula_words(voice, rung.formula, Spoken())))
    if rung.then:
        parts.append(voice.say(f"then_{rung.then}"))
    if not parts:
        parts.append(voice.say("penalty_nothing"))
    if rung.counted:
        parts.append(voice.say("penalty_counted"))
    return voice.say("list_comma").join(parts)


def totals(voice: Voice) -> Iterator[str]:
    rules = voice.ruleset.totals
    if rules is None:
        return
    yield voice.say("totals_typed")
    yield voice.say(f"totals_sides_{rules.sides}")
    if rules.control:
        yield voice.say("totals_control", n=rules.control)
    if rules.lowest:
        yield voice.say("totals_lowest", n=f"−{-rules.lowest}")


def source(voice: Voice) -> Iterator[str]:
    origin = voice.ruleset.origin.said(voice.language)
    if origin.document and origin.dated:
        day = _DAY.fullmatch(origin.dated)
        dated = voice.say("date", year=day[1], month=day[2], day=day[3]) if day else origin.dated
        yield voice.say("source_dated", document=origin.document, dated=dated)
    elif origin.document:
        yield voice.say("source", document=origin.document)
