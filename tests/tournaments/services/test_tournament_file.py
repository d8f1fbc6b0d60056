"""A whole tournament as one file: written, read into an empty house, and the same again."""

import json
import re
import uuid
from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, ClubPerson, Licence, Person
from core import actors, links
from core.actors import SYSTEM
from core.models import AccessLink, AuditEvent
from scoring.models import EntryEvent, RulesetVersion, ScoreSheet
from scoring.rules import preset_source
from tests import factories
from tests.conftest import LONG
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.random_evening import Chance
from tournaments import archive
from tournaments.archive.shape import CLUB, SECTIONS, TOURNAMENT
from tournaments.models import Entry, Game, Publication, Round, Tournament
from tournaments.services import rounds, tournament_file
from tournaments.services.archive_rows import SOURCES, section_of
from tournaments.services.errors import TournamentError
from tournaments.services.results import standings_figures

SEEDS = range(200) if LONG else range(3)

pytestmark = pytest.mark.django_db


def elsewhere(make: Callable[[], Tournament]) -> bytes:
    """The file of a tournament that was in another house: here there is nothing of it any more."""
    with transaction.atomic():
        data = tournament_file.export(make())
        transaction.set_rollback(True)
    assert not Club.objects.exists()
    return data


def played() -> Tournament:
    """Two rounds, the first published; the second has a closed table and one with a deal."""
    tournament = evening.new_tournament(5, rounds=2)
    evening.publish(tournament, evening.play_round(tournament, 1))
    games = evening.games_of(evening.start_round(tournament, 2))
    evening.play_game(games[0])
    return tournament


def test_the_same_tournament_gives_the_same_file_and_a_change_another():
    tournament = evening.new_tournament(4)
    first = tournament_file.export(tournament)
    assert tournament_file.export(tournament) == first
    evening.start_round(tournament, 1)
    assert tournament_file.export(tournament) != first


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_was_done_the_file_of_what_was_taken_over_is_the_same_to_the_byte(seed):
    data = elsewhere(lambda: Chance(seed).live(60 if LONG else 40))
    taken = tournament_file.take_over(archive.compressed(data), SYSTEM)
    assert tournament_file.export(taken) == data


def test_what_was_taken_over_goes_on_where_it_was():
    data = elsewhere(played)
    tournament = tournament_file.take_over(data, SYSTEM)
    evening.play_game(Game.objects.select_related("sheet").get(state="playing"))
    round_ = rounds.close_round(Round.objects.get(stage__tournament=tournament, number=2).pk, SYSTEM)
    assert evening.publish(tournament, round_).version == 1
    tournament.refresh_from_db()
    assert tournament.state == "finished"


def test_standings_names_and_history_come_along():
    told = {}

    def make() -> Tournament:
        tournament = played()
        told["figures"] = standings_figures(tournament)
        told["names"] = sorted(Person.objects.values_list("family", "given"))
        told["events"] = EntryEvent.objects.count()
        told["trail"] = list(AuditEvent.objects.filter(scope=tournament.pk).values_list("verb", flat=True))
        return tournament

    data = elsewhere(make)
    tournament = tournament_file.take_over(data, SYSTEM)
    assert standings_figures(tournament) == told["figures"]
    assert sorted(Person.objects.values_list("family", "given")) == told["names"]
    assert ClubPerson.objects.filter(club=tournament.club).count() == len(told["names"])
    assert EntryEvent.objects.count() == told["events"]
    trail = AuditEvent.objects.filter(scope=tournament.pk).order_by("pk").values_list("verb", flat=True)
    assert list(trail) == [*told["trail"], "tournament.imported"]
    assert Publication.objects.filter(tournament=tournament).count() == 4


def test_the_tables_have_codes_of_this_house_and_those_of_closed_rounds_are_closed():
    tournament = tournament_file.take_over(elsewhere(played), SYSTEM)
    for round_ in Round.objects.filter(stage__tournament=tournament):
        found = AccessLink.objects.filter(target__in=round_.matches.values("pk"))
        assert found.count() == 2
        assert {links.is_open(link) for link in found} == {round_.state == "playing"}


def test_a_tournament_that_is_here_already_is_not_taken_over_again():
    data = tournament_file.export(played())
    before = AuditEvent.objects.count()
    with pytest.raises(TournamentError, match="archive-known"):
        tournament_file.take_over(data, SYSTEM)
    assert AuditEvent.objects.count() == before


def test_a_second_tournament_of_the_club_joins_it_and_a_taken_address_gets_a_number():
    other = factories.make_club("Une autre", slug="club-a")
    files = []

    def both() -> Tournament:
        club = factories.make_club("Club A", slug="club-b")
        Club.objects.filter(pk=club.pk).update(slug="club-x")
        club.refresh_from_db()
        files.append(tournament_file.export(evening.new_tournament(2, club=club)))
        return evening.new_tournament(2, club=club)

    with transaction.atomic():
        files.append(tournament_file.export(both()))
        transaction.set_rollback(True)
    Club.objects.filter(pk=other.pk).update(slug="club-x")
    first, second = (tournament_file.take_over(data, SYSTEM) for data in files)
    assert first.club == second.club
    assert first.club.slug != "club-x"
    assert {first.slug, second.slug} == {"concours-2026-11-28", "concours-2026-11-28-2"}


def test_a_players_licence_comes_along_and_who_is_known_here_stays_as_he_is_known():
    def make() -> Tournament:
        tournament = evening.new_tournament(2)
        person = Person.objects.order_by("pk")[0]
        Licence.objects.create(person=person, federation="", number="A-77")
        return tournament

    data = elsewhere(make)
    first = archive.read(data)["persons"][0]
    assert first["licences"] == [{"federation": "", "number": "A-77"}]
    Person.objects.create(pk=first["id"], family="Autrement", given="Dit", sort_key="autrement", search_key="x")
    tournament_file.take_over(data, SYSTEM)
    assert Person.objects.get(pk=first["id"]).family == "Autrement"


# Rule sets


def test_a_rule_set_of_the_clubs_own_comes_along_with_its_number():
    def make() -> Tournament:
        tournament = evening.new_tournament(4)
        version = factories.make_ruleset_version("maison", source=preset_source("app"))
        ruleset = version.ruleset
        ruleset.owner_club, ruleset.name = tournament.club, "Règle maison"
        ruleset.save()
        tournament.stages.update(ruleset_version=version)
        return tournament

    data = elsewhere(make)
    tournament = tournament_file.take_over(data, SYSTEM)
    version = tournament.stages.get().ruleset_version
    assert (version.ruleset.owner_club, version.ruleset.name) == (tournament.club, "Règle maison")
    assert version.ruleset.current == version


def test_what_a_file_calls_a_preset_is_one_only_if_it_counts_as_ours():
    document = archive.read(elsewhere(lambda: evening.new_tournament(2)))
    (row,) = document["rulesets"]
    row["source"] = preset_source("app")
    tournament = tournament_file.take_over(archive.written(document), SYSTEM)
    version = tournament.stages.get().ruleset_version
    assert version.ruleset.owner_club == tournament.club
    assert not RulesetVersion.objects.filter(ruleset__owner_club=None).exists()


def test_a_rule_set_that_cannot_be_loaded_is_refused_and_nothing_is_left():
    document = archive.read(elsewhere(lambda: evening.new_tournament(2)))
    document["rulesets"][0]["source"] = "id = 3"
    with pytest.raises(TournamentError, match="archive-rules"):
        tournament_file.take_over(archive.written(document), SYSTEM)
    assert not Club.objects.exists()


# Rows that contradict each other


def change_total(document):
    document["sheet_sides"][0]["total"] += 10


def change_deal(document):
    document["sheet_entries"][0]["data"]["contract"] = "everything"


def two_on_one_chair(document):
    document["seats"][1]["participant"] = document["seats"][0]["participant"]
    for seat in document["seats"][:2]:
        seat["match"], seat["round"] = document["seats"][0]["match"], document["seats"][0]["round"]


@pytest.mark.parametrize(
    ("spoil", "code"),
    [
        (change_total, "archive-figures"),
        (change_deal, "archive-figures"),
        (two_on_one_chair, "archive-clash"),
    ],
)
def test_a_file_whose_rows_contradict_each_other_is_refused_and_nothing_is_left(spoil, code):
    document = archive.read(elsewhere(played))
    spoil(document)
    with pytest.raises(TournamentError, match=code):
        tournament_file.take_over(archive.written(document), SYSTEM)
    assert not Tournament.objects.exists()
    assert not ScoreSheet.objects.exists()
    assert not Entry.objects.exists()


@pytest.mark.one_database
def test_a_row_whose_id_is_another_tournaments_here_is_refused_and_that_one_stays():
    """Whatever row it is: a file with ids of its own, but for that one, which without it is taken over."""
    here = played()
    known = tournament_file.export(here)
    document = archive.read(known)
    filled = [one.name for one in SECTIONS if one.key == "id" and one.name in SOURCES and document[one.name]]
    assert len(filled) > 12
    for name in filled if LONG else ("entries", "sheets"):
        taken = document[name][0]["id"]
        with pytest.raises(TournamentError, match="archive-clash"):
            tournament_file.take_over(with_ids_of_its_own(document, but=taken), SYSTEM)
    assert Tournament.objects.get() == here
    other = tournament_file.take_over(with_ids_of_its_own(document), SYSTEM)
    assert other.pk != here.pk and tournament_file.export(here) == known


def with_ids_of_its_own(document: dict, but: str = "") -> bytes:
    """The same file as though it had been written elsewhere: every id another one, ``but`` this."""

    def another(found: re.Match[str]) -> str:
        return found[0] if found[0] == but else str(uuid.uuid5(uuid.NAMESPACE_OID, found[0]))

    text = re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", another, json.dumps(document))
    return archive.written(json.loads(text))


@pytest.mark.parametrize(
    ("settings", "where"),
    [({"public": "x"}, "stages"), ({"musts": ["nope"]}, "stages"), ({"bye": {"policy": "nope"}}, "stages")],
)
def test_settings_that_no_page_could_show_are_refused_and_nothing_is_left(settings, where):
    document = archive.read(elsewhere(lambda: evening.new_tournament(2)))
    document[where][0]["settings"] |= settings
    with pytest.raises(archive.ArchiveError, match=r"archive-shape.*'settings'"):
        tournament_file.take_over(archive.written(document), SYSTEM)
    assert not Tournament.objects.exists()


def test_figures_that_no_public_page_could_show_are_refused_before_anything_is_written():
    document = archive.read(elsewhere(played))
    row = next(one for one in document["publications"] if one["what"] == "sheets")
    del row["figures"]["sheets"][0]["deals"]
    with (
        CaptureQueriesContext(connection) as queries,
        pytest.raises(archive.ArchiveError, match=r"archive-shape.*'publications'.*'figures'"),
    ):
        tournament_file.take_over(archive.written(document), SYSTEM)
    assert not [query for query in queries if query["sql"].startswith(("INSERT", "UPDATE"))]


def bracket() -> Tournament:
    tournament = evening.new_tournament(4, rounds=2)
    tournament.stages.update(draw_system="knockout")
    evening.start_round(tournament, 1)
    return tournament


def test_draws_that_no_page_could_show_are_refused_and_nothing_is_left():
    document = archive.read(elsewhere(bracket))
    (draw,) = document["draws"]
    for field, key, value in (
        ("inputs", "system", None),
        ("inputs", "entries", [{}]),
        ("result", "tables", None),
        ("result", "plan", {"x": 1}),
    ):
        kept = draw[field]
        draw[field] = {**kept, key: value} if value is not None else {one: kept[one] for one in kept if one != key}
        with pytest.raises(archive.ArchiveError, match=r"archive-shape.*'draws'"):
            tournament_file.take_over(archive.written(document), SYSTEM)
        draw[field] = kept
    assert not Tournament.objects.exists()
    tournament_file.take_over(archive.written(document), SYSTEM)


# Nothing is forgotten


def test_every_column_of_a_tournament_is_in_the_file_or_left_out_on_purpose():
    """A column added to a model turns this red until ``tournaments.archive.shape`` has it, or it is an exception."""
    for name, source in SOURCES.items():
        columns = {one.name for one in source.model._meta.concrete_fields}
        assert columns == section_of(name).fields.keys() | source.but, name
    assert {one.name for one in Tournament._meta.concrete_fields} == TOURNAMENT.fields.keys() | {"club", "rehearsal_of"}
    assert CLUB.fields.keys() <= {one.name for one in Club._meta.concrete_fields}


def test_every_table_of_tournaments_and_sheets_is_in_the_file_or_left_out_on_purpose():
    kept = {source.model for source in SOURCES.values()} | {Tournament}
    elsewhere_told = {"ruleset", "rulesetversion", "gameformat"}
    left_out = {
        "snapshot",  # a file of its own
        "standing",  # worked out anew
        "tabledevice",  # of an evening and its phones, gone with the time for corrections
        "pairtries",
        "sheetphoto",  # seen by desk and arbiter only
        "rulesetdraft",  # of the club, not of a tournament
        "sheethand",  # of accounts, which are in no file
        "secondreading",
        "fault",
        "hallscreen",  # of a hall and its machines
        "sponsorslide",
        "ceremony",
        "receipt",  # their numbers are those of a club's book, which an installation keeps
        "receiptbook",
        "friendstable",  # of no tournament
        "friendsgame",
    }
    for app in ("tournaments", "scoring"):
        for model in apps.get_app_config(app).get_models():
            assert model in kept or model._meta.model_name in elsewhere_told | left_out, model


def test_no_account_no_code_and_no_key_of_the_house_is_in_the_file():
    user = factories.make_user(username="compte-secret")
    tournament = evening.new_tournament(4)
    rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 1, actors.of_user(user)).pk, actors.of_user(user))
    text = tournament_file.export(tournament).decode()
    assert str(user.pk) not in text
    assert "compte-secret" not in text
    for link in AccessLink.objects.all():
        assert link.token_hash not in text
        assert links.token_of(link) not in text
    assert tournament.stages.get().sealed_seed in text  # which is why the file is private


def test_the_sections_stand_in_the_order_of_their_references():
    seen: set[str] = set()
    for section in SECTIONS:
        seen.add(section.name)
        assert {field.of for field in section.fields.values()} - {""} <= seen, section.name
    assert json.loads(tournament_file.export(evening.new_tournament(0)))["entries"] == []
