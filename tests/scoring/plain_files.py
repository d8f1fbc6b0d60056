"""What tests.scoring.plainly asks and reads: answers to try, and a file that is changed in one place at a time."""

from typing import Any

ROW: dict[str, Any] = {
    "fault": "revoke", "from": 1, "until": 99, "points": 160, "adds": [], "then": "", "counted": False,
}  # fmt: skip
LADDERS: list[list[dict[str, Any]]] = [
    [ROW],
    [{**ROW, "points": 0}, {**ROW, "points": 0, "adds": ["pack"], "counted": True}],
    [{**ROW, "until": 1, "then": "redeal"}, {**ROW, "from": 2, "adds": ["bid", "announces"]}],
]
#: What is answered in lists and tables, beside the usual: the others are tried one by one.
TRIED: dict[str, list[Any]] = {
    "penalties": LADDERS,
    "bid_list": [[100], [120, 90, 90]],
    "highest": [{"suit": 160, "SA": 170, "TA": 0}, {"suit": 0, "SA": 0, "TA": 0}],
    "last_trick": [{"suit": 10, "SA": 10, "TA": 20}, {"suit": 0, "SA": 0, "TA": 0}],
    "pack_totals": [{"suit": 152, "SA": 120, "TA": 248}],
    "trump_factors": [
        {"S": 2, "H": 2, "D": 2, "C": 2, "SA": 3, "TA": 4}, {"S": 1, "H": 2, "D": 3, "C": 4, "SA": 5, "TA": 6},
    ],
    "failed_amounts": [{"suit": 162, "SA": 130, "TA": 258}],
}  # fmt: skip
#: Answers beside which the others are looked at once more: all that a usual game has not.
MUCH: dict[str, Any] = {
    "no_trump": True, "all_trump": True, "announces": True, "announces_swept": True, "generale": True,
    "trump_factor": "all", "trump_factors": {"S": 1, "H": 1, "D": 1, "C": 1, "SA": 2, "TA": 3},
    "tie": "held", "tie_last_deal": "share", "at_bid": "held", "held_multiplied": True, "loser_multiplied": True,
    "belote_multiplied": "always", "belote_held": "waits", "bid_less": 10, "sweep_unasked": "bonus",
    "failed_figure": "by_trump", "failed_amounts": {"suit": 162, "SA": 130, "TA": 258},
    "capot_made": "amount", "capot_failed": "amount_bid", "rounding": "points",
}  # fmt: skip
#: A file that a cell at a time is changed in.
PLAIN = """\
id = "plain"
[cards]
trumps = ["S", "H", "D", "C", "SA", "TA"]
convert = { TA = { ratio = [162, 258] } }
[bids]
lowest = 80
step = 10
highest = 160
capot = 250
generale = 500
[announces]
on = true
[doubling]
coinche = 2
surcoinche = 4
[sweep]
points = "252"
[values]
pot = { suit = 160, SA = 170, TA = 180 }
f = { S = 2, else = 3 }
same = 5
[score.made]
declarer = "m*(points + bid) + announces + belote"
defence = "points + announces + belote"
[score.failed]
declarer = "belote"
defence = "m*(160 + bid) + announces + their_announces + belote"
[score.held]
declarer = "belote"
defence = "points + announces"
keep = "points"
[score.capot_made]
declarer = "m*bid + announces + belote"
defence = "belote"
[score.capot_failed]
declarer = "belote"
defence = "m*bid + announces + belote"
"""
CELLS: dict[str, tuple[str, ...]] = {
    "made.declarer": (
        "0", "points", "bid", "points + bid", "m*points + bid", "points + m*bid", "m*(points + their_points + bid)",
        "total", "m*total + bid", "162", "m*162 + bid", "pot", "pot + m*bid", "f*(points + bid)", "points + f*bid",
        "f*m*(points + bid + announces + belote)", "points + bid - 3", "m*(points + bid - 3)",
        "points + bid + 90*sweep",
        "m*(points + bid + 90*sweep)", "points + bid + announces + their_announces + belote + their_belote",
        "points + bid + announces + sweep*their_announces", "m*(points + bid + belote)", "same*bid", "points + same",
        "points*bid", "2*points + bid", "points + 2*bid", "m*m*bid", "-points + 200", "bid - bid", "sweep*sweep + bid",
        "sweep*their_sweep + bid", "alone*bid", "m*announces + m*(points + bid)", "points + bid + m*belote",
        "100 + their_announces", "points + bid + belote + m*their_belote", "f*points + f*bid + announces",
        "pot + pot*bid", "points - points + bid", "bid + 0*points",
    ),
    "made.defence": (
        "0", "points", "m*points", "points + announces", "points + m*announces", "belote", "m*(points + belote)",
        "points + announces - their_sweep*announces + belote", "points + 90*sweep + announces + belote",
        "m*(points + 90*sweep + announces) + belote", "10", "f*points", "points + announces + m*belote", "pot",
    ),
    "made.doubled.declarer": (
        "m*bid", "points + m*bid", "m*(points + bid) + announces + belote", "m*160 + bid", "m*(160 + bid + 90*sweep)",
        "m*points + bid + announces + belote", "m*(points + bid + announces + belote)", "90*sweep + m*bid",
        "pot + m*bid",
        "m*(points + bid) + announces + m*belote", "m*(points + bid) + announces + their_announces + belote",
        "m*(points + bid) + announces + belote + their_belote", "f*m*bid", "total*m", "m*their_points",
    ),
    "made.doubled.defence": (
        "0", "points", "announces + belote", "m*points + announces + belote", "points + m*announces + belote",
        "points + announces + m*belote", "belote", "m*belote",
    ),
    "failed.declarer": (
        "0", "points", "m*points + belote", "m*belote", "announces + belote", "announces", "m*announces + belote", "10",
        "points + announces + belote",
    ),
    "failed.defence": (
        "0", "160", "162 + bid", "total + m*bid", "m*total", "pot + bid", "m*(pot + bid)",
        "points + their_points + bid",
        "m*(points + their_points) + belote", "160 + bid + 90*sweep", "m*(160 + bid + 90*sweep)", "160 + f*bid",
        "f*(160 + bid)", "160 + bid - 5", "160 + bid + belote + their_belote", "m*(160 + bid + belote)",
        "160 + bid + announces", "160 + bid + their_announces", "m*(160 + bid + announces + their_announces)",
        "m*160 + bid",
        "160 + m*bid", "-160", "same", "same*bid", "pot", "m*pot", "bid*bid", "points + bid", "points", "bid",
        "160 + bid + their_belote", "m*(160 + bid) + announces + belote + m*their_belote",
    ),
    "failed.doubled.defence": (
        "m*162", "m*160 + bid", "160 + bid", "points + m*bid", "total + bid", "pot", "m*(160 + bid + 90*sweep)",
        "m*(160 + bid) + belote", "m*(points + their_points)", "bid",
        "m*(160 + bid + announces + their_announces) + belote",
    ),
    "failed.doubled.declarer": ("m*belote", "0", "m*announces + belote", "points", "m*points + belote"),
    "held.declarer": ("0", "m*belote", "points", "belote + announces"),
    "held.defence": ("points", "m*points", "m*(points + announces)", "points + announces + belote", "0"),
    "held.keep": ("0", "points + belote", "points + announces", "points + announces + belote", "bid"),
    "held.doubled.defence": ("m*(points + announces)", "m*points", "0"),
    "capot_made.declarer": (
        "500", "m*500", "bid", "2*bid", "m*2*bid", "500 + bid", "m*(500 + bid)", "500 + m*bid", "m*bid + belote",
        "m*bid + announces", "m*bid", "m*(bid + announces)", "pot", "m*(points + bid) + announces + belote", "0",
        "f*bid",
        "m*bid + announces + m*belote", "bid + belote + announces + their_announces", "bid - 10",
    ),
    "capot_made.doubled.declarer": ("m*bid + announces + belote", "bid + announces + belote", "m*500", "0"),
    "capot_failed.defence": (
        "500", "m*500", "bid", "2*bid", "500 + bid", "m*(500 + bid)", "m*bid", "m*bid + belote", "bid + announces",
        "m*(160 + bid) + announces + their_announces + belote", "0", "m*(bid + announces + their_announces) + belote",
    ),
    "generale_made.declarer": ("1000", "m*1000", "bid", "m*bid", "1000 + bid", "2*bid", "m*2*bid", "m*bid + belote"),
    "generale_failed.defence": ("1000", "m*1000", "bid", "m*bid", "1000 + bid", "2*bid"),
}  # fmt: skip
#: What stands in PLAIN, and what it becomes.
ODD: list[tuple[str, str]] = [
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', 'trumps = ["S", "H", "D", "C"]'),
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', 'trumps = ["S", "SA"]'),
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', 'trumps = ["S", "H", "D", "C", "TA"]'),
    ('convert = { TA = { ratio = [162, 258] } }\n', ''),
    ('convert = { TA = { ratio = [162, 258] } }', 'convert = { TA = { ratio = [162, 258], side = "defence" } }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'convert = { TA = { ratio = [162, 258], to_nearest = "up" } }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'convert = { TA = { ratio = [162, 258], to = 162, unit = 1 } }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'convert = { TA = { ratio = [162, 258], to = 160, unit = 10 } }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'convert = { TA = { ratio = [152, 248], last_trick = "apart" } }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'convert = { SA = { ratio = [1, 2] } }'),
    ('convert = { TA = { ratio = [162, 258] } }',
     'all_trump = { A = 7, 10 = 5, K = 3, Q = 2, J = 14, 9 = 9, 8 = 0, 7 = 0 }'),
    ('convert = { TA = { ratio = [162, 258] } }',
     'all_trump = { A = 11, 10 = 10, K = 4, Q = 3, J = 20, 9 = 14, 8 = 0, 7 = 0 }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'total = { suit = 152, SA = 120, TA = 258 }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'total = { suit = 152 }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'last_trick = { suit = 10, SA = 10, TA = 12 }'),
    ('convert = { TA = { ratio = [162, 258] } }', 'unit = 10'),
    ('convert = { TA = { ratio = [162, 258] } }', 'unit = 2'),
    ("lowest = 80", "lowest = 1001"), ("lowest = 80", "lowest = 80\nlist = [80, 90]"), ("step = 10", "step = 1"),
    ("highest = 160", "highest = { suit = 160, SA = 150, TA = 140 }"), ("capot = 250", "capot = false"),
    ("generale = 500", "generale = false"), ("generale = 500", "generale = 500\ngenerale_needs = \"sweep\""),
    ("generale = 500", "generale = 500\ncapot_doubled = false"), ("on = true", "on = false"),
    ("on = true", "on = true\nvalues = { tierce = 30 }"), ("on = true", "on = true\nvalues_SA = { tierce = 30 }"),
    ("on = true", 'on = true\ncancel = ["carre-7", "tierce"]'), ("on = true", 'on = true\ncount = "both"'),
    ("on = true", 'on = true\ncancel = ["cent"]\nequal = "both"'), ("coinche = 2", "coinche = 11"),
    ("coinche = 2\nsurcoinche = 4", "coinche = false\nsurcoinche = false"), ("surcoinche = 4", "surcoinche = false"),
    ("surcoinche = 4", "surcoinche = 4\n[belote]\nvalue = 0"), ("surcoinche = 4",
    "surcoinche = 4\n[belote]\nvalue = 30"),
    ("surcoinche = 4", "surcoinche = 4\n[belote]\nmost = { TA = 2 }"),
    ("surcoinche = 4", "surcoinche = 4\n[belote]\nmost = { suit = 2 }"),
    ("surcoinche = 4", "surcoinche = 4\n[belote]\nmost = { SA = 1 }"),
    ("surcoinche = 4", "surcoinche = 4\n[belote]\nmost = { suit = 0, TA = 0 }"),
    ('points = "252"', 'points = "total"'), ('points = "252"', 'points = "total + 90"'),
    ('points = "252"', 'points = "total - 10"'), ('points = "252"', 'points = "252 + 100*alone"'),
    ('points = "252"', 'points = "total + 90 + 100*alone"'), ('points = "252"', 'points = "2*total"'),
    ('points = "252"', 'points = "pot"'), ('points = "252"', 'points = "same + 100"'),
    ('points = "252"', 'points = "162"'),
    ('points = "252"', 'points = "total*alone"'), ('[sweep]\npoints = "252"\n', ""),
    ('points = "252"', 'points = "alone"'),
    ('points = "252"', 'points = "-10 + total"'), ('points = "252"', 'points = "total + 90*alone + 10*alone"'),
    ("same = 5", "same = 5\n[rounding]\nunit = 10"), ("same = 5", "same = 5\n[rounding]\nunit = 5\nscope = \"points\""),
    ("same = 5", "same = 5\n[rounding]\nunit = 10\nscope = \"declarer_rest\"\nlast_deal_exact = true"),
    ("same = 5", "same = 5\n[rounding]\ndivide = 10"), ("same = 5", "same = 5\n[success]\nbelote = \"no\""),
    ("same = 5", "same = 5\n[success]\ntie = \"held\"\ntie_last_deal = \"made\"\njudge = \"converted\""),
    ("same = 5", "same = 5\n[success]\ntie = \"held\"\ntie_last_deal = \"held\"\nbelote = \"lowers\""),
    ("same = 5", "same = 5\n[success]\nmargin = 10\nlowest_needs = 82\nbelote_from = 90\nbelote_floor = 1"),
    ("same = 5", 'same = 5\n[[penalty]]\nfault = "misdeal"\namount = "bid*2"'),
    ("same = 5", 'same = 5\n[[penalty]]\nfault = "misdeal"\namount = "total + announces"\nuntil = 2\nthen = "redeal"'),
    ("same = 5", 'same = 5\n[[penalty]]\nfault = "misdeal"\namount = 20\ncounted = true'),
    ("same = 5", 'same = 5\n[[penalty]]\nfault = "misdeal"\namount = "20 + 30"'),
    ("same = 5", "same = 5\n[labels]\nsame = \"five\""),
]  # fmt: skip
#: Answers that meet in the same cells.
BESIDE: list[dict[str, Any]] = [
    MUCH,
    {**MUCH, "trump_factor": "bid"},
    {**MUCH, "trump_factor": "none", "capot_adds": []},
    {**MUCH, "capot_multiplied": False, "capot_adds": ["belote"]},
    {**MUCH, "capot_made_amount": 250, "generale_made_amount": 500},
    {**MUCH, "capot_made_amount": 0, "generale_made_amount": 0, "capot_failed_amount": 0, "generale_failed_amount": 0},
    {**MUCH, "sweep_bonus_for": "declarers"},
    {**MUCH, "sweep_bonus_for": "defence", "doubled_made": "figure_bid", "doubled_sweep": 50},
    {"sweep_unasked": "bonus", "sweep_bonus": 40, "doubled_defence": "nothing"},
    {"sweep_unasked": "added", "sweep_added": -10, "sweep_alone": 100},
    {"sweep_unasked": "added", "sweep_added": 0}, {"sweep_unasked": "points", "sweep_alone": 1},
    {"made_writes": "figure_bid", "made_amount": 0}, {"failed_writes": "figure_bid", "failed_amount": 0},
    {"made_writes": "figure", "made_amount": 0}, {"failed_writes": "figure", "failed_amount": 0},
    {"failed_figure": "pack", "failed_writes": "figure"}, {"failed_sweep": 90, "failed_multiplied": ["sweep"]},
    {"failed_declarer": "points", "loser_multiplied": True},
    {"made_multiplied": ["sweep"], "doubled_made": "all", "doubled_sweep": 90}, {"generale": True, "capot": False},
    {"generale": True, "capot_made": "amount", "capot_made_amount": 300, "generale_made_amount": 500},
    {"generale": True, "capot": False, "capot_failed": "amount", "generale_failed_amount": 500},
    {"announces": True, "announces_made": "winner", "announces_failed": "kept", "announces_doubled": "lost"},
    {"announces": True, "announces_made": "lost", "announces_failed": "lost", "announces_doubled": "kept"},
    {"announces": True, "announces_swept": True, "announces_made": "winner"},
    {"belote_made": "winner", "belote_doubled": "lost", "belote_multiplied": "winner"},
    {"belote_made": "lost", "belote_doubled": "kept", "belote_failed": "lost", "belote_multiplied": "always"},
    {"belote_failed": "winner", "belote_written": "failed", "belote_multiplied": "always"},
    {"belote_written": "never"}, {"belote": False, "belote_value": 30}, {"tie": "share"}, {"tie": "held"},
    {"tie": "held", "belote_held": "kept", "held_multiplied": True, "belote_multiplied": "always"},
    {"tie": "share", "held_multiplied": True}, {"coinche": False, "tie": "held", "held_multiplied": True},
    {"coinche": False, "doubled_made": "bid", "doubled_failed": "bid"}, {"surcoinche": False, "coinche_times": 3},
    {"kind": "take", "beat_defence": "more", "made_writes": "points", "failed_writes": "figure", "take_needs": 82},
    {"kind": "take", "beat_defence": "more", "made_writes": "points", "failed_writes": "all", "capot": True},
    {"kind": "totals", "totals_sides": "3", "totals_control": 500, "totals_lowest": -100},
    {"kind": "totals", "totals_sides": "2", "penalties": [ROW]}, {"trump_factor": "all", "tie": "held"},
    {"players": "2", "points_unit": "10", "rounding": "line", "rounding_unit": "5", "rounding_up_from": 3},
]  # fmt: skip
COPIED = ("rich", "club", "contreeorg", "jweb")
CHANGED: list[dict[str, Any]] = [
    {}, {"lowest": 90, "capot": False}, {"generale": True, "generale_value": 700}, {"coinche": False},
    {"belote": False},
    {"failed_figure": "by_trump", "failed_amounts": {"suit": 160, "SA": 150, "TA": 140}}, {"tie": "held"},
    {"trump_factor": "bid", "trump_factors": {"S": 2, "H": 2, "D": 2, "C": 2, "SA": 3, "TA": 4}},
    {"trump_factor": "all", "trump_factors": {"S": 1, "H": 2, "D": 3, "C": 4, "SA": 5, "TA": 6}},
    {"failed_figure": "fixed", "failed_amount": 162}, {"capot_made": "amount", "capot_made_amount": 600},
    {"capot_failed": "like", "capot_made": "like"}, {"made_defence": "nothing", "doubled_defence": "points"},
    {"kind": "take", "beat_defence": "more", "made_writes": "points", "failed_writes": "figure"}, {"kind": "totals"},
    {"announces": True, "announces_made": "winner"}, {"rounding": "none"}, {"penalties": [ROW]},
]  # fmt: skip
#: What stands in PLAIN, and what it becomes, so that other examples can be worked.
WORKED: list[tuple[str, str]] = [
    ("lowest = 80", "lowest = 80"), ('"S", "H", "D", "C", ', '"C", "D", "S", '), ('"S", "H", "D", "C", ', '"C", "D", '),
    ('"S", "H", "D", "C", ', '"C", '), ('"S", "H", "D", "C", ', ""), ('"S", "H", "D", "C", "SA", ', ""),
    ('"S", "H", "D", "C", "SA", "TA"', '"H", "TA"'), ('"S", "H", "D", "C", "SA", "TA"', '"TA", "SA"'),
    ("lowest = 80", "lowest = 81"), ("lowest = 80", "lowest = 82"), ("lowest = 80", "lowest = 150"),
    ("capot = 250", "capot = false"), ("generale = 500", 'generale = 500\ngenerale_needs = "sweep"'),
    ("lowest = 80", "lowest = 40\nlist = [40, 95, 105]"),
    ("[bids]", '[game]\nkind = "take"\n[bids]'),
    ("[bids]", '[game]\nkind = "take"\n[success]\nbeat_defence = "more"\n[bids]'),
    ('points = "252"', 'points = "total"'), ("on = true", "on = false"),
    ("same = 5", 'same = 5\n[success]\ntie = "held"'),
    ("same = 5", 'same = 5\n[success]\nbelote = "no"'), ("same = 5", "same = 5\n[success]\nmargin = 20"),
    ("TA = { ratio = [162, 258] } }", "suit = { ratio = [161, 162] } }"), ("surcoinche = 4", "surcoinche = false"),
]  # fmt: skip
TOTAL = ('points = "252"', 'points = "total"')
NO_BELOTE, NO_ANNOUNCES = ("[sweep]", "[belote]\nvalue = 0\n[sweep]"), ("on = true", "on = false")
ALL_TRUMPS = '"S", "H", "D", "C", "SA", "TA"'
BARE = {
    "made.declarer": "m*(points + bid)", "made.defence": "points", "failed.declarer": "0",
     "failed.defence": "m*(160 + bid)",
    "capot_made.declarer": "m*bid", "capot_made.defence": "0", "capot_failed.declarer": "0",
     "capot_failed.defence": "m*bid",
}  # fmt: skip
#: Changes of PLAIN that meet: texts in it, and cells.
MEETING: list[tuple[list[tuple[str, str]], dict[str, str]]] = [
    ([TOTAL], {"made.declarer": "m*(points + bid) + 90*sweep"}), ([TOTAL], {"made.defence": "points + 90*sweep"}),
    ([TOTAL], {"made.declarer": "m*(points + bid + 90*sweep)", "made.defence": "points + 90*sweep"}), ([TOTAL], {}),
    ([TOTAL], {"made.declarer": "m*(points + bid) + 90*sweep", "made.defence": "points + 40*sweep"}),
    *(([NO_BELOTE], {**BARE, cell: f"{BARE[cell]} + belote"}) for cell in ("made.declarer", "made.defence")),
    *(([NO_BELOTE], {**BARE, cell: f"{BARE[cell]} + belote"}) for cell in ("failed.declarer", "failed.defence")),
    *(([NO_ANNOUNCES], {**BARE, cell: f"{BARE[cell]} + announces"}) for cell in ("made.declarer", "made.defence")),
    *(([NO_ANNOUNCES], {**BARE, cell: f"{BARE[cell]} + announces"}) for cell in ("failed.declarer", "failed.defence")),
    ([NO_BELOTE], BARE), ([NO_ANNOUNCES], BARE), ([], BARE),
    *(([], {"failed.defence": "points + bid", "failed.doubled.defence": formula})
      for formula in ("m*(162 + bid)", "pot + bid", "m*total", "total + m*bid", "m*points + bid")),
    *(([], {"failed.defence": "bid", "failed.doubled.declarer": formula}) for formula in ("162", "pot", "points", "0")),
    ([(ALL_TRUMPS, '"SA", "TA"')], {"failed.defence": "pot + bid"}),
     ([(ALL_TRUMPS, '"S", "H"')], {"failed.defence": "pot"}),
    ([(ALL_TRUMPS, '"S", "H"')], {"made.declarer": "f*(points + bid)"}),
     ([(ALL_TRUMPS, '"TA"')], {"made.declarer": "f*bid"}),
    *(([], {cell: formula}) for cell in ("made.declarer", "made.defence", "failed.declarer", "failed.defence")
      for formula in ("f*points", "f*bid + points", "bid - 7", "m*(bid - 7)")),
    *(([], {cell: formula}) for cell in ("made.doubled.declarer", "failed.doubled.defence", "failed.doubled.declarer")
      for formula in ("f*m*points", "m*(bid - 7)", "m*(bid - 7) + belote*f")),
    ([], {"made.declarer": "f*(points + bid)", "made.defence": "f*points", "failed.declarer": "0",
     "failed.defence": "f*160"}),
    ([], {"made.declarer": "f*points", "made.defence": "f*points", "failed.declarer": "f*belote",
     "failed.defence": "160"}),
    ([], {"made.declarer": "m*(points + bid + belote)", "made.defence": "points + m*belote",
     "failed.declarer": "m*belote"}),
    ([], {"made.declarer": "m*(points + bid)", "made.defence": "points", "failed.defence": "m*(160 + bid + belote)"}),
    ([], {"made.declarer": "m*(points + bid + belote)", "made.defence": "points + belote", "failed.declarer": "0"}),
    ([("surcoinche = 4", "surcoinche = false")], {"made.declarer": "points + bid - 3"}),
    ([("coinche = 2\nsurcoinche = 4", "coinche = false\nsurcoinche = false")],
     {"made.declarer": "m*(points + bid - 3)"}),
    ([("convert = { TA = { ratio = [162, 258] } }\n", "")], {"failed.defence": "total + bid"}),
    ([("convert = { TA = { ratio = [162, 258] } }\n", "")], {"made.declarer": "m*total + bid"}),
    ([("same = 5", "same = 5\nlike = { suit = 160, SA = 170, TA = 180 }")], {"failed.defence": "like + bid",
     "made.declarer": "pot*bid"}),
    ([("same = 5", "same = 5\npot_2 = 1\ntimes = 2")], {"failed.defence": "m*(pot + bid)",
     "made.declarer": "f*points + f*bid"}),
    ([], {"capot_made.declarer": "500", "capot_failed.defence": "500", "generale_made.declarer": "1000",
     "generale_failed.defence": "800"}),
    ([], {"capot_made.declarer": "m*(250 + bid)", "generale_made.declarer": "m*(500 + bid)",
     "capot_failed.defence": "m*(250 + bid)"}),
    ([("capot = 250", "capot = false")], {"generale_made.declarer": "m*2*bid", "generale_failed.defence": "2*bid"}),
    ([("generale = 500", "generale = false")], {"capot_made.declarer": "2*bid + belote",
     "capot_failed.defence": "m*2*bid"}),
]  # fmt: skip
