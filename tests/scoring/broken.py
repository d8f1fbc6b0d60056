"""Which properties odd rule sets break, in how many of some made-up deals, and a checksum of the counter-examples.

What comes out stands in golden/broken.txt (see tests.scoring.golden).
"""

import json
from collections.abc import Callable, Iterator
from functools import partial
from zlib import crc32

from scoring.rules import DealError, load_ruleset
from scoring.rules.dealing import Dealer
from scoring.rules.properties import PROPERTIES, Trial
from tests.scoring.plain_files import PLAIN

DEALS = 36
APART = 'convert = { suit = { ratio = [1, 1], last_trick = "apart" }, SA = { ratio = [1, 1], last_trick = "apart" } }'
MADE = 'declarer = "m*(points + bid) + announces + belote"'
DEFENCE = 'defence = "points + announces + belote"'
FAILED = 'declarer = "belote"\ndefence = "m*(160 + bid) + announces + their_announces + belote"'
BIDS = "lowest = 80\nstep = 10\nhighest = 160"
TIES = '[success]\ntie = "held"\n[rounding]\n'
ROUNDING = "same = 5\n[rounding]\n"
#: What stands in PLAIN, and what it becomes.
CHANGES: list[tuple[str, str]] = [
    ("same = 5", "same = 5"), ("convert = { TA = { ratio = [162, 258] } }", APART), (MADE, 'declarer = "points - 200"'),
    (DEFENCE, 'defence = "points - 100"'), (MADE, 'declarer = "m*(points - bid) + belote"'),
    (MADE, 'declarer = "5 - m"'),
    (MADE, 'declarer = "points + bid + announces - belote"'), (DEFENCE, 'defence = "m*points + their_belote"'),
    (DEFENCE, 'defence = "300 - points"'), (FAILED, 'declarer = "points"\ndefence = "their_points + m*bid"'),
    (FAILED, 'declarer = "belote + 1"\ndefence = "m*160"'), (FAILED, 'declarer = "2*belote"\ndefence = "400 - 20*m"'),
    (FAILED, 'declarer = "m*points"\ndefence = "points"'), (FAILED, 'declarer = "bid"\ndefence = "160 + sweep"'),
    ('points = "252"', 'points = "100"'), ('points = "252"', 'points = "0"'),
    ('points = "252"', 'points = "total - 1"'),
    ("same = 5", f"{ROUNDING}divide = 10"), ("same = 5", f'{ROUNDING}unit = 10\nscope = "points"'),
    ("same = 5", f'{ROUNDING}unit = 10\nscope = "line"'), ("same = 5", f'{ROUNDING}unit = 5\nscope = "line"'),
    ("same = 5", f'{ROUNDING}unit = 10\nscope = "line"\nlast_deal_exact = true'),
    ("same = 5", f'{ROUNDING}unit = 10\nscope = "points"\ndivide = 10'), ("same = 5", f"{ROUNDING}unit = 10"),
    ("same = 5", f'same = 5\n{TIES}unit = 10\nscope = "line"'), ("same = 5", f"same = 5\n{TIES}divide = 10"),
    ("same = 5", f"same = 5\n{TIES}unit = 1"), ("same = 5", 'same = 5\n[success]\nbeat_defence = "more"\ntie = "held"'),
    ("same = 5", 'same = 5\n[success]\ntie = "failed"\nbelote = "no"'),
    ("same = 5", "same = 5\n[success]\nmargin = 10"),
    ("same = 5", 'same = 5\n[success]\nlowest_needs = 130'), ("same = 5", "same = 5\n[success]\nbelote_from = 100"),
    ("[bids]", '[game]\nkind = "take"\n[success]\nbeat_defence = "more"\n[bids]'), ("on = true", "on = false"),
    ("coinche = 2\nsurcoinche = 4", "coinche = 2\nsurcoinche = false"), (MADE, 'declarer = "f*points + pot"'),
    (MADE, 'declarer = "points + m*bid + m*belote + sweep*10"'), (DEFENCE, 'defence = "points + 10*sweep - 7*belote"'),
    ('defence = "points + announces"\nkeep = "points"', 'defence = "points - 200"\nkeep = "0 - points"'),
]  # fmt: skip
#: Two changes at once.
BOTH: list[list[tuple[str, str]]] = [
    [("same = 5", f"same = 5\n{TIES}unit = 1"),
     ('defence = "points + announces"\nkeep = "points"', 'defence = "points"\nkeep = "points - 300"')],
    [("convert = { TA = { ratio = [162, 258] } }", APART), (FAILED, 'declarer = "points"\ndefence = "their_points"')],
    [("convert = { TA = { ratio = [162, 258] } }", APART), (MADE, 'declarer = "300 - points"')],
    [("same = 5", f"{ROUNDING}divide = 10"), (FAILED, 'declarer = "70"\ndefence = "160"')],
    [("same = 5", f'{ROUNDING}unit = 10\nscope = "line"'), (FAILED, 'declarer = "7"\ndefence = "164"')],
    [(BIDS, "lowest = 80\nlist = [80, 90, 100]"), ("same = 5", "same = 5\n[success]\nlowest_needs = 130")],
    [(BIDS, "lowest = 80\nlist = [80, 90]"), ("same = 5", "same = 5\n[success]\nlowest_needs = 100")],
    [("coinche = 2", "coinche = 3"), (MADE, 'declarer = "1000 - m*bid"')],
]  # fmt: skip


def breaks() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The title of each rule set, and how to hear which properties it breaks."""
    for changes in [*([one] for one in CHANGES), *BOTH]:
        yield f"broken {changes}", partial(_broken, changes)


def _broken(changes: list[tuple[str, str]]) -> list[str]:
    source = PLAIN
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    dealer = Dealer(load_ruleset(source), 5)
    found: dict[str, tuple[int, int]] = {}
    for number, deal in enumerate(dealer.deals(DEALS)):
        try:
            trial = Trial(dealer, deal)
        except DealError as refused:
            count, said = found.get("refused", (0, 0))
            found["refused"] = count + 1, crc32(str(refused).encode(), said)
            continue
        for property_ in PROPERTIES:
            example = property_.check(trial)
            if example:
                count, said = found.get(property_.id, (0, 0))
                found[property_.id] = count + 1, crc32(json.dumps([number, example], sort_keys=True).encode(), said)
    return [f"{name}: {count}, checksum {said:08x}" for name, (count, said) in sorted(found.items())]
