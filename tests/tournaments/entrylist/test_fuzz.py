"""Whatever is sent: a plan or an EntryListError, and the same list twice changes nothing the second time."""

from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.entrylist.helpers import apply
from tournaments.entrylist import Action, EntryListError, Plan, Role, guess_mapping, plan_import, read_table, read_text

FAMILIES = ["Martin", "DUPONT", "Le Goff", "LE GALL", "noël", "Nicolas", "D'ANGELO", "d’angelo", "MARTIN-PETIT"]
GIVEN = ["Jean", "nicolas", "Noël", "C.", "j", "Marie-Thérèse", "Christiane", "MARTIN"]
names = st.builds(
    lambda family, given, form: form.format(f=family, F=family.upper(), g=given),
    st.sampled_from(FAMILIES),
    st.sampled_from(GIVEN),
    st.sampled_from(["{F} {g}", "{g} {f}", "{f}, {g}", "{f} {g}", "{f}", " {g}  {F} "]),
)
players = st.one_of(names, names, names, st.sampled_from(["", "?", "Total", "12", "(x)"]))
licences = st.sampled_from(["", "", "", "11", "12"])
row = st.tuples(
    st.sampled_from(["", "1", "2", "3", "4", "12 bis", "9999"]),
    players,
    licences,
    players,
    licences,
    st.sampled_from(["", "Aravis", "ARAVIS", "Drôme"]),
    st.sampled_from(["", "oui", "non", "10 €", "12 €", "?", "voir"]),
    st.sampled_from(["", "x", "non"]),
)
lists = st.lists(row, min_size=1, max_size=14)
HEAD = ("N°", "Joueur 1", "Licence 1", "Joueur 2", "Licence 2", "Club", "Payé", "Présent")


def plan_of(rows, existing=()) -> Plan:
    table = read_text("\n".join("\t".join(cells) for cells in [HEAD, *rows]))
    return plan_import(table, guess_mapping(table), existing)


@given(lists)
def test_applied_and_planned_again_a_list_changes_nothing(rows):
    plan = plan_of(rows)
    entries = apply(plan)
    again = plan_of(rows, entries)
    assert again.changes_nothing, [r for r in again.rows if r.creates or r.updates]
    known = {r.row_number for r in plan.rows if r.creates}
    assert {r.row_number for r in again.rows if r.action is Action.UNCHANGED} == known


def written(*names: str) -> tuple[str, ...]:
    first, second = (*names, "")[:2]
    return ("", first, "", second, "", "", "", "")


def test_a_name_whose_order_is_unknowable_is_the_same_person_again_the_second_time():
    """In capitals LE GOFF MARTIN may be MARTIN Le Goff, also once the pair is entered as Martin LE GOFF."""
    rows = [written("Martin", "LE GOFF MARTIN"), written("MARTIN Le Goff")]
    plan = plan_of(rows)
    assert [row.action for row in plan.rows] == [Action.TAKEN, Action.REFUSED]
    again = plan_of(rows, apply(plan))
    assert [row.action for row in again.rows] == [Action.UNCHANGED, Action.REFUSED]


def test_a_name_without_licence_is_the_earlier_bearer_of_it_the_second_time_too():
    rows = [
        ("", "DUPONT Jean", "12", "MARTIN Jean", "", "", "", ""),
        ("", "DUPONT Jean", "", "", "", "", "", "x"),
        ("", "DUPONT Jean", "11", "", "", "", "", ""),
    ]
    plan = plan_of(rows)
    assert [row.action for row in plan.rows] == [Action.TAKEN, Action.REFUSED, Action.TAKEN]
    again = plan_of(rows, apply(plan))
    assert [row.action for row in again.rows] == [Action.UNCHANGED, Action.REFUSED, Action.UNCHANGED]


@given(lists, lists)
def test_no_number_and_no_certain_player_is_entered_twice(first, second):
    entries = apply(plan_of(first))
    plan = plan_of(second, entries)
    after = apply(plan, entries)
    numbers = [entry.number for entry in after]
    assert len(set(numbers)) == len(numbers)
    assert None not in numbers
    licences = [p.licence for entry in after for p in entry.players if p.licence]
    assert len(set(licences)) == len(licences)
    assert all(len(entry.players) in (1, 2) for entry in after)
    assert plan_of(second, after).changes_nothing


@given(lists)
def test_every_row_is_accounted_for_and_every_refusal_gives_a_reason(rows):
    plan = plan_of(rows)
    assert sum(plan.counts.values()) >= len(plan.rows)
    assert all(r.reasons for r in plan.rows if r.action in (Action.REFUSED, Action.SKIPPED))
    assert plan_of(rows).digest == plan.digest


def read_and_plan(data: bytes, name: str) -> None:
    try:
        table = read_table(data, name)
        mapping = guess_mapping(table)
        plan_import(table, mapping, []).to_dict()
        plan_import(table, mapping.with_role(0, Role.PAIR), [])
    except EntryListError:
        pass


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(data):
    read_and_plan(data, "x.csv")


@given(st.binary(max_size=200))
def test_any_archive_is_read_or_refused(data):
    read_and_plan(b"PK\x03\x04" + data, "x.xlsx")


@given(st.text(alphabet=st.sampled_from('AaéÉ1 ;,\t"\n\r/&€\x00\u202e\ufeffN°Joueur2'), max_size=200))
def test_any_text_that_looks_like_a_list_is_read_or_refused(text):
    read_and_plan(text.encode(), "x.csv")
    read_and_plan(text.encode("cp1252", "replace"), "x.csv")
    read_and_plan(text.encode("utf-16"), "x.csv")


@given(st.text(max_size=200))
def test_any_pasted_text_is_read_or_refused(text):
    try:
        table = read_text(text)
        plan_import(table, guess_mapping(table), [])
    except EntryListError:
        pass
