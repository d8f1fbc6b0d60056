"""Making a tournament and changing it."""

from dataclasses import replace

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent, Job
from tests import factories
from tests.tournaments.services import evening
from tournaments.draws.seeds import commitment
from tournaments.services import contests, publishing, rounds
from tournaments.services.contests import NewTournament
from tournaments.services.errors import TournamentError

pytestmark = pytest.mark.django_db

WISH = NewTournament(name=" Concours de Noël ", local_date=evening.DAY, rounds=5, length=16, place=" Salle A ")


def make(**changes):
    return contests.create(factories.make_club(), replace(WISH, **changes), SYSTEM)


def test_a_tournament_has_its_rules_its_length_and_a_sealed_seed_from_the_start():
    tournament = make()
    stage = contests.only_stage(tournament)
    assert (tournament.name, tournament.place, tournament.state) == ("Concours de Noël", "Salle A", "setup")
    assert tournament.slug == "concours-de-noel-2026-11-28"
    assert (stage.rounds_planned, stage.game_format.kind, stage.game_format.length) == (5, "deals", 16)
    assert stage.ruleset_version.ruleset.key == "club"
    assert len(stage.sealed_seed) == 64
    assert stage.commitment == commitment(stage.sealed_seed)
    assert make().stages.get().sealed_seed != stage.sealed_seed
    assert AuditEvent.objects.filter(verb="tournament.created").count() == 2


def test_two_tournaments_of_the_same_name_and_day_have_two_addresses():
    club = factories.make_club()
    slugs = [contests.create(club, WISH, SYSTEM).slug for _ in range(3)]
    assert slugs == [f"concours-de-noel-2026-11-28{tail}" for tail in ("", "-2", "-3")]


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"name": "  "}, "name-missing", "name"),
        ({"rounds": 0}, "rounds-range", "rounds"),
        ({"rounds": 31}, "rounds-range", "rounds"),
        ({"length": 0}, "deals-range", "length"),
        ({"length": 61}, "deals-range", "length"),
        ({"game_kind": "target", "length": 99}, "target-range", "length"),
        ({"game_kind": "target", "length": 10_001}, "target-range", "length"),
        ({"game_kind": "minutes", "length": 241}, "minutes-range", "length"),
        ({"game_kind": "innings"}, "game-kind", "game_kind"),
        ({"game": {"ending": {"both": "taker"}}}, "game-format", "ending.both"),
        ({"game": {"caps": {"winner": 9, "loser": 10}}}, "game-format", "caps.loser"),
    ],
)
def test_a_wish_that_cannot_be_names_its_field(changes, code, field):
    with pytest.raises(TournamentError) as caught:
        make(**changes)
    assert (caught.value.code, caught.value.field) == (code, field)


@pytest.mark.parametrize("changes", [{"rounds": 30, "length": 60}, {"game_kind": "target", "length": 10_000}])
def test_the_edges_are_taken(changes):
    assert make(**changes).pk


def test_all_may_be_changed_before_the_first_draw_and_the_game_no_more_after_it():
    tournament = evening.new_tournament(4, rounds=2)
    changed = contests.change(tournament.pk, replace(WISH, length=8, full_names=True), SYSTEM)
    assert (changed.name, changed.full_names) == ("Concours de Noël", True)
    assert contests.only_stage(tournament).game_format.length == 8
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    for wish in (replace(WISH, length=12), replace(WISH, game_kind="target", length=1000)):
        with pytest.raises(TournamentError, match="rules-fixed"):
            contests.change(tournament.pk, wish, SYSTEM)
    assert contests.change(tournament.pk, replace(WISH, length=8, name="Autre"), SYSTEM).name == "Autre"


def test_rounds_that_were_drawn_are_not_cut_away():
    tournament = evening.new_tournament(8, rounds=3)
    evening.play_round(tournament, 1)
    evening.start_round(tournament, 2)
    wish = NewTournament(name="Concours", local_date=evening.DAY, rounds=1, length=1)
    with pytest.raises(TournamentError) as caught:
        contests.change(tournament.pk, wish, SYSTEM)
    assert (caught.value.code, caught.value.params) == ("rounds-played", {"played": 2})


def test_each_change_raises_the_revision_and_one_job_waits():
    tournament = make()
    for expected in (1, 2, 3):
        contests.touch(tournament.pk)
        tournament.refresh_from_db()
        assert tournament.revision == expected
    job = Job.objects.get(kind="standings")
    assert (job.key, job.payload) == (str(tournament.pk), {"tournament": str(tournament.pk)})


def shortened(tournament, played: int):
    wish = NewTournament(name="Concours", local_date=evening.DAY, rounds=played, length=1)
    return contests.change(tournament.pk, wish, SYSTEM)


def test_a_tournament_cut_short_after_a_closed_round_is_finished():
    tournament = evening.new_tournament(4, rounds=3)
    evening.play_round(tournament, 1)
    assert shortened(tournament, 2).state == "running"
    assert shortened(tournament, 1).state == "finished"
    assert shortened(tournament, 2).state == "running"
    evening.start_round(tournament, 2)
    assert shortened(tournament, 2).state == "running"


def test_a_tournament_in_preparation_stays_so_whatever_its_rounds():
    tournament = evening.new_tournament(4, rounds=3)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert shortened(tournament, 1).state == "setup"


def test_a_draw_that_was_never_published_does_not_keep_the_rounds_from_being_fewer():
    tournament = evening.new_tournament(8, rounds=4)
    evening.play_round(tournament, 1)
    rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    assert shortened(tournament, 1).state == "finished"
    (draft,) = tournament.stages.get().rounds.get(number=2).draws.all()
    assert draft.state == "discarded"
    with pytest.raises(TournamentError, match="all-played"):
        rounds.make_draw(tournament.pk, 2, 2, SYSTEM)
    with pytest.raises(TournamentError, match="draw-gone"):
        rounds.publish_draw(draft.pk, SYSTEM)
    # Decided otherwise: the round is drawn again, and the attempts are counted on.
    assert shortened(tournament, 2).state == "running"
    with pytest.raises(TournamentError, match="draw-made"):
        rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    rounds.publish_draw(rounds.make_draw(tournament.pk, 2, 2, SYSTEM).pk, SYSTEM)
    with pytest.raises(TournamentError, match="rounds-played"):
        shortened(tournament, 1)


def test_a_draw_that_was_taken_back_does_not_either():
    tournament = evening.new_tournament(4, rounds=3)
    evening.play_round(tournament, 1)
    rounds.withdraw_draw(evening.start_round(tournament, 2).pk, SYSTEM)
    assert shortened(tournament, 1).state == "finished"
    assert rounds.current_round_of(tournament).number == 1


def test_with_fewer_rounds_the_last_public_standings_are_the_final_ones():
    tournament = evening.new_tournament(4, rounds=3)
    round_ = evening.play_round(tournament, 1)
    rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    made = evening.publish(shortened(tournament, 1), round_)
    assert publishing.final_standings(tournament) == made
