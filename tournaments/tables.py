"""What is known at a table: one JSON document of its sheet, for the phone's page and the API.

Nothing is counted here: numbers, scores, totals and reasons come from ``scoring.sheets.game_of``.
"""

import hashlib
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Q
from django.utils import timezone

from clubs import names
from core.templatetags.look import clock
from scoring import rules, sheets
from scoring.agreeing import agreement_of
from scoring.models import EntryEvent, ScoreSheet, SheetEntry
from scoring.rules.cards import MODE_OF
from scoring.rules.game import Game as PlayedGame
from scoring.rules.game import Step
from scoring.rules.game_words import end_text
from scoring.rulesets_store import rules_of, title_of
from tournaments import agreed, people, tablewords
from tournaments.models import Entry, EntryMember, Game, Seat
from tournaments.services import play, stages

#: Who sits where: the first and second player of each side.
SEATS = {"A": ("N", "S"), "B": ("E", "W")}
#: The deal goes anticlockwise, to the right: who sits north faces south and has west on his right hand.
NEXT_DEALER = {"N": "W", "W": "S", "S": "E", "E": "N"}


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table. ``whole`` as named in the hall, ``family`` and ``given`` for narrow places."""

    seat: str
    side: str
    whole: str
    family: str
    given: str


def table_state(access: play.TableAccess, language: str) -> dict[str, Any] | None:
    """The document of the table that a link opens, in ``language``; None where its draw was withdrawn."""
    game = play.current_game(access.match_id)
    return None if game is None else game_state(game, language, writable=access.writable)


def state_tag(access: play.TableAccess, language: str) -> str:
    """An ETag that changes whenever ``table_state`` may: sheet, who plays, the language, and who may write."""
    row = (
        Game.objects.filter(match_id=access.match_id)
        .order_by("number")
        .values_list("sheet_id", "sheet__revision", "sheet__state", "state", "forfeit", "match__round__revision")
    )
    seen = repr((list(row), language, access.writable, rules.ENGINE_VERSION))
    return f'"{hashlib.sha256(seen.encode()).hexdigest()[:24]}"'


def game_state(game: Game, language: str, *, writable: bool) -> dict[str, Any]:
    """The document of a game's sheet: ten queries, however many deals. ``game`` as ``play.current_game`` gives it.

    The sheet's row is read before its entries: what is shown is never older than the revision beside it, so that a
    reader whose figures are stale is always told.
    """
    sheet = game.sheet
    round_ = game.match.round
    tournament = round_.stage.tournament
    entries = sheets.standing_entries(sheet)
    events = list(sheet.events.filter(verb__in=[EntryEvent.Verb.AMENDED, EntryEvent.Verb.VOIDED]).order_by("seq"))
    played = sheets.game_of(sheet, [entry.data for entry in entries], language=language)
    sides, players = _sides(game, played)
    with timezone.override(ZoneInfo(tournament.zone)):
        lines = [
            _line(entry, step, [event for event in events if event.entry == entry.pk])
            for entry, step in zip(entries, played.steps, strict=True)
        ]
        taken_back = [_taken_back(event) for event in events if event.verb == EntryEvent.Verb.VOIDED]
        called = {side["side"]: tablewords.pair(side["label"]) for side in sides}
        agreement = agreed.document(sheet, agreement_of(sheet), entries, called)
    ruleset = rules_of(sheet.ruleset_version)
    return {
        "sheet": str(sheet.pk),
        "revision": sheet.revision,
        "digest": sheet.digest,
        "state": sheet.state,
        "writable": writable and sheet.state == ScoreSheet.State.OPEN,
        "complete": played.complete,
        "language": language,
        "club": tournament.club.name,
        "tournament": tournament.name,
        "round": {"number": round_.number, "of": stages.rounds_in_all(round_.stage.tournament)},
        "table": game.table_no,
        "match": str(game.match_id),
        "game": _game(game, sheet, played, sides, language),
        "agreement": agreement,
        "sides": sides,
        "players": [_player(player) for player in players],
        "dealer": _dealer(sheet, played, players),
        "held": played.held,
        "next": None
        if played.complete or sheet.state != ScoreSheet.State.OPEN
        else {"position": len(entries) + 1, "counted": played.counted + 1},
        "entries": lines,
        "taken_back": taken_back,
        # By the name that people know: a preset's with its variants, a club's own as the club calls it.
        "keys": {**keys_of(ruleset, language), "title": title_of(sheet.ruleset_version, language)},
    }


def _game(
    game: Game, sheet: ScoreSheet, played: PlayedGame, sides: list[dict[str, Any]], language: str
) -> dict[str, Any]:
    """How long the game is and how much of it is over: deals left, where that is known, and the points that each side
    still needs for a target; ``text`` says why it is over, or why it goes on although its length is reached;
    ``forfeit`` who forfeited it, empty where it was played."""
    called = {side["side"]: tablewords.pair(side["label"]) for side in sides}
    return {
        "number": game.number,
        "kind": sheet.format.kind,
        "length": sheet.format.length,
        "counted": played.counted,
        "deals_left": played.deals_left,
        "points_left": played.points_left,
        "limit": played.format.ending.minutes,
        "time_called": played.to_play is not None,
        "winner": played.winner,
        "text": end_text(played, called, language),
        "forfeit": tablewords.forfeited(game.forfeit, {one: called[name] for one, name in sheets.SIDE_OF.items()}),
    }


def _sides(game: Game, played: PlayedGame) -> tuple[list[dict[str, Any]], list[Player]]:
    """Both sides with their numbers, names and totals, and the four players with their seats."""
    round_number = game.match.round.number
    seats = list(Seat.objects.filter(match_id=game.match_id).select_related("participant").order_by("side", "slot"))
    members: dict[uuid.UUID, list[EntryMember]] = {}
    rows = EntryMember.objects.filter(
        entry__in=[seat.participant_id for seat in seats], from_round__lte=round_number
    ).select_related("person")
    for member in rows.order_by("slot", "from_round"):
        if member.until_round is None or round_number <= member.until_round:
            members.setdefault(member.entry_id, []).append(member)
    labels = _labels(seats)
    sides, players = [], []
    for letter, name in sheets.SIDE_OF.items():
        numbers = [seat.participant.number for seat in seats if seat.side == letter]
        seated = [member for seat in seats if seat.side == letter for member in members.get(seat.participant_id, [])]
        here = [_named(member, seat, name) for member, seat in zip(seated, SEATS[letter], strict=False)]
        players += here
        sides.append(
            {
                "side": name,
                "numbers": numbers,
                "label": people.side_label(labels[seat.participant_id] for seat in seats if seat.side == letter),
                "names": [player.whole for player in here],
                "families": [player.family for player in here],
                "total": played.totals[name],
            }
        )
    return sides, players


def _labels(seats: Iterable[Seat]) -> dict[uuid.UUID, str]:
    """The number of each entry at the table as it is written; of pairs of teams, all of these are asked for."""
    entries = [seat.participant for seat in seats]
    teams = [entry.team_id for entry in entries if entry.team_id is not None]
    if teams:
        entries = list(Entry.objects.filter(Q(pk__in=teams) | Q(team__in=teams)).order_by("number"))
    return people.labels_of(entries)


def _named(member: EntryMember, seat: str, side: str) -> Player:
    """A player as the hall may name him; who objected is only known by his pseudonym, or first name and initial."""
    objected = member.shown_as == EntryMember.ShownAs.OBJECTED
    person = member.person
    whole = names.in_hall(person, objected=objected)
    if objected or person.erased_at is not None or not person.given or not person.family:
        return Player(seat, side, whole, whole, whole)
    return Player(seat, side, whole, person.family, person.given if person.order_known else whole)


def _player(player: Player) -> dict[str, str]:
    return {"seat": player.seat, "side": player.side, "name": player.whole, "given": player.given}


def _dealer(sheet: ScoreSheet, played: PlayedGame, players: list[Player]) -> dict[str, Any]:
    """Who dealt first and who deals now; ``seat`` is empty until the table said who began.

    Each deal, a passed one too, moves the deal to the right; one that is replayed is dealt by the same player.
    """
    if not sheet.first_dealer:
        return {"first": "", "seat": "", "name": "", "side": ""}
    seat = sheet.first_dealer
    for step in played.steps:
        if step.answer is not None and step.answer.result != "replay":
            seat = NEXT_DEALER[seat]
    player = next((player for player in players if player.seat == seat), None)
    return {
        "first": sheet.first_dealer,
        "seat": seat,
        "name": player.given if player else "",
        "side": "NS" if seat in SEATS["A"] else "EW",
    }


def _line(entry: SheetEntry, step: Step, events: list[EntryEvent]) -> dict[str, Any]:
    """A line of the sheet: the deal, what it is worth and why, the running totals, and what it was before."""
    answer = step.answer
    assert answer is not None
    lines = [line.as_dict() for line in answer.lines]
    return {
        "position": entry.position,
        "counted": step.counted,
        "kind": entry.kind,
        "deal": entry.data,
        "score": {"NS": step.ns, "EW": step.ew},
        "totals": {"NS": step.total_ns, "EW": step.total_ew},
        "held": step.held,
        "result": answer.result,
        "made": answer.made,
        "after_end": step.after_end,
        "summary": tablewords.summary(answer.result, entry.data, step.counted),
        "reason": lines[0]["text"] if lines else "",
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
    return (trace or {}).get("deal") or {"declarer": None}


def preview(game: Game, deal: Mapping[str, Any], position: int, language: str) -> dict[str, Any]:
    """What ``deal`` would be worth at ``position`` (from 1), and the totals with it; nothing is written.

    Raises ``rules.DealError`` for a deal that cannot be.
    """
    data = play.known_fields(deal)
    deals: list[Mapping[str, Any]] = [entry.data for entry in sheets.standing_entries(game.sheet)]
    index = min(max(position, 1), len(deals) + 1) - 1
    deals[index : index + 1] = [data]
    played = sheets.game_of(game.sheet, deals, language=language)
    step = played.steps[index]
    assert step.answer is not None
    return {
        "score": {"NS": step.ns, "EW": step.ew},
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
