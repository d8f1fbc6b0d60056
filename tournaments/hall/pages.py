"""A page of a hall screen, and what all of them share."""

import datetime as dt
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any, Protocol, TypeVar
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tournaments.models import Round, Tournament
from tournaments.services import stages

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """What stands above, in the middle and at the foot of a screen. ``over``: the small line above the ``title``;
    ``body`` and ``strip``: markup; ``kind``: which drawing it is; ``seconds``: how long it stands, 0 for as long as is
    said at the desk."""

    kind: str
    title: str
    over: str
    body: str
    strip: str = ""
    seconds: int = 0

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "title": self.title,
            "over": self.over,
            "body": self.body,
            "strip": self.strip,
            "seconds": self.seconds,
        }


@contextmanager
def local_to(tournament: Tournament) -> Iterator[str]:
    """Say everything as the hall speaks: in the language and the time zone of the tournament."""
    language = tournament.club.locale
    with translation.override(language), timezone.override(ZoneInfo(tournament.zone)):
        yield language


def body(kind: str, **context: Any) -> str:
    """The markup of a part of a page."""
    return render_to_string(f"hall/{kind}.html", context)


def shown_round(tournament: Tournament) -> Round | None:
    """The last round whose tables are set: nothing of a draw that is not published is shown."""
    shown = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    return shown.select_related("stage__tournament__club", "stage__game_format").order_by("-number").first()


def round_title(round_: Round) -> str:
    """ "Round 3 of 4"; "Final, round 1 of 2" where the tournament has several parts."""
    stage = round_.stage
    first = stages.first_number(stage)
    told = {"n": round_.number - first + 1, "total": max(stage.rounds_planned, round_.number - first + 1)}
    if stage.name:
        return _("%(stage)s, round %(n)d of %(total)d") % {**told, "stage": stage.name}
    return _("Round %(n)d of %(total)d") % told


def cut(rows: Sequence[T], size: int) -> list[Sequence[T]]:
    """The rows in pages of ``size``; the last ones share theirs evenly enough that none is nearly empty."""
    count = max(1, -(-len(rows) // size))
    return [rows[number * size : (number + 1) * size] for number in range(count)] if rows else []


class Tall(Protocol):
    """A row of a list: ``tall`` is how many of its column's lines it takes, two where its names are not long."""

    @property
    def tall(self) -> int: ...


R = TypeVar("R", bound=Tall)
#: The most lines of a column that one row takes, whatever it holds.
TALLEST = 16


def packed(rows: Sequence[R], columns: int, lines: int) -> list[Sequence[R]]:
    """The rows in pages of ``columns`` columns, ``lines`` lines each; no row is parted."""
    found: list[list[R]] = []
    column, used = columns, 0
    for row in rows:
        if used + row.tall > lines:
            column, used = column + 1, 0
        if column >= columns:
            found.append([])
            column, used = 0, 0
        found[-1].append(row)
        used += row.tall
    return list(found)


def tall(ems: float, line: float) -> int:
    """How many lines, each ``line`` high, a row takes whose text is ``ems`` high; two at least."""
    return min(TALLEST, max(2, ceil(ems / line)))


def folded(ems: float, room: float) -> int:
    """On how many lines a text stands that is ``ems`` wide."""
    return max(1, ceil(ems / room))


#: Letters by how wide they are, in ems of a bold face of the kind that projectors' computers have.
_NARROW, _WIDE = frozenset("iljtfrI.,'’-() "), frozenset("mwMWÆŒ@")


def width(text: str, *, bold: bool = False) -> float:
    """How wide a name is, in ems, within a tenth or so."""
    ems = 0.0
    for letter in text:
        ems += 0.33 if letter in _NARROW else 0.9 if letter in _WIDE else 0.68 if letter.isupper() else 0.55
    return ems * (1.06 if bold else 1.0)


def instant(moment: dt.datetime) -> int:
    """Milliseconds since 1970, as a browser counts."""
    return int(moment.timestamp() * 1000)
