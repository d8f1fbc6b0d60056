"""The club's list as Excel saved it: Windows-1252, semicolons, every way to write a name and "paid"."""

import pytest

from tests.tournaments.entrylist.helpers import DATA, apply, codes
from tournaments.entrylist import Action, Plan, PlannedRow, Reason, guess_mapping, plan_import, read_table


def read() -> Plan:
    table = read_table((DATA / "inscriptions-excel-fr.csv").read_bytes(), "inscriptions-excel-fr.csv")
    assert (table.encoding, table.delimiter) == ("cp1252", ";")
    return plan_import(table, guess_mapping(table), [])


@pytest.fixture(scope="module")
def plan() -> Plan:
    return read()


@pytest.fixture(scope="module")
def rows(plan: Plan) -> dict[int, PlannedRow]:
    return {row.row_number: row for row in plan.rows}


# Row of the file, number, first player, second player, paid, cents; None: no partner.
TAKEN = [
    (2, 1, "Chantal Gautier", "Véronique Henry", False, None),
    (3, 2, "Christian Fontaine", "Marie-Thérèse Michel", False, None),
    (4, 3, "Martin Jean", "René Denis", True, 1000),
    (5, 4, "C. David", "Monique Dupont", True, 1000),
    (6, 5, "Éric Denis", "Gaël Blanchard", True, None),
    (7, 6, "Gilbert Morin", "Agnès Meunier", True, None),
    (8, 7, "Odile Gaillard", "Yvette Arnaud", True, 1000),
    (9, 8, "Christiane Simon", "Agnès Richard", True, 1000),
    (11, 9, "Émile Morin", "Christiane Noël", True, None),
    (12, 10, "Y. Lucas", "François D'Angelo", True, None),
    (13, 11, "Gwenaëlle Dufour", None, True, None),
    (14, 12, "Aurélie Noël", "René Vincent", None, None),
    (15, 13, "Véronique Le Gall", "Monique Nicolas", False, None),
    (16, 14, "Annie David", None, False, None),
    (17, 15, "Jérôme Kervella", "Bernard Nicolas", None, None),
    (18, 16, "N. Boyer", "René N'Guyen", True, None),
    (19, 17, "Gilbert Chevalier", "Denise Gaudin", True, None),
    (20, 18, "Corinne Richard", "Loïc Morel", True, None),
    (21, 19, "Michel Giraud", "Inès Noël", True, None),
    (22, 20, "Évelyne Legrand", "Stéphane Roche", None, None),
    (23, 21, "Nadège Dumont", "Nathalie François", True, 1000),
    (24, 22, "A. Henry", "Pierre Lefèvre", False, None),
    (25, 23, "Martine Richard", "Hervé Barbier", True, None),
    (26, 24, "Martine Le Goff", "Simone Le Gall", True, 1000),
    (27, 25, "Agnès Mercier", "Maëlle Le Gall", False, None),
    (28, 26, "Roger Roussel", "Christiane Bertrand", True, None),
    (29, 27, "Jacqueline Meyer", "Kévin Perrin", True, 1000),
    (30, 28, "H. Renard", "Michel Mercier", False, None),
    (31, 29, "Monique Lemaire", "Anne-Marie Gaudin", None, None),
    (32, 30, "Annie Gautier", "René Noël", True, None),
    (33, 31, "Christian Garnier", "Christiane Blanchard", False, None),
    (34, 32, "René Leclerc", "Hervé Garnier", True, None),
    (35, 33, "Aurélie Brunet", "Émile Leroy", True, None),
]


@pytest.mark.parametrize(("row_number", "number", "first", "second", "paid", "cents"), TAKEN)
def test_a_row_is_taken_as_the_club_meant_it(rows, row_number, number, first, second, paid, cents):
    row = rows[row_number]
    names = [player.name for player in row.players] + ([None] if len(row.players) == 1 else [])
    assert (row.action, row.number, names, row.paid, row.amount_cents) == (
        Action.TAKEN,
        number,
        [first, second],
        paid,
        cents,
    )


def test_the_rest_is_refused_skipped_or_blank_with_its_reason(rows):
    others = {number: row for number, row in rows.items() if row.action is not Action.TAKEN}
    assert {number: (row.action, list(row.reasons)) for number, row in others.items()} == {
        10: (Action.BLANK, []),
        36: (Action.REFUSED, [Reason("same_pair", {"row": 4})]),
        37: (
            Action.REFUSED,
            [
                Reason("player_twice_row", {"name": "Éric Denis", "row": 6}),
                Reason("number_also_row", {"number": 34, "row": 36}),
            ],
        ),
        38: (Action.SKIPPED, [Reason("total_row")]),
        39: (Action.BLANK, []),
    }


def test_only_the_name_that_can_be_read_both_ways_is_not_sure(rows):
    unsure = [player.name for row in rows.values() for player in row.players if not player.sure]
    assert unsure == ["Martin Jean", "Martin Jean"]  # row 4 and its double, row 36
    assert codes(rows[4]) == ["name_order_unknown"]


def test_players_without_partner_are_kept_and_said(rows):
    assert {number: codes(row) for number, row in rows.items() if "no_partner" in codes(row)} == {
        13: ["no_partner"],
        16: ["no_partner"],
    }


def test_telephones_are_dropped_and_leave_no_trace(plan):
    assert plan.dropped_columns == ("Tél.",)
    assert plan.unused_columns == ()
    assert "0600000000" not in str(plan) and "06 00" not in str(plan)


def test_clubs_are_kept_with_their_accents(rows):
    assert {row.club for row in rows.values() if row.action is Action.TAKEN} >= {
        "Belote Drômoise",
        "Contrée de Provence",
        "Amicale d'Armor",
        "",
    }


def test_counts(plan):
    assert plan.counts == {"taken": 33, "changed": 0, "unchanged": 0, "refused": 2, "skipped": 1, "blank": 2}


def test_the_same_file_again_changes_nothing(plan):
    table = read_table((DATA / "inscriptions-excel-fr.csv").read_bytes(), "x.csv")
    again = plan_import(table, guess_mapping(table), apply(plan))
    assert again.changes_nothing
    assert again.counts == {"taken": 0, "changed": 0, "unchanged": 33, "refused": 2, "skipped": 1, "blank": 2}


def test_the_digest_is_the_same_for_the_same_file_and_state(plan):
    assert read().digest == plan.digest
