"""Results worked out anew: of closed games from their sheets, of who did not play from the settled rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from scoring import replay
from scoring.rules.game import Game
from scoring.rules.match import play_match
from tournaments.checking.book import Book, Row
from tournaments.checking.model import UNREADABLE, Finding, Place
from tournaments.standings import given
from tournaments.standings.given import Mark, Others, Total
from tournaments.standings.policies import HALF_TABLE, OWN_AVERAGE, WINNERS, GivenRules
from tournaments.standings.ranking import Source

GAME, FORFEIT = Source.GAME.value, Source.FORFEIT.value

Key = tuple[str | None, str, str]
"""A game (None for what is given without one), a round and an entry: ids."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a result should be. A figure that nobody can tell now (a forfeit of a round that goes on) is None."""

    source: str
    points: int | None
    against: int | None
    match_points: int | None


@dataclass(slots=True)
class Results:
    """All results that there should be, and the rounds whose given ones cannot be told now; the ``games`` that they
    follow from, by sheet."""

    wanted: dict[Key, Wanted] = field(default_factory=dict)
    open_rounds: set[str] = field(default_factory=set)
    unknown: set[Key] = field(default_factory=set)
    games: Mapping[str, Game | None] = field(default_factory=dict)

    def of_round(self, book: Book, round_: Row) -> list[tuple[Key, Row]]:
        """The results of a round as rows: what they should be or, where nobody can tell, as they are kept."""
        return [(key, row) for key, row in self.rows(book) if key[1] == round_["id"]]

    def rows(self, book: Book) -> list[tuple[Key, Row]]:
        """All results as rows; see ``of_round``."""
        kept = {_key(row): row for row in book.rows["results"]}
        found: list[tuple[Key, Row]] = []
        for key, one in self.wanted.items():
            figures = {"points_for": one.points, "points_against": one.against, "match_points": one.match_points}
            stored = kept.get(key, {})
            told = {name: stored.get(name, 0) if value is None else value for name, value in figures.items()}
            found.append((key, {"game": key[0], "round": key[1], "entry": key[2], "source": one.source, **told}))
        found += [(key, kept[key]) for key in sorted(self.unknown, key=str) if key in kept]
        return found


def results_of(book: Book, games: Mapping[str, Game | None]) -> Results:
    """The results that follow from the ``games`` (by sheet; None for one that cannot be worked out)."""
    found = Results(games=games)
    for round_ in book.rounds:
        for match in book.matches_of_round.get(round_["id"], ()):
            try:
                _of_match(book, games, round_, match, found)
            except UNREADABLE:
                mine = {game["id"] for game in book.games_of_match.get(match["id"], ())}
                found.unknown |= {_key(row) for row in book.rows["results"] if row["game"] in mine}
    for stage in book.stages:
        try:
            _give(book, stage, found)
        except UNREADABLE:
            mine = {row["id"] for row in book.rounds if row["stage"] == stage["id"]}
            found.open_rounds |= mine
            found.unknown |= {_key(row) for row in book.rows["results"] if row["round"] in mine and not row["game"]}
    return found


def _key(row: Row) -> Key:
    return row["game"], row["round"], row["entry"]


# Games


def _of_match(book: Book, games: Mapping[str, Game | None], round_: Row, match: Row, found: Results) -> None:
    closed = [game for game in book.games_of_match.get(match["id"], ()) if game["state"] == "closed"]
    seats = [seat for seat in book.seats_of_match.get(match["id"], ()) if not seat["outside"]]
    points = _match_points(book, games, round_, closed)
    for game in closed:
        played = games.get(game["sheet"])
        for seat in seats:
            key = game["id"], round_["id"], seat["participant"]
            if game["forfeit"]:
                found.wanted[key] = Wanted(FORFEIT, None, None, None)
            elif played is None or seat["side"] not in replay.SIDE_OF:
                found.unknown.add(key)
            else:
                counting = dict(zip(replay.SIDE_OF, played.closed().capped(round_["number"]), strict=True))
                against = sum(total for side, total in counting.items() if side != seat["side"])
                match_points = None if points is None else points[game["id"]].get(seat["side"], 0)
                found.wanted[key] = Wanted(GAME, counting[seat["side"]], against, match_points)


def _match_points(
    book: Book, games: Mapping[str, Game | None], round_: Row, closed: list[Row]
) -> dict[str, dict[str, int]] | None:
    """The match points of each side by game: all on the game that decided the match. None where a forfeit gives its
    own, or a game cannot be worked out."""
    played = [games.get(game["sheet"]) for game in closed]
    known = [game.closed() for game in played if game is not None]
    if not closed or len(known) < len(closed) or any(game["forfeit"] for game in closed):
        return None
    format_ = book.format(book.by_id["sheets"][closed[0]["sheet"]]["format"])
    match = play_match(format_, known, first_number=round_["number"])
    found: dict[str, dict[str, int]] = {game["id"]: {} for game in closed}
    found[closed[sum(match.counts) - 1]["id"]] = dict(zip(replay.SIDE_OF, match.points, strict=True))
    return found


# What is given


def _give(book: Book, stage: Row, found: Results) -> None:
    """What everybody marks without having played, in all closed rounds of a stage."""
    rounds = [row for row in book.rounds if row["stage"] == stage["id"] and row["state"] == "closed"]
    for round_ in rounds:
        # Opened again, its figures are given anew once its sheets are closed.
        if any(game["state"] != "closed" and not book.is_made_up(game) for game in book.games_of_round(round_)):
            found.open_rounds.add(round_["id"])
    rules = {row["id"]: GivenRules.from_settings(row["given"] or stage["settings"]) for row in rounds}
    figures = _Figures.of(book, found, rounds)
    there = _there(book, stage)
    drawn = book.format(stage["game_format"]).match_points.draw
    for round_ in rounds:
        policy = rules[round_["id"]]
        others = figures.others(book, stage, round_, policy)
        for status in book.statuses_of_round.get(round_["id"], ()):
            entry = status["entry"]
            source = _source(book, status, round_, there)
            if source is None or (round_["id"], entry) in figures.made_up:
                continue
            own = figures.own.get(entry)
            mark = _mark(source, policy, others, own, drawn)
            asks_own = source == Source.BYE and policy.bye.policy == OWN_AVERAGE
            if mark is None or round_["id"] in found.open_rounds or (asks_own and found.open_rounds):
                found.unknown.add((None, round_["id"], entry))
            else:
                found.wanted[None, round_["id"], entry] = _wanted(source, mark)
        _forfeits(book, round_, policy, others, found)


def _wanted(source: Source, mark: Mark) -> Wanted:
    return Wanted(source.value, mark.points, mark.against, mark.match_points)


def _mark(source: Source, rules: GivenRules, others: Others, own: Total | None, drawn: int) -> Mark | None:
    if source == Source.BYE:
        return given.resting(rules.bye, others, own, drawn)
    return given.missed(rules.late if source == Source.LATE else rules.absent, others)


def _source(book: Book, status: Row, round_: Row, there: Mapping[str, tuple[int, int]]) -> Source | None:
    entry = book.by_id["entries"][status["entry"]]
    if status["status"] == given.PLAYS or entry["kind"] == "team":
        return None
    return given.source_of(status["status"], round_["number"], *there.get(entry["id"], (None, None)))


def _there(book: Book, stage: Row) -> dict[str, tuple[int, int]]:
    """In which rounds of the stage each entry was first and last there, at a table or resting."""
    rounds: dict[str, list[int]] = defaultdict(list)
    for round_ in book.rounds:
        if round_["stage"] == stage["id"] and round_["state"] != "draft":
            for status in book.statuses_of_round.get(round_["id"], ()):
                if status["status"] in (given.PLAYS, given.BYE):
                    rounds[status["entry"]].append(round_["number"])
    return {entry: (min(numbers), max(numbers)) for entry, numbers in rounds.items()}


def _forfeits(book: Book, round_: Row, rules: GivenRules, others: Others, found: Results) -> None:
    if round_["id"] in found.open_rounds:
        return
    for game in book.games_of_round(round_):
        if not game["forfeit"]:
            continue
        by_format = book.format(book.by_id["sheets"][game["sheet"]]["format"]).match_points.by_forfeit
        won, lost = given.forfeited(rules.forfeit, others, by_format)
        both = given.neither(rules.forfeit, by_format)
        for seat in book.seats_of_match.get(game["match"], ()):
            if not seat["outside"]:
                mark = both if len(game["forfeit"]) > 1 else lost if seat["side"] == game["forfeit"] else won
                found.wanted[game["id"], round_["id"], seat["participant"]] = _wanted(Source.FORFEIT, mark)


@dataclass(slots=True)
class _Figures:
    """What was played at the tables of the closed rounds of a stage; see ``tournaments.services.giving``."""

    scores: dict[str, Total] = field(default_factory=dict)
    winners: dict[str, Total] = field(default_factory=dict)
    own: dict[str, Total] = field(default_factory=dict)
    made_up: set[tuple[str, str]] = field(default_factory=set)

    @classmethod
    def of(cls, book: Book, results: Results, rounds: Iterable[Row]) -> _Figures:
        found = cls()
        mine = {row["id"] for row in rounds}
        at_tables: dict[str, list[Row]] = defaultdict(list)
        own: dict[str, list[Row]] = defaultdict(list)
        for key, row in results.rows(book):
            if key[0] is None or key[1] not in mine or row["source"] != GAME:
                continue
            own[row["entry"]].append(row)
            if book.is_made_up(book.by_id["games"][row["game"]]):
                found.made_up.add((row["round"], row["entry"]))
            else:
                at_tables[row["round"]].append(row)
        for round_, rows in at_tables.items():
            # What several games of a match bring is one score.
            found.scores[round_] = Total(sum(row["points_for"] for row in rows), len({row["entry"] for row in rows}))
            found.winners[round_] = _winners(book, rows)
        for entry, rows in own.items():
            matches = {book.by_id["games"][row["game"]]["match"] for row in rows}
            found.own[entry] = Total(sum(row["points_for"] for row in rows), len(matches))
        return found

    def others(self, book: Book, stage: Row, round_: Row, rules: GivenRules) -> Others:
        total = _table_total(book, stage, round_) if rules.bye.policy == HALF_TABLE else None
        winners = self.winners.get(round_["id"], Total()) if rules.forfeit.policy == WINNERS else Total()
        return Others(self.scores.get(round_["id"], Total()), winners, total)


def _winners(book: Book, rows: Iterable[Row]) -> Total:
    """The scores of who won each match of a round; of both where they were equal, which is the same."""
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    for row in rows:
        key = book.by_id["games"][row["game"]]["match"], row["entry"]
        won, points = sums.get(key, (0, 0))
        sums[key] = won + row["match_points"], points + row["points_for"]
    best: dict[str, tuple[int, int]] = {}
    for (match, _entry), mine in sums.items():
        best[match] = max(best.get(match, mine), mine)
    return Total.of(points for _, points in best.values())


def _table_total(book: Book, stage: Row, round_: Row) -> int | None:
    """What a table of a round marks in all, by the rules that its first sheet is counted by."""
    games = [game for game in book.games_of_round(round_) if not book.is_made_up(game)]
    used = book.by_id["sheets"][games[0]["sheet"]] if games else None
    version, format_ = (
        (stage["ruleset_version"], stage["game_format"]) if used is None else (used["ruleset_version"], used["format"])
    )
    return given.table_total(book.ruleset(version), book.format(format_), round_["number"])


# What differs


def findings(book: Book, results: Results) -> Iterator[Finding]:
    """Results that are not what they should be, that nobody should have, and that are missing."""
    stored = {_key(row): row for row in book.rows["results"]}
    for key, row in stored.items():
        if key not in results.wanted and key not in results.unknown:
            yield Finding(_why_none(book, key), _place(book, key), row["points_for"])
    for key, wanted in results.wanted.items():
        place = _place(book, key)
        kept = stored.get(key)
        if kept is None:
            yield Finding("result-missing" if key[0] else "given-missing", place, None, wanted.points)
            continue
        told = {
            "source": wanted.source,
            "points_for": wanted.points,
            "points_against": wanted.against,
            "match_points": wanted.match_points,
        }
        for name, expected in told.items():
            if expected is not None and kept[name] != expected:
                code = f"result-{name}" if key[0] else f"given-{name}"
                yield Finding(code, place, kept[name], expected)


def _why_none(book: Book, key: Key) -> str:
    game, _round, entry = key
    if game is None:
        return "given-unasked"
    row = book.by_id["games"][game]
    sits = {seat["participant"] for seat in book.seats_of_match.get(row["match"], ()) if not seat["outside"]}
    return "result-early" if entry in sits else "result-stranger"


def _place(book: Book, key: Key) -> Place:
    game, round_, entry = key
    if game is None:
        return Place(book.round_number(round_), entry=book.number(entry))
    return book.place_of_game(book.by_id["games"][game], entry)
