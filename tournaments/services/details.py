"""What is noted of an entry besides its players: where it is from, how strong, where it has to sit, how it counts."""

import uuid
from dataclasses import asdict, dataclass, replace

from django.db import transaction

from core import audit
from core.actors import Actor
from core.text import one_line
from tournaments.models import Entry
from tournaments.services import contests
from tournaments.services.errors import TournamentError

#: What a page may ask for: three figures fit on a sheet, five in a list.
MOST_TABLE = 999
MOST_RATING = 99_999


@dataclass(frozen=True, slots=True)
class Details:
    """``rating``: higher is stronger. ``fixed_table``: the table that it cannot leave. ``may_rest`` False: the bye goes
    to others. ``stand_in``: it fills an odd field, rests before anybody else and stands outside the ranking."""

    home_club: str = ""
    category: str = ""
    rating: int | None = None
    fixed_table: int | None = None
    may_rest: bool = True
    stand_in: bool = False


def details_of(entry: Entry) -> Details:
    """What is noted now."""
    return Details(entry.home_club, entry.category, entry.rating, entry.fixed_table, entry.may_rest, entry.stand_in)


@transaction.atomic
def change_details(entry_id: uuid.UUID, details: Details, actor: Actor) -> Entry:
    """Note this of an entry. It holds from the next draw on; of an entry that becomes a stand-in, or none any more, the
    place in the standings follows at once.

    TournamentError ``table-range``, ``rating-range`` (most), ``stand-in-rests``: a stand-in rests before anybody else.
    """
    entry = Entry.objects.select_related("tournament").get(pk=entry_id)
    contests.lock(entry.tournament_id)
    entry.refresh_from_db()
    details = replace(details, home_club=one_line(details.home_club, 80), category=one_line(details.category, 20))
    _check(details)
    before, after = asdict(details_of(entry)), asdict(details)
    changed = [name for name in after if after[name] != before[name]]
    if not changed:
        return entry
    for name in changed:
        setattr(entry, name, after[name])
    entry.save(update_fields=changed)
    audit.record(
        actor,
        "entry.details",
        entry,
        club_id=entry.tournament.club_id,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
    if "stand_in" in changed:
        contests.touch(entry.tournament_id)
    return entry


def _check(details: Details) -> None:
    if details.fixed_table is not None and not 1 <= details.fixed_table <= MOST_TABLE:
        raise TournamentError("table-range", "fixed_table", most=MOST_TABLE)
    if details.rating is not None and not 0 <= details.rating <= MOST_RATING:
        raise TournamentError("rating-range", "rating", most=MOST_RATING)
    if details.stand_in and not details.may_rest:
        raise TournamentError("stand-in-rests", "may_rest")
