"""What is printed for the case that the machine dies: what to do, the rounds drawn beforehand by table and by name, a
list to add the points up by hand, the rules in short, and spare score sheets. Made from a plan that is kept."""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs import names
from documents import sheet_form, sheets, words
from documents.posters import Carded, Posters, Seated, in_index
from scoring.rulesets_reading import sections_of
from scoring.rulesets_store import rules_of, title_of
from tournaments import people, rulewords
from tournaments.draws.engine import MELEE
from tournaments.draws.onpaper import BRACKETS
from tournaments.draws.options import drawn_by
from tournaments.draws.record import byes_of, tables_of
from tournaments.models import Entry, EntryMember, PaperPlan, Round, Tournament
from tournaments.services import drawing, drawrules, meetings, results, stages

MOST_COPIES, MOST_BLANKS = 10, 200
Names = Mapping[uuid.UUID, people.EntryName]


@dataclass(frozen=True, slots=True)
class Named:
    """A line of the list by name: the name, the number, and the table in each planned round: 0 rests, None does not
    play."""

    name: str
    label: str
    tables: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """A line of the list to add up: an entry and its points so far."""

    label: str
    names: tuple[str, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Fallback:
    """All that is on the papers. ``numbers``: the rounds planned; ``open``: those that need results and have a blank
    list; ``to_add``: the rounds whose points are written by hand."""

    language: str
    name: str
    over: str
    title: str
    made: str
    how: tuple[str, ...]
    numbers: tuple[int, ...]
    open: tuple[int, ...]
    posters: tuple[Posters, ...]
    index: tuple[Named, ...]
    to_add: tuple[int, ...]
    totals: tuple[Counted, ...]
    rules_title: str
    rules: tuple[tuple[str, tuple[str, ...]], ...]
    head: sheet_form.Head
    rules_sha256: str
    tables: tuple[int, ...]
    copies: int
    blanks: int

    def content_key(self) -> str:
        return words.content_key("pdf.fallback", asdict(self))


def gather(plan_id: uuid.UUID, copies: int, blanks: int) -> tuple[PaperPlan, Fallback]:
    """Everything on the papers of a plan, in the club's language; ``copies`` sheets a table with its number on it, and
    ``blanks`` without one. PaperPlan.DoesNotExist."""
    plan = PaperPlan.objects.select_related(
        "stage__tournament__club", "stage__ruleset_version__ruleset", "stage__game_format"
    ).get(pk=plan_id)
    tournament = plan.stage.tournament
    with words.local_to(tournament) as language:
        return plan, _gathered(plan, people.in_hall(tournament), language, copies, blanks)


def _gathered(plan: PaperPlan, named: Names, language: str, copies: int, blanks: int) -> Fallback:
    stage, tournament = plan.stage, plan.stage.tournament
    last = stages.last_number(stage)
    rounds = [_Planned(plan, one) for one in plan.rounds]
    numbers = tuple(one.number for one in rounds)
    open_ = tuple(range(max(numbers, default=_next_number(tournament) - 1) + 1, last + 1))
    if numbers and drawn_by(stage.draw_system, stage.settings.get("draw", {})) not in BRACKETS:
        open_ = ()  # not asked for
    most = max((one.most_table for one in rounds), default=0) or _tables_needed(named)
    over = f"{tournament.name}, {words.long_date(tournament.local_date)}"
    version = stage.ruleset_version
    lists = [(one.number, one.true, one.lines(named)) for one in rounds]
    lists += [(number, False, _to_write(max(1, most >> place))) for place, number in enumerate(open_, start=1)]
    return Fallback(
        language=language,
        name=tournament.name,
        over=over,
        title=_("Emergency plan %(number)s") % {"number": plan.number},
        made=words.moment(plan.at),
        how=tuple(_how(plan, numbers, open_)),
        numbers=numbers,
        open=open_,
        posters=tuple(_poster(plan, number, true, lines, over, language) for number, true, lines in lists),
        index=_index(tournament, rounds),
        to_add=tuple(_to_add(tournament, last)),
        totals=tuple(_totals(tournament, named)),
        rules_title=title_of(version, language),
        rules=tuple(
            (one.title, one.sentences) for one in sections_of(rules_of(version), language) if one.id != "source"
        ),
        head=_head(plan, language),
        rules_sha256=version.sha256,
        tables=tuple(range(1, most + 1)),
        copies=copies,
        blanks=blanks,
    )


def _tables_needed(named: Names) -> int:
    """As many tables as whoever plays fills."""
    there = [one for one in named.values() if one.status == Entry.Status.ACTIVE and one.kind != Entry.Kind.TEAM]
    seats = 4 if any(one.kind == Entry.Kind.SINGLE for one in there) else 2
    return -(-len(there) // seats)


def _next_number(tournament: Tournament) -> int:
    last = (
        Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT).order_by("-number").first()
    )
    return 1 if last is None else last.number + 1


def _how(plan: PaperPlan, numbers: tuple[int, ...], open_: tuple[int, ...]) -> Iterator[str]:
    """How these rounds were drawn, in sentences."""
    if numbers and plan.rounds[0]["true"]:
        yield _(
            "The tables are those of the movement: the very ones that the machine draws, as long as nobody comes or "
            "leaves."
        )
    elif numbers:
        yield _(
            "Nobody knows the results of the next rounds yet: these tables are an emergency plan, drawn by lot with a "
            "number that was made for this paper alone. The sealed draw of the evening stays sealed and is not told."
        )
        kept = [
            rulewords.sentence(rule, melee=drawing.engine_system(plan.stage.tournament, plan.stage) == MELEE)
            for rule in drawrules.rules_of(plan.stage).musts
        ]
        if kept:
            yield _("It keeps these, the first before all others. %(rules)s") % {
                "rules": " ".join(f"{one.rstrip('.')}." for one in kept)
            }
        lacks = sum(plan.lacks.values())
        if lacks:
            yield ngettext(
                "Of these it could not keep one: %(count)s time.",
                "Of these it could not keep all: %(count)s times.",
                lacks,
            ) % {"count": lacks}
    if open_:
        yield _("Who plays on in round %(first)s depends on results: write the winners on the blank lists.") % {
            "first": open_[0]
        }
    yield _("Earlier emergency plans are void. Print a new one when somebody has come or left, and after each round.")


class _Planned:
    """A round of the plan at its tables: of teams, those of their pairs."""

    def __init__(self, plan: PaperPlan, paper: Mapping[str, Any]) -> None:
        self.number, self.true = int(paper["number"]), bool(paper["true"])
        self.tables, alone = meetings.tables_set(plan.stage, self.number, tables_of(paper))
        self.resting = (*byes_of(paper), *sorted(alone))

    @property
    def most_table(self) -> int:
        return max((one.table for one in self.tables), default=0)

    def lines(self, named: Names) -> tuple[Seated, ...]:
        """The lines by table, those who rest last."""
        found = [
            Seated(one.table, tuple(tuple(_carded(named, who) for who in side) for side in (one.ns, one.ew)))
            for one in sorted(self.tables, key=lambda table: table.table)
        ]
        return (*found, *(Seated(0, ((_carded(named, who),),)) for who in self.resting))

    def table_by_entry(self) -> dict[str, int]:
        """The table of each entry by its id, 0 of who rests."""
        at = {who: one.table for one in self.tables for who in (*one.ns, *one.ew)}
        return at | dict.fromkeys(self.resting, 0)


def _carded(named: Names, who: str) -> Carded:
    entry = named.get(uuid.UUID(who))
    if entry is None:
        return "–", (_("no longer on the list"),)
    return entry.label, ((entry.joined,) if len(entry.names) > 2 else entry.names)


def _poster(plan: PaperPlan, number: int, true: bool, lines: tuple[Seated, ...], over: str, language: str) -> Posters:
    title = _("Round %(number)s: your table") % {"number": number}
    said = _("Emergency plan, drawn beforehand for the case that the machine stops. It is not the sealed draw.")
    if true:
        said = _("Drawn beforehand by the movement, for the case that the machine stops.")
    foot = _("Emergency plan %(number)s, made at %(time)s") % {"number": plan.number, "time": words.moment(plan.at)}
    return Posters(language, title, over, foot, (), lines, (said, ""))


def _to_write(tables: int) -> tuple[Seated, ...]:
    """A list to write on who goes on."""
    nobody: Carded = ("", ())
    return tuple(Seated(table, ((nobody,), (nobody,))) for table in range(1, tables + 1))


def _index(tournament: Tournament, planned: Iterable[_Planned]) -> tuple[Named, ...]:
    """Everybody by name, with the table in each planned round."""
    rounds = [one.table_by_entry() for one in planned]
    labels = people.labels_of(tournament.entries.order_by("number"))
    found = []
    members = EntryMember.objects.filter(tournament=tournament, until_round__isnull=True).select_related(
        "person", "entry"
    )
    for member in members:
        ids = (str(member.entry_id), str(member.entry.team_id))
        tables = tuple(next((at[one] for one in ids if one in at), None) for at in rounds)
        if all(table is None for table in tables):
            continue
        person, objected = member.person, member.shown_as == EntryMember.ShownAs.OBJECTED
        shown = f"{in_index(person.family)} {person.given}".strip()
        key = names.sort_key(person.family, person.given)
        if objected or person.erased_at is not None:
            shown = names.in_hall(person, objected=objected)
            key = names.search_key(shown)
        found.append((key, member.entry.number, Named(shown, labels[member.entry_id], tables)))
    return tuple(one for _key, _number, one in sorted(found, key=lambda row: row[:2]))


def _to_add(tournament: Tournament, last: int) -> Iterator[int]:
    """The rounds that are not closed: their points are not in the totals yet, or not all of them."""
    closed = Round.objects.filter(stage__tournament=tournament, state=Round.State.CLOSED).values_list(
        "number", flat=True
    )
    done = set(closed)
    yield from (number for number in range(1, last + 1) if number not in done)


def _totals(tournament: Tournament, named: Names) -> Iterator[Counted]:
    """Everybody who is ranked, by number; the points of closed rounds, penalties and bonuses included."""
    closed = Round.objects.filter(stage__tournament=tournament, state=Round.State.CLOSED).values_list(
        "number", flat=True
    )
    done = {str(number) for number in closed}
    rows = {row["entry"]: row for row in results.standings_figures(tournament)["rows"]}
    for entry in sorted(named.values(), key=lambda one: one.number):
        row = rows.get(str(entry.id))
        if row is None and (entry.team is not None or entry.status != "active"):
            continue
        points = 0
        if row is not None:
            points = sum(cell["points"] for number, cell in row["rounds"].items() if number in done)
            points += row["terms"]["adjustments"]
        yield Counted(entry.label, entry.names, points)


def _head(plan: PaperPlan, language: str) -> sheet_form.Head:
    """The head of a spare sheet: as that of a round's sheets, the round to be written."""
    stage, tournament = plan.stage, plan.stage.tournament
    version = stage.ruleset_version
    return sheet_form.Head(
        title=tournament.name,
        round_title=_("Round ____"),
        facts=" · ".join((words.length(stage.game_format), words.long_date(tournament.local_date))),
        club=tournament.club.name,
        rules=_("rules: %(rules)s, version %(version)s")
        % {"rules": title_of(version, language), "version": version.number},
        rows=sheets.rows_of(stage.game_format, rules_of(version)),
        has_code=False,
        instead=_("Spare sheet: bring it to the desk."),
    )
