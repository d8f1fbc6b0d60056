"""Three players, each for himself: in a deal one of them declares, alone against the two others.

No published sheet says how three count with a rule set for four, so this is a rule of our own, and the page says it:
the deal is scored as the rule set scores declarers and defence; the declarer marks his side's score, each of the two
others marks the defence's. A belote, and the announces that count, are marked by the player who held them alone.

A deal of three is written as any other, but what belongs to a player is by player (A, B, C): ``declarer``, ``belote``
and ``announces``; what belongs to a side is by side, NS being the declarer and EW the two others: ``points``,
``sweep``, ``last_trick``, ``best``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.answer import Answer
from scoring.rules.cards import Side
from scoring.rules.deal import Deal, parse_deal, shown
from scoring.rules.errors import DealError
from scoring.rules.explain import Line, divide_line
from scoring.rules.ruleset import PLAYERS, RuleSet
from scoring.rules.words import words


@dataclass(frozen=True, slots=True)
class Held:
    """Who played what in a deal of three: places in PLAYERS, ``declarer`` None where all passed. ``belotes``: how many
    each player had; ``announces``: those of each, as written."""

    declarer: int | None = None
    belotes: tuple[int, int, int] = (0, 0, 0)
    announces: tuple[tuple[str | int, ...], ...] = ((), (), ())

    @property
    def defence(self) -> tuple[int, ...]:
        return tuple(place for place in range(len(PLAYERS)) if place != self.declarer)


def parse_three(obj: Mapping[str, Any]) -> tuple[Deal, Held]:
    """The deal in ``obj`` as one of two sides, and who held what. Raises DealError with the field."""
    if not isinstance(obj, Mapping):
        raise DealError("", "not_an_object")
    declarer, belote, announces = obj.get("declarer"), obj.get("belote"), obj.get("announces")
    if declarer is None:
        return parse_deal({**obj, "belote": None, "announces": None}), Held()
    place = _place("declarer", declarer)
    holders = _belote(belote)
    lists = _announces(announces)

    def side(player: int) -> Side:
        return "NS" if player == place else "EW"

    by_side: dict[Side, list[Any]] = {"NS": [], "EW": []}
    for player, written in enumerate(lists):
        by_side[side(player)] += written
    two = {**obj, "declarer": "NS", "belote": [side(player) for player in holders], "announces": by_side}
    deal = parse_deal(two)
    # What an announce is called is settled by now: the defence's stand in the order of the players.
    own, rest = deal.announces[0], list(deal.announces[1])
    named = tuple(
        own if player == place else tuple(rest.pop(0) for _ in written) for player, written in enumerate(lists)
    )
    counts = tuple(holders.count(player) for player in range(len(PLAYERS)))
    return deal, Held(place, (counts[0], counts[1], counts[2]), named)


def _place(field: str, value: object) -> int:
    if isinstance(value, str) and value in PLAYERS:
        return PLAYERS.index(value)
    raise DealError(field, "one_of", given=shown(value), allowed=", ".join(PLAYERS))


def _belote(value: object) -> list[int]:
    if value is None:
        return []
    if not isinstance(value, (list, tuple)):
        raise DealError("belote", "no_sides")
    return [_place("belote", one) for one in value]


def _announces(value: object) -> list[list[Any]]:
    if value is None:
        return [[], [], []]
    if not isinstance(value, Mapping):
        raise DealError("announces", "not_by_side")
    for name in value:
        _place("announces", name)
    lists = [value.get(name) or [] for name in PLAYERS]
    if not all(isinstance(one, (list, tuple)) for one in lists):
        raise DealError("announces", "no_announces", most=0)
    return [list(one) for one in lists]


def share(ruleset: RuleSet, deal: Deal, held: Held, answer: Answer) -> Answer:
    """The answer of a deal as the three players mark it: in ``players``, the lines by player."""
    scores = [0] * len(PLAYERS)
    if held.declarer is None:
        return answer._replace(ns=0, ew=0, players=_by_name(scores))
    lines: list[Line] = []
    for line in answer.lines:
        if line.what == "divide":
            continue
        for place, amount in _markers(ruleset, deal, held, line):
            scores[place] += amount
            if amount or not line.amount:
                lines.append(
                    line._replace(side=PLAYERS[place], amount=amount, text=_text(line, amount, answer.language))
                )
    for place, score in enumerate(scores):
        scores[place] = ruleset.rounding.written(score)
        if scores[place] != score:
            lines.append(divide_line(PLAYERS[place], score, scores[place], words(answer.language)))
    return answer._replace(ns=0, ew=0, lines=tuple(lines), players=_by_name(scores))


def _by_name(scores: list[int]) -> tuple[tuple[str, int], ...]:
    return tuple(zip(PLAYERS, scores, strict=True))


def _markers(ruleset: RuleSet, deal: Deal, held: Held, line: Line) -> list[tuple[int, int]]:
    """Who has a line, and with what amount."""
    if line.side == "NS":
        return [(held.declarer or 0, line.amount)]
    if line.what == "cancel":
        return [(place, 0) for place in held.defence if held.announces[place]][:1]
    parts = _own_parts(ruleset, deal, held, line.what)
    whole = sum(parts.values())
    if not whole:
        return [(place, line.amount) for place in held.defence]
    return [(place, line.amount * part // whole) for place, part in parts.items()]


def _own_parts(ruleset: RuleSet, deal: Deal, held: Held, what: str) -> dict[int, int]:
    """What each defender brought to a line of the defence that is only for who held the cards; nothing of any other."""
    if what == "belote":
        return {place: held.belotes[place] for place in held.defence}
    if what == "announces":
        values = ruleset.announce_values(deal.trump or "")
        return {
            place: sum(one if isinstance(one, int) else values[one] for one in held.announces[place])
            for place in held.defence
        }
    return {}


def _text(line: Line, amount: int, language: str) -> str:
    """The words of a line that was divided between two."""
    return line.text if amount == line.amount else words(language).say(f"line.{line.what}", n=amount)
