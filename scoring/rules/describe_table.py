"""The sentences about what is not a played deal: all passes, faults, typed totals, and where the rules come from."""

import re
from collections.abc import Iterator

from scoring.rules.phrases import Voice

_DAY = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")


def passed(voice: Voice) -> Iterator[str]:
    yield voice.say("passed_counted" if voice.ruleset.counts_passed else "passed_void")


def source(voice: Voice) -> Iterator[str]:
    origin = voice.ruleset.origin
    if origin.document and origin.dated:
        day = _DAY.fullmatch(origin.dated)
        dated = voice.say("date", year=day[1], month=day[2], day=day[3]) if day else origin.dated
        yield voice.say("source_dated", document=origin.document, dated=dated)
    elif origin.document:
        yield voice.say("source", document=origin.document)
