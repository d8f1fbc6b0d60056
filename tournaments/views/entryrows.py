"""The lines of the list: where everybody is, what can be done about it, and whom to look for."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubs.models import Club
from clubs.roles import Right
from tournaments import entrymenu, navigation, nouns, odd, presencewords, whereabouts
from tournaments.models import Entry, Tournament
from tournaments.services import stages
from tournaments.whereabouts import Whereabouts


def context(request: HttpRequest, club: Club, tournament: Tournament, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """What the list shows of ``rows`` (each with its ``entry``): those looked for, each with what is said of it and its
    menu; the filters; how many are drawn next and what is to be looked at before."""
    all_of = whereabouts.whereabouts(tournament)
    rights: frozenset[Right] = getattr(request, "rights", frozenset())
    show = request.GET.get("show", "")
    show = show if show in whereabouts.FILTERS else ""
    shown = []
    for row in rows:
        where = all_of.of(row["entry"])
        said = presencewords.said(where)
        if row["entry"].kind == Entry.Kind.TEAM and row["entry"].status == Entry.Status.INCOMPLETE:
            said = replace(said, text=_("waits for pairs"))
        row |= {"said": said, "is_out": where.filter == "left"}
        if not show or where.filter == show:
            row["verbs"] = entrymenu.verbs(row["entry"], where, all_of, rights)
            shown.append(row)
    entries = [row["entry"] for row in rows]
    drawn = sum(
        entry.status == Entry.Status.ACTIVE and entry.team_id is None and entry.pk not in all_of.away
        for entry in entries
    )
    return {
        "all_of": all_of,
        "rows": shown,
        "show": show,
        "filters": _filters(club, tournament, all_of, entries, show),
        "drawn": drawn,
        "odd": odd.told(stages.current_stage(tournament), drawn),
        "odd_count": nouns.of(tournament).count(drawn),
        "lists_away": _away(club, tournament, all_of),
        "leave_url": navigation.address("entries-leave", tournament, club),
    }


def _filters(
    club: Club, tournament: Tournament, all_of: Whereabouts, entries: list[Entry], show: str
) -> list[dict[str, Any]]:
    """A chip for everybody and for each filter that finds somebody."""
    url = navigation.address("entries", tournament, club)
    counts = all_of.counts(entries)
    found = [("", len(entries)), *((name, count) for name, count in counts.items() if count or name == show)]
    return [
        {
            "label": presencewords.filter_label(name),
            "count": count,
            "url": f"{url}?show={name}" if name else url,
            "current": name == show,
        }
        for name, count in (found if len(found) > 1 else [])
    ]


def _away(club: Club, tournament: Tournament, all_of: Whereabouts) -> list[dict[str, str]]:
    """What the roll and the notes say about the next round, each with where to go."""
    if all_of.roll is None:
        return []
    roll = all_of.roll
    if roll.is_open:
        text = presencewords.roll_open(roll.number, len(roll.here), len(roll.entries))
        return [{"text": text, "url": navigation.address("roll", tournament, club), "label": presencewords.to_roll()}]
    if not roll.missing:
        return []
    url = navigation.address("roll", tournament, club)
    return [{"text": presencewords.not_drawn(len(roll.missing), roll.number), "url": url, "label": presencewords.who()}]
