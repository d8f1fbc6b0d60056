"""The guards of money and prizes."""

from tests.guards_away import Constraint, Guard, Patch

_BOTH = ("sqlite", "postgresql")
_MONEY = "tests/tournaments/services/test_money.py"
_PRIZES = "tests/tournaments/services/test_prizes.py"
_RACES = "tests/tournaments/services/test_money_races.py"

MONEY: tuple[Guard, ...] = (
    Guard(
        "a receipt's number once a club and year",
        (Constraint("tournaments.Receipt", "tournaments_receipt_number_once"),),
        (f"{_MONEY}::test_receipts_are_numbered_by_club_and_year_without_a_gap",),
        _BOTH,
    ),
    Guard(
        "one hand in a book of receipts",
        (Patch("tournaments.services.receipts.locked_book", "tests.weaker_money.book_unlocked"),),
        (f"{_RACES}::test_who_gives_a_receipt_while_another_one_is_given_has_the_next_number",),
        ("postgresql",),
    ),
    Guard(
        "receipts given elsewhere told before the first one here",
        (Patch("tournaments.services.receipts.is_begun", "tests.weaker_money.none_was_given"),),
        (f"{_MONEY}::test_receipts_given_elsewhere_are_told_before_the_first_one_here_and_numbers_go_on_from_there",),
    ),
    Guard(
        "a payment made void once",
        (Constraint("tournaments.Payment", "tournaments_payment_void_once"),),
        (f"{_MONEY}::test_no_more_is_given_back_than_was_received_and_a_line_is_made_void_once",),
        _BOTH,
    ),
    Guard(
        "a line of the till made void once",
        (Constraint("tournaments.CashLine", "tournaments_cash_line_void_once"),),
        (f"{_MONEY}::test_a_line_of_the_till_is_made_void_once",),
        _BOTH,
    ),
    Guard(
        "a prize handed out once",
        (Constraint("tournaments.PrizeHanding", "tournaments_prize_handed_once"),),
        (f"{_PRIZES}::test_a_prize_is_handed_once_and_taken_back_by_a_counter_entry",),
        _BOTH,
    ),
    Guard(
        "a sum written once however often its button is pressed",
        (Patch("tournaments.services.payments.must_be_seen", "tests.weaker_money.however_many_lines"),),
        ("tests/tournaments/test_money_pages.py::test_a_button_that_is_pressed_twice_writes_one_line",),
    ),
    Guard(
        "a list of prizes changed as seen",
        (Patch("tournaments.services.prizes.is_as_seen", "tests.weaker_money.whatever_was_seen"),),
        (f"{_PRIZES}::test_a_list_is_kept_with_the_names_of_its_rows_and_never_over_what_was_not_seen",),
    ),
)
