"""The rows of the desk: each table of a round with its state, in words, and the order in which they are looked at.

A fixed number of queries, however many tables: see ``rows``.
"""

import datetime as dt
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import STATES, number
from scoring.agreeing import Agreement, agreements_of
from scoring.models import Dispute, EntryEvent, ScoreSheet, SheetEntry
from tournaments import agreewords, givenwords, pace, people
from tournaments.clock import Clock
from tournaments.models import Game, Match, Result, Round, Seat
from tournaments.services import disputes, windows

#: Closed tables that are shown before "see the others".
FEW_CLOSED = 3
#: Tables that do not agree stand before those that are late; those far behind before those a little.
_FIRST = 10_000
#: A table past the expected end stands before who is behind.
_OVER = 1_000


@dataclass(frozen=True, slots=True)
class Moment:
    """When the desk is looked at: ``now``, by the ``clock`` of the round; rows changed after ``since`` are marked
    (None: none are)."""

    now: dt.datetime
    clock: Clock
    since: dt.datetime | None = None

    def minutes(self, since: dt.datetime) -> int:
        """Minutes that the clock ran since then."""
        return int(self.clock.between(since, self.now).total_seconds() // 60)


@dataclass(frozen=True, slots=True)
class _Table:
    """What a row is made of."""

    game: Game
    agreement: Agreement
    played: int
    late: pace.Late | None
    on_paper: bool
    minutes: int | None
    #: For how many minutes it has not agreed; None while that is not too long.
    unagreed: int | None
    #: The numbers of its deals by their place; only where something is disputed.
    numbers: Mapping[int, int | None]

    @property
    def sheet(self) -> ScoreSheet:
        return self.game.sheet


def rows(round_: Round, named: Mapping[uuid.UUID, people.EntryName], moment: Moment) -> list[dict[str, Any]]:
    """A row a table: both pairs, deals played, state, minutes, and whether it changed lately."""
    games = list(
        Game.objects.filter(match__round=round_)
        .select_related("sheet__format", "match")
        .prefetch_related("match__seats", "sheet__sides")
        .order_by("table_no")
    )
    return [
        {
            **_state_of(one),
            "game": one.game,
            "agreement": one.agreement,
            "table": one.game.table_no,
            "sides": _sides(one.game, named),
            "note": _("game made up") if one.game.match.kind == Match.Kind.CATCH_UP else "",
            "played": one.played,
            "total": one.sheet.format.length if one.sheet.format.kind == "deals" else 0,
            "minutes": one.minutes,
            "minutes_of": _("since the last deal") if one.played else _("since the start"),
            "changed": _has_changed(one.sheet, moment),
        }
        for one in _tables(round_, games, moment)
    ]


def _tables(round_: Round, games: list[Game], moment: Moment) -> Iterable[_Table]:
    agreements = agreements_of(game.sheet for game in games)
    from_desk = _typed_at_the_desk(round_)
    standing = SheetEntry.objects.filter(sheet__game__match__round=round_, voided_at=None).order_by()
    most = dict(standing.values_list("sheet").annotate(Max("counted")))
    counted = [most.get(game.sheet_id) or 0 for game in games]
    in_dispute = [pk for pk, one in agreements.items() if one.open_disputes]
    numbers: dict[uuid.UUID, dict[int, int | None]] = {}
    for pk, position, number_ in standing.filter(sheet__in=in_dispute).values_list("sheet", "position", "counted"):
        numbers.setdefault(pk, {})[position] = number_
    is_playing = round_.state == Round.State.PLAYING
    is_by_deals = all(game.sheet.format.kind == "deals" for game in games)
    behind = pace.behind(counted) if is_by_deals and is_playing else [0] * len(games)
    ran = moment.clock.ran(moment.now).total_seconds() / 60
    hall = pace.Round(ran, moment.clock.minutes, max((game.sheet.format.length for game in games), default=0))
    wait = windows.rules_of(round_.stage.tournament).wait
    hall = hall if is_by_deals else pace.Round(ran, moment.clock.minutes)
    for game, played, behind_hall in zip(games, counted, behind, strict=True):
        agreement = agreements[game.sheet_id]
        is_open = game.sheet.state == ScoreSheet.State.OPEN
        on_paper = game.sheet_id in from_desk or bool(game.sheet.paper)
        since = agreement.since if played and agreement.since else moment.clock.since
        minutes = moment.minutes(since) if is_open and since else None
        quiet = None if on_paper or not played else minutes
        late = pace.late(hall, played, behind_hall, quiet) if is_open and is_playing else None
        unagreed = disputes.unagreed_minutes(game.sheet, agreement, wait)
        yield _Table(game, agreement, played, late, on_paper, minutes, unagreed, numbers.get(game.sheet_id, {}))


def _typed_at_the_desk(round_: Round) -> set[uuid.UUID]:
    """The sheets of a round on which everything so far was typed in at the desk."""
    recorded = EntryEvent.objects.filter(sheet__game__match__round=round_, verb=EntryEvent.Verb.RECORDED).order_by()
    told = recorded.values_list("sheet").annotate(phone=Count("pk", filter=Q(actor__isnull=True)))
    return {sheet for sheet, phone in told if not phone}


def _has_changed(sheet: ScoreSheet, moment: Moment) -> bool:
    at = max(sheet.updated_at, sheet.closed_at or sheet.updated_at)
    return moment.since is not None and at > moment.since


# States


def _state_of(one: _Table) -> dict[str, Any]:
    """The state of a table and its reason in words."""
    sheet, agreement = one.sheet, one.agreement
    totals = {side.side: number(side.total) for side in sheet.sides.all()}
    score = _("%(one)s to %(other)s") % {"one": totals["A"], "other": totals["B"]}
    if sheet.state == ScoreSheet.State.CLOSED:
        if one.game.forfeit:
            score = givenwords.meaning(Result.Source.FORFEIT)
        elif how := agreewords.agreement(agreement):
            score = _("%(score)s, %(how)s") % {"score": score, "how": how}
        if any(found.kind == Dispute.Kind.LATE for found in agreement.open_disputes):
            score = _("%(score)s, %(how)s") % {"score": score, "how": _("deals came late")}
        return {"state": "closed", "reason": score, "hot": False, "ready": False, "closed_at": sheet.closed_at}
    if agreement.open_disputes:
        reason = _about(agreement, one.numbers)
        asks = all(found.kind == Dispute.Kind.ASK for found in agreement.open_disputes)
        return {"state": "ask" if asks else "disagree", "reason": reason, "hot": True, "ready": False, "behind": _FIRST}
    if sheet.complete or agreement.confirmed:
        return _to_agree(one, score)
    state = "late" if one.late and one.played else _going(one)
    return {
        "state": state,
        "reason": _why_late(one) if one.late else _progress(one, score),
        "hot": one.late is not None,
        "ready": False,
        "behind": _weight(one.late),
    }


def _going(one: _Table) -> str:
    if one.on_paper:
        return "paper"
    return "playing" if one.played else "waiting"


def _progress(one: _Table, score: str) -> str:
    """Which deal a table plays, and how it stands."""
    if not one.played:
        return ""
    return _("deal %(n)d, %(score)s") % {"n": one.played + 1, "score": score}


def _why_late(one: _Table) -> str:
    late = one.late
    assert late is not None
    if late.why == "over":
        return ngettext("%(n)d minute past the expected end", "%(n)d minutes past the expected end", late.n) % {
            "n": late.n
        }
    if not one.played:
        return _("No score since the start")
    if late.why == "hall":
        return ngettext("%(n)d deal behind the hall", "%(n)d deals behind the hall", late.n) % {"n": late.n}
    if late.why == "clock":
        return ngettext("%(n)d deal behind the clock", "%(n)d deals behind the clock", late.n) % {"n": late.n}
    return ngettext("No deal for %(n)d minute", "No deal for %(n)d minutes", late.n) % {"n": late.n}


def _weight(late: pace.Late | None) -> int:
    if late is None:
        return 0
    return late.n + (_OVER if late.why == "over" else 0)


def _to_agree(one: _Table, score: str) -> dict[str, Any]:
    """A game that is over, or that one side says is over; late where the other side does not agree for long."""
    minutes = one.unagreed
    return {
        "state": "one_side" if one.agreement.confirmed else "complete",
        "reason": agreewords.no_agreement(minutes) if minutes else _("%(score)s, to be closed") % {"score": score},
        "hot": minutes is not None,
        "ready": minutes is None,
        "behind": _FIRST,
    }


def _about(agreement: Agreement, numbers: Mapping[int, int | None]) -> str:
    """What a table does not agree about: the first that was put before the arbiter."""
    one = agreement.open_disputes[0]
    return agreewords.about(one.kind, one.position, numbers.get(one.position), one.get_side_display())


def _sides(game: Game, named: Mapping[uuid.UUID, people.EntryName]) -> list[dict[str, Any]]:
    """Both sides of a table, each with its number (in a mêlée those of both players) and its names."""
    seats: dict[str, list[people.EntryName]] = {}
    for seat in sorted(game.match.seats.all(), key=_place):
        seats.setdefault(seat.side, []).append(named[seat.participant_id])
    return [
        {
            "number": people.side_label(entry.label for entry in side),
            "names": [name for entry in side for name in entry.names],
        }
        for side in seats.values()
    ]


def _place(seat: Seat) -> tuple[str, int]:
    return seat.side, seat.slot


# How they are looked at

HOT, READY, GOING, DONE = "hot", "ready", "going", "done"


def _group(row: Mapping[str, Any]) -> str:
    if row["state"] == "closed":
        return DONE
    return HOT if row["hot"] else READY if row["ready"] else GOING


def groups(shown: list[dict[str, Any]], only: str, show_all: bool) -> list[dict[str, Any]]:
    """The rows as the desk looks at them: what needs a hand first, then what goes on, then what is done. ``only``: one
    of the groups, or a state; anything else shows all of them."""
    by_group: dict[str, list[dict[str, Any]]] = {HOT: [], READY: [], GOING: [], DONE: []}
    is_state = only in STATES
    for row in shown:
        if (only not in by_group and not is_state) or only in (_group(row), row["state"]):
            by_group[_group(row)].append(row)
    by_group[HOT].sort(key=lambda row: (-row["behind"], row["table"]))
    by_group[DONE].sort(key=lambda row: row["closed_at"], reverse=True)
    few = by_group[DONE] if show_all or only in (DONE, "closed") else by_group[DONE][:FEW_CLOSED]
    found: list[dict[str, Any]] = [
        {"title": _("To look at now"), "hint": _("the furthest behind first"), "rows": by_group[HOT]},
        {"title": _("To be closed"), "hint": "", "rows": by_group[READY]},
        {"title": _("Being played"), "hint": "", "rows": by_group[GOING]},
        {"title": _("Finished"), "hint": _("the latest first"), "rows": few, "more": len(by_group[DONE]) - len(few)},
    ]
    for group in found:
        count = len(group["rows"]) + group.get("more", 0)
        group["count"] = ngettext("%(n)d table", "%(n)d tables", count) % {"n": count}
    return [group for group in found if group["rows"]]


def filters(shown: list[dict[str, Any]], only: str) -> list[dict[str, Any]]:
    """The tabs over the list: all tables, each group, and who has sent nothing; none where there is nothing to part."""
    in_groups = Counter(_group(row) for row in shown)
    states = Counter(row["state"] for row in shown)
    found = [
        ("", _("All tables"), len(shown)),
        (HOT, _("To look at now"), in_groups[HOT]),
        (READY, _("To be closed"), in_groups[READY]),
        (GOING, _("Being played"), in_groups[GOING]),
        ("waiting", str(STATES["waiting"][2]), states["waiting"]),
        ("paper", str(STATES["paper"][2]), states["paper"]),
        (DONE, _("Finished"), in_groups[DONE]),
    ]
    known = {key for key, _text, count in found if count or not key}
    tabs = [
        {"key": key, "text": text, "count": count, "current": key == only or (not key and only not in known)}
        for key, text, count in found
        if count or key in ("", only)
    ]
    return tabs if len(tabs) > 2 else []


def legend(shown: Iterable[Mapping[str, Any]]) -> list[tuple[str, str, int]]:
    """Drawing, word and number of tables of each state, for the plan of the hall."""
    counts = Counter(row["state"] for row in shown)
    return [(drawing, str(word), counts[state]) for state, (drawing, _css, word) in STATES.items() if counts[state]]
