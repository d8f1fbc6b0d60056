"""Criteria that look at who met whom: the games between equals, and how strong the others were. Pure.

The rules for rests, forfeits and games that were made up stand in docs/standings.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.standings.scores import RoundResult, ScoreRow, Source
from tournaments.standings.terms import (
    AWAY,
    DRAWN,
    HALVED,
    LEFT_OUT,
    LOST,
    NOT_ALL_MET,
    RESTED,
    WON,
    Field,
    Params,
    Term,
    Terms,
)

_OUTCOMES = {1: WON, 0: DRAWN, -1: LOST}


def _rounds(row: ScoreRow) -> list[tuple[int, RoundResult]]:
    """Each round with its first result: the games of a match are one meeting."""
    found: dict[int, RoundResult] = {}
    for one in row.results:
        found.setdefault(one.round, one)
    return sorted(found.items())


def strength(row: ScoreRow, field: Field, params: Params) -> Terms:
    """What all that it met have marked; the `weakest` and the `strongest` so many of them are left out.

    A round in which it rested, made its game up or was there for nothing counts as though it had met itself; one that
    it missed or forfeited counts 0. One at least counts.
    """
    by, own = str(params["by"]), None
    terms: list[Term] = []
    for number, one in _rounds(row):
        if one.source == Source.GAME and one.opponents:
            terms += [Term(number, field.figure(other, by, row.span), other) for other in one.opponents]
        elif one.source in (Source.GAME, Source.BYE) or (one.source == Source.FORFEIT and one.opponents):
            own = field.figure(row.entry, by, row.span) if own is None else own
            terms += [Term(number, own, row.entry, why=RESTED)] * field.opponents_a_round
        else:
            terms += [Term(number, 0, why=AWAY)] * field.opponents_a_round
    return _cut(terms, int(params["weakest"]), int(params["strongest"]))


def _cut(terms: list[Term], weakest: int, strongest: int) -> Terms:
    most = max(0, len(terms) - 1)
    weakest = min(weakest, most)
    strongest = min(strongest, most - weakest)
    order = sorted(range(len(terms)), key=lambda place: (terms[place].amount, terms[place].round, place))
    out = {*order[:weakest], *order[len(order) - strongest :]}
    return tuple(
        one._replace(amount=0, figure=one.amount, why=LEFT_OUT) if place in out else one
        for place, one in enumerate(terms)
    )


def beaten(row: ScoreRow, field: Field, params: Params) -> Terms:
    """What those have marked whom it beat, and half of those with whom it was equal, rounded down. A forfeit by the
    others counts as though it had beaten itself; a rest beats nobody."""
    by = str(params["by"])
    terms: list[Term] = []
    for number, one in _rounds(row):
        if one.source == Source.FORFEIT and one.opponents:
            own = field.figure(row.entry, by, row.span)
            terms += [Term(number, own, row.entry, why=RESTED)] * field.opponents_a_round
        if one.source != Source.GAME or not one.opponents:
            continue
        outcome = field.outcome(row, number, one.opponents)
        for other in one.opponents:
            figure = field.figure(other, by, row.span)
            if outcome > 0:
                terms.append(Term(number, figure, other))
            elif outcome == 0:
                terms.append(Term(number, figure // 2, other, figure, HALVED))
            else:
                terms.append(Term(number, 0, other, figure, LOST))
    return tuple(terms)


def head_to_head(group: Sequence[ScoreRow], field: Field, _params: Params) -> Mapping[str, Terms]:
    """The games that equals played between them: one for each won, one less for each lost.

    It counts only where every two of the group have met: otherwise who met fewer of them, or weaker ones, would gain.
    """
    here = {row.entry for row in group}
    games: dict[str, list[Term]] = {row.entry: [] for row in group}
    met: dict[str, set[str]] = {row.entry: set() for row in group}
    for row in group:
        for number, one in _rounds(row):
            others = [other for other in one.opponents if other in here]
            if not others:
                continue
            by_forfeit = one.source == Source.FORFEIT
            outcome = 1 if by_forfeit else field.outcome(row, number, one.opponents)
            for other in others:
                games[row.entry].append(Term(number, outcome, other, why=_OUTCOMES[outcome]))
                met[row.entry].add(other)
                if by_forfeit:
                    games[other].append(Term(number, -1, row.entry, why=LOST))
                    met[other].add(row.entry)
    if all(len(met[entry]) == len(here) - 1 for entry in here):
        return {entry: tuple(sorted(terms)) for entry, terms in games.items()}
    return {
        entry: tuple(Term(one.round, 0, one.entry, one.amount, NOT_ALL_MET) for one in sorted(terms))
        for entry, terms in games.items()
    }
