"""The standings worked out anew from results and adjustments, and the results of a round as they are made public.

What counts, who is ahead and where a way through a knockout ends is ``tournaments.standings``'; the rows for it come
from the file here, from the database in ``tournaments.standings.rows`` and ``tournaments.services.results``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.rules.match import points_by_totals
from tournaments.checking.book import CATCH_UP, Book, Row
from tournaments.checking.criteria import Beside
from tournaments.checking.results import GAME, Results
from tournaments.draws.model import DrawEntry, DrawRequest, Meeting, PlayedRound
from tournaments.draws.record import plan_of
from tournaments.standings.counting import Span, counting, span_of
from tournaments.standings.criteria import needs_of
from tournaments.standings.figures import (
    BRACKETS,
    as_figures,
    chosen_by,
    criteria_by,
    has_lines,
    head_of,
    lines_of,
    ordered,
    places_by,
)
from tournaments.standings.policies import GivenRules
from tournaments.standings.ranking import RankedRow, RankingAdjustment, RoundResult, ScoreRow, Source, rank
from tournaments.standings.teams import TeamMeeting, team_results

GONE = frozenset({"withdrawn", "disqualified"})
USUAL_BYE = GivenRules().to_settings()["bye"]


def figures_of(book: Book, results: Results) -> dict[str, Any]:
    """The standings as plain JSON, as ``services.results.standings_figures`` makes them."""
    is_of_teams = book.tournament["entry_kind"] == "teams"
    told, lines = criteria_of(book), apart_of(book)
    ranked = ranked_of(book, results)
    begun = [row for row in book.rounds if row["state"] != "draft"]
    cut = [row["number"] for row in begun if row["cut"]]
    found: dict[str, Any] = {
        **head_of(told, ranked),
        "rounds": [row["number"] for row in begun],
        **({"cut": cut} if cut else {}),
        "rows": [{**as_figures(row), **({"line": lines.get(row.entry, "ns")} if lines else {})} for row in ranked],
    }
    if is_of_teams:
        pairs = rank(_score_rows(book, results, pairs_of_teams=True), told)
        found["pairs"] = [as_figures(row) for row in pairs]
    return found


def criteria_of(book: Book) -> tuple[str, ...]:
    """What decides, in this order."""
    return criteria_by(book.stages[0]["settings"], len(book.stages))


def ranked_of(book: Book, results: Results) -> list[RankedRow]:
    """The ranked rows, best first."""
    places = _places(book, results)
    rows = [replace(row, place=places.get(row.entry, 0)) for row in _score_rows(book, results, pairs_of_teams=False)]
    return ordered(rows, criteria_of(book), bool(places), apart_of(book))


# The rows


def _score_rows(book: Book, results: Results, *, pairs_of_teams: bool) -> list[ScoreRow]:
    rows = all_rows(book, results, pairs_of_teams=pairs_of_teams)
    return rows if len(book.stages) < 2 else counting(rows, spans_of(book), reached(book))


def all_rows(book: Book, results: Results, *, pairs_of_teams: bool) -> list[ScoreRow]:
    """Everything that was ever marked, whether it counts in the stage that each has come to or not."""
    beside = Beside.of(book, results.games, needs_of(chosen_by(book.stages[0]["settings"])))
    marked: dict[str, list[RoundResult]] = defaultdict(list)
    for number, game, row in sorted(_numbered(book, results), key=lambda one: one[:2]):
        one = RoundResult(
            number,
            row["points_for"],
            row["points_against"],
            row["match_points"],
            Source(row["source"]),
            game=game,
            opponents=beside.met(row["game"], row["entry"]),
            tally=beside.tally(row["game"], row["entry"]),
        )
        marked[row["entry"]].append(one)
    adjusted: dict[str, list[RankingAdjustment]] = defaultdict(list)
    for row in book.rows["adjustments"]:
        adjusted[row["entry"]].append(RankingAdjustment(row["points"], "", book.round_number(row["round"])))
    if book.tournament["entry_kind"] == "teams" and not pairs_of_teams:
        _add_up_teams(book, marked, adjusted)
    ranked_so = [row for row in book.rows["entries"] if (row["team"] is not None) == pairs_of_teams]
    places = beside.lots({row["id"]: row["number"] for row in ranked_so})
    return [
        ScoreRow(
            entry=row["id"],
            number=row["number"],
            results=tuple(marked[row["id"]]),
            adjustments=tuple(adjusted[row["id"]]),
            ranked=not row["stand_in"] and row["status"] != "disqualified",
            lot=places.get(row["id"], 0),
        )
        for row in sorted(ranked_so, key=lambda row: row["number"])
        if marked[row["id"]] or adjusted[row["id"]] or row["status"] == "active"
    ]


def spans_of(book: Book) -> list[Span]:
    """The stages in their order."""
    return [span_of(row["position"], row["rounds_planned"], row["settings"]) for row in book.stages]


def _numbered(book: Book, results: Results) -> Iterable[tuple[int, int, Row]]:
    """Each result with the number of its round and game."""
    for key, row in results.rows(book):
        game = book.by_id["games"][key[0]]["number"] if key[0] else 1
        yield book.by_id["rounds"][key[1]]["number"], game, row


def reached(book: Book) -> dict[str, int]:
    """The last stage that each entry has qualified for."""
    found: dict[str, int] = {}
    for row in book.rows["stage_entries"]:
        if row["state"] == "qualified":
            position = book.by_id["stages"][row["stage"]]["position"]
            found[row["entry"]] = max(position, found.get(row["entry"], 1))
    return found


def _add_up_teams(
    book: Book, marked: dict[str, list[RoundResult]], adjusted: dict[str, list[RankingAdjustment]]
) -> None:
    """Give each team the results and adjustments of its pairs."""
    pairs = sorted((row for row in book.rows["entries"] if row["team"]), key=lambda row: row["number"])
    team_of = {row["id"]: row["team"] for row in pairs}
    for pair, team in team_of.items():
        adjusted[team] += adjusted[pair]
    rules = book.format(book.stages[0]["game_format"])
    found = team_results(
        {pair: marked[pair] for pair in team_of},
        team_of,
        _meetings(book, team_of),
        lambda totals: points_by_totals(rules, totals),
    )
    for team in set(team_of.values()):
        marked[team] = list(found.get(team, ()))


def _meetings(book: Book, team_of: Mapping[str, str]) -> list[TeamMeeting]:
    met: dict[tuple[int, int], set[str]] = defaultdict(set)
    still_open: set[tuple[int, int]] = set()
    for match in book.rows["matches"]:
        if match["meeting"] is None:
            continue
        key = book.by_id["rounds"][match["round"]]["number"], match["meeting"]
        met[key] |= {team_of[seat["participant"]] for seat in book.seats_of_match.get(match["id"], ())}
        if any(game["state"] == "playing" for game in book.games_of_match.get(match["id"], ())):
            still_open.add(key)
    return [TeamMeeting(key[0], (one, other), over=key not in still_open) for key, (one, other) in met.items()]


# Lines of a Mitchell, places of a knockout


def apart_of(book: Book) -> dict[str, str]:
    """The line of each entry where the two are ranked each for itself; else empty."""
    stage = book.stages[-1]
    if not has_lines(stage["draw_system"], stage["settings"]):
        return {}
    published = None
    for round_ in book.rounds:
        if round_["stage"] == stage["id"]:
            published = _published(book, round_) or published
    return lines_of(plan_of(published["result"]) if published else None)


def _published(book: Book, round_: Row) -> Row | None:
    return next((row for row in book.draws_of_round.get(round_["id"], ()) if row["state"] == "published"), None)


def _places(book: Book, results: Results) -> dict[str, int]:
    closed = {row["stage"]: row["number"] for row in book.rounds if row["state"] == "closed"}
    begun = [stage for stage in book.stages if stage["id"] in closed]
    if not begun or begun[-1]["draw_system"] not in BRACKETS:
        return {}
    stage = begun[-1]
    gone = [row["id"] for row in book.rows["entries"] if row["status"] in GONE]
    return places_by(_request(book, results, stage, closed[stage["id"]] + 1), gone)


def _request(book: Book, results: Results, stage: Row, number: int) -> DrawRequest:
    """What the knockout's places follow from: who is still in the tournament, and the rounds before."""
    qualified = {
        row["entry"]
        for row in book.rows["stage_entries"]
        if row["stage"] == stage["id"] and row["state"] == "qualified"
    }
    entries = tuple(
        DrawEntry(
            id=row["id"],
            number=row["number"],
            comes=row["status"] == "active" and (stage["position"] == 1 or row["id"] in qualified),
        )
        for row in sorted(book.rows["entries"], key=lambda row: row["number"])
        if row["team"] is None
    )
    before = [row for row in book.rounds if row["number"] < number]
    played = [_played(book, results, row) for row in before]
    published = _published(book, before[-1])
    if published is not None and before[-1]["stage"] == stage["id"]:
        plan = plan_of({**published["result"], **(published["hand"] or {})})
        played[-1] = replace(played[-1], plan=plan)
    last = sum(row["rounds_planned"] for row in book.stages if row["position"] <= stage["position"])
    return DrawRequest(
        system=stage["draw_system"],
        seed="0" * 64,
        round=number,
        announced_rounds=last,
        entries=entries,
        played=tuple(played),
        settings=dict(stage["settings"].get("draw", {})),
    )


def _played(book: Book, results: Results, round_: Row) -> PlayedRound:
    """A round as the knockout looks at it: who met whom and won, who rested, who was not there."""
    scores = _scores(book, results, round_)
    meetings: dict[Any, dict[str, list[str]]] = {}
    told: dict[Any, Row] = {}
    not_played: list[str] = []
    for match in book.matches_of_round.get(round_["id"], ()):
        forfeits = {game["forfeit"] for game in book.games_of_match.get(match["id"], ())}
        if match["kind"] == CATCH_UP:
            continue
        seats = book.seats_of_match.get(match["id"], ())
        if "AB" in forfeits and match["meeting"] is None:
            not_played += [seat["participant"] for seat in seats]
            continue
        key = match["meeting"] or match["id"]
        told.setdefault(key, match)
        both = meetings.setdefault(key, {"A": [], "B": []})
        for seat in sorted(seats, key=lambda seat: seat["slot"]):
            team = book.by_id["entries"][seat["participant"]]["team"]
            if not team or team not in (*both["A"], *both["B"]):
                both[seat["side"]].append(team or seat["participant"])
    who: dict[str, list[str]] = defaultdict(list)
    for status in book.statuses_of_round.get(round_["id"], ()):
        if book.by_id["entries"][status["entry"]]["team"] is None:
            who[status["status"]].append(status["entry"])
    return PlayedRound(
        number=round_["number"],
        meetings=tuple(
            Meeting(
                ns=tuple(both["A"]),
                ew=tuple(both["B"]),
                won=_winner(scores, key, both["A"][0], both["B"][0]),
                bracket=told[key]["bracket"],
            )
            for key, both in meetings.items()
        ),
        byes=tuple(who["bye"]),
        absent=(*who["absent"], *who["late"], *who["withdrawn"], *not_played),
    )


def _scores(book: Book, results: Results, round_: Row) -> dict[tuple[Any, str], tuple[int, int]]:
    found: dict[tuple[Any, str], tuple[int, int]] = {}
    for (game, _round, entry), row in results.of_round(book, round_):
        team = book.by_id["entries"][entry]["team"]
        match = book.by_id["games"][game]["match"] if game else None
        key = (None, team) if team else (match, entry)
        before = found.get(key, (0, 0))
        found[key] = before[0] + (0 if team else row["match_points"]), before[1] + row["points_for"]
    return found


def _winner(scores: Mapping[tuple[Any, str], tuple[int, int]], match: Any, ns: str, ew: str) -> str:
    one, other = (scores.get((match, side), scores.get((None, side), (0, 0))) for side in (ns, ew))
    return "" if one == other else "ns" if one > other else "ew"


# The results of a round


def round_figures(book: Book, results: Results, round_: Row) -> dict[str, Any]:
    """The results of a round as plain JSON, as ``services.results.round_figures`` makes them."""
    number = {row["id"]: row["number"] for row in book.rows["entries"]}
    rows = {
        (key[0], key[2]): row for key, row in sorted(results.of_round(book, round_), key=lambda one: number[one[0][2]])
    }
    together: dict[str, int] = {}
    for (_game, entry), row in rows.items():
        team = book.by_id["entries"][entry]["team"]
        if team is not None:
            together[team] = together.get(team, 0) + row["points_for"]
    made_up = {entry for (game, entry), row in rows.items() if game and row["source"] == GAME}
    byes = [
        {"entry": entry, "points": rows[None, entry]["points_for"] if (None, entry) in rows else together.get(entry)}
        for entry in _resting(book, round_)
        if entry not in made_up
    ]
    stage = book.by_id["stages"][round_["stage"]]
    rule = GivenRules.from_settings(round_["given"] or stage["settings"]).to_settings()["bye"]
    missed = [
        {"entry": entry, "points": row["points_for"], "source": row["source"]}
        for (_game, entry), row in rows.items()
        if row["source"] in ("late", "absent") and book.by_id["entries"][entry]["team"] is None
    ]
    more = {"bye_rule": rule if byes and rule != USUAL_BYE else None, "missed": missed, "cut": bool(round_["cut"])}
    matches = book.matches_of_round.get(round_["id"], ())
    meetings = _team_meetings(book, matches, together)
    return {
        "round": round_["number"],
        "tables": [_table(book, match, rows) for match in matches],
        "byes": byes,
        **{name: value for name, value in more.items() if value},
        **({"meetings": meetings} if meetings else {}),
    }


def _resting(book: Book, round_: Row) -> list[str]:
    """Who rests in a round, by number: a team that rests stands for all of its pairs."""
    statuses = book.statuses_of_round.get(round_["id"], ())
    byes = [book.by_id["entries"][row["entry"]] for row in statuses if row["status"] == "bye"]
    teams = {row["id"] for row in byes if row["kind"] == "team"}
    return [row["id"] for row in sorted(byes, key=lambda row: row["number"]) if row["team"] not in teams]


def _table(book: Book, match: Row, rows: Mapping[tuple[str | None, str], Row]) -> dict[str, Any]:
    game = book.games_of_match[match["id"]][0]
    against = next((row["points_against"] for (one, _), row in rows.items() if one == game["id"]), None)
    sides = []
    for seat in book.seats_of_match.get(match["id"], ()):
        mine = rows.get((game["id"], seat["participant"]))
        points = against if seat["outside"] else mine and mine["points_for"]
        forfeit = {"forfeit": seat["side"] in game["forfeit"]} if game["forfeit"] else {}
        sides.append({"side": seat["side"], "entry": seat["participant"], "points": points, **forfeit})
    return {
        "table": game["table_no"],
        "sides": sides,
        **({"catch_up": True} if match["kind"] == CATCH_UP else {}),
        **({} if match["meeting"] is None else {"meeting": match["meeting"]}),
    }


def _team_meetings(book: Book, matches: Iterable[Row], together: Mapping[str, int]) -> list[dict[str, Any]]:
    teams: dict[int, list[str]] = {}
    for match in matches:
        if match["meeting"] is not None:
            found = [
                book.by_id["entries"][seat["participant"]]["team"] for seat in book.seats_of_match.get(match["id"], ())
            ]
            teams.setdefault(match["meeting"], [team for team in found if team is not None])
    return [
        {"meeting": number, "sides": [{"entry": team, "points": together.get(team)} for team in both]}
        for number, both in sorted(teams.items())
    ]
