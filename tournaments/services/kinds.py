"""What kind of entries a tournament has: pairs that become single players or the other way round, and teams that are
complete or not."""

from django.db.models import Max

from tournaments.models import Entry, EntryMember, Round, Tournament
from tournaments.services.errors import TournamentError

KIND = Tournament.EntryKind
#: Who has not left, whole or not.
PLAYING = (Entry.Status.ACTIVE, Entry.Status.INCOMPLETE)


def change_kind(tournament: Tournament, kind: str) -> None:
    """Make the tournament one of ``kind``, unsaved, and its entries with it.

    Of a pair the second player gets a number of his own; a single player looks for a partner. TournamentError
    ``kind-fixed`` once something has been drawn, ``kind-entries`` for teams while there are entries. The tournament's
    row is locked by the caller.
    """
    if kind == tournament.entry_kind:
        return
    if Round.objects.filter(stage__tournament=tournament).exists():
        raise TournamentError("kind-fixed", "entry_kind")
    if KIND.TEAMS in (kind, tournament.entry_kind) and tournament.entries.exists():
        raise TournamentError("kind-entries", "entry_kind")
    tournament.entry_kind = kind
    if kind == KIND.SINGLES:
        _part(tournament)
    elif kind == KIND.PAIRS:
        tournament.entries.update(kind=Entry.Kind.PAIR)
        tournament.entries.filter(status=Entry.Status.ACTIVE).update(status=Entry.Status.INCOMPLETE)


def _part(tournament: Tournament) -> None:
    """Everybody an entry of his own, with what was noted of the pair; who had a partner first keeps the number."""
    number = tournament.entries.aggregate(last=Max("number"))["last"] or 0
    seconds = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True, slot__gt=1)
    for member in seconds.select_related("entry").order_by("entry__number", "slot"):
        pair, number = member.entry, number + 1
        member.entry = Entry.objects.create(
            tournament=tournament,
            number=number,
            home_club=pair.home_club,
            category=pair.category,
            rating=pair.rating,
            paid=pair.paid,
            present=pair.present,
            status=pair.status,
        )
        member.slot = 1
        member.save(update_fields=["entry", "slot"])
    tournament.entries.update(kind=Entry.Kind.SINGLE)
    tournament.entries.filter(status=Entry.Status.INCOMPLETE).update(status=Entry.Status.ACTIVE)


def settle(team: Entry, pairs: int) -> None:
    """Have a team drawn once it has ``pairs`` complete pairs or more."""
    if team.status == Entry.Status.INCOMPLETE and _is_whole(team, pairs):
        _set(team, Entry.Status.ACTIVE)


def settle_all(tournament: Tournament, pairs: int) -> None:
    """Look at every team again, when another number of pairs is asked for."""
    for team in tournament.entries.filter(kind=Entry.Kind.TEAM, status__in=PLAYING):
        _set(team, Entry.Status.ACTIVE if _is_whole(team, pairs) else Entry.Status.INCOMPLETE)


def _is_whole(team: Entry, pairs: int) -> bool:
    here = pairs_of(team)
    return len(here) >= pairs and all(pair.status == Entry.Status.ACTIVE for pair in here)


def _set(team: Entry, status: str) -> None:
    team.status = status
    team.save(update_fields=["status"])


def pairs_of(team: Entry) -> list[Entry]:
    """The pairs of a team that have not left, in their order."""
    return list(Entry.objects.filter(team=team, status__in=PLAYING).order_by("number"))
