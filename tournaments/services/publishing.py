"""Making results public: an immutable copy of the figures; a correction is a new version."""

import hashlib
import json
import uuid
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from clubs.models import Club
from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.models import Game, Match, Publication, PublicationWithdrawal, Round, Standing, Tournament
from tournaments.services import contests, correcting
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.results import round_figures
from tournaments.signals import publication_withdrawn, results_published


@transaction.atomic
def publish(round_id: uuid.UUID, seen_revision: int, actor: Actor, *, findings: int = 0) -> Publication:
    """Publish a closed round: its results, and the standings after it, as the organiser saw them.

    Public results of earlier rounds that were corrected since follow with a new version, as the standings hold them.
    ``seen_revision`` is the revision of the standings on the page. Conflict("standings-changed") where the tournament
    has moved on, ("standings-pending") while the job computes, ("nothing-new") where these figures are public already.
    ``findings``: how many things a check had found that the organiser has seen; the trail keeps it.
    """
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
    tournament = contests.lock(round_.stage.tournament_id)
    if round_.state != Round.State.CLOSED:
        raise TournamentError("round-open", round=round_.number)
    if round_.stage.rounds.filter(number__gt=round_.number).exclude(state=Round.State.DRAFT).exists():
        raise TournamentError("round-not-last", round=round_.number)
    open_games = Game.objects.filter(match__round__stage__tournament=tournament, state=Game.State.PLAYING)
    if tournament.state != Tournament.State.FINISHED:  # who makes up a game has the rest until it is over
        open_games = open_games.exclude(match__kind=Match.Kind.CATCH_UP)
    still_open = list(open_games.order_by("table_no").values_list("table_no", flat=True))
    if still_open:  # a sheet reopened for a correction
        raise Conflict("tables-open", count=len(still_open), table=still_open[0])
    standing = Standing.objects.filter(tournament=tournament).first()
    if standing is None or standing.revision != tournament.revision:
        raise Conflict("standings-pending")
    if standing.revision != seen_revision:
        raise Conflict("standings-changed")
    before = correcting.newest(tournament)
    results = _publish(tournament, Publication.What.ROUND, round_, round_figures(round_), actor)
    standings = _publish(tournament, Publication.What.STANDINGS, round_, _with_persons(tournament, standing), actor)
    corrections = _publish_corrections(tournament, round_, actor)
    made = standings or results or next(iter(corrections), None)
    if made is None:
        raise Conflict("nothing-new")
    audit.record(
        actor,
        "results.published",
        made,
        club_id=tournament.club_id,
        after={
            "round": round_.number,
            "version": made.version,
            "revision": tournament.revision,
            **({"findings": findings} if findings else {}),
        },
    )
    correcting.tell(tournament, before, [results, standings, *corrections], actor)
    results_published.send(sender=Publication, publication_id=made.pk)
    return made


def _publish_corrections(tournament: Tournament, round_: Round, actor: Actor) -> list[Publication]:
    """New versions of the results of other rounds that are public with figures that no longer hold."""
    made = (
        _publish(tournament, Publication.What.ROUND, row.round, round_figures(row.round), actor)
        for row in public(tournament, Publication.What.ROUND)
        if row.round is not None and row.round != round_
    )
    return [publication for publication in made if publication is not None]


def _with_persons(tournament: Tournament, standing: Standing) -> dict[str, Any]:
    """The standings with the persons' ids by entry (by team, where teams are ranked), so that a season can count
    players."""
    members: dict[str, list[dict[str, Any]]] = {}
    for entry_id, team_id, person_id, first, last in tournament.members.order_by(
        "entry__number", "slot", "from_round"
    ).values_list("entry_id", "entry__team_id", "person_id", "from_round", "until_round"):
        ranked = str(team_id or entry_id)
        members.setdefault(ranked, []).append({"person": str(person_id), "from": first, "until": last})
    return {**standing.figures, "members": members}


def _publish(
    tournament: Tournament, what: str, round_: Round, figures: dict[str, Any], actor: Actor
) -> Publication | None:
    digest = hashlib.sha256(json.dumps(figures, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
    mine = Publication.objects.filter(tournament=tournament, what=what, round=round_)
    last = mine.order_by("-version").first()
    if last is not None and last.sha256 == digest and not hasattr(last, "withdrawal"):
        return None
    try:
        with transaction.atomic():
            return Publication.objects.create(
                tournament=tournament,
                what=what,
                round=round_,
                version=(mine.aggregate(last=Max("version"))["last"] or 0) + 1,
                revision=tournament.revision,
                figures=figures,
                sha256=digest,
                by_id=actor.user,
            )
    except IntegrityError:
        raise Conflict("nothing-new") from None


@transaction.atomic
def withdraw(publication_id: uuid.UUID, actor: Actor, *, reason: str = "") -> PublicationWithdrawal:
    """Take a publication back, and its sister of the same round. What was public stays in the records."""
    publication = Publication.objects.select_related("tournament").get(pk=publication_id)
    made = None
    sisters = Publication.objects.filter(
        tournament=publication.tournament, round=publication.round, withdrawal__isnull=True
    )
    for sister in sisters:
        try:
            with transaction.atomic():
                row = PublicationWithdrawal.objects.create(
                    publication=sister, reason=one_line(reason, 300), by_id=actor.user
                )
        except IntegrityError:
            continue
        made = row if made is None or sister.pk == publication.pk else made
    if made is None:
        raise Conflict("publication-withdrawn")
    audit.record(
        actor,
        "results.withdrawn",
        publication,
        club_id=publication.tournament.club_id,
        before={"version": publication.version},
        reason=reason,
    )
    publication_withdrawn.send(sender=Publication, publication_id=publication.pk)
    return made


def shown_tournaments(club: Club) -> QuerySet[Tournament]:
    """The tournaments of a club that everybody may know of, newest first: those whose first draw is published."""
    return club.tournaments.real().exclude(state=Tournament.State.SETUP).order_by("-local_date", "-created_at")


def public(tournament: Tournament, what: str) -> list[Publication]:
    """What is public now of this kind: the newest version of each round that was not taken back, by round."""
    newest: dict[uuid.UUID | None, Publication] = {}
    rows = Publication.objects.filter(tournament=tournament, what=what).select_related("round", "withdrawal")
    for publication in rows.order_by("version"):
        newest[publication.round_id] = publication
    shown = [row for row in newest.values() if not hasattr(row, "withdrawal")]
    return sorted(shown, key=lambda row: row.round.number if row.round else 0)


def is_published(round_: Round) -> bool:
    """Whether the standings after this round were ever made public."""
    return Publication.objects.filter(round=round_, what=Publication.What.STANDINGS).exists()


def latest_standings(tournament: Tournament) -> Publication | None:
    """The standings that everybody sees, or None before the first publication."""
    rows = public(tournament, Publication.What.STANDINGS)
    return rows[-1] if rows else None


def final_standings(tournament: Tournament) -> Publication | None:
    """The public standings after the last round of a finished tournament; None while that round is not public."""
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    last = begun.order_by("-stage__position", "-number").first()
    standings = latest_standings(tournament)
    if last is None or standings is None or standings.round_id != last.pk:
        return None
    return standings
