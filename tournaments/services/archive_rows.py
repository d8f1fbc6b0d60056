"""Where the rows of a tournament's file stand in the database: the model, the columns, and which rows are its own."""

import datetime as dt
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model, Q, QuerySet

from core.models import AuditEvent
from scoring.models import (
    Confirmation,
    Dispute,
    EntryEvent,
    GameFormat,
    LateDeal,
    RulesetVersion,
    ScoreSheet,
    SheetEntry,
    SheetSide,
)
from tournaments import models
from tournaments.archive.fields import DAY, ID, INSTANT, Section
from tournaments.archive.shape import CLUB, SECTIONS, TOURNAMENT
from tournaments.models import Tournament

Row = dict[str, Any]

#: What was done with the screens of the hall, which are in no file.
_OF_SCREENS = ("screen.made", "screen.link", "screen.removed", "slide.added", "slide.changed", "slide.removed")
#: What happened to the file itself, and to copies of it, is told where it happened and goes nowhere else.
NOT_TOLD = ("tournament.exported", "tournament.imported", *_OF_SCREENS)


@dataclass(frozen=True, slots=True)
class Source:
    """The ``model`` of a section and how its rows of one tournament are found; ``but``: its columns that are in no
    file, each for the reason given in docs/tournament-file.md."""

    model: type[Model]
    mine: Callable[[Tournament], QuerySet[Any]]
    but: frozenset[str] = field(default_factory=frozenset)


def _by(model: type[Model], path: str, *but: str) -> Source:
    return Source(model, lambda tournament: model._default_manager.filter(**{path: tournament}), frozenset(but))


def sheets_of(tournament: Tournament) -> QuerySet[ScoreSheet]:
    """The sheets at its tables, and those that lost their table."""
    at_tables = models.Game.objects.filter(match__round__stage__tournament=tournament).values("sheet")
    return ScoreSheet.objects.filter(pk__in=at_tables.union(tournament.set_aside.values("sheet")))


def _of_sheets(model: type[Model], *but: str) -> Source:
    return Source(model, lambda one: model._default_manager.filter(sheet__in=sheets_of(one)), frozenset(but))


SOURCES: Mapping[str, Source] = {
    "stages": _by(models.Stage, "tournament", "tournament"),
    "entries": _by(models.Entry, "tournament", "tournament"),
    "members": _by(models.EntryMember, "tournament", "tournament"),
    "stage_entries": _by(models.StageEntry, "stage__tournament"),
    "fee_rules": _by(models.FeeRules, "tournament", "tournament"),
    "fee_choices": _by(models.FeeChoice, "entry__tournament"),
    "payments": _by(models.Payment, "tournament", "tournament", "by"),
    "cash_lines": _by(models.CashLine, "tournament", "tournament", "by"),
    "till_counts": _by(models.TillCount, "tournament", "tournament", "by"),
    "check_ins": _by(models.CheckIn, "stage__tournament"),
    "attendances": _by(models.Attendance, "stage__tournament"),
    "rounds": _by(models.Round, "stage__tournament"),
    "draws": _by(models.Draw, "round__stage__tournament", "made_by"),
    "statuses": _by(models.RoundStatus, "round__stage__tournament"),
    "matches": _by(models.Match, "round__stage__tournament"),
    "seats": _by(models.Seat, "round__stage__tournament"),
    "sheets": Source(ScoreSheet, sheets_of),
    "games": _by(models.Game, "match__round__stage__tournament"),
    "sheet_sides": _of_sheets(SheetSide),
    "sheet_entries": _of_sheets(SheetEntry),
    "confirmations": _of_sheets(Confirmation),
    "disputes": _of_sheets(Dispute, "decided_by"),
    "late_deals": _of_sheets(LateDeal),
    # What was done in the deals is counted from them where it is asked for.
    "results": _by(models.Result, "round__stage__tournament", "deals_won", "contracts_made", "capots"),
    "adjustments": _by(models.Adjustment, "entry__tournament", "by"),
    "clock_events": _by(models.ClockEvent, "round__stage__tournament", "by"),
    "paper_plans": _by(models.PaperPlan, "stage__tournament", "by"),
    "set_aside": _by(models.SetAside, "tournament", "tournament"),
    "sheet_events": _of_sheets(EntryEvent, "actor"),
    "publications": _by(models.Publication, "tournament", "tournament", "by"),
    "prize_lists": _by(models.PrizeList, "tournament", "tournament"),
    "prize_handings": _by(models.PrizeHanding, "tournament", "tournament", "by"),
    "withdrawals": _by(models.PublicationWithdrawal, "publication__tournament", "by"),
    "journal": Source(
        AuditEvent,
        lambda one: AuditEvent.objects.filter(scope=one.pk).exclude(verb__in=NOT_TOLD),
        frozenset({"id", "actor", "club_id", "scope", "snapshot"}),
    ),
}
_BY_NAME = {section.name: section for section in SECTIONS}


def columns_of(section: Section, model: type[Model]) -> list[str]:
    """The columns of a section's fields, in their order ("round_id" for "round")."""
    return [model._meta.get_field(name).attname for name in section.fields]  # type: ignore[union-attr]


def rows_of(name: str, tournament: Tournament) -> list[Row]:
    """The rows of a section as the file holds them, by id; those of the journal as they were written."""
    section, source = _BY_NAME[name], SOURCES[name]
    names = list(section.fields)
    to_file = [_TO_FILE.get(field.kind) for field in section.fields.values()]
    found = source.mine(tournament).order_by("pk").values_list(*columns_of(section, source.model))
    return [
        {
            name: value if convert is None or value is None else convert(value)
            for name, convert, value in zip(names, to_file, values, strict=True)
        }
        for values in found
    ]


def row_of(section: Section, one: Model) -> Row:
    """One row, as the file holds it."""
    found = {}
    for name, column in zip(section.fields, columns_of(section, type(one)), strict=True):
        value, convert = getattr(one, column), _TO_FILE.get(section.fields[name].kind)
        found[name] = value if convert is None or value is None else convert(value)
    return found


def values_of(section: Section, row: Mapping[str, Any], model: type[Model], *, but: str = "") -> dict[str, Any]:
    """The columns of a row of a file, as the model takes them; ``but`` one field that is no column."""
    return {
        model._meta.get_field(name).attname: _from_file(field.kind, row[name])  # type: ignore[union-attr]
        for name, field in section.fields.items()
        if name != but
    }


def section_of(name: str) -> Section:
    """The section of this name, also of the two that are one row each."""
    return {CLUB.name: CLUB, TOURNAMENT.name: TOURNAMENT}.get(name) or _BY_NAME[name]


def instant(value: dt.datetime) -> str:
    return value.astimezone(dt.UTC).isoformat()


_TO_FILE: Mapping[str, Callable[[Any], Any]] = {ID: str, INSTANT: instant, DAY: dt.date.isoformat}


def _from_file(kind: str, value: Any) -> Any:
    if value is None:
        return None
    if kind == ID:
        return uuid.UUID(value)
    if kind == INSTANT:
        return dt.datetime.fromisoformat(value)
    return dt.date.fromisoformat(value) if kind == DAY else value


def ref_of(version: RulesetVersion) -> str:
    """How a file names a rule set's version: by whose it is, its key, and what it counts; ids of presets differ from
    one installation to another."""
    own = version.ruleset.owner_club_id is not None
    return f"{'own' if own else 'preset'}:{version.ruleset.key}:{version.sha256}"


def formats_of(tournament: Tournament) -> QuerySet[GameFormat]:
    """The game formats of its stages and of its sheets."""
    of_stages = tournament.stages.values("game_format")
    return GameFormat.objects.filter(pk__in=of_stages.union(sheets_of(tournament).values("format")))


def versions_of(tournament: Tournament) -> QuerySet[RulesetVersion]:
    """The versions of rule sets that its stages and sheets count by, and those that its sheets were counted by before
    they were counted anew."""
    of_stages = tournament.stages.values("ruleset_version")
    used = of_stages.union(sheets_of(tournament).values("ruleset_version"))
    found = {*used.values_list("ruleset_version", flat=True)}
    events = EntryEvent.objects.filter(sheet__in=sheets_of(tournament), verb=EntryEvent.Verb.RESCORED)
    for name in ("before__rules", "after__rules"):
        for sha256 in events.order_by().values_list(name, flat=True).distinct():
            known = RulesetVersion.objects.filter(sha256=sha256)
            if not known.filter(pk__in=found).exists():
                mine = known.filter(Q(ruleset__owner_club=None) | Q(ruleset__owner_club=tournament.club_id))
                found |= set(mine.order_by("pk").values_list("pk", flat=True)[:1])
    return RulesetVersion.objects.filter(pk__in=found).select_related("ruleset")
