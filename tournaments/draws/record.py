"""A request read back from where it was kept, so that any draw made can be made again and compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.draws.model import DrawEntry, DrawError, DrawRequest, LockedTable, Meeting, PlayedRound


def request_from(data: Mapping[str, Any]) -> DrawRequest:
    """The request whose `dataclasses.asdict` gave `data`, also after a way through JSON.

    DrawError `bad_request` (problem) where a field is missing or of the wrong shape.
    """
    try:
        return DrawRequest(
            system=data["system"],
            seed=data["seed"],
            round=data["round"],
            announced_rounds=data["announced_rounds"],
            entries=tuple(DrawEntry(**entry) for entry in data["entries"]),
            played=tuple(_played(one) for one in data["played"]),
            musts=tuple(data["musts"]),
            wishes=tuple(data["wishes"]),
            locked=tuple(LockedTable(**lock) for lock in data["locked"]),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise DrawError("bad_request", problem=str(problem)) from problem


def _played(data: Mapping[str, Any]) -> PlayedRound:
    return PlayedRound(
        number=data["number"],
        meetings=tuple(Meeting(**meeting) for meeting in data["meetings"]),
        byes=tuple(data["byes"]),
    )
