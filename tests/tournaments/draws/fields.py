"""Made-up fields with a past, and the rules counted again as they are written, apart from the engine."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from tests.tournaments.draws.evenings import meeting, seed
from tournaments.draws import DrawEntry, DrawRequest, PlayedRound, Rule

MUSTS = (Rule("one_bye"), Rule("no_rematch"), Rule("not_same_club", until=3))


def past(chance: random.Random, ids: list[str], rounds: int) -> tuple[PlayedRound, ...]:
    """`rounds` rounds of anybody against anybody, some absent, winners by the toss of a coin."""
    played = []
    for number in range(1, rounds + 1):
        here = [one for one in ids if chance.random() < 0.9]
        chance.shuffle(here)
        meetings = tuple(
            meeting(one, other, table, chance.choice(("ns", "ew", "")))
            for table, (one, other) in enumerate(zip(here[::2], here[1::2], strict=False), 1)
        )
        rested = (here[-1],) if len(here) % 2 else ()
        played.append(PlayedRound(number, meetings, rested, tuple(one for one in ids if one not in here)))
    return tuple(played)


def request(name: str, system: str, size: int, **changes: object) -> DrawRequest:
    """A field of `size` with a past of up to as many rounds, three clubs, wins, and two groups to keep apart."""
    chance = random.Random(name)
    ids = [f"e{number}" for number in range(1, size + 1)]
    rounds = chance.randint(1, max(1, size // 2))
    groups = (tuple(chance.sample(ids, min(size, 3))), tuple(chance.sample(ids, min(size, 2))))
    values: dict[str, object] = {
        "system": system,
        "seed": seed(name),
        "round": rounds + 1,
        "announced_rounds": rounds + 1,
        "entries": tuple(
            DrawEntry(
                one,
                number,
                may_rest=chance.random() < 0.8,
                club=chance.choice((None, "a", "a", "b", "c")),
                standing=(chance.randint(0, rounds), chance.randint(0, 2000)),
                persons=(f"{one}/1", f"{one}/2"),
            )
            for number, one in enumerate(ids, 1)
        ),
        "played": past(chance, ids, rounds),
        "musts": tuple(chance.sample((*MUSTS, Rule("limited_repeats", times=2)), chance.randint(0, 4))),
        "wishes": (
            Rule("keep_apart", groups=groups),
            Rule("keep_apart", groups=((f"{ids[0]}/1", ids[-1]),), until=rounds),
            Rule("new_table"),
            Rule("balanced_sides"),
        ),
        **changes,
    }
    return DrawRequest(**values)  # type: ignore[arg-type]


def every_draw(ids: tuple[str, ...]) -> Iterator[list[tuple[str, ...]]]:
    """Every complete draw: pairs, and one alone where the field is odd."""
    if not ids:
        yield []
        return
    if len(ids) % 2:
        for alone in ids:
            for others in every_draw(tuple(one for one in ids if one != alone)):
                yield [(alone,), *others]
        return
    first, *rest = ids
    for other in rest:
        for others in every_draw(tuple(one for one in rest if one != other)):
            yield [(first, other), *others]


class Written:
    """The musts and wishes of a request as they are written."""

    def __init__(self, asked: DrawRequest) -> None:
        self.asked = asked
        self.entry = {one.id: one for one in asked.entries}
        self.met: Counter[frozenset[str]] = Counter()
        self.last: dict[frozenset[str], int] = {}
        for played in asked.played:
            for one in played.meetings:
                both = frozenset((*one.ns, *one.ew))
                self.met[both] += 1
                self.last[both] = max(played.number, self.last.get(both, 0))
        self.rests = Counter(one for played in asked.played for one in played.byes)
        before = max((played.number for played in asked.played), default=0)
        self.just_rested = {one for played in asked.played if played.number == before for one in played.byes}
        self.before = before
        here = [one for one in asked.entries if one.plays]
        allowed = [self.rests[one.id] for one in here if one.may_rest] or [self.rests[one.id] for one in here]
        self.fewest = min(allowed)

    def apart(self, rule: Rule, one: str, other: str) -> bool:
        if rule.until is not None and self.asked.round > rule.until:
            return False
        mine, theirs = self.entry[one], self.entry[other]
        if rule.name == "not_same_club":
            return mine.club is not None and mine.club == theirs.club
        ids, others = {one, *mine.persons}, {other, *theirs.persons}
        return any(ids & set(group) and others & set(group) for group in rule.groups)

    def breaks(self, draw: list[tuple[str, ...]]) -> tuple[int, ...]:
        """What a draw breaks, level by level, heaviest first."""
        byes = [one[0] for one in draw if len(one) == 1]
        pairs = [one for one in draw if len(one) == 2]
        found = [sum(not self.entry[one].may_rest for one in byes)]
        for rule in (*self.asked.musts, *self.asked.wishes):
            met = [frozenset(one) for one in pairs if frozenset(one) in self.met]
            if rule.name == "one_bye":
                found.append(sum(one in self.just_rested for one in byes))
                found.append(sum(max(0, self.rests[one] - self.fewest) for one in byes))
            elif rule.name == "no_rematch":
                found.append(len(met))
                found.append(sum(self.met[one] * (self.before + 1) + self.last[one] for one in met))
            elif rule.name == "limited_repeats":
                found.append(sum(max(0, self.met[one] + 1 - rule.times) for one in met))
            elif rule.name in ("not_same_club", "keep_apart"):
                found.append(sum(self.apart(rule, *one) for one in pairs))
        return tuple(found)


def wins_and_floats(asked: DrawRequest) -> tuple[Counter[str], Counter[str]]:
    """Wins of the rounds played, a rest being one, and meetings of unequal winners."""
    wins: Counter[str] = Counter()
    floats: Counter[str] = Counter()
    for played in sorted(asked.played, key=lambda one: one.number):
        won = list(played.byes)
        for one in played.meetings:
            if wins[one.ns[0]] != wins[one.ew[0]]:
                floats.update((one.ns[0], one.ew[0]))
            won += one.ns if one.won == "ns" else one.ew if one.won == "ew" else ()
        wins.update(won)
    return wins, floats


def is_sorted(values: list[tuple[int, ...]]) -> bool:
    return all(one >= other for one, other in pairwise(values))
