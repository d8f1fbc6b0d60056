"""Points given or taken beside all results, and how a wrong one is made void."""

import pytest
from django.db import IntegrityError, transaction

from core.actors import SYSTEM
from tests.kept import kept
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.test_giving import identity_holds, refused
from tournaments.models import Adjustment
from tournaments.services import adjustments, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def played():
    tournament = evening.new_tournament(4)
    return tournament, evening.play_round(tournament, 1)


def total(tournament, entry) -> int:
    rows = evening.compute(tournament).figures["rows"]
    return next(row["points"] for row in rows if row["entry"] == str(entry.pk))


def test_a_penalty_is_taken_off_the_total_and_made_void_by_a_counter_entry(played):
    tournament, round_ = played
    entry = tournament.entries.first()
    before = total(tournament, entry)
    made = adjustments.give(entry.pk, -162, " renonce ", SYSTEM, round_id=round_.pk)
    assert (made.reason, made.round) == ("renonce", round_)
    assert total(tournament, entry) == before - 162
    assert identity_holds(tournament)
    counter = adjustments.void(made.pk, "erreur de table", SYSTEM)
    assert (counter.points, counter.round, counter.voids) == (162, round_, made)
    assert total(tournament, entry) == before
    assert Adjustment.objects.count() == 2
    refused("adjustment-void", adjustments.void, made.pk, "encore", SYSTEM)
    refused("adjustment-counter", adjustments.void, counter.pk, "encore", SYSTEM)
    assert Adjustment.objects.count() == 2


def test_the_database_knows_of_one_counter_entry(played):
    made = adjustments.give(played[0].entries.first().pk, 100, "bonus", SYSTEM)
    Adjustment.objects.create(entry=made.entry, points=-100, reason="non", voids=made)
    with pytest.raises(IntegrityError), transaction.atomic():
        Adjustment.objects.create(entry=made.entry, points=-100, reason="non", voids=made)


@pytest.mark.parametrize(
    ("points", "reason", "code", "field"),
    [
        (0, "x", "points-range", "points"),
        (10_001, "x", "points-range", "points"),
        (-10_001, "x", "points-range", "points"),
        (5, "  ", "reason-missing", "reason"),
    ],
)
def test_what_is_missing_or_too_much_is_said_beside_its_field(played, points, reason, code, field):
    error = refused(code, adjustments.give, played[0].entries.first().pk, points, reason, SYSTEM)
    assert error.field == field


def test_only_of_a_round_of_this_tournament_that_was_begun(played):
    tournament, _ = played
    entry = tournament.entries.first()
    other = evening.play_round(evening.new_tournament(4), 1)
    assert refused("round-unknown", adjustments.give, entry.pk, 5, "x", SYSTEM, round_id=other.pk).field == "round"
    draft = rounds.make_draw(tournament.pk, 2, 1, SYSTEM).round
    refused("round-unknown", adjustments.give, entry.pk, 5, "x", SYSTEM, round_id=draft.pk)
