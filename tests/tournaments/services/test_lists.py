"""The lists beside the standings, of a tournament and as they are frozen when a round is published."""

import pytest
from django.utils import translation

from clubs.persons import PersonName
from core.actors import SYSTEM
from core.models import AuditEvent
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.test_provisional import play_one
from tournaments import archive, listwords
from tournaments.checking import check
from tournaments.models import Entry, Publication, Tournament
from tournaments.services import (
    holding,
    lists,
    listspublic,
    players,
    publishing,
    rounds,
    showing,
    tournament_file,
)
from tournaments.services.entries import NewPlayer
from tournaments.services.errors import Conflict, TournamentError
from tournaments.standings.lists import CATEGORIES, CLUBS, PLAYERS, ROUNDS, RankedList, identity_holds

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return evening.new_tournament(4, rounds=3)


def entry(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def listed(tournament: Tournament, kind: str, key: str = "") -> RankedList:
    return next(one for one in lists.lists_of(tournament, [kind]) if one.key == key)


def frozen(tournament: Tournament) -> list[RankedList]:
    publication = listspublic.shown(tournament)
    return [] if publication is None else listspublic.read(publication, tournament)


def test_a_category_follows_from_the_players_unless_it_is_noted_of_the_pair(tournament: Tournament) -> None:
    for member in tournament.members.select_related("person"):
        member.person.category = "ladies" if member.entry.number < 3 else "men"
        member.person.save()
    Entry.objects.filter(tournament=tournament, number=2).update(category="Vétérans")
    evening.play_round(tournament, 1)
    found = {one.key: {row.who for row in one.rows} for one in lists.lists_of(tournament, [CATEGORIES])}
    ids = {number: str(entry(tournament, number).pk) for number in range(1, 5)}
    assert found == {"ladies": {ids[1]}, "men": {ids[3], ids[4]}, "veterans": {ids[2]}}


def test_who_was_replaced_keeps_the_rounds_that_he_played(tournament: Tournament) -> None:
    evening.play_round(tournament, 1)
    member = entry(tournament, 1).members.get(slot=2)
    new, _event = players.replace(member.pk, NewPlayer(PersonName("Neuf", "Nadia")), 2, SYSTEM)
    evening.play_round(tournament, 2)
    found = {row.who: row for row in listed(tournament, PLAYERS).rows}
    stays = found[str(entry(tournament, 1).members.get(slot=1).person_id)]
    gone, come = found[str(member.person_id)], found[str(new.person_id)]
    assert [[number for number, *_ in row.rounds] for row in (stays, gone, come)] == [[1, 2], [1], [2]]
    assert stays.points == gone.points + come.points
    assert all(identity_holds(row) for row in found.values())


@pytest.mark.parametrize("number", [1, 2])
def test_who_was_replaced_during_a_round_has_the_deals_that_he_played(number: int) -> None:
    tournament = evening.new_tournament(2, rounds=2, deals=3)
    for before in range(1, number):
        evening.play_round(tournament, before)
    (game,) = evening.games_of(evening.start_round(tournament, number))
    pair = evening.entry_at(game, "A")
    play_one(game, 80)
    play_one(game, 110, 2)
    member = pair.members.get(slot=2)
    new, event = players.replace(member.pk, NewPlayer(PersonName("Neuf", "Nadia")), number, SYSTEM)
    assert new.from_deal == 3
    players.take_back(event.pk, SYSTEM)
    member.refresh_from_db()
    assert (member.from_round, member.until_round) == (1, None)
    new, _event = players.replace(member.pk, NewPlayer(PersonName("Neuf", "Nadia")), number, SYSTEM, from_deal=2)
    play_one(game, 130, 3)
    evening.close(game.sheet)
    round_ = rounds.close_round(game.match.round_id, SYSTEM)
    got = {row.who: {n: points for n, points, _ in row.rounds}[number] for row in listed(tournament, PLAYERS).rows}
    stays = str(pair.members.get(slot=1).person_id)
    assert (got[str(member.person_id)], got[str(new.person_id)], got[stays]) == (80, 240, 320)
    evening.publish(tournament, round_)
    document = archive.read(tournament_file.export(tournament))
    assert list(check(document, with_draws=False).findings) == []


def test_the_round_being_played_is_begun_with_a_deal_that_there_can_be(tournament: Tournament) -> None:
    evening.start_round(tournament, 1)
    member = entry(tournament, 1).members.get(slot=2)
    with pytest.raises(TournamentError) as refused:
        players.replace(member.pk, NewPlayer(PersonName("Neuf", "Nadia")), 1, SYSTEM, from_deal=61)
    assert refused.value.code == "from-deal"


def test_players_of_a_melee_are_what_the_standings_rank_already() -> None:
    tournament = evening.new_melee(8, rounds=1)
    evening.play_round(tournament, 1)
    assert [one.kind for one in lists.lists_of(tournament)] == [ROUNDS]
    assert PLAYERS not in lists.offered(tournament).kinds


def test_a_page_of_one_round_says_which_only_once() -> None:
    of_a_line, of_all = RankedList(ROUNDS, "2", (), (), "ns"), RankedList(ROUNDS, "2", (), ())
    with translation.override("en"):
        assert [listwords.heading(one) for one in (of_a_line, of_all)] == ["North-South", "Round 2"]
        assert listwords.title(of_a_line) == "Round 2, North-South"


def test_players_of_teams_have_what_their_pair_scored() -> None:
    tournament = evening.new_teams(2, rounds=1)
    evening.play_round(tournament, 1)
    found = listed(tournament, PLAYERS).rows
    assert len(found) == 8
    pairs = {str(one.pk): one for one in tournament.entries.filter(team__isnull=False)}
    marked = {pk: sum(one.results.values_list("points_for", flat=True)) for pk, one in pairs.items()}
    entry_of = {str(one.person_id): str(one.entry_id) for one in tournament.members.all()}
    assert {row.who: row.points for row in found} == {who: marked[pair] for who, pair in entry_of.items()}
    assert len(listed(tournament, ROUNDS, "1").rows) == 2


@pytest.mark.both_databases
def test_lists_are_frozen_with_the_round_and_hold_no_names(tournament: Tournament) -> None:
    tournament.entries.update(home_club="Lens")
    evening.publish(tournament, evening.play_round(tournament, 1))
    before = frozen(tournament)
    assert [one.kind for one in before] == [PLAYERS, CLUBS, ROUNDS]
    publication = listspublic.shown(tournament)
    assert publication is not None and publication.version == 1
    for member in tournament.members.select_related("person"):
        assert member.person.family not in str(publication.figures)
    tournament.entries.update(home_club="Arras")
    evening.play_round(tournament, 2)
    assert frozen(tournament) == before


def test_whatever_ranks_the_lists_are_found_right_by_who_works_them_out_anew(tournament: Tournament) -> None:
    names = ("head_to_head", "opponents", "capped_points", "best_rounds", "deals_won", "fewest_games", "lot")
    stage = tournament.stages.get()
    stage.settings = {**stage.settings, "criteria": [{"name": name} for name in names]}
    stage.save()
    tournament.entries.update(home_club="Lens", category="Dames")
    evening.publish(tournament, evening.play_round(tournament, 1))
    told = {one.kind: one.criteria for one in frozen(tournament)}
    assert told[PLAYERS] == ("capped_points", "best_rounds", "deals_won", "fewest_games")
    assert told[ROUNDS] == ("capped_points", "deals_won")
    document = archive.read(tournament_file.export(tournament))
    assert list(check(document, with_draws=False).findings) == []


def test_who_comes_in_after_a_round_is_in_none_of_its_lists(tournament: Tournament) -> None:
    round_ = evening.play_round(tournament, 1)
    evening.compute(tournament)
    member = entry(tournament, 1).members.get(slot=2)
    new, _event = players.replace(member.pk, NewPlayer(PersonName("Neuf", "Nadia")), 2, SYSTEM)
    evening.publish(tournament, round_)
    who = {row.who for row in frozen(tournament)[0].rows}
    assert str(member.person_id) in who and str(new.person_id) not in who


def test_a_correction_makes_a_new_version_of_the_lists_too(tournament: Tournament) -> None:
    first = evening.play_round(tournament, 1)
    evening.publish(tournament, first)
    second = evening.play_round(tournament, 2)
    evening.publish(tournament, second)
    evening.correct(evening.games_of(first)[0], 160)
    evening.publish(tournament, second)
    publication = listspublic.shown(tournament)
    assert publication is not None and publication.version == 2
    round_one = next(one for one in frozen(tournament) if (one.kind, one.key) == (ROUNDS, "1"))
    assert round_one.rows[0].points == 160


def test_a_round_whose_results_were_taken_back_is_in_no_list_of_rounds(tournament: Tournament) -> None:
    first = evening.publish(tournament, evening.play_round(tournament, 1))
    publishing.withdraw(first.pk, SYSTEM)
    assert frozen(tournament) == []
    evening.publish(tournament, evening.play_round(tournament, 2))
    assert [one.key for one in frozen(tournament) if one.kind == ROUNDS] == ["2"]


@pytest.mark.both_databases
def test_lists_alone_are_published_anew_where_only_a_category_has_changed(tournament: Tournament) -> None:
    evening.publish(tournament, evening.play_round(tournament, 1))
    assert listspublic.changed(tournament) == ""
    tournament.entries.filter(number=1).update(category="Dames")
    seen = listspublic.changed(tournament)
    made = listspublic.publish_again(tournament.pk, seen, SYSTEM)
    assert (made.what, made.version) == (Publication.What.LISTS, 2)
    assert Publication.objects.filter(what=Publication.What.STANDINGS).count() == 1
    assert [one.key for one in frozen(tournament) if one.kind == CATEGORIES] == ["ladies"]
    assert AuditEvent.objects.filter(verb="lists.published", scope=tournament.pk).count() == 1


@pytest.mark.parametrize(
    ("why", "code"), [("same", "nothing-new"), ("other", "lists-changed"), ("held", "results-held")]
)
def test_lists_are_not_published_anew(tournament: Tournament, why: str, code: str) -> None:
    evening.publish(tournament, evening.play_round(tournament, 1))
    if why != "same":
        tournament.entries.filter(number=1).update(category="Dames")
    if why == "held":
        showing.hold(tournament.pk, SYSTEM)
    with pytest.raises(Conflict) as refused:
        listspublic.publish_again(tournament.pk, "0" * 64, SYSTEM)
    assert refused.value.code == code


def test_what_was_held_back_brings_its_lists(tournament: Tournament) -> None:
    showing.hold(tournament.pk, SYSTEM)
    evening.play_round(tournament, 1)
    evening.start_round(tournament, 2)
    assert frozen(tournament) == []
    evening.compute(tournament)
    holding.let_go(tournament.pk, tournament.revision, SYSTEM)
    assert [one.key for one in frozen(tournament) if one.kind == ROUNDS] == ["1"]
