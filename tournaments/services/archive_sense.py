"""What a tournament's file says as JSON, read once as everybody will read it afterwards: a page that cannot be shown
would be found only when the file is long taken over."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any

from tournaments.archive import ArchiveError
from tournaments.draws.model import DrawError
from tournaments.draws.record import byes_of, plan_of, request_from, tables_of
from tournaments.fees import Kind
from tournaments.models import Stage, Tournament
from tournaments.services import drawrules, drawsetup, giving
from tournaments.services.errors import TournamentError
from tournaments.services.fees import MOST_CENTS
from tournaments.standings.policies import GivenRules
from tournaments.standings.prizes import Award, Prize, award_from, prize_from

Row = Mapping[str, Any]

#: What of a stage's settings is a table of its own, where it is there.
_TABLES = ("draw", "cut", "qualifiers", "public", "pair_codes")


def check(tournament: Tournament, document: Mapping[str, Any]) -> None:
    """ArchiveError ``archive-shape`` (section, row, field) where something is not what it is read as. The tournament's
    rows are written already, in the transaction of the caller."""
    stages = {str(one.pk): one for one in tournament.stages.all()}
    readers: Mapping[tuple[str, str], Callable[[Row], object]] = {
        ("stages", "settings"): lambda row: _read_settings(tournament, stages[row["id"]]),
        ("draws", "inputs"): lambda row: request_from(row["inputs"]),
        ("draws", "result"): _read_draw,
        ("rounds", "given"): lambda row: GivenRules.from_settings(row["given"]),
        ("fee_rules", "kinds"): lambda row: [_priced(Kind(**one)) for one in row["kinds"]],
        ("prize_lists", "prizes"): lambda row: [_whole(prize_from(one)) for one in row["prizes"]],
        ("prize_lists", "awards"): lambda row: [_whole(award_from(one)) for one in row["awards"]],
    }
    for (section, field), read in readers.items():
        for place, row in enumerate(document[section], 1):
            try:
                read(row)
            except (TournamentError, DrawError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
                raise ArchiveError("archive-shape", section=section, row=place, field=field) from None
    _read_boards(tournament)


def _read_boards(tournament: Tournament) -> None:
    """Pools, brackets and movements are worked out from draws and games together: shown once, like to everybody."""
    from tournaments import boards  # what it is made of looks into files, by the check

    try:
        boards.of_tournament(tournament, {}, public=True)
    except (DrawError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise ArchiveError("archive-shape", section="draws", row=0, field="result") from None


def _read_draw(row: Row) -> None:
    """What was drawn, as it counts."""
    told = {**row["result"], **(row["hand"] or {})}
    tables_of(told)
    byes_of(told)
    plan_of(told)


def _read_settings(tournament: Tournament, stage: Stage) -> None:
    for name in _TABLES:
        if not isinstance(stage.settings.get(name, {}), dict):
            raise TypeError(name)
    drawsetup.setup_of(tournament, stage)
    if "musts" in stage.settings or "wishes" in stage.settings:
        drawrules.check(drawrules.rules_of(stage))
    giving.rules_of_stage(stage)


def _whole(one: Prize | Award) -> Prize | Award:
    places = (one.first, one.last) if isinstance(one, Prize) else (one.place,)
    if not all(type(number) is int for number in (*places, one.cents or 0)):
        raise TypeError(one.key)
    if isinstance(one, Award) and one.entry:
        uuid.UUID(one.entry)
    return one


def _priced(kind: Kind) -> Kind:
    is_known = all(isinstance(one, str) for one in (kind.key, kind.name))
    if not is_known or type(kind.cents) is not int or not 0 <= kind.cents <= MOST_CENTS:
        raise ValueError(kind.key)
    return kind
