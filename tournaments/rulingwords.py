"""What the arbiter decided at a table, in words: for its page, the phones and the sheet at the desk."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import number, signed
from scoring.replay import DEAL, GAME, UNPLAYED, WARNING
from tournaments import faultwords

Row = Mapping[str, Any]


def sentence(one: Row, labels: Mapping[str, str], numbers: Mapping[int, int | None]) -> str:
    """A ruling: "Pair 12, misdeal: a warning". ``labels``: what each side ("A", "B") is called; ``numbers``: the number
    of the deal at each position, None where it has none."""
    told = {
        "who": labels.get(one["side"], ""),
        "what": faultwords.name_of(one["fault"]),
        "where": _where(one["position"], numbers),
        "points": amounts(one, labels),
    }
    if one["kind"] == UNPLAYED:
        return _("Deals that were not played: %(points)s") % told
    if not one["fault"]:
        return (_("%(where)s counts %(points)s") if one["kind"] == DEAL else _("The game counts %(points)s")) % told
    if one["kind"] == WARNING:
        return _("%(who)s, %(what)s: a warning") % told
    if one["kind"] == DEAL:
        return _("%(who)s, %(what)s: %(where)s counts %(points)s") % told
    return _("%(who)s, %(what)s: %(points)s") % told


def _where(position: int, numbers: Mapping[int, int | None]) -> str:
    counted = numbers.get(position)
    if counted is not None:
        return _("Deal %(number)d") % {"number": counted}
    return _("Line %(number)d") % {"number": position}


def amounts(one: Row, labels: Mapping[str, str]) -> str:
    """What it gives or takes, or the score that it sets."""
    if one["kind"] in (DEAL, GAME):
        return _("%(one)s to %(other)s") % {"one": number(one["ns"]), "other": number(one["ew"])}
    parts = [(labels[side], points) for side, points in (("A", one["ns"]), ("B", one["ew"])) if points]
    return ", ".join(_("%(points)s for %(who)s") % {"points": signed(points), "who": who} for who, points in parts)


def shown(rulings: Iterable[Row], labels: Mapping[str, str], numbers: Mapping[int, int | None]) -> list[dict[str, Any]]:
    """The rulings of a sheet as they are listed, in order: the sentence, whether it is void, and the number of the one
    that it makes void (0 for none)."""
    listed = {one["number"]: one for one in rulings}
    void = {one["voids"] for one in listed.values()}
    return [
        {
            "number": one["number"],
            "text": _made_void(listed[one["voids"]], labels, numbers)
            if one["voids"]
            else sentence(one, labels, numbers),
            "is_void": one["number"] in void,
            "voids": one["voids"],
            "NS": one["ns"],
            "EW": one["ew"],
        }
        for one in listed.values()
    ]


def _made_void(one: Row, labels: Mapping[str, str], numbers: Mapping[int, int | None]) -> str:
    return _("Made void: %(text)s") % {"text": sentence(one, labels, numbers)}


def times(count: int) -> str:
    """How often a fault was noted before."""
    return ngettext("once before", "%(n)d times before", count) % {"n": count}
