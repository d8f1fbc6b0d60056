"""A cell of the outcome grid in parts: what a side writes, each part with its role, and the formula that says so."""

from collections.abc import Sequence
from typing import NamedTuple


class Part(NamedTuple):
    """``coefficient`` times the product of ``names``; ``multiplied``: times the coinche's multiplier as well."""

    coefficient: int
    names: tuple[str, ...] = ()
    multiplied: bool = False


Cell = tuple[Part, ...]


def same_but_m(one: Cell, other: Cell) -> bool:
    """Whether both come to the same without a coinche."""
    return [part[:2] for part in one] == [part[:2] for part in other]


def text_of(cell: Cell) -> str:
    """The formula for ``cell``: parts that are multiplied in one bracket, "0" where there is nothing."""
    multiplied = [part for part in cell if part.multiplied]
    out: list[str] = []
    for part in cell:
        if not part.multiplied:
            _add(out, _product(part.coefficient, part.names))
        elif multiplied:
            _add(out, _bracket(multiplied))
            multiplied.clear()
    return "".join(out) or "0"


def _bracket(parts: Sequence[Part]) -> str:
    """Parts that are all multiplied, what they share before the bracket; one alone needs none."""
    if len(parts) == 1:
        return _product(parts[0].coefficient, ("m", *parts[0].names))
    shared = tuple(name for name in parts[0].names if all(name in part.names for part in parts))
    inner: list[str] = []
    for part in parts:
        _add(inner, _product(part.coefficient, tuple(name for name in part.names if name not in shared)))
    return "*".join(("m", *shared, f"({''.join(inner)})"))


def _product(coefficient: int, names: tuple[str, ...]) -> str:
    if not names:
        return str(coefficient)
    sign, size = ("-", -coefficient) if coefficient < 0 else ("", coefficient)
    return sign + "*".join((*([str(size)] if size != 1 else []), *names))


def _add(out: list[str], product: str) -> None:
    if not out:
        out.append(product)
    elif product.startswith("-"):
        out.append(f" - {product[1:]}")
    else:
        out.append(f" + {product}")
