"""A deal written for the wrong sides, the other way round: north-south's is east-west's and the reverse."""

from collections.abc import Mapping
from typing import Any

from scoring.rules.cards import Side

OTHER: Mapping[str, Side] = {"NS": "EW", "EW": "NS"}
#: Who sits where turns with the sides, so that turning twice gives back what was.
OTHER_SEAT = {"N": "E", "E": "N", "S": "W", "W": "S", "": ""}


def turned_deal(deal: Mapping[str, Any]) -> dict[str, Any]:
    """The same deal with both sides exchanged, wherever a side is named: as value, in a list, or as key."""
    return {name: _turned(value) for name, value in deal.items()}


def turned_paper(paper: Mapping[str, Any]) -> dict[str, Any]:
    """The totals on a paper (see ``scoring.paper``) with both sides exchanged."""
    return {name: _turned(value) for name, value in paper.items()}


def _turned(value: Any) -> Any:
    if isinstance(value, str):
        return OTHER.get(value, value)
    if isinstance(value, list):
        return [_turned(one) for one in value]
    if isinstance(value, Mapping):
        return {OTHER.get(key, key): _turned(one) for key, one in value.items()}
    return value
