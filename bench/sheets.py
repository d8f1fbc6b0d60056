"""How long the score sheets of a round take, cold: every name and code new, nothing kept from before.

    .venv/bin/python bench/sheets.py [SHEETS] [ROWS OF A LIST]     250 sheets and 2,000 rows unless told

Prints seconds on the clock and of one core, the largest memory of the process, and the size of the PDF. Needs no
database.
"""

import os
import random
import resource
import secrets
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["COINCHE_DATA"] = tempfile.mkdtemp(prefix="coinche-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "coinche_club.settings"

import django

django.setup()

from django.utils import translation  # noqa: E402

from documents import lists, page, sheet_form, sheets  # noqa: E402
from documents.columns import layout  # noqa: E402
from documents.sheet_words import Side, Table  # noqa: E402
from scoring import rules  # noqa: E402

GIVEN = ("Odile", "Jean-Pierre", "Marie-Thérèse", "Çağrı", "Zoé", "Maximilienne-Joséphine", "Yves", "Ginette")
FAMILY = ("Le Goff", "Kervran", "Ağaoğlu", "Cœur", "de La Tour d’Auvergne", "Mazurier", "Vandenbroucke", "Roux")


def name(chance: random.Random) -> str:
    """A name that no other sheet has."""
    return f"{chance.choice(GIVEN)} {chance.choice(FAMILY)}-{chance.randrange(10**6)}"


def make_sheets(count: int) -> tuple[bytes, int]:
    chance = random.Random(count)
    tables = tuple(
        Table(
            number=number,
            game=0,
            sides=(
                Side(str(2 * number - 1), (name(chance), name(chance))),
                Side(str(2 * number), (name(chance), name(chance))),
            ),
            url=f"http://192.168.1.20:8000/t/{secrets.token_urlsafe(16)}/",
            short_code="",
        )
        for number in range(1, count + 1)
    )
    head = sheet_form.Head(
        title="Concours de la Saint-Martin",
        round_title="Tour 2",
        facts="sur 4 · 12 donnes · samedi 14 novembre 2026",
        club="Amicale",
        rules="règle : Coinche de club, version 1",
        rows=12,
        has_code=True,
    )
    form = sheet_form.Form(head, layout(rules.preset("club")))
    blank = page.to_pdf(form.blank_pages(), head.title, "fr")
    return sheets.stamped(form, blank, tables, head.title, "fr", lambda _done, _all: None)


def make_list(count: int) -> tuple[bytes, int]:
    chance = random.Random(count)
    columns = [("Place", "number"), ("N°", "card"), ("Noms", "words"), *((f"T{n}", "number") for n in range(1, 5))]
    paper = lists.ListPaper(
        title="Classement",
        over="Concours de la Saint-Martin",
        note="",
        columns=tuple(lists.Column(*column) for column in [*columns, ("Total", "strong")]),
        rows=tuple(
            (place, place, (name(chance), name(chance)), *(chance.randrange(600, 1400) for _ in range(4)), 4000)
            for place in range(1, count + 1)
        ),
        foot="",
    )
    return page.all_to_pdf(lists.pages(paper), paper.title, "fr", lambda _done, _all: None)


def measured(what: str, make: Callable[[], tuple[bytes, int]]) -> None:
    clock, core = time.perf_counter(), time.process_time()
    content, pages = make()
    clock, core = time.perf_counter() - clock, time.process_time() - core
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{what}: {clock:.1f} s on the clock, {core:.1f} s of a core, {pages} pages, {len(content) // 1024} kB, "
        f"{memory} MB at most"
    )


def main() -> None:
    given = [int(one) for one in sys.argv[1:3]]
    count, rows = [*given, *(250, 2000)[len(given) :]]
    with translation.override("fr"):
        measured("first sheet, imports included", lambda: make_sheets(1))
        measured(f"{count} sheets", lambda: make_sheets(count))
        measured(f"a list of {rows} rows", lambda: make_list(rows))


if __name__ == "__main__":
    main()
