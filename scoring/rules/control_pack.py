"""The pack's control of a sheet of which only columns or totals are known: what each deal's cards must come to.

Where a rule set lets it hold (made or failed, the two scores of a deal have one sum), a deal is worth the pack of its
trump, so much for each belote, and what the rule set adds for all tricks. What is marked on the paper is held against
that; a difference names the usual omissions that make exactly it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from scoring.rules.cards import MODE_OF
from scoring.rules.control_sum import holds
from scoring.rules.deal import Deal
from scoring.rules.errors import DealError
from scoring.rules.marked import Marked
from scoring.rules.ruleset import RuleSet
from scoring.rules.scorer import score_deal
from scoring.rules.words import words

#: Slips that only a carry, or a figure read wrong, makes in a sum.
_CARRIES = (10, 100, 1000)
_LAST_TRICK = 10


@dataclass(frozen=True, slots=True)
class Worth:
    """What a deal is worth to both sides together: ``pack`` by trump, ``belote`` for each, ``sweep`` for all tricks on
    top (0 where the rule set has none); ``doubled`` where doubling makes it another sum."""

    pack: tuple[tuple[str, int], ...]
    belote: int
    sweep: int
    doubled: tuple[int, ...] = ()

    @property
    def one_pack(self) -> int | None:
        """The pack where it is the same in every trump, else None: then the trump has to be told."""
        found = {points for _, points in self.pack}
        return found.pop() if len(found) == 1 else None

    def of(self, line: Marked) -> int | None:
        """What the line must come to; None where its trump is not told and matters."""
        pack = self.one_pack if not line.trump or line.deals > 1 else dict(self.pack).get(line.trump)
        return None if pack is None else line.deals * pack + line.belotes * self.belote + line.sweeps * self.sweep


_KEPT: dict[str, Worth | None] = {}
_MOST_KEPT = 200


def worth_of(ruleset: RuleSet) -> Worth | None:
    """What a deal is worth to both sides together; None where the rule set does not let that hold, or where it depends
    on what is bid."""
    if ruleset.sha256 not in _KEPT:
        if len(_KEPT) >= _MOST_KEPT:
            _KEPT.clear()
        _KEPT[ruleset.sha256] = _worth(ruleset)
    return _KEPT[ruleset.sha256]


def _worth(ruleset: RuleSet) -> Worth | None:
    if not holds(ruleset):
        return None
    pack = []
    for trump in ruleset.trumps:
        found = {_sum(ruleset, Deal(declarer="NS", contract=bid, trump=trump)) for bid in _bids(ruleset)}
        one = found.pop()
        if found or one is None:
            return None
        pack.append((trump, one))
    trump, plain = pack[0]
    first = Deal(declarer="NS", contract=_bids(ruleset)[0], trump=trump)
    with_belote = _sum(ruleset, replace(first, belote=("NS",))) if _has_belote(ruleset, trump) else plain
    with_sweep = _swept(ruleset, first) if ruleset.enters_sweep else plain
    doubled = {_sum(ruleset, replace(first, double=name)) for name in ruleset.doublings} - {plain, None}
    return Worth(
        tuple(pack),
        (with_belote or plain) - plain,
        (with_sweep or plain) - plain,
        tuple(sorted(points for points in doubled if points is not None)),
    )


def _bids(ruleset: RuleSet) -> tuple[int | str, ...]:
    return ("take",) if ruleset.kind == "take" else tuple(dict.fromkeys((ruleset.bids[0], ruleset.bids[-1])))


def _has_belote(ruleset: RuleSet, trump: str) -> bool:
    return bool(ruleset.enters_belote and ruleset.belote_most[MODE_OF[trump]])


def _sum(ruleset: RuleSet, deal: Deal) -> int | None:
    """The sum of both scores: every split makes the same, so the first that can be is as good as any."""
    total = ruleset.pack_total(deal.trump or "S")
    for ns in range(total // 2, total + 1):
        found = _scored(ruleset, replace(deal, points=(ns, total - ns)))
        if found is not None:
            return found
    return None


def _swept(ruleset: RuleSet, deal: Deal) -> int | None:
    return _scored(ruleset, replace(deal, points=(ruleset.pack_total(deal.trump or "S"), 0), sweep="NS"))


def _scored(ruleset: RuleSet, deal: Deal) -> int | None:
    try:
        answer = score_deal(ruleset, deal, lines=False)
    except DealError:
        return None
    return None if answer.result == "replay" else answer.ns + answer.ew + answer.held


@dataclass(frozen=True, slots=True)
class Suspicion:
    """What would make exactly the difference: ``kind`` (a key of the words) and ``count`` of it, or its amount."""

    kind: str
    count: int = 1

    def text(self, language: str) -> str:
        return words(language).say(f"control_pack.{self.kind}", n=self.count)


@dataclass(frozen=True, slots=True)
class Off:
    """A line (its place from 1) that does not come to what its cards must make: ``written`` and ``wanted`` by both
    sides together, and what it may be, the likeliest first."""

    position: int
    written: int
    wanted: int
    suspicions: tuple[Suspicion, ...]

    @property
    def difference(self) -> int:
        return self.written - self.wanted


def off_lines(ruleset: RuleSet, lines: Sequence[Marked | None]) -> tuple[Off, ...] | None:
    """The lines whose figures cannot be; None where the rule set has no such control. None in ``lines`` is a line of
    another kind, which is passed over. Points that one deal holds over and the next one pays are no difference."""
    worth = worth_of(ruleset)
    if worth is None:
        return None
    found: list[Off] = []
    for position, line in enumerate(lines, start=1):
        wanted = worth.of(line) if line is not None else None
        if line is None or wanted is None or line.ns + line.ew == wanted:
            continue
        found.append(Off(position, line.ns + line.ew, wanted, ()))
    kept = list(_unpaired(found)) if _can_hold(ruleset) else found
    return tuple(replace(one, suspicions=tuple(_suspicions(worth, one, lines[one.position - 1]))) for one in kept)


def _unpaired(found: Sequence[Off]) -> Iterator[Off]:
    """Without two neighbours of which the second has what the first lacks: those points were held over."""
    skip = False
    for one, after in zip_longest(found, found[1:]):
        if skip:
            skip = False
        elif (
            after is not None
            and after.position == one.position + 1
            and one.difference < 0
            and after.difference == -one.difference
        ):
            skip = True
        else:
            yield one


def _can_hold(ruleset: RuleSet) -> bool:
    return any(row == "held" for row, _ in ruleset.cells)


def _suspicions(worth: Worth, off: Off, line: Marked | None) -> Iterator[Suspicion]:
    """What makes exactly this difference. A line of several deals can lack or have more than one of a kind."""
    assert line is not None
    gap, most = off.difference, max(2, 2 * line.deals)
    if worth.belote and gap % worth.belote == 0 and 0 < abs(gap) // worth.belote <= (most if line.deals > 1 else 2):
        count = abs(gap) // worth.belote
        if gap > 0:
            yield Suspicion("belote_untold", count)
        elif count <= line.belotes:
            yield Suspicion("belote_unmarked", count)
    if worth.sweep and gap in (worth.sweep, -worth.sweep) and (gap > 0 or line.sweeps):
        yield Suspicion("sweep_untold" if gap > 0 else "sweep_unmarked")
    if gap < 0 and -gap % _LAST_TRICK == 0 and -gap // _LAST_TRICK <= line.deals:
        yield Suspicion("last_trick", -gap // _LAST_TRICK)
    pack = worth.one_pack
    if pack and gap + pack in worth.doubled:
        yield Suspicion("doubled")
    if pack and line.deals > 1 and gap % pack == 0:
        yield Suspicion("deal_missing" if gap < 0 else "deal_twice", abs(gap) // pack)
    if pack and line.deals == 1 and off.written == 0:
        yield Suspicion("deal_missing")
    if pack and 2 * abs(gap) == pack:
        yield Suspicion("held")
    if abs(gap) in _CARRIES and gap != -_LAST_TRICK:
        yield Suspicion("addition", abs(gap))
    if gap % 9 == 0 and abs(gap) <= 81 and line.deals == 1:
        yield Suspicion("digits")
