"""What everybody may read, the log, the history and the jobs: none of them says more than it may.

The evening's names, licences, phones, e-mails, years of birth and unpublished figures are ones that stand nowhere else
(tests/world.py), so that finding one is finding a leak.
"""

import html
import io
import json
import logging
import re
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pypdf
import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from clubs.models import Person
from clubs.roles import Role
from core import jobs as core_jobs
from core import links
from core.logs import BlankingFormatter
from core.models import AuditEvent, Job, StoredFile
from documents import services as papers
from rankings.models import SeasonRanking
from scoring import sheets
from scoring.models import EntryEvent
from tests.conftest import LONG, sign_in
from tests.test_access_matrix import ADDRESSES, PARAMETERS
from tests.world import BIG, SMALL, Evening, World
from tournaments.exports import catalogue
from tournaments.models import Tournament
from tournaments.services import contests, holding, provisional, publishing, results, rounds, screens, showing
from tournaments.services.errors import TournamentError
from tournaments.services.screens import Show

pytestmark = pytest.mark.django_db

_LINK = re.compile(r"""(?:href|src|action|data-url|hx-get)=["']([^"'#]+)""")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """One evening for all; what a test changes is undone after it."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield World()
        transaction.set_rollback(True)


#: What a deal is worth by the rules is no evening's figure: their pages know no table.
_OF_RULES = re.compile(r"^/(rules|calculator|friends)/|/rules/$")
#: They lead from one to the next for ever: so many are looked at.
ENOUGH_OF_RULES = 500 if LONG else 20


# Going round


def _public_addresses(world: World) -> list[str]:
    """Every address that declares itself public, for both clubs and each of their tournaments."""
    found = set()
    for address in ADDRESSES:
        if address.access is None or address.access.kind != "public":
            continue
        for evening in world.evenings:
            values = {name: PARAMETERS[name](evening) for name in address.parameters}
            for tournament in (evening.tournament, evening.finished):
                if "slug" in values:
                    values["slug"] = tournament.slug
                for number in (1, 2) if "number" in values else (1,):
                    found.add(reverse(address.name, kwargs=values | ({"number": number} if "number" in values else {})))
    return sorted(found)


class Crawl:
    """An anonymous visitor who follows every link; ``pages`` holds what came, as text, by address."""

    log = ""

    def __init__(self, start: list[str]) -> None:
        self.client = Client()
        self.pages: dict[str, str] = {}
        self.statuses: dict[str, int] = {}
        waiting = list(start)
        of_rules = 0
        while waiting:
            url = waiting.pop()
            if url in self.pages or url.startswith("/static/"):
                continue
            if _OF_RULES.search(url):
                of_rules += 1
                if of_rules > ENOUGH_OF_RULES:
                    continue
            waiting += self._visit(url)

    def _visit(self, url: str) -> list[str]:
        answer: Any = self.client.get(url)
        self.statuses[url] = answer.status_code
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        headers = "\n".join(f"{name}: {value}" for name, value in answer.items() if name != "Content-Length")
        self.pages[url] = f"{_text(content, answer.get('Content-Type', ''))}\n{headers}"
        found = [*_LINK.findall(self.pages[url]), answer.get("Location", "")]
        inside = [urlsplit(urljoin(url, html.unescape(link))) for link in found if link]
        return [
            part.path + (f"?{part.query}" if part.query else "") for part in inside if not part.netloc and part.path
        ]


def _text(content: bytes, kind: str) -> str:
    if kind.startswith("application/pdf"):
        reader = pypdf.PdfReader(io.BytesIO(content))
        pages = [page.extract_text() for page in reader.pages]
        return "\n".join([*pages, json.dumps({key: str(value) for key, value in (reader.metadata or {}).items()})])
    if content.startswith(b"PK"):  # a workbook: a folder of texts
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            return html.unescape("\n".join(book.read(name).decode() for name in book.namelist()))
    text = content.decode()
    if kind.startswith("application/json"):
        return json.dumps(json.loads(text), ensure_ascii=False)
    return html.unescape(text)


@contextmanager
def _all_logged(path: Path) -> Iterator[Callable[[], str]]:
    """All that is logged meanwhile with COINCHE_LOG_LEVEL=DEBUG, as the log file has it."""
    handler = logging.FileHandler(path, encoding="utf-8")
    handler.setFormatter(BlankingFormatter("{asctime} {levelname} {name}: {message}", style="{"))
    root = logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield lambda: path.read_text(encoding="utf-8")
    root.removeHandler(handler)
    root.setLevel(level)
    handler.close()


@pytest.fixture(scope="module")
def crawl(world: World, tmp_path_factory: pytest.TempPathFactory) -> Crawl:
    """One visitor for all; ``crawl.log`` is what was logged of it."""
    with _all_logged(tmp_path_factory.mktemp("crawl") / "all.log") as log:
        crawl = Crawl(["/", *_public_addresses(world)])
        crawl.log = log()
    return crawl


def _holding(crawl: Crawl, words: set[str]) -> list[str]:
    return [f"{url}: {word}" for url, text in crawl.pages.items() for word in words if word in text]


# What everybody may read


def test_the_visitor_gets_round(crawl: Crawl, world: World) -> None:
    """The other tests would pass on empty pages."""
    a = world.a
    for url in (
        reverse("public-tournament", args=[a.club.slug, a.tournament.slug]),
        reverse("api-standings", args=[a.club.slug, a.tournament.slug]),
        reverse("api-round", args=[a.club.slug, a.tournament.slug, 1]),
    ):
        assert crawl.statuses[url] == 200, url
        assert "Chantal M." in crawl.pages[url], url
    assert "Chantal" in crawl.pages[reverse("region", args=[a.region.slug])]
    assert "Chantal" in crawl.pages[reverse("api-ranking", args=[a.region.slug])]
    assert not [url for url, status in crawl.statuses.items() if status >= 500]


def test_whole_names_stand_only_where_the_tournament_declared_them(crawl: Crawl, world: World) -> None:
    """The finished tournaments declare whole names; the running ones do not, nor does a season that has both."""
    families = world.family_names()
    declared = {evening.finished.slug for evening in world.evenings}
    leaks = []
    for url, text in crawl.pages.items():
        if declared & set(urlsplit(url).path.split("/")):
            continue
        if url.startswith((_ranking_of(world.a), _ranking_of(world.b), *_regions(world))):
            continue
        leaks += [f"{url}: {family}" for family in families if family in text]
    assert not leaks
    whole = crawl.pages[reverse("public-tournament", args=[world.a.club.slug, world.a.finished.slug])]
    assert world.a.persons[4].family in whole


def _ranking_of(evening: Evening) -> str:
    return reverse("api-ranking", args=[evening.region.slug])


def _regions(world: World) -> list[str]:
    return [reverse("region", args=[evening.region.slug]) for evening in world.evenings]


def test_who_objected_is_nowhere_named_whole(crawl: Crawl, world: World) -> None:
    """Also where the tournament declared whole names, and on the pages of the region."""
    objected = {person.family for evening in world.evenings for person in evening.persons[:2]}
    assert not _holding(crawl, objected)
    shown = crawl.pages[reverse("public-tournament", args=[world.a.club.slug, world.a.finished.slug])]
    assert world.a.persons[1].pseudonym in shown


def test_a_season_names_whole_only_who_plays_in_tournaments_that_all_declared_it(world: World) -> None:
    """The running tournament, once finished and public, takes the whole names out of the season's ranking."""
    url = _ranking_of(world.a)
    client = Client()
    family = world.a.persons[4].family
    assert family in client.get(url).content.decode()
    season = SeasonRanking.objects.get(season=world.a.season)
    season.figures["tournaments"].append(str(world.a.tournament.pk))
    for row in season.figures["rows"]:
        row["placings"].append({"tournament": str(world.a.tournament.pk), "rank": 1, "points": 1})
    season.save()
    assert family not in client.get(url).content.decode()
    assert family not in client.get(reverse("region", args=[world.a.region.slug])).content.decode()


def test_no_licence_phone_or_email_is_public(crawl: Crawl, world: World) -> None:
    words = world.personal_words()
    assert len(words) == 3 * len(world.persons())
    assert not _holding(crawl, words)


def test_no_year_of_birth_is_public(crawl: Crawl, world: World) -> None:
    years = {str(person.born_year) for person in Person.objects.all()}
    leaks = [
        f"{url}: {number}"
        for url, text in crawl.pages.items()
        for number in re.findall(r"(?<![\w.-])\d{4}(?![\w-])", text)
        if number in years
    ]
    assert not leaks


def test_no_unpublished_figure_is_public(crawl: Crawl, world: World) -> None:
    hidden = world.unpublished_figures()
    assert len(hidden) >= 4
    leaks = [
        f"{url}: {figure}"
        for url, text in crawl.pages.items()
        if not _OF_RULES.search(url)
        for figure in hidden
        if re.search(rf"(?<![\w.-]){figure}(?![\w-])", _without_spaces_in_numbers(text))
    ]
    assert not leaks
    assert any(crawl.statuses[url] == 404 for url in crawl.statuses if url.endswith("/rounds/2/"))


def test_what_is_not_public_moves_no_byte_of_what_everybody_gets(world: World) -> None:
    """Neither a page, its size, its ETag, nor an error: a deal of the round being played, a whole table, the close of
    the round and its standings while results are held back."""
    a = world.a
    provisional.show(a.tournament.pk, 2, a.actor)
    showing.hold(a.tournament.pk, a.actor)
    urls = [url for url in _public_addresses(world) if a.club.slug in url.split("/")]
    urls += [url for url in _files_of_lists(a) if url not in urls]
    before = _everything(urls)
    assert len(before) > 30
    given = {url for url in _files_of_lists(a) if before[url][0] == 200}
    assert {url.rsplit("/tables/")[1].split(".")[0].split("/")[0] for url in given} >= GIVEN_AS_FILES
    _close_round(a)
    assert a.tournament.publications.filter(round=a.round).count() == 0
    after = _everything(urls)
    assert [url for url in urls if before[url] != after[url]] == _told_of_the_round(a)
    holding.let_go(a.tournament.pk, Tournament.objects.get(pk=a.tournament.pk).revision, a.actor)
    home = reverse("public-tournament", args=[a.club.slug, a.tournament.slug])
    assert _everything([home])[home] != after[home]


#: Lists of which something is public in the evening; some others answer 404, and must go on doing so.
GIVEN_AS_FILES = {"entries", "draw", "results", "deals", "standings", "lists", "corrections", "prizes"} | {
    *catalogue.STATISTICS
}
#: Lists that can be had of one round.
BY_ROUND = ("draw", "results", "deals", "standings")


def _files_of_lists(evening: Evening) -> list[str]:
    """Every list that may be public as a file, whole and of round 2; `make test-long`: all formats, each round."""
    place = [evening.club.slug, evening.tournament.slug]
    found = []
    for what in catalogue.PUBLIC:
        for suffix in catalogue.FORMATS if LONG or what == "results" else ("json",):
            found.append(reverse("public-table-file", args=[*place, what, suffix]))
        for number in (1, 2) if LONG else (2,) if what in BY_ROUND else ():
            found.append(reverse("public-table-file-round", args=[*place, what, number, "json"]))
    return found


def _everything(urls: list[str]) -> dict[str, tuple[int, str, list[tuple[str, str]]]]:
    """What a stranger is answered at each address; secrets of forms aside, which are another one each time."""
    found = {}
    for url in urls:
        answer: Any = Client().get(url)
        content = b"".join(answer.streaming_content) if answer.streaming else answer.content
        headers = sorted(answer.items())
        if content.startswith(b"PK"):  # a workbook: it holds the moment in which it was made, packed
            text = _text(content, "")
            headers = [(name, value) for name, value in headers if name != "Content-Length"]
            found[url] = (answer.status_code, re.sub(r"\d{4}-\d\d-\d\dT[\d:]+Z", "", text), headers)
            continue
        text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]+"', "", content.decode("utf-8", "replace"))
        found[url] = (answer.status_code, text, headers)
    return found


def _told_of_the_round(evening: Evening) -> list[str]:
    """Where everybody may read that a round is over: how far it is, and that nothing of it is public yet."""
    club, slug = evening.club.slug, evening.tournament.slug
    return sorted([reverse("public-programme", args=[club, slug]), reverse("public-round", args=[club, slug, 2])])


def _close_round(evening: Evening) -> None:
    """Round 2 to its end, with figures that are nobody's else."""
    game = evening.games[1]
    evening._record(game, 2, BIG)
    game.sheet.refresh_from_db()
    sheets.close_sheet(game.sheet_id, digest=game.sheet.digest, actor=evening.actor)
    rounds.close_round(evening.round.pk, evening.actor)
    results.keep_standings(evening.tournament.pk)


def test_a_table_s_phone_sees_its_own_sheet_and_no_figure_of_another_table(world: World) -> None:
    a = world.a
    totals = [[side.total for side in game.sheet.sides.all()] for game in a.games]
    for token, own, other in ((a.tokens[0], totals[0], totals[1]), (a.tokens[1], totals[1], totals[0])):
        bearer = {"authorization": f"TableLink {token}"}
        text = Client().get("/api/v1/table/", headers=bearer).content.decode()
        seen = {int(figure) for figure in re.findall(r"(?<![\w.-])\d{3,5}(?![\w-])", text)}
        assert {total for total in own if total > 400} <= seen
        assert not {total for total in other if total > 400 and total not in own} & seen


def _without_spaces_in_numbers(text: str) -> str:
    """1 270 with a narrow or no-break space is 1270."""
    return re.sub("(?<=\\d)[\\u202f\\u00a0\\u2009](?=\\d)", "", text)


def test_no_token_or_seed_is_public(crawl: Crawl, world: World) -> None:
    assert not _holding(crawl, world.secrets() | {settings.SECRET_KEY})


def test_what_was_taken_back_is_no_longer_public(world: World) -> None:
    a = world.a
    addresses = [
        reverse("api-standings", args=[a.club.slug, a.tournament.slug]),
        reverse("api-round", args=[a.club.slug, a.tournament.slug, 1]),
        reverse("public-standings-pdf", args=[a.club.slug, a.tournament.slug]),
    ]
    page = reverse("public-tournament", args=[a.club.slug, a.tournament.slug])
    client = Client()
    assert "Chantal M." in client.get(page).content.decode()
    publishing.withdraw(a.publication.pk, a.actor)
    assert [client.get(url).status_code for url in addresses] == [404] * len(addresses)
    assert "Chantal M." not in client.get(page).content.decode()


def test_public_papers_name_by_consent_and_private_ones_are_not_given_out(world: World) -> None:
    """The published standings as PDF; what is for the hall is refused, whatever the address."""
    a = world.a
    for row in (a.publication, publishing.latest_standings(a.finished)):
        assert row is not None
        papers.ask_public_standings(row.pk)
    _print(["pdf.standings"])
    crawl = Crawl([reverse("public-standings-pdf", args=[a.club.slug, one.slug]) for one in (a.tournament, a.finished)])
    assert all("Chantal" in text for url, text in crawl.pages.items() if url.endswith("standings.pdf"))
    assert not _holding(crawl, world.personal_words() | {person.family for person in a.persons[:2]})
    short = crawl.pages[reverse("public-standings-pdf", args=[a.club.slug, a.tournament.slug])]
    assert not [family for family in world.family_names() if family in short]
    for file in StoredFile.objects.filter(private=True):
        url = reverse("paper-file", args=[a.club.slug, a.tournament.slug, file.pk])
        assert Client().get(url).status_code == 302


def _print(kinds: list[str]) -> None:
    for job in Job.objects.filter(state=Job.State.QUEUED, kind__in=kinds):
        core_jobs.run_job(job.pk)


# In the hall


def test_in_the_hall_who_objected_is_known_by_his_pseudonym(world: World) -> None:
    """At the table, at the desk and on paper; the others by their whole names."""
    a = world.a
    client = sign_in(Client(), a.accounts[Role.READER])
    table = next(game for game in a.games if game.match.seats.filter(participant__number=1).exists())
    texts = [
        client.get(reverse("desk", args=[a.club.slug, a.tournament.slug])).content.decode(),
        client.get(reverse("sheet", args=[a.club.slug, a.tournament.slug, table.pk])).content.decode(),
        client.get(reverse("draw", args=[a.club.slug, a.tournament.slug])).content.decode(),
        client.get(reverse("standings", args=[a.club.slug, a.tournament.slug])).content.decode(),
        client.get(reverse("api-desk-round", args=[a.club.slug, a.tournament.slug, 2])).content.decode(),
        client.get(reverse("api-desk-sheet", args=[a.club.slug, a.tournament.slug, table.pk])).content.decode(),
        client.get(reverse("api-desk-standings", args=[a.club.slug, a.tournament.slug])).content.decode(),
    ]
    for text in map(html.unescape, texts):
        assert a.persons[1].pseudonym in text
        assert a.persons[0].family not in text
        assert a.persons[1].family not in text
    others = [person.family for person in a.persons[2:] if person.family in texts[0]]
    assert len(others) == len(a.persons) - 2


def test_the_halls_screens_show_nothing_unpublished_and_nothing_personal(world: World) -> None:
    """Whole names, as on the posters; but no score of the round being played, and nobody who objected."""
    a = world.a
    screens.steer([a.screen.pk], [Show(view, 10) for view in screens.VIEWS if view[:-1] != "names-"])
    link, client = screens.link_of(a.screen), Client()
    client.get(reverse("hall-link", args=[links.token_of(link)]))
    path = reverse("hall", args=[link.pk])
    shown = [view for view, _seconds, _mark in client.get(f"{path}state").json()["shows"]]
    assert {"names", "tables", "round", "standings"} <= set(shown)
    texts = {url: client.get(url).content.decode() for url in (path, f"{path}state")}
    texts |= {view: json.dumps(client.get(f"{path}view/{view}").json(), ensure_ascii=False) for view in shown}
    told = _without_spaces_in_numbers(html.unescape("\n".join(texts.values())))
    assert a.persons[4].family in told and a.persons[1].pseudonym in told
    assert not [person.family for person in a.persons[:2] if person.family in told]
    assert not [figure for figure in world.unpublished_figures() if re.search(rf"(?<![\w.-]){figure}(?![\w-])", told)]
    assert not [word for word in world.personal_words() | world.secrets() if word in told]
    assert not [person.family for person in world.b.persons if person.family in told]


# The log


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Callable[[], str]]:
    """All that is logged during the test."""
    with _all_logged(tmp_path / "all.log") as text:
        yield text


def _forbidden(world: World) -> set[str]:
    return world.family_names() | world.personal_words() | world.secrets() | {settings.SECRET_KEY}


def test_the_log_of_a_visitor_who_follows_every_link_names_nobody_and_opens_nothing(crawl: Crawl, world: World) -> None:
    assert reverse("public-round", args=[world.a.club.slug, world.a.finished.slug, 2]) in crawl.log
    forbidden = _forbidden(world)
    assert not [line for line in crawl.log.splitlines() if any(word in line for word in forbidden)][:20]


def test_the_log_of_an_evening_names_nobody_and_opens_nothing(world: World, log: Callable[[], str]) -> None:
    """Members, phones, wrong codes, refusals, jobs."""
    a = world.a
    for token in a.tokens:
        Client().get(f"/t/{token}/")
        Client().get("/api/v1/table/", headers={"authorization": f"TableLink {token}"})
        bearer = {"authorization": f"TableLink {token}"}
        Client().post("/api/v1/table/deals/", {"deal": {}}, "application/json", headers=bearer)
        Client().get(f"/t/{token}x/")
        Client().get(f"/t/{token}/nowhere/")
        Client().get("/api/v1/table/", headers={"authorization": f"TableLink {token}x"})
    screen = links.token_of(screens.link_of(a.screen))
    for token in (screen, f"{screen}x"):
        Client().get(reverse("hall-link", args=[token]))
    organiser = sign_in(Client(raise_request_exception=False), a.accounts[Role.ORGANISER])
    organiser.get(reverse("entries", args=[a.club.slug, a.tournament.slug]))
    organiser.get(reverse("entries", args=[world.b.club.slug, world.b.tournament.slug]))
    organiser.post(reverse("entry-add", args=[a.club.slug, a.tournament.slug]), {"player_1": "", "player_2": ""})
    with pytest.raises(TournamentError):
        rounds.close_round(a.round.pk, a.actor)
    contests.touch(a.tournament.pk)
    _print(["standings", "pdf.standings", "pdf.sheets"])
    text = log()
    assert "/api/v1/table/" in text
    forbidden = _forbidden(world)
    assert not [line for line in text.splitlines() if any(word in line for word in forbidden)][:20]
    on_disk = Path(settings.DATA_DIR) / "logs" / "coinche.log"
    if on_disk.exists():
        written = on_disk.read_text(encoding="utf-8")
        assert not sorted(word for word in forbidden if word in written)


# What is kept


def test_the_history_of_an_evening_holds_no_name(world: World) -> None:
    """Figures, ids, codes and devices: what stays when a person is erased says nothing of him."""
    words = world.family_names() | world.personal_words() | {person.given for person in world.persons()}
    words |= {person.pseudonym for person in world.persons()} - {""}
    rows = [*EntryEvent.objects.values(), *AuditEvent.objects.values()]
    assert EntryEvent.objects.count() > 20
    assert {"entry.added", "draw.published", "round.closed", "results.published"} <= set(
        AuditEvent.objects.values_list("verb", flat=True)
    )
    told = json.dumps(rows, default=str, ensure_ascii=False)
    assert not sorted(word for word in words if word in told)


def test_publications_and_standings_hold_ids_not_names(world: World) -> None:
    words = world.family_names() | {person.given for person in world.persons()}
    for evening in world.evenings:
        figures = [row.figures for row in evening.tournament.publications.all()]
        figures += [evening.tournament.standing.figures, evening.season.ranking.figures]
        told = json.dumps(figures, ensure_ascii=False)
        assert not sorted(word for word in words if word in told)


_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_PLAIN = re.compile(r"[a-z0-9._-]{0,40}")


def test_jobs_carry_ids_and_plain_values_only(world: World) -> None:
    """What a broker, a worker's log or a job's row shows: no name, no address, no token."""
    jobs = list(Job.objects.all())
    assert {"standings", "season", "pdf.sheets", "pdf.standings"} <= {job.kind for job in jobs}
    for job in jobs:
        for value in _leaves([job.payload, job.result, job.key]):
            plain = value is None or isinstance(value, bool | int)
            assert plain or _ID.fullmatch(value) or _PLAIN.fullmatch(value), f"{job.kind}: {value!r}"
            assert value not in world.secrets(), job.kind


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.keys()
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from _leaves(one)
    else:
        yield value


def test_what_a_stranger_writes_beside_a_deal_is_not_kept(world: World) -> None:
    """Somebody's note in a field that no deal has never reaches the history."""
    game = world.a.games[1]
    body = {
        "position": 2,
        "client_key": "note-1",
        "deal": {**SMALL, "note": "Monsieur Quetschelier triche", "id": "x"},
    }
    token = world.a.tokens[1]
    answer = Client().post(
        "/api/v1/table/deals/", body, "application/json", headers={"authorization": f"TableLink {token}"}
    )
    assert answer.status_code == 201
    kept = [entry.data for entry in game.sheet.entries.all()]
    told = json.dumps([*kept, *EntryEvent.objects.values("before", "after", "reason")], default=str, ensure_ascii=False)
    assert "triche" not in told
