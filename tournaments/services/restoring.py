"""Putting a tournament back to what a file of it says.

What happened stays: no event, no publication, no draw and no line of a sheet is erased. What is so now becomes what the
file says: lines entered since are made void, sheets of tables that are not there any more are set aside, later draws
are discarded and stay counted, what was published since is taken back. Money that was received or given since, and
prizes that were handed out, stay so: what is in the till or in somebody's hands does not come back with the figures.
``tournaments.archive.live`` is what is equal afterwards.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Max, Model, Sum
from django.utils.translation import gettext as _

from core.actors import Actor
from core.models import AuditEvent
from scoring.models import RulesetVersion, ScoreSheet
from tournaments.archive.shape import TOURNAMENT
from tournaments.models import Entry, Match, Payment, Round, Stage, Tournament
from tournaments.services import contests, fees, restoring_public, restoring_sheets, showing
from tournaments.services.archive_rows import SOURCES, Row, section_of, sheets_of, values_of
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.tournament_file import document_of
from tournaments.signals import draw_published, tournament_changed

#: Rows that nothing points to and that are no history: the old ones go, those of the file come.
_LEAVES = ("results", "seats", "statuses", "members", "stage_entries", "check_ins", "attendances")
#: Added to a number that has to make room for another one's.
_OUT_OF_THE_WAY = 1_000_000
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Difference:
    """Of a section: rows that are there ``now`` and not in the file, that are new, and that differ, by id."""

    gone: Mapping[str, Row]
    new: Mapping[str, Row]
    changed: Mapping[str, Row]


@dataclass(slots=True)
class Restoring:
    """One putting back: the document ``wanted``, the one as it is ``now``, and what differs."""

    tournament: Tournament
    wanted: Mapping[str, Any]
    now: Mapping[str, Any]
    actor: Actor
    reason: str
    versions: Mapping[str, uuid.UUID] = field(default_factory=dict)
    _found: dict[str, Difference] = field(default_factory=dict)

    def difference(self, name: str) -> Difference:
        """What differs of a section; it stays what differed at the beginning."""
        if name not in self._found:
            now = {row["id"]: row for row in self.now[name]}
            wanted = {row["id"]: row for row in self.wanted[name]}
            self._found[name] = Difference(
                gone={key: row for key, row in now.items() if key not in wanted},
                new={key: row for key, row in wanted.items() if key not in now},
                changed={key: row for key, row in wanted.items() if key in now and now[key] != row},
            )
        return self._found[name]

    def make(self, name: str, rows: Iterable[Row]) -> list[Any]:
        """Write rows of the file that are not there."""
        source = SOURCES[name]
        own = {"tournament_id": self.tournament.pk} if "tournament" in source.but else {}
        made = [source.model(**self.values(name, row), **own) for row in rows]
        return source.model._default_manager.bulk_create(made, batch_size=_BATCH)

    def change(self, name: str, rows: Iterable[Row]) -> None:
        """Write rows of the file over those of the same ids."""
        model = SOURCES[name].model
        values = [self.values(name, row) for row in rows]
        if values:
            names = _names(model, [column for column in values[0] if column != "id"])
            model._default_manager.bulk_update([model(**row) for row in values], names, batch_size=100)

    def values(self, name: str, row: Row) -> dict[str, Any]:
        values = values_of(section_of(name), row, SOURCES[name].model)
        if "ruleset_version_id" in values:
            values["ruleset_version_id"] = self.versions[row["ruleset_version"]]
        return values


def _names(model: type[Model], columns: Sequence[str]) -> list[str]:
    """The fields of columns: bulk_update wants "round" for "round_id"."""
    by_column = {one.attname: one.name for one in model._meta.concrete_fields}
    return [by_column[column] for column in columns]


def lock_all(tournament_id: uuid.UUID) -> Tournament:
    """Every row that somebody could be changing, locked in the usual order: sheets, rounds, the tournament.

    Conflict ``changed-since`` where tables were set meanwhile.
    """
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    seen = set(sheets_of(tournament).values_list("pk", flat=True))
    locked = ScoreSheet.objects.select_for_update(of=("self",)).filter(pk__in=seen).order_by("pk")
    list(locked.values_list("pk", flat=True))
    rounds = Round.objects.select_for_update(of=("self",)).filter(stage__tournament=tournament).order_by("pk")
    list(rounds.values_list("pk", flat=True))
    found = Tournament.objects.select_for_update(of=("self",)).select_related("club").get(pk=tournament_id)
    if set(sheets_of(found).values_list("pk", flat=True)) != seen:
        raise Conflict("changed-since")
    return found


def mark_of(tournament: Tournament) -> str:
    """What changes with everything that is done to a tournament: by it a page says what it saw."""
    sheets = sheets_of(tournament).aggregate(revisions=Sum("revision"), count=Count("pk"))
    last = AuditEvent.objects.filter(scope=tournament.pk).aggregate(last=Max("pk"))["last"]
    return f"{last or 0}.{sheets['count']}.{sheets['revisions'] or 0}"


@transaction.atomic
def put_back(
    tournament_id: uuid.UUID, wanted: Mapping[str, Any], actor: Actor, *, reason: str = "", seen: str | None = None
) -> Tournament:
    """Put the tournament back to ``wanted``, a document of its own file; ``seen``: the ``mark_of`` what was looked at.

    Raises TournamentError ``archive-other`` (a file of another tournament), ``archive-rules``, ``stage-drawn-later`` (a
    stage that the file does not know has been drawn), Conflict ``changed-since``.
    """
    tournament = lock_all(tournament_id)
    if seen is not None and mark_of(tournament) != seen:
        raise Conflict("changed-since")
    if wanted[TOURNAMENT.name]["id"] != str(tournament.pk):
        raise TournamentError("archive-other")
    day_before, state_before = tournament.local_date, tournament.state
    now = document_of(tournament, history=False)
    of = Restoring(tournament, wanted, now, actor, reason or _("the tournament was put back"), _versions(wanted))
    _check_stages(of)
    is_held, listed = showing.is_held(tournament), showing.of_tournament(tournament).get(showing.PROVISIONAL)
    tables_before = {row["id"] for row in now["matches"]}
    _put_tournament_back(of)
    _take_apart(of)
    restoring_sheets.clear(of)
    _put_stages_back(of)
    if is_held:  # nobody lets results go by going back
        showing.put(tournament, held=True)
    if showing.of_tournament(tournament).get(showing.PROVISIONAL) not in (None, listed):
        showing.put(tournament, **{showing.PROVISIONAL: None})
    _put_entries_back(of)
    _put_rounds_back(of)
    restoring_sheets.put_back(of)
    _put_together(of)
    restoring_sheets.renew_links(of)
    contests.touch(tournament.pk)
    tournament.refresh_from_db()
    restoring_public.put_back(of)
    _announce(of, tables_before)
    if (tournament.local_date, tournament.state) != (day_before, state_before):
        tournament_changed.send(sender=Tournament, tournament_id=tournament.pk, day_before=day_before)
    return tournament


def _versions(wanted: Mapping[str, Any]) -> dict[str, uuid.UUID]:
    """The rule sets' versions that the file names. They never go, so they are here."""
    club = wanted["club"]["id"]
    found: dict[str, uuid.UUID] = {}
    for row in wanted["rulesets"]:
        owner = club if row["own"] else None
        rows = RulesetVersion.objects.filter(ruleset__key=row["key"], ruleset__owner_club=owner, sha256=row["sha256"])
        version = rows.values_list("pk", flat=True).first()
        if version is None:
            raise TournamentError("archive-rules", name=row["name"] or row["key"])
        found[row["ref"]] = version
    return found


def _check_stages(of: Restoring) -> None:
    """A draw is never erased: a stage that came later goes only while nothing of it was drawn."""
    later = of.difference("stages").gone
    drawn = next((row for row in of.now["rounds"] if row["stage"] in later), None)
    if drawn is not None:
        raise TournamentError("stage-drawn-later", name=later[drawn["stage"]]["name"])


def _put_tournament_back(of: Restoring) -> None:
    row = {**of.wanted[TOURNAMENT.name], "revision": of.tournament.revision, "slug": of.tournament.slug}
    values = values_of(TOURNAMENT, row, Tournament)
    Tournament.objects.filter(pk=of.tournament.pk).update(**values)


def _take_apart(of: Restoring) -> None:
    """Take away what is to go and what stands in the way, the last links of the chain first."""
    for name in _LEAVES:
        different = of.difference(name)
        SOURCES[name].model._default_manager.filter(pk__in=[*different.gone, *different.changed]).delete()


def _put_together(of: Restoring) -> None:
    for name in reversed(_LEAVES):
        different = of.difference(name)
        of.make(name, [*different.new.values(), *different.changed.values()])
    fees.note(of.tournament)
    restoring_public.counter_adjustments(of)


# Stages, entries, money


def _put_stages_back(of: Restoring) -> None:
    different = of.difference("stages")
    Stage.objects.filter(pk__in=different.gone).delete()
    # A seed that was shown to everybody cannot be sealed again.
    opened = {row["id"]: row["seed_opened_at"] for row in of.now["stages"]}
    rows = [
        {**row, "seed_opened_at": row["seed_opened_at"] or opened.get(row["id"])} for row in different.changed.values()
    ]
    of.change("stages", rows)
    of.make("stages", different.new.values())


def _put_entries_back(of: Restoring) -> None:
    """Entries that came since go; where money was received for one, or a prize handed to it, it stays as withdrawn,
    without players."""
    different = of.difference("entries")
    paid = set(Payment.objects.filter(entry__in=list(different.gone)).values_list("entry_id", flat=True))
    paid |= set(Entry.objects.filter(adjustments__isnull=False, pk__in=different.gone).values_list("pk", flat=True))
    paid |= set(Entry.objects.filter(prizes__isnull=False, pk__in=different.gone).values_list("pk", flat=True))
    going = Entry.objects.filter(pk__in=different.gone).exclude(pk__in=paid)
    going.filter(team__isnull=False).delete()
    going.delete()
    _free_numbers(of, paid)
    Entry.objects.filter(pk__in=paid).update(status=Entry.Status.WITHDRAWN, team=None, fixed_table=None)
    numbers = {row["id"]: row["number"] for row in of.now["entries"]}
    moved = [key for key, row in different.changed.items() if row["number"] != numbers[key]]
    Entry.objects.filter(pk__in=moved).update(number=F("number") + _OUT_OF_THE_WAY)
    of.change("entries", different.changed.values())
    of.make("entries", different.new.values())


def _free_numbers(of: Restoring, kept: Iterable[uuid.UUID]) -> None:
    """Give a number of its own to each entry that stays though the file does not know it."""
    wanted = {row["number"] for row in of.wanted["entries"]}
    free = 1 + max([*wanted, *(row["number"] for row in of.now["entries"])], default=0)
    for entry in Entry.objects.filter(pk__in=kept, number__in=wanted).order_by("number"):
        entry.number, free = free, free + 1
        entry.save(update_fields=["number"])


# Rounds and draws


def _put_rounds_back(of: Restoring) -> None:
    """Rounds begun since are undrawn; every draw that does not stand in the file is discarded and stays counted."""
    rounds = of.difference("rounds")
    Round.objects.filter(pk__in=rounds.gone).update(
        state=Round.State.DRAFT, started_at=None, closed_at=None, locked=[], given={}, cut=None
    )
    of.change("rounds", rounds.changed.values())
    of.make("rounds", rounds.new.values())
    draws = of.difference("draws")
    model = SOURCES["draws"].model
    standing = [row["id"] for row in of.now["draws"] if row["state"] != "discarded"]
    model._default_manager.filter(pk__in=set(standing) & draws.gone.keys()).update(
        state="discarded", reason=of.reason[:300]
    )
    # Two draws that change places must not both stand for a moment.
    model._default_manager.filter(pk__in=draws.changed).update(state="discarded")
    of.change("draws", draws.changed.values())
    of.make("draws", draws.new.values())


# What the rooms above hear


def _announce(of: Restoring, tables_before: set[str]) -> None:
    """The sheets of a round that is being played are printed anew where its tables are others than they were."""
    playing = [row["id"] for row in of.wanted["rounds"] if row["state"] == "playing"]
    for round_id in playing:
        ids = Match.objects.filter(round=round_id).values_list("pk", flat=True)
        if not {str(pk) for pk in ids} <= tables_before:
            draw_published.send(sender=Round, round_id=uuid.UUID(round_id))
