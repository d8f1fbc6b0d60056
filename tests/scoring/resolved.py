"""What small rule-set files come to, key by key: the smallest there is, and files in which each key says something.

How each stands resolved is in golden/resolved.txt (see tests.scoring.golden): whoever counts with a rule set reads
that, and its hash is on every sheet, so neither may change unseen. Of the others only what the smallest has not.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial

from scoring.rules import RuleSet, load_ruleset
from tests.scoring.rules_to_change import RICH

GRID = '[score.made]\ndeclarer = "points"\ndefence = "0"\n[score.failed]\ndeclarer = 0\ndefence = "total"\n'
# No key is as in RICH, and none as where it is left out.
OTHER = """\
id = "other-way"
name = { fr = "Autre", fr_CH = "Autrement", en = "Other" }
document = { fr = "Une feuille", en = "A sheet" }
dated = [2019, 2021-02-03]
notes = ["one", "two"]
[game]
kind = "take"
tricks = 16
passed = "counted"
[cards]
trumps = ["TA", "C", "SA"]
all_trump = { A = 1, 10 = 2, K = 3, Q = 4, J = 5, 9 = 6, 8 = 7, 7 = 8 }
last_trick = { suit = 11, SA = 12, TA = 13 }
unit = 5
total = { suit = 165, SA = 135 }
[cards.convert.suit]
ratio = [16, 77]
unit = 10
to_nearest = "down"
side = "defence"
last_trick = "apart"
[cards.convert.SA]
ratio = [1, 1]
to = 136
to_nearest = "up"
[bids]
lowest = 70
step = 20
highest = { suit = 190, SA = 0 }
list = [120, 90, 120]
capot = false
generale = 400
generale_needs = "sweep"
capot_doubled = false
take = 83
[belote]
value = 30
most = { suit = 2, TA = 3 }
[announces]
on = true
count = "both"
equal = "nobody"
values = { tierce = 21, cinquante = 51, carre-J = 201 }
values_SA = { quarante = 52, cent = 101 }
cancel = ["carre-7", "cent", "tierce"]
[success]
at_bid = "failed"
margin = 1
lowest_needs = 84
beat_defence = "at_least"
belote = "no"
belote_floor = 85
belote_from = 86
announces = false
judge = "converted"
tie = "replay"
tie_last_deal = "made"
[sweep]
points = "total + 90*alone + low"
[doubling]
coinche = 3
surcoinche = false
[rounding]
unit = 5
scope = "declarer_rest"
divide = 10
[held]
carried_to = "maker"
[values]
low = -1
high = { C = 1, SA = 2, TA = 3 }
far = { suit = 4, else = 5 }
[labels]
low = { en = "lower", fr = "moins" }
late = "too late"
[score.made]
declarer = "points*m - (their_points - low)*2"
defence = "their_belote + 3*bid*(m-1)"
[score.made.doubled]
declarer = "-far + high"
defence = "--sweep"
[score.failed]
declarer = "their_announces"
defence = "total + their_sweep"
[score.generale_made]
declarer = "9"
defence = "0"
[[penalty]]
fault = "late"
from = 2
until = 4
amount = "announces + bid - total"
then = "void"
counted = true
[[penalty]]
fault = "talk"
"""
FILES = {
    "the smallest": f'id = "x"\n{GRID}',
    "rich": RICH,
    "the other way": OTHER,
    "lists, words, numbers for all": (
        'id = "x"\nname = "X"\n[cards]\nlast_trick = 9\ntotal = 160\nall_trump = "13-9-6-5-3-2"\n'
        "[bids]\nlist = [100, 80]\ncapot = 250\n[belote]\nmost = 1\n[doubling]\ncoinche = 2\n"
        '[success]\ntie = "share"\nat_bid = "held"\nbeat_defence = "more"\nbelote = "if_ahead"\njudge = "rounded"\n'
        '[rounding]\nunit = 10\nup_from = 6\nscope = "line"\n[announces]\nequal = "both"\n'
        f'{GRID}[score.held]\ndeclarer = 0\ndefence = 0\nkeep = "points"\n[score.share]\ndeclarer = 1\ndefence = 2\n'
    ),
    "totals": 'id = "t"\n[game]\nkind = "totals"\n[totals]\nsides = 3\ncontrol = 100\nlowest = -50\n',
    "any totals": 'id = "t"\n[game]\nkind = "totals"\n',
}
VARIED = (
    f'id = "x"\nname = "X"\n{GRID}[variant.late]\nname = "Late"\n[variant.late.bids]\nlowest = 90\n'
    '[variant.late.score.made]\ndeclarer = "bid"\ndefence = 5\n'
)


def resolutions() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The title of each file, and how to come by the lines."""
    for title, source in FILES.items():
        yield title, partial(_lines, source, ())
    yield "a variant", partial(_lines, VARIED, ("late",))


def _lines(source: str, variants: tuple[str, ...]) -> list[str]:
    ruleset = load_ruleset(source, variants)
    lines = [*_parts(ruleset), *_flat("", ruleset.canonical())]
    smallest = FILES["the smallest"]
    usual = () if source == smallest else {*_lines(smallest, ())}
    return [f"{ruleset.id} {ruleset.sha256}", *(line for line in lines if line not in usual)]


def _parts(ruleset: RuleSet) -> Iterator[str]:
    yield f"name {dict(ruleset.name)}"
    yield f"origin {asdict(ruleset.origin)}"
    yield f"labels {dict(ruleset.labels)}"
    yield f"uses {' '.join(sorted(ruleset.uses))}"
    yield f"asks {' '.join(ruleset.fields)}"
    yield f"contracts {ruleset.bids} {ruleset.special_contracts} {ruleset.doublings} {ruleset.faults}"
    yield f"sweep {[tuple(term) for term in ruleset.sweep_points]}"
    for (row, doubled), cells in ruleset.cells.items():
        yield f"{row}{' doubled' if doubled else ''} {[[tuple(term) for term in cell] for cell in cells]}"
    for rung in ruleset.penalties:
        yield f"penalty {rung.fault} {rung.first} {rung.until} {[tuple(term) for term in rung.amount]}"


def _flat(key: str, value: object) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for name, inner in value.items():
            yield from _flat(f"{key}.{name}" if key else name, inner)
    else:
        yield f"{key} = {json.dumps(value)}"
