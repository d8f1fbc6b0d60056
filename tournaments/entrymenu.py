"""What can be done about an entry now: the menu of verbs beside it in the list. The verbs themselves decide again."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubs.roles import Right
from tournaments.models import Entry, Tournament
from tournaments.safety import Act
from tournaments.services.leaving import GONE
from tournaments.whereabouts import Where, Whereabouts

AWAY = frozenset({"absent", "late", "missing"})
#: In the hall, as far as is known, and not in the round being played.
UNSEATED = frozenset({"waiting", "arrived"})


@dataclass(frozen=True, slots=True)
class Verb:
    """A line of the menu: what is sent as ``act`` to ``view``; ``danger``: the act by which the table says how it may
    be done."""

    act: str
    label: str
    danger: Act
    view: str = "entry-change"


def verbs(entry: Entry, where: Where, all_of: Whereabouts, rights: frozenset[Right]) -> list[Verb]:
    """The verbs for an entry, the likeliest first."""
    if Right.ENTER_SHEETS not in rights:
        return []
    if entry.status in GONE:
        may = entry.status != Entry.Status.DISQUALIFIED or Right.CORRECT in rights
        return [Verb("return", _("Put back"), Act.RETURN)] if may else []
    found = []
    against = table_for(entry, all_of)
    if against is not None and where.state in UNSEATED and Right.ORGANISE in rights:
        found.append(Verb("seat", against, Act.SEAT_LATE, "entry-seat"))
    if entry.status == Entry.Status.ACTIVE and all_of.due is not None:
        found.append(_presence(entry, where, all_of.due.number))
    if all_of.tournament.state != Tournament.State.FINISHED:
        label = _("Leaves after this round") if _is_in(entry, all_of) else _("Leaves the tournament")
        found.append(Verb("withdraw", label, Act.LEAVE))
    return found


def _is_in(entry: Entry, all_of: Whereabouts) -> bool:
    """Whether it plays or rests in the round that is being played."""
    return all_of.status.get(entry.pk) in {"plays", "bye"}


def _presence(entry: Entry, where: Where, number: int) -> Verb:
    if where.state in AWAY:
        return Verb("here", _("Plays round %(round)d after all") % {"round": number}, Act.EXPECT)
    return Verb("absent", _("Misses round %(round)d") % {"round": number}, Act.EXPECT)


def table_for(entry: Entry, all_of: Whereabouts) -> str | None:
    """What seats an entry at once at a new table, in words, where it is plain with whom: just as many rest as it takes.
    None where there is no such table."""
    ready = all_of.opening
    if ready is None or entry not in ready.waiting or len(ready.resting) != ready.seats - 1:
        return None
    others = " + ".join(str(other.number) for other in ready.resting)
    return _("Seat now, with %(others)s who rests") % {"others": others}
