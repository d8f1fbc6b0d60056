"""What papers say in words: dates, lengths, rounds. In the language that is active, which is the club's."""

import datetime as dt
import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import dateformat, timezone, translation
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import clock, number
from documents.render import layout_digest
from scoring.models import GameFormat
from scoring.sheet_game import format_of
from tournaments.models import Round, Tournament
from tournaments.services import stages


@contextmanager
def local_to(tournament: Tournament) -> Iterator[str]:
    """Say everything in the language and the time zone of a tournament; gives the language's code."""
    language = tournament.club.locale
    with translation.override(language), timezone.override(ZoneInfo(tournament.zone)):
        yield language


def long_date(date: dt.date) -> str:
    """A day in words: "samedi 14 novembre 2026" or "Saturday 14 November 2026"."""
    text = dateformat.format(date, "l j F Y")
    if date.day == 1 and (translation.get_language() or "").startswith("fr"):
        text = text.replace(" 1 ", " 1er ", 1)
    return text.lower() if (translation.get_language() or "").startswith("fr") else text


def moment(at: dt.datetime) -> str:
    """A time and its day: "22 h 16, 14/11/2026"."""
    local = timezone.localtime(at)
    return f"{clock(local)}, {dateformat.format(local, 'd/m/Y')}"


def length(game_format: GameFormat) -> str:
    """How long a game is: "12 deals", "first to 1 000 points, at most 40 minutes", "45 minutes"."""
    kind, count = game_format.kind, game_format.length
    limit = format_of(game_format).ending.minutes
    if kind == GameFormat.Kind.MINUTES:
        return _minutes(count)
    if kind == GameFormat.Kind.DEALS:
        text = ngettext("%(count)s deal", "%(count)s deals", count) % {"count": number(count)}
    else:
        text = _("first to %(points)s points") % {"points": number(count)}
    return text if limit is None else _("%(length)s, at most %(time)s") % {"length": text, "time": _minutes(limit)}


def _minutes(count: int) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", count) % {"count": number(count)}


def round_title(round_: Round) -> str:
    return _("Round %(number)s") % {"number": round_.number}


def after_round(tournament: Tournament, number_: int) -> str:
    """By which rounds standings are: after this one, of all that are announced."""
    of = max(number_, stages.rounds_in_all(tournament))
    return _("After round %(number)s of %(of)s") % {"number": number_, "of": of}


def file_name(*parts: str) -> str:
    """What a download is called: plain letters, digits and dashes, ".pdf" at the end."""
    return f"{slugify('-'.join(parts))[:100] or 'document'}.pdf"


def content_key(kind: str, data: Any) -> str:
    """SHA-256 (64 hex digits) over all that a paper is made from, ``data`` being plain JSON, and over its layout."""
    text = json.dumps([kind, layout_digest(), data], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
