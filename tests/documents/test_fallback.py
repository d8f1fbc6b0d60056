"""The papers for the case that the machine dies: who is on them, where, and what they say of how they were drawn."""

import io
from collections.abc import Callable
from typing import Any

import pypdf
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.roles import Role
from core import files
from core.actors import SYSTEM
from core.models import Job, StoredFile
from documents import fallback, fallback_pages, services
from scoring.rulesets_store import rules_of
from tests import factories
from tests.documents.helpers import misfits
from tests.tournaments.services import evening
from tournaments.models import PaperPlan, Round, Tournament
from tournaments.services import paper_plans, rehearsals

pytestmark = pytest.mark.django_db


def _club() -> Any:
    return factories.make_club(locale="en")


def _gathered(tournament: Tournament, copies: int = 0, blanks: int = 0) -> fallback.Fallback:
    return fallback.gather(paper_plans.make(tournament.pk, 0, SYSTEM).pk, copies, blanks)[1]


def _text(pages: Any) -> str:
    return "\n".join(one.text for one in pages.texts)


def test_everybody_stands_once_by_table_and_once_by_name() -> None:
    tournament = evening.new_tournament(5, rounds=2, club=_club())
    found = _gathered(tournament)
    assert len(found.posters) == 2
    for place, poster in enumerate(found.posters):
        seated = [card for line in poster.tables for side in line.sides for card, _names in side]
        assert sorted(seated) == ["1", "2", "3", "4", "5"]
        assert [line.table for line in poster.tables] == [1, 2, 0]
        by_name = {one.label: one.tables[place] for one in found.index}
        by_table = {card: line.table for line in poster.tables for side in line.sides for card, _names in side}
        assert by_name == by_table
    assert len(found.index) == 10


def test_points_so_far_are_those_of_closed_rounds() -> None:
    tournament = evening.new_tournament(4, rounds=3, club=_club())
    first = evening.play_round(tournament, 1)
    second = evening.start_round(tournament, 2)
    evening.play_game(evening.games_of(second)[0])
    found = _gathered(tournament)
    assert {int(one.label): one.points for one in found.totals} == evening.points(first)
    assert (found.numbers, found.to_add) == ((3,), (2, 3))


def test_it_says_how_it_was_drawn() -> None:
    tournament = evening.new_tournament(6, club=_club())
    said = " ".join(_gathered(tournament).how)
    assert "made for this paper alone" in said
    assert "Nobody meets an earlier opponent" in said
    tournament.stages.update(draw_system="mitchell")
    evening.start_round(tournament, 1)
    assert "those of the movement" in " ".join(_gathered(tournament).how)


def test_what_it_could_not_keep_is_told() -> None:
    said = " ".join(_gathered(evening.new_tournament(2, rounds=2, club=_club())).how)
    assert "could not keep" in said


def test_of_a_bracket_the_later_rounds_are_to_be_written() -> None:
    tournament = evening.new_tournament(8, rounds=3, club=_club())
    tournament.stages.update(draw_system="knockout", settings={"draw": {"third_place": False}})
    found = _gathered(tournament)
    assert (found.numbers, found.open) == ((1,), (2, 3))
    assert [len(one.tables) for one in found.posters] == [4, 2, 1]
    assert fallback_pages.pages(found)


def test_a_team_is_printed_at_the_tables_of_its_pairs() -> None:
    tournament = evening.new_teams(4, rounds=2)
    found = _gathered(tournament)
    assert len(found.posters[0].tables) == 4
    assert {one.label for one in found.index} == {f"{team}{pair}" for team in range(1, 5) for pair in "AB"}
    assert len(found.totals) == 4


def test_who_objected_is_named_as_in_the_hall() -> None:
    tournament = evening.new_tournament(2, club=_club())
    member = tournament.members.select_related("person").first()
    tournament.members.filter(pk=member.pk).update(shown_as="objected")
    family, given = member.person.family, member.person.given
    assert not [one.name for one in _gathered(tournament).index if family in one.name and given in one.name]


@pytest.mark.long
def test_spare_sheets_have_the_rows_of_the_game_and_lines_to_write_on() -> None:
    tournament = evening.new_tournament(4, rounds=2, deals=8, club=_club())
    plan, found = fallback.gather(paper_plans.make(tournament.pk, 0, SYSTEM).pk, 1, 1)
    with translation.override("en"):
        content, count = fallback_pages.make(found, rules_of(plan.stage.ruleset_version), lambda _done, _all: None)
    pages = [" ".join(one.extract_text().split()) for one in pypdf.PdfReader(io.BytesIO(content)).pages]
    assert count == len(pages)
    spare = [text for text in pages if "spare sheet" in text]
    assert len(spare) == 3
    assert [("Table 1" in text, "Table 2" in text) for text in spare] == [(True, False), (False, True), (False, False)]
    for text in spare:
        assert "Round ____" in text
        assert "Spare sheet: bring it" in text
        assert "No code" not in text


@pytest.mark.long
def test_long_names_stay_on_the_page() -> None:
    tournament = evening.new_tournament(0, rounds=6, club=_club())
    for _ in range(4):
        people = [
            factories.make_person("de La Tour d’Auvergne-Montmorency-Laval-Bouteville", "Marie-Thérèse Antoinette"),
            factories.make_person("N'Guyen-Lefèvre-Charbonnier", "Jean-Baptiste Emmanuel"),
        ]
        factories.make_entry(tournament, people)
    pages = fallback_pages.pages(_gathered(tournament))
    assert misfits(pages) == []
    assert all(text.x + text.width <= page.width_mm for page in pages for text in page.texts)


# The page


def _address(tournament: Tournament, name: str = "fallback", *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def test_one_click_prints_the_usual(client_for: Callable[..., Client]) -> None:
    tournament = evening.new_tournament(4)
    client = client_for(Role.DESK, club=tournament.club)
    assert client.post(_address(tournament)).status_code == 302
    plan = PaperPlan.objects.get()
    assert len(plan.rounds) == 3
    job = Job.objects.get(kind=services.FALLBACK)
    assert job.payload == {"plan": str(plan.pk), "copies": 1, "blanks": 2}
    assert evening.run_jobs(services.FALLBACK) == 1
    row = StoredFile.objects.get(owner=tournament.pk, kind=services.FALLBACK)
    assert row.private
    assert _address(tournament, "paper-file", row.pk) in client.get(_address(tournament)).content.decode()


def test_what_cannot_be_drawn_is_said_there(client_for: Callable[..., Client]) -> None:
    tournament = evening.new_tournament(1)
    answer = client_for(Role.DESK, club=tournament.club).post(_address(tournament))
    assert answer.status_code == 422
    assert not PaperPlan.objects.exists()


def test_a_round_is_taken_over_from_the_page(client_for: Callable[..., Client]) -> None:
    tournament = evening.new_tournament(4)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    client = client_for(Role.ORGANISER, club=tournament.club)
    address = _address(tournament, "paper-take", plan.pk, 1)
    assert address in client.get(_address(tournament)).content.decode()
    form = client.get(address).context
    sent = {"seen": form["seen"], "attempt": form["attempt"]}
    assert client.post(address, sent).headers["Location"] == _address(tournament, "desk")
    assert Round.objects.get(stage__tournament=tournament).state == "playing"
    assert client.post(address, sent).status_code in (302, 422)
    assert Round.objects.get(stage__tournament=tournament).draws.count() == 1


def test_everybody_is_told_that_a_round_was_played_from_paper() -> None:
    tournament = evening.new_tournament(12, rounds=2)
    plan = paper_plans.make(tournament.pk, 0, SYSTEM)
    paper_plans.take_over(plan.pk, 1, 1, paper_plans.preview(plan, 1).digest, SYSTEM)
    with translation.override("fr"):
        said = paper_plans.SAID % {"number": plan.number}
    page = Client().get(reverse("public-draws", args=[tournament.club.slug, tournament.slug])).content.decode()
    assert said in page


def test_papers_of_a_rehearsal_are_marked_and_not_those_of_the_real_one() -> None:
    tournament = evening.new_tournament(4)
    tournament.club.locale = "fr"
    tournament.club.save()
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    Tournament.objects.filter(pk=copy.pk).update(name=tournament.name)
    said = {}
    for one in (tournament, copy):
        round_ = evening.start_round(one, 1)
        services.ask_draw_posters(round_.pk)
        evening.run_jobs(services.DRAW)
        content = files.read(StoredFile.objects.get(owner=one.pk, kind=services.DRAW))
        said[one.pk] = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(content)).pages]
    assert all("RÉPÉTITION" in text for text in said[copy.pk])
    assert not any("RÉPÉTITION" in text for text in said[tournament.pk])
