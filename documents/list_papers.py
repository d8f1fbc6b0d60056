"""Lists of a tournament on paper beside its standings: the short one, those after a round and of a part, by player,
category, club and line, who is entered and who has paid, the prizes."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.reading import at_one_moment
from core.templatetags.look import NO_BREAK, number, signed
from documents import explained_papers, lists, standings, words
from documents.kinds import Choice, Content, Nothing, numbered
from documents.lists import Cell, Column, ListPaper
from documents.page import Page
from tournaments import amounts, criteriawords, givenwords, listwords, people, prizewords
from tournaments.fees import Account
from tournaments.models import Entry, Tournament
from tournaments.services import fees, prizegiving, prizes
from tournaments.services import lists as listing
from tournaments.standings import lists as kinds
from tournaments.standings.figures import shown_first
from tournaments.standings.lists import RankedList, Row

SHORT, EXPLAINED = "short", "explained"
#: Styles of the standings, the usual one first; those after "explained" are kinds of lists.
STYLES = ("", SHORT, EXPLAINED, kinds.PLAYERS, kinds.CATEGORIES, kinds.CLUBS, kinds.LINES, kinds.ROUNDS)
#: With the number of a round, or of a part, behind the word.
AFTER, STAGES = "after", "stages"
NUMBERED_STYLES = (AFTER, STAGES)


def _content(title: str, papers: Iterable[ListPaper], **facts: Any) -> Content:
    made = list(papers)

    def pages() -> list[Page]:
        return [page for paper in made for page in lists.pages(paper)]

    return Content(title, [asdict(paper) for paper in made], pages, facts)


# The standings


def gather_standings(tournament: Tournament, choice: Choice) -> Content:
    """The standings as last computed, in one of STYLES, or those after a round or of a part. Nothing "no-standings",
    "no-such" (a list nobody is in, a round or a part that was not begun)."""
    if choice.style == EXPLAINED:
        return explained_papers.gather(tournament)
    word, number = numbered(choice.style)
    if word in NUMBERED_STYLES:
        return _at_another_moment(tournament, word, number)
    found = standings.of_hall(tournament)
    if found is None:
        raise Nothing("no-standings")
    if choice.style in ("", SHORT):
        papers = [found.paper, *([found.pairs] if found.pairs else [])]
        if choice.style == SHORT:
            papers = [_short(paper) for paper in papers]
        return _content(_("Standings"), papers)
    some = [one for one in listing.lists_of(tournament, (choice.style,)) if one.rows]
    if not some:
        raise Nothing("no-such")
    named = _names(tournament)
    note, foot = found.paper.note, found.paper.foot
    title = f"{_('Standings')}, {listwords.kind(choice.style)}"
    return _content(title, (_list_paper(tournament, one, named, note, foot) for one in some))


def _at_another_moment(tournament: Tournament, word: str, number: int) -> Content:
    with at_one_moment():
        tournament.refresh_from_db(fields=["revision"])
        if number not in listing.offered(tournament).numbers(word):
            raise Nothing("no-such")
        made = standings.after(tournament, number) if word == AFTER else standings.of_part(tournament, number)
    return _content(made.paper.title, [made.paper, *([made.pairs] if made.pairs else [])])


def _short(paper: ListPaper) -> ListPaper:
    """Place, number, names and total alone, of the columns of the whole list."""
    kept = [0, 1, 2, next(at for at, column in enumerate(paper.columns) if column.kind == "strong")]
    return replace(
        paper,
        columns=tuple(paper.columns[at] for at in kept),
        rows=tuple(tuple(row[at] for at in kept) for row in paper.rows),
        legend="",
    )


Named = Mapping[str, tuple[str, tuple[str, ...]]]
"""Number as written, and names, of entries and of persons, by id."""


def _names(tournament: Tournament) -> Named:
    entries = {str(key): (name.label, name.names) for key, name in people.in_hall(tournament).items()}
    players = people.players_in_hall(tournament)
    return entries | {str(key): (", ".join(one.labels), (one.name,)) for key, one in players.items()}


def _list_paper(tournament: Tournament, found: RankedList, named: Named, note: str, foot: str) -> ListPaper:
    rounds = sorted({number for row in found.rows for number, _points, _source in row.rounds})
    adjusted = any(row.adjustments for row in found.rows)
    first = shown_first(found.criteria)
    columns = [Column(_("Place")), Column(_("No."), "card"), Column(_("Names"), "words")]
    columns += [Column(_("R%(number)s") % {"number": one}) for one in rounds]
    columns += [Column(_("Penalties, bonuses"))] if adjusted else []
    columns += [Column(criteriawords.FIRST_TITLES[first]()[0])] if first else []
    return ListPaper(
        title=listwords.title(found),
        over=f"{listwords.kind(found.kind)} · {standings.over(tournament)}",
        note=note,
        columns=(*columns, Column(_("Total"), "strong")),
        rows=tuple(_list_row(row, named, rounds, adjusted, first) for row in found.rows),
        foot=foot,
    )


def _list_row(row: Row, named: Named, rounds: list[int], adjusted: bool, first: str | None) -> tuple[Cell, ...]:
    label, names = named.get(row.who, ("", ()))
    cells: list[Cell] = [row.rank if row.rank is not None else "–", label, names]
    marked = {number: (points, source) for number, points, source in row.rounds}
    for one in rounds:
        if one not in marked:
            cells.append(None)
            continue
        points, source = marked[one]
        mark = givenwords.mark(source)
        cells.append(f"{number(points)}{NO_BREAK}{mark}" if mark else number(points))
    cells += [signed(row.adjustments) if row.adjustments else None] if adjusted else []
    cells += [dict(row.values)[first]] if first else []
    return (*cells, row.points)


# Who is entered


def gather_entries(tournament: Tournament, choice: Choice) -> Content:
    """Everybody who is entered, by number or by name, with a box to tick."""
    return _entries(tournament, choice, with_fees=False)


def gather_fees(tournament: Tournament, choice: Choice) -> Content:
    """The same with what was paid and what is due: for who may see money."""
    return _entries(tournament, choice, with_fees=True)


def _entries(tournament: Tournament, choice: Choice, *, with_fees: bool) -> Content:
    named = [one for one in people.in_hall(tournament).values() if one.team is None]
    by_name = choice.style == "names"
    named.sort(key=lambda one: one.sort_key if by_name else "")
    found = {entry.pk: entry for entry in tournament.entries.all()}
    accounts = {key: due.account for key, due in fees.dues(tournament).items()} if with_fees else {}
    if not named:
        raise Nothing("no-entries")
    has_clubs, has_categories = (any(getattr(one, what) for one in named) for what in ("home_club", "category"))
    columns = [Column(_("No."), "card"), Column(_("Names"), "words")]
    columns += [Column(_("Club"), "note")] if has_clubs else []
    columns += [Column(_("Category"), "note")] if has_categories else []
    if with_fees:
        columns += [Column(_("Due")), Column(_("Received")), Column(_("To pay"), "strong"), Column("", "box")]
    else:
        columns += [Column(""), Column(_("Here"), "box")]
    rows = []
    for one in named:
        entry = found[one.id]
        cells: list[Cell] = [one.label, one.names if len(one.players) <= 2 else one.players]
        cells += [one.home_club] if has_clubs else []
        cells += [one.category] if has_categories else []
        cells += _money(accounts[one.id], tournament.currency) if with_fees else [_out(entry)]
        is_done = entry.status != Entry.Status.ACTIVE or (with_fees and accounts[one.id].is_paid)
        rows.append((*cells, "–" if is_done else ""))
    playing = sum(1 for one in named if one.status == "active")
    note = ngettext("%(count)s entry", "%(count)s entries", playing) % {"count": number(playing)}
    if with_fees:
        open_ = sum(one.open for one in accounts.values())
        note += " · " + _("still to pay: %(sum)s") % {"sum": amounts.said(open_, tournament.currency)}
    title = _("Entries and fees") if with_fees else _("Entries")
    paper = ListPaper(
        title=title,
        over=standings.over(tournament),
        note=note,
        columns=tuple(columns),
        rows=tuple(rows),
        foot=tournament.club.name,
    )
    return _content(title, [paper])


def _out(entry: Entry) -> str:
    """That an entry plays no more; "" of one that does."""
    return {
        Entry.Status.WITHDRAWN: _("withdrawn"),
        Entry.Status.DISQUALIFIED: _("disqualified"),
        Entry.Status.INCOMPLETE: _("looks for a partner"),
    }.get(Entry.Status(entry.status), "")


def _money(account: Account, currency: str) -> list[Cell]:
    """What is due, was received and is still to be paid. Where there is no fee, only that somebody ticked it."""
    received: Cell = amounts.said(account.received, currency) if account.received else None
    if not account.due and account.is_ticked:
        received = _("paid")
    return [
        amounts.said(account.due, currency) if account.due and not account.has_left else None,
        received,
        amounts.said(account.open, currency) if account.open else None,
    ]


# The prizes


def gather_prizes(tournament: Tournament, choice: Choice) -> Content:
    """What there is to win; with the style "won" who has won what, and a place to sign for it. Nothing "no-prizes"."""
    found = prizes.of(tournament)
    rows = prizes.rows_of(found)
    if not rows:
        raise Nothing("no-prizes")
    if choice.style != "won":
        paper = ListPaper(
            title=_("The prizes"),
            over=standings.over(tournament),
            note=tournament.place,
            columns=(Column(_("For"), "words"), Column(_("Prize"), "words")),
            rows=tuple((_upper(prizewords.for_what(one)), prizewords.called(one, tournament.currency)) for one in rows),
            foot=tournament.club.name,
            row=11.5,
        )
        return _content(_("The prizes"), [paper])
    return _won(tournament)


def _by(tournament: Tournament, now: prizes.Now) -> str:
    """By which of the public standings it is who has won what; "" where it is by none of them."""
    found = prizes.of(tournament)
    by = found.publication if found is not None and now.is_settled else now.publication
    if by is None or by.round is None:
        return ""
    version = _("version %(version)s") % {"version": number(by.version)}
    return f"{words.after_round(tournament, by.round.number)}, {version}"


def _won(tournament: Tournament) -> Content:
    now = prizes.now(tournament)
    if not now.awards:
        raise Nothing("no-standings")
    named = people.in_hall(tournament)
    handed = prizegiving.handed(tournament)
    labels = {str(key): name.label for key, name in named.items()}
    rows = []
    for one in now.awards:
        who = named.get(UUID(one.entry)) if one.entry else None
        said = prizewords.for_what(one)
        why = prizewords.why(one, tournament.currency, labels)
        rows.append(
            (
                _upper(said),
                who.label if who else None,
                who.names if who else (why,) if why else (),
                prizewords.called(one, tournament.currency),
                _("handed out") if one.key in handed else "",
                "",
            )
        )
    unsettled = "" if now.is_settled else _("Not settled yet: it may still change.")
    paper = ListPaper(
        title=_("Prizes: who has won what"),
        over=standings.over(tournament),
        note=" · ".join(filter(None, (_by(tournament, now), unsettled))),
        columns=(
            Column(_("For"), "note"),
            Column(_("No."), "card"),
            Column(_("Names"), "words"),
            Column(_("Prize"), "words"),
            Column("", "note"),
            Column(_("Signature"), "line"),
        ),
        rows=tuple(rows),
        foot=tournament.club.name,
        row=12.0,
    )
    return _content(paper.title, [paper])


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]
