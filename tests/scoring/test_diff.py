"""What two rule sets count differently, in sentences and by key."""

from scoring.rules import load_ruleset
from scoring.rules.diff import Change, changes, differences, section_of
from scoring.rules.settings import settings
from tests.scoring.plain_files import PLAIN
from tests.scoring.rule_files import all_rulesets, ruleset_of
from tests.scoring.rules_to_change import BASE, RICH


def test_rule_sets_that_count_alike_do_not_differ() -> None:
    renamed = load_ruleset(RICH.replace('name = "Rich"', 'name = "Poor"').replace('k = "rank"', 'k = "other"'))
    assert differences(BASE, renamed, "en") == ()
    assert changes(BASE, renamed) == ()


def test_a_changed_formula_is_shown_in_words_and_by_its_cell() -> None:
    base, points = ruleset_of("ffb-contree-2016"), ruleset_of("ffb-contree-2016", ("points",))
    made, failed = differences(base, points, "fr")
    assert (made.section, made.title) == ("made", "Contrat fait")
    assert made.old[0].replace("\u00a0", " ") == "Les preneurs marquent : leurs points + le contrat + leur belote."
    assert made.new[0].replace("\u00a0", " ") == "Les preneurs marquent : leurs points + leur belote."
    assert made.changes[0] == Change("score.made.declarer", "points + bid + belote", "points + belote")
    assert [change.key for change in failed.changes] == ["score.failed.defence"]


def test_what_only_one_side_has_is_none_on_the_other() -> None:
    without = load_ruleset(RICH.replace("generale = 500", "generale = false").replace("surcoinche = 4", ""))
    found = {change.key: (change.old, change.new) for change in changes(BASE, without)}
    assert found == {"bids.generale": (500, False), "doubling.surcoinche": (4, None)}
    back = {change.key: (change.old, change.new) for change in changes(without, BASE)}
    assert back == {"bids.generale": (False, 500), "doubling.surcoinche": (None, 4)}


def test_every_key_of_every_rule_set_has_its_section() -> None:
    for id_, variants in all_rulesets():
        for key in settings(ruleset_of(id_, variants)):
            assert section_of(key), key


def test_a_key_that_says_nothing_now_is_a_difference_by_itself() -> None:
    idle = load_ruleset(PLAIN.replace("same = 5", 'same = 5\n[held]\ncarried_to = "maker"'))
    (ties,) = differences(load_ruleset(PLAIN), idle, "en")
    assert (ties.section, ties.old, ties.new) == ("ties", (), ())
    assert ties.changes == (Change("held.carried_to", "winner", "maker"),)


def test_the_same_sentences_in_another_order_are_a_difference() -> None:
    first, second = ('[[penalty]]\nfault = "misdeal"\namount = 10\n', '[[penalty]]\nfault = "revoke"\namount = 20\n')
    one, other = (load_ruleset(PLAIN + order) for order in (first + second, second + first))
    (penalties,) = differences(one, other, "en")
    assert penalties.section == "penalties"
    assert penalties.old == penalties.new[::-1] and len(penalties.old) == 2
