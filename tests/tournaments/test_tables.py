"""The table's document, and the verbs that its link allows."""

import datetime

import pytest
from django.utils import timezone, translation

from core import links
from core.actors import SYSTEM
from core.models import AccessLink
from scoring import rules, sheets
from tests import factories
from tests.scoring.on_sheets import counting_rules
from tests.tournaments.at_table import DEAL, PASSED, Table
from tournaments import tables, tablewords
from tournaments.models import EntryMember, Game
from tournaments.services import devices, forfeits, play

pytestmark = pytest.mark.django_db


def state_of(table: Table, language: str = "fr"):
    found = tables.table_state(table.access, language)
    assert found is not None
    return found


def record(table: Table, position: int, deal=DEAL, key: str = "mon-1", **more):
    return play.record(
        table.access, deal, position=position, client_key=key, actor=table.access.actor("0011aabb"), **more
    )


# The document


def test_an_empty_sheet_tells_where_it_is_and_who_plays():
    state = state_of(Table())
    assert (state["club"], state["tournament"]) == ("Club de la Tour", "Concours d’automne")
    assert state["round"] == {"number": 2, "of": 4}
    assert state["table"] == 12
    assert [side["numbers"] for side in state["sides"]] == [[14], [31]]
    assert state["sides"][0]["names"] == ["Marie-Thérèse de La Tour d’Auvergne", "Jean-Pierre Le Goff"]
    assert state["sides"][0]["families"] == ["de La Tour d’Auvergne", "Le Goff"]
    assert state["next"] == {"position": 1, "counted": 1}
    assert state["game"]["deals_left"] == 12
    assert state["writable"] is True


def test_each_line_has_its_score_its_reason_and_the_running_totals():
    table = Table()
    table.record(1)
    table.record(
        2, {"declarer": "EW", "contract": 80, "trump": "S", "double": "coinche", "points": {"NS": 91, "EW": 71}}
    )
    state = state_of(table)
    first, second = state["entries"]
    assert first["score"] == {"NS": 120, "EW": 0}
    assert "112 + 20 de belote" in first["reason"]
    assert first["summary"]
    for line in state["entries"]:
        for side in ("NS", "EW"):
            assert sum(one["amount"] for one in line["lines"] if one["side"] == side) == line["score"][side]
    assert second["totals"] == {"NS": 444, "EW": 0}
    assert [side["total"] for side in state["sides"]] == [444, 0]


def test_the_reason_is_in_the_readers_language():
    table = Table()
    table.record(1)
    french, english = state_of(table, "fr"), state_of(table, "en")
    assert french["entries"][0]["reason"] != english["entries"][0]["reason"]
    assert "Contrat fait" in french["entries"][0]["reason"]


def test_a_passed_deal_takes_a_place_and_no_number():
    table = Table()
    table.record(1, PASSED)
    table.record(2)
    state = state_of(table)
    assert [line["counted"] for line in state["entries"]] == [None, 1]
    assert state["next"] == {"position": 3, "counted": 2}
    assert state["game"]["deals_left"] == 11


def test_where_the_rule_set_says_so_a_passed_deal_takes_a_number():
    table = Table(version=counting_rules())
    table.record(1, PASSED)
    table.record(2)
    state = state_of(table)
    assert [line["counted"] for line in state["entries"]] == [1, 2]
    assert state["next"] == {"position": 3, "counted": 3}
    assert (state["game"]["deals_left"], state["keys"]["counts_passed"]) == (10, True)


def test_a_state_comes_with_the_tag_that_a_reader_is_asked_for():
    table = Table()
    for change in (
        lambda: None,
        lambda: table.record(1),
        lambda: devices.opened(table.match.pk, "un appareil", came="square", is_phone=True),
        lambda: sheets.turn_sides(table.game.sheet_id, seen=1, actor=table.access.actor(), reason="sens inverse"),
    ):
        change()
        for language in ("fr", "en"):
            assert tables.state_and_tag(table.access, language)[1] == tables.state_tag(table.access, language)


def test_the_document_costs_the_same_queries_however_many_deals(django_assert_max_num_queries):
    table = Table()
    for position in range(1, 11):
        table.record(position)
    with django_assert_max_num_queries(11):
        state_of(table)


@pytest.mark.parametrize(("first", "seats"), [("N", "WSEN"), ("W", "SENW"), ("E", "NWSE")])
def test_the_deal_goes_to_the_right(first, seats):
    table = Table()
    play.set_dealer(table.access, first, actor=table.access.actor())
    assert state_of(table)["dealer"]["seat"] == first
    for position, seat in enumerate(seats, start=1):
        table.record(position, PASSED if position == 2 else DEAL)
        assert state_of(table)["dealer"]["seat"] == seat


def test_the_dealer_is_named_once_the_table_has_said_who_began():
    table = Table()
    assert state_of(table)["dealer"]["seat"] == ""
    play.set_dealer(table.access, "W", actor=table.access.actor())
    assert state_of(table)["dealer"] == {"first": "W", "seat": "W", "name": "Bernard", "side": "EW"}


def test_a_correction_leaves_its_trace_on_the_line():
    table = Table()
    table.record(1, {**DEAL, "points": {"NS": 86, "EW": 76}, "belote": []})
    revision = state_of(table)["revision"]
    play.amend(
        table.access,
        1,
        {**DEAL, "points": {"NS": 96, "EW": 66}, "belote": []},
        seen=revision,
        actor=table.access.actor("0011aabb"),
    )
    trace = state_of(table)["entries"][0]["amended"]
    assert len(trace) == 1
    assert trace[0]["by"] == "table"
    assert "86" in trace[0]["text"] and "96" in trace[0]["text"]


def test_a_correction_at_the_desk_is_told_as_such():
    table = Table()
    table.record(1)
    user = factories.make_user("desk", table.club)
    sheets.amend_deal(table.game.sheet_id, 1, PASSED, seen=1, actor=play.Actor(user=user.pk))
    assert state_of(table)["entries"][0]["amended"][0]["by"] == "desk"


def test_a_deal_taken_back_leaves_its_trace():
    table = Table()
    table.record(1)
    play.take_back(table.access, 1, seen=1, actor=table.access.actor())
    state = state_of(table)
    assert state["entries"] == []
    assert state["taken_back"][0]["position"] == 1


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({**DEAL, "points": {"NS": 86}}, {**DEAL, "points": {"NS": 96}}, ("86", "96")),
        (DEAL, {**DEAL, "contract": 110}, ("100", "110")),
        (DEAL, {**DEAL, "declarer": "EW", "points": {"EW": 112}}, ()),
        (DEAL, {**DEAL, "belote": []}, ()),
        (PASSED, DEAL, ("100",)),
    ],
)
def test_a_trace_says_what_was_changed_and_when(before, after, said):
    text = tablewords.change(before, after, "21 h 32")
    assert "21 h 32" in text
    assert all(word in text for word in said)


def test_who_objected_is_not_named_at_the_table():
    table = Table()
    member = EntryMember.objects.get(entry=table.ns, slot=1)
    member.shown_as = EntryMember.ShownAs.OBJECTED
    member.save()
    member.person.pseudonym = "La Dame de pique"
    member.person.save()
    text = str(state_of(table))
    assert "La Dame de pique" in text
    assert "Auvergne" not in text


def test_a_replaced_player_is_not_shown():
    table = Table()
    member = EntryMember.objects.get(entry=table.ns, slot=2)
    member.until_round = 1
    member.save()
    factories.add_member(table.ns, factories.make_person("Remplaçant", "Noël"), 2, from_round=2)
    assert state_of(table)["sides"][0]["families"] == ["de La Tour d’Auvergne", "Remplaçant"]


def test_a_melee_shows_both_singles_of_a_side():
    table = Table()
    singles = factories.make_singles(table.tournament, 4)
    match = factories.make_match(table.round, singles[:2], singles[2:], 13)
    factories.make_game(match)
    game = play.current_game(match.pk)
    assert game is not None
    state = tables.game_state(game, "fr", writable=True)
    assert [side["numbers"] for side in state["sides"]] == [
        [singles[0].number, singles[1].number],
        [singles[2].number, singles[3].number],
    ]
    assert [player["seat"] for player in state["players"]] == ["N", "S", "E", "W"]


def test_a_game_to_a_target_tells_the_points_each_side_still_needs():
    table = Table(kind="target", deals=1000)
    table.record(1)
    game = state_of(table)["game"]
    assert game["points_left"] == {"NS": 880, "EW": 1000}
    assert game["deals_left"] is None


def test_the_keys_follow_the_rule_set():
    keys = state_of(Table())["keys"]
    assert keys["bids"][0] == 80 and keys["bids"][-1] == 240
    assert keys["specials"] == ["capot"]
    assert keys["pack"] == {"S": 162, "H": 162, "D": 162, "C": 162, "SA": 162, "TA": 258}
    assert keys["ten"] == dict.fromkeys(keys["pack"], 10)
    assert keys["belote"] == {"S": 1, "H": 1, "D": 1, "C": 1, "SA": 0, "TA": 4}
    assert {one["id"] for one in keys["announces"]} >= {"tierce", "carre-J"}
    assert keys["counts_passed"] is False


def test_the_tag_changes_with_every_deal_and_with_the_right_to_write():
    table = Table()
    tags = [tables.state_tag(table.access, "fr"), tables.state_tag(table.access, "en")]
    table.record(1)
    tags.append(tables.state_tag(table.access, "fr"))
    links.close_for(AccessLink.Purpose.TABLE, [table.match.pk], timezone.now())
    tags.append(tables.state_tag(table.access, "fr"))
    assert len(set(tags)) == 4


# What a deal would be worth


@pytest.mark.both_databases
def test_a_preview_gives_the_score_and_the_new_total_and_writes_nothing():
    table = Table()
    table.record(1)
    game = play.current_game(table.match.pk)
    found = tables.preview(game, DEAL, 2, "fr")
    assert found["score"] == {"NS": 120, "EW": 0}
    assert found["totals"] == {"NS": 240, "EW": 0}
    assert len(table.deals()) == 1


def test_a_preview_of_a_correction_counts_the_deal_once():
    table = Table()
    table.record(1)
    game = play.current_game(table.match.pk)
    assert tables.preview(game, {**DEAL, "contract": 110}, 1, "fr")["totals"] == {"NS": 130, "EW": 0}


def test_a_preview_names_what_is_unlikely():
    game = play.current_game(Table().match.pk)
    found = tables.preview(game, {**DEAL, "points": {"NS": 162, "EW": 0}}, 1, "fr")
    assert [note["code"] for note in found["warnings"]] == ["nothing_without_sweep"]


# The verbs


def test_the_same_key_again_is_the_same_deal():
    table = Table()
    assert record(table, 1).pk == record(table, 1).pk
    assert len(table.deals()) == 1


@pytest.mark.both_databases
def test_the_same_deal_from_the_other_phone_is_one():
    table = Table()
    first = record(table, 1, key="un")
    again = record(table, 1, {**DEAL, "points": {"EW": 50, "NS": 112}, "alone": None}, key="deux")
    assert again.pk == first.pk
    assert len(table.deals()) == 1


@pytest.mark.both_databases
def test_another_deal_for_the_same_place_is_a_conflict():
    table = Table()
    record(table, 1, key="un")
    with pytest.raises(sheets.SheetConflict, match="position-taken"):
        record(table, 1, {**DEAL, "contract": 110}, key="deux")
    assert table.deals() == [DEAL]


def test_fields_that_no_deal_has_are_not_kept():
    table = Table()
    record(table, 1, {**DEAL, "note": "\x00 gribouillis"})
    assert table.deals() == [DEAL]


def test_after_the_round_the_table_reads_and_does_not_write():
    table = Table()
    record(table, 1, key="un")
    links.close_for(AccessLink.Purpose.TABLE, [table.match.pk], timezone.now())
    assert state_of(table)["writable"] is False
    with pytest.raises(play.TableClosed, match="table-closed"):
        record(table, 2, key="deux")
    with pytest.raises(play.TableClosed, match="table-closed"):
        play.confirm(table.access, "NS", digest="", actor=table.access.actor())
    assert len(table.deals()) == 1


def test_an_answer_that_got_lost_is_given_again_after_the_round():
    table = Table()
    entry = record(table, 1, key="un")
    links.close_for(AccessLink.Purpose.TABLE, [table.match.pk], timezone.now())
    assert record(table, 1, key="un").pk == entry.pk


@pytest.mark.both_databases
def test_a_late_deal_never_lands_in_the_next_game():
    table = Table()
    record(table, 1, key="un")
    Game.objects.filter(pk=table.game.pk).update(state=Game.State.CLOSED)
    factories.make_game(table.match)
    entry = record(table, 1, key="un", sheet_id=table.game.sheet_id)
    assert entry.sheet_id == table.game.sheet_id
    current = play.current_game(table.match.pk)
    assert current is not None and current.sheet.entries.count() == 0


def test_a_link_reaches_no_other_tables_sheet():
    table, other = Table(), Table()
    with pytest.raises(play.TableClosed, match="table-gone"):
        record(table, 1, sheet_id=other.game.sheet_id)
    assert other.deals() == []


@pytest.mark.parametrize("how", ["revoked", "renewed", "not-yet"])
def test_a_link_that_is_void_opens_nothing(how):
    table = Table()
    access, token = table.access, table.token
    if how == "revoked":
        AccessLink.objects.filter(pk=table.link.pk).update(revoked_at=timezone.now())
    elif how == "renewed":
        links.renew(table.link.pk)
    else:
        AccessLink.objects.filter(pk=table.link.pk).update(opens_at=timezone.now() + datetime.timedelta(hours=1))
    assert play.by_token(token) is None
    assert play.by_id(access.link_id, access.generation) is None
    with pytest.raises(play.TableClosed, match="table-gone"):
        play.record(access, DEAL, position=1, client_key="un", actor=access.actor())
    assert table.deals() == []


def test_a_deal_that_is_no_object_is_refused():
    with pytest.raises(rules.DealError):
        record(Table(), 1, ["NS"])


def test_the_trace_of_a_deal_names_the_link_and_the_device():
    table = Table()
    record(table, 1)
    event = table.game.sheet.events.get()
    assert (event.link, event.device, event.actor_id) == (table.link.pk, "0011aabb", None)


def test_every_refusal_of_a_sheet_has_its_sentence():
    for code in tablewords.REFUSALS:
        text = tablewords.refusal(code, {"position": 7, "most": 200, "left": 3, "entry": None})
        assert text and "%(" not in text


def test_the_phone_is_told_of_a_forfeit_and_asks_again_for_the_table():
    table = Table()
    game = Game.objects.get(match_id=table.access.match_id)
    seen = tables.state_tag(table.access, "en")
    forfeits.declare(game.pk, "AB", SYSTEM)
    with translation.override("en"):
        state = state_of(table, "en")
    assert state["game"]["forfeit"].startswith("Forfeit of both sides. What stands on this sheet counts for nothing.")
    assert state["writable"] is False
    closed = tables.state_tag(table.access, "en")
    assert closed != seen
    forfeits.declare(game.pk, "A", SYSTEM)
    assert tables.state_tag(table.access, "en") != closed
