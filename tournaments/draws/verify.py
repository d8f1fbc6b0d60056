"""The verifier: every draw of a file made again, and its seed held against the one that was sealed.

Run: python -m tournaments.draws.verify FILE

It needs Python, rustworkx and this package (`tournaments.draws`), no Django and no database. docs/draw-file.md says
what a file holds. Of each draw it says one of:

- `same`: the stored request, drawn again, gives the stored result, and its seed follows from the opened one;
- `differs`: another result comes out;
- `seed`: the seed that it was drawn with is not the one that the opened seed gives for this round and attempt;
- `unreadable`: the stored request cannot be drawn at all.

A draft may be changed by hand before it is published: that is said of the draw (`by_hand`), and what the engine drew is
held against its request all the same. Beside that, remarks: what a reader should know, though it need not be wrong.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tournaments.draws.engine import draw
from tournaments.draws.field import MOST_ROUNDS
from tournaments.draws.model import ENGINE_VERSION, DrawBug, DrawError
from tournaments.draws.record import byes_of, is_of_version_1, request_from, same_draw, seats_of, tables_of
from tournaments.draws.seeds import commitment, round_seed

FORMAT = "draw-file"
VERSION = 1
MOST_BYTES = 64 << 20

SAME, DIFFERS, SEED, UNREADABLE = "same", "differs", "seed", "unreadable"

OPEN, SEALED, BROKEN = "open", "sealed", "broken"

PUBLISHED = "published"
STATES = (PUBLISHED, "discarded", "draft")

# A file may hold anything: what a request of other shapes than ours makes the engine raise.
_WRONG_SHAPES = (
    DrawError,
    DrawBug,
    ArithmeticError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)


class FileError(ValueError):
    """A file that is none of draws. `problem` says what is wrong with it, in English."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found about draw `attempt` of round `round`. `state`: what became of it (`published`, `discarded`,
    `draft`); `finding`: one of the four above; `detail`: what differs, in English, empty where nothing does; `by_hand`:
    the tables or rests that count are not those that the engine drew, somebody has changed them."""

    round: int
    attempt: int
    state: str
    finding: str
    detail: str = ""
    by_hand: bool = False


@dataclass(frozen=True, slots=True)
class Report:
    """`seed`: `open` where the opened seed is the one that was sealed, `broken` where it is not, `sealed` where the
    file does not hold it. `remarks`: codes with what fills them: `attempts` (round: numbers are missing, so a draw
    was left out), `twice` (round, attempt), `published` (round: several were, or none though a later round was drawn),
    `history` (round, of: the request of this round tells another story of round `of` than its published draw), `hand`
    (round, attempt: changed by hand, it does not seat exactly those whom the engine placed)."""

    seed: str
    verdicts: tuple[Verdict, ...]
    remarks: tuple[tuple[str, Mapping[str, int]], ...]

    @property
    def holds(self) -> bool:
        """Whether everything that the file claims is so. A sealed seed claims nothing yet."""
        doubts = {"attempts", "twice", "published", "hand"} & {code for code, _ in self.remarks}
        return self.seed != BROKEN and not doubts and all(one.finding == SAME for one in self.verdicts)


def read(text: str | bytes) -> dict[str, Any]:
    """The file as data; FileError where it is not JSON, not of this format, or its fields have other shapes."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise FileError("it is not JSON") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise FileError(f'it has no "format": "{FORMAT}"')
    if data.get("version") != VERSION:
        raise FileError(f"its version is {data.get('version')!r}, this verifier reads {VERSION}")
    if not isinstance(data.get("commitment"), str) or not isinstance(data.get("seed", 0), str | None):
        raise FileError("commitment or seed is missing")
    draws = data.get("draws")
    shapes = {"round": int, "attempt": int, "state": str, "request": dict, "result": dict}
    if not isinstance(draws, list):
        raise FileError("draws is not a list")
    for place, one in enumerate(draws, 1):
        for name, shape in shapes.items():
            if not isinstance(one, dict) or type(one.get(name)) is not shape:
                raise FileError(f"draw {place} of the file has no {name}")
        if one["state"] not in STATES or not all(0 < one[name] <= MOST_ROUNDS for name in ("round", "attempt")):
            raise FileError(f"the round, attempt or state of draw {place} of the file is none")
        if not isinstance(one.get("hand"), dict | None):
            raise FileError(f"the hand of draw {place} of the file is none")
    if type(data.get("first_round", 1)) is not int or not 0 < data.get("first_round", 1) <= MOST_ROUNDS:
        raise FileError("first_round is no round")
    return data


def verify(data: Mapping[str, Any], progress: Callable[[int, int], None] = lambda done, of: None) -> Report:
    """Make every draw of a file that was `read` again. Takes about as long as making them did; `progress` is told after
    each how many are done, and of how many."""
    master: str | None = data["seed"]
    seed = SEALED
    if master is not None:
        try:
            seed = OPEN if commitment(master) == data["commitment"] else BROKEN
        except DrawError:
            seed = BROKEN
    draws = sorted(data["draws"], key=lambda one: (one["round"], one["attempt"]))
    verdicts = []
    for done, one in enumerate(draws, 1):
        verdicts.append(_verdict(one, seed, master))
        progress(done, len(draws))
    return Report(seed, tuple(verdicts), tuple(_remarks(draws, data.get("first_round", 1))))


def as_data(report: Report) -> dict[str, Any]:
    """A report as plain JSON, from which `report_from` makes it again."""
    return {"holds": report.holds, **asdict(report)}


def report_from(data: Mapping[str, Any]) -> Report:
    """The report whose `as_data` gave `data`, also after a way through JSON."""
    remarks = tuple((code, dict(values)) for code, values in data["remarks"])
    return Report(data["seed"], tuple(Verdict(**one) for one in data["verdicts"]), remarks)


def _verdict(one: Mapping[str, Any], seed: str, master: str | None) -> Verdict:
    finding, detail = _again(one)
    if seed == BROKEN:
        finding, detail = SEED, "the opened seed is not the one that was sealed"
    elif master is not None and finding != UNREADABLE and not _follows(one, master):
        finding, detail = SEED, "another seed than the opened one gives for this round and attempt"
    return Verdict(one["round"], one["attempt"], one["state"], finding, _printable(detail), _by_hand(one))


def _printable(text: str) -> str:
    """A text that may come from the file, in one line that can be printed."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:300])


def counting(one: Mapping[str, Any]) -> Mapping[str, Any]:
    """The tables and rests that count of a draw of the file: as changed by hand, else as the engine drew them."""
    hand: Mapping[str, Any] = one.get("hand") or {}
    return {**one["result"], **hand}


def _by_hand(one: Mapping[str, Any]) -> bool:
    if not one.get("hand"):
        return False
    try:
        return not same_draw(counting(one), one["result"])
    except _WRONG_SHAPES:
        return True


def _people(data: Mapping[str, Any]) -> list[str] | None:
    """Everybody whom a draw places, as often as it does; None where it cannot be read."""
    try:
        tables = [who for table in tables_of(data) for side in (table["ns"], table["ew"]) for who in side]
        return sorted([*tables, *byes_of(data)])
    except _WRONG_SHAPES:
        return None


def _follows(one: Mapping[str, Any], master: str) -> bool:
    try:
        return bool(one["request"]["seed"] == round_seed(master, one["round"], one["attempt"]))
    except DrawError:
        return False


def _again(one: Mapping[str, Any]) -> tuple[str, str]:
    """The draw made again from its request: what was found, and what differs."""
    try:
        request = request_from(one["request"])
        if request.round != one["round"]:
            return DIFFERS, "its request is for another round"
        again = json.loads(json.dumps(asdict(draw(request))))
    except _WRONG_SHAPES as problem:
        return UNREADABLE, str(problem)
    stored = one["result"]
    try:
        if not same_draw(again, stored):
            return DIFFERS, _first_difference(again, stored)
    except _WRONG_SHAPES as problem:
        return DIFFERS, f"its result cannot be read: {problem}"
    # An older engine told less of the same draw: who sits where, and who rests, is all that can be held against it.
    if stored.get("engine_version") == ENGINE_VERSION:
        for name, value in again.items():
            if stored.get(name) != value:
                return DIFFERS, f"the same tables, but another {name.replace('_', ' ')}"
    elif not is_of_version_1(stored):
        return DIFFERS, "the same tables, but told to be of an engine that tells otherwise"
    return SAME, ""


def _first_difference(again: Mapping[str, Any], stored: Mapping[str, Any]) -> str:
    tables = {table["table"]: (table["ns"], table["ew"]) for table in tables_of(again)}
    for table in tables_of(stored):
        if tables.get(table["table"]) != (table["ns"], table["ew"]):
            return f"table {table['table']}"
    return "who rests" if byes_of(again) != byes_of(stored) else "the number of tables"


def _remarks(draws: Sequence[Mapping[str, Any]], first: int) -> Iterable[tuple[str, Mapping[str, int]]]:
    """What the draws of a file say of each other."""
    made = Counter((one["round"], one["attempt"]) for one in draws)
    for (number, attempt), times in made.items():
        if times > 1:
            yield "twice", {"round": number, "attempt": attempt}
    for one in draws:
        people = _people(counting(one))
        if one.get("hand") and (people is None or people != _people(one["result"])):
            yield "hand", {"round": one["round"], "attempt": one["attempt"]}
    rounds = sorted({number for number, _ in made})
    for number in range(first, max(rounds, default=0) + 1):
        attempts = {attempt for one, attempt in made if one == number}
        if attempts != set(range(1, len(attempts) + 1)) or not attempts:
            yield "attempts", {"round": number}
        published = sum(one["state"] == PUBLISHED for one in draws if one["round"] == number)
        if published > 1 or (published == 0 and number != rounds[-1]):
            yield "published", {"round": number}
    yield from _histories(draws)


def _histories(draws: Sequence[Mapping[str, Any]]) -> Iterable[tuple[str, Mapping[str, int]]]:
    """Where the past that a published draw went by is not that of the published draws before it: the organiser has
    set right who really played, or somebody has made up a past."""
    meetings = {one["round"]: _meetings(counting(one), "tables") for one in draws if one["state"] == PUBLISHED}
    for one in draws:
        played = one["request"].get("played")
        for before in played if one["state"] == PUBLISHED and isinstance(played, list) else ():
            number = before.get("number") if isinstance(before, dict) else None
            if isinstance(number, int) and number in meetings and _meetings(before, "meetings") != meetings[number]:
                yield "history", {"round": one["round"], "of": number}


def _meetings(data: Mapping[str, Any], name: str) -> frozenset[frozenset[str]] | None:
    try:
        return frozenset(frozenset((*seats_of(one["ns"]), *seats_of(one["ew"]))) for one in data[name])
    except (TypeError, KeyError):
        return None


_SEEDS = {
    OPEN: "The opened seed is the one that was sealed.",
    SEALED: "The seed is still sealed: the draws were made again with the seeds they name.",
    BROKEN: "The opened seed is NOT the one that was sealed.",
}
_FOUND = {SAME: "same", DIFFERS: "DIFFERS", SEED: "SEED DOES NOT MATCH", UNREADABLE: "CANNOT BE DRAWN"}
_SAID = {
    "attempts": "round {round}: the draws are not numbered 1, 2, 3 …: one was left out",
    "twice": "round {round}: draw {attempt} is there more than once",
    "published": "round {round}: not exactly one draw was published",
    "hand": "round {round}: draw {attempt}, changed by hand, does not seat exactly those whom the engine placed",
    "history": "round {round}: its draw goes by another round {of} than was drawn (seats set right, or a made-up past)",
}


def lines(report: Report) -> list[str]:
    """The report in English, a line a draw."""
    found = [_SEEDS[report.seed]]
    for one in report.verdicts:
        detail = f" ({one.detail})" if one.detail else ""
        hand = ", then changed by hand" if one.by_hand else ""
        found.append(f"round {one.round}, draw {one.attempt}, {one.state}: {_FOUND[one.finding]}{detail}{hand}")
    found += [f"note: {_SAID[code].format(**values)}" for code, values in report.remarks]
    return [*found, "Everything is as it was drawn." if report.holds else "NOT everything is as it was drawn."]


def read_file(path: str) -> dict[str, Any]:
    """The file at `path`; FileError where it cannot be read."""
    try:
        with Path(path).open("rb") as stream:
            text = stream.read(MOST_BYTES + 1)
    except OSError as problem:
        raise FileError(problem.strerror or "it cannot be read") from None
    if len(text) > MOST_BYTES:
        raise FileError("it is too large")
    return read(text)


def main(arguments: Sequence[str]) -> int:
    """Exit status 0: everything as it was drawn; 1: not; 2: no file of draws."""
    if len(arguments) != 1:
        print("Run: python -m tournaments.draws.verify FILE", file=sys.stderr)
        return 2
    try:
        report = verify(read_file(arguments[0]))
    except FileError as error:
        print(f"{arguments[0]}: {error.problem}", file=sys.stderr)
        return 2
    print("\n".join(lines(report)))
    return 0 if report.holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
