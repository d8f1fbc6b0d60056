"""Money as the treasurer meets it: fees, an entry's page, receipts, the cash sheet; and who does not see it."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.tournaments.services import evening
from tournaments.models import Receipt, Tournament
from tournaments.services import fees, payments, presence, receipts, till

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def treasurer(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.TREASURER, club, HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return evening.new_tournament(3, club=club, fee_cents=2000)


def at(name: str, tournament: Tournament, *more: Any) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug, *more])


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_the_list_says_what_is_due_received_and_open(treasurer, tournament):
    payments.receive(tournament.entries.get(number=1).pk, 1500, "cash", SYSTEM)
    answer = treasurer.get(at("money", tournament))
    body = text_of(answer)
    assert at("receipts", tournament) in answer.content.decode()
    assert "Due €60 Received €15 Still to pay €45" in body
    assert "3 pairs have still to pay." in text_of(treasurer.get(at("entries", tournament)))


def test_the_fees_are_settled_with_those_for_members(treasurer, tournament):
    sent = {
        "fee": "10",
        "per": "person",
        "kind-0-name": "Members",
        "kind-0-cents": "7,50",
        "kind-1-name": "",
        "kind-1-cents": "",
    }
    assert treasurer.post(at("money", tournament), sent).status_code == 302
    tournament.refresh_from_db()
    found = fees.fees_of(tournament)
    assert (found.cents, found.per, [(one.name, one.cents) for one in found.kinds]) == (
        1000,
        "person",
        [("Members", 750)],
    )
    answer = treasurer.post(at("money", tournament), {**sent, "kind-0-name": ""})
    assert answer.status_code == 422 and "Say what this fee is called." in text_of(answer)


def test_a_sum_is_received_of_a_partner_a_receipt_given_and_the_line_made_void(treasurer, tournament):
    entry = tournament.entries.get(number=1)
    person = entry.members.first().person_id
    page = at("entry-money", tournament, entry.pk)
    sent = {"act": "receive", "amount": "10", "method": "cheque", "person": str(person), "note": ""}
    assert treasurer.post(page, sent).status_code == 302
    row = entry.payments.get()
    assert (row.amount_cents, row.method, row.person_id) == (1000, "cheque", person)
    answer = treasurer.post(at("receipt-give", tournament, row.pk), follow=True)
    receipt = Receipt.objects.get()
    assert f"Receipt {receipt.year}-0001" in text_of(answer)
    treasurer.post(page, {"act": "void", "payment": str(row.pk)})
    assert payments.received(entry) == 0
    assert "Void" in text_of(treasurer.get(at("receipt", tournament, row.pk)))


def test_up_to_which_receipts_were_given_elsewhere_is_said_before_the_first_one(treasurer, tournament):
    page = at("receipts", tournament)
    year = receipts.numbering(tournament.club).year
    answer = treasurer.post(page, {"number": "0"})
    assert answer.status_code == 422 and "A number from 1 to 99999." in text_of(answer)
    answer = treasurer.post(page, {"number": "42"}, follow=True)
    assert f"The next one of {year} is {year}-0043" in text_of(answer) and 'name="number"' in answer.content.decode()
    row = payments.receive(tournament.entries.get(number=1).pk, 2000, "cash", SYSTEM)
    receipts.give(row.pk, SYSTEM)
    assert 'name="number"' not in treasurer.get(page).content.decode()
    assert "was given here already" in text_of(treasurer.post(page, {"number": "60"}))


def test_what_cannot_be_stands_beside_its_field(treasurer, tournament):
    entry = tournament.entries.get(number=1)
    page = at("entry-money", tournament, entry.pk)
    sent = {"act": "refund", "amount": "10", "method": "cash", "person": "", "note": ""}
    answer = treasurer.post(page, sent)
    assert answer.status_code == 422 and "That is more than was received." in text_of(answer)
    answer = treasurer.post(page, {**sent, "act": "receive", "amount": "dix"})
    assert answer.status_code == 422 and "A sum of money" in text_of(answer)
    assert not entry.payments.exists()


def test_the_cash_sheet_takes_a_float_an_expense_and_a_count(treasurer, tournament):
    page = at("till", tournament)
    payments.tick(tournament.entries.get(number=1).pk, True, SYSTEM)
    for kind, amount, note in (("float", "100", ""), ("expense", "12,50", "pain")):
        treasurer.post(page, {"act": "line", "kind": kind, "amount": amount, "method": "cash", "note": note})
    assert till.sheet(tournament).in_till == 10_750
    treasurer.post(page, {"act": "count", "counted": "107"})
    body = text_of(treasurer.get(page))
    assert "€107 €107.50 −€0.50" in body
    line = tournament.cash_lines.get(kind="expense")
    treasurer.post(page, {"act": "void", "line": str(line.pk)})
    assert till.sheet(tournament).in_till == 12_000


def test_who_asks_for_nothing_is_not_told_that_it_is_noted(treasurer, tournament):
    for page in (at("entry-money", tournament, tournament.entries.get(number=1).pk), at("till", tournament)):
        assert "Noted." not in text_of(treasurer.post(page, {"act": "other"}, follow=True))


def test_a_button_that_is_pressed_twice_writes_one_line(treasurer, tournament):
    entry = tournament.entries.get(number=1)
    shapes = (
        (at("entry-money", tournament, entry.pk), {"act": "receive", "amount": "10", "method": "cash"}, entry.payments),
        (
            at("till", tournament),
            {"act": "line", "kind": "income", "amount": "5", "method": "cash", "note": "buvette"},
            tournament.cash_lines,
        ),
    )
    for page, sent, rows in shapes:
        seen = re.search(r'name="seen" value="(\d+)"', treasurer.get(page).content.decode())[1]
        assert treasurer.post(page, {**sent, "seen": seen}).status_code == 302
        answer = treasurer.post(page, {**sent, "seen": seen})
        assert answer.status_code == 422 and "Something was written here meanwhile" in text_of(answer)
        assert rows.count() == 1
        again = re.search(r'name="seen" value="(\d+)"', answer.content.decode())[1]
        assert treasurer.post(page, {**sent, "seen": again}).status_code == 302 and rows.count() == 2


def test_the_tick_that_would_undo_several_sums_says_where_to_go(treasurer, tournament):
    entry = tournament.entries.get(number=1)
    payments.receive(entry.pk, 1000, "card", SYSTEM)
    treasurer.post(at("entry-paid", tournament, entry.pk), {"paid": "yes"})
    answer = treasurer.post(at("entry-paid", tournament, entry.pk), {"paid": "no"}, follow=True)
    assert "put it right on its page of money" in text_of(answer)
    assert payments.received(entry) == 2000


def test_the_roll_has_the_tick_for_who_may_see_money_and_comes_back_there(client_for, treasurer, club, tournament):
    presence.open_roll(tournament.pk, 1, SYSTEM)
    presence.tick(tournament.entries.get(number=1).pk, 1, SYSTEM)
    page, entry = at("roll", tournament), tournament.entries.get(number=2)
    assert treasurer.get(page).content.decode().count("chip roll-paid") == 3
    answer = treasurer.post(at("entry-paid", tournament, entry.pk), {"paid": "yes", "back": "roll"})
    assert answer.headers["Location"] == page
    assert payments.received(entry) == 2000
    assert "roll-paid" not in client_for(Role.DESK, club).get(page).content.decode()


@pytest.mark.parametrize("role", [Role.READER, Role.DESK, Role.ARBITER])
def test_who_has_nothing_to_do_with_money_sees_none(client_for, club, tournament, role):
    client = client_for(role, club)
    entry = tournament.entries.get(number=1)
    row = payments.receive(entry.pk, 2000, "cash", SYSTEM)
    receipts.give(row.pk, SYSTEM)
    for address in (
        at("money", tournament),
        at("till", tournament),
        at("receipts", tournament),
        at("entry-money", tournament, entry.pk),
        at("receipt", tournament, row.pk),
    ):
        assert client.get(address).status_code == 403
    assert "/money/" not in client.get(at("entries", tournament)).content.decode()
