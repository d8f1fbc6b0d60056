"""``manage.py simulate``: exit statuses, one object or a summary, the same in any process."""

import json
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.simulation.recount import check, without_seconds
from tournaments.simulation import FORMATS, as_data, simulate, wish_from

ROOT = Path(__file__).parents[3]
ASKED = {"format": "swiss", "entries": "21", "rounds": "4", "seed": "7", "absent": "0.1", "late": "0.1"}


def said(*arguments: str) -> str:
    out = StringIO()
    call_command("simulate", *arguments, stdout=out)
    return out.getvalue()


def refused(*arguments: str) -> str:
    out, err = StringIO(), StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("simulate", *arguments, stdout=out, stderr=err)
    assert (caught.value.returncode, out.getvalue()) == (2, "")
    text = str(caught.value)
    assert text.count("\n") == 0
    return text


def options(**changes: str) -> list[str]:
    return [part for name, value in {**ASKED, **changes}.items() for part in (f"--{name}", value)]


def test_one_object_with_the_fields_of_the_interface() -> None:
    told = json.loads(said(*options(), "--json"))
    assert list(told) == ["format", "seed", "entries", "rounds", "ranking", "metrics"]
    assert (told["format"], told["seed"], len(told["entries"])) == ("swiss", 7, 21)
    assert list(told["rounds"][0]) == ["number", "tables", "byes", "absent", "out", "seconds"]
    assert list(told["rounds"][0]["tables"][0]) == ["table", "ns", "ew"]
    assert all(one["seconds"] > 0 for one in told["rounds"])
    check(told)


def test_a_seed_is_any_text_and_a_new_one_is_told_when_none_is_given() -> None:
    assert json.loads(said(*options(seed="007"), "--json"))["seed"] == "007"
    bare = ["--format", "random", "--entries", "4", "--rounds", "1", "--json"]
    one, other = (json.loads(said(*bare))["seed"] for _ in range(2))
    assert one != other


def test_the_summary_is_in_the_language_of_the_reader() -> None:
    assert "Musts not kept" in said(*options(), "--language", "en")
    assert "%" in said(*options(), "--language", "fr")


def test_what_cannot_be_is_one_line_and_status_2() -> None:
    assert "pools" in refused(*options(format="pools-knockout", entries="5"), "--language", "en").lower()
    assert ", ".join(FORMATS) in refused(*options(format="suisse"))
    assert "0 to 1" in refused(*options(absent="2"), "--language", "en")


def test_another_process_with_other_hashes_plays_the_same_tournament() -> None:
    """Compared with the pure function here; and the exit status of a refusal is that of the process."""
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}

    def process(**changes: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", "simulate", *options(**changes), "--json"]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    done = process()
    assert (done.returncode, done.stderr) == (0, "")
    here: Any = as_data(simulate(wish_from(ASKED)))
    assert without_seconds(json.loads(done.stdout)) == without_seconds(json.loads(json.dumps(here)))
    no = process(format="knockout", rounds="2")
    assert (no.returncode, no.stdout, no.stderr.count("\n")) == (2, "", 1)
