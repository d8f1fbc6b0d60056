"""A simulated tournament in words: what was asked that cannot be, and what came out."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from tournaments.simulation import FORMATS, Simulation, WishError

#: option: what it may be; a function, so that the sentence is in the language of who reads it.
_WRONG: dict[str, Callable[[], str]] = {
    "format": lambda: _("This format is not known. Choose one of: %(formats)s."),
    "results": lambda: _("Results are by skill or random."),
    "entries": lambda: _("From %(least)d to %(most)d entries."),
    "rounds": lambda: _("From %(least)d to %(most)d rounds."),
    "absent": lambda: _("The share of the absent is a number from 0 to 1."),
    "late": lambda: _("The share of the late is a number from 0 to 1."),
    "withdraw": lambda: _("The share of those who leave is a number from 0 to 1."),
}


def of_wish(error: WishError) -> str:
    """What is wrong with a wish."""
    return _WRONG[error.option]() % {"formats": ", ".join(FORMATS), "least": error.least, "most": error.most}


def summary(done: Simulation) -> list[tuple[str, str]]:
    """What a tournament came to: a label and its figure, each."""
    metrics = done.metrics
    nobody = "–"
    return [
        (_("Meetings of two who had met"), str(metrics.rematches)),
        (_("Partners who had played together"), str(metrics.partner_rematches)),
        (_("Rests, at most (of those always there)"), str(nobody if metrics.most_byes is None else metrics.most_byes)),
        (_("Rests, at least"), str(nobody if metrics.least_byes is None else metrics.least_byes)),
        (_("Meetings of one club"), str(metrics.same_club)),
        (_("Times at a table sat at before"), str(metrics.table_repeats)),
        (_("Musts not kept"), str(sum(metrics.musts.values()))),
        (_("Wishes not kept"), str(sum(metrics.wishes.values()))),
        (_("Seconds a draw, in the middle"), f"{metrics.median_seconds:.3f}"),
        (_("Seconds a draw, at most"), f"{metrics.most_seconds:.3f}"),
        (_("Ranking and true strength (1: the same, 0: luck)"), f"{metrics.kendall_tau:.2f}"),
        (_("Of the true first eighth, found"), f"{100 * metrics.top_eighth_found:.0f} %"),
    ]


def title(done: Simulation) -> str:
    """What was played."""
    wish = done.wish
    values = {"format": wish.format, "entries": wish.entries, "rounds": wish.rounds, "seed": wish.seed}
    return _("%(format)s: %(entries)d entries, %(rounds)d rounds (seed %(seed)s)") % values


def first(done: Simulation) -> str:
    """The first eight of the final ranking, each with its place by true strength."""
    place = {who: number for number, who in enumerate(done.truth, 1)}
    return ", ".join(f"{who} ({place[who]})" for who in done.ranking[:8])
