"""Who is past the target and has not won yet: to the very figure, and what is remembered from deal to deal."""

from typing import Any

import pytest

from scoring.rules import load_ruleset, parse_deal, preset, preset_source, score_deal
from scoring.rules.game import Entry, Game, GameFormat, Wait, play
from scoring.rules.game_end import facts_of
from scoring.rules.totals import parse_totals

CLUB = preset("club")
ANY = load_ruleset('id = "jeu"\n[game]\nkind = "totals"\n')


def _deal(**changes: Any) -> Entry:
    deal = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 110}, **changes}
    return Entry("deal", parse_deal(deal))


MADE = _deal()
THEIRS = _deal(declarer="EW", points={"EW": 110})
SWEPT = _deal(declarer="EW", points={"NS": 162}, sweep="NS")


def _ns(more: int) -> Entry:
    return Entry("adjustment", ns=more)


def _play(bars: list[str], *entries: Entry, target: int = 100, ruleset: Any = CLUB, **ending: Any) -> Game:
    data = {"kind": "target", "length": target, "ending": {"may_not_win": bars, **ending}}
    return play(ruleset, GameFormat.from_data(data), entries)


@pytest.mark.parametrize(
    ("deal", "sweeper"),
    [
        ({"points": {"NS": 162}, "sweep": "NS"}, 0),
        ({"points": {"NS": 162}, "tricks": {"EW": 0}}, 0),
        ({"points": {"NS": 162}, "tricks": {"NS": 8}}, 0),
        ({"points": {"EW": 162}, "tricks": {"NS": 0}}, 1),
        ({"points": {"EW": 162}, "tricks": {"EW": 8}}, 1),
        ({"tricks": {"EW": 1}}, None),
        ({}, None),
    ],
)
def test_who_took_all_tricks_is_said_by_the_tick_or_by_either_number(deal: dict[str, Any], sweeper: int | None) -> None:
    given = _deal(**deal).deal
    assert given is not None
    facts = facts_of(CLUB, given, score_deal(CLUB, given))
    assert (facts.sweeper, facts.declarer) == (sweeper, 0)
    assert [facts.took_a_trick(side) for side in (0, 1)] == [sweeper in (None, 0), sweeper in (None, 1)]


def test_who_sweeps_has_taken_a_trick() -> None:
    swept = _deal(points={"NS": 162}, sweep="NS")
    assert _play(["capot"], swept).complete
    assert not _play(["capot"], _deal(points={"NS": 162}, sweep="NS"), target=200).complete
    theirs = _deal(declarer="EW", points={"EW": 162}, sweep="EW")
    assert _play(["capot"], _ns(90), theirs, _ns(20)).winner == "EW"


def test_who_is_ahead_is_not_behind_and_who_is_level_is() -> None:
    assert _play(["behind"], Entry("adjustment", ew=90), MADE).complete
    level = _play(["behind"], _deal(announces={"EW": ["quinte"]}))
    assert level.scores == (100, 100)
    assert level.wait == Wait("barred", 0, ("behind",))


def test_a_trick_that_is_owed_stays_owed_until_one_is_taken_in_a_deal() -> None:
    # Past the target by the last deal alone: barred, and a trick is owed from then on.
    assert _play(["short"], MADE, owes="trick").wait == Wait("barred", 0, ("short",))
    amounts = _play(["short"], MADE, _ns(-50), _ns(160), owes="trick")
    assert (amounts.scores, amounts.wait) == ((210, 0), Wait("barred", 0, ()))
    assert _play(["short"], MADE, _ns(-50), _ns(160)).complete, "nothing is owed where nothing is said"
    paid = _play(["short"], MADE, _ns(-50), THEIRS, _ns(40), owes="trick")
    assert (paid.scores, paid.complete) == ((90, 100), False)
    assert _play(["short"], MADE, _ns(-50), THEIRS, _ns(60), owes="trick").winner == "NS"
    swept = _play(["short"], MADE, _ns(-500), SWEPT, _ns(600), owes="trick")
    assert (swept.complete, swept.winner) == (True, "NS")
    # The deal that pays can be the one that wins.
    assert _play(["short"], MADE, _ns(60), SWEPT, owes="trick").winner == "NS"


def test_of_several_that_are_past_the_target_those_barred_do_not_count() -> None:
    def typed(*totals: int) -> Entry:
        return Entry("total", totals=parse_totals({"totals": dict(zip("ABC", totals, strict=True))}))

    game = _play(["short"], typed(110, 110, 0), typed(5, 0, 130), ruleset=ANY)
    assert (game.scores, game.winner) == ((115, 110, 130), "A")


def test_a_game_goes_on_in_the_same_way_after_equal_totals_when_time_is_up() -> None:
    level = _deal(announces={"EW": ["quinte"]})
    game = _play(["short"], level, Entry("time", in_progress=False), target=1000, minutes=40)
    assert game.wait == Wait("equal")
    data = {"kind": "target", "length": 1000, "ending": {"minutes": 40}}
    more = play(CLUB, GameFormat.from_data(data), [level, Entry("time", in_progress=False), level, MADE])
    assert (more.complete, more.winner, more.counted) == (True, "NS", 3)


def test_a_deal_that_is_played_again_says_nothing_of_who_may_win() -> None:
    again = load_ruleset(preset_source("guide-belote").replace('tie = "held"', 'tie = "replay"', 1))
    taken, tied = (_deal(contract="take", points={"NS": points}) for points in (95, 81))
    game = _play(["short"], taken, tied, _ns(1), target=90, ruleset=again)
    assert (game.scores, game.wait) == ((96, 67), Wait("barred", 0, ("short",)))
