"""Faults planted in the file of a played evening: each is found, where it is, with what it should be."""

from collections.abc import Callable
from typing import Any

import pytest

from core.actors import SYSTEM
from scoring import replay
from scoring.models import EntryEvent
from tests.tournaments.checking.played import Document, check, document_of, found, played, sign
from tests.tournaments.services import evening
from tournaments import checkwords
from tournaments.checking import Finding
from tournaments.checking.history import KNOWN
from tournaments.services import forfeits, rounds
from tournaments.services.drawsetup import DrawSetup
from tournaments.standings.figures import OWN

pytestmark = pytest.mark.django_db


def number_of(document: Document, entry: str) -> int:
    return next(row["number"] for row in document["entries"] if row["id"] == entry)


def last_public(document: Document, what: str = "standings") -> dict[str, Any]:
    rows = [row for row in document["publications"] if row["what"] == what]
    newest: dict[str, Any] = max(rows, key=lambda row: row["at"])
    return newest


def standing_line(document: Document) -> dict[str, Any]:
    line: dict[str, Any] = next(row for row in document["sheet_entries"] if row["voided_at"] is None)
    return line


def row_of_list(document: Document, kind: str) -> list[Any]:
    """The first row of the first public list of a kind."""
    figures = last_public(document, "lists")["figures"]
    row: list[Any] = next(one for one in figures["lists"] if one["kind"] == kind)["rows"][0]
    return row


# The ten


def a_score(document: Document) -> None:
    standing_line(document)["scores"]["NS"] += 10


def a_deal_removed(document: Document) -> None:
    document["sheet_entries"].remove(standing_line(document))


def a_history_altered(document: Document) -> None:
    event = next(row for row in document["sheet_events"] if row["verb"] == "amended")
    event["before"]["deal"]["bid"] = 150


def a_total(document: Document) -> None:
    document["sheet_sides"][0]["total"] += 100


def a_result(document: Document) -> None:
    next(row for row in document["results"] if row["source"] == "game")["points_for"] += 10


def a_stranger(document: Document) -> None:
    row = next(row for row in document["results"] if row["source"] == "game")
    sits = {seat["participant"] for seat in document["seats"] if seat["round"] == row["round"]}
    row["entry"] = next(entry["id"] for entry in document["entries"] if entry["id"] not in sits)


def a_rest(document: Document) -> None:
    next(row for row in document["results"] if row["source"] == "bye")["points_for"] += 1


def an_adjustment_left_out(document: Document) -> None:
    publication = last_public(document)
    row = next(row for row in publication["figures"]["rows"] if row["terms"]["adjustments"])
    row["points"] -= row["terms"]["adjustments"]
    row["values"]["points"] = row["points"]
    row["terms"]["adjustments"] = 0
    sign(publication)


def a_rank(document: Document) -> None:
    publication = last_public(document)
    publication["figures"]["rows"][1]["rank"] = 1
    sign(publication)


def a_publication(document: Document) -> None:
    publication = last_public(document, "round")
    publication["figures"]["tables"][0]["sides"][0]["points"] += 10


# And more


def a_total_of_standings(document: Document) -> None:
    first = min(document["publications"], key=lambda row: (row["what"] != "standings", row["at"]))
    first["figures"]["rows"][0]["points"] += 10
    sign(first)


def points_of_a_player(document: Document) -> None:
    row_of_list(document, "players")[3] += 10
    sign(last_public(document, "lists"))


def a_rank_in_a_round(document: Document) -> None:
    row_of_list(document, "rounds")[1] = 2
    sign(last_public(document, "lists"))


def a_list_left_out(document: Document) -> None:
    figures = last_public(document, "lists")["figures"]
    figures["lists"] = [one for one in figures["lists"] if one["kind"] != "players"]
    sign(last_public(document, "lists"))


def a_deal_altered(document: Document) -> None:
    line = standing_line(document)
    line["data"] = {**line["data"], "bid": 140}


def a_deal_added(document: Document) -> None:
    line = standing_line(document)
    document["sheet_entries"].append({**line, "id": "0" * 8 + line["id"][8:], "position": 3, "counted": 3})


def an_event_removed(document: Document) -> None:
    document["sheet_events"].remove(next(row for row in document["sheet_events"] if row["verb"] == "voided"))


def an_adjustment_removed(document: Document) -> None:
    document["adjustments"].clear()


def a_seat_doubled(document: Document) -> None:
    seats = [row for row in document["seats"] if row["round"] == document["seats"][0]["round"]]
    seats[0]["participant"] = seats[-1]["participant"]


def held_points(document: Document) -> None:
    document["sheets"][0]["held"] = 81


def a_result_gone(document: Document) -> None:
    document["results"].remove(next(row for row in document["results"] if row["source"] == "game"))


def renumbered(document: Document) -> None:
    standing_line(document)["counted"] = 7


def rules_altered(document: Document) -> None:
    document["rulesets"][0]["sha256"] = "0" * 64


PLANTED: list[tuple[Callable[[Document], None], str]] = [
    (a_score, "deal-scores"),
    (a_deal_removed, "deal-lost"),
    (a_history_altered, "history-before"),
    (a_total, "total"),
    (a_result, "result-points_for"),
    (a_stranger, "result-stranger"),
    (a_rest, "given-points_for"),
    (an_adjustment_left_out, "public-adjustments"),
    (a_rank, "public-rank"),
    (a_publication, "public-sha256"),
    (a_total_of_standings, "public-sum"),
    (points_of_a_player, "public-list-sum"),
    (points_of_a_player, "public-list-points"),
    (a_rank_in_a_round, "public-list-rank"),
    (a_list_left_out, "public-list"),
    (a_deal_altered, "deal-otherwise"),
    (a_deal_added, "deal-unheard"),
    (an_event_removed, "history-numbers"),
    (an_adjustment_removed, "adjustment-lost"),
    (a_seat_doubled, "seat-twice"),
    (held_points, "sheet-held"),
    (a_result_gone, "result-missing"),
    (renumbered, "deal-counted"),
    (rules_altered, "rules"),
]


@pytest.mark.parametrize(("plant", "code"), PLANTED, ids=[plant.__name__ for plant, _code in PLANTED])
def test_a_planted_fault_is_found(plant: Callable[[Document], None], code: str) -> None:
    findings = found(played(), plant)
    assert code in {one.code for one in findings}
    for one in findings:
        assert "%(" not in checkwords.of_finding(one)
        assert checkwords.what(one) != one.code


def test_the_evening_without_a_fault_gives_none() -> None:
    assert check(played()).findings == ()


def one_of(findings: list[Finding], code: str) -> Finding:
    return next(one for one in findings if one.code == code)


def test_a_finding_says_where_and_both_figures() -> None:
    document = played()
    findings = found(document, a_score)
    [one] = [one for one in findings if one.code == "deal-scores"]
    line = standing_line(document)
    assert one.expected == line["scores"]
    assert one.stored == {**line["scores"], "NS": line["scores"]["NS"] + 10}
    assert one.place.deal == line["position"]
    assert one.place.round in (1, 2)
    assert one.place.table in (1, 2)


def test_of_a_stranger_the_number_is_told() -> None:
    document = played()
    row = next(row for row in document["results"] if row["source"] == "game")
    findings = found(document, a_stranger)
    stranger = one_of(findings, "result-stranger")
    missing = one_of(findings, "result-missing")
    assert missing.place.entry == number_of(document, row["entry"])
    assert stranger.place.entry not in (None, missing.place.entry)
    assert missing.place.table == stranger.place.table


def test_no_name_is_told() -> None:
    document = played()
    names = {row["family"] for row in document["persons"]} | {row["given"] for row in document["persons"]}
    for plant, _code in PLANTED:
        for one in found(document, plant):
            words = set(checkwords.of_finding(one).replace(",", " ").split())
            assert not words & names


def test_what_an_altered_deal_is_worth_is_followed_to_the_standings() -> None:
    """Who alters the deal itself, its history and its sheet alters what was published too."""
    document = played()

    def plant(faulty: Document) -> None:
        line = standing_line(faulty)
        data = {**line["data"], "bid": 140, "taken": {"trick_points": 162}}
        for event in faulty["sheet_events"]:
            for part in ("before", "after"):
                if event["entry"] == line["id"] and event[part]:
                    event[part]["deal"] = data
        line["data"] = data

    codes = {one.code for one in found(document, plant)}
    assert {"deal-scores", "history-after"} & codes


def test_every_verb_of_a_history_is_known_to_the_check() -> None:
    assert set(EntryEvent.Verb.values) == KNOWN
    assert replay.SIDE_OF == {"A": "NS", "B": "EW"}


# Standings by criteria of one's own


def by_criteria() -> Document:
    """An evening of three pairs ranked by all that asks for more than results; one game is forfeited."""
    names = ("wins", "head_to_head", "opponents", "beaten", "deals_won", "contracts_made", "capots", "lot")
    own = {"criteria": [{"name": name} for name in names]}
    tournament = evening.new_tournament(3, rounds=2, deals=2, settings=own, draw=DrawSetup(ranking=OWN))
    evening.publish(tournament, evening.play_round(tournament, 1))
    round_ = evening.start_round(tournament, 2)
    (game,) = evening.games_of(round_)
    forfeits.declare(game.pk, "B", SYSTEM, reason="partie")
    evening.publish(tournament, rounds.close_round(round_.pk, SYSTEM))
    return document_of(tournament)


def test_what_criteria_are_made_of_is_worked_out_anew_from_seats_and_deals() -> None:
    document = by_criteria()
    assert list(check(document, with_draws=False).findings) == []
    row = last_public(document)["figures"]["rows"][0]
    assert {"wins", "opponents", "beaten", "deals_won"} <= row["explained"].keys()

    def part(faulty: Document) -> None:
        publication = last_public(faulty)
        publication["figures"]["rows"][0]["explained"]["opponents"][0][1] += 7
        sign(publication)

    def figure(faulty: Document) -> None:
        publication = last_public(faulty)
        publication["figures"]["rows"][0]["values"]["contracts_made"] += 1
        sign(publication)

    def told(faulty: Document) -> None:
        publication = last_public(faulty)
        publication["figures"]["parameters"]["opponents"]["weakest"] = 1
        sign(publication)

    for plant, code in ((part, "public-explained"), (figure, "public-values"), (told, "public-parameters")):
        findings = found(document, plant)
        assert code in {one.code for one in findings}
        assert all(checkwords.of_finding(one) for one in findings)
        if code != "public-parameters":
            assert {one.place.entry for one in findings} == {number_of(document, row["entry"])}
