"""Parameters of the file format that the club rules leave at their defaults: each one changes an answer."""

from typing import Any

import pytest

from scoring.rules import Answer, DealError, load_ruleset, score_deal

GRID = """
[score.made]
declarer = "points + announces + belote"
defence = "points + announces + belote"
[score.failed]
declarer = "belote"
defence = "160"
[score.held]
declarer = "0"
defence = "points"
keep = "points"
[score.share]
declarer = "points"
defence = "points"
"""
ALL = '[cards]\ntrumps = ["S", "H", "D", "C", "SA", "TA"]\n'


def _score(extra: str, **changes: Any) -> Answer:
    deal = {"declarer": "NS", "contract": 80, "trump": "H", "points": {"NS": 100}, **changes}
    answer = score_deal(load_ruleset(f'id = "x"\n{extra}\n{GRID}'), deal)
    for side, score in answer.score.items():
        assert sum(line.amount for line in answer.lines if line.side == side) == score
    return answer


@pytest.mark.parametrize(
    ("success", "changes", "result"),
    [
        ("margin = 2", {"points": {"NS": 81}}, "failed"),
        ("margin = 2", {"points": {"NS": 82}}, "made"),
        ("lowest_needs = 82", {"points": {"NS": 81}}, "failed"),
        ("lowest_needs = 82", {"contract": 90, "points": {"NS": 90}}, "made"),
        ('at_bid = "failed"', {"points": {"NS": 80}}, "failed"),
        ('at_bid = "failed"', {"points": {"NS": 81}}, "made"),
        ('beat_defence = "at_least"', {"points": {"NS": 80}}, "failed"),
        ('beat_defence = "at_least"', {"points": {"NS": 81}}, "made"),
        ('beat_defence = "more"', {"points": {"NS": 81}}, "failed"),
        ('beat_defence = "more"', {"points": {"NS": 91}, "belote": ["EW"]}, "failed"),
        ('beat_defence = "more"\nbelote = "no"', {"points": {"NS": 91}, "belote": ["EW"]}, "made"),
        ('belote = "no"', {"points": {"NS": 70}, "belote": ["NS"]}, "failed"),
        ('belote = "if_ahead"', {"contract": 100, "points": {"NS": 81}, "belote": ["NS"]}, "failed"),
        ('belote = "if_ahead"', {"contract": 100, "points": {"NS": 82}, "belote": ["NS"]}, "made"),
        ('belote = "lowers"', {"contract": 100, "points": {"NS": 80}, "belote": ["NS"]}, "made"),
        ('belote = "lowers"', {"contract": 100, "points": {"NS": 79}, "belote": ["NS"]}, "failed"),
        ('belote = "lowers"\nbelote_floor = 82', {"contract": 90, "points": {"NS": 81}, "belote": ["NS"]}, "failed"),
        ('belote = "lowers"\nbelote_floor = 82', {"points": {"NS": 80}, "belote": ["NS"]}, "made"),
        ("belote_from = 100", {"contract": 90, "points": {"NS": 80}, "belote": ["NS"]}, "failed"),
        ("belote_from = 100", {"contract": 100, "points": {"NS": 80}, "belote": ["NS"]}, "made"),
        ('tie = "replay"', {"points": {"NS": 81}}, "replay"),
        ('tie = "replay"\nlowest_needs = 82', {"points": {"NS": 81}}, "replay"),
        ('tie = "replay"', {"contract": 90, "points": {"NS": 81}}, "failed"),
        ('tie = "failed"', {"points": {"NS": 81}}, "failed"),
        ('tie = "held"\ntie_last_deal = "share"', {"points": {"NS": 81}}, "held"),
        ('tie = "held"\ntie_last_deal = "share"', {"points": {"NS": 81}, "last_deal": True}, "shared"),
    ],
)
def test_the_success_test(success: str, changes: dict[str, Any], result: str) -> None:
    assert _score(f"[success]\n{success}", **changes).result == result


def test_announces_can_be_kept_out_of_the_success_test() -> None:
    deal = {"points": {"NS": 70}, "announces": {"NS": ["tierce"]}}
    assert _score("[announces]\non = true", **deal).made
    assert _score("[announces]\non = true\n[success]\nannounces = false", **deal).made is False


@pytest.mark.parametrize(
    ("options", "ns", "ew", "scores"),
    [
        ("", ["quarante"], ["tierce"], (150, 62)),
        ('count = "both"', ["quarante"], ["tierce"], (150, 82)),
        ('equal = "nobody"', ["tierce", "tierce"], ["tierce"], (100, 62)),
        ('equal = "both"', ["tierce", "tierce"], ["tierce"], (140, 82)),
        ("values = { cinquante = 40 }", ["quarante"], [], (140, 62)),
    ],
)
def test_which_announces_count(options: str, ns: list[str], ew: list[str], scores: tuple[int, int]) -> None:
    answer = _score(f"[announces]\non = true\n{options}", announces={"NS": ns, "EW": ew})
    assert (answer.ns, answer.ew) == scores


@pytest.mark.parametrize("equal", ["ask", "nobody", "both"])
def test_the_table_may_say_which_of_equal_announces_is_better(equal: str) -> None:
    """A tierce to the ace beats one to the nine, though both are worth 20: only where nobody says so are they equal."""
    extra = f'[announces]\non = true\nequal = "{equal}"'
    shown = {"NS": ["tierce", "tierce"], "EW": ["tierce"]}
    told = _score(extra, announces=shown, best="EW")
    assert (told.ns, told.ew, told.notes) == (100, 82, ())
    assert _score(extra, announces=shown, best="NS").ns == 140
    unequal = _score(extra, announces={"NS": ["quarante"], "EW": ["tierce"]}, best="EW")
    assert (unequal.ns, [note.code for note in unequal.notes]) == (150, ["best_not_needed"])


def test_announces_can_be_worth_something_else_at_no_trump() -> None:
    extra = f"{ALL}[announces]\non = true\nvalues_SA = {{ carre-A = 200 }}"
    for trump, score in (("H", 200), ("SA", 300)):
        assert _score(extra, trump=trump, announces={"NS": ["carre-A"]}).ns == score


def test_a_held_deal_pays_its_points_later_and_carried_ones_wait_with_them() -> None:
    tie = _score('[success]\ntie = "held"', points={"NS": 81}, carried=40)
    assert (tie.ns, tie.ew, tie.held, tie.made) == (0, 81, 121, None)
    shared = _score('[success]\ntie = "share"', points={"NS": 81}, carried=40)
    assert (shared.ns, shared.ew, shared.held) == (81, 81, 40)
    replay = _score('[success]\ntie = "replay"', points={"NS": 81}, carried=40)
    assert (replay.ns, replay.ew, replay.held) == (0, 0, 40)


def test_carried_points_go_to_the_winner_or_wait_for_a_maker() -> None:
    failed = {"points": {"NS": 70}, "carried": 81}
    winner, maker = _score("", **failed), _score('[held]\ncarried_to = "maker"', **failed)
    assert (winner.ew, winner.held) == (241, 0)
    assert (maker.ew, maker.held) == (160, 81)
    assert _score('[held]\ncarried_to = "maker"', carried=81).ns == 181


@pytest.mark.parametrize(
    ("rounding", "points", "scores"),
    [
        ('unit = 10\nscope = "points"', 85, (90, 80)),
        ('unit = 10\nup_from = 6\nscope = "points"', 85, (80, 80)),
        ('unit = 10\nscope = "declarer_rest"', 117, (120, 40)),
        ('unit = 10\nscope = "defence_rest"', 117, (110, 50)),
        ('unit = 5\nscope = "line"', 88, (90, 75)),
        ('unit = 10\nscope = "none"', 88, (88, 74)),
    ],
)
def test_rounding(rounding: str, points: int, scores: tuple[int, int]) -> None:
    answer = _score(f"[rounding]\n{rounding}", points={"NS": points})
    assert (answer.ns, answer.ew) == scores
    last = _score(f"[rounding]\n{rounding}\nlast_deal_exact = true", points={"NS": points}, last_deal=True)
    assert (last.ns, last.ew) == (points, 162 - points)
    not_last = _score(f"[rounding]\n{rounding}\nlast_deal_exact = true", points={"NS": points})
    assert (not_last.ns, not_last.ew) == scores


def test_after_a_sweep_each_side_is_rounded_by_itself() -> None:
    extra = '[sweep]\npoints = "252"\n[rounding]\nunit = 10\nscope = "defence_rest"'
    answer = _score(extra, points={"NS": 162}, sweep="NS")
    assert (answer.ns, answer.ew) == (250, 0)


def test_a_sweep_changes_the_points_that_are_judged() -> None:
    extra = '[bids]\nhighest = 250\n[sweep]\npoints = "252 + 100*alone"'
    assert _score(extra, points={"NS": 162}, sweep="NS", contract=250).ns == 252
    assert _score(extra, points={"NS": 162}, sweep="NS", contract=250, alone=True).ns == 352
    converted = f"{ALL}[cards.convert.TA]\nratio = [162, 258]\n{extra}"
    assert _score(converted, trump="TA", points={"NS": 258}, sweep="NS", contract=250).made


@pytest.mark.parametrize(
    ("convert", "points", "scores"),
    [
        ("ratio = [162, 258]", 143, (90, 72)),
        ('ratio = [162, 258]\nto_nearest = "down"', 143, (89, 73)),
        ('ratio = [162, 258]\nto_nearest = "up"\nside = "defence"', 143, (89, 73)),
        ('ratio = [2, 3]\nto = 170\nunit = 10\nto_nearest = "down"', 150, (100, 70)),
        ('ratio = [2, 3]\nto = 160\nunit = 10\nto_nearest = "up"', 258, (160, 0)),
        ('ratio = [152, 248]\nlast_trick = "apart"', 134, (86, 76)),
    ],
)
def test_the_pack_is_converted(convert: str, points: int, scores: tuple[int, int]) -> None:
    extra = f'{ALL}[cards.convert.TA]\n{convert}\n[success]\njudge = "converted"\n'
    tricks = {"NS": 7, "EW": 1} if points == 258 else None
    answer = _score(extra, trump="TA", points={"NS": points}, last_trick="NS", tricks=tricks)
    assert (answer.ns, answer.ew) == scores


def test_the_last_trick_is_needed_where_it_is_not_converted() -> None:
    extra = f'{ALL}[cards.convert.TA]\nratio = [152, 248]\nlast_trick = "apart"\n'
    with pytest.raises(DealError) as caught:
        _score(extra, trump="TA", points={"NS": 134})
    assert caught.value.field == "last_trick"
    assert load_ruleset(f'id = "x"\n{extra}{GRID}').enters_last_trick


def test_the_exact_fraction_or_the_whole_number_is_judged() -> None:
    extra = f"{ALL}[cards.convert.TA]\nratio = [162, 258]\n[success]\njudge = "
    deal = {"trump": "TA", "points": {"NS": 143}, "contract": 90}
    assert _score(extra + '"exact"', **deal).made is False
    assert _score(extra + '"converted"', **deal).made is True
    rounded = '\n[rounding]\nunit = 10\nscope = "points"'
    assert _score('[success]\njudge = "rounded"' + rounded, points={"NS": 75}).made is True
    assert _score('[success]\njudge = "converted"' + rounded, points={"NS": 75}).made is False


def _refused(extra: str, **changes: Any) -> str:
    with pytest.raises(DealError) as caught:
        _score(extra, **changes)
    return caught.value.field


def test_the_bids_of_a_file() -> None:
    assert _score("[bids]\nlowest = 82", contract=92).made
    assert _refused("[bids]\nlowest = 82", contract=90) == "contract"
    assert _score("[bids]\nhighest = 0", contract=990).made is False
    by_mode = f"{ALL}[bids]\nhighest = {{ suit = 160, TA = 240 }}"
    assert _refused(by_mode, contract=170) == "contract"
    assert _score(by_mode, contract=170, trump="TA").made is False
    assert load_ruleset(f'id = "x"\n{by_mode}\n{GRID}').bids[-1] == 240


def test_a_generale_needs_one_player_alone_or_only_the_sweep() -> None:
    swept = {"contract": "generale", "points": {"NS": 162}, "sweep": "NS"}
    assert _score("[bids]\ngenerale = 500", **swept).made is False
    assert _score("[bids]\ngenerale = 500", **swept, alone=True).made is True
    assert _score('[bids]\ngenerale = 500\ngenerale_needs = "sweep"', **swept).made is True


def test_points_written_in_tens_of_a_pack_of_160() -> None:
    tens = "[cards]\nunit = 10\ntotal = { suit = 160 }"
    answer = _score(tens, points={"NS": 90}, points_scale=160)
    assert (answer.ns, answer.ew) == (90, 70)
    assert _refused(tens, points={"NS": 95}) == "points"
    assert _refused(tens, points={"NS": 90}, points_scale=162) == "points_scale"


def test_a_belote_worth_nothing_is_taken_and_ignored() -> None:
    assert _score("[belote]\nvalue = 0", belote=["NS", "NS"]).ns == 100
    assert _refused(f"{ALL}[belote]\nmost = {{ TA = 0 }}", trump="TA", points={"NS": 100}, belote=["NS"]) == "belote"


def test_a_taker_bids_no_number() -> None:
    take = '[game]\nkind = "take"\n[bids]\ntake = 82'
    assert _score(take, contract="take", points={"NS": 82}).made is True
    assert _score(take, contract="take", points={"NS": 81}).made is False
    assert _refused(take, contract=80) == "contract"
    ruleset = load_ruleset(f'id = "x"\n{take}\n{GRID}')
    assert (ruleset.bids, ruleset.special_contracts) == ((), ("take",))
    assert "contract" not in ruleset.fields


def test_own_values_by_trump_mode_and_else() -> None:
    grid = '[values]\nk = { S = 5, suit = 2, else = 3 }\n[score.made]\ndeclarer = "k*bid"\ndefence = 0\n'
    grid += '[score.failed]\ndeclarer = 0\ndefence = "k"\n'
    ruleset = load_ruleset(f'id = "x"\n{ALL}{grid}')
    for trump, times in (("S", 5), ("H", 2), ("TA", 3)):
        deal = {"declarer": "NS", "contract": 80, "trump": trump, "points": {"NS": 100}}
        assert score_deal(ruleset, deal).ns == 80 * times


def test_a_capot_row_rules_a_capot_and_a_generale_falls_back_on_it() -> None:
    extra = "[bids]\ncapot = 250\ngenerale = 500\n[doubling]\ncoinche = 2\n"
    extra += '[score.capot_made]\ndeclarer = "bid"\ndefence = 0\n[score.capot_made.doubled]\ndeclarer = "3*bid"\n'
    extra += "defence = 0\n"
    swept = {"points": {"NS": 162}, "sweep": "NS", "alone": True}
    assert _score(extra, contract="capot", **swept).ns == 250
    assert _score(extra, contract="generale", **swept).ns == 500
    assert _score(extra, contract="capot", double="coinche", **swept).ns == 750
    assert _score(extra, contract=100, double="coinche", **swept).ns == 162
