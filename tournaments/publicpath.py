"""An entry's way through the rounds as a page shows it: with names of each round by consent, and its sheets."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.rules.marked import is_marked
from tournaments import givenwords, paperdesk, plots, publicwords
from tournaments.people import EntryName
from tournaments.services.published import Published
from tournaments.standings.dealt import SIDES
from tournaments.standings.path import Step, path_of
from tournaments.standings.ranking import Source
from tournaments.tablewords import SPECIALS, summary

Names = Mapping[uuid.UUID, EntryName]
ByRound = Mapping[int | None, Names]


def steps_of(entry: uuid.UUID, published: Published, named: ByRound) -> list[dict[str, Any]]:
    """A row for each round that is public: where it sat, against whom, the points, its place after the round, and the
    sheet deal by deal where it was published."""
    steps = path_of(str(entry), published.results, published.sheets, published.standings)
    return [_row(step, named[step.round], published.versions.get(step.round, 1)) for step in steps]


def seated(
    number: int, table: int, sides: Sequence[tuple[str, uuid.UUID]], mine: uuid.UUID, named: Names
) -> dict[str, Any]:
    """The row of a round that is drawn and not public yet: where it sits and with whom, and nothing that came of it."""
    side = next(side for side, who in sides if who == mine)
    others = [named[who] for other, who in sides if other != side and who in named]
    beside = [named[who] for other, who in sides if other == side and who != mine and who in named]
    return {"round": number, "table": table, "side": side, "against": others, "with": beside, "open": True}


def _row(step: Step, named: Names, version: int) -> dict[str, Any]:
    notes = []
    if step.forfeit:
        notes.append(givenwords.meaning(Source.FORFEIT))
    if step.made_up:
        notes.append(_("game made up"))
    if step.table is None and step.meeting is None:
        notes.append(publicwords.without_table(step))
    return {
        "round": step.round,
        "table": step.table,
        "meeting": step.meeting,
        "side": step.side,
        "with": _names(step.with_, named),
        "against": _names(step.against, named),
        "points": step.points,
        "conceded": step.conceded,
        "won": step.won,
        "rank": step.rank,
        "tied": step.tied,
        "total": step.total,
        "notes": notes,
        "version": version,
        "sheet": None if step.sheet is None else _sheet(step, named),
    }


def _names(ids: Sequence[str], named: Names) -> list[EntryName]:
    found = (named.get(uuid.UUID(one)) for one in ids)
    return [name for name in found if name is not None]


def _sheet(step: Step, named: Names) -> dict[str, Any]:
    """The deals of a table with the entry's own side first."""
    assert step.sheet is not None
    order = (0, 1) if step.side == "A" else (1, 0)
    mine, theirs = _names(step.with_, named), _names(step.against, named)
    totals, lines = [0, 0], []
    for deal in step.sheet["deals"]:
        totals = [total + score for total, score in zip(totals, deal["score"], strict=True)]
        lines.append(_line(deal, [{"points": deal["score"][one], "total": totals[one]} for one in order]))
    beside = [known - counted for known, counted in zip(step.sheet["totals"], totals, strict=True)]
    return {
        "lines": lines,
        "beside": [beside[one] for one in order] if any(beside) else None,
        "totals": [step.sheet["totals"][one] for one in order],
        "sides": [list(SIDES.values())[one] for one in order],
        "mine": mine,
        "theirs": theirs,
    }


def _line(deal: Mapping[str, Any], scores: list[dict[str, int]]) -> dict[str, Any]:
    bid = deal.get("contract")
    if is_marked(deal):
        contract, outcome = paperdesk.line_words(deal)
    elif deal.get("declarer") is None:
        contract, outcome = _("All passed"), summary(deal["result"], {"declarer": None}, deal["no"])
    else:
        contract = str(SPECIALS.get(bid, bid)) if isinstance(bid, str) else str(bid or "")
        outcome = summary(deal["result"], deal, deal["no"])
    return {
        "no": deal["no"],
        "declarer": None if is_marked(deal) else deal.get("declarer"),
        "contract": contract,
        "trump": deal.get("trump") if not is_marked(deal) else None,
        "doubling": {"coinche": _("coinched"), "surcoinche": _("surcoinched")}.get(deal.get("double", ""), ""),
        "outcome": outcome,
        "scores": scores,
    }


def ranks_plot(steps: Sequence[Mapping[str, Any]], label: str, last: int) -> plots.Ranks | None:
    """Its place after each round, on a scale to the ``last`` place."""
    ranked = {step["round"]: step["rank"] for step in steps if step["rank"] is not None}
    rounds = sorted(ranked)
    return (
        plots.ranks([label], [[ranked[one] for one in rounds]], rounds, max(last, *ranked.values(), 1))
        if ranked
        else None
    )
