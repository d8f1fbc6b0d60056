"""What is known at a table of friends: a document of the same shape as a tournament's table has, for the same page.

Sides are called by the first names of who plays them; where none were given, by a number.
"""

import hashlib
import re
from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import friends, rules, seated, sheets
from scoring.models import FriendsGame, FriendsTable, ScoreSheet, SheetSide
from scoring.rules.game import Game as PlayedGame
from scoring.rules.game_words import end_text
from scoring.rulesets_store import rules_of, title_of
from tournaments import agreed, friendswords, phonerules
from tournaments.services.tableaccess import FriendsAccess
from tournaments.sheetlines import dealt_by, head_of, keys_of, lines_of, next_of

#: Which side plays a seat, where two or four do; of three each is a side.
_SIDE = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
#: Letters that a column of a phone's list has room for.
MOST_IN_COLUMN = 6


def table_state(access: FriendsAccess, language: str) -> dict[str, Any] | None:
    """The document of the table in ``language``; None where it was erased."""
    games = friends.games_of(access.table_id)
    return _state(games, language, writable=access.writable) if games else None


def state_tag(access: FriendsAccess, language: str) -> str:
    """An ETag that changes whenever ``table_state`` may."""
    seen = FriendsGame.objects.filter(table=access.table_id).values_list("sheet_id", "sheet__revision")
    told = repr((list(seen), language, access.writable, rules.ENGINE_VERSION))
    return f'"{hashlib.sha256(told.encode()).hexdigest()[:24]}"'


def _state(games: list[FriendsGame], language: str, *, writable: bool) -> dict[str, Any]:
    current = games[-1]
    table, sheet, version = current.table, current.sheet, current.sheet.ruleset_version
    entries = sheets.standing_entries(sheet)
    played = sheets.game_of(sheet, [entry.data for entry in entries], language=language)
    players = players_of(table)
    sides = _sides(players, played)
    called = {side["side"]: side["label"] for side in sides}
    with timezone.override(timezone.get_default_timezone()):
        lines = lines_of(sheet, entries, played)
    return {
        **head_of(sheet, played, language, writable=writable),
        "round": {"number": current.number, "of": current.number},
        "table": "",
        "game": _game(table, played, called, language),
        "agreement": _nobody_agrees(called),
        "sides": sides,
        "players": players,
        "dealer": _dealer(sheet, played, players),
        "held": played.held,
        "next": next_of(sheet, played),
        **lines,
        "keys": {
            **keys_of(rules_of(version), language),
            "title": title_of(version, language),
            "rules": phonerules.mark(version, language),
        },
        "friends": {
            "games": _before(games),
            "rule": friendswords.rule_of(table.players),
            "share": _("Share the sheet"),
        },
    }


def _nobody_agrees(sides: Iterable[str]) -> dict[str, Any]:
    """Among friends nobody has to."""
    empty = {"handed_over": False, "reason": "", "disputes": [], "decided": []}
    return {"state": agreed.NONE, "sides": dict.fromkeys(sides), **empty}


def players_of(table: FriendsTable) -> list[dict[str, str]]:
    """Who plays, in the order of the deal."""
    seats = seated.SEATS[table.players]
    return [
        {"seat": seat, "side": _SIDE.get(seat, seat), "name": name, "given": name}
        for seat, name in zip(seats, named(table), strict=True)
    ]


def named(table: FriendsTable) -> list[str]:
    """What each player is called; by his place where he gave no name."""
    return [name or _("Player %(number)s") % {"number": n} for n, name in enumerate(table.names, 1)]


def brief(names: list[str]) -> list[str]:
    """Names short enough to head a narrow column: a long one by its initials, unless two would then be alike."""
    short = [name if len(name) <= MOST_IN_COLUMN else re.sub(r"([^\W\d_])[^\W\d_]+", r"\1.", name) for name in names]
    return short if len(set(short)) == len(names) else names


def _sides(players: list[dict[str, str]], played: PlayedGame) -> list[dict[str, Any]]:
    short = brief([player["given"] for player in players])
    return [
        {
            "side": side,
            "numbers": [],
            "label": " + ".join(player["given"] for player in players if player["side"] == side),
            "brief": " + ".join(name for name, player in zip(short, players, strict=True) if player["side"] == side),
            "names": [],
            "families": [],
            "total": total,
        }
        for side, total in played.totals.items()
    ]


def _game(table: FriendsTable, played: PlayedGame, called: dict[str, str], language: str) -> dict[str, Any]:
    """How long the game is; of one that is as long as one likes, nothing is left."""
    is_open = table.open_ended
    return {
        "number": 1,
        "kind": "open" if is_open else played.format.kind,
        "length": 0 if is_open else played.format.length,
        "most": played.format.length,
        "counted": played.counted,
        "deals_left": None if is_open and not played.complete else played.deals_left,
        "points_left": played.points_left,
        "limit": None,
        "time_called": False,
        "winner": played.winner,
        "text": end_text(played, called, language),
        "forfeit": "",
        "called": None,
        "ending": {},
    }


def _dealer(sheet: ScoreSheet, played: PlayedGame, players: list[dict[str, str]]) -> dict[str, str]:
    seat = dealt_by(sheet.first_dealer, [player["seat"] for player in players], played.steps)
    if not seat:
        return {"first": "", "seat": "", "name": "", "side": ""}
    player = next(player for player in players if player["seat"] == seat)
    return {"first": sheet.first_dealer, "seat": seat, "name": player["given"], "side": player["side"]}


def _before(games: list[FriendsGame]) -> list[dict[str, Any]]:
    """The games that are over, their totals in the order of the sides; one query."""
    over = {game.sheet_id: game.number for game in games[:-1]}
    totals: dict[int, list[int]] = {number: [] for number in over.values()}
    for sheet_id, total in SheetSide.objects.filter(sheet__in=over).order_by("side").values_list("sheet_id", "total"):
        totals[over[sheet_id]].append(total)
    return [{"number": number, "totals": found} for number, found in totals.items()]
