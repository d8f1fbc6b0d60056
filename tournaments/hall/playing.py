"""The round being played: its clock, how many tables have finished, and which are still awaited.

Nobody is shamed: of a table its number and its deal are shown, never how late it is, who sits there, or a score.
"""

from collections.abc import Mapping
from typing import Any

from django.db.models import Count, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import clock as time_of_day
from scoring.models import ScoreSheet
from tournaments import deskrows, people
from tournaments.clock import Clock
from tournaments.deskrows import Moment
from tournaments.hall.pages import Page, body, cut, instant, round_title, shown_round
from tournaments.models import Game, Round, Tournament
from tournaments.services import clocks, stages

#: Tables awaited are listed from when there are so few, eight of them large, else twenty a page.
FEW, LARGE, A_PAGE = 60, 8, 20


def mark(tournament: Tournament) -> str:
    """What changes whenever a table has something else to say: no act of the trail tells of a deal."""
    sheets = ScoreSheet.objects.filter(
        game__match__round__stage__tournament=tournament, game__match__round__state=Round.State.PLAYING
    ).aggregate(sum=Sum("revision"), count=Count("pk"))
    return f"{sheets['count']}.{sheets['sum'] or 0}"


def pages(tournament: Tournament) -> list[Page]:
    """The round that is played, or that it is over; nothing before the first."""
    round_ = shown_round(tournament)
    if round_ is None:
        return []
    if round_.state != Round.State.PLAYING:
        return [_over(tournament, round_)]
    total = Game.objects.filter(match__round=round_).count()
    still = Game.objects.filter(match__round=round_).exclude(sheet__state=ScoreSheet.State.CLOSED).count()
    awaited = _awaited(tournament, round_) if still <= FEW else []
    done = total - still
    finished = ngettext("%(n)d table of %(total)d has finished", "%(n)d tables of %(total)d have finished", done)
    told = {"done": done, "total": total, "finished": finished % {"n": done, "total": total}}
    parts = cut(awaited, LARGE if len(awaited) <= LARGE else A_PAGE) or [[]]
    return [
        Page(
            kind="round",
            over=tournament.name,
            title=round_title(round_),
            body=body("round", rows=part, many=still if still > FEW else 0, large=len(awaited) <= LARGE, **told),
            strip=body("strip_round", part=number, parts=len(parts)),
        )
        for number, part in enumerate(parts, start=1)
    ]


def _awaited(tournament: Tournament, round_: Round) -> list[dict[str, Any]]:
    named = people.in_hall(tournament, round_number=round_.number)
    rows = deskrows.rows(round_, named, Moment(timezone.now(), clocks.clock_of(round_)))
    return [{"table": row["table"], **_says(row)} for row in rows if row["state"] != "closed"]


def _says(row: Mapping[str, Any]) -> dict[str, Any]:
    """What stands under a table's card."""
    state = row["state"]
    if state in ("disagree", "ask"):
        return {"says": _("arbiter"), "is_called": True}
    if state in ("complete", "one_side"):
        return {"says": _("to confirm"), "is_called": False}
    if state == "paper" or not row["played"]:
        return {"says": _("playing"), "is_called": False}
    deal = min(row["played"] + 1, row["total"] or row["played"] + 1)
    return {"says": _("deal %(n)d") % {"n": deal}, "is_called": False}


def _over(tournament: Tournament, round_: Round) -> Page:
    says = (
        _("All rounds are played.")
        if stages.all_over(tournament)
        else _("The draw of the next round is shown here as soon as it is published.")
    )
    return Page(
        kind="message",
        over=tournament.name,
        title=round_title(round_),
        body=body("message", head=_("The round is over."), text=says),
        strip="",
    )


# The clock, which goes on between two answers


def clock_of(tournament: Tournament) -> dict[str, Any] | None:
    """The clock for the corner of every page: ``ends``, the instant at which nothing is left, while it runs, else
    ``left`` in seconds; what it is called before its end and after; None where no round is played."""
    round_ = shown_round(tournament)
    if round_ is None or round_.state != Round.State.PLAYING:
        return None
    return _clock(clocks.clock_of(round_))


def _clock(of: Clock) -> dict[str, Any] | None:
    now = timezone.now()
    left, ends = of.left(now), of.ends_at(now)
    if left is None or ends is None:
        return None
    label, past = _("Time left"), _("Time is up")
    if of.is_paused:
        label = past = _("The clock stands")
    elif of.last_deal is not None:
        label = past = _("Last deal")
    return {
        "label": label,
        "past": past,
        "ends": None if of.is_paused else instant(ends.replace(microsecond=0)),
        "left": int(left.total_seconds()) if of.is_paused else None,
        "total": (of.minutes or 0) * 60,
        "is_last": of.last_deal is not None,
        "until": "" if of.is_paused else _("Expected end at %(time)s") % {"time": time_of_day(ends)},
    }
