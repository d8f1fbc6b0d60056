"""A draft changed by hand: saved at once, as its page was seen, and published as it stands."""

import json

import pytest

from core.actors import SYSTEM, of_user
from core.models import AuditEvent
from tests import factories
from tests.tournaments.services import evening
from tournaments.draws.byhand import hand_of, unplaced
from tournaments.draws.model import DrawError
from tournaments.draws.record import tables_of
from tournaments.draws.verify import read, verify
from tournaments.models import Draw, Entry, RoundStatus, Seat, Tournament
from tournaments.services import byhand, draw_file, draw_trail, rounds, seating
from tournaments.services.drawing import MANUAL, draw_request
from tournaments.services.errors import TournamentError

pytestmark = pytest.mark.django_db


def drafted(pairs: int = 8, system: str = "random", **more) -> Draw:
    tournament = evening.new_tournament(pairs, **more)
    tournament.stages.update(draw_system=system)
    return rounds.make_draw(tournament.pk, 1, 1, SYSTEM)


def now(draw: Draw) -> byhand.Draft:
    """The draft as it is kept."""
    return byhand.draft_of(Draw.objects.select_related("round__stage__tournament").get(pk=draw.pk))


def number_at(draft: byhand.Draft, table: int, side: str = "ns", slot: int = 0) -> int:
    row = draft.hand.at(table)
    assert row is not None
    return draft.numbers[row.side(side)[slot]]


def swap(draw: Draw, one: object, other: object, seen: str = "") -> byhand.Draft:
    return byhand.exchange(draw.pk, seen or now(draw).digest, str(one), str(other), SYSTEM)


def refused(code: str, call, *arguments, **named) -> None:
    with pytest.raises((TournamentError, DrawError)) as caught:
        call(*arguments, **named)
    assert caught.value.code == code


def seats(draw: Draw) -> list[tuple[int, str, str]]:
    rows = Seat.objects.filter(round=draw.round_id).values_list("match__board", "side", "participant_id")
    return sorted((board, side, str(entry)) for board, side, entry in rows)


# Saved, told, taken back


def test_an_exchange_is_saved_at_once_beside_what_the_engine_drew():
    draw = drafted()
    before = now(draw)
    one, other = number_at(before, 1), number_at(before, 3, "ew")
    swap(draw, one, other)
    draft = now(draw)
    assert (number_at(draft, 1), number_at(draft, 3, "ew")) == (other, one)
    assert draft.is_changed
    assert draft.draw.result == before.draw.result
    assert draft.engine == before.hand


def test_the_trail_says_who_changed_what():
    draw = drafted()
    user = factories.make_user()
    draft = now(draw)
    one, other = number_at(draft, 1), number_at(draft, 2)
    byhand.exchange(draw.pk, draft.digest, str(one), str(other), of_user(user))
    event = AuditEvent.objects.get(verb=byhand.CHANGED)
    assert event.actor_id == user.pk
    assert [row["table"] for row in event.before["tables"]] == [1, 2]
    assert event.before["tables"][0]["ns"] == event.after["tables"][1]["ns"]
    (change,) = draw_trail.hand_changes(draw)
    assert (change.by, change.did, change.tables) == (user.username, "exchange", (1, 2))
    assert [spot["entry"] for spot in change.spots] == [draft.ids[one], draft.ids[other]]


def test_every_step_goes_back_and_the_engines_draw_comes_back_as_a_step():
    draw = drafted()
    start = now(draw)
    swap(draw, number_at(start, 1), number_at(start, 2))
    swap(draw, "t1", "t4")
    changed = now(draw)
    byhand.take_engines(draw.pk, changed.digest, SYSTEM)
    assert now(draw).hand == start.hand
    assert not now(draw).is_changed
    refused("hand-nothing", byhand.take_engines, draw.pk, now(draw).digest, SYSTEM)
    byhand.undo(draw.pk, now(draw).digest, SYSTEM)
    assert now(draw).hand == changed.hand
    for _ in range(2):
        byhand.undo(draw.pk, now(draw).digest, SYSTEM)
    assert now(draw).hand == start.hand
    refused("hand-nothing", byhand.undo, draw.pk, now(draw).digest, SYSTEM)


def test_so_many_steps_back_are_kept_and_no_more(monkeypatch):
    monkeypatch.setattr(byhand, "MOST_STEPS", 3)
    draw = drafted()
    for _ in range(5):
        swap(draw, "t1", "t2")
    assert len(now(draw).steps) == 3


# Nothing is lost


def test_of_two_who_saw_the_same_draft_the_second_is_told_and_changes_nothing():
    draw = drafted()
    seen = now(draw)
    swap(draw, number_at(seen, 1), number_at(seen, 2))
    first = now(draw)
    refused("hand-changed", swap, draw, number_at(seen, 1), number_at(seen, 3), seen.digest)
    refused("hand-changed", byhand.undo, draw.pk, seen.digest, SYSTEM)
    refused("hand-changed", byhand.take_engines, draw.pk, seen.digest, SYSTEM)
    refused("hand-changed", byhand.fix, draw.pk, seen.digest, [1], SYSTEM)
    refused("hand-changed", rounds.publish_draw, draw.pk, SYSTEM, seen=seen.digest)
    assert now(draw).hand == first.hand
    assert now(draw).draw.state == Draw.State.DRAFT


def test_only_a_draft_is_changed():
    draw = drafted()
    draft = now(draw)
    one, other = number_at(draft, 1), number_at(draft, 2)
    newer = rounds.make_draw(draw.round.stage.tournament_id, 1, 2, SYSTEM, reason="encore")
    refused("draw-gone", swap, draw, one, other)
    rounds.publish_draw(newer.pk, SYSTEM)
    refused("draw-published", swap, newer, one, other)
    refused("draw-published", byhand.fix, newer.pk, now(newer).digest, [1], SYSTEM)
    assert now(newer).hand == now(newer).engine


@pytest.mark.parametrize(
    "spots", ["1 1", "1 t3", "99 1", "t0 t1", "t1000 t1", "off rest", "x 1", "1 ", "t3q 1", "tn 1"]
)
def test_what_is_no_seat_or_no_exchange_is_refused(spots):
    draw = drafted()
    one, other = spots.split(" ")
    with pytest.raises((TournamentError, DrawError)):
        swap(draw, one, other)
    assert now(draw).draw.hand is None


def test_a_draft_whose_list_has_changed_is_not_published_and_who_has_left_stays_where_he_was_drawn():
    draw = drafted(7)
    draft = now(draw)
    gone = number_at(draft, 1)
    Entry.objects.filter(tournament=draw.round.stage.tournament_id, number=gone).update(status=Entry.Status.WITHDRAWN)
    swap(draw, gone, number_at(draft, 2))
    refused("draw-outdated", rounds.publish_draw, draw.pk, SYSTEM)
    late = factories.make_pairs(draw.round.stage.tournament, 1)[0]
    refused("hand-spot", swap, draw, late.number, number_at(draft, 2))


# Published as it stands


@pytest.mark.parametrize(("system", "count"), [("random", 9), ("swiss", 8), ("melee", 10)])
def test_what_is_published_is_what_the_hand_has_made(system, count):
    tournament = evening.new_tournament(0)
    if system == "melee":
        Tournament.objects.filter(pk=tournament.pk).update(entry_kind=Tournament.EntryKind.SINGLES)
        factories.make_singles(tournament, count)
    else:
        factories.make_pairs(tournament, count)
    tournament.stages.update(draw_system=system)
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    draft = now(draw)
    swap(draw, number_at(draft, 1), number_at(draft, 2, "ew"))
    swap(draw, "t2", "t9")
    if draft.hand.byes:
        swap(draw, number_at(draft, 1, "ew"), draft.numbers[draft.hand.byes[0]])
    seen = now(draw)
    rounds.publish_draw(draw.pk, SYSTEM, seen=seen.digest)
    sides = {"A": "ns", "B": "ew"}
    wanted = [
        (table.table, letter, entry)
        for table in seen.hand.tables
        for letter, side in sides.items()
        for entry in table.side(side)
    ]
    assert seats(draw) == sorted(wanted)
    byes = RoundStatus.objects.filter(round=draw.round_id, status=RoundStatus.Status.BYE)
    assert {str(one.entry_id) for one in byes} == set(seen.hand.byes)
    kept = Draw.objects.get(pk=draw.pk)
    assert kept.hand is not None and set(kept.hand) == {"tables", "byes"}


def test_a_draft_brought_back_to_the_engines_draw_is_published_as_the_engines():
    draw = drafted()
    swap(draw, "t1", "t2")
    swap(draw, "t1", "t2")
    rounds.publish_draw(draw.pk, SYSTEM)
    assert Draw.objects.get(pk=draw.pk).hand is None
    engine = seating.standing(Draw.objects.get(pk=draw.pk))
    assert {board for board, _, _ in seats(draw)} == {table["table"] for table in tables_of(engine)}


def test_who_is_nowhere_is_named_and_nothing_is_published():
    draw = drafted(7)
    draft = now(draw)
    off = number_at(draft, 1)
    swap(draw, off, "off")
    with pytest.raises(TournamentError) as caught:
        rounds.publish_draw(draw.pk, SYSTEM)
    assert (caught.value.code, caught.value.params) == ("hand-incomplete", {"count": 1, "numbers": str(off)})
    swap(draw, off, "rest")
    refused("hand-chair", rounds.publish_draw, draw.pk, SYSTEM)
    swap(draw, draft.numbers[draft.hand.byes[0]], "t1n")
    rounds.publish_draw(draw.pk, SYSTEM)
    assert len(seats(draw)) == 6


def test_the_file_of_the_draws_holds_and_says_which_were_changed_by_hand():
    tournament = evening.new_tournament(8, rounds=2)
    for number in (1, 2):
        draw = rounds.make_draw(tournament.pk, number, 1, SYSTEM)
        if number == 1:
            swap(draw, number_at(now(draw), 1), number_at(now(draw), 2))
        round_ = rounds.publish_draw(draw.pk, SYSTEM)
        for game in evening.games_of(round_):
            evening.play_game(game, evening.by_table(game))
        rounds.close_round(round_.pk, SYSTEM)
    data = json.loads(json.dumps(draw_file.open_draws(tournament.pk, SYSTEM)))
    assert [set(one.get("hand", ())) for one in data["draws"]] == [{"tables", "byes"}, set()]
    report = verify(read(json.dumps(data)))
    assert report.holds
    assert [one.by_hand for one in report.verdicts] == [True, False]
    assert report.remarks == ()


def test_places_exchanged_before_a_knockout_stay_exchanged_in_its_later_rounds():
    tournament = evening.new_tournament(4, rounds=2)
    tournament.stages.update(draw_system="knockout")
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    draft = now(draw)
    swap(draw, number_at(draft, 1), number_at(draft, 2))
    round_ = rounds.publish_draw(draw.pk, SYSTEM)
    winners = set()
    for game in evening.games_of(round_):
        evening.play_game(game)
        winners.add(str(evening.entry_at(game, "A").pk))
    rounds.close_round(round_.pk, SYSTEM)
    final = now(rounds.make_draw(tournament.pk, 2, 1, SYSTEM)).hand
    assert winners in [set(table.people) for table in final.tables if table.bracket == "main"]


# Fixed tables


def test_fixed_tables_come_again_in_the_next_draw_at_their_numbers():
    draw = drafted(12)
    swap(draw, number_at(now(draw), 2), number_at(now(draw), 5))
    swap(draw, "t2", "t11")
    before = now(draw)
    byhand.fix(draw.pk, before.digest, [11, 3], SYSTEM)
    refused("hand_fixed", swap, draw, number_at(before, 3), number_at(before, 1))
    refused("hand_fixed", swap, draw, "t11", "t2")
    again = now(rounds.make_draw(draw.round.stage.tournament_id, 1, 2, SYSTEM, reason="encore"))
    assert [again.hand.at(number) for number in (3, 11)] == [before.hand.at(number) for number in (3, 11)]
    assert again.hall.fixed == {3, 11}
    byhand.release(again.draw.pk, again.digest, [3], SYSTEM)
    assert now(again.draw).hall.fixed == {11}
    assert [one.did for one in draw_trail.hand_changes(again.draw)] == ["released"]


def test_a_table_that_somebody_has_left_is_fixed_no_more():
    draw = drafted(8)
    byhand.fix(draw.pk, now(draw).digest, [1, 2], SYSTEM)
    gone = number_at(now(draw), 1)
    Entry.objects.filter(tournament=draw.round.stage.tournament_id, number=gone).update(status=Entry.Status.WITHDRAWN)
    again = rounds.make_draw(draw.round.stage.tournament_id, 1, 2, SYSTEM, reason="une doublette est partie")
    assert [lock["table"] for lock in again.inputs["locked"]] == [2]


def test_who_is_fixed_elsewhere_is_fixed_there_from_now_on():
    draw = drafted(8)
    draft = now(draw)
    byhand.fix(draw.pk, draft.digest, [1], SYSTEM)
    first = rounds.make_draw(draw.round.stage.tournament_id, 1, 2, SYSTEM, reason="encore")
    byhand.release(first.pk, now(first).digest, [1], SYSTEM)
    swap(first, "t1", "t7")
    byhand.fix(first.pk, now(first).digest, [7], SYSTEM)
    again = now(rounds.make_draw(draw.round.stage.tournament_id, 1, 3, SYSTEM, reason="encore"))
    assert again.hall.fixed == {7}
    assert again.hand.at(7) == now(first).hand.at(7)
    assert byhand.whole_tables(again) == [table.table for table in again.hand.tables if table.table != 7]


# Drawn by hand


def test_a_draw_by_hand_begins_with_an_empty_hall_and_is_filled_by_numbers():
    draw = drafted(7, MANUAL)
    assert draw.inputs["system"] == "random"
    assert draw.settings["system"] == MANUAL
    draft = now(draw)
    assert len(unplaced(draft.hall, draft.hand)) == 7
    refused("hand-incomplete", rounds.publish_draw, draw.pk, SYSTEM)

    def seat(*numbers: int, table: int = 0) -> None:
        byhand.seat(draw.pk, now(draw).digest, numbers, table, SYSTEM)

    seat(3, 7)
    seat(1, 2, table=3)
    seat(6, 4)
    seat(5)
    refused("hand-number", byhand.seat, draw.pk, now(draw).digest, [8, 1], 0, SYSTEM)
    refused("hand-placed", byhand.seat, draw.pk, now(draw).digest, [3, 1], 0, SYSTEM)
    refused("hand-resting", byhand.seat, draw.pk, now(draw).digest, [5], 0, SYSTEM)
    seen = now(draw)
    rounds.publish_draw(draw.pk, SYSTEM, seen=seen.digest)
    numbers = dict(Entry.objects.values_list("pk", "number"))
    assert [
        (board, side, numbers[seat_.participant_id])
        for seat_ in Seat.objects.order_by("match__board", "side")
        for board, side in [(seat_.match.board, seat_.side)]
    ] == [
        (1, "A", 3),
        (1, "B", 7),
        (2, "A", 6),
        (2, "B", 4),
        (3, "A", 1),
        (3, "B", 2),
    ]


def test_a_draw_by_hand_may_begin_in_the_order_of_entry_or_as_it_stood():
    tournament = evening.new_tournament(6)
    tournament.stages.update(draw_system=MANUAL)
    refused("hand-start", rounds.make_draw, tournament.pk, 1, 1, SYSTEM, start="anyhow")
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM, start="entry")
    draft = now(draw)
    assert [[draft.numbers[one] for one in table.people] for table in draft.hand.tables] == [[1, 2], [3, 4], [5, 6]]
    swap(draw, 1, 6)
    factories.make_pairs(tournament, 2)
    again = now(rounds.make_draw(tournament.pk, 1, 2, SYSTEM, reason="deux arrivées", start="kept"))
    tables = [[again.numbers[one] for one in table.people] for table in again.hand.tables]
    assert tables == [[6, 2], [3, 4], [5, 1], []]
    assert [again.numbers[one] for one in unplaced(again.hall, again.hand)] == [7, 8]


def test_a_draw_by_hand_of_single_players_is_a_melee_underneath():
    tournament = evening.new_tournament(0)
    Tournament.objects.filter(pk=tournament.pk).update(entry_kind=Tournament.EntryKind.SINGLES)
    factories.make_singles(tournament, 8)
    tournament.refresh_from_db()
    tournament.stages.update(draw_system=MANUAL)
    assert draw_request(tournament, tournament.stages.get(), 1, 1).system == "melee"
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    byhand.seat(draw.pk, now(draw).digest, [1, 2, 3, 4], 0, SYSTEM)
    draft = now(draw)
    assert [draft.numbers[one] for one in draft.hand.tables[0].ns] == [1, 2]
    refused("hand_count", byhand.seat, draw.pk, draft.digest, [5, 6], 0, SYSTEM)


def test_other_systems_do_not_begin_by_hand():
    tournament = evening.new_tournament(6)
    draw = rounds.make_draw(tournament.pk, 1, 1, SYSTEM, start="empty")
    assert draw.hand is None
    assert now(draw).hand == hand_of({**draw.result, "plan": None})


# How it came about


def test_of_each_draw_thrown_away_it_is_known_who_did_it_and_why():
    tournament = evening.new_tournament(6)
    anne, luc = (factories.make_user(username=name) for name in ("anne", "luc"))
    rounds.make_draw(tournament.pk, 1, 1, of_user(anne))
    second = rounds.make_draw(tournament.pk, 1, 2, of_user(luc), reason="deux du même village")
    round_ = rounds.publish_draw(second.pk, of_user(luc))
    rounds.withdraw_draw(round_.pk, of_user(anne), reason="une doublette oubliée")
    rounds.make_draw(tournament.pk, 1, 3, of_user(luc))
    made = draw_trail.draws_made(round_)
    assert [(one.attempt, one.by, one.state, one.gone_by, one.reason, one.was_published) for one in made] == [
        (1, "anne", "discarded", "luc", "deux du même village", False),
        (2, "luc", "discarded", "anne", "une doublette oubliée", True),
        (3, "luc", "draft", "", "", False),
    ]
