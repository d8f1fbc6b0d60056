"""The columns of a score sheet: what a scorer writes under a rule set, and how wide each is on the paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from documents.fonts import fit
from scoring.rules import RuleSet

#: Width of the whole table in millimetres: A4 less its margins.
WIDTH = 192.0
#: A thing to be circled needs this much from the next one.
PITCH = 5.4
#: Millimetres, with room to spare and when announces need theirs: a hand needs 15 for three figures, 19 for four.
NUMBER, MARK, TOTAL = (8.0, 7.0), (17.0, 15.0), (19.5, 19.0)
_WIDTHS = {
    "declarer": (16.0, 12.5),
    "contract": (15.0, 15.0),
    "double": (10.0, 9.0),
    "belote": (17.0, 15.5),
    "sweep": (14.0, 12.0),
    "alone": (12.0, 10.0),
    "announces": (17.0, 17.0),
    "last_trick": (13.0, 11.0),
    "points": (15.0, 15.0),
}
_TRUMP_PITCH = 38 / 6
_MOST_TRUMP_PITCH = 9.0
_MOST_POINTS = 22.0


@dataclass(frozen=True, slots=True)
class Column:
    """A column: what it is for, where it stands and its head (lines of ``size`` points)."""

    name: str
    left: float
    width: float
    head: tuple[str, ...]
    hint: str
    size: float


@dataclass(frozen=True, slots=True)
class Columns:
    """All columns; ``sides`` is where the two sides' part begins, each side ``mark`` + ``total`` wide."""

    number: float
    columns: tuple[Column, ...]
    sides: float
    mark: float
    total: float
    trumps: tuple[str, ...]
    doublings: tuple[int, ...]
    sweep_in_belote: bool


def _names(rules: RuleSet) -> list[str]:
    """The fields that have a column of their own, in the order of the paper."""
    fields = set(rules.fields)
    if "belote" in fields:
        fields.discard("sweep")  # a box in the same column
    order = ("declarer", "contract", "trump", "double", "belote", "sweep", "alone", "announces", "last_trick", "points")
    return [name for name in order if name in fields]


def _spans(names: Sequence[str], trumps: int) -> dict[str, tuple[float, float]]:
    """Usual and narrowest width of each column and of the parts that are always there."""
    spans = {name: _WIDTHS[name] for name in names if name != "trump"}
    if "trump" in names:
        spans["trump"] = (max(14.0, trumps * _TRUMP_PITCH), max(14.0, trumps * PITCH))
    return {**spans, "number": NUMBER, "mark": (2 * MARK[0], 2 * MARK[1]), "total": (2 * TOTAL[0], 2 * TOTAL[1])}


def _widths(names: Sequence[str], trumps: int) -> dict[str, float]:
    """Widths that add up to WIDTH: what vanished goes to trump and points, what is lacking comes from all."""
    spans = _spans(names, trumps)
    widths = {name: wide for name, (wide, _narrow) in spans.items()}
    spare = WIDTH - sum(widths.values())
    if spare >= 0:
        return _widened(widths, spare, trumps)
    give = {name: wide - narrow for name, (wide, narrow) in spans.items()}
    share = min(1.0, -spare / sum(give.values()))
    widths = {name: width - give[name] * share for name, width in widths.items()}
    # A rule set with every column there is: all of them a little narrower still.
    scale = WIDTH / sum(widths.values())
    return {name: width * scale for name, width in widths.items()}


def _widened(widths: dict[str, float], spare: float, trumps: int) -> dict[str, float]:
    limits = {"points": _MOST_POINTS, "trump": max(14.0, trumps * _MOST_TRUMP_PITCH)}
    takers = [name for name in ("trump", "points") if name in widths]
    for name in takers:
        given = min(spare / len(takers), max(0.0, limits[name] - widths[name]))
        widths[name] += given
        spare -= given
        takers = takers[1:] or takers
    widths["mark"] += spare / 2
    widths["total"] += spare / 2
    return widths


def _head(name: str, has_belote: bool) -> tuple[tuple[str, ...], str]:
    """The column's title, and what to do there where it is not to write."""
    circle = _("circle")
    return {
        "declarer": ((_("Declarer"),), circle),
        "contract": ((_("Contract"),), ""),
        "trump": ((_("Trump"),), circle),
        # Two lines in a language whose word is too long for the narrowest column.
        "double": (tuple(pgettext("narrow column", "Doubled").split("|")), ""),
        "belote": ((_("Belote"),), circle),
        "sweep": ((_("Sweep"),), _("tick")),
        "alone": ((_("Alone"),), _("tick")),
        "announces": ((_("Announces"),), ""),
        "last_trick": ((_("Last trick"),), circle),
        "points": ((_("Declarer's points"),), ""),
    }[name]


def layout(rules: RuleSet) -> Columns:
    """The columns of a sheet under ``rules``, in the active language."""
    names = _names(rules)
    widths = _widths(names, len(rules.trumps))
    left = widths["number"]
    columns = []
    for name in names:
        titles, hint = _head(name, "belote" in names)
        fitted = fit(titles, widths[name] - 1.0, (8.5, 8, 7.5, 7, 6.5, 6), lambda _size: 2, "bold")
        columns.append(Column(name, left, widths[name], fitted.lines, hint, fitted.size))
        left += widths[name]
    return Columns(
        number=widths["number"],
        columns=tuple(columns),
        sides=left,
        mark=widths["mark"] / 2,
        total=widths["total"] / 2,
        trumps=tuple(rules.trumps),
        doublings=tuple(rules.multipliers[name] for name in rules.doublings if name != "none"),
        sweep_in_belote="belote" in names and "sweep" in rules.fields,
    )


def side_letters(side: str) -> str:
    """The short name of a side: "N-S" for A, "E-W" for B."""
    return _("N-S") if side == "A" else _("E-W")


def trump_letters(trump: str) -> str:
    """What stands for no trumps and all trumps, which have no suit to draw."""
    return _("NT") if trump == "SA" else _("AT")
