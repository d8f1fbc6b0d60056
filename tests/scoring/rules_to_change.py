"""Rule sets to change a key at a time: one that plays everything at once, and a plain one to make slips in."""

from functools import lru_cache

from scoring.rules import RuleSet, load_ruleset

# Everything that the format has and that can be played at once, a key a line, so that a test can change one.
RICH = """\
id = "rich"
name = "Rich"
document = "A sheet"
dated = 2020-03-01
[game]
kind = "auction"
tricks = 8
passed = "void"
[cards]
trumps = ["S", "H", "D", "C", "SA", "TA"]
all_trump = "natural"
last_trick = { suit = 10, SA = 10, TA = 10 }
unit = 1
[cards.convert.TA]
ratio = [162, 258]
to = 162
unit = 1
to_nearest = "nearest"
side = "declarer"
last_trick = "with"
[bids]
lowest = 80
step = 10
highest = { suit = 160, SA = 160, TA = 160 }
capot = 250
generale = 500
generale_needs = "alone"
capot_doubled = true
[belote]
value = 20
most = { suit = 1, SA = 0, TA = 4 }
[announces]
on = true
count = "best_side"
equal = "ask"
values = { tierce = 20 }
values_SA = { tierce = 30 }
[success]
at_bid = "made"
margin = 0
lowest_needs = 82
beat_defence = "no"
belote = "lowers"
belote_floor = 82
belote_from = 90
announces = true
judge = "exact"
tie = "held"
tie_last_deal = "share"
[sweep]
points = "252"
[doubling]
coinche = 2
surcoinche = 4
[rounding]
unit = 10
up_from = 5
scope = "points"
last_deal_exact = true
divide = 1
[held]
carried_to = "winner"
[values]
k = { suit = 1, SA = 2, TA = 3 }
[labels]
k = "rank"
[score.made]
declarer = "points + k*m*bid + announces + belote"
defence = "points + announces + belote"
[score.failed]
declarer = "belote"
defence = "160 + k*m*bid + announces + belote"
[score.held]
declarer = "belote"
defence = "points + belote"
keep = "points"
[score.share]
declarer = "points"
defence = "points"
[score.capot_made]
declarer = "m*bid + belote"
defence = "belote"
[score.capot_failed]
declarer = "belote"
defence = "m*bid + belote"
[score.generale_made]
declarer = "2*m*bid + belote"
defence = "belote"
[score.generale_failed]
declarer = "belote"
defence = "2*m*bid + belote"
[[penalty]]
fault = "misdeal"
from = 1
until = 1
amount = "0"
then = "redeal"
counted = false
[[penalty]]
fault = "revoke"
amount = "160 + bid"
"""

BASE = load_ruleset(RICH)


@lru_cache(maxsize=256)
def changed(old: str, new: str) -> RuleSet:
    """RICH with one text in it become another."""
    assert old in RICH
    return load_ruleset(RICH.replace(old, new, 1))


# What stands in RICH, and what it becomes where it stands first.
CHANGES = [
    ('kind = "auction"', 'kind = "take"'),
    ("tricks = 8", "tricks = 16"),
    ('passed = "void"', 'passed = "counted"'),
    ('trumps = ["S", "H", "D", "C", "SA", "TA"]', 'trumps = ["S", "H", "D", "SA", "TA"]'),
    ('all_trump = "natural"', 'all_trump = "14-9-6-5-3-1"'),
    ("last_trick = { suit = 10, SA = 10, TA = 10 }", "last_trick = { suit = 10, SA = 10, TA = 0 }"),
    ("unit = 1\n[cards", "total = { suit = 160 }\nunit = 1\n[cards"),
    ("unit = 1\n[cards", "unit = 2\n[cards"),
    ("ratio = [162, 258]", "ratio = [2, 3]"),
    ("to = 162", "to = 160"),
    ("unit = 1\nto_nearest", "unit = 10\nto_nearest"),
    ('to_nearest = "nearest"', 'to_nearest = "down"'),
    ('side = "declarer"', 'side = "defence"'),
    ('last_trick = "with"', 'last_trick = "apart"'),
    ("lowest = 80", "lowest = 90"),
    ("step = 10", "step = 5"),
    ("highest = { suit = 160, SA = 160, TA = 160 }", "highest = { suit = 160, SA = 160, TA = 240 }"),
    ("highest = { suit = 160, SA = 160, TA = 160 }", "highest = 0"),
    ("lowest = 80", "list = [80, 100, 120]\nlowest = 80"),
    ("capot = 250", "capot = false"),
    ("capot = 250", "capot = 270"),
    ("generale = 500", "generale = false"),
    ('generale_needs = "alone"', 'generale_needs = "sweep"'),
    ("capot_doubled = true", "capot_doubled = false"),
    ("value = 20", "value = 30"),
    ("value = 20", "value = 0"),
    ("most = { suit = 1, SA = 0, TA = 4 }", "most = { suit = 1, SA = 0, TA = 1 }"),
    ("on = true", "on = false"),
    ('count = "best_side"', 'count = "both"'),
    ('equal = "ask"', 'equal = "nobody"'),
    ('equal = "ask"', 'equal = "ask"\ncancel = ["carre-7"]'),
    ("values = { tierce = 20 }", "values = { tierce = 25 }"),
    ("values_SA = { tierce = 30 }", "values_SA = { tierce = 40 }"),
    ('at_bid = "made"', 'at_bid = "failed"'),
    ("margin = 0", "margin = 2"),
    ("lowest_needs = 82", "lowest_needs = 84"),
    ('beat_defence = "no"', 'beat_defence = "at_least"'),
    ('beat_defence = "no"', 'beat_defence = "more"'),
    ('belote = "lowers"', 'belote = "yes"'),
    ('belote = "lowers"', 'belote = "no"'),
    ('belote = "lowers"', 'belote = "if_ahead"'),
    ("belote_floor = 82", "belote_floor = 80"),
    ("belote_from = 90", "belote_from = 100"),
    ("announces = true", "announces = false"),
    ('judge = "exact"', 'judge = "converted"'),
    ('judge = "exact"', 'judge = "rounded"'),
    ('tie = "held"', 'tie = "replay"'),
    ('tie_last_deal = "share"', 'tie_last_deal = "made"'),
    ('points = "252"', 'points = "total"'),
    ("coinche = 2\n", "coinche = 3\n"),
    ("surcoinche = 4", ""),
    ("unit = 10\nup_from = 5", "unit = 5\nup_from = 3"),
    ("up_from = 5", "up_from = 6"),
    ('scope = "points"', 'scope = "line"'),
    ('scope = "points"', 'scope = "declarer_rest"'),
    ('scope = "points"', 'scope = "defence_rest"'),
    ('scope = "points"', 'scope = "none"'),
    ("last_deal_exact = true", "last_deal_exact = false"),
    ("divide = 1", "divide = 10"),
    ('carried_to = "winner"', 'carried_to = "maker"'),
    ("k = { suit = 1, SA = 2, TA = 3 }", "k = { suit = 1, SA = 2, TA = 4 }"),
    ("points + k*m*bid + announces", "points + k*m*bid + m*announces"),
    ("160 + k*m*bid + announces", "162 + k*m*bid + announces"),
    ('[score.failed]\ndeclarer = "belote"', '[score.failed]\ndeclarer = "0"'),
    ('keep = "points"', 'keep = "points + belote"'),
    ('keep = "points"', 'keep = "m*points"'),
    ('[score.share]\ndeclarer = "points"', '[score.share]\ndeclarer = "points + belote"'),
    ('"m*bid + belote"\ndefence = "belote"', '"m*bid"\ndefence = "belote"'),
    ('"2*m*bid + belote"\ndefence = "belote"', '"2*m*bid + belote"\ndefence = "0"'),
    ("until = 1", "until = 2"),
    ('amount = "0"', 'amount = "20"'),
    ('then = "redeal"', 'then = "next-dealer"'),
    ("counted = false", "counted = true"),
    ('amount = "160 + bid"', 'amount = "160"'),
]  # fmt: skip

PLAIN = """\
id = "plain"
name = "Plain"
[cards]
trumps = ["S", "H", "D", "C", "SA", "TA"]
[bids]
capot = 250
[sweep]
points = "258"
[doubling]
coinche = 2
surcoinche = 4
[score.made]
declarer = "m*(points + bid) + belote"
defence = "m*points + belote"
[score.failed]
declarer = "belote"
defence = "m*(160 + bid) + belote"
"""

# Code, key, and the slip: what stands in PLAIN, and what it becomes.
SLIPS = [
    ("doubling_unused", "score.failed", 'defence = "m*(160 + bid) + belote"', 'defence = "160 + bid + belote"'),
    ("row_unused", "score.held", "[doubling]", '[score.held]\ndeclarer = 0\ndefence = 0\nkeep = "points"\n[doubling]'),
    ("row_unused", "score.generale_made", "[doubling]", "[score.generale_made]\ndeclarer=0\ndefence=0\n[doubling]"),
    ("sweep_twice", "score.made.declarer", "m*(points + bid)", "m*(points + bid + 90*sweep)"),
    ("sweep_below_total", "sweep.points", '"258"', '"150"'),
    ("belote_twice_declarer", "score.failed", "160 + bid) + belote", "160 + bid) + belote + their_belote"),
    ("belote_lost_defence", "score.failed", "160 + bid) + belote", "160 + bid)"),
    ("belote_lost_both", "score.failed", 'declarer = "belote"\ndefence = "m*(160 + bid) + belote"',
     'declarer = "0"\ndefence = "m*(160 + bid)"'),
    ("announces_lost", "score.made", "[doubling]", "[announces]\non = true\n[doubling]"),
    ("below_zero", "score.made.declarer", "m*(points + bid)", "m*(points - bid)"),
    ("value_unused", "values.pot", "[doubling]", "[values]\npot = 3\n[doubling]"),
    ("highest_below_lowest", "bids.highest", "capot = 250", "capot = 250\nhighest = 70"),
    ("highest_off_step", "bids.highest.SA", "capot = 250", "capot = 250\nhighest = { SA = 165 }"),
    ("capot_below_highest", "bids.capot", "capot = 250", "capot = 160"),
    ("generale_below_capot", "bids.generale", "capot = 250", "capot = 250\ngenerale = 240"),
    ("redoubling_not_more", "doubling.surcoinche", "surcoinche = 4", "surcoinche = 2"),
    ("pack_off_unit", "cards.unit", "[bids]", "unit = 10\n[bids]"),
    ("unnamed", "name", 'name = "Plain"\n', ""),
    ("not_read", "rounding.unit", "[doubling]", "[rounding]\nunit = 10\n[doubling]"),
    ("not_read", "rounding.scope", "[doubling]", '[rounding]\nscope = "line"\n[doubling]'),
    ("not_read", "rounding.last_deal_exact", "[doubling]", "[rounding]\nlast_deal_exact = true\n[doubling]"),
    ("not_read", "success.judge", "[doubling]", '[success]\njudge = "rounded"\n[doubling]'),
    ("not_read", "success.belote_floor", "[doubling]", "[success]\nbelote_floor = 80\n[doubling]"),
    ("not_read", "success.belote_from", "[doubling]", '[success]\nbelote = "no"\nbelote_from = 90\n[doubling]'),
    ("not_read", "success.belote", "[doubling]", '[belote]\nvalue = 0\n[success]\nbelote = "no"\n[doubling]'),
    ("not_read", "success.announces", "[doubling]", "[success]\nannounces = false\n[doubling]"),
    ("not_read", "announces.count", "[doubling]", '[announces]\ncount = "both"\n[doubling]'),
    ("not_read", "announces.equal", "[doubling]", '[announces]\nequal = "nobody"\n[doubling]'),
    ("not_read", "announces.cancel", "[doubling]", '[announces]\ncancel = ["carre-7"]\n[doubling]'),
    ("not_read", "bids.generale_needs", "capot = 250", 'capot = 250\ngenerale_needs = "sweep"'),
    ("not_read", "bids.capot_doubled", "capot = 250", "capot_doubled = false"),
    ("not_read", "bids.take", "capot = 250", "capot = 250\ntake = 82"),
    ("not_read", "bids.step", "capot = 250", "capot = 250\nlist = [80, 92]\nstep = 12"),
    ("not_read", "held.carried_to", "[doubling]", '[held]\ncarried_to = "maker"\n[doubling]'),
    ("not_read", "cards.all_trump", '"SA", "TA"]', '"SA"]\nall_trump = "14-9-6-5-3-1"'),
    ("not_read", "cards.convert.TA", '"SA", "TA"]', '"SA"]\n[cards.convert.TA]\nratio = [162, 258]'),
    ("always_made", "success.beat_defence", "[cards]", '[game]\nkind = "take"\n[cards]'),
]  # fmt: skip


def slipped(old: str, new: str) -> str:
    """PLAIN with one text in it become another."""
    assert old in PLAIN
    return PLAIN.replace(old, new, 1)
