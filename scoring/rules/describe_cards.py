"""The sentences about what there is to play with: cards, bids, doubling, announces, belote, own figures."""

from collections.abc import Iterator, Mapping

from scoring.rules.cards import ALL_TRUMP, NO_TRUMP, PLAIN, TRUMP, Mode
from scoring.rules.phrases import Voice
from scoring.rules.ruleset import Conversion
from scoring.rules.settings import all_trump_values, own_names, own_value


def cards(voice: Voice) -> Iterator[str]:
    rules = voice.ruleset.cards
    yield voice.say("trumps", trumps=voice.listed((voice.say(f"trump_{trump}") for trump in rules.trumps), "or"))
    yield voice.say("tricks_two" if voice.ruleset.tricks == 16 else "tricks", n=voice.ruleset.tricks)
    yield from _card_values(voice)
    alike: dict[tuple[int, int], list[Mode]] = {}
    for mode in voice.modes_played:
        alike.setdefault((rules.totals[mode], rules.last_trick[mode]), []).append(mode)
    for (total, ten), modes in alike.items():
        key = "pack" if ten else "pack_without_ten"
        yield voice.say(key, modes=voice.modes(modes), total=total, ten=ten)
    if own := [mode for mode in voice.modes_played if mode in rules.own_totals]:
        key = "pack_own_total" if len(own) == len(voice.modes_played) else "pack_own_total_at"
        yield voice.say(key, modes=voice.modes(own))
    if rules.unit > 1:
        yield voice.say("points_unit", unit=rules.unit)
    for mode, conversion in rules.convert.items():
        if mode in voice.modes_played:
            yield from _converted(voice, mode, conversion)


def _card_values(voice: Voice) -> Iterator[str]:
    all_trump = all_trump_values(voice.ruleset.cards.decks["TA"])
    if "suit" in voice.modes_played:
        yield voice.say("values_suit", trump=_ranked(voice, TRUMP), plain=_ranked(voice, PLAIN))
    if "SA" in voice.modes_played:
        yield voice.say("values_SA", values=_ranked(voice, NO_TRUMP))
    if "TA" in voice.modes_played:
        if all_trump is ALL_TRUMP["natural"]:
            yield voice.say("values_TA_natural")
        else:
            yield voice.say("values_TA", values=_ranked(voice, all_trump))


def _ranked(voice: Voice, values: Mapping[str, int]) -> str:
    worth = sorted(((n, rank) for rank, n in values.items() if n), key=lambda pair: -pair[0])
    return voice.say("list_comma").join(voice.say("card", card=voice.say(f"card_{rank}"), n=n) for n, rank in worth)


def _converted(voice: Voice, mode: Mode, rules: Conversion) -> Iterator[str]:
    ten = voice.ruleset.cards.last_trick[mode] if rules.apart else 0
    yield voice.say(
        f"convert_{rules.side}",
        mode=voice.say(f"mode_{mode}"),
        pack=voice.ruleset.cards.totals[mode] - ten,
        to=rules.to - ten,
        up=rules.up,
        down=rules.down,
        whole=voice.say(f"{rules.to_nearest}_{rules.unit}"),
    )
    if rules.apart:
        yield voice.say("convert_apart", ten=ten)


def bids(voice: Voice) -> Iterator[str]:
    ruleset, rules = voice.ruleset, voice.ruleset.bid_rules
    if ruleset.kind == "take":
        yield voice.say("take")
    elif rules.listed:
        yield voice.say("bids_list", bids=voice.listed(map(str, rules.listed)))
    else:
        yield voice.say("bids_from", lowest=rules.lowest, step=rules.step)
        ends: dict[int, list[Mode]] = {}
        for mode in voice.modes_played:
            ends.setdefault(rules.highest[mode], []).append(mode)
        for end, modes in ends.items():
            key = "bids_to" if end else "bids_no_end"
            yield voice.say(key if len(ends) == 1 else f"{key}_mode", highest=end, modes=voice.modes(modes))
    if rules.capot is not None:
        yield voice.say("capot_bid", n=rules.capot)
    if rules.generale is not None:
        yield voice.say(f"generale_bid_{rules.generale_needs}", n=rules.generale)
    if ruleset.kind == "auction" and rules.capot is None and rules.generale is None:
        yield voice.say("capot_not_bid")


def doubling(voice: Voice) -> Iterator[str]:
    factors = voice.ruleset.multipliers
    if "coinche" not in factors:
        yield voice.say("doubling_off")
    elif "surcoinche" in factors:
        yield voice.say("doubling_both", coinche=factors["coinche"], surcoinche=factors["surcoinche"])
    else:
        yield voice.say("doubling_coinche", coinche=factors["coinche"])
    rules = voice.ruleset.bid_rules
    if "coinche" in factors and not rules.capot_doubled and (rules.capot or rules.generale):
        yield voice.say("capot_not_doubled")


def belote(voice: Voice) -> Iterator[str]:
    ruleset = voice.ruleset
    if not ruleset.enters_belote:
        yield voice.say("belote_nothing")
        return
    yield voice.say("belote_value", n=ruleset.belote_value)
    for mode in voice.modes_played:
        most = ruleset.belote_most[mode]
        if (mode, most) != ("suit", 1):
            yield voice.say("belote_most" if most else "belote_none", mode=voice.say(f"mode_{mode}"), n=most)
    yield from _belote_after_failure(voice)
    if len(ruleset.doublings) > 1:
        yield voice.say(f"belote_{_belote_doubled(voice)}")


def _belote_after_failure(voice: Voice) -> Iterator[str]:
    row = voice.ruleset.formulas["failed"]
    declarers = any("belote" in term.names for term in row["declarer"].terms)
    defence = any("their_belote" in term.names for term in row["defence"].terms)
    yield voice.say({
        (True, False): "belote_kept", (False, True): "belote_to_defence",
        (True, True): "belote_twice", (False, False): "belote_lost",
    }[declarers, defence])  # fmt: skip


def _belote_doubled(voice: Voice) -> str:
    """Whether ``m`` stands beside the belote: always, never, or only in some outcomes."""
    formulas = voice.ruleset.formulas
    forms = {f"{form.removesuffix('.doubled')}.doubled" for form in formulas}
    found = {
        "m" in term.names
        for form in forms
        for formula in formulas.get(form, formulas.get(form.removesuffix(".doubled"), {})).values()
        for term in formula.terms
        if {"belote", "their_belote"} & {*term.names}
    }
    return {frozenset({True}): "doubled", frozenset({False}): "not_doubled"}.get(frozenset(found), "partly_doubled")


def announces(voice: Voice) -> Iterator[str]:
    rules = voice.ruleset.announce_rules
    if not rules.on:
        yield voice.say("announces_off")
        return
    yield voice.say("announces_values", values=_announce_values(voice, rules.values))
    if rules.values_sa != rules.values and "SA" in voice.modes_played:
        changed = {name: n for name, n in rules.values_sa.items() if n != rules.values[name]}
        yield voice.say("announces_values_SA", values=_announce_values(voice, changed, zeros=True))
    yield voice.say(f"announces_{rules.count}")
    if rules.count == "best_side":
        yield voice.say(f"announces_equal_{rules.equal}")
    if rules.cancel:
        yield voice.say(
            "announces_cancel", names=voice.listed((voice.word(f"announce.{n}") for n in rules.cancel), "or")
        )


def _announce_values(voice: Voice, values: Mapping[str, int], *, zeros: bool = False) -> str:
    """ "tierce 20, quarante 50": those worth something, or all of ``values``."""
    return voice.say("list_comma").join(
        voice.say("card", card=voice.word(f"announce.{name}"), n=n) for name, n in values.items() if n or zeros
    )


def own_values(voice: Voice) -> Iterator[str]:
    for name in own_names(voice.ruleset):
        by_trump = own_value(voice.ruleset, name)
        label = voice.ruleset.label(name, voice.language)
        if len({*by_trump.values()}) == 1:
            yield voice.say("own_value", label=label, n=next(iter(by_trump.values())))
            continue
        alike: dict[int, list[str]] = {}
        for trump, n in by_trump.items():
            alike.setdefault(n, []).append(voice.say(f"trump_{trump}"))
        figures = (voice.say("own_at", n=n, trumps=voice.listed(trumps)) for n, trumps in alike.items())
        yield voice.say("own_values", label=label, figures=voice.say("list_semicolon").join(figures))
