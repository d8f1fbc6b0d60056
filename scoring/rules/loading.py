"""From the text of a rule-set file to a ``RuleSet``: types checked, formulas parsed once, the outcome grid resolved.

Format: keys, values and defaults are read one by one; what is not read is refused by name, never ignored.
"""

import hashlib
import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scoring.rules.bounds import MOST, Bounds
from scoring.rules.errors import Inner, RuleSetError
from scoring.rules.formula import Formula
from scoring.rules.grid import compile_terms, resolve_cells
from scoring.rules.origin import read_origin, read_texts
from scoring.rules.penalty import ladder_data, read_ladder
from scoring.rules.ruleset import CELL_NAMES, CELLS, NAMES, ROWS, SWEEP_NAMES, RuleSet, Rung
from scoring.rules.sections import (
    plain_data,
    read_announces,
    read_bids,
    read_cards,
    read_labels,
    read_multipliers,
    read_own_values,
    read_rounding,
    read_success,
)
from scoring.rules.source import Reader, merge_variant, read_toml
from scoring.rules.toml_lines import line_near, line_of
from scoring.rules.totals import read_totals

FORMAT = 1
MAX_VARIANTS = 60
MAX_ID = 60
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)

# Keys that came to the format after its first version, with their defaults.
_NEWER: Mapping[str, Mapping[str, Any]] = {
    "rounding": {"divide": 1},
    "announce_rules": {"cancel": ()},
    "cards": {"own_totals": ()},
}


def load_ruleset(source: str, variants: Sequence[str] = ()) -> RuleSet:
    """The rule set in the TOML text ``source``, with the named variants laid over it in that order.

    Raises RuleSetError, with key and line where they are known. Every variant of the file is checked, also those not
    asked for: each must make a rule set by itself, or after those that stand before it.
    """
    tree = read_toml(source)
    known = tree.pop("variant", {})
    if not isinstance(known, dict):
        raise RuleSetError("table", "variant", line_near(source, "variant"))
    if len(known) > MAX_VARIANTS:
        raise RuleSetError("variants", "variant", line_near(source, "variant"), most=MAX_VARIANTS)
    ruleset = _build(tree, source, ())
    _check_variants(source, tree, known)
    for name in variants:
        if name not in known:
            raise no_variant(name, known)
        tree = merge_variant(tree, known[name])
    return _build(tree, source, tuple(variants)) if variants else ruleset


def no_variant(name: str, known: Collection[str]) -> RuleSetError:
    """What is said of a variant that is none of ``known``."""
    return RuleSetError("no_variant", name=repr(name[:60]), known=", ".join(known) or Inner("none"))


def _check_variants(source: str, tree: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    before = tree
    for name, variant in known.items():
        _check_variant(source, name, variant)
        before = merge_variant(before, variant)
        try:
            _build(merge_variant(tree, variant), source, (name,))
        except RuleSetError as alone:
            try:
                _build(before, source, (name,))
            except RuleSetError:
                raise alone from None


def _check_variant(source: str, name: str, variant: object) -> None:
    key = f"variant.{name}"

    def line(at: str) -> int:
        return line_near(source, f"{key}.{at}")

    if not isinstance(variant, dict) or not _ID.fullmatch(name):
        raise RuleSetError("variant_name", key, line_near(source, key))
    reader = Reader(variant, line)
    read_texts(reader, "name", reader.take("name"))
    if reader.has("id"):
        raise reader.error("id", "variant_id")


def _build(tree: Mapping[str, Any], source: str, variants: tuple[str, ...]) -> RuleSet:
    def line(key: str) -> int:
        places = [line_of(source, f"variant.{name}.{key}") for name in reversed(variants)]
        # A variant's own header is no better than the key in the file itself.
        headers = {line_of(source, f"variant.{name}") for name in variants}
        found = [place for place in places if place not in headers]
        near = f"variant.{variants[-1]}.{key}" if variants else key
        return next((place for place in [*found, line_of(source, key), *places] if place), line_near(source, near))

    reader = Reader(tree, line)
    ruleset = _read(reader)
    reader.finish("variant")
    _check_rows(reader, ruleset)
    return ruleset


def _read(reader: Reader) -> RuleSet:
    id_ = reader.take("id")
    if not isinstance(id_, str) or not _ID.fullmatch(id_) or len(id_) > MAX_ID:
        raise reader.error("id", "id", most=MAX_ID)
    name = read_texts(reader, "name", reader.take("name"))
    origin = read_origin(reader)
    kind = reader.choice("game.kind", ("auction", "take", "totals"))
    cards = read_cards(reader)
    names, own_values = read_own_values(reader, cards.trumps)
    formulas = _formulas(reader, names)
    sweep = reader.formula("sweep.points", reader.take("sweep.points"), (*SWEEP_NAMES, *names), default="total")
    penalties = read_ladder(reader)
    totals = read_totals(reader, kind)
    places = {n: i for i, n in enumerate((*NAMES, *names))}
    parts: dict[str, Any] = {
        "kind": kind,
        "tricks": reader.one_of("game.tricks", (8, 16)),
        "counts_passed": reader.choice("game.passed", ("void", "counted")) == "counted",
        "cards": cards,
        "bid_rules": read_bids(reader),
        "belote_value": reader.whole("belote.value", 20, 0, 1000),
        "belote_most": reader.by_mode("belote.most", {"suit": 1, "SA": 0, "TA": 4}, 4),
        "announce_rules": read_announces(reader),
        "success": read_success(reader),
        "multipliers": read_multipliers(reader),
        "rounding": read_rounding(reader),
        "carried_to": reader.choice("held.carried_to", ("winner", "maker")),
        "own_values": own_values,
    }
    _check_bounds(reader, parts, names, formulas, sweep, penalties)
    text = _canonical(parts, names, formulas, sweep, {"penalties": ladder_data(penalties), "totals": totals})
    return RuleSet(
        id=id_,
        name=name,
        origin=origin,
        labels=read_labels(reader, (*names, *dict.fromkeys(rung.fault for rung in penalties))),
        sweep_points=compile_terms(sweep, places),
        cells=resolve_cells(formulas, places),
        formulas=formulas,
        uses=_uses([sweep, *(f for row in formulas.values() for f in row.values())]),
        canonical_json=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        penalties=penalties,
        totals=totals,
        **parts,
    )


def _check_bounds(
    reader: Reader,
    parts: Mapping[str, Any],
    names: tuple[str, ...],
    formulas: Mapping[str, Mapping[str, Formula]],
    sweep: Formula,
    penalties: Sequence[Rung],
) -> None:
    """Refuses a formula that could become larger than what is counted exactly everywhere."""
    bounds = Bounds(
        parts["cards"],
        sweep,
        (names, parts["own_values"]),
        belotes=parts["belote_value"] * max(parts["belote_most"].values()),
        factor=max(parts["multipliers"].values()),
    )
    written = {f"score.{form}.{cell}": formula for form, row in formulas.items() for cell, formula in row.items()}
    written |= {f"penalty[{place}].amount": rung.formula for place, rung in enumerate(penalties, start=1)}
    for key, formula in {"sweep.points": sweep, **written}.items():
        if bounds.of(formula) > MOST:
            raise reader.error(key, "too_large", most=MOST)


def _formulas(reader: Reader, own: Sequence[str]) -> dict[str, dict[str, Formula]]:
    """The grid as written: row, or row and ".doubled", to its cells."""
    names = (*CELL_NAMES, *own)
    out: dict[str, dict[str, Formula]] = {}
    for row in ROWS:
        for form in (row, f"{row}.doubled"):
            wanted = CELLS if row == "held" else CELLS[:2]
            values = {cell: reader.take(f"score.{form}.{cell}") for cell in wanted}
            given = {cell: value for cell, value in values.items() if value is not None}
            if given:
                missing = [cell for cell in wanted if cell not in given]
                if missing:
                    raise _missing(reader, f"score.{form}", *missing)
                out[form] = {c: reader.formula(f"score.{form}.{c}", v, names) for c, v in given.items()}
    return out


def _missing(reader: Reader, key: str, cell: str, other: str = "") -> RuleSetError:
    return reader.error(key, "cells_missing" if other else "cell_missing", cell=cell, other=other)


def _check_rows(reader: Reader, ruleset: RuleSet) -> None:
    """Refuses a grid that lacks the row of an outcome that can come."""
    if ruleset.kind == "totals":
        return
    needed = {"made", "failed", "held", "share"} & ruleset.success.outcomes
    for row in sorted(needed - {*ruleset.formulas}):
        raise reader.error(f"score.{row}", "row_missing")


def _uses(formulas: Sequence[Formula]) -> frozenset[str]:
    return frozenset(name.removeprefix("their_") for f in formulas for term in f.terms for name in term.names)


def _canonical(
    parts: Mapping[str, Any],
    names: tuple[str, ...],
    formulas: Mapping[str, Mapping[str, Formula]],
    sweep: Formula,
    newer: Mapping[str, Any],
) -> str:
    """The resolved rule set as JSON text, the same for the same counting. Of ``newer`` only what says something."""
    tree = {key: _data(key, part) for key, part in parts.items()}
    # What a phone read before it knew which totals are the file's own; now the same in other words.
    tree["cards"]["sums_known"] = "own_totals" not in tree["cards"]
    tree["format"] = FORMAT
    tree["own_names"] = names
    tree["sweep_points"] = sweep.text
    tree["score"] = {form: {cell: f.text for cell, f in row.items()} for form, row in formulas.items()}
    tree |= {key: _data(key, part) for key, part in newer.items() if part}
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _data(key: str, part: Any) -> Any:
    if not hasattr(part, "__dataclass_fields__"):
        return part
    return plain_data(asdict(part), _NEWER.get(key, {}))
