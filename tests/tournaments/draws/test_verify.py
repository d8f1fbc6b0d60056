"""The verifier: what holds, what was altered, what was left out; in a Python that has no Django."""

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournaments.draws.by_plan import Stage
from tests.tournaments.draws.evenings import entries, seed
from tournaments.draws import DrawRequest, Meeting, PlayedRound, Rule, commitment, draw, request_from, round_seed
from tournaments.draws.verify import FileError, lines, main, read, verify

ROOT = Path(__file__).parents[3]
MASTER = seed("hidden")


def a_file(system: str = "swiss", count: int = 9, rounds: int = 3) -> dict[str, Any]:
    """Every round drawn twice, the second draw published; as JSON would give it back."""
    played: list[PlayedRound] = []
    draws = []
    for number in range(1, rounds + 1):
        request = DrawRequest(
            system,
            "",
            number,
            rounds,
            entries(count),
            tuple(played),
            wishes=(Rule("keep_apart", groups=(("e1", "e2"),)), Rule("new_table")),
        )
        for attempt, state in ((1, "discarded"), (2, "published")):
            request = replace(request, seed=round_seed(MASTER, number, attempt))
            result = draw(request)
            draws.append(one_draw(number, attempt, state, request, result))
        meetings = tuple(Meeting(table.ns, table.ew, table.table, "ns") for table in result.tables)
        played.append(PlayedRound(number, meetings, result.byes, plan=result.plan))
    return whole(draws)


def one_draw(number: int, attempt: int, state: str, request: Any, result: Any) -> dict[str, Any]:
    return {
        "round": number,
        "attempt": attempt,
        "state": state,
        "request": asdict(request),
        "result": asdict(result),
    }


def whole(draws: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    data = {
        "format": "draw-file",
        "version": 1,
        "commitment": commitment(MASTER),
        "seed": MASTER,
        "draws": draws,
        **more,
    }
    return read(json.dumps(data))


GOOD = a_file()


def altered(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    data = copy.deepcopy(GOOD)
    change(data)
    return data


@pytest.mark.parametrize("system", ["random", "danish", "equal-wins", "winners-losers", "even-odd", "round-robin"])
def test_draws_as_they_were_made_hold(system: str) -> None:
    report = verify(a_file(system, 8))
    assert report.holds
    assert report.seed == "open"
    assert [(one.round, one.attempt, one.state, one.finding) for one in report.verdicts] == [
        (number, attempt, state, "same")
        for number in (1, 2, 3)
        for attempt, state in ((1, "discarded"), (2, "published"))
    ]
    assert report.remarks == ()


def test_a_knockout_holds_with_its_plan_and_results() -> None:
    stage = Stage("knockout", 6, 3)
    draws = []
    for number in (1, 2, 3):
        request = stage.request()
        draws.append(one_draw(number, 1, "published", request, stage.play("low")))
    master = seed("knockout/6")
    assert verify(whole(draws, commitment=commitment(master), seed=master)).holds


def test_another_table_differs_and_is_named() -> None:
    def swap(data: dict[str, Any]) -> None:
        one, other = data["draws"][1]["result"]["tables"][:2]
        one["ew"], other["ew"] = other["ew"], one["ew"]

    report = verify(altered(swap))
    assert not report.holds
    assert [one.finding for one in report.verdicts] == ["same", "differs", "same", "same", "same", "same"]
    assert report.verdicts[1].detail == "table 1"


def test_a_breach_kept_quiet_differs() -> None:
    report = verify(altered(lambda data: data["draws"][0]["result"]["cost"].pop()))
    assert report.verdicts[0].finding == "differs"
    assert "cost" in report.verdicts[0].detail


@pytest.mark.parametrize("version", ["1", "3", None, ["2"]])
def test_a_result_told_to_be_of_another_engine_is_held_against_what_that_one_told(version: object) -> None:
    report = verify(altered(lambda data: data["draws"][0]["result"].update(engine_version=version, breaches=[])))
    assert (report.verdicts[0].finding, "engine" in report.verdicts[0].detail) == ("differs", True)


def test_a_list_changed_after_the_draw_differs() -> None:
    report = verify(altered(lambda data: data["draws"][0]["request"]["entries"][0].update(plays=False)))
    assert report.verdicts[0].finding == "differs"


def test_a_seed_chosen_by_hand_does_not_match() -> None:
    def choose(data: dict[str, Any]) -> None:
        chosen = data["draws"][3]
        request = DrawRequest("swiss", seed("chosen"), 1, 3, entries(9))
        chosen.update(one_draw(2, 2, "published", replace(request, round=2), draw(replace(request, round=2))))

    report = verify(read(json.dumps(altered(choose))))
    assert report.verdicts[3].finding == "seed"
    assert not report.holds


def test_a_draw_told_as_another_attempt_does_not_match() -> None:
    assert [one.finding for one in verify(altered(_exchange_attempts)).verdicts[:2]] == ["seed", "seed"]


def _exchange_attempts(data: dict[str, Any]) -> None:
    one, other = data["draws"][:2]
    one["attempt"], other["attempt"] = other["attempt"], one["attempt"]


@pytest.mark.parametrize("master", [seed("another"), "", "g" * 64])
def test_another_seed_than_was_sealed_matches_nothing(master: str) -> None:
    report = verify(altered(lambda data: data.update(seed=master)))
    assert report.seed == "broken"
    assert {one.finding for one in report.verdicts} == {"seed"}
    assert not report.holds


def test_while_the_seed_is_sealed_the_draws_are_made_again_all_the_same() -> None:
    report = verify(altered(lambda data: data.update(seed=None)))
    assert (report.seed, report.holds) == ("sealed", True)
    assert "sealed" in lines(report)[0]


def test_a_draw_left_out_is_missed() -> None:
    report = verify(altered(lambda data: data["draws"].pop(0)))
    assert report.remarks == (("attempts", {"round": 1}),)
    assert not report.holds
    report = verify(altered(lambda data: data["draws"].__delitem__(slice(2, 4))))
    assert ("attempts", {"round": 2}) in report.remarks


def test_two_published_or_none_is_told() -> None:
    for state in ("published", "discarded"):
        report = verify(altered(lambda data, state=state: [one.update(state=state) for one in data["draws"][:2]]))
        assert ("published", {"round": 1}) in report.remarks
        assert not report.holds


def test_a_past_that_was_not_drawn_is_told_but_may_have_been_set_right() -> None:
    def set_right(data: dict[str, Any]) -> None:
        last = data["draws"][5]
        one, other = last["request"]["played"][0]["meetings"][:2]
        one["ew"], other["ew"] = other["ew"], one["ew"]
        request = request_from(last["request"])
        last["result"] = json.loads(json.dumps(asdict(draw(request))))

    report = verify(altered(set_right))
    assert report.remarks == (("history", {"round": 3, "of": 1}),)
    assert report.holds


@pytest.mark.parametrize(
    "change",
    [
        lambda request: request.update(system="swift"),
        lambda request: request.pop("entries"),
        lambda request: request.update(entries=7),
        lambda request: request["entries"][0].update(number=None),
        lambda request: request["entries"][0].update(id=[1]),
        lambda request: request.update(played=[[]]),
        lambda request: request.update(seed=3),
        lambda request: request.update(musts=[{"name": "limited_repeats", "times": "x"}]),
        lambda request: request.update(settings=[1]),
        lambda request: request.update(announced_rounds="many"),
    ],
)
def test_a_request_that_cannot_be_drawn_is_told_as_such(change: Callable[[dict[str, Any]], Any]) -> None:
    report = verify(altered(lambda data: change(data["draws"][2]["request"])))
    assert report.verdicts[2].finding == "unreadable"
    assert report.verdicts[1].finding == "same"


@pytest.mark.parametrize("result", [{}, {"tables": 3}, {"tables": [{"table": 1}]}, {"tables": [], "byes": None}])
def test_a_result_of_any_other_shape_differs(result: dict[str, Any]) -> None:
    report = verify(altered(lambda data: data["draws"][0].update(result=result)))
    assert report.verdicts[0].finding == "differs"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "draw-file", "version": 2}',
        '{"format": "draw-file", "version": 1}',
        '{"format": "draw-file", "version": 1, "commitment": "x", "draws": []}',
        '{"format": "draw-file", "version": 1, "commitment": "x", "seed": null, "draws": {}}',
        '{"format": "draw-file", "version": 1, "commitment": "x", "seed": null, "draws": [{"round": true}]}',
        "[" * 100_000,
        b"\xff",
    ],
)
def test_what_is_no_file_of_draws_is_refused(text: str | bytes, tmp_path: Path) -> None:
    with pytest.raises(FileError):
        read(text)
    path = tmp_path / "draws.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    assert main([str(path)]) == 2
    assert main([str(tmp_path / "nothing")]) == main([]) == 2


@pytest.mark.parametrize("wrong", [{"round": 10**9}, {"round": 0}, {"attempt": 10**30}, {"state": "x\nround 9: same"}])
def test_a_round_or_a_state_that_is_none_is_refused(wrong: dict[str, Any]) -> None:
    data = copy.deepcopy(GOOD)
    data["draws"][1].update(wrong)
    with pytest.raises(FileError):
        read(json.dumps(data))
    data = {**GOOD, "first_round": 0}
    with pytest.raises(FileError):
        read(json.dumps(data))


@pytest.mark.parametrize("announced", [10**9, 10**30])
def test_more_rounds_than_there_can_be_are_not_planned(announced: int) -> None:
    data = a_file("melee", 8, 1)
    data["draws"][0]["request"].update(announced_rounds=announced)
    assert verify(data).verdicts[0].finding == "unreadable"


def test_what_a_file_says_is_told_in_one_line_that_can_be_printed() -> None:
    report = verify(altered(lambda data: data["draws"][0]["request"].update(system="\ud800\nround 9: same" * 99)))
    assert len("".join(lines(report)).encode()) < 2_000
    assert len("\n".join(lines(report)).split("\n")) == len(lines(report))


def test_it_runs_where_no_django_can_be_imported(tmp_path: Path) -> None:
    """Neither Django nor any other package but the one that finds the matching."""
    path = tmp_path / "draws.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8")
    code = (
        "import sys; before = set(sys.modules); sys.modules['django'] = None\n"
        "from tournaments.draws.verify import main\n"
        f"status = main([{str(path)!r}])\n"
        "import importlib.metadata as known\n"
        "tops = {name.partition('.')[0] for name in set(sys.modules) - before} & set(known.packages_distributions())\n"
        "print(*sorted(tops), file=sys.stderr)\n"
        "sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    # What is named `django` there is the bar that was put in its way.
    assert (done.returncode, done.stderr) == (0, "django rustworkx\n")
    said = done.stdout.splitlines()
    assert said[0] == "The opened seed is the one that was sealed."
    assert said[1:7] == [
        f"round {number}, draw {attempt}, {state}: same"
        for number in (1, 2, 3)
        for attempt, state in ((1, "discarded"), (2, "published"))
    ]
    assert said[7:] == ["Everything is as it was drawn."]


# Changed by hand


def by_hand(data: dict[str, Any], place: int = 3, one: int = 0, other: int = 1) -> dict[str, Any]:
    """The north-south pairs of two tables of a draw change places by hand."""
    changed = data["draws"][place]
    tables = copy.deepcopy(changed["result"]["tables"])
    tables[one]["ns"], tables[other]["ns"] = tables[other]["ns"], tables[one]["ns"]
    kept = [{name: table[name] for name in ("table", "ns", "ew")} for table in tables]
    changed["hand"] = {"tables": kept, "byes": changed["result"]["byes"]}
    return changed


def test_a_draft_changed_by_hand_is_said_to_be_and_held_against_what_the_engine_drew() -> None:
    data = altered(by_hand)
    report = verify(data)
    assert [one.by_hand for one in report.verdicts] == [False, False, False, True, False, False]
    assert {one.finding for one in report.verdicts} == {"same"}
    assert "round 2, draw 2, published: same, then changed by hand" in lines(report)
    # The round after went by what the engine had drawn, and not by what was played.
    assert ("history", {"round": 3, "of": 2}) in report.remarks
    assert report.holds
    data["draws"][3]["result"]["tables"][0]["ns"] = data["draws"][3]["result"]["tables"][1]["ns"]
    assert not verify(data).holds


def test_a_hand_that_changes_nothing_is_no_change() -> None:
    report = verify(altered(lambda data: by_hand(data, one=0, other=0)))
    assert report == verify(GOOD)


def test_the_hand_of_a_draw_tells_the_past_of_the_rounds_after() -> None:
    def change(data: dict[str, Any]) -> None:
        changed = by_hand(data, 5)
        after = copy.deepcopy(changed)
        after["round"], after["attempt"] = 4, 1
        after["request"]["round"] = 4
        after["request"]["played"].append(
            {"number": 3, "meetings": changed["hand"]["tables"], "byes": changed["hand"]["byes"], "absent": []}
        )
        data["draws"].append(after)

    remarks = verify(altered(change)).remarks
    assert "history" not in {code for code, _ in remarks}


def test_a_hand_that_seats_others_than_the_engine_placed_does_not_hold() -> None:
    def twice(data: dict[str, Any]) -> None:
        tables = by_hand(data)["hand"]["tables"]
        tables[0]["ew"] = tables[1]["ew"]

    def gone(data: dict[str, Any]) -> None:
        by_hand(data)["hand"]["tables"].pop()

    def unreadable(data: dict[str, Any]) -> None:
        by_hand(data)["hand"]["tables"][0]["ns"] = None

    for change in (twice, gone, unreadable):
        report = verify(altered(change))
        assert ("hand", {"round": 2, "attempt": 2}) in report.remarks
        assert not report.holds


def test_a_hand_of_another_shape_is_no_file() -> None:
    with pytest.raises(FileError, match="draw 1 "):
        read(json.dumps(altered(lambda data: data["draws"][0].update(hand=[]))))
