"""What was public, as a file says it: whatever is taken in can be shown on every public page."""

import copy
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from core.actors import SYSTEM
from tests import factories
from tests.conftest import LONG
from tests.tournaments.services import evening
from tournaments import archive, watched
from tournaments.archive import figures
from tournaments.models import Publication, Tournament
from tournaments.services import adjustments, published, tournament_file

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

GONE = object()
#: What a key may hold instead of what it should, or that it is not there.
FEW: tuple[Any, ...] = (GONE, None, {})
ODD: tuple[Any, ...] = (*FEW, True, -1, 0, 1.5, 10**30, "", "x", "7" * 300, [], [[]], {"x": {}})
#: Of those that are taken in so many are shown: pages take their time.
A_FEW = 1 if LONG else 12


def played() -> Tournament:
    """Two public rounds of five pairs with clubs and categories, a penalty, and a correction that was made public."""
    tournament = evening.new_tournament(4, rounds=2)
    factories.make_pairs(tournament, 1, home_club="Amicale", category="mixed")
    tournament.stages.update(settings={"criteria": ["points", "best_game", "opponents", "lot"]})
    adjustments.give(tournament.entries.get(number=2).pk, -50, "retard", SYSTEM)
    first = evening.play_round(tournament, 1)
    evening.publish(tournament, first)
    second = evening.play_round(tournament, 2)
    evening.publish(tournament, second)
    evening.correct(evening.games_of(first)[0], 160)
    evening.publish(tournament, second)
    return tournament


@pytest.fixture(scope="module")
def document(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """The file of it, and it itself; made once."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield tournament_file.document_of(played())
        transaction.set_rollback(True)


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to everything in a value; of a list only to its first: the others are alike."""
    if way:
        yield way
    if isinstance(value, Mapping):
        for name in value:
            yield from places(value[name], (*way, name))
    elif isinstance(value, list) and value:
        yield from places(value[0], (*way, 0))


def spoiled(value: Any, way: tuple[Any, ...], odd: Any) -> Any:
    made = copy.deepcopy(value)
    inner = made
    for step in way[:-1]:
        inner = inner[step]
    if odd is GONE:
        del inner[way[-1]]
    else:
        inner[way[-1]] = odd
    return made


def is_taken(document: Mapping[str, Any], **more: Any) -> bool:
    try:
        figures.check({**document, "journal": [], "publications": [], **more})
    except archive.ArchiveError as error:
        assert error.code == "archive-shape"
        return False
    return True


def pages_of(tournament: Tournament) -> list[str]:
    where = [tournament.club.slug, tournament.slug]
    found = [
        reverse(f"public-{name}", args=where)
        for name in ("tournament", "statistics", "feed", "list-players", "list-categories", "list-clubs")
    ]
    found += [reverse(f"public-{name}", args=[*where, 2]) for name in ("path", "round", "list-round", "list-after")]
    found += [reverse("public-table-file", args=[*where, what, "csv"]) for what in ("results", "deals", "standings")]
    return [*found, reverse("public-table-file", args=[*where, "lists", "csv"]), f"{found[0]}?open=1"]


def show(client: Client, tournament: Tournament) -> list[str]:
    """The pages that cannot be shown."""
    watched.forget()
    published._kept.clear()
    failed = []
    for page in pages_of(tournament):
        try:
            answer: Any = client.get(page)
            ok = answer.status_code in (200, 404) and (not answer.streaming or b"".join(answer.streaming_content))
        except Exception as error:
            ok = False
            page = f"{page}: {error!r}"
        failed += [] if ok else [page]
    return failed


def test_what_the_house_itself_made_public_is_taken_and_shown(document: dict[str, Any], client: Client) -> None:
    assert {row["what"] for row in document["publications"]} == {"round", "sheets", "standings", "lists"}
    assert any(row["verb"] == figures.CORRECTED for row in document["journal"])
    figures.check(document)
    assert show(client, Tournament.objects.get()) == []


@pytest.mark.parametrize("what", ["round", "sheets", "standings", "lists"])
def test_whatever_is_taken_in_can_be_shown(document: dict[str, Any], client: Client, what: str) -> None:
    row = max(
        (one for one in document["publications"] if one["what"] == what), key=lambda one: (one["version"], one["at"])
    )
    tournament, mine = Tournament.objects.get(), Publication.objects.get(pk=row["id"])
    failed, shown, refused = [], 0, 0
    for way in places(row["figures"]):
        for odd in ODD if LONG else FEW:
            made = spoiled(row["figures"], way, odd)
            if not is_taken(document, publications=[{**row, "figures": made}]):
                refused += 1
            elif not _is_like(row["figures"], way, odd):
                shown += 1
                if shown % A_FEW:
                    continue
                with transaction.atomic():  # what was public is never written over
                    mine.pk, mine.version, mine.figures = uuid.uuid4(), row["version"] + 1, made
                    mine.save(force_insert=True)
                    failed += [f"{way}: {str(odd)[:20]}: {page}" for page in show(client, tournament)]
                    transaction.set_rollback(True)
    assert failed == []
    assert refused > shown > 0


def _is_like(value: Any, way: tuple[Any, ...], odd: Any) -> bool:
    """Whether it is of the kind of what is there: another number, as good as any."""
    for step in way:
        value = value[step]
    return type(value) is type(odd) and not isinstance(odd, (list, dict))


def test_a_correction_that_no_page_could_tell_is_refused(document: dict[str, Any]) -> None:
    row = next(one for one in document["journal"] if one["verb"] == figures.CORRECTED)
    for way in places(row["after"]):
        assert not is_taken(document, journal=[{**row, "after": spoiled(row["after"], way, GONE)}]) or way[-1] == 0
        assert not is_taken(document, journal=[{**row, "after": spoiled(row["after"], way, {"x": 1})}])
    assert is_taken(document, journal=[row, {**row, "verb": "sheet.closed", "after": None}])


def test_more_than_any_tournament_has_is_refused(document: dict[str, Any]) -> None:
    (row,) = [one for one in document["publications"] if one["what"] == "lists" and one["version"] == 1][:1]
    (first, *_) = row["figures"]["lists"]
    for more in ({"lists": [first] * (figures.MOST_LISTS + 1)}, {"lists": [{**first, "label": "x" * 201}]}):
        assert not is_taken(document, publications=[{**row, "figures": {**row["figures"], **more}}])


def test_a_round_that_is_told_as_another_is_refused(document: dict[str, Any]) -> None:
    for row in document["publications"]:
        if row["what"] != "standings":
            assert not is_taken(document, publications=[{**row, "figures": {**row["figures"], "round": 7}}])
