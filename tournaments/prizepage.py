"""What the pages and papers of prizes show: lines with who wins, why, and whether it is handed out."""

import hashlib
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments import people, prizewords
from tournaments.models import EntryMember, PrizeHanding, PrizeList, PublicationWithdrawal, Tournament
from tournaments.people import EntryName
from tournaments.services import prizegiving, prizes
from tournaments.standings.prizes import Award


@dataclass(frozen=True, slots=True)
class Line:
    """A prize as shown: ``what`` it is, what it is ``won_for``, who has won it (None: nobody, or it is still open),
    ``why``; the row that says it is ``handed`` out, and to whom else (``other``) where that is not who wins it now."""

    award: Award
    what: str
    won_for: str
    name: EntryName | None
    why: str
    anchor: str
    handed: PrizeHanding | None = None
    other: EntryName | None = None
    signers: tuple[tuple[uuid.UUID, str], ...] = ()


def anchor(key: str) -> str:
    """What the line of an award is called within the page."""
    return f"prize-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def lines(awards: Iterable[Award], named: Mapping[uuid.UUID, EntryName], currency: str) -> list[Line]:
    """A line for each award; who is not known by name is left out."""
    labels = {str(pk): name.label for pk, name in named.items()}
    found = []
    for one in awards:
        name = named.get(uuid.UUID(one.entry)) if one.entry else None
        if one.entry and name is None:
            continue
        found.append(
            Line(
                one,
                prizewords.called(one, currency),
                prizewords.for_what(one),
                name,
                prizewords.why(one, currency, labels),
                anchor(one.key),
            )
        )
    return found


def club_context(tournament: Tournament, found: PrizeList | None) -> dict[str, Any]:
    """For the club's page: the lines with what is handed out, what would be another's by now, and what is out though
    nobody has won it any more."""
    named = people.in_hall(tournament)
    now = prizes.now(tournament)
    out = prizegiving.handed(tournament)
    signers = _signers(tournament) if now.is_settled else {}
    shown = []
    for line in lines(now.awards, named, tournament.currency):
        handed = out.pop(line.award.key, None)
        is_other = handed is not None and str(handed.entry_id) != line.award.entry
        shown.append(
            Line(
                line.award,
                line.what,
                line.won_for,
                line.name,
                line.why,
                line.anchor,
                handed,
                named.get(handed.entry_id) if handed is not None and is_other else None,
                signers.get(line.award.entry, ()),
            )
        )
    return {
        "found": found,
        "now": now,
        "lines": shown,
        "stray": [{"row": row, "name": named.get(row.entry_id), "anchor": anchor(key)} for key, row in out.items()],
        "moved": [_moved(was, is_now, named, tournament.currency) for was, is_now in now.moved],
        "count_out": sum(line.handed is not None for line in shown) + len(out),
    }


def _signers(tournament: Tournament) -> dict[str, tuple[tuple[uuid.UUID, str], ...]]:
    """By entry (also by team) its players, as they are named in the hall."""
    found: dict[str, list[tuple[uuid.UUID, str]]] = {}
    named = people.in_hall(tournament)
    members = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True).order_by("slot")
    for entry_id, team_id, person_id in members.values_list("entry_id", "entry__team_id", "person_id"):
        name = named[entry_id]
        called = dict(zip(name.person_ids, name.players, strict=False)).get(person_id, "")
        found.setdefault(str(team_id or entry_id), []).append((person_id, called))
    return {entry: tuple(players) for entry, players in found.items()}


def _moved(
    was: Award | None, is_now: Award | None, named: Mapping[uuid.UUID, EntryName], currency: str
) -> dict[str, Any]:
    either = was or is_now
    assert either is not None
    return {
        "what": prizewords.called(either, currency),
        "won_for": prizewords.for_what(either),
        "was": _who(was, named),
        "is_now": _who(is_now, named),
        "now_what": prizewords.called(is_now, currency) if is_now is not None else "",
    }


def _who(one: Award | None, named: Mapping[uuid.UUID, EntryName]) -> EntryName | None:
    return named.get(uuid.UUID(one.entry)) if one is not None and one.entry else None


def public_context(tournament: Tournament, found: PrizeList, named: Mapping[uuid.UUID, EntryName]) -> dict[str, Any]:
    """For everybody's page: the list and, where the organiser says so, who has won what is settled by standings that
    are still public."""
    settings = prizes.settings_of(found)
    is_told = (
        found.winners_shown
        and found.publication_id is not None
        and not PublicationWithdrawal.objects.filter(publication=found.publication_id).exists()
    )
    return {
        "found": found,
        "list_rows": list_rows(tournament, found),
        "winners": lines(prizes.settled_awards(found), named, tournament.currency) if is_told else [],
        "ties": prizewords.TIES[settings.ties](),
        "several": settings.several,
    }


def list_rows(tournament: Tournament, found: PrizeList | None) -> list[dict[str, str]]:
    """The list in words, a line each: ``won_for`` and ``what``."""
    return [
        {"won_for": prizewords.for_what(row), "what": prizewords.called(row, tournament.currency)}
        for row in prizes.rows_of(found)
    ]
