"""What a sheet of friends says where a tournament's table says something else."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.seated import SEATS


def rule_of(players: int) -> str:
    """How it is counted where no rule set says it: three players; "" otherwise."""
    if players != 3:
        return ""
    return _(
        "Who takes plays alone against the two others. The declarer marks his score, and each of the two others marks "
        "the defence’s; a belote and announces are marked only by the player who held them."
    )


def page_words(players: int) -> dict[str, Any]:
    """The words of the page's script: those that replace the table's, and those of its own screens."""
    return {
        "sides": {},
        "seats": {seat: str(place) for place, seat in enumerate(SEATS[players], 1)},
        "pair": "",
        "table": _("Score sheet"),
        "sit": _("The deal then goes on in this order."),
        "dealer": _("Dealer: {0}"),
        "round_of": _("Game {0}"),
        "points_left": _("{0}: {1} to go."),
        "marks": _("For {0}"),
        "sheet": _("The sheet"),
        "capot_by": _("Capot: {0}"),
        "announces_of": _("Announces: {0}"),
        "stuck_show": _("Load the page again."),
        "no_access": _("This phone no longer has access to this sheet, or it was erased. Open its link again."),
        "new_game": _("Play again"),
        "end": _("End of the game"),
        "winner": _("{0}: won by {1} points."),
        "winner_is": _("{0}: won."),
        "ahead": _("{0}: ahead by {1} points."),
        "level": _("Nobody is ahead."),
        "level_end": _("Nobody has won."),
        "games": _("The games before"),
    }
