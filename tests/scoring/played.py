"""Games played out, each step of them: what stands after each entry, how it ends, and how that is said.

What comes out stands in golden/games.txt (see tests.scoring.golden).
"""

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any

from scoring.rules import RuleSet, load_ruleset, parse_deal, preset, preset_source
from scoring.rules.dealing import Dealer
from scoring.rules.errors import RulesError
from scoring.rules.game import Entry, Game, GameFormat, play
from scoring.rules.game_format import Ending
from scoring.rules.game_words import end_text, format_lines
from scoring.rules.match import play_match
from scoring.rules.penalty import parse_penalty
from scoring.rules.totals import parse_totals
from tests.scoring.plain_files import PLAIN

NAMES = {"NS": "table 7", "EW": "table 12", "A": "Ada", "B": "Bo", "C": "Cy"}

LADDER = """
[[penalty]]
fault = "misdeal"
until = 1
amount = 10
then = "redeal"
[[penalty]]
fault = "misdeal"
from = 2
amount = 160
counted = true
"""


def _deal(declarer: str = "NS", points: int = 110, **more: Any) -> Entry:
    deal = {"declarer": declarer, "contract": 100, "trump": "H", "points": {declarer: points}, **more}
    return Entry("deal", parse_deal(deal))


def _take(declarer: str, points: int, **more: Any) -> Entry:
    return _deal(declarer, points, contract="take", **more)


def _totals(**totals: int) -> Entry:
    return Entry("total", totals=parse_totals({"totals": totals}))


def _fault(by: str) -> Entry:
    return Entry("penalty", penalty=parse_penalty({"fault": "misdeal", "by": by}))


MADE, FAILED, THEIRS = _deal(), _deal(points=90), _deal("EW")
LEVEL = _deal(announces={"EW": ["quinte"]})
SWEPT = _deal(points=162, sweep="NS")
PASSED, AGAIN, TIME, LATE = Entry("passed"), Entry("replayed"), Entry("time"), Entry("time", in_progress=False)
TIED, HELD_WON, HELD_LOST = _take("NS", 81), _take("NS", 100), _take("NS", 60)


def _more(ns: int = 0, ew: int = 0, third: int = 0) -> Entry:
    return Entry("adjustment", ns=ns, ew=ew, third=third)


def _settled(ns: int = 0, ew: int = 0) -> Entry:
    return Entry("settlement", ns=ns, ew=ew)


def rulesets() -> dict[str, RuleSet]:
    club = preset_source("club")
    return {
        "club": preset("club"),
        "belote": preset("guide-belote"),
        "cannes": preset("cannes-2016"),
        "rounded ties": load_ruleset(ROUNDED),
        "passed counts": load_ruleset(club.replace('passed = "void"', 'passed = "counted"')),
        "ladder": load_ruleset(club.replace("[score.made]", LADDER + "[score.made]", 1)),
        "totals": load_ruleset('id = "x"\n[game]\nkind = "totals"\n'),
        "three": load_ruleset('id = "x"\n[game]\nkind = "totals"\n[totals]\nsides = 3\n'),
    }


# Rule set, length, ending, entries.
GAMES: list[tuple[str, str, dict[str, Any], list[Entry]]] = [
    ("club", "3 deals", {}, [MADE, PASSED, AGAIN, FAILED, _more(-10, 5), THEIRS, MADE, _more(ew=400), _more(ns=700)]),
    ("club", "1 deals", {}, [LEVEL, _more(ns=1)]),
    ("club", "1 deals", {"equal": "extra_deal"}, [LEVEL, LEVEL, PASSED, MADE]),
    ("club", "2 deals", {"equal": "last_deal"}, [MADE, THEIRS]),
    ("club", "2 deals", {"equal": "last_deal"}, [MADE, _deal("EW", 90), _more(ew=160)]),
    ("passed counts", "2 deals", {}, [PASSED, PASSED, MADE]),
    ("ladder", "3 deals", {}, [_fault("NS"), _fault("EW"), _fault("NS"), MADE, _fault("NS"), _fault("NS")]),
    ("ladder", "9 deals", {"minutes": 40, "more_deals": 2}, [TIME, _fault("NS"), _fault("NS"), _fault("NS"), MADE]),
    ("ladder", "100 target", {}, [_fault("EW"), _fault("EW")]),
    ("club", "200 target", {}, [MADE, LEVEL, MADE]),
    ("club", "200 target", {}, [MADE, THEIRS, LEVEL, FAILED, MADE]),
    ("club", "100 target", {"equal": "draw"}, [LEVEL]),
    ("club", "100 target", {"equal": "last_deal"}, [LEVEL]),
    ("club", "100 target", {"exceed": True}, [MADE, PASSED, MADE]),
    ("club", "200 target", {"enough": 195}, [_more(ns=95), _more(ew=194), MADE]),
    *(
        ("club", "100 target", {"both": both}, entries)
        for both in ("higher", "extra_deal", "declarer", "taker", "last_deal")
        for entries in ([_more(0, 5), LEVEL, MADE], [_more(90, 90), FAILED, THEIRS, MADE], [_more(120, 130), MADE])
    ),
    *(
        ("club", "100 target", {"may_not_win": [bar]}, entries)
        for bar in ("defence", "failed", "not_made", "capot", "sweep", "belote", "announces", "short", "behind")
        for entries in (
            [_more(95, 90), _deal("EW", 90), MADE], [_more(95, 0), _deal(points=70, belote=["NS"]), _more(1), MADE],
            [_more(95, 0), _deal("EW", 162, sweep="EW", belote=["NS"]), THEIRS], [_more(95, 0), SWEPT, MADE],
            [_more(95, 0), _deal("EW", announces={"NS": ["tierce"]}), MADE], [_more(95, 5), _more(5, 100), LEVEL],
        )
    ),
    ("club", "100 target", {"may_not_win": ["failed+short", "capot"], "owes": "trick"},
     [_more(99, 0), _deal(points=70, belote=["NS"]), _deal("EW", 162, sweep="EW"), PASSED, _more(5), MADE]),
    ("club", "300 target", {"may_not_win": ["belote"], "owes": "trick"},
     [_more(290, 0), _deal(points=70, belote=["NS"]), _more(20), _deal("EW"), MADE]),
    ("club", "300 target", {"may_not_win": ["belote"], "owes": "trick"},
     [_more(290, 0), _deal(points=70, belote=["NS"]), _more(-30), THEIRS, _more(40), MADE]),
    ("club", "100 target", {"may_not_win": ["behind"]}, [_more(60, 60), _more(40, 40), MADE]),
    ("club", "100 target", {"may_not_win": ["defence"], "owes": "trick"},
     [_more(99, 99), _deal("EW", 90, belote=["NS"]), LEVEL, THEIRS, MADE]),
    ("belote", "3 deals", {}, [TIED, TIED, HELD_WON, HELD_WON]),
    *(("belote", "2 deals", {"held": held}, [HELD_LOST, TIED, _settled(80, 1), _settled(82), _settled(-1, 2)])
      for held in ("unsettled", "split", "lost", "winner")),
    *(("belote", "2 deals", {"held": held}, [_take("EW", 81), TIED]) for held in ("split", "lost", "winner")),
    ("belote", "4 deals", {}, [TIED, _settled(0, 0), TIED, _settled(162, 0), _settled(1, 0), TIED, _settled(81, 1)]),
    ("cannes", "1000 target", {},
     [_more(ns=792), _deal(points=106), PASSED, _more(ew=1), _more(ns=-3), _deal("EW"), MADE]),
    ("cannes", "1000 target", {}, [_more(ns=895), _deal(points=105), PASSED, _more(ns=1), MADE]),
    ("cannes", "1000 target", {"minutes": 40}, [_more(ns=893), TIME, _deal(points=104)]),
    ("cannes", "2 deals", {}, [_deal(points=104), _deal(points=104)]),
    ("club", "40 minutes", {}, [MADE, TIME, TIME, FAILED, MADE]),
    ("club", "40 minutes", {}, [MADE, LATE]),
    ("club", "40 minutes", {"finish_deal": False}, [MADE, TIME, MADE]),
    ("club", "40 minutes", {"more_deals": 2}, [TIME, MADE, PASSED, THEIRS, FAILED, MADE]),
    ("club", "40 minutes", {"more_deals": 1, "equal": "extra_deal"}, [LATE, LEVEL, LEVEL, MADE]),
    ("club", "5 deals", {"minutes": 40}, [MADE, TIME, MADE]),
    ("club", "300 target", {"minutes": 40, "more_deals": 1}, [MADE, TIME, MADE, MADE]),
    ("totals", "1 deals", {}, [_totals(NS=300, EW=450)]),
    ("totals", "2 deals", {}, [_totals(A=1, B=3, C=2), _more(1, 2, 3), _totals(A=2, B=1, C=5)]),
    ("totals", "2 deals", {}, [_totals(A=1, B=3, C=2), _totals(NS=2, EW=1)]),
    ("three", "2 deals", {}, [_more(1, 2, 3), _totals(A=1, B=3, C=2)]),
    ("three", "500 target", {}, [_totals(A=500, B=600, C=2), _totals(A=100, B=0, C=700)]),
]  # fmt: skip

FORMATS: list[dict[str, Any]] = [
    {"kind": "deals", "length": 1}, {"kind": "deals", "length": 12, "ending": {"held": "split"}},
    {"kind": "minutes", "length": 2}, {"kind": "minutes", "length": 40, "ending": {"more_deals": 1}},
    {"kind": "target", "length": 2000, "ending": {"enough": 1995, "minutes": 40, "more_deals": 2}},
    {"kind": "target", "length": 2000, "ending": {"exceed": True, "minutes": 40, "finish_deal": False}},
    {"kind": "target", "length": 2, "ending": {"may_not_win": ["failed+belote", "capot"], "owes": "trick"}},
    {"kind": "deals", "length": 9, "caps": {"winner": 600}}, {"kind": "deals", "length": 9, "caps": {"loser": 500}},
    {"kind": "deals", "length": 9, "caps": {"winner": 600, "loser": 500, "games": [1, 3]}},
    {"kind": "deals", "length": 9, "games_to_win": 2, "match_points": {"win": 3, "forfeit_loss": -1}},
    {"kind": "deals", "length": 9, "match_points": {"win": 3, "draw": 2, "loss": 1,
     "bands": [{"margin": 100, "win": 4, "loss": 1}, {"margin": 300, "win": 5, "loss": 0}], "forfeit_win": 4}},
]  # fmt: skip

# Totals of the games of a match.
SCORES: list[list[tuple[int, ...]]] = [
    [(700, 400)], [(400, 499)], [(400, 500)], [(100, 400)], [(50, 50)], [(700, 650), (1, 0), (0, 1)],
    [(1, 0), (0, 1), (2, 2), (0, 3)], [(5, 3, 4)],
]  # fmt: skip
MATCHES = [(form, scores) for form in FORMATS[7:] for scores in SCORES]


#: Rule set, length, ending: games of deals made up, in which much happens.
AT_RANDOM: list[tuple[str, dict[str, Any]]] = [
    ("cannes", {"kind": "target", "length": 1504}),
    ("cannes", {"kind": "target", "length": 1207, "ending": {"both": "extra_deal", "may_not_win": ["failed"]}}),
    (
        "cannes",
        {"kind": "target", "length": 1650, "ending": {"enough": 1601, "owes": "trick", "may_not_win": ["defence"]}},
    ),
    ("cannes", {"kind": "target", "length": 996, "ending": {"exceed": True, "equal": "last_deal"}}),
    ("cannes", {"kind": "deals", "length": 6, "ending": {"minutes": 40, "more_deals": 1, "equal": "extra_deal"}}),
    ("rounded ties", {"kind": "target", "length": 1003, "ending": {"both": "taker"}}),
    ("rounded ties", {"kind": "target", "length": 1100, "ending": {"both": "declarer", "held": "winner"}}),
    (
        "rounded ties",
        {"kind": "target", "length": 996, "ending": {"may_not_win": ["behind"], "held": "split"}},
    ),
    ("rounded ties", {"kind": "deals", "length": 5, "ending": {"held": "lost"}}),
    ("ladder", {"kind": "target", "length": 1100, "ending": {"may_not_win": ["belote+failed", "capot"]}}),
]
TIES = '[success]\ntie = "held"\ntie_last_deal = "made"\n'
ROUNDED = PLAIN.replace("same = 5", f'same = 5\n{TIES}[rounding]\nunit = 10\nscope = "points"\nlast_deal_exact = true')


def games() -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """What is played, as a title, and how to hear how it went."""
    by_name = rulesets()
    for name, length, ending, entries in GAMES:
        often, kind = length.split()
        data = {"kind": kind, "length": int(often), "ending": ending}
        yield f"game {name}, {length}, {ending}", partial(_game, by_name[name], data, entries)
    for name, data in AT_RANDOM:
        for seed in range(10):
            yield f"at random {name}, {data}, {seed}", partial(_at_random, by_name[name], data, seed)
    for name, seed in (("cannes", 1), ("rounded ties", 4), ("rounded ties", 7)):
        yield f"just there {name} {seed}", partial(_just_there, by_name[name], seed)
    for data in FORMATS:
        yield f"format {data}", partial(_format, data)
    for data, scores in MATCHES:
        yield f"match {data} {scores}", partial(_match, data, scores)


def _game(ruleset: RuleSet, data: dict[str, Any], entries: list[Entry]) -> list[str]:
    lines: list[str] = []
    game = Game(GameFormat.from_data(data))
    for many in range(len(entries) + 1):
        try:
            game = play(ruleset, GameFormat.from_data(data), entries[:many], language="fr")
        except RulesError as refused:
            return [*lines, f"refused: {refused}"]
        lines += [f"{_step(game)} | {_stand(game)}" if many else f"at first: {_stand(game)}"]
        said = end_text(game, NAMES, "fr" if many % 2 else "en")
        lines += [f"    {said}"] if said else []
    return [*lines, f"closed: {_end(game.closed())}"]


def _at_random(ruleset: RuleSet, data: dict[str, Any], seed: int) -> list[str]:
    """How a game of made-up entries stands after each, from short to long."""
    rng = Random(seed)
    other = [PASSED, AGAIN, TIME, _more(5), _more(0, 5), _more(-9, 1), _settled(81), Entry("penalty", ew=50)]
    deals = (Entry("deal", parse_deal(deal)) for deal in Dealer(ruleset, seed).deals(14))
    entries = [entry for deal in deals for entry in (deal, *([rng.choice(other)] if rng.random() < 0.4 else []))]
    lines: list[str] = []
    for many in range(1, len(entries) + 1):
        try:
            game = play(ruleset, GameFormat.from_data(data), entries[:many])
        except RulesError as refused:
            return [*lines, f"refused: {refused}"]
        step = game.steps[-1]
        said = [name for name in ("last_deal", "after_end", "idle") if getattr(step, name)]
        stood = f"{step.counted or '-'} {step.totals} {step.held or ''} {' '.join(said)}"
        lines.append(f"{stood} | {game.scores} {game.counted} {_end(game)}")
        if game.end is not None and many > 3 and lines[-2].split("|")[1:] == lines[-1].split("|")[1:]:
            break
    return lines


def _just_there(ruleset: RuleSet, seed: int) -> list[str]:
    """Games to what a side has after some deals, a little less or more: rounding brings it there, or just not."""
    deals = [Entry("deal", parse_deal({**deal, "double": "none"})) for deal in Dealer(ruleset, seed).deals(9)]
    entries = [*deals[:5], _more(ns=1), _more(ew=2), *deals[5:]]
    totals = [play(ruleset, GameFormat(deals=100), deals[:many]).scores for many in (2, 3, 5)]
    lines: list[str] = []
    for target in sorted(
        {total + more for scores in totals for total in scores for more in (-5, -1, 0, 1) if total > 9}
    ):
        for ending in ({}, {"exceed": True}, {"both": "extra_deal"}):
            form = GameFormat(target=target, ending=Ending(**ending))
            stood = [play(ruleset, form, entries[:many]) for many in range(1, len(entries) + 1)]
            last = next((many for many, game in enumerate(stood) if game.end is not None), len(stood) - 1)
            waits = [
                f"{many}: {_end(game)}" for many, game in enumerate(stood[:last], start=1) if game.wait is not None
            ]
            steps = " ".join(f"{step.totals}{'!' * step.last_deal}" for step in stood[last].steps)
            lines.append(f"{target} {ending}: {steps} {_end(stood[last])}, {'; '.join(waits)}")
    return lines


def _step(game: Game) -> str:
    """What the last entry did."""
    step = game.steps[-1]
    said = [name for name in ("last_deal", "after_end", "idle") if getattr(step, name)]
    said += [step.then] if step.then else []
    answer = step.answer
    if answer is not None:
        score = dict(answer.players) if answer.players else f"{answer.ns}-{answer.ew}"
        said += [answer.result, f"{score}", f"({answer.lines[0].text})" if answer.lines else "()"]
    return f"{step.counted or '-'}: {step.scores} -> {step.totals} {step.held or ''} {' '.join(said)}"


def _stand(game: Game) -> str:
    """How the game stands now, where that is not the commonest."""
    parts = {
        "totals": game.scores,
        "counted": game.counted,
        "held": game.held or None,
        "settled": game.settled if any(game.settled) else None,
        "left": game.deals_left,
        "to play": game.to_play,
        "last is next": game.next_is_last or None,
        "points left": game.points_left,
        "ahead": game.leader,
        "won": game.winner,
    }
    return ", ".join([*(f"{name} {part}" for name, part in parts.items() if part is not None), _end(game)])


def _end(game: Game) -> str:
    if game.end is not None:
        return f"over: {game.end.why}, {game.end.by}, {game.end.winner}"
    return f"waits: {game.wait.why}, {game.wait.side}, {game.wait.bar}" if game.wait is not None else "goes on"


def _format(data: dict[str, Any]) -> list[str]:
    form = GameFormat.from_data(data)
    return [*format_lines(form, "en"), *format_lines(form, "fr"), f"{form.match_points.by_forfeit}"]


def _match(data: dict[str, Any], scores: list[tuple[int, ...]]) -> list[str]:
    form = GameFormat.from_data({**data, "length": 1})
    played = []
    for one in scores:
        entry = _totals(**dict(zip("ABC" if len(one) == 3 else ("NS", "EW"), one, strict=True)))
        played.append(play(rulesets()["totals"], form, [entry]))
    unfinished = play(rulesets()["totals"], form, [])
    return [f"{play_match(form, played)}", f"{play_match(form, [*played[:1], unfinished], first_number=3)}"]
