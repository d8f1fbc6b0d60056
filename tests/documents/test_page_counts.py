"""Papers of halls of any size: as many pages as they should, the last row on the last one, who rests last and labelled,
and every word inside its place, however long the names. All of made-up data: laid out, with no database behind it."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.utils import translation

from documents import handouts, lists, move_papers, posters
from documents.handouts import Badge
from documents.lists import Cell, Column, ListPaper
from documents.moves import Card, GridRow, Line, Papers
from documents.page import Page
from documents.posters import Player, Posters, Seated
from tests.documents.helpers import misfits

#: Tables of a hall: on both sides of where a page is full, and as many as there ever are.
HALLS = [1, 9, *(pytest.param(count, marks=pytest.mark.long) for count in (8, 63, 64, 128, 250))]
GIVEN = ("Zoé", "Maximilienne-Joséphine", "Jean-Pierre", "Çağrı", "Yves")
FAMILY = (
    "de La Tour d’Auvergne-Lauraguais",
    "Roux",
    "Wolfeschlegelsteinhausenberger",
    "Le Goff",
    "Ağaoğlu",
    "Ib",
    "Cœur",
)
OVER = "Grand concours de belote coinchée du comité des fêtes de Saint-Rémy-en-Bouzemont, samedi 28 novembre 2026"
SEAL = (
    "Sceau des tirages, fixé avant le premier : après le dernier, chacun peut vérifier que personne n’a choisi.",
    "-".join(["a1b2"] * 16),
)


@pytest.fixture(autouse=True)
def french() -> Iterator[None]:
    with translation.override("fr"):
        yield


def player(number: int) -> tuple[str, str]:
    """Given and family name: 35 different ones, short and long."""
    return GIVEN[number % len(GIVEN)], FAMILY[number % len(FAMILY)]


def pair(number: int) -> tuple[str, tuple[str, ...]]:
    return str(number), tuple(" ".join(player(one)) for one in (2 * number, 2 * number + 1))


def pages_for(things: int, per_page: int) -> int:
    return -(-things // per_page)


def said(page: Page) -> list[str]:
    """The lines of a page and of what was placed on it, as they were written."""
    return [line for one in page.all_parts() for text in one.texts for line in f"{text.text}{text.after}".split("\n")]


def joined(page: Page) -> str:
    """The same as one text, names broken over two lines made whole."""
    return " ".join(said(page))


def in_cards(pages: list[Page]) -> list[str]:
    """What stands in the cards of a poster, from the top down."""
    return [text.text for page in pages for text in page.texts if text.align == "center"]


def cards_of(table: str, tables: int) -> list[str]:
    """The pairs of a line by table."""
    return [str(2 * tables + 1)] if table == "Exempt" else [str(2 * int(table) - 1), str(2 * int(table))]


def draw(tables: int) -> Posters:
    """The posters of a draw in which one pair rests."""
    last = 2 * tables + 1
    seated = [Seated(number, ((pair(2 * number - 1),), (pair(2 * number),))) for number in range(1, tables + 1)]
    players = [
        Player(f"{place:04}", family, given, min(place // 4 + 1, tables + 1) % (tables + 1))
        for place, (given, family) in ((place, player(place)) for place in range(2 * last))
    ]
    title = "Tour 12 (qualification) : votre table"
    return Posters(
        "fr",
        title,
        OVER,
        "Tirage publié le 28/11 à 20:31, version 2",
        tuple(players),
        (*seated, Seated(0, ((pair(last),),))),
        SEAL,
    )


@pytest.mark.parametrize("tables", HALLS)
def test_posters_of_a_draw_have_everybody_by_name_and_every_table_with_who_rests_last(tables: int) -> None:
    found = draw(tables)
    made = posters.pages(found)
    by_table = posters.by_table(found)
    by_name = made[: -len(by_table)]
    assert len(by_name) == pages_for(4 * tables + 2, 48) and len(by_table) == pages_for(tables + 1, 20)
    assert misfits(made) == []
    # Who rests has the word where others have a table: by name among the others, by table below all of them.
    assert in_cards(by_name) == [str(one.table) if one.table else "Exempt" for one in found.players]
    numbers = [text.text for page in by_table for text in page.texts if text.color == "#fff"]
    assert numbers == [*map(str, range(1, tables + 1)), "Exempt"]
    assert in_cards(by_table) == [one for line in numbers for one in (line, *cards_of(line, tables))]
    given, family = player(4 * tables + 1)
    assert family in joined(by_name[-1]) and given in joined(by_name[-1])


def test_the_poster_by_table_holds_two_players_a_side_and_a_team_that_rests() -> None:
    """A mêlée seats players one by one; a team without a name rests under the names of all its players."""
    sides = tuple(tuple((str(one), pair(one)[1][:1]) for one in two) for two in ((101, 102), (103, 104)))
    resting = ("105", (" – ".join(" ".join(player(one)) for one in range(4)),))
    found = replace(draw(1), tables=(Seated(1, sides), Seated(0, ((resting,),))))
    (page,) = posters.by_table(found)
    assert misfits([page]) == []
    assert in_cards([page]) == ["1", "101", "102", "103", "104", "Exempt", "105"]


def card(label: str, rounds: int) -> Card:
    lines = tuple(
        Line(str(one), str(one), "AB"[one % 2], "", "rest" if one == 2 else str(one), str(one), "→ 250")
        for one in range(1, rounds + 1)
    )
    say = "Après chaque tour, montez d’une table ; de la table 250, allez à la table 1."
    return Card(number=int(label), label=label, names=pair(int(label))[1], say=say, lines=lines)


def movement(tables: int, rounds: int, system: str) -> Papers:
    """A plan of moves: by table, or by entry where only the draw of each round says where."""
    by_table = system == "even-odd"
    last = 2 * tables + 1
    grid = [
        GridRow(
            str(one),
            () if by_table else pair(one)[1],
            tuple(f"{one} – {last}" if by_table else str(last) for _ in range(rounds)),
        )
        for one in range(1, (tables if by_table else last) + 1)
    ]
    rules = (
        "Les numéros impairs restent à leur table.",
        "Les numéros pairs se déplacent après chaque tour : à la table suivante, de la table 250 à la table 1.",
    )
    steps = tuple((one, one % tables + 1) for one in range(1, tables + 1))
    return Papers(
        language="fr",
        system=system,
        over=OVER,
        noun="doublette",
        cards=tuple(card(str(one), rounds) for one in range(1, last + 1)),
        rules=rules if by_table else (),
        movers="Numéros pairs",
        steps=steps if by_table else (),
        rounds=tuple(range(1, rounds + 1)),
        grid=tuple(grid),
        seal=SEAL,
    )


@pytest.mark.parametrize("tables", HALLS)
@pytest.mark.parametrize(("rounds", "per_page"), [(7, 4), (15, 2)])
def test_movement_cards_are_cut_from_as_many_pages_and_the_last_pair_has_one(
    tables: int, rounds: int, per_page: int
) -> None:
    last = 2 * tables + 1
    made = move_papers.cards(movement(tables, rounds, "even-odd"))
    assert len(made) == pages_for(last, per_page)
    assert misfits(made) == []
    assert [text.text for page in made for text in page.texts if text.height == 15] == list(
        map(str, range(1, last + 1))
    )
    assert sum(one.startswith("Si l’affiche du tour") for page in made for one in said(page)) == last


@pytest.mark.parametrize("tables", HALLS)
def test_the_poster_of_moves_has_its_rules_and_a_line_a_table_or_a_pair(tables: int) -> None:
    last = 2 * tables + 1
    for system, rows, rounds, blocks, first in (("even-odd", tables, 7, 1, 1), ("round-robin", last, 11, 2, 0)):
        made = move_papers.poster(movement(tables, rounds, system))
        plans = made[first:]
        assert len(plans) == blocks * pages_for(rows, 33), system
        assert misfits(made) == [], system
        assert all(str(rows) in said(plans[block * len(plans) // blocks - 1]) for block in range(1, blocks + 1)), system
        if first:
            arrows = [text for text in made[0].texts if text.text == "→"]
            assert len(arrows) == tables


@pytest.mark.parametrize("tables", HALLS)
def test_numbers_for_the_tables_are_on_one_sheet_each_or_two_or_four(tables: int) -> None:
    for size, per_page in (("A4", 1), ("A5", 2), ("A6", 4)):
        made = handouts.table_cards(range(1, tables + 1), OVER, size)
        assert len(made) == pages_for(tables, per_page), size
        assert misfits(made) == [], size
        numbers = sorted(int(one) for page in made for one in said(page) if one.isdigit())
        sides = 2 if size == "A4" else 1
        assert numbers == sorted([*range(1, tables + 1)] * sides), size


@pytest.mark.parametrize("tables", HALLS)
def test_badges_are_ten_to_a_sheet_and_everybody_has_one(tables: int) -> None:
    last = 2 * tables + 1
    club = "Amicale laïque et sportive de Saint-Jean-de-la-Porte"
    badges = [Badge(name, *(label, club)) for label, names in map(pair, range(1, last + 1)) for name in names]
    made = handouts.badge_pages(badges, OVER, "samedi 28 novembre 2026")
    assert len(made) == pages_for(2 * last, 10)
    assert misfits(made) == []
    assert said(made[-1]).count(str(last)) == 2
    assert badges[-1].name in joined(made[-1])


def standings_of(pairs: int) -> ListPaper:
    columns = (
        Column("Place"),
        Column("N°", "card"),
        Column("Noms", "words"),
        *(Column(f"T{one}") for one in range(1, 5)),
        Column("Pénalités, bonus"),
        Column("Total", "strong"),
        Column("Égalités départagées par", "note"),
    )
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (place, *pair(place), *(["1 944"] * 4), "−162", 7776 - place, "différence : +1 044, à égalité")
        for place in range(1, pairs + 1)
    )
    return ListPaper("Classement, Nord-Sud", OVER, "Après le tour 4 sur 4", columns, rows, "Amicale laïque", "e exempt")


@pytest.mark.parametrize("tables", HALLS)
def test_standings_have_their_last_row_on_the_last_page(tables: int) -> None:
    pairs = 2 * tables
    paper = standings_of(pairs)
    made = lists.pages(paper)
    # Names beside so many figures lie on their side.
    assert made[0].wide and len(made) == pages_for(pairs, 21)
    assert misfits(made) == []
    assert f"{7776 - pairs:,}".replace(",", "\u202f") in said(made[-1]) or f"{7776 - pairs}" in joined(made[-1])
    upright = lists.pages(
        ListPaper("Classement", OVER, "", paper.columns[:3], tuple(row[:3] for row in paper.rows), "")
    )
    assert len(upright) == pages_for(pairs, 33) and misfits(upright) == []
    assert str(pairs) in said(upright[-1]) and f"page {len(upright)} sur {len(upright)}" in joined(upright[-1])
