"""The words of a draw: every code of the engine has its sentence, and a draw of the first version is still shown."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.roles import Role
from tests.tournaments.services import evening
from tournaments import drawwords
from tournaments.draws.field import MUSTS
from tournaments.draws.model import ONE_BYE
from tournaments.models import Draw
from tournaments.services import rounds

NUMBERS = {"a": 3, "b": 7, "c": 8, "d": 9}


def reason(code: str, **params: Any) -> str | None:
    return drawwords.reason({"code": code, "params": {"entry": "a", "other": "b", **params}}, NUMBERS)


@pytest.mark.parametrize("rule", sorted(MUSTS - {ONE_BYE}))
def test_every_rule_that_keeps_two_apart_has_its_words(rule: str) -> None:
    broken = drawwords.breach({"rule": rule, "entries": ["a", "b"], "rounds": [1, 2]}, NUMBERS)
    forbidden = reason("forbidden", rule=rule, rounds=[1, 2])
    worse = reason("worse", rule=rule, then=["c", "d"], cost="x", by=1)
    for text, numbers in ((broken, "3 7"), (forbidden, "3 7"), (worse, "3 7 8 9")):
        assert text is not None
        found = [one for one in re.findall(r"\d+", text) if one not in ("1", "2")]
        assert " ".join(found) == numbers
    assert len({broken, forbidden, worse}) == 3
    assert ("1, 2" in str(broken)) == ("1, 2" in str(forbidden)) == (rule in ("no_rematch", "limited_repeats"))


def test_the_other_reasons_have_theirs() -> None:
    said = [
        reason("nearest"),
        reason("lot", then=["c", "d"]),
        reason("ahead", then=["c", "d"]),
        reason("worse", then=["c"], rule="", cost="bye_place", by=1),
        reason("worse", then=["c", "d"], rule="", cost="place_gap", by=4),
        reason("forbidden", rule="", rounds=[]),
    ]
    assert None not in said
    assert len(set(said)) == len(said)
    assert reason("of_a_later_version") is None


def test_what_needs_no_word_has_none() -> None:
    assert drawwords.breach({"rule": "new_table", "entries": ["a"], "rounds": [1]}, NUMBERS) is None
    assert drawwords.breach({"rule": "one_bye", "entries": ["a"], "rounds": []}, NUMBERS) is not None
    assert drawwords.breach({"rule": "fixed_table", "entries": ["a"], "rounds": []}, NUMBERS) is not None


def as_version_1(draw: Draw) -> None:
    """What the first version of the engine would have stored."""
    tables = [
        {"table": one["table"], "ns": one["ns"][0], "ew": one["ew"][0], "reason": one["reason"], "met_in": []}
        for one in draw.result["tables"]
    ]
    rest = {key: value for key, value in draw.result.items() if key not in ("byes", "proved", "out")}
    result = {**rest, "tables": tables, "bye": next(iter(draw.result["byes"]), None)}
    Draw.objects.filter(pk=draw.pk).update(result=result, engine_version="1")


@pytest.mark.django_db
def test_a_draft_of_the_first_version_is_shown_and_published(client_for: Callable[..., Client]) -> None:
    tournament = evening.new_tournament(5)
    draft = rounds.make_draw(tournament.pk, 1, 1, evening.SYSTEM)
    draft.refresh_from_db()
    client = client_for(Role.ORGANISER, tournament.club, HTTP_ACCEPT_LANGUAGE="en")
    address = reverse("draw", args=[tournament.club.slug, tournament.slug])
    new = client.get(address)
    assert "Why these two?" in new.content.decode()
    as_version_1(draft)
    old = client.get(address)
    assert "Why these two?" not in old.content.decode()
    assert [(row["table"], row["ns"], row["ew"]) for row in old.context["tables"]] == [
        (row["table"], row["ns"], row["ew"]) for row in new.context["tables"]
    ]
    assert old.context["byes"] == new.context["byes"]
    round_ = rounds.publish_draw(draft.pk, evening.SYSTEM)
    assert round_.seats.count() == 4
    assert round_.statuses.filter(status="bye").count() == 1
