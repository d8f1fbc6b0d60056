"""The musts and wishes of the draws: kept in their order, changed for the draws to come, told before and after."""

import pytest

from core.actors import SYSTEM
from core.models import AuditEvent
from tests.tournaments.services import evening
from tournaments.draws.model import DrawError, DrawRequest, Rule
from tournaments.models import Stage, Tournament
from tournaments.services import contests, drawrules, rounds
from tournaments.services.drawing import draw_request
from tournaments.services.drawrules import DrawRules
from tournaments.services.drawsetup import DrawSetup
from tournaments.services.errors import Conflict

pytestmark = pytest.mark.django_db


def new(pairs: int = 4, **more: object) -> tuple[Tournament, Stage]:
    tournament = evening.new_tournament(pairs, **more)  # type: ignore[arg-type]
    return tournament, contests.only_stage(tournament)


def save(stage: Stage, musts: tuple[Rule, ...], wishes: tuple[Rule, ...] = ()) -> bool:
    changed = drawrules.change(stage.pk, DrawRules(musts, wishes), drawrules.digest(stage), SYSTEM)
    stage.refresh_from_db()
    return changed


CLUBS = Rule("not_same_club", until=2)


def test_a_stage_starts_with_the_usual_rules_of_its_system() -> None:
    for system, musts in (("random", ("one_bye", "no_rematch")), ("danish", ("one_bye",))):
        _, stage = new(draw=DrawSetup(system=system))
        found = drawrules.rules_of(stage)
        assert tuple(rule.name for rule in found.musts) == musts
        assert found.wishes == DrawRequest("random", "", 1, 1, ()).wishes
        assert found == drawrules.usual(stage)


def test_rules_reach_the_engine_in_their_order_and_change_the_next_draw() -> None:
    tournament, stage = new(8)
    tournament.entries.filter(number__lte=4).update(home_club="Pons")
    apart = [str(entry.pk) for entry in tournament.entries.filter(number__gte=7)]
    groups = Rule("keep_apart", groups=(tuple(apart),), until=3)
    wishes = (Rule("limited_repeats", times=2), Rule("new_table"))
    assert save(stage, (CLUBS, groups, Rule("one_bye")), wishes)
    asked = draw_request(tournament, stage, 1, 1)
    assert (asked.musts, asked.wishes) == ((CLUBS, groups, Rule("one_bye")), wishes)
    made = rounds.make_draw(tournament.pk, 1, 1, SYSTEM)
    first = set(tournament.entries.filter(number__lte=4).values_list("pk", flat=True))
    for table in made.result["tables"]:
        met = {table["ns"][0], table["ew"][0]}
        assert len(met & {str(one) for one in first}) == 1
        assert met != set(apart)


def test_a_change_is_told_before_and_after_and_saying_the_same_again_is_none() -> None:
    tournament, stage = new()
    assert save(stage, (Rule("one_bye"), CLUBS))
    assert not save(stage, (Rule("one_bye"), CLUBS))
    event = AuditEvent.objects.get(verb=drawrules.RULES_CHANGED)
    assert event.object_id == tournament.pk
    assert [rule["name"] for rule in (event.before or {})["musts"]] == ["one_bye", "no_rematch"]
    assert event.after == {"musts": [{"name": "one_bye"}, {"name": "not_same_club", "until": 2}], "wishes": []}


def test_the_usual_rules_are_not_kept_so_that_another_system_has_its_own() -> None:
    tournament, stage = new()
    usual = drawrules.usual(stage)
    save(stage, (CLUBS,))
    save(stage, usual.musts, usual.wishes)
    assert not {"musts", "wishes"} & stage.settings.keys()
    wish = contests.NewTournament("Concours", evening.DAY, length=1, rounds=3, draw=DrawSetup(system="danish"))
    contests.change(tournament.pk, wish, SYSTEM)
    assert drawrules.rules_of(contests.only_stage(tournament)).musts == (Rule("one_bye"),)


def test_other_settings_and_a_change_of_the_draw_leave_the_rules() -> None:
    tournament, stage = new()
    save(stage, (CLUBS,))
    assert stage.settings["bye"] == "average"
    wish = contests.NewTournament("Concours", evening.DAY, length=1, rounds=3, draw=DrawSetup(system="swiss"))
    contests.change(tournament.pk, wish, SYSTEM)
    assert drawrules.rules_of(contests.only_stage(tournament)).musts == (CLUBS,)


def test_of_two_who_change_the_rules_at_once_the_second_is_told() -> None:
    _, stage = new()
    seen = drawrules.digest(stage)
    save(stage, (CLUBS,))
    with pytest.raises(Conflict, match="draw-rules-changed"):
        drawrules.change(stage.pk, DrawRules((), ()), seen, SYSTEM)
    stage.refresh_from_db()
    assert drawrules.rules_of(stage).musts == (CLUBS,)


@pytest.mark.parametrize(
    ("rule", "code"),
    [
        (Rule("no_luck"), "unknown_rule"),
        (Rule("new_table"), "unknown_rule"),
        (Rule("limited_repeats"), "bad_rule"),
        (Rule("not_same_club", until=0), "bad_rule"),
        (Rule("keep_apart"), "bad_rule"),
    ],
)
def test_what_the_engine_would_refuse_is_not_kept(rule: Rule, code: str) -> None:
    _, stage = new()
    with pytest.raises(DrawError) as caught:
        save(stage, (rule,))
    assert caught.value.code == code
    stage.refresh_from_db()
    assert "musts" not in stage.settings


def test_the_next_tournament_may_take_over_all_rules_but_those_that_name_somebody() -> None:
    _, stage = new()
    assert drawrules.carried(stage) == {}
    save(stage, (CLUBS, Rule("keep_apart", groups=(("a", "b"),))), (Rule("new_table"),))
    other, _ = new()
    assert drawrules.carried(stage) == {
        "musts": [{"name": "not_same_club", "until": 2}],
        "wishes": [{"name": "new_table"}],
    }
    wish = contests.NewTournament("Concours", evening.DAY, settings=drawrules.carried(stage))
    taken = contests.only_stage(contests.create(other.club, wish, SYSTEM))
    assert drawrules.rules_of(taken) == DrawRules((CLUBS,), (Rule("new_table"),))
