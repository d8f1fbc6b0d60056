"""Evenings of a mêlée that are known beforehand: constructions from algebra, and base rounds found by search.

- Lines of an affine plane. Four classes of m players, m a product of prime powers of 4 or more: player (c, y) is point
  y of the ring R of m elements in class c, one of four elements of R whose differences all have an inverse. Table b of
  round a is {(c, a·c + b)}. Two of different classes are on one line for exactly one a: m rounds. Where m is a multiple
  of 4, each class fills tables of its own in one round more. 16 players: the affine plane of order 4, 5 rounds.
- A base round over the whole numbers modulo v: players (x, k) for x = 0 … v - 1 and k = 0, 1, 2, and as many `fixed`
  ones as are missing. Round r adds r to each x. Nobody shares a table twice in v rounds if every difference x' - x
  between two of the same k, or of two certain ones, is met once at most in the base round. These are resolvable group
  divisible designs; the rounds listed here were found by simulated annealing over the differences, and
  the tests count them whole.
- Whist tournaments: a base round modulo v = players - 1, one fixed; in v rounds each two are partners once and
  opponents twice. The base rounds are found in the same way.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tournaments.draws.plans.evening import Four

Round = list[Four]

BASE_ROUNDS: dict[int, tuple[int, tuple[Four, ...]]] = {
    24: (7, ((10, 18, 14, 19), (0, 15, 21, 12), (13, 7, 9, 5), (8, 2, 20, 23), (22, 1, 11, 17), (4, 6, 16, 3))),
    28: (
        9,
        (
            (27, 5, 25, 12),
            (6, 23, 18, 17),
            (7, 11, 13, 20),
            (10, 0, 1, 24),
            (21, 19, 22, 3),
            (14, 15, 9, 26),
            (2, 4, 16, 8),
        ),
    ),
}
"""By the number of players: v, and the tables of the base round; player (x, k) is x + k·v, the fixed ones come last."""

WHIST: dict[int, tuple[int, tuple[Four, ...]]] = {
    8: (7, ((1, 5, 2, 0), (6, 7, 4, 3))),
    12: (11, ((7, 4, 5, 1), (2, 11, 3, 9), (8, 6, 0, 10))),
}
"""The same for whist tournaments, k always 0."""


def never_twice(players: int) -> list[Round]:
    """As many rounds as are known here of so many players (a multiple of 4) with nobody at a table together twice."""
    lines = _lines(players // 4)
    if players in BASE_ROUNDS and BASE_ROUNDS[players][0] > len(lines):
        return _developed(*BASE_ROUNDS[players])
    return lines


def whist(players: int) -> list[Round]:
    """The rounds of a whist tournament, where one is listed."""
    return _developed(*WHIST[players]) if players in WHIST else []


def _developed(modulus: int, base: tuple[Four, ...]) -> list[Round]:
    moving = (4 * len(base)) // modulus * modulus
    return [
        [_four(tuple(_shifted(one, shift, modulus) if one < moving else one for one in table)) for table in base]
        for shift in range(modulus)
    ]


def _shifted(one: int, shift: int, modulus: int) -> int:
    return one - one % modulus + (one + shift) % modulus


def _four(table: tuple[int, ...]) -> Four:
    one, mate, left, right = table
    return one, mate, left, right


def _lines(order: int) -> list[Round]:
    """The rounds of lines over a ring of `order` elements, none where it has not four elements as they are needed."""
    fields = [_field(prime, power) for prime, power in _prime_powers(order)]
    if order < 4 or any(len(field.sums) < 4 for field in fields):
        return []
    ring = fields[0]
    for field in fields[1:]:
        ring = _product(ring, field)
    # The same four elements in every factor: their differences are nowhere zero.
    classes = [0] * 4
    for field in reversed(fields):
        classes = [one * len(field.sums) + number for number, one in enumerate(classes)]
    rounds = []
    for slope in range(order):
        at = [ring.products[slope][one] for one in classes]
        tables = [tuple(k * order + ring.sums[one][line] for k, one in enumerate(at)) for line in range(order)]
        rounds.append([_four(table) for table in tables])
    if order % 4 == 0:
        rounds.append([(first, first + 1, first + 2, first + 3) for first in range(0, 4 * order, 4)])
    return rounds


@dataclass(frozen=True, slots=True)
class _Ring:
    """Elements 0 … q - 1 (0 is zero, 1 is not always one) by the tables of their sums and products."""

    sums: list[list[int]]
    products: list[list[int]]


def _prime_powers(number: int) -> list[tuple[int, int]]:
    found = []
    prime = 2
    while number > 1:
        power = 0
        while number % prime == 0:
            number //= prime
            power += 1
        if power:
            found.append((prime, power))
        prime += 1
    return found


def _product(one: _Ring, other: _Ring) -> _Ring:
    """Pairs (a, b), numbered a + b times the elements of `one`."""
    size = len(one.sums)
    both = range(size * len(other.sums))

    def table(mine: list[list[int]], theirs: list[list[int]]) -> list[list[int]]:
        return [[mine[x % size][y % size] + size * theirs[x // size][y // size] for y in both] for x in both]

    return _Ring(table(one.sums, other.sums), table(one.products, other.products))


def _field(prime: int, power: int) -> _Ring:
    """The field of prime ** power elements: polynomials, their coefficients the digits to base `prime`."""
    size = prime**power

    def plus(x: int, y: int) -> int:
        return sum((x // digit + y // digit) % prime * digit for digit in (prime**place for place in range(power)))

    powers = _powers(prime, power, plus)
    log = {element: exponent for exponent, element in enumerate(powers)}
    products = [[powers[(log[x] + log[y]) % (size - 1)] if x and y else 0 for y in range(size)] for x in range(size)]
    return _Ring([[plus(x, y) for y in range(size)] for x in range(size)], products)


def _powers(prime: int, power: int, plus: Callable[[int, int], int]) -> list[int]:
    """All elements but zero as the powers of one: of x modulo the first polynomial for which they are all, or, in a
    field of prime order, of the first number for which they are."""
    size = prime**power
    for rest in range(1, size):
        found = [1]
        while len(found) < size:
            last = found[-1]
            if power == 1:
                following = last * rest % prime
            else:
                # x to the `power` is replaced by `rest`, as often as the leading digit says.
                following = last * prime % size
                for _ in range(last * prime // size):
                    following = plus(following, rest)
            if following in (0, 1):
                break
            found.append(following)
        if len(found) == size - 1:
            return found
    raise ArithmeticError("every finite field has a primitive element")
