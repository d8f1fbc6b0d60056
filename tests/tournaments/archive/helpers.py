"""A small tournament's document, by hand: one row of everything that others refer to."""

from typing import Any

from tournaments.archive.fields import Field, Section
from tournaments.archive.shape import CLUB, FORMAT, SECTIONS, TOURNAMENT, VERSION

AT = "2026-11-28T20:00:00+00:00"
PLAIN: dict[str, Any] = {
    "text": "x",
    "number": 1,
    "flag": True,
    "day": "2026-11-28",
    "instant": AT,
    "object": {},
    "list": [],
    "json": None,
}


def id_of(section: str, number: int = 1) -> str:
    """The id of the ``number``-th row of a section."""
    place = [one.name for one in SECTIONS].index(section) if section not in {"club", "tournament"} else 90
    return f"00000000-0000-4000-8000-{place:06d}{number:06d}"


def row_of(section: Section) -> dict[str, Any]:
    """A row with the plainest value of each field; what may be missing is."""
    return {name: _value(section, name, field) for name, field in section.fields.items()}


def _value(section: Section, name: str, field: Field) -> Any:
    if name == section.key:
        return id_of(section.name)
    if field.null:
        return None
    if field.of:
        return id_of(field.of)
    if field.kind == "id":
        return id_of("club", 7)
    return field.words[0] if field.words else PLAIN[field.kind]


def document() -> dict[str, Any]:
    """One row of every section, each referring to those before it."""
    found: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    for section in (CLUB, TOURNAMENT):
        found[section.name] = row_of(section)
    for section in SECTIONS:
        found[section.name] = [row_of(section)]
    return found
