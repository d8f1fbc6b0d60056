"""The parts of a table's document that follow from its sheet alone: its lines, what a deal would be worth, the keys."""

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any

from core.templatetags.look import clock
from scoring import rules, sheets
from scoring.models import EntryEvent, ScoreSheet, SheetEntry
from scoring.rules.cards import MODE_OF
from scoring.rules.game import Game as PlayedGame
from scoring.rules.game import Step
from scoring.rules.marked import is_marked
from scoring.rules.ruleset import PLAYERS
from tournaments import tablewords
from tournaments.services import play

#: The verbs of a history that leave a trace on the sheet as it is shown.
_TRACED = (EntryEvent.Verb.AMENDED, EntryEvent.Verb.VOIDED)


def lines_of(
    sheet: ScoreSheet, entries: Sequence[SheetEntry], played: PlayedGame, verbs: Container[str] = _TRACED
) -> dict[str, Any]:
    """The lines that stand and the traces of those that were taken back (``entries``, ``taken_back``); one query, or
    none where the history is known to have no such ``verbs``. Times are those of the clock in the active zone."""
    traced = [verb for verb in _TRACED if verb in verbs]
    events = list(sheet.events.filter(verb__in=traced).order_by("seq")) if traced else []
    return {
        "entries": [
            _line(entry, step, played.sides, [event for event in events if event.entry == entry.pk])
            for entry, step in zip(entries, played.steps, strict=True)
        ],
        "taken_back": [_taken_back(event) for event in events if event.verb == EntryEvent.Verb.VOIDED],
    }


def head_of(sheet: ScoreSheet, played: PlayedGame, language: str, *, writable: bool) -> dict[str, Any]:
    """What a table's document begins with: which sheet in which state, and whether it can be written on now."""
    return {
        "sheet": str(sheet.pk),
        "revision": sheet.revision,
        "digest": sheet.digest,
        "state": sheet.state,
        "writable": writable and sheet.state == ScoreSheet.State.OPEN,
        "complete": played.complete,
        "language": language,
    }


def next_of(sheet: ScoreSheet, played: PlayedGame) -> dict[str, int] | None:
    """The place and the number of the deal that comes next; None where none can be written."""
    if played.complete or sheet.state != ScoreSheet.State.OPEN:
        return None
    return {"position": len(played.steps) + 1, "counted": played.counted + 1}


def dealt_by(first: str, seats: Sequence[str], steps: Iterable[Step]) -> str:
    """The seat that deals now, of ``seats`` in the order of the deal; "" until the table said who began.

    Each deal, a passed one too, moves the deal on; one that is replayed is dealt by the same player.
    """
    if first not in seats:
        return ""
    moved = sum(1 for step in steps if step.answer is not None and step.answer.result != "replay")
    return seats[(seats.index(first) + moved) % len(seats)]


def _line(entry: SheetEntry, step: Step, sides: Sequence[str], events: list[EntryEvent]) -> dict[str, Any]:
    """A line of the sheet: the deal, what it is worth and why, the running totals, and what it was before."""
    answer = step.answer
    assert answer is not None
    lines = [line.as_dict() for line in answer.lines]
    return {
        "position": entry.position,
        "counted": step.counted,
        "kind": entry.kind,
        "deal": {**entry.data, "says": tablewords.on_paper()} if is_marked(entry.data) else entry.data,
        "score": step.by_name,
        "totals": dict(zip(sides, step.totals, strict=True)),
        "held": step.held,
        "result": answer.result,
        "made": answer.made,
        "after_end": step.after_end,
        "summary": tablewords.summary(answer.result, _said(entry.data), step.counted),
        "reason": lines[0]["text"] if lines and not is_marked(entry.data) else "",
        "lines": lines,
        "warnings": list(answer.warnings),
        "amended": [
            {**_trace(event), "text": tablewords.change(_deal(event.before), _deal(event.after), clock(event.at))}
            for event in events
            if event.verb == EntryEvent.Verb.AMENDED
        ],
    }


def _taken_back(event: EntryEvent) -> dict[str, Any]:
    text = tablewords.taken_back(event.position or 0, _deal(event.before), clock(event.at))
    return {**_trace(event), "position": event.position, "text": text}


def _trace(event: EntryEvent) -> dict[str, Any]:
    """When, and from where: this table's link, or the desk."""
    return {"at": event.at.isoformat(), "by": "desk" if event.actor_id else "table", "device": event.device[:4]}


def _deal(trace: Any) -> Mapping[str, Any]:
    return _said((trace or {}).get("deal") or {"declarer": None})


def _said(deal: Mapping[str, Any]) -> Mapping[str, Any]:
    """The deal as its words read it: of three players the declarer's points are under his own name."""
    declarer = deal.get("declarer")
    if declarer not in PLAYERS:
        return deal
    points = {declarer if side == "NS" else side: number for side, number in (deal.get("points") or {}).items()}
    return {**deal, "points": points, "sweep": declarer if deal.get("sweep") == "NS" else deal.get("sweep")}


def preview(sheet: ScoreSheet, deal: Mapping[str, Any], position: int, language: str) -> dict[str, Any]:
    """What ``deal`` would be worth at ``position`` (from 1), and the totals with it; nothing is written.

    Raises ``rules.DealError`` for a deal that cannot be.
    """
    data = play.known_fields(deal)
    deals: list[Mapping[str, Any]] = [entry.data for entry in sheets.standing_entries(sheet)]
    index = min(max(position, 1), len(deals) + 1) - 1
    deals[index : index + 1] = [data]
    played = sheets.game_of(sheet, deals, language=language)
    step = played.steps[index]
    assert step.answer is not None
    return {
        "score": step.by_name,
        "totals": played.totals,
        "result": step.answer.result,
        "made": step.answer.made,
        "held": step.held,
        "counted": step.counted,
        "lines": [line.as_dict() for line in step.answer.lines],
        "warnings": [
            {"field": note.field, "code": note.code, "text": note.text(language)} for note in step.answer.notes
        ],
    }


def keys_of(ruleset: rules.RuleSet, language: str) -> dict[str, Any]:
    """What a scorer can write under a rule set: the page's keys, chips and columns follow from it."""
    announces = ruleset.announce_names(language) if ruleset.enters_announces else {}
    return {
        "ruleset": ruleset.id,
        "title": ruleset.title(language),
        "fields": list(ruleset.fields),
        "bids": list(ruleset.bids),
        "specials": list(ruleset.special_contracts),
        "trumps": list(ruleset.trumps),
        "doublings": list(ruleset.doublings),
        "pack": {trump: ruleset.pack_total(trump) for trump in ruleset.trumps},
        "ten": {trump: ruleset.cards.last_trick[MODE_OF[trump]] for trump in ruleset.trumps},
        "belote": {trump: _belotes(ruleset, trump) for trump in ruleset.trumps},
        "announces": [
            {"id": name, "label": label, "values": {t: ruleset.announce_values(t)[name] for t in ruleset.trumps}}
            for name, label in announces.items()
        ],
        "sweep": ruleset.enters_sweep,
        "alone": ruleset.enters_alone,
        "last_trick": ruleset.enters_last_trick,
        "counts_passed": ruleset.counts_passed,
    }


def _belotes(ruleset: rules.RuleSet, trump: str) -> int:
    """How many belotes there can be under ``trump``; none where they are worth nothing."""
    return ruleset.belote_most[MODE_OF[trump]] if ruleset.enters_belote else 0
