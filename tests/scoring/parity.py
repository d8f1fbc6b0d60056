"""Deals for two engines to agree on: for any rule set, real and impossible ones, edges favoured."""

import os
from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.rules import RuleSet, RuleSetError, load_ruleset, preset_ids, preset_source
from scoring.rules.cards import MODE_OF
from scoring.rules.source import read_toml

SIDES = ("NS", "EW")
ANNOUNCES = ("tierce", "quarante", "cinquante", "quinte", "cent", "carre-J", "carre-9", "carre-A", "carre-10",
             "carre-K", "carre-Q", "carre-8", "carre-7", 10, 20, 50, 100)  # fmt: skip
# What a field may hold that it should not, and some that it may.
JUNK: tuple[Any, ...] = (
    None, "", "NS", "EW", "ns", -1, 0, 1, 7, 80, 85, 100, 163, 259, 10_000, 10_001, 10**9, 0.5, 82.25, True, False, [],
    ["NS"], ["NS", "EW", "EW", "NS", "NS"], [1], ["N"], {}, {"NS": 82}, {"EW": 0}, {"NS": 81, "EW": 81},
    {"NS": 100, "EW": 100}, {"NS": 3, "EW": 5}, {"NS": 9}, {"NS": "82"}, {"N": 1},
    {"NS": ["tierce"], "EW": ["quarante"]}, {"NS": ["quinte"] * 5},
    {"NS": ["carre-J"], "EW": ["carre-J"]}, {"NS": [15]}, {"NS": ["constructor"]},
    {"NS": [10] * 13}, "capot", "generale", "take", "S", "SA", "TA", "coinche", "surcoinche", "constructor",
    "a text that is longer than thirty characters", "it's", ["it's", None, {"a": 1.5}],
)  # fmt: skip
FIELDS = ("id", "declarer", "contract", "trump", "double", "points", "tricks", "sweep", "alone", "last_trick",
          "belote", "announces", "best", "carried", "last_deal", "points_scale", "note", "__proto__")  # fmt: skip


def shipped_rule_sets() -> Iterator[RuleSet]:
    """Every preset plain, with each of its variants, and in a long run with each two of them where they fit."""
    for id_ in preset_ids():
        source = preset_source(id_)
        names = tuple(read_toml(source).get("variant", {}))
        pairs = [(one, two) for one in names for two in names if one != two and os.environ.get("COINCHE_LONG")]
        for variants in [(), *((name,) for name in names), *pairs]:
            try:
                yield load_ruleset(source, variants)
            except RuleSetError:
                if len(variants) < 2:
                    raise


class Deals:
    """Deals of one rule set out of ``rng``, without end."""

    def __init__(self, ruleset: RuleSet, rng: Random) -> None:
        self.ruleset = ruleset
        self.rng = rng
        self.possible: dict[tuple[str, int], list[int]] = {}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        while True:
            if self.ruleset.totals or self.rng.random() < (0.05 if self.ruleset.penalties else 0.005):
                yield self._totals() if self.ruleset.totals else self._penalty()
                continue
            deal = self.real()
            chance = self.rng.random()
            if chance < 0.1:
                deal[self.rng.choice(FIELDS)] = self.rng.choice(JUNK)
            elif chance < 0.13:
                deal.pop(self.rng.choice(sorted(deal)))
            elif chance < 0.25 and "trump" in deal:
                deal.update(self._slip(deal["trump"]))
            yield deal

    def _penalty(self) -> dict[str, Any]:
        rng = self.rng
        event: dict[str, Any] = {"fault": rng.choice([*self.ruleset.faults, "nothing"]), "by": rng.choice(SIDES)}
        trump = rng.choice(self.ruleset.trumps)
        more = {"nth": rng.randint(1, 5), "bid": rng.choice([0, 80, 85, 120, 1000, "capot"]), "trump": trump,
                "announces": {"NS": ["tierce"], "EW": [100]}, "id": "p"}  # fmt: skip
        event.update({name: value for name, value in more.items() if rng.random() < 0.4})
        if rng.random() < 0.2:
            event[rng.choice(["id", "fault", "by", "nth", "bid", "trump", "announces", "note"])] = rng.choice(JUNK)
        return event

    def _totals(self) -> dict[str, Any]:
        rng = self.rng
        names = rng.choice([SIDES, ("A", "B", "C"), ("A", "B")])
        totals = {name: rng.choice([0, 162, 1200, rng.randint(-50, 3000), 100_001]) for name in names}
        return {"id": "t", "totals": totals if rng.random() < 0.8 else rng.choice(JUNK)}

    def _slip(self, trump: str) -> dict[str, Any]:
        """A field of the right type that does not go with the others."""
        rng, all_ = self.rng, self.ruleset.tricks
        total, ns, few = self.ruleset.pack_total(trump), rng.randrange(all_ + 1), rng.randrange(6)
        return rng.choice([
            {"points": {"NS": few, "EW": total - few}},
            {"points": {"NS": total - few, "EW": few}},
            {"points": {"NS": total // 2, "EW": total // 2 + few}},
            {"tricks": {"NS": ns, "EW": all_ - ns}},
            {"tricks": {"NS": ns, "EW": rng.randrange(all_ + 1)}},
            {"sweep": rng.choice(SIDES)},
            {"last_trick": rng.choice(SIDES)},
            {"belote": [rng.choice(SIDES)] * rng.randint(1, 5)},
            {"contract": rng.choice([10, 85, 1000, "capot", "generale"])},
            {"points_scale": rng.choice([total, 160])},
        ])  # fmt: skip

    def real(self) -> dict[str, Any]:
        """A deal that can be, as far as its cards go; sometimes off the grid of bids."""
        rng, rules = self.rng, self.ruleset
        if rng.random() < 0.02:
            return {"declarer": None, "carried": rng.choice([0, 81])}
        trump = rng.choice(rules.trumps)
        mode = MODE_OF[trump]
        declarer = rng.choice(SIDES)
        deal: dict[str, Any] = {"id": str(rng.randrange(1000)), "declarer": declarer, "trump": trump}
        deal["double"] = rng.choice(["none", *rules.doublings]) if rng.random() < 0.98 else "coinche"
        self._announce(deal, trump)
        half = rules.tricks // 2
        tricks = rng.choice(
            [0, 1, half, half, half + 1, rules.tricks - 1, rules.tricks, rng.randrange(rules.tricks + 1)]
        )
        last = "NS" if tricks == rules.tricks or (tricks and rng.random() < 0.5) else "EW"
        total = rules.pack_total(trump)
        deal["contract"], near = self._contract(deal, total)
        ten = rules.cards.last_trick[mode]
        cards = self._nearest(mode, tricks, near - ten * (last == "NS"), total)
        ns = min(total, cards + ten * (last == "NS"))
        deal["points"] = {"NS": ns, "EW": total - ns}
        self._tell_tricks(deal, tricks, last)
        if rng.random() < 0.3:
            del deal["points"][rng.choice(SIDES)]
        if rng.random() < 0.3:
            deal["carried"] = rng.choice([0, 20, 81, 93, 162])
        if rng.random() < 0.2:
            deal["last_deal"] = True
        return deal

    def _tell_tricks(self, deal: dict[str, Any], tricks: int, last: str) -> None:
        rng, all_ = self.rng, self.ruleset.tricks
        if rng.random() < 0.4:
            deal["tricks"] = {"NS": tricks, "EW": all_ - tricks}
            if rng.random() < 0.3:
                del deal["tricks"][rng.choice(SIDES)]
        if tricks in (0, all_) and ("tricks" not in deal or rng.random() < 0.3):
            deal["sweep"] = "NS" if tricks == all_ else "EW"
        if tricks in (0, all_) and rng.random() < 0.4:
            deal["alone"] = True
        if rng.random() < 0.5:
            deal["last_trick"] = last

    def _contract(self, deal: dict[str, Any], total: int) -> tuple[Any, int]:
        """A contract, and north-south's points that put it on an edge: just made, just missed, even."""
        rng, rules = self.rng, self.ruleset
        specials = list(rules.special_contracts) or ["capot"]
        bids = rules.bids or (80,)
        contract: Any = rng.choice(specials) if not rules.bids or rng.random() < 0.15 else rng.choice(bids[:12])
        if rng.random() < 0.02:
            contract = rng.choice(["capot", "generale", "take", 80, 83, 250])
        bid = contract if isinstance(contract, int) else total // 2
        belote = deal.get("belote", [])
        helps = rules.belote_value * belote.count(deal["declarer"])
        ahead = (2 * helps - rules.belote_value * len(belote)) // 2
        even = total // 2 - ahead if rules.success.belote == "yes" else total // 2
        own = rng.choice(
            [
                bid,
                bid - helps,
                bid - 20,
                *[even] * (2 + 3 * (rules.success.tie != "none")),
                rng.randint(0, total),
                total,
            ]
        )
        own += rng.choice([-10, -2, -1, 0, 0, 0, 0, 0, 1, 2, 10])
        scale = self.ruleset.cards.convert.get(MODE_OF[deal["trump"]])
        if scale and rng.random() < 0.7:
            own = own * scale.down // scale.up + rng.choice([0, 1])
        own = max(0, min(total, own))
        return contract, own if deal["declarer"] == "NS" else total - own

    def _nearest(self, mode: Any, tricks: int, wanted: int, total: int) -> int:
        """A sum that north-south's cards can make, as near to ``wanted`` as there is one."""
        cards = self.ruleset.cards
        if mode in cards.own_totals:
            return (
                max(0, wanted // cards.unit * cards.unit) if 0 < tricks < self.ruleset.tricks else total * (tricks > 0)
            )
        found = self.possible.get((mode, tricks))
        if found is None:
            deck = cards.decks[mode]
            reach = [1] + [0] * len(deck)
            for value in deck:
                for count in range(len(deck), 0, -1):
                    reach[count] |= reach[count - 1] << value
            bits = reach[len(deck) * tricks // self.ruleset.tricks]
            found = self.possible[mode, tricks] = [n for n in range(bits.bit_length()) if bits >> n & 1]
        return min(found, key=lambda number: abs(number - wanted))

    def _announce(self, deal: dict[str, Any], trump: str) -> None:
        rng, most = self.rng, self.ruleset.belote_most[MODE_OF[trump]]
        if most and rng.random() < 0.5:
            deal["belote"] = [rng.choice(SIDES) for _ in range(rng.randint(1, most))]
        if rng.random() < (0.5 if self.ruleset.enters_announces else 0.03):
            deal["announces"] = {side: rng.choices(ANNOUNCES, k=rng.choice([0, 0, 1, 1, 2])) for side in SIDES}
            if rng.random() < 0.6:
                deal["best"] = rng.choice(SIDES)
