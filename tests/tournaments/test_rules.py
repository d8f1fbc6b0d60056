"""The rules of a tournament: chosen among the published ones and the club's own, fixed at the draw, read by anybody."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from core.models import AuditEvent
from documents import sheets as papers
from scoring import rulesets_edit, rulesets_findings, rulesets_store
from scoring.models import Ruleset, RulesetVersion
from tests.factories import make_club
from tests.tournaments.services import evening
from tournaments import tables
from tournaments.forms import RulesForm, TournamentForm, defaults
from tournaments.services import contests, rounds
from tournaments.services.errors import TournamentError

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def no_lint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets_findings, "lint", lambda ruleset: ())


@pytest.fixture
def club() -> Club:
    return make_club(name="Amicale")


def own(club: Club, name: str = "Règle du jeudi", **bids: int) -> RulesetVersion:
    """A version of a rule set of the club's own; the first, or the next of the one that has this name."""
    ruleset = Ruleset.objects.filter(owner_club=club, name=name).first()
    if ruleset is None:
        ruleset = rulesets_edit.copy_preset(club, "ffb-contree-2016", name, SYSTEM)
    tree = rulesets_edit.tree_at_work(ruleset)
    tree["bids"] = {**tree["bids"], **bids}
    edited = rulesets_edit.Edited(name, tree)
    return rulesets_edit.save_version(ruleset.pk, edited, ruleset.revision, "", SYSTEM).version


def choices(form: Any) -> dict[str, str]:
    groups = form.fields["ruleset"].choices
    return {value: label for _group, options in groups for value, label in options}


def text_of(answer: Any) -> str:
    return unescape(answer.content.decode())


def test_a_tournament_is_offered_presets_by_name_and_the_clubs_own_with_their_version(club: Club) -> None:
    version, theirs = own(club), own(make_club(), "Celle d'à côté")
    offered = choices(TournamentForm(club=club))
    assert next(iter(offered.values())) == "Règle du jeudi, version 1"
    assert offered[str(version.pk)] == "Règle du jeudi, version 1"
    assert offered["ffb-contree-2016"] == rulesets_store.preset_title("ffb-contree-2016", "fr")
    assert "ffb-contree-2016+points" in offered
    assert str(theirs.pk) not in offered
    assert "totals" not in offered
    newer = own(club, lowest=90)
    assert str(version.pk) not in choices(TournamentForm(club=club))
    assert str(version.pk) in choices(TournamentForm(club=club, used=version))
    rulesets_edit.archive(newer.ruleset_id, SYSTEM)
    assert str(newer.pk) not in choices(RulesForm(club=club, used=version))


def test_the_first_tournament_starts_from_the_rules_that_the_club_made_last(club: Club) -> None:
    assert defaults(club)["ruleset"] == "club"
    own(club)
    latest = own(club, "Règle du lundi")
    assert defaults(club)["ruleset"] == str(latest.pk)
    rulesets_edit.archive(latest.ruleset_id, SYSTEM)
    assert defaults(club)["ruleset"] != str(latest.pk)


def test_the_next_tournament_starts_from_the_newest_version_of_the_last_ones_rules(club: Club) -> None:
    evening.new_tournament(club=club, ruleset=str(own(club).pk))
    newer = own(club, lowest=90)
    assert defaults(club)["ruleset"] == str(newer.pk)
    rulesets_edit.archive(newer.ruleset_id, SYSTEM)
    assert defaults(club)["ruleset"] == "club"


def test_rules_of_another_club_or_of_nobody_cannot_be_chosen(club: Club) -> None:
    theirs = own(make_club())
    for choice in (str(theirs.pk), "nowhere", "club+nothing", str(club.pk)):
        with pytest.raises(TournamentError) as caught:
            evening.new_tournament(club=club, ruleset=choice)
        assert (caught.value.code, caught.value.field) == ("ruleset-unknown", "ruleset")


def test_a_saved_change_of_the_rule_set_leaves_tournaments_with_the_version_they_chose(club: Club) -> None:
    version = own(club)
    tournament = evening.new_tournament(club=club, ruleset=str(version.pk))
    own(club, lowest=90)
    assert contests.only_stage(tournament).ruleset_version == version


def test_after_the_draw_rules_change_from_the_next_round_with_a_reason_for_everybody(club: Club) -> None:
    first = own(club)
    tournament = evening.new_tournament(club=club, ruleset=str(first.pk))
    with pytest.raises(TournamentError, match="rules-open"):
        contests.change_rules(tournament.pk, "club", "oui", SYSTEM)
    drawn = evening.start_round(tournament, 1)
    second = own(club, lowest=90)
    for choice, reason, code in (
        (str(first.pk), "oui", "rules-same"),
        (str(second.pk), "  ", "reason-missing"),
        ("nowhere", "oui", "ruleset-unknown"),
    ):
        with pytest.raises(TournamentError, match=code):
            contests.change_rules(tournament.pk, choice, reason, SYSTEM)
    contests.change_rules(tournament.pk, str(second.pk), "On part de 90", SYSTEM)
    event = AuditEvent.objects.get(verb="tournament.rules-changed")
    assert (event.reason, event.after["from_round"]) == ("On part de 90", 2)
    (change,) = contests.rules_changes(tournament)
    assert (change.from_round, change.before, change.after) == (2, first, second)
    # What is drawn goes on as it was, and is printed so.
    assert {game.sheet.ruleset_version_id for game in evening.games_of(drawn)} == {first.pk}
    assert papers.version_of(drawn) == first
    page = text_of(Client().get(f"/p/{club.slug}/{tournament.slug}/rules/"))
    assert "On part de 90" in page
    assert "<del>" in page
    assert "rules/" in text_of(Client().get(f"/p/{club.slug}/{tournament.slug}/"))


def test_between_a_draw_and_its_publication_the_change_counts_for_that_round(club: Club) -> None:
    tournament = evening.new_tournament(club=club)
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    contests.change_rules(tournament.pk, "app", "Vote de la salle", SYSTEM)
    assert contests.rules_changes(tournament)[0].from_round == 1
    drawn = rounds.publish_draw(draw.pk, SYSTEM)
    assert papers.version_of(drawn).ruleset.key == "app"


def test_a_table_is_told_its_rules_with_their_variant(club: Club) -> None:
    drawn = evening.start_round(evening.new_tournament(club=club, ruleset="ffb-contree-2016+points"), 1)
    title = tables.game_state(evening.games_of(drawn)[0], "fr", writable=False)["keys"]["title"]
    assert title == rulesets_store.preset_title("ffb-contree-2016+points", "fr")


def test_a_draw_taken_back_after_the_change_is_drawn_anew_by_the_new_rules_which_count_from_there(club: Club) -> None:
    tournament = evening.new_tournament(club=club)
    drawn = evening.start_round(tournament, 1)
    contests.change_rules(tournament.pk, "app", "Vote de la salle", SYSTEM)
    assert [change.from_round for change in contests.rules_changes(tournament)] == [2]
    rounds.withdraw_draw(drawn.pk, SYSTEM)
    assert [change.from_round for change in contests.rules_changes(tournament)] == [1]
    rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 2, SYSTEM).pk, SYSTEM)
    assert [change.from_round for change in contests.rules_changes(tournament)] == [1]
    # Back again: the round that is drawn was played by the other rules.
    contests.change_rules(tournament.pk, "club", "Nouveau vote", SYSTEM)
    assert [change.from_round for change in contests.rules_changes(tournament)] == [1, 2]


def test_anybody_reads_a_tournaments_rules_made_from_the_rules_themselves(client: Client, club: Club) -> None:
    tournament = evening.new_tournament(club=club, ruleset=str(own(club, lowest=110).pk))
    evening.start_round(tournament, 1)
    page = text_of(client.get(f"/p/{club.slug}/{tournament.slug}/rules/"))
    assert "Règle du jeudi, version 1" in page
    assert rulesets_store.preset_title("ffb-contree-2016", "fr") in page
    assert re.search(r"\b110\b", page)
    assert client.get(f"/p/{make_club().slug}/{tournament.slug}/rules/").status_code == 404


def test_the_settings_page_changes_the_rules_after_the_draw(client_for: Callable[..., Client], club: Club) -> None:
    tournament = evening.new_tournament(club=club)
    evening.start_round(tournament, 1)
    client = client_for(Role.ORGANISER, club)
    address = f"/c/{club.slug}/t/{tournament.slug}/settings/"
    assert 'name="rules-reason"' in text_of(client.get(address))
    form = {"rules-ruleset": "app", "rules-reason": "", "typed": "1"}
    refused = client.post(f"{address}rules/", form)
    assert refused.status_code == 422
    assert "id_rules-reason_error" in text_of(refused)
    assert client.post(f"{address}rules/", {**form, "rules-reason": "Vote de la salle"}).status_code == 302
    assert contests.only_stage(tournament).ruleset_version.ruleset.key == "app"
    desk = client_for(Role.DESK, club)
    assert desk.post(f"{address}rules/", form).status_code == 403
