"""What criteria ask for beside the results, read from the database in a fixed number of queries: who met whom, what was
done in the deals, the lot."""

import uuid
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, IntegerField, Q
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from scoring.models import ScoreSheet, SheetEntry
from scoring.replay import SIDE_OF
from tournaments.models import Seat, Tournament
from tournaments.standings.criteria import LOT, OPPONENTS, TALLIES
from tournaments.standings.lots import lots
from tournaments.standings.scores import Tally


@dataclass(frozen=True, slots=True)
class Beside:
    """Who sits where, by match: side and entry; what each side did in the deals of a game. Both empty where no
    criterion asks."""

    seats: Mapping[uuid.UUID, list[tuple[str, uuid.UUID]]] = field(default_factory=dict)
    tallies: Mapping[tuple[uuid.UUID, str], Tally] = field(default_factory=dict)

    def of(
        self, match: uuid.UUID | None, game: uuid.UUID | None, forfeit: str | None, entry: uuid.UUID
    ) -> tuple[tuple[str, ...], Tally | None]:
        """The opponents of an entry in a game, and what its side did in the deals."""
        if match is None or game is None or match not in self.seats:
            return (), None
        seats = self.seats[match]
        side = next((side for side, who in seats if who == entry), "")
        met = () if not side or side in (forfeit or "") else tuple(str(who) for other, who in seats if other != side)
        return met, self.tallies.get((game, side))


def beside(tournament: Tournament, needs: Collection[str]) -> Beside:
    """What these criteria need; see ``criteria.OPPONENTS`` and ``criteria.TALLIES``."""
    seats: dict[uuid.UUID, list[tuple[str, uuid.UUID]]] = defaultdict(list)
    if OPPONENTS in needs or TALLIES in needs:
        # Who plays out of competition so that a game can be made up is nobody's opponent.
        rows = Seat.objects.filter(round__stage__tournament=tournament, outside=False)
        for match, side, entry in rows.order_by("side", "slot").values_list("match_id", "side", "participant_id"):
            seats[match].append((side, entry))
    return Beside(seats, _tallies(tournament) if TALLIES in needs else {})


def _tallies(tournament: Tournament) -> dict[tuple[uuid.UUID, str], Tally]:
    """What each side did in the deals of each closed game, as they stand on its sheet. A forfeited game has none; of a
    line taken over from paper only a single deal is one that was won."""
    lines = SheetEntry.objects.filter(
        Q(kind=SheetEntry.Kind.DEAL)
        | Q(kind=SheetEntry.Kind.TOTAL) & ~Q(data__has_key="deals") & ~Q(data__has_key="whole"),
        sheet__game__match__round__stage__tournament=tournament,
        sheet__state=ScoreSheet.State.CLOSED,
        sheet__game__forfeit="",
        voided_at__isnull=True,
        counted__isnull=False,
    )
    lines = lines.annotate(
        ns=Cast(KT("scores__NS"), IntegerField()), ew=Cast(KT("scores__EW"), IntegerField())
    ).order_by()
    counts: Any = lines.values("sheet__game").annotate(
        won_a=Count("pk", filter=Q(ns__gt=F("ew"))),
        won_b=Count("pk", filter=Q(ns__lt=F("ew"))),
        **{f"made_{side.lower()}": Count("pk", filter=_made(name)) for side, name in SIDE_OF.items()},
        **{f"capots_{side.lower()}": Count("pk", filter=_swept(side)) for side in SIDE_OF},
    )
    found = {}
    for row in counts:
        for side in SIDE_OF:
            told = (row[f"{name}_{side.lower()}"] for name in Tally._fields)
            found[row["sheet__game"], side] = Tally(*told)
    return found


def _made(name: str) -> Q:
    return Q(data__declarer=name, answer__made=True)


def _swept(side: str) -> Q:
    """All the tricks: told so, or by the tricks of a deal that is counted by them."""
    mine, theirs = (SIDE_OF[side], next(name for other, name in SIDE_OF.items() if other != side))
    return Q(data__sweep=mine) | Q(**{f"data__tricks__{theirs}": 0})


def lots_of(tournament: Tournament, needs: Collection[str], numbers: Mapping[str, int]) -> dict[str, int]:
    """The place in the lot of each entry, by its number; empty where no criterion asks for it."""
    if LOT not in needs:
        return {}
    seed = tournament.stages.order_by("position").values_list("sealed_seed", flat=True).first()
    return lots(seed, numbers) if seed else {}
