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
    doubled = [part for part in cell if part.multiplied]
    shared = _shared([part.names for part in doubled]) if len(doubled) > 1 else ()
    out: list[str] = []
    done = False
    for part in cell:
        if not part.multiplied:
            _add(out, _product(part.coefficient, part.names))
        elif len(doubled) == 1:
            _add(out, _product(part.coefficient, ("m", *part.names)))
        elif not done:
            done = True
            inner: list[str] = []
            for one in doubled:
                _add(inner, _product(one.coefficient, tuple(n for n in one.names if n not in shared)))
            _add(out, "*".join(("m", *shared, f"({''.join(inner)})")))
    return "".join(out) or "0"


def _shared(names: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The names in every product."""
    return tuple(name for name in names[0] if all(name in others for others in names))


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
