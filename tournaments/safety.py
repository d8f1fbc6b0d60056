"""How dangerous an act is, by the state of the round that it concerns: one table for buttons, warnings and journal.

An act is safe; or it is done with a warning beside its button and a copy of the tournament made before; or moreover a
word has to be typed; or it is refused. Verbs refuse by themselves, with the detail (which table is still open); a test
holds them against this table. A safe cell may still be refused for such a detail.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class Level(Enum):
    """How an act may be done."""

    SAFE = "safe"
    WARNED = "warned"
    TYPED = "typed"
    REFUSED = "refused"


class When(Enum):
    """The state of the round that an act concerns."""

    NOT_DRAWN = "not-drawn"
    DRAFT = "draft"
    PUBLISHED = "published"
    """Its tables are set, no score is entered."""
    PLAYING = "playing"
    CLOSED = "closed"
    """Closed, and no later round has tables."""
    PUBLIC = "public"
    """The same, and its results are public."""
    OLDER = "older"
    """Closed, and a later round has tables."""
    FINAL = "final"
    """The last round of all, and its results are public."""


class Concerns(Enum):
    """Which round an act concerns: one that is named, or the last one begun, or the next one to be drawn."""

    NAMED = "named"
    CURRENT = "current"
    DUE = "due"


class Act(Enum):
    """What can be done to a tournament."""

    DRAW = "draw"
    DRAW_AGAIN = "draw-again"
    CHANGE_DRAFT = "change-draft"
    PUBLISH_DRAW = "publish-draw"
    WITHDRAW_DRAW = "withdraw-draw"
    ENTER_DEALS = "enter-deals"
    TAKE_BACK_DEAL = "take-back-deal"
    CLOSE_SHEET = "close-sheet"
    REOPEN_SHEET = "reopen-sheet"
    CORRECT_SEATS = "correct-seats"
    TURN_SIDES = "turn-sides"
    FORFEIT = "forfeit"
    DECIDE_DISPUTE = "decide-dispute"
    CALL_TIME = "call-time"
    SET_CLOCK = "set-clock"
    RULE = "rule"
    END_GAME = "end-game"
    RENEW_CODES = "renew-codes"
    CUT_SHORT = "cut-short"
    CLOSE_ROUND = "close-round"
    REOPEN_ROUND = "reopen-round"
    PUBLISH_RESULTS = "publish-results"
    WITHDRAW_RESULTS = "withdraw-results"
    OPEN_SEED = "open-seed"
    ADD_ENTRY = "add-entry"
    COMPLETE_ENTRY = "complete-entry"
    CHANGE_ENTRY = "change-entry"
    DELETE_ENTRY = "delete-entry"
    MARK_PAID = "mark-paid"
    CALL_ROLL = "call-roll"
    EXPECT = "expect"
    LEAVE = "leave"
    RETURN = "return"
    DISQUALIFY = "disqualify"
    REPLACE_PLAYER = "replace-player"
    SEAT_LATE = "seat-late"
    REMOVE_SEVERAL = "remove-several"
    IMPORT_LIST = "import-list"
    CATCH_UP = "catch-up"
    GIVE_POINTS = "give-points"
    CHANGE_SETTINGS = "change-settings"
    FEWER_ROUNDS = "fewer-rounds"
    MORE_ROUNDS = "more-rounds"
    CHANGE_RULES = "change-rules"
    RESCORE = "rescore"
    CHANGE_DRAWING = "change-drawing"
    CHANGE_CRITERIA = "change-criteria"
    CHANGE_STAGES = "change-stages"
    MAKE_COPY = "make-copy"
    EXPORT = "export"
    UNDO = "undo"
    RESTORE = "restore"


@dataclass(frozen=True, slots=True)
class Cell:
    """How an act may be done in a state; ``say`` is the id of what is said (see ``tournaments.safetywords``)."""

    level: Level
    say: str = ""

    @property
    def is_risky(self) -> bool:
        """Whether a copy is made before."""
        return self.level in {Level.WARNED, Level.TYPED}


#: For cells that no request can come to: the last round begun is never an older one.
NEVER = None
SAFE = Cell(Level.SAFE)

_Row = tuple[Cell | None, ...]


def _warned(say: str) -> Cell:
    return Cell(Level.WARNED, say)


def _typed(say: str) -> Cell:
    return Cell(Level.TYPED, say)


def _no(say: str) -> Cell:
    return Cell(Level.REFUSED, say)


_OPEN_FIRST, _OVER, _NO_TABLES = _no("round-open"), _no("round-over"), _no("no-tables")
_OUTDATED, _THIS_ROUND, _FOLLOWS = _warned("draft-outdated"), _warned("not-this-round"), _warned("standings-follow")
_PUBLIC, _LATER, _FINAL = _warned("public-stays"), _typed("later-draws"), _typed("final")
_GOES = _warned("entry-goes")
_NOT_SCORED, _IS_OUT = _no("nothing-entered"), _no("draw-is-out")

#:                       not drawn, draft, published, playing, closed, public, older, final
TABLE: Mapping[Act, _Row] = {
    # The draw of a round
    Act.DRAW: (SAFE, _no("draft-is-there"), _IS_OUT, _IS_OUT, NEVER, NEVER, NEVER, NEVER),
    Act.DRAW_AGAIN: (SAFE, _warned("draft-discarded"), _IS_OUT, _IS_OUT, NEVER, NEVER, NEVER, NEVER),
    Act.CHANGE_DRAFT: (_no("no-draft"), SAFE, _IS_OUT, _IS_OUT, _OVER, _OVER, _OVER, _OVER),
    Act.PUBLISH_DRAW: (_no("no-draft"), SAFE, _IS_OUT, _IS_OUT, _OVER, _OVER, _OVER, _OVER),
    Act.WITHDRAW_DRAW: (
        _NO_TABLES, _NO_TABLES, _warned("tables-go"), _no("scores-entered"), _OVER, _OVER, _OVER, _OVER,
    ),
    # Its tables
    Act.ENTER_DEALS: (NEVER, NEVER, SAFE, SAFE, SAFE, SAFE, SAFE, SAFE),
    Act.TAKE_BACK_DEAL: (NEVER, NEVER, _NOT_SCORED, SAFE, SAFE, SAFE, SAFE, SAFE),
    Act.CLOSE_SHEET: (NEVER, NEVER, _NOT_SCORED, SAFE, SAFE, SAFE, SAFE, SAFE),
    Act.REOPEN_SHEET: (NEVER, NEVER, _NOT_SCORED, SAFE, _FOLLOWS, _PUBLIC, _LATER, _FINAL),
    Act.CORRECT_SEATS: (NEVER, NEVER, _warned("seats-only"), _FOLLOWS, _FOLLOWS, _PUBLIC, _LATER, _FINAL),
    Act.TURN_SIDES: (NEVER, NEVER, _NOT_SCORED, _FOLLOWS, _FOLLOWS, _PUBLIC, _LATER, _FINAL),
    Act.FORFEIT: (NEVER, NEVER, _FOLLOWS, _FOLLOWS, _FOLLOWS, _PUBLIC, _LATER, _FINAL),
    Act.RULE: (NEVER, NEVER, SAFE, SAFE, _FOLLOWS, _PUBLIC, _LATER, _FINAL),
    Act.END_GAME: (NEVER, NEVER, SAFE, SAFE, _OVER, _OVER, _OVER, _OVER),
    Act.DECIDE_DISPUTE: (NEVER, NEVER, SAFE, SAFE, SAFE, SAFE, SAFE, SAFE),
    Act.CATCH_UP: (NEVER, NEVER, SAFE, SAFE, SAFE, _PUBLIC, _PUBLIC, _FINAL),
    # The round as a whole
    Act.CALL_TIME: (_NO_TABLES, _NO_TABLES, SAFE, SAFE, _OVER, _OVER, _OVER, _OVER),
    Act.SET_CLOCK: (_NO_TABLES, _NO_TABLES, SAFE, SAFE, _OVER, _OVER, _OVER, _OVER),
    Act.RENEW_CODES: (SAFE, SAFE, _warned("codes-void"), _warned("codes-void"), SAFE, SAFE, SAFE, SAFE),
    Act.CUT_SHORT: (_NO_TABLES, _NO_TABLES, _warned("games-end"), _warned("games-end"), _OVER, _OVER, _OVER, _OVER),
    Act.CLOSE_ROUND: (_NO_TABLES, _NO_TABLES, _no("tables-open"), SAFE, _OVER, _OVER, _OVER, _OVER),
    Act.REOPEN_ROUND: (
        _NO_TABLES, _NO_TABLES, _no("not-closed"), _no("not-closed"), _warned("round-opens"), _typed("public-opens"),
        _no("not-the-last"), _typed("final-opens"),
    ),
    Act.PUBLISH_RESULTS: (_OPEN_FIRST, _OPEN_FIRST, _OPEN_FIRST, _OPEN_FIRST, SAFE, SAFE, _no("not-the-last"), SAFE),
    Act.WITHDRAW_RESULTS: (
        NEVER, NEVER, NEVER, _warned("public-goes"), NEVER, _warned("public-goes"), _warned("public-goes"),
        _warned("public-goes"),
    ),
    Act.OPEN_SEED: (
        _no("seed-in-use"), _no("seed-in-use"), _no("seed-in-use"), _no("seed-in-use"), _typed("seed-opens"),
        _typed("seed-opens"), _typed("seed-opens"), _typed("seed-opens"),
    ),
    # Entries
    Act.ADD_ENTRY: (SAFE, _OUTDATED, _THIS_ROUND, _THIS_ROUND, SAFE, SAFE, NEVER, _warned("no-round-left")),
    Act.COMPLETE_ENTRY: (SAFE, _OUTDATED, SAFE, SAFE, SAFE, SAFE, NEVER, SAFE),
    Act.CHANGE_ENTRY: (SAFE, _warned("draft-as-it-was"), SAFE, SAFE, SAFE, SAFE, NEVER, SAFE),
    Act.DELETE_ENTRY: (_GOES, _GOES, _GOES, _GOES, _GOES, _GOES, NEVER, _GOES),
    Act.MARK_PAID: (SAFE, SAFE, SAFE, SAFE, SAFE, SAFE, NEVER, SAFE),
    Act.CALL_ROLL: (SAFE, SAFE, SAFE, SAFE, SAFE, SAFE, NEVER, _no("nothing-to-draw")),
    Act.EXPECT: (SAFE, _OUTDATED, SAFE, SAFE, SAFE, SAFE, NEVER, _no("nothing-to-draw")),
    Act.LEAVE: (SAFE, _OUTDATED, _warned("table-stays"), _warned("table-stays"), SAFE, SAFE, NEVER, _no("all-over")),
    Act.RETURN: (SAFE, _OUTDATED, SAFE, SAFE, SAFE, SAFE, NEVER, SAFE),
    Act.DISQUALIFY: (
        _warned("out-of-ranking"), _warned("out-of-ranking"), _warned("out-of-ranking"), _warned("out-of-ranking"),
        _warned("out-of-ranking"), _PUBLIC, NEVER, _FINAL,
    ),
    Act.REPLACE_PLAYER: (
        SAFE, SAFE, _warned("whole-round"), _warned("whole-round"), SAFE, SAFE, NEVER, _no("all-over"),
    ),
    Act.SEAT_LATE: (
        _no("no-round-on"), _no("no-round-on"), _warned("table-added"), _warned("table-added"), _no("no-round-on"),
        _no("no-round-on"), NEVER, _no("no-round-on"),
    ),
    Act.REMOVE_SEVERAL: (
        _typed("many-leave"), _typed("many-leave"), _typed("many-leave"), _typed("many-leave"), _typed("many-leave"),
        _typed("many-leave"), NEVER, _no("all-over"),
    ),
    Act.IMPORT_LIST: (SAFE, _OUTDATED, _THIS_ROUND, _THIS_ROUND, SAFE, SAFE, NEVER, _typed("no-round-left")),
    Act.GIVE_POINTS: (SAFE, SAFE, SAFE, SAFE, _FOLLOWS, _PUBLIC, NEVER, _FINAL),
    # The plan
    Act.CHANGE_SETTINGS: (SAFE, SAFE, SAFE, SAFE, SAFE, SAFE, NEVER, SAFE),
    Act.FEWER_ROUNDS: (
        SAFE, SAFE, _warned("plan-told"), _warned("plan-told"), _warned("plan-told"), _warned("plan-told"), NEVER,
        _no("rounds-played"),
    ),
    Act.MORE_ROUNDS: (SAFE, SAFE, SAFE, SAFE, SAFE, SAFE, NEVER, _warned("goes-on")),
    Act.CHANGE_RULES: (
        _warned("rules-change"), _warned("rules-change"), _typed("rules-frozen"), _typed("rules-frozen"),
        _typed("rules-frozen"), _typed("rules-frozen"), NEVER, _typed("rules-frozen"),
    ),
    Act.RESCORE: (
        _typed("counted-anew"), _typed("counted-anew"), _typed("counted-anew"), _typed("counted-anew"),
        _typed("counted-anew"), _typed("counted-anew"), NEVER, _typed("counted-anew"),
    ),
    Act.CHANGE_DRAWING: (
        SAFE, _warned("draft-as-it-was"), _warned("next-draw"), _warned("next-draw"), _warned("next-draw"),
        _warned("next-draw"), NEVER, _warned("next-draw"),
    ),
    Act.CHANGE_CRITERIA: (
        SAFE, _warned("draft-as-it-was"), _FOLLOWS, _FOLLOWS, _FOLLOWS, _PUBLIC, NEVER, _FINAL,
    ),
    Act.CHANGE_STAGES: (SAFE, SAFE, SAFE, SAFE, SAFE, SAFE, NEVER, _warned("goes-on")),
    # Copies
    Act.MAKE_COPY: (SAFE, SAFE, SAFE, SAFE, SAFE, SAFE, NEVER, SAFE),
    Act.EXPORT: (SAFE, SAFE, SAFE, SAFE, SAFE, SAFE, NEVER, SAFE),
    Act.UNDO: (
        _warned("goes-back"), _warned("goes-back"), _warned("goes-back"), _warned("goes-back"), _warned("goes-back"),
        _warned("goes-back"), NEVER, _warned("goes-back"),
    ),
    Act.RESTORE: (
        _typed("loses"), _typed("loses"), _typed("loses"), _typed("loses"), _typed("loses"), _typed("loses"), NEVER,
        _typed("loses"),
    ),
}  # fmt: skip

_NAMED = frozenset(
    {
        Act.WITHDRAW_DRAW, Act.ENTER_DEALS, Act.TAKE_BACK_DEAL, Act.CLOSE_SHEET, Act.REOPEN_SHEET, Act.CORRECT_SEATS,
        Act.TURN_SIDES, Act.FORFEIT, Act.CATCH_UP, Act.CALL_TIME, Act.RENEW_CODES, Act.CUT_SHORT, Act.CLOSE_ROUND,
        Act.REOPEN_ROUND, Act.PUBLISH_RESULTS, Act.WITHDRAW_RESULTS, Act.OPEN_SEED, Act.CHANGE_DRAFT, Act.PUBLISH_DRAW,
        Act.DECIDE_DISPUTE, Act.SET_CLOCK, Act.RULE, Act.END_GAME,
    }
)  # fmt: skip
_DUE = frozenset({Act.DRAW, Act.DRAW_AGAIN})
#: A copy is made after them too: the round as it was closed.
ENDS_A_ROUND = frozenset({Act.CLOSE_ROUND})
#: No copy brings back what these give away.
FOR_GOOD = frozenset({Act.OPEN_SEED})


def concerns(act: Act) -> Concerns:
    """Which round's state counts."""
    return Concerns.NAMED if act in _NAMED else Concerns.DUE if act in _DUE else Concerns.CURRENT


def cell(act: Act, when: When) -> Cell:
    """How an act may be done in a state. Raises LookupError where no request can come to."""
    found = TABLE[act][list(When).index(when)]
    if found is None:
        raise LookupError(f"{act.value} never concerns a round that is {when.value}")
    return found
