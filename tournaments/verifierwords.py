"""What the verifier found, in words."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from tournaments.draws.verify import BROKEN, DIFFERS, OPEN, SAME, SEALED, SEED, UNREADABLE, Report, Verdict

_SEEDS: dict[str, Callable[[], str]] = {
    OPEN: lambda: _("The opened seed is the one that was sealed."),
    SEALED: lambda: _("The seed is still sealed: the draws were made again with the seeds they name."),
    BROKEN: lambda: _("The opened seed is NOT the one that was sealed."),
}
_FOUND: dict[str, Callable[[], str]] = {
    SAME: lambda: _("the same again"),
    DIFFERS: lambda: _("DIFFERS"),
    SEED: lambda: _("SEED DOES NOT MATCH"),
    UNREADABLE: lambda: _("CANNOT BE DRAWN"),
}
_STATES: dict[str, Callable[[], str]] = {
    "published": lambda: _("published"),
    "discarded": lambda: _("discarded"),
    "draft": lambda: _("draft"),
}
_REMARKS: dict[str, Callable[[], str]] = {
    "attempts": lambda: _("Round %(round)d: its draws are not numbered 1, 2, 3 and so on, so one was left out."),
    "twice": lambda: _("Round %(round)d: draw %(attempt)d is there more than once."),
    "published": lambda: _("Round %(round)d: not exactly one draw was published."),
    "hand": lambda: _(
        "Round %(round)d: draw %(attempt)d, changed by hand, does not seat exactly those whom the engine placed."
    ),
    "history": lambda: _(
        "Round %(round)d was drawn after another round %(of)d than had been drawn: seats were set right, or made up."
    ),
}


def is_good(verdict: Verdict) -> bool:
    """Whether a draw is as it was drawn."""
    return verdict.finding == SAME


def of_verdict(verdict: Verdict) -> str:
    """What was found about a draw, where the draw itself is named beside it."""
    detail = f" ({verdict.detail})" if verdict.detail else ""
    return f"{_FOUND[verdict.finding]()}{detail}"


def about_all(report: Report) -> list[str]:
    """What was found about the draws together: whether everything holds, the seed, what a reader should know."""
    end = _("Everything is as it was drawn.") if report.holds else _("NOT everything is as it was drawn.")
    return [end, _SEEDS[report.seed](), *(_REMARKS[code]() % values for code, values in report.remarks)]


def lines(report: Report) -> list[str]:
    """The report, a line a draw; the last line says whether everything holds."""
    found = [_SEEDS[report.seed]()]
    for one in report.verdicts:
        state = _STATES[one.state]() if one.state in _STATES else one.state
        values = {"round": one.round, "attempt": one.attempt, "state": state, "found": _FOUND[one.finding]()}
        detail = f" ({one.detail})" if one.detail else ""
        hand = _(", then changed by hand") if one.by_hand else ""
        found.append(_("Round %(round)d, draw %(attempt)d (%(state)s): %(found)s") % values + detail + hand)
    found += [_REMARKS[code]() % values for code, values in report.remarks]
    end = _("Everything is as it was drawn.") if report.holds else _("NOT everything is as it was drawn.")
    return [*found, end]
