"""From the text of a rule-set file to a ``RuleSet``: types checked, formulas parsed once, the outcome grid resolved.

Format: keys, values and defaults are read here one by one; what is not read here is refused by name, never ignored.
"""

import datetime
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scoring.rules.cards import ALL_TRUMP, MODE_OF, MODES, RANKS, TRUMPS, Mode, decks
from scoring.rules.deal import ALIASES
from scoring.rules.errors import RuleSetError
from scoring.rules.formula import NAME, Formula, FormulaError, parse_formula
from scoring.rules.grid import compile_terms, resolve_cells
from scoring.rules.ruleset import (
    CELL_NAMES,
    CELLS,
    NAMES,
    ROWS,
    SWEEP_NAMES,
    Announces,
    Bids,
    Cards,
    Conversion,
    Origin,
    Rounding,
    RuleSet,
    Success,
)  # fmt: skip
from scoring.rules.source import Reader, line_of, merge_variant, read_toml

FORMAT = 1
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z0-9]{2,8})?", re.ASCII)

ANNOUNCE_VALUES: Mapping[str, int] = {
    "tierce": 20, "quarante": 50, "quinte": 100, "carre-J": 200, "carre-9": 150, "carre-A": 100, "carre-10": 100,
    "carre-K": 100, "carre-Q": 100, "carre-8": 0, "carre-7": 0,
}  # fmt: skip

# Words with a meaning of their own in the lines of an answer: an own value must not be called like one.
_TAKEN = {*NAMES, *ROWS, "replay", "passed", "number", "carried", "rounding", "penalty", "total"}

# Part of the file format, not evaluated by this version.
_LATER = ("rounding.divide", "announces.cancel", "penalty")


def load_ruleset(source: str, variants: Sequence[str] = ()) -> RuleSet:
    """The rule set in the TOML text ``source``, with the named variants laid over it in that order.

    Raises RuleSetError, with key and line where they are known. Every variant of the file is checked, also those not
    asked for.
    """
    tree = read_toml(source)
    known = tree.pop("variant", {})
    if not isinstance(known, dict):
        raise RuleSetError("must be a table", "variant", line_of(source, "variant"))
    ruleset = _build(tree, source, ())
    for name, variant in known.items():
        _check_variant(source, name, variant)
        _build(merge_variant(tree, variant), source, (name,))
    for name in variants:
        if name not in known:
            raise RuleSetError(f"no variant {name!r}; there are: {', '.join(known) or 'none'}")
        tree = merge_variant(tree, known[name])
    return _build(tree, source, tuple(variants)) if variants else ruleset


def _check_variant(source: str, name: str, variant: object) -> None:
    key = f"variant.{name}"

    def line(at: str) -> int | None:
        return line_of(source, f"{key}.{at}")

    if not isinstance(variant, dict) or not _ID.fullmatch(name):
        raise RuleSetError("a variant is a table named in small letters, digits and hyphens", key, line_of(source, key))
    reader = Reader(variant, line)
    _texts(reader, "name", reader.table("name") or {})
    if reader.has("id"):
        raise reader.error("id", "a variant has no id of its own")


def _build(tree: Mapping[str, Any], source: str, variants: tuple[str, ...]) -> RuleSet:
    def line(key: str) -> int | None:
        places = [line_of(source, f"variant.{name}.{key}") for name in reversed(variants)]
        return next((place for place in [*places, line_of(source, key)] if place), None)

    reader = Reader(tree, line)
    for key in _LATER:
        if reader.take(key) is not None:
            raise reader.error(key, "not supported by this version")
    kind = reader.choice("game.kind", ("auction", "take", "totals"))
    if kind == "totals":
        raise reader.error("game.kind", "totals are not supported by this version")
    ruleset = _read(reader, kind)
    reader.finish()
    return ruleset


def _read(reader: Reader, kind: str) -> RuleSet:
    id_ = reader.take("id")
    if not isinstance(id_, str) or not _ID.fullmatch(id_) or len(id_) > 60:
        raise reader.error("id", "small letters, digits and hyphens are needed")
    name = _texts(reader, "name", reader.table("name") or {})
    origin = Origin(*(_origin_text(reader, key) for key in ("document", "dated", "notes")))
    cards = _cards(reader)
    names, own_values, labels = _own_values(reader, cards.trumps)
    success = _success(reader)
    formulas = _formulas(reader, kind, success, names)
    sweep = _formula(reader, "sweep.points", reader.take("sweep.points") or "total", (*SWEEP_NAMES, *names))
    places = {n: i for i, n in enumerate((*NAMES, *names))}
    parts: dict[str, Any] = {
        "kind": kind,
        "tricks": reader.one_of("game.tricks", (8, 16)),
        "counts_passed": reader.choice("game.passed", ("void", "counted")) == "counted",
        "cards": cards,
        "bid_rules": _bids(reader),
        "belote_value": reader.whole("belote.value", 20, 0, 1000),
        "belote_most": reader.by_mode("belote.most", {"suit": 1, "SA": 0, "TA": 4}, 4),
        "announce_rules": _announces(reader),
        "success": success,
        "multipliers": _multipliers(reader),
        "rounding": _rounding(reader),
        "carried_to": reader.choice("held.carried_to", ("winner", "maker")),
        "own_values": own_values,
    }
    text = _canonical(parts, names, formulas, sweep)
    return RuleSet(
        id=id_,
        name=name,
        origin=origin,
        labels=labels,
        sweep_points=compile_terms(sweep, places),
        cells=resolve_cells(formulas, places),
        formulas=formulas,
        uses=_uses([sweep, *(f for row in formulas.values() for f in row.values())]),
        canonical_json=text,
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        **parts,
    )


def _texts(reader: Reader, key: str, table: Mapping[str, Any]) -> dict[str, str]:
    for language, text in table.items():
        if not _LANGUAGE.fullmatch(language) or not isinstance(text, str) or len(text) > 200:
            raise reader.error(f"{key}.{language}", "must be a text of at most 200 characters, by language code")
    return dict(table)


def _origin_text(reader: Reader, key: str) -> str:
    value = reader.take(key)
    if value is None:
        return ""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if not isinstance(value, str):
        raise reader.error(key, "must be a text or a date")
    return value


def _cards(reader: Reader) -> Cards:
    trumps = reader.take("cards.trumps")
    trumps = ["S", "H", "D", "C"] if trumps is None else trumps
    if (
        not isinstance(trumps, list)
        or not trumps
        or any(t not in TRUMPS for t in trumps)
        or len({*trumps}) < len(trumps)
    ):
        raise reader.error("cards.trumps", f"must be a list of different trumps out of {', '.join(TRUMPS)}")
    packs = decks(_all_trump(reader))
    last_trick = reader.by_mode("cards.last_trick", dict.fromkeys(MODES, 10), 100)
    counted = {mode: sum(packs[mode]) + last_trick[mode] for mode in MODES}
    totals = reader.by_mode("cards.total", counted, 1000)
    convert = {mode: found for mode in MODES if (found := _conversion(reader, mode, totals[mode], last_trick[mode]))}
    return Cards(
        trumps=tuple(trumps),
        decks=packs,
        last_trick=last_trick,
        totals=totals,
        sums_known=totals == counted,
        unit=reader.whole("cards.unit", 1, 1, 10),
        convert=convert,
    )


def _all_trump(reader: Reader) -> Mapping[str, int]:
    value = reader.take("cards.all_trump")
    if value is None:
        return ALL_TRUMP["natural"]
    if isinstance(value, dict):
        if {*value} != {*RANKS}:
            raise reader.error("cards.all_trump", f"a table needs a value for each of {', '.join(RANKS)}")
        return {rank: reader.checked(f"cards.all_trump.{rank}", value[rank], 0, 100) for rank in RANKS}
    if not isinstance(value, str) or value not in ALL_TRUMP:
        raise reader.error("cards.all_trump", f"must be one of {', '.join(ALL_TRUMP)}, or a table by card")
    return ALL_TRUMP[value]


def _conversion(reader: Reader, mode: Mode, total: int, ten: int) -> Conversion | None:
    key = f"cards.convert.{mode}"
    if not reader.has(key):
        return None
    ratio = reader.take(f"{key}.ratio")
    if not isinstance(ratio, list) or len(ratio) != 2:
        raise reader.error(f"{key}.ratio", "must be two whole numbers: [162, 258]")
    up, down = (reader.checked(f"{key}.ratio", part, 1, 1000) for part in ratio)
    apart = reader.choice(f"{key}.last_trick", ("with", "apart")) == "apart"
    pack = total - ten * apart
    whole, rest = divmod(pack * up, down)
    to = reader.whole(f"{key}.to", 0, 1, 1000)
    if rest and not to:
        raise reader.error(f"{key}.to", f"is needed: {pack} × {up}/{down} is no whole number")
    return Conversion(
        up=up,
        down=down,
        to=to or whole,
        unit=reader.one_of(f"{key}.unit", (1, 10)),
        to_nearest=reader.choice(f"{key}.to_nearest", ("nearest", "down", "up")),
        side=reader.choice(f"{key}.side", ("declarer", "defence")),
        apart=apart,
    )


def _own_values(
    reader: Reader, trumps: tuple[str, ...]
) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]], dict[str, dict[str, str]]]:
    table = reader.table("values") or {}
    by_trump: dict[str, list[int]] = {trump: [] for trump in trumps}
    for name, given in table.items():
        key = f"values.{name}"
        if not NAME.fullmatch(name) or name in _TAKEN:
            raise reader.error(key, "an own name has small letters, digits and _, and no meaning of its own already")
        values = given if isinstance(given, dict) else {"else": given}
        reader.names(key, values, (*TRUMPS, *MODES, "else"))
        for trump in trumps:
            found = next((k for k in (trump, MODE_OF[trump], "else") if k in values), None)
            if found is None:
                raise reader.error(key, f"has no value for {trump}: give it, or 'else'")
            by_trump[trump].append(reader.checked(f"{key}.{found}", values[found], 0, 10_000))
    labels = reader.table("labels") or {}
    reader.names("labels", labels, table)
    texts = {name: _texts(reader, f"labels.{name}", label) for name, label in labels.items() if isinstance(label, dict)}
    if len(texts) < len(labels):
        raise reader.error("labels", "must be texts by language code")
    return tuple(table), {trump: tuple(values) for trump, values in by_trump.items()}, texts


def _bids(reader: Reader) -> Bids:
    highest = reader.take("bids.highest")
    if isinstance(highest, dict):
        reader.names("bids.highest", highest, MODES)
    else:
        highest = dict.fromkeys(MODES, 160 if highest is None else highest)
    listed = reader.take("bids.list") or []
    if not isinstance(listed, list) or len(listed) > 200:
        raise reader.error("bids.list", "must be a list of at most 200 whole numbers")
    return Bids(
        lowest=reader.whole("bids.lowest", 80, 1, 1000),
        step=reader.whole("bids.step", 10, 1, 1000),
        highest={mode: reader.checked(f"bids.highest.{mode}", highest.get(mode, 160), 0, 1000) for mode in MODES},
        listed=tuple(sorted({reader.checked("bids.list", number, 1, 1000) for number in listed})),
        capot=_special(reader, "bids.capot"),
        generale=_special(reader, "bids.generale"),
        generale_needs=reader.choice("bids.generale_needs", ("alone", "sweep")),
        capot_doubled=reader.flag("bids.capot_doubled", default=True),
        take=reader.whole("bids.take", 0, 0, 1000),
    )


def _special(reader: Reader, key: str) -> int | None:
    value = reader.take(key)
    return None if value is None or value is False else reader.checked(key, value, 1, 10_000)


def _announces(reader: Reader) -> Announces:
    def values(key: str, base: Mapping[str, int]) -> dict[str, int]:
        table = reader.table(key) or {}
        reader.names(key, table, (*base, *ALIASES))
        given = {ALIASES.get(n, n): reader.checked(f"{key}.{n}", v, 0, 1000) for n, v in table.items()}
        return {**base, **given}

    plain = values("announces.values", ANNOUNCE_VALUES)
    return Announces(
        on=reader.flag("announces.on", default=False),
        count=reader.choice("announces.count", ("best_side", "both")),
        equal=reader.choice("announces.equal", ("ask", "nobody", "both")),
        values=plain,
        values_sa=values("announces.values_SA", plain),
    )


def _success(reader: Reader) -> Success:
    ties = ("none", "made", "failed", "held", "share", "replay")
    tie = reader.choice("success.tie", ties)
    return Success(
        at_bid=reader.choice("success.at_bid", ("made", "failed", "held")),
        margin=reader.whole("success.margin", 0, 0, 1000),
        lowest_needs=reader.whole("success.lowest_needs", 0, 0, 1000),
        beat_defence=reader.choice("success.beat_defence", ("no", "at_least", "more")),
        belote=reader.choice("success.belote", ("yes", "no", "lowers", "if_ahead")),
        belote_floor=reader.whole("success.belote_floor", 0, 0, 1000),
        belote_from=reader.whole("success.belote_from", 0, 0, 1000),
        announces=reader.flag("success.announces", default=True),
        judge=reader.choice("success.judge", ("exact", "converted", "rounded")),
        tie=tie,
        tie_last_deal=reader.choice("success.tie_last_deal", ties, tie),
    )


def _rounding(reader: Reader) -> Rounding:
    unit = reader.one_of("rounding.unit", (1, 5, 10))
    return Rounding(
        unit=unit,
        up_from=reader.whole("rounding.up_from", 5 if unit == 10 else (unit + 1) // 2, 1, unit),
        scope=reader.choice("rounding.scope", ("none", "points", "line", "declarer_rest", "defence_rest")),
        last_deal_exact=reader.flag("rounding.last_deal_exact", default=False),
    )


def _multipliers(reader: Reader) -> dict[str, int]:
    given = {double: reader.whole(f"doubling.{double}", 0, 2, 10) for double in ("coinche", "surcoinche")}
    if given["surcoinche"] and not given["coinche"]:
        raise reader.error("doubling.surcoinche", "there is no redoubling without doubling: give doubling.coinche")
    return {"none": 1} | {double: factor for double, factor in given.items() if factor}


def _formula(reader: Reader, key: str, value: object, names: Sequence[str]) -> Formula:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str):
        raise reader.error(key, "must be a formula in quotes, or a whole number")
    try:
        return parse_formula(text, names)
    except FormulaError as error:
        raise reader.error(key, str(error)) from None


def _formulas(reader: Reader, kind: str, success: Success, own: Sequence[str]) -> dict[str, dict[str, Formula]]:
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
                    raise reader.error(f"score.{form}", f"{' and '.join(missing)} missing")
                out[form] = {c: _formula(reader, f"score.{form}.{c}", v, names) for c, v in given.items()}
    needed = {"made", "failed"} | ({"held", "share"} & {success.at_bid, success.tie, success.tie_last_deal})
    for row in sorted(needed - {*out}):
        raise reader.error(f"score.{row}", "this outcome can come, but what it is worth is not said")
    return out


def _uses(formulas: Sequence[Formula]) -> frozenset[str]:
    return frozenset(name.removeprefix("their_") for f in formulas for term in f.terms for name in term.names)


def _canonical(
    parts: Mapping[str, Any], names: tuple[str, ...], formulas: Mapping[str, Mapping[str, Formula]], sweep: Formula
) -> str:
    """The resolved rule set as JSON text, the same for the same counting."""
    tree = {key: asdict(part) if hasattr(part, "__dataclass_fields__") else part for key, part in parts.items()}
    tree["format"] = FORMAT
    tree["own_names"] = names
    tree["sweep_points"] = sweep.text
    tree["score"] = {form: {cell: f.text for cell, f in row.items()} for form, row in formulas.items()}
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
