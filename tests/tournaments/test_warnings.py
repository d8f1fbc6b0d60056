"""Every button that the table calls risky says so: the pages are walked, and each of their forms is held against it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.urls import resolve, reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from tests import factories
from tests.tournaments.forms_of import PageForm, forms_of
from tests.tournaments.services import evening
from tests.tournaments.test_safety import make
from tournaments import guard, safetywords, urlacts
from tournaments.models import Entry, Game, PaperPlan, Round, Tournament
from tournaments.safety import TABLE, Act, Level, When
from tournaments.services import cuts, paper_plans, rounds, snapshots
from tournaments.services.risks import Risks

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

#: Told from what is typed, whatever button is pressed: the page says it beside the fields.
BY_FIELDS = dict.fromkeys(
    ("tournament-settings", "stage-draw"), (Act.CHANGE_DRAWING, Act.FEWER_ROUNDS, Act.MORE_ROUNDS)
)


def in_state(state: When) -> Tournament:
    """A tournament in a state, with somebody gone, two who look for a partner, and points that were given."""
    tournament, _ = make(state)
    Club.objects.filter(pk=tournament.club_id).update(locale="en")
    gone, single, other = factories.make_pairs(tournament, 3)
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.WITHDRAWN)
    for entry in (single, other):
        Entry.objects.filter(pk=entry.pk).update(status=Entry.Status.INCOMPLETE)
        entry.members.filter(slot=2).delete()
    snapshots.ask_for(tournament, SYSTEM)
    tournament.refresh_from_db()
    return tournament


def teams_drawn() -> Tournament:
    """Two teams that are drawn, and one that has a pair too few; a final to come."""
    tournament = evening.new_teams(3, 2)
    third = tournament.entries.get(number=3, team=None)
    pair = third.pairs.order_by("number")[1]
    pair.members.all().delete()
    pair.delete()
    Entry.objects.filter(pk=third.pk).update(status=Entry.Status.INCOMPLETE)
    cuts.add(tournament.pk, cuts.NewStage("Finale", "swiss", 1, 2), SYSTEM)
    rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    paper_plans.make(tournament.pk, 1, SYSTEM)
    return tournament


def pages(tournament: Tournament) -> Iterator[str]:
    """The addresses that an organiser can look at."""

    def at(name: str, *more: Any) -> str:
        return reverse(name, args=[tournament.club.slug, tournament.slug, *more])

    for name in (
        "tournament", "tournament-settings", "entries", "entries-leave", "team-add", "roll", "draw",
        "draw-rules", "desk", "standings", "stages", "qualifiers", "penalties", "journal", "snapshots", "papers",
        "criteria",
    ):  # fmt: skip
        yield at(name)
    for entry in tournament.entries.filter(number__in=(1, 5, 6)):
        yield at("entry", entry.pk)
    for stage in tournament.stages.filter(position=2):
        yield at("stage-draw", stage.pk)
        yield at("stage-rules", stage.pk)
    for copy in tournament.snapshots.all():
        yield at("snapshot-undo", copy.pk)
    for game in Game.objects.filter(match__round__stage__tournament=tournament)[:1]:
        yield at("sheet", game.pk)
        yield at("table-rulings", game.pk)
    for round_ in Round.objects.filter(stage__tournament=tournament):
        yield at("round-cut", round_.pk)
    for plan in PaperPlan.objects.filter(stage__tournament=tournament):
        yield at("paper-take", plan.pk, 1)


def offered(client: Client, tournament: Tournament) -> Iterator[tuple[str, PageForm, str, guard.Rule, dict[str, Any]]]:
    """Every form of those pages that changes the tournament: the page, the form, what it does."""
    preview = reverse("entries-import", args=[tournament.club.slug, tournament.slug])
    for url in [*pages(tournament), preview]:
        answer = (
            client.post(url, {"text": "joueur 1;joueur 2\nMARTIN Ève;GIRARD Noël"})
            if url == preview
            else client.get(url)
        )
        if answer.status_code != 200:
            continue
        for form in forms_of(answer.content.decode(), url):
            if form.method != "post":
                continue
            found = resolve(form.action.partition("?")[0])
            if found.url_name in urlacts.RULES:
                names = {name: value for name, value in found.kwargs.items() if name not in {"club", "slug"}}
                yield url, form, found.url_name, urlacts.RULES[found.url_name], names


def acts_of(form: PageForm, name: str, rule: guard.Rule, tournament: Tournament) -> set[Act]:
    """What the buttons of a form may do."""
    requests = [RequestFactory().post(form.action, sent) for sent in form.sends]
    return {act for request in requests if (act := rule.act(request, tournament))} | set(BY_FIELDS.get(name, ()))


def walk(client: Client, tournament: Tournament) -> Iterator[tuple[str, str, bool]]:
    """Each address that does something of which the table warns now: the page, the address and its act, and whether
    the page says so."""
    risks = Risks(tournament)
    for url, form, name, rule, names in offered(client, tournament):
        for act in acts_of(form, name, rule, tournament):
            try:
                doing = guard.weigh(risks, act, (rule.round_of or guard._round_named)(tournament, **names))
            except LookupError:  # a button that nobody can press yet
                continue
            if doing.cell.level == Level.WARNED:
                is_said = act in rule.ask_first or safetywords.sentence(doing.cell.say) in form.text
                yield url, f"{name}: {act.value}", is_said


def risky() -> set[str]:
    """Every address with an act of which the table warns in some state. What has to be typed is asked for on a page
    that says why."""
    warned = {act for act, row in TABLE.items() if any(one is not None and one.level == Level.WARNED for one in row)}
    return {f"{name}: {act.value}" for name, rule in urlacts.RULES.items() for act in rule.acts if act in warned}


def walked(client_for: Any, *tournaments: Tournament) -> set[str]:
    """What was met on the pages of these tournaments; all of it has to be said there."""
    met = set()
    for tournament in tournaments:
        client = client_for(Role.ORGANISER, tournament.club, headers={"Accept-Language": "en"})
        found = list(walk(client, tournament))
        assert [one[:2] for one in found if not one[2]] == []
        met |= {name for _page, name, _said in found}
    return met


#: What the walk does not come to, and why.
ELSEWHERE = {
    # A draft is no round that was announced: met in the other states by the settings
    "stage-draw: fewer-rounds", "stage-draw: more-rounds",
    # Seen only with somebody who rests in a round that is public, or came late while somebody rests
    "catch-up: catch-up", "catch-up-away: catch-up", "entry-seat: seat-late",
    # Seen only with a sheet that was typed a second time, otherwise
    "reading-settle: reopen-sheet",
    # Seen only with deals that came after their sheet was closed
    "late-take-in: reopen-sheet",
    # Seen only where the arbiter has decided something, or has ended the game of a table
    "ruling-void: rule", "game-end: reopen-sheet",
    # Parts of a tournament that is over and public: nothing is offered but one more, and qualifying tournaments
    "stage-act: change-stages", "qualifiers: change-stages", "qualifiers-act: change-stages",
    # The way back on what is said, which the guard puts there
    "entries-leave: return",
    # A point that was given in a round that is closed since
    "penalty-void: give-points",
}  # fmt: skip
STATES = (When.DRAFT, When.PUBLISHED, When.CLOSED, When.FINAL)


def test_a_button_of_which_the_table_warns_says_so_on_its_page(client_for):
    met = walked(client_for, teams_drawn(), *map(in_state, STATES))
    assert risky() - met == ELSEWHERE


@pytest.mark.long
@pytest.mark.parametrize("state", [one for one in When if one not in STATES])
def test_it_says_so_in_every_state(state: When, client_for):
    walked(client_for, in_state(state))
