"""The standings worked out again from the exported files alone, as a stranger would: draw, deals, what was given
without a game, and penalties. Nothing of the way in which the site ranks is used here."""

import io
import json
from collections import defaultdict
from typing import Any

import pytest

from clubs.roles import Right
from core.actors import SYSTEM
from scoring import sheets
from tests.scoring.on_sheets import deal, failed, new_key
from tests.tournaments.services import evening
from tests.tournaments.services.test_giving import settle
from tournaments.exports import as_json, catalogue
from tournaments.models import Tournament
from tournaments.services import adjustments, forfeits, rounds
from tournaments.standings.policies import ByeRule, ForfeitRule

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

Rows = list[dict[str, Any]]


def exported(tournament: Tournament, what: str) -> Rows:
    file = io.BytesIO()
    as_json.write(catalogue.in_club(tournament, what, None, frozenset(Right)), file)
    rows: Rows = json.loads(file.getvalue())["tables"][0]["rows"]
    return rows


def marked(line: dict[str, Any]) -> dict[str, int]:
    """What both sides mark for a line: the bid where it is made, else 162 for the others."""
    if line["kind"] != "deal":
        return {"NS": line["ns_score"], "EW": line["ew_score"]}
    side, other = ("NS", "EW") if line["declarer"] == "NS" else ("EW", "NS")
    is_made = line[f"{side.lower()}_points"] >= int(line["contract"])
    return {side: int(line["contract"]), other: 0} if is_made else {side: 0, other: 162}


def worked_out(draw: Rows, deals: Rows, results: Rows, penalties: Rows) -> dict[int, tuple[int, int, int, int]]:
    """By number: place, points, difference and best game."""
    tables: dict[tuple[int, int], dict[str, int]] = {}
    for line in deals:
        table = tables.setdefault((line["round"], line["table"]), {"NS": 0, "EW": 0})
        for side, score in marked(line).items():
            table[side] += score
    sits = {(row["round"], row[f"{side.lower()}_number"]): (row, side) for row in draw for side in ("NS", "EW")}
    points: dict[int, int] = defaultdict(int)
    difference: dict[int, int] = defaultdict(int)
    best: dict[int, int] = defaultdict(int)
    for row in results:
        number, has, against = row["number"], row["points"], row["against"]
        if row["source"] == "game":
            seat, side = sits[row["round"], number]
            table = tables[row["round"], seat["table"]]
            has, against = table[side], table["EW" if side == "NS" else "NS"]
            best[number] = max(best[number], has)
        points[number] += has
        difference[number] += has - against if row["table"] else 0
    for row in penalties:
        points[row["number"]] += row["points"]
    found = {number: (points[number], difference[number], best[number]) for number in points}
    return {
        number: (1 + sum(other > figures for other in found.values()), *figures) for number, figures in found.items()
    }


def agrees(tournament: Tournament) -> list[int]:
    """The places in their order, once both ways have come to the same."""
    evening.compute(tournament)
    told = exported(tournament, "standings")
    mine = worked_out(*(exported(tournament, what) for what in ("draw", "deals", "results", "penalties")))
    columns = ("rank", "points", "difference", "best_game")
    assert {row["number"]: tuple(row[one] for one in columns) for row in told} == mine
    return [row["rank"] for row in told]


def play(tournament: Tournament, number: int, deals: list[dict[str, Any]]) -> None:
    """Play a round: a deal of ``deals`` twice a table; where there is none left, East-West do not go on."""
    round_ = evening.start_round(tournament, number)
    for game in evening.games_of(round_):
        one = deals[game.table_no - 1] if game.table_no <= len(deals) else None
        for position in (1, 2) if one else (1,):
            sheets.record_deal(game.sheet_id, one or deal(90), position=position, client_key=new_key(), actor=SYSTEM)
        if one:
            evening.close(game.sheet)
        else:
            forfeits.declare(game.pk, "B", SYSTEM)
    rounds.close_round(round_.pk, SYSTEM)


def test_standings_are_worked_out_again_from_the_exported_files_alone() -> None:
    """With a rest, a forfeit, penalties (one made void) and equals: 1, 2, 2, 4."""
    tournament = evening.new_tournament(9, deals=2)
    settle(tournament, bye=ByeRule("flat", 55), forfeit=ForfeitRule("flat", 60, 10))
    play(tournament, 1, [deal(120), deal(100), deal(100, "EW")])
    assert agrees(tournament)[:4] == [1, 2, 2, 4]
    entry = tournament.entries.get(number=5)
    adjustments.give(entry.pk, -70, "retard", SYSTEM)
    adjustments.void(adjustments.give(entry.pk, 40, "prime", SYSTEM).pk, "par erreur", SYSTEM)
    play(tournament, 2, [deal(130, "EW"), failed(110), deal(90)])
    places = agrees(tournament)
    assert places == sorted(places) and places[0] == 1
    assert {row["source"] for row in exported(tournament, "results")} == {"game", "bye", "forfeit"}
    assert [row["points"] for row in exported(tournament, "penalties")] == [-70, 40, -40]
