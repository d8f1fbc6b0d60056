"""What the arbiter decides at a table: a fault of the club's list with what it costs, another score for a deal or for
the game, and what was decided made void. The verbs of ``scoring.rulings``, told in the tournament's journal."""

import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from scoring import rulings
from scoring.models import ScoreSheet
from scoring.replay import DEAL, GAME, PENALTY, RULINGS, WARNING
from scoring.rulings import Ruling
from scoring.sheet_rows import locked
from tournaments import faultwords
from tournaments.faultwords import Cost
from tournaments.models import Fault, Game, Seat
from tournaments.services import faults
from tournaments.services.errors import TournamentError

SIDES = ("A", "B")


@dataclass(frozen=True, slots=True)
class Given:
    """A fault at a table: whose (``side`` "A" or "B"), which of the list (its ``code``), in which deal (``position``, 0
    for none), and the ``points`` where they are not those of the list."""

    side: str
    code: str
    position: int = 0
    points: int | None = None


def before(game: Game) -> Counter[tuple[str, str]]:
    """How often each fault was noted in the tournament against one of those who sit on each side of the table, by side
    and fault; what was made void does not count."""
    sits = {seat.participant_id: seat.side for seat in game.match.seats.all()}
    seats = Seat.objects.filter(
        match__round__stage__tournament=game.match.round.stage.tournament_id, participant__in=sits
    )
    rows = seats.values_list("participant", "side", "match__games__sheet", "match__games__sheet__options")
    found: Counter[tuple[str, str]] = Counter()
    known: set[tuple[str, Any, int]] = set()  # two players of a mêlée had it together: once
    for participant, there, sheet, options in rows:
        for one in _standing((options or {}).get(RULINGS, [])):
            if one["fault"] and one["side"] == there and (sits[participant], sheet, one["number"]) not in known:
                known.add((sits[participant], sheet, one["number"]))
                found[sits[participant], one["fault"]] += 1
    return found


def _standing(listed: list[dict[str, Any]]) -> list[dict[str, Any]]:
    void = {one["voids"] for one in listed}
    return [one for one in listed if not one["voids"] and one["number"] not in void]


def cost_of(fault: Fault, times: int) -> Cost:
    """What a fault costs that was noted so many times before."""
    if times:
        return Cost(fault.again, fault.again_points)
    return Cost(fault.first, fault.first_points)


@transaction.atomic
def penalise(game_id: uuid.UUID, given: Given, *, key: str, actor: Actor, reason: str = "") -> Cost:
    """Note a fault with what the club's list says that it costs by now; once for each ``key``. Says what it cost.

    The list's own words are the reason where none is given. TournamentError ``fault-side``, ``fault-unknown``,
    ``fault-deal`` (the deal has to be named), ``points-range``, ``ruling-forfeited``; what ``scoring.rulings`` refuses.
    """
    if given.side not in SIDES:
        raise TournamentError("fault-side", "side")
    game = _locked(game_id)
    fault = faults.find(game.match.round.stage.tournament.club, given.code)
    name = fault.key or fault.name
    known = next((one for one in game.sheet.options.get(RULINGS, []) if one["key"] == key), None)
    if known is not None:
        return Cost(_sanction(known), max(abs(known["ns"]), abs(known["ew"])))
    usual = cost_of(fault, before(game)[given.side, name])
    cost = usual if given.points is None else _with_points(usual, given.points)
    if cost.sanction == Fault.Sanction.DEAL and not given.position:
        raise TournamentError("fault-deal", "position")
    said = one_line(reason, 300) or faultwords.called(fault)
    _rule(game, _ruling(cost, given, name), key, actor, said)
    return cost


def _with_points(usual: Cost, points: int) -> Cost:
    """What the arbiter says it costs instead: no points are a warning, points after a word go to the other side."""
    if points == 0:
        return Cost(Fault.Sanction.WARNING, 0)
    return Cost(Fault.Sanction.OTHER if usual.sanction == Fault.Sanction.WARNING else usual.sanction, points)


def _sanction(row: Mapping[str, Any]) -> str:
    if row["kind"] == WARNING:
        return Fault.Sanction.WARNING
    if row["kind"] == DEAL:
        return Fault.Sanction.DEAL
    return Fault.Sanction.OWN if min(row["ns"], row["ew"]) < 0 else Fault.Sanction.OTHER


def _ruling(cost: Cost, given: Given, fault: str) -> Ruling:
    is_ns = given.side == "A"
    to_other = {"ew" if is_ns else "ns": cost.points}
    if cost.sanction == Fault.Sanction.WARNING:
        return Ruling(WARNING, given.side, fault, given.position)
    if cost.sanction == Fault.Sanction.OWN:
        return Ruling(PENALTY, given.side, fault, given.position, **{"ns" if is_ns else "ew": -cost.points})
    return Ruling(
        DEAL if cost.sanction == Fault.Sanction.DEAL else PENALTY, given.side, fault, given.position, **to_other
    )


@transaction.atomic
def adjust(game_id: uuid.UUID, position: int, ns: int, ew: int, *, key: str, actor: Actor, reason: str) -> ScoreSheet:
    """Give a deal (``position`` from 1), or with 0 the whole game, another score for both sides; once for each ``key``.
    TournamentError ``ruling-forfeited``; what ``scoring.rulings`` refuses."""
    game = _locked(game_id)
    return _rule(game, Ruling(DEAL if position else GAME, position=position, ns=ns, ew=ew), key, actor, reason)


@transaction.atomic
def void(game_id: uuid.UUID, number: int, *, actor: Actor, reason: str) -> ScoreSheet:
    """Make a ruling void by its counter entry; see ``scoring.rulings.void``."""
    game = _locked(game_id)
    sheet = rulings.void(game.sheet_id, number, actor=actor, reason=reason)
    _record(actor, "ruling.voided", game, sheet, one_line(reason, 300))
    return sheet


def _locked(game_id: uuid.UUID) -> Game:
    """The game with its sheet locked first, as whoever writes on it does."""
    locked(Game.objects.values_list("sheet_id", flat=True).get(pk=game_id))
    games = Game.objects.select_related("sheet", "match__round__stage__tournament__club")
    return games.get(pk=game_id)


def _rule(game: Game, ruling: Ruling, key: str, actor: Actor, reason: str) -> ScoreSheet:
    if game.forfeit:
        raise TournamentError("ruling-forfeited", table=game.table_no)
    before = len(game.sheet.options.get(RULINGS, []))
    sheet = rulings.rule(game.sheet_id, ruling, key=key, actor=actor, reason=reason)
    if len(sheet.options.get(RULINGS, [])) > before:
        _record(actor, "ruling.made", game, sheet, one_line(reason, 300))
    return sheet


def _record(actor: Actor, verb: str, game: Game, sheet: ScoreSheet, reason: str) -> None:
    round_ = game.match.round
    told = {name: sheet.options[RULINGS][-1][name] for name in ("kind", "side", "fault", "position", "ns", "ew")}
    after = {"round": round_.number, "table": game.table_no, **told}
    audit.record(actor, verb, game, club_id=round_.stage.tournament.club_id, after=after, reason=reason)
