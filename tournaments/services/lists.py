"""The lists beside the standings, of a tournament as it is now: read in a fixed number of queries, however large."""

import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.models import SheetEntry
from tournaments.draws.record import plan_of
from tournaments.models import Draw, Entry, EntryMember, Match, Round, Seat, Stage, Tournament
from tournaments.services import stages
from tournaments.services.ranking import line_of, ranked, until
from tournaments.services.results import standings_figures
from tournaments.standings import categories
from tournaments.standings.counting import span_of
from tournaments.standings.figures import lines_of
from tournaments.standings.lists import (
    CATEGORIES,
    CLUBS,
    KINDS,
    LINES,
    PLAYERS,
    ROUNDS,
    Groups,
    RankedList,
    Sources,
    of_stage,
)
from tournaments.standings.lists import lists_of as made_of
from tournaments.standings.memberships import Line, Membership, Share, before_deal, until_round
from tournaments.standings.ranking import ScoreRow
from tournaments.standings.rows import all_rows, criteria
from tournaments.standings.staged import reached_stages


def lists_of(
    tournament: Tournament, kinds: Collection[str] = KINDS, *, upto: int | None = None, round_number: int | None = None
) -> list[RankedList]:
    """The lists of these kinds: for pages, papers and files. ``upto``: by what is marked today in the rounds until this
    one (1 or more). ``round_number``: of single rounds only this one."""
    return made_of(sources_of(tournament, upto=upto), kinds, round_number)


def lists_figures(tournament: Tournament, number: int, *, upto: int | None = None) -> dict[str, Any]:
    """All lists after round ``number`` as plain JSON, to be kept with a publication: ids, figures, and what clubs and
    categories are called; no person's name. ``upto`` as in ``lists_of``. Who comes in after that round is in none."""
    return {
        "round": number,
        "lists": [one.to_data() for one in made_of(sources_of(tournament, upto=upto, after=number))],
    }


def sources_of(tournament: Tournament, *, upto: int | None = None, after: int | None = None) -> Sources:
    """What the lists are made of. ``upto`` as in ``lists_of``; ``after``: who plays in which entry as it was after this
    round, whatever was changed for the next."""
    kept = [one for one in stages.stages_of(tournament) if upto is None or stages.first_number(one) <= upto]
    rows = _until(all_rows(tournament), upto)
    is_of_teams = tournament.entry_kind == Tournament.EntryKind.TEAMS
    members = members_of(tournament)
    played = [_membership(one) for one in members]
    return Sources(
        ranked=ranked(tournament, upto=upto),
        rows=rows,
        seated=_until(all_rows(tournament, pairs_of_teams=True), upto) if is_of_teams else rows,
        members=played if after is None else until_round(played, after),
        criteria=criteria(tournament),
        groups=groups_of(tournament, members, kept[-1], after),
        apart=line_of(tournament, upto),
        spans=[span_of(stage.position, stage.rounds_planned, stage.settings) for stage in kept],
        reached={str(entry): stage for entry, stage in reached_stages(kept).items()},
        by_player=tournament.entry_kind != Tournament.EntryKind.SINGLES,
        shares=_shares(tournament, members),
    )


def _shares(tournament: Tournament, members: Iterable[EntryMember]) -> dict[tuple[str, int, int], Share]:
    """What was marked before a player came in during a round; two queries, none where nobody did."""
    came = {(one.entry_id, one.from_round, one.from_deal) for one in members if one.from_deal > 1}
    if not came:
        return {}
    seats = Seat.objects.filter(participant__in={entry for entry, *_ in came}, outside=False)
    sat = {
        (entry, number): (side, sheet)
        for entry, number, side, sheet in seats.exclude(match__kind=Match.Kind.CATCH_UP).values_list(
            "participant_id", "round__number", "side", "match__games__sheet_id"
        )
    }
    lines: dict[uuid.UUID, list[Line]] = {}
    entries = SheetEntry.objects.filter(sheet__in={sheet for _side, sheet in sat.values()}, voided_at=None)
    for sheet, position, counted, scores in entries.values_list("sheet_id", "position", "counted", "scores"):
        lines.setdefault(sheet, []).append(Line(position, counted, scores))
    found = {}
    for entry, number, deal in came:
        seat = sat.get((entry, number))
        share = before_deal(lines.get(seat[1], ()), seat[0], deal) if seat is not None else None
        if share is not None:
            found[str(entry), number, deal] = share
    return found


def _until(rows: Sequence[ScoreRow], upto: int | None) -> list[ScoreRow]:
    return list(rows) if upto is None else [until(row, upto) for row in rows]


def members_of(tournament: Tournament) -> list[EntryMember]:
    """Everybody who is or was in an entry, with the person at hand."""
    rows = EntryMember.objects.filter(tournament=tournament).select_related("person")
    return list(rows.order_by("entry__number", "slot", "from_round"))


def _membership(one: EntryMember) -> Membership:
    span = one.from_round, one.until_round, one.from_deal
    return Membership(str(one.entry_id), str(one.person_id), one.slot, *span)


# Who is in which list


def groups_of(tournament: Tournament, members: Iterable[EntryMember], last: Stage, after: int | None = None) -> Groups:
    """Categories, clubs and lines. A category that was noted of an entry counts; where none was, it follows from who is
    in it now, or was ``after`` a round."""
    entries = list(Entry.objects.filter(tournament=tournament).order_by("number"))
    now: dict[uuid.UUID, list[tuple[str, ...]]] = {}
    persons: dict[str, tuple[str, ...]] = {}
    texts: list[str] = []
    team_of = {entry.pk: entry.team_id for entry in entries}
    for one in members:
        keys = categories.keys_of(one.person.category)
        if keys:
            persons[str(one.person_id)] = keys
            texts.append(one.person.category)
        if _is_in(one, after):
            for entry_id in (one.entry_id, team_of.get(one.entry_id)):
                if entry_id is not None:
                    now.setdefault(entry_id, []).append(keys)
    texts += [entry.category for entry in entries]
    found = {
        str(one.pk): categories.keys_of(one.category) or categories.of_members(now.get(one.pk, [])) for one in entries
    }
    return Groups(
        categories={entry: keys for entry, keys in found.items() if keys},
        clubs={str(one.pk): categories.key_of(one.home_club) for one in entries if categories.key_of(one.home_club)},
        lines=_lines(last),
        persons=persons,
        labels=categories.spelled(part for text in texts for part in categories.parts_of(text)),
        club_labels=categories.spelled(one.home_club for one in entries),
    )


def _is_in(one: EntryMember, after: int | None) -> bool:
    if after is None:
        return one.until_round is None
    return one.from_round <= after and (one.until_round is None or after <= one.until_round)


def _lines(stage: Stage) -> dict[str, str]:
    """The line of each entry in a Mitchell, by its plan; empty of other systems, whose sides change."""
    if stage.draw_system != "mitchell":
        return {}
    published = Draw.objects.filter(round__stage=stage, state=Draw.State.PUBLISHED).order_by("-round__number").first()
    return lines_of(plan_of(published.result) if published is not None else None)


# What there is


@dataclass(frozen=True, slots=True)
class Offered:
    """Which lists there are: the ``kinds`` that somebody is in, the ``rounds`` that stand alone in one, the ``stages``
    by position with their names ("" of one without), and the rounds ``after`` which there are standings."""

    kinds: frozenset[str]
    rounds: tuple[int, ...]
    stages: Mapping[int, str]
    after: tuple[int, ...]

    def numbers(self, kind: str) -> tuple[int, ...]:
        """The numbers of the lists of a kind that has them: of rounds, or of stages."""
        return {"stages": tuple(self.stages), "after": self.after}.get(kind, self.rounds)

    def has(self, kind: str) -> bool:
        return kind in self.kinds


def offered(tournament: Tournament) -> Offered:
    """Which lists there are now; before the first round is begun none."""
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    rows = list(begun.order_by("number").values_list("number", "stage__position"))
    if not rows:
        return Offered(frozenset(), (), {}, ())
    groups = groups_of(tournament, members_of(tournament), stages.stages_of(tournament)[-1])
    names = stage_names(tournament)
    played = {position: names[position] for position in dict.fromkeys(position for _, position in rows)}
    there = {
        PLAYERS: tournament.entry_kind != Tournament.EntryKind.SINGLES,
        CATEGORIES: bool(groups.categories),
        CLUBS: bool(groups.clubs),
        LINES: bool(groups.lines) and not line_of(tournament),
        ROUNDS: True,
        "after": len(rows) > 1,
        "stages": len(played) > 1,
    }
    kinds = frozenset(kind for kind, is_there in there.items() if is_there)
    numbers = tuple(number for number, _ in rows)
    return Offered(kinds, numbers, played, numbers)


def stage_names(tournament: Tournament) -> dict[int, str]:
    """What the stages are called, by position; "" of one without a name."""
    return {one.position: one.name for one in stages.stages_of(tournament)}


# The standings at another moment


def after(tournament: Tournament, number: int) -> dict[str, Any]:
    """The standings by what is marked today in the rounds until ``number``, as plain JSON."""
    return standings_figures(tournament, upto=number)


def in_stage(tournament: Tournament, position: int) -> dict[str, Any]:
    """The standings of a stage among those who played it, as plain JSON: ``position`` from 1."""
    stage = next(one for one in stages.stages_of(tournament) if one.position == position)
    figures = standings_figures(tournament, upto=stages.last_number(stage))
    return of_stage(figures, position)
