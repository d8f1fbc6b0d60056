"""A round of a rehearsal that plays itself: every open table is given made-up deals and its sheet is closed."""

import uuid
import zlib
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from core import jobs
from core.actors import Actor
from core.jobs import JobContext, JobError
from scoring import rules, sheets
from scoring.models import GameFormat, ScoreSheet
from scoring.rules.dealing import Dealer
from scoring.rulesets_store import rules_of
from scoring.sheet_rows import locked
from tournaments.models import Game, Match, Round
from tournaments.services.errors import TournamentError

PLAY = "rehearsal.play"
"""The kind of the job; its key is the round's id."""

#: A game to a target or a time ends with so many deals at the latest.
MOST_DEALS = 40
#: Where a time is played, so many deals are.
DEALS_IN_A_TIME = 8
#: The rule set's own edge cases are rare in a hall: of so many deals the first plain one is taken.
TRIES = 8
REASON = "rehearsal"


def ask(round_: Round, actor: Actor) -> None:
    """Ask for the open tables of a rehearsal's round to be played. TournamentError ``rehearsal-not``,
    ``round-not-playing``."""
    if round_.stage.tournament.rehearsal_of_id is None:
        raise TournamentError("rehearsal-not")
    if round_.state != Round.State.PLAYING:
        raise TournamentError("round-not-playing", round=round_.number)
    jobs.enqueue(PLAY, str(round_.pk), {"round": str(round_.pk), "user": str(actor.user) if actor.user else ""})


def make(job: JobContext) -> dict[str, Any]:
    """The job: table by table, each in a transaction of its own. What was played by hand meanwhile stays."""
    round_ = Round.objects.select_related("stage__tournament").filter(pk=job.payload["round"]).first()
    if round_ is None or round_.stage.tournament.rehearsal_of_id is None:
        raise JobError("rehearsal-not")
    actor = Actor(user=uuid.UUID(job.payload["user"]) if job.payload["user"] else None)
    games = Game.objects.filter(match__round=round_, state=Game.State.PLAYING, forfeit="")
    waiting = list(games.exclude(match__kind=Match.Kind.CATCH_UP).order_by("table_no").values_list("pk", flat=True))
    played = 0
    job.progress(0, len(waiting))
    for done, pk in enumerate(waiting, start=1):
        try:
            played += play(pk, actor)
        except TournamentError as error:
            raise JobError(error.code) from error
        job.progress(done, len(waiting))
    result = {"tables": played}
    job.finish(result)
    return result


@transaction.atomic
def play(game_id: uuid.UUID, actor: Actor) -> bool:
    """Play a table to its end and close the sheet; whether there was still something to play."""
    game = Game.objects.select_related("match__round__stage__tournament", "sheet").get(pk=game_id)
    if game.match.round.stage.tournament.rehearsal_of_id is None:
        raise TournamentError("rehearsal-not")
    sheet = locked(game.sheet_id)
    if sheet.state != ScoreSheet.State.OPEN:
        return False
    most = DEALS_IN_A_TIME if sheet.format.kind == GameFormat.Kind.MINUTES else MOST_DEALS
    deals = _deals(rules_of(sheet.ruleset_version), zlib.crc32(game.pk.bytes))
    position = sheet.entries.filter(voided_at__isnull=True).count() + 1
    for attempt in range(TRIES * most):
        if sheet.complete or position > most:
            break
        key = f"rehearsal-{position}-{attempt}"
        try:
            sheets.record_deal(sheet.pk, next(deals), position=position, client_key=key, actor=actor)
        except rules.DealError:
            continue  # another one can be
        position += 1
        sheet.refresh_from_db()
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=actor, reason="" if sheet.complete else REASON)
    return True


def _deals(ruleset: rules.RuleSet, seed: int) -> Iterator[dict[str, Any]]:
    """Made-up deals without end, mostly plain ones. TournamentError ``rehearsal-totals`` where a rule set has none."""
    dealer = Dealer(ruleset, seed)
    while True:
        tries = [] if ruleset.totals is not None else list(dealer.deals(TRIES))
        if not tries:
            raise TournamentError("rehearsal-totals")
        yield next((one for one in tries if _is_plain(one)), tries[-1])


def _is_plain(deal: dict[str, Any]) -> bool:
    return deal["double"] == "none" and "sweep" not in deal and deal["contract"] not in ("capot", "generale")
