"""The pages of an evening, as the organiser, the desk and everybody meet them."""

import datetime
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Membership
from clubs.persons import PersonName
from clubs.roles import Role
from core.actors import SYSTEM
from scoring import sheets
from scoring.models import ScoreSheet
from tests import factories
from tests.kept import kept
from tests.thinned import one_in
from tournaments import pace
from tournaments.models import Draw, Entry, EntryMember, Game, Publication, Round, Tournament
from tournaments.services import contests, entries, publishing, results, rounds
from tournaments.services.contests import NewTournament

DATA = Path(__file__).resolve().parent.parent / "data"
DEAL = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 110, "EW": 52}}
TYPED = {"declarer": "NS", "contract": "100", "trump": "H", "double": "none", "points_defence": "52"}

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
@kept
def tournament(club: Club) -> Tournament:
    wish = NewTournament(name="Concours", local_date=factories.datetime.date(2026, 11, 28), rounds=3, length=2)
    return contests.create(club, wish, SYSTEM)


@pytest.fixture
@kept
def playing(tournament: Tournament) -> Tournament:
    """Five pairs, round 1 published: two tables and one pair that rests."""
    factories.make_pairs(tournament, 5)
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    rounds.publish_draw(draw.pk, SYSTEM)
    return tournament


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def game_of(tournament: Tournament, table: int = 1) -> Game:
    return Game.objects.get(match__round__stage__tournament=tournament, table_no=table)


def enter(game: Game, *deals: dict[str, Any]) -> ScoreSheet:
    for position, deal in enumerate(deals, start=1):
        sheets.record_deal(game.sheet_id, deal, position=position, client_key=uuid.uuid4().hex, actor=SYSTEM)
    game.sheet.refresh_from_db()
    return game.sheet


def play_round(tournament: Tournament) -> Round:
    """Two deals at each table, every sheet closed, the round closed."""
    round_ = Round.objects.get(stage__tournament=tournament, state=Round.State.PLAYING)
    for game in Game.objects.filter(match__round=round_).select_related("sheet"):
        sheet = enter(game, DEAL, DEAL)
        sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM)
    return rounds.close_round(round_.pk, SYSTEM)


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


# Every page opens


PAGES = ("tournament", "tournament-settings", "entries", "entries-import", "draw", "desk", "standings", "papers")


@pytest.mark.parametrize("stage", one_in(3, ["closed", "drawn", "empty"]))
def test_every_page_opens_at_every_point_of_the_evening(
    organiser: Client, tournament: Tournament, run_jobs: Callable[[], int], stage: str
) -> None:
    if stage != "empty":
        factories.make_pairs(tournament, 5)
        rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 1, SYSTEM).pk, SYSTEM)
    if stage == "closed":
        play_round(tournament)
        run_jobs()
    for name in PAGES:
        assert organiser.get(at(name, tournament)).status_code == 200, name


@pytest.mark.parametrize("name", ["desk", "standings"])
def test_what_is_asked_for_again_by_itself_is_the_fragment_alone(
    organiser: Client, playing: Tournament, name: str
) -> None:
    whole = organiser.get(at(name, playing))
    part = organiser.get(at(name, playing), headers={"HX-Request": "true"})
    assert b"<html" in whole.content
    assert part.content.lstrip().startswith(f'<div id="{name}"'.encode())
    assert "HX-Request" in part["Vary"]
    assert "no-store" in part["Cache-Control"]


def test_a_reader_sees_the_pages_without_anything_to_press(
    client_for: Callable[..., Client], club: Club, playing: Tournament
) -> None:
    reader = client_for(Role.READER, club)
    for name in ("entries", "draw", "desk", "standings"):
        page = text_of(reader.get(at(name, playing)))
        main = page[page.index("<main") : page.index("</main>")]
        assert "<form" not in main


def test_names_are_escaped_on_every_page(organiser: Client, tournament: Tournament) -> None:
    nasty = [factories.make_person("<b>Dupont</b>", "<script>x</script>"), factories.make_person()]
    factories.make_entry(tournament, nasty, home_club="<i>Club</i>")
    factories.make_pairs(tournament, 1)
    rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 1, SYSTEM).pk, SYSTEM)
    sheet = reverse("sheet", args=[tournament.club.slug, tournament.slug, game_of(tournament).pk])
    for url in (at("entries", tournament), at("draw", tournament), at("desk", tournament), sheet):
        page = organiser.get(url).content.decode()
        assert "<script>x" not in page
        assert "<b>Dupont" not in page
        assert "<i>Club" not in page


# Setting up


def test_a_new_tournament_starts_from_the_last_one(organiser: Client, tournament: Tournament) -> None:
    page = organiser.get(reverse("tournament-new", args=[tournament.club.slug]))
    assert page.context["form"].initial["rounds"] == 3
    assert page.context["form"].initial["name"] == ""


def test_what_is_wrong_with_the_settings_stands_beside_its_field_and_nothing_typed_is_lost(
    organiser: Client, club: Club
) -> None:
    typed = {"name": "Mon concours", "local_date": "2026-11-28", "ruleset": "club", "rounds": "0", "game_kind": "deals"}
    page = organiser.post(reverse("tournament-new", args=[club.slug]), typed)
    assert page.status_code == 422
    assert page.context["form"].errors.keys() == {"rounds", "deals"}
    assert 'id="id_rounds_error"' in page.content.decode()
    assert 'value="Mon concours"' in page.content.decode()
    assert not Tournament.objects.exists()


def test_the_length_that_was_not_chosen_is_not_looked_at(organiser: Client, club: Club) -> None:
    typed = {"name": "A", "local_date": "2026-11-28", "ruleset": "club", "rounds": "4"}
    typed |= {"game_kind": "deals", "deals": "12", "target": "7"}
    assert organiser.post(reverse("tournament-new", args=[club.slug]), typed).status_code == 302


# The pairs


def test_a_pair_typed_is_entered_and_the_cursor_is_on_the_first_name_again(
    organiser: Client, tournament: Tournament
) -> None:
    typed = {"player_1": "MARTIN Jean", "player_2": "Dupont, Marie", "home_club": "Brest"}
    page = organiser.post(at("entry-add", tournament), typed, follow=True)
    assert re.search(r'<input[^>]*name="player_1"[^>]*autofocus', page.content.decode())
    assert "Jean Martin" in text_of(page)
    assert Entry.objects.get(tournament=tournament).home_club == "Brest"


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"player_1": "", "player_2": "Marie Dupont"}, "player_1"),
        ({"player_1": "12345", "player_2": "Marie Dupont"}, "player_1"),
        ({"player_1": "Anne Roux", "player_2": "MARTIN Jean"}, "player_2"),
        ({"player_1": "Anne Roux", "player_2": "Paul Gris", "number": "1"}, "number"),
        ({"player_1": "Anne Roux", "player_2": "Paul Gris", "number": "0"}, "number"),
    ],
)
def test_a_pair_that_cannot_be_is_refused_beside_its_field(
    organiser: Client, tournament: Tournament, typed: dict[str, str], field: str
) -> None:
    organiser.post(at("entry-add", tournament), {"player_1": "MARTIN Jean", "player_2": "DUPONT Marie"})
    page = organiser.post(at("entry-add", tournament), typed)
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in page.content.decode()
    assert typed["player_2"] in page.content.decode()
    assert tournament.entries.count() == 1


def test_a_single_player_is_told_before_the_draw_and_completed_there(organiser: Client, tournament: Tournament) -> None:
    organiser.post(at("entry-add", tournament), {"player_1": "MARTIN Jean"})
    entry = tournament.entries.get()
    assert "looks for a partner" in text_of(organiser.get(at("entries", tournament)))
    refused = organiser.post(at("entry-partner", tournament, entry.pk), {"player": "  ?? "})
    assert refused.status_code == 422
    assert 'id="id_1_player_error"' in refused.content.decode()
    organiser.post(at("entry-partner", tournament, entry.pk), {"player": "DUPONT Marie"})
    entry.refresh_from_db()
    assert entry.status == Entry.Status.ACTIVE


def test_two_single_players_become_one_pair(organiser: Client, tournament: Tournament) -> None:
    for name in ("MARTIN Jean", "DUPONT Marie"):
        organiser.post(at("entry-add", tournament), {"player_1": name})
    organiser.post(at("entries-join", tournament), {"one": "2", "other": "1"})
    entry = tournament.entries.get()
    assert (entry.number, entry.status, entry.members.count()) == (2, Entry.Status.ACTIVE, 2)


def test_a_single_player_who_was_there_in_a_round_leaves_a_withdrawn_line_when_joined(tournament: Tournament) -> None:
    factories.make_pairs(tournament, 2)
    one, other = factories.make_singles(tournament, 2, status=Entry.Status.INCOMPLETE)
    rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 1, SYSTEM).pk, SYSTEM)
    entries.join_singles(one.pk, other.pk, SYSTEM)
    other.refresh_from_db()
    assert (other.status, other.members.count()) == (Entry.Status.WITHDRAWN, 0)


@pytest.mark.parametrize("numbers", [("1", "1"), ("1", "3")])
def test_only_two_different_single_players_can_be_joined(
    organiser: Client, tournament: Tournament, numbers: tuple[str, str]
) -> None:
    factories.make_singles(tournament, 2, status=Entry.Status.INCOMPLETE)
    factories.make_pairs(tournament, 1)
    organiser.post(at("entries-join", tournament), {"one": numbers[0], "other": numbers[1]})
    assert tournament.entries.filter(status=Entry.Status.INCOMPLETE).count() == 2


def test_a_pair_leaves_and_comes_back(organiser: Client, tournament: Tournament) -> None:
    [entry] = factories.make_pairs(tournament, 1)
    organiser.post(at("entry-change", tournament, entry.pk), {"act": "withdraw"})
    entry.refresh_from_db()
    assert entry.status == Entry.Status.WITHDRAWN
    organiser.post(at("entry-change", tournament, entry.pk) + "?act=return")
    entry.refresh_from_db()
    assert entry.status == Entry.Status.ACTIVE


def test_money_is_seen_and_marked_by_who_may_and_by_nobody_else(
    client_for: Callable[..., Client], club: Club, tournament: Tournament
) -> None:
    [entry] = factories.make_pairs(tournament, 1, paid=Entry.Paid.NO)
    treasurer, desk = client_for(Role.TREASURER, club), client_for(Role.DESK, club)
    url = at("entry-paid", tournament, entry.pk)
    assert desk.post(url, {"paid": "yes"}).status_code == 403
    assert url not in desk.get(at("entries", tournament)).content.decode()
    assert url in treasurer.get(at("entries", tournament)).content.decode()
    treasurer.post(url, {"paid": "yes"})
    entry.refresh_from_db()
    assert entry.paid == Entry.Paid.YES


# A whole list


def preview(client: Client, tournament: Tournament, data: bytes, name: str = "list.csv") -> Any:
    return client.post(at("entries-import", tournament), {"file": SimpleUploadedFile(name, data)})


def confirm(client: Client, tournament: Tournament, page: Any, **more: Any) -> Any:
    context = page.context
    hidden = {"digest": context["plan"].digest, "content": context["content"], "filename": context["filename"]}
    return client.post(at("entries-import", tournament), hidden | more, **({"follow": True} if not more else {}))


def test_the_french_list_is_shown_row_by_row_and_entered_as_shown(organiser: Client, tournament: Tournament) -> None:
    page = preview(organiser, tournament, (DATA / "inscriptions-excel-fr.csv").read_bytes())
    shown = text_of(page)
    assert page.status_code == 200
    assert "Same pair as row 4." in shown
    assert "Tél." in shown
    assert "0600000000" not in shown
    assert re.search(r"Enter 33 pairs", shown)
    assert not tournament.entries.exists()
    assert "33 pairs entered." in text_of(confirm(organiser, tournament, page))
    assert tournament.entries.count() == 33


def test_the_same_list_again_offers_nothing_to_press(organiser: Client, tournament: Tournament) -> None:
    data = (DATA / "pairs-64.csv").read_bytes()
    confirm(organiser, tournament, preview(organiser, tournament, data))
    page = preview(organiser, tournament, data)
    assert "This list changes nothing" in text_of(page)
    assert 'name="digest"' not in page.content.decode()
    assert tournament.entries.count() == 64


def test_a_list_that_changed_meanwhile_is_shown_again_instead_of_entered(
    organiser: Client, tournament: Tournament
) -> None:
    data = b"nom 1;nom 2\nMARTIN Jean;DUPONT Marie\nROUX Anne;GRIS Paul\n"
    page = preview(organiser, tournament, data)
    organiser.post(at("entry-add", tournament), {"player_1": "MARTIN Jean", "player_2": "DUPONT Marie"})
    answer = confirm(organiser, tournament, page)
    assert answer.status_code == 409
    assert "changed since this preview" in text_of(answer)
    assert tournament.entries.count() == 1
    assert answer.context["plan"].digest != page.context["plan"].digest
    confirm(organiser, tournament, answer)
    assert tournament.entries.count() == 2


@pytest.mark.parametrize("content", ["***", "", "YQ=="])
def test_a_confirmation_that_no_page_made_enters_nothing(
    organiser: Client, tournament: Tournament, content: str
) -> None:
    answer = organiser.post(
        at("entries-import", tournament), {"digest": "0" * 64, "content": content, "filename": "x.csv"}
    )
    assert answer.status_code in {302, 409}
    assert not tournament.entries.exists()


@pytest.mark.parametrize(("data", "name"), [(b"", "empty.csv"), (b"\x89PNG\r\n\x1a\n" + bytes(200), "photo.png")])
def test_a_file_that_is_no_list_is_refused_beside_the_field(
    organiser: Client, tournament: Tournament, data: bytes, name: str
) -> None:
    page = preview(organiser, tournament, data, name)
    assert page.status_code == 422
    assert page.context["form"].errors.keys() == {"file"}


def test_a_pasted_list_is_kept_when_refused(organiser: Client, tournament: Tournament) -> None:
    page = organiser.post(at("entries-import", tournament), {"text": 'A;"B'})
    assert page.status_code == 422
    assert "A;&quot;B" in page.content.decode()


# The draw


def test_an_odd_number_is_told_before_the_draw(organiser: Client, tournament: Tournament) -> None:
    factories.make_pairs(tournament, 5)
    page = text_of(organiser.get(at("draw", tournament)))
    assert "5 pairs, 2 tables. One will rest and mark the average" in page
    # In groups, to be read aloud and compared.
    assert tournament.stages.get().commitment in re.sub(r"[^0-9a-f]", "", page)


def test_a_draw_is_made_drawn_again_published_and_taken_back(organiser: Client, tournament: Tournament) -> None:
    factories.make_pairs(tournament, 5)
    organiser.post(at("draw-make", tournament), {"round": "1", "attempt": "1"})
    assert "Not published yet" in text_of(organiser.get(at("draw", tournament)))
    organiser.post(at("draw-make", tournament), {"round": "1", "attempt": "2", "reason": "two from one club"})
    page = text_of(organiser.get(at("draw", tournament)))
    assert "2 draws were made" in page
    assert "two from one club" in page
    draft = Draw.objects.get(state=Draw.State.DRAFT)
    organiser.post(at("draw-publish", tournament, draft.pk))
    page = organiser.get(at("draw", tournament))
    assert len(page.context["tables"]) == 2
    by_name = organiser.get(at("draw", tournament) + "?by=name").context["by_name"]
    assert [row["pair"].sort_key for row in by_name] == sorted(row["pair"].sort_key for row in by_name)
    organiser.post(at("draw-withdraw", tournament, draft.round_id))
    assert Round.objects.get().state == Round.State.DRAFT


def test_the_second_to_press_draw_is_told_and_nothing_is_doubled(organiser: Client, tournament: Tournament) -> None:
    factories.make_pairs(tournament, 4)
    for _ in range(2):
        answer = organiser.post(at("draw-make", tournament), {"round": "1", "attempt": "1"}, follow=True)
    assert "just been drawn by somebody else" in text_of(answer)
    assert Draw.objects.count() == 1


# The desk


def test_the_desk_shows_every_table_and_who_rests(organiser: Client, playing: Tournament) -> None:
    page = organiser.get(at("desk", playing))
    assert sorted(row["table"] for group in page.context["groups"] for row in group["rows"]) == [1, 2]
    assert len(page.context["byes"]) == 1
    assert "2 tables are still to finish. The first: table 1." in text_of(page)


def test_a_round_can_be_closed_from_the_desk_once_every_sheet_is(organiser: Client, playing: Tournament) -> None:
    round_ = Round.objects.get()
    organiser.post(at("round-close", playing, round_.pk))
    round_.refresh_from_db()
    assert round_.state == Round.State.PLAYING
    play_round(playing)
    assert "See the standings" in text_of(organiser.get(at("desk", playing)))


@pytest.mark.parametrize(
    ("played", "late"), [([], []), ([0, 0, 5], [0, 0, 0]), ([8, 8, 4, 9], [0, 0, 4, 0]), ([12, 12, 9], [0, 0, 0])]
)
def test_a_table_is_behind_from_four_deals_on(played: list[int], late: list[int]) -> None:
    assert pace.behind(played) == late


def save(client: Client, game: Game, tournament: Tournament, **more: Any) -> Any:
    game.sheet.refresh_from_db()
    form = {**TYPED, "client_key": uuid.uuid4().hex, "position": "1", "seen": str(game.sheet.revision)}
    return client.post(at("sheet", tournament, game.pk), form | more)


def test_a_deal_typed_at_the_desk_is_saved_with_its_reason(organiser: Client, playing: Tournament) -> None:
    game = game_of(playing)
    assert save(organiser, game, playing).status_code == 302
    page = text_of(organiser.get(at("sheet", playing, game.pk)))
    assert "Deal 1 is saved." in page
    assert "110" in page
    assert re.search(r'<select[^>]*name="declarer"[^>]*autofocus', page)


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"declarer": ""}, "declarer"),
        ({"contract": ""}, "contract"),
        ({"trump": ""}, "trump"),
        ({"points_defence": ""}, "points_declarer"),
        ({"points_defence": "", "points_declarer": "161"}, "points_declarer"),
        ({"points_defence": "161"}, "points_defence"),
        ({"points_defence": "200"}, "points_defence"),
        ({"belote_ns": "1", "belote_ew": "1"}, "belote_ns"),
        ({"announces_ns": "brelan"}, "announces_ns"),
    ],
)
def test_a_deal_that_cannot_be_is_refused_beside_its_field_with_all_that_was_typed(
    organiser: Client, playing: Tournament, typed: dict[str, str], field: str
) -> None:
    game = game_of(playing)
    page = save(organiser, game, playing, **typed)
    assert page.status_code == 422
    assert field in page.context["form"].errors
    assert f'id="id_{field}_error"' in page.content.decode()
    for name, value in typed.items():
        assert page.context["form"][name].value() == value
    assert not game.sheet.entries.exists()


def test_announces_are_typed_in_words(organiser: Client, playing: Tournament) -> None:
    game = game_of(playing)
    assert save(organiser, game, playing, announces_ns="tierce").status_code == 302
    assert game.sheet.entries.get().data["announces"]["NS"] == ["tierce"]


def test_a_deal_sent_twice_is_one(organiser: Client, playing: Tournament) -> None:
    game = game_of(playing)
    for _ in range(2):
        assert save(organiser, game, playing, client_key="the-same").status_code == 302
    assert game.sheet.entries.count() == 1


def test_who_comes_second_is_told_and_his_deal_does_not_land_on_the_next_line(
    organiser: Client, playing: Tournament
) -> None:
    game = game_of(playing)
    enter(game, DEAL)
    page = save(organiser, game, playing, points_defence="60")
    assert page.status_code == 422
    assert "Somebody else has just entered this deal" in text_of(page)
    assert page.context["position"] == 1
    assert page.context["form"]["points_defence"].value() == "60"


def test_a_correction_of_what_somebody_else_changed_is_told_and_can_then_be_made(
    organiser: Client, playing: Tournament
) -> None:
    game = game_of(playing)
    sheet = enter(game, DEAL)
    seen = sheet.revision
    sheets.amend_deal(sheet.pk, 1, {**DEAL, "contract": 90}, seen=seen, actor=SYSTEM)
    page = save(organiser, game, playing, amend="1", points_defence="40", seen=str(seen), reason="misread")
    assert page.status_code == 422
    assert "has changed since you looked at it" in text_of(page)
    assert 'value="misread"' in page.content.decode()
    fresh = str(page.context["state"]["revision"])
    assert save(organiser, game, playing, amend="1", points_defence="40", seen=fresh).status_code == 302
    assert game.sheet.entries.get().data["points"] == {"EW": 40}


def test_a_sheet_is_closed_with_the_figures_seen_and_opened_again_with_a_reason(
    organiser: Client, playing: Tournament
) -> None:
    game = game_of(playing)
    sheet = enter(game, DEAL, DEAL)
    organiser.post(at("sheet-close", playing, game.pk), {"digest": "0" * 64})
    sheet.refresh_from_db()
    assert sheet.state == ScoreSheet.State.OPEN
    organiser.post(at("sheet-close", playing, game.pk), {"digest": sheet.digest})
    sheet.refresh_from_db()
    assert sheet.state == ScoreSheet.State.CLOSED
    organiser.post(at("sheet-reopen", playing, game.pk), {"reason": " "})
    sheet.refresh_from_db()
    assert sheet.state == ScoreSheet.State.CLOSED
    organiser.post(at("sheet-reopen", playing, game.pk), {"reason": "a belote was forgotten"})
    sheet.refresh_from_db()
    assert sheet.state == ScoreSheet.State.OPEN


def test_only_who_may_correct_is_offered_to_open_a_closed_sheet(
    client_for: Callable[..., Client], club: Club, playing: Tournament
) -> None:
    game = game_of(playing)
    sheet = enter(game, DEAL, DEAL)
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM)
    url = at("sheet-reopen", playing, game.pk)
    assert url not in client_for(Role.DESK, club).get(at("sheet", playing, game.pk)).content.decode()
    assert url in client_for(Role.ARBITER, club).get(at("sheet", playing, game.pk)).content.decode()


def test_a_sheet_of_another_tournament_is_not_found(organiser: Client, playing: Tournament) -> None:
    other = factories.make_tournament(playing.club)
    assert organiser.get(at("sheet", other, game_of(playing).pk)).status_code == 404


# Standings, and what everybody sees


def test_standings_wait_for_their_job_and_say_so(
    organiser: Client, playing: Tournament, run_jobs: Callable[[], int]
) -> None:
    play_round(playing)
    page = organiser.get(at("standings", playing))
    assert page.context["is_waiting"]
    assert 'hx-trigger="every 1000ms"' in page.content.decode()
    run_jobs()
    page = organiser.get(at("standings", playing))
    assert not page.context["is_waiting"]
    assert "hx-trigger" not in page.content.decode()
    assert len(page.context["rows"]) == 5


def test_nobody_is_first_before_a_sheet_is_closed(organiser: Client, playing: Tournament) -> None:
    results.keep_standings(playing.pk)
    page = organiser.get(at("standings", playing))
    assert page.context["rows"] == []
    assert "The first places stand here once a sheet is closed." in text_of(page)


def test_an_opened_row_shows_where_the_total_comes_from_and_what_decided(
    organiser: Client, playing: Tournament, run_jobs: Callable[[], int]
) -> None:
    play_round(playing)
    run_jobs()
    rested = Round.objects.get().statuses.get(status="bye").entry
    page = organiser.get(at("standings", playing) + f"?open={rested.number}")
    shown = text_of(page)
    assert "Round 1, rest" in shown
    assert page.content.decode().count('aria-expanded="true"') == 1
    assert "Total points" in shown


def test_published_results_are_public_with_short_names_until_taken_back(
    organiser: Client, client: Client, playing: Tournament, run_jobs: Callable[[], int]
) -> None:
    round_ = play_round(playing)
    run_jobs()
    public = reverse("public-tournament", args=[playing.club.slug, playing.slug])
    assert "Nothing is published yet" in text_of(client.get(public, HTTP_ACCEPT_LANGUAGE="en"))
    seen = organiser.get(at("standings", playing)).context["standing"].revision
    organiser.post(at("results-publish", playing, round_.pk), {"revision": str(seen)})
    page = client.get(public, HTTP_ACCEPT_LANGUAGE="en")
    family = playing.entries.first().members.first().person.family  # type: ignore[union-attr]
    assert len(page.context["rows"]) == 5
    assert family not in page.content.decode()
    assert "Results of round 1" in text_of(page)
    made = Publication.objects.filter(what=Publication.What.STANDINGS).get()
    organiser.post(at("results-withdraw", playing, made.pk))
    assert client.get(public).context["rows"] == []


def test_standings_that_moved_since_they_were_looked_at_are_not_published(
    organiser: Client, playing: Tournament, run_jobs: Callable[[], int]
) -> None:
    round_ = play_round(playing)
    run_jobs()
    answer = organiser.post(at("results-publish", playing, round_.pk), {"revision": "1"}, follow=True)
    assert "have changed since this page was shown" in text_of(answer)
    assert not Publication.objects.exists()


def test_a_correction_is_public_as_a_new_version_that_says_so(
    organiser: Client, client: Client, playing: Tournament, run_jobs: Callable[[], int]
) -> None:
    round_ = play_round(playing)
    run_jobs()

    def publish() -> None:
        seen = organiser.get(at("standings", playing)).context["standing"].revision
        organiser.post(at("results-publish", playing, round_.pk), {"revision": str(seen)})

    publish()
    sheet = sheets.reopen_sheet(game_of(playing).sheet_id, actor=SYSTEM, reason="a forgotten belote")
    sheets.amend_deal(sheet.pk, 1, {**DEAL, "belote": ["NS"]}, seen=sheet.revision, actor=SYSTEM)
    sheet.refresh_from_db()
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM)
    run_jobs()
    assert "Publish the correction" in text_of(organiser.get(at("standings", playing)))
    publish()
    public = reverse("public-tournament", args=[playing.club.slug, playing.slug])
    assert "this is version 2 of these standings" in text_of(client.get(public, HTTP_ACCEPT_LANGUAGE="en"))


def test_a_tournament_in_preparation_has_no_public_page(client: Client, tournament: Tournament) -> None:
    assert client.get(reverse("public-tournament", args=[tournament.club.slug, tournament.slug])).status_code == 404
    page = client.get(reverse("public-club", args=[tournament.club.slug]))
    assert tournament.slug not in page.content.decode()


def test_the_next_step_of_the_evening_is_always_one(
    organiser: Client, tournament: Tournament, run_jobs: Callable[[], int]
) -> None:
    def now() -> list[str]:
        steps = organiser.get(at("tournament", tournament)).context["steps"]
        return [step["title"] for step in steps if step["state"] == "now"]

    assert now() == ["Pairs"]
    factories.make_pairs(tournament, 4)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    assert now() == ["Round 1: draw"]
    rounds.publish_draw(Draw.objects.get().pk, SYSTEM)
    assert now() == ["Round 1: being played"]
    play_round(tournament)
    assert now() == ["Round 2: draw"]
    labels = [
        action["label"]
        for step in organiser.get(at("tournament", tournament)).context["steps"]
        if step["state"] == "now"
        for action in step["actions"]
    ]
    assert labels == ["Draw round 2", "Publish round 1", "Call the roll"]


def test_the_example_is_offered_once_and_never_beside_a_real_club(
    client_for: Callable[..., Client], club: Club
) -> None:
    administrator = client_for(Role.ADMINISTRATOR)
    answer = administrator.post(reverse("demo"), follow=True)
    assert not Club.objects.exclude(pk=club.pk).exists()
    assert answer.status_code == 200
    assert not Membership.objects.exists()


def test_the_desk_sends_nothing_while_nothing_changes(client_for: Any) -> None:
    club = factories.make_club()
    client = client_for(Role.ORGANISER, club)
    tournament = factories.make_tournament(club)
    page = f"/c/{club.slug}/t/{tournament.slug}/desk/"
    first = client.get(page, HTTP_HX_REQUEST="true")
    assert first.status_code == 200
    assert client.get(f"{page}?seen=-", HTTP_HX_REQUEST="true").status_code == 204
    assert client.get(f"{page}?seen=1.playing.1.0.0000", HTTP_HX_REQUEST="true").status_code == 200
    assert client.get(f"{page}?seen=-").status_code == 200


def test_a_page_that_follows_by_itself_goes_to_the_sign_in_whole() -> None:
    club = factories.make_club()
    factories.make_user(Role.ORGANISER, club)
    page = f"/c/{club.slug}/t/x/desk/"
    answer = Client().get(page, HTTP_HX_REQUEST="true", HTTP_HX_CURRENT_URL=f"http://testserver{page}?round=1")
    assert answer.status_code == 204
    assert answer.headers["HX-Redirect"] == f"/sign-in/?next={page}"


def test_a_published_round_names_who_played_it(client: Client) -> None:
    """A player replaced after round 1 stays in the results of round 1."""
    club = factories.make_club()
    wish = NewTournament("Concours", datetime.date(2026, 11, 28), rounds=2, length=1)
    tournament = contests.create(club, wish, SYSTEM)
    for family in ("Aubry", "Bellec"):
        players = [entries.NewPlayer(PersonName(family, "Anne")), entries.NewPlayer(PersonName(family, "Yann"))]
        entries.add_pair(tournament.pk, players, SYSTEM)
    round_ = rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 1, SYSTEM).pk, SYSTEM)
    sheet = Game.objects.get(match__round=round_).sheet
    deal = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"EW": 50}}
    sheets.record_deal(sheet.pk, deal, position=1, client_key="a", actor=SYSTEM)
    sheet.refresh_from_db()
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=SYSTEM)
    rounds.close_round(round_.pk, SYSTEM)
    results.keep_standings(tournament.pk)
    tournament.refresh_from_db()
    publishing.publish(round_.pk, tournament.revision, SYSTEM)
    leaver = tournament.members.get(person__family="Aubry", person__given="Yann")
    leaver.until_round = 1
    leaver.save()
    newcomer = factories.make_person("Corre", "Zoé")
    EntryMember.objects.create(tournament=tournament, entry=leaver.entry, person=newcomer, slot=2, from_round=2)
    page = client.get(f"/p/{club.slug}/{tournament.slug}/").content.decode()
    assert "Yann A." in page
    assert "Zoé C." in page
