"""The guards of the verbs: what keeps two hands from writing over each other, and a code from opening too much."""

from tests.guards_away import Constraint, Guard, Patch

_BOTH = ("sqlite", "postgresql")
#: SQLite has one writer at a time: there these are not missed.
_RACE = ("postgresql",)
_SHEETS = "tests/scoring/test_sheets.py"
_SHEET_RACES = "tests/scoring/test_sheet_races.py"
_ROUNDS = "tests/tournaments/services/test_rounds.py"
_ENTRIES = "tests/tournaments/services/test_entries.py"
_RACES = "tests/tournaments/services/test_races.py"
_BYHAND = "tests/tournaments/services/test_byhand.py"
_HAND_RACES = "tests/tournaments/services/test_byhand_races.py"
_DRAW_RULES = "tests/tournaments/services/test_drawrules.py"
_LINKS = "tests/core/test_links.py"
_SAFETY_RACES = "tests/tournaments/services/test_safety_races.py"
_GUARD = "tests/tournaments/test_guard.py"
_TABLE_RACES = "tests/tournaments/services/test_table_races.py"
_DECISIONS = "tests/tournaments/services/test_decision_races.py"


def _weaker(name: str, target: str, replacement: str, *tests: str, on: tuple[str, ...] = ("sqlite",)) -> Guard:
    return Guard(name, (Patch(target, f"tests.weaker.{replacement}"),), tests, on)


SERVICES: tuple[Guard, ...] = (
    Guard(
        "a place once a sheet",
        (Constraint("scoring.SheetEntry", "scoring_entry_position_once"),),
        (f"{_SHEETS}::test_two_passed_deals_do_not_share_a_place",),
        _BOTH,
    ),
    _weaker(
        "a key is for one deal",
        "scoring.sheets._same",
        "same_whatever_it_says",
        f"{_SHEETS}::test_a_key_that_comes_again_with_another_deal_is_refused",
    ),
    _weaker(
        "one writer a sheet",
        "scoring.sheets.locked",
        "sheet_unlocked",
        f"{_SHEET_RACES}::test_a_deal_recorded_while_an_earlier_one_is_amended_leaves_the_totals_right",
        on=_RACE,
    ),
    _weaker(
        "closed as seen",
        "scoring.sheets.close_sheet",
        "close_whatever_was_seen",
        f"{_SHEETS}::test_a_sheet_is_closed_with_the_figures_that_were_seen",
    ),
    _weaker(
        "a ruling sent twice is one",
        "scoring.rulings.is_known",
        "every_form_is_new",
        "tests/scoring/test_rulings.py::test_a_penalty_sent_twice_is_given_once",
    ),
    _weaker(
        "a second pause is the first one",
        "tournaments.services.clocks.is_so",
        "never_so",
        "tests/tournaments/services/test_clocks.py::test_what_is_done_twice_is_written_once",
    ),
    _weaker(
        "one hand at a clock",
        "tournaments.services.clocks.locked",
        "clock_unlocked",
        f"{_DECISIONS}::test_a_fault_and_a_pause_sent_by_several_at_once_are_one_each",
        on=_RACE,
    ),
    Guard(
        "one act of a clock a number",
        (Constraint("tournaments.ClockEvent", "tournaments_clock_event_once"),),
        ("tests/tournaments/services/test_clocks.py::test_two_acts_have_no_number_in_common",),
        _BOTH,
    ),
    Guard(
        "a fault once on a club's list",
        (
            Constraint("tournaments.Fault", "tournaments_fault_key_once"),
            Constraint("tournaments.Fault", "tournaments_fault_name_once"),
        ),
        ("tests/tournaments/services/test_faults.py::test_the_database_keeps_a_fault_once_on_a_list",),
        _BOTH,
    ),
    _weaker(
        "amended as seen",
        "scoring.sheets.amend_deal",
        "amend_whatever_was_seen",
        f"{_SHEETS}::test_an_amendment_by_who_saw_an_older_sheet_is_refused_with_the_deal_as_it_is",
    ),
    _weaker(
        "nobody deleted is drawn",
        "tournaments.services.rounds.check_all_known",
        "whoever_was_deleted",
        "tests/tournaments/services/test_deleting.py::test_who_was_deleted_while_it_was_drawn_is_in_no_draw",
    ),
    Guard(
        "an attempt at a draw once",
        (Constraint("tournaments.Draw", "tournaments_draw_attempt_once"),),
        (f"{_ROUNDS}::test_an_attempt_is_never_made_twice_not_even_after_its_draw_was_taken_back",),
        _BOTH,
    ),
    Guard(
        "one draw for all that ask",
        (
            Constraint("tournaments.Draw", "tournaments_draw_attempt_once"),
            Constraint("tournaments.Draw", "tournaments_draw_one_draft"),
        ),
        (f"{_RACES}::test_of_twenty_that_ask_for_the_same_draw_one_makes_it",),
        _RACE,
    ),
    Guard(
        "one draft a round",
        (Constraint("tournaments.Draw", "tournaments_draw_one_draft"),),
        (f"{_RACES}::test_of_those_that_ask_for_different_attempts_at_once_one_draft_is_left",),
        _RACE,
    ),
    _weaker(
        "rules of the draw changed as seen",
        "tournaments.services.drawrules.digest",
        "whichever_rules_were_seen",
        f"{_DRAW_RULES}::test_of_two_who_change_the_rules_at_once_the_second_is_told",
    ),
    _weaker(
        "what ranks changed as seen",
        "tournaments.services.rankorder.digest",
        "whichever_rules_were_seen",
        "tests/tournaments/services/test_rankorder.py::test_of_two_who_change_it_at_once_the_second_is_told",
    ),
    _weaker(
        "changed by hand as seen",
        "tournaments.services.byhand._check_seen",
        "whichever_draft_was_seen",
        f"{_BYHAND}::test_of_two_who_saw_the_same_draft_the_second_is_told_and_changes_nothing",
        on=_BOTH,
    ),
    _weaker(
        "taken over from paper as seen",
        "tournaments.services.paper_plans.digest_of",
        "whichever_paper_was_seen",
        "tests/tournaments/services/test_paper_plans.py::test_what_was_not_shown_is_not_taken_over",
    ),
    _weaker(
        "no rehearsal in public",
        "tournaments.models.contest.TournamentQuerySet.real",
        "rehearsals_too",
        "tests/tournaments/test_rehearsal_pages.py::test_everybodys_pages_know_nothing_of_it",
        "tests/tournaments/test_rehearsal_pages.py::test_the_api_and_the_clubs_lists_know_nothing_of_it",
    ),
    _weaker(
        "one hand at a draft",
        "tournaments.services.byhand._lock",
        "draft_unlocked",
        f"{_HAND_RACES}::test_of_those_that_exchange_at_once_what_they_saw_one_does_and_the_others_are_told",
        f"{_HAND_RACES}::test_tables_fixed_at_once_are_all_fixed",
        on=_RACE,
    ),
    Guard(
        "a player in one pair",
        (Constraint("tournaments.EntryMember", "tournaments_person_in_one_entry"),),
        (f"{_ENTRIES}::test_a_player_is_in_one_pair_and_is_told_in_which",),
        _BOTH,
    ),
    Guard(
        "a number once",
        (Constraint("tournaments.Entry", "tournaments_entry_number_once"),),
        (f"{_ENTRIES}::test_a_number_may_be_chosen_and_is_given_once",),
        _BOTH,
    ),
    _weaker(
        "imported as shown",
        "tournaments.services.entries.import_list",
        "import_whatever_was_shown",
        f"{_ENTRIES}::test_a_list_is_imported_only_as_it_was_shown",
    ),
    _weaker(
        "one entry at a time",
        "tournaments.services.contests.lock",
        "tournament_unlocked",
        f"{_RACES}::test_pairs_entered_at_once_get_numbers_of_their_own",
        on=_RACE,
    ),
    Guard(
        "one job for many changes",
        (Constraint("core.Job", "core_job_one_waiting"),),
        ("tests/tournaments/services/test_contests.py::test_each_change_raises_the_revision_and_one_job_waits",),
        _BOTH,
    ),
    _weaker(
        "only who holds the lease finishes",
        "core.jobs.JobContext._mine",
        "any_lease",
        "tests/tournaments/services/test_results.py::test_a_job_that_lost_its_lease_leaves_no_figures",
    ),
    _weaker(
        "no token is kept",
        "core.links.token_hash",
        "token_as_it_is",
        f"{_LINKS}::test_no_row_of_the_database_has_a_token_in_it",
    ),
    _weaker(
        "renewed codes are new",
        "core.links.derive",
        "token_of_every_generation",
        f"{_LINKS}::test_a_renewed_link_has_another_token_and_the_printed_one_is_void",
    ),
    _weaker(
        "codes end with their round",
        "core.links.close_for",
        "never_closed",
        f"{_ROUNDS}::test_closing_a_round_ends_its_links_but_not_those_of_others",
    ),
    _weaker(
        "a start link once",
        "core.startlink.use",
        "start_link_again_and_again",
        "tests/core/test_startlink.py::test_the_link_works_once",
    ),
    Guard(
        "an adjustment void once",
        (Constraint("tournaments.Adjustment", "tournaments_adjustment_void_once"),),
        ("tests/tournaments/services/test_adjustments.py::test_the_database_knows_of_one_counter_entry",),
        _BOTH,
    ),
    _weaker(
        "sheets before their round",
        "tournaments.services.rounds.lock_with_sheets",
        "round_before_its_sheets",
        f"{_DECISIONS}::test_who_acts_on_a_whole_round_and_who_closes_a_sheet_of_it_do_not_wait_for_each_other",
        on=_RACE,
    ),
    _weaker(
        "what is given one after the other",
        "tournaments.services.contests.lock",
        "tournament_unlocked",
        f"{_DECISIONS}::test_corrections_of_two_rounds_at_once_leave_what_is_given_as_if_one_came_after_the_other",
        on=_RACE,
    ),
    _weaker(
        "a forfeit has the sheet for itself",
        "tournaments.services.forfeits.locked",
        "sheet_unlocked",
        f"{_DECISIONS}::test_a_sheet_closed_while_a_forfeit_is_noted_counts_once_and_as_the_forfeit",
        on=_RACE,
    ),
    _weaker(
        "a sheet is turned as seen",
        "scoring.sheets.turn_sides",
        "turn_whatever_was_seen",
        "tests/scoring/test_turning.py::test_a_sheet_is_turned_only_as_it_was_seen_with_deals_and_with_a_reason",
    ),
    _weaker(
        "who played is put right as seen",
        "tournaments.services.seats.put_right",
        "seat_whoever_was_seen",
        "tests/tournaments/services/test_seats.py::test_what_was_not_seen_is_not_changed",
    ),
    _weaker(
        "one goes back as seen",
        "tournaments.services.restoring.put_back",
        "put_back_whatever_was_seen",
        "tests/tournaments/services/test_snapshots.py::test_what_came_after_the_count_is_not_lost_unseen",
    ),
    _weaker(
        "one goes back alone",
        "tournaments.services.restoring.lock_all",
        "nothing_locked",
        f"{_SAFETY_RACES}::test_of_those_that_go_back_at_once_one_does",
        on=_RACE,
    ),
    _weaker(
        "no draw beside an open round",
        "tournaments.services.rounds._check_rounds_before",
        "no_round_before",
        "tests/tournaments/services/test_reopening.py::test_a_draft_that_came_at_the_same_moment_is_not_published",
    ),
    _weaker(
        "the word is typed",
        "tournaments.guard.is_typed",
        "always_typed",
        f"{_GUARD}::test_a_typed_act_asks_for_the_number_of_the_round_and_loses_nothing_that_was_sent",
        f"{_GUARD}::test_what_would_be_lost_is_shown_and_asks_for_the_number_of_the_round",
    ),
    _weaker(
        "what the table refuses is undone",
        "tournaments.guard._refused",
        "done_all_the_same",
        f"{_GUARD}::test_should_a_verb_do_what_the_table_refuses_that_is_undone",
    ),
    _weaker(
        "a tournament's file is as it was written",
        "tournaments.archive.reading._digest",
        "digest_of_the_file_itself",
        "tests/tournaments/archive/test_archive.py::test_a_file_that_was_changed_by_hand_is_refused",
    ),
    _weaker(
        "what many watch follows the trail",
        "core.audit.state",
        "trail_that_stands_still",
        "tests/tournaments/test_watched.py::test_what_is_kept_is_what_would_be_made",
    ),
    _weaker(
        "one writer a sheet, at two desks",
        "scoring.sheets.locked",
        "sheet_unlocked",
        f"{_TABLE_RACES}::test_of_two_desks_on_one_sheet_one_writes_and_the_other_is_shown_what_stands",
        on=_RACE,
    ),
    _weaker(
        "the same deal from phone and desk is one",
        "tournaments.services.play.says_the_same",
        "nothing_is_the_same",
        f"{_TABLE_RACES}::test_a_queue_that_comes_while_the_desk_types_the_same_sheet_is_written_shown_or_kept",
        on=_RACE,
    ),
    _weaker(
        "the same deal from two phones is one",
        "tournaments.services.play.says_the_same",
        "nothing_is_the_same",
        "tests/services/test_network.py::test_once_the_network_is_repaired_both_phones_and_the_database_agree[7]",
    ),
    _weaker(
        "a round is closed when its tables are",
        "tournaments.services.catchup.open_tables",
        "no_table_is_open",
        f"{_TABLE_RACES}::test_the_next_round_is_drawn_with_what_was_agreed_at_the_last_moment",
        on=_RACE,
    ),
    _weaker(
        "who closes a round lets results of it be written",
        "tournaments.services.rounds.close_round",
        "close_round_holding_all",
        f"{_TABLE_RACES}::test_the_next_round_is_drawn_with_what_was_agreed_at_the_last_moment",
        on=_RACE,
    ),
    _weaker(
        "SQLite waits for its turn",
        "django.db.backends.sqlite3.base.DatabaseWrapper.get_new_connection",
        "connection_that_does_not_wait",
        f"{_TABLE_RACES}::test_of_many_that_write_at_once_each_waits_for_its_turn_and_none_is_refused",
    ),
    # Its tests start the web server; what is taken away is that its commits wait for the disk.
    Guard(
        "saved is on disk",
        (Patch("tests.services.traced.SETTINGS", "tests.services.traced.UNSYNCED"),),
        ("tests/services/test_syncs.py::test_a_saved_deal_is_synced_before_its_answer",),
        _BOTH,
    ),
)
