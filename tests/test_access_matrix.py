"""Every address × every role × own or other club: who is answered what, by declaration and table of roles.

The list of addresses is the site's own. A view that declares nothing turns this red, and so does one with a parameter
that ``PARAMETERS`` does not know how to fill.
"""

import functools
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse, HttpResponseBase
from django.template.base import Template
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from api.limits import PublicReads
from clubs.access import Access
from clubs.roles import RIGHTS, Right, Role
from core import links
from core.models import AccessLink, Job
from tests.conftest import LONG, sign_in
from tests.world import CLUB_ROLES, Evening, World
from tournaments import hall_cookie, table_cookie
from tournaments.models import SecondReading, Tournament
from tournaments.services import play, screens, snapshots, tournament_file

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

# The addresses


@dataclass(frozen=True)
class Address:
    """One URL pattern: its name, its parameters, its view."""

    route: str
    name: str
    parameters: tuple[str, ...]
    callback: Callable[..., HttpResponseBase]

    @property
    def access(self) -> Access | None:
        found = getattr(self.callback, "access", None)
        return found if isinstance(found, Access) else None


def _walk(patterns: list[URLPattern | URLResolver], prefix: str = "", taken: tuple[str, ...] = ()) -> Iterator[Address]:
    for pattern in patterns:
        own = tuple(pattern.pattern.converters) or tuple(getattr(pattern.pattern, "regex", None).groupindex or ())
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns, route, taken + own)
        else:
            yield Address(route, pattern.name or "", taken + own, pattern.callback)


ADDRESSES = list(_walk(get_resolver().url_patterns))
NAMES = [address.name or address.route for address in ADDRESSES]

#: How each parameter of an address is filled from an evening.
PARAMETERS: dict[str, Callable[[Evening], Any]] = {
    "club": lambda evening: evening.club.slug,
    "slug": lambda evening: evening.tournament.slug,
    "region": lambda evening: evening.region.slug,
    "season": lambda evening: evening.season.pk,
    "round_id": lambda evening: evening.round.pk,
    "stage_id": lambda evening: evening.tournament.stages.get().pk,
    "number": lambda evening: 1,
    "position": lambda evening: 1,
    "game": lambda evening: evening.games[1].pk,
    "entry": lambda evening: evening.entry.pk,
    "draw": lambda evening: evening.draw.pk,
    "plan": lambda evening: evening.paper_plan.pk,
    "publication": lambda evening: evening.publication.pk,
    "snapshot": lambda evening: evening.snapshot.pk,
    "screen": lambda evening: evening.screen.pk,
    "screen_link": lambda evening: screens.link_of(evening.screen).pk,
    "screen_token": lambda evening: links.token_of(screens.link_of(evening.screen)),
    "view_name": lambda evening: "names",
    "slide": lambda evening: evening.slide.pk,
    "adjustment": lambda evening: evening.adjustment.pk,
    "payment": lambda evening: evening.payment.pk,
    "reading": lambda evening: SecondReading.objects.get_or_create(game=evening.games[1])[0].pk,
    "member": lambda evening: evening.member.pk,
    "photo": lambda evening: evening.photo.pk,
    "file": lambda evening: evening.file(),
    "link": lambda evening: evening.links[1].pk,
    "token": lambda evening: evening.tokens[1],
    "job": lambda evening: Job.objects.get_or_create(kind="demo", key="demo")[0].pk,
    "preset": lambda evening: "club",
    "code": lambda evening: "misdeal",
    "ruleset": lambda evening: evening.ruleset.pk,
    "of": lambda evening: "club",
    "version_no": lambda evening: 1,
    "rest": lambda evening: "nowhere/",
    "what": lambda evening: "results",
    "suffix": lambda evening: "csv",
}
#: Parameters that name something of a club: another club's is not found under one's own address.
OF_A_CLUB = {
    "slug",
    "stage_id",
    "round_id",
    "game",
    "entry",
    "draw",
    "publication",
    "adjustment",
    "payment",
    "member",
    "file",
    "reading",
} | {
    "plan",
    "screen",
    "slide",
    "ruleset",
}
#: What a form must hold for the view to come as far as its rules; others are answered with what is missing.
FORMS: dict[str, Callable[[Evening], dict[str, str]]] = {
    "papers-ask": lambda evening: {"what": "standings"},
    "papers-ask-money": lambda evening: {"what": "fees"},
    "ruleset-discard": lambda evening: {"revision": "3"},
    "entries-join": lambda evening: {"one": str(evening.entry.number), "other": str(evening.entry.number)},
}
#: Methods beside GET and POST.
ALSO: dict[str, tuple[str, ...]] = {"table_deal": ("PUT",), "api-table-deal": ("PUT",)}
#: Views whose own code refuses some of those that the declaration lets in, and how: the address of all clubs' codes is
#: no single club's business, the example's progress is its maker's, and an unknown address has nothing for anybody.
STRICTER = {"address": 403, "demo-progress": 404, "api-nothing": 404}

#: Forms without a token, which stand on pages that are the same for all: the browser says where a form comes from.
ASKS_WHERE_FROM = {"set_language"}


def _url(address: Address, evening: Evening, **other: Any) -> str:
    values = {name: PARAMETERS[name](evening) for name in address.parameters}
    return reverse(address.name, kwargs={**values, **other})


def _form(address: Address, evening: Evening) -> dict[str, str]:
    make = FORMS.get(address.name)
    return make(evening) if make is not None else {}


# Who asks


@dataclass
class Visitor:
    """Somebody with a role in club A or B, or a table's phone of club A. ``rights`` in A's club and region."""

    label: str
    in_club: frozenset[Right] = frozenset()
    in_region: frozenset[Right] = frozenset()
    signed_in: bool = False
    administrator: bool = False
    member: bool = False
    holds: AccessLink | None = None
    screen: AccessLink | None = None
    client: Client = field(default_factory=Client)

    def ask(self, method: str, url: str, form: dict[str, str] | None = None) -> Any:
        """The answer, with everything that the request changed undone."""
        cookies = self.client.cookies.output(header="", sep=";")
        headers = {}
        if self.holds is not None and url.startswith("/api/"):
            headers["authorization"] = f"TableLink {links.token_of(self.holds)}"
        with transaction.atomic():
            call = getattr(self.client, method.lower())
            if method == "GET":
                answer = call(url, headers=headers)
            elif "table/" in url:
                answer = call(url, form or {}, content_type="application/json", headers=headers)
            else:
                answer = call(url, form or {}, headers=headers)
            transaction.set_rollback(True)
        self.client.cookies = SimpleCookie(cookies.replace(";", "; "))
        return answer


def _phone(label: str, link: AccessLink) -> Visitor:
    visitor = Visitor(label, holds=link)
    access = play.by_id(link.pk, link.generation)
    assert access is not None
    answer = visitor.client.get("/hello/")
    table_cookie.give(answer, access, "telephone")
    visitor.client.cookies = SimpleCookie({table_cookie.NAME: answer.cookies[table_cookie.NAME].value})
    return visitor


def _screen(label: str, link: AccessLink) -> Visitor:
    visitor = Visitor(label, screen=link)
    answer = visitor.client.get("/hello/")
    hall_cookie.give(answer, link)
    visitor.client.cookies = SimpleCookie({hall_cookie.NAME: answer.cookies[hall_cookie.NAME].value})
    return visitor


def _visitors(world: World) -> list[Visitor]:
    a, b = world.evenings
    found = [
        Visitor("public"),
        _phone("this table's phone", a.links[1]),
        _phone("another table's phone", a.links[0]),
        _phone("another club's phone", b.links[1]),
        _screen("this tournament's screen", screens.link_of(a.screen)),
        _screen("another club's screen", screens.link_of(b.screen)),
    ]
    for role in CLUB_ROLES:
        own = Visitor(f"{role.value} of the club", RIGHTS[role], signed_in=True, member=True)
        other = Visitor(f"{role.value} of another club", signed_in=True)
        sign_in(own.client, a.accounts[role])
        sign_in(other.client, b.accounts[role])
        found += [own, other]
    secretary = Visitor("secretary of the region", in_region=RIGHTS[Role.REGION], signed_in=True)
    stranger = Visitor("secretary of another region", signed_in=True)
    everything = RIGHTS[Role.ADMINISTRATOR]
    chief = Visitor("administrator", everything, everything, signed_in=True, administrator=True, member=True)
    sign_in(secretary.client, a.secretary)
    sign_in(stranger.client, b.secretary)
    sign_in(chief.client, world.administrator)
    return [*found, secretary, stranger, chief]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    with django_db_blocker.unblock(), transaction.atomic():
        yield World(pairs=4)
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def visitors(world: World) -> list[Visitor]:
    return _visitors(world)


@functools.cache
def _kept_document(tournament: Tournament) -> Any:
    return tournament_file.document_of(tournament)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No limit by address, no log line for each of thousands of refusals, and no page made of what a view answers
    (`make test-long` makes them)."""
    monkeypatch.setattr(PublicReads, "rate", "1000000/min", raising=False)
    if not LONG:
        monkeypatch.setattr(Template, "render", lambda *_: "")
        # The copy before a risky act: each request is undone, so that it would be the same each time.
        monkeypatch.setattr(snapshots, "document_of", _kept_document)
    logging.disable(logging.WARNING)
    yield
    logging.disable(logging.NOTSET)


# What is expected

SIGN_IN, NOT_FOUND, FORBIDDEN, NO_TABLE, LET_IN, TOKEN = "sign in", "404", "403", "no table", "let in", "asks its token"


def expected(address: Address, visitor: Visitor, method: str, world: World) -> str:
    """What the declaration and the table of rights say."""
    access = address.access
    assert access is not None
    right = access.needs(method)
    if access.kind == "public":
        return LET_IN
    if access.kind == "start":
        return TOKEN
    if access.kind == "table":
        return _expected_at_table(address, visitor, world)
    if access.kind == "screen":
        mine = visitor.screen is not None and visitor.screen == screens.link_of(world.a.screen)
        return LET_IN if mine or "screen_token" in address.parameters else NO_TABLE
    if not visitor.signed_in:
        return SIGN_IN
    if access.kind == "signed_in":
        return LET_IN
    if access.kind == "administrator":
        return LET_IN if visitor.administrator else FORBIDDEN
    if access.kind == "club":
        if not visitor.member:
            return NOT_FOUND
        return LET_IN if right is None or right in visitor.in_club else FORBIDDEN
    assert access.kind == "region", f"{address.name}: a kind of access that this test does not know: {access.kind}"
    if Right.SEE_REGION not in visitor.in_region:
        return NOT_FOUND
    return LET_IN if right in visitor.in_region else FORBIDDEN


def _expected_at_table(address: Address, visitor: Visitor, world: World) -> str:
    if "token" in address.parameters:  # the secret is in the address itself
        return LET_IN
    if "link" in address.parameters:
        mine = visitor.holds is not None and visitor.holds.pk == world.a.links[1].pk
        return LET_IN if mine else NO_TABLE
    # The API's: the link that comes with the request says which table.
    return LET_IN if visitor.holds is not None else NO_TABLE


def seen(answer: Any) -> str:
    """What an answer comes to."""
    status, target = answer.status_code, answer.get("Location", "")
    if status in {301, 302} and target.startswith("/sign-in/"):
        return SIGN_IN
    if status in {401, 403}:
        code = answer.json().get("code", "") if answer.get("Content-Type", "").startswith("application/json") else ""
        return {"not-signed-in": SIGN_IN, "no-access": NO_TABLE}.get(code, FORBIDDEN)
    if status == 404:
        return NOT_FOUND
    return LET_IN if status < 500 else str(status)


def _agrees(address: Address, wanted: str, answer: Any) -> bool:
    if answer.status_code == 405:  # refused to everybody, before anything else
        return True
    got = seen(answer)
    if wanted == TOKEN:
        return got in {LET_IN, FORBIDDEN} and "sessionid" not in answer.cookies
    if wanted == NO_TABLE:
        return got in {NO_TABLE, NOT_FOUND}
    if wanted == LET_IN and address.name in STRICTER:
        return got == LET_IN or answer.status_code == STRICTER[address.name]
    return got == wanted


def _methods(address: Address) -> tuple[str, ...]:
    return ("GET", "POST", *ALSO.get(address.name, ()))


# The tests


@pytest.mark.parametrize("address", ADDRESSES, ids=NAMES)
def test_every_address_declares_who_may_call_it(address: Address) -> None:
    assert address.name, f"{address.route}: an address without a name"
    assert address.access is not None, f"{address.name} ({address.route}): its view declares no access"
    missing = [name for name in address.parameters if name not in PARAMETERS]
    assert not missing, f"{address.name} ({address.route}): tell PARAMETERS in this test how to fill {missing}"


def test_every_name_stands_for_one_address() -> None:
    assert len(set(NAMES)) == len(NAMES), sorted(name for name in NAMES if NAMES.count(name) > 1)


@pytest.mark.slow
@pytest.mark.parametrize("address", ADDRESSES, ids=NAMES)
def test_every_role_gets_what_the_declaration_says(address: Address, world: World, visitors: list[Visitor]) -> None:
    wrong = []
    answered = False
    url, form = _url(address, world.a), _form(address, world.a)
    for method in _methods(address):
        for visitor, wanted in _asked(address, method, world, visitors):
            answer = visitor.ask(method, url, form)
            answered |= seen(answer) == LET_IN and answer.status_code != 405
            if not _agrees(address, wanted, answer):
                wrong.append(f"{method} {url} as {visitor.label}: {wanted} expected, {answer.status_code} came")
    assert not wrong, "\n".join(wrong)
    # An address that refuses every method to everybody would agree with any declaration.
    assert answered or address.name == "api-nothing", f"{url} answers nobody"


def _asked(address: Address, method: str, world: World, visitors: list[Visitor]) -> list[tuple[Visitor, str]]:
    """Who asks, and what is expected. `make test-long`: everybody; else those at the borders, which of all who are to
    get the same are the first and the last, rights growing from the reader to the organiser."""
    by_outcome: dict[str, list[Visitor]] = {}
    for visitor in visitors:
        by_outcome.setdefault(expected(address, visitor, method, world), []).append(visitor)
    return [
        (visitor, wanted)
        for wanted, alike in by_outcome.items()
        for visitor in (alike if LONG or len(alike) < 3 else (alike[0], alike[-1]))
    ]


_WITH_OBJECTS = [
    (address, name)
    for address in ADDRESSES
    for name in address.parameters
    if "club" in address.parameters and name in OF_A_CLUB
]


@pytest.mark.parametrize(("address", "name"), _WITH_OBJECTS, ids=[f"{one.name}-{name}" for one, name in _WITH_OBJECTS])
def test_what_is_anothers_is_not_found_under_ones_own_address(
    address: Address, name: str, world: World, visitors: list[Visitor]
) -> None:
    url = _url(address, world.a, **{name: PARAMETERS[name](world.b)})
    for visitor in visitors:
        if visitor.label not in ({"organiser of the club", "administrator", "public"} if LONG else {"administrator"}):
            continue
        for method in _methods(address):
            answer = visitor.ask(method, url, _form(address, world.a))
            refused = answer.status_code in {404, 405} or seen(answer) == SIGN_IN
            assert refused, f"{method} {url} as {visitor.label}: {answer.status_code}"


@pytest.mark.parametrize("address", [one for one in ADDRESSES if "season" in one.parameters], ids=lambda one: one.name)
def test_a_season_is_not_found_under_another_region(address: Address, world: World, visitors: list[Visitor]) -> None:
    url = _url(address, world.a, season=world.b.season.pk)
    for visitor in visitors:
        answer = visitor.ask("GET", url)
        assert answer.status_code == 404 or seen(answer) == SIGN_IN, visitor.label


def test_printed_sheets_with_their_codes_are_for_who_may_enter_scores(world: World, visitors: list[Visitor]) -> None:
    url = reverse("paper-file", args=[world.a.club.slug, world.a.tournament.slug, world.a.file("pdf.sheets")])
    for visitor in visitors:
        answer = visitor.ask("GET", url)
        assert (answer.status_code == 200) == (Right.ENTER_SHEETS in visitor.in_club), visitor.label


@pytest.mark.parametrize("address", ADDRESSES, ids=NAMES)
def test_nothing_changes_without_the_csrf_token(address: Address, world: World, visitors: list[Visitor]) -> None:
    """Cookies alone change nothing. What takes no cookie (a table's link in a header) has nothing to forge."""
    client = sign_in(Client(enforce_csrf_checks=True), world.administrator)
    client.cookies.update(next(one for one in visitors if one.label == "this table's phone").client.cookies)
    for method in ("POST", "PUT", "PATCH", "DELETE") if LONG else ("POST",):
        with transaction.atomic():
            answer: Any = client.generic(method, _url(address, world.a), b"{}", content_type="application/json")
            transaction.set_rollback(True)
        if address.name in ASKS_WHERE_FROM:
            for headers in ({"sec-fetch-site": "cross-site"}, {"origin": "https://elsewhere.example"}):
                assert client.generic(method, _url(address, world.a), headers=headers).status_code == 403, headers
        elif getattr(address.callback, "csrf_exempt", False):
            assert _takes_no_cookie(address, answer), f"{method} {address.name}: {answer.status_code}"
        else:
            assert answer.status_code == 403, f"{method} {address.name}: {answer.status_code}"


def _takes_no_cookie(address: Address, answer: Any) -> bool:
    return hasattr(address.callback, "cls") and answer.status_code in {401, 403, 405}


def test_a_view_that_asks_less_than_it_declares_is_noticed(world: World, visitors: list[Visitor]) -> None:
    """The comparison itself can turn red: a club's page that anybody is let into."""
    address = next(one for one in ADDRESSES if one.name == "club-members")
    public = next(visitor for visitor in visitors if visitor.label == "public")
    wanted = expected(address, public, "GET", world)
    assert wanted == SIGN_IN
    assert not _agrees(address, wanted, HttpResponse(b"the members of the club"))
