"""Makes the three fonts of the printed papers in static/fonts out of two Debian packages.

Run once, when a letter is missing; the result is kept in the repository:

    apt-get download fonts-roboto-unhinted fonts-texgyre
    for package in *.deb; do dpkg -x "$package" unpacked; done
    .venv/bin/python scripts/make_paper_fonts.py unpacked

The fonts are cut down to Latin letters, given figures of one width that stand on the line, and renamed, because they
are no longer what their makers published. Their licences lie beside them.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parent.parent / "static" / "fonts"
ROBOTO = "usr/share/fonts/truetype/roboto/unhinted/RobotoTTF"
PAGELLA = "usr/share/texmf/fonts/opentype/public/tex-gyre"
FONTS = (
    (f"{ROBOTO}/Roboto-Regular.ttf", "paper-sans-400.ttf", "Paper Sans", "Regular"),
    (f"{ROBOTO}/Roboto-Bold.ttf", "paper-sans-700.ttf", "Paper Sans", "Bold"),
    (f"{PAGELLA}/texgyrepagella-bold.otf", "paper-serif-700.otf", "Paper Serif", "Bold"),
)
# Latin with all its accents, the spaces, dashes, quotes and the few signs that a sheet prints.
RANGES = ((0x20, 0x7E), (0xA0, 0x17F), (0x218, 0x21B), (0x1E9E, 0x1E9E), (0x2000, 0x200A), (0x2010, 0x2015))
SIGNS = "\u02bc‘’‚“”„†•…\u202f‹›€№™−×÷≤≥½"
NAMES_KEPT = {0, 3, 5, 7, 8, 9, 11, 12, 13, 14}


def wanted() -> list[int]:
    """The code points that a paper may need; those a font does not have are left out of it."""
    points = {point for first, last in RANGES for point in range(first, last + 1)}
    return sorted(points | {ord(sign) for sign in SIGNS})


def cut(source: Path, target: Path, family: str, style: str) -> None:
    """Write ``target``: the part of ``source`` that is wanted, under its new name."""
    font = TTFont(source)
    options = subset.Options()
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"]
    options.hinting = False
    options.name_IDs = sorted(NAMES_KEPT | {1, 2, 4, 6})
    options.notdef_outline = True
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted())
    cutter.subset(font)
    names = {1: family, 2: style, 4: f"{family} {style}", 6: f"{family.replace(' ', '')}-{style}"}
    for record in list(font["name"].names):
        if record.nameID in names:
            record.string = names[record.nameID]
    if "CFF " in font:
        font["CFF "].cff.fontNames = [names[6]]
        top = font["CFF "].cff.topDictIndex[0]
        top.FamilyName, top.FullName = family, names[4]
    font.save(target)


def main() -> None:
    unpacked = Path(sys.argv[1])
    TARGET.mkdir(parents=True, exist_ok=True)
    for source, name, family, style in FONTS:
        cut(unpacked / source, TARGET / name, family, style)
        sys.stdout.write(f"{name}: {(TARGET / name).stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
