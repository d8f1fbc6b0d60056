"""Movement cards, four to a page, and the hall's poster of moves: what they are made from."""

import uuid
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from django.utils.translation import gettext as _

from core.jobs import JobError
from documents import words
from documents.posters import seal_of
from tournaments import moves, nouns, people
from tournaments.models import Stage, Tournament
from tournaments.moves import Moves, Stop


@dataclass(frozen=True, slots=True)
class Line:
    """A round on a card. ``table``: "" where it is only known when the round is drawn. ``side``: "A", "B", "" at rest.
    ``then``: where to go after it, "" where that is not known."""

    round: str
    table: str
    side: str
    mate: str
    meets: str
    deals: str
    then: str


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one entry. ``number``: what a range counts by, of a pair of a team its team's; ``say``: its way in a
    sentence, "" where there is no rule for it."""

    number: int
    label: str
    names: tuple[str, ...]
    say: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class GridRow:
    """A line of the plan: what it is about (a table, or an entry with its names), and a cell for each round."""

    label: str
    names: tuple[str, ...]
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Papers:
    """All that cards and poster are made from. ``steps``: from which table to which, for the movers."""

    language: str
    system: str
    over: str
    noun: str
    cards: tuple[Card, ...]
    rules: tuple[str, ...]
    movers: str
    steps: tuple[tuple[int, int], ...]
    rounds: tuple[int, ...]
    grid: tuple[GridRow, ...]
    seal: tuple[str, str]

    def content_key(self, kind: str) -> str:
        return words.content_key(kind, asdict(self))


def gather(stage_id: uuid.UUID) -> tuple[Tournament, Papers]:
    """Everything on the cards and the poster of a stage, in the club's language.

    Stage.DoesNotExist; JobError "no-plan" where no draw is published, or its system has no plan of moves.
    """
    stage = Stage.objects.select_related("tournament__club").get(pk=stage_id)
    tournament = stage.tournament
    found = moves.of_stage(stage)
    if found is None:
        raise JobError("no-plan")
    named = people.in_hall(tournament)
    label = {entry: name.label for entry, name in named.items()}
    by_number = _by_number(found, named)
    with words.local_to(tournament) as language:
        cards = [
            Card(
                _number(who, named),
                label[who],
                named[who].names,
                _say(found, stops),
                tuple(_lines(found, stops, label)),
            )
            for who, stops in sorted(found.stops.items(), key=lambda one: (named[one[0]].number, label[one[0]]))
            if any(not stop.is_drawn or stop.meets for stop in stops)
        ]
        papers = Papers(
            language=language,
            system=found.system,
            over=f"{tournament.name}, {words.long_date(tournament.local_date)}",
            noun=str(nouns.at_table(tournament).one),
            cards=tuple(cards),
            rules=_rules(found, by_number),
            movers=_movers(by_number),
            steps=_steps(found),
            rounds=found.rounds,
            grid=tuple(_grid(found, named)),
            seal=seal_of(stage),
        )
    return tournament, papers


def _number(who: uuid.UUID, named: dict[uuid.UUID, people.EntryName]) -> int:
    team = named[who].team
    return named[who if team is None else team].number


def _joined(ids: Iterable[uuid.UUID], label: dict[uuid.UUID, str]) -> str:
    return people.side_label(label[one] for one in ids)


def _lines(found: Moves, stops: tuple[Stop, ...], label: dict[uuid.UUID, str]) -> Iterable[Line]:
    for stop, after in zip(stops, [*stops[1:], None], strict=True):
        meets = "–" if stop.is_away else _joined(stop.meets, label) if stop.meets else _("rest")
        yield Line(
            round=str(stop.round),
            table=str(stop.table) if stop.table else "" if stop.meets else "–",
            side={"ns": "A", "ew": "B", "": ""}[stop.side],
            mate=_joined(stop.mates, label),
            meets=meets,
            deals=str(stop.deals) if stop.deals else "",
            then=_then(stop, after) if found.system in moves.AT_TABLES else "",
        )


def _then(stop: Stop, after: Stop | None) -> str:
    """Where to go after a round."""
    if after is None:
        return _("the end")
    if not after.meets:
        return _("rest")
    return _("stay") if after.table == stop.table else f"→ {after.table}"


def _say(found: Moves, stops: tuple[Stop, ...]) -> str:
    """The way of an entry in a sentence."""
    if found.system not in moves.AT_TABLES:
        return ""
    tables = {stop.table for stop in stops if stop.table}
    if len(tables) == 1:
        return _("You stay at table %(table)d.") % {"table": next(iter(tables))}
    if found.style == "skip":
        return _("After each round go up one table, once two: see below.")
    return _("After each round go up one table; from table %(last)d to table 1.") % {"last": found.tables}


def _by_number(found: Moves, named: dict[uuid.UUID, people.EntryName]) -> bool:
    """Whether odd numbers stay and even ones move: not so where somebody left before the first draw, or the places
    went by lot."""
    return found.system == moves.EVEN_ODD and all(
        (named[who].number % 2 == 1) == (stop.side == "ns")
        for who, stops in found.stops.items()
        for stop in stops
        if stop.side and not stop.is_drawn
    )


def _rules(found: Moves, by_number: bool) -> tuple[str, ...]:
    """The movement in sentences for the wall; none where only the plan says where to go."""
    if found.system not in moves.AT_TABLES:
        return ()
    last = {"last": found.tables}
    up = _("to the next table up, from table %(last)d to table 1") % last
    if by_number:
        return (
            _("Odd numbers stay at their table."),
            _("Even numbers move after each round: %(where)s.") % {"where": up},
        )
    told = [_("North-South stays seated."), _("East-West moves after each round: %(where)s.") % {"where": up}]
    if found.style == "skip":
        half = found.rounds[0] - 1 + (found.tables + 1) // 2
        told.append(_("After round %(round)d East-West goes up two tables, once.") % {"round": half})
    if found.style == "relay":
        told.append(
            _("Prepared deals go down one table; tables 1 and %(last)d share a set, one waits half-way.") % last
        )
    return tuple(told)


def _movers(by_number: bool) -> str:
    return _("Even numbers") if by_number else _("East-West")


def _steps(found: Moves) -> tuple[tuple[int, int], ...]:
    if found.system not in moves.AT_TABLES:
        return ()
    return tuple((table, table % found.tables + 1) for table in range(1, found.tables + 1))


def _grid(found: Moves, named: dict[uuid.UUID, people.EntryName]) -> Iterable[GridRow]:
    """The plan: by table where the system gives tables, else by entry."""
    label = {entry: name.label for entry, name in named.items()}
    if found.system in moves.AT_TABLES:
        sides: dict[tuple[int, int], dict[str, uuid.UUID]] = {}
        for who, stops in found.stops.items():
            for stop in stops:
                if stop.table and stop.meets:
                    sides.setdefault((stop.table, stop.round), {})[stop.side] = who
        for table in sorted({table for table, _round in sides}):
            cells = [sides.get((table, number)) for number in found.rounds]
            yield GridRow(
                str(table), (), tuple(f"{label[both['ns']]} – {label[both['ew']]}" if both else "" for both in cells)
            )
        return
    for who, stops in sorted(found.stops.items(), key=lambda one: (named[one[0]].number, label[one[0]])):
        by_round = {stop.round: stop for stop in stops}
        yield GridRow(label[who], named[who].names, tuple(_cell(by_round.get(one), label) for one in found.rounds))


def _cell(stop: Stop | None, label: dict[uuid.UUID, str]) -> str:
    if stop is None or stop.is_away:
        return "–"
    if not stop.meets:
        return _("rest")
    meets = _joined(stop.meets, label)
    return f"{_joined(stop.mates, label)} / {meets}" if stop.mates else meets
