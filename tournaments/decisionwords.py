"""What the decisions at the desk refuse, in words: forfeits, rounds cut short, games made up, penalties; and a draw in
which somebody would rest where nobody does."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

REFUSALS: Mapping[str, Callable[[], str]] = {
    "odd-refused": lambda: _(
        "%(count)d are there, an odd number, and by your settings nobody rests: number %(number)d, entered last, "
        "cannot play. Take it off, or choose in the settings what a rest marks."
    ),
    "table-gone": lambda: _("This table is not there any more: the draw was taken back."),
    "tables-empty": lambda: _(
        "Nothing stands on the sheet of table %(table)d (%(count)d in all): say that such tables are closed too."
    ),
    "forfeit-sides": lambda: _("Choose who forfeits."),
    "forfeit-made-up": lambda: _("A game that is made up is not won by forfeit: take table %(table)d away instead."),
    "not-forfeited": lambda: _("Nobody has forfeited at table %(table)d."),
    "nothing-open": lambda: _("All tables of round %(round)d are closed already."),
    "round-not-cut": lambda: _("Round %(round)d is not cut short, or was changed meanwhile. Here is how it stands."),
    "catch-up-made": lambda: _("Number %(number)d has a game of this round already."),
    "catch-up-not-owed": lambda: _("Number %(number)d has no game of this round to make up."),
    "catch-up-opponent": lambda: _("Choose a pair that is there."),
    "catch-up-busy": lambda: _("Number %(number)d still plays at table %(table)d."),
    "table-range": lambda: _("A table number from 1 to %(most)d."),
    "points-range": lambda: _("From 1 to %(most)d points, given or taken."),
    "round-unknown": lambda: _("Choose a round that was begun."),
    "adjustment-void": lambda: _("This was made void already."),
    "rescore-nothing": lambda: _(
        "Nothing has been written on a sheet of this part yet: choose the rules in the settings."
    ),
    "rescore-refused": lambda: _(
        "%(count)d deals cannot be by these rules; the first: round %(round)d, table %(table)d. Put them right before."
    ),
    "rescore-silent": lambda: _(
        "Some deals say nothing of what these rules count. Say that there was none, or write it on the sheets first."
    ),
    "rescore-changed": lambda: _("Something has changed since this preview. Here is the new one: look at it again."),
    "adjustment-counter": lambda: _("A counter entry stays: note new points instead."),
}
