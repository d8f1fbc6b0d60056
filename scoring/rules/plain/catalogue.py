"""The questions in the order they are asked, group by group, each independent of the others as far as cards allow."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.rules.cards import ALL_TRUMP, MODES, RANKS, TRUMPS
from scoring.rules.deal import ANNOUNCES
from scoring.rules.plain.questions import Condition, Question, When
from scoring.rules.sections import ANNOUNCE_VALUES, MAX_BID, MAX_CONVERTED

GROUPS = (
    "pack", "bids", "contract", "belote", "announces", "made", "failed", "capot", "doubling", "ties", "rounding",
    "passed", "penalties",
)  # fmt: skip

# What a side writes for a contract: its tricks' points, a figure said once for all, all cards; with the bid or not.
WRITES = ("points_bid", "points", "bid", "figure_bid", "figure", "all_bid", "all")
MULTIPLIED = ("points", "bid", "announces", "sweep")


def _if(key: str, *values: str | bool) -> Condition:
    return Condition(key, values or (True,))


def _all(*conditions: Condition) -> When:
    return (conditions,)


_DEALS = _all(_if("kind", "auction", "take"))
_TOTALS = _all(_if("kind", "totals"))
_BIDS = _all(_if("kind", "auction"))
_ALL_TRUMP = _all(_if("all_trump"))
_OWN_CONVERSION = _all(_if("all_trump_conversion", "own"))
_BELOTE = _all(_if("belote"))
_ANNOUNCES = _all(_if("announces"))
_COINCHE = _all(_if("coinche"))
_HELD: When = ((_if("at_bid", "held"),), (_if("tie", "held"),), (_if("tie_last_deal", "held"),))
_SETTLED: When = (*_HELD, (_if("tie", "share"),), (_if("tie_last_deal", "share"),))
_BEFORE = ("points", "declarer_rest", "defence_rest")
_FLAT: When = ((_if("capot_made", "amount", "amount_bid"),), (_if("capot_failed", "amount", "amount_bid"),))


def _with(when: When, condition: Condition) -> When:
    return tuple((*together, condition) for together in when)


def _choice(key: str, options: tuple[str, ...], when: When, default: str = "") -> Question:
    return Question(key, "choice", default or options[0], options, when=when)


def _number(key: str, default: int, low: int, high: int, when: When) -> Question:
    return Question(key, "number", default, (), low, high, when)


def _flag(key: str, default: bool, when: When) -> Question:
    return Question(key, "flag", default, when=when)


def _table(key: str, default: Mapping[str, int], low: int, high: int, when: When) -> Question:
    return Question(key, "table", dict(default), tuple(default), low, high, when)


def _set(key: str, options: tuple[str, ...], default: tuple[str, ...], when: When) -> Question:
    return Question(key, "set", list(default), options, when=when)


_PACK = (
    _choice("kind", ("auction", "take", "totals"), ()),
    _choice("totals_sides", ("0", "2", "3"), _TOTALS),
    _number("totals_control", 0, 0, 100_000, _TOTALS),
    _number("totals_lowest", 0, -100_000, 0, _TOTALS),
    _choice("players", ("4", "2"), _DEALS),
    _flag("no_trump", False, _DEALS),
    _flag("all_trump", False, _DEALS),
    _choice("all_trump_scale", (*ALL_TRUMP, "own"), _ALL_TRUMP),
    _table(
        "all_trump_cards", {rank: ALL_TRUMP["natural"][rank] for rank in RANKS}, 0, 100,
        _all(_if("all_trump_scale", "own")),
    ),
    _choice("all_trump_conversion", ("none", "to_162", "own"), _ALL_TRUMP),
    _number("convert_up", 162, 1, 10_000, _OWN_CONVERSION),
    _number("convert_down", 258, 1, 10_000, _OWN_CONVERSION),
    _number("convert_to", 0, 0, MAX_CONVERTED, _OWN_CONVERSION),
    _choice("convert_unit", ("1", "10"), _OWN_CONVERSION),
    _choice("convert_nearest", ("nearest", "down", "up"), _OWN_CONVERSION),
    _choice("convert_side", ("declarer", "defence"), _OWN_CONVERSION),
    _choice("convert_last_trick", ("with", "apart"), _OWN_CONVERSION),
    _table("last_trick", dict.fromkeys(MODES, 10), 0, 100, _DEALS),
    _choice("pack_total", ("counted", "fixed"), _DEALS),
    _table("pack_totals", dict.fromkeys(MODES, 162), 0, 1000, _all(_if("pack_total", "fixed"))),
    _choice("points_unit", ("1", "10"), _DEALS),
    _choice("trump_factor", ("none", "bid", "all"), _DEALS),
    _table("trump_factors", dict.fromkeys(TRUMPS, 1), 1, 100, _all(_if("trump_factor", "bid", "all"))),
)  # fmt: skip

_BID_LADDER = _all(_if("kind", "auction"), _if("bid_steps", "ladder"))
_CAPOT = _all(_if("kind", "auction"), _if("capot"))
_GENERALE = _all(_if("kind", "auction"), _if("generale"))
_BIDDING = (
    _choice("bid_steps", ("ladder", "list"), _BIDS),
    _number("lowest", 80, 1, 1000, _BID_LADDER),
    _number("step", 10, 1, 1000, _BID_LADDER),
    _table("highest", dict.fromkeys(MODES, 160), 0, MAX_BID, _BID_LADDER),
    Question("bid_list", "numbers", list(range(80, 161, 10)), (), 1, MAX_BID, _all(_if("bid_steps", "list"))),
    _flag("capot", True, _BIDS),
    _number("capot_value", 250, 1, 10_000, _CAPOT),
    _flag("generale", False, _BIDS),
    _number("generale_value", 500, 1, 10_000, _GENERALE),
    _choice("generale_needs", ("alone", "sweep"), _GENERALE),
    _number("bid_less", 0, 0, 100, _BIDS),
    _number("take_needs", 0, 0, 1000, _all(_if("kind", "take"))),
)

_CONTRACT = (
    _choice("beat_defence", ("no", "at_least", "more"), _DEALS),
    _choice("at_bid", ("made", "failed", "held"), _DEALS),
    _number("margin", 0, 0, 1000, _BIDS),
    _number("lowest_needs", 0, 0, 1000, _BIDS),
    _choice(
        "judge",
        ("exact", "converted", "rounded"),
        ((_if("all_trump_conversion", "to_162", "own"),), (_if("rounding", *_BEFORE),)),
    ),
)

_COMPARED: When = (
    (_if("belote"), _if("beat_defence", "at_least", "more")),
    (_if("belote"), _if("tie", "made", "failed", "held", "share", "replay")),
)
_WRITTEN = _all(_if("belote"), _if("belote_written", "always", "failed"))
_MADE_WRITTEN = _all(_if("belote"), _if("belote_written", "always"))
_BELOTES = (
    _flag("belote", True, _DEALS),
    _number("belote_value", 20, 1, 1000, _BELOTE),
    _number("belote_all_trump", 4, 0, 4, _all(_if("belote"), _if("all_trump"))),
    _choice("belote_written", ("always", "failed", "never"), _BELOTE),
    _choice("belote_helps", ("yes", "no", "lowers", "if_ahead"), _BELOTE),
    _number("belote_floor", 0, 0, 1000, _all(_if("belote_helps", "lowers"))),
    _number("belote_from", 0, 0, 1000, _all(_if("belote_helps", "yes", "lowers", "if_ahead"), _if("kind", "auction"))),
    _flag("belote_against", True, _COMPARED),
    _choice("belote_failed", ("kept", "winner", "lost"), _WRITTEN),
    _choice("belote_made", ("kept", "winner", "lost"), _MADE_WRITTEN),
    _choice("belote_doubled", ("same", "kept", "winner", "lost"), _with(_MADE_WRITTEN, _if("coinche"))),
    _choice("belote_multiplied", ("no", "winner", "always"), _with(_WRITTEN, _if("coinche"))),
    _choice("belote_held", ("kept", "waits", "lost"), _with(_HELD, _if("belote_written", "always", "failed"))),
)

_WORTH = {name: ANNOUNCE_VALUES[name] for name in ANNOUNCES}
_ANNOUNCING = (
    _flag("announces", False, _DEALS),
    _choice("announces_side", ("best_side", "both"), _ANNOUNCES),
    _choice("announces_equal", ("ask", "nobody", "both"), _all(_if("announces_side", "best_side"))),
    _table("announces_values", _WORTH, 0, 1000, _ANNOUNCES),
    _flag("announces_no_trump", False, _all(_if("announces"), _if("no_trump"))),
    _table("announces_no_trump_values", _WORTH, 0, 1000, _all(_if("announces_no_trump"))),
    _set("announces_cancel", ANNOUNCES, (), _ANNOUNCES),
    _flag("announces_count", True, _ANNOUNCES),
    _choice("announces_made", ("kept", "winner", "lost"), _ANNOUNCES),
    _choice("announces_failed", ("winner", "kept", "lost"), _ANNOUNCES),
    _choice("announces_doubled", ("same", "kept", "winner", "lost"), _all(_if("announces"), _if("coinche"))),
    _flag("announces_swept", False, _ANNOUNCES),
)

_MADE = (
    _choice("made_writes", WRITES, _DEALS),
    _number("made_amount", 160, 0, 10_000, _all(_if("made_writes", "figure", "figure_bid"))),
    _choice("made_defence", ("points", "nothing"), _DEALS),
)

_FIGURE: When = ((_if("failed_writes", "figure", "figure_bid"),), (_if("doubled_failed", "figure", "figure_bid"),))
_FAILED = (
    _choice("failed_writes", WRITES, _DEALS, "figure_bid"),
    _choice("failed_figure", ("fixed", "pack", "by_trump"), _FIGURE),
    _number("failed_amount", 160, 0, 10_000, _with(_FIGURE, _if("failed_figure", "fixed"))),
    _table("failed_amounts", {"suit": 162, "SA": 162, "TA": 162}, 0, 10_000, _all(_if("failed_figure", "by_trump"))),
    _number("failed_sweep", 0, 0, 10_000, _DEALS),
    _choice("failed_declarer", ("nothing", "points"), _DEALS),
)

_CAPOT_WRITES = ("like", "amount", "amount_bid")
_OWN_FAILED = _all(_if("capot_failed", "amount", "amount_bid"))
_SWEEPS = (
    _choice("sweep_unasked", ("none", "points", "added", "bonus"), _DEALS, "points"),
    _number("sweep_points", 252, 0, 10_000, _all(_if("sweep_unasked", "points"))),
    _number("sweep_added", 90, -100, 10_000, _all(_if("sweep_unasked", "added"))),
    _number("sweep_alone", 0, 0, 10_000, _all(_if("sweep_unasked", "points", "added"))),
    _number("sweep_bonus", 90, 0, 10_000, _all(_if("sweep_unasked", "bonus"))),
    _choice("sweep_bonus_for", ("both", "declarers", "defence"), _all(_if("sweep_unasked", "bonus"))),
    _choice("capot_made", _CAPOT_WRITES, (*_CAPOT, *_GENERALE)),
    _number("capot_made_amount", 250, 0, 10_000, _all(_if("capot_made", "amount", "amount_bid"), _if("capot"))),
    _number("generale_made_amount", 500, 0, 10_000, _all(_if("capot_made", "amount", "amount_bid"), _if("generale"))),
    _choice("capot_failed", _CAPOT_WRITES, (*_CAPOT, *_GENERALE)),
    _number("capot_failed_amount", 250, 0, 10_000, _all(_if("capot_failed", "amount", "amount_bid"), _if("capot"))),
    _number(
        "generale_failed_amount", 500, 0, 10_000, _all(_if("capot_failed", "amount", "amount_bid"), _if("generale"))
    ),
    _set("capot_adds", ("belote", "announces"), ("belote", "announces"), _FLAT),
    _flag("capot_multiplied", True, _with(_FLAT, _if("coinche"))),
)

_DOUBLING = (
    _flag("coinche", True, _DEALS),
    _number("coinche_times", 2, 2, 10, _COINCHE),
    _flag("surcoinche", True, _COINCHE),
    _number("surcoinche_times", 4, 2, 10, _all(_if("surcoinche"))),
    _flag("capot_doubled", True, _all(_if("coinche"), _if("capot"))),
    _set("made_multiplied", MULTIPLIED, MULTIPLIED, _COINCHE),
    _set("failed_multiplied", MULTIPLIED, MULTIPLIED, _COINCHE),
    _choice("doubled_made", ("same", *WRITES), _COINCHE),
    _number("doubled_amount", 160, 0, 10_000, _all(_if("doubled_made", "figure", "figure_bid"))),
    _number("doubled_sweep", 0, 0, 10_000, _all(_if("doubled_made", *WRITES))),
    _choice("doubled_defence", ("same", "nothing", "points"), _COINCHE),
    _flag("loser_multiplied", False, _COINCHE),
    _choice("doubled_failed", ("same", *WRITES), _COINCHE),
)

_TIES_OF = ("none", "made", "failed", "held", "share", "replay")
_TIES = (
    _choice("tie", _TIES_OF, _DEALS),
    _choice("tie_last_deal", ("same", *_TIES_OF), _all(_if("tie", *_TIES_OF[1:]))),
    _choice("carried_to", ("winner", "maker"), _HELD),
    _flag("held_multiplied", False, _with(_SETTLED, _if("coinche"))),
)

_ROUNDING = (
    _choice("rounding", ("none", "points", "line", "declarer_rest", "defence_rest"), _DEALS),
    _choice("rounding_unit", ("10", "5"), _all(_if("rounding", *_BEFORE, "line"))),
    _number("rounding_up_from", 5, 1, 10, _all(_if("rounding", *_BEFORE, "line"))),
    _flag("last_deal_exact", False, _all(_if("rounding", *_BEFORE, "line"))),
    _choice("rounding_divide", ("1", "10"), _DEALS),
)

_PASSED = (_choice("passed", ("void", "counted"), _DEALS),)
_PENALTIES = (Question("penalties", "ladder", [], (), 0, 10_000),)

_PARTS = (
    _PACK, _BIDDING, _CONTRACT, _BELOTES, _ANNOUNCING, _MADE, _FAILED, _SWEEPS, _DOUBLING, _TIES, _ROUNDING, _PASSED,
    _PENALTIES,
)  # fmt: skip


QUESTIONS = tuple(
    replace(question, group=group) for group, part in zip(GROUPS, _PARTS, strict=True) for question in part
)
BY_KEY: Mapping[str, Question] = {question.key: question for question in QUESTIONS}

_NO_BID = {"points_bid": "points", "bid": "points", "figure_bid": "figure", "all_bid": "all"}
_NO_BID_FAILED = {**_NO_BID, "bid": "figure"}

#: Where bids are given up for a game in which one only takes: answers that need a bid, or that hardly anybody gives
#: then, and what is usual in their stead. A flag is "1" or "". What is left is looked at by ``errors``.
INSTEAD_WITHOUT_BIDS: Mapping[str, Mapping[str, str]] = {
    "made_writes": _NO_BID,
    "doubled_made": _NO_BID,
    "failed_writes": _NO_BID_FAILED,
    "doubled_failed": _NO_BID_FAILED,
    "made_defence": {"nothing": "points"},
    "beat_defence": {"no": "more"},
    "trump_factor": {"bid": "none"},
    "coinche": {"1": ""},
}
