"""A tournament's game format: asked on the page, played at the tables, counted in the standings."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import sheets
from scoring.models import GameFormat
from scoring.rules.game_format import GameFormat as GameRules
from scoring.rules.game_presets import SHEETS, sheet_format
from scoring.sheet_game import format_of
from tests import factories
from tests.scoring.on_sheets import deal, new_key
from tests.tournaments.at_table import Table
from tests.tournaments.services import evening
from tournaments import tables
from tournaments.gameform import GameForm, values_of_format
from tournaments.models import Game, Result, Tournament
from tournaments.services import contests, play, rounds
from tournaments.services.errors import Conflict

pytestmark = pytest.mark.django_db

TYPED = {"name": "Concours", "local_date": "2026-11-28", "ruleset": "club", "rounds": "4"}


@pytest.fixture
def club() -> Club:
    return factories.make_club("Amicale de l’essai")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club, HTTP_ACCEPT_LANGUAGE="en")


def _asked(typed: dict[str, Any], base: GameRules | None = None) -> GameRules:
    form = GameForm(typed)
    assert form.is_valid(), form.errors
    return GameRules.from_data(form.format_data(base))


# The form


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ({"game_kind": "deals", "deals": "10"}, {"kind": "deals", "length": 10}),
        ({"game_kind": "deals", "deals": "10", "exceed": "on", "both": "taker"}, {"kind": "deals", "length": 10}),
        ({"game_kind": "minutes", "minutes": "45", "limit": "30"}, {"kind": "minutes", "length": 45}),
        ({"game_kind": "deals", "deals": "10", "more_deals": "2"}, {"kind": "deals", "length": 10}),
        (
            {"game_kind": "target", "target": "2001", "limit": "40", "more_deals": "1", "both": "declarer",
             "may_not_win": ["belote+failed", "capot"], "equal": "draw", "held": "split", "cap_winner": "2100"},
            {"kind": "target", "length": 2001, "caps": {"winner": 2100},
             "ending": {"minutes": 40, "more_deals": 1, "both": "declarer", "may_not_win": ["belote+failed", "capot"],
                        "equal": "draw", "held": "split"}},
        ),
        ({"game_kind": "sheet", "sheet": "cannes-2016"}, {"kind": "target", "length": 2001, "ending": {"minutes": 40}}),
    ],
)  # fmt: skip
def test_what_is_chosen_makes_the_format_and_what_is_not_shown_is_not_looked_at(typed: Any, expected: Any) -> None:
    assert _asked(typed) == GameRules.from_data(expected)


@pytest.mark.parametrize("sheet", [one for one in SHEETS if one.format.games_to_win == 1], ids=lambda one: one.id)
def test_every_sheet_may_be_chosen_and_is_shown_again_as_it_was_chosen(sheet: Any) -> None:
    chosen = _asked({"game_kind": "sheet", "sheet": sheet.id})
    assert chosen == sheet.format
    shown = values_of_format(chosen)
    assert _asked({name: value for name, value in shown.items() if value}, chosen) == chosen


def test_what_the_form_does_not_ask_stays_while_the_kind_of_game_does() -> None:
    data = {
        "kind": "target",
        "length": 1900,
        "ending": {"enough": 1895, "may_not_win": ["sweep+announces", "belote"], "owes": "trick"},
        "caps": {"winner": 2000, "games": [3]},
        "match_points": {"win": 3},
    }
    base = GameRules.from_data(data)
    shown = {name: value for name, value in values_of_format(base).items() if value}
    assert shown["game_kind"] == "target"
    assert set(_asked(shown, base).ending.may_not_win) == {("belote",), ("sweep", "announces")}
    again = _asked({**shown, "may_not_win": [], "target": "1950"}, base)
    assert (again.length, again.ending.may_not_win, again.ending.owes) == (1950, (("sweep", "announces"),), "trick")
    assert (again.caps, again.match_points) == (base.caps, base.match_points)
    assert _asked({"game_kind": "deals", "deals": "12"}, base) == GameRules(deals=12)
    assert _asked({**shown, "cap_winner": ""}, base).caps == GameRules(deals=1).caps


def test_the_folded_part_is_open_where_something_in_it_is_chosen_or_wrong() -> None:
    assert not GameForm(initial=values_of_format(GameRules(deals=12))).has_more
    assert GameForm(
        initial=values_of_format(GameRules.from_data({"kind": "deals", "length": 9, "ending": {"held": "lost"}}))
    ).has_more
    plain = {"game_kind": "deals", "deals": "12", "both": "higher", "held": "unsettled", "equal": ""}
    assert not GameForm(plain).has_more
    assert GameForm({**plain, "cap_winner": "-3"}).has_more


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"game_kind": "minutes"}, "minutes"),
        ({"game_kind": "minutes", "minutes": "241"}, "minutes"),
        ({"game_kind": "sheet"}, "sheet"),
        ({"game_kind": "sheet", "sheet": "jweb"}, "sheet"),
        ({"game_kind": "target", "target": "50"}, "target"),
        ({"game_kind": "target", "target": "1000", "both": "luck"}, "both"),
        ({"game_kind": "deals", "deals": "12", "cap_winner": "600", "cap_loser": "700"}, "cap_loser"),
        ({"game_kind": "deals", "deals": "12", "limit": "20", "more_deals": "30"}, "more_deals"),
        ({"game_kind": "innings"}, "game_kind"),
    ],
)
def test_a_game_that_cannot_be_is_refused_beside_its_field(
    organiser: Client, club: Club, typed: dict[str, str], field: str
) -> None:
    page = organiser.post(reverse("tournament-new", args=[club.slug]), {**TYPED, **typed})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]
    assert f'id="id_{field}_error"' in page.content.decode()
    assert not Tournament.objects.exists()


def test_a_tournament_keeps_its_format_and_a_changed_one_is_a_new_row(organiser: Client, club: Club) -> None:
    typed = {**TYPED, "game_kind": "target", "target": "2001", "limit": "40", "may_not_win": ["defence"]}
    organiser.post(reverse("tournament-new", args=[club.slug]), typed)
    tournament = Tournament.objects.get()
    first = contests.only_stage(tournament).game_format
    assert (first.kind, first.length, first.ending) == ("target", 2001, {"minutes": 40, "may_not_win": ["defence"]})
    address = reverse("tournament-settings", args=[club.slug, tournament.slug])
    page = organiser.get(address).content.decode()
    assert "checked" in page[page.index('value="defence"') :][:60]
    organiser.post(address, {**typed, "name": "Autre nom"})
    assert contests.only_stage(tournament).game_format_id == first.pk
    organiser.post(address, {**typed, "exceed": "on"})
    changed = contests.only_stage(tournament).game_format
    assert changed.pk != first.pk
    assert format_of(changed).ending.exceed
    assert GameFormat.objects.get(pk=first.pk).ending == first.ending


def test_after_the_first_draw_the_end_of_the_game_is_fixed_too(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(2, deals=2, club=club)
    evening.start_round(tournament, 1)
    address = reverse("tournament-settings", args=[club.slug, tournament.slug])
    typed = {**TYPED, "rounds": "3", "game_kind": "deals", "deals": "2"}
    assert organiser.post(address, typed).status_code == 302
    refused = organiser.post(address, {**typed, "equal": "extra_deal"})
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["deals"]


# Time


def _timed(club: Club, pairs: int = 4) -> Any:
    tournament = evening.new_tournament(pairs, club=club, game_kind="minutes", deals=40)
    return evening.start_round(tournament, 1)


def test_time_called_at_the_desk_is_called_at_every_table_that_still_plays(organiser: Client, club: Club) -> None:
    round_ = _timed(club)
    first, second = evening.games_of(round_)
    evening_deal = {"position": 1, "actor": SYSTEM}
    for game in (first, second):
        sheets.record_deal(game.sheet_id, deal(), client_key=new_key(), **evening_deal)
    evening.close(first.sheet, "ils partent")
    tournament = round_.stage.tournament
    desk = reverse("desk", args=[club.slug, tournament.slug])
    assert 'id="time-up"' in organiser.get(desk).content.decode()
    address = reverse("round-time", args=[club.slug, tournament.slug, round_.pk])
    organiser.post(address)
    page = organiser.get(desk).content.decode()
    assert "Time is called at 1 table." in page
    assert 'id="time-back"' in page
    first.sheet.refresh_from_db()
    second.sheet.refresh_from_db()
    assert first.sheet.options == {}
    assert second.sheet.options == {sheets.TIME_CALLED: {"after": 1, "in_progress": True}}
    organiser.post(address)
    assert AuditEvent.objects.filter(verb="time.called").count() == 1  # nowhere left to call it
    organiser.post(address, {"back": "1"})
    second.sheet.refresh_from_db()
    assert second.sheet.options == {}
    assert AuditEvent.objects.filter(verb="time.uncalled").count() == 1


def test_no_time_is_called_in_a_round_that_is_not_played(organiser: Client, club: Club) -> None:
    tournament = evening.new_tournament(2, club=club)
    round_ = evening.play_round(tournament, 1)
    with pytest.raises(Conflict, match="round-not-playing"):
        rounds.call_time(round_.pk, SYSTEM)
    address = reverse("round-time", args=[club.slug, tournament.slug, round_.pk])
    assert "Round 1 is not being played." in organiser.post(address, follow=True).content.decode()
    assert 'id="time-up"' not in organiser.get(reverse("desk", args=[club.slug, tournament.slug])).content.decode()


def test_the_table_hears_how_long_the_game_still_is_and_why_it_goes_on() -> None:
    table = Table(kind="minutes", deals=40)
    table.record(1)

    def game() -> dict[str, Any]:
        found = play.current_game(table.match.pk)
        assert found is not None
        with translation.override("en"):
            return tables.game_state(found, "en", writable=True)["game"]  # type: ignore[no-any-return]

    assert (game()["deals_left"], game()["points_left"], game()["time_called"]) == (None, None, False)
    sheets.call_time(table.game.sheet_id, actor=SYSTEM)
    assert (game()["deals_left"], game()["time_called"], game()["text"]) == (1, True, "")
    table.record(2)
    over = game()
    assert (over["deals_left"], over["winner"]) == (0, "NS")
    assert over["text"] == "Time is over. Pair 14 wins with more points."


# The standings


def test_caps_hold_in_the_standings_and_the_sheet_keeps_its_totals(club: Club) -> None:
    game = {"caps": {"winner": 90, "loser": 10, "games": [2]}, "match_points": {"win": 3, "loss": 1}}
    tournament = evening.new_tournament(2, club=club, game=game)
    for number, expected in ((1, [(100, 0, 3), (0, 100, 1)]), (2, [(90, 0, 3), (0, 90, 1)])):
        round_ = evening.start_round(tournament, number)
        (one,) = evening.games_of(round_)
        evening.play_game(one, 100)
        rows = Result.objects.filter(round=round_).order_by("-points_for")
        assert list(rows.values_list("points_for", "points_against", "match_points")) == expected
        assert sorted(one.sheet.sides.values_list("total", flat=True)) == [0, 100]
        rounds.close_round(round_.pk, SYSTEM)


def test_who_wins_by_the_format_has_the_match_points_though_the_other_has_more(club: Club) -> None:
    game = {"ending": {"both": "taker"}}
    tournament = evening.new_tournament(2, club=club, game_kind="target", deals=150, game=game)
    (one,) = evening.games_of(evening.start_round(tournament, 1))
    theirs = deal(150, "EW", announces={"NS": ["carre-9"]})  # 150 each but for one more deal
    for position, written in enumerate([deal(80), theirs], start=1):
        sheets.record_deal(one.sheet_id, written, position=position, client_key=new_key(), actor=SYSTEM)
    one.sheet.refresh_from_db()
    assert dict(one.sheet.sides.values_list("side", "total")) == {"A": 230, "B": 150}
    evening.close(one.sheet)
    won = Result.objects.get(game=one, entry=evening.entry_at(one, "B"))
    assert (won.points_for, won.match_points) == (150, 2)


def test_the_match_points_of_several_games_stand_on_the_one_that_decided(club: Club) -> None:
    tournament = evening.new_tournament(2, club=club, game={"games_to_win": 2})
    (one,) = evening.games_of(evening.start_round(tournament, 1))
    stage = contests.only_stage(tournament)
    (extra,) = sheets.open_sheets(stage.ruleset_version_id, stage.game_format_id, 1)
    two = Game.objects.create(match=one.match, number=2, table_no=1, sheet=extra)

    def points() -> list[tuple[int, int]]:
        found = Result.objects.filter(game__match=one.match, entry=evening.entry_at(one, "A"))
        return list(found.order_by("game__number").values_list("game__number", "match_points"))

    evening.play_game(one)
    assert points() == [(1, 0)]
    evening.play_game(two)
    assert points() == [(1, 0), (2, 2)]
    sheets.reopen_sheet(one.sheet_id, actor=SYSTEM, reason="erreur")
    assert points() == [(2, 0)]


def test_every_sheet_of_the_list_is_one_and_has_a_name_of_its_own() -> None:
    assert len({one.id for one in SHEETS}) == len({one.sheet for one in SHEETS}) == len(SHEETS)
    assert sheet_format("jouvence").format.caps.winner == 135
    with pytest.raises(KeyError):
        sheet_format("nobody")
