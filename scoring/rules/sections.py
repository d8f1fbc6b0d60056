"""The tables of a rule-set file one by one: cards, own values, bids, announces, success, rounding, with defaults.

Where a key is given by trump mode, one number stands for all modes.
"""

from collections.abc import Mapping
from typing import Any

from scoring.rules.cards import ALL_TRUMP, MODE_OF, MODES, RANKS, TRUMPS, Mode, decks
from scoring.rules.deal import ALIASES
from scoring.rules.formula import NAME
from scoring.rules.origin import read_texts
from scoring.rules.ruleset import NAMES, Announces, Bids, Cards, Conversion, Rounding, Success
from scoring.rules.source import Reader

ANNOUNCE_VALUES: Mapping[str, int] = {
    "tierce": 20, "quarante": 50, "quinte": 100, "carre-J": 200, "carre-9": 150, "carre-A": 100, "carre-10": 100,
    "carre-K": 100, "carre-Q": 100, "carre-8": 0, "carre-7": 0,
}  # fmt: skip

MAX_VALUE = 100_000
MAX_OWN_NAMES = 60
MAX_BID = 2_000
MAX_TOTAL = 1_000
MAX_CONVERTED = 10_000


def read_cards(reader: Reader) -> Cards:
    trumps = reader.take("cards.trumps")
    trumps = ["S", "H", "D", "C"] if trumps is None else trumps
    if (
        not isinstance(trumps, list)
        or not trumps
        or any(not isinstance(trump, str) or trump not in TRUMPS for trump in trumps)
        or len({*trumps}) < len(trumps)
    ):
        raise reader.error("cards.trumps", "trumps", allowed=", ".join(TRUMPS))
    packs = decks(_all_trump(reader))
    last_trick = reader.by_mode("cards.last_trick", dict.fromkeys(MODES, 10), 100)
    counted = {mode: sum(packs[mode]) + last_trick[mode] for mode in MODES}
    given = _own_totals(reader)
    totals = reader.by_mode("cards.total", counted, MAX_TOTAL)
    convert = {mode: found for mode in MODES if (found := _conversion(reader, mode, totals[mode], last_trick[mode]))}
    return Cards(
        trumps=tuple(trumps),
        decks=packs,
        last_trick=last_trick,
        totals=totals,
        unit=reader.whole("cards.unit", 1, 1, 100),
        convert=convert,
        own_totals=given,
    )


def _own_totals(reader: Reader) -> tuple[Mode, ...]:
    """The trump modes whose total the file gives: one number gives it for all."""
    if not reader.has("cards.total"):
        return ()
    named = tuple(mode for mode in MODES if reader.has(f"cards.total.{mode}"))
    return named or (() if reader.is_table("cards.total") else MODES)


def _all_trump(reader: Reader) -> Mapping[str, int]:
    value = reader.take("cards.all_trump")
    if value is None:
        return ALL_TRUMP["natural"]
    if isinstance(value, dict):
        if {*value} != {*RANKS}:
            raise reader.error("cards.all_trump", "ranks", allowed=", ".join(RANKS))
        return {rank: reader.checked(f"cards.all_trump.{rank}", value[rank], 0, 100) for rank in RANKS}
    if not isinstance(value, str) or value not in ALL_TRUMP:
        raise reader.error("cards.all_trump", "all_trump", allowed=", ".join(ALL_TRUMP))
    return ALL_TRUMP[value]


def _conversion(reader: Reader, mode: Mode, total: int, ten: int) -> Conversion | None:
    key = f"cards.convert.{mode}"
    ratio = reader.take(f"{key}.ratio")
    if ratio is None and not reader.has(key):
        return None
    if not isinstance(ratio, list) or len(ratio) != 2:
        raise reader.error(f"{key}.ratio", "ratio")
    up, down = (reader.checked(f"{key}.ratio", part, 1, 10_000) for part in ratio)
    apart = reader.choice(f"{key}.last_trick", ("with", "apart")) == "apart"
    ten = ten if apart else 0
    if total < ten:
        raise reader.error("cards.total", "whole", low=ten, high=MAX_TOTAL, given=total)
    whole, rest = divmod((total - ten) * up, down)
    to = reader.whole(f"{key}.to", 0, ten + 1, MAX_CONVERTED)
    if rest and not to:
        raise reader.error(f"{key}.to", "convert_to", pack=total - ten, up=up, down=down)
    if to == whole and not rest:
        # What the cards alone come to: the last trick's worth is still to be added.
        to = 0
    to = reader.checked(f"{key}.to", to or whole + ten, ten + 1, MAX_CONVERTED)
    return Conversion(
        up=up,
        down=down,
        to=to,
        unit=reader.one_of(f"{key}.unit", (1, 10)),
        to_nearest=reader.choice(f"{key}.to_nearest", ("nearest", "down", "up")),
        side=reader.choice(f"{key}.side", ("declarer", "defence")),
        apart=apart,
    )


def read_own_values(reader: Reader, trumps: tuple[str, ...]) -> tuple[tuple[str, ...], dict[str, tuple[int, ...]]]:
    """The names in ``[values]``, and under each trump their numbers in that order."""
    table = reader.table("values") or {}
    if len(table) > MAX_OWN_NAMES:
        raise reader.error("values", "own_values", most=MAX_OWN_NAMES)
    by_trump: dict[str, list[int]] = {trump: [] for trump in trumps}
    for name, given in table.items():
        key = f"values.{name}"
        if not NAME.fullmatch(name) or name in NAMES:
            raise reader.error(key, "own_name", taken=", ".join(NAMES))
        values = given if isinstance(given, dict) else {"else": given}
        reader.names(key, values, (*TRUMPS, *MODES, "else"))
        numbers = {place: reader.checked(f"{key}.{place}", n, -MAX_VALUE, MAX_VALUE) for place, n in values.items()}
        for trump in trumps:
            found = next((place for place in (trump, MODE_OF[trump], "else") if place in numbers), None)
            if found is None:
                raise reader.error(key, "value_missing", trump=trump)
            by_trump[trump].append(numbers[found])
    return tuple(table), {trump: tuple(values) for trump, values in by_trump.items()}


def read_labels(reader: Reader, names: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """What players call own values and faults, by name and language."""
    labels = reader.table("labels") or {}
    reader.names("labels", labels, names)
    return {name: read_texts(reader, f"labels.{name}", label) for name, label in labels.items()}


def read_bids(reader: Reader) -> Bids:
    listed = reader.take("bids.list")
    listed = [] if listed is None else listed
    if not isinstance(listed, list) or len(listed) > 200:
        raise reader.error("bids.list", "bid_list")
    return Bids(
        lowest=reader.whole("bids.lowest", 80, 0, MAX_BID),
        step=reader.whole("bids.step", 10, 1, 1000),
        highest=reader.by_mode("bids.highest", dict.fromkeys(MODES, 160), MAX_BID),
        listed=tuple(sorted({reader.checked("bids.list", number, 1, MAX_BID) for number in listed})),
        capot=_special(reader, "bids.capot"),
        generale=_special(reader, "bids.generale"),
        generale_needs=reader.choice("bids.generale_needs", ("alone", "sweep")),
        capot_doubled=reader.flag("bids.capot_doubled", default=True),
        take=reader.whole("bids.take", 0, 0, MAX_BID),
    )


def _special(reader: Reader, key: str) -> int | None:
    value = reader.take(key)
    if value is None or value is False:
        return None
    if value is True:
        raise reader.error(key, "special")
    return reader.checked(key, value, 1, 10_000)


def read_announces(reader: Reader) -> Announces:
    def values(key: str, base: Mapping[str, int]) -> dict[str, int]:
        table = reader.table(key) or {}
        reader.names(key, table, (*base, *ALIASES))
        given: dict[str, int] = {}
        for name, value in table.items():
            number = reader.checked(f"{key}.{name}", value, 0, 1000)
            if given.setdefault(ALIASES.get(name, name), number) != number:
                raise reader.error(f"{key}.{name}", "given_twice")
        return {**base, **given}

    plain = values("announces.values", ANNOUNCE_VALUES)
    return Announces(
        on=reader.flag("announces.on", default=False),
        count=reader.choice("announces.count", ("best_side", "both")),
        equal=reader.choice("announces.equal", ("ask", "nobody", "both")),
        values=plain,
        values_sa=values("announces.values_SA", plain),
        cancel=_cancel(reader),
    )


def _cancel(reader: Reader) -> tuple[str, ...]:
    names = reader.take("announces.cancel")
    known = (*ANNOUNCE_VALUES, *ALIASES)
    if names is None:
        return ()
    if not isinstance(names, list) or any(not isinstance(name, str) or name not in known for name in names):
        raise reader.error("announces.cancel", "cancel", allowed=", ".join(known))
    given = {ALIASES.get(name, name) for name in names}
    return tuple(name for name in ANNOUNCE_VALUES if name in given)


def read_success(reader: Reader) -> Success:
    ties = ("none", "made", "failed", "held", "share", "replay")
    tie = reader.choice("success.tie", ties)
    return Success(
        at_bid=reader.choice("success.at_bid", ("made", "failed", "held")),
        margin=reader.whole("success.margin", 0, 0, MAX_BID),
        lowest_needs=reader.whole("success.lowest_needs", 0, 0, MAX_BID),
        beat_defence=reader.choice("success.beat_defence", ("no", "at_least", "more")),
        belote=reader.choice("success.belote", ("yes", "no", "lowers", "if_ahead")),
        belote_floor=reader.whole("success.belote_floor", 0, 0, MAX_BID),
        belote_from=reader.whole("success.belote_from", 0, 0, MAX_BID),
        announces=reader.flag("success.announces", default=True),
        judge=reader.choice("success.judge", ("exact", "converted", "rounded")),
        tie=tie,
        tie_last_deal=reader.choice("success.tie_last_deal", ties, tie),
    )


def read_rounding(reader: Reader) -> Rounding:
    """Where the unit is 1, ``up_from`` says nothing and is left aside; in fives the nearest five is the default."""
    unit = reader.one_of("rounding.unit", (1, 5, 10))
    up_from = reader.whole("rounding.up_from", (unit + 1) // 2, 1, unit if unit > 1 else 10)
    return Rounding(
        unit=unit,
        up_from=up_from if unit > 1 else 1,
        scope=reader.choice("rounding.scope", ("none", "points", "line", "declarer_rest", "defence_rest")),
        last_deal_exact=reader.flag("rounding.last_deal_exact", default=False),
        divide=reader.one_of("rounding.divide", (1, 10)),
    )


def read_multipliers(reader: Reader) -> dict[str, int]:
    """The factor of each way to double that is played, "none" 1 among them; absent or false is off."""
    given: dict[str, int] = {}
    for double in ("coinche", "surcoinche"):
        value = reader.take(f"doubling.{double}")
        if value is not None and value is not False:
            given[double] = reader.checked(f"doubling.{double}", value, 2, 10)
    if "surcoinche" in given and "coinche" not in given:
        raise reader.error("doubling.surcoinche", "surcoinche")
    return {"none": 1} | given


def plain_data(part: Mapping[str, Any], defaults: Mapping[str, Any]) -> dict[str, Any]:
    """A section as data without the keys of ``defaults`` that have that value: what came later to the format is in a
    resolved rule set only where it says something."""
    return {key: value for key, value in part.items() if key not in defaults or value != defaults[key]}
