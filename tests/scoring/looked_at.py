"""What is said to who looks closer: deals counted aloud, slips suspected on a sheet, deals made up, and findings.

What comes out stands in golden/looked-at.txt (see tests.scoring.golden).
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

from scoring.rules import DealError, RuleSet, load_ruleset, parse_deal, preset, preset_source
from scoring.rules.control import compare
from scoring.rules.control_suspects import Totals
from scoring.rules.dealing import Dealer
from scoring.rules.game import Entry, GameFormat
from scoring.rules.lint import lint
from scoring.rules.steps import steps
from tests.scoring.resolved import OTHER
from tests.scoring.rule_files import CASE_FILES, case_rows, ruleset_of
from tests.scoring.rules_to_change import RICH

#: Of the scored cases every so many rows of a file, in English and in French by turns.
EVERY = 13
RULES = {
    "club": preset("club"),
    "guide-belote": preset("guide-belote"),
    "rich": load_ruleset(RICH),
    "the other way": load_ruleset(OTHER),
}
BROKEN = {
    "below zero": ('declarer = "belote"\n', 'declarer = "belote - 300"\n'),
    "a lower bid pays": ("points + k*m*bid", "points + 2000 - k*m*bid"),
    "a made bid pays the defence": ('defence = "points + announces + belote"', 'defence = "900 + m*points"'),
    "beyond all": ('defence = "points + announces + belote"', 'defence = "20000*bid"'),
}

MADE: dict[str, Any] = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"EW": 52}}
FAILED: dict[str, Any] = {"declarer": "EW", "contract": 90, "trump": "S", "points": {"EW": 71}}
BELOTE: dict[str, Any] = {"declarer": "NS", "contract": 110, "trump": "C", "points": {"NS": 115}, "belote": ["EW"]}
SWEPT: dict[str, Any] = {"declarer": "EW", "contract": 120, "trump": "D", "points": {"NS": 0}, "sweep": "EW"}
SHOWN: dict[str, Any] = {**MADE, "double": "coinche", "announces": {"NS": ["tierce"], "EW": ["carre-J", 20]}}
CAPOT: dict[str, Any] = {**MADE, "contract": "capot", "trump": "SA", "points": {"NS": 162}, "sweep": "NS"}
TIED: dict[str, Any] = {**MADE, "contract": "take", "points": {"NS": 81}}
TAKEN: dict[str, Any] = {**MADE, "contract": "take", "points": {"EW": 38}, "belote": ["NS"]}
SHEETS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "four": ("club", [MADE, FAILED, BELOTE, SWEPT]),
    "announced": ("club", [SHOWN, CAPOT, FAILED, SHOWN]),
    "held": ("guide-belote", [TIED, TAKEN, TIED, TAKEN, {**TIED, "declarer": "EW"}]),
    "rich": ("rich", [MADE, {**FAILED, "trump": "TA", "double": "surcoinche"}, {**SHOWN, "best": "NS"}, BELOTE]),
}
#: What the paper has more than the sheet comes to, North-South and East-West.
GAPS: list[Totals] = [
    (20, 0), (0, 20), (-20, 0), (0, -20), (20, -20), (90, 0), (0, -90), (-100, 162), (100, 0), (200, 0), (50, 0),
    (-40, 0), (10, 0), (0, -100), (1, 0), (-1, 1), (-45, 0), (-110, 0), (-100, 100), (162, 0), (27, -27), (0, 81),
    (81, 81), (-162, 90), (0, 500), (30, -10), (7, 0), (None, 20), (162, 20), (4, 0), (250, 0), (0, 252), (400, -100),
]  # fmt: skip


def looks() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """The title of each look, and how to come by its lines."""
    for number, row in enumerate(chain.from_iterable(map(case_rows, CASE_FILES))):
        if number % EVERY == 0 and "deal" in row:
            variants, deal = tuple(row["variants"]), row["deal"]
            title = f"aloud {'+'.join((row['ruleset'], *variants))} {number} {deal.get('id')}"
            yield title, partial(_aloud, row["ruleset"], variants, deal, "en" if number % 2 else "fr")
    for name, (rules, deals) in SHEETS.items():
        for number, gap in enumerate(GAPS):
            yield f"sheet {name} {gap}", partial(_suspected, RULES[rules], deals, gap, "fr" if number % 3 else "en")
        yield f"sheet {name} marked", partial(_marked, RULES[rules], deals)
    for name, ruleset in RULES.items():
        yield f"dealt {name}", partial(_dealt, ruleset)
    for name, (old, new) in BROKEN.items():
        yield f"found {name}", partial(_found, RICH.replace(old, new))
    yield "found club", partial(_found, preset_source("club"))


def _aloud(id_: str, variants: tuple[str, ...], deal: Mapping[str, Any], language: str) -> list[str]:
    try:
        told = steps(ruleset_of(id_, variants), deal, language=language)
    except DealError as refused:
        return [f"refused: {refused}"]
    return [
        f"{step.name}: {step.text}" + (f" | {step.formula} | {step.filled} = {step.amount}" if step.formula else "")
        for step in told
    ]


def _entries(deals: list[dict[str, Any]]) -> list[Entry]:
    return [*(Entry("deal", deal=parse_deal(deal)) for deal in deals), Entry("penalty", ew=50)]


def _suspected(ruleset: RuleSet, deals: list[dict[str, Any]], gap: Totals, language: str) -> list[str]:
    entries, one = _entries(deals), GameFormat(deals=len(deals) + 1)
    true = compare(ruleset, one, entries, (None, None)).computed
    ns, ew = (None if more is None else total + more for total, more in zip(true, gap, strict=True))
    return list(_report(ruleset, one, entries, (ns, ew), {}, language))


def _marked(ruleset: RuleSet, deals: list[dict[str, Any]]) -> list[str]:
    entries, one = _entries(deals), GameFormat(deals=len(deals) + 1)
    totals = [compare(ruleset, one, entries[:place], (None, None)).computed for place in range(1, len(entries) + 1)]
    (ns1, ew1), (ns2, _), (ns3, ew3), *_, last = totals
    lines: list[str] = []
    for marks, end in (
        ({1: (ns1 + 20, ew1), 3: (ns3 + 20, ew3)}, (last[0] + 20, last[1])),
        ({2: (ns2 + 100, None)}, last),
        ({1: (ns1, ew1), 2: (None, None), 3: (ns3, ew3 - 20)}, (last[0] + 10, last[1] - 20)),
        ({0: (1, 1), 9: (1, 1)}, last),
    ):
        lines += ["-", *_report(ruleset, one, entries, end, marks, "en")]
    return lines


def _report(
    ruleset: RuleSet, format_: GameFormat, entries: list[Entry], end: Totals, marks: Mapping[int, Totals], language: str
) -> Iterator[str]:
    report = compare(ruleset, format_, entries, end, marks)
    if report.control is not None:
        yield report.control.text(language)
    for gap in report.gaps:
        yield f"{gap.first} to {gap.last}: {gap.ns} {gap.ew}"
        for suspect in gap.suspects:
            places = [f"{place.position} {suspect.detail(place, language)}".strip() for place in suspect.places]
            yield f"  {suspect.weight} {suspect.text(language)} [{', '.join(places)}] {suspect.positions}"


def _dealt(ruleset: RuleSet) -> list[str]:
    dealer = Dealer(ruleset, 7)
    trump = ruleset.trumps[-1]
    possible = dealer.possible(trump)
    near = [dealer.neighbour(trump, points, step) for points in (0, 1, possible[-1]) for step in (-1, 1)]
    dealt = [json.dumps(deal) for deal in dealer.deals(40)]
    return [*dealt, json.dumps(dealer.deal_from(9)), f"{len(possible)} {possible[:9]} {near} {dealer.bids(trump)[:9]}"]


def _found(source: str) -> list[str]:
    lines: list[str] = []
    for finding in lint(load_ruleset(source), deals=80):
        lines.append(f"{finding.severity} {finding.property}: {finding.text('en')}")
        lines += [f"  {example}" for language in ("en", "fr") for example in finding.examples(language)]
    return lines
