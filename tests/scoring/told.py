"""Rule sets that say what few sheets say, each to be told in words as a whole.

What comes out stands in golden/told.txt (see tests.scoring.golden).
"""

from collections.abc import Callable, Iterator
from functools import partial

from scoring.rules import load_ruleset
from scoring.rules.describe import describe
from tests.scoring.resolved import FILES, GRID

TAKE = '[game]\nkind = "take"\n'
HELD = '[score.held]\ndeclarer = "belote"\ndefence = "points"\nkeep = "points"\n'
FEW: dict[str, str] = {
    **FILES,
    "twos, ends by trump, no capot": (
        '[cards]\ntrumps = ["H", "SA", "TA"]\nunit = 2\n[bids]\nhighest = { suit = 160, SA = 180, TA = 0 }\n' + GRID
    ),
    "low bids": "[bids]\nlist = [50, 60, 70]\n" + GRID,
    "one low bid": "[bids]\nlist = [50]\n" + GRID,
    "capot not doubled": "[bids]\ncapot = 250\ncapot_doubled = false\n[doubling]\ncoinche = 2\n" + GRID,
    "générale not doubled": "[bids]\ngenerale = 500\ncapot_doubled = false\n[doubling]\ncoinche = 2\n" + GRID,
    "no capot doubled at all": "[bids]\ncapot_doubled = false\n[doubling]\ncoinche = 2\n" + GRID,
    "belote twice": (
        '[doubling]\ncoinche = 2\n[score.made]\ndeclarer = "points + belote"\ndefence = "their_belote"\n'
        '[score.failed]\ndeclarer = "belote"\ndefence = "total + belote + their_belote"\n'
        '[score.failed.doubled]\ndeclarer = "belote"\ndefence = "m*(total + their_belote)"\n'
    ),
    "belote doubled": (
        '[doubling]\ncoinche = 2\n[score.made]\ndeclarer = "m*(points + belote)"\ndefence = 0\n'
        '[score.failed]\ndeclarer = 0\ndefence = "m*(total + belote)"\n'
    ),
    "announces": (
        '[announces]\non = true\ncancel = ["carre-7", "carre-8", "tierce"]\nvalues_SA = { tierce = 0, carre-J = 150 }\n'
        '[cards]\ntrumps = ["H", "SA"]\n' + GRID.replace('"points"', '"points + announces"')
    ),
    "own values": (
        "[values]\none = 5\ntwo = { suit = 1, else = 2 }\nthree = 3\n" + GRID.replace("total", "one + two + three")
    ),
    "no belote for the bid": '[success]\nbelote = "no"\n' + GRID,
    "belote from ninety": "[success]\nbelote_from = 90\n" + GRID,
    "belote lowers": '[success]\nbelote = "lowers"\n' + GRID,
    "belote lowers from ninety to eighty": (
        '[success]\nbelote = "lowers"\nbelote_from = 90\nbelote_floor = 80\n' + GRID
    ),
    "belote if ahead, from ninety": '[success]\nbelote = "if_ahead"\nbelote_from = 90\n' + GRID,
    "a margin": '[success]\nmargin = 2\nat_bid = "failed"\n' + GRID,
    "a take that fails at its points": TAKE + '[bids]\ntake = 80\n[success]\nmargin = 2\nat_bid = "failed"\n' + GRID,
    "a take that is held at its points": TAKE + '[bids]\ntake = 82\n[success]\nat_bid = "held"\n' + GRID + HELD,
    "held at the bid": '[success]\nat_bid = "held"\n' + GRID + HELD,
    "held more when doubled": (
        '[doubling]\ncoinche = 2\n[success]\ntie = "held"\n' + GRID + HELD
        + '[score.held.doubled]\ndeclarer = "belote"\ndefence = "points"\nkeep = "m*points"\n'
    ),
    "held the same when doubled": '[doubling]\ncoinche = 2\n[success]\ntie = "held"\n' + GRID + HELD,
    **{
        f"rounded {scope}, judged {judge}": (
            f'[rounding]\nunit = {unit}\nscope = "{scope}"\n[success]\njudge = "{judge}"\n{GRID}'
        )
        for scope, unit, judge in (
            ("points", 10, "rounded"), ("declarer_rest", 5, "rounded"), ("defence_rest", 10, "rounded"),
            ("line", 10, "rounded"), ("none", 10, "rounded"), ("line", 5, "exact"), ("points", 1, "rounded"),
        )
    },
    "in tens": '[rounding]\nunit = 10\nscope = "line"\ndivide = 10\n' + GRID,
    "converted": (
        '[cards]\ntrumps = ["H", "TA"]\n[cards.convert.TA]\nratio = [162, 258]\nto = 162\n'
        '[success]\njudge = "rounded"\n' + GRID
    ),
    "capot rows alone": (
        "[bids]\ncapot = 250\ngenerale = 500\n" + GRID + '[score.capot_made]\ndeclarer = "bid"\ndefence = 0\n'
    ),
    "générale rows alone": (
        "[bids]\ncapot = 250\ngenerale = 500\n" + GRID + '[score.generale_failed]\ndeclarer = 0\ndefence = "bid"\n'
    ),
}  # fmt: skip


def tellings() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The title of each rule set, and how to hear it told: in English, then in French."""
    for title, source in FEW.items():
        yield title, partial(_told, source if source.lstrip().startswith("id") else f'id = "x"\n{source}')


def _told(source: str) -> list[str]:
    ruleset = load_ruleset(source)
    return [
        line
        for language in ("en", "fr")
        for section in describe(ruleset, language)
        for line in (f"{section.title} [{section.id}]", *section.sentences)
    ]
