"""Deals made up for a rule set: every one can be, and the edges come often. The same seed gives the same deals.

Used by the lint and by tests; real cards are not dealt, only the sums that they can make are kept.
"""

from bisect import bisect_left
from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.rules.cards import MODE_OF, OTHER, SIDES, Side, side_sums
from scoring.rules.ruleset import RuleSet

#: A deal in the interface's own form, as ``score_deal`` takes it.
Deal = dict[str, Any]

SEQUENCES = ("tierce", "quarante", "quinte")
FOURS = ("carre-J", "carre-9", "carre-A", "carre-10", "carre-K", "carre-Q", "carre-8", "carre-7")
CARRIED = (0, 0, 0, 81, 131)
MOST_BID = 300


class Dealer:
    """Makes deals for one rule set, which must not be of kind totals."""

    def __init__(self, ruleset: RuleSet, seed: int) -> None:
        self.ruleset = ruleset
        self._rng = Random(seed)  # noqa: S311 -- made-up deals, no secret
        # Nothing may be there to bid (the highest below the lowest), or no points to write (a pack off its unit).
        self._trumps = tuple(
            trump
            for trump in ruleset.trumps
            if (self.bids(trump) or ruleset.special_contracts) and not ruleset.pack_total(trump) % ruleset.cards.unit
        )
        self._points: dict[tuple[str, bool | None], tuple[int, ...]] = {}

    def possible(self, trump: str, last: bool | None = None) -> tuple[int, ...]:
        """The points, rising, that one side can have in a deal without a sweep; ``last``: whether it took the last
        trick, None where nobody says."""
        key = trump, last
        if key not in self._points:
            self._points[key] = tuple(self._find(trump, last))
        return self._points[key]

    def _find(self, trump: str, last: bool | None) -> Iterator[int]:
        cards, mode = self.ruleset.cards, MODE_OF[trump]
        total, unit = cards.totals[mode], cards.unit
        known = side_sums(cards.decks[mode], cards.last_trick[mode], self.ruleset.tricks, None, last)
        if mode in cards.own_totals:
            # Nobody knows what its cards are worth, only that the last trick's worth, kept apart, is in the points.
            ten = cards.last_trick[mode] if self._asks_last(trump) else 0
            known = sum(1 << n for n in range(ten if last else 0, total + 1 - (ten if last is False else 0)))
        for points in range(total + 1):
            if known >> points & 1 and points % unit == 0 and (total - points) % unit == 0:
                yield points

    def neighbour(self, trump: str, points: int, step: int, last: bool | None = None) -> int | None:
        """The next possible points above (``step`` 1) or below (-1); None beyond the ends."""
        possible = self.possible(trump, last)
        place = bisect_left(possible, points) + step
        return possible[place] if 0 <= place < len(possible) else None

    def deals(self, count: int) -> Iterator[Deal]:
        """``count`` deals; none where none can be."""
        for _ in range(count if self._trumps else 0):
            yield self.deal()

    def deal_from(self, seed: int) -> Deal:
        """The first deal of another seed."""
        self._rng.seed(seed)
        return self.deal()

    def deal(self) -> Deal:
        """One deal: declarers and defence, trump, doubling and contract as they can be, points near what decides."""
        rng, rules = self._rng, self.ruleset
        declarer: Side = rng.choice(SIDES)
        trump = rng.choice(self._trumps)
        deal: Deal = {"declarer": declarer, "trump": trump, "contract": self._contract(trump)}
        deal["double"] = rng.choice(("none", *rules.doublings))
        if deal["contract"] in ("capot", "generale") and not rules.bid_rules.capot_doubled:
            deal["double"] = "none"
        sweeper = rng.choice((None, None, None, None, *SIDES))
        last = rng.choice(SIDES)
        took = last == declarer if self._asks_last(trump) else None
        if sweeper is None and not self.possible(trump, took):
            # Odd cards in odd steps: only nothing and everything can be written.
            sweeper = last
        if sweeper is None:
            if took is not None:
                deal["last_trick"] = last
            own = self._own_points(deal, took)
        else:
            own = rules.pack_total(trump) if sweeper == declarer else 0
            deal |= {"sweep": sweeper, "alone": rng.random() < 0.5}
        deal["points"] = {declarer: own, OTHER[declarer]: rules.pack_total(trump) - own}
        deal["belote"] = self._belotes(trump)
        if rules.enters_announces:
            deal |= self._announces()
        deal["carried"] = rng.choice(CARRIED)
        deal["last_deal"] = rng.random() < 0.2
        return self._tied(deal) if sweeper is None and rng.random() < 0.1 else deal

    def _tied(self, deal: Deal) -> Deal:
        """The deal made a tie of the lowest contract, 81 to 81 or 91 to 91 with a belote, where cards allow it."""
        trump, declarer = deal["trump"], deal["declarer"]
        total, belote = self.ruleset.pack_total(trump), deal["belote"][:1]
        own = (total - self.ruleset.belote_value * (belote.count(declarer) - belote.count(OTHER[declarer]))) // 2
        last = deal["last_trick"] == declarer if "last_trick" in deal else None
        if own not in self.possible(trump, last):
            return deal
        contract = next(iter(self.bids(trump)), deal["contract"])
        tied = {"contract": contract, "belote": belote, "points": {declarer: own, OTHER[declarer]: total - own}}
        nothing: Deal = {"announces": {"NS": [], "EW": []}, "best": None} if "announces" in deal else {}
        return {**deal, **tied, **nothing}

    def _asks_last(self, trump: str) -> bool:
        conversion = self.ruleset.cards.convert.get(MODE_OF[trump])
        return conversion is not None and conversion.apart

    def _contract(self, trump: str) -> int | str:
        bids = self.bids(trump)
        special = self.ruleset.special_contracts
        if not bids or (special and self._rng.random() < 0.2):
            return self._rng.choice(special)
        # Low bids come often: most of what is written is decided around them.
        return self._rng.choice((*bids, *bids[:4], *bids[:4], *bids[:9]))

    def bids(self, trump: str) -> tuple[int, ...]:
        """The numbers that can be bid under ``trump``, rising; where there is no end, up to a height never reached."""
        rules = self.ruleset.bid_rules
        if self.ruleset.kind != "auction":
            return ()
        if rules.listed:
            return rules.listed
        return tuple(range(rules.lowest, (rules.highest[MODE_OF[trump]] or MOST_BID) + 1, rules.step))

    def _own_points(self, deal: Deal, last: bool | None) -> int:
        """The declarers' points: around the bid, around the half, near nothing and everything, or anywhere."""
        rng, total = self._rng, self.ruleset.pack_total(deal["trump"])
        conversion = self.ruleset.cards.convert.get(MODE_OF[deal["trump"]])
        scale = total / conversion.to if conversion else 1
        contract = deal["contract"]
        goal = contract if isinstance(contract, int) else self.ruleset.bid_rules.take or total / 2
        edges = (goal * scale, (goal - 20) * scale, (goal - 50) * scale, total / 2, (total - 20) / 2, 0, total)
        wanted = round(rng.choice(edges)) + rng.choice((-2, -1, 0, 0, 1, 2)) if rng.random() < 0.7 else -1
        possible = self.possible(deal["trump"], last)
        if not 0 <= wanted <= total:
            return rng.choice(possible)
        return possible[min(bisect_left(possible, wanted), len(possible) - 1)]

    def _belotes(self, trump: str) -> list[Side]:
        most = self.ruleset.belote_most[MODE_OF[trump]]
        if trump == "SA" or not most:
            return []
        return [self._rng.choice(SIDES) for _ in range(self._rng.choice((0, 1, 1, most)))]

    def _announces(self) -> Deal:
        rng, shown = self._rng, {side: list[str | int]() for side in SIDES}
        fours = rng.sample(FOURS, 2)
        for _ in range(rng.choice((0, 0, 0, 1, 1, 2))):
            item: str | int = fours.pop() if rng.random() < 0.3 else rng.choice((*SEQUENCES, 20, 50))
            shown[rng.choice(SIDES)].append(item)
        # Where equal announces need no word from the table, it does not always give one.
        told = SIDES if self.ruleset.announce_rules.equal == "ask" else (*SIDES, None)
        return {"announces": shown, "best": rng.choice(told)}


def swapped(deal: Deal) -> Deal:
    """The same deal with the two sides changed over."""
    return {field: value if field == "id" else _other(value) for field, value in deal.items()}


def _other(value: Any) -> Any:
    if isinstance(value, dict):
        return {OTHER[side]: inner for side, inner in value.items()}
    if isinstance(value, list):
        return [OTHER[side] for side in value]
    return OTHER.get(value, value)
