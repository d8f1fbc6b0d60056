"""The scorer in the browser gives the server's answers: whole, word for word, in the real Chromium."""

import json
import os
import re
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from scoring.rules import DealError, RuleSet, load_ruleset, parse_deal, preset_ids, preset_source, score_event
from scoring.rules.game import Entry, GameFormat, play
from scoring.rules.game_format import BARS, BOTH, EQUAL, HELD, OWES
from scoring.rules.packed import packed, packed_messages
from scoring.rules.source import read_toml
from scoring.rules.steps import steps
from tests.scoring.parity import Deals, shipped_rule_sets

pytestmark = pytest.mark.browser

STATIC = Path(__file__).resolve().parent.parent.parent / "static"
SCORING = STATIC.parent / "tests" / "scoring"
SITE = "http://rules.test"
SEED = 20_250
LONG = bool(os.environ.get("COINCHE_LONG"))
WITH_STEPS = 40
DEALS = 200_000 if LONG else 21_000

# Each deal is answered and written as text in the page: one call a rule set, nothing walked twice. A zero below zero
# would be written as 0, so it is looked for.
SCORE = """async ([rules, messages, deals, each]) => {
  const { scorer } = await import("/js/rules/score.js");
  const { score, steps } = scorer(JSON.parse(rules), JSON.parse(messages));
  const lines = (answer) => (answer.lines || []).map((line) => line.amount);
  const whole = (answer) => [...lines(answer), ...Object.values(answer.score || {}), answer.held || 0];
  return deals.split("\\n").map((text, number) => {
    const deal = JSON.parse(text);
    const answer = score(deal);
    if (whole(answer).some((number) => Object.is(number, -0))) return "a zero below zero";
    const { notes, code, ...said } = answer;
    return JSON.stringify(number < each && answer.score && "declarer" in deal ? { ...said, steps: steps(deal) } : said);
  }).join("\\n");
}"""
FORMULAS = """async ([texts, names]) => {
  const { FormulaError, parseFormula } = await import("/js/rules/formula.js");
  return texts.map((text) => {
    try {
      return parseFormula(text, names).map((term) => [term.coefficient, term.names]);
    } catch (error) {
      if (error instanceof FormulaError) return null;
      throw error;
    }
  });
}"""


@pytest.fixture
def engine(page_on: Callable[..., Page]) -> Page:
    """A page of a site that has the static files only, under the project's policy for scripts."""
    page = page_on(1024, base_url=SITE)

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(SITE)
        if path == "/":
            page_text = '<!doctype html><html lang="en"><title>rules</title><link rel="icon" href="data:,"></html>'
            policy = {"Content-Security-Policy": "default-src 'self'; img-src data:"}
            route.fulfill(body=page_text, content_type="text/html", headers=policy)
        else:
            route.fulfill(path=STATIC / path.lstrip("/"), content_type="text/javascript")

    page.route(f"{SITE}/**", answer)
    page.goto("/")
    return page


def _expected(ruleset: RuleSet, deal: dict[str, Any], language: str, *, with_steps: bool) -> str:
    try:
        answer: dict[str, Any] = score_event(ruleset, deal, language=language).as_dict()
        if with_steps and "declarer" in deal:
            answer["steps"] = [step.as_dict() for step in steps(ruleset, deal, language=language)]
    except DealError as error:
        id_ = deal["id"] if isinstance(deal.get("id"), str) else None
        answer = {"id": id_, "error": error.text(language), "field": error.field}
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))


def _compare(page: Page, ruleset: RuleSet, deals: list[dict[str, Any]], language: str) -> list[str]:
    """The answers, the same in both engines; those to the first deals with their steps."""
    expected = [_expected(ruleset, deal, language, with_steps=n < WITH_STEPS) for n, deal in enumerate(deals)]
    parts = [packed(ruleset, language), packed_messages(language)]
    texts = "\n".join(json.dumps(deal) for deal in deals)
    got = page.evaluate(SCORE, [*map(json.dumps, parts), texts, WITH_STEPS]).split("\n")
    assert len(got) == len(expected)
    for deal, here, there in zip(deals, expected, got, strict=True):
        assert there == here or _sorted(there) == _sorted(here), (
            f"{ruleset.id} {ruleset.sha256[:8]}: {json.dumps(deal)}"
        )
    return expected


def _sorted(text: str) -> str:
    """The same answer with its fields in one order."""
    return json.dumps(json.loads(text), sort_keys=True)


def _case_rows() -> Iterator[tuple[RuleSet, list[dict[str, Any]]]]:
    """The scored deals of all case files, by rule set and variants."""
    rows: dict[tuple[str, tuple[str, ...]], list[dict[str, Any]]] = {}
    for path in sorted((SCORING / "cases").rglob("*.jsonl")):
        for row in map(json.loads, path.read_text(encoding="utf-8").splitlines()):
            event = row.get("deal") or row["penalty"]
            rows.setdefault((row["ruleset"], tuple(row["variants"])), []).append(event)
    for (id_, variants), deals in rows.items():
        yield load_ruleset(_source(id_), variants), deals


def _source(id_: str) -> str:
    if id_ in preset_ids():
        return preset_source(id_)
    return (SCORING / "rulesets" / f"{id_}.toml").read_text(encoding="utf-8")


def test_every_scored_case_has_the_same_answer_in_the_browser(engine: Page) -> None:
    count = 0
    for ruleset, deals in _case_rows():
        for language in ("en", "fr"):
            count += len(_compare(engine, ruleset, deals, language))
    assert count >= 2 * 297


# What the rule sets that are shipped do not have: totals of their own that are the usual sums, with a ten left apart;
# a tie that is looked for on the last deal only, so never; scores that no sheet can hold.
ODD = """id = "odd"
[cards]
trumps = ["S", "H", "SA", "TA"]
total = { suit = 162, TA = 258 }
[cards.convert.TA]
ratio = [152, 248]
last_trick = "apart"
to_nearest = "up"
[success]
tie_last_deal = "held"
[values]
k = { TA = -3, SA = 2, else = 1 }
[doubling]
coinche = 10
[score.made]
declarer = "k*points + bid"
defence = "points"
[score.made.doubled]
declarer = "m*m*bid*bid"
defence = "0"
[score.failed]
declarer = "0"
defence = "160 + k*bid"
"""


def _all_rule_sets() -> list[RuleSet]:
    tests = [path.read_text(encoding="utf-8") for path in sorted((SCORING / "rulesets").glob("*.toml"))]
    variants = [load_ruleset(source, (name,)) for source in tests for name in read_toml(source).get("variant", {})]
    return [*shipped_rule_sets(), *map(load_ruleset, tests), *variants, load_ruleset(ODD)]


def test_twenty_thousand_deals_made_up_have_the_same_answers_in_the_browser(engine: Page) -> None:
    rulesets = list({ruleset.sha256: ruleset for ruleset in _all_rule_sets()}.values())
    seed = time.time_ns() if LONG else SEED
    each = DEALS // len(rulesets) + 1
    said: set[str] = set()
    for number, ruleset in enumerate(rulesets):
        deals = list(islice(Deals(ruleset, Random(f"{seed} {number}")), each))
        answers = _compare(engine, ruleset, deals, ("en", "fr")[number % 2])
        said |= {json.loads(answer).get("result", "refused") for answer in answers[:200]}
    # The deals reach every kind of answer.
    assert said >= {"made", "failed", "held", "passed", "refused"}


def test_numbers_written_with_a_point_and_single_odd_deals_have_the_same_answers(engine: Page) -> None:
    deal = {"declarer": "NS", "contract": 100, "trump": "H", "points": {"NS": 105, "EW": 57}}
    odd: list[dict[str, Any]]
    odd = [{}, {"contract": 100.0}, {"contract": 100.5}, {"points": {"NS": 105.0}}, {"points": {"NS": 105.5}},
           {"tricks": {"NS": 5.0}}, {"announces": {"NS": [20.0]}}, {"announces": {"NS": [20.5]}}, {"carried": 1e3},
           {"double": "coinche"}, {"double": "coinche", "contract": 80}, {"points": {"NS": 161}},
           {"points": {"NS": 161}, "last_trick": "EW"}, {"points": {"NS": 81}, "contract": 80, "last_deal": True},
           {"trump": "TA", "points": {"NS": 249}, "last_trick": "EW"},
           {"trump": "TA", "points": {"NS": 248}, "last_trick": "EW"}]  # fmt: skip
    for ruleset in (load_ruleset(ODD), load_ruleset(preset_source("club"))):
        answers = _compare(engine, ruleset, [{**deal, **changes} for changes in odd], "en")
        assert json.loads(answers[1]).get("score") == json.loads(answers[0]).get("score")
    totals = {"totals": {"NS": 1000.0, "EW": 620}}
    assert '"NS":1000' in _compare(engine, load_ruleset(preset_source("totals")), [totals], "en")[0]


def test_both_parsers_refuse_and_take_the_same_formulas(engine: Page) -> None:
    names = ["bid", "points", "m", "sweep", "belote"]
    refused = json.loads((SCORING / "formulas_refused.json").read_text(encoding="utf-8"))
    found = engine.evaluate(FORMULAS, [refused, names])
    assert [text for text, terms in zip(refused, found, strict=True) if terms is not None] == []
    taken = json.loads((SCORING / "formulas_taken.json").read_text(encoding="utf-8"))
    assert engine.evaluate(FORMULAS, [[row["text"] for row in taken], names]) == [row["terms"] for row in taken]


@pytest.mark.parametrize("what", ["format", "figures too large"])
def test_what_cannot_be_counted_exactly_here_is_refused_not_miscounted(engine: Page, what: str) -> None:
    later = packed(load_ruleset(preset_source("club")), "en")
    if what == "format":
        later["rules"]["format"] += 1
    else:
        later["rules"]["score"]["made"]["declarer"] = "999999 * bid * points * bid * announces"
    script = SCORE.replace("return deals", "return 'read'; return deals")
    message = engine.evaluate(f"(given) => ({script})(given).catch((error) => error.message)",
                              [json.dumps(later), json.dumps(packed_messages("en")), "{}", 0])  # fmt: skip
    assert what in message


def test_the_engine_runs_no_text_and_uses_nothing_that_older_phones_lack() -> None:
    later = re.compile(
        r"\beval\b|\bFunction\b|\?\?|\?\.[a-z\[(]|\bBigInt\b|\d_\d|\.(flat|flatMap|at|replaceAll|matchAll|trimStart|trimEnd)\("
        r"|fromEntries|structuredClone|globalThis|\bstatic \w+ =|^\s+#\w+|catch \{|\bimport\("
    )
    for path in sorted((STATIC / "js" / "rules").glob("*.js")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            assert not later.search(line), f"{path.name}:{number}: {line}"


# Whole games

GAMES = """async ([messages, sets]) => {
  const { scorer } = await import("/js/rules/score.js");
  const { GameError, playGame } = await import("/js/rules/game.js");
  const told = (end) => end && [end.why, end.by, end.winner];
  return sets.map(([rules, games]) => {
    const { score } = scorer(rules, messages);
    return games.map(([format, lines]) => {
      try {
        const game = playGame(rules, score, format, lines);
        const steps = game.steps.map((step) => [step.counted, step.answer.result, step.scores, step.held, step.totals,
          step.last, step.afterEnd, step.answer.lines.map((line) => line.text)]);
        return [steps, game.totals, game.held, game.counted, told(game.end),
          game.wait && [game.wait.why, game.wait.side, game.wait.bar], game.dealsLeft, game.pointsLeft];
      } catch (error) {
        if (!(error instanceof GameError)) throw error;
        return [error.refusal.field, error.refusal.error];
      }
    });
  });
}"""
GAMES_EACH = 40 if LONG else 12


def _format(rng: Random) -> dict[str, Any]:
    """A format of any kind, with any of its words."""
    kind = rng.choice(["deals", "target", "target", "minutes"])
    length = {"deals": rng.randint(1, 8), "target": rng.choice([150, 300, 501]), "minutes": 40}[kind]
    ending: dict[str, Any] = {"equal": rng.choice(EQUAL), "held": rng.choice(HELD)}
    if kind == "target":
        ending["both"] = rng.choice(BOTH)
        ending["may_not_win"] = ["+".join(rng.sample(BARS, rng.randint(1, 2))) for _ in range(rng.randint(0, 2))]
        more: list[dict[str, Any]] = [{}, {"exceed": True}, {"enough": length - 5}]
        ending |= rng.choice(more)
        if ending["may_not_win"]:
            ending["owes"] = rng.choice(OWES)
    if kind == "minutes" or rng.random() < 0.4:
        ending |= {"finish_deal": rng.random() < 0.5, "more_deals": rng.randint(0, 2)}
        ending |= {} if kind == "minutes" else {"minutes": 40}
    return {"kind": kind, "length": length, "ending": ending}


def _lines(ruleset: RuleSet, rng: Random) -> list[dict[str, Any]]:
    """The lines of a game, time called and points given now and then; few of its deals cannot be."""
    deals = Deals(ruleset, rng)
    lines: list[dict[str, Any]] = []
    passes = rng.choice([0.1, 0.1, 0.8])
    for _ in range(rng.randint(1, 10)):
        deal = {"declarer": None} if rng.random() < passes else deals.real()
        lines.append({"deal": {name: value for name, value in deal.items() if name not in {"carried", "last_deal"}}})
        if rng.random() < 0.08:
            lines.append({"time": rng.random() < 0.5})
        if rng.random() < 0.08:
            lines.append({"points": [rng.choice([0, 20, -40]), rng.choice([0, 160])]})
    return lines


def _entry(line: dict[str, Any]) -> Entry:
    if "deal" in line:
        return Entry("deal", deal=parse_deal(line["deal"]))
    if "time" in line:
        return Entry("time", in_progress=line["time"])
    return Entry("adjustment", ns=line["points"][0], ew=line["points"][1])


def _played(ruleset: RuleSet, format_: dict[str, Any], lines: list[dict[str, Any]]) -> list[Any]:
    """What the server makes of a game, in the shape of the script's answer."""
    entries: list[Entry] = []
    try:
        entries += [_entry(line) for line in lines]
        game = play(ruleset, GameFormat.from_data(format_), entries, language="fr")
    except DealError as error:
        return [error.field, error.text("fr")]
    steps = [
        [step.counted, step.answer.result, list(step.scores), step.held, list(step.totals), step.last_deal,
         step.after_end, [one.text for one in step.answer.lines]]
        for step in game.steps if step.answer is not None
    ]  # fmt: skip
    end, wait, points = game.end, game.wait, game.points_left
    return [
        steps, list(game.scores), game.held, game.counted, end and [end.why, end.by, end.winner],
        wait and [wait.why, wait.side, list(wait.bar)], game.deals_left, points and list(points.values()),
    ]  # fmt: skip


def test_games_of_every_format_go_the_same_way_in_the_browser(engine: Page) -> None:
    rng = Random(time.time_ns() if LONG else SEED)
    sets = [one for one in _all_rule_sets() if one.kind != "totals"]
    sets = sets if LONG else rng.sample(sets, 30)
    games = [[(_format(rng), _lines(one, rng)) for _ in range(GAMES_EACH)] for one in sets]
    given = [[packed(one, "fr"), made] for one, made in zip(sets, games, strict=True)]
    answers = engine.evaluate(GAMES, [packed_messages("fr"), given])
    said = set()
    for ruleset, made, here in zip(sets, games, answers, strict=True):
        for (format_, lines), answer in zip(made, here, strict=True):
            assert answer == _played(ruleset, format_, lines), f"{ruleset.id}: {json.dumps([format_, lines])}"
            said.add("refused" if len(answer) == 2 else answer[4][0] if answer[4] else (answer[5] or ["on"])[0])
    # The games reach their ends and what keeps them from it.
    assert said >= {"refused", "deals", "target", "time", "both", "on", "equal", "barred"}
