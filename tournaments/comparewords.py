"""Compared formats in words and in drawings: what each figure says, and where its values lie on one scale."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from core.templatetags.look import number
from tournaments import nouns, systemwords, words
from tournaments.draws.model import DrawError
from tournaments.models import Tournament
from tournaments.simulation.compare import TIME, WAITED, Compared, Comparison, Spread, spread
from tournaments.simulation.hall import MELEE, TEAMS

LEFT, RIGHT = 8.0, 192.0
"""The ends of the scale in a drawing of 200 units."""

#: figure: its title, how to read it, and whether less is better (None: neither).
FIGURES: dict[str, tuple[Any, Any, bool | None]] = {
    "rematches": (
        _lazy("Meetings of two who had met before"),
        _lazy("Over the whole evening. Best is none: everybody meets somebody new each round."),
        True,
    ),
    "byes_spread": (
        _lazy("Rests: the most less the fewest"),
        _lazy("Of those who were there throughout. With 0 or 1 nobody rests twice before all have rested."),
        True,
    ),
    "same_club": (
        _lazy("Meetings of two of one club"),
        _lazy("In clubs of about six, with no rule against it: a must or wish of yours makes them fewer."),
        True,
    ),
    "table_repeats": (
        _lazy("Times somebody sits at a table again"),
        _lazy("Movements keep half of the hall seated: what is meant there as a comfort counts here too."),
        True,
    ),
    "musts": (
        _lazy("Musts not kept"),
        _lazy("Second meetings and second rests that no draw could avoid with these people in these rounds."),
        True,
    ),
    "kendall_tau": (
        _lazy("How well the ranking finds the better ones"),
        _lazy("1: the final ranking is that of true strength; 0: mere luck. The cards always leave much to luck."),
        False,
    ),
    "top_eighth_found": (
        _lazy("Of the truly best eighth, how many end up there"),
        _lazy("1: all of them are among the first eighth of the ranking; 0: none is."),
        False,
    ),
    "seconds": (_lazy("Seconds for a draw, on this machine"), _lazy("What you wait after pressing the button."), None),
}
DECIMALS = {"kendall_tau": 2, "top_eighth_found": 2, "seconds": 2}


def format_name(format_: str) -> str:
    """What a format is called."""
    return _("Teams of two pairs") if format_ == TEAMS else systemwords.name(format_)


def heads(one: Compared) -> str:
    """How many of what play in it."""
    if one.format == MELEE:
        return nouns.of_kind(Tournament.EntryKind.SINGLES).count(one.heads)
    kind = Tournament.EntryKind.TEAMS if one.format == TEAMS else Tournament.EntryKind.PAIRS
    return nouns.of_kind(kind).count(one.heads)


def refusal(one: Compared, language: str) -> str:
    """Why a format does not admit the field; empty where it does."""
    return words.of_error(DrawError(one.refusal, **(one.params or {})), language) if one.refusal else ""


#: why it ended early: a sentence.
_STOPPED: dict[str, Callable[[], str]] = {
    TIME: lambda: _("The time was up: fewer evenings than asked for were played. With fewer pairs all are."),
    WAITED: lambda: _("Something had to be printed meanwhile: fewer evenings than asked for were played. Ask again."),
}


def stopped(comparison: Comparison) -> str:
    """Why not all evenings were played; empty where they were."""
    return _STOPPED[comparison.stopped]() if comparison.stopped else ""


def played(one: Compared) -> str:
    """How many evenings its figures are of."""
    count = len(next(iter(one.values.values()), ()))
    return ngettext("%(n)d evening", "%(n)d evenings", count) % {"n": count}


@dataclass(frozen=True, slots=True)
class Mark:
    """A format's values of a figure on the scale: their line from ``left`` to ``right``, the middle one, and each."""

    left: str
    width: str
    middle: str
    dots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A format's line of a figure. ``is_best``: better than the others, beyond what its own evenings differ by."""

    name: str
    middle: str
    between: str
    is_best: bool
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Plot:
    """A figure of all formats on one scale; ``ticks``: (place, text)."""

    key: str
    title: str
    say: str
    rows: tuple[Row, ...]
    ticks: tuple[tuple[str, str], ...]


def plots(comparison: Comparison) -> list[Plot]:
    """All figures, each with a row for every format that could be played."""
    shown = [one for one in comparison.formats if not one.refusal and one.values and next(iter(one.values.values()))]
    return [_plot(key, shown) for key in FIGURES] if shown else []


def _plot(key: str, shown: Sequence[Compared]) -> Plot:
    title, say, less_is_better = FIGURES[key]
    spreads = [spread(one.values[key]) for one in shown]
    top = _top(key, [one.most for one in spreads if one is not None])
    low = min([0.0, *(one.least for one in spreads if one is not None)])

    def at(value: float) -> str:
        return f"{LEFT + (RIGHT - LEFT) * (value - low) / (top - low):.2f}"

    best = _best(spreads, less_is_better)
    rows = []
    for place, (one, values) in enumerate(zip(shown, spreads, strict=True)):
        mark = None
        if values is not None:
            dots = tuple(at(value) for value in one.values[key] if value is not None)
            width = f"{max(float(at(values.most)) - float(at(values.least)), 0.01):.2f}"
            mark = Mark(at(values.least), width, at(values.middle), dots)
        rows.append(Row(format_name(one.format), _middle(key, values), _between(key, values), place == best, mark))
    ticks = tuple((at(value), _told(key, value)) for value in (low, (low + top) / 2, top))
    return Plot(key, str(title), str(say), tuple(rows), ticks)


def _top(key: str, values: Sequence[float]) -> float:
    """Where the scale ends: at 1 for shares, else at a round number not below any value, an even one for counts."""
    if key in ("kendall_tau", "top_eighth_found"):
        return 1.0
    most = max(values, default=0.0)
    steps = (0.02, 0.1, 0.5, 1.0, 2.0, 5.0) if key == "seconds" else (2.0, 4.0, 6.0, 10.0)
    scale = 1.0
    while True:
        for step in steps:
            if step * scale >= most:
                return step * scale
        scale *= 10


def _best(spreads: Sequence[Spread | None], less_is_better: bool | None) -> int | None:
    """The place of the one that is better than all others even on its worst evening, against their middles, if any."""
    known = [(place, one) for place, one in enumerate(spreads) if one is not None]
    if less_is_better is None or len(known) < 2:
        return None
    place, best = min(known, key=lambda one: one[1].middle if less_is_better else -one[1].middle)
    others = [one.middle for other, one in known if other != place]
    alone = best.most < min(others) if less_is_better else best.least > max(others)
    return place if alone else None


def _told(key: str, value: float) -> str:
    whole = value == int(value) and key not in ("kendall_tau", "top_eighth_found")
    return number(int(value)) if whole else number(value, DECIMALS.get(key, 1))


def _middle(key: str, values: Spread | None) -> str:
    return "–" if values is None else _told(key, values.middle)


def _between(key: str, values: Spread | None) -> str:
    if values is None:
        return "–"
    if values.least == values.most:
        return _("always")
    return _("%(least)s to %(most)s") % {"least": _told(key, values.least), "most": _told(key, values.most)}
