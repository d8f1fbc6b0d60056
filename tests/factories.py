"""Rows for tests, made with the ORM: plain functions with defaults, each answering what it made.

Nothing here goes through the services: a test of a service builds its surroundings here, then calls the service.
"""

import datetime
import hashlib
import itertools
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any

from clubs.models import Club, Membership, Person, Region, User
from clubs.roles import Role
from core.models import Job
from scoring.models import GameFormat, Ruleset, RulesetVersion, ScoreSheet, SheetEntry, SheetSide
from tournaments.models import (
    Draw,
    Entry,
    EntryMember,
    Game,
    Match,
    Round,
    RoundStatus,
    Seat,
    Stage,
    Tournament,
)

PASSWORD = "carte-sur-table-32"
FAMILIES = ("Martin", "Bernard", "Lefèvre", "Girard", "Moreau", "N'Guyen", "D'Amico", "Étienne", "Le Goff", "Roux")
GIVEN = ("Claude", "Dominique", "Camille", "Chloé", "Jean-Marc", "Zoé", "Noël", "Élodie")

_counter = itertools.count(1)


def _next() -> int:
    return next(_counter)


def _key(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text)
    return "".join(char for char in plain if not unicodedata.combining(char)).casefold()


def make_region(name: str = "", **fields: Any) -> Region:
    """A region; its slug is unique."""
    number = _next()
    return Region.objects.create(**{"name": name or f"Région {number}", "slug": f"region-{number}", **fields})


def make_club(name: str = "", region: Region | None = None, **fields: Any) -> Club:
    """A club; its slug is unique."""
    number = _next()
    values = {"name": name or f"Club {number}", "slug": f"club-{number}", "region": region, **fields}
    return Club.objects.create(**values)


def make_user(
    role: Role | str | None = None,
    club: Club | None = None,
    region: Region | None = None,
    *,
    username: str = "",
    **fields: Any,
) -> User:
    """An account with the password ``PASSWORD``, and a role in ``club`` or ``region`` (made where not given).

    ``role`` is a Role or its value; "administrator" makes a superuser, None an account that may do nothing.
    """
    wanted = Role(role) if isinstance(role, str) else role
    administrator = wanted is Role.ADMINISTRATOR
    user = User(username=username or f"compte-{_next()}", is_superuser=administrator, is_staff=administrator, **fields)
    user.set_password(PASSWORD)
    user.save()
    if wanted is Role.REGION:
        give_role(user, wanted, region=region or make_region())
    elif wanted is not None and wanted.granted:
        give_role(user, wanted, club=club or make_club())
    return user


def give_role(user: User, role: Role | str, *, club: Club | None = None, region: Region | None = None) -> Membership:
    """One more role for an account, in a club or in a region."""
    value = role.value if isinstance(role, Role) else role
    return Membership.objects.create(user=user, role=value, club=club, region=region)


def make_person(family: str = "", given: str = "", **fields: Any) -> Person:
    """A person; without names, one that no other test person has."""
    number = _next()
    family = family or f"{FAMILIES[number % len(FAMILIES)]}-{number}"
    given = given or GIVEN[number % len(GIVEN)]
    values = {"sort_key": _key(f"{family} {given}"), "search_key": _key(f"{given} {family}"), **fields}
    return Person.objects.create(family=family, given=given, **values)


def make_ruleset_version(key: str = "club", canonical: Any = None, **fields: Any) -> RulesetVersion:
    """The first version of a preset rule set; the same row when called again with the same content."""
    ruleset, _ = Ruleset.objects.get_or_create(key=key, owner_club=None)
    content = canonical if canonical is not None else {"id": key}
    sha256 = hashlib.sha256(repr(content).encode()).hexdigest()
    existing = RulesetVersion.objects.filter(ruleset=ruleset, sha256=sha256).first()
    if existing is not None:
        return existing
    values = {"number": ruleset.versions.count() + 1, "source": "", "sha256": sha256, **fields}
    return RulesetVersion.objects.create(ruleset=ruleset, canonical=content, **values)


def make_format(kind: str = "deals", length: int = 12, **fields: Any) -> GameFormat:
    """How long a game is: ``length`` deals, points or minutes."""
    return GameFormat.objects.create(kind=kind, length=length, **fields)


def make_tournament(club: Club | None = None, *, stage: bool = True, **fields: Any) -> Tournament:
    """A tournament of pairs, with one stage of four rounds of twelve deals unless ``stage`` is False."""
    number = _next()
    values: dict[str, Any] = {
        "name": f"Concours {number}",
        "slug": f"concours-{number}",
        "local_date": datetime.date(2026, 11, 28),
        **fields,
    }
    tournament = Tournament.objects.create(club=club or make_club(), **values)
    if stage:
        make_stage(tournament)
    return tournament


def make_stage(tournament: Tournament, **fields: Any) -> Stage:
    """The next stage of a tournament."""
    seed = f"{_next():064x}"
    values: dict[str, Any] = {
        "position": tournament.stages.count() + 1,
        "sealed_seed": seed,
        "commitment": hashlib.sha256(seed.encode()).hexdigest(),
        **fields,
    }
    values.setdefault("ruleset_version", None)
    values["ruleset_version"] = values["ruleset_version"] or make_ruleset_version()
    values["game_format"] = values.get("game_format") or make_format()
    return Stage.objects.create(tournament=tournament, **values)


def make_entry(tournament: Tournament, persons: Sequence[Person] = (), number: int = 0, **fields: Any) -> Entry:
    """An entry with these persons in slots 1, 2, ...; the next free number unless one is given."""
    last = tournament.entries.order_by("-number").values_list("number", flat=True).first() or 0
    entry = Entry.objects.create(tournament=tournament, number=number or last + 1, **fields)
    for slot, person in enumerate(persons, start=1):
        add_member(entry, person, slot)
    return entry


def add_member(entry: Entry, person: Person, slot: int, **fields: Any) -> EntryMember:
    """A person in a slot of an entry, from round 1 unless told."""
    return EntryMember.objects.create(
        tournament_id=entry.tournament_id, entry=entry, person=person, slot=slot, **fields
    )


def make_pairs(tournament: Tournament, count: int, **fields: Any) -> list[Entry]:
    """``count`` pairs of two new persons each, numbered from the next free number."""
    return [make_entry(tournament, [make_person(), make_person()], **fields) for _ in range(count)]


def make_singles(tournament: Tournament, count: int, **fields: Any) -> list[Entry]:
    """``count`` single players, as in a mêlée."""
    return [make_entry(tournament, [make_person()], kind=Entry.Kind.SINGLE, **fields) for _ in range(count)]


def make_teams(tournament: Tournament, count: int, pairs: int = 2, **fields: Any) -> list[Entry]:
    """``count`` teams of ``pairs`` pairs; the pairs are numbered after all teams."""
    teams = [make_entry(tournament, kind=Entry.Kind.TEAM, **fields) for _ in range(count)]
    for team in teams:
        make_pairs(tournament, pairs, team=team)
    return teams


def make_sheet(stage: Stage, **fields: Any) -> ScoreSheet:
    """An open score sheet under the stage's rules and format, with its sides A and B."""
    values = {"ruleset_version": stage.ruleset_version, "format": stage.game_format, **fields}
    sheet = ScoreSheet.objects.create(**values)
    SheetSide.objects.bulk_create(SheetSide(sheet=sheet, side=side) for side in ("A", "B"))
    return sheet


def make_sheet_entry(sheet: ScoreSheet, position: int, counted: int | None = None, **fields: Any) -> SheetEntry:
    """A line of a sheet; a counted deal when ``counted`` is given, a passed one otherwise. No total is recomputed."""
    values: dict[str, Any] = {
        "kind": SheetEntry.Kind.PASSED if counted is None else SheetEntry.Kind.DEAL,
        "data": {},
        "scores": {"A": 0, "B": 0} if counted is None else {"A": 162, "B": 0},
        "engine_version": "test",
        "client_key": f"ligne-{_next()}",
        **fields,
    }
    return SheetEntry.objects.create(sheet=sheet, position=position, counted=counted, **values)


def make_round(stage: Stage, number: int = 0, **fields: Any) -> Round:
    """The next round of a stage (being drawn unless ``state`` says otherwise)."""
    return Round.objects.create(stage=stage, number=number or stage.rounds.count() + 1, **fields)


def make_match(
    round_: Round, side_a: Entry | Iterable[Entry], side_b: Entry | Iterable[Entry], board: int = 0, **fields: Any
) -> Match:
    """A match with the entries of each side seated in slots 1, 2, ...; no game yet."""
    match = Match.objects.create(round=round_, board=board or round_.matches.count() + 1, **fields)
    for side, entries in (("A", side_a), ("B", side_b)):
        for slot, entry in enumerate([entries] if isinstance(entries, Entry) else entries, start=1):
            seat(match, side, entry, slot)
    return match


def seat(match: Match, side: str, entry: Entry, slot: int = 1) -> Seat:
    """One entry on a side of a match, playing in the match's round."""
    made = Seat.objects.create(match=match, round_id=match.round_id, side=side, slot=slot, participant=entry)
    RoundStatus.objects.update_or_create(
        round_id=match.round_id, entry=entry, defaults={"status": RoundStatus.Status.PLAYS}
    )
    return made


def make_game(match: Match, number: int = 0, **fields: Any) -> Game:
    """The next game of a match, at the table of its board, with an open sheet."""
    values = {
        "number": number or match.games.count() + 1,
        "table_no": match.board,
        "sheet": fields.pop("sheet", None) or make_sheet(match.round.stage),
        **fields,
    }
    return Game.objects.create(match=match, **values)


def make_bye(round_: Round, entry: Entry) -> RoundStatus:
    """This entry rests in this round."""
    return RoundStatus.objects.create(round=round_, entry=entry, status=RoundStatus.Status.BYE)


def make_played_round(stage: Stage, entries: Sequence[Entry] = ()) -> Round:
    """A round being played: a published draw, a game for each two entries in the order given; an odd one rests."""
    entries = list(entries) or list(stage.tournament.entries.all())
    round_ = make_round(stage, state=Round.State.PLAYING)
    for side_a, side_b in zip(entries[::2], entries[1::2], strict=False):
        make_game(make_match(round_, side_a, side_b))
    if len(entries) % 2:
        make_bye(round_, entries[-1])
    make_draw(round_, state=Draw.State.PUBLISHED)
    return round_


def make_draw(round_: Round, **fields: Any) -> Draw:
    """The next attempt at drawing a round; a draft unless told."""
    values: dict[str, Any] = {
        "attempt": round_.draws.count() + 1,
        "seed": f"{_next():064x}",
        "inputs": {},
        "result": {},
        "engine_version": "test",
        **fields,
    }
    return Draw.objects.create(round=round_, **values)


def make_job(kind: str = "test", key: str = "", **fields: Any) -> Job:
    """A waiting job, outside any service."""
    return Job.objects.create(kind=kind, key=key or f"clef-{_next()}", **fields)
