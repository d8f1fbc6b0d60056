"""What a draw of teams breaks, and why its meetings are as they are, in words. Teams are named by their numbers."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments import drawwords
from tournaments.drawwords import Numbers, Words

TEAMS = Words(
    breaches={
        "no_rematch": lambda: _("teams %(one)d and %(other)d have met already, in round %(rounds)s."),
        "limited_repeats": lambda: _("teams %(one)d and %(other)d meet too often: already in round %(rounds)s."),
        "not_same_club": lambda: _("teams %(one)d and %(other)d are of the same club."),
        "keep_apart": lambda: _("teams %(one)d and %(other)d were to be kept apart."),
    },
    rests_again=lambda: _("team %(one)d rests a second time (round %(rounds)s before)."),
    other_table=lambda: _("team %(one)d is not at the table it needs."),
    nearest=lambda: _("Nobody was nearer to team %(one)d."),
    forbidden={
        "no_rematch": lambda: _("Team %(one)d is nearer to team %(other)d, but they have met in round %(rounds)s."),
        "limited_repeats": lambda: _(
            "Team %(one)d is nearer to team %(other)d, but they have met in round %(rounds)s."
        ),
        "not_same_club": lambda: _("Team %(one)d is nearer to team %(other)d, but they are of the same club."),
        "keep_apart": lambda: _("Team %(one)d is nearer to team %(other)d, but they are to be kept apart."),
        "": lambda: _("Team %(one)d is nearer to team %(other)d, but each needs a table of its own."),
    },
    worse={
        "no_rematch": lambda: _(
            "Team %(one)d is nearer to team %(other)d, but then teams %(left)d and %(right)d would meet again."
        ),
        "limited_repeats": lambda: _(
            "Team %(one)d is nearer to team %(other)d, but then teams %(left)d and %(right)d would meet again."
        ),
        "not_same_club": lambda: _(
            "Team %(one)d is nearer to team %(other)d, but then teams %(left)d and %(right)d of one club would meet."
        ),
        "keep_apart": lambda: _(
            "Team %(one)d is nearer to team %(other)d, but then teams %(left)d and %(right)d would meet, who are to be "
            "kept apart."
        ),
        "": lambda: _(
            "Team %(one)d is nearer to team %(other)d, but then teams %(left)d and %(right)d would be further apart."
        ),
    },
    rest=lambda: _("Team %(one)d is nearer to team %(other)d, but then team %(left)d would rest."),
    lot=lambda: _("Team %(one)d could as well have met team %(other)d: the lot decided."),
    ahead=lambda: _("With team %(one)d against team %(other)d not all later rounds could be drawn."),
)


def breach(broken: Mapping[str, Any], numbers: Numbers) -> str | None:
    """A must or wish that is not kept; None for what needs no word."""
    return drawwords.breach(broken, numbers, TEAMS)


def reason(told: Mapping[str, Any], numbers: Numbers) -> str | None:
    """Why two teams meet and nobody nearer; None for codes that need no words."""
    return drawwords.reason(told, numbers, TEAMS)
