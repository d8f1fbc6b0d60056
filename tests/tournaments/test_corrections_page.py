"""Corrections as people meet them: the page that settles them, the words beside the button, the table's phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from scoring import sheets
from scoring.models import ScoreSheet
from tests import factories
from tests.kept import kept
from tests.scoring.on_sheets import deal
from tests.tournaments.at_table import Table
from tests.tournaments.services import evening
from tests.tournaments.services.test_windows import later
from tournaments import sheethistory
from tournaments.models import Game, Tournament
from tournaments.services import corrections, rescoring, windows
from tournaments.windows import After, Rules

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
@kept
def club() -> Club:
    return factories.make_club("Amicale de l’essai", locale="en")


@pytest.fixture
@kept
def public(club: Club) -> tuple[Tournament, Game]:
    """A round of one deal, closed and public, and the game of its first table."""
    tournament = evening.new_tournament(4, club=club)
    round_ = evening.play_round(tournament, 1)
    evening.publish(tournament, round_)
    return tournament, evening.games_of(round_)[0]


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def arbiter(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ARBITER, club, HTTP_ACCEPT_LANGUAGE="en")


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", response.content.decode())


def test_the_organiser_settles_who_corrects_and_the_settings_say_so(organiser: Client, public: tuple[Tournament, Game]):
    tournament, _game = public
    answer = organiser.post(
        at("corrections", tournament), {"act": "settle", "agree": "0", "desk": "", "after": "nobody", "wait": "20"}
    )
    assert answer.status_code == 302
    assert windows.rules_of(tournament) == Rules(0, None, After.NOBODY, 20)
    settings = text_of(organiser.get(at("tournament-settings", tournament)))
    assert "never the table itself; the desk without an end" in settings


@pytest.mark.long
@pytest.mark.parametrize("wrong", [{"agree": "500"}, {"desk": "-1"}, {"after": "somebody"}, {"wait": "0"}])
def test_what_cannot_be_settled_is_refused_beside_its_field(
    organiser: Client, public: tuple[Tournament, Game], wrong: dict[str, str]
):
    tournament, _game = public
    sent = {"act": "settle", "agree": "10", "desk": "30", "after": "organiser", "wait": "10", **wrong}
    answer = organiser.post(at("corrections", tournament), sent)
    assert answer.status_code == 422 and windows.rules_of(tournament) == Rules()


@pytest.mark.long
def test_a_new_tournament_takes_over_what_the_last_one_had(public: tuple[Tournament, Game]):
    tournament, _game = public
    windows.settle(tournament.pk, Rules(5, 60), SYSTEM)
    windows.open_again(tournament.pk, 30, "x", SYSTEM)
    assert windows.carried(tournament) == {"corrections": {"agree": 5, "desk": 60, "after": "organiser", "wait": 10}}
    assert windows.carried(None) == {}


def test_beside_the_button_it_says_until_when_and_then_why_not(
    organiser: Client, arbiter: Client, public: tuple[Tournament, Game]
):
    tournament, game = public
    url = at("sheet", tournament, game.pk)
    assert "The desk corrects until" in text_of(arbiter.get(url))
    with later(31):
        late = text_of(arbiter.get(url))
        assert "only the organiser corrects now" in late and "Open for a correction" not in late
        assert "Open for a correction" in text_of(organiser.get(url))
        points = text_of(arbiter.get(at("penalties", tournament)))
        assert "only the organiser corrects now" in points and "Note it" not in points
        refused = arbiter.post(at("sheet-reopen", tournament, game.pk), {"reason": "x", "typed": "1"}, follow=True)
        assert "only the organiser may now" in text_of(refused)
    assert ScoreSheet.objects.get(pk=game.sheet_id).state == ScoreSheet.State.CLOSED


@pytest.mark.long
def test_opened_again_for_a_while_with_its_reason_in_the_journal(organiser: Client, public: tuple[Tournament, Game]):
    tournament, game = public
    windows.settle(tournament.pk, Rules(after=After.NOBODY), SYSTEM)
    with later(31):
        assert "nobody corrects any more" in text_of(organiser.get(at("corrections", tournament)))
        sent = {"act": "open", "open-minutes": "20", "open-reason": "forgotten belote"}
        assert organiser.post(at("corrections", tournament), sent).status_code == 302
        assert "Open for a correction" in text_of(organiser.get(at("sheet", tournament, game.pk)))
        assert "Corrections were opened again for 20 minutes." in text_of(organiser.get(at("journal", tournament)))
        assert organiser.post(at("corrections", tournament), {"act": "end"}).status_code == 302
        assert "Open for a correction" not in text_of(organiser.get(at("sheet", tournament, game.pk)))


@pytest.mark.long
def test_opening_again_without_a_reason_is_refused_beside_the_field(organiser: Client, public: tuple[Tournament, Game]):
    tournament, _game = public
    sent = {"act": "open", "open-minutes": "20", "open-reason": ""}
    assert organiser.post(at("corrections", tournament), sent).status_code == 422


@pytest.mark.long
def test_the_desk_reads_the_page_and_changes_nothing(
    client_for: Callable[..., Client], public: tuple[Tournament, Game]
):
    tournament, _game = public
    desk = client_for(Role.DESK, tournament.club)
    assert desk.get(at("corrections", tournament)).status_code == 200
    assert desk.post(at("corrections", tournament), {"act": "end"}).status_code == 403


# After publication


def reopened(tournament: Tournament, game: Game, bid: int = 60) -> dict[str, str]:
    """A public sheet opened again and its deal put right, and what the form that closes it sends."""
    sheet = corrections.reopen_sheet(game.pk, actor=SYSTEM, reason="forgotten belote")
    sheets.amend_deal(sheet.pk, 1, deal(bid), seen=sheet.revision, actor=SYSTEM)
    sheet.refresh_from_db()
    return {"digest": sheet.digest, "reason": "as on the paper"}


def test_who_moves_is_shown_before_a_correction_is_done_and_only_that_is_done(
    organiser: Client, public: tuple[Tournament, Game]
):
    tournament, game = public
    best = Game.objects.get(match__round=game.match.round, table_no=2)
    url, form = at("sheet-close", tournament, best.pk), reopened(tournament, best, 80)
    shown = organiser.post(url, {**form})
    assert "would move" in text_of(shown) and "Place before" in text_of(shown)
    assert "is closed." not in text_of(shown)  # which was only tried
    assert ScoreSheet.objects.get(pk=best.sheet_id).state == ScoreSheet.State.OPEN
    other = organiser.post(url, {**form, "moves_seen": "0" * 64})
    assert "would move" in text_of(other)
    assert organiser.post(url, {**form, "moves_seen": shown.context["seen"]}).status_code == 302
    assert ScoreSheet.objects.get(pk=best.sheet_id).state == ScoreSheet.State.CLOSED


@pytest.mark.long
def test_where_nobody_moves_nothing_is_asked(organiser: Client, public: tuple[Tournament, Game]):
    tournament, game = public
    assert organiser.post(at("sheet-close", tournament, game.pk), reopened(tournament, game, 80)).status_code == 302


@pytest.mark.long
def test_what_is_refused_is_refused_as_ever(organiser: Client, public: tuple[Tournament, Game]):
    tournament, game = public
    refused = organiser.post(at("sheet-turn", tournament, game.pk), {"seen": "0", "reason": "x"}, follow=True)
    assert "The sheet has changed since you looked at it." in text_of(refused)


@pytest.mark.long
def test_turned_sides_of_a_public_round_are_shown_before_too(organiser: Client, public: tuple[Tournament, Game]):
    tournament, game = public
    sheet = ScoreSheet.objects.get(pk=game.sheet_id)
    form = {"seen": str(sheet.revision), "reason": "x"}
    shown = organiser.post(at("sheet-turn", tournament, game.pk), form)
    assert "would move" in text_of(shown)
    assert ScoreSheet.objects.get(pk=game.sheet_id).revision == sheet.revision


def test_the_standings_say_what_waits_to_be_made_public_and_then_what_was(
    organiser: Client, client: Client, public: tuple[Tournament, Game]
):
    tournament, game = public
    evening.correct(game, 150)
    waiting = text_of(organiser.get(at("standings", tournament)))
    assert "Since it was made public," in waiting and "1st" in waiting
    evening.publish(tournament, game.match.round)
    told = text_of(organiser.get(at("standings", tournament)))
    assert "Since it was made public," not in told and "Round 1, table 1" in told
    everybody = text_of(client.get(at("public-tournament", tournament), HTTP_ACCEPT_LANGUAGE="en"))
    assert "Corrected after publication" in everybody and "Round 1, table 1" in everybody
    assert "Place before" in everybody and "donne mal notée" not in everybody
    assert "A correction of round 1 was made public." in text_of(organiser.get(at("journal", tournament)))


@pytest.mark.long
def test_the_reason_is_for_the_club_alone(organiser: Client, client: Client, public: tuple[Tournament, Game]):
    tournament, game = public
    sheet = corrections.reopen_sheet(game.pk, actor=SYSTEM, reason="Martin forgot")
    sheets.amend_deal(sheet.pk, 1, deal(150), seen=sheet.revision, actor=SYSTEM)
    evening.close(sheet)
    evening.publish(tournament, game.match.round)
    assert "Martin forgot" in text_of(organiser.get(at("standings", tournament)))
    assert "Martin forgot" not in text_of(client.get(at("public-tournament", tournament)))


# From the table


@pytest.fixture
def agreed(client: Client) -> tuple[Table, Client]:
    """A table of one deal at which both sides have just agreed, and its phone."""
    table = Table(deals=1)
    client.get(f"/t/{table.token}/")
    table.record(1)
    sheet = ScoreSheet.objects.get(pk=table.game.sheet_id)
    for side in ("NS", "EW"):
        send(client, table, "confirm", side=side, digest=sheet.digest)
    return table, client


def send(client: Client, table: Table, verb: str, **body: Any) -> Any:
    return client.post(f"{table.path}{verb}", body, content_type="application/json", HTTP_ACCEPT_LANGUAGE="en")


def test_the_phone_is_told_until_when_it_can_open_the_sheet_and_opens_it(agreed: tuple[Table, Client]):
    table, client = agreed
    state = client.get(f"{table.path}state").json()
    assert state["state"] == "closed" and re.fullmatch(r"\d\d?\D+\d\d", state["agreement"]["open_until"])
    opened = send(client, table, "reopen", side="EW")
    assert opened.status_code == 200
    assert (opened.json()["state"], opened.json()["agreement"]["state"]) == ("open", "none")


def test_too_late_it_is_told_so_in_words(agreed: tuple[Table, Client]):
    table, client = agreed
    with later(10):
        assert client.get(f"{table.path}state").json()["agreement"]["open_until"] == ""
        refused = send(client, table, "reopen", side="EW")
    assert refused.status_code == 409
    assert refused.json()["message"] == "You cannot open the sheet yourselves any more. For a correction, ask the desk."
    assert refused.json()["state"]["state"] == "closed"


@pytest.mark.long
def test_a_side_that_is_none_opens_nothing(agreed: tuple[Table, Client]):
    table, client = agreed
    assert send(client, table, "reopen", side="X").status_code == 409


# The history of a sheet


def test_the_history_of_a_sheet_tells_before_and_after_who_and_why(
    organiser: Client, client_for: Callable[..., Client], public: tuple[Tournament, Game]
):
    tournament, game = public
    evening.correct(game, 150)
    text = text_of(
        client_for(Role.READER, tournament.club, HTTP_ACCEPT_LANGUAGE="en").get(
            at("sheet-history", tournament, game.pk)
        )
    )
    assert "80 hearts was corrected to 150 hearts." in text
    assert "Before: North-South 80 hearts, 90 – 72; marked: 80 – 0" in text
    assert "After: North-South 150 hearts, 160 – 2; marked: 150 – 0" in text
    assert "Why: donne mal notée" in text
    assert at("sheet-history", tournament, game.pk) in organiser.get(at("sheet", tournament, game.pk)).content.decode()


def test_the_history_tells_all_that_was_written_of_a_deal_in_words():
    points = {"points": {"NS": 162, "EW": 0}, "sweep": "NS", "alone": True}
    told = {"declarer": "NS", "contract": 100, "trump": "H", **points}
    more = {"announces": {"NS": ["carre-J"], "EW": [50]}, "best": "EW", "last_trick": "NS"}
    with translation.override("fr"):
        assert sheethistory.deal(told | more) == (
            "Nord-Sud 100 cœur, 162 – 0, tous les plis Nord-Sud, un joueur seul a fait tous les plis,"
            " dernier pli\N{NO-BREAK SPACE}: Nord-Sud, Nord-Sud\N{NO-BREAK SPACE}: carré de valets,"
            " Est-Ouest\N{NO-BREAK SPACE}: 50, meilleure annonce\N{NO-BREAK SPACE}: Est-Ouest"
        )


@pytest.mark.long
def test_the_history_names_the_phone_of_the_table_and_its_mark(
    client_for: Callable[..., Client], agreed: tuple[Table, Client]
):
    table, client = agreed
    send(client, table, "reopen", side="EW")
    reader = client_for(Role.READER, table.club, HTTP_ACCEPT_LANGUAGE="en")
    text = text_of(reader.get(at("sheet-history", table.tournament, table.game.pk)))
    assert "A side asked at the table for the sheet to be opened again." in text
    assert re.search(r"the phone of table 12 \(\w{4}\)", text)


def test_a_deal_by_the_rules_of_before_is_refused_with_a_word_about_the_change(client: Client):
    table = Table(deals=3)
    client.get(f"/t/{table.token}/")
    announced = {**deal(100), "announces": {"NS": ["tierce"], "EW": []}}
    before = client.get(f"{table.path}state").json()
    table.record(1, deal(80))
    plan = rescoring.look(table.stage.pk, "ffb-contree-2016")
    rescoring.rescore(table.stage.pk, "ffb-contree-2016", plan.digest, "x", SYSTEM)
    refused = send(client, table, "deals", position=2, client_key="k", deal=announced)
    assert refused.status_code == 422 and refused.json()["field"] == "announces"
    assert refused.json()["error"].startswith("The rules of this table were changed. ")
    now = client.get(f"{table.path}state").json()
    assert (before["keys"]["ruleset"], now["keys"]["ruleset"]) == ("club", "ffb-contree-2016")
    assert before["keys"]["announces"] and not now["keys"]["announces"]
    assert send(client, table, "deals", position=2, client_key="k", deal=deal(100)).status_code == 201
