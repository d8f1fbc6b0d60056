"""What docs/rule-sets.md says is so: its files load without a remark, its figures come out."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from scoring.rules import RuleSet, load_ruleset, score_deal
from scoring.rules.lint import lint
from scoring.rules.slips import slips

DOCS = (Path(__file__).resolve().parents[2] / "docs/rule-sets.md").read_text(encoding="utf-8")
FILES: dict[str, str] = {tomllib.loads(text)["id"]: text for text in re.findall(r"```toml\n(.*?)```", DOCS, re.DOTALL)}
DEAL: dict[str, Any] = {"declarer": "NS", "contract": 100, "trump": "H"}


def _score(source: str, **deal: Any) -> tuple[int, int]:
    answer = score_deal(load_ruleset(source), {**DEAL, **deal})
    return answer.ns, answer.ew


def _ruleset(id_: str) -> RuleSet:
    return load_ruleset(FILES[id_])


def test_the_page_has_its_files() -> None:
    assert {*FILES} == {"short", "short-doubled", "double-at-no-trump", "village-belote", "friday-coinche", "tens"}


@pytest.mark.parametrize("id_", FILES)
def test_every_file_on_the_page_can_be_used_as_it_stands(id_: str) -> None:
    ruleset = _ruleset(id_)
    assert [slip.text("en") for slip in slips(ruleset, FILES[id_])] == []
    assert [finding for finding in lint(ruleset, deals=60) if finding.severity == "must"] == []


def test_the_three_customs_of_doubling_come_to_what_the_page_says() -> None:
    source = FILES["short-doubled"]
    for formula, amount in (("m*(160 + bid)", 520), ("160 + m*bid", 360), ("160*m + bid", 420)):
        assert formula in DOCS
        changed = source.replace("m*(160 + bid)", formula)
        assert _score(changed, points={"NS": 70}, double="coinche") == (0, amount)


def test_the_converted_points_come_to_what_the_page_says() -> None:
    points = "[score.made]\ndeclarer = 'points'\ndefence = 'points'\n[score.failed]\ndeclarer = 0\ndefence = 0\n"
    source = f'id = "x"\n[cards]\ntrumps = ["TA"]\nconvert.TA = {{ ratio = [162, 258] }}\n{points}'
    assert _score(source, trump="TA", points={"NS": 198}) == (124, 38)
    judged = {
        judge: _score(f'{source}[success]\njudge = "{judge}"\n', trump="TA", contract=90, points={"NS": 143})
        for judge in ("exact", "converted")
    }
    assert judged == {"exact": (0, 0), "converted": (90, 72)}


def test_the_village_holds_81_and_shares_it_on_the_last_deal() -> None:
    source, tie = FILES["village-belote"], {"contract": "take", "points": {"NS": 81}}
    assert _score(source, **tie) == (0, 81)
    assert _score(source, **tie, last_deal=True) == (81, 81)
    assert _score(source, contract="take", points={"NS": 0}, sweep="EW") == (0, 252)


def test_friday_pays_the_winner_of_a_doubled_deal_alone() -> None:
    source = FILES["friday-coinche"]
    assert _score(source, points={"NS": 112}, belote=["EW"]) == (210, 70)
    assert _score(source, points={"NS": 112}, belote=["EW"], double="surcoinche") == (780, 20)
    assert _score(source, contract="capot", points={"NS": 162}, sweep="NS") == (500, 0)


def test_tens_lose_the_belote_to_the_defence() -> None:
    source = FILES["tens"]
    assert _score(source, points={"NS": 70}, belote=["NS"]) == (0, 280)
    assert _score(source, trump="SA", points={"NS": 110}) == (310, 50)


def test_the_pitfall_of_rounding_is_as_the_page_says() -> None:
    rows = (
        "[bids]\nhighest = 160\n[doubling]\ncoinche = 2\n[score.made]\ndeclarer = 'm*(points + bid)'\n"
        "defence = 0\n[score.failed]\ndeclarer = 0\ndefence = 0\n"
    )
    for scope, amount in (("points", 400), ("line", 410)):
        source = f'id = "x"\n[rounding]\nunit = 10\nscope = "{scope}"\n{rows}'
        assert _score(source, points={"NS": 104}, double="coinche") == (amount, 0)
