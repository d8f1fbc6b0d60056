"""How a contest is drawn, from the wish to the stage and to the engine; and what may still change once it is drawn."""

from dataclasses import replace
from typing import Any

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening
from tournaments.draws import draw
from tournaments.draws.options import OPTIONS
from tournaments.models import Entry, Tournament
from tournaments.services import contests, drawsetup, publishing, results, rounds
from tournaments.services.contests import NewTournament
from tournaments.services.drawing import draw_request
from tournaments.services.drawsetup import BY_HAND, DrawSetup, setup_of, systems_for
from tournaments.services.errors import TournamentError

pytestmark = pytest.mark.django_db

WISH = NewTournament(name="Concours", local_date=evening.DAY, rounds=3, length=1)


def made(setup: DrawSetup | None = None, pairs: int = 0, rounds_: int = 3) -> Tournament:
    return evening.new_tournament(pairs, rounds=rounds_, draw=setup)


def changed(tournament: Tournament, setup: DrawSetup | None, rounds_: int = 3) -> Tournament:
    return contests.change(tournament.pk, replace(WISH, rounds=rounds_, draw=setup), SYSTEM)


def refusal(setup: DrawSetup) -> tuple[str, str]:
    with pytest.raises(TournamentError) as caught:
        made(setup)
    return caught.value.code, caught.value.field


def test_nothing_said_is_pairs_at_random_ranked_by_points() -> None:
    tournament = made()
    stage = contests.only_stage(tournament)
    assert (tournament.entry_kind, stage.draw_system, stage.settings["draw"]) == ("pairs", "random", {})
    assert setup_of(tournament, stage) == DrawSetup()


@pytest.mark.parametrize("system", sorted(set(OPTIONS) - {"melee"}))
def test_each_system_is_kept_with_all_that_it_reads_and_the_engine_takes_it(system: str) -> None:
    rounds_ = {"knockout": 4, "pools-knockout": 5}.get(system, 3)
    tournament = made(DrawSetup(system=system), pairs=12, rounds_=rounds_)
    stage = contests.only_stage(tournament)
    assert (stage.draw_system, stage.settings["draw"]) == (
        system,
        {option.name: option.usual for option in OPTIONS[system]},
    )
    request = draw_request(tournament, stage, 1, 1)
    assert (request.system, dict(request.settings)) == (system, stage.settings["draw"])
    result = draw(request)
    assert len(result.tables) + len(result.byes) + len(result.out) >= 6


def first_round(system: str, pairs: int = 8, rounds_: int = 3, **settings: Any) -> list[tuple[int, int]]:
    """Which numbers meet in the first round, as the stage says."""
    tournament = made(DrawSetup(system=system, settings=settings), pairs=pairs, rounds_=rounds_)
    for entry in tournament.entries.all():
        entry.rating = 1000 + entry.number
        entry.save()
    number = {str(entry.pk): entry.number for entry in tournament.entries.all()}
    result = draw(draw_request(tournament, contests.only_stage(tournament), 1, 1))
    met = [sorted((number[table.ns[0]], number[table.ew[0]])) for table in result.tables]
    return sorted((one, other) for one, other in met)


def test_a_setting_changes_the_draw_as_it_says() -> None:
    in_order = [(1, 2), (3, 4), (5, 6), (7, 8)]
    first_against_last = [(1, 8), (2, 7), (3, 6), (4, 5)]
    for system in ("swiss", "danish", "equal-wins", "winners-losers"):
        assert first_round(system, first_round="entry") == in_order
        assert first_round(system, first_round="rating") == first_against_last
    assert first_round("even-odd") == in_order
    assert first_round("even-odd", order="rating") == in_order
    assert first_round("mitchell", order="number") == [(1, 5), (2, 6), (3, 7), (4, 8)]
    assert first_round("knockout", seeding="rating") == first_against_last
    assert first_round("knockout", seeding="number") == first_against_last


def test_the_shape_of_the_pools_is_as_asked() -> None:
    def shape(rounds_: int, **settings: Any) -> tuple[tuple[int, ...], int]:
        tournament = made(DrawSetup(system="pools-knockout", settings=settings), pairs=12, rounds_=rounds_)
        plan = draw(draw_request(tournament, contests.only_stage(tournament), 1, 1)).plan
        assert plan is not None
        return plan.groups, plan.cut

    assert shape(5, pool_size=3) == ((3, 3, 3, 3), 4)
    assert shape(5, pool_size=4) == ((4, 4, 4), 4)
    assert shape(6, qualified=8) == ((4, 4, 4), 8)
    assert shape(7, pool_size=6) == ((6, 6), 4)


def test_single_players_have_the_melee_whatever_was_chosen_for_pairs() -> None:
    stage = contests.only_stage(made(DrawSetup(entry_kind="singles", system="swiss", settings={"bye": "random"})))
    assert (stage.draw_system, stage.settings["draw"]) == ("melee", {})


def test_teams_are_drawn_by_the_system_chosen_for_them() -> None:
    setup = DrawSetup(entry_kind="teams", system="round-robin", settings={"legs": 2}, pairs_a_team=3)
    tournament = made(setup)
    stage = contests.only_stage(tournament)
    assert stage.draw_system == "teams"
    assert stage.settings["draw"] == {"teams_by": "round-robin", "order": "drawn", "legs": 2, "repeats": False}
    assert (stage.settings["pairs_a_team"], stage.settings["inner_plan"]) == (3, "fixed")
    assert drawsetup.kept(setup_of(tournament, stage)) == drawsetup.kept(setup)


@pytest.mark.parametrize("kind", ["pairs", "singles", "teams"])
def test_any_contest_may_be_drawn_by_hand(kind: str) -> None:
    tournament = made(DrawSetup(entry_kind=kind, system=BY_HAND))
    stage = contests.only_stage(tournament)
    assert (stage.draw_system, stage.settings["draw"]) == (BY_HAND, {})
    assert setup_of(tournament, stage).system == BY_HAND
    assert BY_HAND in systems_for(kind)


@pytest.mark.parametrize(
    ("setup", "code", "field"),
    [
        (DrawSetup(entry_kind="trios"), "entry-kind", "entry_kind"),
        (DrawSetup(system="chess"), "draw-system", "system"),
        (DrawSetup(system="melee"), "draw-system", "system"),
        (DrawSetup(system="teams"), "draw-system", "system"),
        (DrawSetup(entry_kind="teams", system="melee"), "draw-system", "system"),
        (DrawSetup(system="swiss", settings={"bye": "first"}), "draw-setting", "bye"),
        (DrawSetup(system="knockout", settings={"consolation": 3}), "draw-setting", "consolation"),
        (DrawSetup(ranking="goals"), "ranking-unknown", "ranking"),
        (DrawSetup(entry_kind="teams", pairs_a_team=1), "team-size", "pairs_a_team"),
        (DrawSetup(entry_kind="teams", pairs_a_team=7), "team-size", "pairs_a_team"),
        (DrawSetup(entry_kind="teams", inner_plan="mixed"), "inner-plan", "inner_plan"),
    ],
)
def test_what_cannot_be_names_its_field(setup: DrawSetup, code: str, field: str) -> None:
    assert refusal(setup) == (code, field)
    tournament = made()
    with pytest.raises(TournamentError, match=code):
        changed(tournament, setup)


def test_a_change_that_says_nothing_of_the_draw_leaves_it() -> None:
    setup = DrawSetup(system="swiss", settings={"bye": "random"}, ranking="wins")
    tournament = made(setup)
    before = contests.only_stage(tournament).settings
    changed(tournament, None)
    stage = contests.only_stage(tournament)
    assert (stage.draw_system, stage.settings) == ("swiss", before)


def test_a_change_keeps_the_other_settings_and_is_told_before_and_after() -> None:
    tournament = made(DrawSetup(entry_kind="teams"))
    changed(tournament, DrawSetup(system="danish", ranking="wins"))
    stage = contests.only_stage(tournament)
    assert stage.settings["bye"] == "average"
    assert "pairs_a_team" not in stage.settings
    event = AuditEvent.objects.get(verb="tournament.changed")
    assert (event.before or {})["draw"]["system"] == "teams"
    assert (event.before or {})["entry_kind"] == "teams"
    assert (event.after or {})["draw"] == {
        "system": "danish",
        "draw": {"first_round": "random", "bye": "lowest"},
        "ranking": "wins",
    }


def test_other_figures_first_have_the_standings_made_anew() -> None:
    tournament = made()
    changed(tournament, DrawSetup())
    tournament.refresh_from_db()
    assert tournament.revision == 0
    changed(tournament, DrawSetup(ranking="wins"))
    tournament.refresh_from_db()
    assert tournament.revision == 1


# Once it is drawn


def test_until_a_draw_is_published_all_of_it_may_change() -> None:
    tournament = made(DrawSetup(system="knockout"), pairs=8)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    changed(tournament, DrawSetup(system="knockout", settings={"seeding": "number"}))
    changed(tournament, DrawSetup(system="even-odd"))
    assert contests.only_stage(tournament).draw_system == "even-odd"


def test_the_next_rounds_may_be_drawn_otherwise_by_systems_that_draw_each_round() -> None:
    tournament = made(pairs=8)
    evening.play_round(tournament, 1)
    changed(tournament, DrawSetup(system="swiss", settings={"bye": "random"}))
    assert rounds.make_draw(tournament.pk, 2, 1, SYSTEM).result["system"] == "swiss"


def test_a_plan_is_neither_entered_nor_told_otherwise_once_tables_are_set_but_can_be_left() -> None:
    tournament = made(DrawSetup(system="round-robin"), pairs=8)
    evening.start_round(tournament, 1)
    changed(tournament, DrawSetup(system="round-robin", ranking="wins"))
    others = (
        DrawSetup(system="round-robin", settings={"legs": 2}),
        DrawSetup(system="knockout"),
        DrawSetup(system="mitchell"),
    )
    for setup in others:
        with pytest.raises(TournamentError) as caught:
            changed(tournament, setup)
        assert (caught.value.code, caught.value.field) == ("draw-planned", "system")
        assert contests.only_stage(tournament).draw_system == "round-robin"
    changed(tournament, DrawSetup(system="random"))
    with pytest.raises(TournamentError, match="draw-planned"):
        changed(tournament, DrawSetup(system="round-robin"))


def test_a_plan_from_before_there_were_settings_is_not_told_otherwise_by_saying_the_usual() -> None:
    tournament = made(pairs=8)
    tournament.stages.update(draw_system="even-odd", settings={"bye": "average"})
    evening.start_round(tournament, 1)
    changed(tournament, DrawSetup(system="even-odd"))


# Pairs, single players, teams


def kinds_of(tournament: Tournament) -> list[tuple[int, str, str, int]]:
    return [
        (entry.number, entry.kind, entry.status, entry.members.count())
        for entry in tournament.entries.order_by("number")
    ]


def test_pairs_become_single_players_and_single_players_look_for_partners() -> None:
    tournament = made(pairs=2)
    factories.make_entry(tournament, [factories.make_person()], status=Entry.Status.INCOMPLETE)
    changed(tournament, DrawSetup(entry_kind="singles"))
    single = Entry.Kind.SINGLE.value
    assert kinds_of(tournament) == [(number, single, "active", 1) for number in range(1, 6)]
    assert {member.slot for member in tournament.members.all()} == {1}
    changed(tournament, DrawSetup(entry_kind="pairs"))
    assert kinds_of(tournament) == [(number, "pair", "incomplete", 1) for number in range(1, 6)]


def test_what_was_noted_of_a_pair_goes_with_both_players_and_who_has_left_stays_away() -> None:
    tournament = made(pairs=2)
    tournament.entries.filter(number=1).update(home_club="Pons", paid="yes", rating=7)
    tournament.entries.filter(number=2).update(status=Entry.Status.WITHDRAWN)
    changed(tournament, DrawSetup(entry_kind="singles"))
    found = list(tournament.entries.order_by("number").values_list("home_club", "paid", "rating", "status"))
    assert found[0] == found[2] == ("Pons", "yes", 7, "active")
    assert [status for *_, status in found] == ["active", "withdrawn", "active", "withdrawn"]


def test_the_kind_is_fixed_by_the_first_draw_and_teams_by_the_first_entry() -> None:
    tournament = made(pairs=2)
    for _ in range(2):
        with pytest.raises(TournamentError) as caught:
            changed(tournament, DrawSetup(entry_kind="teams"))
        assert (caught.value.code, caught.value.field) == ("kind-entries", "entry_kind")
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    with pytest.raises(TournamentError) as caught:
        changed(tournament, DrawSetup(entry_kind="singles"))
    assert (caught.value.code, caught.value.field) == ("kind-fixed", "entry_kind")
    assert changed(made(), DrawSetup(entry_kind="teams")).entry_kind == "teams"


def test_standings_publications_and_draws_rank_by_the_figure_that_was_chosen() -> None:
    tournament = made(DrawSetup(ranking="wins"), pairs=6)
    round_ = evening.play_round(tournament, 1)
    figures = results.standings_figures(tournament)
    assert figures["criteria"][:2] == ["wins", "points"]
    assert [row["values"]["wins"] for row in figures["rows"]] == [1, 1, 1, 0, 0, 0]
    results.keep_standings(tournament.pk)
    tournament.refresh_from_db()
    publishing.publish(round_.pk, tournament.revision, SYSTEM)
    published = publishing.latest_standings(tournament)
    assert published is not None
    assert published.figures["criteria"] == figures["criteria"]
    asked = draw_request(tournament, contests.only_stage(tournament), 2, 1)
    assert {one.standing[0] for one in asked.entries} == {0, 1}
