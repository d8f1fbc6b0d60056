"""The prizes of a tournament: its list, who wins what by the standings, settled by a publication, and handed out.

A list is changed freely until it is settled. Settling takes the standings that are public, draws the lots by a seed
made at that moment, and keeps who wins what: a later correction of the standings changes nothing of it by itself; the
page says which prizes would be another's, and an organiser settles them anew. What was handed out is told by rows that
nothing changes (``prizegiving``). Going back to a copy leaves both as they are: what is in somebody's hands does not
come back with the figures.
"""

import secrets
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from core import audit
from core.actors import Actor
from core.models import AuditEvent
from core.text import one_line
from tournaments.models import EntryMember, PrizeList, Publication, Round, Standing, Tournament
from tournaments.services import contests, publishing, stages
from tournaments.services.errors import Conflict, TournamentError
from tournaments.services.ranking import GONE
from tournaments.standings import categories
from tournaments.standings import prizes as pure
from tournaments.standings.prizes import Award, Candidate, Kind, Prize, Settings, Ties, Track, award_from, prize_from

MOST_ROWS = 60
MOST_PLACES = 2_000
CHANGED, SETTLED, SHOWN = "prizes.changed", "prizes.settled", "prizes.shown"


def of(tournament: Tournament) -> PrizeList | None:
    """The list of a tournament, None before there is one."""
    return PrizeList.objects.select_related("publication__round").filter(tournament=tournament).first()


def rows_of(found: PrizeList | None) -> list[Prize]:
    """The rows of a list."""
    return [] if found is None else [prize_from(row) for row in found.prizes]


def settings_of(found: PrizeList | None) -> Settings:
    """How a list is given."""
    return Settings() if found is None else Settings(found.several, Ties(found.ties), found.seed)


def settled_awards(found: PrizeList | None) -> list[Award]:
    """Who has won what, as it was settled; empty before."""
    return [] if found is None else [award_from(row) for row in found.awards]


# Changing the list


@transaction.atomic
def change(
    tournament_id: uuid.UUID, rows: Sequence[Prize], actor: Actor, *, several: bool, ties: Ties, seen: int
) -> PrizeList:
    """Make these the prizes; ``seen``: the ``revision`` of the list on the page, 0 where there was none.

    A row with no key is new. TournamentError ``prizes-settled``, ``prizes-many`` (most), ``prize-places`` (most; row),
    ``prize-money`` (row), ``prize-nothing`` (row), ``prize-category`` (row); Conflict ``prizes-changed``.
    """
    tournament = contests.lock(tournament_id)
    found = of(tournament) or PrizeList(tournament=tournament)
    if not is_as_seen(seen, found.revision):
        raise Conflict("prizes-changed")
    if found.settled_at is not None:
        raise TournamentError("prizes-settled")
    if len(rows) > MOST_ROWS:
        raise TournamentError("prizes-many", most=MOST_ROWS)
    known = {row["key"] for row in found.prizes}
    kept: list[Prize] = []
    for at, row in enumerate(rows, start=1):
        _check(row, at)
        taken = {one.key for one in kept}
        key = row.key if row.key in known - taken else _new_key(known | taken)
        kept.append(replace(row, key=key, label=one_line(row.label, 80), category=one_line(row.category, 20)))
    before = {"rows": len(found.prizes)}
    found.prizes = [row.as_data() for row in kept]
    found.several, found.ties = several, ties.value
    found.revision += 1
    found.save()
    audit.record(actor, CHANGED, found, club_id=tournament.club_id, before=before, after={"rows": len(kept)})
    return found


def is_as_seen(seen: int, now_: int) -> bool:
    """Whether a form is of the list as it is."""
    return seen == now_


def _check(row: Prize, at: int) -> None:
    placed = row.track != Track.REST
    if placed and not 1 <= row.first <= row.last <= MOST_PLACES:
        raise TournamentError("prize-places", "first", row=at, most=MOST_PLACES)
    if row.kind == Kind.MONEY and not row.cents:
        raise TournamentError("prize-money", "value", row=at)
    if row.kind == Kind.THING and not one_line(row.label):
        raise TournamentError("prize-nothing", "label", row=at)
    if row.track == Track.CATEGORY and not one_line(row.category):
        raise TournamentError("prize-category", "category", row=at)


def _new_key(taken: Collection[str]) -> str:
    key = secrets.token_hex(4)
    return key if key not in taken else _new_key(taken)


@transaction.atomic
def show(tournament_id: uuid.UUID, actor: Actor, *, is_shown: bool, winners: bool) -> PrizeList:
    """Let everybody see the list, and who won once it is settled; or not any more. TournamentError ``prizes-none``."""
    tournament = contests.lock(tournament_id)
    found = must_be_there(tournament)
    found.is_shown, found.winners_shown = is_shown, is_shown and winners
    found.save(update_fields=["is_shown", "winners_shown"])
    told = {"list": found.is_shown, "winners": found.winners_shown}
    audit.record(actor, SHOWN, found, club_id=tournament.club_id, after=told)
    return found


def must_be_there(tournament: Tournament) -> PrizeList:
    """The list, or TournamentError ``prizes-none``."""
    found = of(tournament)
    if found is None or not found.prizes:
        raise TournamentError("prizes-none")
    return found


def shown_currency(tournament: Tournament) -> str | None:
    """The currency in which everybody is told of prizes; None where no list is shown to everybody."""
    found = of(tournament)
    return tournament.currency if found is not None and found.is_shown and found.prizes else None


# Who wins what


def _counted_in(tournament: Tournament, texts: Collection[str]) -> dict[uuid.UUID, frozenset[str]]:
    """By entry which of these categories of the list it is counted in: those noted of it or, where none is, those that
    follow from its players. A text that names several asks for all of them."""
    wanted = {text: set(categories.keys_of(text)) for text in texts}
    if not wanted:
        return {}
    players: dict[uuid.UUID, list[tuple[str, ...]]] = {}
    members = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True)
    for entry_id, team_id, text in members.values_list("entry_id", "entry__team_id", "person__category"):
        players.setdefault(team_id or entry_id, []).append(categories.keys_of(text))
    found = {}
    for entry_id, text in tournament.entries.values_list("pk", "category"):
        keys = set(categories.keys_of(text) or categories.of_members(players.get(entry_id, [])))
        found[entry_id] = frozenset(text for text, asked in wanted.items() if asked and asked <= keys)
    return found


def candidates(
    tournament: Tournament,
    ranks: Mapping[str, int | None],
    *,
    rows: Sequence[Prize],
    lines: Mapping[str, str] | None = None,
    gone: Collection[str] | None = None,
) -> list[Candidate]:
    """Those who are ranked, as ``rows`` of a list are held against them. ``gone``: who has left or was disqualified
    then, as it is now where nothing is said."""
    lines = lines or {}
    counted = _counted_in(tournament, {row.category for row in rows if row.track == Track.CATEGORY})
    return [
        Candidate(
            entry=str(entry.pk),
            number=entry.number,
            rank=ranks.get(str(entry.pk)),
            categories=counted.get(entry.pk, frozenset()),
            line=lines.get(str(entry.pk), ""),
            out=entry.stand_in or (entry.status in GONE if gone is None else str(entry.pk) in gone),
        )
        for entry in tournament.entries.order_by("number")
        if str(entry.pk) in ranks
    ]


def by_figures(tournament: Tournament, found: PrizeList | None, figures: Mapping[str, Any]) -> list[Award]:
    """Who would win what by these standings."""
    rows = rows_of(found)
    if not rows:
        return []
    ranks = {row["entry"]: row["rank"] for row in figures["rows"]}
    lines = {row["entry"]: row.get("line", "") for row in figures["rows"]}
    return pure.award(candidates(tournament, ranks, rows=rows, lines=lines), rows, settings_of(found))


@dataclass(frozen=True, slots=True)
class Now:
    """Who wins what. ``publication``: the standings that everybody sees, None where the awards are by figures that are
    not public (or by none). ``is_settled``; ``moved``: of settled prizes those that would be somebody else's by what is
    public now, each as (settled or None, now or None)."""

    awards: list[Award]
    publication: Publication | None
    is_settled: bool
    moved: list[tuple[Award | None, Award | None]]


def now(tournament: Tournament) -> Now:
    """Who wins what: as it is settled, else by the standings that are public, else by those known inside."""
    found = of(tournament)
    public = publishing.latest_standings(tournament)
    if found is not None and found.settled_at is not None:
        settled = settled_awards(found)
        moved = []
        if public is not None and public.pk != found.publication_id:
            moved = differing(settled, by_figures(tournament, found, public.figures))
        return Now(settled, public, True, moved)
    if public is not None:
        return Now(by_figures(tournament, found, public.figures), public, False, [])
    standing = Standing.objects.filter(tournament=tournament).first()
    awards = by_figures(tournament, found, standing.figures) if standing is not None else []
    return Now(awards, None, False, [])


def differing(before: Iterable[Award], after: Iterable[Award]) -> list[tuple[Award | None, Award | None]]:
    """The prizes that are another's, or others, each as it was and as it is; None where there is none such."""
    was = {(one.key, one.entry): one for one in before}
    is_now = {(one.key, one.entry): one for one in after}
    gone = [one for key, one in was.items() if not _is_same(one, is_now.get(key))]
    new = [one for key, one in is_now.items() if not _is_same(one, was.get(key))]
    pairs: list[tuple[Award | None, Award | None]] = []
    for one in gone:
        follower = next((two for two in new if two.key == one.key), None)
        if follower is not None:
            new.remove(follower)
        pairs.append((one, follower))
    return [*pairs, *((None, one) for one in new)]


def _is_same(one: Award, other: Award | None) -> bool:
    return other is not None and (one.label, one.cents) == (other.label, other.cents)


def ceremony(tournament: Tournament) -> list[Award]:
    """What is given out, in the order of a ceremony: from the last prize of the list up to the first one, each to
    somebody. As it is settled; where it is not, by the standings that are public; empty where nothing is."""
    found = now(tournament)
    if not found.is_settled and found.publication is None:
        return []
    return [one for one in reversed(found.awards) if one.entry]


# What a correction moves

Won = tuple[tuple[str, int | None], ...]
"""What an entry wins: (label, cents) of each."""


def outcomes(awards: Iterable[Award]) -> dict[str, Won]:
    """By entry what it wins, in the order of the list; what a lot still decides is nobody's."""
    found: dict[str, list[tuple[str, int | None]]] = {}
    for one in awards:
        if one.entry:
            found.setdefault(one.entry, []).append((one.label, one.cents))
    return {entry: tuple(won) for entry, won in found.items()}


def won_by(
    tournament: Tournament,
    ranks: Mapping[str, int | None],
    *,
    lines: Mapping[str, str] | None = None,
    publication: Publication | None = None,
) -> dict[str, Won]:
    """By entry what it wins with these ranks; ``publication``: they are of it, and count as it was then."""
    found = of(tournament)
    if found is None or not found.prizes:
        return {}
    if publication is not None and found.publication_id == publication.pk:
        return outcomes(settled_awards(found))
    gone = None if publication is None else gone_at(tournament, publication.at)
    rows = rows_of(found)
    everybody = candidates(tournament, ranks, rows=rows, lines=lines, gone=gone)
    return outcomes(pure.award(everybody, rows, settings_of(found)))


def gone_at(tournament: Tournament, at: datetime) -> set[str]:
    """Who had left or was disqualified at a moment: as it is now, but for those of whom the trail says otherwise."""
    status = {str(pk): now_ for pk, now_ in tournament.entries.values_list("pk", "status")}
    since = AuditEvent.objects.filter(scope=tournament.pk, verb="entry.status", at__gt=at).order_by("-pk")
    for object_id, before in since.values_list("object_id", "before"):
        status[str(object_id)] = (before or {}).get("status", "")
    return {pk for pk, then in status.items() if then in GONE}


# Settling


@dataclass(frozen=True, slots=True)
class Early:
    """Public standings that are not the last word: those after round ``number`` of ``of``. ``begun``: the round that
    has begun since and is not in them, 0 for none."""

    number: int
    of: int
    begun: int


def early(tournament: Tournament, public: Publication) -> Early | None:
    """Why prizes settled by these standings would be settled early; None where they are the final ones."""
    begun = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    last = begun.order_by("-stage__position", "-number").first()
    is_latest = last is not None and public.round_id == last.pk
    if is_latest and stages.all_over(tournament):
        return None
    number = public.round.number if public.round is not None else 0
    all_ = max(stages.rounds_in_all(tournament), number)
    return Early(number, all_, 0 if is_latest or last is None else last.number)


@transaction.atomic
def settle(
    tournament_id: uuid.UUID, publication_id: uuid.UUID, seen: int, actor: Actor, *, sure: bool = False
) -> PrizeList:
    """Settle who wins what by the standings that are public, the publication that was seen, and the list of revision
    ``seen``; anew where it was settled by another one. Its lots are drawn now, by a seed that stays the list's.
    ``sure``: also by standings that are not final.

    TournamentError ``prizes-none``, ``prizes-early`` (they are not final, and nobody said that this is meant); Conflict
    ``prizes-changed``, ``prizes-standings`` (others are public by now).
    """
    tournament = contests.lock(tournament_id)
    found = must_be_there(tournament)
    public = publishing.latest_standings(tournament)
    if not is_as_seen(seen, found.revision):
        raise Conflict("prizes-changed")
    if public is None or public.pk != publication_id:
        raise Conflict("prizes-standings")
    if not sure and early(tournament, public) is not None:
        raise TournamentError("prizes-early", "sure")
    found.seed = found.seed or secrets.token_hex(16)
    found.publication = public
    awards = by_figures(tournament, found, public.figures)
    found.awards = [one.as_data() for one in awards]
    found.settled_at = timezone.now()
    found.revision += 1
    found.save()
    audit.record(
        actor,
        SETTLED,
        found,
        club_id=tournament.club_id,
        after={
            "round": public.round.number if public.round is not None else None,
            "version": public.version,
            "awards": sum(bool(one.entry) for one in awards),
            "seed": found.seed,
            "drawn": [
                {"award": one.key, "entry": one.entry, "among": list(one.among)}
                for one in awards
                if one.tie == pure.Tie.DRAWN
            ],
        },
    )
    return found
