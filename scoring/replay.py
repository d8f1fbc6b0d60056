"""A score sheet as it is kept, handed to the pure core: its deals as JSON, the call of time, and what the arbiter
decided about it. Pure itself."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring import rules
from scoring.rules import game
from scoring.rules.cards import Side
from scoring.rules.marked import is_marked, parse_marked

#: A sheet has sides A and B, a deal NS and EW: A sits north-south.
SIDE_OF: dict[str, Side] = {"A": "NS", "B": "EW"}
_OTHER: dict[Side, Side] = {"NS": "EW", "EW": "NS"}
#: In a sheet's options: how many deals stood when time was called, and whether one was being played.
TIME_CALLED = "time_called"
#: In a sheet's options: what the arbiter decided about its game, in order; see ``scoring.rulings``.
RULINGS = "rulings"
#: The kinds of rulings: a word said, points given for a fault, what deals that are not played count, another score for
#: a deal, another one for the game.
WARNING, PENALTY, UNPLAYED, DEAL, GAME = "warning", "penalty", "unplayed", "deal", "game"
#: Those that give or take points beside the deals.
AMOUNTS = frozenset({PENALTY, UNPLAYED})
SCORED = frozenset({*AMOUNTS, DEAL, GAME})
FORMAT_COLUMNS = ("kind", "length", "ending", "caps", "match_points", "games_to_win")


def format_from(row: Mapping[str, Any]) -> game.GameFormat:
    """The format that a row holds, as the pure core reads it; a row with empty tables is the plain game."""
    return game.GameFormat.from_data({name: row[name] for name in FORMAT_COLUMNS})


def played(
    ruleset: rules.RuleSet,
    format_: game.GameFormat,
    entries: Iterable[Mapping[str, Any]],
    called: Mapping[str, Any] | None = None,
    rulings: Sequence[Mapping[str, Any]] = (),
    *,
    language: str = "en",
) -> game.Game:
    """The game that the lines ``entries`` make: totals, held points and, for each deal, its number, score and reason in
    ``language``. ``called``: the call of time (``after`` so many deals, ``in_progress``), None where there was none;
    ``rulings``: what the arbiter decided about the game, see ``scoring.rulings``.
    """
    deals = [line_of(data) for data in entries]
    lines = _in_order(ruleset, format_, deals, called, rulings)
    found = game.play(ruleset, format_, lines, language=language)
    if len(lines) == len(deals):
        return found
    steps = (step for line, step in zip(lines, found.steps, strict=True) if line.kind == "deal")
    return replace(found, steps=tuple(steps))


def _in_order(
    ruleset: rules.RuleSet,
    format_: game.GameFormat,
    deals: Sequence[game.Entry],
    called: Mapping[str, Any] | None,
    rulings: Sequence[Mapping[str, Any]],
) -> list[game.Entry]:
    """The lines of the game: the deals, the call of time and the rulings, each where it belongs."""
    standing = standing_rulings(rulings)
    lines: list[game.Entry] = []
    for place in range(len(deals) + 1):
        if place:
            lines.append(deals[place - 1])
            wanted = _last(standing, DEAL, place)
            if wanted is not None:
                now = game.play(ruleset, format_, lines).steps[-1]
                lines.append(game.Entry("adjustment", ns=wanted["ns"] - now.ns, ew=wanted["ew"] - now.ew))
        if called is not None and place == min(called["after"], len(deals)):
            lines.append(game.Entry("time", in_progress=called["in_progress"]))
        for one in standing:
            if one["kind"] in AMOUNTS and place == min(one["after"], len(deals)):
                lines.append(game.Entry("penalty", ns=one["ns"], ew=one["ew"]))
    whole = _last(standing, GAME)
    return lines if whole is None else _with_score(ruleset, format_, lines, (whole["ns"], whole["ew"]))


def _last(rulings: Sequence[Mapping[str, Any]], kind: str, position: int = 0) -> Mapping[str, Any] | None:
    """The last word of the arbiter about a deal's score, or the game's."""
    return next((one for one in reversed(rulings) if (one["kind"], one["position"]) == (kind, position)), None)


def _with_score(
    ruleset: rules.RuleSet, format_: game.GameFormat, lines: list[game.Entry], wanted: tuple[int, int]
) -> list[game.Entry]:
    """The game with this score in place of its own: points that are still held are nobody's then."""
    now = game.play(ruleset, format_, lines)
    if now.held or any(now.settled):
        lines = [*lines, game.Entry("settlement")]
        now = game.play(ruleset, format_, lines)
    return [*lines, game.Entry("adjustment", ns=wanted[0] - now.ns, ew=wanted[1] - now.ew)]


def standing_rulings(rulings: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rulings that move points: no warnings, neither those that were made void nor what made them void."""
    listed = list(rulings)
    void = {one["voids"] for one in listed}
    return [one for one in listed if one["kind"] in SCORED and not one["voids"] and one["number"] not in void]


def line_of(data: Mapping[str, Any]) -> game.Entry:
    """The line of a game that a kept line makes: a deal, or scores taken over from a paper. Raises DealError."""
    if is_marked(data):
        return game.Entry("deal", marked=parse_marked(data))
    return game.Entry("deal", deal=rules.parse_deal(data))


def is_ruled_on(rulings: Iterable[Mapping[str, Any]], position: int) -> bool:
    """Whether the arbiter has given the deal at ``position`` another score."""
    return any((one["kind"], one["position"]) == (DEAL, position) for one in standing_rulings(rulings))


def figures_of(step: game.Step) -> dict[str, Any]:
    """What a line of the sheet keeps of what it did: the columns of its row."""
    assert step.answer is not None
    return {
        "counted": step.counted,
        "scores": step.by_name,
        "answer": {"result": step.answer.result, "made": step.answer.made},
        "held_after": step.held,
    }


def done_in(lines: Iterable[Mapping[str, Any]], steps: Iterable[game.Step]) -> dict[Side, tuple[int, int, int]]:
    """What each side did in the deals that count: those that brought it more than the other side, contracts of its own
    that were made, and deals in which it took all the tricks. Of a line taken over from paper only a single deal is one
    that was won."""
    found: dict[Side, list[int]] = {side: [0, 0, 0] for side in SIDE_OF.values()}
    for data, step in zip(lines, steps, strict=True):
        if step.counted is None:
            continue
        made = step.answer is not None and step.answer.made is True
        for side, done in done_on(data, step.by_name, made=made).items():
            found[side] = [before + more for before, more in zip(found[side], done, strict=True)]
    return {side: (won, made, capots) for side, (won, made, capots) in found.items()}


def done_on(data: Mapping[str, Any], scores: Mapping[str, int], *, made: bool) -> dict[Side, tuple[bool, bool, bool]]:
    """The same of one line that counts: the deal, what it brought, and whether its contract was made."""
    passed = data.get("declarer") is None and not is_marked(data)
    if passed or "deals" in data or "whole" in data:
        return dict.fromkeys(SIDE_OF.values(), (False, False, False))
    return {
        side: (
            scores.get(side, 0) > scores.get(other, 0),
            made and data.get("declarer") == side,
            data.get("sweep") == side or (data.get("tricks") or {}).get(other) == 0,
        )
        for side, other in _OTHER.items()
    }


def kind_of(data: Mapping[str, Any]) -> str:
    """The kind of the line that a deal makes, or that scores of a paper do."""
    if is_marked(data):
        return "total"
    return "passed" if data["declarer"] is None else "deal"


def digest(lines: Iterable[list[Any]], rulings: Iterable[Mapping[str, Any]] = ()) -> str:
    """SHA-256 over lines, each its position, number, kind, deal and scores, and over the rulings that count: what a
    person who looks at the sheet agrees to."""
    given = [[one["kind"], one["position"], one["after"], one["ns"], one["ew"]] for one in standing_rulings(rulings)]
    told = [*lines, *([["rulings", *given]] if given else [])]
    return hashlib.sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
