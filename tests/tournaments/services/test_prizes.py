"""The prizes of a tournament: its list, settled by a publication, handed out once, and what a correction moves."""

import uuid

import pytest
from django.db import IntegrityError, transaction

from core.actors import SYSTEM
from core.models import AuditEvent
from tests.tournaments.services import evening_kept as evening
from tests.tournaments.services.test_correcting import correct, public
from tests.tournaments.services.test_giving import refused
from tournaments.models import Entry, PrizeHanding, Tournament
from tournaments.services import correcting, entries, leaving, moves, prizegiving, prizes, publishing, snapshots
from tournaments.standings.moved import Prizes
from tournaments.standings.prizes import Award, Kind, Prize, Ties, Track

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

PIG = Prize("", Track.RANK, 1, 1, label="Cochon")
SECOND = Prize("", Track.RANK, 2, 2, cents=5_001, kind=Kind.MONEY)
BOTTLE = Prize("", Track.REST, label="Bouteille")


def with_prizes(tournament: Tournament, *rows: Prize, several: bool = False, ties: Ties = Ties.SHARED) -> None:
    found = prizes.of(tournament)
    seen = found.revision if found else 0
    prizes.change(tournament.pk, rows or (PIG, SECOND, BOTTLE), SYSTEM, several=several, ties=ties, seen=seen)


def settle(tournament: Tournament) -> list[Award]:
    newest = publishing.latest_standings(tournament)
    found = prizes.of(tournament)
    assert newest is not None and found is not None
    return prizes.settled_awards(prizes.settle(tournament.pk, newest.pk, found.revision, SYSTEM, sure=True))


def number(tournament: Tournament, entry: str) -> int:
    return tournament.entries.get(pk=entry).number


def test_a_list_is_kept_with_the_names_of_its_rows_and_never_over_what_was_not_seen():
    tournament = evening.new_tournament(4)
    with_prizes(tournament)
    kept = prizes.rows_of(prizes.of(tournament))
    assert [row.label for row in kept] == ["Cochon", "", "Bouteille"]
    assert len({row.key for row in kept}) == 3
    prizes.change(tournament.pk, kept[:2], SYSTEM, several=False, ties=Ties.ON, seen=1)
    assert [row.key for row in prizes.rows_of(prizes.of(tournament))] == [row.key for row in kept[:2]]
    refused("prizes-changed", prizes.change, tournament.pk, kept, SYSTEM, several=False, ties=Ties.ON, seen=1)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (Prize("", Track.RANK, 3, 2, label="x"), "prize-places"),
        (Prize("", Track.RANK, 1, 1, kind=Kind.MONEY), "prize-money"),
        (Prize("", Track.RANK, 1, 1, label=" "), "prize-nothing"),
        (Prize("", Track.CATEGORY, 1, 1, label="x"), "prize-category"),
    ],
)
def test_a_row_that_cannot_be_is_refused(row, code):
    tournament = evening.new_tournament(0)
    refused(code, prizes.change, tournament.pk, [row], SYSTEM, several=False, ties=Ties.SHARED, seen=0)


@pytest.mark.long
def test_before_anything_is_public_it_is_told_by_what_is_known_inside_and_no_ceremony_knows_it():
    tournament = evening.new_tournament(4)
    with_prizes(tournament)
    evening.play_round(tournament, 1)
    evening.compute(tournament)
    found = prizes.now(tournament)
    assert (len(found.awards), found.publication, found.is_settled) == (4, None, False)
    assert prizes.ceremony(tournament) == []


def test_a_stand_in_and_who_was_disqualified_or_has_left_win_nothing():
    tournament, _round = public()
    with_prizes(tournament, Prize("", Track.RANK, 1, 2, label="Jambon"), BOTTLE)
    first, second, third = (one.entry for one in prizes.now(tournament).awards[:3])
    Entry.objects.filter(pk=second).update(stand_in=True)
    entries.set_status(uuid.UUID(first), Entry.Status.WITHDRAWN, SYSTEM)
    awards = prizes.now(tournament).awards
    assert awards[0].entry == third
    assert {first, second} & {one.entry for one in awards} == set()


@pytest.mark.long
def test_the_ceremony_goes_from_the_last_prize_up():
    tournament, _round = public()
    with_prizes(tournament)
    awards = settle(tournament)
    assert prizes.ceremony(tournament) == awards[::-1]
    assert awards[0].label == "Cochon"


def test_settled_a_correction_changes_nothing_by_itself_and_says_what_would_be_anothers():
    tournament, round_ = public()
    with_prizes(tournament)
    awards = settle(tournament)
    refused("prizes-settled", with_prizes, tournament)
    mover = correct(round_, 1, 150)
    evening.publish(tournament, round_)
    found = prizes.now(tournament)
    assert found.awards == awards
    changed = {(was and was.entry, now and now.entry) for was, now in found.moved if (was or now).label == "Cochon"}
    assert changed == {(awards[0].entry, mover)}
    assert settle(tournament)[0].entry == mover
    assert prizes.now(tournament).moved == []


def test_standings_that_are_not_final_settle_prizes_only_when_that_is_meant():
    tournament = evening.new_tournament(4, rounds=2)
    evening.publish(tournament, evening.play_round(tournament, 1))
    with_prizes(tournament)
    first = publishing.latest_standings(tournament)
    assert prizes.early(tournament, first) == prizes.Early(1, 2, 0)
    refused("prizes-early", prizes.settle, tournament.pk, first.pk, 1, SYSTEM)
    second = evening.play_round(tournament, 2)
    tournament.refresh_from_db()
    assert prizes.early(tournament, first) == prizes.Early(1, 2, 2)
    refused("prizes-early", prizes.settle, tournament.pk, first.pk, 1, SYSTEM)
    evening.publish(tournament, second)
    final = publishing.latest_standings(tournament)
    assert prizes.early(tournament, final) is None
    assert prizes.settle(tournament.pk, final.pk, 1, SYSTEM).publication == final


def test_a_lot_is_drawn_when_prizes_are_settled_and_stays_as_it_fell():
    tournament = evening.new_tournament(4, rounds=1)
    round_ = evening.play_round(tournament, 1, bid=lambda game: 100)
    evening.publish(tournament, round_)
    with_prizes(tournament, PIG)
    (open_,) = prizes.now(tournament).awards
    assert (open_.entry, len(open_.among)) == ("", 2)
    (drawn,) = settle(tournament)
    assert drawn.entry in open_.among
    told = AuditEvent.objects.get(verb=prizes.SETTLED).after
    assert told["drawn"] == [{"award": drawn.key, "entry": drawn.entry, "among": list(open_.among)}]
    assert told["seed"] == prizes.of(tournament).seed
    prizegiving.open_again(tournament.pk, SYSTEM)
    assert settle(tournament) == [drawn]


def test_a_prize_is_handed_once_and_taken_back_by_a_counter_entry():
    tournament, _round = public()
    with_prizes(tournament)
    won = settle(tournament)[0]
    signer = tournament.entries.get(pk=won.entry).members.first().person_id
    made = prizegiving.hand(tournament.pk, won.key, won.entry, SYSTEM, signed_by=signer)
    assert (made.label, made.seq, made.signed_by_id) == ("Cochon", 1, signer)
    refused("prize-handed", prizegiving.hand, tournament.pk, won.key, won.entry, SYSTEM)
    refused("prizes-handed", prizegiving.open_again, tournament.pk, SYSTEM)
    prizegiving.take_back(tournament.pk, won.key, SYSTEM)
    refused("prize-not-out", prizegiving.take_back, tournament.pk, won.key, SYSTEM)
    prizegiving.hand(tournament.pk, won.key, won.entry, SYSTEM)
    assert [row.seq for row in PrizeHanding.objects.order_by("seq")] == [1, 2, 3]
    with pytest.raises(IntegrityError), transaction.atomic():
        PrizeHanding.objects.create(
            tournament=tournament, award=won.key, seq=3, entry_id=won.entry, kind="thing", label="Cochon"
        )


@pytest.mark.long
def test_only_who_has_won_it_gets_it_signed_for_by_one_of_its_players():
    tournament, _round = public()
    with_prizes(tournament)
    refused("prizes-open", prizegiving.hand, tournament.pk, "x:1", "", SYSTEM)
    awards = settle(tournament)
    refused("prize-gone", prizegiving.hand, tournament.pk, awards[0].key, awards[1].entry, SYSTEM)
    stranger = tournament.entries.get(pk=awards[1].entry).members.first().person_id
    refused("prize-signer", prizegiving.hand, tournament.pk, awards[0].key, awards[0].entry, SYSTEM, signed_by=stranger)


def test_what_was_handed_out_is_not_handed_to_another_whatever_is_settled_later():
    tournament, round_ = public()
    with_prizes(tournament)
    won = settle(tournament)[0]
    prizegiving.hand(tournament.pk, won.key, won.entry, SYSTEM)
    correct(round_, 1, 150)
    evening.publish(tournament, round_)
    now = settle(tournament)[0]
    assert (now.key, now.entry == won.entry) == (won.key, False)
    refused("prize-handed", prizegiving.hand, tournament.pk, now.key, now.entry, SYSTEM)
    assert prizegiving.handed(tournament)[won.key].entry_id == uuid.UUID(won.entry)


def test_going_back_to_a_copy_leaves_the_list_and_what_was_handed_out():
    tournament, _round = public()
    copy = snapshots.ask_for(tournament, SYSTEM)
    with_prizes(tournament)
    won = settle(tournament)[0]
    prizegiving.hand(tournament.pk, won.key, won.entry, SYSTEM)
    snapshots.undo(copy.pk, snapshots.what_is_lost(copy).mark, SYSTEM)
    assert prizes.settled_awards(prizes.of(tournament))[0] == won
    assert won.key in prizegiving.handed(tournament)


# What a correction moves


def test_a_correction_tells_whose_prize_is_another_one():
    tournament, round_ = public()
    with_prizes(tournament)
    mover = correct(round_, 1, 150)
    by_entry = {one.entry: one.prizes for one in moves.since_shown(tournament)}
    assert by_entry[mover] == Prizes((("Bouteille", None),), (("Cochon", None),))
    evening.publish(tournament, round_)
    (told,) = correcting.corrections_of(tournament)
    assert {one.entry: one.prizes for one in told.moved} == by_entry
    assert moves.since_shown(tournament) == []


def test_a_prize_that_moves_without_a_place_is_told_too():
    tournament, round_ = public()
    best = str(evening.entry_at(evening.games_of(round_)[2], "A").pk)
    last = evening.entry_at(evening.games_of(round_)[0], "A")
    Entry.objects.filter(pk__in=[last.pk, best]).update(category="mixte")
    with_prizes(tournament, PIG, Prize("", Track.CATEGORY, 1, 1, "mixte", "Fleurs"))
    leaving.disqualify(uuid.UUID(best), "parti avec la caisse", SYSTEM)
    found = {one.entry: one for one in moves.since_shown(tournament)}
    assert found[best].prizes == Prizes((("Cochon", None),), ())
    second = next(one for one in found.values() if one.after == 1)
    assert second.prizes == Prizes((), (("Cochon", None),))
    assert str(last.pk) not in found or found[str(last.pk)].prizes is None  # the flowers were and are its


@pytest.mark.long
def test_settled_prizes_are_what_a_correction_is_held_against():
    tournament, round_ = public()
    with_prizes(tournament, PIG)
    won = settle(tournament)[0]
    assert moves.since_shown(tournament) == []
    mover = correct(round_, 1, 150)
    found = {one.entry: one.prizes for one in moves.since_shown(tournament) if one.prizes}
    assert found == {won.entry: Prizes((("Cochon", None),), ()), mover: Prizes((), (("Cochon", None),))}
