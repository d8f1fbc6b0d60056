"""Receipts given and prizes handed out by several at the same moment, in processes of their own."""

import pytest

from core.actors import SYSTEM
from tests import factories
from tests.tournaments.services import evening
from tests.tournaments.services.test_prizes import PIG, settle, with_prizes
from tournaments.models import PrizeHanding, Receipt
from tournaments.services import payments, receipts

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.tournaments.services.money_race"


def test_who_gives_a_receipt_while_another_one_is_given_has_the_next_number(together, tmp_path):
    club = factories.make_club()
    rows = []
    for day in (1, 2, 3):
        tournament = evening.new_tournament(2, club=club, day=evening.DAY.replace(day=day))
        rows.append(payments.receive(tournament.entries.get(number=1).pk, 1000, "cash", SYSTEM))
    receipts.give(rows[0].pk, SYSTEM)
    slow, meanwhile = together(
        [
            (f"{RACE}:give_slowly", [str(tmp_path), str(rows[1].pk)]),
            (f"{RACE}:give_meanwhile", [str(tmp_path), str(rows[2].pk)]),
        ]
    )
    assert (slow.message, meanwhile.message) == ("", "")
    assert (slow.value, meanwhile.value) == (2, 3)
    assert list(Receipt.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3]


def test_of_those_that_hand_out_a_prize_at_once_one_does(crowd):
    things = []
    for _ in range(2):
        tournament = evening.new_tournament(4, rounds=1)
        evening.publish(tournament, evening.play_round(tournament, 1))
        with_prizes(tournament, PIG)
        won = settle(tournament)[0]
        things.append((str(tournament.pk), won.key, won.entry))
    for answers in crowd("hand_at_once", things, 3):
        assert [one for one in answers if not isinstance(one, list)] == [1]
        assert [one for one in answers if isinstance(one, list)] == [["Conflict", "prize-handed"]] * 2
    assert PrizeHanding.objects.count() == 2
