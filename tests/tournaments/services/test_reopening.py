"""A closed round opened again."""

import pytest

from core import links
from core.actors import SYSTEM
from core.models import AccessLink, AuditEvent
from tests.tournaments.services import evening
from tournaments.models import Draw, Result, Round
from tournaments.services import draw_file, reopening, rounds
from tournaments.services.errors import Conflict, TournamentError

pytestmark = pytest.mark.django_db


def reopen(round_, reason: str = "une feuille manque"):
    return reopening.reopen_round(round_.pk, SYSTEM, reason=reason)


def test_its_tables_write_again_and_what_was_given_waits_for_its_close():
    tournament = evening.new_tournament(5)
    round_ = evening.play_round(tournament, 1)
    assert Result.objects.filter(source="bye").count() == 1
    assert reopen(round_).state == "playing"
    assert {links.is_open(link) for link in AccessLink.objects.filter(purpose="table")} == {True}
    assert not Result.objects.filter(source="bye").exists()
    evening.correct(evening.games_of(round_)[0], 150)
    rounds.close_round(round_.pk, SYSTEM)
    assert Result.objects.filter(source="bye").count() == 1
    event = AuditEvent.objects.get(verb="round.reopened")
    assert (event.reason, event.after) == ("une feuille manque", {"round": 1})


def test_a_draft_of_the_next_round_is_discarded_and_counted_and_none_is_made_until_the_round_is_closed():
    tournament = evening.new_tournament(4)
    round_ = evening.play_round(tournament, 1)
    draft = rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    reopen(round_)
    draft.refresh_from_db()
    assert (draft.state, draft.reason) == ("discarded", "une feuille manque")
    with pytest.raises(TournamentError, match="round-open"):
        rounds.make_draw(tournament.pk, 2, 2, SYSTEM)
    rounds.close_round(round_.pk, SYSTEM)
    assert rounds.make_draw(tournament.pk, 2, 2, SYSTEM).attempt == 2


def test_a_draft_that_came_at_the_same_moment_is_not_published():
    tournament = evening.new_tournament(4)
    round_ = evening.play_round(tournament, 1)
    draft = rounds.make_draw(tournament.pk, 2, 1, SYSTEM)
    reopen(round_)
    Draw.objects.filter(pk=draft.pk).update(state="draft")
    with pytest.raises(TournamentError, match="round-open"):
        rounds.publish_draw(draft.pk, SYSTEM)


def test_only_the_last_round_and_only_a_closed_one_and_only_with_a_reason():
    tournament = evening.new_tournament(4)
    first = evening.play_round(tournament, 1)
    with pytest.raises(TournamentError, match="reason-missing"):
        reopen(first, " ")
    second = evening.start_round(tournament, 2)
    with pytest.raises(Conflict, match="round-not-closed"):
        reopen(second)
    with pytest.raises(TournamentError, match="round-not-last-closed"):
        reopen(first)
    assert Round.objects.get(pk=first.pk).state == "closed"


def test_a_tournament_that_was_over_goes_on_and_is_over_again():
    tournament = evening.new_tournament(4, rounds=1)
    round_ = evening.play_round(tournament, 1)
    draw_file.open_draws(tournament.pk, SYSTEM)
    reopen(round_)
    tournament.refresh_from_db()
    assert tournament.state == "running"
    rounds.close_round(round_.pk, SYSTEM)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
