"""What the page of one entry shows."""

import uuid
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import names
from tournaments import entrymenu, nouns, people, presencewords, whereabouts
from tournaments.entryforms import DetailsForm, ReplaceForm
from tournaments.models import Entry, EntryMember, Game, Round, RoundStatus, Seat, Tournament
from tournaments.services import deleting, latecomers, leaving, players, stages
from tournaments.services.entries import players_of


def context(
    tournament: Tournament,
    row: Entry,
    *,
    details_form: DetailsForm | None = None,
    replacing: tuple[uuid.UUID, ReplaceForm] | None = None,
    reason_error: str = "",
) -> dict[str, Any]:
    """Everything about an entry. ``replacing``: a member and the form for who comes in, where that was refused."""
    all_of = whereabouts.whereabouts(tournament)
    where = all_of.of(row)
    due = all_of.due
    game = leaving.game_of(row)
    undoable = players.undoable(row)
    return {
        "entry": row,
        "name": people.in_hall(tournament)[row.pk],
        "noun": nouns.of_entry(row.kind),
        "all_of": all_of,
        "where": where,
        "said": presencewords.said(where),
        "is_in": row.status not in leaving.GONE,
        "is_away": where.state in entrymenu.AWAY,
        "due": due,
        "late_choices": range(due.number + 1, stages.last_number(due.stage) + 1) if due else (),
        "game": game,
        "rests": where.state == "rests",
        "seating": _seating(tournament, row, all_of.opening),
        "may_delete": not deleting.hindrance(row),
        "may_leave": tournament.state != Tournament.State.FINISHED,
        "players": _players(tournament, row, replacing),
        "former": _former(tournament, row),
        "undo_event": undoable.pk if undoable is not None else None,
        "rounds": _rounds(tournament, row),
        "details_form": details_form or DetailsForm(entry=row),
        "details_open": details_form is not None,
        "reason_error": reason_error,
    }


def _seating(tournament: Tournament, row: Entry, ready: latecomers.Opening | None) -> dict[str, Any] | None:
    """With whom it could sit down at once; None where it has a seat or no table can be added."""
    if ready is None or row not in ready.waiting:
        return None
    named = people.in_hall(tournament, round_number=ready.round.number)
    others = [(one, True) for one in ready.resting] + [(one, False) for one in ready.waiting if one != row]
    if len(others) < ready.seats - 1:
        return None
    met = latecomers.met_before(tournament, row)
    # In a mêlée it meets some of the three whoever they are; of pairs the one that it has not met is offered first.
    if ready.seats == 2:
        others.sort(key=lambda other: (not other[1], other[0].pk in met))
    chosen = {one.pk for one, _rests in others[: ready.seats - 1]} if len(ready.resting) else set()
    return {
        "round": ready.round.number,
        "count": ready.seats - 1,
        "others": [
            {"name": named[one.pk], "rests": rests, "chosen": one.pk in chosen, "met": met.get(one.pk, 0)}
            for one, rests in others
        ],
    }


def replace_form(tournament: Tournament, member: EntryMember, data: Any = None) -> ReplaceForm:
    """The form that puts somebody in a member's place."""
    return ReplaceForm(data, since=players.since(tournament), first=member.from_round, auto_id=f"id_{member.slot}_%s")


def _players(
    tournament: Tournament, row: Entry, replacing: tuple[uuid.UUID, ReplaceForm] | None
) -> list[dict[str, Any]]:
    """Who plays in it, each with the form to replace him where that can be."""
    may = (
        row.kind != Entry.Kind.TEAM
        and players_of(tournament) > 1
        and row.status not in leaving.GONE
        and players.since(tournament).choices
    )
    found = []
    for member in row.members.filter(until_round__isnull=True).select_related("person").order_by("slot"):
        refused = replacing is not None and replacing[0] == member.pk
        form = replacing[1] if replacing is not None and refused else replace_form(tournament, member)
        found.append(
            {
                "member": member,
                "name": names.in_hall(member.person, objected=member.shown_as == EntryMember.ShownAs.OBJECTED),
                "since": member.from_round if member.from_round > 1 else 0,
                "form": form if may and form.fields["from_round"].choices else None,  # type: ignore[attr-defined]
                "open": refused,
            }
        )
    return found


def _former(tournament: Tournament, row: Entry) -> list[dict[str, Any]]:
    """Who played in it before, with whose place he would have again; the rounds as from and until."""
    now = {member.slot: member for member in row.members.filter(until_round__isnull=True)}
    since = players.since(tournament)
    found = []
    for member in row.members.filter(until_round__isnull=False).select_related("person").order_by("slot", "from_round"):
        instead = now.get(member.slot)
        may = (
            row.status not in leaving.GONE
            and instead is not None
            and since.next is not None
            and instead.from_round <= since.next
            and instead.person_id != member.person_id
        )
        found.append(
            {
                "member": member,
                "name": names.in_hall(member.person, objected=member.shown_as == EntryMember.ShownAs.OBJECTED),
                "rounds": _rounds_of(row, member),
                "instead": instead if may else None,
                "from_round": since.next,
            }
        )
    return found


def _rounds_of(row: Entry, member: EntryMember) -> str:
    """The rounds of who gave way, and the deals that he played of the one in which somebody came in."""
    last = member.until_round or 0
    came = row.members.filter(slot=member.slot, from_round=last + 1, from_deal__gt=1).first()
    span = _span(member.from_round, last) if last else ""
    if came is None:
        return span
    deals = ngettext("%(n)d deal of round %(round)d", "%(n)d deals of round %(round)d", came.from_deal - 1) % {
        "n": came.from_deal - 1,
        "round": came.from_round,
    }
    return ", ".join(part for part in (span, deals) if part)


def _span(first: int, last: int) -> str:
    if first == last:
        return _("round %(number)d") % {"number": first}
    return _("rounds %(first)d to %(last)d") % {"first": first, "last": last}


def _rounds(tournament: Tournament, row: Entry) -> list[dict[str, Any]]:
    """What it did in each round that is or was played."""
    rounds = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).order_by("number")
    status = dict(RoundStatus.objects.filter(entry=row, round__in=rounds).values_list("round_id", "status"))
    games = {
        seat.round_id: game
        for seat in Seat.objects.filter(participant=row, round__in=rounds, outside=False).select_related("match")
        for game in Game.objects.filter(match=seat.match_id).order_by("number")[:1]
    }
    found = []
    for round_ in rounds:
        game = games.get(round_.pk)
        text = _("at table %(table)d") % {"table": game.table_no} if game else _status(status.get(round_.pk))
        found.append({"number": round_.number, "text": text, "game": game})
    return found


def _status(status: str | None) -> str:
    kind = RoundStatus.Status
    return {
        kind.PLAYS: _("played"),
        kind.BYE: _("rested"),
        kind.ABSENT: _("was not there"),
        kind.LATE: _("had not come yet"),
        kind.WITHDRAWN: _("had left"),
        kind.OUT: _("out of the knockout"),
        None: _("was not entered yet"),
    }[status if status is None else kind(status)]
