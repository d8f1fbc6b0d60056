"""The page of the draw: what an organiser changes on a draft, what is said of it, what everybody sees of a plan."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.tournaments.draws import fields
from tests.tournaments.draws.evenings import seed as seed_of
from tests.tournaments.services import evening
from tournaments import drawpage, handwords
from tournaments.draws.engine import SYSTEMS
from tournaments.draws.seeds import commitment
from tournaments.draws.weigh import Scales
from tournaments.models import Draw, EntryMember, Publication, Result, Round, Tournament
from tournaments.services import byhand, results, rounds
from tournaments.services.drawing import MANUAL
from tournaments.services.errors import TournamentError

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def organiser(client_for) -> Client:
    return client_for(Role.ADMINISTRATOR, headers={"accept-language": "en"})


def at(name: str, tournament: Tournament, *more: object) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(answer) -> str:
    """The words of a page, without its tags."""
    assert answer.status_code == 200
    body = re.sub(r"(?s)<(script|style|svg).*?</\1>", "", answer.content.decode())
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def tournament_by(system: str, pairs: int = 8, **more) -> Tournament:
    """A tournament that is drawn the same in every run."""
    tournament = evening.new_tournament(pairs, **more)
    seed = seed_of(system)
    tournament.stages.update(draw_system=system, sealed_seed=seed, commitment=commitment(seed))
    return tournament


def draft_of(tournament: Tournament) -> byhand.Draft:
    draws = Draw.objects.filter(round__stage__tournament=tournament, state=Draw.State.DRAFT)
    return byhand.draft_of(draws.select_related("round__stage__tournament").get())


def drafted(tournament: Tournament, number: int = 1, attempt: int = 1, reason: str = "") -> byhand.Draft:
    rounds.make_draw(tournament.pk, number, attempt, SYSTEM, reason=reason)
    return draft_of(tournament)


def number_at(draft: byhand.Draft, table: int, side: str = "ns") -> int:
    row = draft.hand.at(table)
    assert row is not None
    return draft.numbers[row.side(side)[0]]


def met_again(tournament: Tournament) -> tuple[byhand.Draft, int, int]:
    """The draft of round 2 changed by hand so that two meet who have met in round 1, and the two."""
    evening.play_round(tournament, 1)
    first = rounds.current_round_of(tournament)
    assert first is not None
    match = first.matches.get(board=1)
    one, other = (match.seats.get(side=side).participant.number for side in "AB")
    draft = drafted(tournament, 2)
    here = draft.hand.where(draft.ids[one])
    assert here is not None
    opponent = here.ew[0] if draft.ids[one] in here.ns else here.ns[0]
    spots = str(draft.numbers[opponent]), str(other)
    return byhand.exchange(draft.draw.pk, draft.digest, *spots, SYSTEM), one, other


# A draft that is worked on


def test_only_who_may_organise_gets_something_to_choose(client_for, organiser: Client) -> None:
    tournament = tournament_by("random")
    drafted(tournament)
    page = organiser.get(at("draw", tournament)).content.decode()
    assert page.count('data-spot="') == 8 + 4
    reader = client_for(Role.READER, club=tournament.club)
    assert "data-spot" not in reader.get(at("draw", tournament)).content.decode()


def test_two_in_the_address_are_chosen_and_the_bar_says_what_would_become_of_them(organiser: Client) -> None:
    tournament = tournament_by("random")
    draft, one, other = met_again(tournament)
    table = draft.hand.where(draft.ids[one])
    assert table is not None
    third = number_at(draft, next(row.table for row in draft.hand.tables if row != table))
    byhand.undo(draft.draw.pk, draft.digest, SYSTEM)
    draft = draft_of(tournament)
    now = draft.hand.where(draft.ids[one])
    assert now is not None
    opponent = next(draft.numbers[entry] for entry in now.people if entry != draft.ids[one])
    page = text_of(organiser.get(at("draw", tournament), {"one": opponent, "other": other}))
    assert f"Exchange {opponent} and {other}?" in page
    assert re.search(rf"Table {now.table}: pairs \d+ and \d+ have met already, in round 1\.", page)
    assert f"{third}" in page
    bar = text_of(organiser.get(at("hand-bar", tournament, draft.draw.pk), {"one": opponent}))
    assert bar == f"{opponent} is chosen. Choose the second seat. Cancel"
    nothing = text_of(organiser.get(at("hand-bar", tournament, draft.draw.pk), {"one": "t1", "other": "3"}))
    assert nothing == "A seat and a table cannot change places. Cancel"


def test_what_a_hand_made_draft_breaks_is_named_with_its_table_and_a_way_to_mend_it(organiser: Client) -> None:
    tournament = tournament_by("random")
    draft, one, other = met_again(tournament)
    table = draft.hand.where(draft.ids[one])
    assert table is not None
    answer = organiser.get(at("draw", tournament))
    page = text_of(answer)
    low, high = sorted((one, other))
    assert f"Table {table.table}: pairs {low} and {high} have met already, in round 1. Propose an exchange" in page
    assert "Met in round 1" in page
    assert "What the engine would have done: 2 tables differ" in page
    assert "Meetings that come again 0 1" in page
    proposed = organiser.get(at("draw", tournament), {"propose": f"{low}-{high}"})
    assert "Settled:" in text_of(proposed)
    bar = proposed.content.decode().partition('id="swap-bar"')[2]
    one_, other_ = (re.search(rf'name="{name}" value="(\w+)"', bar) for name in ("one", "other"))
    assert one_ and other_
    form = {"seen": draft.digest, "one": one_[1], "other": other_[1]}
    organiser.post(at("hand-exchange", tournament, draft.draw.pk), form)
    page = text_of(organiser.get(at("draw", tournament)))
    assert "have met already" not in page


def test_a_form_of_an_older_page_changes_nothing_and_says_so(organiser: Client) -> None:
    tournament = tournament_by("random")
    draft = drafted(tournament)
    form = {"seen": "older", "one": "t1", "other": "t2"}
    page = text_of(organiser.post(at("hand-exchange", tournament, draft.draw.pk), form, follow=True))
    assert "Somebody else has changed the draw of round 1 meanwhile." in page
    assert draft_of(tournament).hand == draft.hand
    for name in ("hand-undo", "hand-fix", "draw-publish"):
        more = {"all": "1"} if name == "hand-fix" else {}
        page = text_of(organiser.post(at(name, tournament, draft.draw.pk), {"seen": "older", **more}, follow=True))
        assert "Somebody else has changed the draw" in page, name
    assert draft_of(tournament).draw.state == Draw.State.DRAFT


def test_tables_are_fixed_and_released_by_their_buttons(organiser: Client) -> None:
    tournament = tournament_by("random")
    draft = drafted(tournament)

    def press(**button: str) -> set[int]:
        organiser.post(at("hand-fix", tournament, draft.draw.pk), {"seen": draft.digest, **button})
        return {lock["table"] for lock in Round.objects.get().locked}

    assert press(fix="3") == {3}
    assert press(all="1") == {1, 2, 3, 4}
    assert press(release="2") == {1, 3, 4}
    assert press(fix="x") == {1, 3, 4}
    assert "3 fixed tables stay." in text_of(organiser.get(at("draw", tournament)))


def test_a_table_gets_another_number_from_the_lists(organiser: Client) -> None:
    tournament = tournament_by("random")
    draft = drafted(tournament)
    page = text_of(organiser.get(at("draw", tournament), {"one": "t2", "other": "1", "to": "17"}))
    assert "Move table 2 to number 17?" in page
    organiser.post(at("hand-exchange", tournament, draft.draw.pk), {"seen": draft.digest, "one": "t2", "other": "t17"})
    assert [table.table for table in draft_of(tournament).hand.tables] == [1, 3, 4, 17]
    page = text_of(
        organiser.post(at("hand-undo", tournament, draft.draw.pk), {"seen": draft_of(tournament).digest}, follow=True)
    )
    assert "One step back." in page
    assert draft_of(tournament).hand == draft.hand


def test_who_needs_a_table_and_who_floats_is_told_beside_the_table(organiser: Client) -> None:
    tournament = tournament_by("equal-wins", 6)
    tournament.entries.filter(number=4).update(fixed_table=2)
    evening.play_round(tournament, 1)
    drafted(tournament, 2)
    page = text_of(organiser.get(at("draw", tournament)))
    assert "4 needs this table." in page
    # Three winners and three losers: two of them meet.
    assert page.count("1 wins meet 0.") == 1


def test_in_a_melee_any_two_players_change_places(organiser: Client) -> None:
    tournament = evening.new_tournament(0)
    Tournament.objects.filter(pk=tournament.pk).update(entry_kind=Tournament.EntryKind.SINGLES)
    factories.make_singles(tournament, 9)
    tournament.stages.update(draw_system="melee")
    draft = drafted(tournament)
    assert organiser.get(at("draw", tournament)).content.decode().count('data-spot="') == 9 + 2
    one, other = number_at(draft, 1), number_at(draft, 2)
    bar = text_of(organiser.get(at("hand-bar", tournament, draft.draw.pk), {"one": one, "other": other}))
    mate = draft.numbers[draft.hand.tables[0].ns[1]]
    assert f"Table 1: {other} + {mate} against" in bar
    form = {"seen": draft.digest, "one": one, "other": other}
    organiser.post(at("hand-exchange", tournament, draft.draw.pk), form)
    assert number_at(draft_of(tournament), 1) == other


def test_of_teams_whole_meetings_change_and_their_pairs_tables_follow(organiser: Client) -> None:
    tournament = evening.new_teams(4, 2)
    draft = drafted(tournament)
    page = text_of(organiser.get(at("draw", tournament)))
    assert "Meeting North-South East-West" in page
    one, other = number_at(draft, 1), number_at(draft, 2)
    organiser.post(at("hand-exchange", tournament, draft.draw.pk), {"seen": draft.digest, "one": one, "other": other})
    page = text_of(organiser.get(at("draw", tournament)))
    assert re.search(rf"Table 1: (\d+A – {other}A|{other}A – \d+A)", page)
    form = {"seen": draft_of(tournament).digest}
    organiser.post(at("draw-publish", tournament, draft.draw.pk), form)
    assert Round.objects.get().matches.filter(meeting=1, seats__participant__team__number=other).count() == 2


# Drawn again, refused, told


def test_drawing_again_asks_why(organiser: Client) -> None:
    tournament = tournament_by("random")
    drafted(tournament)
    form = {"round": "1", "attempt": "2", "again": "1", "reason": "  "}
    answer = organiser.post(at("draw-make", tournament), form)
    assert "Say why in a few words." in text_of(answer)
    assert Draw.objects.count() == 1
    page = text_of(organiser.post(at("draw-make", tournament), {**form, "reason": "même village"}, follow=True))
    assert "2 draws were made for round 1." in page
    username = organiser.user.username  # type: ignore[attr-defined]
    assert re.search(rf"Draw 1, made at [\d:]+, discarded at [\d:]+ by {username}: même village", page)


def test_what_was_changed_by_hand_is_told_with_who_and_when(organiser: Client) -> None:
    tournament = tournament_by("random")
    draft = drafted(tournament)
    one, other = number_at(draft, 1), number_at(draft, 2)
    form = {"seen": draft.digest, "one": one, "other": other}
    page = text_of(organiser.post(at("hand-exchange", tournament, draft.draw.pk), form, follow=True))
    username = organiser.user.username  # type: ignore[attr-defined]
    assert re.search(rf"[\d:]+, {username}: {one} and {other} have changed places", page)
    assert "changed by hand" in page


def test_the_next_draw_waits_for_tables_that_are_named(organiser: Client) -> None:
    tournament = tournament_by("random", 6)
    round_ = evening.start_round(tournament, 1)
    first, second, third = evening.games_of(round_)
    evening.play_game(second)
    page = text_of(organiser.get(at("draw", tournament)))
    waits = page[page.index("Before round 2 can be drawn") :]
    assert "2 tables are still to finish" in waits
    for game in (first, third):
        for side in "AB":
            member = EntryMember.objects.filter(entry=evening.entry_at(game, side)).select_related("person").first()
            assert member is not None and member.person.family in waits
    assert str(second.pk) not in organiser.get(at("draw", tournament)).content.decode()
    for game in (first, third):
        evening.play_game(game)
    assert "Before round 2" not in text_of(organiser.get(at("draw", tournament)))


def test_a_draw_that_the_engine_refuses_names_whom_it_is_about(organiser: Client) -> None:
    tournament = tournament_by("knockout", 4, rounds=2)
    round_ = evening.start_round(tournament, 1)
    game, other = evening.games_of(round_)
    evening.play_game(other)
    evening.play_game(game)
    Result.objects.filter(game=game).update(points_for=80, points_against=80, match_points=1)
    rounds.close_round(round_.pk, SYSTEM)
    page = text_of(organiser.post(at("draw-make", tournament), {"round": "2", "attempt": "1"}))

    assert "A match of round 1 has no winner" in page
    refused = page[page.index("A match of round 1") :][:400]
    for side in "AB":
        member = EntryMember.objects.filter(entry=evening.entry_at(game, side)).select_related("person").first()
        assert member is not None and member.person.family in refused


# Drawn by hand


def test_a_draw_by_hand_is_begun_typed_and_not_published_before_everybody_has_a_place(organiser: Client) -> None:
    tournament = tournament_by(MANUAL, 5)
    assert "In the order of the list" in text_of(organiser.get(at("draw", tournament)))
    organiser.post(at("draw-make", tournament), {"round": "1", "attempt": "1", "start": "empty"})
    draft = draft_of(tournament)

    def seat(line: str) -> str:
        form = {"seen": draft_of(tournament).digest, "line": line}
        return text_of(organiser.post(at("hand-seat", tournament, draft.draw.pk), form, follow=True))

    assert "3 at no table yet" in seat("2: 5 1")
    assert "Number 5 already sits at table 2." in seat("5 4")
    assert "Type numbers, such as 3 14" in seat("five")
    assert "Number 9 is not in this draw." in seat("9 2")
    form = {"seen": draft_of(tournament).digest}
    page = text_of(organiser.post(at("draw-publish", tournament, draft.draw.pk), form, follow=True))
    assert "At no table yet, and not resting: 2, 3, 4." in page
    seat("2 4")
    assert "at no table yet" not in seat("3")
    organiser.post(at("draw-publish", tournament, draft.draw.pk), {"seen": draft_of(tournament).digest})
    assert Round.objects.get().state == Round.State.PLAYING


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 14", ([3, 14], 0)),
        ("5: 3 14", ([3, 14], 5)),
        ("t5:3,14", ([3, 14], 5)),
        ("3-14+7+8", ([3, 14, 7, 8], 0)),
        ("4", ([4], 0)),
    ],
)
def test_a_line_of_numbers_is_read(text: str, found: tuple[list[int], int]) -> None:
    assert drawpage.parsed_line(text) == found


@pytest.mark.parametrize("text", ["", ":", "5:", "a b", "x: 3 14", "12345678 1"])
def test_a_line_that_says_nothing_is_refused(text: str) -> None:
    with pytest.raises(TournamentError):
        drawpage.parsed_line(text)


def test_every_level_of_the_costs_has_words() -> None:
    names = set()
    for system in SYSTEMS:
        by_results = system in ("swiss", "danish", "equal-wins", "winners-losers")
        request = fields.request(system, system, 11)
        first = replace(request, round=1, announced_rounds=1, played=(), settings={"first_round": "rating"})
        for one in (request, first) if by_results else (request,):
            names |= set(Scales(one).names)
    assert len(names) > 15
    assert [name for name in names if handwords.level(name) == name] == []


# Brackets, pools, movements


def test_a_bracket_shows_who_went_on_and_in_public_only_once_the_results_are(organiser: Client, client) -> None:
    tournament = tournament_by("knockout", 4, rounds=2)
    round_ = evening.play_round(tournament, 1)
    rounds.publish_draw(rounds.make_draw(tournament.pk, 2, 1, SYSTEM).pk, SYSTEM)
    page = text_of(organiser.get(at("draw", tournament)))
    board = page[page.index("The bracket") : page.index("How it was drawn")]
    assert "Round 1 Semi-finals Match 1 · table" in board
    assert "Round 2 Final Match 3 · table" in board
    assert "Winner of match" not in board

    def public() -> str:
        return text_of(client.get(at("public-tournament", tournament), headers={"accept-language": "en"}))

    hidden = public()
    assert "Winner of match 1 Winner of match 2" in hidden
    people = {member.person.family for member in EntryMember.objects.select_related("person")}
    assert not any(family in hidden for family in people)
    evening.compute(tournament)
    Publication.objects.create(
        tournament=tournament,
        what="round",
        round=round_,
        version=1,
        revision=1,
        figures=results.round_figures(round_),
        sha256="0" * 64,
    )
    assert "Winner of match" not in public()


def test_the_bracket_of_a_draft_tells_who_comes_to_the_rounds_after_it(organiser: Client) -> None:
    tournament = tournament_by("knockout", 4, rounds=2)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert "Winner of match 1 Winner of match 2" in text_of(organiser.get(at("draw", tournament)))


def test_pools_show_their_members_with_the_standings_of_their_own_rounds(organiser: Client, client) -> None:
    tournament = tournament_by("pools-knockout", 8, rounds=5)
    evening.play_round(tournament, 1, lambda game: 80 + 10 * game.table_no)
    drafted(tournament, 2)
    page = text_of(organiser.get(at("draw", tournament)))
    board = page[page.index("The pools") : page.index("How it was drawn")]
    assert board.count("Who meets whom") == 2
    assert "Games Points 1 Pair" in board
    public = text_of(client.get(at("public-tournament", tournament), headers={"accept-language": "en"}))
    assert "Pool 2" in public and "Games Points – Pair" in public


def test_a_movement_is_a_table_of_who_goes_where(organiser: Client) -> None:
    tournament = tournament_by("even-odd", 6, rounds=3)
    drafted(tournament)
    page = text_of(organiser.get(at("draw", tournament)))
    board = page[page.index("Where everybody goes") :]
    assert "Pair Round 1 Round 2 Round 3" in board
    assert "table 1 against 2" in board


def test_systems_without_a_plan_show_no_board(organiser: Client) -> None:
    tournament = tournament_by("swiss")
    drafted(tournament)
    page = text_of(organiser.get(at("draw", tournament)))
    assert "The bracket" not in page and "The pools" not in page and "Where everybody goes" not in page
