"""Lists as files, from a tournament that is being played: who may have which, what stands in them, and in how many
queries."""

import csv
import io
import json
from collections.abc import Callable, Iterator
from typing import Any

import openpyxl
import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from clubs.models import Club, Person
from clubs.roles import RIGHTS, Role
from core import audit
from core.actors import SYSTEM
from core.reading import without_writing
from scoring.models import Dispute, SheetEntry
from tests import factories
from tests.tournaments.services import evening
from tournaments.entrylist import Action
from tournaments.exports import as_csv, catalogue, of_play, of_standings
from tournaments.exports.model import Column, File, Kind, Table
from tournaments.models import Entry, EntryMember, Game, Publication, Round, Tournament
from tournaments.services import (
    adjustments,
    entries,
    payments,
    presence,
    prizes,
    provisional,
    publishing,
    results,
    rounds,
    rulings,
    till,
)
from tournaments.services.sheetfigures import sheets_figures
from tournaments.standings.prizes import Kind as PrizeKind
from tournaments.standings.prizes import Prize, Ties, Track

FORMULA = "=HYPERLINK(1)"
MONEY = ("fees", "payments", "till", "till-lines", "till-counts")
#: Lists of which nothing has come up in this tournament.
EMPTY = {"pools", "bracket", "movement", "typed"} | {
    "cuts",
    "prizes",
    "till-lines",
    "till-counts",
    "coinches",
    "attendance",
    "corrections",
    "disputes",
    "ranks",
}
#: Public only where the organiser shows them, or where teams play.
SHOWN = {"provisional", "prizes", "standings-pairs"}

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def made(club: Club, pairs: int = 5) -> Tournament:
    tournament = evening.new_tournament(0, club=club)
    bulk_pairs(tournament, pairs)
    return tournament


def bulk_pairs(tournament: Tournament, count: int) -> None:
    """Pairs without a statement for each of them."""
    first = tournament.entries.count() + 1
    found = Entry.objects.bulk_create(Entry(tournament=tournament, number=n) for n in range(first, first + count))
    persons = Person.objects.bulk_create(
        Person(family=f"Famille{entry.number}", given=given, sort_key=f"famille{entry.number:04} {given}")
        for entry in found
        for given in ("Ana", "Bob")
    )
    EntryMember.objects.bulk_create(
        EntryMember(tournament=tournament, entry=found[index // 2], person=person, slot=index % 2 + 1)
        for index, person in enumerate(persons)
    )


@pytest.fixture(scope="module")
def played(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """Round 1 is public, round 2 is being played; made once, each test changes it for itself."""
    with django_db_blocker.unblock(), transaction.atomic():
        tournament = made(factories.make_club("Amicale"))
        payments.tick(tournament.entries.get(number=1).pk, True, SYSTEM)
        evening.publish(tournament, evening.play_round(tournament, 1))
        adjustments.give(tournament.entries.get(number=2).pk, -50, FORMULA, SYSTEM)
        evening.start_round(tournament, 2)
        results.keep_standings(tournament.pk)
        yield tournament
        transaction.set_rollback(True)


@pytest.fixture
def tournament(played: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=played.pk)


@pytest.fixture
def club(tournament: Tournament) -> Club:
    return tournament.club


def take(
    client: Client, tournament: Tournament, what: str, suffix: str, number: int | None = None, of: str = ""
) -> Any:
    name = f"{of}table-file" + ("" if number is None else "-round")
    where = [tournament.club.slug, tournament.slug, what, *([] if number is None else [number]), suffix]
    return client.get(reverse(name, args=where))


def body(answer: Any) -> bytes:
    assert answer.status_code == 200, answer
    return b"".join(answer.streaming_content)


def rows_of(answer: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(body(answer).decode("utf-8-sig"), newline=""), delimiter=";"))


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


def test_every_list_is_written_in_every_format(organiser: Client, tournament: Tournament) -> None:
    book = openpyxl.load_workbook(io.BytesIO(body(take(organiser, tournament, "all", "xlsx"))))
    found = json.loads(body(take(organiser, tournament, "all", "json")))
    tables = {one["key"]: one for one in found["tables"]}
    assert tables.keys() == catalogue.LISTS.keys() - {"standings-pairs", "check"}
    assert len(book.sheetnames) == len(tables)
    for sheet, table in zip(book.worksheets, tables.values(), strict=True):
        assert sheet.max_row - 1 == len(table["rows"]) and sheet.max_column == len(table["columns"])
    assert {key for key, table in tables.items() if not table["rows"]} == EMPTY
    for what in tables:
        lines = rows_of(take(organiser, tournament, what, "csv"))
        assert len(lines) == len(tables[what]["rows"]), what
    assert found["tournament"]["slug"] == tournament.slug and found["revision"] == tournament_revision(tournament)


def tournament_revision(tournament: Tournament) -> int:
    tournament.refresh_from_db()
    return tournament.revision


def test_a_list_of_one_round_holds_nothing_of_another(organiser: Client, tournament: Tournament) -> None:
    for what in ("draw", "seating", "results", "sheets", "deals", "desk"):
        assert {row["Round"] for row in rows_of(take(organiser, tournament, what, "csv", 1))} == {"1"}, what
        assert take(organiser, tournament, what, "csv", 3).status_code == 404, what
    assert take(organiser, tournament, "entries", "csv", 1).status_code == 404


def test_what_a_deal_was_can_be_worked_out_again_from_its_file(organiser: Client, tournament: Tournament) -> None:
    found = json.loads(body(take(organiser, tournament, "deals", "json")))["tables"][0]["rows"]
    assert len(found) == 2
    line = SheetEntry.objects.get(sheet__game__match__round__number=1, sheet__game__table_no=found[0]["table"])
    told = {key: found[0][key] for key in ("declarer", "trump", "result", "kind", "line", "deal")}
    assert told == {
        "declarer": line.data["declarer"],
        "trump": line.data["trump"],
        "result": "made",
        "kind": "deal",
        "line": 1,
        "deal": 1,
    }
    assert found[0]["contract"] == str(line.data["contract"])
    assert {"NS": found[0]["ns_points"], "EW": found[0]["ew_points"]} == line.data["points"]
    sheet = json.loads(body(take(organiser, tournament, "sheets", "json", 1)))["tables"][0]["rows"][0]
    assert (sheet["ns_total"], sheet["ew_total"]) == (found[0]["ns_score"], found[0]["ew_score"])


def test_points_that_the_arbiter_gave_are_a_line_so_that_lines_come_to_the_totals(tournament: Tournament) -> None:
    game = Game.objects.get(match__round__number=1, table_no=1)
    rulings.adjust(game.pk, 0, 300, 40, key="k", actor=SYSTEM, reason="erreur")
    round_ = game.match.round
    public = Publication(figures=sheets_figures(round_))
    for table in (of_play.deals(tournament, 1), of_standings.published_deals([public])):
        names = [column.key for column in table.columns]
        lines = [row for row in (dict(zip(names, cells, strict=True)) for cells in table.rows()) if row["table"] == 1]
        assert [row["kind"].code for row in lines] == ["deal", "adjustment"]
        assert [sum(row[side] for row in lines) for side in ("ns_score", "ew_score")] == [300, 40]


def test_a_reason_that_is_a_formula_is_none_in_any_file(organiser: Client, tournament: Tournament) -> None:
    assert [row["Why"] for row in rows_of(take(organiser, tournament, "penalties", "csv"))] == [f"'{FORMULA}"]
    assert [row["Points"] for row in rows_of(take(organiser, tournament, "penalties", "csv"))] == ["-50"]
    book = openpyxl.load_workbook(io.BytesIO(body(take(organiser, tournament, "penalties", "xlsx"))))
    assert FORMULA in [cell.value for cell in book.active[2]]
    assert "f" not in {cell.data_type for row in book.active.iter_rows() for cell in row}


def test_standings_say_places_points_by_round_and_each_criterion(organiser: Client, tournament: Tournament) -> None:
    found = json.loads(body(take(organiser, tournament, "standings", "json")))["tables"][0]
    rows = found["rows"]
    assert [row["rank"] for row in rows] == sorted(row["rank"] for row in rows)
    assert all(row["points"] == sum(row[f"round_{n}"] or 0 for n in (1, 2)) + row["adjustments"] for row in rows)
    assert {row["number"]: row["adjustments"] for row in rows}[2] == -50
    assert {"difference", "best_game"} <= {column["key"] for column in found["columns"]}


@pytest.mark.parametrize(
    ("role", "refused"),
    [
        (Role.READER, {*MONEY, "cuts", "check", "categories", "provisional"}),
        (Role.TREASURER, {"cuts", "check", "categories"}),
        (Role.DESK, {*MONEY, "cuts", "check", "categories"}),
    ],
)
def test_each_list_asks_for_the_right_of_its_page(
    client_for: Callable[..., Client], club: Club, tournament: Tournament, role: Role, refused: set[str]
) -> None:
    client = client_for(role, club, HTTP_ACCEPT_LANGUAGE="en")
    for what in (*refused, "entries"):
        assert take(client, tournament, what, "json").status_code == (403 if what in refused else 200), what
    every = {one["key"] for one in json.loads(body(take(client, tournament, "all", "json")))["tables"]}
    assert not every & refused and {"entries", "deals"} <= every
    listed = json.loads(body(take(client, tournament, "entries", "json")))["tables"][0]
    assert ("paid" in {one["key"] for one in listed["columns"]}) == ("payments" not in refused)
    page = client.get(reverse("tables", args=[club.slug, tournament.slug])).content.decode()
    assert [what for what in refused if f"/tables/{what}.csv" in page] == []


def test_everybody_gets_what_is_published_and_nothing_else(client: Client, tournament: Tournament) -> None:
    answer = take(client, tournament, "results", "json", of="public-")
    text = body(answer).decode()
    found = json.loads(text)
    assert {row["round"] for row in found["tables"][0]["rows"]} == {1}
    assert [(one["round"], one["version"]) for one in found["rounds"]] == [(1, 1)]
    assert "Famille" not in text and "Ana F." in text
    again = client.get(answer.request["PATH_INFO"], headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304
    one, other = (take(client, tournament, "results", "xlsx", of="public-") for _ in range(2))
    assert one["ETag"] == other["ETag"] != answer["ETag"]
    table = json.loads(body(take(client, tournament, "standings", "json", of="public-")))["tables"][0]
    assert {column["key"] for column in table["columns"]} >= {"round_1"} and "-50" not in json.dumps(table)
    for what in ("results", "deals", "standings"):
        assert take(client, tournament, what, "csv", 2, of="public-").status_code == 404
    for what in SHOWN:
        assert take(client, tournament, what, "json", of="public-").status_code == 404, what
    for what in catalogue.PUBLIC.keys() - SHOWN:
        text = body(take(client, tournament, what, "json", of="public-")).decode()
        assert "Famille" not in text and FORMULA not in text, what
    assert {row["Tour"] for row in rows_of(take(client, tournament, "draw", "csv", 2, of="public-"))} == {"2"}
    assert {row["Tour"] for row in rows_of(take(client, tournament, "deals", "csv", of="public-"))} == {"1"}
    for what in catalogue.LISTS.keys() - catalogue.PUBLIC.keys():
        assert take(client, tournament, what, "csv", of="public-").status_code == 404, what


def test_who_met_whom_is_a_line_each_with_whom_each_round_brought(organiser: Client, tournament: Tournament) -> None:
    rows = table(take(organiser, tournament, "met", "json"))
    met = {row["number"]: row["round_1_met"] for row in rows}
    assert len(met) == 5 and len([other for other in met.values() if other is not None]) == 4
    assert all(met[other] == number for number, other in met.items() if other is not None)
    after = table(take(organiser, tournament, "standings", "json", 1))
    assert [(row["number"], row["round_1"]) for row in rows] == [(row["number"], row["round_1"]) for row in after]
    assert "round_2" not in rows[0]


def test_nothing_is_there_for_everybody_once_it_is_taken_back(client: Client, tournament: Tournament) -> None:
    publishing.withdraw(tournament.publications.all()[0].pk, SYSTEM)
    for what in catalogue.PUBLIC.keys() - {"entries", "draw", *catalogue.BOARDS}:
        assert take(client, tournament, what, "xlsx", of="public-").status_code == 404


def table(answer: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(body(answer))["tables"][0]["rows"]
    return rows


def test_the_figures_of_the_play_are_those_of_the_page(client: Client, tournament: Tournament) -> None:
    told = {what: table(take(client, tournament, what, "json", of="public-")) for what in catalogue.STATISTICS}
    assert {row["what"]: row["count"] for row in told["play"]}["contracts"] == 2
    assert [(row["contract"], row["played"], row["made"], row["share"]) for row in told["contracts"]] == [
        ("80", 1, 1, 100),
        ("90", 1, 1, 100),
    ]
    (spread,) = told["round-points"]
    assert (spread["round"], spread["scores"]) == (1, 4)
    assert spread["least"] <= spread["quarter"] <= spread["middle"] <= spread["three_quarters"] <= spread["most"]
    assert [row["share"] for row in told["trumps"]] == [100]
    with translation.override("fr"):
        decimal = as_csv.lines(
            File("", (Table("x", "", (Column("x", "x", Kind.DECIMAL),), lambda: [[2.25]]),), decimal=",")
        )
        assert list(decimal)[1] == "2,25\r\n"
    page = client.get(reverse("public-statistics", args=[tournament.club.slug, tournament.slug])).content.decode()
    assert all(f"/tables/{what}.csv" in page for what in ("play", "contracts", "trumps", "round-points"))


def test_what_was_corrected_noted_and_counted_can_be_taken_away(organiser: Client, tournament: Tournament) -> None:
    second = Round.objects.get(stage__tournament=tournament, number=2)
    evening.correct(Game.objects.get(match__round__number=1, table_no=1), 160, FORMULA)
    for game in evening.games_of(second):
        evening.play_game(game)
    evening.publish(tournament, rounds.close_round(second.pk, SYSTEM))
    till.count(tournament.pk, 5000, SYSTEM)
    presence.expect_absent(tournament.entries.get(number=1).pk, 3, SYSTEM)
    corrected = rows_of(take(organiser, tournament, "corrections", "csv"))
    assert {row["What"] for row in corrected} == {"Round 1, table 1"}
    assert {row["Why"] for row in corrected} == {f"'{FORMULA}"}
    assert [row["counted"] for row in table(take(organiser, tournament, "till-counts", "json"))] == [5000]
    assert [(row["round"], row["state"]) for row in table(take(organiser, tournament, "attendance", "json"))] == [
        (3, "absent")
    ]
    for row in table(take(organiser, tournament, "corrections", "json", of="public-")):
        assert "reason" not in row
    ranked = table(take(organiser, tournament, "ranks", "json"))
    assert sorted(row["round_2"] for row in ranked)[0] == 1 and len(ranked) == 5


def test_papers_disputes_and_categories_can_be_taken_away(organiser: Client, tournament: Tournament) -> None:
    game = Game.objects.get(match__round__number=1, table_no=2)
    audit.record(SYSTEM, "sheet.typed", game, club_id=tournament.club_id, after={"table": 2, "round": 1, "way": ""})
    Dispute.objects.create(sheet=game.sheet, kind=Dispute.Kind.PROTEST, side="A", position=1, text=FORMULA)
    member = EntryMember.objects.filter(tournament=tournament).order_by("entry__number", "slot")[0]
    Person.objects.filter(pk=member.person_id).update(category="lady")
    sheet = table(take(organiser, tournament, "sheets", "json", 1))[1]
    (typed,) = table(take(organiser, tournament, "typed", "json"))
    told = ("table", "round", "ns_number", "ew_number", "ns_total", "ew_total")
    assert [typed[key] for key in told] == [sheet[key] for key in told]
    (dispute,) = table(take(organiser, tournament, "disputes", "json"))
    assert (dispute["table"], dispute["ns_number"], dispute["outcome"]) == (2, sheet["ns_number"], None)
    assert dispute["about"].startswith("Deal 1: protest of")
    assert rows_of(take(organiser, tournament, "disputes", "csv"))[0]["Remark"] == f"'{FORMULA}"
    assert [row["player"] for row in table(take(organiser, tournament, "categories", "json"))][:2] == ["lady", None]


def test_provisional_lists_and_prizes_are_public_once_they_are_shown(client: Client, tournament: Tournament) -> None:
    provisional.show(tournament.pk, 2, SYSTEM)
    rows = [Prize(key="", track=Track.RANK, first=1, last=1, kind=PrizeKind.THING, label=FORMULA)]
    prizes.change(tournament.pk, rows, SYSTEM, several=False, ties=Ties.SHARED, seen=0)
    assert take(client, tournament, "prizes", "csv", of="public-").status_code == 404
    prizes.show(tournament.pk, SYSTEM, is_shown=True, winners=False)
    assert FORMULA[1:] in body(take(client, tournament, "prizes", "csv", of="public-")).decode()
    assert {row["round"] for row in table(take(client, tournament, "provisional", "json", of="public-"))} == {2}
    provisional.hide(tournament.pk, SYSTEM)
    assert take(client, tournament, "provisional", "json", of="public-").status_code == 404


def test_odd_names_and_formats(organiser: Client, club: Club, tournament: Tournament) -> None:
    player = factories.make_person(family="=cmd|' /C calc'!A0", given='Zoé ;"x"')
    other = factories.make_person(family="O’Hara-Ñandú", given="@Éloïse")
    factories.make_entry(tournament, [player, other], home_club="+33")
    line = rows_of(take(organiser, tournament, "entries", "csv"))[-1]
    assert (line["Player 2"][:2], line["Club"]) == ("'@", "'+33")
    assert "Zoé" in line["Player 1"]
    for what, suffix in (("entries", "exe"), ("all", "csv"), ("nothing", "csv")):
        assert take(organiser, tournament, what, suffix).status_code == 404, what
    answer = take(organiser, tournament, "entries", "csv")
    assert answer["Content-Disposition"] == f'attachment; filename="{tournament.slug}-entries.csv"'
    assert "no-store" in answer["Cache-Control"] and answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("many", [40, pytest.param(500, marks=pytest.mark.long)])
def test_many_pairs_take_as_many_queries_as_five(club: Club, many: int) -> None:
    def asked(pairs: int) -> dict[str, int]:
        tournament = made(club, pairs)
        evening.start_round(tournament, 1)
        found = {}
        with translation.override("en"):
            for what in catalogue.LISTS:
                with CaptureQueriesContext(connection) as queries, without_writing():
                    file = catalogue.in_club(tournament, what, None, RIGHTS[Role.ORGANISER])
                    for table in file.tables:
                        for row in table.rows():
                            assert len(row) == len(table.columns)
                found[what] = len(queries)
        return found

    assert asked(many) == asked(5)


def test_the_pages_of_lists_have_the_button(organiser: Client, tournament: Tournament) -> None:
    where = [tournament.club.slug, tournament.slug]
    for page in ("entries", "standings", "penalties", "draw", "journal"):
        text = organiser.get(reverse(page, args=where)).content.decode()
        assert f"/tables/{page}" in text, page


def test_a_list_that_was_taken_away_is_the_list_that_is_there(tournament: Tournament) -> None:
    to = io.BytesIO()
    for language in ("fr", "en"):
        with translation.override(language):
            as_csv.write(catalogue.in_club(tournament, "entries", None, RIGHTS[Role.ORGANISER]), to)
            plan = entries.preview(tournament, to.getvalue(), "concours.csv")
        assert [row.action for row in plan.rows] == [Action.UNCHANGED] * tournament.entries.count()
        to = io.BytesIO()


def test_pools_brackets_and_movements_are_files_of_what_is_public(
    organiser: Client, client: Client, club: Club
) -> None:
    tournament = evening.new_tournament(8, rounds=5, club=club, day=evening.DAY.replace(day=29))
    tournament.stages.update(draw_system="pools-knockout")
    round_ = evening.play_round(tournament, 1)
    evening.start_round(tournament, 2)
    for who, of in ((organiser, ""), (client, "public-")):
        rows = table(take(who, tournament, "pools", "json", of=of))
        assert [row["pool"] for row in rows] == [1] * 4 + [2] * 4
        assert {(row["rank"], row["points"]) for row in rows} == {(None, 0)}
    evening.compute(tournament)
    publishing.make_public(tournament, round_, results.standings_figures(tournament, upto=1), SYSTEM, upto=1)
    assert {row["rank"] for row in table(take(client, tournament, "pools", "json", of="public-"))} > {1, 2}
    page = client.get(reverse("public-tournament", args=[club.slug, tournament.slug])).content.decode()
    assert "/tables/pools.csv" in page and "/tables/movement.csv" not in page
    assert table(take(client, tournament, "movement", "json", of="public-")) == []
