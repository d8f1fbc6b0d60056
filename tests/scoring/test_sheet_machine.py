"""Whatever is done to a sheet and in whatever order, it equals a fresh replay of its entries, and of its history."""

import hypothesis
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from scoring import sheets
from scoring.models import ScoreSheet
from scoring.sheets import SheetConflict, SheetError
from tests.scoring.on_sheets import PASSED, PHONE, assert_replays, deal, holding_rules, new_key, new_sheet

#: Bids that are made, missed, or exactly reached (which holds the points over), and passed deals.
DEALS = st.one_of(
    st.just(PASSED),
    st.builds(
        deal, st.sampled_from([80, 100, 120, 160]), st.sampled_from(["NS", "EW"]), st.sampled_from([70, 100, 120])
    ),
)
FORMATS = st.sampled_from(
    [
        ("deals", 3, {"equal": "extra_deal", "held": "split"}),
        ("deals", 6, {}),
        ("target", 300, {}),
        ("target", 300, {"may_not_win": ["defence"], "both": "extra_deal", "minutes": 40}),
    ]
)


class OneSheet(RuleBasedStateMachine):
    """People at two phones and the desk: each act knows the sheet as it was when its author last looked."""

    @initialize(length=FORMATS)
    def open(self, length: tuple[str, int, dict]) -> None:
        self.sheet = new_sheet(length[1], length[0], holding_rules(), ending=length[2])
        self.sent: list[tuple[int, str, dict]] = []
        self.seen = self.sheet.revision
        self.digest = self.sheet.digest

    @property
    def count(self) -> int:
        return len(sheets.standing_entries(self.sheet))

    @property
    def is_open(self) -> bool:
        return self.sheet.state == ScoreSheet.State.OPEN

    @rule()
    def look(self) -> None:
        self.seen, self.digest = self.sheet.revision, self.sheet.digest

    @rule(one=DEALS, ahead=st.sampled_from([0, 0, 0, -1, 1]))
    def record(self, one: dict, ahead: int) -> None:
        position, key, count = self.count + 1 + ahead, new_key(), self.count
        try:
            sheets.record_deal(self.sheet.pk, one, position=position, client_key=key, actor=PHONE)
        except SheetError:
            assert not self.is_open or self.sheet.complete or ahead
        else:
            assert self.is_open
            assert not ahead
            assert self.count == count + 1
            self.sent.append((position, key, one))

    @precondition(lambda self: self.sent)
    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """An answer got lost: the phone sends the deal again, however late, and nothing changes."""
        position, key, one = data.draw(st.sampled_from(self.sent))
        before = (self.sheet.revision, self.count)
        sheets.record_deal(self.sheet.pk, one, position=position, client_key=key, actor=PHONE)
        self.sheet.refresh_from_db()
        assert (self.sheet.revision, self.count) == before

    @rule(one=DEALS, data=st.data())
    def amend(self, one: dict, data: st.DataObject) -> None:
        position = data.draw(st.integers(1, self.count + 1))
        entries = sheets.standing_entries(self.sheet)
        same = position <= len(entries) and entries[position - 1].data == one
        try:
            sheets.amend_deal(self.sheet.pk, position, one, seen=self.seen, actor=PHONE)
        except SheetConflict:
            assert self.seen != self.sheet.revision
        except SheetError:
            assert not self.is_open or position > self.count
        else:
            assert self.is_open
            assert same or self.seen == self.sheet.revision

    @precondition(lambda self: self.is_open)
    @rule(in_progress=st.booleans(), back=st.booleans())
    def call_time(self, in_progress: bool, back: bool) -> None:
        """The desk calls time, wherever the table is, or takes the call back."""
        if back:
            sheets.uncall_time(self.sheet.pk, actor=PHONE)
        else:
            sheets.call_time(self.sheet.pk, actor=PHONE, in_progress=in_progress)

    @rule()
    def take_back(self) -> None:
        count = self.count
        try:
            sheets.void_last(self.sheet.pk, count, seen=self.seen, actor=PHONE)
        except SheetConflict:
            assert self.seen != self.sheet.revision
        except SheetError:
            assert not self.is_open or not count
        else:
            assert self.count == count - 1

    @rule(reason=st.sampled_from(["", "il est tard"]))
    def close(self, reason: str) -> None:
        was_open = self.is_open
        try:
            sheets.close_sheet(self.sheet.pk, digest=self.digest, actor=PHONE, reason=reason)
        except SheetConflict:
            assert self.digest != self.sheet.digest
        except SheetError:
            assert was_open
            assert not self.count or not (self.sheet.complete or reason)
        else:
            assert self.digest == self.sheet.digest

    @rule()
    def reopen(self) -> None:
        try:
            sheets.reopen_sheet(self.sheet.pk, actor=PHONE, reason="à revoir")
        except SheetConflict:
            assert self.is_open
        else:
            assert not self.is_open

    @invariant()
    def equals_its_replay(self) -> None:
        if hasattr(self, "sheet"):
            assert_replays(self.sheet)


@pytest.mark.hypothesis
@pytest.mark.django_db
def test_after_any_acts_a_sheet_equals_the_replay_of_its_entries_and_of_its_history():
    profile = hypothesis.settings.default
    run_state_machine_as_test(
        OneSheet,
        settings=hypothesis.settings(profile, max_examples=max(profile.max_examples // 3, 1), stateful_step_count=15),
    )
