"""What a tournament's file holds: its sections, the fields of their rows, and what a field may be.

Sections stand in the order of their references: a row refers to rows of sections before it (or of its own).
"""

from collections.abc import Mapping
from dataclasses import dataclass

FORMAT = "tournament-file"
VERSION = 1

#: What the columns of both databases hold.
SMALL, WHOLE, BIG = 32_767, 2_147_483_647, 9_223_372_036_854_775_807
ID, TEXT, NUMBER, FLAG, DAY, INSTANT = "id", "text", "number", "flag", "day", "instant"
OBJECT, LIST, JSON = "object", "list", "json"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a row. ``most``: characters of a text (0: as many as the file may hold), largest number; ``least``:
    smallest number. ``null``: may be missing, as ``null``. ``of``: the section that an id is of ("" for an id of
    nothing in the file). ``words``: the only texts there are, if any."""

    kind: str
    most: int = 0
    least: int = 0
    null: bool = False
    of: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of one kind, each with exactly these ``fields``. ``key``: the field that tells rows apart ("" for none)."""

    name: str
    fields: Mapping[str, Field]
    key: str = "id"


def _id(of: str = "", *, null: bool = False) -> Field:
    return Field(ID, of=of, null=null)


def _text(most: int, *words: str) -> Field:
    return Field(TEXT, most=most, words=words)


def _number(most: int = WHOLE, least: int = 0, *, null: bool = False) -> Field:
    return Field(NUMBER, most=most, least=least, null=null)


_KEY = _id()
_SMALL = _number(SMALL)
_FLAG = Field(FLAG)
_OBJECT = Field(OBJECT)
_LIST = Field(LIST)
_ANYTHING = Field(JSON, null=True)
_AT = Field(INSTANT)
_AT_OR_NOT = Field(INSTANT, null=True)
_POINTS = _number(WHOLE, -WHOLE)

#: The two that are one row each, under their own key.
CLUB = Section(
    "club",
    {"id": _KEY, "name": _text(80), "slug": _text(60), "zone": _text(40), "locale": _text(8), "currency": _text(3)},
)
TOURNAMENT = Section(
    "tournament",
    {
        "id": _KEY,
        "name": _text(80),
        "slug": _text(80),
        "place": _text(80),
        "local_date": Field(DAY),
        "zone": _text(40),
        "currency": _text(3),
        "entry_kind": _text(10, "pairs", "singles", "teams"),
        "state": _text(10, "setup", "running", "finished"),
        "full_names": _FLAG,
        "fee_cents": _number(),
        "revision": _number(),
        "created_at": _AT,
    },
)

_CONTEST = (
    Section(
        "rulesets",
        {
            "ref": _text(160),
            "own": _FLAG,
            "key": _text(60),
            "preset_of": _text(60),
            "name": _text(80),
            "about": _OBJECT,
            "number": _number(WHOLE, 1),
            "source": _text(0),
            "variants": _LIST,
            "sha256": _text(64),
            "note": _text(300),
        },
        key="ref",
    ),
    Section(
        "game_formats",
        {
            "id": _KEY,
            "kind": _text(10, "deals", "target", "minutes"),
            "length": _number(WHOLE, 1),
            "caps": _OBJECT,
            "ending": _OBJECT,
            "match_points": _OBJECT,
            "games_to_win": _SMALL,
            "created_at": _AT,
        },
    ),
    Section(
        "stages",
        {
            "id": _KEY,
            "position": _SMALL,
            "name": _text(60),
            "draw_system": _text(20),
            "rounds_planned": _number(SMALL, 1),
            "settings": _OBJECT,
            "ruleset_version": Field(TEXT, most=160, of="rulesets"),
            "game_format": _id("game_formats"),
            "sealed_seed": _text(64),
            "commitment": _text(64),
            "seed_opened_at": _AT_OR_NOT,
        },
    ),
    Section(
        "persons",
        {
            "id": _KEY,
            "family": _text(80),
            "given": _text(80),
            "order_known": _FLAG,
            "born_year": _number(SMALL, null=True),
            "category": _text(20),
            "pseudonym": _text(40),
            "erased_at": _AT_OR_NOT,
            "licences": _LIST,
        },
    ),
    Section(
        "entries",
        {
            "id": _KEY,
            "number": _number(WHOLE, 1),
            "kind": _text(10, "pair", "single", "team"),
            "team": _id("entries", null=True),
            "name": _text(80),
            "home_club": _text(80),
            "category": _text(20),
            "status": _text(12, "active", "incomplete", "withdrawn", "disqualified"),
            "rating": _number(null=True),
            "stand_in": _FLAG,
            "may_rest": _FLAG,
            "fixed_table": _number(null=True),
            "paid": _text(8, "unknown", "yes", "no"),
            "present": _FLAG,
            "created_at": _AT,
        },
    ),
    Section(
        "members",
        {
            "id": _KEY,
            "entry": _id("entries"),
            "person": _id("persons"),
            "shown_as": _text(10, "name", "objected"),
            "slot": _SMALL,
            "from_round": _SMALL,
            "until_round": _number(SMALL, null=True),
        },
    ),
    Section(
        "stage_entries",
        {
            "id": _KEY,
            "stage": _id("stages"),
            "entry": _id("entries"),
            "seed": _number(WHOLE, 1),
            "state": _text(10, "qualified", "reserve", "declined"),
        },
    ),
    Section(
        "payments",
        {
            "id": _KEY,
            "entry": _id("entries"),
            "amount_cents": _POINTS,
            "note": _text(80),
            "at": _AT,
            "voided_at": _AT_OR_NOT,
        },
    ),
    Section(
        "check_ins",
        {"id": _KEY, "stage": _id("stages"), "round_number": _SMALL, "opened_at": _AT, "closed_at": _AT_OR_NOT},
    ),
    Section(
        "attendances",
        {
            "id": _KEY,
            "stage": _id("stages"),
            "round_number": _SMALL,
            "entry": _id("entries"),
            "state": _text(10, "here", "absent", "late"),
            "at": _AT,
        },
    ),
)

_PLAY = (
    Section(
        "rounds",
        {
            "id": _KEY,
            "stage": _id("stages"),
            "number": _SMALL,
            "state": _text(10, "draft", "playing", "closed"),
            "revision": _number(),
            "locked": _LIST,
            "given": _OBJECT,
            "cut": Field(OBJECT, null=True),
            "started_at": _AT_OR_NOT,
            "closed_at": _AT_OR_NOT,
        },
    ),
    Section(
        "draws",
        {
            "id": _KEY,
            "round": _id("rounds"),
            "attempt": _SMALL,
            "seed": _text(64),
            "inputs": _OBJECT,
            "settings": _OBJECT,
            "result": _OBJECT,
            "hand": Field(OBJECT, null=True),
            "engine_version": _text(20),
            "state": _text(10, "draft", "published", "discarded"),
            "reason": _text(300),
            "made_at": _AT,
            "published_at": _AT_OR_NOT,
        },
    ),
    Section(
        "statuses",
        {
            "id": _KEY,
            "round": _id("rounds"),
            "entry": _id("entries"),
            "status": _text(10, "plays", "bye", "absent", "late", "withdrawn", "out"),
        },
    ),
    Section(
        "matches",
        {
            "id": _KEY,
            "round": _id("rounds"),
            "board": _number(),
            "bracket": _text(20),
            "kind": _text(10, "normal", "playoff", "catchup"),
            "meeting": _number(null=True),
        },
    ),
    Section(
        "seats",
        {
            "id": _KEY,
            "match": _id("matches"),
            "round": _id("rounds"),
            "side": _text(1, "A", "B", "C"),
            "slot": _SMALL,
            "participant": _id("entries"),
            "outside": _FLAG,
        },
    ),
    Section(
        "sheets",
        {
            "id": _KEY,
            "ruleset_version": Field(TEXT, most=160, of="rulesets"),
            "format": _id("game_formats"),
            "options": _OBJECT,
            "seats": _OBJECT,
            "first_dealer": _text(1, "", "N", "E", "S", "W"),
            "state": _text(10, "open", "closed"),
            "revision": _number(),
            "digest": _text(64),
            "held": _POINTS,
            "complete": _FLAG,
            "paper": _OBJECT,
            "closed_at": _AT_OR_NOT,
            "updated_at": _AT,
        },
    ),
    Section(
        "games",
        {
            "id": _KEY,
            "match": _id("matches"),
            "number": _SMALL,
            "table_no": _number(),
            "sheet": _id("sheets"),
            "state": _text(10, "playing", "closed"),
            "forfeit": _text(2, "", "A", "B", "AB"),
        },
    ),
    Section(
        "sheet_sides",
        {"id": _KEY, "sheet": _id("sheets"), "side": _text(1, "A", "B", "C"), "total": _POINTS},
    ),
    Section(
        "sheet_entries",
        {
            "id": _KEY,
            "sheet": _id("sheets"),
            "position": _number(WHOLE, 1),
            "counted": _number(null=True),
            "kind": _text(10, "deal", "passed", "replayed", "penalty", "adjustment", "total"),
            "data": _OBJECT,
            "scores": _OBJECT,
            "answer": _OBJECT,
            "held_after": _POINTS,
            "engine_version": _text(20),
            "client_key": _text(64),
            "created_at": _AT,
            "voided_at": _AT_OR_NOT,
        },
    ),
    Section(
        "confirmations",
        {
            "id": _KEY,
            "sheet": _id("sheets"),
            "side": _text(1, "A", "B", "C"),
            "revision": _number(),
            "digest": _text(64),
            "device": _text(32),
            "reason": _text(300),
            "at": _AT,
        },
    ),
    Section(
        "disputes",
        {
            "id": _KEY,
            "sheet": _id("sheets"),
            "kind": _text(10, "disagree", "protest", "late", "ask"),
            "position": _number(),
            "side": _text(1, "", "A", "B", "C"),
            "text": _text(200),
            "link": _id(null=True),
            "device": _text(32),
            "raised_at": _AT,
            "deadline": _AT_OR_NOT,
            "outcome": _text(10, "", "stands", "changed", "settled"),
            "reason": _text(300),
            "decided_at": _AT_OR_NOT,
        },
    ),
    Section(
        "results",
        {
            "id": _KEY,
            "game": _id("games", null=True),
            "round": _id("rounds"),
            "entry": _id("entries"),
            "points_for": _POINTS,
            "points_against": _POINTS,
            "match_points": _POINTS,
            "source": _text(10, "game", "bye", "late", "absent", "forfeit"),
        },
    ),
    Section(
        "adjustments",
        {
            "id": _KEY,
            "entry": _id("entries"),
            "round": _id("rounds", null=True),
            "points": _POINTS,
            "reason": _text(300),
            "voids": _id("adjustments", null=True),
            "at": _AT,
        },
    ),
)

_HISTORY = (
    Section(
        "clock_events",
        {
            "id": _KEY,
            "round": _id("rounds"),
            "seq": _number(WHOLE, 1),
            "kind": _text(10, "start", "pause", "on", "length", "last", "not-last"),
            "minutes": _number(SMALL, null=True),
            "at": _AT,
        },
    ),
    Section(
        "paper_plans",
        {
            "id": _KEY,
            "stage": _id("stages"),
            "number": _SMALL,
            "seed": _text(64),
            "rounds": _LIST,
            "lacks": _OBJECT,
            "at": _AT,
        },
    ),
    Section(
        "late_deals",
        {
            "id": _KEY,
            "dispute": _id("disputes"),
            "sheet": _id("sheets"),
            "position": _number(WHOLE, 1),
            "data": _OBJECT,
            "digest": _text(64),
            "client_key": _text(64),
            "device": _text(32),
            "at": _AT,
        },
    ),
    Section(
        "set_aside",
        {
            "id": _KEY,
            "sheet": _id("sheets"),
            "round": _id("rounds"),
            "table_no": _number(),
            "seats": _LIST,
            "at": _AT,
        },
    ),
    Section(
        "sheet_events",
        {
            "id": _KEY,
            "sheet": _id("sheets"),
            "seq": _number(),
            "verb": _text(10),
            "entry": _id(null=True),
            "position": _number(null=True),
            "before": _ANYTHING,
            "after": _ANYTHING,
            "link": _id(null=True),
            "device": _text(32),
            "reason": _text(300),
            "at": _AT,
        },
    ),
    Section(
        "publications",
        {
            "id": _KEY,
            "what": _text(10, "round", "standings"),
            "round": _id("rounds", null=True),
            "version": _number(),
            "revision": _number(),
            "figures": _OBJECT,
            "sha256": _text(64),
            "at": _AT,
        },
    ),
    Section(
        "withdrawals",
        {"id": _KEY, "publication": _id("publications"), "reason": _text(300), "at": _AT},
    ),
    Section(
        "journal",
        {
            "at": _AT,
            "link": _id(null=True),
            "device": _text(32),
            "verb": _text(60),
            "object_type": _text(40),
            "object_id": _id(null=True),
            "before": _ANYTHING,
            "after": _ANYTHING,
            "reason": _text(300),
            "risk": _text(8),
        },
        key="",
    ),
)

#: Every section that is a list of rows, in the order of references.
SECTIONS: tuple[Section, ...] = (*_CONTEST, *_PLAY, *_HISTORY)
#: Sections that files of the first days do not have: there was nothing of the kind then.
LATER = frozenset({"clock_events", "disputes", "late_deals", "paper_plans"})
#: The sections that say what happened: putting a tournament back leaves them, and what they tell, as they are.
HISTORY = frozenset(section.name for section in _HISTORY)
