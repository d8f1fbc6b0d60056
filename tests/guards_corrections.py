"""The guards of corrections: by role and time, as they were shown, one after the other."""

from tests.guards_away import Guard, Patch

_WINDOWS = "tests/tournaments/services/test_windows.py"
_RESCORING = "tests/tournaments/services/test_rescoring.py"
_RACES = "tests/tournaments/services/test_correction_races.py"
_PAGE = "tests/tournaments/test_corrections_page.py"
#: SQLite has one writer at a time: there these are not missed.
_RACE = ("postgresql",)


def _weaker(name: str, target: str, replacement: str, *tests: str, on: tuple[str, ...] = ("sqlite",)) -> Guard:
    return Guard(name, (Patch(target, f"tests.weaker_corrections.{replacement}"),), tests, on)


CORRECTIONS: tuple[Guard, ...] = (
    _weaker(
        "every way to a result asks the windows of corrections",
        "tournaments.services.windows.must_allow",
        "whoever_comes",
        f"{_WINDOWS}::test_no_way_to_a_result_is_open_when_the_windows_are_closed",
        f"{_WINDOWS}::test_whatever_is_done_then_no_figure_of_a_round_changes",
        f"{_WINDOWS}::test_until_its_time_is_over_the_desk_corrects_and_then_only_the_organiser",
    ),
    _weaker(
        "what is done to a sheet asks too",
        "tournaments.services.windows.must_allow_on",
        "whoever_comes",
        f"{_WINDOWS}::test_no_way_to_a_result_is_open_when_the_windows_are_closed",
    ),
    _weaker(
        "a table has its own window",
        "tournaments.services.windows.must_allow_table",
        "whoever_comes",
        f"{_WINDOWS}::test_too_late_the_table_is_sent_to_the_desk",
    ),
    _weaker(
        "a table opens its sheet with the round locked",
        "tournaments.services.windows.must_allow_table",
        "table_whatever_the_round_does",
        f"{_RACES}::test_a_table_opens_its_sheet_before_the_round_is_closed_or_not_at_all",
        on=_RACE,
    ),
    _weaker(
        "who moves is shown before",
        "tournaments.movesguard.ask",
        "nobody_asked",
        f"{_PAGE}::test_who_moves_is_shown_before_a_correction_is_done_and_only_that_is_done",
    ),
    _weaker(
        "counted anew as seen",
        "tournaments.services.rescoring.rescore",
        "rescore_whatever_was_seen",
        f"{_RESCORING}::test_what_was_not_seen_is_not_done",
    ),
    _weaker(
        "deals wait while all is counted anew",
        "tournaments.services.restoring.lock_all",
        "nothing_locked",
        f"{_RACES}::test_a_deal_waits_for_the_end_of_counting_anew_and_is_counted_by_the_new_rules",
        on=_RACE,
    ),
    _weaker(
        "a sheet counted anew meanwhile is asked for again",
        "scoring.sheets.locked",
        "sheet_asked_once",
        f"{_RACES}::test_a_deal_waits_for_the_end_of_counting_anew_and_is_counted_by_the_new_rules",
        on=_RACE,
    ),
)
