"""What hangs on the wall before the first draw: how the tournament is drawn, in words, and the seal of its draws with
the address at which everybody can check them. A page for each part of the tournament."""

import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import hosts
from documents import words
from documents.fonts import MM_PER_POINT, break_lines, fit, shrink
from documents.page import Page
from tournaments import boardwords, criteriawords, drawform, drawtrail, givenwords, rulewords, systemwords
from tournaments.draws.engine import MELEE, PLANNED
from tournaments.draws.model import BALANCED_SIDES, NEW_TABLE, Rule
from tournaments.models import Stage, Tournament
from tournaments.moves import AT_TABLES
from tournaments.services import drawrules, drawsetup, giving, stages
from tournaments.standings.figures import ranking_by

MARGIN, TOP, FOOT = 14.0, 12.0, 286.0
#: Where the seal begins, the side of the code beside it, and how far the words above may come down.
SEAL_TOP, CODE, WORDS_END = 200.0, 54.0, 196.0
#: What the words are made smaller by until they fit, the last one whatever comes of it.
SCALES = (1.25, 1.15, 1.08, 1.0, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.54, 0.48)
#: Groups of four letters of the seal on one line.
GROUPS = 4


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the tournament. ``rounds`` and ``system`` as on the page; ``facts`` are questions with their answers
    ("" where the question says it all); ``kept`` a title with the rules under it, the first before the others."""

    title: str
    rounds: str
    system: str
    meaning: str
    facts: tuple[tuple[str, str], ...]
    kept: tuple[tuple[str, tuple[str, ...]], ...]
    seal: str


@dataclass(frozen=True, slots=True)
class Wall:
    """All that is on the paper; ``url`` is "" where no address was chosen for the phones."""

    language: str
    name: str
    over: str
    url: str
    parts: tuple[Part, ...]

    @property
    def without_code(self) -> bool:
        return not self.url

    def content_key(self) -> str:
        return words.content_key("pdf.wall", asdict(self))


def gather(tournament_id: uuid.UUID) -> tuple[Tournament, Wall]:
    """Everything on the paper, in the club's language. Tournament.DoesNotExist."""
    tournament = Tournament.objects.select_related("club").get(pk=tournament_id)
    base, found = hosts.current_base_url(), stages.stages_of(tournament)
    address = reverse("public-draws", args=[tournament.club.slug, tournament.slug])
    with words.local_to(tournament) as language:
        said = (tournament.club.name, tournament.place, words.long_date(tournament.local_date))
        wall = Wall(
            language=language,
            name=tournament.name,
            over=", ".join(filter(None, said)),
            url=f"{base}{address}" if base else "",
            parts=tuple(_part(tournament, stage, several=len(found) > 1) for stage in found),
        )
    return tournament, wall


def _part(tournament: Tournament, stage: Stage, *, several: bool) -> Part:
    setup = drawsetup.setup_of(tournament, stage)
    by_hand = setup.system == drawsetup.BY_HAND
    length = _("%(rounds)s, a game: %(length)s") % {
        "rounds": _rounds(stage, several=several),
        "length": words.length(stage.game_format),
    }
    meaning = _("The organisers say who meets whom; every change is kept, with who made it.")
    return Part(
        title=boardwords.stage(stage.name or (_("Qualification") if stage.position == 1 else ""), stage.position)
        if several
        else "",
        rounds=length,
        system=systemwords.name(setup.system),
        meaning=meaning if by_hand else str(systemwords.SYSTEMS[setup.system][1]),
        facts=tuple(_facts(tournament, stage, setup)),
        kept=tuple(_kept(stage, setup)),
        seal=drawtrail.grouped(stage.commitment),
    )


def _rounds(stage: Stage, *, several: bool) -> str:
    count = stage.rounds_planned
    if not several:
        return ngettext("%(n)d round", "%(n)d rounds", count) % {"n": count}
    first = stages.first_number(stage)
    if count == 1:
        return capfirst(_("round %(number)s") % {"number": first})
    return capfirst(_("rounds %(first)s to %(last)s") % {"first": first, "last": first + count - 1})


def _facts(tournament: Tournament, stage: Stage, setup: drawsetup.DrawSetup) -> Iterator[tuple[str, str]]:
    yield from drawform.told(setup, later=stage.position > 1)
    yield str(drawform.DrawForm.base_fields["ranking"].label), _ranks(tournament)
    rule = giving.rules_of_stage(stage).bye
    yield capfirst(givenwords.in_short(tournament.entry_kind, rule, giving.table_total_of_stage(stage))), ""


def _ranks(tournament: Tournament) -> str:
    """What ranks in all parts, as the first one has it."""
    settings = stages.stages_of(tournament)[0].settings
    return criteriawords.of_settings(settings, ranking_by(settings))


def _kept(stage: Stage, setup: drawsetup.DrawSetup) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The rules that the draws of this system follow: of a plan those of tables and sides, if it leaves them open."""
    rules, melee = drawrules.rules_of(stage), setup.system == MELEE
    if setup.system in AT_TABLES:
        return
    if setup.system in PLANNED:
        rules = drawrules.DrawRules(*(tuple(filter(_of_seats, part)) for part in (rules.musts, rules.wishes)))
    musts, wishes = (
        tuple(rulewords.sentence(rule, melee=melee) for rule in part) for part in (rules.musts, rules.wishes)
    )
    if musts:
        yield _("What must be kept, the first before all others"), musts
    if wishes:
        yield _("What is kept as far as that allows, the first before all others"), wishes


def _of_seats(rule: Rule) -> bool:
    return rule.name in (NEW_TABLE, BALANCED_SIDES)


# Laying out


def pages(wall: Wall) -> list[Page]:
    """A page for each part."""
    return [_page(wall, part) for part in wall.parts]


def _page(wall: Wall, part: Part) -> Page:
    page = Page()
    room = page.width_mm - 2 * MARGIN
    page.say(wall.over, MARGIN, TOP, room, 6, size=shrink(wall.over, room, (14, 13, 12, 11, 10, 9, 8)))
    name = fit([wall.name], room, (40, 36, 32, 28, 25, 22, 19, 16, 13), lambda size: 1 if size > 25 else 2, "serif")
    leading = name.size * 1.1 * MM_PER_POINT
    page.lines(name.lines, MARGIN, TOP + 16, room, size=name.size, leading=leading, face="serif")
    page.rule(MARGIN, TOP + 27, MARGIN + room, TOP + 27, 1)
    for scale in SCALES:
        if _words(page, part, scale, dry=True) <= WORDS_END or scale == SCALES[-1]:
            _words(page, part, scale)
            break
    _seal(page, wall, part)
    return page


def _words(page: Page, part: Part, scale: float, *, dry: bool = False) -> float:
    """The words of a part from the top down; how far they come, in millimetres. ``dry``: only measured."""
    y = TOP + 32
    for text, size, face, after in _paragraphs(part):
        indent = 5.0 if face == "item" else 0.0
        letters, points = "sans" if face == "item" else face, size * scale
        room = page.width_mm - 2 * MARGIN - indent
        lines = break_lines(text, room, points, letters)
        leading = points * 1.25 * MM_PER_POINT
        if not dry:
            middle = y + leading * len(lines) / 2
            page.lines(lines, MARGIN + indent, middle, room, size=points, leading=leading, face=letters)
        y += leading * len(lines) + after * scale
    return y


def _paragraphs(part: Part) -> Iterator[tuple[str, float, str, float]]:
    """Text, size in points, face, and what stays free below, in millimetres."""
    if part.title:
        yield part.title, 24, "serif", 2
    yield part.system, 28, "bold", 1
    yield part.meaning, 17, "sans", 3
    yield part.rounds, 17, "bold", 5
    for question, answer in part.facts:
        # French puts a space before a colon: the whole is one sentence for the translator.
        said = _("%(question)s: %(answer)s") % {"question": question, "answer": answer} if answer else question
        yield said, 13, "sans", 1.2
    for title, rules in part.kept:
        yield "", 3, "sans", 1
        yield title, 14, "bold", 1.5
        for place, rule in enumerate(rules, start=1):
            yield f"{place}. {rule}", 13, "item", 1


def _seal(page: Page, wall: Wall, part: Part) -> None:
    """The seal at the foot, the code beside it."""
    right = page.width_mm - MARGIN
    room = right - MARGIN - (CODE + 6 if wall.url else 0)
    page.rule(MARGIN, SEAL_TOP, right, SEAL_TOP, 1)
    page.say(_("The seal of the draws (SHA-256)"), MARGIN, SEAL_TOP + 3, room, 7, size=16, face="bold")
    groups = part.seal.split("-")
    lines = ["-".join(groups[place : place + GROUPS]) for place in range(0, len(groups), GROUPS)]
    size = min(shrink(line, room, (24, 22, 20, 18, 16, 14), "bold") for line in lines)
    leading = size * 1.15 * MM_PER_POINT
    page.lines(lines, MARGIN, SEAL_TOP + 13 + leading * 2, room, size=size, leading=leading, face="bold")
    told = _(
        "All draws follow from a number that was made by lot and locked away before the first of them. It is opened "
        "after the last one: its SHA-256 must then be this seal, so that anybody can make sure that nobody chose who "
        "met whom."
    )
    y = SEAL_TOP + 16 + leading * len(lines)
    said = fit(
        [told], room, (12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5), lambda one: int(24 / (one * 1.25 * MM_PER_POINT))
    )
    step = said.size * 1.25 * MM_PER_POINT
    page.lines(said.lines, MARGIN, y + step * len(said.lines) / 2, room, size=said.size, leading=step)
    if wall.url:
        page.code(wall.url, right - CODE, SEAL_TOP + 3, CODE)
        line = _("Check the draws: %(address)s") % {"address": wall.url}
        whole = right - MARGIN
        page.say(line, MARGIN, FOOT - 6, whole, 6, size=shrink(line, whole, (13, 12, 11, 10, 9, 8, 7, 6)))
