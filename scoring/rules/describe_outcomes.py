"""The sentences about what a deal comes to: the test, and what each side writes in each outcome."""

from collections.abc import Iterator, Mapping

from scoring.rules.formula import Formula
from scoring.rules.grid import written_form
from scoring.rules.phrases import Owner, Spoken, Voice, formula_words
from scoring.rules.ruleset import RuleSet
from scoring.rules.settings import sweep_formula


def success(voice: Voice) -> Iterator[str]:
    ruleset, rules = voice.ruleset, voice.ruleset.success
    kind = "take" if ruleset.kind == "take" else "bid"
    counted = _counted(voice)
    yield voice.say(f"count_{kind}", what=counted)
    if ruleset.enters_announces and not rules.announces:
        yield voice.say("count_no_announces")
    if ruleset.enters_belote and rules.belote != "lowers":
        yield from _belote_helps(voice)
    yield from _needed(voice)
    if ruleset.enters_belote and rules.belote == "lowers":
        yield from _belote_helps(voice)
    if kind == "bid" and rules.beat_defence != "no":
        yield voice.say("compare", what=counted)
    if rules.beat_defence != "no":
        yield voice.say(f"beat_{rules.beat_defence}_{kind}")
    elif kind == "bid":
        yield voice.say("beat_no")
    yield from _judged(voice)
    if ruleset.bid_rules.capot is not None:
        yield voice.say("capot_needs", tricks=ruleset.tricks)
    if ruleset.bid_rules.generale is not None:
        yield voice.say(f"generale_needs_{ruleset.bid_rules.generale_needs}", tricks=ruleset.tricks)


def _counted(voice: Voice) -> str:
    """What makes up a side's total."""
    ruleset, rules = voice.ruleset, voice.ruleset.success
    counted = [voice.say("count_points")]
    if ruleset.enters_announces and rules.announces:
        counted.append(voice.say("count_announces"))
    if ruleset.enters_belote and rules.belote == "yes":
        counted.append(voice.say("count_belote_from" if rules.belote_from else "count_belote", n=rules.belote_from))
    return voice.listed(counted)


def _belote_helps(voice: Voice) -> Iterator[str]:
    rules = voice.ruleset.success
    if rules.belote == "no":
        yield voice.say("belote_helps_no")
        return
    value = voice.ruleset.belote_value
    if rules.belote == "lowers":
        key = "belote_helps_lowers_floor" if rules.belote_floor else "belote_helps_lowers"
        yield voice.say(key, n=value, floor=rules.belote_floor)
    elif rules.belote == "if_ahead":
        yield voice.say("belote_helps_if_ahead")
    if rules.belote_from and rules.belote != "yes":
        yield voice.say("belote_helps_from", n=rules.belote_from)


def _needed(voice: Voice) -> Iterator[str]:
    ruleset, rules = voice.ruleset, voice.ruleset.success
    if ruleset.kind == "take":
        least = max(ruleset.bid_rules.take + rules.margin, rules.lowest_needs)
        if least:
            yield voice.say("need_take", n=least)
            if rules.at_bid != "made":
                yield voice.say(f"at_take_{rules.at_bid}", n=least)
        return
    if rules.margin:
        yield voice.say("need_margin", n=rules.margin, bid=100, sum=100 + rules.margin)
        if rules.at_bid != "made":
            yield voice.say(f"at_margin_{rules.at_bid}")
    else:
        yield voice.say(f"at_bid_{rules.at_bid}")
    if rules.lowest_needs:
        yield voice.say("need_least", n=rules.lowest_needs)


def _judged(voice: Voice) -> Iterator[str]:
    """When the points are judged: said only where there is something to choose."""
    ruleset = voice.ruleset
    converted = bool({*ruleset.cards.convert} & {*voice.modes_played})
    rounded = ruleset.rounding.unit > 1 and ruleset.rounding.scope in {"points", "declarer_rest", "defence_rest"}
    if ruleset.success.judge == "rounded" and (converted or rounded):
        yield voice.say("judge_rounded")
    elif converted:
        yield voice.say(f"judge_{ruleset.success.judge}")
    elif rounded:
        yield voice.say("judge_before_rounding")


def sweep(voice: Voice) -> Iterator[str]:
    ruleset = voice.ruleset
    formula = sweep_formula(ruleset)
    if formula.text == "total":
        yield voice.say("sweep_total")
    else:
        yield voice.say("sweep_points", points=formula_words(voice, formula, Spoken()))


def made(voice: Voice) -> Iterator[str]:
    yield from _outcome(voice, "made")


def failed(voice: Voice) -> Iterator[str]:
    yield from _outcome(voice, "failed")


def capot(voice: Voice) -> Iterator[str]:
    yield from _special(voice, "capot", voice.ruleset.bid_rules.capot)


def generale(voice: Voice) -> Iterator[str]:
    yield from _special(voice, "generale", voice.ruleset.bid_rules.generale)


def _special(voice: Voice, contract: str, bid: int | None) -> Iterator[str]:
    if bid is None:
        return
    for result in ("made", "failed"):
        row = f"{contract}_{result}"
        # A row of its own holds doubled too; a doubled form may stand without its plain row.
        doubled = _can_be_doubled(voice, bid)
        if cells(voice.ruleset, row, doubled=doubled) is not cells(voice.ruleset, result, doubled=doubled):
            yield voice.say(f"special_{result}")
            yield from _outcome(voice, row, bid)
        else:
            yield voice.say(f"special_{result}_plain", n=bid)


def ties(voice: Voice) -> Iterator[str]:
    rules = voice.ruleset.success
    tied = rules.tie != "none"
    if tied and rules.beat_defence == "no" and voice.ruleset.kind == "auction":
        yield voice.say("compare", what=_counted(voice))
    when = voice.say("tie_when_take" if voice.ruleset.kind == "take" else "tie_when_bid")
    if rules.tie != "none":
        yield voice.say(f"tie_{rules.tie}", when=when)
    if rules.tie_at_last != rules.tie:
        yield voice.say(f"tie_last_{rules.tie_at_last}")
    reached = rules.outcomes
    if "held" in reached:
        if rules.at_bid == "held":
            yield voice.say("tie_at_bid")
        yield voice.say("held")
        yield from _outcome(voice, "held")
        keep = voice.ruleset.formulas["held"]["keep"]
        yield voice.say("keep", what=formula_words(voice, keep, _spoken(voice, "declarer")))
        yield from _doubled_keep(voice)
        yield voice.say(f"carried_{voice.ruleset.carried_to}")
    if "share" in reached:
        yield voice.say("shared")
        yield from _outcome(voice, "share")


def _doubled_keep(voice: Voice) -> Iterator[str]:
    if len(voice.ruleset.doublings) > 1:
        plain, doubled = cells(voice.ruleset, "held", doubled=False), cells(voice.ruleset, "held", doubled=True)
        said = formula_words(voice, doubled["keep"], _spoken(voice, "declarer", doubled=True))
        if said != formula_words(voice, plain["keep"], _spoken(voice, "declarer")):
            yield voice.say("keep_doubled", what=said)


def cells(ruleset: RuleSet, row: str, *, doubled: bool) -> Mapping[str, Formula]:
    """The formulas that rule an outcome as it is written or falls back."""
    return ruleset.formulas[written_form(ruleset.formulas, row, doubled=doubled) or row]


def _spoken(voice: Voice, owner: Owner, *, doubled: bool = False, bid: int | None = None) -> Spoken:
    factors = tuple(n for double, n in voice.ruleset.multipliers.items() if double != "none") if doubled else ()
    if voice.ruleset.kind == "take" and bid is None:
        bid = voice.ruleset.bid_rules.take
    return Spoken(owner, factors, bid)


def _outcome(voice: Voice, row: str, bid: int | None = None) -> Iterator[str]:
    """What both sides write, not doubled and, where it differs, doubled."""
    plain = _both(voice, row, bid, doubled=False)
    yield from (voice.say(f"writes_{owner}", what=what) for owner, what in plain.items())
    if not _can_be_doubled(voice, bid):
        return
    doubled = _both(voice, row, bid, doubled=True)
    form = "redoubled" if "surcoinche" in voice.ruleset.multipliers else "doubled"
    if doubled == plain:
        yield voice.say(f"writes_{form}_alike")
        return
    for owner, what in doubled.items():
        if what != plain[owner]:
            yield voice.say(f"writes_{form}_{owner}", what=what)


def _can_be_doubled(voice: Voice, bid: int | None) -> bool:
    """Whether a contract can: bids of all tricks, which have a ``bid`` of their own, are said to or not."""
    return len(voice.ruleset.doublings) > 1 and (bid is None or voice.ruleset.bid_rules.capot_doubled)


def _both(voice: Voice, row: str, bid: int | None, *, doubled: bool) -> dict[str, str]:
    found = cells(voice.ruleset, row, doubled=doubled)
    owners: tuple[Owner, ...] = ("declarer", "defence")
    return {o: formula_words(voice, found[o], _spoken(voice, o, doubled=doubled, bid=bid)) for o in owners}


def rounding(voice: Voice) -> Iterator[str]:
    rules = voice.ruleset.rounding
    if rules.scope == "none" or rules.unit == 1:
        yield voice.say("rounding_none")
    else:
        low, high = 80 + rules.up_from - 1, 80 + rules.up_from
        yield voice.say(
            f"rounding_{rules.scope}",
            unit=rules.unit,
            low=low,
            down=rules.round(low),
            high=high,
            up=rules.round(high),
        )
        if rules.last_deal_exact:
            yield voice.say("rounding_last_exact")
    if rules.divide > 1:
        yield voice.say("rounding_divide", n=rules.divide)
