"""The guards that `make guards` takes away in turn. How to add one is told in tests/guards.py."""

from tests.guards_away import Constraint, Guard, Patch, Trigger
from tests.guards_corrections import CORRECTIONS
from tests.guards_money import MONEY
from tests.guards_presence import PRESENCE
from tests.guards_public import PUBLIC
from tests.guards_services import SERVICES

BOTH = ("sqlite", "postgresql")
_HOLDS = "tests/tournaments/test_model_holds.py"
_APPEND = "tests/core/test_append_only.py"
_CONSTRAINTS = "tests/core/test_model_constraints.py"
_MATRIX = "tests/test_access_matrix.py::test_every_role_gets_what_the_declaration_says"
_LEAKS = "tests/test_leaks.py"
_AGREEING = "tests/scoring/test_agreeing.py"
_AGREEING_RACES = "tests/scoring/test_agreeing_races.py"
_TABLE_RACES = "tests/tournaments/services/test_table_races.py"
_RULES = "tests/scoring/test_rulesets_edit.py"
_REREADING = "tests/tournaments/test_rereading.py"


def _append_only(table: str) -> Guard:
    return Guard(
        f"append-only {table}",
        (Trigger(table),),
        (
            f"{_APPEND}::test_a_written_row_is_never_changed[{table}]",
            f"{_APPEND}::test_a_written_row_is_never_deleted[{table}]",
        ),
        BOTH,
    )


GUARDS: tuple[Guard, ...] = (
    Guard(
        "one job waits for a thing",
        (Constraint("core.Job", "core_job_one_waiting"),),
        (f"{_CONSTRAINTS}::test_one_job_waits_for_a_thing",),
        BOTH,
    ),
    Guard(
        "a repeated request is answered once",
        (Constraint("core.Request", "core_request_once"),),
        (f"{_CONSTRAINTS}::test_a_request_is_written_down_once",),
    ),
    Guard(
        "one seat a round",
        (Constraint("tournaments.Seat", "tournaments_seat_one_a_round"),),
        (f"{_HOLDS}::test_in_a_melee_nobody_sits_twice_in_a_round_nor_two_on_one_chair",),
        BOTH,
    ),
    Guard(
        "a person in one entry",
        (Constraint("tournaments.EntryMember", "tournaments_person_in_one_entry"),),
        (f"{_HOLDS}::test_who_was_replaced_may_enter_again_but_nobody_plays_in_two_entries",),
        BOTH,
    ),
    Guard(
        "a counted deal once a sheet",
        (Constraint("scoring.SheetEntry", "scoring_entry_counted_once"),),
        (f"{_HOLDS}::test_a_replayed_deal_keeps_its_line_and_gives_its_number_to_the_next",),
    ),
    Guard(
        "a phone's key once a sheet",
        (Constraint("scoring.SheetEntry", "scoring_entry_client_key_once"),),
        (f"{_HOLDS}::test_a_line_taken_back_frees_its_place_and_its_number_but_not_its_key",),
    ),
    Guard(
        "one published draw a round",
        (Constraint("tournaments.Draw", "tournaments_draw_one_published"),),
        (f"{_HOLDS}::test_a_round_has_each_board_each_number_and_each_published_draw_once",),
    ),
    Guard(
        "a club's pages are its members'",
        (Patch("clubs.access.admitted", "tests.open_doors.anybody"),),
        (f"{_MATRIX}[tournament]", f"{_MATRIX}[club-members]", f"{_MATRIX}[draw-publish]"),
    ),
    Guard(
        "what members read by the API is theirs",
        (Patch("api.base.club_for", "tests.open_doors.any_club"),),
        (f"{_MATRIX}[api-desk-tournament]", "tests/api/test_desk.py::test_another_clubs_things_are_not_there"),
    ),
    Guard(
        "guessed short codes are stopped",
        (Patch("core.shortcodes.may_try", "tests.open_doors.any_code"),),
        (
            "tests/tournaments/test_table_views.py"
            "::test_who_guesses_with_ever_new_devices_is_stopped_at_the_codes_that_begin_alike",
        ),
    ),
    Guard(
        "names by consent",
        (Patch("clubs.names.in_public", "tests.open_doors.whole_name"),),
        (
            f"{_LEAKS}::test_who_objected_is_nowhere_named_whole",
            f"{_LEAKS}::test_whole_names_stand_only_where_the_tournament_declared_them",
            f"{_LEAKS}::test_public_papers_name_by_consent_and_private_ones_are_not_given_out",
        ),
    ),
    Guard(
        "tokens are blanked in the log",
        (Patch("core.logs.blank", "tests.open_doors.as_it_is"),),
        (f"{_LEAKS}::test_the_log_of_an_evening_names_nobody_and_opens_nothing",),
    ),
    Guard(
        "each list asks for the right of its page",
        (Patch("tournaments.exports.catalogue.may_have", "tests.open_doors.every_list"),),
        ("tests/tournaments/exports/test_tables.py::test_each_list_asks_for_the_right_of_its_page",),
    ),
    Guard(
        "formulas are made harmless",
        (Patch("tournaments.exports.as_csv.harmless", "tests.open_doors.as_it_is"),),
        ("tests/tournaments/exports/test_writers.py::test_a_text_that_begins_like_a_formula_is_made_harmless_in_csv",),
    ),
    Guard(
        "a copy off the machine is read again",
        (Patch("core.away._is_same", "tests.open_doors.whatever_is_there"),),
        ("tests/tournaments/services/test_copies_away.py::test_what_was_written_wrong_is_no_copy",),
    ),
    Guard(
        "rules are saved on what was seen",
        (Patch("scoring.rulesets_edit._claim", "tests.open_doors.whatever_was_seen"),),
        (f"{_RULES}::test_of_two_who_edit_at_once_the_second_is_told_and_neither_loses_anything",),
    ),
    Guard(
        "a rule set's name once a club",
        (Constraint("scoring.Ruleset", "scoring_ruleset_name_once"),),
        (f"{_RULES}::test_the_database_keeps_a_name_once_in_a_club",),
        BOTH,
    ),
    Guard(
        "a side agrees once to what stands",
        (Constraint("scoring.Confirmation", "scoring_confirmation_once"),),
        (f"{_AGREEING}::test_the_database_knows_one_confirmation_of_a_side_and_its_figures",),
        BOTH,
    ),
    Guard(
        "who typed a sheet does not type it again",
        (Constraint("tournaments.SheetHand", "tournaments_hand_once"),),
        (f"{_REREADING}::test_the_database_lets_no_account_have_both_parts_in_a_sheet",),
        BOTH,
    ),
    Guard(
        "a sheet is to be typed again once",
        (Constraint("tournaments.SecondReading", "tournaments_reading_open_once"),),
        (f"{_REREADING}::test_one_reading_is_taken_once_and_each_account_has_one_at_a_time",),
    ),
    Guard(
        "who types a sheet again sees nothing else",
        (Patch("tournaments.services.rereading.blind_of", "tests.open_doors.nobody_reads"),),
        (f"{_REREADING}::test_no_page_and_no_answer_tells_the_first_figures_while_a_sheet_is_typed_again",),
    ),
    Guard(
        "the next game of friends begins once",
        (Constraint("scoring.FriendsGame", "scoring_friends_game_once"),),
        ("tests/scoring/test_friends.py::test_a_number_of_a_game_is_given_once",),
        BOTH,
    ),
    Guard(
        "a disagreement is open once",
        (Constraint("scoring.Dispute", "scoring_dispute_open_once"),),
        (f"{_AGREEING}::test_the_database_knows_one_open_disagreement_about_a_deal",),
        BOTH,
    ),
    Guard(
        "a device once a table",
        (Constraint("tournaments.TableDevice", "tournaments_device_once"),),
        ("tests/tournaments/test_table_devices.py::test_the_database_knows_a_device_of_a_table_once",),
        BOTH,
    ),
    Guard(
        "who is shut out writes no more",
        (Patch("tournaments.services.devices.is_shut_out", "tests.open_doors.nobody_is_shut_out"),),
        (
            "tests/tournaments/test_table_devices.py"
            "::test_who_is_shut_out_reads_and_keeps_what_it_wrote_and_may_come_back",
        ),
    ),
    Guard(
        "wrong codes of a pair are counted",
        (Patch("tournaments.services.paircodes._tried", "tests.open_doors.any_pair_code"),),
        (
            "tests/tournaments/test_pair_codes.py"
            "::test_wrong_ones_are_counted_by_side_in_the_database_whatever_device_tries",
        ),
    ),
    Guard(
        "a few photographs a sheet",
        (Constraint("tournaments.SheetPhoto", "tournaments_photo_place_once"),),
        ("tests/tournaments/test_sheet_photos.py::test_the_database_keeps_one_at_a_place_of_a_sheet",),
        BOTH,
    ),
    Guard(
        "a screen of the hall is the only one of its name",
        (Constraint("tournaments.HallScreen", "tournaments_screen_name_once"),),
        ("tests/tournaments/test_screens_page.py::test_the_database_knows_a_name_once_whatever_its_letters",),
        BOTH,
    ),
    Guard(
        "one press of the ceremony tells one place",
        (Patch("tournaments.services.ceremony.go", "tests.weaker.tell_whatever_was_seen"),),
        ("tests/tournaments/test_hall.py::test_two_who_press_at_once_tell_one_place",),
    ),
    Guard(
        "one slide at a place",
        (Constraint("tournaments.SponsorSlide", "tournaments_slide_position_once"),),
        ("tests/tournaments/test_screens_page.py::test_the_database_knows_one_slide_at_a_place",),
        BOTH,
    ),
    Guard(
        "a deal that came late is kept once",
        (Constraint("scoring.LateDeal", "scoring_late_deal_once"),),
        ("tests/scoring/test_late.py::test_the_database_keeps_a_late_deal_once",),
        BOTH,
    ),
    Guard(
        "two versions are settled as seen",
        (Patch("scoring.versions.settle", "tests.weaker.settle_whatever_was_seen"),),
        ("tests/scoring/test_versions.py::test_only_what_was_seen_is_settled",),
    ),
    Guard(
        "who settles two versions has the sheet for himself",
        (Patch("scoring.versions.locked", "tests.weaker.sheet_unlocked"),),
        ("tests/scoring/test_versions_races.py::test_of_two_who_settle_it_at_once_one_wins_and_the_other_is_told",),
        ("postgresql",),
    ),
    Guard(
        "agreed to as seen",
        (Patch("scoring.agreeing.confirm", "tests.weaker.confirm_whatever_was_seen"),),
        (f"{_AGREEING}::test_what_was_not_seen_is_not_agreed_to",),
    ),
    Guard(
        "who agrees has the sheet for himself",
        (Patch("scoring.agreeing.locked", "tests.weaker.sheet_unlocked"),),
        (
            f"{_AGREEING_RACES}::test_both_sides_that_agree_at_once_close_the_sheet_once",
            f"{_AGREEING_RACES}::test_a_side_that_agrees_twice_at_once_agrees_once",
            f"{_AGREEING_RACES}::test_who_agrees_while_a_deal_is_put_right_agrees_to_what_was_seen_or_to_nothing[second]",
            f"{_TABLE_RACES}::test_who_agrees_while_the_desk_puts_a_deal_right_agrees_to_what_was_seen_or_to_nothing",
        ),
        ("postgresql",),
    ),
    _append_only("core_auditevent"),
    _append_only("scoring_entryevent"),
    _append_only("scoring_rulesetversion"),
    _append_only("scoring_gameformat"),
    _append_only("tournaments_publication"),
    _append_only("tournaments_prizehanding"),
    _append_only("tournaments_payment"),
    _append_only("tournaments_cashline"),
    _append_only("tournaments_tillcount"),
    _append_only("tournaments_receipt"),
    *SERVICES,
    *MONEY,
    *PRESENCE,
    *PUBLIC,
    *CORRECTIONS,
)
