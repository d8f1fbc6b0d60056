"""The papers of a mêlée and of teams: two players a side, and pairs called by their team's number with a letter."""

import pytest
from django.utils import translation

from clubs.models import Club
from documents import lists, page, posters, registry, sheets, standings, words
from documents.kinds import Choice, Content
from tests.documents.helpers import misfits, text_of
from tests.tournaments.services import evening_kept as evening
from tournaments import people
from tournaments.models import Round, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def in_english(tournament: Tournament) -> Tournament:
    Club.objects.filter(pk=tournament.club_id).update(locale="en")
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


@pytest.fixture
def melee() -> Tournament:
    """Nine players: two tables, one rests."""
    return in_english(evening.new_melee(9))


@pytest.fixture
def teams() -> Tournament:
    """Three teams of two pairs: one meeting at two tables, one team rests."""
    return in_english(evening.new_teams(3, 2))


def sheet_words(round_: Round) -> list[str]:
    round_, data = sheets.gather(round_.pk)
    return text_of(sheets.make(round_, data, lambda done, total: None)[0])


def poster_words(round_: Round) -> str:
    _, data = posters.gather(round_.pk)
    with words.local_to(round_.stage.tournament):
        return " ".join(text_of(page.to_pdf(posters.pages(data), "t", "en")))


def test_a_sheet_of_a_melee_names_both_players_of_each_side_with_their_numbers(melee: Tournament) -> None:
    round_ = evening.start_round(melee, 1)
    named = people.in_hall(melee)
    for match, found in zip(round_.matches.order_by("board"), sheet_words(round_), strict=True):
        for side in "AB":
            seats = match.seats.filter(side=side).order_by("slot")
            both = [named[seat.participant_id] for seat in seats]
            assert f"{both[0].number} + {both[1].number}" in found
            assert all(one.names[0] in found for one in both)


def test_the_posters_of_a_melee_give_every_player_a_table_or_a_rest(melee: Tournament) -> None:
    round_ = evening.start_round(melee, 1)
    _, data = posters.gather(round_.pk)
    assert len(data.players) == 9
    assert sorted(player.table for player in data.players) == [0, 1, 1, 1, 1, 2, 2, 2, 2]
    assert [[len(side) for side in line.sides] for line in data.tables] == [[2, 2], [2, 2], [1]]
    found = poster_words(round_)
    assert all(name.names[0] in found for name in people.in_hall(melee).values())


def test_the_standings_of_a_melee_rank_each_player_alone(melee: Tournament) -> None:
    evening.play_round(melee, 1)
    evening.compute(melee)
    found = standings.of_hall(melee)
    assert found is not None
    assert len(found.paper.rows) == 9
    assert found.pairs is None
    assert all(len(row[2]) == 1 for row in found.paper.rows)  # type: ignore[arg-type]


def test_a_sheet_of_teams_calls_the_pairs_by_their_teams(teams: Tournament) -> None:
    round_ = evening.start_round(teams, 1)
    named = people.in_hall(teams)
    for match, found in zip(round_.matches.order_by("board"), sheet_words(round_), strict=True):
        for seat in match.seats.all():
            pair = named[seat.participant_id]
            assert f"Pair {pair.label} agrees" in found
            assert all(name in found for name in pair.names)


def test_the_posters_of_teams_list_the_players_of_a_resting_team_too(teams: Tournament) -> None:
    round_ = evening.start_round(teams, 1)
    _, data = posters.gather(round_.pk)
    assert sorted(player.table for player in data.players) == [0] * 4 + [1] * 4 + [2] * 4
    assert [line.table for line in data.tables] == [1, 2, 0]
    (resting,) = data.tables[-1].sides
    ((_card, (names,)),) = resting
    # A team without a name is called by the first of its players.
    team = teams.entries.get(statuses__status="bye", statuses__round=round_, team__isnull=True)
    with translation.override("en"):
        assert [names] == list(people.in_hall(teams)[team.pk].names)
    assert " – " not in names
    poster_words(round_)


def test_the_other_papers_of_a_melee_name_each_player_and_those_met(melee: Tournament) -> None:
    evening.play_round(melee, 1)
    evening.compute(melee)
    found = every_paper(melee)
    assert len(found["ways"].data[2]) == 9 and len(found["badges"].data[2]) == 9
    assert sorted(len(way["lines"][0]["against"]) for way in found["ways"].data[2]) == [0, *[2] * 8]
    assert "+" in str(found["ways"].data[2])


def test_the_other_papers_of_teams_are_for_their_pairs_and_their_players(teams: Tournament) -> None:
    evening.play_round(teams, 1)
    evening.compute(teams)
    found = every_paper(teams)
    labels = {way["label"] for way in found["ways"].data[2]}
    assert {"1", "1A", "3B"} <= labels and len(found["badges"].data[2]) == 12
    assert len(found["entries"].data[0]["rows"]) == 3


def every_paper(tournament: Tournament) -> dict[str, Content]:
    """The papers that need neither prizes nor an address, each laid out once; every word fits."""
    made = {}
    for what, kind in registry.KINDS.items():
        if what in ("code", "prizes", "receipts"):
            continue
        with words.local_to(tournament):
            made[what] = kind.gather(tournament, Choice())
            assert misfits(made[what].pages()) == [], what
    return made


def test_the_standings_of_teams_have_their_pairs_on_pages_of_their_own(teams: Tournament) -> None:
    evening.play_round(teams, 1)
    evening.compute(teams)
    found = standings.of_hall(teams)
    assert found is not None
    assert found.pairs is not None
    assert [row[1] for row in found.paper.rows if row[1] not in ("1", "2", "3")] == []
    assert sorted(str(row[1]) for row in found.pairs.rows) == ["1A", "1B", "2A", "2B", "3A", "3B"]
    assert found.pairs.title == "Standings of the pairs"
    with words.local_to(teams):
        text_of(page.to_pdf([*lists.pages(found.paper), *lists.pages(found.pairs)], "t", "en"))
