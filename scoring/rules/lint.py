"""What an organiser's rule set should be looked at for: the properties that every rule set has, or nearly every one,
tried on made-up deals, with the deal that shows what is odd. About two seconds for the default number of deals."""

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.rules.answer import Answer
from scoring.rules.cards import OTHER, Side
from scoring.rules.dealing import Deal, Dealer, swapped
from scoring.rules.errors import DealError
from scoring.rules.properties import PROPERTIES, CounterExample, Property, Severity, Trial
from scoring.rules.ruleset import RuleSet
from scoring.rules.scorer import score_deal
from scoring.rules.words import Words, words

DEALS = 1500
# No property, but that a deal has a score at all.
TOO_LARGE = "score_too_large"


@dataclass(frozen=True, slots=True)
class Finding:
    """A property that does not hold: its id, whether it must hold or only usually does, and the deals that show it
    (one, or two that should have gone together) with their answers, None for a deal that is refused."""

    property: str
    severity: Severity
    deals: tuple[Deal, ...]
    answers: tuple[Answer | None, ...]

    def text(self, language: str) -> str:
        """What is odd, in one sentence."""
        return words(language).say(f"lint.{self.property}")

    def examples(self, language: str) -> tuple[str, ...]:
        """Each deal in words, with what it is worth."""
        said = words(language)
        return tuple(_example(said, *pair) for pair in zip(self.deals, self.answers, strict=True))


def lint(ruleset: RuleSet, *, seed: int = 1, deals: int = DEALS) -> tuple[Finding, ...]:
    """The properties that do not hold, those that must first. The same seed and number of deals give the same findings;
    none for a rule set of kind totals, where nothing is counted."""
    if ruleset.totals is not None:
        return ()
    dealer, open_, found = Dealer(ruleset, seed), list(PROPERTIES), dict[str, Finding]()
    for deal in dealer.deals(deals):
        try:
            trial = Trial(dealer, deal)
        except DealError:
            # The deal can be, so that its score is what is refused.
            found.setdefault(TOO_LARGE, Finding(TOO_LARGE, "must", (deal,), (None,)))
            continue
        for property_ in [*open_]:
            example = property_.check(trial)
            if example:
                open_.remove(property_)
                example = _simplest(dealer, property_, deal, example)
                answers = tuple(_answer(ruleset, one) for one in example)
                found[property_.id] = Finding(property_.id, property_.severity, example, answers)
    return tuple(found[id_] for id_ in (TOO_LARGE, *(property_.id for property_ in PROPERTIES)) if id_ in found)


def _answer(ruleset: RuleSet, deal: Deal) -> Answer | None:
    try:
        return score_deal(ruleset, deal)
    except DealError:
        return None


def _simplest(dealer: Dealer, property_: Property, deal: Deal, example: tuple[Deal, ...]) -> tuple[Deal, ...]:
    """A counter-example with as little in it as still shows the property broken."""
    for plain in _plainer(dealer, deal):
        try:
            found: CounterExample = property_.check(Trial(dealer, {**deal, **plain}))
        except DealError:
            continue
        if found:
            deal, example = {**deal, **plain}, found
    return example


def _plainer(dealer: Dealer, deal: Deal) -> Iterator[Deal]:
    """Changes that make a deal plainer, one after the other."""
    suit = next((trump for trump in dealer.ruleset.trumps if trump not in ("SA", "TA")), None)
    if deal["declarer"] == "EW":
        yield swapped(deal)
    yield {"carried": 0}
    yield {"last_deal": False}
    yield {"alone": False}
    if deal.get("announces"):
        yield {"announces": {"NS": [], "EW": []}, "best": None}
    yield {"belote": []}
    yield {"double": "none"}
    if suit:
        yield {"trump": "H" if "H" in dealer.ruleset.trumps else suit}


def _example(said: Words, deal: Deal, answer: Answer | None) -> str:
    declarer: Side = deal["declarer"]
    contract = deal["contract"]
    parts = [
        said.say(
            "lint.deal",
            side=said.say(f"lint.side.{declarer}"),
            contract=contract if isinstance(contract, int) else said.say(f"lint.contract.{contract}"),
            trump=said.say(f"lint.trump.{deal['trump']}"),
        ),
        *_extras(said, deal),
        said.say("lint.points", own=deal["points"].get(declarer, "?"), other=deal["points"].get(OTHER[declarer], "?")),
    ]
    return said.say("lint.example", deal=", ".join(parts), answer=_outcome(said, answer))


def _extras(said: Words, deal: Deal) -> Iterator[str]:
    if deal["double"] != "none":
        yield said.say(f"lint.double.{deal['double']}")
    for side in deal.get("belote", ()):
        yield said.say("lint.belote", side=said.say(f"lint.side.{side}"))
    for side, items in (deal.get("announces") or {}).items():
        for item in items:
            name = said.say(f"announce.{item}") if isinstance(item, str) else said.say("lint.number", n=item)
            yield said.say("lint.announce", side=said.say(f"lint.side.{side}"), announce=name)
    if deal.get("sweep"):
        yield said.say("lint.alone" if deal.get("alone") else "lint.sweep", side=said.say(f"lint.side.{deal['sweep']}"))
    if deal.get("carried"):
        yield said.say("lint.carried", n=deal["carried"])
    if deal.get("last_deal"):
        yield said.say("lint.last_deal")


def _outcome(said: Words, answer: Answer | None) -> str:
    if answer is None:
        return said.say("lint.refused")
    result = said.say(f"lint.result.{answer.result}")
    held = said.say("lint.held", n=answer.held) if answer.held else ""
    return said.say("lint.answer", result=result, ns=answer.ns, ew=answer.ew) + held


__all__ = ["DEALS", "Finding", "lint"]
