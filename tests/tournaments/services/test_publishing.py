"""Making results public: a copy that never changes, a correction as a new version, and taking it back."""

import pytest
from django.db import IntegrityError, transaction

from core.actors import SYSTEM, Actor
from core.models import AuditEvent
from scoring import sheets
from tests import factories
from tests.kept import kept
from tests.tournaments.services import evening_kept as evening
from tournaments.models import Publication, Tournament
from tournaments.services import cuts, publishing
from tournaments.services.errors import Conflict, TournamentError
from tournaments.signals import publication_withdrawn, results_published

pytestmark = pytest.mark.django_db

ROUND, STANDINGS = Publication.What.ROUND, Publication.What.STANDINGS


def refused(code: str, call, *arguments, **named) -> TournamentError:
    with pytest.raises(TournamentError) as caught:
        call(*arguments, **named)
    assert caught.value.code == code
    return caught.value


@pytest.fixture
@kept
def played():
    """A tournament of four pairs and its first round, closed; the standings computed."""
    tournament = evening.new_tournament(4, rounds=2)
    round_ = evening.play_round(tournament, 1)
    evening.compute(tournament)
    return tournament, round_


def publish(tournament: Tournament, round_):
    return publishing.publish(round_.pk, tournament.revision, SYSTEM)


def versions(what: str) -> list[int]:
    return list(Publication.objects.filter(what=what).order_by("version").values_list("version", flat=True))


def test_a_round_is_published_with_the_standings_after_it(played):
    tournament, round_ = played
    made = publish(tournament, round_)
    assert (versions(ROUND), versions(STANDINGS)) == ([1], [1])
    assert made.what == STANDINGS
    assert made.revision == tournament.revision
    assert [row["points"] for row in made.figures["rows"]] == [90, 80, 0, 0]
    assert publishing.latest_standings(tournament) == made
    assert len(publishing.public(tournament, ROUND)[0].figures["tables"]) == 2


def test_a_publication_holds_ids_and_no_names(played):
    made = publish(*played)
    text = str(made.figures)
    for member in played[0].members.select_related("person"):
        assert str(member.person_id) in text
        assert member.person.family not in text


@pytest.mark.both_databases
def test_a_publication_never_changes(played):
    made = publish(*played)
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        Publication.objects.filter(pk=made.pk).update(figures={})
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
        made.delete()


def test_the_same_figures_are_not_published_twice(played):
    publish(*played)
    refused("nothing-new", publish, *played)
    assert (versions(ROUND), versions(STANDINGS)) == ([1], [1])


def test_a_correction_is_published_as_version_two_and_version_one_stays(played):
    tournament, round_ = played
    first = publish(tournament, round_)
    evening.correct(evening.games_of(round_)[0], 160)
    evening.compute(tournament)
    second = publish(tournament, round_)
    assert (first.version, second.version) == (1, 2)
    assert second.figures["rows"][0]["points"] == 160
    assert Publication.objects.get(pk=first.pk).figures == first.figures
    assert publishing.public(tournament, STANDINGS) == [second]
    assert publishing.public(tournament, ROUND)[0].version == 2


@pytest.mark.both_databases
def test_a_correction_in_an_earlier_round_is_public_with_the_standings_that_follow_from_it(played):
    tournament, first = played
    publish(tournament, first)
    second = evening.play_round(tournament, 2)
    evening.publish(tournament, second)
    evening.correct(evening.games_of(first)[0], 160)
    evening.publish(tournament, second)
    earlier, later = publishing.public(tournament, ROUND)
    marked = {side["entry"]: side["points"] for table in earlier.figures["tables"] for side in table["sides"]}
    standings = publishing.latest_standings(tournament)
    assert standings is not None
    assert marked == {row["entry"]: row["rounds"]["1"]["points"] for row in standings.figures["rows"]}
    assert (earlier.version, later.version) == (2, 1)


def test_an_earlier_round_that_is_not_public_stays_so(played):
    tournament, first = played
    publishing.withdraw(publish(tournament, first).pk, SYSTEM)
    second = evening.play_round(tournament, 2)
    evening.correct(evening.games_of(first)[0], 160)
    evening.publish(tournament, second)
    assert [publication.round for publication in publishing.public(tournament, ROUND)] == [second]


def test_nothing_is_published_while_a_sheet_is_open_or_standings_wait(played):
    tournament, round_ = played
    game = evening.games_of(round_)[1]
    sheets.reopen_sheet(game.sheet_id, actor=SYSTEM, reason="à revoir")
    evening.compute(tournament)
    assert refused("tables-open", publish, tournament, round_).params == {"count": 1, "table": 2}
    evening.close(game.sheet)
    tournament.refresh_from_db()
    refused("standings-pending", publish, tournament, round_)
    evening.compute(tournament)
    publish(tournament, round_)


def test_what_is_published_is_what_was_seen(played):
    tournament, round_ = played
    seen = tournament.revision
    evening.correct(evening.games_of(round_)[0], 160)
    evening.compute(tournament)
    assert isinstance(refused("standings-changed", publishing.publish, round_.pk, seen, SYSTEM), Conflict)
    assert not Publication.objects.exists()


def test_only_a_closed_round_is_published_and_only_the_last_one(played):
    tournament, round_ = played
    second = evening.start_round(tournament, 2)
    evening.compute(tournament)
    refused("round-open", publish, tournament, second)
    refused("round-not-last", publish, tournament, round_)


def test_a_later_part_that_has_begun_is_in_no_publication_of_the_part_before(played):
    tournament, round_ = played
    publish(tournament, round_)
    tournament.stages.update(rounds_planned=1)
    final = cuts.add(tournament.pk, cuts.NewStage("Finale", "knockout", rounds=1, places=2), SYSTEM)
    cuts.make_cut(final.pk, SYSTEM)
    evening.play_game(evening.games_of(evening.start_round(tournament, 2))[0], 120)
    evening.compute(tournament)
    refused("round-not-last", publish, tournament, round_)
    assert [row.round.number for row in Publication.objects.filter(what=STANDINGS)] == [1]


def test_what_is_taken_back_is_public_no_more_but_kept(played):
    tournament, round_ = played
    made = publish(tournament, round_)
    publishing.withdraw(made.pk, SYSTEM, reason="mauvaise salle")
    assert publishing.public(tournament, STANDINGS) == publishing.public(tournament, ROUND) == []
    assert publishing.latest_standings(tournament) is None
    assert Publication.objects.count() == 4
    refused("publication-withdrawn", publishing.withdraw, made.pk, SYSTEM)


@pytest.mark.both_databases
def test_what_was_taken_back_may_be_published_again_unchanged_as_a_new_version(played):
    tournament, round_ = played
    first = publish(tournament, round_)
    publishing.withdraw(first.pk, SYSTEM)
    second = publish(tournament, round_)
    assert (second.version, second.sha256) == (2, first.sha256)
    assert publishing.public(tournament, STANDINGS) == [second]
    assert len(publishing.public(tournament, ROUND)) == 1


def test_taking_the_newest_version_back_does_not_bring_the_older_one_out_again(played):
    tournament, round_ = played
    publish(tournament, round_)
    evening.correct(evening.games_of(round_)[0], 160)
    evening.compute(tournament)
    publishing.withdraw(publish(tournament, round_).pk, SYSTEM)
    assert publishing.public(tournament, STANDINGS) == []


def test_the_final_standings_are_those_after_the_last_round(played):
    tournament, round_ = played
    publish(tournament, round_)
    second = evening.play_round(tournament, 2)
    assert publishing.final_standings(tournament) is None
    made = evening.publish(tournament, second)
    assert publishing.final_standings(tournament) == made
    assert [publication.round for publication in publishing.public(tournament, ROUND)] == [round_, second]


def test_rooms_above_hear_of_each_publication_and_of_its_end(played):
    heard = []

    def hear(signal, publication_id, **_):
        heard.append(("published" if signal is results_published else "withdrawn", publication_id))

    for signal in (results_published, publication_withdrawn):
        signal.connect(hear)
    try:
        made = publish(*played)
        publishing.withdraw(made.pk, SYSTEM)
    finally:
        for signal in (results_published, publication_withdrawn):
            signal.disconnect(hear)
    assert heard == [("published", made.pk), ("withdrawn", made.pk)]


def test_publishing_leaves_its_trace(played):
    tournament, round_ = played
    user = factories.make_user("organiser")
    made = publishing.publish(round_.pk, tournament.revision, Actor(user=user.pk))
    publishing.withdraw(made.pk, Actor(user=user.pk), reason="trop tôt")
    rows = AuditEvent.objects.filter(actor=user).order_by("pk").values_list("verb", "club_id", "reason")
    assert list(rows) == [
        ("results.published", tournament.club_id, ""),
        ("results.withdrawn", tournament.club_id, "trop tôt"),
    ]
    assert made.by == user
