"""An evening of single players, from the published draw to the standings: both partners mark what their side does."""

from collections import Counter
from itertools import combinations

import pytest

from rankings.services import placings
from tests.tournaments.services import evening
from tournaments.models import Entry, Result, Round, RoundStatus, Tournament
from tournaments.services import entries, results, rounds
from tournaments.services.drawing import draw_request

pytestmark = pytest.mark.django_db


def tables(round_: Round) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The numbers of the two partners north-south and of those east-west, by table."""
    found: dict[int, dict[str, list[int]]] = {}
    rows = round_.seats.order_by("match__board", "side", "slot")
    for board, side, number in rows.values_list("match__board", "side", "participant__number"):
        found.setdefault(board, {}).setdefault(side, []).append(number)
    return [(tuple(both["A"]), tuple(both["B"])) for _, both in sorted(found.items())]  # type: ignore[misc]


def standings(tournament: Tournament) -> dict[int, int]:
    """The points of each player by number."""
    numbers = {str(pk): number for pk, number in tournament.entries.values_list("pk", "number")}
    return {numbers[row["entry"]]: row["points"] for row in results.standings_figures(tournament)["rows"]}


def test_an_evening_of_sixteen_players_brings_nobody_together_twice_and_everybody_marks_his_sides_points() -> None:
    tournament = evening.new_melee(16, rounds=4)
    partners: Counter[frozenset[int]] = Counter()
    together: Counter[frozenset[int]] = Counter()
    wanted: Counter[int] = Counter()
    for number in range(1, 5):
        # The declarers are north-south at every table, and mark 80, 90, 100 or 110 by its number: the others nothing.
        round_ = evening.play_round(tournament, number)
        for place, (ns, ew) in enumerate(tables(round_)):
            partners.update((frozenset(ns), frozenset(ew)))
            together.update(map(frozenset, combinations((*ns, *ew), 2)))
            wanted.update(dict.fromkeys(ns, 80 + 10 * place))
    assert max(partners.values()) == 1
    assert max(together.values()) == 1
    assert standings(tournament) == {number: wanted[number] for number in range(1, 17)}
    assert Result.objects.filter(round__stage__tournament=tournament).count() == 4 * 16
    rows = results.standings_figures(tournament)["rows"]
    assert [row["points"] for row in rows] == sorted((wanted[number] for number in range(1, 17)), reverse=True)
    assert all(row["played"] == 4 for row in rows)


def test_of_seventeen_one_rests_each_round_and_marks_the_average_and_nobody_rests_twice() -> None:
    tournament = evening.new_melee(17, rounds=3)
    resting = []
    for number in (1, 2, 3):
        round_ = evening.play_round(tournament, number)
        bye = round_.statuses.get(status=RoundStatus.Status.BYE).entry
        resting.append(bye.number)
        scores = list(round_.results.filter(game__isnull=False).values_list("points_for", flat=True))
        assert len(scores) == 16
        assert round_.results.get(entry=bye).points_for == round(sum(scores) / 16)
    assert len(set(resting)) == 3


def test_the_next_draw_knows_both_partners_and_who_won() -> None:
    tournament = evening.new_melee(8, rounds=3)
    round_ = evening.play_round(tournament, 1)
    (played,) = draw_request(tournament, tournament.stages.get(), 2, 1).played
    assert [(len(one.ns), len(one.ew), one.won) for one in played.meetings] == [(2, 2, "ns")] * 2
    numbers = {str(pk): number for pk, number in tournament.entries.values_list("pk", "number")}
    seen = [tuple(tuple(numbers[one] for one in side) for side in (met.ns, met.ew)) for met in played.meetings]
    assert seen == tables(round_)


def test_the_evening_is_planned_once_and_again_around_what_was_played_when_somebody_leaves() -> None:
    tournament = evening.new_melee(17, rounds=4)
    first = evening.play_round(tournament, 1)
    before = tables(first)
    planned = first.draws.get().result["plan"]["rounds"]
    second = rounds.make_draw(tournament.pk, 2, 1, evening.SYSTEM)
    assert {frozenset((*one["ns"], *one["ew"])) for one in second.result["tables"]} == {
        frozenset(table) for table in planned[1]
    }
    leaver = Entry.objects.get(tournament=tournament, number=5)
    entries.set_status(leaver.pk, Entry.Status.WITHDRAWN, evening.SYSTEM)
    again = rounds.make_draw(tournament.pk, 2, 2, evening.SYSTEM, reason="un départ")
    plan = again.result["plan"]
    assert plan["since"] == 2
    assert not any(str(leaver.pk) in table for one in plan["rounds"] for table in one)
    rounds.publish_draw(again.pk, evening.SYSTEM)
    second_tables = tables(Round.objects.get(stage__tournament=tournament, number=2))
    assert tables(first) == before
    partners = [frozenset(side) for table in (*before, *second_tables) for side in table]
    assert len(partners) == len(set(partners))
    assert 5 not in {number for table in second_tables for side in table for number in side}
    # What the player has marked stays, and stands in the ranking.
    assert 5 in standings(tournament)


def test_a_correction_moves_the_points_of_both_partners() -> None:
    tournament = evening.new_melee(8, rounds=2)
    round_ = evening.play_round(tournament, 1)
    game = evening.games_of(round_)[0]
    (one, other), _ = tables(round_)[0]
    evening.correct(game, 130)
    assert standings(tournament)[one] == standings(tournament)[other] == 130


def test_a_season_counts_each_player_at_his_own_place() -> None:
    tournament = evening.new_melee(8, rounds=1)
    publication = evening.publish(tournament, evening.play_round(tournament, 1))
    found = sorted(one.rank for one in placings(tournament, publication))
    assert found == sorted(row["rank"] for row in publication.figures["rows"])
    assert len(found) == 8
