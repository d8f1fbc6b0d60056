"""The components as they come out: names for who does not see, errors beside their field, pages that need nothing."""

import re

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory
from django.utils import translation

from core.reference import reference_context
from core.toasts import toast


class PairForm(forms.Form):
    name = forms.CharField(label="Name", help_text="As it is called out.")
    kind = forms.ChoiceField(label="Kind", choices=[("a", "A"), ("b", "B")], widget=forms.RadioSelect)
    note = forms.CharField(label="Note", required=False)
    agreed = forms.BooleanField(label="Agreed")
    token = forms.CharField(widget=forms.HiddenInput)

    def clean(self) -> None:
        raise forms.ValidationError("This pair <is> there already.")


def attributes_of(html: str, marker: str) -> str:
    found = re.search(rf"<[^>]*{re.escape(marker)}[^>]*>", html)
    assert found, marker
    return found[0]


def shown(name: str, **context: object) -> str:
    with translation.override("en"):
        return render_to_string(f"components/{name}.html", context)


def test_a_wrong_field_says_so_beside_it_and_points_to_the_words() -> None:
    html = shown("field", field=PairForm({})["name"])
    field = attributes_of(html, 'name="name"')
    assert 'aria-invalid="true"' in field
    assert 'aria-describedby="id_name_helptext id_name_error"' in field
    assert 'id="id_name_helptext"' in html
    assert 'id="id_name_error"' in html
    assert '<label for="id_name">' in html
    assert html.index("As it is called out.") < html.index("This field is required.")


def test_a_right_field_shows_no_error_and_is_not_optional() -> None:
    html = shown("field", field=PairForm({"name": "x"})["name"])
    assert "aria-invalid" not in html
    assert "_error" not in html
    assert "(optional)" not in html
    assert "(optional)" in shown("field", field=PairForm({})["note"])


def test_choices_are_a_group_with_a_name_and_its_error() -> None:
    html = shown("field", field=PairForm({})["kind"])
    assert 'aria-describedby="id_kind_error"' in attributes_of(html, "fieldset")
    assert "<legend>Kind" in html
    assert html.count('type="radio"') == 2


def test_a_form_lists_what_is_wrong_and_leads_to_each_field() -> None:
    html = shown("form", form=PairForm({}))
    assert 'role="alert"' in html
    assert 'href="#id_name"' in html
    assert 'href="#id_agreed"' in html
    assert "This pair &lt;is&gt; there already." in html
    assert html.count('name="token"') == 1


def test_a_form_not_sent_yet_has_nothing_wrong() -> None:
    assert 'role="alert"' not in shown("form", form=PairForm())


def test_a_file_travels_as_a_file() -> None:
    class Upload(forms.Form):
        file = forms.FileField()

    assert 'enctype="multipart/form-data"' in shown("form", form=Upload())
    assert "enctype" not in shown("form", form=PairForm())


@pytest.mark.parametrize(("name", "word"), [("table_card", "Table"), ("pair_card", "Pair")])
def test_a_card_says_what_it_numbers(name: str, word: str) -> None:
    assert f'<span class="sr">{word} </span>12' in shown(name, number=12)


def test_the_club_may_call_its_pairs_otherwise() -> None:
    assert '<span class="sr">Team </span>7' in shown("pair_card", number=7, word="Team")


def test_progress_without_an_end_has_no_value() -> None:
    assert 'value="0" max="32"' in shown("progress", label="Sheets", text="0 of 32", value=0, max=32)
    assert "value=" not in shown("progress", label="Sheets", text="waiting")


def test_an_action_that_changes_something_is_a_form() -> None:
    assert '<form method="post" action="/x/">' in shown("action", label="Draw", url="/x/", post=True)
    assert '<a class="btn" href="/x/"' in shown("action", label="Open", url="/x/")
    assert "disabled" in shown("action", label="Close", url="/x/", disabled=True)
    assert "/x/" not in shown("action", label="Close", url="/x/", disabled=True)


def test_the_whole_reference_page_comes_out() -> None:
    request = RequestFactory().get("/look/")
    html = render_to_string("look/reference.html", reference_context(), request=request)
    ids = re.findall(r'\sid="([^"]+)"', html)
    for step in ("done", "now", "next"):
        assert f'class="step is-{step}"' in html
    assert html.count('aria-current="step"') == 1
    assert len(re.findall(r"<h1\b", html)) == 2  # the page's own, and the specimen of a plain header
    assert {"main", "toasts"} <= set(ids)


@pytest.mark.parametrize(("cookies", "attributes"), [
    ({}, ""), ({"mode": "soir"}, ' data-mode="soir"'),
    ({"mode": "jour", "deck": "4"}, ' data-mode="jour" data-deck="4"'),
    ({"mode": '"><script>', "deck": "5"}, ""),
])  # fmt: skip
def test_the_chosen_mode_is_in_the_page_from_the_start(cookies: dict[str, str], attributes: str) -> None:
    request = RequestFactory().get("/")
    request.COOKIES.update(cookies)
    html = render_to_string("404.html", {}, request=request)
    assert re.search(r"<html lang=\"[\w-]+\"([^>]*)>", html)[1] == attributes  # type: ignore[index]


@pytest.mark.parametrize("name", ["400", "403", "404", "500", "403_csrf"])
def test_an_error_page_needs_no_request_and_leads_back(name: str) -> None:
    html = get_template(f"{name}.html").render({})
    assert "<h1>" in html
    assert 'href="/"' in html


def test_the_page_for_our_own_faults_needs_no_file_either() -> None:
    html = get_template("500.html").render({})
    assert "/static/" not in html
    assert "<script" not in html


@pytest.mark.parametrize(("refused", "sign"), [(False, "#tick"), (True, "#triangle")])
def test_a_refusal_has_no_tick_beside_it(refused: bool, sign: str) -> None:
    request = RequestFactory().get("/")
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]
    toast(request, "Said", refused=refused)
    (message,) = get_messages(request)
    html = shown("message", message=message)
    assert sign in html
    assert html.count("<use") == 1
