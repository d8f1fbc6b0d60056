"""Making a tournament, and telling the world that something of it changed."""

import secrets
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import F, Max, Q

from clubs.models import Club
from clubs.services import free_slug
from core import audit, jobs
from core.actors import Actor
from core.models import AuditEvent
from core.text import one_line
from scoring.models import GameFormat, RulesetVersion
from scoring.rules import RuleSetError
from scoring.rules.game_format import FormatError
from scoring.rules.game_format import GameFormat as GameRules
from scoring.rulesets_store import choice_of, version_for
from scoring.sheet_game import format_of
from tournaments.draws.seeds import commitment
from tournaments.models import Draw, Game, Round, Stage, Tournament
from tournaments.services import drawsetup, kinds, stages
from tournaments.services.drawsetup import DrawSetup
from tournaments.services.errors import TournamentError
from tournaments.signals import tournament_changed
from tournaments.standings.figures import chosen_by

#: What a page may ask for; beyond it a slip of the hand is likelier than a wish.
MOST_ROUNDS = 30
MOST_DEALS = 60
LEAST_TARGET = 100
MOST_TARGET = 10_000
MOST_MINUTES = 240
#: The verb of the trail under which a change of the rules is found again.
RULES_CHANGED = "tournament.rules-changed"


@dataclass(frozen=True, slots=True)
class NewTournament:
    """What the one page asks. ``ruleset`` is a preset's key or the id of a version of the club's own; ``length`` counts
    deals (1 to 60), points (100 to 10,000) or minutes (1 to 240) by ``game_kind``; ``game`` holds the other keys of a
    game format (docs/game-formats.md), as far as they are not left to their defaults. ``draw`` None: a new tournament
    is one of pairs drawn at random, one that exists stays as it is."""

    name: str
    local_date: date
    ruleset: str = "club"
    game_kind: str = "deals"
    length: int = 12
    game: Mapping[str, Any] = field(default_factory=dict)
    rounds: int = 4
    place: str = ""
    full_names: bool = False
    fee_cents: int = 0
    draw: DrawSetup | None = None
    settings: dict[str, Any] = field(default_factory=dict)


def check(new: NewTournament) -> None:
    """Raise TournamentError naming the field where the wish cannot be."""
    if not one_line(new.name):
        raise TournamentError("name-missing", "name")
    if not 1 <= new.rounds <= MOST_ROUNDS:
        raise TournamentError("rounds-range", "rounds", most=MOST_ROUNDS)
    if new.game_kind == "deals" and not 1 <= new.length <= MOST_DEALS:
        raise TournamentError("deals-range", "length", most=MOST_DEALS)
    if new.game_kind == "target" and not LEAST_TARGET <= new.length <= MOST_TARGET:
        raise TournamentError("target-range", "length", most=MOST_TARGET)
    if new.game_kind == "minutes" and not 1 <= new.length <= MOST_MINUTES:
        raise TournamentError("minutes-range", "length", most=MOST_MINUTES)
    if new.game_kind not in {"deals", "target", "minutes"}:
        raise TournamentError("game-kind", "game_kind")
    _format(new)
    if new.draw is not None:
        drawsetup.check(new.draw)


def _format(new: NewTournament) -> dict[str, Any]:
    """The columns of the wished game format, checked; TournamentError ``game-format`` with the key as its field and
    the pure core's ``refusal``."""
    try:
        return GameRules.from_data({**new.game, "kind": new.game_kind, "length": new.length}).to_data()
    except FormatError as error:
        raise TournamentError("game-format", error.key, refusal=error) from None


@transaction.atomic
def create(club: Club, new: NewTournament, actor: Actor) -> Tournament:
    """Make a tournament of one stage, with its seed sealed and its rule-set version fixed.

    Raises TournamentError with the field to mend.
    """
    check(new)
    draw = new.draw or DrawSetup()
    # Of two that are made at once the second waits, and sees the first one's address as taken.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    taken = list(club.tournaments.values_list("slug", flat=True))
    tournament = Tournament.objects.create(
        club=club,
        name=one_line(new.name, 80),
        slug=free_slug(taken, f"{new.name} {new.local_date:%Y-%m-%d}", "concours"),
        place=one_line(new.place, 80),
        local_date=new.local_date,
        zone=club.zone,
        currency=club.currency,
        entry_kind=draw.entry_kind,
        full_names=new.full_names,
        fee_cents=new.fee_cents,
    )
    seed = secrets.token_hex(32)
    stage = Stage(
        tournament=tournament,
        rounds_planned=new.rounds,
        ruleset_version=_version(club, new.ruleset),
        game_format=GameFormat.objects.create(**_format(new)),
        settings={"bye": "average", **new.settings},
        sealed_seed=seed,
        commitment=commitment(seed),
    )
    drawsetup.put(stage, draw)
    stage.save()
    after = {"rounds": new.rounds, "entry_kind": draw.entry_kind, "draw": drawsetup.told(stage)}
    audit.record(actor, "tournament.created", tournament, club_id=club.pk, after=after)
    return tournament


@transaction.atomic
def change(tournament_id: uuid.UUID, new: NewTournament, actor: Actor) -> Tournament:
    """Change what the page shows. Rule set, game format and who plays only before the first draw (TournamentError); how
    it is drawn later too, for the draws to come (``drawsetup.change``)."""
    check(new)
    lock_drafts(tournament_id)
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    stage = only_stage(tournament)
    drawn = Round.objects.filter(stage=stage).exists()
    version = stage.ruleset_version
    # Once it is drawn a preset stays as it was, though its file may have been corrected since.
    if not drawn or new.ruleset != choice_of(version):
        version = _version(tournament.club, new.ruleset)
    game_changed = format_of(stage.game_format).to_data() != _format(new)
    if drawn and (game_changed or version.pk != stage.ruleset_version_id):
        raise TournamentError("rules-fixed", "ruleset" if not game_changed else "length")
    played = Round.objects.filter(stage=stage).exclude(state=Round.State.DRAFT).count()
    if new.rounds < played:
        raise TournamentError("rounds-played", "rounds", played=played)
    # Rounds are numbered through: those of a later part keep their numbers.
    if new.rounds != stage.rounds_planned and Round.objects.filter(
        stage__tournament=tournament, stage__position__gt=stage.position
    ):
        raise TournamentError("rounds-followed", "rounds")
    if stage.seed_opened_at is not None and new.rounds > played:
        raise TournamentError("seed-opened", "rounds")
    if game_changed:
        stage.game_format = GameFormat.objects.create(**_format(new))
    before = _told(tournament, stage)
    day_before, state_before = tournament.local_date, tournament.state
    stage.ruleset_version = version
    stage.rounds_planned = new.rounds
    discard_drafts(stage, new.rounds)
    if new.draw is not None:
        kinds.change_kind(tournament, new.draw.entry_kind)
        pairs = drawsetup.pairs_a_team(stage)
        drawsetup.change(stage, new.draw)
        if drawsetup.pairs_a_team(stage) != pairs:
            kinds.settle_all(tournament, drawsetup.pairs_a_team(stage))
    stage.save(update_fields=["ruleset_version", "game_format", "rounds_planned", "draw_system", "settings"])
    tournament.name = one_line(new.name, 80)
    tournament.place = one_line(new.place, 80)
    tournament.local_date = new.local_date
    tournament.full_names = new.full_names
    tournament.fee_cents = new.fee_cents
    tournament.state = state_now(tournament)
    tournament.save(update_fields=["name", "place", "local_date", "full_names", "fee_cents", "entry_kind", "state"])
    after = _told(tournament, stage)
    audit.record(actor, "tournament.changed", tournament, club_id=tournament.club_id, before=before, after=after)
    if chosen_by(before["draw"]) != chosen_by(after["draw"]):
        touch(tournament.pk)
    if (tournament.local_date, tournament.state) != (day_before, state_before):
        tournament_changed.send(sender=Tournament, tournament_id=tournament.pk, day_before=day_before)
    return tournament


def lock_drafts(tournament_id: uuid.UUID) -> None:
    """Lock the rounds that are being drawn, before the tournament, as whoever publishes one does."""
    drafts = Round.objects.filter(stage__tournament=tournament_id, state=Round.State.DRAFT)
    list(drafts.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))


def discard_drafts(stage: Stage, last: int) -> None:
    """With fewer rounds, discard what was drawn for one after number ``last`` and not published; it stays counted and
    kept."""
    beyond = Draw.objects.filter(round__stage=stage, round__number__gt=last, state=Draw.State.DRAFT)
    beyond.update(state=Draw.State.DISCARDED, reason="")


def _told(tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """What the audit trail keeps of a tournament's settings."""
    return {
        "rounds": stage.rounds_planned,
        "full_names": tournament.full_names,
        "entry_kind": tournament.entry_kind,
        "draw": drawsetup.told(stage),
    }


@transaction.atomic
def change_rules(tournament_id: uuid.UUID, choice: str, reason: str, actor: Actor) -> Stage:
    """Count by other rules from the next drawn round on; what has been drawn keeps those it was drawn with.

    ``choice`` as in NewTournament. The change and its reason are logged and stand on the public page. TournamentError
    ``rules-open`` (nothing is drawn yet: see ``change``), ``rules-same``, ``reason-missing``, ``ruleset-unknown``.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament_id)
    stage = only_stage(tournament)
    version = _version(tournament.club, choice)
    reason = one_line(reason, 300)
    if not stage.rounds.exists():
        raise TournamentError("rules-open", "ruleset")
    if version.pk == stage.ruleset_version_id:
        raise TournamentError("rules-same", "ruleset")
    if not reason:
        raise TournamentError("reason-missing", "reason")
    # A draw that is not published yet has no sheets: they will be of the new rules.
    last = stage.rounds.filter(matches__isnull=False).aggregate(last=Max("number"))["last"] or 0
    before = stage.ruleset_version
    stage.ruleset_version = version
    stage.save(update_fields=["ruleset_version"])
    audit.record(
        actor,
        RULES_CHANGED,
        tournament,
        club_id=tournament.club_id,
        before={"version": str(before.pk), "rules": before.sha256},
        after={"version": str(version.pk), "rules": version.sha256, "from_round": last + 1},
        reason=reason,
    )
    return stage


def _version(club: Club, choice: str) -> RulesetVersion:
    try:
        return version_for(club, choice)
    except RuleSetError:
        raise TournamentError("ruleset-unknown", "ruleset") from None


@dataclass(frozen=True, slots=True)
class RulesChange:
    """Other rules since round ``from_round`` (1, ...): from which version to which, when and why; ``rescored``: what
    had been played since then was counted anew."""

    from_round: int
    before: RulesetVersion
    after: RulesetVersion
    at: datetime
    reason: str
    rescored: bool = False


def rules_changes(tournament: Tournament) -> list[RulesChange]:
    """How the rules were changed after the first draw, oldest first.

    A draw that was taken back after a change is drawn anew by the new rules: they count from that round on.
    """
    events = AuditEvent.objects.filter(verb=RULES_CHANGED, object_type="tournament", object_id=tournament.pk).order_by(
        "at", "pk"
    )
    backs = _going_back(tournament)
    rows = [
        (event, {**(event.before or {})}, {**(event.after or {})})
        for event in events
        if not any(event.pk < back and event.at >= since for back, since in backs)
    ]
    versions = _versions_named(tournament, [said for _event, *both in rows for said in both])
    used: dict[int, set[str]] = {}
    games = Game.objects.filter(match__round__stage__tournament=tournament)
    for number, version_id in games.values_list("match__round__number", "sheet__ruleset_version_id").distinct():
        used.setdefault(number, set()).add(str(version_id))
    found: list[RulesChange] = []
    for event, before, after in rows:
        since, earliest = after["from_round"], found[-1].from_round if found else 1
        while since > earliest and used.get(since - 1, set()) <= {after["version"]}:
            since -= 1
        old, new = versions.get(before["version"]), versions.get(after["version"])
        if old is not None and new is not None:
            found.append(RulesChange(since, old, new, event.at, event.reason, "rescored" in after))
    return found


def _going_back(tournament: Tournament) -> list[tuple[int, datetime]]:
    """Each return to a copy: its place on the trail, and from when. What was changed in between is as it was before."""
    events = AuditEvent.objects.filter(scope=tournament.pk, verb="tournament.restored")
    return [
        (event.pk, datetime.fromisoformat(event.after["at"]))
        for event in events
        if isinstance(event.after, dict) and "at" in event.after
    ]


def _versions_named(tournament: Tournament, told: Iterable[Mapping[str, Any]]) -> dict[str, RulesetVersion]:
    """The versions that events name by their ids; where the tournament came from another machine, by what they count
    (``rules``, a SHA-256)."""
    said = {one["version"]: one.get("rules", "") for one in told}
    rows = RulesetVersion.objects.select_related("ruleset")
    found = {str(row.pk): row for row in rows.filter(pk__in=said)}
    mine = Q(ruleset__owner_club=None) | Q(ruleset__owner_club=tournament.club_id)
    for version, sha256 in said.items():
        alike = rows.filter(mine, sha256=sha256).order_by("pk").first() if version not in found and sha256 else None
        if alike is not None:
            found[version] = alike
    return found


def state_now(tournament: Tournament) -> str:
    """With fewer rounds a tournament may be over at once, with more it goes on."""
    if tournament.state == Tournament.State.SETUP:
        return tournament.state
    return Tournament.State.FINISHED if stages.all_over(tournament) else Tournament.State.RUNNING


def only_stage(tournament: Tournament) -> Stage:
    """The stage of a tournament of one stage, with its rules and format at hand."""
    return Stage.objects.select_related("ruleset_version__ruleset__current", "game_format").get(
        tournament=tournament, position=1
    )


def lock(tournament_id: uuid.UUID) -> Tournament:
    """The tournament, its row locked until the end of the transaction: draws and rounds go one at a time."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def touch(tournament_id: uuid.UUID) -> None:
    """Say that something the standings depend on has changed: the revision rises, one job waits.

    Call it inside the transaction of the change.
    """
    Tournament.objects.filter(pk=tournament_id).update(revision=F("revision") + 1)
    jobs.enqueue("standings", str(tournament_id), {"tournament": str(tournament_id)})
