"""Tables of what the published rounds tell of the play, as the page of figures shows them: from publications alone."""

from collections.abc import Callable, Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import nouns, publicstats, publicwords
from tournaments.exports import who
from tournaments.exports.model import Cell, Column, Kind, Table, Word
from tournaments.models import Tournament
from tournaments.services import published
from tournaments.standings.statistics import Statistics, statistics


def tables(tournament: Tournament, named: who.Named) -> list[Table]:
    """All of them, from one reading of what is public; without rows while nothing is."""
    known = published.of_tournament(tournament)
    told = statistics(known.results, known.sheets, known.standings)
    return [
        _played(told),
        _contracts(told),
        _coinches(told),
        _trumps(told),
        _spreads(told),
        _ranks(tournament, told, named),
    ]


def _made(key: str, title: str, columns: Sequence[Column], rows: Callable[[], Iterable[Sequence[Cell]]]) -> Table:
    return Table(key, title, tuple(columns), rows)


def _number(key: str, title: str) -> Column:
    return Column(key, title, Kind.NUMBER)


def _played(told: Statistics) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (Word("contracts", _("Contracts played")), told.deals),
        (Word("passed", _("All passed")), told.passed),
        (Word("belotes", _("Belotes")), told.belotes),
        (Word("sweeps", _("All tricks to one side")), told.sweeps),
        (Word("sheets", _("Score sheets")), told.sheets),
        (Word("totals_only", _("Sheets of which only the totals are known")), told.totals_only),
    ]
    columns = (Column("what", _("What")), _number("count", _("How many")))
    return _made("play", _("What was played"), columns, lambda: rows if told.rounds else [])


def _share(part: int, whole: int) -> int | None:
    """In hundreds, rounded as the page does."""
    return (200 * part + whole) // (2 * whole) if whole else None


def _contracts(told: Statistics) -> Table:
    columns = (
        Column("contract", _("Contract")),
        _number("played", _("Played")),
        _number("made", _("Made")),
        _number("failed", _("Failed")),
        _number("share", _("Share in percent")),
    )
    rows = [
        (Word(str(one.bid), publicwords.bid(one.bid)), one.played, one.made, one.failed, _share(one.made, one.played))
        for one in told.bids
    ]
    return _made("contracts", _("Contracts made, by bid"), columns, lambda: rows)


def _coinches(told: Statistics) -> Table:
    columns = (
        Column("double", _("Kind")),
        _number("played", _("Played")),
        _number("paid", pgettext("coinches", "Paid")),
        _number("lost", _("Made all the same")),
        _number("share", _("Share in percent")),
    )
    rows = [
        (
            Word(one.double, publicwords.double(one.double)),
            one.played,
            one.paid,
            one.played - one.paid,
            _share(one.paid, one.played),
        )
        for one in told.doubles
    ]
    return _made("coinches", _("Coinches that paid"), columns, lambda: rows)


def _trumps(told: Statistics) -> Table:
    columns = (Column("trump", _("Trump")), _number("played", _("Played")), _number("share", _("Share in percent")))
    rows = [(Word(trump, publicwords.trump(trump)), count, _share(count, told.deals)) for trump, count in told.trumps]
    return _made("trumps", _("Trumps played"), columns, lambda: rows)


def _spreads(told: Statistics) -> Table:
    columns = (
        _number("round", _("Round")),
        _number("scores", _("Scores")),
        Column("least", _("Least"), Kind.DECIMAL),
        Column("quarter", _("A quarter has less"), Kind.DECIMAL),
        Column("middle", _("Middle"), Kind.DECIMAL),
        Column("three_quarters", _("A quarter has more"), Kind.DECIMAL),
        Column("most", _("Most"), Kind.DECIMAL),
    )
    rows = [
        (one.round, one.count, one.least, one.quarter, one.middle, one.three_quarters, one.most) for one in told.spreads
    ]
    return _made("round-points", _("Points a round"), columns, lambda: rows)


def _ranks(tournament: Tournament, told: Statistics, named: who.Named) -> Table:
    found = publicstats.followed(told, named)
    names = who.width(name for name, _mine in found)
    rounds = [
        _number(f"round_{one}", _("Round %(number)s") % {"number": one})
        for one in (told.ranked_rounds if found else ())
    ]
    columns = (*who.columns(nouns.of(tournament).one, names), *rounds)
    rows = [(*who.cells(name, names), *mine) for name, mine in found]
    return _made("ranks", _("Rank after each round"), columns, lambda: rows)
