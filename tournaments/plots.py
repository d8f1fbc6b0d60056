"""Where the marks of a drawing lie: pure. Templates draw them; a table of the same figures stands beside each.

A bar lies on a scale of 200 units; a drawing of ranks is 640 wide and as high as its ranks need.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

SCALE = 200.0
WIDTH, RIGHT, LEFT, TOP, BOTTOM = 640.0, 70.0, 48.0, 16.0, 44.0
LEAST_HEIGHT, MOST_HEIGHT, A_RANK = 150.0, 420.0, 26.0
#: What a name beside a line needs.
A_NAME = 23.0
#: So many lines are told apart by how they are drawn; the number at their end tells them too.
STYLES = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in two parts, from 0 to SCALE: the first ends at ``part``, the whole at ``whole``."""

    part: str
    rest: str
    whole: str


@dataclass(frozen=True, slots=True)
class Span:
    """Values on a scale: from ``least``, ``width`` long; the inner half from ``quarter``, ``inner`` long."""

    least: str
    width: str
    quarter: str
    inner: str
    middle: str


@dataclass(frozen=True, slots=True)
class Dot:
    x: str
    y: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through its dots: ``path`` is broken where there is none. ``end``: where its name stands, to which
    ``lead`` leads."""

    name: str
    style: int
    path: str
    dots: tuple[Dot, ...]
    end: Dot
    lead: str


@dataclass(frozen=True, slots=True)
class Ranks:
    """Ranks by round, the first on top: ``rounds`` and ``ranks`` are the marks of the scales."""

    width: str
    height: str
    left: str
    right: str
    bottom: str
    lines: tuple[Line, ...]
    rounds: tuple[Dot, ...]
    ranks: tuple[Dot, ...]


def _at(value: float) -> str:
    return f"{value:.1f}"


def bar(part: int, whole: int, most: int) -> Bar:
    """A bar of ``whole`` on a scale that ends at ``most``, ``part`` of it drawn apart."""
    unit = SCALE / max(most, 1)
    return Bar(_at(part * unit), _at((whole - part) * unit), _at(whole * unit))


def scale(values: Sequence[float]) -> tuple[float, float]:
    """The ends of a scale for values: 0 or below, and a round number not under the greatest."""
    low, most, step = min([0.0, *values]), max([1.0, *values]), 1.0
    while step * 10 < most:
        step *= 10
    high = next(step * times for times in (1, 2, 4, 5, 10) if step * times >= most)
    floor = -next((step * times for times in (0, 1, 2, 4, 5, 10) if step * times >= -low), -low)
    return floor, high


def span(
    least: float, quarter: float, middle: float, three_quarters: float, most: float, ends: tuple[float, float]
) -> Span:
    """Five values on a scale with these ends."""
    low, high = ends

    def at(value: float) -> float:
        return 6 + (SCALE - 12) * (value - low) / (high - low)

    return Span(
        _at(at(least)),
        _at(max(at(most) - at(least), 0.1)),
        _at(at(quarter)),
        _at(max(at(three_quarters) - at(quarter), 0.1)),
        _at(at(middle)),
    )


def ticks(ends: tuple[float, float]) -> tuple[tuple[str, float], ...]:
    """Where the ends and the middle of a scale lie, each with its value."""
    low, high = ends
    return tuple((_at(6 + (SCALE - 12) * share), low + (high - low) * share) for share in (0.0, 0.5, 1.0))


def ranks(
    names: Sequence[str], by_entry: Sequence[Sequence[int | None]], rounds: Sequence[int], last: int
) -> Ranks | None:
    """The ranks of entries after these rounds, on a scale from 1 to ``last``; None with fewer than two rounds, or
    nobody."""
    if len(rounds) < 2 or not names:
        return None
    height = min(max(LEAST_HEIGHT, TOP + BOTTOM + A_RANK * (last - 1)), MOST_HEIGHT)
    room, wide = height - TOP - BOTTOM, WIDTH - LEFT - RIGHT

    def x(place: int) -> float:
        return LEFT + wide * place / (len(rounds) - 1)

    def y(rank: int) -> float:
        return TOP + room * (rank - 1) / max(last - 1, 1)

    lines: list[tuple[str, int, str, tuple[Dot, ...], float, float]] = []
    for number, (name, mine) in enumerate(zip(names, by_entry, strict=True)):
        known = [(place, rank) for place, rank in enumerate(mine) if rank is not None]
        if not known:
            continue
        path, before = [], -2
        for place, rank in known:
            path.append(f"{'L' if place == before + 1 else 'M'}{_at(x(place))} {_at(y(rank))}")
            before = place
        dots = tuple(Dot(_at(x(place)), _at(y(rank)), str(rank)) for place, rank in known)
        lines.append((name, number % STYLES, "".join(path), dots, x(known[-1][0]), y(known[-1][1])))
    marks = sorted({1, (1 + last) // 2, last}) if last <= 10 else [1, *range(_step(last), last + 1, _step(last))]
    return Ranks(
        _at(WIDTH),
        _at(height),
        _at(LEFT),
        _at(WIDTH - RIGHT),
        _at(height - BOTTOM + 10),
        tuple(_named(lines)),
        tuple(Dot(_at(x(place)), _at(height - 8), str(number)) for place, number in enumerate(rounds)),
        tuple(Dot(_at(LEFT - 14), _at(y(rank)), str(rank)) for rank in marks),
    )


def _named(lines: Sequence[tuple[str, int, str, tuple[Dot, ...], float, float]]) -> list[Line]:
    """The lines with their names beside their ends, none on top of another: who ends higher up stands higher up."""
    found, free = {}, 0.0
    for line in sorted(lines, key=lambda one: one[5]):
        name, style, path, dots, x, y = line
        at = max(y, free)
        free = at + A_NAME
        lead = f"M{_at(x + 5)} {_at(y)}L{_at(x + 22)} {_at(at)}"
        found[name] = Line(name, style, path, dots, Dot(_at(x + 27), _at(at + 5), name), lead)
    return [found[one[0]] for one in lines]


def _step(last: int) -> int:
    """A round step that parts a scale of ranks into at most ten."""
    step = 1
    while last / step > 10:
        step = next(one for one in (2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 10**6) if one > step)
    return step
