"""Deals that cannot be are refused with the field to mend; what is only unlikely is a warning."""

from typing import Any

import pytest

from scoring.rules import DealError, load_ruleset, parse_deal, preset, preset_source, score_deal

CLUB = preset("club")
DEAL: dict[str, Any] = {
    "id": "x", "declarer": "NS", "contract": 100, "trump": "H", "double": "none", "points": {"NS": 105, "EW": 57},
    "tricks": {"NS": 5, "EW": 3}, "belote": [], "announces": {"NS": [], "EW": []},
}  # fmt: skip
SWEPT: dict[str, Any] = {**DEAL, "points": {"NS": 162, "EW": 0}, "tricks": None, "sweep": "NS"}


def _field(**changes: Any) -> str:
    with pytest.raises(DealError) as caught:
        score_deal(CLUB, {**DEAL, **changes})
    for language in ("en", "fr"):
        assert 5 < len(caught.value.text(language)) < 200
    return caught.value.field


def test_the_deal_that_the_others_change_is_a_good_one() -> None:
    assert score_deal(CLUB, DEAL).score == {"NS": 100, "EW": 0}
    assert score_deal(CLUB, SWEPT).score == {"NS": 190, "EW": 0}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("id", 3),
        ("declarer", "north"),
        ("declarer", True),
        ("declarer", ["NS"]),
        ("contract", None),
        ("contract", True),
        ("contract", 100.5),
        ("contract", "100"),
        ("contract", "generale"),
        ("contract", "take"),
        ("contract", 70),
        ("contract", 0),
        ("contract", -80),
        ("contract", 95),
        ("contract", 250),
        ("contract", 10**30),
        ("contract", []),
        ("trump", None),
        ("trump", "hearts"),
        ("trump", {}),
        ("double", "double"),
        ("double", 2),
        ("points", None),
        ("points", {}),
        ("points", 105),
        ("points", {"NS": 105, "EW": 58}),
        ("points", {"NS": 105.5, "EW": 56.5}),
        ("points", {"NS": True}),
        ("points", {"NS": -5}),
        ("points", {"NS": 163}),
        ("points", {"NS": 10**40}),
        ("points", {"NS": float("nan")}),
        ("points", {"NS": "105"}),
        ("points", {"north": 105}),
        ("points", {"NS": 161}),
        ("points", {"NS": 1, "EW": 161}),
        ("tricks", {"NS": 5, "EW": 2}),
        ("tricks", {"NS": 9, "EW": -1}),
        ("tricks", {"NS": 9}),
        ("tricks", {"NS": 4.5, "EW": 3.5}),
        ("tricks", 5),
        ("sweep", "NS"),
        ("sweep", "all"),
        ("sweep", True),
        ("alone", True),
        ("alone", "no"),
        ("alone", 0),
        ("last_trick", "none"),
        ("belote", ["NS", "EW"]),
        ("belote", "NS"),
        ("belote", [True]),
        ("belote", ["N"]),
        ("announces", {"NS": ["terz"]}),
        ("announces", {"NS": [25]}),
        ("announces", {"NS": [0]}),
        ("announces", {"NS": [-20]}),
        ("announces", {"NS": [True]}),
        ("announces", {"NS": [20.5]}),
        ("announces", {"NS": [5000]}),
        ("announces", {"NS": "tierce"}),
        ("announces", {"NS": ["tierce"] * 13}),
        ("announces", ["tierce"]),
        ("announces", {"N": []}),
        ("announces", {"NS": ["carre-J"], "EW": ["carre-J"]}),
        ("best", "both"),
        ("carried", -1),
        ("carried", 10**9),
        ("carried", "81"),
        ("last_deal", 1),
        ("points_scale", 160),
    ],
)
def test_a_bad_field_is_refused_by_its_name(field: str, value: Any) -> None:
    assert _field(**{field: value}) == field


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"carried": "20"}, 'not "20"'),
        ({"alone": "true"}, 'not "true"'),
        ({"contract": "100"}, '"100" is'),
        ({"contract": 100.5}, "100.5 is"),
    ],
)
def test_a_text_that_looks_like_what_is_wanted_is_shown_in_quotes(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(DealError) as caught:
        score_deal(CLUB, {**DEAL, **changes})
    assert told in str(caught.value)


def test_a_number_written_with_a_point_is_the_whole_number_that_it_is() -> None:
    written = {"contract": 100.0, "points": {"NS": 105.0, "EW": 57}, "tricks": {"NS": 5.0}, "carried": 81.0}
    answer = score_deal(CLUB, {**DEAL, **written, "announces": {"NS": [20.0]}})
    assert answer == score_deal(CLUB, {**DEAL, "tricks": {"NS": 5}, "carried": 81, "announces": {"NS": [20]}})
    assert all(isinstance(number, int) for number in (answer.ns, answer.ew, answer.held))


def test_a_deal_without_the_field_declarer_is_refused() -> None:
    with pytest.raises(DealError) as caught:
        parse_deal({"contract": 100})
    assert caught.value.field == "declarer"


def test_a_contract_without_declarer_is_a_forgotten_declarer() -> None:
    assert _field(declarer=None) == "declarer"


@pytest.mark.parametrize("deal", [[], "deal", 3, None])
def test_what_is_no_object_is_no_deal(deal: Any) -> None:
    with pytest.raises(DealError):
        parse_deal(deal)


def test_everybody_passed() -> None:
    answer = score_deal(CLUB, {"id": "p", "declarer": None, "carried": 81}).as_dict()
    assert answer == {
        "id": "p", "score": {"NS": 0, "EW": 0}, "result": "passed", "made": None, "held": 81, "lines": [],
        "warnings": [],
    }  # fmt: skip


def test_null_counts_as_left_out() -> None:
    full = {**DEAL, "sweep": None, "alone": None, "last_trick": None, "best": None, "carried": None, "last_deal": None}
    assert score_deal(CLUB, full) == score_deal(CLUB, DEAL)
    bare = {k: v for k, v in DEAL.items() if k not in {"double", "belote", "announces", "tricks"}}
    assert score_deal(CLUB, bare) == score_deal(CLUB, DEAL)
    assert score_deal(CLUB, {**bare, "points": {"NS": 105, "EW": None}}).score == {"NS": 100, "EW": 0}


def test_the_belotes_follow_the_trump() -> None:
    assert _field(trump="SA", belote=["NS"]) == "belote"
    all_trump = {**DEAL, "trump": "TA", "points": {"NS": 105}, "belote": ["NS", "EW", "NS", "NS"]}
    assert score_deal(CLUB, all_trump).score == {"NS": 160, "EW": 20}
    with pytest.raises(DealError, match="belote"):
        score_deal(CLUB, {**all_trump, "belote": ["NS"] * 5})


def test_the_sweep_follows_from_the_tricks_but_never_from_the_points() -> None:
    assert score_deal(CLUB, {**SWEPT, "sweep": None}).score["NS"] == 100
    by_tricks = {**SWEPT, "sweep": None, "tricks": {"NS": 8, "EW": 0}}
    assert score_deal(CLUB, by_tricks) == score_deal(CLUB, SWEPT)
    assert _field(**{**SWEPT, "tricks": {"NS": 7, "EW": 1}}) == "sweep"
    assert _field(**{**SWEPT, "sweep": "EW", "tricks": {"NS": 8, "EW": 0}}) == "sweep"
    assert _field(**{**SWEPT, "points": {"NS": 150, "EW": 12}}) == "sweep"
    assert score_deal(CLUB, {**SWEPT, "alone": True}).score["NS"] == 190


def test_the_last_trick_must_fit_the_rest() -> None:
    nothing = {**DEAL, "points": {"NS": 0, "EW": 162}, "tricks": {"NS": 1, "EW": 7}}
    assert score_deal(CLUB, {**nothing, "last_trick": "EW"}).score == {"NS": 0, "EW": 162}
    assert _field(**{**nothing, "last_trick": "NS"}) == "last_trick"
    assert _field(**{**SWEPT, "last_trick": "EW"}) == "last_trick"
    assert _field(tricks={"NS": 0, "EW": 8}, points={"NS": 0}, last_trick="NS") == "last_trick"
    # Eleven points with the last trick would need a card worth one.
    eleven = {**DEAL, "points": {"NS": 11}, "tricks": {"NS": 1, "EW": 7}}
    assert score_deal(CLUB, {**eleven, "last_trick": "EW"}).score["NS"] == 0
    assert _field(**{**eleven, "last_trick": "NS"}) == "last_trick"


@pytest.mark.parametrize(
    ("trump", "tricks", "points", "possible"),
    [
        ("H", 1, 66, True),  # jack, nine and two aces, and the ten
        ("H", 1, 67, False),
        ("SA", 1, 86, True),  # four aces and the ten
        ("SA", 1, 87, False),
        ("TA", 1, 90, True),  # four jacks and the ten
        ("TA", 1, 91, False),
        ("H", 7, 96, True),  # the other side has 56 and the ten
        ("H", 7, 95, False),
        ("H", 4, 1, False),
        ("H", 0, 0, True),
        ("H", 0, 2, False),
        ("H", None, 1, False),
        ("H", None, 161, False),
        ("TA", None, 2, False),
        ("TA", None, 5, False),
        ("TA", None, 3, True),
        ("SA", None, 1, False),
        ("SA", None, 5, True),
        ("H", None, 0, True),
    ],
)
def test_points_of_which_no_cards_exist(trump: str, tricks: int | None, points: int, possible: bool) -> None:
    given = None if tricks is None else {"NS": tricks, "EW": 8 - tricks}
    deal = {**DEAL, "trump": trump, "tricks": given, "points": {"NS": points}}
    if possible:
        assert score_deal(CLUB, deal).made is (points >= 100)
    else:
        assert _field(**deal) == "points"


def test_equal_announces_need_to_be_ranked() -> None:
    equal = {"announces": {"NS": ["tierce"], "EW": [20]}}
    assert _field(**equal) == "best"
    assert score_deal(CLUB, {**DEAL, **equal, "best": "EW"}).score == {"NS": 100, "EW": 20}
    # Announces worth nothing beat nobody.
    worthless = {"announces": {"NS": ["carre-7"], "EW": ["carre-8"]}}
    assert score_deal(CLUB, {**DEAL, **worthless}).score == {"NS": 100, "EW": 0}


def test_other_names_of_the_same_announce() -> None:
    for one, two in (("cinquante", "quarante"), ("cent", "quinte")):
        answers = [score_deal(CLUB, {**DEAL, "announces": {"NS": [name]}}) for name in (one, two)]
        assert answers[0] == answers[1]


def _codes(**changes: Any) -> list[str]:
    return [note.code for note in score_deal(CLUB, {**DEAL, **changes}).notes]


def test_what_is_unlikely_is_a_warning() -> None:
    assert _codes() == []
    assert _codes(belotte=["NS"]) == ["unknown_field"]
    only_ticked = {**SWEPT, "points": {"NS": 162}}
    assert _codes(**{**only_ticked, "contract": 80}) == ["sweep_low_bid"]
    assert _codes(**{**only_ticked, "contract": 90}) == []
    # A nought written for the other side, or the tricks, say the same as the tick.
    assert _codes(**{**SWEPT, "contract": 80}) == []
    assert _codes(**{**only_ticked, "contract": 80, "tricks": {"NS": 8}}) == []
    assert _codes(points={"NS": 40}) == ["few_points"]
    assert _codes(points={"NS": 41}) == []
    assert _codes(points={"EW": 122}, contract=80, declarer="EW") == []
    assert _codes(**{**SWEPT, "sweep": None}) == ["nothing_without_sweep"]
    assert _codes(contract=190) == ["out_of_reach"]
    assert _codes(contract=180) == []
    assert _codes(best="NS") == ["best_not_needed"]
    assert _codes(announces={"NS": ["quinte", "quinte", "quinte"]}) == ["too_many_sequences"]
    assert _codes(announces={"NS": ["tierce"] * 5}) == ["too_many_sequences"]
    assert _codes(announces={"NS": ["tierce", "quinte", "quarante", "quarante"]}) == []
    assert _codes(announces={"EW": ["carre-K"]}, belote=["NS"]) == ["belote_against_carre"]
    assert _codes(announces={"NS": ["carre-K"]}, belote=["NS"]) == []
    assert _codes(announces={"NS": ["quinte"], "EW": ["carre-J"]}) == ["quinte_against_carre"]
    assert _codes(announces={"NS": ["quarante"], "EW": ["carre-J"]}) == []
    assert _codes(announces={"NS": ["quarante"], "EW": ["carre-J", "carre-10"]}) == ["quarante_against_carres"]


def test_warnings_speak_the_language_asked_for() -> None:
    deal = {**SWEPT, "points": {"NS": 162}, "contract": 80}
    assert score_deal(CLUB, deal, language="fr").warnings == ("Capot pour un contrat de 80\u00a0: c’est rare.",)
    assert score_deal(CLUB, deal).as_dict()["warnings"] == ["all tricks on a bid of 80: that is rare"]


def test_what_is_not_played_is_refused() -> None:
    source = preset_source("club").replace("on = true", "on = false").replace("surcoinche = 4", "")
    source = source.replace('"H", "D", "C", "SA", "TA"]', '"H"]').replace("highest = 240", "list = [82, 92]")
    ruleset = load_ruleset(source.replace("capot = 250", "capot = 250\ncapot_doubled = false"))

    def field(**changes: Any) -> str:
        with pytest.raises(DealError) as caught:
            score_deal(ruleset, {**DEAL, "contract": 92, **changes})
        return caught.value.field

    assert field(announces={"EW": ["tierce"]}) == "announces"
    assert field(double="surcoinche") == "double"
    assert field(contract="capot", double="coinche") == "double"
    assert field(trump="D") == "trump"
    assert field(contract=90) == "contract"
    assert score_deal(ruleset, {**DEAL, "contract": 92}).ns == 92
