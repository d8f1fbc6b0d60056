"""What holds for every game, whatever its format and its entries, and whatever is corrected in whatever order."""

from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from scoring.rules import load_ruleset, preset, preset_source
from scoring.rules.game import Entry, Game, GameFormat, play
from scoring.rules.game_format import KINDS
from scoring.rules.game_words import end_text, format_lines
from scoring.rules.match import play_match
from tests.scoring.games import DEALS, ENTRIES, formats, swapped

BELOTE = preset("guide-belote")
ROUNDED = load_ruleset(
    preset_source("guide-belote").replace('tie = "held"', 'tie = "held"\ntie_last_deal = "share"', 1)
    + '[score.share]\ndeclarer = "points"\ndefence = "points"\n'
    + '[rounding]\nunit = 10\nup_from = 5\nscope = "line"\nlast_deal_exact = true\n'
)
RULES = st.sampled_from([BELOTE, ROUNDED])
many = settings(deadline=None)
few = settings(max_examples=max(settings.default.max_examples // 3, 1), deadline=None)
GAMES = st.tuples(RULES, formats().map(GameFormat.from_data), st.lists(ENTRIES, max_size=9))


@given(formats())
@many
def test_a_format_written_and_read_again_is_the_same(data: dict[str, Any]) -> None:
    format_ = GameFormat.from_data(data)
    assert GameFormat.from_data(format_.to_data()) == format_
    assert (format_.kind, format_.length) == (data["kind"], data["length"])
    assert len(format_lines(format_, "fr")) == len(format_lines(format_)) >= 2


@given(GAMES)
@many
def test_a_game_is_its_entries_and_each_step_says_how_it_stood(game: tuple[Any, GameFormat, list[Entry]]) -> None:
    ruleset, format_, entries = game
    whole = play(ruleset, format_, entries)
    assert whole == play(ruleset, format_, entries)
    assert len(whole.steps) == len(entries)
    for place, step in enumerate(whole.steps, start=1):
        part = play(ruleset, format_, entries[:place])
        assert part.steps == whole.steps[:place]
        assert part.scores == tuple(a + b for a, b in zip(step.totals, part.settled, strict=True))
    sums = tuple(sum(step.scores[side] for step in whole.steps) + whole.settled[side] for side in (0, 1))
    assert sums == whole.scores


@given(GAMES)
@many
def test_numbers_count_from_one_without_a_gap_and_nothing_counts_after_the_end(
    game: tuple[Any, GameFormat, list[Entry]],
) -> None:
    ruleset, format_, entries = game
    whole = play(ruleset, format_, entries)
    numbers = [step.counted for step in whole.steps if step.counted is not None]
    assert numbers == list(range(1, whole.counted + 1))
    over = False
    for place, (entry, step) in enumerate(zip(entries, whole.steps, strict=True), start=1):
        if over and entry.kind in {"deal", "passed", "replayed"}:
            assert (step.after_end, step.scores, step.counted) == (True, (0, 0), None)
        assert not (step.after_end and not over)
        over = play(ruleset, format_, entries[:place]).complete
    assert over == whole.complete  # once over it stays over: the last look is the whole


@given(GAMES)
@many
def test_a_game_once_over_stays_over(game: tuple[Any, GameFormat, list[Entry]]) -> None:
    ruleset, format_, entries = game
    states = [play(ruleset, format_, entries[:place]).complete for place in range(len(entries) + 1)]
    assert states == sorted(states)


@given(GAMES)
@many
def test_swapping_the_sides_swaps_the_game(game: tuple[Any, GameFormat, list[Entry]]) -> None:
    ruleset, format_, entries = game
    one, two = play(ruleset, format_, entries), play(ruleset, format_, [swapped(entry) for entry in entries])
    other = {"NS": "EW", "EW": "NS", None: None}
    assert (one.scores, one.held, one.counted, one.winner) == (
        two.scores[::-1],
        two.held,
        two.counted,
        other[two.winner],
    )
    assert (one.end and (one.end.why, one.end.by)) == (two.end and (two.end.why, two.end.by))
    assert (one.wait and one.wait.why) == (two.wait and two.wait.why)
    assert one.capped(1) == two.capped(1)[::-1]


@given(GAMES)
@many
def test_who_wins_has_won_by_something(game: tuple[Any, GameFormat, list[Entry]]) -> None:
    ruleset, format_, entries = game
    whole = play(ruleset, format_, entries)
    text = end_text(whole, {"NS": "7", "EW": "12"})
    if whole.end is None:
        assert bool(text) == (whole.wait is not None)
        assert whole.deals_left is None or whole.deals_left >= 1
        assert whole.winner is None
        return
    assert text
    assert whole.wait is None
    if whole.end.by == "points" and whole.end.winner is not None and not whole.settled[1 - whole.end.winner]:
        assert whole.scores[whole.end.winner] >= whole.scores[1 - whole.end.winner]
    if whole.end.by == "draw":
        assert whole.winner is None


@given(GAMES)
@many
def test_a_game_to_deals_alone_has_as_many_and_more_only_while_level(game: tuple[Any, GameFormat, list[Entry]]) -> None:
    ruleset, format_, entries = game
    plain = GameFormat(deals=format_.length) if format_.kind == "deals" else GameFormat(deals=3)
    deals = [entry for entry in entries if entry.kind == "deal"]
    whole = play(ruleset, plain, deals)
    assert whole.counted == min(len(deals), plain.length)
    assert whole.complete == (len(deals) >= plain.length)
    last = [step.last_deal for step in whole.steps if not step.after_end]
    assert last == [place == plain.length - 1 for place in range(len(last))]


@given(GAMES, st.integers(1, 3), st.lists(st.lists(DEALS, min_size=1, max_size=4), max_size=5))
@few
def test_a_match_is_its_games(game: tuple[Any, GameFormat, list[Entry]], to_win: int, games: list[list[Entry]]) -> None:
    ruleset, format_, _ = game
    format_ = replace(format_, games_to_win=to_win)
    played: list[Game] = [play(ruleset, format_, deals).closed() for deals in games]
    match = play_match(format_, played)
    assert len(match.counts) == len(played)
    assert max(match.won) <= to_win
    assert list(match.counts) == sorted(match.counts, reverse=True)
    if match.complete and to_win > 1:
        assert match.winner is not None
        assert match.won[match.winner] == to_win
        assert sorted(match.points) == [0, 2]
    counting = [one for one, counts in zip(played, match.counts, strict=True) if counts]
    assert match.totals == tuple(sum(one.scores[side] for one in counting) for side in (0, 1))
    assert play_match(format_, played[: len(counting)]) == replace(match, counts=(True,) * len(counting))


class AGame(RuleBasedStateMachine):
    """A sheet kept by hand beside the engine: entries written, corrected and taken back, in any order."""

    @initialize(data=formats(most_deals=3, target=(150, 350)), ruleset=RULES)
    def begin(self, data: dict[str, Any], ruleset: Any) -> None:
        self.ruleset, self.format = ruleset, GameFormat.from_data(data)
        self.entries: list[Entry] = []
        self.game = play(ruleset, self.format, [])

    def _again(self) -> None:
        before = self.game
        self.game = play(self.ruleset, self.format, self.entries)
        kept = min(len(before.steps), len(self.game.steps), self.changed)
        assert before.steps[:kept] == self.game.steps[:kept]  # what comes before a correction never changes

    changed = 0

    @rule(entry=ENTRIES)
    def write(self, entry: Entry) -> None:
        self.changed = len(self.entries)
        late = self.game.complete
        before = self.game.totals
        self.entries.append(entry)
        self._again()
        if late and entry.kind == "deal":
            assert self.game.totals == before

    @precondition(lambda self: self.entries)
    @rule(data=st.data(), entry=DEALS)
    def correct(self, data: st.DataObject, entry: Entry) -> None:
        self.changed = data.draw(st.integers(0, len(self.entries) - 1))
        self.entries[self.changed] = entry
        self._again()

    @precondition(lambda self: self.entries)
    @rule()
    def take_back(self) -> None:
        self.changed = len(self.entries) - 1
        self.entries.pop()
        self._again()

    @invariant()
    def held_points_are_where_they_belong(self) -> None:
        """Every point held came of a deal that counts, and is paid out once, settled, or still there."""
        steps = self.game.steps
        assert self.game.held >= 0
        held = steps[-1].held if steps else 0
        assert sum(self.game.settled) in {0, held, held - held % 2}
        assert self.game.format.kind in KINDS


AGame.TestCase.settings = settings(few, stateful_step_count=15)
TestAGame = AGame.TestCase
