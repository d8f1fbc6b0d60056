"""What a list does to a tournament."""

from dataclasses import replace

import pytest

from tests.tournaments.entrylist.helpers import apply, codes, plan_of
from tournaments.entrylist import (
    Action,
    EntryListError,
    ExistingEntry,
    ExistingPlayer,
    Plan,
    PlannedRow,
    Reason,
    Role,
    guess_mapping,
    plan_import,
    read_text,
)

HEAD = "N°;Joueur 1;Joueur 2;Club;Cat.;Payé;Présent\n"


def rows_of(body: str, *existing: ExistingEntry) -> tuple[PlannedRow, ...]:
    return plan_of(HEAD + body, existing).rows


def entry(number: int | None, *names: tuple[str, str], **values: object) -> ExistingEntry:
    players = tuple(ExistingPlayer(family, given) for family, given in names)
    made = ExistingEntry(id=f"e{number}", number=number, players=players)
    return replace(made, **values)  # type: ignore[arg-type]


A, B, C, D = ("Dupont", "Jean"), ("Petit", "Anne"), ("Morel", "Luc"), ("Blanc", "Léa")


@pytest.mark.parametrize(
    "second",
    ["DUPONT Jean;PETIT Anne", "PETIT Anne;DUPONT Jean", "Dupont, Jean;anne petit", "jean dupont;Petit  Anne"],
)
def test_a_pair_twice_in_any_order_and_spelling_is_refused_naming_the_first(second):
    first, again = rows_of(f"1;DUPONT Jean;PETIT Anne;;;;\n2;{second};;;;\n")
    assert (first.action, again.action) == (Action.TAKEN, Action.REFUSED)
    assert again.reasons == (Reason("same_pair", {"row": 2}),)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("non", "oui", ["same_pair", "paid_only_here"]),
        ("", "10 €", ["same_pair", "paid_only_here"]),
        ("oui", "non", ["same_pair", "paid_only_there"]),
        ("10 €", "oui", ["same_pair"]),
        ("oui", "", ["same_pair"]),
    ],
)
def test_a_pair_twice_that_disagrees_on_payment_says_so_and_keeps_the_first(first, second, expected):
    rows = rows_of(f"1;DUPONT Jean;PETIT Anne;;;{first};\n2;PETIT Anne;DUPONT Jean;;;{second};\n")
    assert codes(rows[1]) == expected


def test_a_player_in_two_pairs_is_refused_naming_him_and_the_row():
    rows = rows_of("1;DUPONT Jean;PETIT Anne;;;;\n2;MOREL Luc;jean dupont;;;;\n3;MOREL Luc;BLANC Léa;;;;\n")
    assert [row.action for row in rows] == [Action.TAKEN, Action.REFUSED, Action.TAKEN]
    assert rows[1].reasons == (Reason("player_twice_row", {"name": "Jean Dupont", "row": 2}),)


def test_the_same_name_twice_in_a_row_is_refused():
    assert codes(rows_of("1;DUPONT Jean;Jean Dupont;;;;\n")[0]) == ["same_player_in_row"]


def test_a_number_twice_gives_the_second_the_next_free_one_and_names_the_first():
    rows = rows_of("5;DUPONT Jean;PETIT Anne;;;;\n5;MOREL Luc;BLANC Léa;;;;\n7;ROUX Paul;FAURE Zoé;;;;\n")
    assert [(row.action, row.number) for row in rows] == [(Action.TAKEN, 5), (Action.CHANGED, 8), (Action.TAKEN, 7)]
    assert rows[1].reasons == (Reason("number_taken_row", {"number": 5, "given": 8, "row": 2}),)
    assert rows[1].creates


def test_a_number_of_the_tournament_is_not_given_again_even_of_a_pair_that_left():
    rows = rows_of("5;DUPONT Jean;PETIT Anne;;;;\n", entry(5, C, D, withdrawn=True))
    assert (rows[0].action, rows[0].number) == (Action.CHANGED, 6)
    assert codes(rows[0]) == ["number_taken_entry"]


def test_rows_without_number_get_the_next_ones():
    rows = rows_of(";DUPONT Jean;PETIT Anne;;;;\n3 bis;MOREL Luc;BLANC Léa;;;;\n4;ROUX Paul;FAURE Zoé;;;;\n")
    assert [(row.number, codes(row)) for row in rows] == [
        (5, ["number_given"]),
        (6, ["number_unreadable", "number_given"]),
        (4, []),
    ]


@pytest.mark.parametrize("cell", ["", "?", "? (cherche partenaire)", "cherche un partenaire", "-", "seul"])
def test_a_player_without_partner_is_entered_alone(cell):
    row = rows_of(f"1;DUPONT Jean;{cell};;;;\n")[0]
    assert (row.action, row.complete, [p.name for p in row.players]) == (Action.TAKEN, False, ["Jean Dupont"])
    assert codes(row) == ["no_partner"]


def test_a_player_alone_and_again_in_a_pair_is_refused():
    rows = rows_of("1;DUPONT Jean;;;;;\n2;DUPONT Jean;PETIT Anne;;;;\n3;DUPONT Jean;?;;;;\n")
    assert [codes(row) for row in rows] == [["no_partner"], ["player_twice_row"], ["same_single"]]


def test_a_partner_found_later_joins_the_entry_and_comes_second():
    plan = plan_of(HEAD + "1;PETIT Anne;DUPONT Jean;;;;\n", [entry(1, A)])
    (row,) = plan.rows
    assert (row.action, row.existing_id, row.updates) == (Action.CHANGED, "e1", True)
    assert [p.family for p in row.players] == ["Dupont", "Petit"]
    assert row.reasons == (Reason("partner_found", {"name": "Anne Petit"}),)
    assert plan_of(HEAD + "1;PETIT Anne;DUPONT Jean;;;;\n", apply(plan, [entry(1, A)])).changes_nothing


def test_two_players_alone_in_the_tournament_are_not_made_a_pair_by_a_list():
    row = rows_of("1;DUPONT Jean;PETIT Anne;;;;\n", entry(1, A), entry(2, B))[0]
    assert codes(row) == ["player_twice_entry", "player_twice_entry"]


def test_an_old_list_does_not_part_a_player_from_the_partner_found_since():
    row = rows_of("1;DUPONT Jean;;;;;\n", entry(1, A, B))[0]
    assert (row.action, row.existing_id) == (Action.UNCHANGED, "e1")
    assert row.reasons == (Reason("partner_kept", {"name": "Anne Petit"}),)


def test_a_player_of_another_pair_of_the_tournament_is_refused_with_its_number():
    row = rows_of("1;DUPONT Jean;MOREL Luc;;;;\n", entry(9, A, B))[0]
    assert row.reasons == (Reason("player_twice_entry", {"name": "Jean Dupont", "number": 9}),)


def test_players_of_a_pair_that_left_may_play_with_others_but_the_pair_stays_out():
    gone = entry(9, A, B, withdrawn=True)
    assert rows_of("1;DUPONT Jean;MOREL Luc;;;;\n", gone)[0].action is Action.TAKEN
    same = rows_of("9;DUPONT Jean;PETIT Anne;;;oui;\n", gone)[0]
    assert (same.action, codes(same)) == (Action.UNCHANGED, ["entry_withdrawn"])


@pytest.mark.parametrize(
    ("cells", "values", "reason"),
    [
        ("Aravis;;;", {"club": "Drôme"}, Reason("changed_club", {"old": "Drôme", "new": "Aravis"})),
        (";dames;;", {}, Reason("changed_category", {"old": "", "new": "dames"})),
        (";;oui;", {}, Reason("changed_paid")),
        (";;10 €;", {}, Reason("changed_paid_amount", {"cents": 1000})),
        (";;10 €;", {"paid": True}, Reason("changed_amount", {"cents": 1000})),
        (";;;x", {}, Reason("changed_present")),
    ],
)
def test_what_a_list_brings_up_to_date(cells, values, reason):
    known = entry(1, A, B, **values)
    plan = plan_of(HEAD + f"1;DUPONT Jean;PETIT Anne;{cells}\n", [known])
    (row,) = plan.rows
    assert (row.action, row.existing_id, row.reasons) == (Action.CHANGED, "e1", (reason,))
    again = plan_of(HEAD + f"1;DUPONT Jean;PETIT Anne;{cells}\n", apply(plan, [known]))
    assert [r.action for r in again.rows] == [Action.UNCHANGED]


@pytest.mark.parametrize(
    ("cells", "values", "expected"),
    [
        (";;;", {"club": "Drôme", "category": "dames", "paid": True, "amount_cents": 1000, "present": True}, []),
        ("DROME;Dames;;", {"club": "Drôme", "category": "dames"}, []),
        (";;non;", {"paid": True}, ["paid_kept"]),
        (";;10 €;", {"paid": True, "amount_cents": 1200}, ["amount_kept"]),
        (";;oui;", {"paid": True, "amount_cents": 1200}, []),
        (";;;non", {"present": True}, []),
    ],
)
def test_what_a_list_leaves(cells, values, expected):
    row = rows_of(f"1;DUPONT Jean;PETIT Anne;{cells}\n", entry(1, A, B, **values))[0]
    assert (row.action, codes(row)) == (Action.UNCHANGED, expected)


def test_the_number_of_an_entry_is_kept_and_said():
    row = rows_of("4;DUPONT Jean;PETIT Anne;;;;\n", entry(1, A, B))[0]
    assert (row.action, row.number, codes(row)) == (Action.UNCHANGED, 1, ["number_kept"])


def test_an_initial_is_pointed_out_but_proves_nothing():
    rows = rows_of("1;DAVID Christiane;PETIT Anne;;;;\n2;DAVID C.;MOREL Luc;;;;\n3;DAVID P.;ROUX Paul;;;;\n")
    assert [row.action for row in rows] == [Action.TAKEN] * 3
    assert rows[1].reasons == (Reason("may_be_same_row", {"name": "C. David", "other": "Christiane David", "row": 2}),)
    assert rows[2].reasons == ()


def test_the_same_pair_with_an_initial_twice_is_the_same_pair():
    rows = rows_of("1;DAVID C.;PETIT Anne;;;;\n2;PETIT Anne;DAVID C;;;;\n")
    assert codes(rows[1]) == ["same_pair"]


LICENCES = "Nom 1;Prénom 1;Licence 1;Nom 2;Prénom 2;Licence 2\n"


def test_namesakes_with_two_licences_are_two_players_and_one_licence_is_one():
    rows = plan_of(
        LICENCES + "Martin;Jean;111;Petit;Anne;222\nMartin;Jean;333;Morel;Luc;444\nMartyn;Jean;111;Roux;Paul;555\n"
    ).rows
    assert [row.action for row in rows] == [Action.TAKEN, Action.TAKEN, Action.REFUSED]
    assert codes(rows[1]) == ["number_given", "namesake_row"]
    assert rows[2].reasons == (Reason("licence_twice_row", {"name": "Jean Martyn", "row": 2}),)


def test_a_licence_of_the_tournament_under_another_name_is_refused_whatever_pair_the_name_has():
    known = ExistingEntry("e1", 1, (ExistingPlayer("Martin", "Jean", "111"),))
    alone = ExistingEntry("e2", 2, (ExistingPlayer("Martyn", "Jean"),))
    row = plan_of(LICENCES + "Martyn;Jean;111;;;\n", [known, alone]).rows[0]
    assert row.reasons == (Reason("licence_twice_entry", {"name": "Jean Martyn", "number": 1}),)


def test_family_and_given_name_the_other_way_round_are_two_persons_where_columns_say_so():
    rows = plan_of("Nom 1;Prénom 1;Nom 2;Prénom 2\nNoël;Nicolas;Petit;Anne\nNicolas;Noël;Morel;Luc\n").rows
    assert [row.action for row in rows] == [Action.TAKEN, Action.TAKEN]


def test_remarks_and_telephones_beside_a_name_go_and_that_is_said():
    row = rows_of("1;DUPONT Jean (chef) 06 12 34 56 78;PETIT Anne a@b.fr;;;;\n")[0]
    assert [p.name for p in row.players] == ["Jean Dupont", "Anne Petit"]
    assert codes(row) == ["comment_removed", "contact_removed", "contact_removed"]
    assert "06" not in str(row)


def test_rows_that_are_no_entry():
    text = (
        "Concours;;\n"
        + HEAD
        + ";Total;;;;20 €;\n1;DUPONT Jean;PETIT Anne;;;10 €;\n;TOTAL;;;;20 €;\n8;;;;;;\n;;;Aravis;;;\n"
    )
    rows = plan_of(text).rows
    assert [(row.action, codes(row)) for row in rows] == [
        (Action.SKIPPED, ["title_row"]),
        (Action.SKIPPED, ["total_row"]),
        (Action.TAKEN, []),
        (Action.SKIPPED, ["total_differs"]),
        (Action.BLANK, ["only_number"]),
        (Action.REFUSED, ["no_player"]),
    ]


def test_a_person_whose_name_only_begins_like_a_total_is_a_person():
    assert rows_of("1;TOTALE Jean;PETIT Anne;;;;\n")[0].action is Action.TAKEN


@pytest.mark.parametrize(
    ("cells", "reason"),
    [
        ("123;PETIT Anne;;;;", "name_not_readable"),
        (f"{'A' * 81};PETIT Anne;;;;", "name_too_long"),
    ],
)
def test_names_that_cannot_be_entered_are_refused(cells, reason):
    assert codes(rows_of(f"1;{cells}\n")[0]) == [reason]


def test_unclear_payment_and_too_long_club_are_left_out_and_said():
    row = rows_of(f"1;DUPONT Jean;PETIT Anne;{'c' * 121};{'k' * 41};voir Paul;\n")[0]
    assert (row.action, row.club, row.category, row.paid) == (Action.TAKEN, "", "", None)
    assert codes(row) == ["club_too_long", "category_too_long", "paid_unclear"]


def test_pairs_pasted_one_a_line():
    plan = plan_of("12 Dupont Jérôme / Petit Nadège\nMOREL Luc et BLANC Léa\nROUX Paul\n")
    assert [(row.number, [p.name for p in row.players]) for row in plan.rows] == [
        (12, ["Jérôme Dupont", "Nadège Petit"]),
        (13, ["Luc Morel", "Léa Blanc"]),
        (14, ["Paul Roux"]),
    ]


def test_three_players_in_a_pair_are_refused():
    rows = plan_of("Doublette\nA B / C D\nE F / G H\nI J / K L / M N\n").rows
    assert rows[2].reasons == (Reason("too_many_players", {"count": 3}),)


def digest(text: str, existing: tuple[ExistingEntry, ...] = (), role: Role | None = None) -> str:
    table = read_text(text)
    mapping = guess_mapping(table)
    return plan_import(table, mapping.with_role(3, role) if role else mapping, existing).digest


def test_the_digest_changes_with_the_rows_the_mapping_and_the_tournament():
    text = HEAD + "1;DUPONT Jean;PETIT Anne;Aravis;;;\n"
    known = entry(7, C, D)
    digests = [
        digest(text),
        digest(text.replace("Aravis", "Drôme")),
        digest(text, (known,)),
        digest(text, (replace(known, paid=True),)),
        digest(text, role=Role.UNUSED),
        digest(LICENCES + "Martin;Jean;111;Petit;Anne;222\n"),
        digest(LICENCES + "Martin;Jean;112;Petit;Anne;222\n"),
    ]
    assert len(set(digests)) == len(digests)
    assert digest(text, (known, entry(8, A))) == digest(text, (entry(8, A), known))


def test_a_mapping_without_players_is_refused():
    table = read_text(HEAD + "1;DUPONT Jean;PETIT Anne;;;;\n")
    mapping = guess_mapping(table).with_role(1, Role.UNUSED).with_role(2, Role.UNUSED)
    with pytest.raises(EntryListError) as caught:
        plan_import(table, mapping, [])
    assert caught.value.code == "no_player_column"


def test_the_preview_is_plain_json():
    import json

    plan: Plan = plan_of(HEAD + "1;DUPONT Jean;;;;10 €;\n\n")
    shown = json.loads(json.dumps(plan.to_dict()))
    assert shown["rows"][0] == {
        "row": 2,
        "action": "taken",
        "number": 1,
        "players": [{"name": "Jean Dupont", "family": "Dupont", "given": "Jean", "sure": True}],
        "club": "",
        "category": "",
        "paid": True,
        "amount_cents": 1000,
        "present": None,
        "rating": None,
        "reasons": [{"code": "no_partner", "params": {"name": "Jean Dupont"}}],
        "existing": None,
    }


def test_a_rating_is_read_brought_up_to_date_and_refused_where_it_is_none():
    head = "N°;Joueur 1;Joueur 2;Classement\n"
    plan = plan_of(head + "1;DUPONT Jean;MARTIN Anne;1 250\n2;PETIT Luc;ROY Marc;fort\n3;BLANC Léa;NOIR Eva;\n")
    assert [row.rating for row in plan.rows] == [1250, None, None]
    assert codes(plan.rows[1]) == ["rating_unreadable"]
    existing = apply(plan)
    changed = plan_of(head + "1;DUPONT Jean;MARTIN Anne;1300\n2;PETIT Luc;ROY Marc;\n", existing)
    assert [(row.action.value, row.rating, codes(row)) for row in changed.rows] == [
        ("changed", 1300, ["changed_rating"]),
        ("unchanged", None, []),
    ]
