"""The standard examples beside a rule set that is being edited: contracts made and failed, plain and doubled, capots,
the belote that saves, equal points, announces; each only where the rule set can have it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.answer import Answer
from scoring.rules.cards import MODE_OF
from scoring.rules.errors import DealError
from scoring.rules.ruleset import RuleSet
from scoring.rules.scorer import score_deal
from scoring.rules.words import words

USUAL_BID = 100
SUITS = ("H", "S", "D", "C")


@dataclass(frozen=True, slots=True)
class Example:
    """One deal (in the form of the interface), what it is worth, and a caption in words. ``key`` never changes:
    "made", "failed_coinche", "capot_made", "sweep", "belote_saves", "tie" ... North-south are always the declarers."""

    key: str
    caption: str
    deal: Mapping[str, Any]
    answer: Answer


def worked_examples(ruleset: RuleSet, language: str) -> tuple[Example, ...]:
    """The standard examples that this rule set can have, in ``language`` and in a fixed order."""
    if ruleset.totals is not None:
        return ()
    return tuple(_Maker(ruleset, language).examples())


class _Maker:
    def __init__(self, ruleset: RuleSet, language: str) -> None:
        self.ruleset = ruleset
        self.language = language
        self.trump = next((trump for trump in SUITS if trump in ruleset.trumps), ruleset.trumps[0])
        self.total = ruleset.pack_total(self.trump)
        near = sorted(ruleset.bids, key=lambda bid: abs(bid - USUAL_BID))
        self.contract: int | str = next((bid for bid in near if self._can(self._deal(bid, self.total // 2))), "take")

    def examples(self) -> Iterator[Example]:
        """All that can be; a deal is looked for whose result is the wanted one."""
        yield from self._results()
        yield from self._capots()
        yield from self._belotes()
        yield from self._tie()
        yield from self._announces()
        yield from self._other_trumps()

    def _deal(self, contract: int | str, points: int, **more: Any) -> dict[str, Any]:
        trump = more.get("trump", self.trump)
        rest = self.ruleset.pack_total(trump) - points
        deal = {"declarer": "NS", "contract": contract, "trump": trump, "points": {"NS": points, "EW": rest}, **more}
        return {**deal, "last_trick": "EW"} if self.ruleset.enters_last_trick and "sweep" not in deal else deal

    def _can(self, deal: Mapping[str, Any]) -> bool:
        return self._score(deal) is not None

    def _score(self, deal: Mapping[str, Any]) -> Answer | None:
        try:
            return score_deal(self.ruleset, deal, language=self.language)
        except DealError:
            return None

    def _example(self, key: str, deal: Mapping[str, Any]) -> Iterator[Example]:
        answer = self._score(deal)
        if answer is not None:
            said = words(self.language)
            own = f"worked.{key}_take"
            place = own if self.contract == "take" and said.knows(own) else f"worked.{key}"
            text = said.say(place, bid=deal["contract"], ns=deal["points"]["NS"], ew=deal["points"]["EW"])
            yield Example(key, text, deal, answer)

    def _first(self, result: str, points: Iterator[int] | range, **more: Any) -> dict[str, Any] | None:
        """The first deal of those points that has the result."""
        contract = more.pop("contract", self.contract)
        for number in points:
            deal = self._deal(contract, number, **more)
            answer = self._score(deal)
            if answer is not None and answer.result == result:
                return deal
        return None

    def _rising(self, start: int) -> range:
        return range(start, self.total)

    def _falling(self, start: int) -> range:
        return range(min(start, self.total - 1), 0, -1)

    def _results(self) -> Iterator[Example]:
        bid = self.contract if isinstance(self.contract, int) else self.total // 2
        for result, points in (("made", self._rising(bid + 5)), ("failed", self._falling(bid - 8))):
            for double in self.ruleset.doublings:
                deal = self._first(result, points, **({} if double == "none" else {"double": double}))
                if deal:
                    yield from self._example(result if double == "none" else f"{result}_{double}", deal)

    def _capots(self) -> Iterator[Example]:
        for contract in ("capot", "generale"):
            if contract not in self.ruleset.special_contracts:
                continue
            alone = {"alone": True} if contract == "generale" and self.ruleset.enters_alone else {}
            yield from self._example(f"{contract}_made", self._deal(contract, self.total, sweep="NS", **alone))
            deal = self._first("failed", self._falling(self.total - 12), contract=contract)
            if deal:
                yield from self._example(f"{contract}_failed", deal)
        if self.ruleset.enters_sweep or self.ruleset.kind == "take":
            yield from self._example("sweep", self._deal(self.contract, self.total, sweep="NS"))
            yield from self._example("sweep_defence", self._deal(self.contract, 0, sweep="EW"))

    def _belotes(self) -> Iterator[Example]:
        if not self.ruleset.enters_belote:
            return
        bid = self.contract if isinstance(self.contract, int) else self.total // 2
        numbers = (*self._falling(bid - 12), *self._falling(self.total))
        deals = (self._deal(self.contract, number, belote=["NS"]) for number in dict.fromkeys(numbers))
        saved = next((deal for deal in deals if self._is_saved(deal)), None)
        if saved:
            yield from self._example("belote_saves", saved)
        lost = self._first("failed", self._falling(bid - 25), belote=["NS"])
        if lost:
            yield from self._example("belote_failed", lost)

    def _is_saved(self, deal: Mapping[str, Any]) -> bool:
        """Whether the deal is made, and would have failed without its belote."""
        answers = self._score(deal), self._score({**deal, "belote": []})
        return [answer and answer.result for answer in answers] == ["made", "failed"]

    def _tie(self) -> Iterator[Example]:
        half = self.total // 2
        lowest = self.ruleset.bids[0] if self.ruleset.bids else "take"
        if self.total == 2 * half and (lowest == "take" or (isinstance(lowest, int) and lowest <= half)):
            yield from self._example("tie", self._deal(lowest, half))

    def _announces(self) -> Iterator[Example]:
        if not self.ruleset.enters_announces:
            return
        bid = self.contract if isinstance(self.contract, int) else self.total // 2
        shown = {"NS": ["quarante"], "EW": []}
        made = self._first("made", self._rising(bid + 5), announces=shown)
        failed = self._first("failed", self._falling(bid - 60), announces=shown)
        theirs = self._first("made", self._rising(bid + 5), announces={"NS": [], "EW": ["tierce"]})
        for key, deal in (("announces_made", made), ("announces_failed", failed), ("announces_defence", theirs)):
            if deal:
                yield from self._example(key, deal)

    def _other_trumps(self) -> Iterator[Example]:
        """The same contract where there is no suit as trump: made by a good half of the pack."""
        for trump, key in (("SA", "no_trump"), ("TA", "all_trump")):
            if trump not in self.ruleset.trumps or MODE_OF[self.trump] == trump:
                continue
            pack = self.ruleset.pack_total(trump)
            deal = self._first("made", range(pack * 5 // 8, pack), trump=trump)
            if deal:
                yield from self._example(key, deal)
