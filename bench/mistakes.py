"""What is caught when people make mistakes on a score sheet, and how often the right one is named.

    .venv/bin/python bench/mistakes.py [--trials N] [RULESET ...]      the presets club, guide-contree and guide-belote

True sheets of twelve deals are spoiled the way people do, one mistake a sheet, and entered in four ways: only the
defence's points, both sides' points, the totals of the paper as well, its running totals as well. The seed is fixed.
A mistake is caught when the sheet is refused, warned about, unfinished, or its totals differ; it is named when the
right slip in the right deal is among the first three suspects. Mistakes that change no total are not counted.
Needs no database.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scoring.rules import Deal, DealError, RuleSet, parse_deal, preset, score_deal  # noqa: E402
from scoring.rules.cards import OTHER, SIDES, Side  # noqa: E402
from scoring.rules.control import Report, compare  # noqa: E402
from scoring.rules.control_variants import swapped  # noqa: E402
from scoring.rules.game import Entry, Game, GameFormat, play  # noqa: E402

DEALS = ROOT / "tests" / "data" / "deals-64-pairs.jsonl"
LENGTH = 12
SEED = 20261129
FORMS = ("defence", "both", "totals", "running")
#: Among so many suspects the right one must be, to count as named.
FIRST = 3
SPECIAL = ("capot", "generale")


# True sheets


def true_sheets(ruleset: RuleSet) -> list[list[Deal]]:
    """The sheets of twelve deals in DEALS, brought to what ``ruleset`` plays."""
    sheets: dict[str, list[Deal]] = defaultdict(list)
    for line in DEALS.read_text(encoding="utf-8").splitlines():
        deal = json.loads(line)
        sheets[deal["id"].rpartition("-")[0]].append(adapted(ruleset, parse_deal(deal)))
    # A passed deal that takes up a number would end the game a deal earlier.
    kept = ([d for d in deals if d.declarer is not None or not ruleset.counts_passed] for deals in sheets.values())
    return [deals for deals in kept if sum(deal.declarer is not None for deal in deals) == LENGTH]


def adapted(ruleset: RuleSet, deal: Deal) -> Deal:
    """The deal as it would have been written under ``ruleset``: its contract, trump and points brought into range."""
    if deal.declarer is None or deal.trump is None:
        return deal
    ns = deal.points[0] or 0
    trump = deal.trump if deal.trump in ruleset.trumps else ruleset.trumps[0]
    before, total = sum(point or 0 for point in deal.points), ruleset.pack_total(trump)
    if before != total:
        ns = ns * total // before
    sweep = next((side for side, tricks in zip(SIDES, deal.tricks, strict=True) if tricks == 8), None)
    out = replace(
        deal,
        contract=_contract(ruleset, deal),
        trump=trump,
        double=deal.double if deal.double in ruleset.doublings else "none",
        tricks=(None, None),
        sweep=sweep,
        last_trick=deal.last_trick if ruleset.enters_last_trick else None,
        announces=deal.announces if ruleset.enters_announces else ((), ()),
        belote=deal.belote if trump != "SA" and ruleset.enters_belote else (),
    )
    for ns_ in (ns, *(ns + more for more in range(1, 6)), *(ns - less for less in range(1, 6))):
        candidate = replace(out, points=(ns_, total - ns_))
        if fits(ruleset, candidate):
            return candidate
    raise AssertionError(f"{deal.id} fits no deal of {ruleset.id}")


def _contract(ruleset: RuleSet, deal: Deal) -> int | str | None:
    if ruleset.kind == "take":
        return "take"
    if isinstance(deal.contract, str) and deal.contract in ruleset.special_contracts:
        return deal.contract
    wanted = deal.contract if isinstance(deal.contract, int) else ruleset.bids[-1]
    return min(ruleset.bids, key=lambda bid: (abs(bid - wanted), bid))


def fits(ruleset: RuleSet, deal: Deal) -> bool:
    try:
        score_deal(ruleset, deal)
    except DealError:
        return False
    return True


# Mistakes


@dataclass(frozen=True)
class Spoiled:
    """A sheet with one mistake. ``typed`` are the deals as entered (the true ones where the mistake is on the paper);
    ``shift`` changes the paper's running totals from deal ``at`` (counted from 0) on. ``answers`` are the kinds of
    suspect that are right; ``wrong_number`` is the one number that was written, where one of two was wrong."""

    typed: list[Deal]
    at: int
    answers: tuple[str, ...]
    shift: tuple[int, int] = (0, 0)
    wrong_number: bool = False


@dataclass
class Sheet:
    """A true sheet and its game."""

    ruleset: RuleSet
    deals: list[Deal]
    game: Game = field(init=False)

    def __post_init__(self) -> None:
        self.game = played(self.ruleset, self.deals)

    def spoiled(self, at: int, answers: Sequence[str], wrong_number: bool = False, **changes: object) -> Spoiled | None:
        """The sheet with one deal entered otherwise."""
        deal = replace(self.deals[at], **changes)  # type: ignore[arg-type]
        if deal == self.deals[at]:
            return None
        return Spoiled([*self.deals[:at], deal, *self.deals[at + 1 :]], at, tuple(answers), wrong_number=wrong_number)

    def on_paper(self, at: int, answers: Sequence[str], ns: int, ew: int) -> Spoiled | None:
        """The sheet with a deal counted otherwise on the paper."""
        return Spoiled(self.deals, at, tuple(answers), (ns, ew)) if ns or ew else None

    def counted_as(self, at: int, answers: Sequence[str], deal: Deal, ruleset: RuleSet | None = None) -> Spoiled | None:
        """The sheet on whose paper the deal at ``at`` was counted as ``deal``."""
        step = self.game.steps[at]
        try:
            answer = score_deal(ruleset or self.ruleset, self._placed(at, deal))
        except DealError:
            return None
        return self.on_paper(at, answers, answer.ns - step.ns, answer.ew - step.ew)

    def _placed(self, at: int, deal: Deal) -> Deal:
        carried = self.game.steps[at - 1].held if at else 0
        return replace(deal, carried=carried, last_deal=self.game.steps[at].counted == LENGTH)


def played(ruleset: RuleSet, deals: Sequence[Deal]) -> Game:
    return play(ruleset, GameFormat(deals=LENGTH), [Entry("deal", deal=deal) for deal in deals])


def inverted(ruleset: RuleSet, *, made: bool) -> RuleSet:
    """The rule set by which every bid is made, or none is."""
    rules = replace(
        ruleset.success,
        at_bid="made",
        margin=-10_000 if made else 10_000,
        lowest_needs=0,
        beat_defence="no",
        tie="none",
        tie_last_deal="none",
    )
    return replace(ruleset, success=rules, sha256=f"{ruleset.sha256}:{made}")


Maker = Callable[[Sheet, int, random.Random], Spoiled | None]


def made_failed(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    answer = sheet.game.steps[at].answer
    if answer is None or answer.made is None or sheet.deals[at].contract in SPECIAL:
        return None
    kind = "inverted_failed" if answer.made else "inverted_made"
    return sheet.counted_as(at, [kind], sheet.deals[at], inverted(sheet.ruleset, made=not answer.made))


def belote_not_typed(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    return sheet.spoiled(at, ["belote_missing"], belote=sheet.deals[at].belote[1:])


def belote_not_added(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    deal = sheet.deals[at]
    return sheet.counted_as(at, ["belote_unpaid"], replace(deal, belote=deal.belote[1:])) if deal.belote else None


def sweep_not_typed(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    return sheet.spoiled(at, ["sweep_missing"], sweep=None, alone=False)


def sweep_not_added(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    deal = sheet.deals[at]
    without = replace(deal, sweep=None, alone=False)
    return sheet.counted_as(at, ["sweep_unpaid"], without) if deal.sweep and deal.contract not in SPECIAL else None


def _points(sheet: Sheet, at: int, number: int, index: int, answers: Sequence[str]) -> Spoiled | None:
    deal = sheet.deals[at]
    total = sum(point or 0 for point in deal.points)
    if not 0 <= number <= total:
        return None
    points = (number, total - number) if index == 0 else (total - number, number)
    sweep = deal.sweep if points == deal.points else None
    return sheet.spoiled(at, answers, wrong_number=True, points=points, sweep=sweep, alone=deal.alone and bool(sweep))


def swapped_digits(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    deal = sheet.deals[at]
    index = _defence(deal)
    found = swapped(deal.points[index] or 0)
    return _points(sheet, at, chance.choice(found), index, ["digits_swapped"]) if found else None


def one_digit(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    deal = sheet.deals[at]
    index = _defence(deal)
    return _points(sheet, at, (deal.points[index] or 0) + chance.choice((-10, -1, 1, 10)), index, ["digit"])


def _defence(deal: Deal) -> int:
    return 1 if deal.declarer == "NS" else 0


def sides_exchanged(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    deal = sheet.deals[at]
    if deal.sweep:
        return None
    return sheet.spoiled(at, ["points_exchanged"], points=(deal.points[1], deal.points[0]))


def wrong_double(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    names = [name for name in sheet.ruleset.doublings if name != sheet.deals[at].double]
    return sheet.spoiled(at, ["doubled"], double=chance.choice(names)) if names else None


def wrong_declarer(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    deal = sheet.deals[at]
    other: Side = OTHER[deal.declarer or "NS"]
    sweep = deal.sweep and OTHER[deal.sweep]
    # What is typed is what the defence made, whoever that is taken to be.
    return sheet.spoiled(at, ["declarer"], declarer=other, points=(deal.points[1], deal.points[0]), sweep=sweep)


def wrong_trump(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    deal = sheet.deals[at]
    trump = chance.choice([name for name in sheet.ruleset.trumps if name != deal.trump] or [deal.trump or "S"])
    total, index = sheet.ruleset.pack_total(trump), _defence(deal)
    known = min(deal.points[index] or 0, total)
    points = (known, total - known) if index == 0 else (total - known, known)
    belote = () if trump == "SA" else deal.belote
    return sheet.spoiled(at, ["trump"], wrong_number=True, trump=trump, points=points, belote=belote)


def wrong_contract(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    deal = sheet.deals[at]
    bids = sheet.ruleset.bids
    if not isinstance(deal.contract, int):
        return None
    near = [bid for bid in bids if 0 < abs(bid - deal.contract) <= 2 * sheet.ruleset.bid_rules.step]
    return sheet.spoiled(at, ["contract"], contract=chance.choice(near))


def announce_not_typed(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    ns, ew = sheet.deals[at].announces
    if bool(ns) == bool(ew):
        return None
    return sheet.spoiled(at, ["announce_missing"], announces=((), ()), best=None)


def missing_deal(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    return Spoiled([*sheet.deals[:at], *sheet.deals[at + 1 :]], at, ("deal_missing",))


def addition(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    amount = chance.choice((-100, -10, 10, 100))
    ns, ew = chance.choice(((amount, 0), (0, amount)))
    return sheet.on_paper(at, ["addition"], ns, ew)


def column(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    step = sheet.game.steps[at]
    return sheet.on_paper(at, ["column"], step.ew - step.ns, step.ns - step.ew)


def total_digits(sheet: Sheet, at: int, chance: random.Random) -> Spoiled | None:
    side = chance.choice((0, 1))
    total = (sheet.game.ns, sheet.game.ew)[side]
    found = swapped(total)
    if not found:
        return None
    change = chance.choice(found) - total
    ns, ew = (change, 0) if side == 0 else (0, change)
    return sheet.on_paper(len(sheet.deals) - 1, ["total_digits", "score_digits", "addition"], ns, ew)


MISTAKES: dict[str, Maker] = {
    "made/failed inverted on the paper": made_failed,
    "belote not added on the paper": belote_not_added,
    "belote not entered": belote_not_typed,
    "sweep not added on the paper": sweep_not_added,
    "sweep not entered": sweep_not_typed,
    "announce not entered": announce_not_typed,
    "digits of the points swapped": swapped_digits,
    "one digit off by one": one_digit,
    "points of the sides exchanged": sides_exchanged,
    "wrong declarer": wrong_declarer,
    "wrong contract": wrong_contract,
    "wrong doubling": wrong_double,
    "wrong trump": wrong_trump,
    "deal not entered": missing_deal,
    "slip of addition": addition,
    "score in the wrong column": column,
    "digits of a total swapped": total_digits,
}


# Entering a sheet, and what is seen


@dataclass
class Cell:
    """Of ``count`` mistakes that matter, how many were caught, how many of these named, and in how many the deal."""

    count: int = 0
    caught: int = 0
    searched: int = 0
    named: int = 0
    deal: int = 0


def as_typed(spoiled: Spoiled, true: Sequence[Deal], form: str) -> list[Deal]:
    """The deals as they are entered: the defence's points alone, or those of both sides, of which one may be wrong."""
    out = []
    for index, deal in enumerate(spoiled.typed):
        if deal.declarer is None:
            out.append(deal)
            continue
        defence = _defence(deal)
        points = list(deal.points)
        if form != "both":
            points[1 - defence] = None
        elif spoiled.wrong_number and index == spoiled.at:
            points[1 - defence] = true[index].points[1 - defence]
        out.append(replace(deal, points=(points[0], points[1])))
    return out


def alarm(ruleset: RuleSet, deals: Sequence[Deal]) -> bool:
    """Whether a deal is refused or warned about while it is entered, or deals are missing at the end."""
    try:
        game = played(ruleset, deals)
    except DealError:
        return True
    return not game.complete or any(step.answer is not None and step.answer.notes for step in game.steps)


def paper_after(sheet: Sheet, spoiled: Spoiled, place: int) -> tuple[int, int]:
    """The paper's running totals after ``place`` deals."""
    step = sheet.game.steps[place - 1]
    ns, ew = spoiled.shift if place > spoiled.at else (0, 0)
    return step.total_ns + ns, step.total_ew + ew


def report(sheet: Sheet, spoiled: Spoiled, form: str) -> Report | None:
    """The comparison with the paper; None where a deal is refused."""
    deals = as_typed(spoiled, sheet.deals, form)
    running = {}
    if form == "running":
        # A missing deal has no line on the page to type its running total beside.
        lost = len(sheet.deals) - len(deals)
        running = {
            place: paper_after(sheet, spoiled, place + (lost if place > spoiled.at else 0))
            for place in range(1, len(deals))
        }
    entries = [Entry("deal", deal=deal) for deal in deals]
    try:
        written = paper_after(sheet, spoiled, len(sheet.deals))
        return compare(sheet.ruleset, GameFormat(deals=LENGTH), entries, written, running)
    except DealError:
        return None


def matters(sheet: Sheet, spoiled: Spoiled) -> bool:
    """Whether a total is wrong for it: the one entered, or the one on the paper."""
    if spoiled.shift != (0, 0):
        return True
    try:
        game = played(sheet.ruleset, spoiled.typed)
    except DealError:
        return True
    return (game.ns, game.ew) != (sheet.game.ns, sheet.game.ew)


def judge(sheet: Sheet, spoiled: Spoiled, form: str, cell: Cell, *, search: bool) -> None:
    """Enter the spoiled sheet in one form and write down what was seen."""
    cell.count += 1
    on_paper = spoiled.shift != (0, 0)
    if form in ("defence", "both"):
        # A slip on the paper never gets in where its totals are not entered: the result is worked out.
        cell.caught += on_paper or alarm(sheet.ruleset, as_typed(spoiled, sheet.deals, form))
        return
    is_whole = len(spoiled.typed) == len(sheet.deals)
    if not on_paper and is_whole and alarm(sheet.ruleset, as_typed(spoiled, sheet.deals, form)):
        cell.caught += 1
        return
    if not search:
        cell.caught += 1 if on_paper else _totals_differ(sheet, spoiled)
        return
    found = report(sheet, spoiled, form)
    if found is None or not found.gaps:
        cell.caught += found is None
        return
    cell.caught += 1
    cell.searched += 1
    first = [suspect for gap in found.gaps[:1] for suspect in gap.suspects[:FIRST]]
    right = [suspect for suspect in first if suspect.kind in spoiled.answers]
    cell.named += any(not s.positions or spoiled.at + 1 in s.positions for s in right)
    cell.deal += any(not s.positions or spoiled.at + 1 in s.positions for s in first)


def _totals_differ(sheet: Sheet, spoiled: Spoiled) -> bool:
    game = played(sheet.ruleset, spoiled.typed)
    return (game.ns, game.ew) != paper_after(sheet, spoiled, len(sheet.deals))


def spoil(sheets: Sequence[Sheet], make: Maker, trials: int, seed: str) -> Iterator[tuple[Sheet, Spoiled | None]]:
    """``trials`` sheets with this mistake (fewer where too few deals can have it), None for those where it does not
    matter."""
    chance = random.Random(f"{SEED}:{seed}")
    places = [(sheet, at) for sheet in sheets for at in range(len(sheet.deals)) if sheet.deals[at].declarer is not None]
    chance.shuffle(places)
    done = 0
    for sheet, at in places:
        spoiled = make(sheet, at, chance)
        if spoiled is None:
            continue
        done += 1
        yield sheet, spoiled if matters(sheet, spoiled) else None
        if done == trials:
            return


def false_alarms(sheets: Sequence[Sheet], forms: Sequence[str] = FORMS) -> dict[str, int]:
    """How many true sheets are refused, warned about or said to differ, by form."""
    found: Counter[str] = Counter()
    for sheet in sheets:
        true = Spoiled(sheet.deals, 0, ())
        for form in forms:
            seen = alarm(sheet.ruleset, as_typed(true, sheet.deals, form))
            if form in ("totals", "running"):
                compared = report(sheet, true, form)
                seen = seen or compared is None or bool(compared.gaps)
            found[form] += seen
    return dict(found)


def measure(
    sheets: Sequence[Sheet], trials: int, *, names: Sequence[str] = tuple(MISTAKES), search: bool = True
) -> dict[str, tuple[dict[str, Cell], int]]:
    """For each mistake its cells by form, and how many of its trials did not matter."""
    table = {}
    for name in names:
        cells = {form: Cell() for form in FORMS}
        harmless = 0
        for sheet, spoiled in spoil(sheets, MISTAKES[name], trials, f"{sheet_rules(sheets)}:{name}"):
            if spoiled is None:
                harmless += 1
                continue
            for form in FORMS:
                judge(sheet, spoiled, form, cells[form], search=search)
        table[name] = cells, harmless
    return table


def sheet_rules(sheets: Sequence[Sheet]) -> str:
    return sheets[0].ruleset.id


# The table


def percent(part: int, of: int) -> str:
    return "–" if not of else f"{100 * part / of:.0f} %" if part in (0, of) else f"{100 * part / of:.1f} %"


def print_table(sheets: Sequence[Sheet], trials: int) -> None:
    start = time.perf_counter()
    ruleset = sheets[0].ruleset
    print(f"\n### {ruleset.title('en')} (`{ruleset.id}`)\n")
    print("| mistake | sheets | no total changes | defence’s points | both sides’ points | totals too | named"
          " | running totals too | named |")  # fmt: skip
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, (cells, harmless) in measure(sheets, trials).items():
        count = cells["defence"].count
        if not count + harmless:
            continue
        caught = {form: percent(cell.caught, cell.count) for form, cell in cells.items()}
        named = {form: percent(cell.named, cell.searched) for form, cell in cells.items()}
        print(
            f"| {name} | {count + harmless} | {harmless} | {caught['defence']} | {caught['both']} | {caught['totals']}"
            f" | {named['totals']} | {caught['running']} | {named['running']} |"
        )
    alarms = false_alarms(sheets)
    shown = [percent(alarms[form], len(sheets)) for form in FORMS]
    print(f"| *nothing: false alarms* | {len(sheets)} | | {shown[0]} | {shown[1]} | {shown[2]} | | {shown[3]} | |")
    print(
        f"\n{len(sheets)} true sheets of {LENGTH} deals, seed {SEED}, {time.perf_counter() - start:.0f} s.", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rulesets", nargs="*", default=["club", "guide-contree", "guide-belote"])
    parser.add_argument("--trials", type=int, default=160, help="spoiled sheets for each mistake")
    chosen = parser.parse_args()
    for name in chosen.rulesets:
        ruleset = preset(name)
        print_table([Sheet(ruleset, deals) for deals in true_sheets(ruleset)], chosen.trials)


if __name__ == "__main__":
    main()
