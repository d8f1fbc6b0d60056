"""Rule sets that say what few sheets say, each to be told in words as a whole.

What comes out stands in golden/told.txt (see tests.scoring.golden).
"""

from collections.abc import Callable, Iterator
from functools import partial

from scoring.rules import load_ruleset
from scoring.rules.describe import describe
from tests.scoring.plain_files import PLAIN
from tests.scoring.plainly import difference
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


#: All that can be told at once, and what in it becomes another.
ALL = PLAIN.replace(
    "same = 5",
    """same = 5
[success]
tie = "held"
judge = "converted"
[labels]
revoke = "our revoke"
[[penalty]]
fault = "misdeal"
until = 1
amount = 10
[[penalty]]
fault = "misdeal"
from = 2
until = 2
amount = "bid"
[[penalty]]
fault = "misdeal"
from = 3
amount = "total"
then = "void"
[[penalty]]
fault = "revoke"
from = 2
until = 4
amount = 160
[[penalty]]
fault = "odd"
amount = 0
counted = true""",
)
KEPT = 'defence = "points + announces"\nkeep = "points"'
DEFENCE = 'defence = "points + announces + belote"'
CAPOT_MADE = '[score.capot_made]\ndeclarer = "m*bid + announces + belote"\ndefence = "belote"\n'
BESIDE: list[tuple[str, str]] = [
    (KEPT, 'defence = "points + announces"\nkeep = "points + announces + belote"'),
    (KEPT, 'defence = "m*points"\nkeep = "points"'),
    (KEPT, 'defence = "m*points"\nkeep = "points + bid + their_points"'),
    (KEPT, KEPT + '\n[score.held.doubled]\ndeclarer = "belote"\ndefence = "m*points"\nkeep = "points"'),
    (KEPT, KEPT + '\n[score.held.doubled]\ndeclarer = "belote"\ndefence = "m*points"\nkeep = "m*points + total"'),
    (KEPT, 'defence = "points"\nkeep = "points - their_points + sweep*belote"'), (CAPOT_MADE, ""),
    (CAPOT_MADE, '[score.generale_made]\ndeclarer = "2*bid"\ndefence = "their_points"\n' + CAPOT_MADE),
    (CAPOT_MADE, CAPOT_MADE + '[score.capot_made.doubled]\ndeclarer = "m*bid"\ndefence = "m*belote"\n'),
    ("coinche = 2\nsurcoinche = 4", "coinche = false\nsurcoinche = false"), ("surcoinche = 4", "surcoinche = false"),
    ("generale = 500", "generale = 500\ncapot_doubled = false"), ("same = 5", 'same = 5\n[rounding]\ndivide = 10'),
    ("same = 5", 'same = 5\n[rounding]\nunit = 10\nscope = "points"'),
    ("same = 5", 'same = 5\n[rounding]\nunit = 5\nscope = "declarer_rest"\nlast_deal_exact = true'),
    ("same = 5", 'same = 5\n[rounding]\nunit = 10\nscope = "defence_rest"\nup_from = 6'),
    ("same = 5", 'same = 5\n[rounding]\nunit = 10\nscope = "line"'), ("[bids]", '[game]\npassed = "counted"\n[bids]'),
    ("lowest = 80\nstep = 10\nhighest = 160", "lowest = 170\nstep = 10\nhighest = 400"),
    ("TA = { ratio = [162, 258] }", ""),
    ("lowest = 80\nstep = 10\nhighest = 160", "lowest = 170\nstep = 10\nhighest = 0"),
    ("lowest = 80\nstep = 10\nhighest = 160", "lowest = 170\nstep = 10\nhighest = 80"),
    ("[bids]", '[game]\nkind = "take"\n[bids]'),
    ('defence = "points + announces + belote"', 'defence = "points + their_belote*m + f*2 - sweep*announces"'),
    ('defence = "points + announces + belote"', 'defence = "bid*m*f*(points + 90*sweep) - 20*their_sweep"'),
    ('declarer = "m*(points + bid) + announces + belote"', 'declarer = "m*m*bid + pot*bid*m - m*announces - 2"'),
    ('declarer = "m*(points + bid) + announces + belote"', 'declarer = "-points + sweep*(bid + points) + f*f*belote"'),
    (DEFENCE, 'defence = "points + announces - sweep*announces + belote - their_sweep*belote"'),
    (DEFENCE, 'defence = "points + 3*announces - sweep*announces"'),
    (DEFENCE, 'defence = "bid*points + bid*their_points + belote"'), ("on = true", "on = false"),
    ('revoke = "our revoke"', 'misdeal = "our misdeal"'),
    ("pot = {", "pot = {"),
]  # fmt: skip


def tellings() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The title of each rule set, and how to hear it told: in English, then in French."""
    for title, source in FEW.items():
        yield title, partial(_told, source if source.lstrip().startswith("id") else f'id = "x"\n{source}')
    yield "all at once", partial(_told, ALL)
    for old, new in BESIDE:
        yield f"all at once, {old!r} -> {new!r}", partial(_told_beside, old, new)


def _told_beside(old: str, new: str) -> list[str]:
    assert old in ALL
    return difference(_told(ALL), _told(ALL.replace(old, new, 1)))


def _told(source: str) -> list[str]:
    ruleset = load_ruleset(source)
    return [
        line
        for language in ("en", "fr")
        for section in describe(ruleset, language)
        for line in (f"{section.title} [{section.id}]", *section.sentences)
    ]
