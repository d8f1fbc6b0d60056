"""Lists of single players, as they come."""

import pytest
from django.utils import translation

from tests.tournaments.entrylist.helpers import DATA, apply, codes
from tournaments.entrylist import (
    ExistingEntry,
    ExistingPlayer,
    Plan,
    SingleLine,
    guess_mapping,
    parse_single_line,
    plan_import,
    read_text,
)
from tournaments.entrylist.words import message


def plan_of(text: str, existing: list[ExistingEntry] | None = None) -> Plan:
    table = read_text(text)
    return plan_import(table, guess_mapping(table, 1), existing or [], 1)


def entered(plan: Plan) -> list[tuple[int | None, str]]:
    return [(row.number, row.players[0].name) for row in plan.rows if row.creates]


def test_the_list_of_45_players_is_taken_line_by_line() -> None:
    text = (DATA / "melee-45.txt").read_text(encoding="utf-8")
    plan = plan_of(text)
    assert entered(plan) == [
        (int(number), name) for number, name in (line.split(". ", 1) for line in text.strip().split("\n"))
    ]
    assert {code for row in plan.rows for code in codes(row)} <= {"name_order_unknown"}
    existing = apply(plan)
    assert plan_of(text, existing).changes_nothing


@pytest.mark.parametrize(
    ("line", "number", "names"),
    [
        ("1. Monique Rivière", 1, ("Monique Rivière",)),
        ("12 - Jean Dupont", 12, ("Jean Dupont",)),
        ("n°12 DUPONT Jean", 12, ("DUPONT Jean",)),
        ("12) Dupont, Jean", 12, ("Dupont, Jean",)),
        ("• Jean Dupont", None, ("Jean Dupont",)),
        ("Anne-Marie Arnaud", None, ("Anne-Marie Arnaud",)),
        ("Agnès De La Tour", None, ("Agnès De La Tour",)),
        ("Jean Dupont / ?", None, ("Jean Dupont",)),
        ("Jean Dupont + cherche partenaire", None, ("Jean Dupont",)),
        ("7 Jean Dupont cherche un partenaire", 7, ("Jean Dupont",)),
        ("Jean Dupont + Anne Martin", None, ("Jean Dupont", "Anne Martin")),
        ("Jean Dupont et Anne", None, ("Jean Dupont", "Anne")),
        ("Jean Dupont, Martin Anne", None, ("Jean Dupont", "Martin Anne")),
        ("Absalon Jean", None, ("Absalon Jean",)),
        ("", None, ()),
        ("12", None, ()),
    ],
)
def test_a_line_gives_its_number_and_its_names(line: str, number: int | None, names: tuple[str, ...]) -> None:
    assert parse_single_line(line) == SingleLine(number, names)


@pytest.mark.parametrize(
    "line",
    ["Jean Dupont 1/2", "½ Jean Dupont", "Jean Dupont - arrive à 21 h", "Jean Dupont, en retard", "Jean Dupont - ok"],
)
def test_halves_and_remarks_beside_a_name_are_left_out_and_said(line: str) -> None:
    assert parse_single_line(line) == SingleLine(None, ("Jean Dupont",), remarks=True)
    row = plan_of(f"{line}\nAnne Martin\nLuc Petit\n").rows[0]
    assert (row.players[0].name, "remark_removed" in codes(row)) == ("Jean Dupont", True)


@pytest.mark.parametrize(
    "line",
    [
        "Jean Dupont absent",
        "Jean Dupont (absente)",
        "3. Jean Dupont - excusé",
        "Jean Dupont ABS.",
        "absent : Jean Dupont",
    ],
)
def test_who_is_said_to_be_absent_is_entered_as_absent(line: str) -> None:
    (row,) = plan_of(line).rows
    assert (row.players[0].name, row.present, "said_absent" in codes(row)) == ("Jean Dupont", False, True)


@pytest.mark.parametrize(
    "line",
    [
        "Jean Dupont 06 12 34 56 78",
        "Jean Dupont : 06.12.34.56.78",
        "Jean Dupont tél. 0612345678",
        "Jean Dupont (tel 06 12 34 56 78)",
        "jean.dupont@poste.example Jean Dupont",
    ],
)
def test_telephones_and_addresses_beside_a_name_go(line: str) -> None:
    (row,) = plan_of(line).rows
    assert row.players[0].name == "Jean Dupont"
    assert {"contact_removed", "comment_removed"} & set(codes(row))
    assert not any(sign in str(row.to_dict()) for sign in ("06", "@"))


def test_a_title_above_the_numbered_lines_and_a_total_below_are_no_players() -> None:
    plan = plan_of("Mêlée du vendredi\n\n1. Jean Dupont\n2. Anne Martin\n3. Luc Petit\n4. Marc Roy\nTotal 4\n")
    assert [name for _, name in entered(plan)] == ["Jean Dupont", "Anne Martin", "Luc Petit", "Marc Roy"]
    assert plan.counts["skipped"] == 2
    # Where the lines are not numbered the first may be a player.
    assert len(entered(plan_of("Jean Dupont\nAnne Martin\n"))) == 2


def test_a_heading_over_the_names_is_none() -> None:
    assert entered(plan_of("Liste des joueurs\nJean Dupont\nAnne Martin\n")) == [(1, "Jean Dupont"), (2, "Anne Martin")]


def test_columns_are_understood_with_and_without_headings() -> None:
    with_heads = plan_of(
        "N°;Nom;Prénom;Club;Téléphone\n1;DUPONT;Jean;Pons;0612345678\n2;MARTIN;Anne;Jonzac;0612345679\n"
    )
    assert entered(with_heads) == [(1, "Jean Dupont"), (2, "Anne Martin")]
    assert [row.club for row in with_heads.rows] == ["Pons", "Jonzac"]
    assert with_heads.dropped_columns == ("Téléphone",)
    without = plan_of("Dupont;Jean\nMartin;Anne\nPetit;Lucie\nRoux;Denise\n")
    assert [name for _, name in entered(without)] == ["Jean Dupont", "Anne Martin", "Lucie Petit", "Denise Roux"]


def test_two_on_a_line_are_refused_with_the_reason() -> None:
    plan = plan_of("Jean Dupont / Anne Martin\nLuc Petit\n")
    assert [(row.action.value, codes(row)) for row in plan.rows] == [
        ("refused", ["too_many_for_single"]),
        ("taken", ["number_given"]),
    ]
    pairs = plan_of("Joueur 1;Joueur 2\nJean Dupont;Anne Martin\n")
    assert codes(pairs.rows[0]) == ["too_many_for_single"]
    with translation.override("en"):
        assert message("too_many_for_single", {"count": 2}).startswith("2 names here")


def test_nobody_in_a_list_of_single_players_looks_for_a_partner() -> None:
    assert "no_partner" not in codes(plan_of("Jean Dupont\n").rows[0])


def test_a_player_twice_is_refused_and_names_the_first_row() -> None:
    plan = plan_of("Jean Dupont\nDUPONT Jean\n")
    assert [(row.action.value, codes(row)) for row in plan.rows] == [
        ("taken", ["number_given"]),
        ("refused", ["same_single"]),
    ]


def test_what_is_said_of_an_entry_speaks_of_the_player() -> None:
    known = ExistingEntry("x", 7, (ExistingPlayer("Dupont", "Jean"),))
    assert codes(plan_of("3. DUPONT Jean\n", [known]).rows[0]) == ["number_kept_single"]
    gone = ExistingEntry("x", 7, (ExistingPlayer("Dupont", "Jean"),), withdrawn=True)
    assert codes(plan_of("DUPONT Jean\n", [gone]).rows[0]) == ["entry_withdrawn_single"]
    assert "may_be_same_entry_single" in codes(plan_of("DUPONT J.\n", [known]).rows[0])
    with translation.override("en"):
        for code in ("number_kept", "entry_withdrawn", "may_be_same_entry", "namesake_entry", "licence_twice_entry"):
            params: dict[str, str | int] = {"wanted": 1, "number": 2, "name": "A", "other": "B"}
            assert "pair" not in message(f"{code}_single", params)


def test_a_plan_for_pairs_is_not_one_for_players() -> None:
    table = read_text("Jean Dupont\n")
    digests = {plan_import(table, guess_mapping(table, seats), [], seats).digest for seats in (1, 2)}
    assert len(digests) == 2
