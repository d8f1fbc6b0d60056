"""The short verifier: one file, run where there is neither this project nor any package; what it finds and what not."""

import copy
import importlib.util
import json
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.draws.evenings import as_played, seed
from tournaments.draws import (
    DrawEntry,
    DrawError,
    DrawRequest,
    LockedTable,
    Meeting,
    PlayedRound,
    Rule,
    commitment,
    draw,
    round_seed,
)
from tournaments.draws.engine import usual_musts

PROGRAM = Path(__file__).parents[3] / "docs" / "verifier" / "verify_draws.py"
MASTER = seed("hidden")
DRAWN = ("random", "swiss", "danish", "equal-wins", "winners-losers")
MOVEMENTS = ("even-odd", "mitchell", "round-robin")
HOLDS = "All that this program checks holds."
NOT = "NOT everything holds."
WISHES = (
    Rule("not_same_club", until=2),
    Rule("keep_apart", groups=(("e1", "e2", "p3a"), ("e4", "e5"))),
    Rule("new_table"),
    Rule("balanced_sides"),
)


def _load() -> Any:
    spec = importlib.util.spec_from_file_location("short_verifier", PROGRAM)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


check: Callable[..., tuple[list[str], bool]] = _load().check


def people(count: int, chance: random.Random) -> list[DrawEntry]:
    """Of clubs, some rated, a few who may not rest or need a table of their own."""
    return [
        DrawEntry(
            f"e{number}",
            number,
            club=f"c{number % 5}" if number % 3 else None,
            rating=chance.choice([None, 1500, chance.randint(1000, 2000)]),
            persons=(f"p{number}a", f"p{number}b"),
            may_rest=chance.random() > 0.1,
            fixed_table=chance.randint(1, max(1, count // 2)) if chance.random() < 0.1 else None,
        )
        for number in range(1, count + 1)
    ]


def a_file(system: str, count: int, rounds: int, *, coming: bool = False, **more: Any) -> dict[str, Any]:
    """Every round drawn twice, the second draw published. `coming`: some miss rounds, one leaves, tables are fixed."""
    chance = random.Random(f"{system}/{count}/{rounds}")
    entries = people(count, chance) if coming else [DrawEntry(f"e{n}", n) for n in range(1, count + 1)]
    scored = {one.id: (0, 0) for one in entries}
    played: list[PlayedRound] = []
    draws = []
    by = more.get("settings", {}).get("teams_by") or system
    for number in range(1, rounds + 1):
        if coming and number == 3:
            entries[0] = replace(entries[0], comes=False)
        here = tuple(
            replace(
                one,
                plays=one.comes and not (coming and chance.random() < 0.07),
                standing=scored[one.id] if number > 1 else (),
            )
            for one in entries
        )
        request = DrawRequest(
            system, "", number, rounds, here, tuple(played), **{"musts": usual_musts(by), "wishes": WISHES, **more}
        )
        if coming and number == 2 and by in (*DRAWN, *MOVEMENTS):
            one, other = chance.sample([one.id for one in here if one.plays], 2)
            request = replace(request, locked=(LockedTable((one,), (other,), 2),))
        for attempt, state in ((1, "discarded"), (2, "published")):
            request = replace(request, seed=round_seed(MASTER, number, attempt))
            result = draw(request)
            draws.append(
                {
                    "round": number,
                    "attempt": attempt,
                    "state": state,
                    "request": asdict(request),
                    "result": asdict(result),
                }
            )
        meetings = []
        for table in result.tables:
            won = chance.choice(("ns", "ew", "") if by in (*DRAWN, *MOVEMENTS, "melee") else ("ns", "ew"))
            for who in {"ns": table.ns, "ew": table.ew}.get(won, ()):
                scored[who] = (scored[who][0] + 2, scored[who][1] + chance.randint(800, 1500))
            meetings.append(Meeting(table.ns, table.ew, table.table, won, table.bracket))
        absent = tuple(one.id for one in here if not one.plays)
        played.append(replace(as_played(result), meetings=tuple(meetings), absent=absent, plan=result.plan))
    return whole(draws)


def whole(draws: list[dict[str, Any]]) -> dict[str, Any]:
    data = {"format": "draw-file", "version": 1, "commitment": commitment(MASTER), "seed": MASTER, "draws": draws}
    found: dict[str, Any] = json.loads(json.dumps(data))
    return found


def wrong(lines: list[str]) -> list[str]:
    return [line for line in lines if "WRONG" in line or "NOT" in line]


# Honest files


@pytest.mark.parametrize("system", [*DRAWN, *MOVEMENTS])
@pytest.mark.parametrize("count", [5, 12, 17])
def test_honest_draws_hold_whoever_comes_and_whatever_is_asked(system: str, count: int) -> None:
    for coming in (False, True):
        if coming and count == 5:
            continue
        lines, holds = check(a_file(system, count, min(5, count // 2), coming=coming))
        assert holds, wrong(lines)


@pytest.mark.parametrize(
    ("system", "settings"),
    [
        *((system, {"bye": how}) for system in ("swiss", "danish", "equal-wins") for how in ("not_last", "random")),
        *((system, {"first_round": how}) for system in ("swiss", "winners-losers") for how in ("rating", "entry")),
        ("swiss", {"nearest": "places"}),
        ("equal-wins", {"bye_wins": False}),
        *((system, {"order": how}) for system in MOVEMENTS for how in ("rating", "standing", "drawn", "number")),
        ("mitchell", {"movement": "skip"}),
        ("mitchell", {"rankings": 2}),
        ("round-robin", {"legs": 2}),
        ("even-odd", {"repeats": True}),
        ("teams", {}),
        ("teams", {"teams_by": "round-robin"}),
    ],
    ids=str,
)
def test_honest_draws_hold_under_every_setting(system: str, settings: dict[str, Any]) -> None:
    for count in (12,) if "movement" in settings else (12, 15):
        lines, holds = check(a_file(system, count, 4, coming=True, settings=settings))
        assert holds, wrong(lines)


def test_no_other_engine_can_be_claimed() -> None:
    data = a_file("swiss", 6, 1)
    data["draws"][0]["result"]["engine_version"] = "1"
    said, holds = check(data)
    assert (holds, "otherwise" in said[1]) == (False, True)


@pytest.mark.parametrize(
    ("system", "count", "rounds"), [("melee", 17, 4), ("knockout", 9, 4), ("pools-knockout", 16, 5)]
)
def test_of_other_systems_what_needs_no_engine_holds(system: str, count: int, rounds: int) -> None:
    lines, holds = check(a_file(system, count, rounds))
    assert holds, wrong(lines)


@pytest.mark.long
@pytest.mark.parametrize("system", [*DRAWN, *MOVEMENTS])
def test_honest_draws_of_any_size_hold(system: str) -> None:
    for count in (*range(2, 60), 65, 130, 257):
        try:
            data = a_file(system, count, min(6, max(1, count // 2)), coming=count > 8)
        except DrawError:
            continue
        lines, holds = check(data)
        assert holds, (count, wrong(lines))


def test_a_large_field_that_breaks_a_must_was_weighed_among_neighbours() -> None:
    entries = tuple(DrawEntry(f"e{number}", number, club="one") for number in range(1, 513))
    seed_of_it = round_seed(MASTER, 1, 1)
    request = DrawRequest("random", seed_of_it, 1, 1, entries, musts=(Rule("one_bye"), Rule("not_same_club")))
    result = draw(request)
    one = {"round": 1, "attempt": 1, "state": "published", "request": asdict(request), "result": asdict(result)}
    assert check(whole([one]))[1]


def test_a_draw_taken_for_the_sake_of_later_rounds_is_a_note_and_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Six pairs, five rounds: a draw that minds only its own round gets stuck."""
    monkeypatch.setitem(globals(), "MASTER", seed("m3"))
    lines, holds = check(a_file("swiss", 6, 5, wishes=()))
    assert holds, wrong(lines)
    assert [line.partition(";")[0] for line in lines if "sake of later rounds" in line] == [
        "round 3, draw 2, published: as drawn"
    ]


def test_what_was_changed_by_hand_is_said_and_the_past_goes_by_it() -> None:
    data = a_file("swiss", 8, 2)
    published = data["draws"][1]
    tables = copy.deepcopy(published["result"]["tables"])
    tables[0]["ew"], tables[1]["ew"] = tables[1]["ew"], tables[0]["ew"]
    published["hand"] = {"tables": tables, "byes": []}
    lines, holds = check(data)
    assert holds
    assert "changed by hand" in lines[2]
    assert len([line for line in lines if "another round 1 than was drawn" in line]) == 2
    published["hand"]["tables"].pop()
    assert not check(data)[1]


def test_a_file_of_a_later_stage_begins_with_its_own_first_round() -> None:
    data = a_file("swiss", 8, 3)
    data["draws"] = data["draws"][2:]
    assert not check(data)[1]
    data["first_round"] = 2
    assert check(data)[1]


# Altered files

GOOD = {system: a_file(system, 14, 3) for system in ("random", "swiss", "even-odd", "round-robin")}


def first(data: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = data["draws"][1]
    return found


def exchange(tables: list[dict[str, Any]], side: str = "ew") -> None:
    tables[0][side], tables[1][side] = tables[1][side], tables[0][side]


def _exchange(data: dict[str, Any]) -> None:
    """Two pairs of the last draw change places; its costs are told as before."""
    exchange(data["draws"][-1]["result"]["tables"])


def _cheaper_elsewhere(data: dict[str, Any]) -> None:
    """The same with costs to match."""
    rows = data["draws"][-1]
    exchange(rows["result"]["tables"])
    again = _load()
    field = again.Field(rows["request"])
    pairs = sorted(again.pair(*field.places(one["ns"]), *field.places(one["ew"])) for one in rows["result"]["tables"])
    real = again.Prices(field, rows["request"]["system"], 0).sums(pairs)
    names = [name for name, _ in rows["result"]["cost"]]
    rows["result"]["cost"][:-1] = [[name, value] for name, (_, value) in zip(names, real, strict=False)]


def _seed(data: dict[str, Any]) -> None:
    chosen = first(data)
    request = replace(_request(chosen), seed=seed("chosen"))
    chosen["request"]["seed"] = request.seed
    chosen["result"] = json.loads(json.dumps(asdict(draw(request))))


def _request(one: dict[str, Any]) -> DrawRequest:
    from tournaments.draws import request_from

    return request_from(one["request"])


def _hidden_table(data: dict[str, Any]) -> None:
    first(data)["result"]["tables"].pop()


def _twice_seated(data: dict[str, Any]) -> None:
    tables = first(data)["result"]["tables"]
    tables[0]["ns"] = tables[1]["ns"]


def _attempts(data: dict[str, Any]) -> None:
    one, other = data["draws"][:2]
    one["attempt"], other["attempt"] = other["attempt"], one["attempt"]


ALTERED: dict[str, tuple[str, Callable[[dict[str, Any]], Any], str]] = {
    "another seed": ("swiss", lambda data: data.update(seed=seed("other")), "NOT the one that was sealed"),
    "a chosen seed": ("swiss", _seed, "its seed is not"),
    "attempts exchanged": ("swiss", _attempts, "its seed is not"),
    "a draw left out": ("swiss", lambda data: data["draws"].pop(0), "one was left out"),
    "a round left out": ("swiss", lambda data: data["draws"].__delitem__(slice(0, 2)), "one was left out"),
    "two published": ("swiss", lambda data: data["draws"][0].update(state="published"), "not exactly one"),
    "none published": ("swiss", lambda data: first(data).update(state="discarded"), "not exactly one"),
    "a table hidden": ("random", _hidden_table, "somebody is missing"),
    "somebody twice": ("random", _twice_seated, "there twice"),
    "a table twice": (
        "random",
        lambda data: first(data)["result"]["tables"][0].update(table=2),
        "table is there twice",
    ),
    "people exchanged": ("swiss", _exchange, "its costs are not"),
    "people exchanged by lot": ("random", _exchange, "its costs are not"),
    "people exchanged, costs to match": ("random", _cheaper_elsewhere, "cost less the other way round"),
    "standing exchanged, costs to match": ("swiss", _cheaper_elsewhere, "cost less the other way round"),
    "sides exchanged": (
        "random",
        lambda data: first(data)["result"]["tables"][0].update(
            ns=first(data)["result"]["tables"][0]["ew"], ew=first(data)["result"]["tables"][0]["ns"]
        ),
        "not seated as",
    ),
    "tables exchanged": (
        "random",
        lambda data: [exchange(first(data)["result"]["tables"], side) for side in ("ns", "ew")],
        "not the one",
    ),
    "a breach kept quiet": ("swiss", lambda data: first(data)["result"]["cost"].pop(), "breaches"),
    "a list changed": ("swiss", lambda data: first(data)["request"]["entries"][0].update(plays=False), "missing"),
    "a score changed": (
        "swiss",
        lambda data: data["draws"][-1]["request"]["entries"][0].update(standing=[90, 9]),
        "its costs are not",
    ),
    "a must dropped": ("swiss", lambda data: data["draws"][-1]["request"]["musts"].pop(), "its costs are not"),
    "a past round dropped": ("even-odd", lambda data: data["draws"][-1]["request"]["played"].pop(0), "lacks a round"),
    "a place of the movement": (
        "even-odd",
        lambda data: first(data)["result"]["plan"]["places"].reverse(),
        "other places of the movement",
    ),
    "opponents of the movement": ("round-robin", _exchange, "not those of the movement"),
    "another round": ("random", lambda data: first(data)["request"].update(round=2), "another round"),
    "another shape": ("random", lambda data: first(data)["request"].update(entries=7), "cannot be read"),
}


@pytest.mark.parametrize("name", ALTERED)
def test_an_altered_file_is_found_out(name: str) -> None:
    system, change, said = ALTERED[name]
    data = copy.deepcopy(GOOD[system])
    assert check(data)[1]
    change(data)
    lines, holds = check(data)
    assert not holds
    assert said in "\n".join(lines)


def test_a_past_other_than_was_drawn_is_told() -> None:
    data = copy.deepcopy(GOOD["even-odd"])
    exchange(data["draws"][-1]["request"]["played"][0]["meetings"])
    assert any("set right, or made up" in line for line in check(data)[0])


def test_the_commitment_that_was_noted_counts_before_that_of_the_file() -> None:
    data = copy.deepcopy(GOOD["random"])
    assert check(data, commitment(MASTER))[1]
    assert not check(data, commitment(seed("other")))[1]
    data["seed"] = seed("other")
    data["commitment"] = commitment(data["seed"])
    assert not check(data)[1]  # the draws do not follow from it
    data["seed"] = None
    lines, holds = check(data)
    assert holds and "still sealed" in lines[0]


# The program


def run(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """In a Python of its own, without site packages, outside the project: nothing but the standard library is there."""
    command = [sys.executable, "-I", "-S", str(PROGRAM), *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_it_runs_alone_on_honest_and_on_altered_files(tmp_path: Path) -> None:
    honest, altered = tmp_path / "honest.json", tmp_path / "altered.json"
    honest.write_text(json.dumps(GOOD["swiss"]), encoding="utf-8")
    data = copy.deepcopy(GOOD["swiss"])
    _exchange(data)
    altered.write_text(json.dumps(data), encoding="utf-8")
    grouped = "-".join(commitment(MASTER)[place : place + 4] for place in range(0, 64, 4))
    done = run(tmp_path, "honest.json", grouped)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "The opened seed is the one that was sealed.",
        *(
            f"round {number}, draw {attempt}, {state}: as drawn"
            for number in (1, 2, 3)
            for attempt, state in ((1, "discarded"), (2, "published"))
        ),
        HOLDS,
    ]
    done = run(tmp_path, "altered.json")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == NOT
    assert run(tmp_path, "honest.json", "0" * 64).returncode == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "draw-file", "version": 2}', "[" * 100_000])
def test_what_is_no_file_of_draws_is_refused(text: str, tmp_path: Path) -> None:
    main = _load().main
    path = tmp_path / "draws.json"
    path.write_text(text, encoding="utf-8")
    assert main([str(path)]) == main([str(tmp_path / "nothing")]) == main([]) == 2


def test_a_round_that_is_none_is_refused_and_a_line_stays_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main, path = _load().main, tmp_path / "draws.json"
    data = copy.deepcopy(GOOD["swiss"])
    data["draws"][0]["state"] = "\ud800\nAll holds"
    path.write_text(json.dumps(data), encoding="utf-8")
    main([str(path)])
    said = capsys.readouterr().out.splitlines()
    assert (len(said), "All holds" in said) == (len(data["draws"]) + 2 + ("note" in said[-2]), False)
    data["draws"][0]["round"] = 10**9
    path.write_text(json.dumps(data), encoding="utf-8")
    assert main([str(path)]) == 2


def test_it_is_short_enough_to_be_read_and_asks_for_the_standard_library_alone() -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 650
    imported = {
        line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))
    }
    assert imported <= set(sys.stdlib_module_names)
