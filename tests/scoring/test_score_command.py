"""``manage.py score``: a line in, a line out, whatever comes in."""

import json
import select
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from scoring.rules import load_ruleset, preset, preset_source
from scoring.stream import MAX_LINE, Tally, score_stream
from tests.processes import manage
from tests.thinned import one_in

ROOT = Path(__file__).parents[2]
GOOD: dict[str, Any] = {"id": "a", "declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105}}
OWN = f"{preset_source('club')}\n[[penalty]]\nfault = 'misdeal'\n[variant.late.bids]\nlowest = 90\n"
LINE = json.dumps(GOOD).encode()


def _stream(source: bytes, *, language: str = "en", strict: bool = False) -> tuple[list[dict[str, Any]], Tally]:
    sink = BytesIO()
    tally = score_stream(preset("club"), BytesIO(source), sink, language=language, strict=strict)
    return [json.loads(line) for line in sink.getvalue().splitlines()], tally


def _one(source: bytes) -> dict[str, Any]:
    answers, tally = _stream(source + b"\n" + LINE)
    assert answers[1]["score"] == {"NS": 100, "EW": 0}, "the next line is scored all the same"
    assert (tally.refused, tally.exit_status) == (1, 1)
    assert answers[0].keys() == {"id", "line", "error", "field"}
    assert answers[0]["line"] == 1
    return answers[0]


def test_an_answer_has_the_fields_of_the_interface() -> None:
    answers, tally = _stream(LINE)
    assert answers == [
        {
            "id": "a", "score": {"NS": 100, "EW": 0}, "result": "made", "made": True, "held": 0,
            "lines": [
                {"side": "NS", "what": "made", "amount": 0, "text": "bid reached: 105 for 100"},
                {"side": "NS", "what": "bid", "amount": 100, "text": "bid 100"},
            ],
            "warnings": [],
        }
    ]  # fmt: skip
    assert (tally.read, tally.refused, tally.exit_status) == (1, 0, 0)


def test_lines_speak_the_language_asked_for() -> None:
    answers, _ = _stream(LINE + b'\n{"declarer": "NS"}', language="fr")
    assert answers[0]["lines"][0]["text"] == "Contrat fait\u00a0: 105 points pour 100"
    assert answers[1]["error"] == "Ce point manque."


def test_order_is_kept_and_refusals_carry_their_line_and_id() -> None:
    bad = json.dumps({**GOOD, "id": "b", "contract": 95}).encode()
    answers, tally = _stream(b"\n".join([LINE, b"", bad, LINE, b"  \t", b""]))
    assert [answer["id"] for answer in answers] == ["a", "b", "a"]
    assert (answers[1]["line"], answers[1]["field"]) == (3, "contract")
    assert tally.exit_status == 1


@pytest.mark.parametrize(
    "line",
    [
        b"{", b"deal", b'{"id": "a"} {}', b'{"points": {"NS": NaN}}', b'{"points": Infinity}', b'{"points": -Infinity}',
        b'{"points": ' + b"9" * 5000 + b"}", b'{"a":' * 3000 + b"1" + b"}" * 3000, b"[" * 100_000, b'{"id": "\xff"}',
        b"\xfe\xff\x00{", b"\x00", b"{'id': 'a'}", b'{"id": "a\tb"}',
    ],
)  # fmt: skip
def test_what_is_not_json_is_refused_without_a_field(line: bytes) -> None:
    assert _one(line)["field"] is None


@pytest.mark.parametrize("line", [b"[]", b"3", b'"deal"', b"null", b"true", b"1e400"])
def test_what_is_no_object_is_refused(line: bytes) -> None:
    assert _one(line)["error"] == "not a JSON object"


def test_a_field_given_twice_is_refused_at_every_depth() -> None:
    assert _one(b'{"id": "a", "contract": 100, "contract": 90}')["field"] == "contract"
    assert _one(b'{"id": "a", "points": {"NS": 1, "NS": 2}}')["field"] == "NS"


def test_numbers_beyond_all_ends_are_refused_by_field() -> None:
    assert _one(LINE.replace(b"105", b"1e400"))["field"] == "points"
    assert _one(LINE.replace(b"105", b"9" * 4000))["field"] == "points"


def test_an_id_that_is_no_text_is_refused() -> None:
    answer = _one(LINE.replace(b'"a"', b"7"))
    assert (answer["id"], answer["field"]) == (None, "id")


def test_half_a_surrogate_pair_comes_back_as_it_was() -> None:
    answers, tally = _stream(LINE.replace(b'"a"', b'"\\ud800"'))
    assert (answers[0]["id"], tally.exit_status) == ("\ud800", 0)


def test_a_line_too_long_for_a_deal_is_refused_and_the_next_one_read() -> None:
    answer = _one(b'{"id": "' + b"x" * (3 * MAX_LINE) + b'"}')
    assert "1000000" in answer["error"]


def test_a_line_of_exactly_the_limit_is_read() -> None:
    padded = LINE + b" " * (MAX_LINE - len(LINE) - 1)
    answers, tally = _stream(padded + b"\n" + LINE)
    assert (len(answers), tally.exit_status) == (2, 0)


def test_a_byte_order_mark_and_windows_line_ends_are_no_obstacle() -> None:
    answers, tally = _stream(b"\xef\xbb\xbf" + LINE + b"\r\n" + LINE + b"\r\n\r\n")
    assert (len(answers), tally.exit_status) == (2, 0)


@pytest.mark.parametrize("source", [b"", b"\n\n", b"{\n", b"\xff\xfe\n", b"[]\n"])
def test_nothing_that_could_be_read_is_status_two(source: bytes) -> None:
    assert _stream(source)[1].exit_status == 2


def test_strict_makes_a_warning_a_refusal() -> None:
    swept = json.dumps({**GOOD, "contract": 80, "points": {"NS": 162}, "sweep": "NS"}).encode()
    answers, tally = _stream(swept)
    assert (len(answers[0]["warnings"]), tally.exit_status) == (1, 0)
    answers, tally = _stream(swept + b"\n" + LINE, strict=True)
    assert (answers[0]["field"], answers[0]["line"], tally.exit_status) == ("sweep", 1, 1)
    assert answers[1]["made"] is True


def test_a_penalty_is_refused_where_there_are_none() -> None:
    assert _one(b'{"id": "p", "fault": "misdeal", "by": "NS"}')["field"] == "fault"


def test_deals_penalties_and_totals_come_in_one_stream() -> None:
    sink = BytesIO()
    source = b'{"id": "p", "fault": "misdeal", "by": "NS"}\n{"totals": {"NS": 1, "EW": 2}}\n' + LINE
    tally = score_stream(load_ruleset(OWN), BytesIO(source), sink, language="en", strict=False)
    penalty, totals, deal = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert (penalty["id"], penalty["result"], penalty["counted"]) == ("p", "penalty", False)
    assert (totals["line"], totals["field"], deal["result"]) == (2, "totals", "made")
    assert (tally.read, tally.refused) == (3, 1)


def test_memory_does_not_grow_with_the_stream() -> None:
    class Endless(BytesIO):
        """Gives out its line again and again, and never holds more than one."""

        left = 3000

        def readline(self, size: int | None = -1, /) -> bytes:
            self.left -= 1
            return LINE + b"\n" if self.left >= 0 else b""

    class Counting(BytesIO):
        lines = 0

        def write(self, data: Any, /) -> int:
            self.lines += 1
            return len(data)

    sink = Counting()
    tally = score_stream(preset("club"), Endless(), sink, language="en", strict=False)
    assert (tally.read, sink.lines, sink.getvalue()) == (3000, 3000, b"")


def _run(source: bytes, *options: str, data: Path) -> subprocess.CompletedProcess[bytes]:
    env = {"PATH": "/usr/bin:/bin", "COINCHE_DATA": str(data), "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"}
    command = [sys.executable, str(ROOT / "manage.py"), "score", *options]
    return subprocess.run(command, input=source, capture_output=True, env=env, cwd=ROOT, timeout=120, check=False)


def test_the_command_scores_a_real_evening_with_no_database_to_connect_to(tmp_path: Path) -> None:
    source = (ROOT / "tests" / "data" / "deals-64-pairs.jsonl").read_bytes()
    done = _run(source, "--ruleset", "club", data=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    ids = [json.loads(line)["id"] for line in source.splitlines()]
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ids


@pytest.mark.parametrize(
    ("source", "options", "status"),
    [
        (LINE + b"\n{", ("--ruleset", "club"), 1),
        (b"", ("--ruleset", "club"), 2),
        (LINE, ("--ruleset", "{folder}/own.toml+other"), 2),
        (LINE, (), 2),
        (LINE + b'\n{"fault": "misdeal", "by": "NS"}', ("--ruleset", "{folder}/own.toml+late", "--language", "fr"), 0),
    ],
)
def test_the_exit_status_says_how_it_went(source: bytes, options: tuple[str, ...], status: int, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(OWN, encoding="utf-8")
    done = manage("score", *(option.replace("{folder}", str(tmp_path)) for option in options), source=source)
    assert done.returncode == status
    assert bool(done.stderr) == (status == 2)
    assert b"Traceback" not in done.stderr


def test_a_reader_that_goes_away_is_no_crash(tmp_path: Path) -> None:
    source = tmp_path / "deals.jsonl"
    source.write_bytes((LINE + b"\n") * 5000)
    env = {"PATH": "/usr/bin:/bin", "COINCHE_DATA": str(tmp_path / "data")}
    with source.open("rb") as deals:
        score = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "score", "--ruleset", "club"],
            stdin=deals, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=ROOT,
        )  # fmt: skip
        assert score.stdout is not None
        assert score.stderr is not None
        assert score.stdout.readline()
        score.stdout.close()
        errors = score.stderr.read()
        score.stderr.close()
        assert (score.wait(timeout=60), errors) == (1, b"")


@pytest.mark.parametrize("without", one_in(3, [">&-", "<&-", ">/dev/full"]))
def test_nowhere_to_read_from_or_to_write_to_is_said_in_a_line(without: str, tmp_path: Path) -> None:
    if "full" in without and not Path("/dev/full").exists():
        pytest.skip("this system has no full device")
    env = {"PATH": "/usr/bin:/bin", "COINCHE_DATA": str(tmp_path)}
    command = f'"$1" "$2" score --ruleset club {without}'
    done = subprocess.run(
        ["sh", "-c", command, "sh", sys.executable, str(ROOT / "manage.py")],
        input=LINE, capture_output=True, env=env, cwd=ROOT, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"CommandError" in done.stderr


def test_who_waits_for_the_answer_before_the_next_line_gets_it(tmp_path: Path) -> None:
    env = {"PATH": "/usr/bin:/bin", "COINCHE_DATA": str(tmp_path)}
    score = subprocess.Popen(
        [sys.executable, str(ROOT / "manage.py"), "score", "--ruleset", "club"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, cwd=ROOT,
    )  # fmt: skip
    assert score.stdin is not None
    assert score.stdout is not None
    try:
        score.stdin.write(LINE + b"\n")
        score.stdin.flush()
        answered, _, _ = select.select([score.stdout], [], [], 30)
        assert answered, "the answer waits in a buffer while its reader waits for it"
        assert json.loads(score.stdout.readline())["id"] == "a"
    finally:
        score.stdin.close()
        score.stdout.close()
        assert score.wait(timeout=60) == 0
