"""Several desks at once: a tick is one row and none is lost; a draw and a note of the same moment never contradict."""

import pytest
from django.db import connection

from tests import factories
from tests.tournaments.services import evening
from tournaments.models import Attendance, CheckIn, Entry, EntryMember, Game, Match, RoundStatus, Seat
from tournaments.services import rounds

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

RACE = "tests.tournaments.services.race_presence"


@pytest.fixture
def times(scale):
    """How often a race is run. SQLite lets one writer in at a time, so that there twice shows it as well."""
    return (5 if connection.vendor == "postgresql" else 2) * min(scale, 10)


def ids(rows) -> list[str]:
    return [str(row.pk) for row in rows]


def won_and_lost(answers) -> tuple[list, list]:
    """What the winners got, and the others' refusals."""
    return [one for one in answers if not isinstance(one, list)], [one for one in answers if isinstance(one, list)]


def with_somebody_late(times: int) -> list[tuple]:
    """Rounds of five pairs being played, each with one that rests and one that came late."""
    found = []
    for _ in range(times):
        tournament = evening.new_tournament(5)
        round_ = evening.start_round(tournament, 1)
        late = factories.make_pairs(tournament, 1)[0]
        found.append((round_, late, round_.statuses.get(status="bye").entry))
    return found


def test_an_entry_ticked_at_several_desks_at_once_is_ticked_once(crowd, times):
    tournament = evening.new_tournament(times)
    entries = list(tournament.entries.all())
    for entry, answers in zip(entries, crowd("tick_the_same", ids(entries), 3), strict=True):
        assert sorted(answers) == [False, False, True]
        assert Attendance.objects.filter(entry=entry).count() == 1


def test_of_what_several_desks_tick_at_once_nothing_is_lost(crowd, times):
    tournaments = [evening.new_tournament(9) for _ in range(times)]
    for tournament, answers in zip(tournaments, crowd("tick_all_the_others", ids(tournaments), 3), strict=True):
        assert sum(answers) == 9
        assert Attendance.objects.filter(entry__tournament=tournament, state="here").count() == 9


def test_a_roll_called_by_several_at_once_is_one(crowd, times):
    tournaments = [evening.new_tournament(2) for _ in range(times)]
    for tournament, answers in zip(tournaments, crowd("open_the_roll", ids(tournaments), 3), strict=True):
        assert set(answers) == {str(CheckIn.objects.get(stage__tournament=tournament).pk)}


def test_a_roll_called_while_the_draw_is_published_is_either_before_it_or_refused(in_turns, times):
    tournaments = [evening.new_tournament(4) for _ in range(times)]
    drafts = [rounds.make_draw(tournament.pk, 1, 1, evening.SYSTEM) for tournament in tournaments]
    things = [(str(one.pk), str(draft.pk)) for one, draft in zip(tournaments, drafts, strict=True)]
    for called, published in in_turns("call_or_publish", things):
        assert (called, published) in [
            ("1", ["TournamentError", "check-in-open"]),
            (["Conflict", "round-drawn"], "playing"),
        ]


def test_who_is_noted_absent_while_the_draw_is_published_is_either_not_in_it_or_told_so(in_turns, times):
    things, entries = [], []
    for _ in range(times):
        tournament = evening.new_tournament(4)
        entries.append(tournament.entries.first())
        things.append((str(entries[-1].pk), str(rounds.make_draw(tournament.pk, 1, 1, evening.SYSTEM).pk)))
    for entry, (noted, published) in zip(entries, in_turns("absent_or_publish", things), strict=True):
        assert (noted, published) in [
            (None, ["Conflict", "draw-outdated"]),
            (["Conflict", "round-drawn"], "playing"),
        ]
        assert Attendance.objects.filter(entry=entry).exists() is (noted is None)
        assert Seat.objects.filter(participant=entry).exists() is (published == "playing")


def test_of_two_late_pairs_seated_at_once_against_the_one_that_rests_one_is(crowd, times):
    found = with_somebody_late(times)
    late = [[str(one.pk), str(factories.make_pairs(one.tournament, 1)[0].pk)] for _, one, _ in found]
    answers = crowd("seat_late", ids(row[0] for row in found), late, ids(row[2] for row in found))
    for (round_, _, rests), answer in zip(found, answers, strict=True):
        assert won_and_lost(answer) == ([3], [["Conflict", "seat-taken"]])
        assert Seat.objects.filter(round=round_, participant=rests).count() == 1
        assert Match.objects.filter(round=round_).count() == Game.objects.filter(match__round=round_).count() == 3


def test_a_table_added_while_the_round_is_closed_is_either_in_it_or_refused(in_turns, times):
    found = with_somebody_late(times)
    for round_, _, _ in found:
        for game in evening.games_of(round_):
            evening.play_game(game)
    things = [tuple(map(str, (round_.pk, late.pk, rests.pk))) for round_, late, rests in found]
    for (round_, late, _), (seated, closed) in zip(found, in_turns("seat_or_close", things), strict=True):
        assert (seated, closed) in [(3, ["Conflict", "tables-open"]), (["Conflict", "round-not-playing"], "closed")]
        assert RoundStatus.objects.get(round=round_, entry=late).status == ("plays" if seated == 3 else "late")


def test_who_is_seated_while_leaving_is_either_seated_and_leaves_afterwards_or_not_seated(in_turns, times):
    found = with_somebody_late(times)
    things = [tuple(map(str, (round_.pk, late.pk, rests.pk))) for round_, late, rests in found]
    for (round_, _, rests), (seated, left) in zip(found, in_turns("seat_or_leave", things), strict=True):
        assert left == "withdrawn"
        assert seated in (3, ["Conflict", "seat-taken"])
        status = RoundStatus.objects.get(round=round_, entry=rests).status
        assert status == ("plays" if seated == 3 else "withdrawn")


def test_who_leaves_twice_at_once_leaves_once_and_forfeits_one_game(crowd, times):
    leaving = []
    for _ in range(times):
        tournament = evening.new_tournament(4)
        evening.start_round(tournament, 1)
        leaving.append(tournament.entries.first())
    for entry, answers in zip(leaving, crowd("leave_and_forfeit", ids(leaving), 2), strict=True):
        assert won_and_lost(answers) == (["withdrawn"], [["Conflict", "status-unchanged"]])
        assert Game.objects.filter(match__seats__participant=entry).exclude(forfeit="").count() == 1


def test_a_player_replaced_twice_at_once_is_replaced_once(crowd, times):
    members = [evening.new_tournament(1).members.get(slot=2) for _ in range(times)]
    for member, answers in zip(members, crowd("replace_the_same", ids(members), 3), strict=True):
        won, lost = won_and_lost(answers)
        assert won == ids(EntryMember.objects.filter(entry=member.entry_id, slot=2))
        assert lost == [["Conflict", "player-replaced"]] * 2


def test_one_person_put_into_two_pairs_at_once_is_in_one(crowd, times):
    tournaments = [evening.new_tournament(2) for _ in range(times)]
    both = [ids(tournament.members.filter(slot=2).order_by("entry__number")) for tournament in tournaments]
    for tournament, answers in zip(tournaments, crowd("replace_by_the_same", both), strict=True):
        won, lost = won_and_lost(answers)
        assert (len(won), lost) == (1, [["Conflict", "player-in-pair"]])
        assert tournament.members.filter(until_round=None).count() == 4


def test_several_who_leave_twice_at_once_leave_once(crowd, times):
    tournaments = [evening.new_tournament(5) for _ in range(times)]
    for tournament, answers in zip(tournaments, crowd("leave_together", ids(tournaments), 2), strict=True):
        assert sorted(answers) == [0, 3]
        assert tournament.entries.filter(status=Entry.Status.WITHDRAWN).count() == 3
