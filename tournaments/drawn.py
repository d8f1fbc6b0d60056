"""The tables of a draw as pages show them: who sits where, why, and what the draw could not keep."""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from types import ModuleType
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import drawwords, meleewords, nouns, odd, teamwords
from tournaments.draws.engine import MELEE, TEAMS
from tournaments.draws.melee import LEAST, LEAST_LATER
from tournaments.draws.record import byes_of, tables_of
from tournaments.draws.weigh import judged
from tournaments.models import Draw, Match, Round, Stage, Tournament
from tournaments.people import EntryName
from tournaments.services import meetings
from tournaments.services.byhand import draft_of
from tournaments.services.drawsetup import pairs_a_team
from tournaments.services.meetings import TableSet
from tournaments.services.seating import standing

Names = Mapping[uuid.UUID, EntryName]


def words_of(draw: Draw) -> ModuleType:
    """The module that has the words for reasons and breaches of a draw: of pairs, of single players or of teams."""
    return {MELEE: meleewords, TEAMS: teamwords}.get(draw.result.get("system", ""), drawwords)


def numbers_of(named: Names) -> dict[str, int]:
    """Each entry's number by its id as text."""
    return {str(entry): name.number for entry, name in named.items()}


def groups(draw: Draw, named: Names) -> list[dict[str, Any]]:
    """The tables of a draw, published or not: of teams a group a meeting (``meeting``, ``teams``, ``why``), else one
    group. A table has ``table``, ``ns`` and ``ew`` (names, two a side in a mêlée) and ``why``."""
    numbers, said = numbers_of(named), words_of(draw)
    drawn = tables_of(standing(draw))
    why = {
        table["table"]: [text for told in table.get("reasons", ()) if (text := said.reason(told, numbers))]
        for table in drawn
    }
    of_teams = meetings.is_of_teams(draw.round.stage.tournament)
    rows = [
        {
            "table": one.table,
            "ns": _named(one.ns, named),
            "ew": _named(one.ew, named),
            "why": [] if of_teams else why.get(one.table, []),
            "meeting": one.meeting,
        }
        for one in on_tables(draw)
    ]
    if not of_teams:
        return [{"meeting": None, "teams": [], "why": [], "tables": rows}] if rows else []
    return [
        {
            "meeting": table["table"],
            "teams": _named((*table["ns"], *table["ew"]), named),
            "why": why[table["table"]],
            "tables": [row for row in rows if row["meeting"] == table["table"]],
        }
        for table in drawn
    ]


def on_tables(draw: Draw) -> list[TableSet]:
    """The tables that stand, of a published draw; of a draft, those that would be set now."""
    if draw.state != Draw.State.PUBLISHED:
        whole = [table for table in tables_of(standing(draw)) if table["ns"] and table["ew"]]
        return meetings.tables_set(draw.round.stage, draw.round.number, whole)[0]
    matches = Match.objects.filter(round=draw.round, kind=Match.Kind.NORMAL).prefetch_related("seats", "games")
    found = []
    for match in matches.order_by("board"):
        seats = sorted(match.seats.all(), key=lambda seat: seat.slot)
        ns, ew = (tuple(str(seat.participant_id) for seat in seats if seat.side == side) for side in "AB")
        table = next((game.table_no for game in match.games.all()), match.board)
        found.append(TableSet(table, ns, ew, match.bracket, match.meeting))
    return found


def _named(ids: Iterable[str], named: Names) -> list[EntryName]:
    return [named[uuid.UUID(entry)] for entry in ids]


def resting(draw: Draw, named: Names) -> list[EntryName]:
    """Who rests by a draw; of teams that meet also the pairs whose opponents are not there."""
    result, round_ = standing(draw), draw.round
    if draw.state == Draw.State.PUBLISHED:
        return [named[entry] for entry in meetings.resting(round_).values_list("entry_id", flat=True)]
    _, alone = meetings.tables_set(round_.stage, round_.number, tables_of(result))
    return _named((*byes_of(result), *sorted(alone, key=lambda pair: named[uuid.UUID(pair)].number)), named)


def by_name(found: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Everybody who sits at a table of these groups, as people look for themselves: by family name."""
    rows = [
        {"pair": entry, "table": table["table"], "seats": side.upper()}
        for group in found
        for table in group["tables"]
        for side in ("ns", "ew")
        for entry in table[side]
    ]
    return sorted(rows, key=lambda row: (row["pair"].sort_key, row["pair"].number))


def place_words(said: ModuleType) -> str:
    """What a table of a draw is called before its number, which fills ``table``."""
    return _("Meeting %(table)d") if said is teamwords else _("Table %(table)d")


def faults(draw: Draw, named: Names) -> list[dict[str, Any]]:
    """What the draw does not keep, as changed by hand, in words; a repeated table number alone is allowed."""
    result = standing(draw)
    if draw.hand is not None:
        draft = draft_of(draw)
        result = {**result, "breaches": [asdict(one) for one in judged(draft.hall, draft.hand)]}
    tables = {entry: row["table"] for row in tables_of(result) for entry in (*row["ns"], *row["ew"])}
    numbers, said = numbers_of(named), words_of(draw)
    where = place_words(said)
    found = []
    for broken in result["breaches"]:
        text = said.breach(broken, numbers)
        if text is not None:
            at = tables.get(broken["entries"][0])
            place = "" if at is None else where % {"table": at}
            found.append({"where": place, "text": text, "allowed": not broken["must"]})
    return found


def announced(stage: Stage, active: int) -> dict[str, Any]:
    """What a draw of so many entries will be, told before it: ``say``, ``rests`` (empty where nobody does; ``refused``
    where nobody is to), and where they are too few for one, ``lacks``."""
    kind = stage.tournament.entry_kind
    singles, teams = kind == Tournament.EntryKind.SINGLES, kind == Tournament.EntryKind.TEAMS
    seats = 4 if singles else 2
    count = active // seats * (pairs_a_team(stage) if teams else 1)
    tables = ngettext("%(n)d table", "%(n)d tables", count) % {"n": count}
    rests = odd.told(stage, active)
    noun = nouns.of(stage.tournament)
    begun = Round.objects.filter(stage__tournament=stage.tournament).exclude(state=Round.State.DRAFT).exists()
    least = (LEAST_LATER if begun else LEAST) if singles else 2
    return {
        "say": _("%(entries)s, %(tables)s.") % {"entries": noun.count(active), "tables": tables},
        "rests": rests.text,
        "refused": rests.refused,
        "lacks": "" if active >= least else noun.lack(least),
    }
