"""A whole tournament as one file (docs/tournament-file.md): written from the database, and taken over into another."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

from clubs import names
from clubs.models import Club, ClubPerson, Licence, Person
from clubs.services import free_slug
from core import audit, jobs, links
from core.actors import Actor
from core.models import AccessLink, AuditEvent
from core.reading import at_one_moment
from scoring import rules
from scoring.models import GameFormat, Ruleset, RulesetVersion
from scoring.rules.game_format import FormatError
from scoring.rulesets_store import preset, preset_version
from scoring.sheet_game import SIDE_OF, digest_of, game_of, rulings_of
from scoring.sheets import ENGINE_VERSION
from tournaments import archive
from tournaments.archive import figures as public_figures
from tournaments.archive.shape import CLUB, HISTORY, SECTIONS, TOURNAMENT
from tournaments.models import Game, Match, Round, Tournament
from tournaments.services import archive_sense
from tournaments.services.archive_rows import (
    SOURCES,
    Row,
    formats_of,
    instant,
    ref_of,
    row_of,
    rows_of,
    section_of,
    sheets_of,
    values_of,
    versions_of,
)
from tournaments.services.errors import Conflict, TournamentError

_BATCH = 500


def export(tournament: Tournament) -> bytes:
    """The file of a tournament as it is at this moment: the same bytes while nothing changes."""
    return archive.written(document_of(tournament))


def document_of(tournament: Tournament, *, history: bool = True) -> dict[str, Any]:
    """The same as data; without ``history`` its sections are empty, which is no file but tells what is so now."""
    with at_one_moment():
        fresh = Tournament.objects.select_related("club").get(pk=tournament.pk)
        refs = {version.pk: version for version in versions_of(fresh)}
        document: dict[str, Any] = {
            "format": archive.FORMAT,
            "version": archive.VERSION,
            CLUB.name: row_of(CLUB, fresh.club),
            TOURNAMENT.name: row_of(TOURNAMENT, fresh),
            "rulesets": sorted((_ruleset(version) for version in refs.values()), key=lambda row: row["ref"]),
            "game_formats": [row_of(section_of("game_formats"), one) for one in formats_of(fresh).order_by("pk")],
            "persons": _persons(fresh),
        }
        for name in SOURCES:
            document[name] = rows_of(name, fresh) if history or name not in HISTORY else []
    for name in ("stages", "sheets"):
        for row in document[name]:
            row["ruleset_version"] = ref_of(refs[row["ruleset_version"]])
    return document


def _ruleset(version: RulesetVersion) -> Row:
    ruleset, own = version.ruleset, version.ruleset.owner_club_id is not None
    return {
        "ref": ref_of(version),
        "own": own,
        "key": ruleset.key,
        "preset_of": ruleset.preset_of,
        "name": ruleset.name,
        "about": ruleset.about,
        # A preset's versions are numbered as each installation met them.
        "number": version.number if own else 1,
        "source": version.source,
        "variants": version.variants,
        "sha256": version.sha256,
        "note": version.note,
    }


def _persons(tournament: Tournament) -> list[Row]:
    """Who is in its entries, with their licences: what tells namesakes apart in a season."""
    licences: dict[uuid.UUID, list[Row]] = {}
    mine = Person.objects.filter(memberships__tournament=tournament).distinct()
    numbers = Licence.objects.filter(person__memberships__tournament=tournament).distinct()
    for licence in numbers.order_by("federation", "number"):
        told = {"federation": licence.federation, "number": licence.number}
        licences.setdefault(licence.person_id, []).append(told)
    section = section_of("persons")
    plain = [name for name in section.fields if name != "licences"]
    rows = []
    for person in mine.order_by("pk"):
        row: Row = {name: getattr(person, name) for name in plain}
        row["id"] = str(person.pk)
        row["erased_at"] = instant(person.erased_at) if person.erased_at else None
        rows.append({**row, "licences": licences.get(person.pk, [])})
    return rows


# Taking over


@transaction.atomic
def take_over(data: bytes, actor: Actor, *, club: Club | None = None, most: int = archive.MOST_BYTES) -> Tournament:
    """Make the tournament of a file here, with all its ids: under ``club``, or under its own, which is made where it is
    not known yet. ``most``: as large it may be at most, unpacked.

    Its tables get links of this installation; who did what is not taken over, for accounts belong to the other one.
    Raises ``archive.ArchiveError`` (also for settings, fees or prizes that cannot be read, and for figures of
    publications that cannot be shown), or TournamentError
    ``archive-known`` (it is here already), ``archive-rules`` (a rule set in it cannot be loaded), ``archive-figures``
    (a sheet's are not what its deals come to), ``archive-clash`` (rows contradict each other, or are somebody else's
    here).
    """
    document = archive.read(data, most=most)
    if Tournament.objects.filter(pk=document[TOURNAMENT.name]["id"]).exists():
        raise Conflict("archive-known")
    public_figures.check(document)
    try:
        with transaction.atomic():
            tournament = _made(document, club or _club(document[CLUB.name]))
    except IntegrityError:
        if Tournament.objects.filter(pk=document[TOURNAMENT.name]["id"]).exists():  # two press at once
            raise Conflict("archive-known") from None
        raise TournamentError("archive-clash") from None
    audit.record(actor, "tournament.imported", tournament, club_id=tournament.club_id)
    # Nothing has changed: the revision stays, but nobody has worked the standings out here.
    jobs.enqueue("standings", str(tournament.pk), {"tournament": str(tournament.pk)})
    return tournament


def _made(document: Mapping[str, Any], club: Club) -> Tournament:
    values = values_of(TOURNAMENT, document[TOURNAMENT.name], Tournament)
    taken = list(club.tournaments.values_list("slug", flat=True))
    if values["slug"] in taken:
        values["slug"] = free_slug(taken, values["slug"], "concours")
    tournament = Tournament.objects.create(club=club, **values)
    versions = {row["ref"]: _version(club, row) for row in document["rulesets"]}
    _make_formats(document["game_formats"])
    _make_persons(club, document["persons"])
    for section in SECTIONS:
        if section.name in SOURCES:
            _make_rows(tournament, section.name, document[section.name], versions)
    archive_sense.check(tournament, document)
    _issue_links(tournament)
    _check_figures(tournament)
    return tournament


def _check_figures(tournament: Tournament) -> None:
    """Every sheet worked out anew: its figures are what its deals come to, where this very engine gave them."""
    sheets = sheets_of(tournament).select_related("ruleset_version", "format").prefetch_related("sides", "entries")
    for sheet in sheets:
        entries = [entry for entry in sheet.entries.all() if entry.voided_at is None]
        try:
            played = game_of(sheet, [entry.data for entry in entries])
        except (rules.DealError, FormatError, LookupError, TypeError, ValueError):
            raise TournamentError("archive-figures") from None
        if any(entry.engine_version != ENGINE_VERSION for entry in entries):
            continue
        totals = {side.side: side.total for side in sheet.sides.all()}
        if sheet.digest != digest_of(entries, rulings_of(sheet)) or totals != {
            side: played.totals[name] for side, name in SIDE_OF.items()
        }:
            raise TournamentError("archive-figures")


def _club(row: Row) -> Club:
    known = Club.objects.filter(pk=row["id"]).first()
    if known is not None:
        return known
    slug = row["slug"]
    taken = list(Club.objects.values_list("slug", flat=True))
    if slug in taken:
        slug = free_slug(taken, slug, "club")
    return Club.objects.create(**{**values_of(CLUB, row, Club), "slug": slug})


def _version(club: Club, row: Row) -> RulesetVersion:
    """The version that counts as the file's does. What the file calls a preset is one only if ours counts the same:
    else it is entered as a rule set of the club's own."""
    try:
        if not all(isinstance(one, str) for one in row["variants"]):
            raise ValueError("a variant is named by a text")
        loaded = rules.load_ruleset(row["source"], row["variants"])
    except (rules.RuleSetError, ValueError):
        raise TournamentError("archive-rules", name=row["name"] or row["key"]) from None
    if not row["own"] and _is_preset(row["key"], loaded.sha256):
        return preset_version(row["key"])
    return _own_version(club, row, loaded)


def _is_preset(key: str, sha256: str) -> bool:
    try:
        return preset(key).sha256 == sha256
    except rules.RuleSetError:
        return False


def _own_version(club: Club, row: Row, loaded: rules.RuleSet) -> RulesetVersion:
    ruleset = Ruleset.objects.filter(owner_club=club, key=row["key"]).first()
    if ruleset is None:
        is_taken = Ruleset.objects.filter(owner_club=club, name__iexact=row["name"]).exists()
        ruleset = Ruleset.objects.create(
            owner_club=club,
            key=row["key"],
            preset_of=row["preset_of"],
            name="" if is_taken else row["name"],
            about=row["about"],
        )
    known = ruleset.versions.filter(sha256=loaded.sha256).first()
    if known is not None:
        return known
    last = ruleset.versions.aggregate(last=Max("number"))["last"] or 0
    version = RulesetVersion.objects.create(
        ruleset=ruleset,
        number=max(last + 1, row["number"]),
        source=row["source"],
        variants=row["variants"],
        canonical=loaded.canonical(),
        sha256=loaded.sha256,
        note=row["note"],
    )
    ruleset.current = version
    ruleset.save(update_fields=["current"])
    return version


def _make_formats(rows: list[Row]) -> None:
    section = section_of("game_formats")
    known = {str(one.pk): one for one in GameFormat.objects.filter(pk__in=[row["id"] for row in rows])}
    for row in rows:
        if row["id"] not in known:
            GameFormat.objects.create(**values_of(section, row, GameFormat))
        elif row_of(section, known[row["id"]]) != row:
            raise TournamentError("archive-clash")


def _make_persons(club: Club, rows: list[Row]) -> None:
    """The persons of a file; who is known here already, by id, stays as he is known."""
    section = section_of("persons")
    known = {str(pk) for pk in Person.objects.filter(pk__in=[row["id"] for row in rows]).values_list("pk", flat=True)}
    new = []
    for row in rows:
        if row["id"] not in known:
            values = values_of(section, row, Person, but="licences")
            values["sort_key"] = names.sort_key(row["family"], row["given"])
            values["search_key"] = names.search_key(f"{row['family']} {row['given']}")[:130]
            new.append(Person(**values))
    Person.objects.bulk_create(new, batch_size=_BATCH)
    licences = [
        Licence(person_id=uuid.UUID(row["id"]), federation=one["federation"], number=one["number"])
        for row in rows
        if row["id"] not in known
        for one in _licences(row)
    ]
    Licence.objects.bulk_create(licences, batch_size=_BATCH, ignore_conflicts=True)
    here = [ClubPerson(club=club, person_id=uuid.UUID(row["id"])) for row in rows]
    ClubPerson.objects.bulk_create(here, batch_size=_BATCH, ignore_conflicts=True)


def _licences(row: Row) -> list[dict[str, str]]:
    """What a file says of a person's licences, as far as it can be one."""
    told = row["licences"] if isinstance(row["licences"], list) else []
    return [
        {"federation": one["federation"], "number": one["number"]}
        for one in told
        if isinstance(one, dict)
        and isinstance(one.get("federation"), str)
        and isinstance(one.get("number"), str)
        and len(one["federation"]) <= 20
        and 0 < len(one["number"]) <= 30
    ]


def _make_rows(tournament: Tournament, name: str, rows: list[Row], versions: Mapping[str, RulesetVersion]) -> None:
    section, source = section_of(name), SOURCES[name]
    own: dict[str, Any] = {"tournament_id": tournament.pk} if "tournament" in source.but else {}
    if source.model is AuditEvent:
        own = {"club_id": tournament.club_id, "scope": tournament.pk}
    made = []
    for row in rows:
        values = values_of(section, row, source.model)
        if "ruleset_version_id" in values:
            values["ruleset_version_id"] = versions[row["ruleset_version"]].pk
        made.append(source.model(**values, **own))
    source.model._default_manager.bulk_create(made, batch_size=_BATCH)


def _issue_links(tournament: Tournament) -> None:
    """Codes of this installation for its tables; those of closed rounds are closed, but where a game is made up."""
    playing = Game.objects.filter(match__round__stage__tournament=tournament, state=Game.State.PLAYING)
    going_on = set(playing.values_list("match_id", flat=True))
    for round_ in Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT):
        matches = list(Match.objects.filter(round=round_).values_list("pk", flat=True))
        links.issue_many(AccessLink.Purpose.TABLE, matches)
        if round_.state == Round.State.CLOSED and round_.closed_at is not None:
            over = [match for match in matches if match not in going_on]
            links.close_for(AccessLink.Purpose.TABLE, over, round_.closed_at)
