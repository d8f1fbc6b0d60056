"""A sheet against its history: each line of it is worked through from the first, so that one that was altered, left out
or added is seen, and so is a sheet that is not what its history leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring import replay
from scoring.turning import OTHER_SEAT, turned_deal, turned_paper
from tournaments.checking.book import Book
from tournaments.checking.model import UNREADABLE, Finding
from tournaments.checking.sheets import Sheet

Event = Mapping[str, Any]
Deal = Mapping[str, Any]

#: What is told of a sheet and changes nothing of its lines.
NEUTRAL = frozenset({"seats", "confirmed", "disputed", "decided"})
#: Verbs that change lines, or what they are worth.
CHANGING = frozenset({"recorded", "amended", "voided", "time", "turned", "restored", "rescored", "ruled", "warned"})
KNOWN = NEUTRAL | CHANGING | {"dealer", "paper", "closed", "reopened"}


class _Unknown:
    """What nobody can tell any more: going back to a copy does not say it, and nothing later does."""

    def __repr__(self) -> str:
        return "unknown"


UNKNOWN = _Unknown()


@dataclass(slots=True)
class _Line:
    """A line as the history leaves it; ``entry``: its id, None where going back brought it."""

    entry: str | None
    deal: Deal


@dataclass(slots=True)
class _State:
    lines: list[_Line] = field(default_factory=list)
    gone: dict[str, Deal] = field(default_factory=dict)
    dealer: Any = ""
    called: Any = None
    paper: Any = field(default_factory=dict)
    rulings: Any = field(default_factory=list)
    state: Any = "open"
    #: The SHA-256 of the rules that the sheet counts by.
    rules: Any = ""

    @property
    def deals(self) -> list[Deal]:
        return [line.deal for line in self.lines]


def findings(book: Book, sheet: Sheet) -> Iterator[Finding]:
    """What of a sheet's history contradicts itself, or the sheet."""
    numbers = [event["seq"] for event in sheet.events]
    expected = list(range(1, sheet.row["revision"] + 1))
    if numbers != expected:
        wrong = next((n for n, e in zip(numbers, expected, strict=False) if n != e), None)
        yield Finding("history-numbers", sheet.place, len(numbers), len(expected), {"first": wrong})
    walk = _Walk(book, sheet)
    for place in range(len(sheet.events)):
        event = sheet.events[place]
        try:
            yield from walk.take(place)
        except UNREADABLE:
            yield Finding("history-unreadable", sheet.at(event["position"]), params={"event": event["seq"]})
            return
    yield from walk.end()


class _Walk:
    """A history while it is worked through."""

    def __init__(self, book: Book, sheet: Sheet) -> None:
        self.book, self.sheet = book, sheet
        self.now = _State(rules=_told(sheet.events, "rescored", _rules_before, self._rules_kept))
        self._ahead: tuple[list[Deal], Any, list[dict[str, Any]]] = ([], (None, [], ""), [])

    @property
    def _rules_kept(self) -> Any:
        """The rules that the sheet is kept with."""
        return self.book.by_id["rulesets"][self.sheet.row["ruleset_version"]]["sha256"]

    def take(self, place: int) -> Iterator[Finding]:
        event = self.sheet.events[place]
        verb = event["verb"]
        if verb not in KNOWN:
            yield self._wrong("history-unknown", event, stored=verb)
        elif verb not in NEUTRAL:
            yield from getattr(self, f"_{verb}")(event, place)

    def _wrong(self, code: str, event: Event, stored: Any = None, expected: Any = None) -> Finding:
        params = {"event": event["seq"], "verb": event["verb"]}
        return Finding(code, self.sheet.at(event["position"]), stored, expected, params)

    def _held(self, code: str, event: Event, stored: Any, expected: Any) -> Iterator[Finding]:
        if stored != expected and expected is not UNKNOWN:
            yield self._wrong(code, event, stored, expected)

    # What figures were at a moment

    def _figures(self, place: int) -> list[dict[str, Any]] | None:
        """The figures of the lines as they are now; None where they cannot be told. A line's figures follow from those
        before it alone, so that one game, with the deals still to come one after the other, serves for all of them."""
        deals, beside = self.now.deals, (self.now.called, self.now.rulings, self.now.rules)
        if UNKNOWN in beside:
            return None
        known, stood_beside, figures = self._ahead
        if stood_beside != beside or known[: len(deals)] != deals or len(known) < len(deals):
            known = [*deals, *self._coming(place)]
            figures = self._worked_out(known, *beside)
            self._ahead = known, beside, figures
        return figures[: len(deals)]

    def _coming(self, place: int) -> Iterator[Deal]:
        for event in self.sheet.events[place + 1 :]:
            if event["verb"] == "recorded":
                yield event["after"]["deal"]
            elif event["verb"] in CHANGING:
                return

    def _worked_out(self, deals: Sequence[Deal], called: Any, rulings: Any, counts_by: str) -> list[dict[str, Any]]:
        ruleset, format_ = self.book.ruleset_by(counts_by), self.book.format(self.sheet.row["format"])
        return [replay.figures_of(step) for step in replay.played(ruleset, format_, deals, called, rulings).steps]

    def _trace(self, position: int, place: int) -> Any:
        """What a line's trace is now."""
        figures = self._figures(place)
        if figures is None:
            return UNKNOWN
        one = figures[position - 1]
        return {"deal": self.now.lines[position - 1].deal, "scores": one["scores"], "counted": one["counted"]}

    def _agreed(self) -> Any:
        """Totals and digest as they are now, with the totals of the paper where there are any."""
        if UNKNOWN in (self.now.called, self.now.paper, self.now.rulings, self.now.rules):
            return UNKNOWN
        ruleset, format_ = self.book.ruleset_by(self.now.rules), self.book.format(self.sheet.row["format"])
        game = replay.played(ruleset, format_, self.now.deals, self.now.called, self.now.rulings)
        lines = []
        for position, (deal, step) in enumerate(zip(self.now.deals, game.steps, strict=True), 1):
            figures = replay.figures_of(step)
            lines.append([position, figures["counted"], replay.kind_of(deal), deal, figures["scores"]])
        totals = {side: game.totals[name] for side, name in replay.SIDE_OF.items()}
        found = {"totals": totals, "digest": replay.digest(lines, self.now.rulings)}
        return {**found, "paper": self.now.paper} if self.now.paper else found

    # One verb each

    def _recorded(self, event: Event, place: int) -> Iterator[Finding]:
        after = event["after"]
        position = len(self.now.lines) + 1
        if event["position"] != position:
            yield self._wrong("history-position", event, event["position"], position)
        if event["before"] is not None:
            yield self._wrong("history-before", event, event["before"])
        self.now.lines.append(_Line(event["entry"], after["deal"]))
        yield from self._held("history-after", event, after, self._trace(position, place))

    def _line(self, event: Event) -> int:
        """The place of the line that an event is about, the last where it is none."""
        position = event["position"]
        line = self.now.lines[position - 1] if 1 <= position <= len(self.now.lines) else None
        if line is None or line.entry not in (None, event["entry"]):
            raise ValueError("no such line")
        line.entry = event["entry"]
        return int(position)

    def _amended(self, event: Event, place: int) -> Iterator[Finding]:
        position = self._line(event)
        yield from self._held("history-before", event, event["before"], self._trace(position, place))
        self.now.lines[position - 1].deal = event["after"]["deal"]
        yield from self._held("history-after", event, event["after"], self._trace(position, place))

    def _voided(self, event: Event, place: int) -> Iterator[Finding]:
        position = self._line(event)
        if position != len(self.now.lines):
            yield self._wrong("history-position", event, position, len(self.now.lines))
        yield from self._held("history-before", event, event["before"], self._trace(position, place))
        line = self.now.lines.pop(position - 1)
        self.now.gone[event["entry"]] = line.deal

    def _dealer(self, event: Event, _place: int) -> Iterator[Finding]:
        before = UNKNOWN if self.now.dealer is UNKNOWN else {"seat": self.now.dealer}
        yield from self._held("history-before", event, event["before"], before)
        self.now.dealer = event["after"]["seat"]

    def _time(self, event: Event, _place: int) -> Iterator[Finding]:
        yield from self._held("history-before", event, event["before"], self.now.called)
        self.now.called = event["after"]

    def _paper(self, event: Event, _place: int) -> Iterator[Finding]:
        yield from self._held("history-before", event, event["before"], self.now.paper)
        self.now.paper = event["after"]

    def _ruled(self, event: Event, _place: int) -> Iterator[Finding]:
        yield from self._held("history-before", event, event["before"], self._with_rulings())
        self.now.rulings = event["after"]["rulings"]
        yield from self._held("history-after", event, event["after"], self._with_rulings())

    _warned = _ruled

    def _with_rulings(self) -> Any:
        agreed = self._agreed()
        return agreed if agreed is UNKNOWN else {**agreed, "rulings": self.now.rulings}

    def _closed(self, event: Event, _place: int) -> Iterator[Finding]:
        after = {name: value for name, value in event["after"].items() if name != "unplayed"}
        yield from self._held("history-after", event, after, self._agreed())
        yield from self._held("history-state", event, "open", self.now.state)
        self.now.state = "closed"

    def _reopened(self, event: Event, _place: int) -> Iterator[Finding]:
        yield from self._held("history-before", event, event["before"], self._agreed())
        yield from self._held("history-state", event, "closed", self.now.state)
        self.now.state = "open"

    def _turned(self, event: Event, _place: int) -> Iterator[Finding]:
        yield from self._held("history-before", event, event["before"], self._agreed())
        for line in self.now.lines:
            line.deal = turned_deal(line.deal)
        if self.now.paper is not UNKNOWN:
            self.now.paper = turned_paper(self.now.paper)
        if self.now.dealer is not UNKNOWN:
            self.now.dealer = OTHER_SEAT[self.now.dealer]
        yield from self._held("history-after", event, event["after"], self._agreed())

    def _rescored(self, event: Event, _place: int) -> Iterator[Finding]:
        yield from self._counted("history-before", event, event["before"])
        self.now.rules = event["after"]["rules"]
        yield from self._counted("history-after", event, event["after"])

    def _counted(self, code: str, event: Event, told: Mapping[str, Any]) -> Iterator[Finding]:
        """What an event of counting anew tells: the rules, and what was agreed to by them."""
        agreed = self._agreed()
        expected = UNKNOWN if agreed is UNKNOWN else {"rules": self.now.rules, **agreed}
        yield from self._held(code, event, told, expected)

    def _restored(self, event: Event, place: int) -> Iterator[Finding]:
        """Back to a copy: the event tells deals and totals; what it does not tell, later events do, or the sheet."""
        yield from self._held("history-before", event, event["before"]["deals"], self.now.deals)
        after = event["after"]
        self.now.lines = [_Line(None, deal) for deal in after["deals"]]
        later = self._until_restored(place)
        row = self.sheet.row
        self.now.called = _told(later, "time", lambda one: one["before"], self.sheet.called)
        self.now.dealer = _told(later, "dealer", lambda one: one["before"]["seat"], row["first_dealer"])
        if self.now.dealer is not UNKNOWN and any(one["verb"] == "turned" for one in later or ()):
            self.now.dealer = UNKNOWN
        self.now.paper = _told(later, "paper", lambda one: one["before"], row["paper"])
        if any(one["verb"] == "turned" for one in later or ()):
            self.now.paper = UNKNOWN
        self.now.rulings = _told(later, "ruled", lambda one: one["before"]["rulings"], self.sheet.rulings, "warned")
        self.now.state = _state_before(later, row["state"])
        self.now.rules = _told(later, "rescored", _rules_before, self._rules_kept)
        agreed = self._agreed()
        if agreed is not UNKNOWN:
            told = {"totals": after["totals"], "digest": after["digest"]}
            yield from self._held("history-after", event, told, {name: agreed[name] for name in told})

    def _until_restored(self, place: int) -> Sequence[Event] | None:
        """The events after this one; None for what follows where the sheet was put back once more."""
        later = self.sheet.events[place + 1 :]
        return None if any(one["verb"] == "restored" for one in later) else later

    # The end

    def end(self) -> Iterator[Finding]:
        """What of the sheet is not what its history leaves."""
        row = self.sheet.row
        told = {
            "first_dealer": (row["first_dealer"], self.now.dealer),
            "time": (self.sheet.called, self.now.called),
            "paper": (row["paper"], self.now.paper),
            "rulings": (self.sheet.rulings, self.now.rulings),
            "state": (row["state"], self.now.state),
            "rules": (self._rules_kept, self.now.rules),
        }
        for name, (stored, expected) in told.items():
            if expected is not UNKNOWN and stored != expected:
                yield Finding(f"history-sheet-{name}", self.sheet.place, stored, expected)
        yield from self._standing()
        yield from self._taken_back()

    def _standing(self) -> Iterator[Finding]:
        stored = {line["position"]: line for line in self.sheet.lines}
        for position, line in enumerate(self.now.lines, 1):
            row = stored.pop(position, None)
            if row is None:
                yield Finding("deal-lost", self.sheet.at(position), None, line.deal)
            elif row["data"] != line.deal or line.entry not in (None, row["id"]):
                yield Finding("deal-otherwise", self.sheet.at(position), row["data"], line.deal)
        for position, row in stored.items():
            yield Finding("deal-unheard", self.sheet.at(position), row["data"])

    def _taken_back(self) -> Iterator[Finding]:
        told = {event["entry"] for event in self.sheet.events if event["verb"] == "recorded"}
        kept = {line["id"]: line for line in (*self.sheet.gone, *self.sheet.lines)}
        was_restored = any(event["verb"] == "restored" for event in self.sheet.events)
        standing = {line.entry for line in self.now.lines}
        for event in self.sheet.events:
            if event["verb"] == "recorded" and event["entry"] not in kept and event["entry"] not in standing:
                yield Finding("deal-lost", self.sheet.at(event["position"]), None, event["after"]["deal"])
        for line in self.sheet.gone:
            deal = self.now.gone.get(line["id"])
            if line["id"] not in told:
                yield Finding("deal-unheard", self.sheet.at(line["position"]), line["data"])
            elif not was_restored and deal != line["data"]:
                yield Finding("deal-otherwise", self.sheet.at(line["position"]), line["data"], deal)


def _told(later: Sequence[Event] | None, verb: str, before: Any, otherwise: Any, *or_verb: str) -> Any:
    """What the next event of a verb says was before it; ``otherwise`` where there is none."""
    if later is None:
        return UNKNOWN
    first = next((one for one in later if one["verb"] in (verb, *or_verb)), None)
    return otherwise if first is None else before(first)


def _rules_before(event: Event) -> Any:
    return event["before"]["rules"]


def _state_before(later: Sequence[Event] | None, otherwise: str) -> Any:
    if later is None:
        return UNKNOWN
    first = next((one["verb"] for one in later if one["verb"] in ("closed", "reopened")), None)
    return otherwise if first is None else {"closed": "open", "reopened": "closed"}[first]
