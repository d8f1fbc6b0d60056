"""What is to be said of a round of a mêlée: what it costs, and why two share a table who had better not.

Codes of a table's reasons, each with its parameters:

- `all_new` (): no two at this table have shared one before, nor were any of them to be kept apart.
- `together_again` (entry, other, now, partners, opponents): the two are `now` `partners` or `opponents`, and were
  partners and opponents in the rounds named.
- `not_apart` (entry, other, rule, must): the two were not to share a table.
- `instead` (entry, other, cost, by, rule, must), after one of these: the best exchange for one of its two, `entry` with
  `other`, would cost more over the rounds that are left: `by` on the level `cost`, which is of `rule` (empty for the
  system's own).
- `equal` (entry, other), in place of that: the exchange costs the same.
- `settled` (entry, other), in place of both: the organiser has fixed the table, or there is no other one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments.draws.field import Field, pair
from tournaments.draws.melee_costs import Terms
from tournaments.draws.model import DrawRequest, Reason
from tournaments.draws.plans.evening import OPPONENTS, PARTNERS, Both, Evening


def costs_of(terms: Terms, everyone: Field, tables: Sequence[Sequence[int]]) -> tuple[tuple[str, int], ...]:
    """Each level's name with what the tables of this round add to it."""
    total = 0
    prices = terms.prices()
    for table in tables:
        for both, are_partners in _two_at(table):
            partners, opponents = len(everyone.partnered.get(both, ())), len(everyone.met.get(both, ()))
            now = prices[partners + are_partners][opponents + (not are_partners)]
            total += now - prices[partners][opponents] + terms.apart[0].get(both, 0)
    return tuple(zip(terms.names, terms.split(total), strict=True))


def fresh_rounds(everyone: Field, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """How many of `rounds`, from the first on, go by before two share a table a second time."""
    seen = {*everyone.met, *everyone.partnered}
    for count, tables in enumerate(rounds):
        here = {both for table in tables for both, _ in _two_at(table)}
        if seen & here:
            return count
        seen |= here
    return len(rounds)


def reasons_of(request: DrawRequest, everyone: Field, terms: Terms, evening: Evening) -> list[tuple[Reason, ...]]:
    """The reasons of each table of round 0 of `evening`, which holds all rounds that are left."""
    told = _Told(request, everyone, terms, evening)
    return [tuple(told.table(table)) or (Reason("all_new"),) for table in evening.tables[0]]


class _Told:
    def __init__(self, request: DrawRequest, everyone: Field, terms: Terms, evening: Evening) -> None:
        self.request, self.everyone, self.terms, self.evening = request, everyone, terms, evening

    def table(self, table: Sequence[int]) -> Iterator[Reason]:
        for both, are_partners in _two_at(table):
            who = {"entry": self.id(both[0]), "other": self.id(both[1])}
            partners, opponents = self.everyone.partnered.get(both, ()), self.everyone.met.get(both, ())
            found = []
            if partners or opponents:
                now = "partners" if are_partners else "opponents"
                past = {"now": now, "partners": list(partners), "opponents": list(opponents)}
                found.append(Reason("together_again", {**who, **past}))
            for level in self.terms.levels:
                until = None if level.rule is None else level.rule.until
                if both in level.apart and (until is None or self.request.round <= until):
                    found.append(Reason("not_apart", {**who, **self.rule(level.name)}))
            if found:
                yield from found
                yield self.instead(both)

    def instead(self, both: Both) -> Reason:
        """The best exchange for one of the two, and what it would cost."""
        evening = self.evening
        exchanges = [
            (*evening.best(0, one, {}, 0, 0, 0), one) for one in both if evening.at[0][one] >= evening.fixed[0]
        ]
        possible = [exchange for exchange in exchanges if exchange[1] >= 0]
        if not possible:
            return Reason("settled", {"entry": self.id(both[0]), "other": self.id(both[1])})
        dearer, other, one = min(possible)
        who = {"entry": self.id(one), "other": self.id(other)}
        for name, by in zip(self.terms.names, self.terms.split(dearer), strict=True):
            if by:
                return Reason("instead", {**who, "cost": name, "by": by, **self.rule(name)})
        return Reason("equal", who)

    def rule(self, level: str) -> dict[str, object]:
        rule = self.terms.rules[level]
        return {"rule": "" if rule is None else rule.name, "must": rule is None or rule not in self.request.wishes}

    def id(self, one: int) -> str:
        return self.everyone.entries[one].id


def _two_at(table: Sequence[int]) -> Iterator[tuple[Both, bool]]:
    """Each two at a table, lower first, and whether they are partners."""
    for seats, are_partners in ((PARTNERS, True), (OPPONENTS, False)):
        for one, other in seats:
            yield pair(table[one], table[other]), are_partners
