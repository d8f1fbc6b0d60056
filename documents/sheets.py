"""The score sheets of a round, one a table: what they are made from, and the PDF.

The blank form is the same for all of them and in the file once, beneath every page. Only the words that differ (table,
numbers, names) are added for each, and the code as one path.
"""

import uuid
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from django.utils.translation import gettext as _

from core import hosts, links, shortcodes
from core.models import AccessLink
from documents import sheet_form, words
from documents.columns import layout
from documents.page import CHUNK, Page, Progress, chunks
from documents.press import Press
from documents.sheet_words import Side, Table, filled_pages
from scoring import rules
from scoring.models import GameFormat, RulesetVersion
from scoring.rulesets_store import rules_of, title_of
from tournaments import moves, nouns, people
from tournaments.models import Game, Round, Stage
from tournaments.services import stages

#: Rows of a game that ends at a number of points or a time: as many as fit on a page, or more to a high target.
ROWS_WITHOUT_QUOTA = 16
MOST_ROWS_TO_A_TARGET = 32
#: What both sides together write in a deal where contracts fail now and then: a pack, rounded.
POINTS_A_DEAL = 160


@dataclass(frozen=True, slots=True)
class Sheets:
    """All that the sheets of a round are made from."""

    language: str
    head: sheet_form.Head
    rules_sha256: str
    tables: tuple[Table, ...]

    @property
    def without_code(self) -> bool:
        """Whether no address was chosen that a code could open."""
        return not self.head.has_code

    def content_key(self) -> str:
        return words.content_key("pdf.sheets", asdict(self))


def gather(round_id: uuid.UUID) -> tuple[Round, Sheets]:
    """Everything on the sheets of a published round, in the club's language. Round.DoesNotExist."""
    round_ = Round.objects.select_related(
        "stage__tournament__club", "stage__ruleset_version__ruleset", "stage__game_format"
    ).get(pk=round_id)
    with words.local_to(round_.stage.tournament) as language:
        tables = _tables(round_, hosts.current_base_url())
        head = _head(round_, has_code=any(table.url for table in tables), language=language)
        return round_, Sheets(language, head, version_of(round_).sha256, tables)


def version_of(round_: Round) -> RulesetVersion:
    """The rules that a round is counted by: those of its sheets, which a later change of the rules leaves alone."""
    game = (
        Game.objects.filter(match__round=round_)
        .select_related("sheet__ruleset_version__ruleset")
        .order_by("table_no", "number")
        .first()
    )
    return game.sheet.ruleset_version if game is not None else round_.stage.ruleset_version


def _head(round_: Round, *, has_code: bool, language: str) -> sheet_form.Head:
    head = head_of(round_.stage, version_of(round_), has_code=has_code, language=language)
    return replace(head, round_title=words.round_title(round_))


def head_of(stage: Stage, version: RulesetVersion, *, has_code: bool, language: str) -> sheet_form.Head:
    """The words that the sheets of a stage share, without a round."""
    tournament, game_format = stage.tournament, stage.game_format
    facts = [
        _("of %(rounds)s") % {"rounds": stages.rounds_in_all(tournament)},
        words.length(game_format),
        words.long_date(tournament.local_date),
    ]
    return sheet_form.Head(
        title=tournament.name,
        round_title="",
        facts=" · ".join(facts),
        club=tournament.club.name,
        rules=_("rules: %(rules)s, version %(version)s")
        % {"rules": title_of(version, language), "version": version.number},
        rows=rows_of(game_format, rules_of(version)),
        has_code=has_code,
    )


def rows_of(game_format: GameFormat, ruleset: rules.RuleSet) -> int:
    """Rows for every deal that the game may have. To a target it is over, but for a few deals more where neither side
    may win yet, when both together have twice as much."""
    if game_format.kind == GameFormat.Kind.DEALS:
        return game_format.length
    if game_format.kind == GameFormat.Kind.TARGET:
        needed = -(-2 * game_format.length // max(POINTS_A_DEAL, _written(ruleset)))
        return min(max(ROWS_WITHOUT_QUOTA, needed), MOST_ROWS_TO_A_TARGET)
    return ROWS_WITHOUT_QUOTA


def _written(ruleset: rules.RuleSet) -> int:
    """What both sides together write for the lowest contract, made; 0 where such a deal cannot be."""
    trump = ruleset.trumps[0]
    deal = {
        "declarer": "NS",
        "contract": ruleset.bids[0] if ruleset.bids else "take",
        "trump": trump,
        "points": {"NS": ruleset.pack_total(trump) * 2 // 3 // 10 * 10},
    }
    try:
        return sum(rules.score_deal(ruleset, deal).score.values())
    except rules.DealError:
        return 0


def _tables(round_: Round, base: str | None) -> tuple[Table, ...]:
    named = people.in_hall(round_.stage.tournament, round_number=round_.number)
    games = list(
        Game.objects.filter(match__round=round_)
        .select_related("match")
        .prefetch_related("match__seats")
        .order_by("table_no", "number")
    )
    targets = [game.match_id for game in games]
    by_match = {
        link.target: link
        for link in AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE, target__in=targets)
        if base and links.is_open(link)
    }
    several = len(set(targets)) < len(targets)
    plan = moves.of_stage(round_.stage) if round_.stage.draw_system in moves.AT_TABLES else None
    tables = []
    for game in games:
        link = by_match.get(game.match_id)
        tables.append(
            Table(
                number=game.table_no,
                game=game.number if several else 0,
                sides=(_side(game, "A", named), _side(game, "B", named)),
                url=f"{base}/t/{links.token_of(link)}/" if link else "",
                short_code=shortcodes.shown(links.short_code_of(link)).strip() if link else "",
                after=_after(plan, round_.number + 1, game, named) if plan is not None else "",
            )
        )
    return tuple(tables)


def _after(plan: moves.Moves, number: int, game: Game, named: dict[uuid.UUID, people.EntryName]) -> str:
    """Where both go for round ``number`` by the movement; "" after the last round."""
    said = []
    for seat in sorted(game.match.seats.all(), key=lambda seat: seat.side):
        stop = plan.at(seat.participant_id, number)
        if stop is None or not stop.table:
            return ""
        who = nouns.PAIRS.numbered(named[seat.participant_id].label)
        where = _("goes to table %(table)d") % {"table": stop.table}
        if stop.table == game.table_no:
            where = _("stays here")
        if not stop.meets:
            where = _("is at rest")
        said.append(f"{who} {where}")
    return _("Next round: %(moves)s.") % {"moves": ", ".join(said)}


def _side(game: Game, side: str, named: dict[uuid.UUID, people.EntryName]) -> Side:
    seats = sorted((seat for seat in game.match.seats.all() if seat.side == side), key=lambda seat: seat.slot)
    entries = [named[seat.participant_id] for seat in seats]
    return Side(
        number=people.side_label(entry.label for entry in entries),
        names=tuple(name for entry in entries for name in entry.names),
    )


def make(round_: Round, sheets: Sheets, progress: Progress) -> tuple[bytes, int]:
    """The PDF and its number of pages; ``progress(sheets done, sheets in all)`` after each chunk."""
    with words.local_to(round_.stage.tournament):
        rules = rules_of(version_of(round_))
        form = sheet_form.Form(sheets.head, layout(rules))
        title = f"{sheets.head.title}, {sheets.head.round_title}"
        return stamped(form, sheets.tables, title, sheets.language, progress)


def stamped(
    form: sheet_form.Form,
    tables: Sequence[Table],
    title: str,
    language: str,
    progress: Progress,
    fill: Callable[[sheet_form.Form, Table], list[Page]] = filled_pages,
) -> tuple[bytes, int]:
    """The sheets of ``tables`` on their form: the PDF and its number of pages. ``fill`` gives a table's words."""
    blank = form.blank_pages()
    progress(0, len(tables))
    with Press() as press:
        for part in chunks(len(tables), max(1, CHUNK // form.leaves)):
            press.put(on_form(form, blank, tables[part], fill))
            progress(part.stop, len(tables))
        return press.saved(title, language)


def on_form(
    form: sheet_form.Form,
    blank: Sequence[Page],
    tables: Sequence[Table],
    fill: Callable[[sheet_form.Form, Table], list[Page]],
) -> list[Page]:
    """The pages of some tables, each on its leaf of the ``blank`` form and with its code."""
    filled = []
    for table in tables:
        for page, beneath in zip(fill(form, table), blank, strict=True):
            page.beneath = beneath
            if table.url:
                page.code(table.url, *sheet_form.CODE)
            filled.append(page)
    return filled
