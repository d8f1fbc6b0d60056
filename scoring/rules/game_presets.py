"""Game formats that published sheets print, ready to be chosen: each with the sheet it is from.

Where a sheet leaves the length to the organiser the usual one stands in its place. A contest whose last game is longer
(Cannes: 2501 points; La Fontaine de Jouvence: 151, counted to 175) has a stage of its own for it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.game_format import GameFormat

_TARGET_2000: Mapping[str, Any] = {"kind": "target", "length": 2000}
_NOT_ON_A_BELOTE = ["belote+failed", "belote+capot"]


@dataclass(frozen=True, slots=True)
class SheetFormat:
    """A game as a sheet prints it. ``sheet`` names the text in its own language."""

    id: str
    sheet: str
    data: Mapping[str, Any]

    @property
    def format(self) -> GameFormat:
        return GameFormat.from_data(self.data)


SHEETS: tuple[SheetFormat, ...] = (
    SheetFormat("club", "Coinche de club", {**_TARGET_2000, "ending": {"both": "declarer"}}),
    SheetFormat("app", "Application de coinche", {"kind": "target", "length": 1001}),
    SheetFormat(
        "ffb-coinche-2015",
        "FFB, règles de la belote coinchée, 2015",
        {**_TARGET_2000, "ending": {"may_not_win": _NOT_ON_A_BELOTE, "owes": "trick"}},
    ),
    SheetFormat(
        "ffb-contree-ludique",
        "FFB, contrée, édition de l’Équipe Ludique",
        {**_TARGET_2000, "ending": {"may_not_win": _NOT_ON_A_BELOTE}},
    ),
    SheetFormat(
        "cannes-2016",
        "Festival des Jeux de Cannes, contrée, 2016",
        {"kind": "target", "length": 2001, "ending": {"minutes": 40}},
    ),
    SheetFormat(
        "international",
        "Contrée, règles « tournoi international »",
        {**_TARGET_2000, "ending": {"both": "last_deal", "may_not_win": ["failed", "capot"], "minutes": 60}},
    ),
    SheetFormat(
        "stephanoise",
        "Coinche stéphanoise (FFC)",
        {**_TARGET_2000, "ending": {"enough": 1995, "may_not_win": ["sweep+announces"]}},
    ),
    SheetFormat("essarts", "Maison des Essarts", {"kind": "target", "length": 3000, "ending": {"exceed": True}}),
    SheetFormat(
        "dauphine",
        "La coinche du Dauphiné",
        {"kind": "target", "length": 3000, "ending": {"exceed": True, "may_not_win": ["belote"]}},
    ),
    SheetFormat(
        "muscle", "Muscle ta coinche", {"kind": "target", "length": 2001, "ending": {"may_not_win": ["defence"]}}
    ),
    SheetFormat("kffr", "KFFR", {"kind": "target", "length": 1000, "ending": {"may_not_win": ["belote+failed"]}}),
    SheetFormat("ducale", "Ducale, règle expert", {"kind": "target", "length": 1000, "ending": {"both": "taker"}}),
    SheetFormat("pagat", "Pagat, Coinche", {**_TARGET_2000, "ending": {"equal": "last_deal"}}),
    SheetFormat(
        "ascee-2a",
        "ASCEE 2A, Ajaccio, 2016",
        {"kind": "target", "length": 1010, "match_points": {"loss": 1}},
    ),
    SheetFormat(
        "jweb",
        "JWEBARTEAM, championnat 2016-2017",
        {
            "kind": "target",
            "length": 2001,
            "match_points": {"win": 3, "loss": 1, "forfeit_win": 2, "forfeit_loss": 0},
            "games_to_win": 2,
        },
    ),
    SheetFormat(
        "la-grand-combe",
        "La Grand-Combe, Grand Prix 2020",
        {"kind": "deals", "length": 12, "caps": {"winner": 1280, "loser": 664, "games": [3, 4]}},
    ),
    SheetFormat(
        "jouvence",
        "La Fontaine de Jouvence",
        {"kind": "target", "length": 121, "ending": {"minutes": 75}, "caps": {"winner": 135}},
    ),
)


def sheet_format(id_: str) -> SheetFormat:
    """The format of a sheet. Raises KeyError for one that is not kept."""
    for one in SHEETS:
        if one.id == id_:
            return one
    raise KeyError(id_)
