"""What can be printed for a tournament, and how far each paper is: what the page of the papers shows."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import files, system
from core.models import Job, StoredFile
from core.templatetags.look import number
from documents import list_papers, paperwords, registry, services, words
from documents.kinds import Choice, Kind
from tournaments import moves
from tournaments.models import Receipt, Round, Stage, Standing, Tournament
from tournaments.services import lists, prizes, publishing
from tournaments.standings.lists import KINDS as LISTS

State = Job.State


@dataclass(frozen=True, slots=True)
class Paper:
    """One paper. ``what`` and ``key`` ask for it; ``state``: none, waiting, running, done or failed.

    ``text`` says the state in words; ``done`` of ``total`` while it runs; ``file`` when there is one to open;
    ``chosen``: what was chosen of it, in words, ``choice`` the same as it was sent. ``job`` names the newest job, to
    take it back by. ``sizes`` and ``styles``: what can be chosen, as (name, words, whether it was); ``ranged``: what a
    range numbers, in words. ``help``: what is good to know beside it.
    """

    what: str
    key: str
    title: str
    state: str
    text: str
    done: int = 0
    total: int = 0
    file: StoredFile | None = None
    warning: str = ""
    group: str = ""
    chosen: str = ""
    choice: Choice = field(default_factory=Choice)
    job: str = ""
    sizes: tuple[tuple[str, str, bool], ...] = ()
    styles: tuple[tuple[str, str, bool], ...] = ()
    ranged: str = ""
    counted: bool = False
    can_miss: bool = False
    help: str = ""
    right: str = "SEE_CLUB"

    @property
    def is_pending(self) -> bool:
        return self.state in ("waiting", "running")

    @property
    def can_choose(self) -> bool:
        return len(self.sizes) > 1 or len(self.styles) > 1 or bool(self.ranged) or self.counted


@dataclass(frozen=True, slots=True)
class Group:
    """Papers that belong together, under a title; ``folded`` where it is not the time for them."""

    name: str
    title: str
    folded: bool = False
    papers: list[Paper] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A paper that there is: by its word, whose it is (an id), its title and its group; ``styles``: those that make
    sense now; ``parts``: what the parts of the tournament are called, for the styles with their numbers."""

    what: str
    key: str
    title: str
    group: str
    styles: tuple[str, ...] = ("",)
    parts: Mapping[int, str] = field(default_factory=dict)


#: What a page may ask for, by its word in the form.
KINDS = {
    "sheets": services.SHEETS,
    "draw": services.DRAW,
    "cards": services.CARDS,
    "moves": services.MOVES,
    "wall": services.WALL,
    **{what: kind.job for what, kind in registry.KINDS.items()},
}


def kind_of(what: str) -> Kind | None:
    """The kind of a paper of which something can be chosen."""
    return {"sheets": registry.SHEETS, "cards": registry.CARDS}.get(what) or registry.KINDS.get(what)


def rounds_with_tables(tournament: Tournament) -> list[Round]:
    """The rounds whose draw is published, the last one first."""
    shown = Round.objects.filter(stage__tournament=tournament).exclude(state=Round.State.DRAFT)
    return list(shown.select_related("stage").order_by("-stage__position", "-number"))


def stages_with_moves(rounds: Sequence[Round]) -> list[Stage]:
    """The stages of these rounds whose system says from the start where everybody goes, the last one first."""
    found = {round_.stage_id: round_.stage for round_ in rounds}
    return [stage for stage in found.values() if moves.may_have(stage)]


def of_tournament(tournament: Tournament) -> list[Paper]:
    """All papers of a tournament, group by group; a fixed number of queries."""
    wanted = list(_wanted(tournament))
    newest = _newest_jobs(tournament, wanted)
    stored = files_of(newest.values())
    return [_offered(one, newest.get((KINDS[one.what], one.key)), stored) for one in wanted]


def grouped(papers: Sequence[Paper]) -> list[Group]:
    """The papers under the titles of their groups: before the first draw what is needed then, later the round first."""
    has_begun = any(one.group == "round" for one in papers)
    names = [name for name in paperwords.GROUPS if name != "before"]
    names.insert(names.index("earlier") if has_begun else 0, "before")
    groups = {
        name: Group(name, paperwords.GROUPS[name][0](), name == "earlier" or (has_begun and name == "before"))
        for name in names
    }
    for one in papers:
        groups[one.group].papers.append(one)
    return [group for group in groups.values() if group.papers]


def _wanted(tournament: Tournament) -> Iterable[_Wanted]:
    rounds = rounds_with_tables(tournament)
    stages = [str(stage.pk) for stage in stages_with_moves(rounds)]
    begun = Standing.objects.filter(tournament=tournament).exists()
    for group, (_title, whats) in paperwords.GROUPS.items():
        for place, round_ in enumerate(rounds):
            if group == ("earlier" if place else "round"):
                title = words.round_title(round_)
                yield _Wanted("sheets", str(round_.pk), _("%(round)s: score sheets") % {"round": title}, group)
                yield _Wanted("draw", str(round_.pk), _("%(round)s: draw posters") % {"round": title}, group)
        for what in whats:
            if what in ("sheets", "draw") or (what in ("standings", "ways", "cross", "certificates") and not begun):
                continue
            title = paperwords.TITLES[what]()
            if what in ("cards", "moves"):
                yield from (_Wanted(what, stage, title, group) for stage in stages)
            elif what == "receipts" and not Receipt.objects.filter(payment__tournament=tournament).exists():
                continue
            elif what != "prizes" or prizes.rows_of(prizes.of(tournament)):
                wanted = _Wanted(what, str(tournament.pk), title, group)
                yield (
                    _standings(tournament, wanted, rounds)
                    if what == "standings"
                    else replace(wanted, styles=registry.KINDS[what].styles if what in registry.KINDS else ("",))
                )


def _standings(tournament: Tournament, wanted: _Wanted, rounds: Sequence[Round]) -> _Wanted:
    """The standings with the styles that there are now: of lists only those that somebody is in; after each round that
    is closed, and of each part, where there are several."""
    there = lists.offered(tournament)
    styles = [style for style in list_papers.STYLES if style not in LISTS or there.has(style)]
    playing = {one.number for one in rounds if one.state == Round.State.PLAYING}
    for word in list_papers.NUMBERED_STYLES:
        numbers = there.numbers(word) if there.has(word) else ()
        styles += [f"{word}-{one}" for one in numbers if word != list_papers.AFTER or one not in playing]
    return replace(wanted, styles=tuple(styles), parts=there.stages)


def _offered(wanted: _Wanted, job: Job | None, stored: dict[str, StoredFile]) -> Paper:
    found = paper(wanted.what, wanted.key, wanted.title, job, stored)
    kind = kind_of(wanted.what)
    choice = Choice.of_data((job.payload if job is not None else {}).get("choice", {}))
    more: dict[str, Any] = {"group": wanted.group, "job": str(job.pk) if job is not None else ""}
    if kind is not None:
        what = kind.what
        styles = wanted.styles if what != "sheets" else kind.styles
        more |= {
            "choice": choice,
            "sizes": tuple((one, paperwords.size(what, one), one == choice.size) for one in kind.sizes if one),
            "styles": tuple(
                (one, paperwords.style(what, one, wanted.parts), one == choice.style)
                for one in styles
                if len(styles) > 1
            ),
            "ranged": paperwords.ranged(kind.ranged) if kind.ranged else "",
            "counted": kind.counted,
            "can_miss": what == "sheets",
            "chosen": paperwords.chosen(what, kind.ranged, choice, wanted.parts),
            "right": kind.right,
        }
    if wanted.what == "sheets":
        more["help"] = _("Printed again, the sheets keep their codes.")
    return replace(found, **more)


def _newest_jobs(tournament: Tournament, wanted: Sequence[_Wanted]) -> dict[tuple[str, str], Job]:
    """By the kind of the job, and by whose paper it is."""
    owners = {one.key for one in wanted}
    mine = Q(key__in=owners)
    for owner in owners:
        mine |= Q(key__startswith=f"{owner}:")
    rows = Job.objects.filter(mine, kind__in=list(KINDS.values()))
    return {(job.kind, job.key[:36]): job for job in rows.exclude(state=State.CANCELLED).order_by("created_at")}


def files_of(found: Any) -> dict[str, StoredFile]:
    """The files that these jobs made and that are still there, by id."""
    ids = [uuid.UUID(job.result["file"]) for job in found if job.result and "file" in job.result]
    return {str(row.pk): row for row in StoredFile.objects.filter(pk__in=ids) if files.is_there(row)}


def paper(what: str, key: str, title: str, job: Job | None, stored: dict[str, StoredFile]) -> Paper:
    """A paper as its newest job tells; ``stored`` as ``files_of`` gives it."""
    if job is None:
        return Paper(what, key, title, "none", _("Not made yet"))
    if job.state == State.QUEUED:
        return Paper(what, key, title, "waiting", _("Waiting for its turn"))
    if job.state == State.RUNNING:
        text = _("%(done)s of %(total)s") % {"done": number(job.progress_done), "total": number(job.progress_total)}
        text = text if job.progress_total else _("Being prepared")
        return Paper(what, key, title, "running", text, job.progress_done, job.progress_total)
    if job.state == State.FAILED:
        return Paper(what, key, title, "failed", _failure(job.error))
    result = job.result or {}
    file = stored.get(str(result.get("file")))
    if file is None:
        return Paper(what, key, title, "none", _("Made before, no longer kept"))
    pages = int(result.get("pages", 0))
    text = ngettext("%(count)s page, made at %(time)s", "%(count)s pages, made at %(time)s", pages) % {
        "count": number(pages),
        "time": words.moment(file.created_at),
    }
    warning = _("Printed without codes: no address was chosen for the phones.") if result.get("without_code") else ""
    return Paper(what, key, title, "done", text, file=file, warning=warning)


def _failure(code: str) -> str:
    if code == "weasyprint-missing":
        command = system.weasyprint_missing()
        if command is None:
            return _("What printing needs is here now: make it again.")
        return _("This computer lacks what printing needs. Run: %(command)s") % {"command": command}
    return {
        "no-tables": _("This round has no tables: its draw was taken back."),
        "no-standings": _("There are no standings yet."),
        "no-results": _("No round is closed yet."),
        "no-such": _("Nothing of what was chosen is there."),
        "no-entries": _("Nobody is entered yet."),
        "no-receipts": _("No receipt was given yet."),
        "no-prizes": _("There is no prize on the list yet."),
        "no-address": _("No address was chosen for the phones, so there is nothing for a code to say."),
        "no-plan": _("The draw of this stage follows no plan, or was taken back."),
        "not-published": _("These standings were taken back."),
    }.get(code, _("It could not be made. Try again; if it fails again, the log says why."))


def public_link(tournament: Tournament) -> bool:
    """Whether there are published standings that everybody may download."""
    return publishing.latest_standings(tournament) is not None
