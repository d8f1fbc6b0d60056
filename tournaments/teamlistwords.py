"""What a list of teams would do, in words."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

_SAID: Mapping[str, Callable[[], str]] = {
    "too_many_in_pair": lambda: _("More than two players in one pair: %(line)s."),
    "name_too_long": lambda: _("The name of a team has at most %(most)d letters."),
    "name_entered": lambda: _("Team %(number)d is entered under this name."),
    "name_above": lambda: _("Row %(number)d has the same name."),
    "no_players": lambda: _("No player was found for it."),
    "too_many_pairs": lambda: _("%(count)d pairs, where a team has %(most)d."),
    "twice_in_team": lambda: _("%(name)s stands there twice."),
    "player_entered": lambda: _("%(name)s plays in team %(number)d already."),
    "player_above": lambda: _("%(name)s stands in row %(number)d too."),
}


def said(code: str, params: Mapping[str, str | int]) -> str:
    """The sentence of a code."""
    if code == "incomplete":
        count = int(params["count"])
        text = ngettext(
            "%(count)d complete pair of %(most)d: not drawn until then.",
            "%(count)d complete pairs of %(most)d: not drawn until then.",
            count,
        )
        return text % dict(params)
    return _SAID[code]() % dict(params)
