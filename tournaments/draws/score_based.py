"""The systems that pair by results: `swiss`, `danish`, `equal-wins`, `winners-losers`.

All of them take the complete draw with the least cost: musts, then wishes, then who rests, then the system's own costs
(see `lines`), then the seed. Settings, beside each system's own: `first_round`, how the first round is drawn: `random`,
by order of `entry`, or seeded by `rating` (first against last); `bye`, who rests of those who may: the `lowest`, the
lowest but never the very last (`not_last`), or `random`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from tournaments.draws.ahead import CANDIDATES, furthest
from tournaments.draws.alternatives import from_pairs, next_best
from tournaments.draws.costs import Costs
from tournaments.draws.explain import explained
from tournaments.draws.field import Field
from tournaments.draws.lines import (
    Lined,
    folded,
    in_groups,
    nearest_figures,
    neighbours,
    shuffled,
    standing_order,
)
from tournaments.draws.model import DrawRequest
from tournaments.draws.nearest import Matched, nearest
from tournaments.draws.pairing import Pairing
from tournaments.draws.random_each_round import pair_at_random
from tournaments.draws.seeds import Chance
from tournaments.draws.settings import choice
from tournaments.draws.wins import last_outcomes, wins_and_floats


def pair_swiss(request: DrawRequest, field: Field) -> Pairing:
    """The nearest in the standings meet. By what ranks first (setting `nearest`: `figure`, the usual one), so that with
    wins first those with as many wins meet, with points first those with nearly as many points; or by `places`."""
    return _by_line(request, field)


def pair_danish(request: DrawRequest, field: Field) -> Pairing:
    """First against second of the standings, third against fourth, and so on. Whether they may meet again is for the
    musts to say: not at all (`no_rematch`), so many times (`limited_repeats`), or as often as they please."""
    return _by_line(request, field)


def pair_equal_wins(request: DrawRequest, field: Field) -> Pairing:
    """Those with as many wins meet, at random among them; where they are odd one floats to the nearest group, whoever
    has floated least. Wins: what ranks first, or where entries have no standing, the wins of the rounds played. Setting
    `bye_wins` (yes): a rest counts as a win in the latter case."""
    return _by_line(request, field)


def pair_winners_losers(request: DrawRequest, field: Field) -> Pairing:
    """The winners of the last round meet winners, the losers losers, at random; who drew or was not there stands
    between. Setting `bye_wins` (yes): who rested is among the winners."""
    return _by_line(request, field)


def line_of(request: DrawRequest, field: Field) -> Lined | None:
    """The line in which the near should meet, by the request's system; None where the lot alone decides."""
    if request.round == 1:
        how = choice(request, "first_round", ("random", "entry", "rating"))
        if how == "random":
            return None
        return neighbours(request, field, range(field.size)) if how == "entry" else folded(request, field)
    return _LINES[request.system](request, field)


def _swiss_line(request: DrawRequest, field: Field) -> Lined:
    if choice(request, "nearest", ("figure", "places")) == "places":
        return _danish_line(request, field)
    return nearest_figures(request, field)


def _danish_line(request: DrawRequest, field: Field) -> Lined:
    order, _ = standing_order(request, field)
    return neighbours(request, field, order)


def _equal_wins_line(request: DrawRequest, field: Field) -> Lined:
    wins, floats = wins_and_floats(request, field)
    return in_groups(request, field, wins, floats, ("win_gap", "floats", "displacement"))


def _winners_losers_line(request: DrawRequest, field: Field) -> Lined:
    outcomes = last_outcomes(request, field)
    nobody = [0] * field.size
    return in_groups(request, field, outcomes, nobody, ("mixed", "floats", "displacement"))


_LINES: Mapping[str, Callable[[DrawRequest, Field], Lined]] = {
    "swiss": _swiss_line,
    "danish": _danish_line,
    "equal-wins": _equal_wins_line,
    "winners-losers": _winners_losers_line,
}

SYSTEMS = frozenset(_LINES)
"""The systems of this module by name."""


def _by_line(request: DrawRequest, field: Field) -> Pairing:
    lined = line_of(request, field)
    return pair_at_random(request, field) if lined is None else _draw(request, field, lined)


def _draw(request: DrawRequest, field: Field, lined: Lined) -> Pairing:
    pairing = furthest(request, field, lined.costs, _candidates(request, field, lined))
    return replace(pairing, reasons=explained(request, field, lined.costs, lined.line, pairing.pairs))


def _candidates(request: DrawRequest, field: Field, lined: Lined) -> Iterator[Matched]:
    """The cheapest draw, the next cheapest ones, and, lest they all lead into the same corner, some quite different."""
    noise = Chance(request.seed, "pairs/0")
    first = nearest(field, lined.costs, lined.line, noise)
    yield first
    yield from next_best(field, lined.costs, lined.line, noise, CANDIDATES // 2)
    plain = Costs(field, request)
    for attempt in range(1, CANDIDATES // 2):
        found = nearest(field, plain, shuffled(field, request.seed, attempt), Chance(request.seed, f"pairs/{attempt}"))
        yield from_pairs(field, lined.costs, lined.line, found.pairs)
