"""The page that compares formats: asked for once at a time, played by a job, shown with its figures in words."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Club
from clubs.roles import Role
from core import jobs
from core.models import Job
from tests import factories
from tests.tournaments.services import evening
from tournaments import comparewords
from tournaments.services import comparing
from tournaments.services.errors import Conflict
from tournaments.simulation.compare import compare, question_from

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ASKED = {"pairs": "8", "rounds": "3", "absent": "0", "late": "10", "withdraw": "0", "seeds": "3"}


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


def page(club: Club) -> str:
    return reverse("compare-formats", args=[club.slug])


def text(answer: object) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))  # type: ignore[attr-defined]


def test_an_evening_is_asked_for_played_and_shown(organiser: Client, club: Club) -> None:
    assert "Nothing has been compared yet" in text(organiser.get(page(club)))
    answer = organiser.post(page(club), {**ASKED, "formats": ["random", "swiss"]})
    assert answer["Location"] == page(club)
    job = Job.objects.get(kind=comparing.KIND)
    assert job.key == str(club.pk)
    waiting = organiser.get(page(club), headers={"HX-Request": "true"})
    assert b"every 1s" in waiting.content and b"<html" not in waiting.content
    assert jobs.run_job(job.pk) == "done"
    shown = organiser.get(page(club))
    assert b"every 1s" not in shown.content
    words = text(shown)
    assert "8 pairs, 3 rounds" in words and "Swiss" in words and "3 evenings" in words
    for title, say, _less in comparewords.FIGURES.values():
        assert str(title) in words.replace("&#x27;", "'") and str(say) in words.replace("&#x27;", "'")
    assert shown.content.count(b"<svg viewBox") == len(comparewords.FIGURES) * 3
    # What was asked stands in the form again.
    assert b'name="late" value="10"' in shown.content


def test_one_comparison_at_a_time_for_each_club(organiser: Client, club: Club) -> None:
    question = question_from({"formats": ["random", "swiss"], "pairs": 8, "rounds": 3, "seeds": 3})
    comparing.ask(club.pk, question)
    with pytest.raises(Conflict) as caught:
        comparing.ask(club.pk, question)
    assert caught.value.code == "comparison-running"
    comparing.ask(factories.make_club("Autre").pk, question)
    organiser.post(page(club), {**ASKED, "pairs": "12", "formats": ["random", "danish"]})
    assert Job.objects.get(key=str(club.pk)).payload["pairs"] == 8


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"formats": ["random"]}, "Choose 2 to 4 formats."),
        ({"formats": ["random", "swiss"], "pairs": "500"}, "200"),
        ({"formats": ["random", "swiss"], "late": "51"}, "50"),
        ({"formats": ["random", "x"]}, "Select a valid choice"),
    ],
)
def test_what_would_take_too_long_is_refused_beside_its_field(
    organiser: Client, club: Club, change: dict[str, object], said: str
) -> None:
    answer = organiser.post(page(club), {**ASKED, **change})
    assert answer.status_code == 422
    assert said in text(answer)
    assert not Job.objects.filter(kind=comparing.KIND).exists()


def test_the_form_starts_from_the_clubs_last_tournament(organiser: Client, club: Club) -> None:
    evening.new_tournament(11, rounds=5, club=club)
    shown = organiser.get(page(club)).content
    assert b'name="pairs" value="11"' in shown and b'name="rounds" value="5"' in shown


def test_a_refused_format_says_why_and_all_figures_fit_their_scale(organiser: Client, club: Club) -> None:
    organiser.post(page(club), {**ASKED, "pairs": "32", "formats": ["knockout", "even-odd"]})
    jobs.run_job(Job.objects.get(kind=comparing.KIND).pk)
    words = text(organiser.get(page(club)))
    assert "needs at least 5 rounds, not 3" in words


def test_a_comparison_gives_way_to_what_waits_for_the_machine(club: Club) -> None:
    question = question_from({"formats": ["random", "swiss"], "pairs": 8, "rounds": 3, "seeds": 3})
    job = comparing.ask(club.pk, question)
    jobs.enqueue("pdf.standings", "x", {"tournament": "x"})
    jobs.run_job(job.pk)
    view = jobs.latest(comparing.KIND, str(club.pk))
    assert view is not None and view.result is not None
    assert view.result["stopped"] == "waited"
    assert len(view.result["formats"][0]["values"]["seconds"]) == 1


def test_marks_lie_on_the_scale_and_the_best_is_marked_only_where_it_is_alone() -> None:
    question = question_from({"formats": ["random", "danish", "even-odd"], "pairs": 16, "rounds": 6, "seeds": 3})
    found = compare(question, clock=lambda: 0.0, most_seconds=60)
    plots = {plot.key: plot for plot in comparewords.plots(found)}
    assert list(plots) == list(comparewords.FIGURES)
    for plot in plots.values():
        assert [row.name for row in plot.rows] == ["By lot each round", "Danish, by the standings", "Even and odd"]
        for row in plot.rows:
            assert row.mark is not None
            places = [float(row.mark.left), float(row.mark.left) + float(row.mark.width), *map(float, row.mark.dots)]
            assert all(comparewords.LEFT <= place <= comparewords.RIGHT + 0.02 for place in places)
        assert sum(row.is_best for row in plot.rows) <= 1
    # Two of three never let anybody meet twice: none of them is the best.
    assert not any(row.is_best for row in plots["rematches"].rows)
    assert plots["rematches"].rows[1].middle != "0"


@pytest.mark.parametrize("language", ["fr", "en"])
def test_numbers_in_the_drawings_have_a_point_in_every_language(organiser: Client, club: Club, language: str) -> None:
    organiser.post(page(club), {**ASKED, "formats": ["random", "swiss"]})
    jobs.run_job(Job.objects.get(kind=comparing.KIND).pk)
    shown = organiser.get(page(club), HTTP_ACCEPT_LANGUAGE=language).content.decode()
    assert not re.findall(r'(?:cx|x|width)="\d+,', shown)
