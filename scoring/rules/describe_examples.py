"""Worked examples under a rule set: deals that it can have, scored by the engine itself."""

from collections.abc import Iterator

from scoring.rules.answer import Answer
from scoring.rules.errors import DealError
from scoring.rules.phrases import Voice
from scoring.rules.scorer import score_deal

# Points of the declarers to try in turn: the first that such a deal can have, and that comes out as wanted.
_MADE = (112, 110, 120, 130, 140, 150, 160, 92, 100)
_FAILED = (71, 70, 60, 50, 40)


def examples(voice: Voice) -> Iterator[str]:
    """A deal made and a deal failed, each also doubled, with what both sides write."""
    numbers = voice.ruleset.bids
    contract: int | str = "take" if voice.ruleset.kind == "take" else 0
    if numbers:
        contract = next((n for n in numbers if n >= 100), numbers[-1])
    if not contract:
        return
    for made, candidates in ((True, _MADE), (False, _FAILED)):
        points = next((n for n in candidates if _scored(voice, contract, n, "none", made) is not None), None)
        if points is None:
            continue
        for double in voice.ruleset.doublings:
            answer = _scored(voice, contract, points, double, made)
            if answer is not None:
                yield _example(voice, contract, points, double, answer)


def _scored(voice: Voice, contract: int | str, points: int, double: str, made: bool) -> Answer | None:
    deal = {
        "declarer": "NS",
        "contract": contract,
        "trump": voice.ruleset.trumps[0],
        "double": double,
        "points": {"NS": points},
    }
    try:
        answer = score_deal(voice.ruleset, deal)
    except DealError:
        return None
    return answer if answer.made is made else None


def _example(voice: Voice, contract: int | str, points: int, double: str, answer: Answer) -> str:
    trump = voice.ruleset.trumps[0]
    return voice.say(
        f"example_{'take' if contract == 'take' else 'bid'}",
        bid=contract,
        trump=voice.say(f"trump_{trump}"),
        double=voice.say(f"example_{double}"),
        points=points,
        rest=voice.ruleset.pack_total(trump) - points,
        declarers=answer.ns,
        defence=answer.ew,
    )
