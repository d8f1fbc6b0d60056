"""How long papers take, cold: every name and code new, nothing kept from before.

    .venv/bin/python bench/paper.py [SHEETS] [ROWS OF A LIST]     250 sheets and 2,000 rows unless told

The score sheets of a round beside the same ones by typst, and a long list beside one WeasyPrint table of the same
rows. Each is made in a process of its own, held to one core; imports are not counted. typst is needed for nothing
else, so it comes apart: `.venv/bin/uv pip install --require-hashes -r requirements-bench.txt`; without it its line is
left out. Prints seconds on the clock and of a core, the largest memory of the process, and the size of the PDF.
Needs no database. What counts are the ratios within one run.

Exit status 1 where one is over its limit: the sheets 6 s of a core and 150 MB, the list half of what the table takes.
They are meant for the numbers above; for other numbers they are the same.
"""

import html
import importlib.util
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE)]
os.environ["COINCHE_DATA"] = tempfile.mkdtemp(prefix="coinche-bench-")
os.environ["DJANGO_SETTINGS_MODULE"] = "coinche_club.settings"

import django  # noqa: E402

django.setup()

from django.utils import translation  # noqa: E402

from core import shortcodes  # noqa: E402
from documents import lists, page, render, sheet_form, sheets  # noqa: E402
from documents.columns import layout  # noqa: E402
from documents.sheet_words import Side, Table  # noqa: E402
from scoring import rules  # noqa: E402

GIVEN = ("Odile", "Jean-Pierre", "Marie-Thérèse", "Çağrı", "Zoé", "Maximilienne-Joséphine", "Yves", "Ginette")
FAMILY = ("Le Goff", "Kervran", "Ağaoğlu", "Cœur", "de La Tour d’Auvergne", "Mazurier", "Vandenbroucke", "Roux")
Made = tuple[bytes, int]

#: What is asked of the sheets, in seconds of a core and megabytes, and of the list beside the table.
SHEETS_SECONDS, SHEETS_MEMORY, LIST_OF_TABLE = 6.0, 150, 0.5


def name(chance: random.Random) -> str:
    """A name that no other sheet has."""
    return f"{chance.choice(GIVEN)} {chance.choice(FAMILY)}-{chance.randrange(10**6)}"


def short_code(chance: random.Random) -> str:
    """A code to type that no other sheet has, of the letters that they are made of, as it is printed."""
    return shortcodes.shown("".join(chance.choices(shortcodes.ALPHABET, k=shortcodes.LENGTH)))


def tables_of(count: int) -> tuple[Table, ...]:
    """Tables that no run before had: names and codes by lot."""
    chance = random.Random()
    return tuple(
        Table(
            number=number,
            game=0,
            sides=(
                Side(str(2 * number - 1), (name(chance), name(chance))),
                Side(str(2 * number), (name(chance), name(chance))),
            ),
            url=f"http://192.168.1.20:8000/t/{chance.randbytes(16).hex()[:22]}/",
            short_code=short_code(chance),
        )
        for number in range(1, count + 1)
    )


def form_of_all() -> sheet_form.Form:
    head = sheet_form.Head(
        title="Concours de la Saint-Martin",
        round_title="Tour 2",
        facts="sur 4 · 12 donnes · samedi 14 novembre 2026",
        club="Amicale",
        rules="règle : Coinche de club, version 1",
        rows=12,
        has_code=True,
    )
    return sheet_form.Form(head, layout(rules.preset("club")))


def our_sheets(count: int) -> Made:
    form = form_of_all()
    return sheets.stamped(form, tables_of(count), form.head.title, "fr", lambda _done, _all: None)


def typst_sheets(count: int) -> Made:
    """The same sheets laid out by typst (bench/sheet.typ); the modules of a code are found as ours are."""
    import typst

    from documents import qr

    form, tables = form_of_all(), tables_of(count)

    def code(url: str) -> str:
        modules = qr.matrix(url)
        path = "".join(f"M{x} {y}h{end - x}v1h{x - end}z" for y, row in enumerate(modules) for x, end in qr.runs(row))
        side, quiet = len(modules), qr.QUIET
        box = f"{-quiet} {-quiet} {side + 2 * quiet} {side + 2 * quiet}"
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><path d="{path}"/></svg>'

    with tempfile.TemporaryDirectory() as folder:
        data = {
            "title": form.head.title,
            "facts": form.head.facts,
            "where": f"{form.head.club} · {form.head.rules}",
            "tables": [
                {
                    "number": str(one.number),
                    "sides": [{"number": side.number, "names": side.names} for side in one.sides],
                    "code": code(one.url),
                    "short": one.short_code,
                }
                for one in tables
            ],
        }
        (Path(folder) / "data.json").write_text(json.dumps(data))
        (Path(folder) / "sheet.typ").write_text((HERE / "sheet.typ").read_text())
        content = typst.compile(
            str(Path(folder) / "sheet.typ"), font_paths=[str(render.FONT_FOLDER)], ignore_system_fonts=True
        )
    return content, render.page_count(content)


def rows_of(count: int) -> list[tuple[int, int, tuple[str, str], list[int], int]]:
    chance = random.Random()
    return [
        (place, place, (name(chance), name(chance)), [chance.randrange(600, 1400) for _ in range(4)], 4000)
        for place in range(1, count + 1)
    ]


COLUMNS = [("Place", "number"), ("N°", "card"), ("Noms", "words"), *((f"T{n}", "number") for n in range(1, 5))]


def our_list(count: int) -> Made:
    paper = lists.ListPaper(
        title="Classement",
        over="Concours de la Saint-Martin",
        note="",
        columns=tuple(lists.Column(*column) for column in [*COLUMNS, ("Total", "strong")]),
        rows=tuple((place, number, names, *games, total) for place, number, names, games, total in rows_of(count)),
        foot="",
    )
    return page.all_to_pdf(lists.pages(paper), paper.title, "fr", lambda _done, _all: None)


def plain_table(count: int) -> Made:
    """The same rows as one table of HTML, which is what WeasyPrint offers for them."""
    head = "".join(f"<th>{title}</th>" for title, _kind in [*COLUMNS, ("Total", "strong")])
    body = "".join(
        f"<tr><td>{place}</td><td>{number}</td><td>{html.escape(' – '.join(names))}</td>"
        f"{''.join(f'<td>{one}</td>' for one in games)}<td><b>{total}</b></td></tr>"
        for place, number, names, games, total in rows_of(count)
    )
    style = "@page { size: A4; margin: 11mm } td { border-bottom: .2mm solid } table { width: 100% }"
    text = (
        f"<style>{style}</style><h1>Classement</h1><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
    content = render.html_to_pdf(text, ())
    return content, render.page_count(content)


KINDS: dict[str, Callable[[int], Made]] = {
    "sheets": our_sheets,
    "typst": typst_sheets,
    "list": our_list,
    "table": plain_table,
}


def measure(kind: str, count: int) -> None:
    """In a process of its own: make one paper and print the figures as JSON. One thing of the kind is made before, so
    that what is loaded once is not counted."""
    with translation.override("fr"):
        KINDS[kind](1)
        clock, core = time.perf_counter(), time.process_time()
        content, pages = KINDS[kind](count)
        clock, core = time.perf_counter() - clock, time.process_time() - core
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps({"clock": clock, "core": core, "memory": memory, "pages": pages, "kB": len(content) // 1024}))


def shown(what: str, kind: str, count: int) -> tuple[float, int]:
    """Print what one process measured; its seconds of a core and its megabytes."""
    done = subprocess.run(
        [sys.executable, __file__, "--only", kind, str(count)],
        stdout=subprocess.PIPE,
        check=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),
    )
    found = json.loads(done.stdout.splitlines()[-1])
    print(
        f"{what}: {found['core']:.2f} s of a core, {found['clock']:.2f} s on the clock, {found['memory']} MB at most, "
        f"{found['pages']} pages, {found['kB']} kB"
    )
    return float(found["core"]), int(found["memory"])


def kept(what: str, value: float, limit: float, unit: str = "") -> bool:
    """Print what was asked beside what came out; whether it is under it."""
    print(f"  {what}: {value:.3g}{unit}, asked {limit:g}{unit}{'' if value < limit else ': OVER'}")
    return value < limit


def main() -> int:
    if sys.argv[1:2] == ["--only"]:
        measure(sys.argv[2], int(sys.argv[3]))
        return 0
    given = [int(one) for one in sys.argv[1:3]]
    count, rows = [*given, *(250, 2000)[len(given) :]]
    ours, memory = shown(f"{count} score sheets", "sheets", count)
    good = [
        kept("seconds of a core", ours, SHEETS_SECONDS, " s"),
        kept("memory", memory, SHEETS_MEMORY, " MB"),
    ]
    if importlib.util.find_spec("typst") is None:
        print("typst is not installed: requirements-bench.txt")
    else:
        other, _memory = shown(f"the same {count} by typst", "typst", count)
        print(f"  that is {ours / other:.2f} of typst")
    listed, _memory = shown(f"a list of {rows} rows", "list", rows)
    table, _memory = shown(f"the same {rows} rows as one WeasyPrint table", "table", rows)
    good.append(kept("the list beside the table", listed / table, LIST_OF_TABLE))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
