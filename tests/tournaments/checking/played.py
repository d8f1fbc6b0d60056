"""Evenings that were played, as their file says, and faults planted in it."""

import copy
import functools
import json
from collections.abc import Callable
from typing import Any

from django.db import transaction

from core.actors import SYSTEM
from scoring import sheets
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening
from tournaments import archive
from tournaments.checking import Finding, check
from tournaments.checking.public import sha256_of
from tournaments.models import Tournament
from tournaments.services import adjustments, rounds, tournament_file

Document = dict[str, Any]


def document_of(tournament: Tournament) -> Document:
    """The file of a tournament, as whoever reads it has it."""
    found: Document = archive.read(tournament_file.export(tournament))
    return found


def evening_of_five() -> Tournament:
    """Five pairs, two rounds of two deals, both public: one pair rests in each, one deal was corrected, one taken back,
    a dealer named, and a pair has a penalty."""
    tournament = evening.new_tournament(5, rounds=2, deals=2)
    first = evening.play_round(tournament, 1)
    evening.publish(tournament, first)
    round_ = evening.start_round(tournament, 2)
    one, other = evening.games_of(round_)
    sheets.set_first_dealer(one.sheet_id, "E", SYSTEM)
    sheets.record_deal(one.sheet_id, deal(120), position=1, client_key=new_key(), actor=SYSTEM)
    one.sheet.refresh_from_db()
    sheets.void_last(one.sheet_id, 1, seen=one.sheet.revision, actor=SYSTEM)
    evening.play_game(one, 90)
    evening.play_game(other, 110)
    evening.correct(other, 130)
    adjustments.give(evening.entry_at(one, "A").pk, -50, "retard", SYSTEM, round_id=round_.pk)
    evening.publish(tournament, rounds.close_round(round_.pk, SYSTEM))
    return tournament


@functools.cache
def _once() -> str:
    with transaction.atomic():
        text = json.dumps(document_of(evening_of_five()))
        transaction.set_rollback(True)
    return text


def played() -> Document:
    """The document of ``evening_of_five``, played once a run; each time another copy of it."""
    found: Document = json.loads(_once())
    return found


def codes(document: Document, **more: Any) -> set[str]:
    return {one.code for one in check(document, **more).findings}


def found(document: Document, plant: Callable[[Document], None]) -> list[Finding]:
    """What is found once the fault is planted, in a document in which nothing was found before."""
    faulty = copy.deepcopy(document)
    plant(faulty)
    assert faulty != document, "nothing was planted"
    return list(check(faulty, with_draws=False).findings)


def sign(publication: dict[str, Any]) -> None:
    """Give altered figures the SHA-256 that they would have been published with."""
    publication["sha256"] = sha256_of(publication["figures"])
