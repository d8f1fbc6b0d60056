"""The list of settings is what the systems really read, no more and no less, value for value."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.tournaments.draws.evenings import seed
from tournaments.draws import DrawEntry, DrawError, DrawRequest, Meeting, PlayedRound, draw
from tournaments.draws.engine import NAMES, TEAMS
from tournaments.draws.options import OPTIONS, Option, checked, drawn_by, options_of


class Watched(dict[str, Any]):
    """Settings that remember what they were asked for."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.asked: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


ROUNDS = {"knockout": 4, "pools-knockout": 6, "melee": 2}


def rounds_of(system: str, settings: dict[str, Any]) -> Iterator[DrawRequest]:
    """Two rounds of sixteen, the second after the first as it was drawn, north-south having won everywhere."""
    entries = tuple(DrawEntry(f"e{one}", one) for one in range(1, 17))
    first = DrawRequest(system, seed("1"), 1, ROUNDS.get(system, 3), entries, settings=settings)
    yield first
    drawn = draw(first)
    played = PlayedRound(
        1, tuple(Meeting(t.ns, t.ew, t.table, "ns", t.bracket) for t in drawn.tables), drawn.byes, plan=drawn.plan
    )
    yield DrawRequest(system, seed("2"), 2, ROUNDS.get(system, 3), entries, (played,), settings=settings)


@pytest.mark.parametrize("system", OPTIONS)
def test_a_system_reads_the_settings_that_are_listed_for_it_and_no_others(system: str) -> None:
    settings = Watched()
    for request in rounds_of(system, settings):
        draw(request)
    assert settings.asked == {option.name for option in OPTIONS[system]}


@pytest.mark.parametrize(("system", "option"), [(system, option) for system in OPTIONS for option in OPTIONS[system]])
def test_every_listed_value_is_one_the_engine_takes_and_no_other_is(system: str, option: Option) -> None:
    def refused(value: Any) -> bool:
        try:
            for request in rounds_of(system, {option.name: value}):
                draw(request)
        except DrawError as error:
            return error.code == "bad_setting" and error.params == {"setting": option.name}
        return False

    allowed = list(option.allowed)
    for value in allowed if len(allowed) < 10 else (*allowed[:3], allowed[-1]):
        assert option.admits(value)
        assert not refused(value), value
    others: list[Any] = ["", "nonsense", -1, len(allowed), True, False, None, 1.0, [0]]
    for value in others:
        assert option.admits(value) == (not refused(value)), value


def test_what_is_not_said_is_as_usual_and_what_the_system_does_not_read_is_left_out() -> None:
    assert checked("swiss", {"bye": "random", "legs": 2}) == {
        "first_round": "random",
        "bye": "random",
        "nearest": "figure",
    }
    assert checked("random", {"bye": "random"}) == {}


def test_teams_are_drawn_by_another_system_with_its_settings() -> None:
    assert drawn_by(TEAMS, {}) == "swiss"
    assert checked(TEAMS, {"teams_by": "round-robin", "legs": 2}) == {
        "teams_by": "round-robin",
        "order": "drawn",
        "legs": 2,
        "repeats": False,
    }
    assert options_of(TEAMS, {"teams_by": "swiss"}) == OPTIONS["swiss"]


@pytest.mark.parametrize(
    ("system", "settings", "code", "params"),
    [
        ("chess", {}, "unknown_system", {"system": "chess"}),
        (TEAMS, {"teams_by": "melee"}, "unknown_system", {"system": "melee"}),
        (TEAMS, {"teams_by": TEAMS}, "unknown_system", {"system": TEAMS}),
        ("knockout", {"third_place": 1}, "bad_setting", {"setting": "third_place"}),
        ("mitchell", {"rankings": True}, "bad_setting", {"setting": "rankings"}),
        (TEAMS, {"bye": "mixed"}, "bad_setting", {"setting": "bye"}),
    ],
)
def test_what_cannot_be_is_named(system: str, settings: dict[str, Any], code: str, params: dict[str, Any]) -> None:
    with pytest.raises(DrawError) as caught:
        checked(system, settings)
    assert (caught.value.code, caught.value.params) == (code, params)


def test_every_system_of_the_engine_is_listed() -> None:
    assert {*OPTIONS, TEAMS} == set(NAMES)
