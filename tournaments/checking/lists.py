"""The lists that were made public beside the standings, against themselves and against what they should be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from tournaments.checking.book import CATCH_UP, Book
from tournaments.checking.model import Finding, Place
from tournaments.checking.results import Results
from tournaments.checking.standings import all_rows, apart_of, criteria_of, ranked_of, reached, spans_of
from tournaments.standings.lists import (
    PLAYERS,
    ROUNDS,
    RankedList,
    Row,
    Sources,
    groups_from,
    identity_holds,
    lists_of,
)
from tournaments.standings.memberships import Line, Membership, Share, before_deal, until_round

Told = Mapping[str, Any]


def agree(book: Book, place: Place, figures: Told, about: Told) -> Iterator[Finding]:
    """Lists against themselves: points are what rounds brought and what was given or taken, ranks who is ahead."""
    for one in read(figures):
        ranked = [row for row in one.rows if row.rank is not None]
        for at, row in enumerate(ranked, start=1):
            here, told = _where(book, place, one, row), {**about, **_named(one)}
            if not identity_holds(row):
                expected = sum(points for _, points, _ in row.rounds) + row.adjustments
                yield Finding("public-list-sum", here, row.points, expected, told)
            if row.rank not in (at, ranked[at - 2].rank if at > 1 else at):
                yield Finding("public-list-rank", here, row.rank, at, told)


def differ(book: Book, results: Results, place: Place, figures: Told, about: Told) -> Iterator[Finding]:
    """Lists of the tournament's very state against what results and adjustments come to. Who is in which category, club
    or line is taken as the lists have it: that may be changed without anything being wrong with them."""
    stored = {(one.kind, one.key, one.line): one for one in read(figures)}
    sources = sources_of(book, results, figures)
    anew = lists_of(sources)
    mixed = _mixed(stored)
    if mixed and sources.apart:
        anew = [one for one in anew if one.kind not in mixed] + lists_of(replace(sources, apart={}), mixed)
    expected = {(one.kind, one.key, one.line): one for one in anew}
    for key in sorted(stored.keys() | expected.keys()):
        mine, theirs = stored.get(key), expected.get(key)
        one = mine or theirs
        assert one is not None
        told = {**about, **_named(one)}
        if mine is None or theirs is None:
            yield Finding("public-list", place, int(mine is not None), int(theirs is not None), told)
            continue
        yield from _rows(book, place, mine, theirs, told)


def _rows(book: Book, place: Place, mine: RankedList, theirs: RankedList, told: Told) -> Iterator[Finding]:
    kept, wanted = ({row.who: row for row in one.rows} for one in (mine, theirs))
    for who in [*kept, *(who for who in wanted if who not in kept)]:
        stored, expected = kept.get(who), wanted.get(who)
        row = stored or expected
        assert row is not None
        here = _where(book, place, mine, row)
        if stored is None or expected is None:
            yield Finding("public-list-row", here, int(stored is not None), int(expected is not None), told)
        elif stored.points != expected.points:
            yield Finding("public-list-points", here, stored.points, expected.points, told)
        elif stored.rank != expected.rank:
            yield Finding("public-list-rank", here, stored.rank, expected.rank, told)
        elif stored.to_data() != expected.to_data():
            yield Finding("public-list-row", here, 1, 0, told)


def read(figures: Told) -> list[RankedList]:
    """The lists that figures hold."""
    return [RankedList.from_data(one) for one in figures["lists"]]


def _mixed(stored: Iterable[tuple[str, str, str]]) -> set[str]:
    """The kinds of lists that earlier versions of this program published with both lines in one."""
    with_lines = {kind for kind, _, line in stored if line}
    return {kind for kind, *_ in stored if kind in (PLAYERS, ROUNDS)} - with_lines


def sources_of(book: Book, results: Results, figures: Told) -> Sources:
    """What the lists follow from by the file now, with the groups that figures have."""
    is_of_teams = book.tournament["entry_kind"] == "teams"
    rows = all_rows(book, results, pairs_of_teams=False)
    members = [
        Membership(row["entry"], row["person"], row["slot"], row["from_round"], row["until_round"], row["from_deal"])
        for row in book.rows["members"]
    ]
    return Sources(
        ranked=ranked_of(book, results),
        rows=rows,
        seated=all_rows(book, results, pairs_of_teams=True) if is_of_teams else rows,
        members=until_round(members, figures["round"]),
        criteria=criteria_of(book),
        groups=groups_from(read(figures)),
        apart=apart_of(book),
        spans=spans_of(book),
        reached=reached(book),
        by_player=book.tournament["entry_kind"] != "singles",
        shares=_shares(book, members),
    )


def _shares(book: Book, members: Iterable[Membership]) -> dict[tuple[str, int, int], Share]:
    """What was marked before a player came in during a round, by the lines of the sheet."""
    found = {}
    for one in members:
        if one.first_deal > 1:
            seat = next(
                (
                    seat
                    for seat in book.rows["seats"]
                    if seat["participant"] == one.entry
                    and not seat["outside"]
                    and book.round_number(seat["round"]) == one.first
                    and book.by_id["matches"][seat["match"]]["kind"] != CATCH_UP
                ),
                None,
            )
            if seat is not None:
                sheet = book.games_of_match[seat["match"]][-1]["sheet"]
                rows = (row for row in book.lines_of_sheet.get(sheet, ()) if row["voided_at"] is None)
                lines = [Line(row["position"], row["counted"], row["scores"]) for row in rows]
                share = before_deal(lines, seat["side"], one.first_deal)
                if share is not None:
                    found[one.entry, one.first, one.first_deal] = share
    return found


def _where(book: Book, place: Place, one: RankedList, row: Row) -> Place:
    """The entry that a row is of; of a player one that he was in."""
    entry = row.who
    if one.of_persons:
        entry = next((member["entry"] for member in book.rows["members"] if member["person"] == row.who), "")
    return replace(place, entry=book.number(entry))


def _named(one: RankedList) -> dict[str, str]:
    return {"kind": one.kind, "key": one.key}
