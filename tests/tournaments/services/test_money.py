"""Fees, payments, receipts and the cash sheet."""

import pytest
from django.db import IntegrityError, transaction

from clubs.persons import PersonName
from core.actors import SYSTEM
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening
from tests.tournaments.services.test_giving import refused
from tests.tournaments.services.test_prizes import settle, with_prizes
from tournaments import archive
from tournaments.fees import PER_PERSON, Fees, Kind, shares
from tournaments.models import CashLine, Entry, Payment, Receipt, ReceiptBook, Tournament
from tournaments.services import (
    deleting,
    entries,
    fees,
    payments,
    prizegiving,
    receipts,
    rehearsals,
    snapshots,
    till,
    tournament_file,
)
from tournaments.services.entries import NewPlayer
from tournaments.standings.prizes import Kind as PrizeKind
from tournaments.standings.prizes import Prize, Track

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def charging(cents: int = 2001, pairs: int = 3, **more: int) -> Tournament:
    return evening.new_tournament(pairs, fee_cents=cents, **more)


def entry(tournament: Tournament, number: int = 1) -> Entry:
    return tournament.entries.get(number=number)


def open_of(one: Entry) -> int:
    return fees.dues(one.tournament, [one.pk])[one.pk].account.open


# What is due


def test_of_a_fee_for_the_pair_each_owes_his_half_to_the_cent():
    two = [(1, "a"), (2, "b")]
    assert [one.cents for one in shares(Fees(2001), two, 2, {})] == [1001, 1000]
    assert [one.cents for one in shares(Fees(2001), two[:1], 2, {})] == [1001]


def test_of_a_fee_for_each_player_a_member_owes_less_and_a_junior_nothing():
    rules = Fees(1000, PER_PERSON, (Kind("m", "membre", 700), Kind("j", "jeune", 0)))
    owed = shares(rules, [(1, "a"), (2, "b"), (3, "c")], 2, {"a": "m", "b": "j", "c": "gone"})
    assert [one.cents for one in owed] == [700, 0, 1000]


def test_another_fee_changes_what_is_due_and_the_tick_follows():
    tournament = charging()
    one = entry(tournament)
    payments.receive(one.pk, 1500, "cash", SYSTEM)
    rules = fees.change(tournament.pk, 2001, "entry", [Kind("", "membres", 1500)], SYSTEM)
    assert entry(tournament).paid == "no"
    fees.choose(one.pk, None, rules.kinds[0].key, SYSTEM)
    assert (entry(tournament).paid, open_of(one)) == ("yes", 0)
    fees.choose(one.pk, None, "", SYSTEM)
    assert open_of(one) == 501
    refused("fee-unknown", fees.choose, one.pk, None, "zzz", SYSTEM)


def test_who_is_free_has_paid():
    tournament = charging()
    rules = fees.change(tournament.pk, 2001, "entry", [Kind("", "invités", 0)], SYSTEM)
    fees.choose(entry(tournament).pk, None, rules.kinds[0].key, SYSTEM)
    assert entry(tournament).paid == "yes"


# What is received


def test_a_partner_pays_alone_and_the_pair_has_paid_with_the_other():
    tournament = charging()
    one = entry(tournament)
    first, second = one.members.order_by("slot")
    payments.receive(one.pk, 1001, "cheque", SYSTEM, person_id=first.person_id)
    assert (entry(tournament).paid, open_of(one)) == ("no", 1000)
    payments.receive(one.pk, 1000, "cash", SYSTEM, person_id=second.person_id)
    assert (entry(tournament).paid, open_of(one)) == ("yes", 0)
    stranger = entry(tournament, 2).members.first().person_id
    refused("payment-person", payments.receive, one.pk, 1, "cash", SYSTEM, person_id=stranger)


def test_the_tick_receives_what_is_open_in_cash_once_and_taken_away_it_is_void():
    tournament = charging()
    one = entry(tournament)
    for _ in range(2):
        payments.tick(one.pk, True, SYSTEM)
    assert [(row.amount_cents, row.method) for row in one.payments.all()] == [(2001, "cash")]
    payments.tick(one.pk, False, SYSTEM)
    assert (payments.received(one), entry(tournament).paid, one.payments.count()) == (0, "no", 2)
    payments.tick(one.pk, True, SYSTEM)
    assert payments.received(one) == 2001


def test_the_tick_leaves_several_sums_to_the_page_of_money():
    tournament = charging()
    one = entry(tournament)
    payments.receive(one.pk, 1000, "card", SYSTEM)
    payments.tick(one.pk, True, SYSTEM)
    refused("paid-several", payments.tick, one.pk, False, SYSTEM)


def test_no_more_is_given_back_than_was_received_and_a_line_is_made_void_once():
    tournament = charging()
    one = entry(tournament)
    received = payments.receive(one.pk, 2001, "cash", SYSTEM)
    refused("refund-more", payments.refund, one.pk, 2002, "cash", SYSTEM)
    back = payments.refund(one.pk, 2001, "transfer", SYSTEM)
    payments.void(back.pk, SYSTEM)
    refused("payment-void", payments.void, back.pk, SYSTEM)
    assert payments.received(one) == 2001
    with pytest.raises(IntegrityError), transaction.atomic():
        Payment.objects.create(entry=one, amount_cents=1, voids=back)
    refused("payment-counter", payments.void, received.counters.create(
        entry=one, tournament=tournament, amount_cents=-2001).pk, SYSTEM)  # fmt: skip


def test_two_single_players_who_become_a_pair_take_their_money_along():
    tournament = charging(pairs=0)
    one, other = (
        entries.add_pair(tournament.pk, [NewPlayer(PersonName(name, "Jean"))], SYSTEM) for name in ("Martin", "Girard")
    )
    payments.tick(other.pk, True, SYSTEM)
    pair = entries.join_singles(one.pk, other.pk, SYSTEM)
    assert payments.received(pair) == 1001
    assert open_of(pair) == 1000
    assert till.sheet(tournament).in_till == 1001


LIST = "N°;Joueur 1;Joueur 2;Payé\n1;MARTIN Paul;GIRARD Luc;oui\n2;ROUX Ève;BLANC Zoé;10 €\n3;NOIR Guy;VERT Léa;non\n"


def test_what_a_list_says_is_paid_is_received_and_the_same_list_changes_nothing():
    tournament = charging(pairs=0, cents=2000)
    for _ in range(2):
        plan = entries.preview(tournament, LIST.encode(), "liste.csv")
        entries.import_list(tournament.pk, LIST.encode(), "liste.csv", plan.digest, SYSTEM)
    assert plan.changes_nothing
    found = [(payments.received(entry(tournament, number)), entry(tournament, number).paid) for number in (1, 2, 3)]
    assert found == [(2000, "yes"), (1000, "no"), (0, "no")]


def test_a_team_owes_its_fee_as_a_whole_and_its_players_their_parts():
    tournament = evening.new_teams(2, 2)
    fees.change(tournament.pk, 4000, "entry", [], SYSTEM)
    tournament.refresh_from_db()
    team = tournament.entries.get(number=1, team=None)
    pair = team.pairs.first()
    player = pair.members.first().person_id
    payments.receive(pair.pk, 1000, "cash", SYSTEM, person_id=player)
    due = fees.dues(tournament, [team.pk])[team.pk]
    assert (due.account.due, due.account.open, [one.cents for one in due.shares]) == (4000, 3000, [1000] * 4)
    payments.tick(pair.pk, True, SYSTEM)
    team.refresh_from_db()
    assert team.paid == "yes" and payments.received(team) == 4000


# Receipts


def test_receipts_are_numbered_by_club_and_year_without_a_gap():
    tournament = charging()
    rows = [payments.receive(entry(tournament, number).pk, 2001, "cash", SYSTEM) for number in (1, 2)]
    given = [receipts.give(row.pk, SYSTEM) for row in rows]
    assert [one.number for one in given] == [1, 2]
    assert receipts.give(rows[0].pk, SYSTEM) == given[0]
    other = charging()
    assert receipts.give(payments.receive(entry(other).pk, 1, "cash", SYSTEM).pk, SYSTEM).number == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Receipt.objects.create(
            club=tournament.club,
            year=given[0].year,
            number=2,
            payment=payments.receive(entry(tournament, 3).pk, 1, "cash", SYSTEM),
        )


def test_a_number_that_came_to_nothing_was_never_given():
    tournament = charging()
    row = payments.receive(entry(tournament).pk, 2001, "cash", SYSTEM)
    with pytest.raises(RuntimeError), transaction.atomic():
        receipts.give(row.pk, SYSTEM)
        raise RuntimeError
    assert receipts.give(row.pk, SYSTEM).number == 1
    assert ReceiptBook.objects.get().last == 1


def test_there_is_no_receipt_for_a_refund_nor_for_what_is_void_nor_in_a_rehearsal():
    tournament = charging()
    row = payments.receive(entry(tournament).pk, 2001, "cash", SYSTEM)
    back = payments.refund(entry(tournament).pk, 1, "cash", SYSTEM)
    payments.void(row.pk, SYSTEM)
    for one in (row, back):
        refused("receipt-payment", receipts.give, one.pk, SYSTEM)
    copy = rehearsals.begin(tournament.pk, SYSTEM)
    played = payments.receive(entry(copy).pk, 1, "cash", SYSTEM)
    refused("receipt-rehearsal", receipts.give, played.pk, SYSTEM)
    refused("receipt-rehearsal", receipts.begin_after, copy.pk, 42, SYSTEM)
    assert not ReceiptBook.objects.exists()
    rehearsals.wipe(copy.pk, SYSTEM)
    assert not Payment.objects.filter(pk=played.pk).exists()


def test_receipts_given_elsewhere_are_told_before_the_first_one_here_and_numbers_go_on_from_there():
    tournament = charging()
    year = receipts.numbering(tournament.club).year
    for number in (0, -1, 100_000):
        refused("receipts-range", receipts.begin_after, tournament.pk, number, SYSTEM)
    assert not ReceiptBook.objects.exists()
    for number in (24, 42, 42):
        receipts.begin_after(tournament.pk, number, SYSTEM)
    refused("receipts-lower", receipts.begin_after, tournament.pk, 41, SYSTEM)
    told = AuditEvent.objects.filter(verb="receipts.begun", scope=tournament.pk).order_by("pk")
    assert [(one.before, one.after) for one in told] == [
        ({}, {"last": f"{year}-0024"}),
        ({"last": f"{year}-0024"}, {"last": f"{year}-0042"}),
    ]
    assert receipts.numbering(tournament.club).next == f"{year}-0043"
    row = payments.receive(entry(tournament).pk, 2001, "cash", SYSTEM)
    assert receipts.give(row.pk, SYSTEM).number == 43
    for number in (42, 43, 60):
        refused("receipts-begun", receipts.begin_after, tournament.pk, number, SYSTEM)
    assert ReceiptBook.objects.get().last == 43
    assert not receipts.numbering(factories.make_club()).given


# The till


def test_the_cash_sheet_balances_with_refunds_expenses_and_prizes_handed_out():
    tournament = charging(2000, pairs=4, rounds=1)
    till.write(tournament.pk, "float", 10_000, "cash", "", SYSTEM)
    for number, method in ((1, "cash"), (2, "cash"), (3, "cheque"), (4, "card")):
        payments.receive(entry(tournament, number).pk, 2000, method, SYSTEM)
    till.write(tournament.pk, "expense", 1_550, "cash", "pain", SYSTEM)
    till.write(tournament.pk, "income", 4_200, "cash", "buvette", SYSTEM)
    payments.refund(entry(tournament, 1).pk, 500, "cash", SYSTEM)
    round_ = evening.play_round(tournament, 1)
    evening.publish(tournament, round_)
    with_prizes(tournament, Prize("", Track.RANK, 1, 1, cents=3000, kind=PrizeKind.MONEY))
    won = settle(tournament)[0]
    prizegiving.hand(tournament.pk, won.key, won.entry, SYSTEM)
    sheet = till.sheet(tournament)
    assert sheet.in_till == 10_000 + 4_000 - 1_550 + 4_200 - 500 - 3_000
    assert sheet.surplus == sheet.in_till - 10_000 + 2_000 + 2_000
    assert sum(sheet.by_method.values()) == sheet.surplus
    counted = till.count(tournament.pk, 13_100, SYSTEM)
    assert (counted.expected_cents, counted.counted_cents) == (13_150, 13_100)
    prizegiving.take_back(tournament.pk, won.key, SYSTEM)
    assert till.sheet(tournament).in_till == 16_150


def test_it_balances_after_a_withdrawal_with_the_money_kept_or_given_back():
    tournament = charging(2000)
    for number in (1, 2):
        payments.tick(entry(tournament, number).pk, True, SYSTEM)
        entries.set_status(entry(tournament, number).pk, Entry.Status.WITHDRAWN, SYSTEM)
    assert open_of(entry(tournament, 1)) == 0
    payments.refund(entry(tournament, 2).pk, 2000, "cash", SYSTEM)
    assert till.sheet(tournament).in_till == 2000
    assert [entry(tournament, number).paid for number in (1, 2)] == ["yes", "no"]


def test_an_entry_with_money_is_never_deleted_and_one_without_changes_no_sum():
    tournament = charging(2000)
    payments.tick(entry(tournament, 1).pk, True, SYSTEM)
    payments.tick(entry(tournament, 1).pk, False, SYSTEM)
    refused("entry-money", deleting.delete, entry(tournament, 1).pk, SYSTEM)
    payments.tick(entry(tournament, 2).pk, True, SYSTEM)
    deleting.delete(entry(tournament, 3).pk, SYSTEM)
    assert till.sheet(tournament).in_till == 2000


def test_a_line_of_the_till_is_made_void_once():
    tournament = charging()
    line = till.write(tournament.pk, "expense", 100, "cash", "pain", SYSTEM)
    till.void(line.pk, SYSTEM)
    refused("payment-void", till.void, line.pk, SYSTEM)
    assert till.sheet(tournament).in_till == 0
    refused("till-note", till.write, tournament.pk, "expense", 100, "cash", " ", SYSTEM)
    with pytest.raises(IntegrityError), transaction.atomic():
        CashLine.objects.create(tournament=tournament, kind="expense", amount_cents=100, voids=line)


def test_going_back_to_a_copy_leaves_the_till_and_notes_who_has_paid():
    tournament = charging(2000)
    copy = snapshots.ask_for(tournament, SYSTEM)
    payments.tick(entry(tournament).pk, True, SYSTEM)
    till.write(tournament.pk, "float", 5000, "cash", "", SYSTEM)
    snapshots.undo(copy.pk, snapshots.what_is_lost(copy).mark, SYSTEM)
    assert till.sheet(tournament).in_till == 7000
    assert entry(tournament).paid == "yes"


def test_a_person_who_is_erased_leaves_the_sums():
    tournament = charging(2000)
    one = entry(tournament)
    member = one.members.first()
    payments.receive(one.pk, 1000, "cash", SYSTEM, person_id=member.person_id)
    member.person.family = member.person.given = ""
    member.person.save()
    assert payments.received(one) == 1000


# Files


def test_the_money_goes_with_the_file_but_not_the_receipts():
    tournament = charging(2000)
    row = payments.receive(entry(tournament).pk, 2000, "card", SYSTEM, note="Ann")
    payments.void(row.pk, SYSTEM)
    till.write(tournament.pk, "float", 5000, "cash", "", SYSTEM)
    document = tournament_file.document_of(tournament)
    assert [(one["kind"], one["method"], one["amount_cents"]) for one in document["payments"]].count(
        ("fee", "card", 2000)
    ) == 1
    assert len(document["payments"]) == 2 and len(document["cash_lines"]) == 1
    assert archive.read(archive.written(document))["payments"] == document["payments"]


def test_a_file_of_the_first_days_has_its_payments_brought_up():
    tournament = charging(2000)
    document = tournament_file.document_of(tournament)
    for name in ("fee_rules", "fee_choices", "payments", "cash_lines", "till_counts", "prize_lists", "prize_handings"):
        del document[name]
    first, second, third = document["entries"]
    second["paid"] = "yes"
    old = {"entry": first["id"], "note": "", "at": first["created_at"]}
    document["payments"] = [
        {**old, "id": "00000000-0000-4000-8000-000000000001", "amount_cents": 1500, "voided_at": None},
        {**old, "id": "00000000-0000-4000-8000-000000000002", "amount_cents": 700, "voided_at": third["created_at"]},
    ]
    found = archive.read(archive.written(document))["payments"]
    assert sum(row["amount_cents"] for row in found if row["entry"] == first["id"]) == 1500
    assert [row["amount_cents"] for row in found if row["entry"] == second["id"]] == [2000]
    assert [row["voids"] for row in found if row["amount_cents"] == -700] == ["00000000-0000-4000-8000-000000000002"]
