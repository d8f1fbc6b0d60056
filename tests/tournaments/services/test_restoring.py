"""A tournament put back to its file: what is so now is as it was, what happened stays."""

import pytest

from clubs.persons import PersonName
from core import links
from core.actors import SYSTEM
from core.models import AccessLink, AuditEvent
from scoring import agreeing, disputes, sheets
from scoring.models import Dispute, EntryEvent, ScoreSheet, SheetEntry
from tests import factories
from tests.conftest import LONG
from tests.kept import kept
from tests.scoring.on_sheets import assert_replays, deal, new_key, totals
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.random_evening import Chance
from tournaments import archive
from tournaments.models import (
    Adjustment,
    Draw,
    Entry,
    Game,
    Payment,
    Publication,
    Result,
    Round,
    Seat,
    SetAside,
    Stage,
    Tournament,
)
from tournaments.services import (
    contests,
    draw_file,
    entries,
    payments,
    publishing,
    restoring,
    results,
    rounds,
    tournament_file,
)
from tournaments.services.errors import TournamentError
from tournaments.signals import draw_published

SEEDS = range(300) if LONG else range(2)

pytestmark = pytest.mark.django_db


def copy(tournament: Tournament) -> dict:
    return archive.read(tournament_file.export(tournament))


def put_back(tournament: Tournament, document: dict) -> Tournament:
    found = restoring.put_back(tournament.pk, document, SYSTEM)
    tournament.refresh_from_db()
    return found


def live(tournament: Tournament) -> dict:
    return archive.live(copy(tournament))


def history(tournament: Tournament) -> dict[str, set]:
    """Everything that must never go, by id."""
    document = copy(tournament)
    kept = {name: {row["id"] for row in document[name]} for name in ("sheet_events", "publications", "draws")}
    kept["trail"] = set(AuditEvent.objects.values_list("pk", flat=True))
    kept["payments"] = {row["id"] for row in document["payments"]}
    kept["lines"] = {row["id"] for row in document["sheet_entries"]}
    return kept


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_was_done_since_all_is_as_the_file_says_and_no_history_is_gone(seed):
    chance = Chance(seed)
    tournament = chance.live(30 if LONG else 18)
    document = copy(tournament)
    chance.live(30 if LONG else 18)
    before = history(tournament)
    put_back(tournament, document)
    assert live(tournament) == archive.live(document)
    after = history(tournament)
    assert all(before[name] <= after[name] for name in before)
    for sheet in ScoreSheet.objects.all():
        assert_replays(sheet)
    assert_goes_on(tournament)


def assert_goes_on(tournament: Tournament) -> None:
    """The evening can be played to its end from here."""
    for _ in range(40):
        tournament.refresh_from_db()
        if tournament.state == "finished":
            return
        # A round opened again is played before the draft of the next one.
        last = Round.objects.filter(stage__tournament=tournament, state="playing").order_by("number").first()
        last = last or rounds.current_round_of(tournament)
        if last is not None and last.state == "playing":
            for game in Game.objects.filter(match__round=last, state="playing").select_related("sheet__format"):
                while not ScoreSheet.objects.get(pk=game.sheet_id).complete:
                    position = len(sheets.standing_entries(game.sheet)) + 1
                    sheets.record_deal(game.sheet_id, deal(), position=position, client_key=new_key(), actor=SYSTEM)
                evening.close(game.sheet)
            rounds.close_round(last.pk, SYSTEM)
            continue
        number = 1 if last is None else last.number + (last.state == "closed")
        here = Round.objects.filter(stage__tournament=tournament, number=number).first()
        while Entry.objects.filter(tournament=tournament, status="active").count() < 4:
            factories.make_pairs(tournament, 1)
        attempt = 1 + (here.draws.count() if here else 0)
        rounds.publish_draw(rounds.make_draw(tournament.pk, number, attempt, SYSTEM).pk, SYSTEM)
    raise AssertionError("the evening did not end")


@pytest.mark.both_databases
def test_put_back_forward_and_back_again_it_is_each_time_as_the_file_says():
    chance = Chance(77)
    first = copy(chance.live(25))
    second = copy(chance.live(40))
    assert archive.live(first) != archive.live(second)
    for document in (first, second, first, second):
        put_back(chance.tournament, document)
        assert live(chance.tournament) == archive.live(document)


def test_putting_back_to_what_is_already_so_changes_nothing_but_the_revision():
    tournament = evening.new_tournament(5)
    evening.play_round(tournament, 1)
    before = copy(tournament)
    put_back(tournament, before)
    after = copy(tournament)
    assert after["tournament"]["revision"] == before["tournament"]["revision"] + 1
    plain = {key: value for key, value in before.items() if key not in {"tournament", "sha256"}}
    assert {key: value for key, value in after.items() if key in plain} == plain


# Sheets


@pytest.fixture
@kept
def playing():
    """Four pairs, round 1 published, a deal at table 1."""
    tournament = evening.new_tournament(4, deals=3)
    round_ = evening.start_round(tournament, 1)
    first = evening.games_of(round_)[0]
    sheets.record_deal(first.sheet_id, deal(100), position=1, client_key="eins", actor=SYSTEM)
    tournament.refresh_from_db()
    return tournament


def game_at(tournament: Tournament, table: int) -> Game:
    found = Game.objects.select_related("sheet", "match").filter(match__round__stage__tournament=tournament)
    return found.get(table_no=table)


def test_deals_entered_since_are_void_and_stay_in_the_history_with_why(playing):
    document = copy(playing)
    sheet = game_at(playing, 1).sheet
    sheets.amend_deal(sheet.pk, 1, deal(120), seen=1, actor=SYSTEM)
    sheets.record_deal(sheet.pk, deal(90, "EW"), position=2, client_key="zwei", actor=SYSTEM)
    put_back(playing, document)
    sheet.refresh_from_db()
    assert totals(sheet) == (100, 0)
    assert_replays(sheet)
    assert SheetEntry.objects.get(client_key="zwei").voided_at is not None
    event = EntryEvent.objects.get(sheet=sheet, verb="restored")
    assert (event.before["totals"], event.after["totals"]) == ({"A": 120, "B": 90}, {"A": 100, "B": 0})
    assert event.reason
    # and the table writes on
    assert sheets.record_deal(sheet.pk, deal(80), position=2, client_key="drei", actor=SYSTEM).counted == 2


def test_a_sheet_that_did_not_change_is_not_touched(playing):
    document = copy(playing)
    other = game_at(playing, 2).sheet
    sheets.record_deal(other.pk, deal(90), position=1, client_key="zwei", actor=SYSTEM)
    before = game_at(playing, 1).sheet.revision
    put_back(playing, document)
    assert game_at(playing, 1).sheet.revision == before
    assert game_at(playing, 2).sheet.revision == 2


def test_a_phone_that_sends_its_deal_again_after_that_does_not_bring_it_back(playing):
    document = copy(playing)
    sheet = game_at(playing, 1).sheet
    sheets.record_deal(sheet.pk, deal(90), position=2, client_key="zwei", actor=SYSTEM)
    put_back(playing, document)
    sheets.record_deal(sheet.pk, deal(90), position=2, client_key="zwei", actor=SYSTEM)
    sheet.refresh_from_db()
    assert totals(sheet) == (100, 0)


@pytest.mark.both_databases
def test_tables_of_a_later_draw_are_set_aside_with_their_deals_and_who_sat_there():
    tournament = evening.new_tournament(4)
    evening.play_round(tournament, 1)
    document = copy(tournament)
    game = evening.games_of(evening.start_round(tournament, 2))[0]
    seats = [str(entry.pk) for entry in (evening.entry_at(game, "A"), evening.entry_at(game, "B"))]
    sheets.record_deal(game.sheet_id, deal(100), position=1, client_key="eins", actor=SYSTEM)
    put_back(tournament, document)
    aside = SetAside.objects.get(tournament=tournament)
    assert (aside.sheet_id, aside.round.number, aside.table_no) == (game.sheet_id, 2, game.table_no)
    assert [seat["entry"] for seat in aside.seats] == seats
    assert totals(aside.sheet) == (100, 0)
    assert not Game.objects.filter(pk=game.pk).exists()
    # the other table had no deal: its empty sheet goes
    assert ScoreSheet.objects.count() == 3
    # round 2 is drawn anew, the first draw stays counted
    assert list(Draw.objects.filter(round__number=2).values_list("attempt", "state")) == [(1, "discarded")]
    assert rounds.make_draw(tournament.pk, 2, 2, SYSTEM).attempt == 2


def test_a_sheet_set_aside_comes_back_with_its_table():
    tournament = evening.new_tournament(4)
    evening.play_round(tournament, 1)
    first = copy(tournament)
    game = evening.games_of(evening.start_round(tournament, 2))[0]
    sheets.record_deal(game.sheet_id, deal(100), position=1, client_key="eins", actor=SYSTEM)
    second = copy(tournament)
    put_back(tournament, first)
    put_back(tournament, second)
    assert not SetAside.objects.exists()
    assert Game.objects.get(pk=game.pk).sheet_id == game.sheet_id
    assert live(tournament) == archive.live(second)


# Codes


def test_the_codes_of_a_draw_that_was_taken_back_open_its_tables_again():
    tournament = evening.new_tournament(4)
    round_ = evening.start_round(tournament, 1)
    tokens = [links.token_of(link) for link in AccessLink.objects.filter(target__in=round_.matches.values("pk"))]
    document = copy(tournament)
    rounds.withdraw_draw(round_.pk, SYSTEM)
    again = rounds.publish_draw(rounds.make_draw(tournament.pk, 1, 2, SYSTEM).pk, SYSTEM)
    others = [links.token_of(link) for link in AccessLink.objects.filter(target__in=again.matches.values("pk"))]
    put_back(tournament, document)
    assert all(links.find("table", token) for token in tokens)
    assert not any(links.find("table", token) for token in others)


def test_codes_that_were_made_new_stay_new(playing):
    document = copy(playing)
    round_ = Round.objects.get()
    old = [links.token_of(link) for link in AccessLink.objects.filter(purpose="table")]
    rounds.renew_codes(round_.pk, SYSTEM)
    rounds_new = [links.token_of(link) for link in AccessLink.objects.filter(purpose="table")]
    put_back(playing, document)
    assert not any(links.find("table", token) for token in old)
    assert all(links.find("table", token) for token in rounds_new)


def test_codes_of_a_round_closed_since_open_again_and_of_one_opened_since_are_closed(playing):
    round_ = Round.objects.get()
    open_ = copy(playing)
    for table in (1, 2):
        game = game_at(playing, table)
        while not ScoreSheet.objects.get(pk=game.sheet_id).complete:
            position = len(sheets.standing_entries(game.sheet)) + 1
            sheets.record_deal(game.sheet_id, deal(), position=position, client_key=new_key(), actor=SYSTEM)
        evening.close(game.sheet)
    rounds.close_round(round_.pk, SYSTEM)
    closed = copy(playing)
    put_back(playing, open_)
    assert {links.is_open(link) for link in AccessLink.objects.filter(purpose="table")} == {True}
    put_back(playing, closed)
    assert {links.is_open(link) for link in AccessLink.objects.filter(purpose="table")} == {False}


def test_the_sheets_are_printed_anew_only_where_tables_came_back(playing):
    heard = []

    def listen(round_id, **_):
        heard.append(round_id)

    document = copy(playing)
    draw_published.connect(listen)
    try:
        put_back(playing, document)
        assert heard == []
        fresh = evening.new_tournament(4)
        round_ = evening.start_round(fresh, 1)
        document = copy(fresh)
        rounds.withdraw_draw(round_.pk, SYSTEM)
        heard.clear()
        put_back(fresh, document)
    finally:
        draw_published.disconnect(listen)
    assert heard == [round_.pk]


# Entries and money


def test_entries_that_came_since_go_and_their_players_may_enter_again():
    tournament = evening.new_tournament(4)
    document = copy(tournament)
    (late,) = factories.make_pairs(tournament, 1)
    person = late.members.order_by("slot")[0].person
    put_back(tournament, document)
    assert not Entry.objects.filter(pk=late.pk).exists()
    again = factories.make_entry(tournament, [person, factories.make_person()])
    assert again.number == 5


@pytest.mark.both_databases
def test_an_entry_that_paid_stays_as_withdrawn_with_its_payment_and_gives_its_number_back():
    tournament = evening.new_tournament(2)
    gone = tournament.entries.get(number=2)
    document = copy(tournament)
    gone.members.all().delete()
    Entry.objects.filter(pk=gone.pk).delete()
    late = factories.make_entry(tournament, [factories.make_person(), factories.make_person()], number=2)
    payment = Payment.objects.create(entry=late, amount_cents=2000)
    put_back(tournament, document)
    late.refresh_from_db()
    assert tournament.entries.get(number=2).pk == gone.pk
    assert (late.status, late.number, late.members.count()) == ("withdrawn", 3, 0)
    assert payments.received(late) == payment.amount_cents
    assert live(tournament) == archive.live(document)


@pytest.mark.both_databases
def test_two_entries_that_changed_numbers_have_their_own_again():
    tournament = evening.new_tournament(2)
    document = copy(tournament)
    one, two = tournament.entries.order_by("number")
    for entry, number in ((one, 99), (two, 1), (one, 2)):
        Entry.objects.filter(pk=entry.pk).update(number=number)
    put_back(tournament, document)
    assert live(tournament) == archive.live(document)


def test_two_singles_put_together_since_are_two_again():
    tournament = evening.new_tournament(0)
    one, two = (
        entries.add_pair(tournament.pk, [entries.NewPlayer(PersonName("Martin", name))], SYSTEM)
        for name in ("Ève", "Noël")
    )
    document = copy(tournament)
    entries.join_singles(one.pk, two.pk, SYSTEM)
    put_back(tournament, document)
    assert live(tournament) == archive.live(document)
    assert set(tournament.entries.values_list("status", flat=True)) == {"incomplete"}


def test_points_given_since_get_a_counter_entry_and_points_made_void_since_count_again():
    tournament = evening.new_tournament(4)
    round_ = evening.play_round(tournament, 1)
    entry = tournament.entries.get(number=1)
    old = Adjustment.objects.create(entry=entry, round=round_, points=-50, reason="retard")
    document = copy(tournament)
    before = results.standings_figures(tournament)
    Adjustment.objects.create(entry=entry, round=round_, points=50, reason="erreur", voids=old)
    Adjustment.objects.create(entry=entry, round=round_, points=-30, reason="tenue")
    assert results.standings_figures(tournament) != before
    put_back(tournament, document)
    assert results.standings_figures(tournament) == before
    assert Adjustment.objects.count() == 5
    assert live(tournament) == archive.live(document)


# What is public


@pytest.mark.both_databases
def test_what_was_published_since_is_taken_back_and_what_was_taken_back_is_public_again():
    tournament = evening.new_tournament(4)
    round_ = evening.play_round(tournament, 1)
    quiet = copy(tournament)
    publication = evening.publish(tournament, round_)
    loud = copy(tournament)
    put_back(tournament, quiet)
    assert publishing.latest_standings(tournament) is None
    put_back(tournament, loud)
    again = publishing.latest_standings(tournament)
    assert (again.version, again.figures) == (2, publication.figures)
    assert Publication.objects.filter(pk=publication.pk, withdrawal__isnull=False).exists()
    assert live(tournament) == archive.live(loud)


# What cannot be undone


def test_a_seed_that_was_opened_stays_open():
    tournament = evening.new_tournament(4, rounds=1)
    document = copy(tournament)
    evening.play_round(tournament, 1)
    draw_file.open_draws(tournament.pk, SYSTEM)
    put_back(tournament, document)
    assert Stage.objects.get().seed_opened_at is not None
    with pytest.raises(TournamentError, match="seed-opened"):
        rounds.make_draw(tournament.pk, 1, 2, SYSTEM)


def test_the_file_of_another_tournament_is_refused():
    tournament, other = evening.new_tournament(2), evening.new_tournament(2)
    with pytest.raises(TournamentError, match="archive-other"):
        restoring.put_back(tournament.pk, copy(other), SYSTEM)


def test_a_stage_that_came_later_goes_unless_it_was_drawn():
    tournament = evening.new_tournament(4)
    document = copy(tournament)
    first = tournament.stages.get()
    later = Stage.objects.create(
        tournament=tournament,
        position=2,
        name="Finale",
        ruleset_version=first.ruleset_version,
        game_format=first.game_format,
        sealed_seed="0" * 64,
        commitment="0" * 64,
    )
    put_back(tournament, document)
    assert not Stage.objects.filter(pk=later.pk).exists()
    later.save(force_insert=True)
    Round.objects.create(stage=later, number=1)
    with pytest.raises(TournamentError, match="stage-drawn-later") as refused:
        put_back(tournament, document)
    assert refused.value.params == {"name": "Finale"}


def test_the_rules_and_the_plan_are_those_of_the_file():
    tournament = evening.new_tournament(4)
    document = copy(tournament)
    evening.start_round(tournament, 1)
    contests.change_rules(tournament.pk, "coinchons", "plus simple", SYSTEM)
    wish = contests.NewTournament(name="Autre", local_date=evening.DAY, ruleset="coinchons", rounds=5, length=1)
    contests.change(tournament.pk, wish, SYSTEM)
    put_back(tournament, document)
    stage = tournament.stages.get()
    assert (tournament.name, tournament.state, stage.rounds_planned) == ("Concours", "setup", 3)
    assert stage.ruleset_version.ruleset.key == "club"
    assert Seat.objects.count() == Result.objects.count() == 0


def test_who_agreed_and_what_waited_for_the_arbiter_is_as_it_was_and_agreed_to_anew():
    round_ = evening.start_round(evening.new_tournament(4, deals=1), 1)
    tournament = round_.stage.tournament
    agreed, disputed = (game.sheet for game in evening.games_of(round_))
    for sheet in (agreed, disputed):
        sheets.record_deal(sheet.pk, deal(), position=1, client_key=new_key(), actor=SYSTEM)
        sheet.refresh_from_db()
        agreeing.confirm(sheet.pk, "A", digest=sheet.digest, actor=SYSTEM)
    about = disputes.raise_dispute(disputed.pk, "disagree", position=1, actor=SYSTEM)
    document = copy(tournament)
    agreeing.confirm(agreed.pk, "B", digest=agreed.digest, actor=SYSTEM)
    disputes.decide(about.pk, "stands", "vu", SYSTEM)
    disputes.raise_dispute(disputed.pk, "protest", side="A", actor=SYSTEM)
    put_back(tournament, document)
    assert live(tournament) == archive.live(document)
    assert Dispute.objects.get().decided_at is None
    agreed.refresh_from_db()
    assert (agreed.state, agreed.confirmations.count()) == ("open", 1)
    # Whoever looks at the sheet looks again: what was put back is agreed to by both.
    for side in ("A", "B"):
        agreeing.confirm(agreed.pk, side, digest=agreed.digest, actor=SYSTEM)
    agreed.refresh_from_db()
    assert agreed.state == "closed"
