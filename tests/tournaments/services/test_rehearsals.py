"""A rehearsal: a copy that can be played and wiped, and nothing of the real tournament is touched by it."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.actors import SYSTEM
from core.models import AccessLink, AuditEvent, Erasure, Job, StoredFile
from scoring.models import EntryEvent, ScoreSheet
from tests import factories
from tests.tournaments.services import evening
from tournaments.models import Draw, Game, Publication, Snapshot, Stage, Tournament
from tournaments.services import rehearsal_play, rehearsals, rounds, snapshots
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.tournament_file import document_of

pytestmark = pytest.mark.django_db

#: What may be left of a rehearsal: the trail, asked-for jobs, persons.
LEFT = {"core_auditevent", "core_job"}


def _counts() -> Counter[str]:
    return Counter({model._meta.db_table: model._base_manager.count() for model in apps.get_models()})


def _players(tournament: Tournament) -> list[tuple[int, Any, Any]]:
    return list(tournament.members.order_by("entry__number", "slot").values_list("entry__number", "slot", "person_id"))


def test_it_has_the_list_and_a_seed_of_its_own() -> None:
    tournament = evening.new_tournament(5)
    gone = tournament.entries.get(number=5)
    gone.status = "withdrawn"
    gone.save()
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    assert (copy.rehearsal_of, copy.state, copy.club) == (tournament, "setup", tournament.club)
    assert copy.name.startswith("RÉPÉTITION · ")
    assert _players(copy) == _players(tournament)
    assert copy.entries.get(number=5).status == "withdrawn"
    mine, real = copy.stages.get(), tournament.stages.get()
    assert mine.rounds_planned == real.rounds_planned
    assert mine.sealed_seed != real.sealed_seed
    assert mine.commitment != real.commitment


def test_teams_keep_their_pairs() -> None:
    tournament = evening.new_teams(2)
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    told = [(one.number, one.team.number if one.team else 0) for one in copy.entries.select_related("team")]
    assert told == [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)]
    assert not copy.entries.filter(team__tournament=tournament).exists()


def test_rules_that_name_entries_name_those_of_the_copy() -> None:
    tournament = evening.new_tournament(4)
    one, other = tournament.entries.all()[:2]
    apart = {"name": "keep_apart", "groups": [[str(one.pk), str(other.pk)]]}
    Stage.objects.filter(tournament=tournament).update(settings={"musts": [apart]})
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    mine = [str(copy.entries.get(number=number).pk) for number in (one.number, other.number)]
    assert copy.stages.get().settings["musts"][0]["groups"] == [mine]


def test_only_before_round_1_is_drawn() -> None:
    tournament = evening.new_tournament(4)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    with pytest.raises(TournamentError, match="rehearsal-too-late"):
        rehearsals.begin(tournament.pk, SYSTEM)


def test_one_at_a_time_and_none_of_a_rehearsal() -> None:
    tournament = evening.new_tournament(4)
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    with pytest.raises(Conflict, match="rehearsal-there"):
        rehearsals.begin(tournament.pk, SYSTEM)
    with pytest.raises(TournamentError, match="rehearsal-of-rehearsal"):
        rehearsals.begin(copy.pk, SYSTEM)
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.make_tournament(tournament.club, rehearsal_of=tournament)


def test_played_published_and_wiped_it_leaves_nothing() -> None:
    tournament = evening.new_tournament(4)
    before, rows = document_of(tournament, history=False), _counts()
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    round_ = evening.play_round(copy, 1)
    evening.publish(copy, round_)
    snapshots.take(copy, Snapshot.Cause.ASKED, SYSTEM)
    second = evening.start_round(copy, 2)
    game = evening.games_of(second)[0]
    evening.play_game(game)
    evening.correct(evening.games_of(second)[0], 120)
    assert EntryEvent.objects.exists()
    assert Publication.objects.exists()
    copy.refresh_from_db()
    assert rehearsals.wipe(copy.pk, SYSTEM) == tournament
    left = _counts() - rows
    assert set(left) <= LEFT, left
    assert not AccessLink.objects.exists()
    assert not StoredFile.objects.exists()
    assert not Job.objects.filter(state=Job.State.QUEUED, key=str(copy.pk)).exists()
    assert document_of(tournament, history=False) == before
    verbs = AuditEvent.objects.filter(scope=tournament.pk).values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["rehearsal.begun", "rehearsal.wiped"]


def test_the_real_draws_come_out_as_without_it() -> None:
    tournament = evening.new_tournament(6)
    seed = tournament.stages.get().sealed_seed
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    evening.start_round(copy, 1)
    assert not Draw.objects.filter(round__stage__tournament=tournament).exists()
    rehearsals.wipe(copy.pk, SYSTEM)
    stage = tournament.stages.get()
    assert (stage.sealed_seed, stage.seed_opened_at) == (seed, None)
    assert evening.start_round(tournament, 1).number == 1


def test_a_real_tournament_is_not_wiped() -> None:
    tournament = evening.new_tournament(4)
    with pytest.raises(TournamentError, match="rehearsal-not"):
        rehearsals.wipe(tournament.pk, SYSTEM)


def test_histories_go_with_a_permit_only() -> None:
    """The permit is of one sheet and of one transaction."""
    tournament = evening.new_tournament(4)
    first, second = evening.games_of(evening.start_round(tournament, 1))
    evening.play_game(first)
    evening.play_game(second)
    Erasure.objects.create(id=first.sheet_id)
    EntryEvent.objects.filter(sheet=first.sheet_id).delete()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        EntryEvent.objects.filter(sheet=second.sheet_id).delete()
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        EntryEvent.objects.filter(sheet=second.sheet_id).update(reason="")


def test_a_round_plays_itself() -> None:
    tournament = evening.new_tournament(4, deals=3)
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    round_ = evening.start_round(copy, 1)
    evening.play_game(evening.games_of(round_)[0])
    rehearsal_play.ask(round_, SYSTEM)
    assert evening.run_jobs(rehearsal_play.PLAY) == 1
    games = Game.objects.filter(match__round=round_).select_related("sheet")
    assert [one.state for one in games] == ["closed", "closed"]
    assert all(one.sheet.complete for one in games)
    assert rounds.close_round(round_.pk, SYSTEM).state == "closed"


@pytest.mark.parametrize(
    ("ruleset", "kind", "length"),
    [("guide-belote", "target", 501), ("ffb-coinche-2015", "minutes", 20), ("international", "deals", 4)],
)
def test_whatever_the_rules_and_the_length(ruleset: str, kind: str, length: int) -> None:
    tournament = evening.new_tournament(2, ruleset=ruleset, game_kind=kind, deals=length)
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    game = evening.games_of(evening.start_round(copy, 1))[0]
    assert rehearsal_play.play(game.pk, SYSTEM)
    assert ScoreSheet.objects.get(pk=game.sheet_id).state == "closed"
    assert not rehearsal_play.play(game.pk, SYSTEM)


def test_a_real_round_does_not_play_itself() -> None:
    tournament = evening.new_tournament(4)
    round_ = evening.start_round(tournament, 1)
    with pytest.raises(TournamentError, match="rehearsal-not"):
        rehearsal_play.ask(round_, SYSTEM)
    with pytest.raises(TournamentError, match="rehearsal-not"):
        rehearsal_play.play(evening.games_of(round_)[0].pk, SYSTEM)


def test_one_that_was_forgotten_is_wiped_after_a_week() -> None:
    copies = [rehearsals.begin(evening.new_tournament(2).pk, SYSTEM) for _ in range(2)]
    week_ago = timezone.now() - rehearsals.KEEP - timedelta(minutes=1)
    Tournament.objects.filter(pk=copies[0].pk).update(created_at=week_ago)
    rehearsals.ask_tonight()
    assert evening.run_jobs(rehearsals.KIND) == 1
    assert list(Tournament.objects.filter(rehearsal_of__isnull=False)) == [copies[1]]
