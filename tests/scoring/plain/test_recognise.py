"""What a grid says in answers: each answer is read from the cells that are about it, and from no others."""

from copy import copy
from typing import Any

import pytest

from scoring.rules import RuleSet, load_ruleset
from scoring.rules.formula import Formula, parse_formula
from scoring.rules.plain import answers_of, complete
from scoring.rules.plain.outcomes import Names
from scoring.rules.plain.reading import Reading
from scoring.rules.plain.recognise import Grid, multiplied_in, names_in, read_capots, writes
from scoring.rules.ruleset import CELL_NAMES
from scoring.rules.settings import own_names
from scoring.rules.source import read_toml
from tests.scoring.plain_files import PLAIN


def rules(*changes: tuple[str, str]) -> RuleSet:
    source = PLAIN
    for old, new in changes:
        assert old in source
        source = source.replace(old, new, 1)
    return load_ruleset(source)


ALL_TRUMPS = '"S", "H", "D", "C", "SA", "TA"'
USUAL = rules()
NO_ANNOUNCES = rules(("on = true", "on = false"))
NO_BELOTE = rules(("[sweep]", "[belote]\nvalue = 0\n[sweep]"))
OWN_PACKS = rules(("convert = { TA = { ratio = [162, 258] } }\n", ""))
NO_COINCHE = rules(("coinche = 2\nsurcoinche = 4", "coinche = false\nsurcoinche = false"))
NO_SURCOINCHE = rules(("surcoinche = 4", "surcoinche = false"))
WITHOUT_SUITS = rules((ALL_TRUMPS, '"TA", "SA"'))
SUITS = rules((ALL_TRUMPS, '"S", "H"'))


def grid(cells: dict[str, str], ruleset: RuleSet = USUAL, without: tuple[str, ...] = ()) -> Grid:
    """The grid of ``ruleset`` with other formulas in some cells; a row that is new has what it would fall back on."""
    formulas: dict[str, dict[str, Formula]] = {
        row: dict(of) for row, of in ruleset.formulas.items() if row not in without
    }
    for place, text in cells.items():
        form, _, cell = place.rpartition(".")
        row = form.removesuffix(".doubled")
        result = row.rpartition("_")[2]
        above = next(one for one in (row, f"capot_{result}", result, "made") if one in formulas)
        formulas.setdefault(form, dict(formulas[above]))[cell] = parse_formula(text, (*CELL_NAMES, *own_names(ruleset)))
    changed = copy(ruleset)
    object.__setattr__(changed, "formulas", formulas)
    return Grid(changed)


SAID: dict[str, Any] = {
    "sweep_alone": 0, "sweep_unasked": "points", "sweep_points": 252,
    "made_writes": "points_bid", "made_defence": "points", "bid_less": 0,
    "failed_writes": "figure_bid", "failed_sweep": 0, "failed_declarer": "nothing", "failed_amount": 160,
    "belote_written": "always", "belote_made": "kept", "belote_failed": "kept", "belote_doubled": "same",
    "belote_multiplied": "no",
    "announces_made": "kept", "announces_doubled": "same", "announces_failed": "winner", "announces_swept": False,
    "doubled_made": "same", "doubled_sweep": 0, "doubled_defence": "same", "doubled_failed": "same",
    "made_multiplied": ["points", "bid"], "failed_multiplied": ["points", "bid"], "loser_multiplied": False,
    "held_multiplied": False, "belote_held": "kept",
}  # fmt: skip


def said(read: Grid) -> dict[str, Any]:
    """The answers that are others than those of the usual grid; None for what is not answered at all."""
    answers = read.read()
    return {key: answers.get(key) for key in {**SAID, **answers} if answers.get(key) != SAID.get(key)}


ALL_LOST = {"belote_written": "never", "belote_made": "lost", "belote_failed": "lost", "announces_made": "lost",
            "announces_failed": "lost"}  # fmt: skip
FACTORS = {"S": 2, "H": 3, "D": 3, "C": 3, "SA": 3, "TA": 3}
BID_FACTOR = {"trump_factor": "bid", "trump_factors": FACTORS}
BY_TRUMP = {
    "failed_figure": "by_trump", "failed_amount": None, "failed_amounts": {"suit": 160, "SA": 170, "TA": 180},
}  # fmt: skip
EVERYTHING = ["points", "bid", "announces", "sweep"]
#: What is written for a contract, without any belote or announces.
BARE = {"made.declarer": "m*(points + bid)", "made.defence": "points", "failed.declarer": "0",
        "failed.defence": "m*(160 + bid)"}  # fmt: skip
BARE_SAID = {**ALL_LOST, "made_multiplied": EVERYTHING, "failed_multiplied": EVERYTHING}
TIMES_F = {"made.declarer": "f*(points + bid)", "made.defence": "f*points", "failed.declarer": "f*belote",
           "failed.defence": "f*(160 + bid)"}  # fmt: skip
TIMES_F_SAID = {
    "belote_written": "never", "belote_made": "lost", "announces_made": "lost", "announces_failed": "lost",
    "made_multiplied": [], "failed_multiplied": [], "trump_factors": FACTORS,
}  # fmt: skip


def test_the_usual_grid_in_answers() -> None:
    assert grid({}).read() == SAID


FACTOR_AND_LESS: list[tuple[Any, ...]] = [
    (TIMES_F, {**TIMES_F_SAID, "trump_factor": "all"}),
    ({**TIMES_F, "made.declarer": "f*(points + bid - 7)"},
     {**TIMES_F_SAID, "trump_factor": "all", "bid_less": 7, "failed_amount": 167}),
    ({**TIMES_F, "made.declarer": "f*points + bid"}, {**TIMES_F_SAID, "trump_factor": "bid"}),
    ({**TIMES_F, "made.defence": "points"}, {**TIMES_F_SAID, "trump_factor": "bid"}),
    ({**TIMES_F, "failed.declarer": "belote"}, {**TIMES_F_SAID, "trump_factor": "bid"}),
    ({**TIMES_F, "failed.defence": "f*160 + bid"}, {**TIMES_F_SAID, "trump_factor": "bid"}),
    ({"made.declarer": "f*points + bid + announces + belote", "made.doubled.declarer": "points + bid"},
     {**BID_FACTOR, "made_multiplied": []}),
    ({"made.doubled.declarer": "f*m*points + bid"}, {**BID_FACTOR, "made_multiplied": ["points"]}),
    ({"made.defence": "f*points"}, {**BID_FACTOR, "belote_made": "lost", "announces_made": "lost"}),
    ({"failed.declarer": "f*points"}, {**BID_FACTOR, "failed_declarer": "points", "belote_failed": "lost"}),
    ({"failed.defence": "m*160 + f*bid"},
     {**BID_FACTOR, "announces_failed": "lost", "failed_multiplied": ["points"]}),
    ({"made.declarer": "m*(points + bid - 7) + belote"},
     {"bid_less": 7, "failed_amount": 167, "made_multiplied": EVERYTHING}),
    ({"failed.doubled.defence": "m*(bid - 7)"},
     {"bid_less": 7, "failed_amount": 167, "doubled_failed": "bid", "failed_multiplied": EVERYTHING}),
    ({"made.doubled.declarer": "m*(bid - 7) + 20"},
     {"bid_less": 7, "failed_amount": 167, "doubled_made": "figure_bid", "doubled_amount": 20,
      "made_multiplied": ["bid"]}),
]  # fmt: skip


def test_a_factor_by_trump_and_what_a_bid_is_written_with_less() -> None:
    for cells, answers in FACTOR_AND_LESS:
        assert said(grid(cells)) == answers, cells


WRITTEN: list[tuple[Any, ...]] = [
    ({"made.declarer": "162 + belote"},
     {"made_writes": "figure", "made_amount": 162, "doubled_amount": 162, "made_multiplied": []}),
    ({"made.declarer": "160 + bid + belote", "made.doubled.declarer": "m*170 + bid"},
     {"made_writes": "figure_bid", "made_amount": 160, "doubled_made": "figure_bid", "doubled_amount": 170,
      "made_multiplied": ["points"]}),
    ({"made.declarer": "bid + belote"}, {"made_writes": "bid", "made_multiplied": []}),
    ({"made.declarer": "belote"},
     {"made_writes": "figure", "made_amount": 0, "doubled_amount": 0, "made_multiplied": []}),
    ({"made.declarer": "m*(points + their_points) + belote"},
     {"made_writes": "all", "made_multiplied": EVERYTHING}),
    ({"made.defence": "announces + belote"}, {"made_defence": "nothing"}),
    ({"failed.defence": "points + bid"},
     {"failed_writes": "points_bid", "failed_amount": None, "announces_failed": "lost", "failed_multiplied": []}),
    ({"failed.defence": "points + bid", "failed.doubled.defence": "m*162 + bid"},
     {"failed_writes": "points_bid", "failed_amount": 162, "announces_failed": "lost",
      "doubled_failed": "figure_bid", "failed_multiplied": ["points"]}),
    ({"failed.defence": "162 + bid", "failed.doubled.defence": "m*170 + bid"},
     {"failed_amount": 162, "announces_failed": "lost", "failed_multiplied": ["points"]}),
    ({"failed.defence": "pot + m*bid"}, {**BY_TRUMP, "announces_failed": "lost", "failed_multiplied": ["bid"]}),
    ({"failed.defence": "m*pot + bid"}, {**BY_TRUMP, "announces_failed": "lost", "failed_multiplied": ["points"]}),
    ({"failed.defence": "points + bid", "failed.doubled.defence": "pot + m*bid"},
     {**BY_TRUMP, "failed_writes": "points_bid", "announces_failed": "lost", "doubled_failed": "figure_bid",
      "failed_multiplied": ["bid"]}),
    ({"failed.defence": "160 + bid + 90*sweep", "failed.declarer": "points + belote"},
     {"failed_sweep": 90, "failed_declarer": "points", "announces_failed": "lost", "failed_multiplied": []}),
    ({"failed.defence": "160 + bid - 90*sweep"}, {"announces_failed": "lost", "failed_multiplied": []}),
    ({"made.declarer": "m*(points + announces) + bid + belote"}, {"made_multiplied": ["points", "announces"]}),
    ({"made.declarer": "m*(points + 90*sweep) + bid + belote"}, {"made_multiplied": ["points", "sweep"]}),
    ({"made.doubled.declarer": "m*(points + bid + 90*sweep) + belote"},
     {"doubled_made": "points_bid", "doubled_sweep": 90, "made_multiplied": EVERYTHING}),
    ({"made.declarer": "points + bid + belote + 90*sweep"}, {"made_multiplied": []}),
    ({"made.defence": "announces + belote", "made.doubled.defence": "points + announces + belote"},
     {"made_defence": "nothing", "doubled_defence": "points"}),
    ({"made.doubled.defence": "announces + belote"}, {"doubled_defence": "nothing"}),
    ({"made.doubled.defence": "points + m*announces + belote"}, {"loser_multiplied": True}),
    ({"failed.doubled.declarer": "m*points + belote"}, {"loser_multiplied": True}),
    ({"failed.declarer": "m*belote"}, {}),
    ({"share.declarer": "points", "share.defence": "m*points"}, {}),
    ({"share.declarer": "points", "share.defence": "points", "held.defence": "m*points"},
     {"held_multiplied": True}),
    ({"held.doubled.declarer": "points"}, {}),
    ({"held.declarer": "points", "held.keep": "points + belote"}, {"belote_held": "waits"}),
    ({"held.declarer": "points", "held.defence": "points + belote"}, {"belote_held": "lost"}),
]  # fmt: skip


def test_what_is_written_for_a_contract() -> None:
    for cells, answers in WRITTEN:
        assert said(grid(cells)) == answers, cells


def losing(**answers: Any) -> dict[str, Any]:
    return {key: answer for key, answer in {**BARE_SAID, **answers}.items() if answer != SAID[key]}


BESIDE: list[tuple[Any, ...]] = [
    (BARE, losing()),
    ({**BARE, "failed.defence": "m*(160 + bid) + belote"}, losing(belote_written="failed")),
    ({**BARE, "made.declarer": "m*(points + bid + belote)"},
     losing(belote_written="always", belote_multiplied="always")),
    ({**BARE, "failed.defence": "m*(160 + bid + belote)"},
     losing(belote_written="failed", belote_multiplied="always")),
    ({**BARE, "made.declarer": "m*(points + bid + belote)", "made.defence": "points + belote"},
     losing(belote_written="always", belote_made="kept", belote_multiplied="winner")),
    ({**BARE, "made.declarer": "m*(points + bid + belote)", "failed.declarer": "belote"},
     losing(belote_written="always", belote_failed="kept", belote_multiplied="winner")),
    ({**BARE, "made.declarer": "m*(points + bid + belote)", "made.defence": "points + m*belote",
      "failed.declarer": "m*belote"},
     losing(belote_written="always", belote_made="kept", belote_failed="kept", belote_multiplied="always")),
    ({**BARE, "made.declarer": "m*(points + bid) + belote + their_belote"},
     losing(belote_written="always", belote_made="winner")),
    ({**BARE, "made.doubled.declarer": "m*(points + bid) + their_belote"}, losing(belote_doubled="winner")),
    ({**BARE, "made.doubled.defence": "points + belote"}, losing(belote_doubled="kept")),
    ({**BARE, "failed.defence": "m*(160 + bid) + their_belote"}, losing(belote_failed="winner")),
    ({**BARE, "made.declarer": "m*(points + bid) + their_announces"}, losing(announces_made="winner")),
    ({**BARE, "made.doubled.declarer": "m*(points + bid) + their_announces"}, losing(announces_doubled="winner")),
    ({**BARE, "made.doubled.defence": "points + announces"}, losing(announces_doubled="kept")),
    ({**BARE, "failed.declarer": "announces"}, losing(announces_failed="kept")),
    ({**BARE, "made.declarer": "points + bid + sweep*their_announces", "made.doubled.declarer": "m*(points + bid)"},
     losing(announces_swept=True)),
    ({**BARE, "made.doubled.declarer": "m*(points + bid) + sweep*their_announces"}, losing(announces_swept=True)),
]  # fmt: skip


def test_where_a_belote_and_announces_go() -> None:
    for cells, answers in BESIDE:
        assert said(grid(cells)) == answers, cells


def test_a_belote_and_announces_that_are_not_played_are_answered_where_the_grid_has_them() -> None:
    for ruleset, what in ((NO_BELOTE, "belote_"), (NO_ANNOUNCES, "announces_")):
        about = {key for key in SAID if key.startswith(what)} - {"belote_held"}
        assert not about & grid(BARE, ruleset).read().keys()
        for cell, text in BARE.items():
            cells = {**BARE, cell: f"{text} + belote + announces", cell.replace(".", ".doubled."): text}
            assert about <= grid(cells, ruleset).read().keys(), cell


PLAYED: list[tuple[Any, ...]] = [
    (NO_BELOTE, {}, {"belote_held": None}),
    (NO_ANNOUNCES, {}, {}),
    (NO_COINCHE, {}, {"made_multiplied": [], "failed_multiplied": []}),
    (NO_SURCOINCHE, {}, {}),
    (NO_SURCOINCHE, {"made.declarer": "m*(points + bid - 7) + belote"},
     {"bid_less": 7, "failed_amount": 167, "made_multiplied": EVERYTHING}),
    (OWN_PACKS, {"failed.defence": "m*total + bid"},
     {"failed_figure": "pack", "failed_amount": None, "announces_failed": "lost", "failed_multiplied": ["points"]}),
    (OWN_PACKS, {"failed.defence": "points + bid", "failed.doubled.defence": "total + m*bid"},
     {"failed_figure": "pack", "failed_amount": None, "failed_writes": "points_bid", "announces_failed": "lost",
      "doubled_failed": "figure_bid", "failed_multiplied": ["bid"]}),
    (USUAL, {"failed.defence": "m*total + bid"},
     {"failed_amount": 162, "announces_failed": "lost", "failed_multiplied": ["points"]}),
    (WITHOUT_SUITS, {"failed.defence": "pot + bid"},
     {**BY_TRUMP, "failed_amounts": {"suit": 0, "SA": 170, "TA": 180}, "announces_failed": "lost",
      "failed_multiplied": []}),
    (SUITS, {"failed.defence": "f + bid"},
     {**BY_TRUMP, "failed_amounts": {"suit": 3, "SA": 0, "TA": 0}, "announces_failed": "lost",
      "failed_multiplied": []}),
    (SUITS, {"made.declarer": "f*points + belote"},
     {"made_writes": "points", "made_multiplied": [], "trump_factor": "bid",
      "trump_factors": {"S": 2, "H": 3, "D": 1, "C": 1, "SA": 1, "TA": 1}}),
]  # fmt: skip


def test_what_is_played_has_its_part_in_what_is_read() -> None:
    for ruleset, cells, answers in PLAYED:
        assert said(grid(cells, ruleset)) == answers, cells


def test_a_tie_is_answered_where_the_grid_has_a_row_for_it() -> None:
    assert said(grid({}, without=("held",))) == {"held_multiplied": None, "belote_held": None}
    share = {"share.declarer": "points + belote", "share.defence": "m*points"}
    assert said(grid(share, without=("held",))) == {"held_multiplied": True, "belote_held": None}
    assert said(grid({**share, "share.defence": "points"}, without=("held",))) == {"belote_held": None}


SWEEPS: list[tuple[Any, ...]] = [
    ("total", {}, {"sweep_unasked": "none"}, False),
    ("total", {"made.declarer": "points + 90*sweep"},
     {"sweep_unasked": "bonus", "sweep_bonus": 90, "sweep_bonus_for": "declarers"}, False),
    ("total", {"made.defence": "points + 40*sweep"},
     {"sweep_unasked": "bonus", "sweep_bonus": 40, "sweep_bonus_for": "defence"}, False),
    ("total", {"made.declarer": "points + 90*sweep", "made.defence": "points + 40*sweep"},
     {"sweep_unasked": "bonus", "sweep_bonus": 90, "sweep_bonus_for": "both"}, False),
    ("total + 90", {"made.declarer": "points + 90*sweep"}, {"sweep_unasked": "added", "sweep_added": 90}, False),
    ("total + 90*alone", {}, {"sweep_unasked": "added", "sweep_added": 0, "sweep_alone": 90}, False),
    ("90*alone + total - 8", {}, {"sweep_unasked": "added", "sweep_added": -8, "sweep_alone": 90}, False),
    ("250 + 90*alone", {}, {"sweep_unasked": "points", "sweep_points": 250, "sweep_alone": 90}, False),
    ("200 + 50", {}, {"sweep_unasked": "points", "sweep_points": 250}, False),
    ("alone", {}, {"sweep_unasked": "points", "sweep_points": 0, "sweep_alone": 1}, False),
    ("total*alone", {}, {"sweep_unasked": "points", "sweep_points": 0}, True),
    ("2*total", {}, {"sweep_unasked": "added", "sweep_added": 0}, True),
    ("total + total", {}, {"sweep_unasked": "added", "sweep_added": 0}, True),
    ("252 + pot", {}, {"sweep_unasked": "points", "sweep_points": 252}, True),
    ("total + pot - f", {}, {"sweep_unasked": "added", "sweep_added": 0}, True),
    ("total - f + pot", {"made.declarer": "points + 90*sweep"}, {"sweep_unasked": "added", "sweep_added": 0}, True),
]  # fmt: skip
SWEPT = [rules(('points = "252"', f'points = "{points}"')) for points, *_ in SWEEPS]


def test_what_all_tricks_are_worth() -> None:
    for ruleset, (points, cells, answers, rest) in zip(SWEPT, SWEEPS, strict=True):
        read = grid({**BARE, **cells}, ruleset)
        found = read.read()
        swept = {key: answer for key, answer in found.items() if key.startswith("sweep")}
        assert swept == {"sweep_alone": 0, **answers}, (points, cells)
        assert read.sweep_rest(complete(found)) == (["sweep.points"] if rest else []), points


B, P, M = ("bid",), ("points",), True


READINGS: list[tuple[Any, ...]] = [
    ([], "figure", []),
    ([(B, M, False, 1)], "bid", EVERYTHING),
    ([(B, False, False, 1)], "bid", []),
    ([(("total",), M, False, 1), (B, False, False, 1)], "figure_bid", ["points"]),
    ([(("total",), False, False, 1), (B, M, False, 1)], "figure_bid", ["bid"]),
    ([(("@S1",), M, False, 1)], "figure", EVERYTHING),
    ([(("@S1",), False, False, 1), (B, M, False, 1)], "figure_bid", ["bid"]),
    ([((), M, False, 160), (B, False, False, 1)], "figure_bid", ["points"]),
    ([((), M, False, -5), (B, False, False, 1)], "bid", []),
    ([(P, M, False, 1), (("announces",), M, False, 1)], "points", EVERYTHING),
    ([(P, M, False, 1), (("announces",), False, False, 1)], "points", ["points"]),
    ([(P, False, False, 1), (("sweep",), M, False, 90)], "points", ["sweep"]),
    ([(P, M, False, 1), (("their_points",), M, False, 1), (B, False, False, 1)], "all_bid", ["points"]),
    ([(("announces",), M, False, 1)], "figure", EVERYTHING),
    ([(("announces", "sweep"), M, False, 1), (P, M, False, 1), (B, False, False, 1)], "points_bid", ["points"]),
]  # fmt: skip


def test_how_a_contract_is_written_and_what_of_it_is_multiplied() -> None:
    for items, written, multiplied in READINGS:
        cell = Reading(tuple(items))
        assert (writes(cell), multiplied_in(cell)) == (written, multiplied), items


ONES = {"suit": 1, "SA": 1, "TA": 1}


OWN_VALUES: list[tuple[Any, ...]] = [
    ("", {}, ("pot", "times")),
    ("pot = { suit = 7, else = 8 }", {}, ("pot_2", "times")),
    ("pot = 4\npot_2 = 2\ntimes = 3", {}, ("pot_3", "times_2")),
    ("due = { suit = 7, SA = 8, TA = 9 }", {"failed_amounts": {"suit": 7, "SA": 8, "TA": 9}}, ("due", "times")),
    ("due = { S = 2, else = 3 }", {"trump_factors": FACTORS}, ("pot", "due")),
    ("one = 1", {"failed_amounts": ONES}, ("one", "times")),
    ("one = 1\nagain = 1\nother = 2", {"failed_amounts": ONES}, ("one", "again")),
    ("other = 2\ntimes = 1", {"failed_amounts": ONES}, ("times", "times_2")),
]  # fmt: skip
VALUED = [
    rules(("pot = { suit = 160, SA = 170, TA = 180 }\nf = { S = 2, else = 3 }\nsame = 5", values))
    for values, *_ in OWN_VALUES
]


def test_what_the_two_own_values_of_the_answers_are_called() -> None:
    for ruleset, (values, answers, names) in zip(VALUED, OWN_VALUES, strict=True):
        assert names_in(ruleset, complete(answers)) == Names(*names), values


LESS = {"made.declarer": "m*(points + bid - 7) + announces + belote"}
CAPOT = {"capot_made": "amount", "capot_made_amount": 250, "generale_made_amount": 500, "capot_multiplied": True,
         "capot_adds": ["belote", "announces"]}  # fmt: skip
MADE, FAILED = "capot_made.declarer", "capot_failed.defence"


CAPOTS: list[tuple[Any, ...]] = [
    ({MADE: "m*(points + bid) + announces + belote", "capot_made.defence": "points + announces + belote"}, {},
     {"capot_made": "like"}),
    ({}, {}, {}),
    ({MADE: "500"}, {}, {"capot_made_amount": 500, "generale_made_amount": 500, "capot_multiplied": False,
                         "capot_adds": []}),
    ({MADE: "m*500 + announces"}, {},
     {"capot_made_amount": 500, "generale_made_amount": 500, "capot_adds": ["announces"]}),
    ({MADE: "m*500 + belote"}, {},
     {"capot_made_amount": 500, "generale_made_amount": 500, "capot_adds": ["belote"]}),
    ({MADE: "m*500"}, {"belote": False},
     {"capot_made_amount": 500, "generale_made_amount": 500, "capot_adds": ["belote"]}),
    ({MADE: "m*500"}, {"announces": False},
     {"capot_made_amount": 500, "generale_made_amount": 500, "capot_adds": ["announces"]}),
    ({MADE: "0"}, {}, {"capot_made_amount": 0, "generale_made_amount": 0, "capot_multiplied": False,
                       "capot_adds": []}),
    ({MADE: "bid"}, {}, {"capot_multiplied": False, "capot_adds": []}),
    ({MADE: "m*bid"}, {"capot_value": 251, "generale_value": 501},
     {"capot_made_amount": 251, "generale_made_amount": 501, "capot_adds": []}),
    ({MADE: "m*(300 + bid)"}, {}, {"capot_made": "amount_bid", "capot_made_amount": 300,
                                   "generale_made_amount": 300, "capot_adds": []}),
    ({MADE: "300 + m*bid"}, {}, {"capot_made": "amount_bid", "capot_made_amount": 300,
                                 "generale_made_amount": 300, "capot_multiplied": False, "capot_adds": []}),
    ({MADE: "m*300 + bid"}, {}, {"capot_made": "amount_bid", "capot_made_amount": 300,
                                 "generale_made_amount": 300, "capot_adds": []}),
    ({MADE: "m*2*bid"}, {}, {"capot_made": "amount_bid", "capot_adds": []}),
    ({MADE: "2*bid"}, {}, {"capot_made": "amount_bid", "capot_multiplied": False, "capot_adds": []}),
    ({MADE: "m*bid + bid"}, {}, {"capot_made": "amount_bid", "capot_multiplied": False, "capot_adds": []}),
    ({MADE: "m*3*bid"}, {}, {"capot_adds": []}),
    ({MADE: "m*600", "generale_made.declarer": "m*1000"}, {},
     {"capot_made_amount": 600, "generale_made_amount": 1000, "capot_adds": []}),
    ({MADE: "m*600", "generale_made.declarer": "m*1000"}, {"capot": False},
     {"generale_made_amount": 1000, "capot_adds": []}),
    ({MADE: "m*600"}, {"generale": False}, {"capot_made_amount": 600, "capot_adds": []}),
    ({**LESS, MADE: "m*bid + announces + belote"}, {}, {}),
    ({**LESS, MADE: "m*(bid - 7)"}, {}, {"capot_adds": []}),
    ({**LESS, MADE: "m*(bid + 93)"}, {}, {"capot_made": "amount_bid", "capot_made_amount": 100,
                                          "generale_made_amount": 100, "capot_adds": []}),
]  # fmt: skip


#: A doubled capot that is written in another way than the plain one.
DOUBLED_CAPOTS: list[tuple[Any, ...]] = [
    ({MADE: "m*500", "capot_made.doubled.declarer": "m*600"}, {},
     {"capot_made_amount": 500, "generale_made_amount": 500, "capot_adds": []}),
    ({**LESS, MADE: "m*bid + announces + belote", "capot_made.doubled.declarer": "m*bid + 10"}, {}, {}),
    ({**LESS, MADE: "bid", "capot_made.doubled.declarer": "2*m*bid"}, {}, {"capot_adds": []}),
]  # fmt: skip


@pytest.mark.parametrize("capots", [CAPOTS, DOUBLED_CAPOTS], ids=["plain", "doubled"])
def test_what_a_capot_that_was_bid_is_worth(capots: list[tuple[Any, ...]]) -> None:
    for cells, played, answers in capots:
        without = {"belote": NO_BELOTE, "announces": NO_ANNOUNCES}
        ruleset = next((without[key] for key in played if key in without), USUAL)
        read = grid(cells, ruleset, without=("capot_failed",))
        full = complete({"announces": True, "generale": True, **read.read(), **played})
        read_capots(full, read)
        assert {key: full[key] for key in CAPOT} == {**CAPOT, **answers}, (cells, played)
        assert full["capot_failed"] == "like"


def test_what_a_capot_that_failed_is_worth() -> None:
    read = grid({FAILED: "m*600 + announces", "generale_failed.defence": "m*1100"}, without=("capot_made",))
    full = complete({"announces": True, "generale": True, **read.read()})
    read_capots(full, read)
    amounts = [
        full[f"{contract}_{result}_amount"] for contract in ("capot", "generale") for result in ("made", "failed")
    ]
    assert (full["capot_made"], full["capot_failed"], amounts) == ("like", "amount", [250, 600, 500, 1100])
    assert full["capot_adds"] == []


def test_what_no_answer_says_is_named_by_the_rows_that_rule_it() -> None:
    tree = read_toml(PLAIN)
    score = tree["score"]
    del score["capot_made"], score["capot_failed"]
    answers, rest = answers_of(tree)
    assert ({key: answers[key] for key in SAID}, rest) == (SAID, ())
    plain = score["made"]
    score["made"] = {**plain, "doubled": {**plain, "declarer": "m*bid + announces + belote"}}
    assert answers_of(tree).rest == ()
    score["made"] = {**plain, "doubled": {**plain, "declarer": "points*bid"}}
    score["failed"]["declarer"] = "belote + 5"
    score["capot_made"] = {"declarer": "m*points*bid", "defence": "belote + 5"}
    tree["sweep"]["points"] = "2*total"
    assert answers_of(tree).rest == (
        "sweep.points", "score.made.doubled.declarer", "score.failed.declarer", "score.capot_made.declarer",
        "score.capot_made.defence",
    )  # fmt: skip


def test_totals_have_no_grid_and_a_variant_has_no_part_in_what_is_read() -> None:
    answers, rest = answers_of({"game": {"kind": "totals"}, "totals": {"sides": 3}})
    told = {"kind": "totals", "totals_sides": "3", "capot": False, "coinche": False, "surcoinche": False}
    assert (answers, rest) == (complete(told), ())
    tree = read_toml(PLAIN)
    assert answers_of({**tree, "variant": {"odd": {"bids": {"lowest": "no number"}}}}) == answers_of(tree)
