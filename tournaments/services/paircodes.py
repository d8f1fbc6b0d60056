"""A pair's own four figures: asked when its side agrees, where the organiser has switched that on for a tournament.

A code is derived from the entry with the server's secret, so that nothing of it is stored and its slip can be printed
again; another issue gives all entries other ones. Wrong ones are counted by sheet and side, in the database. The desk
closes a sheet without.
"""

import hashlib
import hmac
import uuid
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core import audit
from core.actors import Actor
from scoring.models import SheetSide
from scoring.sheet_rows import SheetError
from tournaments.models import Entry, PairTries, Round, Seat, Stage, Tournament
from tournaments.services import contests

#: Where it stands in the settings of every stage: ``on``, and the ``issue`` of the codes, from 1.
NAME = "pair_codes"
FIGURES = 4
#: Wrong codes for one side of a sheet within a quarter of an hour; then the desk closes the sheet.
MOST_WRONG = 5
WITHIN = timedelta(minutes=15)


def is_on(stage: Stage) -> bool:
    """Whether each side has to give its code when it agrees."""
    return bool(stage.settings.get(NAME, {}).get("on"))


def issue_of(stage: Stage) -> int:
    return int(stage.settings.get(NAME, {}).get("issue", 1))


def code_of(entry_id: uuid.UUID, issue: int) -> str:
    """The code of an entry: four figures, of use to nobody who does not hold the slip, or the server's secret."""
    message = b"coinche-club pair\0" + entry_id.bytes + issue.to_bytes(4, "big")
    digest = hmac.new(settings.SECRET_KEY.encode(), message, hashlib.sha256).digest()
    return f"{int.from_bytes(digest, 'big') % 10**FIGURES:0{FIGURES}d}"


def of_tournament(tournament: Tournament) -> list[tuple[Entry, str]]:
    """Who plays, by number, each with its code: pairs, players, or the pairs of teams."""
    issue = issue_of(contests.only_stage(tournament))
    playing = tournament.entries.exclude(kind=Entry.Kind.TEAM).exclude(
        status__in=[Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED]
    )
    return [(entry, code_of(entry.pk, issue)) for entry in playing.order_by("number")]


@transaction.atomic
def change(tournament_id: uuid.UUID, actor: Actor, *, on: bool, fresh: bool = False) -> None:
    """Let codes be asked from now on, or no more; ``fresh``: all entries have other ones, the slips handed out are
    void. The same again changes nothing."""
    tournament = contests.lock(tournament_id)
    first = contests.only_stage(tournament)
    now = {"on": is_on(first), "issue": issue_of(first)}
    wanted = {"on": on, "issue": now["issue"] + int(fresh)}
    if wanted == now:
        return
    for stage in tournament.stages.order_by("position"):
        stage.settings = {**stage.settings, NAME: wanted}
        stage.save(update_fields=["settings"])
    # Whoever shows a table that is being played looks again.
    playing = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLAYING)
    playing.update(revision=F("revision") + 1)
    audit.record(actor, "tournament.pair-codes", tournament, club_id=tournament.club_id, before=now, after=wanted)


def must_know(match_id: uuid.UUID, sheet_id: uuid.UUID, side: str, code: str) -> bool:
    """Whether a side ("A", "B") of a match had to give a code, and gave that of an entry that sits there.

    Call it outside a transaction: a wrong one is counted for good. SheetError ``code-missing``, ``code-wrong``
    (``left`` more may be tried), ``code-wait``; ``side-unknown``.
    """
    seats = Seat.objects.filter(match=match_id, side=side).select_related("round__stage")
    seated = list(seats.order_by("slot"))
    if side not in SheetSide.Side.values or not seated:
        raise SheetError("side-unknown")
    stage = seated[0].round.stage
    if not is_on(stage):
        return False
    typed = "".join(code.split())
    if not typed:
        raise SheetError("code-missing")
    left = _tried(sheet_id, side, typed, [code_of(seat.participant_id, issue_of(stage)) for seat in seated])
    if left is not None:
        raise SheetError("code-wrong", left=left)
    return True


@transaction.atomic
def _tried(sheet_id: uuid.UUID, side: str, typed: str, right: Iterable[str]) -> int | None:
    """None where it was right, else how many more may be tried. One at a time: the row is locked while it is looked at.
    SheetError ``code-wait`` after too many, also for a right one."""
    PairTries.objects.get_or_create(sheet_id=sheet_id, side=side)
    tries = PairTries.objects.select_for_update().get(sheet=sheet_id, side=side)
    now = timezone.now()
    if now - tries.since > WITHIN:
        tries.count, tries.since = 0, now
    if tries.count >= MOST_WRONG:
        raise SheetError("code-wait")
    is_right = any(hmac.compare_digest(typed.encode(), one.encode()) for one in right)
    tries.count = 0 if is_right else tries.count + 1
    tries.save(update_fields=["count", "since"])
    return None if is_right else MOST_WRONG - tries.count
