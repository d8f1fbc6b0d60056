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
    "clock-act": lambda: _("The clock cannot do this."),
    "clock-minutes": lambda: _("From 1 to %(most)d minutes."),
    "fault-side": lambda: _("Choose whose fault it was."),
    "fault-unknown": lambda: _("Choose a fault of the list."),
    "fault-deal": lambda: _("Say in which deal: it gets another score."),
    "fault-name": lambda: _("Give the fault a name."),
    "fault-known": lambda: _("This fault is on the list already."),
    "fault-changed": lambda: _("Somebody else has changed this fault meanwhile. Open the page again to see how."),
    "fault-sanction": lambda: _("Choose what it costs."),
    "fault-points": lambda: _("From 1 to %(most)d points."),
    "faults-many": lambda: _("A list has at most %(most)d faults."),
    "ruling-kind": lambda: _("Choose what is decided."),
    "ruling-forfeited": lambda: _(
        "The game of table %(table)d was forfeited: its sheet counts for nothing. Give points beside the results."
    ),
    "ruling-void": lambda: _("This was made void already."),
    "ruling-unknown": lambda: _("This ruling is not there any more, or is a counter entry, which stays."),
    "rulings-too-many": lambda: _("A sheet has at most %(most)d rulings."),
    "points-none": lambda: _("Say how many points."),
    "deal-ruled-on": lambda: _("The arbiter has given this deal another score: make that void first."),
    "unplayed-made-up": lambda: _("A game that is made up is not ended: take table %(table)d away instead."),
    "sheet-closed-already": lambda: _("The sheet of table %(table)d is closed already."),
    "not-ended": lambda: _("The game of table %(table)d was not ended before its end."),
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
    "corrections-organiser": lambda: _(
        "The time for corrections of round %(round)d is over: only the organiser may now."
    ),
    "corrections-closed": lambda: _(
        "The time for corrections of round %(round)d is over, until the organiser opens corrections again."
    ),
    "corrections-table": lambda: _("The table cannot open its sheet any more. Ask the desk: it can."),
    "window-range": lambda: _("At most %(most)d minutes."),
    "adjustment-counter": lambda: _("A counter entry stays: note new points instead."),
}
