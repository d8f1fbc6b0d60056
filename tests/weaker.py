"""The verbs without one of their guards: what tests/guards_services.py puts in their place. The product has none of it.

Each one is what a hurried hand might have written.
"""

import uuid
from typing import Any

from django.db import transaction
from django.db.backends.sqlite3.base import DatabaseWrapper

from core import links
from core.jobs import JobContext
from core.models import AccessLink, Job
from scoring import agreeing, sheets, versions
from scoring.models import Dispute, ScoreSheet, SheetEntry
from tournaments.models import Ceremony, Round, Tournament
from tournaments.services import entries, restoring, rounds, seats

_amend_deal, _close_sheet, _import_list, _derive = (
    sheets.amend_deal,
    sheets.close_sheet,
    entries.import_list,
    links.derive,
)
_confirm, _settle = agreeing.confirm, versions.settle
_close_round = rounds.close_round
_get_new_connection = DatabaseWrapper.get_new_connection
_turn_sides, _put_right, _put_back = sheets.turn_sides, seats.put_right, restoring.put_back


def sheet_unlocked(sheet_id: uuid.UUID) -> ScoreSheet:
    return ScoreSheet.objects.select_related("ruleset_version", "format").get(pk=sheet_id)


def same_whatever_it_says(known: SheetEntry, data: dict[str, Any]) -> SheetEntry:
    return known


def close_whatever_was_seen(sheet_id: uuid.UUID, *, digest: str, **named: Any) -> ScoreSheet:
    now = ScoreSheet.objects.values_list("digest", flat=True).get(pk=sheet_id)
    return _close_sheet(sheet_id, digest=now, **named)


def confirm_whatever_was_seen(sheet_id: uuid.UUID, side: str, *, digest: str, **named: Any) -> ScoreSheet:
    now = ScoreSheet.objects.values_list("digest", flat=True).get(pk=sheet_id)
    return _confirm(sheet_id, side, digest=now, **named)


def settle_whatever_was_seen(sheet_id: uuid.UUID, *arguments: Any, seen: int, **named: Any) -> Dispute:
    now = ScoreSheet.objects.values_list("revision", flat=True).get(pk=sheet_id)
    return _settle(sheet_id, *arguments, seen=now, **named)


def amend_whatever_was_seen(sheet_id: uuid.UUID, *arguments: Any, seen: int, **named: Any) -> SheetEntry:
    now = ScoreSheet.objects.values_list("revision", flat=True).get(pk=sheet_id)
    return _amend_deal(sheet_id, *arguments, seen=now, **named)


def whoever_was_deleted(tournament_id: uuid.UUID, request: Any, round_number: int) -> None:
    return None


def tournament_unlocked(tournament_id: uuid.UUID) -> Tournament:
    return Tournament.objects.get(pk=tournament_id)


def round_before_its_sheets(round_id: uuid.UUID, *, playing: bool = True) -> Round:
    round_ = Round.objects.select_for_update(of=("self",)).select_related("stage__tournament").get(pk=round_id)
    open_sheets = ScoreSheet.objects.filter(game__match__round=round_id, state=ScoreSheet.State.OPEN)
    list(open_sheets.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    return round_


def import_whatever_was_shown(tournament_id: uuid.UUID, data: bytes, filename: str, digest: str, actor: Any) -> Any:
    now = entries.preview(Tournament.objects.get(pk=tournament_id), data, filename).digest
    return _import_list(tournament_id, data, filename, now, actor)


def any_lease(context: JobContext) -> Any:
    return Job.objects.filter(pk=context.job_id)


def token_as_it_is(token: str) -> str:
    return token


def token_of_every_generation(link_id: uuid.UUID, generation: int) -> str:
    return _derive(link_id, 1)


def never_closed(purpose: str, targets: list[uuid.UUID], closes_at: Any) -> int:
    return 0


def start_link_again_and_again(token: str) -> AccessLink | None:
    return AccessLink.objects.filter(purpose=AccessLink.Purpose.START, token_hash=links.token_hash(token)).first()


def whichever_draft_was_seen(draft: Any, seen: str) -> None:
    return None


def draft_unlocked(draw: Any) -> None:
    return None


def whichever_rules_were_seen(stage: Any) -> str:
    return ""


def turn_whatever_was_seen(sheet_id: uuid.UUID, *, seen: int, **named: Any) -> ScoreSheet:
    now = ScoreSheet.objects.values_list("revision", flat=True).get(pk=sheet_id)
    return _turn_sides(sheet_id, seen=now, **named)


def seat_whoever_was_seen(game_id: uuid.UUID, wanted: Any, seen: Any, **named: Any) -> Any:
    return _put_right(game_id, wanted, {}, **named)


def put_back_whatever_was_seen(tournament_id: uuid.UUID, wanted: Any, actor: Any, *, seen: Any, **named: Any) -> Any:
    return _put_back(tournament_id, wanted, actor, **named)


def nothing_locked(tournament_id: uuid.UUID) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament_id)


def no_round_before(stage: Any, number: int) -> None:
    return None


def always_typed(request: Any, doing: Any) -> bool:
    return True


def done_all_the_same(request: Any, club: Any, doing: Any, call: Any) -> Any:
    return call()


def digest_of_the_file_itself(document: Any) -> Any:
    return document["sha256"]


def trail_that_stands_still() -> tuple[int, int]:
    return (1, 1)


def whichever_paper_was_seen(taken: Any) -> str:
    return "seen"


def rehearsals_too(tournaments: Any) -> Any:
    return tournaments.all()


def every_form_is_new(rulings: Any, key: str) -> bool:
    return False


def never_so(now: Any, kind: str, minutes: Any) -> bool:
    return False


def connection_that_does_not_wait(wrapper: Any, params: Any) -> Any:
    made = _get_new_connection(wrapper, params)
    made.execute("PRAGMA busy_timeout=0")
    return made


def no_table_is_open(round_: Any) -> list[int]:
    return []


@transaction.atomic
def close_round_holding_all(round_id: uuid.UUID, actor: Any) -> Round:
    Round.objects.select_for_update().select_related("stage__tournament").get(pk=round_id)
    return _close_round(round_id, actor)


def nothing_is_the_same(standing: SheetEntry, data: dict[str, Any]) -> bool:
    return False


def clock_unlocked(round_id: uuid.UUID) -> Round:
    return Round.objects.select_related("stage__tournament", "stage__game_format").get(pk=round_id)


def tell_whatever_was_seen(tournament_id: uuid.UUID, seen: int, to: int) -> None:
    Ceremony.objects.filter(tournament=tournament_id).update(shown=to)
