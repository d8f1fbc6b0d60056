"""Draws by hand in words: what a change will do and what it has done, what is refused, what a draw costs.

Entries are named by their numbers, as on the lists.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.draws.byhand import Hand, Spot, Table
from tournaments.draws.floats import OUTCOMES, Float
from tournaments.services.draw_trail import HandChange

Numbers = Mapping[str, int]
"""Each entry's number by its id as text."""

#: code of a refusal: its sentence (see `tournaments.words`).
SENTENCES: Mapping[str, Callable[[], str]] = {
    "hand-changed": lambda: _(
        "Somebody else has changed the draw of round %(round)d meanwhile. Here is how it stands."
    ),
    "hand-nothing": lambda: _("There is nothing to take back."),
    "hand-start": lambda: _("Choose how the draw by hand begins."),
    "hand-spot": lambda: _("Choose two seats of this draw, or two tables."),
    "hand-number": lambda: _("Number %(number)d is not in this draw."),
    "hand-placed": lambda: _("Number %(number)d already sits at table %(table)d."),
    "hand-resting": lambda: _("Number %(number)d already rests."),
    "hand-incomplete": lambda: _("At no table yet, and not resting: %(numbers)s. Seat them first."),
    "hand-chair": lambda: _("A seat is free at table %(table)d: fill it first."),
    "hand-line": lambda: _("Type numbers, such as 3 14; for a certain table 5: 3 14."),
    "hand_same": lambda: _("Nothing would change: choose two others."),
    "hand_mixed": lambda: _("A seat and a table cannot change places."),
    "hand_fixed": lambda: _("Table %(table)d is fixed: release it first."),
    "hand_unknown": lambda: _("Whoever has left, or come later, is not in this draw: draw again."),
    "hand_no_table": lambda: _("This draw has no table %(table)d."),
    "hand_taken": lambda: _("No such seat is free at table %(table)d."),
    "hand_count": lambda: _("Name %(wanted)d for a table, or one alone who rests."),
    "hand_table_range": lambda: _("Table numbers go from 1 to %(most)d."),
    "hand_bracket": lambda: _(
        "Who meets whom follows from the rounds before: only sides and table numbers can be changed."
    ),
    "hand_pool": lambda: _("They are in different pools, and these stay as they are."),
    "hand_whole": lambda: _("This draw follows a plan: two can change places, but nobody can leave his."),
    "hand_half": lambda: _("Not everybody has come to table %(table)d yet: it cannot be fixed."),
    "locked_not_playing": lambda: _("Somebody at a fixed table does not play this round: release it, then draw again."),
    "locked_twice": lambda: _("Somebody is at two fixed tables: release one, then draw again."),
    "locked_table_twice": lambda: _("Table %(table)d is fixed twice: release it, then draw again."),
    "locked_seats": lambda: _("A fixed table does not have as many seats as this draw gives: release it."),
}

#: level of the costs: what is counted.
_LEVELS: Mapping[str, Callable[[], str]] = {
    "wrong_table": lambda: _("Not at the table they need"),
    "bye_refused": lambda: _("Resting though they should not"),
    "bye_stand_in": lambda: _("Resting though a stand-in plays"),
    "fixed_tables": lambda: _("Two who each need a table of their own"),
    "bye_running": lambda: _("Resting twice running"),
    "bye_excess": lambda: _("Rests more than others have had"),
    "rematches": lambda: _("Meetings that come again"),
    "rematch_weight": lambda: _("How recent these meetings are"),
    "repeats_over": lambda: _("Meetings beyond those allowed"),
    "same_club": lambda: _("Meetings inside a club"),
    "kept_apart": lambda: _("Meetings of those to be kept apart"),
    "bye_place": lambda: _("How high in the standings the one who rests is"),
    "partner_again": lambda: _("Partners once more"),
    "together_again": lambda: _("At a table together once more"),
    "opponents_again": lambda: _("Opponents once more"),
    "place_gap": lambda: _("Places apart in the standings, squared"),
    "figure_gap": lambda: _("Differences in the standings, squared"),
    "win_gap": lambda: _("Differences in wins, squared"),
    "floats": lambda: _("Floats of those who have floated before"),
    "mixed": lambda: _("Winners against losers, squared"),
    "same_half": lambda: _("Meetings inside one half of the ratings"),
    "turn_gap": lambda: _("Distance from the order by rating, squared"),
    "repeated_tables": lambda: _("Seats at a table sat at before"),
}

#: rule: what stands beside a table that does not keep it.
_MARKS: Mapping[str, Callable[[], str]] = {
    "no_rematch": lambda: _("Met in round %(rounds)s"),
    "limited_repeats": lambda: _("Met in round %(rounds)s"),
    "partner_again": lambda: _("Partners in round %(rounds)s"),
    "not_same_club": lambda: _("Same club"),
    "keep_apart": lambda: _("To be kept apart"),
    "fixed_table": lambda: _("Not the table needed"),
}


def level(name: str) -> str:
    """What a level of the costs counts; the second one of a kind has the same words."""
    found = _LEVELS.get(name) or _LEVELS.get(name.rstrip("0123456789").rstrip("_"))
    return name if found is None else found()


def mark(broken: Mapping[str, Any]) -> str:
    """A breach as it stands beside its table; empty for what needs no word there."""
    said = _MARKS.get(broken["rule"])
    return "" if said is None else said() % {"rounds": ", ".join(map(str, broken["rounds"])) or "–"}


def floating(one: Float, kind: str, numbers: Numbers) -> str:
    """Two of different scores at a table, and how often they have floated before."""
    if kind == OUTCOMES:
        return _("A winner meets a loser.") if one.scores == (2, 0) else _("Not of the same half.")
    text = _("%(more)d wins meet %(less)d.") % {"more": one.scores[0], "less": one.scores[1]}
    before = [
        ngettext("%(number)d has floated once.", "%(number)d has floated %(times)d times.", times)
        % {"number": numbers[entry], "times": times}
        for entry, times in zip(one.entries, one.before, strict=True)
        if times
    ]
    return " ".join([text, *before])


# What will be done


def title(one: Spot, other: Spot, hand: Hand, numbers: Numbers) -> str:
    """What is asked, before it is done."""
    if one.table and not one.side and other.table and not other.side:
        there = hand.at(other.table) is not None and hand.at(one.table) is not None
        here, new = (one, other) if hand.at(one.table) is not None else (other, one)
        values = {"one": here.table, "other": new.table}
        return (
            _("Exchange tables %(one)d and %(other)d?") if there else _("Move table %(one)d to number %(other)d?")
        ) % values
    if not one.entry:
        one, other = other, one
    if not one.entry:
        return _("Choose two seats of this draw, or two tables.")
    values = {"one": numbers[one.entry], "other": numbers.get(other.entry, 0), "table": other.table}
    if other.entry:
        return _("Exchange %(one)d and %(other)d?") % values
    if other.table:
        return _("Seat %(one)d at table %(table)d?") % values
    return (_("Let %(one)d rest?") if other.rest else _("Take %(one)d off the table?")) % values


def verb(one: Spot, other: Spot) -> str:
    """What the button says that does it."""
    if (one.table and not one.side) or (one.entry and other.entry):
        return _("Exchange")
    spot = other if one.entry else one
    if spot.table:
        return _("Seat")
    return _("Let rest") if spot.rest else _("Take off")


def chosen(spot: Spot, numbers: Numbers) -> str:
    """The first of two spots, once it is chosen."""
    if spot.entry:
        return _("%(one)d is chosen. Choose the second seat.") % {"one": numbers[spot.entry]}
    if spot.table and not spot.side:
        return _("Table %(one)d is chosen. Choose a second table.") % {"one": spot.table}
    return _("The free seat is chosen. Choose who takes it.")


def outcome(hand: Hand, tables: Iterable[int], numbers: Numbers) -> list[str]:
    """Who sits at each of these tables, a sentence each."""
    return [sitting(table, numbers) for number in tables if (table := hand.at(number)) is not None and table.people]


def sitting(table: Table, numbers: Numbers) -> str:
    """Who meets whom at a table."""
    values = {"table": table.table, "ns": _side(table.ns, numbers), "ew": _side(table.ew, numbers)}
    return _("Table %(table)d: %(ns)s against %(ew)s.") % values


def _side(entries: Sequence[str], numbers: Numbers) -> str:
    return " + ".join(str(numbers[entry]) for entry in entries) or _("nobody")


def resting(entries: Sequence[str], numbers: Numbers) -> str:
    """Who rests, as a sentence."""
    if not entries:
        return _("Nobody rests.")
    return _("Resting: %(who)s.") % {"who": ", ".join(str(numbers[entry]) for entry in entries)}


# What was done


def done(change: HandChange, numbers: Numbers) -> str:
    """A change by hand as the trail keeps it."""
    if change.did == "exchange":
        one, other = (_place(spot, numbers) for spot in change.spots)
        return _("%(one)s and %(other)s have changed places") % {"one": one, "other": other}
    if change.did == "seat":
        who = ", ".join(str(numbers.get(entry, "?")) for entry in change.entries)
        if not change.tables:
            return _("%(who)s rests") % {"who": who}
        return _("%(who)s seated at table %(table)d") % {"who": who, "table": change.tables[0]}
    if change.did in ("fixed", "released"):
        tables = ", ".join(map(str, change.tables))
        return (_("fixed: %(tables)s") if change.did == "fixed" else _("released: %(tables)s")) % {"tables": tables}
    return _("one step back") if change.did == "undo" else _("back to the engine's draw")


def _place(spot: Mapping[str, Any], numbers: Numbers) -> str:
    if "entry" in spot:
        return str(numbers.get(spot["entry"], "?"))
    if "table" in spot:
        values = {"table": spot["table"]}
        return (_("a seat at table %(table)d") if "side" in spot else _("table %(table)d")) % values
    return _("the rest") if spot.get("rest") else _("no table")
