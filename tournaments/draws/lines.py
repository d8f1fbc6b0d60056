"""The lines in which the systems put the entries: by standings, by number, by rating, by groups of equals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournaments.draws.costs import Costs
from tournaments.draws.field import Field
from tournaments.draws.model import DrawRequest
from tournaments.draws.nearest import Line, loose
from tournaments.draws.seeds import Chance
from tournaments.draws.settings import choice


@dataclass(frozen=True, slots=True)
class Lined:
    """A line, and the costs under its own order of who rests."""

    line: Line
    costs: Costs


def shuffled(field: Field, seed: str, attempt: int) -> Line:
    """The entries that are not locked in a random order; two cost how many places apart they stand."""
    order = loose(field)
    Chance(seed, f"order/{attempt}").shuffle(order)
    return Line(tuple(order), ("displacement",), lambda one, other: (other - one,), (True,))


def standing_order(request: DrawRequest, field: Field) -> tuple[list[int], list[tuple[int, ...]]]:
    """Everybody from the best to the last, the seed deciding between equals; and each entry's figures, as many for
    all: what is missing is 0."""
    depth = max((len(entry.standing) for entry in field.entries), default=0) or 1
    figures = [entry.standing + (0,) * (depth - len(entry.standing)) for entry in field.entries]
    order = list(range(field.size))
    Chance(request.seed, "order/0").shuffle(order)
    order.sort(key=lambda entry: figures[entry], reverse=True)
    return order, figures


def bye_order(request: DrawRequest, order: Sequence[int]) -> list[int]:
    """How soon each entry rests by the setting `bye`: `lowest` the last of the order first; `not_last` so too, but the
    very last after all others; `random` in an order of the seed."""
    wanted = _bye(request)
    upwards = list(reversed(order))
    if wanted == "not_last":
        upwards = [*upwards[1:], upwards[0]]
    elif wanted == "random":
        upwards.sort()
        Chance(request.seed, "byes").shuffle(upwards)
    found = [0] * len(order)
    for place, entry in enumerate(upwards):
        found[entry] = place
    return found


def _bye(request: DrawRequest) -> str:
    return choice(request, "bye", ("lowest", "not_last", "random"))


def neighbours(request: DrawRequest, field: Field, order: Sequence[int]) -> Lined:
    """Neighbours in `order` meet: two cost the square of how many places apart they stand."""
    line = tuple(_without_locked(field, order))
    own: Callable[[int, int], tuple[int, ...]] = lambda one, other: ((other - one) ** 2,)  # noqa: E731
    return Lined(
        Line(line, ("place_gap",), own, (True,)),
        Costs(field, request, bye_order(request, order)),
    )


def nearest_figures(request: DrawRequest, field: Field) -> Lined:
    """The nearest in the standings meet: two cost the square of the difference of what ranks them first, and among
    equals on that, the square of how many places apart they stand."""
    order, figures = standing_order(request, field)
    line = tuple(_without_locked(field, order))
    first = [figures[entry][0] for entry in line]

    def own(one: int, other: int) -> tuple[int, ...]:
        return (first[one] - first[other]) ** 2, (other - one) ** 2

    return Lined(
        Line(line, ("figure_gap", "place_gap"), own, (True, True)),
        Costs(field, request, bye_order(request, order)),
    )


def in_groups(
    request: DrawRequest, field: Field, scores: Sequence[int], floats: Sequence[int], names: tuple[str, str, str]
) -> Lined:
    """Those of equal `scores` meet at random: two cost the square of the difference of their scores; then, if that is
    not 0, how often the two have floated before; then how many places apart the seed has put them."""
    order = list(range(field.size))
    Chance(request.seed, "order/0").shuffle(order)
    order.sort(key=lambda entry: -scores[entry])
    line = tuple(_without_locked(field, order))
    groups = sorted(set(scores))
    rests = [groups.index(score) for score in scores]
    if _bye(request) == "not_last":
        rests = [rest or len(groups) for rest in rests]
    elif _bye(request) == "random":
        rests = bye_order(request, order)

    def own(one: int, other: int) -> tuple[int, ...]:
        gap = scores[line[one]] - scores[line[other]]
        return gap**2, floats[line[one]] + floats[line[other]] if gap else 0, other - one

    return Lined(Line(line, names, own, (True, False, True)), Costs(field, request, rests))


def folded(request: DrawRequest, field: Field) -> Lined:
    """Seeded by rating: the first meets the last, the second the last but one, and so on; unrated entries come last,
    and who is equal by number. Two of the same half cost most, then the square of how far apart their turns are."""
    rating = [entry.rating for entry in field.entries]
    order = sorted(range(field.size), key=lambda entry: (rating[entry] is None, -(rating[entry] or 0), entry))
    costs = Costs(field, request, bye_order(request, order))
    left = _without_locked(field, order)
    rester = [left.pop(_soonest(left, costs, field))] if len(left) % 2 else []
    half = len(left) // 2
    line = (*(entry for turn in range(half) for entry in (left[turn], left[-1 - turn])), *rester)

    def own(one: int, other: int) -> tuple[int, ...]:
        return int((other - one) % 2 == 0), (other // 2 - one // 2) ** 2

    return Lined(Line(line, ("same_half", "turn_gap"), own, (False, True)), costs)


def _soonest(left: Sequence[int], costs: Costs, field: Field) -> int:
    """The place in `left` of the entry whose bye costs least, the last such."""
    nothing = (0,) * len(costs.names)
    rows = [costs.row(entry, field.bye) or nothing for entry in left]
    return max(range(len(left)), key=lambda place: ([-value for value in rows[place]], place))


def _without_locked(field: Field, order: Sequence[int]) -> list[int]:
    free = set(loose(field))
    return [entry for entry in order if entry in free]
