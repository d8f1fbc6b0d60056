"""An evening on paper, and what is looked for in a PDF."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from clubs.models import Club
from core import links
from core.models import AccessLink, SiteAddress
from documents.fonts import width_mm
from documents.page import Page
from scoring.rulesets_store import preset_version
from tests import factories
from tournaments.models import Entry, Round, Tournament

BASE = "http://192.168.1.20:8000"


def make_evening(
    pairs: int, *, club: Club | None = None, rows: int = 12, kind: str = "deals", **fields: object
) -> tuple[Tournament, Round]:
    """A tournament in English with round 1 being played, its tables and their links."""
    tournament = factories.make_tournament(club or factories.make_club(locale="en"), stage=False, **fields)
    stage = factories.make_stage(
        tournament, ruleset_version=preset_version("club"), game_format=factories.make_format(kind, rows)
    )
    factories.make_pairs(tournament, pairs)
    round_ = factories.make_played_round(stage)
    links.issue_many(AccessLink.Purpose.TABLE, list(round_.matches.order_by("board").values_list("pk", flat=True)))
    return tournament, round_


def choose_address(base: str = BASE) -> None:
    """What the organiser does on the page of the address."""
    SiteAddress.objects.create(base_url=base)


def rename(entry: Entry, *names: tuple[str, str]) -> None:
    """Give the players of an entry other names: (given, family) each."""
    for member, (given, family) in zip(entry.members.order_by("slot"), names, strict=True):
        member.person.given, member.person.family = given, family
        member.person.save()


def text_of(pdf: bytes) -> list[str]:
    """The words of each page in the order in which they are written; spaces and line ends made one space."""
    done = subprocess.run(["pdftotext", "-raw", "-", "-"], input=pdf, stdout=subprocess.PIPE, check=True)
    return [" ".join(page.split()) for page in done.stdout.decode().split("\f")[:-1]]


def misfits(pages: list[Page]) -> list[str]:
    """Words that are wider than their place, or stand beside the paper."""
    found = []
    for page in (part for one in pages for part in one.all_parts()):
        for text in page.texts:
            wide = [
                width_mm(line, text.size, text.face) / 1.01 + width_mm(text.after, text.size)
                for line in text.text.split("\n")
            ]
            lines = len(wide)
            outside = text.y < 0 or text.y + text.height * lines > page.height_mm + 0.1
            if max(wide) > text.width + 0.8 or outside or text.x + text.width > page.width_mm + 4.5:
                found.append(f"{text.text!r} ({max(wide):.1f} of {text.width:.1f} mm)")
    return found


def pictures(pdf: bytes, folder: Path, dpi: int = 100) -> list[Image.Image]:
    """Each page as a grey picture."""
    source = folder / "paper.pdf"
    source.write_bytes(pdf)
    subprocess.run(["pdftoppm", "-r", str(dpi), "-gray", str(source), str(folder / "page")], check=True)
    return [Image.open(path) for path in sorted(folder.glob("page-*.pgm"))]


def modules_in(picture: Image.Image, box_mm: Sequence[float], count: int, quiet: int, dpi: int) -> list[list[bool]]:
    """The modules of a QR code of ``count`` by ``count`` as the picture shows them; True for black."""
    left, top, side = (value * dpi / 25.4 for value in box_mm)
    unit = side / (count + 2 * quiet)
    return [
        [
            picture.getpixel((int(left + (quiet + x + 0.5) * unit), int(top + (quiet + y + 0.5) * unit))) < 128
            for x in range(count)
        ]
        for y in range(count)
    ]
