"""What a tournament's file holds: its sections, the fields of their rows, and what a field may be.

Sections stand in the order of their references: a row refers to rows of sections before it (or of its own).
"""

from tournaments.archive import history
from tournaments.archive.fields import (
    A_FLAG,
    A_LIST,
    A_SMALL,
    AN_OBJECT,
    AT,
    AT_OR_NOT,
    DAY,
    KEY,
    OBJECT,
    POINTS,
    SMALL,
    TEXT,
    WHOLE,
    Field,
    Section,
    an_id,
    number,
    text,
)

FORMAT = "tournament-file"
VERSION = 1

#: The two that are one row each, under their own key.
CLUB = Section(
    "club",
    {"id": KEY, "name": text(80), "slug": text(60), "zone": text(40), "locale": text(8), "currency": text(3)},
)
TOURNAMENT = Section(
    "tournament",
    {
        "id": KEY,
        "name": text(80),
        "slug": text(80),
        "place": text(80),
        "local_date": Field(DAY),
        "zone": text(40),
        "currency": text(3),
        "entry_kind": text(10, "pairs", "singles", "teams"),
        "state": text(10, "setup", "running", "finished"),
        "full_names": A_FLAG,
        "fee_cents": number(),
        "revision": number(),
        "created_at": AT,
    },
)

_CONTEST = (
    Section(
        "rulesets",
        {
            "ref": text(160),
            "own": A_FLAG,
            "key": text(60),
            "preset_of": text(60),
            "name": text(80),
            "about": AN_OBJECT,
            "number": number(WHOLE, 1),
            "source": text(0),
            "variants": A_LIST,
            "sha256": text(64),
            "note": text(300),
        },
        key="ref",
    ),
    Section(
        "game_formats",
        {
            "id": KEY,
            "kind": text(10, "deals", "target", "minutes"),
            "length": number(WHOLE, 1),
            "caps": AN_OBJECT,
            "ending": AN_OBJECT,
            "match_points": AN_OBJECT,
            "games_to_win": A_SMALL,
            "created_at": AT,
        },
    ),
    Section(
        "stages",
        {
            "id": KEY,
            "position": A_SMALL,
            "name": text(60),
            "draw_system": text(20),
            "rounds_planned": number(SMALL, 1),
            "settings": AN_OBJECT,
            "ruleset_version": Field(TEXT, most=160, of="rulesets"),
            "game_format": an_id("game_formats"),
            "sealed_seed": text(64),
            "commitment": text(64),
            "seed_opened_at": AT_OR_NOT,
        },
    ),
    Section(
        "persons",
        {
            "id": KEY,
            "family": text(80),
            "given": text(80),
            "order_known": A_FLAG,
            "born_year": number(SMALL, null=True),
            "category": text(20),
            "pseudonym": text(40),
            "erased_at": AT_OR_NOT,
            "licences": A_LIST,
        },
    ),
    Section(
        "entries",
        {
            "id": KEY,
            "number": number(WHOLE, 1),
            "kind": text(10, "pair", "single", "team"),
            "team": an_id("entries", null=True),
            "name": text(80),
            "home_club": text(80),
            "category": text(20),
            "status": text(12, "active", "incomplete", "withdrawn", "disqualified"),
            "rating": number(null=True),
            "stand_in": A_FLAG,
            "may_rest": A_FLAG,
            "fixed_table": number(null=True),
            "paid": text(8, "unknown", "yes", "no"),
            "present": A_FLAG,
            "created_at": AT,
        },
    ),
    Section(
        "members",
        {
            "id": KEY,
            "entry": an_id("entries"),
            "person": an_id("persons"),
            "shown_as": text(10, "name", "objected"),
            "slot": A_SMALL,
            "from_round": A_SMALL,
            "until_round": number(SMALL, null=True),
            "from_deal": A_SMALL,
        },
    ),
    Section(
        "stage_entries",
        {
            "id": KEY,
            "stage": an_id("stages"),
            "entry": an_id("entries"),
            "seed": number(WHOLE, 1),
            "state": text(10, "qualified", "reserve", "declined"),
        },
    ),
    Section(
        "check_ins",
        {"id": KEY, "stage": an_id("stages"), "round_number": A_SMALL, "opened_at": AT, "closed_at": AT_OR_NOT},
    ),
    Section(
        "attendances",
        {
            "id": KEY,
            "stage": an_id("stages"),
            "round_number": A_SMALL,
            "entry": an_id("entries"),
            "state": text(10, "here", "absent", "late"),
            "at": AT,
        },
    ),
)

_PLAY = (
    Section(
        "rounds",
        {
            "id": KEY,
            "stage": an_id("stages"),
            "number": A_SMALL,
            "state": text(10, "draft", "playing", "closed"),
            "revision": number(),
            "locked": A_LIST,
            "given": AN_OBJECT,
            "cut": Field(OBJECT, null=True),
            "started_at": AT_OR_NOT,
            "closed_at": AT_OR_NOT,
        },
    ),
    Section(
        "draws",
        {
            "id": KEY,
            "round": an_id("rounds"),
            "attempt": A_SMALL,
            "seed": text(64),
            "inputs": AN_OBJECT,
            "settings": AN_OBJECT,
            "result": AN_OBJECT,
            "hand": Field(OBJECT, null=True),
            "engine_version": text(20),
            "state": text(10, "draft", "published", "discarded"),
            "reason": text(300),
            "made_at": AT,
            "published_at": AT_OR_NOT,
        },
    ),
    Section(
        "statuses",
        {
            "id": KEY,
            "round": an_id("rounds"),
            "entry": an_id("entries"),
            "status": text(10, "plays", "bye", "absent", "late", "withdrawn", "out"),
        },
    ),
    Section(
        "matches",
        {
            "id": KEY,
            "round": an_id("rounds"),
            "board": number(),
            "bracket": text(20),
            "kind": text(10, "normal", "playoff", "catchup"),
            "meeting": number(null=True),
        },
    ),
    Section(
        "seats",
        {
            "id": KEY,
            "match": an_id("matches"),
            "round": an_id("rounds"),
            "side": text(1, "A", "B", "C"),
            "slot": A_SMALL,
            "participant": an_id("entries"),
            "outside": A_FLAG,
        },
    ),
    Section(
        "sheets",
        {
            "id": KEY,
            "ruleset_version": Field(TEXT, most=160, of="rulesets"),
            "format": an_id("game_formats"),
            "options": AN_OBJECT,
            "seats": AN_OBJECT,
            "first_dealer": text(1, "", "N", "E", "S", "W"),
            "state": text(10, "open", "closed"),
            "revision": number(),
            "digest": text(64),
            "held": POINTS,
            "complete": A_FLAG,
            "paper": AN_OBJECT,
            "closed_at": AT_OR_NOT,
            "updated_at": AT,
        },
    ),
    Section(
        "games",
        {
            "id": KEY,
            "match": an_id("matches"),
            "number": A_SMALL,
            "table_no": number(),
            "sheet": an_id("sheets"),
            "state": text(10, "playing", "closed"),
            "forfeit": text(2, "", "A", "B", "AB"),
        },
    ),
    Section(
        "sheet_sides",
        {"id": KEY, "sheet": an_id("sheets"), "side": text(1, "A", "B", "C"), "total": POINTS},
    ),
    Section(
        "sheet_entries",
        {
            "id": KEY,
            "sheet": an_id("sheets"),
            "position": number(WHOLE, 1),
            "counted": number(null=True),
            "kind": text(10, "deal", "passed", "replayed", "penalty", "adjustment", "total"),
            "data": AN_OBJECT,
            "scores": AN_OBJECT,
            "answer": AN_OBJECT,
            "held_after": POINTS,
            "engine_version": text(20),
            "client_key": text(64),
            "created_at": AT,
            "voided_at": AT_OR_NOT,
        },
    ),
    Section(
        "confirmations",
        {
            "id": KEY,
            "sheet": an_id("sheets"),
            "side": text(1, "A", "B", "C"),
            "revision": number(),
            "digest": text(64),
            "device": text(32),
            "reason": text(300),
            "at": AT,
        },
    ),
    Section(
        "disputes",
        {
            "id": KEY,
            "sheet": an_id("sheets"),
            "kind": text(10, "disagree", "protest", "late", "ask", "versions"),
            "position": number(),
            "side": text(1, "", "A", "B", "C"),
            "text": text(200),
            "link": an_id(null=True),
            "device": text(32),
            "raised_at": AT,
            "deadline": AT_OR_NOT,
            "outcome": text(10, "", "stands", "changed", "settled"),
            "reason": text(300),
            "decided_at": AT_OR_NOT,
        },
    ),
    Section(
        "results",
        {
            "id": KEY,
            "game": an_id("games", null=True),
            "round": an_id("rounds"),
            "entry": an_id("entries"),
            "points_for": POINTS,
            "points_against": POINTS,
            "match_points": POINTS,
            "source": text(10, "game", "bye", "late", "absent", "forfeit"),
        },
    ),
    Section(
        "adjustments",
        {
            "id": KEY,
            "entry": an_id("entries"),
            "round": an_id("rounds", null=True),
            "points": POINTS,
            "reason": text(300),
            "voids": an_id("adjustments", null=True),
            "at": AT,
        },
    ),
)

#: Every section that is a list of rows, in the order of references.
SECTIONS: tuple[Section, ...] = (*_CONTEST, *_PLAY, *history.SECTIONS)
#: Sections that files of the first days do not have: there was nothing of the kind then.
LATER = frozenset(
    {
        "cash_lines",
        "clock_events",
        "disputes",
        "fee_choices",
        "fee_rules",
        "late_deals",
        "paper_plans",
        "prize_handings",
        "prize_lists",
        "till_counts",
    }
)
#: The sections that say what happened: putting a tournament back leaves them, and what they tell, as they are.
HISTORY = frozenset(section.name for section in history.SECTIONS)
