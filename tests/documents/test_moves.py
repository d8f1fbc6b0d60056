"""Movement cards, the poster of moves, the line on the sheets that says where to go, and the seal on the posters."""

import pytest

from core.jobs import JobError
from core.models import Job, StoredFile
from documents import move_papers, moves, page, papers, posters, services, sheets, words
from tests import factories
from tests.documents.helpers import choose_address, text_of
from tests.tournaments.services import evening
from tournaments import drawtrail
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "files"


def by_plan(system: str, pairs: int, count: int, deals: int = 1, **draw: object) -> Tournament:
    club = factories.make_club(locale="en")
    tournament = evening.new_tournament(pairs, rounds=count, deals=deals, club=club)
    tournament.stages.update(draw_system=system, settings={"bye": "average", "draw": draw})
    return tournament


def laid_out(tournament: Tournament, layout=move_papers.cards) -> list[str]:
    _, data = moves.gather(tournament.stages.get().pk)
    with words.local_to(tournament) as language:
        return text_of(page.all_to_pdf(layout(data), "t", language, lambda _done, _all: None)[0])


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "pages"), [(4, 1), (5, 2), (9, 3)])
def test_four_cards_to_a_page_each_with_number_names_and_every_round(pairs, pages):
    tournament = by_plan("even-odd", pairs, 2)
    evening.start_round(tournament, 1)
    told = laid_out(tournament)
    assert len(told) == pages
    assert (
        sum(text.count("Round Table Seats Against") for text in told)
        + sum(text.count("If the poster of the round says otherwise") for text in told)
        >= pairs
    )
    member = tournament.members.get(entry__number=3, slot=1).person
    assert member.family in told[0]


def test_a_card_says_who_stays_where_who_moves_where_and_where_to_go_next():
    tournament = by_plan("even-odd", 7, 4)
    evening.start_round(tournament, 1)
    cards = {card.label: card for card in moves.gather(tournament.stages.get().pk)[1].cards}
    lines = {
        label: [(line.table, line.side, line.meets, line.then) for line in card.lines] for label, card in cards.items()
    }
    assert lines["1"] == [
        ("1", "A", "2", "rest"),
        ("1", "A", "rest", "stay"),
        ("1", "A", "6", "stay"),
        ("1", "A", "4", "the end"),
    ]
    assert lines["2"][0] == ("1", "B", "1", "→ 2")
    assert cards["3"].say == "You stay at table 2."
    assert "from table 4 to table 1" in cards["2"].say


def test_where_numbers_have_gaps_the_wall_does_not_speak_of_odd_and_even():
    tournament = by_plan("even-odd", 7, 3)
    gone = tournament.entries.get(number=1)
    gone.status = Entry.Status.WITHDRAWN
    gone.save()
    evening.start_round(tournament, 1)
    data = moves.gather(tournament.stages.get().pk)[1]
    assert data.rules[0] == "North-South stays seated."
    whole = by_plan("even-odd", 6, 3)
    evening.start_round(whole, 1)
    assert moves.gather(whole.stages.get().pk)[1].rules[0] == "Odd numbers stay at their table."


@pytest.mark.parametrize(
    ("system", "rules", "named"), [("even-odd", 2, False), ("mitchell", 2, False), ("round-robin", 0, True)]
)
def test_the_poster_says_how_all_move_and_where_everybody_is_in_every_round(system, rules, named):
    tournament = by_plan(system, 6, 3)
    evening.start_round(tournament, 1)
    data = moves.gather(tournament.stages.get().pk)[1]
    assert len(data.rules) == rules
    assert [bool(row.names) for row in data.grid] == [named] * (6 if named else 3)
    assert all(len(row.cells) == 3 and all(row.cells) for row in data.grid)


def test_many_rounds_take_wider_cards_and_several_plans():
    tournament = by_plan("round-robin", 8, 14)
    tournament.stages.update(settings={"bye": "average", "draw": {"legs": 2}})
    evening.start_round(tournament, 1)
    data = moves.gather(tournament.stages.get().pk)[1]
    with words.local_to(tournament):
        assert len(move_papers.cards(data)) == 2
        assert len(move_papers.poster(data)) == 2


def test_of_a_melee_a_card_names_partner_and_opponents():
    tournament = evening.new_melee(8, rounds=3)
    evening.start_round(tournament, 1)
    data = moves.gather(tournament.stages.get().pk)[1]
    line = data.cards[0].lines[1]
    assert (line.table, line.mate.isdigit(), line.meets.count("+")) == ("", True, 1)


@pytest.mark.slow
def test_cards_and_poster_are_jobs_of_a_stage_with_a_plan(client_for, run_jobs):
    from clubs.roles import Role

    tournament = by_plan("mitchell", 4, 2)
    round_ = evening.start_round(tournament, 1)
    stage = tournament.stages.get()
    desk = client_for(Role.DESK, tournament.club)
    address = f"/c/{tournament.club.slug}/t/{tournament.slug}/print/ask/"
    for what in ("cards", "moves"):
        assert desk.post(address, {"what": what, "key": str(stage.pk)}).status_code == 302
        assert desk.post(address, {"what": what, "key": str(round_.pk)}).status_code == 404
    run_jobs()
    found = {paper.what: paper for paper in papers.of_tournament(tournament)}
    assert found["cards"].state == found["moves"].state == "done"
    assert {row.kind: row.private for row in StoredFile.objects.filter(kind__in=["pdf.cards", "pdf.moves"])} == {
        "pdf.cards": True,
        "pdf.moves": True,
    }


def test_a_card_can_be_printed_alone_and_nothing_else_is_printed_with_it():
    from documents.kinds import Choice, Nothing

    tournament = by_plan("even-odd", 6, 2)
    evening.start_round(tournament, 1)
    stage = tournament.stages.get()
    one = move_papers.gather_cards(stage.pk, Choice(first=3, last=3))
    assert [card["label"] for card in one.data["cards"]] == ["3"] and one.facts == {"cards": 1}
    every = move_papers.gather_cards(stage.pk, Choice())
    assert len(every.data["cards"]) == 6 and len(every.pages()) == 2 and len(one.pages()) == 1
    with pytest.raises(Nothing, match="no-such"):
        move_papers.gather_cards(stage.pk, Choice(first=7))


def test_who_asks_for_some_cards_gets_those_and_all_of_them_without_a_choice(client_for):
    from clubs.roles import Role

    tournament = by_plan("mitchell", 4, 2)
    evening.start_round(tournament, 1)
    key = str(tournament.stages.get().pk)
    desk = client_for(Role.DESK, tournament.club, HTTP_ACCEPT_LANGUAGE="en")
    address = f"/c/{tournament.club.slug}/t/{tournament.slug}/print/ask/"
    for more in ({"first": "2", "last": "2"}, {}):
        assert desk.post(address, {"what": "cards", "key": key, **more}).status_code == 302
    asked = {job.key: job.payload["choice"]["first"] for job in Job.objects.filter(kind="pdf.cards")}
    assert asked == {f"{key}:2-2": 2, key: 0}
    Job.objects.get(key=key).delete()
    found = {paper.what: paper for paper in papers.of_tournament(tournament)}["cards"]
    assert (found.ranged, found.choice.first, found.can_choose, found.can_miss) == ("numbers", 2, True, False)


def test_other_systems_have_neither():
    tournament = by_plan("swiss", 4, 2)
    evening.start_round(tournament, 1)
    assert not {paper.what for paper in papers.of_tournament(tournament)} & {"cards", "moves"}
    with pytest.raises(JobError) as caught:
        moves.gather(tournament.stages.get().pk)
    assert str(caught.value) == "no-plan"
    job = services.ask_movement_cards(tournament.stages.get().pk)
    assert Job.objects.get(pk=job.pk).kind == "pdf.cards"


def test_a_sheet_says_where_its_pairs_go_next_by_a_movement_only():
    tournament = by_plan("even-odd", 7, 3)
    round_ = evening.start_round(tournament, 1)
    told = [table.after for table in sheets.gather(round_.pk)[1].tables]
    assert told[0] == "Next round: Pair 1 is at rest, Pair 2 goes to table 2."
    assert told[1] == "Next round: Pair 3 stays here, Pair 4 goes to table 3."
    swiss = by_plan("swiss", 4, 2)
    assert {table.after for table in sheets.gather(evening.start_round(swiss, 1).pk)[1].tables} == {""}
    last = by_plan("even-odd", 4, 1)
    assert {table.after for table in sheets.gather(evening.start_round(last, 1).pk)[1].tables} == {""}


def test_the_posters_show_the_seal_and_where_to_check():
    choose_address()
    tournament = by_plan("random", 4, 2)
    round_ = evening.start_round(tournament, 1)
    _, data = posters.gather(round_.pk)
    with words.local_to(tournament) as language:
        told = text_of(page.all_to_pdf(posters.pages(data), "t", language, lambda _done, _all: None)[0])
    seal = drawtrail.grouped(tournament.stages.get().commitment)
    assert len(seal) == 79
    for text in told:
        assert seal in text and f"/p/{tournament.club.slug}/{tournament.slug}/draws/" in text
