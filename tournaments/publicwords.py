"""The public pages in words: the ways between them, what a way through the rounds says, what statistics are called."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import TRUMPS, number
from tournaments import givenwords, nouns
from tournaments.models import Tournament
from tournaments.services import prizes
from tournaments.standings.path import Step
from tournaments.tablewords import SPECIALS

#: The pages of a tournament that everybody may see, by the name of their address.
HOME, PROGRAMME, ENTRIES, PRIZES, STATISTICS, RULES, DRAWS = (
    "public-tournament",
    "public-programme",
    "public-entries",
    "public-prizes",
    "public-statistics",
    "public-rules",
    "public-draws",
)


def ways(tournament: Tournament, club: str, current: str, *, with_results: bool) -> list[dict[str, Any]]:
    """The ways between a tournament's public pages: label, url, and whether one stands on it."""
    labels = {
        HOME: _("Standings"),
        PROGRAMME: _("Programme"),
        ENTRIES: nouns.of(tournament).many,
        PRIZES: _("Prizes"),
        STATISTICS: _("Figures"),
        RULES: _("Rules"),
        DRAWS: _("Draws"),
    }
    hidden = set() if with_results else {STATISTICS}
    if prizes.shown_currency(tournament) is None:
        hidden.add(PRIZES)
    if tournament.state == Tournament.State.SETUP:
        hidden |= {DRAWS, HOME}
    return [
        {"label": label, "url": reverse(name, args=[club, tournament.slug]), "current": name == current}
        for name, label in labels.items()
        if name not in hidden
    ]


def state_of_round(state: str, *, is_public: bool) -> str:
    """How far a round is, for everybody: never what came of it before it is public."""
    if is_public:
        return _("results public")
    return {"playing": _("being played"), "closed": _("over, results not public yet")}.get(state, _("not drawn yet"))


def without_table(step: Step) -> str:
    """Why an entry had no table in a round."""
    if step.source:
        return givenwords.meaning(step.source)
    return _("did not play")


def bid(value: int | str) -> str:
    """A contract's name in a list of them: "80", "Capot"."""
    return str(SPECIALS.get(value, value)) if isinstance(value, str) else number(value)


def double(value: str) -> str:
    """What a doubled contract is called in a list."""
    return {"coinche": _("Doubled"), "surcoinche": _("Redoubled")}[value]


def trump(value: str) -> str:
    """A trump's name."""
    return str(TRUMPS.get(value, value))


def share(part: int, whole: int) -> str:
    """A share in hundreds: "62 %"; a dash of nothing."""
    return _("%(n)s %%") % {"n": number((200 * part + whole) // (2 * whole))} if whole else "–"


def made_of(sheets: int, totals_only: int) -> str:
    """What the statistics are made of, in a sentence or two."""
    if not sheets and not totals_only:
        return _("The sheets of these rounds are not public, so that of the deals nothing can be told.")
    text = ngettext(
        "From %(sheets)s sheet of the published rounds.", "From %(sheets)s sheets of the published rounds.", sheets
    ) % {"sheets": number(sheets)}
    if not totals_only:
        return text
    more = ngettext(
        "Of %(n)s more only the totals are known.", "Of %(n)s more only the totals are known.", totals_only
    ) % {"n": number(totals_only)}
    return f"{text} {more}"
