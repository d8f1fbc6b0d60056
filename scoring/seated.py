"""How many sit at a sheet, and what follows: the sides that it has, how its deals are read. Four unless it says so."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring import rules
from scoring.models import ScoreSheet
from scoring.replay import SIDE_OF
from scoring.rules import game
from scoring.rules.deal import Deal
from scoring.rules.ruleset import PLAYERS, RuleSet
from scoring.rules.three import Held, parse_three

#: In a sheet's options: 2 or 3, left out for four. Two players are one side each.
SEATED = "players"
#: Who sits where, in the order of the deal, by the number of players.
SEATS: Mapping[int, tuple[str, ...]] = {2: ("N", "E"), 3: PLAYERS, 4: ("N", "W", "S", "E")}


def seated(sheet: ScoreSheet) -> int:
    """How many play at this sheet: 2, 3 or 4."""
    found: int = sheet.options.get(SEATED, 4)
    return found


def is_of_three(sheet: ScoreSheet) -> bool:
    """Whether each plays for himself: totals and scores are then by player, A, B and C."""
    return seated(sheet) == len(PLAYERS)


def sides_of(sheet: ScoreSheet) -> Mapping[str, str]:
    """What each side of the sheet is called in its game."""
    return {name: name for name in PLAYERS} if is_of_three(sheet) else SIDE_OF


def read(sheet: ScoreSheet, deal: Mapping[str, Any]) -> Deal | tuple[Deal, Held]:
    """The deal as this sheet's game reads it: equal where two say the same. Raises DealError for what no deal is."""
    return parse_three(deal) if is_of_three(sheet) else rules.parse_deal(deal)


def play_three(
    ruleset: RuleSet, format_: game.GameFormat, deals: Iterable[Mapping[str, Any]], *, language: str
) -> game.Game:
    """The game that the deals of three players make."""
    read_deals = map(parse_three, deals)
    lines = [game.Entry("deal", deal=deal, held=held) for deal, held in read_deals]
    return game.play(ruleset, format_, lines, language=language, players=len(PLAYERS))
