"""Scoring a stream of deals, one JSON object a line: a line in, a line out, in order, in constant memory."""

import codecs
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, NoReturn

from scoring.rules import DealError, RuleSet, score_event
from scoring.rules.words import words

MAX_LINE = 1_000_000


@dataclass(slots=True)
class Tally:
    """``read`` lines held a JSON object, ``refused`` lines got no score."""

    read: int = 0
    refused: int = 0

    @property
    def exit_status(self) -> int:
        """0 all scored, 1 some refused, 2 nothing could be read."""
        if not self.read:
            return 2
        return 1 if self.refused else 0


class Refused(Exception):
    """A line that is no object; ``code`` is the message's id, ``field`` the field where there is one."""

    def __init__(self, code: str, field: str | None = None) -> None:
        self.code = code
        self.field = field
        super().__init__(code)


def score_stream(ruleset: RuleSet, source: BinaryIO, sink: BinaryIO, *, language: str, strict: bool) -> Tally:
    """Scores every line of ``source`` into ``sink``. Blank lines are skipped, but counted in the line numbers. With
    ``strict`` a warning is a refusal. Raises BrokenPipeError when nobody reads ``sink`` any more."""
    tally = Tally()
    for number, line in _lines(source):
        id_: str | None = None
        try:
            deal = _object(line)
            tally.read += 1
            id_ = deal["id"] if isinstance(deal.get("id"), str) else None
            answer = score_event(ruleset, deal, language=language)
            out = answer.as_dict()
            if strict and answer.notes:
                out = _refusal(id_, number, answer.warnings[0], answer.notes[0].field)
        except DealError as error:
            out = _refusal(id_, number, error.text(language), error.field)
        except Refused as error:
            text = words(language).say(f"stream.{error.code}", most=MAX_LINE)
            out = _refusal(id_, number, text, error.field)
        tally.refused += "error" in out
        sink.write(_encoded(out))
        # At once: who writes a deal and waits for its answer before the next one must not wait for a full buffer.
        sink.flush()
    return tally


def _refusal(id_: str | None, number: int, error: str, field: str | None) -> dict[str, Any]:
    return {"id": id_, "line": number, "error": error, "field": field}


def _lines(source: BinaryIO) -> Iterator[tuple[int, bytes | None]]:
    """Numbered lines that are not blank, without a byte order mark; None for a line that is too long to be a deal."""
    number = 0
    while line := source.readline(MAX_LINE + 1):
        number += 1
        if number == 1:
            line = line.removeprefix(codecs.BOM_UTF8)
        if len(line) > MAX_LINE:
            while line and not line.endswith(b"\n"):
                line = source.readline(MAX_LINE)
            yield number, None
        elif line.strip():
            yield number, line


def _object(line: bytes | None) -> dict[str, Any]:
    if line is None:
        raise Refused("too_long")
    try:
        value = _DECODER.decode(line.decode("utf-8").strip())
    except UnicodeDecodeError:
        raise Refused("not_utf8") from None
    except (ValueError, RecursionError):
        # ValueError also for whole numbers of more digits than Python reads.
        raise Refused("not_json") from None
    if not isinstance(value, dict):
        raise Refused("not_an_object")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are all different: of two points the last one must not win silently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise Refused("twice", next(name for name in names if names.count(name) > 1)[:60])
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)


def _encoded(out: dict[str, Any]) -> bytes:
    try:
        return (json.dumps(out, ensure_ascii=False) + "\n").encode("utf-8")
    except UnicodeEncodeError:
        # Half a surrogate pair in an id can only be given back escaped.
        return (json.dumps(out) + "\n").encode("ascii")
