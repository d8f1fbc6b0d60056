"""What the rules refuse, each once: formulas, deals, penalties, totals, rule-set files and game formats.

What is said of each stands in golden/refusals-en.txt, word for word (see tests.scoring.golden).
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from scoring.rules import RulesError, RuleSet, RuleSetError, load_ruleset, preset, preset_source, score_event
from scoring.rules.errors import DealError
from scoring.rules.formula import FormulaError, parse_formula
from scoring.rules.game_format import FormatError, GameFormat

NAMES = ("points", "bid", "m", "belote")

FORMULAS = [
    "", "bid +", "bid bid", "bid)", "(bid", "()", "bid / 2345678901234", "1000000", "luck", "* bid",
    "(" * 13 + "bid" + ")" * 13, "+".join(["bid"] * 65), "*".join(["(bid + 1)"] * 7), "m*m*m*m*bid", "1000*1000",
    "bid" + " " * 298,
]  # fmt: skip

GRID = '[score.made]\ndeclarer = "points"\ndefence = "their_points"\n[score.failed]\ndeclarer = 0\ndefence = "total"\n'
DEAL: dict[str, Any] = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105, "EW": 57}}
TAKE = {"contract": "take"}

# The rule set in which it cannot be (more of a file, or a preset's id), and what the deal has instead.
DEALS: list[tuple[str, dict[str, Any]]] = [
    ("club", {"id": 3}), ("club", {"declarer": "north"}), ("club", {"declarer": True}),
    ("club", {"declarer": ["NS"]}), ("club", {"declarer": None}), ("club", {"contract": None}),
    ("club", {"contract": 100.5}), ("club", {"contract": "100"}), ("club", {"contract": "generale"}),
    ("club", {"contract": "take"}), ("club", {"contract": 70}), ("club", {"contract": 95}),
    ("club", {"contract": 250}), ("club", {"contract": 10**30}), ("club", {"contract": -80}),
    ("club", {"trump": None}), ("club", {"trump": "hearts"}), ("club", {"trump": {}}),
    ("club", {"trump": "a word of more than thirty letters"}), ("club", {"trump": "thirty letters are not too long"}),
    ("club", {"trump": "thirty letters are not so long"}),
    ("club", {"double": "double"}), ("club", {"double": 2}), ("club", {"points": None}), ("club", {"points": {}}),
    ("club", {"points": 105}), ("club", {"points": {"NS": 105, "EW": 58}}), ("club", {"points": {"NS": 105.5}}),
    ("club", {"points": {"NS": True, "EW": 57}}), ("club", {"points": {"NS": -5}}), ("club", {"points": {"EW": -5}}),
    ("club", {"points": {"NS": 163}}), ("club", {"points": {"EW": 163}}), ("club", {"points": {"NS": 20_000}}),
    ("club", {"points": {"NS": "105"}}), ("club", {"points": {"north": 105}}), ("club", {"points": {"NS": 161}}),
    ("club", {"points": {"EW": 161}}), ("club", {"tricks": {"NS": 5, "EW": 2}}), ("club", {"tricks": {"NS": 9}}),
    ("club", {"tricks": {"EW": 9}}), ("club", {"tricks": {"NS": 4.5, "EW": 4}}), ("club", {"tricks": 5}),
    ("club", {"tricks": {"NS": 8}}), ("club", {"tricks": {"NS": 0}}), ("club", {"tricks": {"NS": 1}}),
    ("club", {"tricks": {"NS": 8}, "sweep": "EW"}), ("club", {"tricks": {"NS": 5}, "sweep": "NS"}),
    ("club", {"sweep": "NS"}), ("club", {"sweep": "EW"}), ("club", {"sweep": "all"}), ("club", {"alone": True}),
    ("club", {"alone": "no"}), ("club", {"last_trick": "none"}),
    ("club", {"points": {"NS": 0}, "sweep": "EW", "last_trick": "NS"}),
    ("club", {"points": {"NS": 0}, "tricks": {"NS": 0}, "last_trick": "NS"}),
    ("club", {"points": {"NS": 3}, "last_trick": "NS"}), ("club", {"points": {"EW": 3}, "last_trick": "EW"}),
    ("club", {"belote": ["NS", "EW"]}), ("club", {"belote": "NS"}), ("club", {"belote": [True]}),
    ("club", {"trump": "SA", "belote": ["NS"]}), ("[belote]\nmost = 0\n", {"belote": ["NS"]}),
    ("club", {"announces": {"NS": ["terz"]}}), ("club", {"announces": {"NS": [25]}}),
    ("club", {"announces": {"NS": [0]}}), ("club", {"announces": {"EW": [1010]}}),
    ("club", {"announces": {"NS": [True]}}), ("club", {"announces": {"NS": "tierce"}}),
    ("club", {"announces": {"NS": ["tierce"] * 13}}), ("club", {"announces": ["tierce"]}),
    ("club", {"announces": {"N": []}}), ("club", {"announces": {"NS": ["carre-J"], "EW": ["carre-J"]}}),
    ("club", {"announces": {"NS": [20], "EW": [20]}}), ("", {"announces": {"NS": [20]}}),
    ("club", {"best": "both"}), ("club", {"carried": -1}), ("club", {"carried": 10**9}), ("club", {"carried": "81"}),
    ("club", {"last_deal": 1}), ("club", {"points_scale": 160}), ("club", {"points_scale": "162"}),
    ("", {"trump": "SA"}), ("", {"double": "coinche"}), ("", {"contract": "capot"}), ("", {"contract": 170}),
    ("[bids]\nlist = [80, 100]\n", {"contract": 90}), ('[game]\nkind = "take"\n', {}),
    ("[bids]\ncapot = 250\ncapot_doubled = false\n[doubling]\ncoinche = 2\n",
     {"contract": "capot", "double": "coinche"}),
    ("[cards]\nunit = 10\ntotal = 160\n", {"points": {"NS": 105}}),
    ("[cards.convert.suit]\nratio = [16, 162]\nto = 16\n", {"points": {"NS": 163}}),
    ('[cards.convert.suit]\nratio = [1, 1]\nlast_trick = "apart"\n', {}),
    ("[values]\nbig = 100000\n" + GRID.replace('"points"', '"big*bid"'), {}),
    ('[game]\nkind = "totals"\n', {}),
]  # fmt: skip

LADDER = """\
[[penalty]]
fault = "misdeal"
until = 3
amount = "bid"
[[penalty]]
fault = "played card"
amount = "announces - 20"
"""
PENALTIES: list[tuple[str, dict[str, Any]]] = [
    (LADDER, {"id": 3}), (LADDER, {"fault": None}), (LADDER, {"fault": ""}), (LADDER, {"fault": 3}),
    (LADDER, {"fault": []}), (LADDER, {"fault": "shouting"}), ("", {}), (LADDER, {"by": None}), (LADDER, {"by": "N"}),
    (LADDER, {"by": ["NS"]}), (LADDER, {"nth": 0}), (LADDER, {"nth": 4}), (LADDER, {"nth": 100}),
    (LADDER, {"nth": "2"}), (LADDER, {"bid": -10}), (LADDER, {"bid": "take"}), (LADDER, {"bid": "capot"}),
    (LADDER, {"bid": "generale"}), (LADDER, {"bid": False}), (LADDER, {"bid": 10_001}), (LADDER, {"trump": "SA"}),
    (LADDER, {"trump": "X"}), (LADDER, {"trump": 3}), (LADDER, {"announces": {"NS": ["tierce"]}}),
    (LADDER, {"announces": {"N": []}}), (LADDER, {"fault": "played card"}),
    (LADDER.replace('"bid"', '"bid*bid*bid"'), {"bid": 160}),
]  # fmt: skip

TOTALS: list[tuple[str, dict[str, Any]]] = [
    ("", {"id": 3, "totals": {"NS": 1, "EW": 1}}), ("", {"totals": None}), ("", {"totals": {"NS": 1}}),
    ("", {"totals": [1, 2]}), ("", {"totals": {"NS": 1, "EW": 1, "A": 1}}), ("", {"totals": {"NS": 1.5, "EW": 1}}),
    ("", {"totals": {"NS": 1, "EW": True}}), ("", {"totals": {"NS": -1, "EW": 1}}),
    ("", {"totals": {"A": 1, "B": 1, "C": 100_001}}), ("lowest = -50", {"totals": {"NS": -51, "EW": 1}}),
    ("sides = 2", {"totals": {"A": 1, "B": 1, "C": 1}}), ("sides = 3", {"totals": {"NS": 1, "EW": 1}}),
    ("control = 162", {"totals": {"NS": 81, "EW": 80}}),
]  # fmt: skip

# What stands in the club's file, and what it becomes.
SLIPS = [
    ("capot = 250", "capot = true"), ("capot = 250", "capot = 0"), ("capot = 250", 'capot = "x"'),
    ("lowest = 80", 'lowest = "80"'), ("lowest = 80", "lowest = true"), ("lowest = 80", "lowest = 2001"),
    ("step = 10", "step = 0"), ("step = 10", "step = 1001"), ("highest = 240", "highest = -1"),
    ("highest = 240", "highest = { TB = 1 }"), ("highest = 240", "highest = { SA = 2001 }"),
    ("highest = 240", "list = 3"), ("highest = 240", "list = [true]"), ("highest = 240", "list = [2001]"),
    ("highest = 240", "list = [0]"), ("highest = 240", f"list = {[80] * 201}"), ("lowest = 80", "take = 2001"),
    ("lowest = 80", 'generale_needs = "x"'), ("lowest = 80", "capot_doubled = 1"), ("lowest = 80", "generale = 10001"),
    ("lowest = 80", "lowest = 80\nlowst = 90"), ("lowest = 80", "lowest = 1" + "0" * 30),
    ("lowest = 80", "lowest = [80]"), ("lowest = 80", "lowest = { a = 1 }"), ("lowest = 80", "lowest = 80.5"),
    ("lowest = 80", f"lowest = '{'8' * 80}'"), ("lowest = 80", f"lowest = '{'8' * 38}'"),
    ("lowest = 80", f"lowest = '{'8' * 39}'"), ("lowest = 80", "lowest = 9" + "9" * 29),
    ("on = true", "on = 1"), ('count = "best_side"', 'count = "one"'), ('equal = "ask"', 'equal = "maybe"'),
    ('equal = "ask"', "equal = 3"), ("on = true", 'on = true\ncancel = ["carre-6"]'),
    ("on = true", "on = true\ncancel = 3"), ("on = true", "on = true\ncancel = [[]]"),
    ("on = true", "on = true\nvalues = { tierze = 20 }"), ("on = true", "on = true\nvalues = { tierce = 1001 }"),
    ("on = true", "on = true\nvalues = 3"), ("on = true", "on = true\nvalues = { quarante = 50, cinquante = 40 }"),
    ("on = true", "on = true\nvalues_SA = { tierce = -1 }"),
    ("surcoinche = 4", "surcoinche = 1"), ("surcoinche = 4", "surcoinche = 11"), ("coinche = 2\nsur", "sur"),
    ('all_trump = "natural"', 'all_trump = "14-9"'), ('all_trump = "natural"', "all_trump = { J = 20 }"),
    ('all_trump = "natural"', "all_trump = 3"),
    ('all_trump = "natural"', "all_trump = { J = 101, 9 = 1, A = 1, 10 = 1, K = 1, Q = 1, 8 = 1, 7 = 1 }"),
    ('"C", "SA", "TA"]', '"C", "C"]'), ('"C", "SA", "TA"]', '"C", 4]'),
    ('kind = "auction"', 'kind = "auction"\nkinds = 1'), ('kind = "auction"', 'kind = "poker"'),
    ('kind = "auction"', 'kind = "auction"\ntricks = 9'), ('kind = "auction"', "kind = 3"),
    ("[doubling]", "[game.more]\n[doubling]"), ("[doubling]", "[luck]\nx = 1\n[doubling]"),
    ("pot = { suit = 162, TA = 258, SA = 152 }", "pot = { suit = 162 }"),
    ("pot = { suit = 162, TA = 258, SA = 152 }", "pot = { suit = 162, other = 1 }"),
    ("pot = { suit = 162, TA = 258, SA = 152 }", "pot = 100001"),
    ("pot = { suit = 162, TA = 258, SA = 152 }", "pot = -100001"),
    ("pot = { suit", "bid = 3\npot = { suit"), ("pot = { suit", "Jackpot = 3\npot = { suit"),
    ("pot = { suit", "".join(f"v{number} = 1\n" for number in range(60)) + "pot = { suit"),
    ("m*(pot", "m*(jackpot"), ('declarer = "belote"', 'declarer = "belote +"'),
    ('declarer = "belote"', "declarer = 1.5"), ('declarer = "belote"', "declarer = 1000000000"),
    ('declarer = "belote"', "declarer = 999999999"), ('declarer = "belote"', 'declarer = "alone"'),
    ('declarer = "belote"\n', ""), ('at_bid = "made"', 'at_bid = "held"'), ('at_bid = "made"', 'tie = "share"'),
    ('at_bid = "made"', 'tie = "made"\ntie_last_deal = "share"'), ('at_bid = "made"', 'at_bid = "x"'),
    ('at_bid = "made"', 'tie = "x"'), ('at_bid = "made"', 'tie_last_deal = "x"'), ('at_bid = "made"', "margin = 2001"),
    ('at_bid = "made"', "lowest_needs = 2001"), ('at_bid = "made"', 'beat_defence = "x"'),
    ('belote = "yes"', 'belote = "x"'), ('at_bid = "made"', "belote_floor = 2001"),
    ('at_bid = "made"', "belote_from = 2001"), ("announces = true", "announces = 1"),
    ('at_bid = "made"', 'judge = "x"'),
    ('id = "club"', 'id = "Club"'), ('id = "club"', ""), ('id = "club"', f'id = "{"a" * 61}"'),
    ('en = "Club coinche"', "en = 3"), ('en = "Club coinche"', f'en = "{"a" * 201}"'),
    ('en = "Club coinche"', 'english = "x"'), ('dated = ""', "dated = 3"), ('dated = ""', "dated = 10:00:00"),
    ('dated = ""', "dated = [true]"), ("[labels]", "[labels]\njackpot = { en = 'x' }"),
    ('pot = { en = "missed bid"', "pot = { en = 3"),
    ("[doubling]", "[rounding]\ndivide = 100\n[doubling]"), ("[doubling]", "[rounding]\nunit = 3\n[doubling]"),
    ("[doubling]", "[rounding]\nup_from = 11\n[doubling]"), ("[doubling]", "[rounding]\nup_from = 0\n[doubling]"),
    ("[doubling]", '[rounding]\nunit = 5\nup_from = 6\n[doubling]'),
    ("[doubling]", '[rounding]\nscope = "x"\n[doubling]'),
    ("[doubling]", "[rounding]\nlast_deal_exact = 1\n[doubling]"),
    ("[doubling]", "[sweep]\npoints = 'bid'\n[doubling]"), ("[doubling]", "[held]\ncarried_to = 'x'\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [162]\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nunit = 1\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [162, 10001]\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [0, 1]\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [2, 3]\nlast_trick = 'apart'\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [1, 5]\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [1, 1]\nto = 10001\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [1, 1]\nunit = 5\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [1, 1]\nto_nearest = 'x'\n[doubling]"),
    ("[doubling]", "[cards.convert.TA]\nratio = [1, 1]\nside = 'x'\n[doubling]"),
    ("[doubling]", "[cards.convert.hearts]\nratio = [1, 2]\n[doubling]"),
    ("[doubling]", "[variant.x.bids]\ncapot = 'y'\n[doubling]"), ("[doubling]", "[variant.x]\nid = 'y'\n[doubling]"),
    ("[doubling]", "[variant.X]\n[doubling]"), ("[doubling]", "[variant.x]\nname = 3\n[doubling]"),
    ("[doubling]", "".join(f"[variant.v{number}]\n" for number in range(61)) + "[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = ''\n[doubling]"), ("[doubling]", "[[penalty]]\nfault = ' '\n[doubling]"),
    ("[doubling]", f"[[penalty]]\nfault = '{'a' * 61}'\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\nfrom = 0\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\nuntil = 100\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\nfrom = 3\nuntil = 2\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\namount = 'points'\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\namount = true\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\nthen = 'beer'\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\ncounted = 1\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\nwho = 'b'\n[doubling]"),
    ("[doubling]", "[penalty]\nfault = 'a'\n[doubling]"),
    ("[doubling]", "[[penalty]]\nfault = 'a'\n" * 101 + "[doubling]"),
]  # fmt: skip

FILES = [
    "#" * 100_001, "\ufeff#\n#" + "a" * 99_999, 'name = "\ud800"',
    "#\na" + ".a" * 101 + " = 1", "[bids]\nlowest = " + "9" * 5000, "#\na.b.c.d.e.f.g.h.i = 1",
    "a = [[[[[[[[[1]]]]]]]]]", "variant = 1", 'id = "x"\nscore = 1', 'id = "x"\n[score]\nmade = 1',
    'id = "x"\nname = { "" = "a" }', 'id = "x"\nname = [3]', 'id = "x"\ncards = 1', 'id = "x"\n[cards]\nconvert = 1',
    'id = "x"\nvalues = 1', 'id = "x"\nlabels = 1', 'id = "x"\npenalty = 1', 'id = "x"\npenalty = [1]',
    'id = "x"\n[cards]\ntrumps = []', 'id = "x"\n[cards]\ntrumps = "S"', 'id = "x"\n[cards]\nlast_trick = 101',
    'id = "x"\n[cards]\ntotal = 1001', 'id = "x"\n[cards]\nunit = 101', 'id = "x"\n[cards]\nunit = 0',
    'id = "x"\n[belote]\nvalue = 1001', 'id = "x"\n[belote]\nmost = 5', 'id = "x"\n[game]\npassed = "x"',
    'id = "x"\n[score.made]\ndeclarer = 1', 'id = "x"\n[score.held]\nkeep = 1',
    f'id = "x"\n{GRID}[totals]\nsides = 2',
    'id = "x"\n[game]\nkind = "totals"\n[totals]\nsides = 1',
    'id = "x"\n[game]\nkind = "totals"\n[totals]\ncontrol = -1',
    'id = "x"\n[game]\nkind = "totals"\n[totals]\nlowest = 1',
    'id = "x"\n[game]\nkind = "totals"\n[totals]\nlowest = -100001',
    'id = "x"\n[game]\nkind = "totals"\n[totals]\ncontrol = 100001',
]  # fmt: skip

LENGTHS: list[dict[str, Any]] = [
    {}, {"kind": "innings", "length": 9}, {"kind": ["deals"], "length": 9}, {"kind": "deals"},
    {"kind": "deals", "length": 0}, {"kind": "deals", "length": 101}, {"kind": "deals", "length": True},
    {"kind": "deals", "length": "12"}, {"kind": "target", "length": 100_001}, {"kind": "minutes", "length": 1441},
    {"kind": "minutes", "length": 40, "ending": {"minutes": 30}},
]  # fmt: skip
# What a game of twelve deals has besides.
TO_DEALS: list[dict[str, Any]] = [
    {"halves": 2}, {"ending": []}, {"ending": {"draw": True}}, {"ending": {"equal": "lots"}},
    {"ending": {"equal": 1}}, {"ending": {"both": "taker"}}, {"ending": {"enough": 10}},
    {"ending": {"exceed": True}}, {"ending": {"may_not_win": ["capot"]}}, {"ending": {"more_deals": 1}},
    {"ending": {"finish_deal": False}}, {"ending": {"minutes": 0}}, {"ending": {"minutes": 1441}},
    {"ending": {"minutes": 40, "more_deals": 21}}, {"ending": {"minutes": 40, "more_deals": -1}},
    {"a key of more than thirty letters": 1}, {"ending": {"a key of more than thirty letters": 1}},
    {"caps": {"winner": 0}}, {"caps": {"winner": 600, "loser": 601}}, {"caps": {"loser": 100_001}},
    {"caps": {"winner": 100_001}}, {"caps": {"loser": 0}}, {"caps": {"games": [1]}}, {"caps": {"winner": 9.5}},
    {"caps": {"winner": 9, "games": [0]}}, {"caps": {"winner": 9, "games": [101]}},
    {"caps": {"winner": 9, "games": [2, 1]}}, {"caps": {"winner": 9, "games": [2, 2]}},
    {"caps": {"winner": 9, "games": 3}}, {"caps": {"loser": 9, "games": ["3"]}}, {"caps": {"top": 9}},
    {"match_points": {"win": 1001}}, {"match_points": {"loss": -1001}}, {"match_points": {"draw": 3}},
    {"match_points": {"draw": -1}}, {"match_points": {"forfeit_win": 1001}}, {"match_points": {"win": "2"}},
    {"match_points": {"forfeit_loss": -1001}}, {"match_points": {"bands": 3}}, {"match_points": {"bands": [3]}},
    {"match_points": {"bands": [{"win": 3, "loss": 0}]}}, {"match_points": {"bands": [{"margin": 5, "win": 3}]}},
    {"match_points": {"bands": [{"margin": 5, "loss": 3}]}},
    {"match_points": {"bands": [{"margin": 0, "win": 3, "loss": 0}]}},
    {"match_points": {"bands": [{"margin": 100_001, "win": 3, "loss": 0}]}},
    {"match_points": {"bands": [{"margin": 5, "win": 1001, "loss": 0}]}},
    {"match_points": {"bands": [{"margin": 5, "win": 3, "loss": -1001}]}},
    {"match_points": {"bands": [{"margin": 5, "win": "3", "loss": 0}]}},
    {"match_points": {"bands": [{"margin": 5, "win": 3, "loss": 0, "draw": 1}]}},
    {"match_points": {"bands": [{"margin": 5, "win": 3, "loss": 0}] * 2}},
    {"match_points": {"bands": [{"margin": 5, "win": 3, "loss": 0}] * 21}},
    {"match_points": {"ties": 1}}, {"games_to_win": 0}, {"games_to_win": 6}, {"games_to_win": "2"},
]  # fmt: skip
# How a game to 2000 points ends.
TO_TARGET: list[dict[str, Any]] = [
    {"enough": 2001}, {"enough": 0}, {"enough": "1995"}, {"enough": 1995, "exceed": True}, {"exceed": 1},
    {"may_not_win": "capot"}, {"may_not_win": ["luck"]}, {"may_not_win": [["capot"]]},
    {"may_not_win": ["capot+belote+capot"]}, {"may_not_win": [""]}, {"may_not_win": ["capot"] * 13},
    {"owes": "trick"}, {"owes": "beer"}, {"held": "me"}, {"equal": "x"}, {"more_deals": 1}, {"finish_deal": False},
    {"minutes": "40"},
]  # fmt: skip


def refusals() -> Iterator[tuple[str, Callable[[], str]]]:
    """What is refused, as a title, and how to hear what is said of it."""
    events: dict[str, list[tuple[str, dict[str, Any]]]] = {"deal": DEALS, "penalty": PENALTIES, "totals": TOTALS}
    for text in FORMULAS:
        yield f"formula {text[:60]!r}", partial(_heard, partial(parse_formula, text, NAMES))
    for kind, rows in events.items():
        for more, changes in rows:
            yield f"{kind} {more[:40]!r} {_short(changes)}", partial(_event, kind, more, changes)
    for old, new in SLIPS:
        yield f"file {old!r} -> {_short(new)}", partial(_file, _with(old, new))
    for source in FILES:
        yield f"file {_short(source)}", partial(_file, source)
    deals = [{"kind": "deals", "length": 12, **more} for more in TO_DEALS]
    target = [{"kind": "target", "length": 2000, "ending": ending} for ending in TO_TARGET]
    for data in (*LENGTHS, *deals, *target):
        yield f"format {_short(data)}", partial(_heard, partial(GameFormat.from_data, data))


def _short(thing: object) -> str:
    said = repr(thing)
    return said if len(said) <= 120 else f"{said[:80]} ... {said[-20:]}"


def _with(old: str, new: str) -> str:
    club = preset_source("club")
    assert old in club
    return club.replace(old, new, 1)


def _file(source: str) -> str:
    return _heard(partial(load_ruleset, source))


def _event(kind: str, more: str, changes: dict[str, Any]) -> str:
    event = {
        "deal": {**DEAL, **changes},
        "penalty": {"fault": "misdeal", "by": "NS", "nth": 1, "bid": None, **changes},
        "totals": changes,
    }[kind]
    ruleset = _totals(more) if kind == "totals" else _ruleset(more)
    return _heard(partial(score_event, ruleset, event))


def _ruleset(more: str) -> RuleSet:
    if more == "club":
        return preset("club")
    return load_ruleset('id = "x"\n' + more + ("" if "[score" in more or '"totals"' in more else GRID))


def _totals(more: str) -> RuleSet:
    return load_ruleset(f'id = "x"\n[game]\nkind = "totals"\n[totals]\n{more}\n')


def _heard(do: Callable[[], object]) -> str:
    """The refusal in words, with the French ones where there are any."""
    try:
        found = do()
    except (RulesError, FormulaError) as refused:
        error = refused
    else:
        return f"NOT REFUSED: {found!r:.80}"
    if isinstance(error, (DealError, FormatError)):
        return f"{error}\n{error.text('fr')}"
    if isinstance(error, RuleSetError):
        assert str(error).endswith(error.message)
    return str(error)
