"""The file of a tournament, from anywhere: taken as it was written, else refused with the place of what is wrong."""

import gzip
import hashlib
import json
import random
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import LONG
from tests.tournaments.archive.helpers import document, id_of
from tournaments import archive, words
from tournaments.archive import ArchiveError
from tournaments.archive.live import counting
from tournaments.archive.shape import LATER, SECTIONS


def refused(data: bytes, **more: Any) -> ArchiveError:
    with pytest.raises(ArchiveError) as error:
        archive.read(data, **more)
    return error.value


def written(found: dict[str, Any]) -> bytes:
    return archive.written(found)


def test_what_is_written_is_read_and_written_again_to_the_byte():
    data = written(document())
    found = archive.read(data)
    assert {key: value for key, value in found.items() if key != "sha256"} == document()
    assert written(found) == data


def test_it_is_canonical_json_with_the_digest_of_all_the_rest():
    data = written(document())
    found = json.loads(data)
    said = found.pop("sha256")
    plain = json.dumps(found, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()
    assert said == hashlib.sha256(plain).hexdigest()
    assert data.endswith(b"}\n")
    assert list(json.loads(data)) == sorted(json.loads(data))


def test_gzipped_it_is_read_too_and_gzipping_gives_the_same_each_time():
    data = written(document())
    assert archive.compressed(data) == archive.compressed(data)
    assert archive.read(archive.compressed(data)) == archive.read(data)


def test_a_file_that_somebody_has_laid_out_anew_is_the_same_file():
    data = json.dumps(json.loads(written(document())), indent=3).encode()
    assert written(archive.read(data)) == written(document())


def test_a_file_from_before_there_was_a_section_has_nothing_in_it():
    before = {name: rows for name, rows in document().items() if name not in LATER}
    found = archive.read(written(before))
    assert [found[name] for name in LATER] == [[]] * len(LATER)
    altered = json.loads(written(before))
    altered["tournament"]["name"] += "!"
    assert refused(json.dumps(altered).encode()).code == "archive-damaged"


# What is no file


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "archive-not-json"),
        (b"{", "archive-not-json"),
        (b"\xff\xfe{}", "archive-not-json"),
        (b"[]", "archive-format"),
        (b'{"format": "draw-file", "version": 1}', "archive-format"),
        (b'{"format": "tournament-file", "version": 2}', "archive-version"),
        (b'{"format": "tournament-file", "version": true}', "archive-version"),
        (b'{"format": "tournament-file", "version": 1}', "archive-shape"),
        (b'{"format": "tournament-file", "format": "tournament-file"}', "archive-not-json"),
        (b'{"format": NaN}', "archive-not-json"),
        (b'{"format": 1e999}', "archive-not-json"),
        (b"1" * 5000, "archive-not-json"),
        (b"[" * 200_000, "archive-not-json"),
        (b'{"format": "\\ud800"}', "archive-not-json"),
        (b'{"format": "a\\u0000b"}', "archive-not-json"),
        (b"\x1f\x8bnothing", "archive-damaged"),
    ],
)
def test_what_is_no_file_of_a_tournament_is_refused(data: bytes, code: str):
    assert refused(data).code == code


def test_a_file_that_grows_beyond_all_bounds_is_refused_before_it_does():
    bomb = gzip.compress(b" " * 3_000_000)
    assert len(bomb) < 10_000
    assert refused(bomb, most=1_000_000).code == "archive-too-large"
    assert refused(b" " * 1_000_001, most=1_000_000).code == "archive-too-large"


def test_a_cut_or_lengthened_gzip_is_refused():
    data = archive.compressed(written(document()))
    assert refused(data[:-4]).code == "archive-damaged"
    assert refused(data + b"more").code == "archive-damaged"


def test_a_file_that_was_changed_by_hand_is_refused():
    data = written(document()).replace(b'"points_for":1', b'"points_for":2')
    assert refused(data).code == "archive-damaged"


# Rows that are not as they should be

WRONG: list[tuple[str, str, Any]] = [
    ("entries", "number", "1"),
    ("entries", "number", 0),
    ("entries", "number", 2**31),
    ("entries", "number", 1.0),
    ("entries", "number", True),
    ("entries", "number", None),
    ("entries", "status", "gone"),
    ("entries", "name", "x" * 81),
    ("entries", "name", 3),
    ("entries", "name", "a\x0bb"),
    ("entries", "stand_in", 1),
    ("entries", "id", "1"),
    ("entries", "id", id_of("entries").upper().replace("0", "A", 1)),
    ("entries", "created_at", "yesterday"),
    ("entries", "created_at", "2026-11-28T20:00:00"),
    ("entries", "created_at", "2026-11-28T20:00:00+01:00"),
    ("rounds", "locked", {}),
    ("rounds", "given", []),
    ("rounds", "cut", "x"),
    ("stages", "settings", []),
    ("results", "points_for", -(2**31)),
    ("adjustments", "reason", None),
]


@pytest.mark.parametrize(("section", "field", "value"), WRONG)
def test_a_field_that_is_not_what_it_should_be_is_named(section: str, field: str, value: Any):
    found = document()
    found[section].append({**found[section][0], "id": id_of(section, 2), field: value})
    error = refused(written(found))
    assert (error.code, error.params) == ("archive-shape", {"section": section, "row": 2, "field": field})


@pytest.mark.parametrize("change", [lambda row: row.pop("number"), lambda row: row.update(more=1)])
def test_a_row_with_a_field_too_few_or_too_many_is_named(change):
    found = document()
    change(found["entries"][0])
    error = refused(written(found))
    assert (error.code, error.params["section"], error.params["row"]) == ("archive-shape", "entries", 1)


@pytest.mark.parametrize("value", [None, {}, "x", [1], [[]]])
def test_a_section_that_is_no_list_of_rows_is_named(value: Any):
    error = refused(written({**document(), "entries": value}))
    assert (error.code, error.params["section"]) == ("archive-shape", "entries")


@pytest.mark.parametrize("section", ["club", "tournament"])
def test_club_and_tournament_are_looked_at_too(section: str):
    found = document()
    found[section]["name"] = ""
    assert written(archive.read(written(found)))
    found[section]["name"] = None
    assert refused(written(found)).params == {"section": section, "row": 0, "field": "name"}


def test_a_section_that_nobody_knows_is_refused():
    assert refused(written({**document(), "secrets": []})).params["section"] == "secrets"


def test_the_same_id_twice_is_named():
    found = document()
    found["members"].append(dict(found["members"][0]))
    assert refused(written(found)).params == {"section": "members", "row": 2}


@pytest.mark.parametrize(
    ("section", "field"),
    [(one.name, name) for one in SECTIONS for name, field in one.fields.items() if field.of],
)
def test_a_reference_that_leads_nowhere_is_named(section: str, field: str):
    found = document()
    found[section][0][field] = id_of(section, 999)
    error = refused(written(found))
    assert (error.code, error.params) == ("archive-reference", {"section": section, "row": 1, "field": field})


@pytest.mark.parametrize("section", ["seats", "results"])
def test_a_seat_or_a_result_of_another_round_than_its_match_is_named(section: str):
    found = document()
    found["rounds"].append({**found["rounds"][0], "id": id_of("rounds", 2)})
    found[section][0] |= {"round": id_of("rounds", 2), **({"game": id_of("games")} if section == "results" else {})}
    error = refused(written(found))
    assert (error.code, error.params["section"], error.params["field"]) == ("archive-reference", section, "round")


def test_every_refusal_is_in_words():
    errors = [
        refused(data) for data in (b"", b"[]", b'{"format": "tournament-file", "version": 2}', b"\x1f\x8bx", b"{}")
    ]
    errors.append(refused(written({**document(), "entries": [1]})))
    errors.append(refused(b" " * 20, most=10))
    with translation.override("en"):
        for error in errors:
            assert words.of_error(error) != words.of_error(ValueError())


@given(seed=st.integers(0, 2**32))
def test_whatever_is_changed_in_a_file_it_is_refused_or_read(seed: int):
    """Nothing but an ArchiveError comes out, whatever a hand or a bad disk made of it."""
    chance = random.Random(seed)
    data = bytearray(written(document()))
    for _ in range(chance.randrange(1, 30 if LONG else 6)):
        place = chance.randrange(len(data))
        if chance.random() < 0.5:
            data[place] = chance.randrange(256)
        else:
            del data[place : place + chance.randrange(1, 40)]
    try:
        archive.read(bytes(data))
    except ArchiveError as error:
        assert error.code


# What of it is so now


def test_adjustments_count_unless_made_void_and_again_when_that_was_made_void():
    def row(number: int, voids: int | None = None) -> dict[str, Any]:
        return {"id": str(number), "voids": None if voids is None else str(voids)}

    assert [one["id"] for one in counting([row(1), row(2), row(3, 2), row(4), row(5, 4), row(6, 5)])] == ["1", "4"]
    circle = [row(1, 2), row(2, 1)]
    assert list(counting(circle)) == []


def test_what_only_grows_and_what_only_happened_is_not_of_now():
    before, after = document(), document()
    after["tournament"]["revision"] = 9
    after["sheets"][0]["revision"] = 9
    after["journal"] = []
    after["draws"].append({**after["draws"][0], "id": id_of("draws", 2), "state": "discarded"})
    assert archive.live(before) == archive.live(after)
    after["results"][0]["points_for"] += 1
    assert archive.live(before) != archive.live(after)
