"""Receipts on paper."""

import pytest

from core.actors import SYSTEM
from documents import receipts as paper
from documents.kinds import Choice, Nothing
from tests.tournaments.services import evening
from tournaments.services import payments, receipts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_receipts_stand_four_to_a_page_with_who_paid_and_what_became_void():
    tournament = evening.new_tournament(6, fee_cents=2000)
    with pytest.raises(Nothing, match="no-receipts"):
        paper.gather(tournament, Choice())
    rows = [payments.receive(entry.pk, 2050, "cash", SYSTEM) for entry in tournament.entries.all()]
    for row in rows[:5]:
        receipts.give(row.pk, SYSTEM)
    payments.void(rows[1].pk, SYSTEM)
    content = paper.gather(tournament, Choice())
    pages = content.pages()
    assert [len(page.parts) for page in pages] == [4, 1]
    words = [text.text for page in pages for part in page.all_parts() for text in part.texts]
    assert sum("20,50" in word for word in words) == 5
    assert sum(word.startswith("Reçu") and " – " in word for word in words) == 1
    assert content.facts == {"receipts": 5}
    assert paper.gather(tournament, Choice(first=1, last=2)).facts == {"receipts": 2}
