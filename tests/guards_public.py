"""The guards of what everybody sees: nothing before it is published, and nothing moves afterwards."""

from tests.guards_away import Guard, Patch

_HOLDING = "tests/tournaments/services/test_holding.py"
_PAGES = "tests/tournaments/test_public_pages.py"
_PROVISIONAL = "tests/tournaments/test_provisional_pages.py"
_FILES = "tests/tournaments/services/test_tournament_file.py"
_DRAWS = "tests/tournaments/test_draw_check.py"

PUBLIC: tuple[Guard, ...] = (
    Guard(
        "what is held back is not published",
        (Patch("tournaments.services.showing.is_held", "tests.weaker_public.nothing_is_held"),),
        (f"{_HOLDING}::test_nothing_is_published_while_results_are_held_back",),
    ),
    Guard(
        "the file of the draws waits for the results in it",
        (Patch("tournaments.services.draw_file.waits_for", "tests.weaker_public.waits_for_nothing"),),
        (f"{_DRAWS}::test_the_file_waits_for_the_results_that_stand_in_it",),
    ),
    Guard(
        "lists are published anew as they were seen",
        (Patch("tournaments.services.listspublic.is_as_seen", "tests.weaker_public.whatever_was_seen"),),
        ("tests/tournaments/services/test_lists.py::test_lists_are_not_published_anew[other-lists-changed]",),
    ),
    Guard(
        "nobody outside sees how a round stands unless it is shown",
        (Patch("tournaments.services.provisional.is_on", "tests.weaker_public.always_shown"),),
        (f"{_PROVISIONAL}::test_nobody_outside_sees_a_figure_until_the_organiser_shows_it",),
    ),
    Guard(
        "what a file says of publications can be shown",
        (Patch("tournaments.archive.figures.check", "tests.weaker_public.whatever_it_says"),),
        (f"{_FILES}::test_figures_that_no_public_page_could_show_are_refused_before_anything_is_written",),
    ),
    Guard(
        "a bracket shows what was published",
        (Patch("tournaments.boardspublic.meetings_as_published", "tests.weaker_public.meetings_as_they_are_now"),),
        (f"{_PAGES}::test_a_published_round_stays_as_it_is_whatever_is_changed_afterwards[knockout-3]",),
    ),
)
