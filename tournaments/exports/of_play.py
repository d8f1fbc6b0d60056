"""Tables of the play: who sits where, how far the tables are, what came of the rounds, the sheets and their deals."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.templatetags.look import SIDES, STATES, TRUMPS
from scoring.models import ScoreSheet, SheetEntry, SheetSide
from scoring.rules.marked import is_marked
from tournaments import deskrows, givenwords, nouns, people
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.models import Game, Match, Result, Round, RoundStatus, Seat, Tournament
from tournaments.services import clocks
from tournaments.tablewords import DOUBLINGS, RESULTS, SPECIALS

ByRound = Mapping[int | None, who.Named]
_A_TIME = 2000


def _rounds(tournament: Tournament, number: int | None) -> QuerySet[Round]:
    """The rounds whose draw is published, or that one of them."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    return (rounds if number is None else rounds.filter(number=number)).order_by("stage__position", "number")


def _games(tournament: Tournament, number: int | None) -> QuerySet[Game]:
    games = Game.objects.filter(match__round__in=_rounds(tournament, number)).select_related("match__round", "sheet")
    return games.prefetch_related("match__seats").order_by("match__round__number", "table_no", "number")


def named_by_round(tournament: Tournament, number: int | None, *, public: bool = False) -> ByRound:
    """The names of each round: where a player was replaced they are those of who played."""
    called = people.in_public_by_round if public else people.in_hall_by_round
    return called(tournament, _rounds(tournament, number).values_list("number", flat=True))


def sides_of(match: Match, named: ByRound) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Both sides of a table, as cells."""
    names = named[match.round.number]
    seats = sorted(match.seats.all(), key=lambda seat: (seat.side, seat.slot))
    ns, ew = ([names[seat.participant_id] for seat in seats if seat.side == side] for side in "AB")
    return who.side_cells(ns), who.side_cells(ew)


def _round() -> Column:
    return Column("round", _("Round"), Kind.NUMBER)


def _table() -> Column:
    return Column("table", _("Table"), Kind.NUMBER)


# Who sits where


def draw(tournament: Tournament, number: int | None, *, public: bool = False) -> Table:
    """The tables of published draws, and who rests; ``public``: as everybody may see it."""
    columns = (
        _round(),
        _table(),
        Column("meeting", _("Meeting"), Kind.NUMBER),
        *who.sides(),
        Column("note", _("Remark")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        named = named_by_round(tournament, number, public=public)
        resting = _resting(tournament, number)
        last = None
        games = _games(tournament, number).filter(number=1)
        for game in games.exclude(match__kind=Match.Kind.CATCH_UP) if public else games:
            match = game.match
            if last not in (None, match.round.number):
                yield from _rests(last, resting, named)
            last = match.round.number
            ns, ew = sides_of(match, named)
            yield last, game.table_no, match.meeting, *ns, *ew, _made_up(match)
        yield from _rests(last, resting, named)

    return Table("draw", _("Draw"), columns, rows)


def _made_up(match: Match) -> str:
    return _("game made up") if match.kind == Match.Kind.CATCH_UP else ""


def _resting(tournament: Tournament, number: int | None) -> dict[int, list[uuid.UUID]]:
    """Who rests, by round; a team that rests stands for its pairs."""
    found: dict[int, list[uuid.UUID]] = {}
    teams: dict[int, set[uuid.UUID]] = {}
    byes = RoundStatus.objects.filter(round__in=_rounds(tournament, number), status=RoundStatus.Status.BYE)
    for row in byes.select_related("entry", "round").order_by("entry__number"):
        of_team = row.entry.team_id in teams.get(row.round.number, ()) if row.entry.team_id else False
        teams.setdefault(row.round.number, set()).add(row.entry_id)
        if not of_team:
            found.setdefault(row.round.number, []).append(row.entry_id)
    return found


def _rests(number: int | None, resting: Mapping[int, list[uuid.UUID]], named: ByRound) -> Iterator[tuple[Cell, ...]]:
    nobody = who.side_cells(())
    for entry in resting.get(number or 0, ()):
        yield number, None, None, *who.side_cells([named[number][entry]]), *nobody, source(Result.Source.BYE)


def seating(tournament: Tournament, number: int | None) -> Table:
    """Where everybody sits, by name, round by round."""
    names = who.width(people.in_hall(tournament).values())
    columns = (_round(), *who.columns(nouns.at_table(tournament).one, names), _table(), Column("side", _("Side")))

    def rows() -> Iterator[tuple[Cell, ...]]:
        named = named_by_round(tournament, number)
        seats = Seat.objects.filter(match__round__in=_rounds(tournament, number), match__games__number=1, outside=False)
        by_round: dict[int, list[tuple[people.EntryName, int, str]]] = {}
        for round_number, entry, table, side in seats.order_by("match__round__number").values_list(
            "match__round__number", "participant_id", "match__games__table_no", "side"
        ):
            by_round.setdefault(round_number, []).append((named[round_number][entry], table, side))
        for round_number, found in by_round.items():
            for name, table, side in sorted(found, key=lambda one: (one[0].sort_key, one[0].number)):
                yield round_number, *who.cells(name, names), table, _side("NS" if side == "A" else "EW")

    return Table("seating", _("Where everybody sits"), columns, rows)


def _side(side: Any) -> Word | None:
    return Word(side, str(SIDES[side])) if side in SIDES else None


# The desk


def desk(tournament: Tournament, number: int | None) -> Table:
    """The tables as the desk sees them, of the round that is asked for, else of the last one."""
    columns = (
        _round(),
        _table(),
        *who.sides(),
        Column("deals", _("Deals"), Kind.NUMBER),
        Column("deals_of", _("Deals in all"), Kind.NUMBER),
        Column("state", _("Status")),
        Column("told", _("What is known")),
        Column("minutes", _("Minutes since the last deal"), Kind.NUMBER),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        round_ = _rounds(tournament, number).select_related("stage__tournament", "stage__game_format").last()
        if round_ is None:
            return
        named = people.in_hall(tournament, round_number=round_.number)
        moment = deskrows.Moment(timezone.now(), clocks.clock_of(round_))
        for row in deskrows.rows(round_, named, moment):
            sides = [_desk_side(side) for side in row["sides"]]
            state = Word(row["state"], str(STATES[row["state"]][2]))
            told = row["reason"] or row["note"]
            figures = (row["played"], row["total"] or None, state, told, row["minutes"])
            yield round_.number, row["table"], *(cell for side in sides for cell in side), *figures

    return Table("desk", _("Desk"), columns, rows)


def _desk_side(side: Mapping[str, Any]) -> tuple[Cell, ...]:
    names = [*side["names"], *(None,) * who.A_SIDE][: max(who.A_SIDE, len(side["names"]))]
    return who.number(side["number"]), *names[: who.A_SIDE]


# Results and sheets


def results(tournament: Tournament, number: int | None) -> Table:
    """What everybody has from each round, from tables and for rests."""
    names = who.width(people.in_hall(tournament).values())
    columns = (
        _round(),
        _table(),
        Column("game", _("Game of the match"), Kind.NUMBER),
        *who.columns(nouns.at_table(tournament).one, names),
        Column("points", _("Points"), Kind.NUMBER),
        Column("against", _("Points against"), Kind.NUMBER),
        Column("match_points", _("Match points"), Kind.NUMBER),
        Column("source", _("Where it comes from")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        named = named_by_round(tournament, number)
        found = Result.objects.filter(round__in=_rounds(tournament, number)).select_related("round", "game")
        for row in found.order_by("round__number", "game__table_no", "game__number", "entry__number"):
            table, game = (row.game.table_no, row.game.number) if row.game is not None else (None, None)
            yield (
                row.round.number,
                table,
                game,
                *who.cells(named[row.round.number].get(row.entry_id), names),
                row.points_for,
                row.points_against,
                row.match_points,
                Word(row.source, source(row.source)),
            )

    return Table("results", _("Results"), columns, rows)


def source(code: str) -> str:
    """Where a result comes from, in words."""
    return str(Result.Source(code).label) if code == Result.Source.GAME else givenwords.meaning(code)


def sheets(tournament: Tournament, number: int | None) -> Table:
    """A row a score sheet: both totals, and how far it is."""
    columns = (
        _round(),
        _table(),
        Column("game", _("Game of the match"), Kind.NUMBER),
        *who.sides(),
        Column("ns_total", _("Total North-South"), Kind.NUMBER),
        Column("ew_total", _("Total East-West"), Kind.NUMBER),
        Column("deals", _("Deals"), Kind.NUMBER),
        Column("state", _("Status")),
        Column("closed_at", _("Closed at"), Kind.MOMENT),
        Column("forfeit", _("Forfeit")),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        named = named_by_round(tournament, number)
        games = _games(tournament, number).prefetch_related("sheet__sides")
        counted = Count("sheet__entries", filter=Q(sheet__entries__voided_at=None, sheet__entries__counted__gt=0))
        for game in games.annotate(deals=counted):
            sheet = game.sheet
            totals = {one.side: one.total for one in sheet.sides.all()}
            ns, ew = sides_of(game.match, named)
            state = Word(sheet.state, str(ScoreSheet.State(sheet.state).label))
            closed = None if sheet.closed_at is None else timezone.localtime(sheet.closed_at)
            places = (game.match.round.number, game.table_no, game.number)
            yield (*places, *ns, *ew, totals["A"], totals["B"], game.deals, state, closed, _forfeit(game.forfeit))

    return Table("sheets", _("Score sheets"), columns, rows)


def _forfeit(sides: str) -> Word | None:
    """The sides that forfeited: ``NS``, ``EW`` or ``NS EW``."""
    found = [side for letter, side in (("A", "NS"), ("B", "EW")) if letter in sides]
    return Word(" ".join(found), ", ".join(str(SIDES[side]) for side in found)) if found else None


def deals(tournament: Tournament, number: int | None) -> Table:
    """A row a line of a sheet, with the fields of a deal as they were written and what both sides marked for it."""
    columns = (
        _round(),
        _table(),
        Column("game", _("Game of the match"), Kind.NUMBER),
        Column("line", _("Line"), Kind.NUMBER),
        Column("deal", _("Deal"), Kind.NUMBER),
        Column("kind", _("What")),
        *written_columns(),
        Column("result", _("What came of it")),
        Column("ns_score", _("Marked, North-South"), Kind.NUMBER),
        Column("ew_score", _("Marked, East-West"), Kind.NUMBER),
        Column("held", _("Held over"), Kind.NUMBER),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        rounds = _rounds(tournament, number)
        lines = SheetEntry.objects.filter(sheet__game__match__round__in=rounds, voided_at=None)
        order = ("sheet__game__match__round__number", "sheet__game__table_no", "sheet__game__number", "sheet_id")
        told = lines.order_by(*order, "position").values_list(
            "sheet_id", "position", "counted", "kind", "data", "scores", "answer", "held_after"
        )
        beside = _totals(rounds)
        for sheet, on_sheet in groupby(told.iterator(chunk_size=_A_TIME), key=lambda row: row[0]):
            where, totals = beside.pop(sheet)
            for _sheet, line, deal, kind, data, scores, answer, held in on_sheet:
                marks = (scores.get("NS"), scores.get("EW"))
                totals = [total - (mark or 0) for total, mark in zip(totals, marks, strict=True)]
                what = Word(kind, str(SheetEntry.Kind(kind).label))
                yield *where, line, deal, what, *written(data), result_of(answer), *marks, held
            if any(totals):
                yield *where, None, None, *given_beside(totals), None
        for where, totals in beside.values():
            if any(totals):
                yield *where, None, None, *given_beside(totals), None

    return Table("deals", _("Deals"), columns, rows)


def _totals(rounds: QuerySet[Round]) -> dict[uuid.UUID, tuple[tuple[Cell, ...], list[int]]]:
    """Of each sheet its round, table and game, and both totals."""
    sides = SheetSide.objects.filter(sheet__game__match__round__in=rounds)
    where = ("sheet__game__match__round__number", "sheet__game__table_no", "sheet__game__number")
    found: dict[uuid.UUID, tuple[tuple[Cell, ...], list[int]]] = {}
    for sheet, round_, table, game, total in sides.order_by(*where, "side").values_list("sheet_id", *where, "total"):
        found.setdefault(sheet, ((round_, table, game), []))[1].append(total)
    return found


def given_beside(points: Sequence[int]) -> tuple[Cell, ...]:
    """What both sides of a sheet have beside its deals, as a line of it from ``kind`` to the scores: so its lines come
    to its totals."""
    kind = SheetEntry.Kind.ADJUSTMENT.value
    return Word(kind, _("Given by the arbiter, or by rule")), *written({}), None, *points


def written_columns() -> tuple[Column, ...]:
    """The fields of a deal."""
    return (
        Column("declarer", _("Declarer")),
        Column("contract", _("Contract")),
        Column("trump", _("Trump")),
        Column("double", _("Doubled")),
        Column("ns_points", _("Points made, North-South"), Kind.NUMBER),
        Column("ew_points", _("Points made, East-West"), Kind.NUMBER),
        Column("ns_tricks", _("Tricks, North-South"), Kind.NUMBER),
        Column("ew_tricks", _("Tricks, East-West"), Kind.NUMBER),
        Column("belote", _("Belote")),
        Column("sweep", _("All tricks")),
        Column("alone", _("Alone"), Kind.YES),
        Column("last_trick", _("Last trick")),
        Column("ns_announces", _("Announces, North-South")),
        Column("ew_announces", _("Announces, East-West")),
        Column("best", _("Best announce")),
    )


def written(data: Mapping[str, Any]) -> tuple[Cell, ...]:
    """The fields of a deal, or of a line taken over from a paper."""
    points = data.get("marked" if is_marked(data) else "points") or {}
    tricks, announces = data.get("tricks") or {}, data.get("announces") or {}
    contract = data.get("contract")
    return (
        _side(data.get("declarer")),
        Word(str(contract), str(SPECIALS.get(str(contract), contract))) if contract is not None else None,
        _word(data.get("trump"), TRUMPS),
        _word(data.get("double"), DOUBLINGS),
        points.get("NS"),
        points.get("EW"),
        tricks.get("NS"),
        tricks.get("EW"),
        _several(data.get("belote")),
        _side(data.get("sweep")),
        bool(data["alone"]) if "alone" in data else None,
        _side(data.get("last_trick")),
        _listed(announces.get("NS")),
        _listed(announces.get("EW")),
        _side(data.get("best")),
    )


def _word(code: Any, words: Mapping[str, Any]) -> Word | None:
    return Word(code, str(words[code])) if code in words else None


def result_of(answer: Mapping[str, Any]) -> Word | None:
    """What became of a deal."""
    return _word(answer.get("result"), RESULTS)


def _several(sides: Any) -> Word | None:
    found = [side for side in sides or () if side in SIDES]
    return Word(" ".join(found), ", ".join(str(SIDES[side]) for side in found)) if found else None


def _listed(announces: Any) -> str:
    return " ".join(str(one) for one in announces or ())
