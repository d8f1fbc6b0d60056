"""Requests and results read back from where they were kept, so that any draw made can be made again and compared.

What engine version 1 stored is read too: a side was one id, not a list of them; a rule was its name alone; the bye was
one id or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.draws.model import DrawEntry, DrawError, DrawRequest, LockedTable, Meeting, Plan, PlayedRound, Rule


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
            entries=tuple(_entry(entry) for entry in data["entries"]),
            played=tuple(_played(one) for one in data["played"]),
            musts=tuple(rule_from(rule) for rule in data["musts"]),
            wishes=tuple(rule_from(rule) for rule in data["wishes"]),
            locked=tuple(
                LockedTable(**{**lock, "ns": seats_of(lock["ns"]), "ew": seats_of(lock["ew"])})
                for lock in data["locked"]
            ),
            settings={name: _setting(value) for name, value in data.get("settings", {}).items()},
        )
    except (AttributeError, KeyError, TypeError, ValueError) as problem:
        raise DrawError("bad_request", problem=str(problem)) from problem


def rule_from(data: str | Mapping[str, Any]) -> Rule:
    """A rule from its name alone, or from its fields. TypeError or KeyError for what is neither."""
    if isinstance(data, str):
        return Rule(data)
    groups = tuple(tuple(group) for group in data.get("groups", ()))
    return Rule(**{"name": data["name"], **data, "groups": groups})


def seats_of(side: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    """The ids of one side of a stored table."""
    return (side,) if isinstance(side, str) else tuple(side)


def tables_of(result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The tables of a stored result, the sides as tuples of ids, whatever version of the engine stored them."""
    return [{**table, "ns": seats_of(table["ns"]), "ew": seats_of(table["ew"])} for table in result["tables"]]


def byes_of(result: Mapping[str, Any]) -> tuple[str, ...]:
    """Who rests by a stored result, of any version."""
    if "byes" in result:
        return tuple(result["byes"])
    return (result["bye"],) if result["bye"] else ()


def is_of_version_1(result: Mapping[str, Any]) -> bool:
    """Whether a stored result has the shape that engine version 1 gave it: a side is one id, the bye one or nothing."""
    sides = [table[side] for table in result["tables"] for side in ("ns", "ew")]
    return result.get("engine_version") == "1" and "bye" in result and all(isinstance(side, str) for side in sides)


def same_draw(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two stored results seat the same people at the same tables, and let the same rest."""

    def seated(result: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        return [(table["table"], table["ns"], table["ew"]) for table in tables_of(result)]

    return seated(one) == seated(other) and byes_of(one) == byes_of(other)


def plan_of(data: Mapping[str, Any]) -> Plan | None:
    """The plan kept with a stored result or a played round, None where the system follows none."""
    plan = data.get("plan")
    return None if plan is None else Plan(**{name: _setting(value) for name, value in plan.items()})


def _entry(data: Mapping[str, Any]) -> DrawEntry:
    tuples = {name: tuple(data[name]) for name in ("standing", "persons") if name in data}
    return DrawEntry(**{**data, **tuples})


def _setting(value: Any) -> Any:
    return tuple(_setting(one) for one in value) if isinstance(value, list | tuple) else value


def _played(data: Mapping[str, Any]) -> PlayedRound:
    return PlayedRound(
        number=data["number"],
        meetings=tuple(
            Meeting(**{**meeting, "ns": seats_of(meeting["ns"]), "ew": seats_of(meeting["ew"])})
            for meeting in data["meetings"]
        ),
        byes=tuple(data["byes"]),
        absent=tuple(data.get("absent", ())),
        plan=plan_of(data),
    )
