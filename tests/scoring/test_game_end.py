"""How games end: targets, who may not win on what, both past it, equal totals, time, held points, exact last deals."""

from typing import Any

import pytest

from scoring.rules import load_ruleset, parse_deal, preset, preset_source, score_deal
from scoring.rules.game import Entry, Game, GameFormat, play
from scoring.rules.game_end import facts_of
from scoring.rules.game_words import end_text, format_lines, length_text

CLUB = preset("club")
BELOTE = preset("guide-belote")
CANNES = preset("cannes-2016")
NAMES = {"NS": "7", "EW": "12"}


def _deal(declarer: str = "NS", bid: int = 100, points: int = 110, **more: Any) -> Entry:
    deal = {"declarer": declarer, "contract": bid, "trump": "H", "points": {declarer: points}, **more}
    return Entry("deal", parse_deal(deal))


def _amount(ns: int = 0, ew: int = 0) -> Entry:
    return Entry("adjustment", ns=ns, ew=ew)


def _to(target: int, *entries: Entry, ruleset: Any = CLUB, **ending: Any) -> Game:
    data = {"kind": "target", "length": target, "ending": ending}
    return play(ruleset, GameFormat.from_data(data), entries)


def _ended(game: Game) -> tuple[str, str, str | None] | None:
    return None if game.end is None else (game.end.why, game.end.by, game.winner)


MADE, FAILED, THEIRS = _deal(), _deal(points=90), _deal("EW")
PASSED = Entry("passed")
TIME = Entry("time")
# 100 made against a quinte of the defence: 100 each under the club's rules.
LEVEL = _deal(announces={"EW": ["quinte"]})


# A target


def test_a_target_is_reached_or_must_be_passed() -> None:
    assert _ended(_to(100, MADE)) == ("target", "points", "NS")
    assert _to(100, MADE, exceed=True).end is None
    assert _ended(_to(100, MADE, MADE, exceed=True)) == ("target", "points", "NS")
    assert _to(101, MADE).points_left == {"NS": 1, "EW": 101}
    assert _to(100, MADE, exceed=True).points_left == {"NS": 1, "EW": 101}


def test_less_may_be_enough_for_the_target_on_the_sheet() -> None:
    assert _ended(_to(2000, _amount(ns=1895), MADE, enough=1995)) == ("target", "points", "NS")
    assert _to(2000, _amount(ns=1894), MADE, enough=1995).end is None


# Both past it


@pytest.mark.parametrize(
    ("both", "made", "failed"),
    [
        ("higher", ("both", "points", "EW"), ("both", "points", "EW")),
        ("declarer", ("both", "declarer", "NS"), ("both", "declarer", "EW")),
        ("taker", ("both", "taker", "NS"), ("both", "taker", "NS")),
        ("last_deal", ("both", "last_deal", "NS"), ("both", "last_deal", "EW")),
        ("extra_deal", None, None),
    ],
)
def test_both_past_the_target_in_one_deal(both: str, made: Any, failed: Any) -> None:
    assert _ended(_to(300, _amount(ns=210, ew=270), _both_there(), both=both)) == made  # 310 to 320
    fails = _deal(points=70, belote=["NS"])  # 20 to 162
    assert _ended(_to(300, _amount(ns=290, ew=270), fails, both=both)) == failed


def _both_there() -> Entry:
    """North-south make 100 and east-west write 50 of announces in the same deal."""
    return _deal(announces={"EW": ["quarante"]})


def test_a_failed_deal_of_either_side_goes_to_the_other() -> None:
    fails = _deal("EW", points=70, belote=["EW"])  # 162 to 20
    assert _ended(_to(300, _amount(ns=150, ew=295), fails, both="declarer")) == ("both", "declarer", "NS")


def test_both_past_the_target_on_the_last_deal_of_a_time_is_the_target_not_the_time() -> None:
    game = _to(300, _amount(ns=210, ew=270), TIME, _both_there(), minutes=40, both="declarer")
    assert _ended(game) == ("both", "declarer", "NS")


def test_one_more_deal_is_played_when_both_are_past_and_then_more_points_win() -> None:
    entries = [_amount(ns=210, ew=260), _both_there()]
    waiting = _to(300, *entries, both="extra_deal")
    assert (waiting.end, waiting.wait and waiting.wait.why) == (None, "both")
    # neither an amount nor a deal that takes no number is that deal
    still = _to(300, *entries, _amount(ns=1), PASSED, both="extra_deal")
    assert still.wait is not None and still.wait.why == "both"
    assert _ended(_to(300, *entries, MADE, both="extra_deal")) == ("both", "points", "NS")
    assert _ended(_to(300, *entries, THEIRS, both="extra_deal")) == ("both", "points", "EW")


def test_where_the_last_deal_cannot_tell_more_points_do() -> None:
    assert _ended(_to(300, _amount(ns=200, ew=210), LEVEL, both="last_deal")) == ("both", "points", "EW")
    assert _ended(_to(300, _amount(ns=300, ew=310), both="taker")) == ("both", "points", "EW")
    # a deal held at 81 all went to nobody
    tie = _deal(bid="take", points=81)  # type: ignore[arg-type]
    held = [tie, _amount(ns=320, ew=220)]
    assert _ended(_to(300, *held, ruleset=BELOTE, both="declarer")) == ("both", "points", "NS")
    assert _ended(_to(300, *held, ruleset=BELOTE, both="taker")) == ("both", "taker", "NS")


def test_equal_totals_at_the_target() -> None:
    entries = [_amount(ns=200, ew=200), LEVEL]
    level = _to(300, *entries)
    assert (level.totals, level.end, level.wait and level.wait.why) == ({"NS": 300, "EW": 300}, None, "equal")
    assert end_text(level, NAMES) == "Equal totals: one more deal."
    assert _ended(_to(300, *entries, MADE)) == ("both", "points", "NS")
    assert _ended(_to(300, *entries, equal="draw")) == ("both", "draw", None)
    assert _ended(_to(300, *entries, both="taker")) == ("both", "taker", "NS")
    assert _ended(_to(350, _amount(ns=250, ew=300), _both_there(), equal="last_deal")) == ("both", "last_deal", "NS")
    assert _to(300, *entries, both="declarer").end is None
    assert _to(300, *entries, equal="last_deal").end is None  # the last deal is level too


# Who may not win on what


def test_points_made_in_defence_do_not_end_a_game_where_the_rules_say_so() -> None:
    barred = _to(2001, _amount(ns=1900), _deal("EW", points=90), may_not_win=["defence"])
    assert barred.totals["NS"] == 1900 + 162
    assert barred.end is None and barred.wait is not None
    assert (barred.wait.why, barred.wait.side, barred.wait.bar) == ("barred", 0, ("defence",))
    assert end_text(barred, NAMES) == ("7 is past the target, but it defended the last deal: the game goes on.")
    entries = [_amount(ns=1900), _deal("EW", points=90)]
    assert _to(2001, *entries, THEIRS, may_not_win=["defence"]).end is None
    assert _ended(_to(2001, *entries, MADE, may_not_win=["defence"])) == ("target", "points", "NS")
    # "got there in defence" ends with any further deal; "only on an own contract" with a made one
    assert _to(2001, *entries, THEIRS, may_not_win=["defence+short"]).end is not None
    assert _to(2001, *entries, FAILED, may_not_win=["not_made"]).end is None
    assert _to(2001, *entries, MADE, may_not_win=["not_made"]).end is not None


def test_a_side_that_is_not_there_is_never_barred_and_the_other_may_win() -> None:
    entries = [_amount(ns=1990, ew=1900), _deal(points=70, belote=["NS"])]
    game = _to(2000, *entries, may_not_win=["belote+failed"])
    assert game.totals == {"NS": 2010, "EW": 2062}
    assert _ended(game) == ("target", "alone", "EW")
    assert end_text(game, NAMES).endswith("12 wins; the other side could not win on this deal.")
    assert _ended(_to(2000, *entries)) == ("both", "points", "EW")


def test_not_on_a_belote_alone_after_a_failure_and_one_trick_is_owed() -> None:
    fails = _deal(points=70, belote=["NS"])
    entries = [_amount(ns=1990), fails]
    bars = ["belote+failed", "belote+capot"]
    assert _to(2000, *entries, may_not_win=bars).end is None
    assert _to(2000, *entries).end is not None
    # made, or not needed, the belote is no matter
    assert _to(2000, _amount(ns=1890), _deal(belote=["NS"]), may_not_win=bars).end is not None
    assert _to(2000, _amount(ns=2000), fails, may_not_win=bars).steps[1].after_end
    # a passed deal and an amount change nothing, unless the amount itself is enough
    assert _to(2000, *entries, PASSED, _amount(ew=50), may_not_win=bars).end is None
    assert _to(2000, *entries, _amount(ns=10), may_not_win=bars).end is not None
    swept = _deal("EW", points=162, sweep="EW")
    assert _ended(_to(2000, *entries, swept, may_not_win=bars)) == ("target", "points", "NS")
    owing = _to(2000, *entries, swept, may_not_win=bars, owes="trick")
    assert owing.end is None and owing.wait is not None and owing.wait.bar == ()
    assert end_text(owing, NAMES) == "7 is past the target and still needs a trick of its own."
    assert _to(2000, *entries, _amount(ns=10), may_not_win=bars, owes="trick").end is None
    assert _ended(_to(2000, *entries, swept, THEIRS, may_not_win=bars, owes="trick")) == ("target", "points", "NS")


@pytest.mark.parametrize(
    ("bar", "start", "deal"),
    [
        ("failed", (2000, 0), _deal(points=90)),
        ("capot", (1990, 0), _deal("EW", points=162, sweep="EW", belote=["NS"])),
        ("capot", (1990, 0), _deal("EW", points=162, tricks={"NS": 0}, belote=["NS"])),
        ("sweep", (1950, 0), _deal(points=162, tricks={"NS": 8})),
        ("sweep+announces", (1750, 0), _deal(bid=120, points=162, sweep="NS", announces={"NS": ["quarante"]})),
        ("announces", (1850, 0), _deal(announces={"NS": ["quarante"]})),
        ("belote", (1890, 0), _deal(belote=["NS"])),
        ("short", (1950, 0), MADE),
    ],
)
def test_each_word_bars_a_side_from_winning_on_such_a_deal(bar: str, start: tuple[int, int], deal: Entry) -> None:
    # the amount comes after, so that the side is past the target whatever the deal wrote
    ns, ew = start
    entries = [deal, _amount(ns, ew)] if bar == "failed" else [_amount(ns, ew), deal]
    game = _to(2000, *entries, may_not_win=[bar])
    assert game.totals["NS"] >= 2000
    assert game.end is None and game.wait is not None and game.wait.bar == tuple(bar.split("+"))
    assert _to(2000, *entries).end is not None
    assert _to(2000, *entries, MADE, may_not_win=[bar]).end is not None


@pytest.mark.parametrize(
    ("bar", "entries"),
    [
        ("belote", [_amount(ns=1900), _deal(belote=["NS"])]),
        ("announces", [_amount(ns=1900), _deal(announces={"NS": ["quarante"]})]),
        ("short", [MADE, _amount(ns=2000)]),
    ],
)
def test_a_side_that_is_just_there_without_it_has_won(bar: str, entries: list[Entry]) -> None:
    assert _ended(_to(2000, *entries, may_not_win=[bar])) == ("target", "points", "NS")


def test_some_tricks_are_neither_none_nor_all() -> None:
    few = _deal("EW", points=110, tricks={"NS": 2})
    assert _to(2000, _amount(ns=1990), few, _amount(ns=20), may_not_win=["capot"]).end is not None
    most = _deal(points=150, tricks={"NS": 7, "EW": 1})
    assert _to(2000, _amount(ns=1950), most, may_not_win=["sweep"]).end is not None


def test_who_is_behind_has_not_won_where_a_side_must_lead() -> None:
    # 12 has more points, but defended: 7 is alone there, and may not win from behind
    entries = [_amount(ns=1900, ew=1990), _both_there()]
    assert _ended(_to(2000, *entries, may_not_win=["defence"])) == ("target", "alone", "NS")
    both = _to(2000, *entries, may_not_win=["defence", "behind"])
    assert both.end is None and both.wait is not None and both.wait.bar == ("behind",)


def test_international_both_past_the_last_deal_alone_decides_and_neither_failed_nor_capot_wins() -> None:
    ending = {"both": "last_deal", "may_not_win": ["failed", "capot"]}
    inter = preset("international")

    def after(ns: int, ew: int, points: int) -> Game:
        return _to(2000, _amount(ns=ns, ew=ew), _deal("EW", points=points), ruleset=inter, **ending)

    alone, failed, both = after(1960, 1850, 110), after(1990, 1990, 90), after(1990, 1900, 125)
    assert (alone.totals, _ended(alone)) == ({"NS": 2010, "EW": 1960}, ("target", "points", "NS"))
    assert (failed.totals, _ended(failed)) == ({"NS": 2150, "EW": 1990}, ("target", "points", "NS"))
    assert (both.totals, _ended(both)) == ({"NS": 2030, "EW": 2030}, ("both", "last_deal", "EW"))


# The last deal to the point


def test_in_a_game_to_a_target_the_exact_score_says_whether_the_deal_was_the_last() -> None:
    made = _deal(points=104)  # worth 204 exactly, 200 in tens
    assert play(CANNES, GameFormat(deals=1), [made]).totals == {"NS": 204, "EW": 58}
    last = _to(2001, _amount(ns=1797), made, ruleset=CANNES)
    assert (last.totals, last.steps[1].last_deal) == ({"NS": 2001, "EW": 58}, True)
    assert _ended(last) == ("target", "points", "NS")
    short = _to(2001, _amount(ns=1796), made, ruleset=CANNES)
    assert (short.totals, short.end, short.steps[1].last_deal) == ({"NS": 1996, "EW": 60}, None, False)


def test_a_target_reached_by_rounding_only_is_not_reached_yet() -> None:
    made = _deal(points=106)  # 206, in tens 210
    game = _to(2001, _amount(ns=1792), made, ruleset=CANNES)
    assert (game.totals, game.end, game.wait and game.wait.why) == ({"NS": 2002, "EW": 60}, None, "exact")
    assert end_text(game, NAMES) == "The target is reached by rounding only: the game goes on."
    # an amount does not count what rounding gave, and the next deal of any kind ends it
    assert _to(2001, _amount(ns=1792), made, _amount(ns=2), ruleset=CANNES).end is None
    assert _to(2001, _amount(ns=1792), made, _amount(ns=3), ruleset=CANNES).end is not None
    assert _ended(_to(2001, _amount(ns=1792), made, THEIRS, ruleset=CANNES)) == ("target", "points", "NS")


def test_with_time_called_the_last_deal_is_known_and_exact() -> None:
    game = _to(2001, _deal(points=104), TIME, _deal(points=104), minutes=40, ruleset=CANNES)
    assert [(step.ns, step.last_deal) for step in game.steps] == [(200, False), (0, False), (204, True)]
    assert _ended(game) == ("time", "points", "NS")


def test_a_tie_on_the_last_deal_of_a_target_game_is_tried_too() -> None:
    shared = load_ruleset(
        preset_source("guide-belote").replace('tie = "held"', 'tie = "held"\ntie_last_deal = "share"', 1)
        + '[score.share]\ndeclarer = "points"\ndefence = "points"\n'
    )
    tie = _deal(bid="take", points=81)  # type: ignore[arg-type]
    last = _to(1000, _amount(ns=950), tie, ruleset=shared)
    assert (last.totals, last.held, last.steps[1].last_deal) == ({"NS": 1031, "EW": 81}, 0, True)
    goes_on = _to(1000, _amount(ns=900), tie, ruleset=shared)
    assert (goes_on.totals, goes_on.held, goes_on.end) == ({"NS": 900, "EW": 81}, 81, None)


# Numbers of deals, and time


def test_equal_totals_after_the_last_deal_are_a_draw_unless_more_is_asked() -> None:
    def by_deals(*entries: Entry, **ending: Any) -> Game:
        return play(CLUB, GameFormat.from_data({"kind": "deals", "length": 2, "ending": ending}), entries)

    assert _ended(by_deals(MADE, THEIRS)) == ("deals", "draw", None)
    more = by_deals(MADE, THEIRS, equal="extra_deal")
    assert (more.end, more.deals_left, more.next_is_last) == (None, 1, True)
    assert _ended(by_deals(MADE, THEIRS, THEIRS, equal="extra_deal")) == ("deals", "points", "EW")
    assert _ended(by_deals(MADE, THEIRS, _amount(ns=10), equal="extra_deal")) == ("deals", "points", "NS")
    assert _ended(by_deals(MADE, THEIRS, equal="last_deal")) == ("deals", "last_deal", "EW")


def test_a_game_to_a_time_finishes_the_deal_in_progress_when_time_is_called() -> None:
    def timed(*entries: Entry, **ending: Any) -> Game:
        return play(CLUB, GameFormat.from_data({"kind": "minutes", "length": 40, "ending": ending}), entries)

    assert (timed(MADE, MADE).end, timed(MADE).deals_left, timed(MADE).next_is_last) == (None, None, False)
    called = timed(MADE, TIME)
    assert (called.end, called.to_play, called.next_is_last) == (None, 1, True)
    game = timed(MADE, TIME, THEIRS, MADE)
    assert (_ended(game), game.steps[3].after_end) == (("time", "draw", None), True)
    assert _ended(timed(MADE, Entry("time", in_progress=False))) == ("time", "points", "NS")
    assert _ended(timed(MADE, TIME, finish_deal=False)) == ("time", "points", "NS")
    more = timed(MADE, TIME, MADE, MADE, more_deals=2)
    assert (more.end, more.to_play) == (None, 1)
    assert timed(MADE, TIME, MADE, MADE, THEIRS, more_deals=2).complete
    # a passed deal takes no number, and a second call does nothing
    again = timed(TIME, PASSED, TIME)
    assert (again.to_play, again.steps[2].idle) == (1, True)
    assert timed(TIME, MADE, TIME).steps[2].idle


def test_a_time_beside_a_target_ends_the_game_for_who_is_ahead() -> None:
    assert _ended(_to(2001, MADE, TIME, MADE, minutes=40)) == ("time", "points", "NS")
    assert _ended(_to(150, MADE, TIME, MADE, minutes=40)) == ("target", "points", "NS")
    level = _to(2001, MADE, TIME, THEIRS, minutes=40)
    assert (level.end, level.wait and level.wait.why, level.next_is_last) == (None, "equal", True)
    # who may not win on a deal is still ahead when time is over
    assert _ended(_to(100, TIME, MADE, minutes=40, may_not_win=["short"])) == ("time", "points", "NS")
    # "one more deal" for both past it is not played after time
    both = _to(300, _amount(ns=210, ew=270), TIME, _both_there(), minutes=40, both="extra_deal")
    assert _ended(both) == ("time", "points", "EW")


# After the end


def test_once_over_a_game_stays_over_and_only_amounts_change_it() -> None:
    game = _to(100, MADE, THEIRS, _amount(ns=-60))
    assert (game.totals, _ended(game)) == ({"NS": 40, "EW": 0}, ("target", "points", "NS"))
    assert [step.after_end for step in game.steps] == [False, True, False]
    turned = _to(100, MADE, Entry("penalty", ew=160))
    assert _ended(turned) == ("target", "points", "EW")
    level = _to(100, MADE, _amount(ew=100))
    assert _ended(level) == ("target", "draw", None)
    # who won by the deal and not by points has still won, as long as the amounts do not turn who is ahead
    taker = [_amount(ns=200, ew=270), _both_there()]
    assert _ended(_to(300, *taker, both="taker")) == ("both", "taker", "NS")
    assert _ended(_to(300, *taker, _amount(ns=5), both="taker")) == ("both", "taker", "NS")


@pytest.mark.parametrize(
    ("held", "totals", "left", "settled"),
    [
        ("unsettled", (95, 148), 81, (0, 0)),
        ("lost", (95, 148), 0, (0, 0)),
        ("split", (135, 188), 0, (40, 40)),
        ("winner", (95, 229), 0, (0, 81)),
    ],
)
def test_points_held_at_the_end(held: str, totals: tuple[int, int], left: int, settled: tuple[int, int]) -> None:
    data = {"kind": "deals", "length": 2, "ending": {"held": held}}
    taken, tie = _deal(bid="take", points=95), _deal(bid="take", points=81)  # type: ignore[arg-type]
    game = play(BELOTE, GameFormat.from_data(data), [taken, tie])
    assert (game.scores, game.held, game.settled, game.winner) == (totals, left, settled, "EW")
    assert ("81 points are still held" in end_text(game, NAMES)) == bool(left)
    waiting = play(BELOTE, GameFormat.from_data({**data, "length": 3}), [taken, tie])
    assert (waiting.scores, waiting.held) == ((95, 148), 81)


def test_held_points_of_a_drawn_game_have_no_winner_and_stay_unsettled() -> None:
    data = {"kind": "deals", "length": 1, "ending": {"held": "winner"}}
    game = play(BELOTE, GameFormat.from_data(data), [_amount(ns=81), _deal(bid="take", points=81)])  # type: ignore[arg-type]
    assert (game.scores, game.held, _ended(game)) == ((81, 81), 81, ("deals", "draw", None))


def test_an_organiser_settles_what_is_held() -> None:
    tie = _deal(bid="take", points=81)  # type: ignore[arg-type]
    one = GameFormat(deals=1)
    game = play(BELOTE, one, [tie, Entry("settlement", ns=81)])
    assert (game.totals, game.held, game.winner) == ({"NS": 81, "EW": 81}, 0, None)
    part = play(BELOTE, one, [tie, Entry("settlement", ns=40, ew=40)])
    assert (part.scores, part.held) == ((40, 121), 0)
    # a correction of the deal takes the settlement's ground away: it then does nothing, and is kept
    for amounts in ({"ns": 82}, {"ns": -1, "ew": 2}):
        idle = play(BELOTE, one, [tie, Entry("settlement", **amounts)])
        assert (idle.held, idle.steps[1].idle, idle.steps[1].scores) == (81, True, (0, 0))


def test_a_sheet_closed_before_the_end_goes_to_who_is_ahead() -> None:
    stopped = _to(1000, MADE)
    assert _ended(stopped.closed()) == ("closed", "points", "NS")
    assert _ended(_to(1000, LEVEL).closed()) == ("closed", "draw", None)
    over = _to(100, MADE)
    assert over.closed() is over
    assert end_text(stopped.closed(), NAMES) == "The game was stopped before its end. 7 wins with more points."


def test_an_extra_deal_that_was_played_is_not_asked_for_again_after_equal_totals() -> None:
    form = GameFormat.from_data({"kind": "target", "length": 150, "ending": {"both": "extra_deal"}})
    entries = [MADE, _amount(ns=60, ew=260), MADE, MADE]
    waits = [play(CLUB, form, entries[:many]).wait for many in (2, 3, 4)]
    assert [wait and wait.why for wait in waits] == ["both", "equal", None]
    end = play(CLUB, form, entries).end
    assert end is not None and (end.why, end.winner) == ("both", 0)


# Caps


def test_caps_hold_for_the_games_they_are_for() -> None:
    data = {"kind": "deals", "length": 1, "caps": {"winner": 1280, "loser": 664, "games": [3, 4]}}
    game = play(CLUB, GameFormat.from_data(data), [MADE, _amount(ns=1300, ew=700)])
    assert (game.scores, game.capped(2), game.capped(3), game.capped(4)) == ((1400, 700),) * 2 + ((1280, 664),) * 2
    drawn = play(CLUB, GameFormat.from_data(data), [LEVEL, _amount(ns=1300, ew=1300)])
    assert (drawn.scores, drawn.capped(3)) == ((1400, 1400), (1280, 1280))
    turned = play(CLUB, GameFormat.from_data(data), [THEIRS, _amount(ns=800, ew=1300)])
    assert turned.capped(3) == (664, 1280)
    each = GameFormat.from_data({"kind": "target", "length": 121, "caps": {"winner": 135}})
    assert play(CLUB, each, [_amount(ns=90, ew=150), MADE]).capped() == (90, 135)
    assert play(CLUB, each, [_amount(ns=90, ew=90), _both_there()]).capped() == (135, 135)
    loser = GameFormat.from_data({"kind": "deals", "length": 1, "caps": {"loser": 50}})
    assert play(CLUB, loser, [THEIRS, _amount(ns=60)]).capped() == (50, 100)


# In words


def test_a_format_says_what_it_holds_in_both_languages() -> None:
    data = {
        "kind": "target",
        "length": 2001,
        "ending": {
            "minutes": 40,
            "more_deals": 1,
            "both": "declarer",
            "may_not_win": ["belote+failed"],
            "owes": "trick",
            "held": "split",
            "enough": 1995,
        },
        "caps": {"winner": 1280, "loser": 664, "games": [3, 4]},
        "match_points": {"win": 3, "loss": 1, "bands": [{"margin": 500, "win": 4, "loss": 0}], "forfeit_win": 2},
        "games_to_win": 2,
    }
    format_ = GameFormat.from_data(data)
    assert format_lines(format_) == (
        "First to 2001 points, 40 minutes at most",
        "1995 points are enough.",
        "Both past the target in one deal: the declarers win if they made their contract, else the defence.",
        "A side past the target has not won yet where it is there only by the belote of the last deal and it failed its"
        " contract in the last deal.",
        "It then needs a trick of its own in a later deal.",
        "Equal totals: one more deal, until they differ.",
        "When time is called the deal in progress is finished.",
        "Then one more deal is played.",
        "Points still held at the end: half to each side.",
        "In games 3, 4: The winner counts for 1280 points at most, the loser for 664.",
        "A match is won with 2 games.",
        "Match points: 3 for a win, 1 for a draw, 1 for a loss.",
        "Won by 500 points or more: 4 and 0.",
        "By forfeit: 2 and 1.",
    )
    assert len(format_lines(format_, "fr")) == len(format_lines(format_))
    assert "Premier à 2001 points" in format_lines(format_, "fr")[0]
    assert format_lines(GameFormat(deals=1)) == ("One deal", "Equal totals: the game is drawn.")
    assert length_text(GameFormat(minutes=45), "fr") == "45 minutes"
    plain = GameFormat.from_data(
        {"kind": "minutes", "length": 45, "ending": {"finish_deal": False, "more_deals": 2}, "caps": {"loser": 5}}
    )
    assert format_lines(plain)[2:] == (
        "When time is called the deal in progress does not count.",
        "Then 2 more deals are played.",
        "The loser counts for 5 points at most.",
    )
    over = GameFormat.from_data({"kind": "target", "length": 121, "ending": {"exceed": True}, "caps": {"winner": 135}})
    assert "The target must be passed, not only reached." in format_lines(over)
    assert format_lines(over)[-1] == "No side counts for more than 135 points."


@pytest.mark.parametrize(("games", "counted"), [([1], (100, 100)), ([2], (150, 300))])
def test_ends_for_single_games_are_looked_up_for_the_first_where_none_is_named(
    games: list[int], counted: tuple[int, int]
) -> None:
    data = {"kind": "deals", "length": 9, "caps": {"winner": 100, "games": games}}
    assert play(CLUB, GameFormat.from_data(data), [_amount(ns=150, ew=300)]).capped() == counted


def test_what_rounding_gave_is_left_out_only_where_it_reached_the_target() -> None:
    made = _deal(points=106)  # 206, in tens 210: short of 2001 either way, and an amount brings it there
    assert _to(2001, _amount(ns=1786), made, ruleset=CANNES).totals["NS"] == 1996
    assert _to(2001, _amount(ns=1786), made, _amount(ns=4), ruleset=CANNES).end is None
    assert _ended(_to(2001, _amount(ns=1786), made, _amount(ns=5), ruleset=CANNES)) == ("target", "points", "NS")
    # Just there by rounding alone, it is not there yet.
    exact = _to(2001, _amount(ns=1791), made, ruleset=CANNES)
    assert (exact.totals["NS"], exact.end, exact.wait and exact.wait.why) == (2001, None, "exact")


def test_belotes_of_a_sheet_in_tens_are_counted_whole() -> None:
    tens = load_ruleset(
        'id = "x"\n[belote]\nvalue = 25\n[rounding]\ndivide = 10\n[score.made]\ndeclarer = "points + belote"\n'
        'defence = "points + belote"\n[score.failed]\ndeclarer = "belote"\ndefence = "160 + belote"\n'
    )
    deal = parse_deal({"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 110}, "belote": ["EW"]})
    assert facts_of(tens, deal, score_deal(tens, deal)).belote == (0, 2)
