"""What comes out of deals made up for every rule set, counted: how many of each result, refusal and second look, what
the scores come to, and a checksum of every word that is said. One letter of one answer that is another changes it.

The counts stand in golden/census.txt (see tests.scoring.golden).
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any
from zlib import crc32

from scoring.rules import Answer, DealError, parse_deal, score_deal
from scoring.rules.dealing import Dealer
from tests.scoring.rule_files import all_rulesets, ruleset_of, title

#: Deals of each rule set as they can be, and as many with something odd in them.
DEALS = 60
SEED = 20260103

# What a field of a spoiled deal holds instead.
ODD: dict[str, tuple[Any, ...]] = {
    "id": (3, "", "a table", None, True),
    "declarer": ("N", None, True, "EW", "NS", ["NS"], ""),
    "contract": (
        0, 1, -1, 70, 80, 85, 90, 120, 160, 161, 162, 170, 240, 250, 300, 500, 501, 10_000, 10_001, "take", "capot",
        "generale", "x", None, 100.0, True, [80],
    ),
    "trump": ("S", "SA", "TA", "NT", "s", None, 1),
    "double": ("none", "coinche", "surcoinche", "contre", None, 2, True),
    "points": (
        {}, None, 81, {"NS": 0}, {"EW": 0}, {"NS": 1}, {"EW": 1}, {"NS": 2}, {"EW": 2}, {"NS": 81, "EW": 81},
        {"NS": 152, "EW": 10}, {"NS": 162, "EW": 0}, {"NS": 0, "EW": 162}, {"NS": 162}, {"EW": 162}, {"NS": 163},
        {"NS": 10_000, "EW": 0}, {"NS": 10_001, "EW": 0}, {"NS": 80.0, "EW": 82}, {"NS": 80, "EW": True},
        {"NS": 90, "EW": 72, "both": 0}, {"NS": None, "EW": 82}, {"NS": -10, "EW": 172}, {"NS": 85, "EW": 76},
        {"ns": 80, "EW": 82}, {"NS": 82, "ew": 80},
    ),
    "tricks": (
        {}, None, 4, {"NS": 4}, {"EW": 4}, {"NS": 8}, {"EW": 8}, {"NS": 0}, {"NS": 1}, {"EW": 1}, {"NS": 8, "EW": 0},
        {"NS": 0, "EW": 8}, {"NS": 3, "EW": 5}, {"NS": 9, "EW": -1}, {"NS": 4, "EW": 4.0}, {"NS": 4, "EW": 4, "x": 0},
        {"NS": 10_000, "EW": 0}, {"NS": 4, "EW": 5}, {"NS": True, "EW": 7},
    ),
    "sweep": ("NS", "EW", "none", None, True, "N"),
    "last_trick": ("NS", "EW", "none", None, 1),
    "belote": ([], ["NS"], ["EW"], ["NS", "EW"], ["EW"] * 4, ["NS"] * 5, "NS", None, ["N"], [True], ("EW",)),
    "announces": (
        None, {}, [], {"NS": []}, {"NS": ["tierce"]}, {"EW": ["quinte", "carre-J"]}, {"NS": ["carre-K"], "EW": [50]},
        {"NS": ["carre-7"]}, {"EW": ["carre-8"], "NS": ["carre-9"]}, {"NS": [20], "EW": [20]}, {"NS": [1000]},
        {"NS": [1010]}, {"NS": [10]}, {"NS": [15]}, {"NS": [0]}, {"NS": [True]}, {"NS": ["tierce"] * 12},
        {"NS": ["tierce"] * 13}, {"NS": "tierce"}, {"NS": ["x"], "EW": []}, {"NS": [], "EW": [], "x": []},
        {"NS": ["carre-J", "carre-J"]}, {"NS": ["carre-Q"], "EW": ["carre-J"]}, {"NS": ("tierce",), "EW": ["tierce"]},
    ),
    "best": ("NS", "EW", None, "both", 1),
    "carried": (0, 1, 81, 100_000, 100_001, -1, None, True, "81"),
    "last_deal": (True, False, None, 0, 1, "no"),
    "alone": (True, False, None, 0, 1, "no"),
    "points_scale": (162, 160, 16, 0, 10_001, None, "162", True),
    "dealer": ("N", "E", None),
    "a name that no field has": (1,),
}  # fmt: skip


def censuses() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """A rule set's title, and how to count what comes of its deals."""
    for number, key in enumerate(all_rulesets()):
        if ruleset_of(*key).kind != "totals":
            yield title(*key), partial(_census, *key, SEED + number)


def _census(id_: str, variants: tuple[str, ...], seed: int) -> list[str]:
    ruleset, rng = ruleset_of(id_, variants), Random(seed)
    counted: dict[str, Counter[str]] = {"results": Counter(), "second looks": Counter(), "refusals": Counter()}
    said = 0
    for number, deal in enumerate(Dealer(ruleset, seed).deals(DEALS)):
        for event in (deal, _spoiled(rng, deal)):
            language = "fr" if number % 2 else "en"
            try:
                # Every third one the long way round, as what is read already goes.
                read = event if number % 3 else parse_deal(event)
                answer = score_deal(ruleset, read, language=language)
            except DealError as refused:
                counted["refusals"][f"{refused.field} {refused.code}"] += 1
                said = crc32(refused.text(language).encode(), said)
            else:
                counted["results"].update({answer.result: 1, "NS": answer.ns, "EW": answer.ew, "held": answer.held})
                counted["second looks"].update(f"{note.field} {note.code}" for note in answer.notes)
                said = crc32(repr(list(_words(answer, language))).encode(), said)
    return [*(f"{what}: {_listed(of)}" for what, of in counted.items()), f"checksum: {said:08x}"]


def _listed(counted: Counter[str]) -> str:
    return ", ".join(f"{what} {number}" for what, number in sorted(counted.items()) if number)


def _spoiled(rng: Random, deal: dict[str, Any]) -> dict[str, Any]:
    """The deal with one or two fields that are odd, or left out."""
    odd = dict(deal)
    for name in rng.sample([*ODD], rng.choice((1, 1, 2))):
        odd[name] = rng.choice(ODD[name])
        if rng.random() < 0.1:
            del odd[name]
    return odd


def _words(answer: Answer, language: str) -> Iterator[object]:
    yield answer.as_dict()
    for note in answer.notes:
        yield note.field, note.code, note.text(language)
