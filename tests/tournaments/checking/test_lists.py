"""Lists that earlier versions of this program published."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from tests.tournaments.standings.test_lists import FOUR, sources
from tournaments.checking import lists
from tournaments.checking.model import Place
from tournaments.standings.lists import PLAYERS, ROUNDS, lists_of
from tournaments.standings.memberships import Membership

BOOK = SimpleNamespace(rows={"members": []}, number=lambda entry: 0)


@pytest.mark.parametrize("as_now", [True, False])
def test_both_lines_in_one_list_of_players_or_of_a_round_are_right_as_they_were(monkeypatch, as_now):
    lines = {"p1": "ns", "p2": "ew", "p3": "ns", "p4": "ew"}
    now = sources(FOUR, [Membership(one, f"{one}a", 1, 1, None) for one in lines], apart=lines)
    monkeypatch.setattr(lists, "sources_of", lambda *_: now)
    made = lists_of(now if as_now else replace(now, apart={}), [PLAYERS, ROUNDS])
    figures = {"round": 2, "lists": [one.to_data() for one in made]}
    assert len(made) == (6 if as_now else 3)
    assert not list(lists.differ(BOOK, None, Place(), figures, {}))
    figures["lists"].pop()
    assert [one.code for one in lists.differ(BOOK, None, Place(), figures, {})] == ["public-list"]
