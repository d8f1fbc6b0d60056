"""The standings on paper, in two flavours: for the hall with whole names, for everybody with names by consent. For the
hall also as they are after an earlier round, and those of a part."""

import datetime as dt
from dataclasses import asdict, dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.templatetags.look import NO_BREAK, number, signed
from documents import words
from documents.lists import Cell, Column, ListPaper
from scoring.models import ScoreSheet
from tournaments import boardwords, criteriawords, givenwords, people
from tournaments.models import Publication, Round, Standing, Tournament
from tournaments.services import lists as listing
from tournaments.services import publishing, stages
from tournaments.standings.rows import parted_by, shown_first

PUBLIC = Publication.What.STANDINGS


@dataclass(frozen=True, slots=True)
class Standings:
    """The list, with what tells it from another one; ``pairs``, the second one, where there are two: of teams
    the ranking of their pairs, of two lines that of east-west."""

    language: str
    public: bool
    paper: ListPaper
    pairs: ListPaper | None = None

    def content_key(self) -> str:
        return words.content_key("pdf.standings", asdict(self))


def of_hall(tournament: Tournament) -> Standings | None:
    """The standings as last computed, for the hall's wall; None before the first time."""
    standing = Standing.objects.filter(tournament=tournament).first()
    if standing is None:
        return None
    with words.local_to(tournament) as language:
        names = people.in_hall(tournament)
        note = heading(tournament, standing)
        return Standings(language, False, *_papers(tournament, standing.figures, names, note))


def heading(tournament: Tournament, standing: Standing) -> str:
    """What these standings are: after which round or during which one, computed when; which version of those that are
    public, where they are one."""
    said = [_provisional(tournament) or _after(tournament, standing.figures)]
    said.append(_computed(standing.computed_at, standing.revision))
    public = publishing.latest_standings(tournament)
    if public is not None and public.revision == standing.revision:
        said.append(_public_as(public))
    return " · ".join(said)


def _computed(at: dt.datetime, revision: int) -> str:
    return _("computed at %(time)s, state %(revision)s") % {"time": words.moment(at), "revision": number(revision)}


def _public_as(publication: Publication) -> str:
    return _("public as version %(version)s") % {"version": number(publication.version)}


def after(tournament: Tournament, number_: int) -> Standings:
    """The standings by what counts now in the rounds until this one, for the hall; they say as which version they are
    public, where they are."""
    with words.local_to(tournament) as language:
        figures = listing.after(tournament, number_)
        shown = {row.round.number: row for row in publishing.public(tournament, PUBLIC) if row.round is not None}
        public = shown.get(number_)
        said = _at_another_moment(tournament, figures)
        if public is not None and _same(public.figures, figures):
            said.append(_public_as(public))
        what = _("after round %(number)s") % {"number": number_}
        return Standings(
            language, False, *_papers(tournament, figures, people.in_hall(tournament), " · ".join(said), what)
        )


def of_part(tournament: Tournament, position: int) -> Standings:
    """The standings of a part of the tournament by what counts now, among those who played it, for the hall."""
    with words.local_to(tournament) as language:
        figures = listing.in_stage(tournament, position)
        what = boardwords.stage(listing.stage_names(tournament)[position], position)
        note = " · ".join(_at_another_moment(tournament, figures))
        return Standings(language, False, *_papers(tournament, figures, people.in_hall(tournament), note, what))


def _at_another_moment(tournament: Tournament, figures: dict[str, Any]) -> list[str]:
    """After which round of how many these are, or that it is being played, and by which state of the tournament."""
    last = figures["rounds"][-1]
    playing = Round.objects.filter(stage__tournament=tournament, number=last, state=Round.State.PLAYING).exists()
    kept = Standing.objects.filter(tournament=tournament, revision=tournament.revision).first()
    at = timezone.now() if kept is None else kept.computed_at
    said = _provisional(tournament) if playing else words.after_round(tournament, last)
    return [said, _computed(at, tournament.revision)]


def _same(published: dict[str, Any], figures: dict[str, Any]) -> bool:
    """Whether published standings are these: who was in which entry, which is kept beside them, changes no place."""
    told = {name: value for name, value in published.items() if name != "members"}
    return publishing.digest_of(told) == publishing.digest_of(figures)


def of_public(publication: Publication) -> Standings:
    """Published standings, for everybody: the figures as published, the names as they may be shown today."""
    tournament = publication.tournament
    with words.local_to(tournament) as language:
        names = people.in_public(tournament)
        about = {"time": words.moment(publication.at), "version": number(publication.version)}
        published = _("published at %(time)s, version %(version)s") % about
        note = f"{_after(tournament, publication.figures)} · {published}"
        return Standings(language, True, *_papers(tournament, publication.figures, names, note))


def _after(tournament: Tournament, figures: dict[str, Any]) -> str:
    rounds = figures["rounds"]
    return words.after_round(tournament, rounds[-1]) if rounds else _("Before the first round")


def _provisional(tournament: Tournament) -> str:
    """The warning on standings of a round that is still being played; "" where none is."""
    playing = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLAYING).order_by("-number").first()
    if playing is None:
        return ""
    sheets = ScoreSheet.objects.filter(game__match__round=playing)
    done = sheets.filter(state=ScoreSheet.State.CLOSED).count()
    return ngettext(
        "Provisional: round %(number)s of %(of)s is being played, %(done)s of %(all)s tables counted",
        "Provisional: round %(number)s of %(of)s is being played, %(done)s of %(all)s tables counted",
        done,
    ) % {
        "number": playing.number,
        "of": max(playing.number, stages.rounds_in_all(tournament)),
        "done": number(done),
        "all": number(sheets.count()),
    }


def _papers(
    tournament: Tournament, figures: dict[str, Any], names: dict[Any, people.EntryName], note: str, what: str = ""
) -> tuple[ListPaper, ListPaper | None]:
    """The list, and the second one, where there are two (``rankings``). ``what``: of which round or part they are."""
    made = [
        replace(
            _paper(tournament, {**figures, "rows": rows}, names, note), title=", ".join(filter(None, (title, what)))
        )
        for title, rows in rankings(figures)
    ]
    return made[0], made[1] if len(made) > 1 else None


def rankings(figures: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The rankings that figures hold, each with its title and its rows: one, of teams that of their pairs too; where
    each line has a ranking of its own, both of them."""
    lines = {line: [row for row in figures["rows"] if row.get("line") == line] for line in ("ns", "ew")}
    if lines["ns"]:
        return [(_("Standings, North-South"), lines["ns"]), (_("Standings, East-West"), lines["ew"])]
    pairs = [(_("Standings of the pairs"), figures["pairs"])] if "pairs" in figures else []
    return [(_("Standings"), figures["rows"]), *pairs]


def _paper(tournament: Tournament, figures: dict[str, Any], names: dict[Any, people.EntryName], note: str) -> ListPaper:
    rows = figures["rows"]
    by_id = {str(entry_id): name for entry_id, name in names.items()}
    rounds = [str(one) for one in figures["rounds"]]
    adjusted = any(row["terms"]["adjustments"] for row in rows)
    first = shown_first(figures["criteria"])
    shown = (None, "points", first)
    decided = any(row["tied"] or row["decided_by"] not in shown for row in rows)
    columns = [Column(_("Place")), Column(_("No."), "card"), Column(_("Names"), "words")]
    columns += [Column(_("R%(number)s") % {"number": one}) for one in rounds]
    columns += [Column(_("Penalties, bonuses"))] if adjusted else []
    columns += [Column(criteriawords.FIRST_TITLES[first]()[0])] if first else []
    columns += [Column(_("Total"), "strong")]
    columns += [Column(_("Equal points decided by"), "note")] if decided else []
    legend = [f"{mark} {meaning}" for mark, meaning in givenwords.legend(rows)]
    cut = givenwords.cut(figures.get("cut", []))
    return ListPaper(
        title=_("Standings"),
        over=over(tournament),
        note=note,
        columns=tuple(columns),
        rows=tuple(
            _row({**row, "parted": parted}, by_id.get(row["entry"]), rounds, adjusted, decided, first)
            for row, parted in zip(rows, parted_by(rows, figures["criteria"]), strict=True)
        ),
        foot=tournament.club.name,
        legend=". ".join(part for part in (", ".join(legend), cut) if part),
        closing=(_("What decides, in this order"), *criteriawords.lines(figures)) if rows else (),
    )


def over(tournament: Tournament) -> str:
    """The line over the title: whose standings, and of which day."""
    return f"{tournament.name}, {tournament.club.name}, {words.long_date(tournament.local_date)}"


def _row(
    row: dict[str, Any],
    name: people.EntryName | None,
    rounds: list[str],
    adjusted: bool,
    decided: bool,
    first: str | None,
) -> tuple[Cell, ...]:
    cells: list[Cell] = [
        row["rank"] if row["rank"] is not None else "–",
        name.label if name else None,
        name.names if name else (),
    ]
    for one in rounds:
        cell = row["rounds"].get(one)
        cells.append(None if cell is None else _marked(cell))
    if adjusted:
        cells.append(signed(row["terms"]["adjustments"]) if row["terms"]["adjustments"] else None)
    if first:
        cells.append(row["values"][first])
    cells.append(row["points"])
    if decided:
        cells.append(_decision(row))
    return tuple(cells)


def _decision(row: dict[str, Any]) -> str:
    """What decided between equal points, with this row's figure, and that nothing did where they stay equal."""
    found = []
    if row["parted"] is not None:
        figure = row["values"][row["parted"]]
        shown = signed(figure) if row["parted"] == "difference" else number(figure)
        found.append(f"{criteriawords.in_short(row['parted'])} {shown}")
    if row["tied"]:
        found.append(_("equal"))
    return ", ".join(found)


def _marked(cell: dict[str, Any]) -> str:
    """The points of a round, with a letter where they were not made at a table."""
    mark = givenwords.mark(cell["source"])
    return f"{number(cell['points'])}{NO_BREAK}{mark}" if mark else number(cell["points"])
