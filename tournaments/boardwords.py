"""Brackets and pools in words: what a round of a knockout is called, and who is still to come to a match."""

from django.utils.translation import gettext as _

from tournaments.draws.board import BracketMatch, Side
from tournaments.draws.plans.brackets import CONSOLATION, MAIN, THIRD, slots_for


def stage(name: str, position: int) -> str:
    """A part of the tournament, by its name if it has one."""
    return name or _("Part %(number)d") % {"number": position}


def pool(number: int) -> str:
    return _("Pool %(number)d") % {"number": number}


def part(match: BracketMatch, count: int) -> str:
    """What these matches of a round are, ``count`` of them: the final, the third place, the consolation."""
    if match.part == MAIN:
        return _main(match.last)
    if match.part == THIRD:
        return _("For the third place")
    places = {"first": match.first, "last": match.last}
    if match.part == CONSOLATION:
        is_final = count == 1 and match.last == match.first + 1
        return _("Final of the consolation") if is_final else _("Consolation")
    return _("For the places %(first)d to %(last)d") % places


def _main(left: int) -> str:
    """A round of the main bracket in which so many are left at most."""
    size = slots_for(left)
    if size <= 2:
        return _("Final")
    if size == 4:
        return _("Semi-finals")
    if size == 8:
        return _("Quarter-finals")
    if size == 16:
        return _("Round of the last sixteen")
    return _("Round of the last %(number)d") % {"number": size}


def coming(side: Side) -> str:
    """Who is to come to a side whose entry is not known; a dash for nobody."""
    if side.known:
        return "–"
    text = _("Loser of match %(number)d") if side.loser else _("Winner of match %(number)d")
    return text % {"number": side.match}
