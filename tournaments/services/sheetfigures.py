"""The sheets of a round read for publication: three queries, however many tables."""

from collections import defaultdict
from typing import Any

from scoring.models import SheetEntry, SheetSide
from tournaments.models import Game, Round
from tournaments.standings import dealt

_LINE = ("position", "counted", "data", "scores", "answer", "voided_at")


def sheets_figures(round_: Round) -> dict[str, Any]:
    """Every sheet of a round that was played, deal by deal, as plain JSON without names. A game that was forfeited is
    left out: what stands on its sheet counts for nothing."""
    games = Game.objects.filter(match__round=round_, state=Game.State.CLOSED, forfeit="")
    tables = dict(games.values_list("sheet_id", "table_no"))
    totals: dict[Any, dict[str, int]] = defaultdict(dict)
    mine = games.values("sheet")
    for sheet_id, side, total in SheetSide.objects.filter(sheet__in=mine).values_list("sheet_id", "side", "total"):
        totals[sheet_id][side] = total
    lines: dict[Any, list[dict[str, Any]]] = defaultdict(list)
    for row in SheetEntry.objects.filter(sheet__in=mine, voided_at=None).values("sheet_id", *_LINE):
        lines[row["sheet_id"]].append(row)
    found = [dealt.sheet(table, totals[sheet_id], lines[sheet_id]) for sheet_id, table in tables.items()]
    return dealt.of_round(round_.number, found)
