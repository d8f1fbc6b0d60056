"""What ranks, changed by the organiser: kept in its order, told before and after, for all rounds at once."""

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from tests.tournaments.services import evening
from tournaments.draws.seeds import commitment
from tournaments.models import Tournament
from tournaments.services import contests, drawsetup, rankorder
from tournaments.services.drawsetup import DrawSetup
from tournaments.services.errors import Conflict, TournamentError
from tournaments.standings.criteria import Chosen, choose
from tournaments.standings.figures import OWN
from tournaments.standings.lots import lots
from tournaments.standings.scores import RankingError

pytestmark = pytest.mark.django_db

ORDER = (choose("wins"), choose("opponents", weakest=1), choose("lot"))


def save(tournament: Tournament, *order: Chosen) -> bool:
    return rankorder.change(tournament.pk, order, rankorder.digest(contests.only_stage(tournament)), SYSTEM)


def order_now(tournament: Tournament) -> list[dict[str, object]]:
    return rankorder.told(rankorder.order_of(contests.only_stage(tournament)))


def test_another_order_ranks_all_rounds_and_is_told_before_and_after() -> None:
    tournament = evening.new_tournament(4)
    round_ = evening.play_round(tournament, 1)
    evening.publish(tournament, round_)
    assert save(tournament, *ORDER)
    assert not save(tournament, *ORDER)
    figures = evening.compute(tournament).figures
    assert figures["criteria"] == ["wins", "opponents", "lot"]
    assert figures["parameters"] == {"opponents": {"by": "points", "weakest": 1, "strongest": 0}}
    assert [row["rank"] for row in figures["rows"]] == [1, 2, 3, 4]
    assert all(row["explained"]["opponents"] for row in figures["rows"])
    event = AuditEvent.objects.get(verb=rankorder.CHANGED)
    assert [one["name"] for one in (event.before or {})["criteria"]] == ["points", "difference", "best_game"]
    assert (event.after or {})["criteria"] == [one.as_data() for one in ORDER]


def test_a_usual_order_is_kept_by_its_name() -> None:
    tournament = evening.new_tournament(2)
    save(tournament, *ORDER)
    save(tournament, *rankorder.usual("wins"))
    settings = contests.only_stage(tournament).settings
    assert settings["ranking"] == "wins" and "criteria" not in settings


def test_of_two_who_change_it_at_once_the_second_is_told() -> None:
    tournament = evening.new_tournament(2)
    seen = rankorder.digest(contests.only_stage(tournament))
    save(tournament, *ORDER)
    with pytest.raises(Conflict, match="criteria-changed"):
        rankorder.change(tournament.pk, [choose("points")], seen, SYSTEM)
    assert order_now(tournament) == rankorder.told(ORDER)


@pytest.mark.parametrize("order", [[], [choose("points"), choose("points")], [choose("stage")]])
def test_what_cannot_rank_is_not_kept(order: list[Chosen]) -> None:
    tournament = evening.new_tournament(2)
    with pytest.raises(RankingError):
        save(tournament, *order)
    assert order_now(tournament) == rankorder.told(rankorder.usual("points"))


def test_the_lot_is_drawn_once_and_written_into_the_trail() -> None:
    tournament = evening.new_tournament(3)
    save(tournament, *ORDER)
    save(tournament, choose("points"), choose("lot"))
    event = AuditEvent.objects.get(verb=rankorder.LOT_DRAWN)
    seed = contests.only_stage(tournament).sealed_seed
    places = lots(seed, {str(number): number for number in (1, 2, 3)})
    assert event.after == {"seal": commitment(seed), "order": sorted((1, 2, 3), key=lambda one: places[str(one)])}


def test_where_the_lot_decides_that_came_with_the_settings_it_is_in_the_trail_too() -> None:
    own = {"criteria": [{"name": "points"}, {"name": "lot"}]}
    tournament = evening.new_tournament(3, settings=own, draw=DrawSetup(ranking=OWN))
    assert not AuditEvent.objects.filter(verb=rankorder.LOT_DRAWN).exists()
    for _again in range(2):
        contests.touch(tournament.pk)
        evening.compute(tournament)
    assert AuditEvent.objects.filter(verb=rankorder.LOT_DRAWN).count() == 1


def test_the_settings_leave_an_order_of_ones_own_or_take_a_usual_one() -> None:
    tournament = evening.new_tournament(2)
    save(tournament, *ORDER)
    wish = contests.NewTournament("Concours", evening.DAY, length=1, rounds=3, draw=DrawSetup(ranking=OWN))
    contests.change(tournament.pk, wish, SYSTEM)
    assert order_now(tournament) == rankorder.told(ORDER)
    assert drawsetup.setup_of(tournament, contests.only_stage(tournament)).ranking == OWN
    revision = Tournament.objects.get(pk=tournament.pk).revision
    usual = contests.NewTournament("Concours", evening.DAY, length=1, rounds=3, draw=DrawSetup(ranking="wins"))
    contests.change(tournament.pk, usual, SYSTEM)
    assert order_now(tournament) == rankorder.told(rankorder.usual("wins"))
    assert Tournament.objects.get(pk=tournament.pk).revision == revision + 1
    with pytest.raises(TournamentError, match="ranking-unknown"):
        contests.change(tournament.pk, wish, SYSTEM)


def test_the_next_tournament_may_take_it_over() -> None:
    tournament = evening.new_tournament(2)
    assert rankorder.carried(contests.only_stage(tournament)) == {}
    save(tournament, *ORDER)
    carried = rankorder.carried(contests.only_stage(tournament))
    other = evening.new_tournament(2, settings=carried, draw=DrawSetup(ranking=OWN))
    assert order_now(other) == rankorder.told(ORDER)
    left = evening.new_tournament(2, settings=carried, draw=DrawSetup(ranking="points"))
    assert order_now(left) == rankorder.told(rankorder.usual("points"))
