"""Whatever the pages of tournaments show as rows can be taken away: read from their templates."""

import re
from functools import cache
from pathlib import Path

from django.conf import settings

from tournaments.exports import catalogue

FOLDER = Path(settings.BASE_DIR) / "templates" / "tournaments"
ROWS = re.compile(r'<table\b|<ol class="journal"')
BUTTON = re.compile(r"{% downloads (\S+)([^%]*)%}")
INCLUDE = re.compile(r'{% include "tournaments/([\w.]+)"')

#: Rows without a button for a file of them, and why.
NO_LIST = {
    "_close.html": "a sheet that is being closed: both sides' marks, in the files of deals and sheets",
    "_compare_answer.html": "an answer of the calculator of formats, about no tournament",
    "_marks.html": "a form: a sheet being typed",
    "_moved.html": "what an act would move, before it is done; done, it is in the files of corrections",
    "_paper.html": "a form: the totals on the paper beside those of the deals",
    "_workbench.html": "a draft that is being changed by hand: drafts are in no file",
    "copies.html": "the copies are files themselves",
    "entry_money.html": "a pair's rows of the files of fees and payments",
    "faults.html": "a form: what a fault costs; those that were given are in the file of penalties",
    "import_preview.html": "a file that is being taken in, and is not in yet",
    "public_path.html": "a pair's rows of the files of results, ranks and deals",
    "public_programme.html": "how far each round is at this moment; the feeds and the calendar tell it",
    "qualifiers.html": "who would be entered; entered, they are in the file of the entries",
    "reading_differs.html": "a form: two readings of a sheet of which one is kept",
    "rescore.html": "what other rules would come to, before they count",
    "sheet_history.html": "a sheet's rows of the file with the history of all sheets",
    "tables.html": "the page of the files",
    "team_list.html": "a list that is being taken in, and is not in yet",
}
#: Pages where one button is for several tables, and why.
ONE_FOR_ALL = {
    "_boards.html": "a button a kind, made in a loop",
    "_public_results.html": "meetings of teams are the sum of their tables",
    "public_prizes.html": "either what there is to win or who has won it",
}


@cache
def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


TEMPLATES = sorted(path.name for path in FOLDER.glob("*.html"))
SHOWING = [name for name in TEMPLATES if ROWS.search(text_of(name))]


def without_button(name: str) -> list[str]:
    """The pages that show this template without a button or a reason, itself or where it is included."""
    if name in NO_LIST or BUTTON.search(text_of(name)):
        return []
    around = [one for one in TEMPLATES if name in INCLUDE.findall(text_of(one))]
    return [page for one in around for page in without_button(one)] if around else [name]


def test_rows_that_a_page_shows_have_a_button_for_a_file_or_a_reason_why_not() -> None:
    assert {name: found for name in SHOWING if (found := without_button(name))} == {}
    # A reason that no longer holds is taken out.
    showing = {name for name in NO_LIST if {name, *INCLUDE.findall(text_of(name))} & set(SHOWING)}
    assert showing == NO_LIST.keys() and not any(BUTTON.search(text_of(name)) for name in NO_LIST)


def test_a_page_with_several_tables_has_as_many_buttons() -> None:
    fewer = {
        name
        for name in SHOWING
        if name not in NO_LIST and 0 < len(BUTTON.findall(text_of(name))) < len(ROWS.findall(text_of(name)))
    }
    assert fewer == ONE_FOR_ALL.keys() - {"_boards.html"}


def test_every_button_is_for_a_list_that_there_is_and_public_pages_give_what_is_public() -> None:
    for name in TEMPLATES:
        for what, more in BUTTON.findall(text_of(name)):
            is_public = "public=True" in more
            assert is_public == name.startswith(("public_", "_public_")), name
            lists = catalogue.PUBLIC if is_public else catalogue.LISTS
            assert not what.startswith('"') or what.strip('"') in lists, (name, what)
