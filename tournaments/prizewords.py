"""Prizes in words: how one is won and by whom, and what is refused about them."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import amounts
from tournaments.standings.prizes import Award, Kind, Prize, Tie, Ties, Track

REFUSALS: Mapping[str, Callable[[], str]] = {
    "prizes-none": lambda: _("There is no prize on the list yet."),
    "prizes-settled": lambda: _("The prizes are settled: open the list again before you change it."),
    "prizes-open": lambda: _("The prizes are not settled."),
    "prizes-many": lambda: _("A list has %(most)d lines at most."),
    "prizes-changed": lambda: _("Somebody else has changed the prizes meanwhile. Here is how they stand."),
    "prizes-standings": lambda: _("Other standings are public by now. Look at who wins what once more."),
    "prizes-early": lambda: _("Tick the box if this is meant, or wait until the final standings are public."),
    "prizes-handed": lambda: _("Prizes are handed out: take them back first, or settle the prizes anew."),
    "prize-places": lambda: _("Line %(row)d: the places go up, from 1 to %(most)d."),
    "prize-money": lambda: _("Line %(row)d: say how much."),
    "prize-value": lambda: _("Line %(row)d: this is no sum of money, such as 12 or 12.50."),
    "prize-nothing": lambda: _("Line %(row)d: say what it is."),
    "prize-category": lambda: _("Line %(row)d: say of which category."),
    "prize-gone": lambda: _("This prize is somebody else’s by now. Here is how it stands."),
    "prize-handed": lambda: _("This prize is handed out already, to number %(number)d."),
    "prize-not-out": lambda: _("This prize is not handed out."),
    "prize-signer": lambda: _("Who signs is one of those who have won it."),
}

TIES: Mapping[Ties, Callable[[], str]] = {
    Ties.SHARED: lambda: _(
        "shared: their money is added and divided to the cent, what cannot be divided is drawn by lot"
    ),
    Ties.DRAWN: lambda: _("drawn by lot: it says who comes first"),
    Ties.ON: lambda: _("moved on: to the next who is level with nobody"),
}


def early(number: int, of: int, begun: int) -> str:
    """Why standings after round ``number`` of ``of`` are not the last word; ``begun``: the round that has begun since,
    0 for none."""
    about = {"number": number, "of": of, "begun": begun}
    if begun:
        text = _("What is public is after round %(number)d of %(of)d, and round %(begun)d has begun since.")
    else:
        text = _("What is public is after round %(number)d of %(of)d, and not everything is played yet.")
    outlook = _("Who wins may still change.")
    return f"{text % about} {outlook}"


def called(one: Award | Prize, currency: str) -> str:
    """What a prize is: its name, with the sum where it is money, or the sum alone."""
    if one.kind == Kind.MONEY:
        money = amounts.said(one.cents, currency)
        return f"{money} ({one.label})" if one.label else money
    return one.label


def for_what(one: Award | Prize) -> str:
    """What a prize is given for."""
    first, last = (one.first, one.last) if isinstance(one, Prize) else (one.place, one.place)
    about: dict[str, Any] = {"category": one.category, "first": first, "last": last}
    if one.track == Track.REST:
        return _("everyone else")
    if one.track == Track.LAST:
        if last == 1:
            return _("last place")
        if first == last:
            return _("place %(first)d from the end") % about
        return _("places %(first)d to %(last)d from the end") % about
    if one.track == Track.CATEGORY:
        if first == last:
            return _("%(category)s: place %(first)d") % about
        return _("%(category)s: places %(first)d to %(last)d") % about
    if first == last:
        return _("place %(first)d") % about
    return _("places %(first)d to %(last)d") % about


def why(one: Award, currency: str, labels: Mapping[str, str]) -> str:
    """Why it is won by whom it is, beside what it is for; "" where nothing is to be said. ``labels``: the numbers of
    entries, as they are written."""
    among = ", ".join(labels.get(entry, "–") for entry in one.among)
    if one.tie == Tie.SHARED:
        return _("%(total)s shared by numbers %(among)s, who are level") % {
            "total": amounts.said(one.total, currency),
            "among": among,
        }
    if one.tie == Tie.DRAWN:
        return _("drawn by lot among numbers %(among)s, who are level") % {"among": among}
    if one.tie == Tie.OPEN:
        return _("numbers %(among)s are level: a lot is drawn when the prizes are settled") % {"among": among}
    if not one.entry:
        return ngettext("nobody is there for it", "nobody is there for these %(n)d", len(one.slots)) % {
            "n": len(one.slots)
        }
    if one.track == Track.RANK and one.rank != one.place:
        return _("moved up: rank %(rank)d in the standings") % {"rank": one.rank}
    return ""
