"""The first minutes of a new installation, in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubs.models import User
from core import startlink

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_link_printed_at_the_start_leads_to_the_first_account_and_works_once(page_at: Callable[..., Page]) -> None:
    link = f"/start/{startlink.make()}/"
    page = page_at(1440)
    page.goto(link)
    page.get_by_role("button", name="Se connecter").click()
    expect(page).to_have_url(re.compile(r"/first-account/$"))
    page.fill("#id_username", "marie")
    page.fill("#id_password", "sept-cartes-en-main")
    page.get_by_role("button", name="Créer le compte").click()
    expect(page).to_have_url(re.compile(r"/$"))
    assert User.objects.get().is_superuser
    late = page_at(1440, allow_errors=True)
    late.goto(link)
    late.get_by_role("button", name="Se connecter").click()
    assert "marie" not in late.locator("body").inner_text()
    assert late.locator("#id_username").count() == 0


def test_a_forgotten_password_is_replaced_by_the_next_start_link(page_at: Callable[..., Page]) -> None:
    user = User.objects.create_superuser("marie", password="un-mot-oublié")
    page = page_at(1440)
    page.goto(f"/start/{startlink.make()}/")
    page.get_by_role("button", name="Se connecter").click()
    page.fill("#id_new_password1", "une-autre-main-9")
    page.fill("#id_new_password2", "une-autre-main-9")
    page.locator("form:has(#id_new_password1) button.btn-main").click()
    expect(page.locator("#id_new_password1")).to_have_count(0)
    user.refresh_from_db()
    assert user.check_password("une-autre-main-9")
