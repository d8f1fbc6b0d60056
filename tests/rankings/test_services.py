"""A region's season: ranked by a job from what its clubs have made public, and from nothing else."""

import datetime
import json
import re

import pytest
from django.urls import reverse

from clubs.models import Person
from clubs.services import join_region
from core.actors import SYSTEM
from core.models import Job
from rankings import services
from rankings.models import Season, SeasonRanking
from rankings.points import DEFAULT_PLACE_POINTS
from rankings.services import SeasonError, SeasonWish
from tests import factories
from tests.tournaments.services import evening_kept as evening
from tournaments.models import EntryMember, Tournament
from tournaments.services import contests, publishing
from tournaments.services.contests import NewTournament

pytestmark = pytest.mark.django_db

DAY = evening.DAY
WISH = SeasonWish("2026-2027", datetime.date(2026, 9, 1), datetime.date(2027, 8, 31), (10, 6, 3, 1))


def finished(club, day=DAY, people=None, **fields) -> Tournament:
    """A tournament of one round of two pairs, played and published: the first two persons win."""
    people = people or [factories.make_person() for _ in range(4)]
    tournament = evening.new_tournament(0, rounds=1, club=club, day=day, **fields)
    factories.make_entry(tournament, people[:2])
    factories.make_entry(tournament, people[2:])
    round_ = evening.start_round(tournament, 1)
    (game,) = evening.games_of(round_)
    winner = "NS" if evening.entry_at(game, "A").number == 1 else "EW"
    evening.play_game(game, 100, winner)
    evening.rounds.close_round(round_.pk, SYSTEM)
    evening.publish(tournament, round_)
    return tournament


def unpublish(tournament: Tournament) -> None:
    publishing.withdraw(publishing.latest_standings(tournament).pk, SYSTEM)


def ranking(region, **season) -> dict[str, int]:
    """Points by person as the job leaves them."""
    evening.run_jobs("season")
    found = SeasonRanking.objects.filter(season__region=region, **season).first()
    return {row["person"]: row["points"] for row in found.figures["rows"]} if found else {}


@pytest.fixture
def region():
    return factories.make_region()


@pytest.fixture
def clubs(region):
    return factories.make_club(region=region), factories.make_club(region=region)


@pytest.fixture
def people():
    return [factories.make_person() for _ in range(4)]


# What counts


def test_a_season_is_ranked_from_three_tournaments_of_two_clubs(region, clubs, people):
    a, b, c, d = (str(person.pk) for person in people)
    services.save_season(region, WISH, SYSTEM)
    finished(clubs[0], people=people)
    finished(clubs[1], DAY.replace(day=29), people=people)
    third = finished(clubs[1], DAY.replace(day=30), people=[people[2], people[0], people[1], people[3]])
    assert ranking(region) == {a: 30, b: 26, c: 22, d: 18}
    figures = SeasonRanking.objects.get().figures
    assert (len(figures["tournaments"]), figures["clubs"]) == (3, 2)
    assert [row["rank"] for row in figures["rows"]] == [1, 2, 3, 4]
    unpublish(third)
    assert ranking(region) == {a: 20, b: 20, c: 12, d: 12}
    assert len(SeasonRanking.objects.get().figures["tournaments"]) == 2


def test_many_publications_wait_for_one_job_and_the_revision_is_kept(region, clubs):
    for day in (26, 27, 28):
        finished(clubs[0], DAY.replace(day=day))
    assert Job.objects.filter(kind="season", state="queued").count() == 1
    ranking(region)
    season = Season.objects.get()
    assert (season.revision, season.ranking.revision) == (3, 3)


def test_the_job_run_twice_leaves_the_same(region, clubs):
    finished(clubs[0])
    first = ranking(region)
    before = SeasonRanking.objects.get()
    season = Season.objects.get()
    factories.make_job("season", str(season.pk), payload={"season": str(season.pk)})
    assert ranking(region) == first
    again = SeasonRanking.objects.get()
    assert (again.pk, again.sha256, again.revision) == (before.pk, before.sha256, before.revision)


def test_a_region_without_a_season_gets_the_usual_one(region, clubs):
    finished(clubs[0])
    season = Season.objects.get()
    assert (season.name, season.starts, season.ends) == (
        "2026-2027",
        datetime.date(2026, 9, 1),
        datetime.date(2027, 8, 31),
    )
    assert season.place_points == list(DEFAULT_PLACE_POINTS)


def test_another_region_is_untouched_and_the_one_above_counts_too(region, clubs):
    other = factories.make_region()
    above = factories.make_region()
    region.parent = above
    region.save()
    finished(factories.make_club(region=other))
    mine = finished(clubs[0])
    theirs = ranking(other)
    before = SeasonRanking.objects.get(season__region=other)
    assert set(ranking(region)) & set(theirs) == set()
    assert ranking(above) == ranking(region)
    unpublish(mine)
    assert ranking(region) == ranking(above) == {}
    after = SeasonRanking.objects.get(season__region=other)
    assert (after.revision, after.sha256, after.computed_at) == (before.revision, before.sha256, before.computed_at)


def test_a_tournament_counts_in_the_season_of_its_day(region, clubs):
    services.save_season(region, WISH, SYSTEM)
    finished(clubs[0], WISH.ends)
    finished(clubs[0], WISH.ends + datetime.timedelta(days=1))
    evening.run_jobs("season")
    counted = {row.season.name: len(row.figures["tournaments"]) for row in SeasonRanking.objects.all()}
    assert counted == {"2026-2027": 1, "2027-2028": 1}


def test_an_unfinished_tournament_does_not_count_yet(region, clubs):
    tournament = evening.new_tournament(4, rounds=2, club=clubs[0])
    evening.publish(tournament, evening.play_round(tournament, 1))
    assert ranking(region) == {}
    evening.publish(tournament, evening.play_round(tournament, 2))
    assert len(ranking(region)) == 8


def test_a_finished_tournament_whose_last_round_is_not_public_does_not_count(region, clubs):
    tournament = evening.new_tournament(4, rounds=2, club=clubs[0])
    evening.publish(tournament, evening.play_round(tournament, 1))
    evening.play_round(tournament, 2)
    assert ranking(region) == {}


def test_a_club_that_leaves_takes_its_tournaments_along(region, clubs):
    finished(clubs[0])
    assert ranking(region)
    other = factories.make_region()
    services.save_season(other, WISH, SYSTEM)
    join_region(clubs[0], other, SYSTEM)
    assert ranking(region) == {}
    assert len(ranking(other)) == 4


def test_a_correction_published_as_version_two_replaces_version_one(region, clubs, people):
    tournament = finished(clubs[0], people=people)
    before = ranking(region)
    round_ = tournament.stages.get().rounds.get()
    (game,) = evening.games_of(round_)
    loser = "NS" if evening.entry_at(game, "A").number == 2 else "EW"
    sheet = evening.sheets.reopen_sheet(game.sheet_id, actor=SYSTEM, reason="camps inversés")
    evening.sheets.amend_deal(sheet.pk, 1, evening.deal(100, loser), seen=sheet.revision, actor=SYSTEM)
    evening.close(sheet)
    evening.publish(tournament, round_)
    after = ranking(region)
    assert {after[str(person.pk)] for person in people[:2]} == {before[str(person.pk)] for person in people[2:]}


# Who counts


def test_of_a_replaced_player_only_who_ended_the_evening_counts(region, clubs, people):
    tournament = evening.new_tournament(0, rounds=2, club=clubs[0])
    entry = factories.make_entry(tournament, people[:2])
    others = factories.make_pairs(tournament, 3)
    evening.publish(tournament, evening.play_round(tournament, 1))
    left = entry.members.get(person=people[0])
    left.until_round = 1
    left.save()
    factories.add_member(entry, people[2], 1, from_round=2)
    evening.publish(tournament, evening.play_round(tournament, 2))
    found = ranking(region)
    assert str(people[0].pk) not in found
    assert {str(people[1].pk), str(people[2].pk)} <= set(found)
    assert len(found) == 2 + 2 * len(others)


def test_two_persons_found_to_be_one_are_ranked_as_one(region, clubs, people):
    twin = factories.make_person(people[0].family, people[0].given)
    finished(clubs[0], people=people)
    finished(clubs[1], people=[twin, *people[1:]])
    assert len(ranking(region)) == 5
    Person.objects.filter(pk=twin.pk).update(merged_into=people[0])
    services.touch(Season.objects.get())
    found = ranking(region)
    assert str(twin.pk) not in found
    assert found[str(people[0].pk)] == found[str(people[1].pk)]
    Person.objects.filter(pk=people[0].pk).update(merged_into=people[1])
    services.touch(Season.objects.get())
    assert len(ranking(region)) == 3


# Names


def shown(region) -> dict[int, set[str]]:
    """Names by rank, as everybody may see them."""
    evening.run_jobs("season")
    found: dict[int, set[str]] = {}
    for player in services.ranked_players(SeasonRanking.objects.get(season__region=region)):
        found.setdefault(player.rank, set()).add(player.name)
    return found


@pytest.fixture
def named():
    return [
        factories.make_person("Martin", "Jean"),
        factories.make_person("Girard", "Zoé", pseudonym="Zébulon"),
        factories.make_person("Roux", "Noël"),
        factories.make_person("Petit", "Ève"),
    ]


def test_names_are_short_unless_the_tournament_declared_whole_ones(region, clubs, named):
    finished(clubs[0], people=named)
    assert shown(region) == {1: {"Jean M.", "Zoé G."}, 3: {"Noël R.", "Ève P."}}


def test_names_are_whole_where_every_tournament_that_counts_declared_so(region, clubs, named):
    finished(clubs[0], people=named, full_names=True)
    assert shown(region) == {1: {"Jean Martin", "Zoé Girard"}, 3: {"Noël Roux", "Ève Petit"}}
    others = [factories.make_person("Henry", "Luc"), factories.make_person("Noël", "Inès")]
    finished(clubs[1], people=[named[0], *others, named[2]])
    names = set().union(*shown(region).values())
    assert {"Jean M.", "Noël R.", "Zoé Girard", "Ève Petit", "Luc H.", "Inès N."} == names


def test_the_ranking_is_a_file_with_the_names_of_its_page(region, clubs, named, client):
    named[0].family = "=1+1"
    named[0].save()
    finished(clubs[0], people=named, full_names=True)
    shown(region)
    season = SeasonRanking.objects.get(season__region=region).season
    where = [region.slug, season.pk]
    rows = {
        suffix: client.get(reverse("season-file", args=[*where, suffix]), headers={"accept-language": "en"})
        for suffix in ("json", "csv", "xlsx")
    }
    told = json.loads(b"".join(rows["json"].streaming_content))
    assert [(row["rank"], row["tournaments"]) for row in told["tables"][0]["rows"]] == [(1, 1), (1, 1), (3, 1), (3, 1)]
    assert {row["name"] for row in told["tables"][0]["rows"]} == set().union(*shown(region).values())
    assert not re.search(rb'(^|;)"?=', b"".join(rows["csv"].streaming_content), re.MULTILINE)
    tag = rows["json"]["ETag"]
    again = client.get(
        reverse("season-file", args=[*where, "json"]), headers={"accept-language": "en", "if-none-match": tag}
    )
    assert again.status_code == 304
    assert client.get(reverse("season-file", args=[*where, "exe"])).status_code == 404
    assert (
        reverse("season-file", args=[*where, "csv"]) in client.get(reverse("region", args=where[:1])).content.decode()
    )


def test_who_objected_once_is_not_named_anywhere_in_the_season(region, clubs, named):
    first = finished(clubs[0], people=named, full_names=True)
    EntryMember.objects.filter(tournament=first, person=named[1]).update(shown_as="objected")
    finished(clubs[1], people=named, full_names=True)
    names = set().union(*shown(region).values())
    assert "Zébulon" in names
    assert not [name for name in names if "Girard" in name]


def test_who_objected_under_another_record_is_not_named_after_the_two_were_joined(region, clubs, named):
    twin = factories.make_person("Girard", "Zoé")
    first = finished(clubs[0], people=[named[0], twin, *named[2:]], full_names=True)
    EntryMember.objects.filter(tournament=first, person=twin).update(shown_as="objected")
    Person.objects.filter(pk=twin.pk).update(merged_into=named[1])
    services.touch(Season.objects.get())
    names = set().union(*shown(region).values())
    assert "Zébulon" in names
    assert not [name for name in names if "Girard" in name]


def test_a_tournament_cut_short_after_it_was_published_counts_at_once(region, clubs):
    tournament = evening.new_tournament(4, rounds=2, club=clubs[0])
    evening.publish(tournament, evening.play_round(tournament, 1))
    assert ranking(region) == {}
    contests.change(tournament.pk, NewTournament(name="C", local_date=DAY, rounds=1, length=1), SYSTEM)
    assert len(ranking(region)) == 8


def test_a_tournament_moved_to_another_day_counts_in_the_season_of_that_day(region, clubs):
    services.save_season(region, WISH, SYSTEM)
    tournament = finished(clubs[0])
    assert len(ranking(region)) == 4
    later = WISH.ends + datetime.timedelta(days=1)
    contests.change(tournament.pk, NewTournament(name="C", local_date=later, rounds=1, length=1), SYSTEM)
    evening.run_jobs("season")
    counted = {row.season.name: len(row.figures["tournaments"]) for row in SeasonRanking.objects.all()}
    assert counted == {"2026-2027": 0, "2027-2028": 1}


def test_the_figures_hold_ids_and_no_names(region, clubs, named):
    finished(clubs[0], people=named, full_names=True)
    ranking(region)
    text = str(SeasonRanking.objects.get().figures)
    assert str(named[0].pk) in text
    assert "Martin" not in text


def test_a_player_is_told_from_a_namesake_by_the_clubs_played_in(region, clubs, named):
    finished(clubs[0], people=named)
    finished(clubs[1], people=named)
    ranking(region)
    players = services.ranked_players(SeasonRanking.objects.get())
    assert {player.clubs for player in players} == {tuple(sorted(club.name for club in clubs[:2]))}


def test_the_list_on_paper_says_what_the_page_says(region, clubs, named):
    finished(clubs[0], people=named)
    ranking(region)
    head, rows = services.ranking_rows(Season.objects.get())
    assert head == ("rank", "player", "tournaments", "points")
    assert len(rows) == 4
    assert rows[0][0] == "1"
    assert rows[0][2:] == ("1", "25")
    assert services.ranking_rows(Season(region=region))[1] == []


# Seasons


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"ends": datetime.date(2026, 8, 31)}, "season-dates", "ends"),
        ({"place_points": ()}, "place-points", "place_points"),
        ({"place_points": (5, -1)}, "place-points", "place_points"),
        ({"place_points": (10_001,)}, "place-points", "place_points"),
        ({"name": "première"}, "season-name", "name"),
        ({"starts": datetime.date(2026, 8, 31)}, "season-overlap", "starts"),
    ],
)
def test_a_season_that_cannot_be_names_its_field(region, changes, code, field):
    before = SeasonWish("première", datetime.date(2025, 9, 1), datetime.date(2026, 8, 31), (1,))
    services.save_season(region, before, SYSTEM)
    values = {"name": WISH.name, "starts": WISH.starts, "ends": WISH.ends, "place_points": WISH.place_points, **changes}
    with pytest.raises(SeasonError) as caught:
        services.save_season(region, SeasonWish(**values), SYSTEM)
    assert (caught.value.code, caught.value.field) == (code, field)


def test_a_season_may_be_changed_and_is_ranked_anew(region, clubs):
    season = services.save_season(region, WISH, SYSTEM)
    finished(clubs[0])
    assert set(ranking(region).values()) == {10, 6}
    changed = SeasonWish(WISH.name, WISH.starts, WISH.ends, (7,))
    assert services.save_season(region, changed, SYSTEM, season).pk == season.pk
    assert set(ranking(region).values()) == {7}
    services.save_season(region, SeasonWish(WISH.name, WISH.starts, DAY.replace(day=1), (7,)), SYSTEM, season)
    assert ranking(region, season=season) == {}


@pytest.mark.parametrize(
    ("day", "name"), [((2026, 8, 31), "2025-2026"), ((2026, 9, 1), "2026-2027"), ((2027, 1, 1), "2026-2027")]
)
def test_the_usual_season_turns_in_september(day, name):
    assert services.usual_season(datetime.date(*day)).name == name


def test_the_usual_season_is_cut_to_fit_between_others(region, clubs):
    spring = SeasonWish("printemps", datetime.date(2027, 3, 1), datetime.date(2027, 5, 31), (1,))
    autumn = SeasonWish("2026-2027", datetime.date(2026, 9, 1), datetime.date(2026, 10, 31), (1,))
    for wish in (spring, autumn):
        services.save_season(region, wish, SYSTEM)
    finished(clubs[0])
    made = Season.objects.exclude(name__in=["printemps", "2026-2027"]).get()
    assert (made.name, made.starts, made.ends) == (
        "2026-2027 (2)",
        datetime.date(2026, 11, 1),
        datetime.date(2027, 2, 28),
    )
