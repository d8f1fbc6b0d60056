"""Why a score is what it is: a line that says whether the contract was made, then one line a term."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.rules.cards import OTHER, Side
from scoring.rules.checks import Checked
from scoring.rules.ruleset import NAMES, CompiledTerm, RuleSet, Rung
from scoring.rules.success import Verdict
from scoring.rules.words import Words, words


class Line(NamedTuple):
    """One line of an explanation. ``side`` is NS or EW, with typed totals of three a player.

    ``what`` is for machines: the outcome ("made", "failed", "held", "share", "replay", amount 0), a formula name, an
    own value's name ("values.NAME" where it is one of these words), "number", "carried", "rounding", "divide", "cancel"
    (amount 0), "penalty" (amount 0) or "total"."""

    side: str
    what: str
    amount: int
    text: str

    def as_dict(self) -> dict[str, Any]:
        return {"side": self.side, "what": self.what, "amount": self.amount, "text": self.text}


def success_line(ruleset: RuleSet, deal: Checked, verdict: Verdict, keep: int, said: Words) -> Line:
    """The declarers' first line: made or not, with the sum that decided, and what waits (``keep``) after a tie."""
    shown = deal.shown[0] if deal.declarer == "NS" else deal.shown[1]
    return _success_line(
        deal.declarer, verdict, shown[0] if len(shown) == 1 else "", keep, ruleset.tricks, said.language
    )


# The same sums come again and again: about every second one in an evening, nearly all in a season.
@lru_cache(maxsize=4096)
def _success_line(side: Side, verdict: Verdict, single: str | int, keep: int, tricks: int, language: str) -> Line:
    said = words(language)
    text = said.say(
        f"success.{verdict.why}",
        sum=_sum_text(said, verdict, single),
        have=fraction(said, verdict.have, verdict.down),
        theirs=fraction(said, verdict.theirs, verdict.down),
        target=verdict.target,
        short=-((verdict.have - verdict.target * verdict.down) // verdict.down),
        behind=fraction(said, abs(verdict.theirs - verdict.have), verdict.down),
        keep=keep,
        tricks=tricks,
    )
    return Line(side, verdict.outcome, 0, text)


def term_lines(
    ruleset: RuleSet,
    deal: Checked,
    side: Side,
    terms: tuple[CompiledTerm, ...],
    values: Sequence[int],
    said: Words,
    lines: list[Line],
) -> int:
    """What the terms come to; ``lines`` get one for each that is not zero."""
    total, language = 0, said.language
    for amount, places, what, doublings in terms:
        for place in places:
            amount *= values[place]
        if amount:
            total += amount
            factor = values[_M] ** doublings if doublings else 1
            if what == "announces":
                label = _announce_label(deal, side, language)
            else:
                label = "" if what in _SPOKEN else ruleset.plan.label(what, language)
            lines.append(_term_line(side, what, amount, factor, label, language))
    return total


_M = NAMES.index("m")
# What a term can be called that the words know by themselves.
_SPOKEN = frozenset((*NAMES, "number"))


@lru_cache(maxsize=8192)
def _term_line(side: Side, what: str, amount: int, factor: int, label: str, language: str) -> Line:
    """A term in words: "bid 100", "bid 100 × 2"; by the ``label`` of an announce or of the file's own value."""
    said = words(language)
    base = amount // factor
    text = said.say("line.named", label=label, n=base) if label else said.say(f"line.{what}", n=base)
    return Line(side, what, amount, text + said.say("line.times", m=factor) if factor > 1 else text)


def _announce_label(deal: Checked, side: Side, language: str) -> str:
    """What the only announce of a side is called; "" for several, or a bare number."""
    shown = deal.shown[0] if side == "NS" else deal.shown[1]
    return announce_name(shown[0], language) if len(shown) == 1 else ""


@lru_cache(maxsize=2048)
def announce_name(announce: str | int, language: str) -> str:
    """What players call an announce; "" for a bare number."""
    return words(language).say(f"announce.{announce}") if isinstance(announce, str) else ""


def extra_line(side: Side, what: str, amount: int, said: Words) -> Line:
    """A line that is no term: carried points, or what rounding changes."""
    return Line(side, what, amount, said.say(f"line.{what}", n=f"{amount:+d}" if what == "rounding" else amount))


def cancel_line(side: Side, announce: str, said: Words) -> Line:
    """That an announce shown by one side cancelled all of them."""
    return Line(side, "cancel", 0, said.say("line.cancel", label=said.say(f"announce.{announce}")))


def divide_line(side: str, points: int, tens: int, said: Words) -> Line:
    """That a line of so many points is written in tens: what is written less."""
    return Line(side, "divide", tens - points, said.say("line.divide", n=points, tens=tens))


def sum_text(said: Words, deal: Checked, verdict: Verdict) -> str:
    """The sum that was judged: "71", or "85 + 20 tierce = 105"."""
    shown = deal.shown[0] if deal.declarer == "NS" else deal.shown[1]
    return _sum_text(said, verdict, shown[0] if len(shown) == 1 else "")


def _sum_text(said: Words, verdict: Verdict, single: str | int) -> str:
    """The sum, its announces called by the ``single`` one that there is."""
    points = fraction(said, verdict.judged, verdict.down)
    parts = [points]
    if verdict.announces:
        name = single if single and isinstance(single, str) else "announces"
        parts.append(said.say(f"plus.{name}", n=verdict.announces))
    if verdict.belote:
        parts.append(said.say("plus.belote", n=verdict.belote))
    if len(parts) == 1:
        return said.say("success.points", n=points)
    return f"{' + '.join(parts)} = {fraction(said, verdict.have, verdict.down)}"


def fraction(said: Words, number: int, down: int) -> str:
    """``number / down`` for people: whole, or cut after two decimals, so that nothing short ever looks reached."""
    if down == 1:
        return str(number)
    whole, rest = divmod(number, down)
    return f"{whole}{said.say('number.point')}{rest * 100 // down:02d}" if rest else str(whole)


def penalty_lines(ruleset: RuleSet, by: Side, rung: Rung, nth: int, values: list[int], said: Words) -> tuple[Line, ...]:
    """What was done and what follows, with the side that did it; then the amount, term by term, with the other."""
    name = ruleset.fault_name(rung.fault, said.language)
    text = said.say("penalty.fault", fault=name, nth=nth)
    if rung.then:
        text += said.say("penalty.then", then=said.say(f"penalty.{rung.then}"))
    if rung.counted:
        text += said.say("penalty.then", then=said.say("penalty.counted"))
    lines = [Line(by, "penalty", 0, text)]
    for coefficient, places, what, _ in rung.amount:
        amount = coefficient
        for place in places:
            amount *= values[place]
        if amount:
            lines.append(Line(OTHER[by], what, amount, said.say(f"line.{what}", n=amount)))
    return tuple(lines)


def total_line(name: str, number: int, language: str) -> Line:
    """A typed total, as its side's or player's only line."""
    return Line(name, "total", number, words(language).say("total.typed", n=number))
