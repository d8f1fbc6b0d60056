"""The roll, the list and the page of an entry, as the organiser and the desk meet them."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.persons import PersonName
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.kept import kept
from tests.tournaments.services import evening
from tournaments import rollsearch
from tournaments.models import Attendance, CheckIn, Draw, Entry, EntryMember, Game, Match, Tournament
from tournaments.people import in_hall
from tournaments.services import entries, leaving, players, presence, rounds
from tournaments.services.entries import NewPlayer

pytestmark = pytest.mark.django_db

NAMES = (("Martin", "Jean", "Girard", "Zoé"), ("Martinez", "Luc", "Roux", "Ève"), ("Le Goff", "Anne", "Petit", "Paul"))
HTMX = {"HX-Request": "true"}


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
@kept
def tournament(club: Club) -> Tournament:
    """Three pairs with names of their own."""
    made = evening.new_tournament(0, club=club, rounds=4)
    for one in NAMES:
        both = [NewPlayer(PersonName(*one[:2])), NewPlayer(PersonName(*one[2:]))]
        entries.add_pair(made.pk, both, SYSTEM)
    return made


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def entry_of(tournament: Tournament, number: int) -> Entry:
    return tournament.entries.get(number=number)


def here(tournament: Tournament) -> set[int]:
    notes = Attendance.objects.filter(entry__tournament=tournament, state="here")
    return set(notes.values_list("entry__number", flat=True))


def play(tournament: Tournament) -> None:
    round_ = rounds.current_round_of(tournament)
    assert round_ is not None
    for game in evening.games_of(round_):
        evening.play_game(game)
    rounds.close_round(round_.pk, SYSTEM)


# Finding who stands at the desk


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("2", [2]),
        ("002", [2]),
        ("n° 3", [3]),
        ("P1", [1]),
        ("9", []),
        ("mar", [1, 2]),
        ("martin", [1]),
        ("MARTINE", [2]),
        ("zoe", [1]),
        ("gof", [3]),
        ("jean mar", [1]),
        ("mar zoé", [1]),
        ("m", []),
        ("", []),
        ("xyz", []),
    ],
)
def test_who_is_meant_is_found_by_number_or_by_the_beginnings_of_names(
    tournament: Tournament, typed: str, found: list[int]
) -> None:
    assert [one.number for one in rollsearch.find(typed, in_hall(tournament).values())] == found


# The roll


def test_the_roll_is_called_ticked_by_keyboard_closed_and_the_draw_is_of_who_was_ticked(
    organiser: Client, tournament: Tournament
) -> None:
    factories.make_pairs(tournament, 2)
    assert "Call the roll" in text_of(organiser.get(at("roll", tournament)))
    organiser.post(at("roll-change", tournament), {"act": "open", "round": "1"})
    page = text_of(organiser.get(at("draw", tournament)))
    assert "The roll for round 1 is open: 0 of 5 are here." in page
    assert at("draw-make", tournament) not in page
    for typed in ("1", "martinez", "petit", "5"):
        page = organiser.post(at("roll-tick", tournament), {"round": "1", "q": typed}, follow=True)
        assert re.search(r'<input[^>]*name="q"[^>]*autofocus', page.content.decode())
    assert here(tournament) == {1, 2, 3, 5}
    page = text_of(organiser.post(at("roll-change", tournament), {"act": "close", "round": "1"}, follow=True))
    assert "1 is not there and is not drawn in round 1." in page
    organiser.post(at("draw-make", tournament), {"round": "1", "attempt": "1"})
    playing = {entry["number"] for entry in Draw.objects.get().inputs["entries"] if entry["plays"]}
    assert playing == {1, 2, 3, 5}


def test_several_who_may_be_meant_are_shown_to_choose_from_and_nobody_is_ticked(
    organiser: Client, tournament: Tournament
) -> None:
    presence.open_roll(tournament.pk, 1, SYSTEM)
    presence.tick(entry_of(tournament, 2).pk, 1, SYSTEM)
    page = organiser.post(at("roll-tick", tournament), {"round": "1", "q": "mar"})
    assert page.status_code == 200
    assert [(row["name"].number, row["is_here"]) for row in page.context["candidates"]] == [(1, False), (2, True)]
    assert here(tournament) == {2}
    organiser.post(at("roll-tick", tournament), {"round": "1", "tick": "1"})
    assert here(tournament) == {1, 2}


@pytest.mark.parametrize(
    ("typed", "said"), [("x", "at least two letters"), ("xyz", "Nobody on this roll"), ("9", "Nobody")]
)
def test_nobody_found_is_said_beside_the_field_and_what_was_typed_stays(
    organiser: Client, tournament: Tournament, typed: str, said: str
) -> None:
    presence.open_roll(tournament.pk, 1, SYSTEM)
    page = organiser.post(at("roll-tick", tournament), {"round": "1", "q": typed})
    assert page.status_code == 422
    assert said in text_of(page)
    assert 'id="roll-q-error"' in page.content.decode()
    assert f'value="{typed}"' in page.content.decode()


def test_a_tick_by_mistake_is_taken_back_by_the_way_back_that_is_offered(
    organiser: Client, tournament: Tournament
) -> None:
    presence.open_roll(tournament.pk, 1, SYSTEM)
    page = organiser.post(at("roll-tick", tournament), {"round": "1", "q": "1"}, follow=True).content.decode()
    [url] = re.findall(r'action="([^"]*untick=1[^"]*)"', page)
    organiser.post(url.replace("&amp;", "&"))
    assert here(tournament) == set()


def test_all_are_ticked_at_once_and_only_they_unticked(organiser: Client, tournament: Tournament) -> None:
    presence.open_roll(tournament.pk, 1, SYSTEM)
    presence.tick(entry_of(tournament, 3).pk, 1, SYSTEM)
    page = organiser.post(at("roll-change", tournament), {"act": "all", "round": "1"}, follow=True).content.decode()
    assert here(tournament) == {1, 2, 3}
    [url] = re.findall(r'action="([^"]*undo-all[^"]*)"', page)
    organiser.post(url.replace("&amp;", "&"))
    assert here(tournament) == {3}


def test_a_part_of_the_page_is_answered_alone_and_nothing_where_nothing_changed(
    organiser: Client, tournament: Tournament
) -> None:
    presence.open_roll(tournament.pk, 1, SYSTEM)
    page = organiser.get(at("roll", tournament))
    poll = page.context["poll_url"]
    assert organiser.get(poll, headers=HTMX).status_code == 204
    presence.tick(entry_of(tournament, 1).pk, 1, SYSTEM)
    assert organiser.get(poll, headers=HTMX).content.lstrip().startswith(b'<div id="roll-lists"')
    presence.close_roll(tournament.pk, 1, SYSTEM)
    assert organiser.get(poll, headers=HTMX)["HX-Refresh"] == "true"
    ticked = {"round": "1", "tick": "2"}
    part = organiser.post(at("roll-tick", tournament), ticked, headers={**HTMX, "HX-Target": "roll-lists"})
    assert part.content.lstrip().startswith(b'<div id="roll-lists"')
    assert b"hx-swap-oob" in part.content
    whole = organiser.post(at("roll-tick", tournament), {"round": "1", "q": "3"}, headers={**HTMX, "HX-Target": "roll"})
    assert whole.content.lstrip().startswith(b'<div id="roll"')
    assert here(tournament) == {1, 2, 3}


def test_the_desk_ticks_and_only_the_organiser_calls_and_closes(
    client_for: Callable[..., Client], club: Club, tournament: Tournament
) -> None:
    desk = client_for(Role.DESK, club)
    presence.open_roll(tournament.pk, 1, SYSTEM)
    assert desk.post(at("roll-tick", tournament), {"round": "1", "q": "1"}).status_code == 302
    assert desk.post(at("roll-change", tournament), {"act": "close", "round": "1"}).status_code == 403
    assert at("roll-change", tournament) not in desk.get(at("roll", tournament)).content.decode()
    assert CheckIn.objects.get().closed_at is None


def test_after_the_last_draw_the_page_says_so(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(4, club=club, rounds=1)
    evening.start_round(tournament, 1)
    assert "no roll to call any more" in text_of(organiser.get(at("roll", tournament)))
    assert organiser.post(at("roll-tick", tournament), {"round": "1", "q": "1"}).status_code == 422


def test_the_roll_of_a_melee_is_of_players(organiser: Client, club: Club) -> None:
    tournament = evening.new_melee(9)
    Tournament.objects.filter(pk=tournament.pk).update(club=club)
    tournament.refresh_from_db()
    presence.open_roll(tournament.pk, 1, SYSTEM)
    page = organiser.post(at("roll-tick", tournament), {"round": "1", "q": "4"}, follow=True)
    assert "Player 4 is here" in text_of(page)


# The list


def labels_of(page: Any, number: int) -> list[str]:
    [row] = [row for row in page.context["rows"] if row["entry"].number == number]
    return [verb.label for verb in row["verbs"]]


def test_the_list_tells_where_everybody_is_and_what_can_be_done(organiser: Client, tournament: Tournament) -> None:
    factories.make_pairs(tournament, 4)
    leaving.leave(entry_of(tournament, 7).pk, SYSTEM)
    presence.expect_absent(entry_of(tournament, 6).pk, 1, SYSTEM)
    evening.start_round(tournament, 1)
    factories.make_pairs(tournament, 1)
    presence.expect_late(entry_of(tournament, 6).pk, 2, 4, SYSTEM)
    factories.make_entry(tournament, [factories.make_person()], status=Entry.Status.INCOMPLETE)
    rests = rounds.current_round_of(tournament).statuses.get(status="bye").entry
    page = organiser.get(at("entries", tournament))
    said = {row["entry"].number: row["said"].text for row in page.context["rows"]}
    assert said.pop(rests.number) == "rests in round 1"
    assert sorted(said.items())[4:] == [
        (6, "comes in round 4"),
        (7, "has left"),
        (8, "came after the draw of round 1"),
        (9, "looks for a partner"),
    ]
    assert all(said[number].startswith("at table ") for number in said if number < 6)
    assert labels_of(page, 6) == ["Plays round 2 after all", "Leaves the tournament"]
    assert labels_of(page, 7) == ["Put back"]
    assert labels_of(page, 8) == [
        f"Seat now, with {rests.number} who rests",
        "Misses round 2",
        "Leaves the tournament",
    ]
    assert labels_of(page, rests.number) == ["Misses round 2", "Leaves after this round"]


def test_the_list_is_filtered_by_where_they_are_and_an_unknown_filter_shows_all(
    organiser: Client, tournament: Tournament
) -> None:
    leaving.leave(entry_of(tournament, 1).pk, SYSTEM)
    presence.expect_absent(entry_of(tournament, 2).pk, 1, SYSTEM)
    found = {
        show: [row["entry"].number for row in organiser.get(at("entries", tournament), {"show": show}).context["rows"]]
        for show in ("", "absent", "late", "left", "alone", "anything")
    }
    assert found == {"": [1, 2, 3], "absent": [2], "late": [], "left": [1], "alone": [], "anything": [1, 2, 3]}
    chips = organiser.get(at("entries", tournament)).context["filters"]
    assert [(chip["label"], chip["count"], chip["current"]) for chip in chips] == [
        ("All", 3, True),
        ("Not there", 1, False),
        ("Have left", 1, False),
    ]


@pytest.mark.parametrize("count", [1, 12])
def test_the_list_takes_as_many_queries_for_one_pair_as_for_many(
    organiser: Client, club: Club, django_assert_max_num_queries: Any, count: int
) -> None:
    tournament = evening.new_tournament(4 + count, club=club)
    evening.start_round(tournament, 1)
    with django_assert_max_num_queries(40):
        organiser.get(at("entries", tournament))
    with django_assert_max_num_queries(40):
        organiser.get(at("roll", tournament))


def test_a_pair_leaves_in_two_clicks_and_is_put_back_by_one(organiser: Client, tournament: Tournament) -> None:
    page = organiser.get(at("entries", tournament)).content.decode()
    entry = entry_of(tournament, 1)
    assert re.search(
        rf'action="{at("entry-change", tournament, entry.pk)}".{{0,400}}?value="withdraw"', page, re.DOTALL
    )
    page = organiser.post(at("entry-change", tournament, entry.pk), {"act": "withdraw"}, follow=True).content.decode()
    assert entry_of(tournament, 1).status == "withdrawn"
    [url] = re.findall(r'action="([^"]*act=return)"', page)
    organiser.post(url)
    assert entry_of(tournament, 1).status == "active"


def test_an_act_of_the_menu_comes_back_to_the_list_as_it_was_looked_at(
    organiser: Client, tournament: Tournament
) -> None:
    entry = entry_of(tournament, 1)
    acted = organiser.post(at("entry-change", tournament, entry.pk), {"act": "absent", "round": "1", "show": "late"})
    assert acted["Location"] == at("entries", tournament) + "?show=late#entry-1"
    acted = organiser.post(at("entry-change", tournament, entry.pk), {"act": "here", "round": "1", "show": "<b>"})
    assert acted["Location"] == at("entries", tournament) + "#entry-1"
    assert not Attendance.objects.exists()


def test_of_a_round_that_is_published_meanwhile_nothing_is_noted(organiser: Client, tournament: Tournament) -> None:
    evening.start_round(tournament, 1)
    sent = {"act": "absent", "round": "1"}
    page = organiser.post(at("entry-change", tournament, entry_of(tournament, 1).pk), sent, follow=True)
    assert "has been drawn and published meanwhile" in text_of(page)
    assert not Attendance.objects.exists()


# Several at once


def test_several_leave_when_their_number_is_typed_and_one_press_puts_them_back(
    organiser: Client, tournament: Tournament
) -> None:
    for number in (1, 2):
        presence.expect_absent(entry_of(tournament, number).pk, 1, SYSTEM)
    page = organiser.get(at("entries-leave", tournament), {"show": "absent"})
    assert page.context["chosen"] == {entry_of(tournament, number).pk for number in (1, 2)}
    sent = {"entries": [str(entry_of(tournament, number).pk) for number in (1, 2)], "typed": "3"}
    refused = organiser.post(at("entries-leave", tournament), sent)
    assert refused.status_code == 422
    assert 'id="typed-error"' in refused.content.decode()
    assert 'value="3"' in refused.content.decode()
    assert organiser.post(at("entries-leave", tournament), {"typed": "0"}).context["errors"].keys() == {"entries"}
    page = organiser.post(at("entries-leave", tournament), {**sent, "typed": "2"}, follow=True).content.decode()
    assert tournament.entries.filter(status="withdrawn").count() == 2
    [url] = re.findall(r'action="([^"]*leave/\?event=[^"]*)"', page)
    organiser.post(url)
    assert not tournament.entries.filter(status="withdrawn").exists()


# The page of an entry


@pytest.mark.parametrize("point", ["before", "draft", "playing", "closed", "finished"])
def test_the_page_of_an_entry_opens_at_every_point_of_the_evening(
    organiser: Client, tournament: Tournament, point: str
) -> None:
    factories.make_pairs(tournament, 2)
    tournament.stages.update(rounds_planned=1)
    leaving.leave(entry_of(tournament, 4).pk, SYSTEM)
    players.release(member(tournament, 5).pk, SYSTEM)
    if point == "draft":
        rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    elif point != "before":
        evening.start_round(tournament, 1)
    if point in {"closed", "finished"}:
        if point == "closed":
            tournament.stages.update(rounds_planned=3)
        play(tournament)
    for number in (1, 2, 3, 4, 5):
        page = organiser.get(at("entry", tournament, entry_of(tournament, number).pk))
        assert page.status_code == 200
        assert len(page.context["rounds"]) == (0 if point in {"before", "draft"} else 1)


def member(tournament: Tournament, number: int) -> EntryMember:
    return EntryMember.objects.get(entry__tournament=tournament, entry__number=number, slot=2, until_round=None)


def test_a_reader_finds_nothing_to_press_on_the_roll_and_on_the_page_of_an_entry(
    client_for: Callable[..., Client], club: Club, tournament: Tournament
) -> None:
    presence.open_roll(tournament.pk, 1, SYSTEM)
    reader = client_for(Role.READER, club)
    for url in (at("roll", tournament), at("entry", tournament, entry_of(tournament, 1).pk), at("entries", tournament)):
        page = text_of(reader.get(url))
        assert "<form" not in page[page.index("<main") : page.index("</main>")]


def test_a_player_is_replaced_and_taken_back_on_the_page(organiser: Client, tournament: Tournament) -> None:
    evening.start_round(tournament, 1)
    play(tournament)
    entry, old = entry_of(tournament, 1), member(tournament, 1)
    sent = {"act": "replace", "member": str(old.pk), "player": "DUPUIS Agathe", "from_round": "2"}
    refused = organiser.post(at("entry-players", tournament, entry.pk), {**sent, "player": "??"})
    assert refused.status_code == 422
    assert 'id="id_2_player_error"' in refused.content.decode()
    assert re.search(r"<details open>", refused.content.decode())
    refused = organiser.post(at("entry-players", tournament, entry.pk), {**sent, "player": "MARTIN Jean"})
    assert "same player twice" in text_of(refused)
    page = organiser.post(at("entry-players", tournament, entry.pk), sent, follow=True)
    assert "From round 2 on Pair 1 is Jean Martin – Agathe Dupuis." in text_of(page)
    [url] = re.findall(r'action="([^"]*act=undo[^"]*)"', page.content.decode())
    organiser.post(url.replace("&amp;", "&"))
    assert member(tournament, 1).pk == old.pk


def test_a_change_of_another_pair_is_not_taken_back_from_here(organiser: Client, tournament: Tournament) -> None:
    _, event = (
        players.replace(member(tournament, 1).pk, member(tournament, 2).person_id, 1, SYSTEM)
        if False
        else (
            None,
            players.release(member(tournament, 1).pk, SYSTEM)[1],
        )
    )
    other = entry_of(tournament, 2)
    organiser.post(at("entry-players", tournament, other.pk), {"act": "undo", "event": str(event.pk)})
    assert entry_of(tournament, 1).status == "incomplete"
    organiser.post(at("entry-players", tournament, entry_of(tournament, 1).pk), {"act": "undo", "event": str(event.pk)})
    assert entry_of(tournament, 1).status == "active"


def test_who_played_before_plays_again_by_one_press(organiser: Client, tournament: Tournament) -> None:
    old = member(tournament, 1)
    evening.start_round(tournament, 1)
    play(tournament)
    made, _ = players.replace(old.pk, factories.make_person().pk, 2, SYSTEM)
    evening.start_round(tournament, 2)
    play(tournament)
    sent = {"act": "again", "member": str(made.pk), "former": str(old.pk), "from_round": "3"}
    organiser.post(at("entry-players", tournament, entry_of(tournament, 1).pk), sent)
    assert member(tournament, 1).person_id == old.person_id


def test_who_leaves_now_forfeits_the_game_and_the_way_back_gives_it_back(
    organiser: Client, tournament: Tournament
) -> None:
    factories.make_pairs(tournament, 1)
    evening.start_round(tournament, 1)
    entry = entry_of(tournament, 1)
    game = leaving.game_of(entry)
    assert game is not None
    sent = {"act": "withdraw", "game": "forfeit", "back": "page"}
    page = organiser.post(at("entry-change", tournament, entry.pk), sent, follow=True).content.decode()
    assert Game.objects.get(pk=game.pk).forfeit
    [url] = re.findall(r'action="([^"]*forfeited=[^"]*)"', page)
    organiser.post(url.replace("&amp;", "&"))
    assert Game.objects.get(pk=game.pk).forfeit == ""
    assert entry_of(tournament, 1).status == "active"


def test_a_pair_is_disqualified_with_a_reason_by_who_may_and_put_back_by_who_may(
    client_for: Callable[..., Client], club: Club, tournament: Tournament
) -> None:
    desk = client_for(Role.DESK, club, HTTP_ACCEPT_LANGUAGE="en")
    arbiter = client_for(Role.ARBITER, club, HTTP_ACCEPT_LANGUAGE="en")
    entry = entry_of(tournament, 1)
    assert desk.post(at("entry-disqualify", tournament, entry.pk), {"reason": "a triché"}).status_code == 403
    refused = arbiter.post(at("entry-disqualify", tournament, entry.pk), {"reason": " "})
    assert refused.status_code == 422
    assert 'id="out-error"' in refused.content.decode()
    arbiter.post(at("entry-disqualify", tournament, entry.pk), {"reason": "a triché"})
    assert entry_of(tournament, 1).status == "disqualified"
    assert desk.post(at("entry-change", tournament, entry.pk), {"act": "return"}).status_code == 403
    arbiter.post(at("entry-change", tournament, entry.pk), {"act": "return"})
    assert entry_of(tournament, 1).status == "active"


def test_a_late_pair_is_seated_against_who_rests_and_the_table_is_taken_away(
    organiser: Client, tournament: Tournament
) -> None:
    round_ = evening.start_round(tournament, 1)
    [late] = factories.make_pairs(tournament, 1)
    rests = round_.statuses.get(status="bye").entry
    page = organiser.get(at("entry", tournament, late.pk))
    assert [other["name"].number for other in page.context["seating"]["others"]] == [rests.number]
    sent = {"act": "seat", "with": str(rests.pk), "back": "page"}
    page = organiser.post(at("entry-seat", tournament, late.pk), sent, follow=True).content.decode()
    assert Match.objects.filter(round=round_).count() == 2
    draw_page = organiser.get(at("draw", tournament))
    assert [table["table"] for table in draw_page.context["tables"]] == [1, 2]
    assert draw_page.context["byes"] == []
    [url] = re.findall(r'action="([^"]*act=unseat[^"]*)"', page)
    organiser.post(url.replace("&amp;", "&"))
    assert Match.objects.filter(round=round_).count() == 1


def test_from_the_list_a_late_pair_is_seated_with_whom_the_menu_names(
    organiser: Client, tournament: Tournament
) -> None:
    round_ = evening.start_round(tournament, 1)
    [late] = factories.make_pairs(tournament, 1)
    organiser.post(at("entry-seat", tournament, late.pk), {"act": "seat"})
    assert Match.objects.filter(round=round_).count() == 2


def test_a_table_of_another_tournament_is_not_taken_away_from_here(organiser: Client, tournament: Tournament) -> None:
    other = evening.new_tournament(4)
    match = evening.start_round(other, 1).matches.first()
    organiser.post(at("entry-seat", tournament, entry_of(tournament, 1).pk), {"act": "unseat", "match": str(match.pk)})
    assert Match.objects.filter(pk=match.pk).exists()


def test_what_is_noted_of_an_entry_is_kept_or_refused_beside_its_field(
    organiser: Client, tournament: Tournament
) -> None:
    entry = entry_of(tournament, 1)
    sent = {"home_club": "Brest", "category": "mixte", "rating": "1500", "fixed_table": "3", "stand_in": "on"}
    organiser.post(at("entry-details", tournament, entry.pk), sent)
    entry.refresh_from_db()
    assert (entry.home_club, entry.category, entry.rating, entry.fixed_table) == ("Brest", "mixte", 1500, 3)
    assert (entry.stand_in, entry.may_rest) == (True, True)
    for name, value in (("fixed_table", "0"), ("rating", "-1"), ("never_rests", "on")):
        refused = organiser.post(at("entry-details", tournament, entry.pk), {**sent, name: value})
        assert refused.status_code == 422
        assert list(refused.context["details_form"].errors) == [name]


def test_a_draft_of_another_list_says_so_on_the_page_of_the_draw(organiser: Client, tournament: Tournament) -> None:
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert not organiser.get(at("draw", tournament)).context["is_outdated"]
    presence.expect_absent(entry_of(tournament, 1).pk, 1, SYSTEM)
    page = organiser.get(at("draw", tournament))
    assert "Somebody has come or left since this draft was made" in text_of(page)


def test_the_evening_leads_to_the_roll_while_it_is_open(organiser: Client, tournament: Tournament) -> None:
    presence.open_roll(tournament.pk, 1, SYSTEM)
    [step] = [one for one in organiser.get(at("tournament", tournament)).context["steps"] if one["state"] == "now"]
    assert "The roll for round 1 is open: 0 of 3 are here." in step["text"]
    assert [action["label"] for action in step["actions"] if action["main"]] == ["To the roll"]


def test_the_table_and_the_desk_name_who_plays_now_and_follow_by_themselves(
    organiser: Client, tournament: Tournament
) -> None:
    evening.start_round(tournament, 1)
    playing = EntryMember.objects.filter(entry__seats__isnull=False).first()
    page = organiser.get(at("desk", tournament))
    poll = page.context["poll_url"]
    players.replace(playing.pk, factories.make_person("Dupuis", "Agathe").pk, 1, SYSTEM)
    follows = organiser.get(poll, headers=HTMX)
    assert follows.status_code == 200
    assert "Agathe Dupuis" in text_of(follows)
