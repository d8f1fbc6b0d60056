"""Game formats as data: what is read, and what is refused with its key."""

from typing import Any

import pytest

from scoring.rules.errors import RulesError
from scoring.rules.game_format import Ending, FormatError, GameFormat


def _target(**ending: Any) -> dict[str, Any]:
    return {"kind": "target", "length": 2000, "ending": ending}


def _deals(**more: Any) -> dict[str, Any]:
    return {"kind": "deals", "length": 12, **more}


@pytest.mark.parametrize(("kind", "field"), [("deals", "deals"), ("target", "target"), ("minutes", "minutes")])
def test_a_row_with_nothing_but_its_length_is_the_plain_game(kind: str, field: str) -> None:
    plain = {"kind": kind, "length": 12, "ending": {}, "caps": {}, "match_points": {}, "games_to_win": 1}
    assert GameFormat.from_data(plain) == GameFormat.from_data({"kind": kind, "length": 12})
    assert GameFormat.from_data(plain) == GameFormat(**{field: 12})
    assert GameFormat.from_data(plain).to_data() == plain
    # null is left out
    nothing = {"kind": kind, "length": 12, "ending": None, "caps": {"winner": None}, "match_points": None}
    assert GameFormat.from_data(nothing) == GameFormat.from_data(plain)


def test_what_equal_totals_mean_follows_the_kind_unless_it_is_said() -> None:
    assert GameFormat(deals=12).equal == "draw"
    assert GameFormat(minutes=40).equal == "draw"
    assert GameFormat(target=1000).equal == "extra_deal"
    assert GameFormat.from_data(_target(equal="draw")).equal == "draw"


def test_everything_is_written_back_as_it_was_read() -> None:
    data = {
        "kind": "target",
        "length": 2001,
        "ending": {"enough": 1995, "may_not_win": ["belote+failed", "capot"], "owes": "trick", "minutes": 40},
        "caps": {"winner": 2100, "loser": 1900, "games": [3, 4]},
        "match_points": {"win": 3, "bands": [{"margin": 200, "win": 4, "loss": -1}], "forfeit_loss": -1},
        "games_to_win": 2,
    }
    assert GameFormat.from_data(data).to_data() == data


REFUSED = [
    ({}, "kind"),
    ({"kind": "innings", "length": 9}, "kind"),
    ({"kind": ["deals"], "length": 9}, "kind"),
    ({"kind": "deals"}, "length"),
    ({"kind": "deals", "length": 0}, "length"),
    ({"kind": "deals", "length": 101}, "length"),
    ({"kind": "deals", "length": True}, "length"),
    ({"kind": "deals", "length": "12"}, "length"),
    ({"kind": "target", "length": 100_001}, "length"),
    ({"kind": "minutes", "length": 1441}, "length"),
    (_deals(halves=2), "halves"),
    (_deals(ending=[]), "ending"),
    (_deals(ending={"draw": True}), "ending.draw"),
    (_deals(ending={"equal": "lots"}), "ending.equal"),
    (_deals(ending={"equal": 1}), "ending.equal"),
    (_deals(ending={"both": "taker"}), "ending.both"),
    (_deals(ending={"enough": 10}), "ending.enough"),
    (_deals(ending={"exceed": True}), "ending.exceed"),
    (_deals(ending={"may_not_win": ["capot"]}), "ending.may_not_win"),
    (_deals(ending={"more_deals": 1}), "ending.more_deals"),
    (_deals(ending={"finish_deal": False}), "ending.finish_deal"),
    (_deals(ending={"minutes": 0}), "ending.minutes"),
    (_deals(ending={"minutes": 40, "more_deals": 21}), "ending.more_deals"),
    ({"kind": "minutes", "length": 40, "ending": {"minutes": 30}}, "ending.minutes"),
    (_target(enough=2001), "ending.enough"),
    (_target(enough=0), "ending.enough"),
    (_target(enough=1995, exceed=True), "ending.enough"),
    (_target(exceed=1), "ending.exceed"),
    (_target(may_not_win="capot"), "ending.may_not_win"),
    (_target(may_not_win=["luck"]), "ending.may_not_win"),
    (_target(may_not_win=[["capot"]]), "ending.may_not_win"),
    (_target(may_not_win=["capot+capot"]), "ending.may_not_win"),
    (_target(may_not_win=[""]), "ending.may_not_win"),
    (_target(may_not_win=["capot"] * 13), "ending.may_not_win"),
    (_target(owes="trick"), "ending.owes"),
    (_target(held="me"), "ending.held"),
    (_deals(caps={"winner": 0}), "caps.winner"),
    (_deals(caps={"winner": 600, "loser": 700}), "caps.loser"),
    (_deals(caps={"loser": 100_001}), "caps.loser"),
    (_deals(caps={"games": [1]}), "caps.games"),
    (_deals(caps={"winner": 9, "games": [0]}), "caps.games"),
    (_deals(caps={"winner": 9, "games": [2, 1]}), "caps.games"),
    (_deals(caps={"winner": 9, "games": 3}), "caps.games"),
    (_deals(caps={"top": 9}), "caps.top"),
    (_deals(match_points={"win": 1001}), "match_points.win"),
    (_deals(match_points={"win": 0}), "match_points.win"),
    (_deals(match_points={"draw": -1}), "match_points.win"),
    (_deals(match_points={"win": 2.5}), "match_points.win"),
    (_deals(match_points={"bands": 3}), "match_points.bands"),
    (_deals(match_points={"bands": [{"margin": 1, "win": 2}]}), "match_points.bands.loss"),
    (_deals(match_points={"bands": [{"margin": 0, "win": 2, "loss": 0}]}), "match_points.bands"),
    (_deals(match_points={"bands": [{"margin": 9, "win": 2, "loss": 9999}]}), "match_points.bands"),
    (_deals(match_points={"bands": [{"margin": 9, "win": 2, "loss": 0}] * 2}), "match_points.bands"),
    (_deals(match_points={"bands": [{"margin": n, "win": 2, "loss": 0} for n in range(1, 22)]}), "match_points.bands"),
    (_deals(match_points={"forfeit_win": -1001}), "match_points.forfeit_win"),
    (_deals(games_to_win=0), "games_to_win"),
    (_deals(games_to_win=6), "games_to_win"),
]


@pytest.mark.parametrize(("data", "key"), REFUSED)
def test_what_no_game_can_be_is_refused_with_its_key_in_words(data: dict[str, Any], key: str) -> None:
    with pytest.raises(FormatError) as refused:
        GameFormat.from_data(data)
    assert refused.value.key == key
    assert str(refused.value).startswith(f"{key}: ")
    for language in ("en", "fr", "xx"):
        assert "{" not in refused.value.text(language)
    assert isinstance(refused.value, RulesError)


@pytest.mark.parametrize("lengths", [{}, {"deals": 12, "target": 1000}, {"target": 1000, "minutes": 40}])
def test_a_game_has_exactly_one_length(lengths: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="kind"):
        GameFormat(**lengths)


def test_the_whole_must_be_a_table() -> None:
    with pytest.raises(FormatError) as refused:
        GameFormat.from_data([])  # type: ignore[arg-type]
    assert (refused.value.key, str(refused.value)) == ("", refused.value.text("en"))
    with pytest.raises(FormatError):
        Ending(may_not_win=((),))


MOST: list[dict[str, Any]] = [
    {"kind": "deals", "length": 100},
    {"kind": "target", "length": 100_000},
    {"kind": "minutes", "length": 1440},
    _target(may_not_win=["failed"] * 12),
    _target(more_deals=20, minutes=1440),
    _target(enough=2000),
    _deals(caps={"winner": 100_000, "loser": 100_000}),
    _deals(caps={"winner": 600, "loser": 600}),
    _deals(caps={"winner": 1, "games": [1, 100]}),
    _deals(match_points={"win": 1000, "draw": 1000, "loss": 1000}),
    _deals(match_points={"win": -1000, "draw": -1000, "loss": -1000}),
    _deals(match_points={"bands": [{"margin": n, "win": 2, "loss": 0} for n in range(1, 21)]}),
    _deals(match_points={"bands": [{"margin": 100_000, "win": 1000, "loss": -1000}]}),
    _deals(games_to_win=5),
]


@pytest.mark.parametrize("data", MOST)
def test_what_is_just_within_the_bounds_is_taken(data: dict[str, Any]) -> None:
    assert GameFormat.from_data(data).length == data["length"]


def test_what_is_wrong_is_said_of_the_very_key() -> None:
    for made, key in (
        (lambda: GameFormat(), "kind"),
        (lambda: GameFormat(deals=12, target=1000), "kind"),
        (lambda: Ending(both="x"), "ending.both"),
        (lambda: Ending(owes="x"), "ending.owes"),
        (lambda: Ending(equal="x"), "ending.equal"),
        (lambda: Ending(held="x"), "ending.held"),
        (lambda: Ending(may_not_win=(("failed",),) * 13), "ending.may_not_win"),
    ):
        with pytest.raises(FormatError) as refused:
            made()
        assert refused.value.key == key
