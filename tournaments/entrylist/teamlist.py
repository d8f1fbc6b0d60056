"""A list of teams: a team a row, its name and then its players or pairs; or a team's name on a line of its own with its
pairs on the lines below. What each line would do, and what of it was not understood.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from tournaments.entrylist.model import MAX_NAME, Table, TableRow
from tournaments.entrylist.names import NameGuess, person_key, split_name
from tournaments.entrylist.pairline import no_partner, split_pair
from tournaments.entrylist.text import fold, has_letter, word_set

_HEADINGS = word_set("equipe equipes team teams nom name joueur joueurs player players paire paires doublette pair")


@dataclass(slots=True)
class TeamRow:
    """A team as it stands from row ``number`` on (1 as a spreadsheet counts): its name, its pairs of one player or two.
    ``lines``: what was read. ``refused``: codes of why it is not entered; ``notes``: of what is only told; both with
    their figures and names."""

    number: int
    name: str
    pairs: list[list[NameGuess]] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    refused: list[tuple[str, dict[str, str | int]]] = field(default_factory=list)
    notes: list[tuple[str, dict[str, str | int]]] = field(default_factory=list)

    @property
    def players(self) -> list[NameGuess]:
        return [player for pair in self.pairs for player in pair]


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """What a list would do. ``digest`` over all of it travels with the form."""

    teams: tuple[TeamRow, ...]
    digest: str

    @property
    def taken(self) -> list[TeamRow]:
        return [team for team in self.teams if not team.refused]


def plan_teams(table: Table, pairs: int, names: Mapping[str, int], players: Mapping[str, int]) -> TeamPlan:
    """What the teams of a list would become in a tournament of ``pairs`` pairs a team (2 to 6), where these team
    ``names`` (folded) and ``players`` (``person_key``) are entered already, each with the number of its team."""
    rows = [row for row in table.rows if any(map(has_letter, row.cells))]
    if rows and _is_heading(rows[0]):
        rows = rows[1:]
    teams = list(_in_blocks(rows) if rows and len(_names_of(rows[0])) == 1 else _in_rows(rows))
    seen_names, seen_players = dict(names), dict(players)
    for team in teams:
        _judge(team, pairs, seen_names, seen_players, set(names), set(players))
    told = repr([(t.number, t.name, [[p.text for p in pair] for pair in t.pairs], t.refused, t.notes) for t in teams])
    return TeamPlan(tuple(teams), hashlib.sha256(told.encode()).hexdigest())


def _is_heading(row: TableRow) -> bool:
    words = {word for cell in row.cells for word in fold(cell).split() if not word.isdigit()}
    return bool(words) and words <= _HEADINGS | {"a", "b", "c", "d"} and len(_names_of(row)) > 1


def _names_of(row: TableRow) -> list[str]:
    """The texts of a row, as cells and separators part them; a leading number goes."""
    found: list[str] = []
    for cell in row.cells:
        if has_letter(cell):
            found += [text for text in split_pair(cell)[1] if text]
    return found


def _in_rows(rows: list[TableRow]) -> Iterator[TeamRow]:
    """A team a row: the first text is its name."""
    for row in rows:
        cells = [cell for cell in row.cells if has_letter(cell)]
        team = TeamRow(row.number, _bare(cells[0]), lines=[" ; ".join(filter(None, row.cells))])
        alone: list[str] = []
        for cell in cells[1:]:
            both = [text for text in split_pair(cell)[1] if has_letter(text)]
            if len(both) > 1:
                _add(team, both)
            else:
                alone += both
        for place in range(0, len(alone), 2):
            _add(team, alone[place : place + 2])
        yield team


def _in_blocks(rows: list[TableRow]) -> Iterator[TeamRow]:
    """A line with one text begins a team, one with several is a pair of the team above."""
    team: TeamRow | None = None
    for row in rows:
        texts = _names_of(row)
        if team is None or len(texts) == 1:
            if team is not None:
                yield team
            team = TeamRow(row.number, texts[0])
        else:
            _add(team, texts)
        team.lines.append(" ; ".join(filter(None, row.cells)))
    if team is not None:
        yield team


def _bare(text: str) -> str:
    """The name of a team without the number before it; separators in it are its own."""
    number, texts = split_pair(text)
    return text if number is None else text[text.find(texts[0]) :]


def _add(team: TeamRow, texts: list[str]) -> None:
    named = [text for text in texts if not no_partner(text)]
    if len(named) > 2:
        team.refused.append(("too_many_in_pair", {"line": " / ".join(texts)}))
    team.pairs += [[split_name(text) for text in named[:2]]] if named else []


def _judge(
    team: TeamRow,
    pairs: int,
    names: dict[str, int],
    players: dict[str, int],
    known_names: Collection[str],
    known_players: Collection[str],
) -> None:
    """Why it cannot be entered, and what is told of it; whoever can is remembered for the teams below."""
    key = fold(team.name)
    if len(team.name) > MAX_NAME:
        team.refused.append(("name_too_long", {"most": MAX_NAME}))
    if key in names:
        team.refused.append((_where("name", key, known_names), {"number": names[key]}))
    if not team.pairs:
        team.refused.append(("no_players", {}))
    if len(team.pairs) > pairs:
        team.refused.append(("too_many_pairs", {"count": len(team.pairs), "most": pairs}))
    own: set[str] = set()
    for player in team.players:
        one = person_key(player.text)
        if one in own:
            team.refused.append(("twice_in_team", {"name": player.display}))
        elif one in players:
            code = _where("player", one, known_players)
            team.refused.append((code, {"name": player.display, "number": players[one]}))
        own.add(one)
    if team.refused:
        return
    names[key] = team.number
    players.update(dict.fromkeys(own, team.number))
    if len(team.pairs) < pairs or any(len(pair) < 2 for pair in team.pairs):
        team.notes.append(("incomplete", {"count": sum(len(pair) == 2 for pair in team.pairs), "most": pairs}))


def _where(what: str, key: str, known: Collection[str]) -> str:
    """Whether it clashes with what is entered, or with a row above."""
    return f"{what}_entered" if key in known else f"{what}_above"
