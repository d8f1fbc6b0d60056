"""An evening of a mêlée: who sits with whom at tables of four over several rounds, bettered by exchanging two players.

The cost of an evening is the sum of what each two people cost, by how often they were partners and how often opponents
over all rounds, those played before included. The search: two who cost something are picked, one of them leaves the
table for another place of the same round, the best there is, be it worse than before, and does not go back at once. The
best evening met is kept. Work is counted in tables weighed, never in seconds, so that every machine agrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.draws.seeds import Chance

Four = tuple[int, int, int, int]
"""A table: two partners, and the two partners they play."""

Both = tuple[int, int]
"""Two people, lower first."""

PARTNERS = ((0, 1), (2, 3))
OPPONENTS = ((0, 2), (0, 3), (1, 2), (1, 3))

STEP = 10
"""What a step takes besides, in tables weighed."""

SHORTEST_BAN = 3
LONGEST_BAN = 12
"""For how many steps two who have exchanged their places do not exchange them again."""


class Dice:
    """Numbers from a Chance, many at a time."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._words: list[int] = []

    def below(self, bound: int) -> int:
        """A number in 0 … bound - 1; none is favoured by more than one part in 2**64 / bound."""
        if not self._words:
            self._words = list(self._chance.words(512))
        return self._words.pop() * bound >> 64

    def shuffled(self, count: int) -> list[int]:
        """0 … count - 1 in random order."""
        found = list(range(count))
        for last in range(count - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found


class Margins:
    """What it changes if two people are partners, or opponents, once more or once less: `more[role][i][j]` and
    `less[role][i][j]`, role 0 for partners, 1 for opponents; for the rounds in which the same people are kept apart."""

    def __init__(self, size: int, prices: Sequence[Sequence[int]], apart: Mapping[Both, int]) -> None:
        self.prices = prices
        self.apart = apart
        once = (prices[1][0] - prices[0][0], prices[0][1] - prices[0][0])
        self.more = [[[price] * size for _ in range(size)] for price in once]
        self.less = [[[0] * size for _ in range(size)] for _ in range(2)]
        for one, other in apart:
            self.set(one, other, 0, 0)

    def set(self, one: int, other: int, partners: int, opponents: int) -> None:
        """The two have been partners and opponents so often, over the whole evening."""
        prices = self.prices
        price = self.apart.get((one, other) if one < other else (other, one), 0)
        now = prices[partners][opponents]
        more, less = self.more, self.less
        more[0][one][other] = more[0][other][one] = prices[partners + 1][opponents] - now + price
        more[1][one][other] = more[1][other][one] = prices[partners][opponents + 1] - now + price
        if partners:
            less[0][one][other] = less[0][other][one] = now - prices[partners - 1][opponents] + price
        if opponents:
            less[1][one][other] = less[1][other][one] = now - prices[partners][opponents - 1] + price


class Evening:
    """The rounds to plan, 0 … R-1, and what they cost with the past; people are 0 … size - 1.

    `prices[p][o]`: what two cost who were partners p times and opponents o times, up to one more of either than there
    can be. `apart[r]`: what each two who should not share a table cost if they do in round r. `past`: how often two
    were partners and opponents before.
    """

    def __init__(
        self,
        size: int,
        prices: Sequence[Sequence[int]],
        past: Mapping[Both, tuple[int, int]],
        apart: Sequence[Mapping[Both, int]],
    ) -> None:
        self.size = size
        self.prices = prices
        self.tables: list[list[list[int]]] = [[] for _ in apart]
        self.at: list[list[int]] = [[-1] * size for _ in apart]
        self.fixed: list[int] = [0 for _ in apart]
        phases: list[Mapping[Both, int]] = []
        for kept in apart:
            if kept not in phases:
                phases.append(kept)
        self.phases = [Margins(size, prices, phase) for phase in phases]
        self.phase = [self.phases[phases.index(kept)] for kept in apart]
        self.counts: list[list[list[int]]] = [[[0] * size for _ in range(size)] for _ in range(2)]
        self.cost = 0
        self._bad: list[Both] = []
        self._where: dict[Both, int] = {}
        for (one, other), (partners, opponents) in past.items():
            for role, count in ((0, partners), (1, opponents)):
                self.counts[role][one][other] = self.counts[role][other][one] = count
            self.cost += prices[partners][opponents]
            for margins in self.phases:
                margins.set(one, other, partners, opponents)

    def seat(self, number: int, tables: Sequence[Sequence[int]], fixed: int = 0) -> None:
        """Put people at the tables of a round that has none yet; the first `fixed` tables stay as they are."""
        self.fixed[number] = fixed
        for place, table in enumerate(tables):
            self.tables[number].append(list(table))
            for one in table:
                self.at[number][one] = place
            self._count(number, table, 1)

    def clear(self, number: int) -> None:
        """Send everybody of a round home."""
        for table in self.tables[number]:
            for one in table:
                self.at[number][one] = -1
            self._count(number, table, -1)
        self.tables[number] = []

    def restore(self, tables: Sequence[Sequence[Sequence[int]]]) -> None:
        """Seat everybody of every round as at `tables`, which were this evening's at another time."""
        for number, round_tables in enumerate(tables):
            self.clear(number)
            self.seat(number, round_tables, self.fixed[number])

    def _count(self, number: int, table: Sequence[int], step: int) -> None:
        for role, seats in ((0, PARTNERS), (1, OPPONENTS)):
            for one, other in seats:
                self._met(number, role, table[one], table[other], step)

    def _met(self, number: int, role: int, one: int, other: int, step: int) -> None:
        """The two meet in the round in that role, once more (step 1) or once less (-1)."""
        margins = self.phase[number]
        self.cost += margins.more[role][one][other] if step > 0 else -margins.less[role][one][other]
        row = self.counts[role]
        row[one][other] += step
        row[other][one] += step
        partners, opponents = self.counts[0][one][other], self.counts[1][one][other]
        for every in self.phases:
            every.set(one, other, partners, opponents)
        both = (one, other) if one < other else (other, one)
        if step > 0 and both not in self._where and margins.less[role][one][other]:
            self._where[both] = len(self._bad)
            self._bad.append(both)

    def _forget(self, both: Both) -> None:
        place = self._where.pop(both)
        last = self._bad.pop()
        if last != both:
            self._bad[place] = last
            self._where[last] = place

    def _shared(self, both: Both) -> list[int]:
        """The rounds in which the two share a table that is not fixed, at a price."""
        one, other = both
        found = []
        for number, at in enumerate(self.at):
            place = at[one]
            if place >= self.fixed[number] and place == at[other]:
                role = 0 if self._partner(number, one) == other else 1
                if self.phase[number].less[role][one][other]:
                    found.append(number)
        return found

    def _partner(self, number: int, one: int) -> int:
        table = self.tables[number][self.at[number][one]]
        return table[table.index(one) ^ 1]

    def pick(self, dice: Dice) -> tuple[int, int] | None:
        """A round, and somebody who sits in it with another at a price; None where nobody does."""
        while self._bad:
            both = self._bad[dice.below(len(self._bad))]
            rounds = self._shared(both)
            if rounds:
                return rounds[dice.below(len(rounds))], both[dice.below(2)]
            self._forget(both)
        return None

    def all_at_a_price(self) -> list[tuple[int, int]]:
        """Each round and person that `pick` could give."""
        found = {(number, one) for both in self._bad for number in self._shared(both) for one in both}
        return sorted(found)

    def exchange(self, number: int, one: int, other: int) -> None:
        """The two take each other's places in a round."""
        tables, at = self.tables[number], self.at[number]
        mine, theirs = at[one], at[other]
        changed = [tables[mine]] if mine == theirs else [tables[mine], tables[theirs]]
        for table in changed:
            self._count(number, table, -1)
        here, there = tables[mine].index(one), tables[theirs].index(other)
        tables[mine][here], tables[theirs][there] = other, one
        at[one], at[other] = theirs, mine
        for table in changed:
            self._count(number, table, 1)

    def best(
        self, number: int, one: int, banned: Mapping[tuple[int, int, int], int], now: int, spare: int, first: int
    ) -> tuple[int, int]:
        """By how much the evening gets dearer if `one` exchanges with the best other of the round, and who that is.

        An exchange is passed over while `banned` until a step after `now`, but for one that saves more than `spare`.
        Of equals the one at the table `first` or soonest after it. (0, -1) where there is nobody.
        """
        margins = self.phase[number]
        (more_partners, more_opponents), (less_partners, less_opponents) = margins.more, margins.less
        tables = self.tables[number]
        table = tables[self.at[number][one]]
        seat = table.index(one)
        mate, left, right = table[seat ^ 1], table[seat ^ 2], table[seat ^ 3]
        as_mate, as_other = more_partners[one], more_opponents[one]
        for_mate, for_left, for_right = more_partners[mate], more_opponents[left], more_opponents[right]
        gain = less_partners[one][mate] + less_opponents[one][left] + less_opponents[one][right]
        least, found = self._turned(one, mate, left, right), left
        turned = self._turned(one, mate, right, left)
        if turned < least:
            least, found = turned, right
        if least >= -spare and banned.get((number, *_sorted(one, found)), 0) > now:
            found = -1
        least += gain
        fixed = self.fixed[number]
        first = max(first, fixed)
        for place in (*range(first, len(tables)), *range(fixed, first)):
            there = tables[place]
            if there is table:
                continue
            a, b, c, d = there
            ma, mb, mc, md = as_mate[a], as_mate[b], as_mate[c], as_mate[d]
            oa, ob, oc, od = as_other[a], as_other[b], as_other[c], as_other[d]
            row = less_opponents[a]
            ab, ac, ad = less_partners[a][b], row[c], row[d]
            row = less_opponents[b]
            bc, bd, cd = row[c], row[d], less_partners[c][d]
            for who, dearer in (
                (a, mb + oc + od + for_mate[a] + for_left[a] + for_right[a] - ab - ac - ad),
                (b, ma + oc + od + for_mate[b] + for_left[b] + for_right[b] - ab - bc - bd),
                (c, md + oa + ob + for_mate[c] + for_left[c] + for_right[c] - cd - ac - bc),
                (d, mc + oa + ob + for_mate[d] + for_left[d] + for_right[d] - cd - ad - bd),
            ):
                if (found < 0 or dearer < least) and (
                    dearer - gain < -spare or banned.get((number, *_sorted(one, who)), 0) <= now
                ):
                    least, found = dearer, who
        return (least - gain, found) if found >= 0 else (0, -1)

    def _turned(self, one: int, mate: int, left: int, right: int) -> int:
        """By how much it gets dearer if one and left, at one table, change places: left and mate are partners then."""
        prices, (partners, opponents) = self.prices, self.counts
        dearer = 0
        for who, other, step in ((one, mate, -1), (left, right, -1), (left, mate, 1), (one, right, 1)):
            p, o = partners[who][other], opponents[who][other]
            dearer += prices[p + step][o - step] - prices[p][o]
        return dearer


def _sorted(one: int, other: int) -> Both:
    return (one, other) if one < other else (other, one)


def better(evening: Evening, dice: Dice, work: int, patience: int, enough: int) -> int:
    """Better the evening in place by exchanges; returns how many tables were weighed.

    It ends at a cost of `enough` or less, when `work` tables are weighed, or `patience` of them without a better
    evening; the best evening met is left.
    """
    banned: dict[tuple[int, int, int], int] = {}
    best, kept = evening.cost, None
    now = weighed = since = 0
    while evening.cost > enough and weighed < work and weighed - since < patience:
        picked = evening.pick(dice)
        if picked is None:
            break
        number, one = picked
        now += 1
        weighed += len(evening.tables[number]) + STEP
        first = dice.below(len(evening.tables[number]))
        dearer, other = evening.best(number, one, banned, now, evening.cost - best, first)
        if other < 0:
            continue
        if dearer >= 0 and kept is None:
            kept = [[list(table) for table in tables] for tables in evening.tables]
        evening.exchange(number, one, other)
        banned[number, *_sorted(one, other)] = now + SHORTEST_BAN + dice.below(LONGEST_BAN - SHORTEST_BAN + 1)
        if evening.cost < best:
            best, kept, since = evening.cost, None, weighed
    if kept is not None and evening.cost > best:
        evening.restore(kept)
    return weighed


def settle(evening: Evening, work: int) -> None:
    """Make every exchange that betters the evening, until there is none left or `work` tables are weighed."""
    weighed = 0
    moved = True
    while moved and weighed < work:
        moved = False
        for number, one in evening.all_at_a_price():
            weighed += len(evening.tables[number])
            dearer, other = evening.best(number, one, {}, 0, 0, 0)
            if dearer < 0 and weighed < work:
                evening.exchange(number, one, other)
                moved = True
