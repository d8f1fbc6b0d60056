"""Formats compared before one is chosen: the same evening simulated in each of them, with several seeds.

Everybody in the hall is the same in every format, but where a format counts other heads than pairs: a mêlée has two
players for each pair, teams are of two pairs. The same question gives the same figures, but for the seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from tournaments.draws.model import DrawError
from tournaments.simulation.hall import FORMATS, MELEE, TEAM_PAIRS, TEAMS, Wish, WishError, share_of
from tournaments.simulation.measures import Metrics
from tournaments.simulation.run import simulate

LEAST_PAIRS, MOST_PAIRS = 4, 200
MOST_ROUNDS = 12
LEAST_FORMATS, MOST_FORMATS = 2, 4
LEAST_SEEDS, MOST_SEEDS = 3, 15
MOST_SHARE = Fraction(1, 2)

FIGURES = (
    "rematches",
    "byes_spread",
    "same_club",
    "table_repeats",
    "musts",
    "kendall_tau",
    "top_eighth_found",
    "seconds",
)
"""What is compared: meetings after the first of two opponents; most rests less fewest, of those always there; meetings
of two of a club; times at a table sat at before; musts not kept; how far final and true ranking agree (1 the same, 0
luck); the share of the true first eighth found in that of the ranking; seconds of a draw, in the middle."""

TIME, WAITED = "time", "waited"
"""Why a comparison was stopped early: its time was up, or somebody waited for the machine."""


@dataclass(frozen=True, slots=True)
class Question:
    """What to compare: 2 to 4 `formats`, `pairs` (4 to 200), `rounds` (1 to 12), shares of at most a half, 3 to 15
    `seeds`. `results` as in `Wish`."""

    formats: tuple[str, ...]
    pairs: int
    rounds: int
    seeds: int
    absent: Fraction = Fraction(0)
    late: Fraction = Fraction(0)
    withdraw: Fraction = Fraction(0)
    results: str = "skill"

    def as_data(self) -> dict[str, Any]:
        """The question as plain JSON, from which `question_from` makes it again."""
        return {name: str(value) if isinstance(value, Fraction) else value for name, value in asdict(self).items()}


def question_from(given: Mapping[str, Any]) -> Question:
    """A question from whole numbers and texts by name; WishError (option, least, most) for the first that cannot be."""
    formats = tuple(name for name in FORMATS if name in given["formats"])
    if not LEAST_FORMATS <= len(formats) <= MOST_FORMATS or len(formats) < len(given["formats"]):
        raise WishError("formats", LEAST_FORMATS, MOST_FORMATS)
    shares = {name: share_of(name, str(given.get(name, "0"))) for name in ("absent", "late", "withdraw")}
    for name, share in shares.items():
        if share > MOST_SHARE:
            raise WishError(name, 0, 1)
    return Question(
        formats=formats,
        pairs=_within("pairs", given["pairs"], LEAST_PAIRS, MOST_PAIRS),
        rounds=_within("rounds", given["rounds"], 1, MOST_ROUNDS),
        seeds=_within("seeds", given["seeds"], LEAST_SEEDS, MOST_SEEDS),
        absent=shares["absent"],
        late=shares["late"],
        withdraw=shares["withdraw"],
    )


def _within(option: str, value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise WishError(option, least, most)
    return value


def heads(format_: str, pairs: int) -> int:
    """How many entries a field of so many pairs is in a format: players in a mêlée, teams in teams."""
    return 2 * pairs if format_ == MELEE else pairs // TEAM_PAIRS if format_ == TEAMS else pairs


@dataclass(frozen=True, slots=True)
class Compared:
    """What came of a format: the value of each figure for each seed (None where nobody was there to count it), or why
    it does not admit this field (`refusal`, with what fills its sentence)."""

    format: str
    heads: int
    values: Mapping[str, tuple[float | None, ...]]
    refusal: str = ""
    params: Mapping[str, str | int] | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answer, format by format; `stopped` is empty where all seeds were played."""

    question: Question
    formats: tuple[Compared, ...]
    stopped: str = ""


class _Enough(Exception):
    """The time of a comparison is up."""


def compare(
    question: Question,
    *,
    clock: Callable[[], float],
    most_seconds: float,
    progress: Callable[[int, int], None] = lambda done, of: None,
    is_waited_for: Callable[[], bool] = lambda: False,
) -> Comparison:
    """Play the evening of `question` in every format with every seed, all formats with the first seed first.

    Stops between two draws when `most_seconds` of the `clock` have passed, and after a whole seed when
    `is_waited_for`. `progress` is told how many evenings are played, of how many.
    """
    end = clock() + most_seconds
    found: dict[str, list[dict[str, float | None]]] = {name: [] for name in question.formats}
    refused: dict[str, DrawError] = {}
    stopped = ""

    def timed() -> float:
        now = clock()
        if now > end:
            raise _Enough
        return now

    total = len(question.formats) * question.seeds
    try:
        for seed in range(question.seeds):
            if seed and is_waited_for():
                stopped = WAITED
                break
            for place, name in enumerate(question.formats, 1):
                if name not in refused:
                    try:
                        done = simulate(_wish(question, name, seed), timed)
                        found[name].append(figures_of(done.metrics))
                    except DrawError as error:
                        refused[name] = error
                progress(seed * len(question.formats) + place, total)
    except _Enough:
        stopped = TIME
    return Comparison(
        question, tuple(_compared(name, question, found[name], refused.get(name)) for name in question.formats), stopped
    )


def _wish(question: Question, name: str, seed: int) -> Wish:
    return Wish(
        format=name,
        entries=max(2, heads(name, question.pairs)),
        rounds=question.rounds,
        seed=f"compare/{seed + 1}",
        absent=question.absent,
        late=question.late,
        withdraw=question.withdraw,
        results=question.results,
    )


def figures_of(metrics: Metrics) -> dict[str, float | None]:
    """The figures of one evening by their names."""
    most, least = metrics.most_byes, metrics.least_byes
    return {
        "rematches": metrics.rematches,
        "byes_spread": None if most is None or least is None else most - least,
        "same_club": metrics.same_club,
        "table_repeats": metrics.table_repeats,
        "musts": sum(metrics.musts.values()),
        "kendall_tau": metrics.kendall_tau,
        "top_eighth_found": metrics.top_eighth_found,
        "seconds": round(metrics.median_seconds, 4),
    }


def _compared(
    name: str, question: Question, found: Sequence[Mapping[str, float | None]], refused: DrawError | None
) -> Compared:
    return Compared(
        format=name,
        heads=heads(name, question.pairs),
        values={figure: tuple(one[figure] for one in found) for figure in FIGURES},
        refusal=refused.code if refused is not None else "",
        params=dict(refused.params) if refused is not None else None,
    )


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the middle and the most of some values."""

    least: float
    middle: float
    most: float


def spread(values: Sequence[float | None]) -> Spread | None:
    """How the values lie; None where there are none."""
    known = sorted(value for value in values if value is not None)
    return Spread(known[0], median(known), known[-1]) if known else None


def as_data(comparison: Comparison) -> dict[str, Any]:
    """The comparison as plain JSON, from which `comparison_from` makes it again."""
    return {
        "question": comparison.question.as_data(),
        "formats": [asdict(one) for one in comparison.formats],
        "stopped": comparison.stopped,
    }


def comparison_from(data: Mapping[str, Any]) -> Comparison:
    """The comparison whose `as_data` gave `data`, also after a way through JSON."""
    formats = (
        Compared(**{**one, "values": {name: tuple(values) for name, values in one["values"].items()}})
        for one in data["formats"]
    )
    return Comparison(question_from(data["question"]), tuple(formats), data["stopped"])
