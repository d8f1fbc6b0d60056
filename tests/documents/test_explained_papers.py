"""The standings explained on paper: all that makes a place is on it, nobody is parted over two pages, words fit."""

from dataclasses import replace

import pytest

from documents import explained_papers as papers
from documents import registry, words
from documents.explained_papers import Block, Paper, Section
from documents.kinds import Choice
from tests.documents.helpers import make_evening, misfits, rename
from tests.documents.test_lists import play
from tests.documents.test_more_papers import LONG
from tournaments import criteriawords
from tournaments.models import Adjustment, Publication, Result, Standing, Tournament
from tournaments.services.results import standings_figures
from tournaments.standings.criteria import OFFERED, choose

RULES = ("points", "best_rounds", "head_to_head", "opponents", "lot")


@pytest.fixture
def evening() -> Tournament:
    """Nine pairs after the first of four rounds: long names, a penalty, one disqualified; ranked by five criteria."""
    tournament, round_ = make_evening(9, full_names=True)
    stage = tournament.stages.get()
    stage.settings = {**stage.settings, "criteria": [{"name": name} for name in RULES]}
    stage.save()
    rename(tournament.entries.get(number=1), *LONG)
    Adjustment.objects.create(entry=tournament.entries.get(number=5), points=-162, reason="a secret reason")
    tournament.entries.filter(number=3).update(status="disqualified")
    play(tournament, round_, [(1000, 944), (944, 1000), (1944, 0), (972, 972)])
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


@pytest.mark.django_db
@pytest.mark.one_database
def test_everyone_has_what_the_points_and_each_criterion_are_made_of_and_what_decided(evening):
    with words.local_to(evening):
        content = registry.KINDS["standings"].gather(evening, Choice(style="explained"))
        made = content.pages()
    (paper,) = content.data
    assert paper["title"] == "Standings explained" and paper["note"].startswith("After round 1 of 4 · computed at ")
    assert paper["order"][1].startswith("Total points:") and len(paper["order"]) == 6
    by_label = {block["label"]: block for block in paper["blocks"]}
    assert by_label["5"]["identity"] == "1,782 = 1,944 from the games, 0 from rests, −162 from penalties and bonuses"
    assert by_label["9"]["identity"].startswith("900 = 0 from the games, 900 from rests")
    assert [block["place"] for block in paper["blocks"]][-1] == "–" and len(paper["blocks"][-2]["sections"]) == 5
    for block in paper["blocks"][:-2]:
        titles = [section["title"] for section in block["sections"]]
        assert titles[:5] == [
            "Total points",
            "Points of the best rounds",
            "Games between the equals",
            "Strength of the opponents",
            "Lot",
        ]
        ahead = block["sections"][5]
        assert ahead["strong"] == len(ahead["lines"]) - 1 and ahead["lines"]
    assert ["Round 1, rest", "900"] in [list(line) for line in by_label["9"]["sections"][0]["lines"]]
    (met,) = by_label["1"]["sections"][3]["lines"]
    assert met[0].startswith("Round 1, pair ")
    assert misfits(made) == []
    assert "secret" not in str(content.data)
    evening.club.locale = "fr"
    with words.local_to(evening):
        assert misfits(registry.KINDS["standings"].gather(evening, Choice(style="explained")).pages()) == []


@pytest.mark.django_db
@pytest.mark.one_database
def test_each_of_all_criteria_has_its_meaning_and_what_it_is_made_of_and_every_word_fits(evening):
    stage = evening.stages.get()
    stage.settings = {**stage.settings, "criteria": [{"name": name} for name in OFFERED]}
    stage.save()
    Result.objects.exclude(game=None).update(deals_won=7, contracts_made=5, capots=1, match_points=1)
    Standing.objects.update(figures=standings_figures(evening))
    for language in ("en", "fr"):
        evening.club.locale = language
        with words.local_to(evening):
            content = registry.KINDS["standings"].gather(evening, Choice(style="explained"))
            assert misfits(content.pages()) == []
            names = [criteriawords.name(name) for name in OFFERED]
            order = [criteriawords.line(choose(name)) for name in OFFERED]
        (paper,) = content.data
        assert list(paper["order"][1:]) == order
        sections = [section for block in paper["blocks"] for section in block["sections"]]
        for block in paper["blocks"]:
            assert [section["title"] for section in block["sections"]][: len(names)] == names, block["label"]
        # Of each somebody has parts, or words why it parts nobody; the lot says all by its number.
        told = {section["title"] for section in sections if section["lines"]}
        assert set(names) - told == {names[OFFERED.index("lot")]}


@pytest.mark.django_db
@pytest.mark.one_database
def test_papers_say_after_which_of_all_rounds_they_are_and_which_version_is_public(evening):
    round_ = evening.stages.get().rounds.get()
    Publication.objects.create(
        tournament=evening, what="standings", round=round_, version=3, revision=1, figures={}, sha256=""
    )
    for style in ("", "short", "players", "explained"):
        with words.local_to(evening):
            note = registry.KINDS["standings"].gather(evening, Choice(style=style)).data[0]["note"]
        assert note.startswith("After round 1 of 4 · computed at ") and note.endswith("· public as version 3"), style


def block(lines: int, sections: int = 5) -> Block:
    told = tuple((f"Round {number}, pair 12, 1,944, left out", "1,944") for number in range(lines))
    return Block("1", "12", LONG[0], "5,432", "5,432 = ", (Section("Strength", "99", told),) * sections)


def paper(*blocks: Block) -> Paper:
    return Paper("Standings explained", "over", "note", "foot", ("What decides", "Total points"), blocks)


@pytest.mark.parametrize(("count", "lines"), [(1, 5), (3, 5), (4, 5), (40, 5), (9, 1)])
def test_who_fits_on_a_page_is_not_parted_over_two(count, lines):
    made = papers.pages(paper(*[block(lines)] * count))
    assert misfits(made) == []
    cards = [sum(one.text == "12" for one in page.texts) for page in made]
    assert sum(cards) == count and all(cards)
    # Another one would not have gone on any page but the last.
    assert set(cards[1:-1]) <= {max(cards)} and cards[0] <= max(cards)


def test_who_is_longer_than_a_page_goes_on_with_names_and_loses_no_line():
    one = block(70, sections=6)
    one = replace(one, sections=(*one.sections, Section("Alone", "1", (("x", "1"),) * 200)))
    made = papers.pages(paper(one))
    assert misfits(made) == []
    said = [line for page in made for text in page.texts for line in text.text.split("\n")]
    assert sum(line.startswith("Round ") for line in said) == 420 and said.count("x") == 200
    assert any(" …" in text.text for text in made[-1].texts) and len(made) > 2
