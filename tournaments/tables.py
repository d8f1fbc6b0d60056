"""What is known at a table: one JSON document of its sheet, for the phone's page and the API.

Nothing is counted here: numbers, scores, totals and reasons come from ``scoring.sheets.game_of``.
"""

import hashlib
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Count, Q
from django.utils import timezone

from clubs import names
from core.templatetags.look import clock
from scoring import rules, seated, sheets
from scoring.agreeing import Agreement, agreement_of
from scoring.models import Dispute, ScoreSheet, SheetEntry
from scoring.rules.game import Game as PlayedGame
from scoring.rules.game_words import end_text
from scoring.rulesets_store import rules_of, title_of
from scoring.sheet_game import rulings_of
from tournaments import (
    agreed,
    clockwords,
    devicewords,
    friends_table,
    people,
    phonerules,
    rulingwords,
    sheetlines,
    tablewords,
)
from tournaments.models import Entry, EntryMember, Game, Seat
from tournaments.services import clocks, paircodes, play, stages, windows
from tournaments.services.tableaccess import current_of, games_of
from tournaments.sheetlines import dealt_by, head_of, lines_of, next_of
from tournaments.sheetlines import keys_of as keys_of
from tournaments.windows import Window

#: Who sits where: the first and second player of each side.
SEATS = {"A": ("N", "S"), "B": ("E", "W")}
#: The deal goes anticlockwise, to the right: who sits north faces south and has west on his right hand.
DEALT = seated.SEATS[4]


@dataclass(frozen=True, slots=True)
class Player:
    """A player at a table. ``whole`` as named in the hall, ``family`` and ``given`` for narrow places."""

    seat: str
    side: str
    whole: str
    family: str
    given: str


def table_state(access: play.TableAccess, language: str) -> dict[str, Any] | None:
    """The document of the table that a link opens, in ``language``; None where its draw was withdrawn, or a table of
    friends was erased."""
    return state_and_tag(access, language)[0]


def state_and_tag(access: play.TableAccess, language: str) -> tuple[dict[str, Any] | None, str]:
    """The same with its ETag (``state_tag``): never that of a later state."""
    if isinstance(access, play.FriendsAccess):
        tag = friends_table.state_tag(access, language)
        return friends_table.table_state(access, language), tag
    games = games_of(access.match_id)
    game = current_of(games)
    if game is None:
        return None, _tag([], access, language)
    found = game_state(game, language, writable=access.writable)
    with timezone.override(ZoneInfo(game.match.round.stage.tournament.zone)):
        found["devices"] = devicewords.told(access.match_id)
    rows = [(len(found["devices"]), *(attrgetter(name)(one) for name in _TOLD)) for one in games]
    return found, _tag(rows, access, language)


#: What the document follows from, as far as a game's row tells.
_TOLD = ("sheet_id", "sheet.revision", "sheet.state", "state", "forfeit", "match.round.revision")


def state_tag(access: play.TableAccess, language: str) -> str:
    """An ETag that changes whenever ``table_state`` may: sheet, who plays, the language, and who may write."""
    if isinstance(access, play.FriendsAccess):
        return friends_table.state_tag(access, language)
    rows = (
        Game.objects.filter(match_id=access.match_id)
        .annotate(devices=Count("match__devices"))
        .order_by("number")
        .values_list("devices", *(name.replace(".", "__") for name in _TOLD))
    )
    return _tag(list(rows), access, language)


def _tag(rows: list[tuple[Any, ...]], access: play.TableAccess, language: str) -> str:
    seen = repr((rows, language, access.writable, rules.ENGINE_VERSION))
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
    played = sheets.game_of(sheet, [entry.data for entry in entries], language=language)
    sides, players = _sides(game, played)
    with timezone.override(ZoneInfo(tournament.zone)):
        found = agreement_of(sheet)
        lines = lines_of(sheet, entries, played, found.verbs)
        called = {side["side"]: tablewords.pair(side["label"]) for side in sides}
        agreement = agreed.document(sheet, found, entries, called)
        agreement["open_until"] = _open_until(game, found) if writable else ""
        agreement["codes"] = paircodes.is_on(round_.stage)
        has_versions = any(one.kind == Dispute.Kind.VERSIONS for one in found.open_disputes)
    ruleset = rules_of(sheet.ruleset_version)
    return {
        **head_of(sheet, played, language, writable=writable),
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
        "next": next_of(sheet, played),
        **lines,
        # By the name that people know: a preset's with its variants, a club's own as the club calls it.
        "keys": {
            **keys_of(ruleset, language),
            "title": title_of(sheet.ruleset_version, language),
            "rules": phonerules.mark(sheet.ruleset_version, language),
        },
        **_said_by_the_desk(game, entries, called),
        **({"versions": agreed.versions(sheet, entries)} if has_versions else {}),
        **({"rehearsal": True} if tournament.rehearsal_of_id else {}),
    }


def _said_by_the_desk(game: Game, entries: list[SheetEntry], called: dict[str, str]) -> dict[str, Any]:
    """What the desk announces to the tables of the round, and what the arbiter decided about this game; nothing of what
    there is not."""
    clock_now = clocks.as_announced(game.match.round) if game.sheet.state == ScoreSheet.State.OPEN else None
    announced = clockwords.announced(clock_now) if clock_now is not None else ""
    labels = {letter: called[name] for letter, name in sheets.SIDE_OF.items()}
    numbers = {entry.position: entry.counted for entry in entries}
    decided = rulingwords.shown(rulings_of(game.sheet), labels, numbers)
    return {**({"announced": announced} if announced else {}), **({"rulings": decided} if decided else {})}


def _open_until(game: Game, agreement: Agreement) -> str:
    """Until when the table may open its own sheet again; "" where it may not."""
    if game.sheet.state != ScoreSheet.State.CLOSED or not agreement.is_full:
        return ""
    now = windows.of_game(game, agreement)
    return clock(now.until) if now.window == Window.AGREE else ""


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
        # What the phone counts on by, without the network.
        "called": sheet.options.get(sheets.TIME_CALLED),
        "ending": sheet.format.ending,
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
    """Who dealt first and who deals now; ``seat`` is empty until the table said who began."""
    seat = dealt_by(sheet.first_dealer, DEALT, played.steps)
    if not seat:
        return {"first": "", "seat": "", "name": "", "side": ""}
    player = next((player for player in players if player.seat == seat), None)
    return {
        "first": sheet.first_dealer,
        "seat": seat,
        "name": player.given if player else "",
        "side": "NS" if seat in SEATS["A"] else "EW",
    }


def preview(game: Game, deal: Mapping[str, Any], position: int, language: str) -> dict[str, Any]:
    """What a deal would be worth on a game's sheet; see ``sheetlines.preview``."""
    return sheetlines.preview(game.sheet, deal, position, language)
