"""Which lists can be taken as files, who may have each, and how a file of them is made.

A list is for whoever may see the page that shows it. What everybody may have is made of publications alone.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, BinaryIO

from django.http import Http404
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.roles import Right
from tournaments import boardwords, people
from tournaments.exports import (
    as_csv,
    as_json,
    as_xlsx,
    of_boards,
    of_decisions,
    of_entries,
    of_lists,
    of_met,
    of_money,
    of_play,
    of_standings,
    of_statistics,
    of_trail,
)
from tournaments.exports.model import File, Table
from tournaments.models import Publication, Tournament
from tournaments.services import lists, listspublic, prizes, publishing

#: What a list is made by: for a tournament, a round or part (None: all of them), and the rights of who asks.
Make = Callable[[Tournament, int | None, frozenset[Right]], list[Table]]


@dataclass(frozen=True, slots=True)
class Listed:
    """``title`` is what buttons and pages call it; ``by_round``: it can be had of one round alone; ``by_part``: of one
    part. ``one_of``: what makes it makes others too, which are made together where all are asked for. ``alone``: it
    takes its time, and is in no file of all."""

    title: Any
    right: Right
    by_round: bool
    make: Make
    one_of: bool = False
    alone: bool = False
    by_part: bool = False


def _whole(make: Callable[[Tournament], Table]) -> Make:
    return lambda tournament, _number, _rights: [make(tournament)]


def _of_rounds(make: Callable[[Tournament, int | None], Table]) -> Make:
    return lambda tournament, number, _rights: [make(tournament, number)]


def _entries(tournament: Tournament, _number: int | None, rights: frozenset[Right]) -> list[Table]:
    return [of_entries.entries(tournament, with_money=Right.MONEY in rights)]


def _standings(tournament: Tournament, number: int | None, _rights: frozenset[Right]) -> list[Table]:
    return _ranked(tournament, number)[:1]


def _standings_pairs(tournament: Tournament, number: int | None, _rights: frozenset[Right]) -> list[Table]:
    return _ranked(tournament, number)[1:]


def _ranked(tournament: Tournament, number: int | None) -> list[Table]:
    named = people.in_hall(tournament)
    if number is None:
        return of_standings.of_hall(tournament, named)
    return of_standings.of_figures(tournament, lists.after(tournament, number), named)


def _parts(tournament: Tournament, number: int | None, _rights: frozenset[Right]) -> list[Table]:
    offered = lists.offered(tournament)
    found = {
        one: (boardwords.stage(name, one), lists.in_stage(tournament, one))
        for one, name in offered.stages.items()
        if number in (None, one)
    }
    if number is not None and not found:
        return []
    return [of_standings.parts(tournament, found, people.in_hall(tournament))]


def _met(tournament: Tournament, _number: int | None, _rights: frozenset[Right]) -> list[Table]:
    return [of_met.met(tournament, people.in_hall(tournament))]


def _lists(tournament: Tournament, _number: int | None, _rights: frozenset[Right]) -> list[Table]:
    found = lists.lists_of(tournament)
    return [of_lists.lists(found, people.in_hall(tournament), people.players_in_hall(tournament))]


def _provisional(tournament: Tournament, _number: int | None, _rights: frozenset[Right]) -> list[Table]:
    return of_lists.provisional_list(tournament)


def _statistics(tournament: Tournament, _number: int | None, _rights: frozenset[Right]) -> list[Table]:
    return of_statistics.tables(tournament, people.in_hall(tournament))


def _boards(tournament: Tournament, _number: int | None, _rights: frozenset[Right]) -> list[Table]:
    return of_boards.tables(tournament, people.in_hall(tournament))


def _corrections(tournament: Tournament, _number: int | None, _rights: frozenset[Right]) -> list[Table]:
    named = people.in_hall(tournament)
    return [of_decisions.corrections(tournament, named, tournament.currency, with_reasons=True)]


#: What the published rounds tell of the play, on the page of figures.
STATISTICS: Mapping[str, Any] = {
    "play": _lazy("What was played"),
    "contracts": _lazy("Contracts made, by bid"),
    "coinches": _lazy("Coinches that paid"),
    "trumps": _lazy("Trumps played"),
    "round-points": _lazy("Points a round"),
    "ranks": _lazy("Rank after each round"),
}

#: What follows a plan.
BOARDS: Mapping[str, Any] = {
    "pools": _lazy("The pools"),
    "bracket": _lazy("The bracket"),
    "movement": _lazy("Where everybody goes"),
}

#: By the name that stands in addresses, in the order of the evening.
LISTS: Mapping[str, Listed] = {
    "entries": Listed(_lazy("Who takes part"), Right.SEE_CLUB, False, _entries),
    "categories": Listed(_lazy("Categories"), Right.ORGANISE, False, _whole(of_entries.categories)),
    "fees": Listed(_lazy("Fees, paid and due"), Right.MONEY, False, _whole(of_money.fees)),
    "payments": Listed(_lazy("Payments"), Right.MONEY, False, _whole(of_money.payments)),
    "till": Listed(_lazy("Cash sheet"), Right.MONEY, False, _whole(of_money.cash_sheet)),
    "till-lines": Listed(_lazy("Lines of the till"), Right.MONEY, False, _whole(of_money.cash_lines)),
    "till-counts": Listed(_lazy("Counted in the till"), Right.MONEY, False, _whole(of_money.counts)),
    "attendance": Listed(_lazy("Roll"), Right.SEE_CLUB, False, _whole(of_decisions.attendance)),
    "draw": Listed(_lazy("Draw, by table"), Right.SEE_CLUB, True, _of_rounds(of_play.draw)),
    "seating": Listed(_lazy("Where everybody sits, by name"), Right.SEE_CLUB, True, _of_rounds(of_play.seating)),
    "desk": Listed(_lazy("Tables as the desk sees them"), Right.SEE_CLUB, True, _of_rounds(of_play.desk)),
    **{what: Listed(title, Right.SEE_CLUB, False, _boards, one_of=True) for what, title in BOARDS.items()},
    "results": Listed(_lazy("Results of the rounds"), Right.SEE_CLUB, True, _of_rounds(of_play.results)),
    "typed": Listed(_lazy("Paper sheets, as they were typed"), Right.SEE_CLUB, False, _whole(of_decisions.typed)),
    "sheets": Listed(_lazy("Score sheets"), Right.SEE_CLUB, True, _of_rounds(of_play.sheets)),
    "deals": Listed(_lazy("Every deal"), Right.SEE_CLUB, True, _of_rounds(of_play.deals)),
    "standings": Listed(_lazy("Standings"), Right.SEE_CLUB, True, _standings),
    "standings-pairs": Listed(_lazy("Standings of the pairs of teams"), Right.SEE_CLUB, True, _standings_pairs),
    "parts": Listed(_lazy("Standings of the parts"), Right.SEE_CLUB, False, _parts, by_part=True),
    "met": Listed(_lazy("Who met whom"), Right.SEE_CLUB, False, _met),
    "lists": Listed(_lazy("Lists by player, category, club, line and round"), Right.SEE_CLUB, False, _lists),
    "provisional": Listed(_lazy("Provisional list"), Right.ENTER_SHEETS, False, _provisional),
    **{what: Listed(title, Right.SEE_CLUB, False, _statistics, one_of=True) for what, title in STATISTICS.items()},
    "corrections": Listed(_lazy("Corrected after publication"), Right.SEE_CLUB, False, _corrections),
    "prizes": Listed(_lazy("Prizes"), Right.SEE_CLUB, False, _whole(of_lists.prize_list)),
    "penalties": Listed(_lazy("Penalties and bonuses"), Right.SEE_CLUB, False, _whole(of_trail.penalties)),
    "disputes": Listed(_lazy("For the arbiter"), Right.SEE_CLUB, False, _whole(of_decisions.before_arbiter)),
    "check": Listed(_lazy("What the check found"), Right.ORGANISE, False, _whole(of_decisions.findings), alone=True),
    "cuts": Listed(_lazy("Who came through the cuts"), Right.ORGANISE, False, _whole(of_entries.cuts)),
    "journal": Listed(_lazy("Journal"), Right.SEE_CLUB, False, _whole(of_trail.history)),
    "sheet-history": Listed(
        _lazy("History of the score sheets"), Right.SEE_CLUB, False, _whole(of_trail.sheet_history)
    ),
}
#: All lists in one file; CSV holds one only.
ALL = "all"
#: What everybody may have, of what is published; draws as soon as they are.
PUBLIC: Mapping[str, Any] = {
    "entries": _lazy("Who takes part"),
    "draw": _lazy("Draw, by table"),
    **BOARDS,
    "results": _lazy("Results of the rounds"),
    "deals": _lazy("Every deal"),
    "standings": _lazy("Standings"),
    "standings-pairs": _lazy("Standings of the pairs of teams"),
    "parts": _lazy("Standings of the parts"),
    "lists": _lazy("Lists by player, category, club, line and round"),
    **STATISTICS,
    "corrections": _lazy("Corrected after publication"),
    "provisional": _lazy("Provisional list"),
    "prizes": _lazy("Prizes"),
}

Write = Callable[[File, BinaryIO], None]
FORMATS: Mapping[str, tuple[str, Write]] = {
    "csv": (as_csv.CONTENT_TYPE, as_csv.write),
    "xlsx": (as_xlsx.CONTENT_TYPE, as_xlsx.write),
    "json": (as_json.CONTENT_TYPE, as_json.write),
}


def may_have(what: str, rights: frozenset[Right]) -> bool:
    """Whether these rights are enough for a list."""
    return what in LISTS and LISTS[what].right in rights


def in_club(tournament: Tournament, what: str, number: int | None, rights: frozenset[Right]) -> File:
    """The file of a list, or of all that these rights allow, with the names of the hall. Http404 for what there is not.

    Which rights a single list asks for, the caller has looked at (``may_have``).
    """
    if what == ALL:
        makes = dict.fromkeys(one.make for key, one in LISTS.items() if may_have(key, rights) and not one.alone)
        tables = tuple(table for make in makes for table in make(tournament, None, rights))
    else:
        listed = LISTS[what]
        if number is not None and not (listed.by_part or (listed.by_round and _is_drawn(tournament, number))):
            raise Http404
        made = LISTS[what].make(tournament, number, rights)
        tables = tuple(table for table in made if table.key == what or not LISTS[what].one_of)
    numbered = "part" if what != ALL and LISTS[what].by_part else "round"
    return _file(tournament, tables, {"revision": tournament.revision, **({numbered: number} if number else {})})


def _is_drawn(tournament: Tournament, number: int) -> bool:
    stages = tournament.stages.filter(rounds__number=number)
    return stages.exclude(rounds__number=number, rounds__state="draft").exists()


def in_public(tournament: Tournament, what: str, number: int | None) -> File:
    """The file of what is public, with the names that everybody may see; ``number``: of that round, the standings as
    they were made public after it; of parts that part. Http404 where nothing of it is public."""
    if what in ("entries", "draw"):
        if number is not None and not (what == "draw" and _is_drawn(tournament, number)):
            raise Http404
        table = (
            of_play.draw(tournament, number, public=True) if what == "draw" else of_entries.public_entries(tournament)
        )
        return _file(tournament, (table,), {"round": number} if number else {})
    return _published(tournament, what, number)


def _published(tournament: Tournament, what: str, number: int | None) -> File:
    kind = Publication.What
    if what in _BESIDE or what in STATISTICS or what in BOARDS:
        if number is not None:
            raise Http404
        return _beside(tournament, what)
    if what == "lists":
        shown = listspublic.shown(tournament)
        if shown is None or number is not None:
            raise Http404
        read = listspublic.read(shown, tournament)
        table = of_lists.lists(read, people.in_public(tournament), people.players_in_public(tournament))
        return _file(tournament, (table,), {"rounds": _versions([shown])})
    if what == "parts":
        return _parts_published(tournament, number)
    if what == "deals":
        found = _of_round(publishing.public(tournament, kind.SHEETS), number)
        return _file(tournament, (of_standings.published_deals(found),), {"rounds": _versions(found)})
    if what == "results":
        found = _of_round(publishing.public(tournament, kind.ROUND), number)
        numbers = [row.figures["round"] for row in found]
        named = people.in_public_by_round(tournament, numbers)
        results = of_standings.published_results(tournament, found, named)
        return _file(tournament, (results,), {"rounds": _versions(found)})
    found = _of_round(publishing.public(tournament, kind.STANDINGS), number)[-1:]
    tables = tuple(of_standings.published(found[0], people.in_public(tournament)))
    if what == "standings-pairs":
        tables = tables[1:]
    return _file(tournament, tables, {"rounds": _versions(found)})


def _parts_published(tournament: Tournament, number: int | None) -> File:
    """The standings of the parts, each as it was made public after the last round of it that is."""
    shown = listspublic.offered(tournament)
    found = {
        one: (boardwords.stage(name, one), shown.figures("stages", one) or {})
        for one, name in shown.offered.stages.items()
        if number in (None, one)
    }
    if not found:
        raise Http404
    publications = [row for one in found if (row := shown.publication("stages", one)) is not None]
    table = of_standings.parts(tournament, found, people.in_public(tournament))
    return _file(tournament, (table,), {"rounds": _versions(publications), **({"part": number} if number else {})})


#: What is public beside the publications themselves.
_BESIDE = ("corrections", "provisional", "prizes")


def _beside(tournament: Tournament, what: str) -> File:
    if what == "provisional":
        tables = of_lists.provisional_list(tournament, public=True)
    elif what == "prizes":
        tables = of_lists.public_prizes(tournament)
    elif what in BOARDS:
        made = of_boards.tables(tournament, people.in_public(tournament))
        tables = [table for table in made if table.key == what]
    elif not (found := publishing.public(tournament, Publication.What.STANDINGS)):
        tables = []
    elif what == "corrections":
        # Whoever is named in them may be a pair that moved to another prize: only where prizes are shown.
        named, currency = people.in_public(tournament), prizes.shown_currency(tournament)
        tables = [of_decisions.corrections(tournament, named, currency)]
    else:
        made = of_statistics.tables(tournament, people.in_public(tournament))
        one = tuple(table for table in made if table.key == what)
        return _file(tournament, one, {"rounds": _versions(found)})
    if not tables:
        raise Http404
    return _file(tournament, tuple(tables), {})


def _of_round(publications: list[Publication], number: int | None) -> list[Publication]:
    found = [row for row in publications if number is None or (row.round is not None and row.round.number == number)]
    if not found:
        raise Http404
    return found


def _versions(publications: Iterable[Publication]) -> list[dict[str, Any]]:
    return [
        {"round": row.round.number if row.round else None, "version": row.version, "published_at": row.at.isoformat()}
        for row in publications
    ]


def _file(tournament: Tournament, tables: tuple[Table, ...], more: Mapping[str, Any]) -> File:
    language = (get_language() or "fr").split("-")[0]
    about = {
        "language": language,
        "club": {"name": tournament.club.name, "slug": tournament.club.slug},
        "tournament": {
            "id": str(tournament.pk),
            "name": tournament.name,
            "slug": tournament.slug,
            "date": tournament.local_date.isoformat(),
        },
        **more,
    }
    decimal = "," if language == "fr" else "."
    return File(tournament.name, tables, about, (_("yes"), _("no")), decimal)


def tag_of(file: File, suffix: str) -> str:
    """An ETag of what is in a file, the same whenever it is made: a workbook itself holds when that was."""
    digest = hashlib.sha256(suffix.encode())
    for part in as_json.parts(file):
        digest.update(part.encode())
    return f'"{digest.hexdigest()[:24]}"'
