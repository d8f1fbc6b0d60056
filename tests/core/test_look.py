"""Figures, times and drawings in templates: ``core.templatetags.look``."""

import datetime as dt
from decimal import Decimal

import pytest
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.template import Context, Template
from django.test import RequestFactory
from django.utils import timezone, translation

from core.templatetags import look
from core.toasts import toast

NNBSP = "\u202f"
NBSP = "\u00a0"


def render(source: str, **context: object) -> str:
    return Template("{% load look %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        (0, "0", "0"),
        (-0.0, "0", "0"),
        (972.0, "972", "972"),
        (852, "852", "852"),
        (1852, f"1{NNBSP}852", "1,852"),
        (1234567, f"1{NNBSP}234{NNBSP}567", "1,234,567"),
        (-40, "−40", "−40"),
        (-1040, f"−1{NNBSP}040", "−1,040"),
        (12.5, "12,5", "12.5"),
        (Decimal("1000.25"), f"1{NNBSP}000,25", "1,000.25"),
        (None, "–", "–"),
        ("", "–", "–"),
        ("capot", "capot", "capot"),
        (True, "True", "True"),
        (float("nan"), "nan", "nan"),
        (10**30, f"{10**30:,}".replace(",", NNBSP), f"{10**30:,}"),
    ],
)
def test_numbers_are_parted_as_the_language_parts_them(value: object, french: str, english: str) -> None:
    with translation.override("fr"):
        assert look.number(value) == french
    with translation.override("en-gb"):
        assert look.number(value) == english


@pytest.mark.parametrize(("value", "text"), [(3, "3,00"), (Decimal("2.005"), "2,00"), (-0.001, "0,00")])
def test_a_number_can_have_a_fixed_count_of_decimals(value: object, text: str) -> None:
    with translation.override("fr"):
        assert look.number(value, 2) == text


@pytest.mark.parametrize(("value", "text"), [(120, "+120"), (0, "0"), (-40, "−40"), (None, "–"), ("x", "x")])
def test_what_was_won_has_a_plus(value: object, text: str) -> None:
    with translation.override("fr"):
        assert look.signed(value) == text


def test_a_time_is_said_as_the_french_say_it() -> None:
    with translation.override("fr"):
        assert look.clock(dt.time(21, 57)) == f"21{NBSP}h{NBSP}57"
        assert look.clock(dt.time(0, 5)) == f"0{NBSP}h{NBSP}05"
        assert look.clock(None) == ""
    with translation.override("en"):
        assert look.clock(dt.time(9, 5)) == "09:05"


def test_midnight_is_a_time_and_not_nothing() -> None:
    with translation.override("fr"):
        assert look.clock(dt.time(0, 0)) == f"0{NBSP}h{NBSP}00"


def test_an_instant_is_shown_in_the_zone_of_the_hall() -> None:
    instant = dt.datetime(2026, 11, 14, 20, 57, tzinfo=dt.UTC)
    with translation.override("fr"), timezone.override("Europe/Paris"):
        assert render("{{ at|clock }}", at=instant) == f"21{NBSP}h{NBSP}57"


@pytest.mark.parametrize(
    ("day", "french", "english"),
    [
        (dt.date(2026, 11, 1), "1er novembre 2026", "Nov. 1, 2026"),
        (dt.date(2026, 12, 21), "21 décembre 2026", "Dec. 21, 2026"),
        (None, "", ""),
    ],
)
def test_the_first_of_a_month_has_its_letters_in_french(day: dt.date | None, french: str, english: str) -> None:
    with translation.override("fr"):
        assert look.day(day) == french
    with translation.override("en"):
        assert look.day(day) == english


def test_the_day_of_an_instant_is_that_of_the_clock_in_the_hall() -> None:
    instant = dt.datetime(2026, 11, 29, 23, 12, tzinfo=dt.UTC)
    with translation.override("fr"), timezone.override("Europe/Paris"):
        assert render("{{ at|day }}, {{ at|clock }}", at=instant) == f"30 novembre 2026, 0{NBSP}h{NBSP}12"
        assert look.day(instant) == "30 novembre 2026"


def test_places_have_their_letters() -> None:
    with translation.override("fr"):
        assert [look.rank(1), look.rank(1, "m"), look.rank(9)] == ["1<sup>re</sup>", "1<sup>er</sup>", "9<sup>e</sup>"]
    with translation.override("en"):
        assert [look.rank(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th",
        ]  # fmt: skip
    assert look.rank(None) == "–"


@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "SA", "TA"])
def test_a_trump_is_a_card_with_a_name(trump: str) -> None:
    with translation.override("en"):
        card = look.suit(trump)
        assert f'class="suit suit-{trump.lower()}"' in card
        assert f'aria-label="{look.TRUMPS[trump]}"' in card
        assert 'role="img"' in card


def test_all_trumps_shows_the_four_suits_each_in_its_colour() -> None:
    card = look.suit("TA")
    assert [f'class="suit-{s}"' in card for s in "shdc"] == [True] * 4


def test_no_trump_at_all_shows_nothing_and_an_unknown_one_is_a_bug() -> None:
    assert look.suit(None) == ""
    assert look.suit("") == ""
    with pytest.raises(KeyError):
        look.suit("X")


def test_sides_are_drawn_by_name_or_by_the_letter_of_the_sheet() -> None:
    assert look.seats("A") == look.seats("NS")
    assert look.seats("B") == look.seats("EW")
    assert look.seats("NS") != look.seats("EW")
    with pytest.raises(KeyError):
        look.seats("C")


def test_a_drawing_is_silent_unless_it_has_a_name() -> None:
    assert 'aria-hidden="true"' in look.icon("tick")
    assert "aria-label" not in look.icon("tick")
    named = look.icon("tick", 'a "b" <c>')
    assert 'aria-label="a &quot;b&quot; &lt;c&gt;"' in named


@pytest.mark.parametrize("state", look.STATES)
def test_a_status_has_a_shape_and_a_word(state: str) -> None:
    with translation.override("en"):
        shown = look.pill(state)
        assert "<svg" in shown
        assert f"<span>{look.STATES[state][2]}</span>" in shown


def test_the_words_of_a_status_can_be_replaced_and_are_escaped() -> None:
    assert "<span>La 62 &amp; la 3</span>" in look.pill("one_side", "La 62 & la 3")


@pytest.mark.parametrize(("done", "filled"), [(0, 0), (7, 7), (12, 12), (15, 12), (-1, 0)])
def test_deal_bars_fill_with_the_deals_and_say_their_count(done: int, filled: int) -> None:
    with translation.override("en"):
        drawn = look.bars(done, 12)
    assert drawn.count("<i ") == 12
    assert drawn.count('class="on"') == filled
    assert f"{filled} deal" in drawn
    assert "of 12" in drawn


@pytest.mark.parametrize("total", [0, 31])
def test_without_a_sensible_number_of_deals_only_the_count_is_written(total: int) -> None:
    assert "<i " not in look.bars(5, total)


def toasted(text: str, **way_back: str) -> object:
    request = RequestFactory().get("/")
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    toast(request, text, **way_back)
    (message,) = get_messages(request)
    return message


def test_a_toast_carries_one_way_back() -> None:
    message = toasted("Draw published.", undo_url="/undo/1", undo_label="Withdraw")
    assert look.toast_undo(message) == {"url": "/undo/1", "label": "Withdraw"}
    shown = render('{% include "components/message.html" %}', message=message)
    assert 'action="/undo/1"' in shown
    assert "Draw published." in shown


def test_a_toast_without_a_way_back_has_no_button() -> None:
    message = toasted("Saved.")
    assert look.toast_undo(message) == {}
    assert "<form" not in render('{% include "components/message.html" %}', message=message)


@pytest.mark.parametrize("tags", ["safe", "[1]", "3", None])
def test_tags_of_other_messages_are_no_way_back(tags: str | None) -> None:
    message = toasted("Saved.")
    message.extra_tags = tags  # type: ignore[attr-defined]
    assert look.toast_undo(message) == {}


@pytest.mark.parametrize("url", ["https://example.org/", "//example.org/", "javascript:x()"])
def test_a_way_back_stays_on_this_site(url: str) -> None:
    with pytest.raises(ValueError, match="stays on this site"):
        toasted("Saved.", undo_url=url, undo_label="Undo")


def test_a_way_back_needs_a_name() -> None:
    with pytest.raises(ValueError, match="needs a name"):
        toasted("Saved.", undo_url="/undo/1")
