"""Making results public: an immutable copy of the figures; a correction is a new version."""

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from clubs.models import Club
from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.models import Game, Match, Publication, PublicationWithdrawal, Round, Standing, Tournament
from tournaments.services import contests, correcting, showing
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.lists import lists_figures
from tournaments.services.results import round_figures, standings_figures
from tournaments.services.sheetfigures import sheets_figures
from tournaments.signals import publication_withdrawn, results_published


@transaction.atomic
def publish(round_id: uuid.UUID, seen_revision: int, actor: Actor, *, findings: int = 0) -> Publication:
    """Publish a closed round: its results and sheets, and the standings after it, as the organiser saw them.

    Rounds before it that were never made public go with it: their points stand in the standings. Public
    results of earlier rounds that were corrected since follow with a new version, as the standings hold them.
    ``seen_revision`` is the revision of the standings on the page. Conflict("standings-changed") where the tournament
    has moved on, ("standings-pending") while the job computes, ("nothing-new") where these figures are public already,
    ("results-held") while results are held back (see ``holding``).
    ``findings``: how many things a check had found that the organiser has seen; the trail keeps it.
    """
    round_ = Round.objects.select_related("stage__tournament").get(pk=round_id)
    tournament = contests.lock(round_.stage.tournament_id)
    if showing.is_held(tournament):
        raise Conflict("results-held")
    if round_.state != Round.State.CLOSED:
        raise TournamentError("round-open", round=round_.number)
    later = Round.objects.filter(stage__tournament=tournament, number__gt=round_.number)
    if later.exclude(state=Round.State.DRAFT).exists():  # of any stage: what is marked in it stands in the figures
        raise TournamentError("round-not-last", round=round_.number)
    check_tables(tournament)
    made = make_public(tournament, round_, standing_seen(tournament, seen_revision).figures, actor, findings)
    if made is None:
        raise Conflict("nothing-new")
    return made


def check_tables(tournament: Tournament, closed: Iterable[Round] | None = None) -> None:
    """Conflict("tables-open") while a table (of these rounds, or of all) is being played: a sheet reopened for a
    correction. Who makes up a game has the rest until it is over."""
    open_games = Game.objects.filter(match__round__stage__tournament=tournament, state=Game.State.PLAYING)
    if closed is not None:
        open_games = open_games.filter(match__round__in=closed)
    if tournament.state != Tournament.State.FINISHED:
        open_games = open_games.exclude(match__kind=Match.Kind.CATCH_UP)
    still_open = list(open_games.order_by("table_no").values_list("table_no", flat=True))
    if still_open:
        raise Conflict("tables-open", count=len(still_open), table=still_open[0])


def standing_seen(tournament: Tournament, seen_revision: int) -> Standing:
    """The standings as they are now, if they are those that were seen; Conflict as in ``publish``."""
    standing = Standing.objects.filter(tournament=tournament).first()
    if standing is None or standing.revision != tournament.revision:
        raise Conflict("standings-pending")
    if standing.revision != seen_revision:
        raise Conflict("standings-changed")
    return standing


def make_public(
    tournament: Tournament,
    round_: Round,
    figures: Mapping[str, Any],
    actor: Actor,
    findings: int = 0,
    *,
    taken_back: bool = False,
    upto: int | None = None,
) -> Publication | None:
    """Publish a round with the standings after it (``figures``; ``upto``: they are those until this round, whatever was
    marked later), and what goes with it: its sheets, the lists beside the standings, rounds before it that never were
    public and, with ``taken_back``, those that were taken back. The weightiest of what was made, None where all of it
    is public already. The tournament's row is locked by the caller."""
    before = correcting.newest(tournament)
    behind = _publish_behind(tournament, round_, taken_back, actor)
    results = publish_part(tournament, Publication.What.ROUND, round_, round_figures(round_), actor)
    sheets = publish_part(tournament, Publication.What.SHEETS, round_, sheets_figures(round_), actor)
    standings = publish_part(tournament, Publication.What.STANDINGS, round_, _with_persons(tournament, figures), actor)
    lists = publish_part(
        tournament, Publication.What.LISTS, round_, lists_figures(tournament, round_.number, upto=upto), actor
    )
    corrections = _publish_corrections(tournament, round_, actor)
    made = standings or results or sheets or next(iter([*corrections, *behind]), None) or lists
    if made is None:
        return None
    also = sorted({row.round.number for row in behind if row.round is not None})
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
            **({"rounds_before": also} if also else {}),
        },
    )
    correcting.tell(tournament, before, [results, standings, *corrections], actor)
    results_published.send(sender=Publication, publication_id=made.pk)
    return made


def _publish_behind(tournament: Tournament, round_: Round, taken_back: bool, actor: Actor) -> list[Publication]:
    """What was closed before a round and is not public: its results, its sheets, and the standings after it as they
    follow from what counts now."""
    rows = Publication.objects.filter(tournament=tournament, what=Publication.What.ROUND)
    shown = {row.round_id for row in public(tournament, Publication.What.ROUND)}
    if not taken_back:
        shown |= set(rows.values_list("round_id", flat=True))
    closed = Round.objects.filter(stage__tournament=tournament, state=Round.State.CLOSED, number__lt=round_.number)
    made: list[Publication | None] = []
    for one in closed.select_related("stage").order_by("number"):
        if one.pk in shown:
            continue
        figures = _with_persons(tournament, standings_figures(tournament, upto=one.number))
        made.append(publish_part(tournament, Publication.What.ROUND, one, round_figures(one), actor))
        made.append(publish_part(tournament, Publication.What.SHEETS, one, sheets_figures(one), actor))
        made.append(publish_part(tournament, Publication.What.STANDINGS, one, figures, actor))
        lists = lists_figures(tournament, one.number, upto=one.number)
        made.append(publish_part(tournament, Publication.What.LISTS, one, lists, actor))
    return [row for row in made if row is not None]


def _publish_corrections(tournament: Tournament, round_: Round, actor: Actor) -> list[Publication]:
    """New versions of the results and sheets of other rounds that are public with figures that no longer hold. Sheets
    that were never public stay so: results of a version of this program that knew none are no correction."""
    made = []
    for what, figures_of in ((Publication.What.ROUND, round_figures), (Publication.What.SHEETS, sheets_figures)):
        for row in public(tournament, what):
            if row.round is not None and row.round != round_:
                made.append(publish_part(tournament, what, row.round, figures_of(row.round), actor))
    return [publication for publication in made if publication is not None]


def _with_persons(tournament: Tournament, figures: Mapping[str, Any]) -> dict[str, Any]:
    """The standings with the persons' ids by entry (by team, where teams are ranked), so that a season can count
    players."""
    members: dict[str, list[dict[str, Any]]] = {}
    for entry_id, team_id, person_id, first, last in tournament.members.order_by(
        "entry__number", "slot", "from_round"
    ).values_list("entry_id", "entry__team_id", "person_id", "from_round", "until_round"):
        ranked = str(team_id or entry_id)
        members.setdefault(ranked, []).append({"person": str(person_id), "from": first, "until": last})
    return {**figures, "members": members}


def digest_of(figures: Mapping[str, Any]) -> str:
    """What figures are known by: the SHA-256 of their JSON."""
    return hashlib.sha256(json.dumps(figures, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def publish_part(
    tournament: Tournament, what: str, round_: Round, figures: dict[str, Any], actor: Actor
) -> Publication | None:
    """Publish figures of a kind after a round as its next version; None where the same are public already. The
    tournament's row is locked, and the trail told, by the caller."""
    digest = digest_of(figures)
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
    """The tournaments of a club that everybody may know of, newest first: those whose first draw is published, and
    those announced before it."""
    return showing.known(club.tournaments.real()).order_by("-local_date", "-created_at")


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
