"""The guards of who is there: the roll, who is seated late, who leaves and who plays for whom."""

from tests.guards_away import Constraint, Guard, Patch

_BOTH = ("sqlite", "postgresql")
#: SQLite has one writer at a time: there these are not missed.
_RACE = ("postgresql",)
_PRESENCE = "tests/tournaments/services/test_presence.py"
_LEAVING = "tests/tournaments/services/test_leaving.py"
_PLAYERS = "tests/tournaments/services/test_players.py"
_RACES = "tests/tournaments/services/test_presence_races.py"


def _weaker(name: str, target: str, replacement: str, *tests: str, on: tuple[str, ...] = ("sqlite",)) -> Guard:
    return Guard(name, (Patch(target, f"tests.{replacement}"),), tests, on)


PRESENCE: tuple[Guard, ...] = (
    Guard(
        "an entry noted once a round",
        (Constraint("tournaments.Attendance", "tournaments_attendance_once"),),
        (f"{_PRESENCE}::test_the_database_keeps_one_note_an_entry_and_one_roll_a_round",),
        _BOTH,
    ),
    Guard(
        "one roll a round",
        (Constraint("tournaments.CheckIn", "tournaments_check_in_once"),),
        (f"{_PRESENCE}::test_the_database_keeps_one_note_an_entry_and_one_roll_a_round",),
        _BOTH,
    ),
    _weaker(
        "nothing is drawn while the roll is open",
        "tournaments.services.rounds._check_roll",
        "weaker_presence.roll_not_asked",
        f"{_PRESENCE}::test_while_the_roll_is_open_nothing_is_drawn_nor_published[draft]",
        f"{_PRESENCE}::test_while_the_roll_is_open_nothing_is_drawn_nor_published[before]",
    ),
    _weaker(
        "who is there and the draw, one after the other",
        "tournaments.services.contests.lock",
        "weaker.tournament_unlocked",
        f"{_RACES}::test_who_is_noted_absent_while_the_draw_is_published_is_either_not_in_it_or_told_so",
        on=_RACE,
    ),
    _weaker(
        "a table is added to a round that goes on",
        "tournaments.services.latecomers._lock_round",
        "weaker_presence.round_unlocked",
        f"{_RACES}::test_a_table_added_while_the_round_is_closed_is_either_in_it_or_refused",
        on=_RACE,
    ),
    _weaker(
        "several leave as typed",
        "tournaments.services.leaving.leave_together",
        "weaker_presence.whatever_was_typed",
        f"{_LEAVING}::test_several_leave_when_their_number_is_typed_and_come_back_together",
    ),
    _weaker(
        "what was played stays with who played",
        "tournaments.services.players._check_undo",
        "weaker_presence.undone_whatever_was_played",
        f"{_PLAYERS}::test_a_replacement_is_taken_back_once_and_not_after_a_round_was_closed_with_it",
    ),
)
