"""A calendar file (RFC 5545) of days: pure, and no more of the format than whole days need."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

#: Octets of a line before it is folded, its end not counted.
LINE = 75


@dataclass(frozen=True, slots=True)
class Event:
    """A day. ``uid`` stays the same for good; ``stamp``: an aware instant."""

    uid: str
    day: dt.date
    stamp: dt.datetime
    title: str
    place: str
    url: str


def calendar(name: str, events: Iterable[Event]) -> str:
    """The file, with the line ends that the format asks for."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Coinche Club//EN", f"X-WR-CALNAME:{_text(name)}"]
    for one in events:
        lines += [
            "BEGIN:VEVENT",
            f"UID:{one.uid}",
            f"DTSTAMP:{one.stamp.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}",
            f"DTSTART;VALUE=DATE:{one.day:%Y%m%d}",
            f"SUMMARY:{_text(one.title)}",
            *([f"LOCATION:{_text(one.place)}"] if one.place else []),
            f"URL:{one.url}",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _text(value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> str:
    """A line in parts of at most LINE octets, no character torn apart."""
    parts, part, size, most = [], "", 0, LINE
    for char in line:
        width = len(char.encode())
        if size + width > most:
            parts.append(part)
            part, size, most = "", 0, LINE - 1  # the blank at the beginning counts
        part, size = part + char, size + width
    return "\r\n ".join([*parts, part])
