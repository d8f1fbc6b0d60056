"""What is legal in a rule set and probably a slip: warnings for whoever wrote the file, never refusals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.rules import slip_checks as look
from scoring.rules.loading import load_ruleset
from scoring.rules.ruleset import RuleSet
from scoring.rules.slip_checks import Found
from scoring.rules.slip_inert import inert
from scoring.rules.source import merge_variant, read_toml
from scoring.rules.toml_lines import line_of
from scoring.rules.toml_text import write_toml
from scoring.rules.words import Value, words

Check = Callable[[RuleSet], Iterator[Found]]

_IDLE = {"not_read", "row_unused", "value_unused"}

_TOTALS: tuple[Check, ...] = (look.unnamed, look.ladder)
_DEALS: tuple[Check, ...] = (
    look.unnamed,
    look.pack_off_unit,
    look.bid_bounds,
    inert,
    look.always_made,
    look.sweep_below_total,
    look.factors,
    look.value_unused,
    look.row_unused,
    look.doubling_unused,
    look.sweep_twice,
    look.belotes,
    look.announces_lost,
    look.below_zero,
    look.ladder,
)


@dataclass(frozen=True, slots=True)
class Slip:
    """One warning. ``key`` is the file's dotted key, ``code`` names the kind of slip and never changes its meaning.
    ``line`` counts from 1, None where the source was not given or does not write the key; ``variant`` is the variant
    that brings the slip in, "" for the file itself."""

    code: str
    key: str
    values: Mapping[str, Value] = field(default_factory=dict)
    line: int | None = None
    variant: str = ""

    def text(self, language: str) -> str:
        """The warning in ``language``, without key and line."""
        said = words(language)
        values = dict(self.values)
        if "row" in values:
            row, _, doubled = str(values["row"]).partition(".")
            values["row"] = said.say(f"slip.row_{row}")
            if doubled:
                values["row"] = said.say("slip.row_doubled", row=values["row"])
        return said.say(f"slip.{self.code}", **values)


def slips(ruleset: RuleSet, source: str = "", variants: Sequence[str] = ()) -> tuple[Slip, ...]:
    """The warnings about ``ruleset``, in the order of the file's tables.

    With the TOML text it was loaded from, ``source``, lines are named, and what the file's variants bring in is found
    as well. ``variants`` are those that were laid over it: then the others are left aside.
    """
    found = [_placed(slip, source, variants) for slip in _check(ruleset)]
    if not source or variants:
        return tuple(found)
    tree = read_toml(source)
    by_variant = {
        name: load_ruleset(write_toml(merge_variant(tree, variant)))
        for name, variant in tree.pop("variant", {}).items()
    }
    checked = {name: _check(other) for name, other in by_variant.items()}
    # What one variant reads is there for it: an idle key is a slip where the file and all its variants leave it idle.
    idle = [{(slip.code, slip.key) for slip in slips_} for slips_ in checked.values()]
    found = [slip for slip in found if slip.code not in _IDLE or all((slip.code, slip.key) in group for group in idle)]
    known = {(slip.code, slip.key) for slip in found}
    for name, other in by_variant.items():
        if other.sha256 == ruleset.sha256:
            key = f"variant.{name}"
            found.append(Slip("variant_same", key, {"name": name}, _variant_line(source, name), name))
        for slip in checked[name]:
            if (slip.code, slip.key) not in known and (slip.code not in _IDLE or _writes(source, name, slip.key)):
                found.append(replace(_placed(slip, source, (name,)), variant=name))
    return tuple(found)


def _check(ruleset: RuleSet) -> tuple[Found, ...]:
    """Everything found, once for each code and key."""
    checks = _DEALS if ruleset.totals is None else _TOTALS
    return tuple({(found.code, found.key): found for check in checks for found in check(ruleset)}.values())


def _variant_line(source: str, variant: str) -> int | None:
    """The line where a variant starts: it need not have a header of its own."""
    key, tree = f"variant.{variant}", read_toml(source)["variant"][variant]
    found = line_of(source, key)
    while found is None and isinstance(tree, dict) and tree:
        name, tree = next(iter(tree.items()))
        key = f"{key}.{name}"
        found = line_of(source, key)
    return found


def _writes(source: str, variant: str, key: str) -> bool:
    """Whether the variant itself gives that key."""
    tree: object = read_toml(source)["variant"][variant]
    for name in key.split("."):
        tree = tree.get(name) if isinstance(tree, dict) else None
    return tree is not None


def _placed(found: Found, source: str, variants: Sequence[str]) -> Slip:
    places = [f"variant.{name}.{found.key}" for name in reversed(variants)]
    lines = [line_of(source, key) for key in [*places, found.key]]
    headers = {line_of(source, f"variant.{name}") for name in variants}
    exact = (line for line in lines if line and line not in headers)
    return Slip(found.code, found.key, found.values, next(exact, None))
