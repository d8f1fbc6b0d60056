"""Beside the deals on the table's page: another device, the code of a pair, a photograph of the paper."""

import io
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import expect

from core.actors import SYSTEM
from core.files import read
from tests.browser.conftest import accessible
from tests.browser.test_table_phone import Phone, a_finger_later
from tests.tournaments.at_table import Table
from tests.tournaments.test_photograph import exif, picture
from tournaments.models import SheetPhoto
from tournaments.services import paircodes

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_code_a_photograph_and_a_second_device(page_at: Any, transactional_db: None) -> None:
    table = Table(deals=1)
    table.record(1)
    paircodes.change(table.tournament.pk, SYSTEM, on=True)
    codes = {side: paircodes.code_of(entry.pk, 1) for side, entry in (("NS", table.ns), ("EW", table.ew))}
    # Refusals are answers with an error status: the console has them.
    phone = Phone(page_at(360, height=640, locale="en-GB", allow_errors=True), table)
    page = phone.page
    Phone(page_at(360, height=640, locale="en-GB"), table)
    expect(phone.toast).to_contain_text("Another device has opened this table", timeout=15_000)

    phone.tap("look")
    page.locator("#photo").set_input_files(
        {"name": "IMG_1.jpg", "mimeType": "image/jpeg", "buffer": picture(2000, 1000, exif=exif())}
    )
    expect(phone.toast).to_contain_text("The photograph is kept")
    kept = Image.open(io.BytesIO(read(SheetPhoto.objects.get().file)))
    assert (kept.size, dict(kept.getexif())) == ((1600, 800), {})
    page.locator("#photo").set_input_files({"name": "x.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"})
    expect(page.locator("#photo-says")).to_contain_text("This is no photograph that can be read here")
    accessible(page)

    page.locator(".foot button, .back").last.click()
    phone.tap("agree-NS")
    field = page.locator("#code")
    expect(field).to_be_focused()
    phone.tap("give-code")
    expect(page.locator("#code-error")).to_contain_text("A code has four figures.")
    field.fill(f"{(int(codes['NS']) + 1) % 10_000:04d}")
    field.press("Enter")
    expect(page.locator("#code-error")).to_contain_text("Tries left: 4")
    accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for side, code in codes.items():
        if side == "EW":
            a_finger_later(page)
            phone.tap("agree-EW")
        field.fill(code)
        field.press("Enter")
        expect(page.locator("main")).to_contain_text("Agrees, at" if side == "NS" else "Both sides agreed.")
    table.game.sheet.refresh_from_db()
    assert table.game.sheet.state == "closed"
