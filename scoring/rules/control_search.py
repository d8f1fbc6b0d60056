"""The search for the slip: every variant of every deal, scored where it stands, against the difference to explain."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain

from scoring.rules.answer import Answer
from scoring.rules.cards import SIDES, Side
from scoring.rules.control_sum import holds
from scoring.rules.control_suspects import Place, Suspect, Totals
from scoring.rules.control_variants import Variant, few, figures, forced, misread, others, plain, swapped
from scoring.rules.deal import Deal
from scoring.rules.errors import DealError
from scoring.rules.game import Entry, Game, Step, play
from scoring.rules.ruleset import Rounding, RuleSet
from scoring.rules.scorer import score_deal

Change = tuple[int, int]

# What a forgotten carry makes in an addition; other slips of an addition are of a few points.
CARRIES = (10, 100, 1000)
ADDITIONS = frozenset((*range(1, 10), *CARRIES))
# Rounding moves a deal's score by less than ten points.
MOST_BY_ROUNDING = 10
MOST_PAIRS = 5


@dataclass(frozen=True, slots=True)
class Hit:
    """A slip at one place (None: in the totals), and by what the totals would be other without it."""

    kind: str
    side: Side | None
    place: Place | None
    change: Change
    amount: int = 0


def matches(computed: Change, wanted: Totals) -> bool:
    """Whether the figures agree, as far as they were written."""
    return all(want is None or got == want for got, want in zip(computed, wanted, strict=True))


def after(game: Game, place: int) -> Change:
    """The totals after the entry at ``place``; at the end those of the game."""
    step = game.steps[place - 1]
    return (game.ns, game.ew) if place == len(game.steps) else (step.total_ns, step.total_ew)


class Search:
    """The suspects for differences on one sheet. ``placed`` are its deals as they were scored: with the points held
    over before them, and whether they were the last; None for an entry that is no played deal."""

    def __init__(self, ruleset: RuleSet, entries: tuple[Entry, ...], game: Game) -> None:
        self.ruleset = ruleset
        self.entries = entries
        self.game = game
        self.placed = _placed(ruleset, entries, game)
        self._forced = {row: forced(ruleset, row) for row in ("made", "failed")}
        self._scores_points = "points" in ruleset.uses
        self._can_tie = any(row in ("held", "share") for row, _doubled in ruleset.cells)

    def suspects(self, first: int, last: int, wanted: Totals, *, whole: bool) -> tuple[Suspect, ...]:
        """What explains the difference ``wanted`` that came up in the entries ``first`` to ``last``, the likeliest
        first. ``whole``: these are all entries, so that the slip may be in the totals themselves."""
        tried = [self._in_totals(last, wanted, whole=whole)]
        for position in range(first, last + 1):
            tried += [self._in_scores(position), self._in_deal(position, last, wanted)]
        hits = [hit for hit in chain.from_iterable(tried) if matches(hit.change, wanted)]
        if hits:
            return _grouped(hits)
        ns, ew = wanted
        return () if ns is None or ew is None else self._pairs(first, last, (ns, ew))

    # One slip in a deal

    def _in_deal(self, position: int, last: int, wanted: Totals) -> Iterator[Hit]:
        """What could be mistaken in a deal, as far as it could explain the difference."""
        deal, step = self.placed[position - 1], self.game.steps[position - 1]
        if deal is None or step.answer is None:
            return
        # No deal pays less than nothing, so one that would have to cannot hold the slip. What it holds over is paid
        # later, and may be paid no more.
        most = step.ns + step.held, step.ew + step.held
        if any(want is not None and own + want < 0 for own, want in zip(most, wanted, strict=True)):
            return
        yield from self._as_hits(position, last, few(self.ruleset, deal, step.answer.result))
        yield from self._as_hits(position, last, others(self.ruleset, deal))
        if self._points_can_explain(deal, step, wanted):
            yield from self._as_hits(position, last, figures(self.ruleset, deal))

    def _as_hits(self, position: int, last: int, variants: Iterable[Variant]) -> Iterator[Hit]:
        for variant in variants:
            change = self._change(position, last, variant)
            if change is not None:
                place = Place(position, variant.given, variant.meant, variant.near)
                yield Hit(variant.kind, variant.side, place, change)

    def _points_can_explain(self, deal: Deal, step: Step, wanted: Totals) -> bool:
        """Whether other points could make the difference at all, so that they are worth trying one by one."""
        if deal.sweep is not None or self._can_tie:
            return True
        ns, ew = wanted
        if ns is not None and ew is not None and ns + ew and holds(self.ruleset):
            return False  # both scores have a fixed sum: points change only how it is parted
        if self._scores_points:
            return True
        # Points are nowhere in the scores: they can only change whether the contract is made.
        answers = [self._score(deal, row) for row in self._forced]
        return any(answer and matches((answer.ns - step.ns, answer.ew - step.ew), wanted) for answer in answers)

    def _change(self, position: int, last: int, variant: Variant) -> Change | None:
        """By what the totals after entry ``last`` would be other with the variant; None for one that cannot be."""
        step = self.game.steps[position - 1]
        answer = self._score(variant.deal, variant.forced)
        if answer is None:
            return None
        ns, ew = answer.ns - step.ns, answer.ew - step.ew
        if answer.held != step.held:
            more = self._later(position, last, answer.held)
            ns, ew = ns + more[0], ew + more[1]
        return ns, ew

    def _later(self, position: int, last: int, held: int) -> Change:
        """What other points held over after ``position`` change in the entries up to ``last``."""
        ns = ew = 0
        for deal, step in zip(self.placed[position:last], self.game.steps[position:last], strict=True):
            if deal is None:
                continue
            answer = score_deal(self.ruleset, replace(deal, carried=held), lines=False)
            ns, ew = ns + answer.ns - step.ns, ew + answer.ew - step.ew
            if answer.held == step.held:
                break
            held = answer.held
        return ns, ew

    def _score(self, deal: Deal, row: str) -> Answer | None:
        try:
            return score_deal(self._forced[row] if row else self.ruleset, deal, lines=False)
        except DealError:
            return None

    # One slip in the scores of an entry, or in the totals

    def _in_scores(self, position: int) -> Iterator[Hit]:
        """What was done on the paper with the score of an entry: left out, added twice, put in the other column."""
        step = self.game.steps[position - 1]
        ns, ew, place = step.ns, step.ew, Place(position)
        if ns or ew:
            yield Hit("typed_twice", None, place, (-ns, -ew))
            yield Hit("counted_twice", None, place, (ns, ew))
        if ns != ew:
            yield Hit("column", None, place, (ew - ns, ns - ew))
        for side, own, other in zip(SIDES, (ns, ew), (ew, ns), strict=True):
            if own and other:
                yield Hit("left_out", side, place, _on(side, -own))
            for number in swapped(own):
                yield Hit("score_digits", side, Place(position, str(own), str(number)), _on(side, number - own))
        yield from self._beside_columns(position)
        deal = self.placed[position - 1]
        if deal is not None and deal.carried:
            answer = score_deal(self.ruleset, replace(deal, carried=0), lines=False)
            if (answer.ns, answer.ew) != (ns, ew):
                winner: Side = "NS" if answer.ns != ns else "EW"
                yield Hit("held_unpaid", winner, place, (answer.ns - ns, answer.ew - ew), deal.carried)

    def _beside_columns(self, position: int) -> Iterator[Hit]:
        """What of a deal may be missing in the column that was taken over, or in the totals of the paper: a belote."""
        line, step = self.entries[position - 1].marked, self.game.steps[position - 1]
        worth = self.ruleset.rounding.written(self.ruleset.belote_value) if self.ruleset.enters_belote else 0
        if line is None or line.deals > 1 or not worth:
            return
        for side, own in zip(SIDES, (step.ns, step.ew), strict=True):
            yield Hit("belote_missing", side, Place(position), _on(side, worth))
            if own >= worth:
                yield Hit("belote_unpaid", side, Place(position), _on(side, -worth))

    def _in_totals(self, last: int, wanted: Totals, *, whole: bool) -> Iterator[Hit]:
        """Slips in the totals after entry ``last``: an addition, digits, exchanged, rounded otherwise, a deal that is
        not entered."""
        computed = after(self.game, last)
        for side, total, want, other in zip(SIDES, computed, wanted, reversed(wanted), strict=True):
            if not want or other:
                continue
            if abs(want) in ADDITIONS:
                yield Hit("addition", side, None, _on(side, want), want)
            elif total + want in swapped(total):
                yield Hit("total_digits", side, None, _on(side, want), want)
            elif total + want in misread(total):
                yield Hit("one_figure", side, None, _on(side, want), want)
        yield Hit("totals_exchanged", None, None, (computed[1] - computed[0], computed[0] - computed[1]))
        missing = wanted[0] or 0, wanted[1] or 0
        if not self.game.complete and min(missing) >= 0 and any(missing):
            yield Hit("deal_missing", None, None if whole else Place(last), missing)
        if whole:
            yield from self._rounded_otherwise(wanted)

    def _rounded_otherwise(self, wanted: Totals) -> Iterator[Hit]:
        most = MOST_BY_ROUNDING * len(self.entries)
        if any(want is not None and abs(want) > most for want in wanted):
            return
        rounding = self.ruleset.rounding
        exact = replace(rounding, unit=1, up_from=1)
        tens = replace(rounding, unit=10, up_from=5, scope="line")
        candidates: list[Rounding] = [exact] if rounding.scope != "none" else [tens, replace(tens, scope="points")]
        for candidate in candidates:
            changed = replace(self.ruleset, rounding=candidate, sha256=f"{self.ruleset.sha256}:rounding")
            game = play(changed, self.game.format, self.entries)
            yield Hit("rounding", None, None, (game.ns - self.game.ns, game.ew - self.game.ew))

    # Two slips

    def _pairs(self, first: int, last: int, wanted: Change) -> tuple[Suspect, ...]:
        """Two slips of the usual kinds that explain the difference together."""
        by_change: dict[Change, list[Hit]] = defaultdict(list)
        for hit in self._usual(first, last):
            by_change[hit.change].append(hit)
        found: dict[tuple[str, ...], tuple[list[Hit], list[Hit]]] = {}
        for change, hits in by_change.items():
            rest = wanted[0] - change[0], wanted[1] - change[1]
            for one in hits:
                for other in by_change.get(rest, ()):
                    if _comes_first(one, other):
                        key = (one.kind, str(one.side), other.kind, str(other.side))
                        ones, others_ = found.setdefault(key, ([], []))
                        ones.append(one)
                        others_.append(other)
        pairs = [Suspect("two", parts=(_grouped(ones)[0], _grouped(more)[0])) for ones, more in found.values()]
        return tuple(sorted(pairs, key=_rank)[:MOST_PAIRS])

    def _usual(self, first: int, last: int) -> Iterator[Hit]:
        for side in SIDES:
            for carry in CARRIES:
                for amount in (carry, -carry):
                    yield Hit("addition", side, None, _on(side, amount), amount)
        for position in range(first, last + 1):
            yield from (hit for hit in self._in_scores(position) if hit.kind in ("left_out", "column"))
            deal, step = self.placed[position - 1], self.game.steps[position - 1]
            if deal is None or step.answer is None:
                continue
            yield from self._as_hits(position, last, few(self.ruleset, deal, step.answer.result))


def _comes_first(one: Hit, other: Hit) -> bool:
    """Each pair once; and never two slips of one deal, nor two in the totals of one side."""
    left = one.place.position if one.place else 0
    right = other.place.position if other.place else 0
    return left < right or (left == right == 0 and one.side == "NS" and other.side == "EW")


def _on(side: Side, amount: int) -> Change:
    return (amount, 0) if side == "NS" else (0, amount)


def _placed(ruleset: RuleSet, entries: Iterable[Entry], game: Game) -> tuple[Deal | None, ...]:
    """The deals as the game scored them."""
    out: list[Deal | None] = []
    held = 0
    for entry, step in zip(entries, game.steps, strict=True):
        deal = entry.deal
        if deal is None or deal.declarer is None or step.after_end:
            out.append(None)
        else:
            out.append(replace(plain(ruleset, deal), carried=held, last_deal=step.last_deal))
        held = step.held
    return tuple(out)


def _grouped(hits: Iterable[Hit]) -> tuple[Suspect, ...]:
    """One suspect for each kind of slip and side, with all its places; the likeliest first."""
    groups: dict[tuple[str, Side | None], list[Hit]] = defaultdict(list)
    for hit in hits:
        side = None if hit.kind in _SIDELESS else hit.side
        groups[hit.kind, side].append(hit)
    found = (Suspect(kind, side, _places(members), members[0].amount) for (kind, side), members in groups.items())
    return tuple(sorted(found, key=_rank))


#: Kinds that are about figures, not about a side.
_SIDELESS = frozenset({"digit", "digits_swapped", "points_exchanged", "inverted_made", "inverted_failed",
                       "inverted_tie", "declarer"})  # fmt: skip


def _places(hits: Iterable[Hit]) -> tuple[Place, ...]:
    """A place a deal; of several changes of one deal the nearest."""
    best: dict[int, Place] = {}
    for hit in hits:
        if hit.place is not None and (hit.place.position not in best or hit.place.near):
            best[hit.place.position] = hit.place
    return tuple(sorted(best.values(), key=lambda place: (not place.near, place.position)))


def _rank(suspect: Suspect) -> tuple[int, tuple[int, ...]]:
    return -suspect.weight, suspect.positions
