"""Why a score is what it is: a line that says whether the contract was made, then one line a term."""

from dataclasses import dataclass
from typing import Any

from scoring.rules.cards import OTHER, SIDES, Side
from scoring.rules.checks import Checked
from scoring.rules.ruleset import NAMES, CompiledTerm, RuleSet, Rung
from scoring.rules.success import Verdict
from scoring.rules.words import Words, words


@dataclass(frozen=True, slots=True)
class Line:
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


def success_line(ruleset: RuleSet, deal: Checked, verdict: Verdict, keep: int, language: str) -> Line:
    """The declarers' first line: made or not, with the sum that decided, and what waits (``keep``) after a tie."""
    said = words(language)
    down = verdict.down
    text = said.say(
        f"success.{verdict.why}",
        sum=sum_text(said, deal, verdict),
        have=fraction(said, verdict.have, down),
        theirs=fraction(said, verdict.theirs, down),
        target=verdict.target,
        short=-((verdict.have - verdict.target * down) // down),
        keep=keep,
        tricks=ruleset.tricks,
    )
    return Line(deal.declarer, verdict.outcome, 0, text)


def term_lines(
    ruleset: RuleSet, deal: Checked, side: Side, terms: tuple[CompiledTerm, ...], values: list[int], language: str
) -> list[Line]:
    """One line for each term that is not zero."""
    lines: list[Line] = []
    said: Words | None = None
    multiplier = values[NAMES.index("m")]
    for coefficient, places, what, doublings in terms:
        amount = coefficient
        for place in places:
            amount *= values[place]
        if not amount:
            continue
        said = said or words(language)
        factor = multiplier**doublings
        text = _term_text(ruleset, said, deal, side, what, amount // factor)
        if factor > 1:
            text += said.say("line.times", m=factor)
        lines.append(Line(side, what, amount, text))
    return lines


def extra_line(side: Side, what: str, amount: int, language: str) -> Line:
    """A line that is no term: carried points, or what rounding changes."""
    return Line(
        side, what, amount, words(language).say(f"line.{what}", n=f"{amount:+d}" if what == "rounding" else amount)
    )


def cancel_line(deal: Checked, language: str) -> Line:
    """That an announce shown by one side cancelled all of them."""
    side, name = deal.cancelled or (deal.declarer, "carre-7")
    said = words(language)
    return Line(side, "cancel", 0, said.say("line.cancel", label=said.say(f"announce.{name}")))


def _term_text(ruleset: RuleSet, said: Words, deal: Checked, side: Side, what: str, base: int) -> str:
    if what == "announces":
        single = _single_announce(deal, SIDES.index(side))
        if single:
            return said.say("line.named", label=said.say(f"announce.{single}"), n=base)
    key = f"line.{what}"
    if what in NAMES or what == "number":
        return said.say(key, n=base)
    return said.say("line.named", label=ruleset.label(what.removeprefix("values."), said.language), n=base)


def _single_announce(deal: Checked, index: int) -> str | None:
    announces = deal.deal.announces[index]
    return announces[0] if len(announces) == 1 and isinstance(announces[0], str) else None


def sum_text(said: Words, deal: Checked, verdict: Verdict) -> str:
    """The sum that was judged: "71", or "85 + 20 tierce = 105"."""
    points = fraction(said, verdict.judged, verdict.down)
    parts = [points]
    if verdict.announces:
        single = _single_announce(deal, SIDES.index(deal.declarer))
        parts.append(said.say(f"plus.{single or 'announces'}", n=verdict.announces))
    if verdict.belote:
        parts.append(said.say("plus.belote", n=verdict.belote))
    if len(parts) == 1:
        return said.say("success.points", n=points)
    return f"{' + '.join(parts)} = {fraction(said, verdict.have, verdict.down)}"


def fraction(said: Words, number: int, down: int) -> str:
    """``number / down`` for people: whole, or cut after two decimals, so that nothing short ever looks reached."""
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
