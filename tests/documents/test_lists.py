"""Lists on paper: standings in both flavours, a season, the posters of a draw."""

import pytest

from clubs import names
from documents import lists, page, posters, services, standings, words
from tests.documents.helpers import make_evening, rename, text_of
from tournaments.models import Adjustment, Publication, Result, Round, Standing
from tournaments.services.results import standings_figures

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def play(tournament, round_, points):
    """Close the round with these points of each side, table by table; who rests marks 900."""
    for match, (first, second) in zip(round_.matches.order_by("board"), points, strict=True):
        game = match.games.get()
        for seat, mine, theirs in zip(match.seats.order_by("side"), (first, second), (second, first), strict=True):
            Result.objects.create(
                game=game, round=round_, entry=seat.participant, points_for=mine, points_against=theirs
            )
    for status in round_.statuses.filter(status="bye"):
        Result.objects.create(
            round=round_, entry=status.entry, points_for=900, points_against=900, source=Result.Source.BYE
        )
    Round.objects.filter(pk=round_.pk).update(state=Round.State.CLOSED)
    return Standing.objects.create(tournament=tournament, revision=1, figures=standings_figures(tournament))


def pdf_of(found, tournament):
    with words.local_to(tournament) as language:
        return page.all_to_pdf(lists.pages(found.paper), "t", language, lambda _done, _all: None)[0]


def test_standings_have_places_numbers_names_rounds_totals_and_what_decided():
    tournament, round_ = make_evening(9)
    Adjustment.objects.create(entry=tournament.entries.get(number=5), points=-162, reason="x")
    play(tournament, round_, [(1000, 944), (944, 1000), (1944, 0), (972, 972)])
    rename(tournament.entries.first(), ("Jean", "Dupont"), ("Zoé", "Cœur"))
    paper = standings.of_hall(tournament).paper
    assert [column.title for column in paper.columns] == [
        "Place",
        "No.",
        "Names",
        "R1",
        "Penalties, bonuses",
        "Total",
        "Equal points decided by",
    ]
    ranks = [row[0] for row in paper.rows]
    assert ranks == [1, 2, 2, 4, 4, 6, 6, 8, 9]
    by_number = {row[1]: row for row in paper.rows}
    assert by_number["5"][3:6] == ("1,944", "−162", 1782)
    assert by_number["1"][6] == "equal" and by_number["9"][3] == "900\u00a0r"
    [words_of_page] = text_of(pdf_of(standings.of_hall(tournament), tournament))
    assert "Jean Dupont – Zoé Cœur" in words_of_page and "r rest" in words_of_page
    assert "After round 1 of 4 · computed at" in words_of_page and "page 1 of 1" in words_of_page


def test_a_round_still_played_makes_the_standings_provisional():
    tournament, round_ = make_evening(4)
    play(tournament, round_, [(1000, 944), (900, 1044)])
    Round.objects.filter(pk=round_.pk).update(state=Round.State.PLAYING)
    assert standings.of_hall(tournament).paper.note.startswith("Provisional: round 1 of 4 is being played, 0 of 2")


def test_public_standings_show_names_by_consent_and_hall_standings_whole_ones():
    tournament, round_ = make_evening(2)
    first = tournament.entries.first()
    rename(first, ("Jean", "Dupont"), ("Zoé", "Martin"))
    standing = play(tournament, round_, [(1000, 944)])
    publication = Publication.objects.create(
        tournament=tournament,
        what="standings",
        round=round_,
        version=1,
        revision=1,
        figures=standing.figures,
        sha256="",
    )
    [public] = text_of(pdf_of(standings.of_public(publication), tournament))
    [hall] = text_of(pdf_of(standings.of_hall(tournament), tournament))
    assert "Jean D. – Zoé M." in public and "Dupont" not in public
    assert "Jean Dupont – Zoé Martin" in hall
    before = standings.of_public(publication).content_key()
    tournament.full_names = True
    tournament.save()
    publication.refresh_from_db()
    assert "Jean Dupont" in text_of(pdf_of(standings.of_public(publication), tournament))[0]
    assert standings.of_public(publication).content_key() != before


@pytest.mark.parametrize("count", [0, 1, 33, 34, 100])
def test_a_list_has_as_many_pages_as_its_rows_need(count):
    rows = [(n + 1, f"Player {n}", 5) for n in range(count)]
    pdf = services.season_pdf("Ranking", "Region", ["Place", "Player", "Points"], rows, language="en")
    pages = text_of(pdf)
    assert len(pages) == max(1, -(-count // 33))
    assert all(f"page {number} of {len(pages)}" in text for number, text in enumerate(pages, start=1))
    assert sum(text.count("Player ") for text in pages) - len(pages) <= count
    assert not count or f"Player {count - 1}" in pages[-1]


def test_many_rounds_turn_the_list_on_its_side():
    columns = (lists.Column("Names", "words"), *(lists.Column(f"R{n}") for n in range(12)))
    row = (("Maximilienne Vandenbroucke", "Jean-Pierre Schwarzenberg"), *(["1,234"] * 12))
    paper = lists.ListPaper("T", "o", "", columns, (row,) * 3, "f")
    [made] = lists.pages(paper)
    assert made.wide
    assert "Vandenbroucke" in text_of(page.to_pdf([made], "t", "en"))[0]


def test_however_many_rounds_the_columns_still_end_inside_the_page():
    columns = (lists.Column("Names", "words"), *(lists.Column(f"R{n}") for n in range(25)))
    paper = lists.ListPaper("T", "o", "", columns, ((("A B", "C D"), *([1234] * 25)),), "f")
    plan = lists._layout(paper)
    assert plan.lefts[-1] + plan.widths[-1] <= 297 - lists.MARGIN + 0.1


def test_posters_list_players_by_name_with_their_table_and_byes_last_by_table():
    tournament, round_ = make_evening(5)
    entries = list(tournament.entries.order_by("number"))
    rename(entries[0], ("Marie-Thérèse", "de La Tour d’Auvergne"), ("Çağrı", "Ağaoğlu"))
    rename(entries[4], ("Yves", "Zuber"), ("Anne", "Abgrall"))
    for member in tournament.members.select_related("person"):
        person = member.person
        person.sort_key = names.sort_key(person.family, person.given)
        person.save()
    _, data = posters.gather(round_.pk)
    assert [player.key for player in data.players] == sorted(player.key for player in data.players)
    found = {player.strong: player for player in data.players}
    assert found["La Tour d’Auvergne (de)"].table == 1 and found["Zuber"].table == 0
    assert [line.table for line in data.tables] == [1, 2, 0]
    with words.local_to(tournament):
        pdf = page.to_pdf(posters.pages(data), "t", "en")
    by_name, by_table = text_of(pdf)
    assert "10 players by name, poster 1 of 1" in by_name and "Ağaoğlu Çağrı" in by_name
    assert by_table.index("Yves Zuber") > by_table.index("Çağrı Ağaoğlu") and "Bye" in by_table


@pytest.mark.parametrize(
    ("family", "shown"),
    [
        ("de La Tour", "La Tour (de)"),
        ("D'Amico", "Amico (D')"),
        ("d’Ormesson", "Ormesson (d’)"),
        ("Le Goff", "Le Goff"),
        ("Denis", "Denis"),
        ("Du", "Du"),
        ("", ""),
    ],
)
def test_a_particle_stands_behind_the_name_as_it_is_sorted(family, shown):
    assert posters.in_index(family) == shown
    assert names.sort_key(family, "") == names.search_key(shown.split(" (")[0])


def test_forty_eight_names_a_poster_and_the_corner_tells_where_it_ends():
    _, round_ = make_evening(26)
    _, data = posters.gather(round_.pk)
    made = posters._by_name(data)
    assert len(data.players) == 52 and len(made) == 2
    players = [posters.Player(name.casefold(), name, "", 1) for name in ("Abgrall", "Le Goff", "Le Roux", "Le Ster")]
    assert posters._corner(players, 0, 3) == "A – Le R"
    assert posters._corner(players, 3, 4) == "Le S – L"
