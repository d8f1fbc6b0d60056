"""How the search for a slip goes, step by step: what a deal may have been instead, what the paper may have done.

What comes out stands in golden/searched.txt (see tests.scoring.golden).
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from scoring.rules import RuleSet, load_ruleset, parse_deal, preset
from scoring.rules.control_search import Hit, Search, after
from scoring.rules.control_suspects import Totals
from scoring.rules.control_variants import Variant, few, figures, forced, others, plain, points_of
from scoring.rules.game import Entry, GameFormat, play
from tests.scoring.looked_at import CAPOT, FAILED, MADE, SHOWN, SWEPT, TAKEN, TIED
from tests.scoring.looked_at import RULES as LOOKED_AT
from tests.scoring.plain_files import PLAIN

ROUNDING = "same = 5\n[rounding]\nunit = 10\nscope = "
TIES = 'same = 5\n[success]\ntie = "held"\ntie_last_deal = "share"\n'
SHARE = '[score.share]\ndeclarer = "points + belote"\ndefence = "points + belote"\n[score.held]'
FLAT = """\
id = "flat"
[score.made]
declarer = "bid"
defence = "0"
[score.failed]
declarer = "0"
defence = "bid"
"""
RULES: dict[str, RuleSet] = {
    **LOOKED_AT,
    "plain": load_ruleset(PLAIN),
    "flat": load_ruleset(FLAT),
    "ties": load_ruleset(PLAIN.replace("same = 5", TIES).replace("[score.held]", SHARE)),
    "lines": load_ruleset(PLAIN.replace("same = 5", ROUNDING + '"line"\nlast_deal_exact = true')),
    "points": load_ruleset(PLAIN.replace("same = 5", ROUNDING + '"points"')),
    "lions": preset("lions"),
}
TRICKS: dict[str, Any] = {**MADE, "points": {"NS": 162}, "tricks": {"NS": 8}}
LEFT: dict[str, Any] = {"declarer": "EW", "contract": 130, "trump": "TA", "points": {"EW": 150}, "belote": ["NS"]}
TAKES = [
    TIED,
    TAKEN,
    {**TIED, "declarer": "EW"},
    {**TAKEN, "points": {"NS": 0}, "sweep": "EW"},
    {**TIED, "trump": "TA"},
]
BIDS = [
    MADE, FAILED, SWEPT, SHOWN, CAPOT, TRICKS, LEFT, {**TRICKS, "tricks": {"EW": 8}, "points": {"NS": 0}},
    {**MADE, "tricks": {"EW": 0}, "points": {"EW": 0}}, {**MADE, "points": {"NS": 0, "EW": 162}},
    {**MADE, "contract": 180, "points": {"NS": 162, "EW": 0}}, {**MADE, "contract": 80, "points": {"NS": 81, "EW": 81}},
    {**SWEPT, "contract": "generale", "alone": True, "double": "surcoinche"},
    {**SHOWN, "announces": {"NS": [], "EW": ["carre-J", "tierce", "tierce"]}, "best": "EW", "belote": ["EW"]},
    {**SHOWN, "announces": {"NS": ["quinte"], "EW": []}, "belote": ["NS", "EW"], "trump": "SA"},
    {"declarer": None, "contract": None},
]  # fmt: skip
VARIED: dict[str, list[dict[str, Any]]] = {"plain": BIDS, "rich": BIDS[:4], "flat": BIDS[:3], "guide-belote": TAKES}
EVEN: dict[str, Any] = {**MADE, "contract": 80, "points": {"NS": 81, "EW": 81}}
HELD = [EVEN, {**EVEN, "declarer": "EW"}, FAILED, MADE, EVEN]
SHEETS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "plain": ("plain", [MADE, FAILED, SWEPT, SHOWN]),
    "flat": ("flat", [MADE, FAILED, SWEPT, {**FAILED, "contract": 110}]),
    "held": ("ties", HELD),
    "taken": ("guide-belote", [*TAKES[:3], TAKES[0]]),
    "lines": ("lines", [MADE, FAILED, {**MADE, "points": {"EW": 54}}]),
    "points": ("points", [MADE, FAILED, {**MADE, "points": {"EW": 54}}]),
    "passed": ("plain", [MADE, {"declarer": None, "contract": None}, FAILED]),
}
WANTED: list[Totals] = [
    (10, 0), (0, 9), (11, 0), (0, -10), (-100, 0), (1000, 0), (99, 0), (0, 18), (27, 0), (-9, 0), (0, 30), (-5, 0),
    (None, 7), (None, None), (40, -3), (0, -41), (7, 8), (-30, 30), (0, 0), (162, 0), (50, 60),
]  # fmt: skip


def searches() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The title of each part, and how to come by its lines."""
    for rules, deals in VARIED.items():
        for number, deal in enumerate(deals):
            yield f"variants {rules} {number} {deal}", partial(_varied, RULES[rules], deal)
    for name, (rules, deals) in SHEETS.items():
        for wanted in WANTED:
            yield f"totals {name} {wanted}", partial(_in_totals, RULES[rules], deals, wanted)
        yield f"scores {name}", partial(_in_scores, RULES[rules], deals)
        yield f"usual {name}", partial(_usual, RULES[rules], deals)
        yield f"suspects {name}", partial(_suspects, RULES[rules], deals)
    for rules in RULES:
        yield f"forced {rules}", partial(_forced, RULES[rules])


def _varied(ruleset: RuleSet, event: dict[str, Any]) -> list[str]:
    deal = plain(ruleset, parse_deal(event))
    lines = [f"{deal.tricks} {deal.sweep} {deal.points_scale} {points_of(ruleset, deal)}"]
    for result in ("made", "failed", "held", "shared", "passed", "replay"):
        inverted = [one for one in few(ruleset, deal, result) if one.forced]
        lines += [f"{result}: {one.kind} {one.side} {one.meant} {one.forced}" for one in inverted]
    sources = [*(one for one in few(ruleset, deal, "made") if not one.forced), *others(ruleset, deal)]
    lines += [_line(one) for one in sources]
    return [*lines, *_figures(figures(ruleset, deal))]


def _line(one: Variant) -> str:
    deal = one.deal
    changed = (
        f"{deal.declarer} {deal.contract} {deal.trump} {deal.double} {deal.points} {deal.sweep} {deal.alone}"
        f" {deal.last_trick} {deal.belote} {deal.announces} {deal.best}"
    )
    return f"{one.kind} {one.side} {one.given!r} {one.meant!r} {one.near}: {changed}"


def _figures(found: Iterable[Variant]) -> Iterator[str]:
    kinds: dict[str, list[str]] = {}
    for one in found:
        deal = one.deal
        sweep = f" {deal.sweep} {deal.alone}" if deal.sweep or deal.alone else ""
        near = "!" if one.near else ""
        kinds.setdefault(f"{one.kind} {one.side} {one.given}", []).append(f"{one.meant}{near} {deal.points}{sweep}")
    return (f"{kind}: {', '.join(changes)}" for kind, changes in kinds.items())


def _search(ruleset: RuleSet, deals: list[dict[str, Any]], more: int = 0) -> Search:
    entries = (*(Entry("deal", deal=parse_deal(deal)) for deal in deals), Entry("penalty", ew=50))
    return Search(ruleset, entries, play(ruleset, GameFormat(deals=len(deals) + more), entries))


def _hits(hits: Iterable[Hit]) -> list[str]:
    return [
        f"{hit.kind} {hit.side} {hit.change} {hit.amount}"
        + (f" at {hit.place.position} {hit.place.given!r} {hit.place.meant!r} {hit.place.near}" if hit.place else "")
        for hit in hits
    ]


def _in_totals(ruleset: RuleSet, deals: list[dict[str, Any]], wanted: Totals) -> list[str]:
    lines: list[str] = []
    for more in (0, 1):
        search = _search(ruleset, deals, more)
        for last, whole in ((2, False), (len(deals) + 1, True)):
            lines.append(f"{more} {last} {after(search.game, last)} {search.game.complete}")
            lines += _hits(search._in_totals(last, wanted, whole=whole))
    return lines


def _in_scores(ruleset: RuleSet, deals: list[dict[str, Any]]) -> list[str]:
    search = _search(ruleset, deals)
    lines = [f"points {search._scores_points}, ties {search._can_tie}"]
    for position, placed in enumerate(search.placed, start=1):
        lines.append(f"{position}: {placed and (placed.carried, placed.last_deal, placed.points, placed.sweep)}")
        lines += _hits(search._in_scores(position))
        lines += [f"later {held}: {search._later(position, len(search.placed), held)}" for held in (0, 81, 200)]
    return lines


def _usual(ruleset: RuleSet, deals: list[dict[str, Any]]) -> list[str]:
    search = _search(ruleset, deals)
    return [*_hits(search._usual(1, len(deals))), "-", *_hits(search._usual(2, 3))[12:]]


def _suspects(ruleset: RuleSet, deals: list[dict[str, Any]]) -> list[str]:
    search = _search(ruleset, deals)
    lines: list[str] = []
    for wanted in WANTED[-9:]:
        lines.append(f"{wanted}:")
        for first, last, whole in ((1, len(deals) + 1, True), (2, 2, False)):
            for one in search.suspects(first, last, wanted, whole=whole):
                parts = [(part.kind, part.side, part.positions) for part in one.parts]
                lines.append(
                    f"  {one.kind} {one.side} {one.amount} {one.weight} {one.positions} {parts or ''}".rstrip()
                )
    return lines


def _forced(ruleset: RuleSet) -> list[str]:
    cells = {id(of): f"{row}{' doubled' if doubled else ''}" for (row, doubled), of in ruleset.cells.items()}
    lines = []
    for row in ("made", "failed"):
        changed = forced(ruleset, row)
        same = changed.sha256.startswith(ruleset.sha256) and changed.sha256 != ruleset.sha256
        lines.append(f"{row} {changed.sha256.removeprefix(ruleset.sha256)} {same}")
        lines += [f"  {name}{' doubled' if m else ''}: {cells[id(of)]}" for (name, m), of in changed.cells.items()]
    return lines
