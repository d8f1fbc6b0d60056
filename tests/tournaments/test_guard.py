"""What stands before a view that changes a tournament, as the organiser meets it: warned, typed, with a way back."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core import files
from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import sheets
from tests import factories
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.services import evening
from tournaments import archive, guard
from tournaments.models import Draw, Game, Round, Seat, Snapshot, Tournament
from tournaments.safety import Act, Level
from tournaments.services import rounds, snapshots, tournament_file

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Four pairs, two rounds of one deal; nothing drawn."""
    return evening.new_tournament(4, rounds=2, club=club)


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def page(client: Client, name: str, tournament: Tournament, *more: Any) -> str:
    return re.sub(r"\s+", " ", client.get(at(name, tournament, *more)).content.decode())


def way_back(response: Any) -> str:
    """Where the button on what was said leads to."""
    *_, last = get_messages(response.wsgi_request)
    return json.loads(last.extra_tags)["url"] if last.extra_tags else ""


def play(tournament: Tournament, number: int) -> Round:
    return evening.play_round(tournament, number)


# Safe and warned


def test_a_safe_act_makes_no_copy(organiser, tournament):
    organiser.post(at("draw-make", tournament), {"round": "1", "attempt": "1"})
    assert Draw.objects.count() == 1
    assert not Snapshot.objects.exists()
    assert AuditEvent.objects.get(verb="draw.made").risk == ""


def test_a_warned_act_is_done_at_once_with_a_copy_before_and_one_press_undoes_it(organiser, tournament):
    round_ = evening.start_round(tournament, 1)
    before = archive.live(archive.read(tournament_file.export(tournament)))
    assert "The tables go, and the printed codes open nothing any more." in page(organiser, "draw", tournament)
    response = organiser.post(at("draw-withdraw", tournament, round_.pk), {"reason": "trop tôt"})
    assert response.status_code == 302
    assert not Game.objects.exists()
    copy = Snapshot.objects.get()
    assert (copy.cause, copy.action, copy.level, copy.round_number) == ("act", "withdraw-draw", "warned", 1)
    event = AuditEvent.objects.get(verb="draw.withdrawn")
    assert (event.risk, event.snapshot) == ("warned", copy.pk)
    asked = page(organiser, "snapshot-undo", tournament, copy.pk)
    assert "Nothing else has happened since: nothing is lost." in asked and 'name="typed"' not in asked
    undone = organiser.post(way_back(response))
    assert undone.status_code == 302
    assert archive.live(archive.read(tournament_file.export(tournament))) == before
    copy.refresh_from_db()
    assert copy.undone_at is not None
    # and that can be undone too
    organiser.post(way_back(undone))
    assert not Game.objects.exists()


def test_an_act_that_was_refused_leaves_no_copy(organiser, tournament):
    evening.start_round(tournament, 1)
    entry = tournament.entries.get(number=1)
    organiser.post(at("entry-change", tournament, entry.pk), {"act": "withdraw"})
    assert Snapshot.objects.count() == 1
    organiser.post(at("entry-change", tournament, entry.pk), {"act": "withdraw"})
    assert Snapshot.objects.count() == 1


def test_who_may_not_go_back_is_offered_no_way_back(client_for, club, tournament):
    evening.start_round(tournament, 1)
    arbiter = client_for(Role.ARBITER, club)
    response = arbiter.post(at("entry-disqualify", tournament, tournament.entries.get(number=1).pk), {"reason": "x"})
    assert Snapshot.objects.count() == 1
    assert "copies" not in way_back(response)


def test_who_may_not_do_it_makes_no_copy(client_for, club, tournament):
    round_ = evening.start_round(tournament, 1)
    desk = client_for(Role.DESK, club)
    assert desk.post(at("draw-withdraw", tournament, round_.pk)).status_code == 403
    assert Client().post(at("draw-withdraw", tournament, round_.pk)).status_code == 302
    assert not Snapshot.objects.exists()


# Typed


def test_a_typed_act_asks_for_the_number_of_the_round_and_loses_nothing_that_was_sent(organiser, tournament):
    play(tournament, 1)
    evening.start_round(tournament, 2)
    game = Game.objects.filter(match__round__number=1).order_by("table_no")[0]
    url = at("sheet-reopen", tournament, game.pk)
    asked = organiser.post(url, {"reason": "mal additionné"})
    assert asked.status_code == 200
    text = asked.content.decode()
    assert "Later rounds were drawn from these results" in text
    assert '<input type="hidden" name="reason" value="mal additionné">' in text
    assert "<b>1</b>" in text
    wrong = organiser.post(url, {"reason": "mal additionné", "typed": "2"})
    assert wrong.status_code == 422
    assert Game.objects.get(pk=game.pk).state == "closed"
    assert not Snapshot.objects.exists()
    organiser.post(url, {"reason": "mal additionné", "typed": " 1 "})
    assert Game.objects.get(pk=game.pk).state == "playing"
    event = AuditEvent.objects.get(verb="sheet.reopened")
    assert (event.risk, event.reason) == ("typed", "mal additionné")


def test_the_word_is_asked_for_beside_the_button_too(organiser, tournament):
    play(tournament, 1)
    evening.start_round(tournament, 2)
    game = Game.objects.filter(match__round__number=1).order_by("table_no")[0]
    text = page(organiser, "sheet", tournament, game.pk)
    assert 'To confirm, type <b>1</b> <input name="typed"' in text


def test_before_any_round_a_word_is_typed():
    assert guard.word_of(None)


def test_fewer_rounds_are_warned_of_before(organiser, tournament):
    play(tournament, 1)
    sent = {"name": "Concours", "local_date": "2026-11-28", "ruleset": "club", "rounds": "1", "game_kind": "deals"}
    sent |= {"deals": "1"}
    asked = organiser.post(at("tournament-settings", tournament), sent)
    assert "More rounds than these were announced" in asked.content.decode()
    assert 'name="typed"' not in asked.content.decode()
    assert tournament.stages.get().rounds_planned == 2
    organiser.post(at("tournament-settings", tournament), {**sent, "warned": "1"})
    assert tournament.stages.get().rounds_planned == 1


# Refused


def test_a_refused_act_says_why_with_its_detail(organiser, tournament):
    round_ = evening.start_round(tournament, 1)
    game = evening.games_of(round_)[0]
    sheets.record_deal(game.sheet_id, deal(), position=1, client_key=new_key(), actor=SYSTEM)
    response = organiser.post(at("draw-withdraw", tournament, round_.pk), follow=True)
    assert f"Scores have been entered at table {game.table_no}" in response.content.decode()
    assert not Snapshot.objects.exists()


def test_should_a_verb_do_what_the_table_refuses_that_is_undone(organiser, tournament, monkeypatch):
    from tournaments import safety

    refused = tuple(safety.Cell(Level.REFUSED, "no-tables") for _ in safety.When)
    monkeypatch.setattr(safety, "TABLE", {**safety.TABLE, Act.DRAW: refused})
    response = organiser.post(at("draw-make", tournament), {"round": "1", "attempt": "1"}, follow=True)
    assert not Draw.objects.exists()
    assert "This round has no tables yet." in response.content.decode()


# After a round


def test_after_each_round_a_copy_is_kept(organiser, tournament):
    round_ = evening.start_round(tournament, 1)
    for game in evening.games_of(round_):
        evening.play_game(game)
    organiser.post(at("round-close", tournament, round_.pk))
    copy = Snapshot.objects.get()
    assert (copy.cause, copy.round_number) == ("round", 1)
    document = archive.read(files.read(copy.file))
    assert document["rounds"][0]["state"] == "closed"


def test_a_round_that_cannot_be_closed_makes_none(organiser, tournament):
    round_ = evening.start_round(tournament, 1)
    organiser.post(at("round-close", tournament, round_.pk))
    assert not Snapshot.objects.exists()


# Going back over what came after


@pytest.fixture
def gone_back(organiser, tournament) -> Snapshot:
    """A copy made before entry 1 left; since then a deal was entered."""
    round_ = evening.start_round(tournament, 1)
    organiser.post(at("entry-change", tournament, tournament.entries.get(number=1).pk), {"act": "withdraw"})
    game = evening.games_of(round_)[0]
    sheets.record_deal(game.sheet_id, deal(), position=1, client_key=new_key(), actor=SYSTEM)
    return Snapshot.objects.get()


def test_what_would_be_lost_is_shown_and_asks_for_the_number_of_the_round(organiser, tournament, gone_back):
    url = at("snapshot-undo", tournament, gone_back.pk)
    text = page(organiser, "snapshot-undo", tournament, gone_back.pk)
    assert "1 deal entered or corrected since, at 1 table." in text
    mark = snapshots.what_is_lost(gone_back).mark
    assert organiser.post(url, {"seen": mark}).status_code == 200
    assert organiser.post(url, {"seen": mark, "typed": "7"}).status_code == 422
    assert tournament.entries.get(number=1).status == "withdrawn"
    organiser.post(url, {"seen": mark, "typed": "1"})
    assert tournament.entries.get(number=1).status == "active"
    assert sheets.standing_entries(Game.objects.order_by("table_no")[0].sheet) == []
    assert "1 deal counts no more." in page(organiser, "journal", tournament)


def test_what_came_while_one_looked_is_shown_before_it_is_lost(organiser, tournament, gone_back):
    mark = snapshots.what_is_lost(gone_back).mark
    other = Game.objects.order_by("table_no")[1]
    sheets.record_deal(other.sheet_id, deal(), position=1, client_key=new_key(), actor=SYSTEM)
    url = at("snapshot-undo", tournament, gone_back.pk)
    text = organiser.post(url, {"seen": mark, "typed": "1"}).content.decode()
    assert "Something has happened since you looked" in text
    assert "2 deals entered or corrected since, at 2 tables." in text
    assert tournament.entries.get(number=1).status == "withdrawn"


# The journal and the copies


def test_the_journal_tells_who_what_when_and_why_and_leads_to_the_way_back(organiser, tournament):
    round_ = evening.start_round(tournament, 1)
    organiser.post(at("draw-withdraw", tournament, round_.pk), {"reason": "trop tôt"})
    text = page(organiser, "journal", tournament)
    assert "The draw of round 1 was taken back." in text
    assert "Why: trop tôt" in text
    assert "with a warning" in text
    assert at("snapshot-undo", tournament, Snapshot.objects.get().pk) in text
    risky = page(organiser, "journal", tournament) and organiser.get(at("journal", tournament) + "?show=risky")
    assert "Round 1 was drawn" not in risky.content.decode()
    draws = organiser.get(at("journal", tournament) + "?show=draws").content.decode()
    assert "Round 1 was drawn (draw 1)." in draws
    assert "The tournament was made." not in draws


def test_the_history_of_the_sheets_is_told_with_round_and_table(organiser, tournament):
    evening.start_round(tournament, 1)
    game = Game.objects.order_by("table_no")[0]
    sheets.record_deal(game.sheet_id, deal(110), position=1, client_key=new_key(), actor=SYSTEM)
    text = organiser.get(at("journal", tournament) + "?show=sheets").content.decode()
    assert f"Round 1, table {game.table_no}: 110" in text


def test_a_long_journal_has_pages(organiser, tournament):
    entry = tournament.entries.get(number=1)
    for _ in range(60):
        organiser.post(at("entry-paid", tournament, entry.pk), {"paid": "yes"})
    first = page(organiser, "journal", tournament)
    assert "Page 1 of 2" in first
    assert "The tournament was made." in organiser.get(at("journal", tournament) + "?page=2").content.decode()
    assert organiser.get(at("journal", tournament) + "?page=nowhere&show=nothing").status_code == 200


def test_copies_are_kept_on_demand_and_listed(organiser, tournament):
    assert "No copy yet." in page(organiser, "snapshots", tournament)
    organiser.post(at("snapshot-make", tournament))
    assert "Asked for" in page(organiser, "snapshots", tournament)


def test_the_whole_tournament_is_downloaded_by_the_organiser_alone_and_that_is_told(
    organiser, client_for, club, tournament
):
    response = organiser.post(at("tournament-file", tournament))
    assert archive.read(response.content)["tournament"]["id"] == str(tournament.pk)
    assert "no-store" in response["Cache-Control"]
    assert AuditEvent.objects.filter(verb="tournament.exported").count() == 1
    assert client_for(Role.ARBITER, club).post(at("tournament-file", tournament)).status_code == 403


def test_a_reader_sees_the_journal_and_the_copies_with_nothing_to_press(client_for, club, tournament):
    snapshots.take(tournament, "asked", SYSTEM)
    reader = client_for(Role.READER, club)
    for name in ("journal", "snapshots"):
        text = page(reader, name, tournament)
        main = text[text.index("<main") : text.index("</main>")]
        assert "<form" not in main
        assert "undo/" not in main


# Put right


def test_who_really_played_is_said_on_the_page_of_the_sheet(organiser, tournament):
    evening.start_round(tournament, 1)
    one, two = Game.objects.order_by("table_no")
    seat = one.match.seats.get(side="A")
    other = two.match.seats.get(side="A").participant
    evening.play_game(one)
    assert "These really played here" in page(organiser, "sheet", tournament, one.pk)
    sent = {f"seat-{seat.pk}": str(other.pk), f"was-{seat.pk}": str(seat.participant_id), "reason": "échangés"}
    response = organiser.post(at("sheet-seats", tournament, one.pk), sent, follow=True)
    assert Seat.objects.get(pk=seat.pk).participant == other
    assert "Put right at tables 1, 2" in response.content.decode()
    assert "Who played in round 1 was put right at tables 1, 2." in page(organiser, "journal", tournament)


def test_the_sides_of_a_sheet_are_exchanged_on_its_page(organiser, tournament):
    evening.start_round(tournament, 1)
    game = Game.objects.order_by("table_no")[0]
    evening.play_game(game, 120)
    game.sheet.refresh_from_db()
    url = at("sheet-turn", tournament, game.pk)
    organiser.post(url, {"seen": str(game.sheet.revision), "reason": "à l’envers"})
    assert dict(game.sheet.sides.values_list("side", "total")) == {"A": 0, "B": 120}
    response = organiser.post(url, {"seen": "1", "reason": "à l’envers"}, follow=True)
    assert "The sheet has changed since you looked at it." in response.content.decode()


def test_the_last_round_is_opened_again_from_the_desk(organiser, tournament):
    round_ = play(tournament, 1)
    assert "Open round 1 again" in page(organiser, "desk", tournament)
    organiser.post(at("round-reopen", tournament, round_.pk), {"reason": "une feuille manque"})
    round_.refresh_from_db()
    assert round_.state == "playing"
    assert "Open round 1 again" not in page(organiser, "desk", tournament)


def test_a_seed_that_is_opened_cannot_be_sealed_again_and_offers_no_way_back(organiser, tournament):
    for number in (1, 2):
        play(tournament, number)
    response = organiser.post(at("draws-open", tournament, 1), {"typed": "2"})
    assert tournament.stages.get().seed_opened_at is not None
    assert way_back(response) == ""
    assert rounds.current_round_of(tournament).number == 2
