"""The papers beside sheets and posters: what is on them, how many pages they have, and that every word fits."""

from dataclasses import replace

import pytest
from django.utils import translation

from clubs.models import Club
from core.actors import SYSTEM
from core.models import SiteAddress
from documents import certificates, handouts, list_papers, posters, registry, sheet_papers, wall, ways, words
from documents.kinds import Choice, Nothing
from documents.page import Page, to_pdf
from documents.sheet_form import Head
from documents.sheet_words import Side, Table
from scoring import rules
from tests.documents.helpers import BASE, choose_address, make_evening, misfits, rename, text_of
from tests.documents.test_lists import play
from tests.kept import kept
from tournaments.models import Adjustment, PrizeList, Tournament
from tournaments.services import payments, receipts
from tournaments.standings.prizes import Kind, Prize, Track

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

LONG = (("Maximilienne-Joséphine", "de La Tour d’Auvergne-Lauraguais"), ("Çağrı", "Wolfeschlegelsteinhausenberger"))
HEAD = Head("Saint Martin", "Round 2", "of 4", "Club", "rules: club, version 1", rows=12, has_code=True)
LONG_NAME = "Grand concours de belote coinchée du comité des fêtes de Saint-Rémy-en-Bouzemont-Saint-Genest-et-Isson"
POINTS = [(1000, 944), (944, 1000), (1944, 0), (972, 972)]


@pytest.fixture
@kept
def evening() -> Tournament:
    """Nine pairs of which one rests; a round is played, two pairs have long names, there are prizes and an address."""
    tournament, round_ = make_evening(9, full_names=True)
    rename(tournament.entries.get(number=1), *LONG)
    rename(tournament.entries.get(number=2), *reversed(LONG))
    some = tournament.entries.filter(number__lte=3)
    some.update(home_club="Amicale laïque et sportive de Saint-Jean", category="ladies")
    Adjustment.objects.create(entry=tournament.entries.get(number=5), points=-162, reason="x")
    play(tournament, round_, POINTS)
    ham, rest = Prize("a", Track.RANK, 1, 1, "", "Two hams"), Prize("b", Track.REST, label="A bottle of wine")
    money = Prize("c", Track.RANK, 2, 3, cents=4050, kind=Kind.MONEY)
    PrizeList.objects.create(tournament=tournament, prizes=[one.as_data() for one in (ham, money, rest)])
    receipts.give(payments.receive(tournament.entries.get(number=9).pk, 2000, "cash", SYSTEM).pk, SYSTEM)
    choose_address()
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def gathered(tournament: Tournament, what: str, **chosen: object):
    with words.local_to(tournament):
        return registry.KINDS[what].gather(tournament, Choice(**chosen))


def pages_of(tournament: Tournament, what: str, **chosen: object) -> list[Page]:
    content = gathered(tournament, what, **chosen)
    with words.local_to(tournament):
        return content.pages()


def read(tournament: Tournament, what: str, **chosen: object) -> str:
    return " ".join(text_of(to_pdf(pages_of(tournament, what, **chosen), "t", "en")))


def test_every_word_of_every_paper_fits_its_place_in_french_too(evening):
    evening.club.locale = "fr"
    chosen = [(kind, style, size) for kind in registry.KINDS.values() for style in kind.styles for size in kind.sizes]
    for kind, style, size in chosen:
        if kind.what != "standings":
            made = pages_of(evening, kind.what, style=style, size=size)
            assert made and misfits(made) == [], (kind.what, style, size)


@pytest.mark.parametrize("style", [*(one for one in list_papers.STYLES if one != list_papers.EXPLAINED), "after-1"])
def test_every_word_of_every_list_of_the_standings_fits_its_place_in_french_too(evening, style, monkeypatch):
    evening.club.locale = "fr"
    where = {str(entry.pk): ("ns", "ew")[entry.number % 2] for entry in evening.entries.all()}
    monkeypatch.setattr("tournaments.services.lists._lines", lambda _stage: where)
    made = pages_of(evening, "standings", style=style)
    assert misfits(made) == []
    names = [" ".join(line.split()) for page in made for text in page.texts for line in text.text.split("\n")]
    assert any("Auvergne" in name for name in names)


def test_every_word_of_the_posters_of_a_round_and_of_the_wall_fits_its_place_in_french_too(evening):
    evening.club.locale = "fr"
    evening.name = LONG_NAME
    Club.objects.filter(pk=evening.club_id).update(
        locale="fr", name="Amicale laïque et sportive de Saint-Jean-de-la-Porte"
    )
    Tournament.objects.filter(pk=evening.pk).update(
        name=LONG_NAME, place="Salle polyvalente Léon-Gambetta, rez-de-chaussée"
    )
    with words.local_to(evening):
        assert misfits(posters.pages(posters.gather(evening.stages.get().rounds.get().pk)[1])) == []
        assert misfits(wall.pages(wall.gather(evening.pk)[1])) == []


def test_the_standings_can_be_short_or_by_player_club_and_category(evening):
    whole, short = (gathered(evening, "standings", style=style).data[0]["rows"] for style in ("", "short"))
    assert {len(row) for row in short} == {4}
    assert all(row[:3] == some[:3] and some[3] in row for row, some in zip(whole, short, strict=True))
    titles = {
        style: [paper["title"] for paper in gathered(evening, "standings", style=style).data]
        for style in ("players", "clubs", "categories", "rounds")
    }
    assert titles["players"][0] == "All players" and titles["categories"] == ["Ladies"]
    assert titles["clubs"] == ["Amicale laïque et sportive de Saint-Jean"] and titles["rounds"] == ["Round 1"]
    with pytest.raises(Nothing, match="no-such"):
        gathered(evening, "standings", style="lines")


def test_each_pair_reads_whom_it_met_where_for_what_and_its_place(evening):
    round_ = evening.stages.get().rounds.get()
    match = round_.matches.order_by("board").first()
    mine, other = (seat.participant for seat in match.seats.order_by("side"))
    (text,) = text_of(to_pdf(pages_of(evening, "ways", size="A5", first=mine.number, last=mine.number), "t", "en"))
    assert f"1 {match.games.get().table_no} {other.number} " in text
    assert "1,000 944 1,000" in text and "of 9" in text
    resting = round_.statuses.get(status="bye").entry.number
    (text,) = text_of(to_pdf(pages_of(evening, "ways", size="A5", first=resting, last=resting), "t", "en"))
    assert "900" in text
    with pytest.raises(Nothing, match="no-such"):
        gathered(evening, "ways", first=700, last=800)


def test_two_of_the_sheets_for_each_go_on_a_page(evening):
    assert len(pages_of(evening, "ways", size="A5")) == 9 and len(pages_of(evening, "ways")) == 5


def test_who_met_whom_is_a_square_of_the_points_and_a_line_each_where_there_are_many(evening, monkeypatch):
    (page,) = pages_of(evening, "cross")
    round_ = evening.stages.get().rounds.get()
    square = gathered(evening, "cross").data[2]
    labels = [row[1] for row in square]
    for match in round_.matches.all():
        first, second = (str(seat.participant.number) for seat in match.seats.order_by("side"))
        cell = square[labels.index(first)][4][labels.index(second)]
        assert cell.replace(",", "") in {str(one) for both in POINTS for one in both}
    assert sum(bool(cell) for row in square for cell in row[4]) == 8
    monkeypatch.setattr(ways, "MOST_IN_SQUARE", 8)
    assert ": 1,944" in str(gathered(evening, "cross").data) and page.wide


def test_before_a_round_is_closed_there_is_nothing_to_tell():
    tournament, _ = make_evening(4)
    for what in ("ways", "cross"):
        with pytest.raises(Nothing, match="no-results"):
            gathered(tournament, what)
    for what in ("standings", "certificates"):
        with pytest.raises(Nothing, match="no-standings"):
            gathered(tournament, what)
    with pytest.raises(Nothing, match="no-prizes"):
        gathered(tournament, "prizes")
    with pytest.raises(Nothing, match="no-address"):
        gathered(tournament, "code")


def test_numbers_for_the_tables_are_as_many_as_there_are_tables(evening):
    for size, pages in (("A4", 4), ("A5", 2), ("A6", 1)):
        assert len(pages_of(evening, "tables", size=size)) == pages
    assert gathered(evening, "tables", size="A6", first=3, last=12).facts == {"tables": 10}


def test_a_badge_has_the_players_name_number_and_club(evening):
    badges = gathered(evening, "badges", first=1, last=1).data[2]
    assert [badge["label"] for badge in badges] == ["1", "1"] and badges[0]["club"].startswith("Amicale")
    assert len(pages_of(evening, "badges")) == 2  # 18 players, ten to a sheet


def test_entries_say_who_plays_no_more_and_only_with_fees_what_is_due_and_was_paid(evening):
    evening.entries.filter(number=4).update(status="withdrawn")
    Tournament.objects.filter(pk=evening.pk).update(fee_cents=2000)
    evening.refresh_from_db()
    payments.receive(evening.entries.get(number=3).pk, 1500, "cash", SYSTEM)
    payments.receive(evening.entries.get(number=5).pk, 2000, "cash", SYSTEM)
    plain = gathered(evening, "entries").data[0]
    assert [row[-2] for row in plain["rows"] if row[0] == "4"] == ["withdrawn"] and "€" not in str(plain)
    fees = gathered(evening, "fees").data[0]
    money = {row[0]: row[-4:] for row in fees["rows"]}
    assert money["3"] == ("€20", "€15", "€5", "") and money["5"] == ("€20", "€20", None, "–")
    assert money["1"] == ("€20", None, "€20", "") and money["4"] == (None, None, None, "–")
    assert "still to pay: €105" in fees["note"]  # five that paid nothing, and five of one
    assert registry.KINDS["fees"].right == "MONEY"
    by_name = gathered(evening, "entries", style="names").data[0]["rows"]
    assert [row[0] for row in by_name] != sorted((row[0] for row in by_name), key=int)


def test_certificates_are_for_the_first_places_or_thank_everybody(evening):
    assert len(pages_of(evening, "certificates")) >= 3
    first = gathered(evening, "certificates", first=1, last=1).data[-1]
    assert {one["place"] for one in first} == {"First place"}
    thanks = gathered(evening, "certificates", style=certificates.THANKS)
    with translation.override("en"):
        assert len(thanks.data[-1]) == 9 and all(one["place"] == "" for one in thanks.data[-1])


def test_the_prizes_are_what_there_is_to_win_or_who_has_won_it(evening):
    assert "Two hams" in read(evening, "prizes") and "€40.50" in read(evening, "prizes")
    won = gathered(evening, "prizes", style="won").data[0]
    assert won["note"] and len(won["rows"]) == 9 and won["rows"][0][3] == "Two hams"


def test_the_code_of_the_page_is_that_of_the_address(evening):
    said = gathered(evening, "code").data[1]
    assert said["address"] == f"{BASE}/p/{evening.club.slug}/{evening.slug}/"
    SiteAddress.objects.all().delete()
    with pytest.raises(Nothing, match="no-address"):
        handouts.gather_code_poster(evening, Choice())


def test_only_the_sheets_that_are_not_in_are_printed_again(evening):
    round_ = evening.stages.get().rounds.get()
    done = round_.matches.order_by("board").first().games.get().sheet
    type(done).objects.filter(pk=done.pk).update(state="closed")
    found = sheet_papers.gather(round_.pk, Choice(missing=True))
    assert found.facts["tables"] == 3
    assert sheet_papers.gather(round_.pk, Choice(first=2, last=3)).facts["tables"] == 2
    assert sheet_papers.gather(round_.pk, Choice(first=2, last=3)).data != sheet_papers.gather(round_.pk, Choice()).data
    with pytest.raises(Nothing, match="no-such"):
        sheet_papers.gather(round_.pk, Choice(first=50))


def test_blank_sheets_are_numbered_or_not(evening):
    assert gathered(evening, "blanks", first=4, last=6, count=2).facts == {"tables": 5}
    assert gathered(evening, "blanks").facts == {"tables": sheet_papers.USUAL_BLANKS}
    text = read(evening, "blanks", size="A5", first=4, last=4)
    assert "Table 4" in text and "without a code" in text and "Pair ____ agrees" in text


def tables(count: int, url: str = "") -> list[Table]:
    side = Side("2", tuple(f"{given} {family}" for given, family in LONG))
    return [
        Table(number, 0, (replace(side, number=str(2 * number)), side), url, "ABCD EFGH" if url else "")
        for number in range(1, count + 1)
    ]


@pytest.mark.parametrize(
    "count", [1, 8, 9, 63, 64, *(pytest.param(count, marks=pytest.mark.long) for count in (128, 250))]
)
def test_sheets_of_each_size_have_as_many_pages_as_they_should(count):
    with translation.override("fr"):
        for size, per_page in (("A4", 1), ("A5x2", 2), ("slip-A6x4", 4)):
            made = sheet_papers.pages_of(HEAD, rules.preset("club"), tables(count), size)
            assert len(made) == -(-count // per_page), size


def test_every_word_fits_on_sheets_of_each_size():
    with translation.override("fr"):
        for size in sheet_papers.SIZES:
            made = sheet_papers.pages_of(HEAD, rules.preset("club"), tables(2, f"{BASE}/t/x/"), size)
            assert misfits(made) == [], size


def test_the_piles_of_small_sheets_are_in_order_once_they_are_cut():
    made = sheet_papers.pages_of(HEAD, rules.preset("club"), tables(9), "slip-A6x4")
    numbers = [[part.page.texts[0].text for part in sheet.parts] for sheet in made]
    piles = [[some[place] for some in numbers if place < len(some)] for place in range(4)]
    assert [number for pile in piles for number in pile] == [str(number) for number in range(1, 10)]


def test_a_game_longer_than_a_small_sheet_takes_another_one():
    made = sheet_papers.pages_of(replace(HEAD, rows=24), rules.preset("club"), tables(3), "A5")
    assert len(made) == 6 and misfits(made) == []


@pytest.mark.long
@pytest.mark.parametrize("count", [128, 250])
def test_many_small_sheets_are_as_many_pages_in_the_pdf(count):
    made = sheet_papers.pages_of(HEAD, rules.preset("club"), tables(count), "slip-A6x4")
    texts = text_of(to_pdf(made, "t", "fr"))
    assert len(texts) == -(-count // 4)
    assert all(f"Table {number} " in " ".join(texts) for number in (1, count))


def test_a_choice_is_read_from_a_form_and_nothing_that_is_no_choice():
    kind = registry.KINDS["blanks"]
    sent = {"size": "A5", "style": "x", "first": "3", "last": "1e9", "count": "99999", "missing": "1"}
    found = Choice.of_form(sent, kind)
    assert found == Choice(size="A5", first=3, count=2000)
    assert Choice.of_data({**found.to_data(), "more": 1}) == found and found.key == "A5.3-0.x2000"
    assert Choice.of_form({"size": "A9", "first": "-3"}, registry.SHEETS) == Choice()


def test_the_sheets_for_each_hold_no_ids(evening):
    data = str(gathered(evening, "ways").data)
    assert not any(str(entry.pk) in data for entry in evening.entries.all())
