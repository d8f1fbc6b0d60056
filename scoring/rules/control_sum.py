"""The pack's control total: what both sides' scores must come to together, however the points fell.

It holds where made, failed or held, a deal pays the same in all, so that points written wrong cannot move it. Whether a
rule set is of that kind is found by scoring deals under it with every split of the points, not by its name.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.rules.cards import MODE_OF
from scoring.rules.deal import Deal
from scoring.rules.errors import DealError
from scoring.rules.game import Game
from scoring.rules.ruleset import RuleSet
from scoring.rules.scorer import score_deal
from scoring.rules.words import words

_KEPT: dict[str, bool] = {}
_MOST_KEPT = 500


@dataclass(frozen=True, slots=True)
class Part:
    """``count`` times ``each`` points of one kind: "pack" (a deal's cards with what always comes with them), "capot"
    (a deal bid at capot or générale), "belote", "announces", "sweep", "held" (points that wait at the end)."""

    name: str
    count: int
    each: int


@dataclass(frozen=True, slots=True)
class ControlTotal:
    """What both sides must have together, and what it is made of; the parts add up to ``total``."""

    total: int
    parts: tuple[Part, ...]

    def text(self, language: str) -> str:
        """The sum in words: "11 × 162 + belotes 3 × 20 − held over 81 = 1761"."""
        said = words(language)
        text = ""
        for part in self.parts:
            each = abs(part.each)
            sign = " + " if part.each > 0 else " − "
            text += (sign if text else sign.strip(" +")) + said.say(
                f"control_part.{part.name}", count=part.count, each=each, n=part.count * each
            )
        return said.say("control_part.sum", parts=text, total=self.total)


def holds(ruleset: RuleSet) -> bool:
    """Whether a deal's scores have a sum, points held over included, that does not depend on how the points fell."""
    known = _KEPT.get(ruleset.sha256)
    if known is None:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        known = _KEPT[ruleset.sha256] = ruleset.kind != "totals" and all(
            len(set(_sums(ruleset, deal))) <= 1 for deal in _kinds_of_deal(ruleset)
        )
    return known


def deal_total(ruleset: RuleSet) -> int | None:
    """What both sides mark together in a deal with nothing beside the cards (no belote, no announce, not doubled),
    where it is the same whatever is bid, in which trump, and however the points fall: 162 in most games of belote. None
    where a rule set has no such sum."""
    if not holds(ruleset):
        return None
    plain = [deal for deal in _kinds_of_deal(ruleset) if deal.double == "none" and not deal.belote]
    found = {total for deal in plain for total in [next(_sums(ruleset, deal), None)] if total is not None}
    return found.pop() if len(found) == 1 else None


def _kinds_of_deal(ruleset: RuleSet) -> Iterator[Deal]:
    """A deal of every trump mode, doubling and end of the bids, with and without a belote."""
    contracts = ("take",) if ruleset.kind == "take" else tuple(dict.fromkeys((ruleset.bids[0], ruleset.bids[-1])))
    seen = set()
    for trump in ruleset.trumps:
        mode = MODE_OF[trump], ruleset.own_values[trump]
        if mode in seen:
            continue
        seen.add(mode)
        for double in ruleset.doublings:
            for contract in contracts:
                deal = Deal(declarer="NS", contract=contract, trump=trump, double=double)
                yield deal
                if ruleset.enters_belote and ruleset.belote_most[MODE_OF[trump]] and contract == contracts[0]:
                    yield replace(deal, belote=("NS",))
                    yield replace(deal, belote=("EW",))


def _sums(ruleset: RuleSet, deal: Deal) -> Iterator[int]:
    """The sum of both scores and what is held, for every split of the points; replayed deals pay nobody and are not
    counted. From both ends to the middle: a rule set of another kind shows it at once."""
    total = ruleset.pack_total(deal.trump or "S")
    first: int | None = None
    for last_deal in (False, True):
        for step in range(total // 2 + 1):
            for ns in (step, total - step):
                try:
                    answer = score_deal(
                        ruleset, replace(deal, points=(ns, total - ns), last_deal=last_deal), lines=False
                    )
                except DealError:
                    continue
                if answer.result == "replay":
                    continue
                found = answer.ns + answer.ew + answer.held
                yield found
                if first is not None and found != first:
                    return
                first = found


def control_total(ruleset: RuleSet, placed: Sequence[Deal | None], game: Game) -> ControlTotal | None:
    """The control total of a game under ``ruleset``; None where that has none. ``placed`` are the deals of the game's
    entries as they were scored, None for an entry that is no played deal."""
    if not holds(ruleset) or not game.steps:
        return None
    counts: Counter[tuple[str, int]] = Counter()
    held = 0
    for deal, step in zip(placed, game.steps, strict=True):
        worth = step.ns + step.ew + step.held - held
        held = step.held
        if deal is None:
            counts["other", worth] += 1
        elif worth:
            counts.update(_parts(ruleset, deal, worth))
    total = game.ns + game.ew
    counts["held", total - sum(each * count for (_, each), count in counts.items())] += 1
    parts = tuple(
        Part(name, count, each) for (name, each), count in sorted(counts.items(), key=_order) if each and count
    )
    return ControlTotal(total, parts)


_ORDER = ("pack", "capot", "sweep", "announces", "belote", "other", "held")


def _order(item: tuple[tuple[str, int], int]) -> tuple[int, int]:
    (name, each), count = item
    return _ORDER.index(name), -count * abs(each)


def _parts(ruleset: RuleSet, deal: Deal, worth: int) -> Iterator[tuple[str, int]]:
    """What one deal brings: its belotes, its announces and its sweep are what is missing without them."""
    if deal.contract in ("capot", "generale"):
        yield "capot", worth
        return
    left = deal
    for name in ("belote", "announces", "sweep"):
        without = _without(left, name)
        if without == left:
            continue
        less = _worth(ruleset, without)
        if less is None:
            break
        count = len(deal.belote) if name == "belote" else 1
        yield from ((name, (worth - less) // count) for _ in range(count))
        worth, left = less, without
    yield "pack", worth


def _without(deal: Deal, name: str) -> Deal:
    if name == "belote":
        return replace(deal, belote=())
    if name == "announces":
        return replace(deal, announces=((), ()), best=None)
    return replace(deal, sweep=None, alone=False)


def _worth(ruleset: RuleSet, deal: Deal) -> int | None:
    """The deal's sum without what was carried to it; None for one that cannot be."""
    try:
        answer = score_deal(ruleset, deal, lines=False)
    except DealError:
        return None
    return answer.ns + answer.ew + answer.held - deal.carried
