"""Emergency plans: drawn beforehand, kept, and taken over as the draw of the round, whatever happened meanwhile."""

import json
from typing import Any

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening_kept as evening
from tournaments.draws.model import DrawError
from tournaments.draws.seeds import commitment
from tournaments.draws.verify import read, verify
from tournaments.models import Draw, Entry, Match, PaperPlan, Stage, Tournament
from tournaments.services import checks, draw_file, paper_plans, rounds
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db


def _drawn_by(tournament: Tournament, system: str, **settings: Any) -> Tournament:
    stage = tournament.stages.get()
    stage.draw_system = system
    stage.settings = {**stage.settings, "draw": settings}
    stage.save()
    return tournament


def _tables(rows: Any) -> set[tuple[int, str, str]]:
    return {(one["table"], *(str(one[side][0]) for side in ("ns", "ew"))) for one in rows}


def _at_tables(tournament: Tournament, number: int) -> set[tuple[int, str, str]]:
    found = set()
    for match in Match.objects.filter(round__stage__tournament=tournament, round__number=number):
        sides = {seat.side: str(seat.participant_id) for seat in match.seats.all()}
        found.add((match.board, sides["A"], sides["B"]))
    return found


def _take(plan: PaperPlan, number: int, attempt: int = 1, **more: Any) -> Draw:
    seen = paper_plans.preview(plan, number).digest
    return paper_plans.take_over(plan.pk, number, attempt, seen, SYSTEM, **more)


def _verified(tournament: Tournament) -> Any:
    stage = tournament.stages.get()
    stage.seed_opened_at = stage.tournament.created_at
    return verify(read(json.dumps(draw_file.file_of(stage))))


# Drawn beforehand


def test_all_rounds_that_remain_are_drawn() -> None:
    tournament = evening.new_tournament(8, rounds=4)
    evening.play_round(tournament, 1)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    assert [one["number"] for one in plan.rounds] == [2, 3, 4]
    assert [one["true"] for one in plan.rounds] == [False] * 3
    met = [frozenset((*one["ns"], *one["ew"])) for row in plan.rounds for one in row["tables"]]
    met += [frozenset(both[1:]) for both in _at_tables(tournament, 1)]
    assert len(set(met)) == len(met) == 16
    assert plan.lacks == {}


def test_as_many_as_are_asked_for_and_each_paper_has_its_number() -> None:
    tournament = evening.new_tournament(4)
    assert [one["number"] for one in paper_plans.make(tournament.pk, 2, SYSTEM).rounds] == [1, 2]
    assert paper_plans.make(tournament.pk, 1, SYSTEM).number == 2


def test_who_presses_twice_gets_one_plan() -> None:
    tournament = evening.new_tournament(4)
    first = paper_plans.make(tournament.pk, 0, SYSTEM)
    assert paper_plans.make(tournament.pk, 0, SYSTEM) == first
    PaperPlan.objects.update(at=first.at - paper_plans.AT_ONCE)
    assert paper_plans.make(tournament.pk, 0, SYSTEM).number == 2


def test_the_sealed_seed_is_neither_used_nor_told() -> None:
    tournament = evening.new_tournament(12)
    stage = tournament.stages.get()
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    assert plan.seed != stage.sealed_seed
    assert commitment(plan.seed) != stage.commitment
    drawn = [evening.start_round(tournament, 1)]
    assert _tables(plan.rounds[0]["tables"]) != _at_tables(tournament, drawn[0].number)


@pytest.mark.parametrize(
    "system",
    ["mitchell", *(pytest.param(one, marks=pytest.mark.long) for one in ("round-robin", "even-odd"))],
)
def test_of_a_movement_the_true_tables(system: str) -> None:
    tournament = _drawn_by(evening.new_tournament(6, rounds=3), system)
    evening.play_round(tournament, 1)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    for number in (2, 3):
        evening.play_round(tournament, number)
        paper = paper_plans.round_of(plan, number)
        assert paper["true"]
        assert _tables(paper["tables"]) == _at_tables(tournament, number)


def test_a_melee_that_is_planned_is_told_as_it_is() -> None:
    tournament = evening.new_melee(8, rounds=3)
    evening.play_round(tournament, 1)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    evening.start_round(tournament, 2)
    seats = {
        (match.board, frozenset(str(seat.participant_id) for seat in match.seats.all()))
        for match in Match.objects.filter(round__stage__tournament=tournament, round__number=2)
    }
    assert {(one["table"], frozenset((*one["ns"], *one["ew"]))) for one in plan.rounds[0]["tables"]} == seats


def test_nothing_is_drawn_after_the_last_round() -> None:
    tournament = evening.new_tournament(4, rounds=1)
    evening.start_round(tournament, 1)
    with pytest.raises(TournamentError, match="paper-nothing"):
        paper_plans.make(tournament.pk, 0, SYSTEM)


def test_one_pair_alone_cannot_play_from_paper() -> None:
    with pytest.raises(DrawError, match="too_few_entries"):
        paper_plans.make(evening.new_tournament(1).pk, 0, SYSTEM)


# Taken over


def test_two_rounds_played_from_paper_and_the_third_drawn() -> None:
    tournament = evening.new_tournament(12, rounds=3)
    plan = paper_plans.make(tournament.pk, 2, SYSTEM)
    for number in (1, 2):
        draw = _take(plan, number)
        assert draw.state == Draw.State.PUBLISHED
        assert draw.reason.endswith(f" {plan.number}")
        assert _at_tables(tournament, number) == _tables(paper_plans.round_of(plan, number)["tables"])
        for game in evening.games_of(draw.round):
            evening.play_game(game)
        rounds.close_round(draw.round_id, SYSTEM)
    evening.play_round(tournament, 3)
    report = _verified(tournament)
    assert report.holds
    assert [one.by_hand for one in report.verdicts] == [True, True, False]
    assert not checks.look(tournament).findings


def test_a_movement_taken_over_is_the_draw_itself() -> None:
    tournament = _drawn_by(evening.new_tournament(6, rounds=3), "mitchell")
    evening.play_round(tournament, 1)
    draw = _take(paper_plans.make(tournament.pk, 0, SYSTEM), 2)
    assert draw.hand is None


def test_a_movement_begun_from_paper_goes_on_by_its_plan() -> None:
    tournament = _drawn_by(evening.new_tournament(6, rounds=3), "mitchell")
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    draw = _take(plan, 1)
    for game in evening.games_of(draw.round):
        evening.play_game(game)
    rounds.close_round(draw.round_id, SYSTEM)
    evening.play_round(tournament, 2)
    told = {frozenset(one[1:]) for one in _tables(paper_plans.round_of(plan, 2)["tables"])}
    assert {frozenset(one[1:]) for one in _at_tables(tournament, 2)} == told


def test_a_paper_of_before_leaves_a_plan_that_stands() -> None:
    tournament = _drawn_by(evening.new_tournament(6, rounds=3), "mitchell")
    stale = paper_plans.make(tournament.pk, 0, SYSTEM)
    evening.play_round(tournament, 1)
    draw = _take(stale, 2)
    assert "plan" not in (draw.hand or {})


def test_a_meeting_that_comes_again_on_an_old_paper_is_told() -> None:
    tournament = evening.new_tournament(4)
    stale = paper_plans.make(tournament.pk, 0, SYSTEM)
    paper = paper_plans.round_of(stale, 2)
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    draw.hand = {"tables": paper["tables"], "byes": [], "undo": []}
    draw.save()
    round_ = rounds.publish_draw(draw.pk, SYSTEM)
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)
    assert paper_plans.preview(stale, 2).again == [1, 2]
    assert paper_plans.preview(stale, 3).again == []


def test_teams_sit_down_with_their_pairs() -> None:
    tournament = evening.new_teams(4)
    draw = _take(paper_plans.make(tournament.pk, 0, SYSTEM), 1)
    assert Match.objects.filter(round=draw.round).count() == 4


def test_who_left_meanwhile_is_told_and_not_seated() -> None:
    tournament = evening.new_tournament(6)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    table = plan.rounds[0]["tables"][0]
    Entry.objects.filter(pk=table["ns"][0]).update(status=Entry.Status.WITHDRAWN)
    draw = _take(plan, 1)
    event = AuditEvent.objects.get(verb="draw.from-paper")
    assert event.after["gone"] == table["ns"]
    assert event.after["rest"] == table["ew"]
    statuses = dict(draw.round.statuses.values_list("entry_id", "status"))
    told = {str(entry): status for entry, status in statuses.items()}
    assert (told[table["ns"][0]], told[table["ew"][0]]) == ("withdrawn", "bye")


def test_who_was_deleted_since_is_no_hindrance() -> None:
    tournament = evening.new_tournament(5)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    gone = Entry.objects.get(pk=plan.rounds[0]["tables"][0]["ns"][0])
    gone.delete()
    assert _take(plan, 1).state == Draw.State.PUBLISHED
    assert len(_at_tables(tournament, 1)) == 2


def test_who_came_since_takes_part() -> None:
    tournament = evening.new_tournament(4)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    late = factories.make_pairs(tournament, 2)
    _take(plan, 1)
    people = {one for row in _at_tables(tournament, 1) for one in row[1:]}
    assert {str(one.pk) for one in late} <= people


def test_what_was_not_shown_is_not_taken_over() -> None:
    tournament = evening.new_tournament(6)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    seen = paper_plans.preview(plan, 1).digest
    Entry.objects.filter(pk=plan.rounds[0]["tables"][0]["ns"][0]).update(status=Entry.Status.WITHDRAWN)
    with pytest.raises(Conflict, match="paper-changed"):
        paper_plans.take_over(plan.pk, 1, 1, seen, SYSTEM)
    assert not Draw.objects.exists()


def test_as_a_draft_it_can_be_changed_first() -> None:
    tournament = evening.new_tournament(4)
    draw = _take(paper_plans.make(tournament.pk, 0, SYSTEM), 1, as_draft=True)
    assert draw.state == Draw.State.DRAFT
    rounds.publish_draw(draw.pk, SYSTEM)
    assert _at_tables(tournament, 1) == _tables(draw.hand["tables"])


def test_it_stands_in_the_place_of_a_draft() -> None:
    tournament = evening.new_tournament(4)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    with pytest.raises(Conflict, match="draw-made"):
        _take(plan, 1)
    assert _take(plan, 1, 2).attempt == 2


def test_a_stage_drawn_by_hand_takes_over_too() -> None:
    tournament = evening.new_tournament(4)
    Stage.objects.filter(tournament=tournament).update(draw_system="manual")
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    _take(plan, 1)
    assert _at_tables(tournament, 1) == _tables(plan.rounds[0]["tables"])


def test_only_a_round_that_is_on_the_paper_and_due() -> None:
    tournament = evening.new_tournament(4)
    plan = paper_plans.make(tournament.pk, 1, SYSTEM)
    with pytest.raises(TournamentError, match="paper-round"):
        paper_plans.preview(plan, 2)
    evening.start_round(tournament, 1)
    with pytest.raises(Conflict, match="round-published"):
        paper_plans.take_over(plan.pk, 1, 2, "", SYSTEM)
