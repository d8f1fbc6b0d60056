"""Figures, times and drawings as the look wants them: ``{% load look %}``.

Everything returned is either plain text or markup built from fixed names and escaped values.
"""

import datetime as dt
import json
from decimal import Decimal
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import formats, timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

register = template.Library()

NO_BREAK = "\u00a0"
MINUS = "\u2212"
NOTHING = "–"
# What parts the thousands, and what the decimals, by language. U+202F is the narrow no-break space.
SEPARATORS = {"fr": ("\u202f", ","), "en": (",", ".")}

SUITS = {"S": _lazy("spades"), "H": _lazy("hearts"), "D": _lazy("diamonds"), "C": _lazy("clubs")}
TRUMPS = {**SUITS, "SA": _lazy("no trumps"), "TA": _lazy("all trumps")}
SIDES = {"NS": _lazy("North-South"), "EW": _lazy("East-West")}
SIDE_OF_LETTER = {"A": "NS", "B": "EW"}
# State of a table: its drawing, the colour of its pill, its words.
STATES = {
    "waiting": ("ring", "pill-soft", _lazy("Nothing received")),
    "playing": ("half", "pill-even", _lazy("Playing")),
    "one_side": ("half", "pill-even", _lazy("One side agrees")),
    "both_sides": ("tick", "pill-done", _lazy("Both sides agree")),
    "disagree": ("hand", "pill-warn", _lazy("Disagreement")),
    "ask": ("pen", "pill-warn", _lazy("To ask again")),
    "late": ("clock", "pill-late", _lazy("Late")),
    "complete": ("tick", "pill-even", _lazy("Complete")),
    "paper": ("pen", "pill-soft", _lazy("Paper sheet")),
    "closed": ("lock", "pill-done", _lazy("Closed")),
}


def _language() -> str:
    return (get_language() or "fr").split("-")[0]


def _figure(value: Any) -> Decimal | None:
    """The number in ``value``, or None where there is none (booleans are no numbers here)."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    figure = Decimal(str(value))
    return figure if figure.is_finite() else None


@register.filter
def number(value: Any, decimals: int | None = None) -> str:
    """A number as people read it: 1852 gives "1 852" in French, -40 a true minus, None a dash.

    ``decimals`` fixes the digits after the comma; without it a whole number has none and another keeps its own.
    Text and anything else that is no number comes back as text.
    """
    if value is None or value == "":
        return NOTHING
    figure = _figure(value)
    if figure is None:
        return str(value)
    thousands, comma = SEPARATORS.get(_language(), SEPARATORS["fr"])
    if decimals is None:
        text = f"{abs(figure):,.0f}" if figure == figure.to_integral_value() else f"{abs(figure):,f}"
    else:
        text = f"{abs(figure):,.{int(decimals)}f}"
    text = text.translate({ord(","): thousands, ord("."): comma})
    negative = figure < 0 and any(digit in text for digit in "123456789")
    return MINUS + text if negative else text


@register.filter
def signed(value: Any) -> str:
    """Like ``number``, with a plus before what was won: "+120", "−40", "0"."""
    figure = _figure(value)
    return f"+{number(value)}" if figure is not None and figure > 0 else number(value)


@register.filter(expects_localtime=True)
def clock(value: dt.datetime | dt.time | None) -> str:
    """A time of day: "21 h 57" in French, "21:57" elsewhere; nothing for None. Aware instants in the current zone."""
    if not value:
        return ""
    if isinstance(value, dt.datetime) and timezone.is_aware(value):
        value = timezone.localtime(value)
    if _language() == "fr":
        return f"{value.hour}{NO_BREAK}h{NO_BREAK}{value.minute:02d}"
    return f"{value.hour:02d}:{value.minute:02d}"


@register.filter(expects_localtime=True)
def day(value: dt.date | dt.datetime | None) -> str:
    """A day in words: "1er novembre 2026" in French, the language's own way elsewhere; nothing for None. Aware instants
    in the current zone."""
    if not value:
        return ""
    if isinstance(value, dt.datetime) and timezone.is_aware(value):
        value = timezone.localtime(value)
    text = formats.date_format(value, "DATE_FORMAT")
    return text.replace("1 ", "1er ", 1) if _language() == "fr" and value.day == 1 else text


@register.filter
def rank(value: int | None, gender: str = "f") -> SafeString | str:
    """A place: "1re", "9e" in French with the letters raised ("m" for the masculine "1er"), "1st" in English."""
    if value is None:
        return NOTHING
    if _language() == "fr":
        first = "er" if gender == "m" else "re"
        return format_html("{}<sup>{}</sup>", number(value), first if value == 1 else "e")
    ending = "th" if value % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{number(value)}{ending}"


def _use(symbol: str, css: str) -> SafeString:
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"/></svg>', css, static("icons/sprite.svg"), symbol
    )


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """A line drawing of the sprite. It is hidden from readers of the text unless ``label`` says what it means."""
    drawing = _use(name, "icon")
    return format_html('<span role="img" aria-label="{}">{}</span>', label, drawing) if label else drawing


@register.simple_tag
def suit(trump: str | None) -> SafeString | str:
    """A trump on its small white card, with its name for who cannot see it.

    ``trump`` is a letter of the deal format: S H D C, SA (no trumps), TA (all trumps); nothing for None or "".
    Raises KeyError for any other letter.
    """
    if not trump:
        return ""
    name = TRUMPS[trump]
    if trump == "SA":
        inside = format_html('<b aria-hidden="true">{}</b>', _("NT"))
    elif trump == "TA":
        inside = format_html_join("", "{}", ((_use(f"suit-{s.lower()}", f"suit-{s.lower()}"),) for s in SUITS))
    else:
        inside = _use(f"suit-{trump.lower()}", "")
    return format_html('<span class="suit suit-{}" role="img" aria-label="{}">{}</span>', trump.lower(), name, inside)


@register.simple_tag
def seats(side: str) -> SafeString:
    """The small table with one pair's two seats filled: ``NS`` or ``EW`` (or the sheet's ``A`` and ``B``).

    Raises KeyError for any other side.
    """
    key = SIDE_OF_LETTER.get(side, side)
    return format_html('<span role="img" aria-label="{}">{}</span>', SIDES[key], _use(f"seats-{key.lower()}", "seats"))


@register.simple_tag
def pill(state: str, text: str = "") -> SafeString:
    """The state of a table as a shape, a word and a colour. ``state`` is a key of STATES; ``text`` replaces its word.

    Raises KeyError for any other state.
    """
    drawing, css, word = STATES[state]
    return format_html('<span class="pill {}">{}<span>{}</span></span>', css, icon(drawing), text or word)


@register.simple_tag
def state_icon(state: str) -> SafeString:
    """The drawing of a state alone, its word as the name. Raises KeyError for a state not in STATES."""
    drawing, _css, word = STATES[state]
    return icon(drawing, str(word))


@register.simple_tag
def bars(done: int, total: int) -> SafeString:
    """One small bar a deal, the played ones filled, with the count as its name; beyond 30 the count alone."""
    done = max(0, min(done, total))
    text = ngettext("%(done)s deal of %(total)s", "%(done)s deals of %(total)s", done) % {"done": done, "total": total}
    if not 0 < total <= 30:
        return format_html('<span class="sr">{}</span>', text)
    inside = format_html_join("", '<i class="{}"></i>', (("on" if n < done else "",) for n in range(total)))
    return format_html('<span class="bars" role="img" aria-label="{}">{}</span>', text, inside)


@register.filter
def toast_undo(message: Any) -> dict[str, str]:
    """The way back that ``core.toasts.toast`` put beside a message: ``{"url", "label"}``, empty where there is none."""
    try:
        found = json.loads(getattr(message, "extra_tags", "") or "{}")
    except ValueError:
        return {}
    return {key: str(found[key]) for key in ("url", "label") if key in found} if isinstance(found, dict) else {}
