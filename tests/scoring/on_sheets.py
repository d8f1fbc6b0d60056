"""Sheets and deals for the tests of the verbs: figures that can be followed in the head."""

import hashlib
import itertools
from typing import Any

from core.actors import Actor
from scoring import sheets
from scoring.models import RulesetVersion, ScoreSheet, SheetEntry
from scoring.rules import preset_source
from scoring.rulesets_store import preset_version
from scoring.sheet_game import rulings_of
from scoring.turning import turned_deal
from tests import factories

PHONE = Actor(device="telephone-1")
PASSED: dict[str, Any] = {"declarer": None}
_keys = itertools.count(1)


def deal(bid: int = 100, declarer: str = "NS", points: int = 0, **more: Any) -> dict[str, Any]:
    """A bid that is just made, unless ``points`` of the declarer say otherwise. Under ``club`` it is worth the bid."""
    mine = points or min(bid + 10, 162)
    other = "EW" if declarer == "NS" else "NS"
    return {
        "declarer": declarer,
        "contract": bid,
        "trump": "H",
        "double": "none",
        "points": {declarer: mine, other: 162 - mine},
        **more,
    }


def failed(bid: int = 100, declarer: str = "NS") -> dict[str, Any]:
    """A bid that is missed by ten: 162 to the other side under ``club``."""
    return deal(bid, declarer, bid - 10)


def version_of(source: str) -> RulesetVersion:
    """A version row of a rule set that is no preset."""
    sha256 = hashlib.sha256(source.encode()).hexdigest()
    return factories.make_ruleset_version(f"test-{sha256[:8]}", canonical={"sha256": sha256}, source=source)


def holding_rules() -> RulesetVersion:
    """Rules under which a bid that is exactly reached leaves its points for who wins the next deal."""
    return version_of(preset_source("app"))


def counting_rules() -> RulesetVersion:
    """The rules of ``club``, but that a deal that all pass takes a number."""
    source = preset_source("club")
    assert 'passed = "void"' in source
    return version_of(source.replace('passed = "void"', 'passed = "counted"'))


def new_sheet(length: int = 3, kind: str = "deals", version: RulesetVersion | None = None, **tables: Any) -> ScoreSheet:
    """An empty sheet of its own, in no tournament; under ``club`` unless told. ``tables``: those of its format."""
    game_format = factories.make_format(kind, length, **tables)
    return sheets.open_sheets((version or preset_version("club")).pk, game_format.pk, 1)[0]


def new_key() -> str:
    return f"cle-{next(_keys)}"


def record(sheet: ScoreSheet, *deals: dict[str, Any], actor: Actor = PHONE) -> list[SheetEntry]:
    """Write these deals at the next places; ``sheet`` is read anew."""
    made = []
    for one in deals:
        position = len(sheets.standing_entries(sheet)) + 1
        made.append(sheets.record_deal(sheet.pk, one, position=position, client_key=new_key(), actor=actor))
    sheet.refresh_from_db()
    return made


def totals(sheet: ScoreSheet) -> tuple[int, int]:
    """North-south's and east-west's total as the database has them."""
    found = dict(sheet.sides.values_list("side", "total"))
    return found["A"], found["B"]


def numbers(sheet: ScoreSheet) -> list[int | None]:
    """The numbers in the quota of the standing entries, by position."""
    return [entry.counted for entry in sheets.standing_entries(sheet)]


def assert_replays(sheet: ScoreSheet) -> None:
    """What is kept is what working out the standing entries anew gives; the history alone gives the same entries."""
    sheet.refresh_from_db()
    entries = sheets.standing_entries(sheet)
    assert [entry.position for entry in entries] == list(range(1, len(entries) + 1))
    played = sheets.game_of(sheet, [entry.data for entry in entries])
    assert totals(sheet) == (played.ns, played.ew)
    assert (sheet.held, sheet.complete) == (played.held, played.complete)
    assert sheet.digest == sheets.digest_of(entries, rulings_of(sheet))
    for entry, step in zip(entries, played.steps, strict=True):
        assert (entry.counted, entry.scores, entry.held_after) == (
            step.counted,
            {"NS": step.ns, "EW": step.ew},
            step.held,
        )
    assert [entry.data for entry in entries] == from_history(sheet)


def from_history(sheet: ScoreSheet) -> list[dict[str, Any]]:
    """The deals that stand, worked out from the history alone; it must be of one piece."""
    standing: list[dict[str, Any]] = []
    events = list(sheet.events.order_by("seq"))
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    for event in events:
        if event.verb == "recorded":
            assert event.position == len(standing) + 1
            standing.append(event.after["deal"])
        elif event.verb == "amended":
            assert standing[event.position - 1] == event.before["deal"]
            standing[event.position - 1] = event.after["deal"]
        elif event.verb == "voided":
            assert event.position == len(standing)
            assert standing.pop() == event.before["deal"]
        elif event.verb == "turned":
            standing = [turned_deal(deal) for deal in standing]
        elif event.verb == "restored":
            standing = list(event.after["deals"])
    return standing
