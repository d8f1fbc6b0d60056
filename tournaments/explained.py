"""A row of standings explained: the figure of every criterion down to what it is the sum of, in words.

Everything comes from the figures as they were worked out or published: nothing is counted here.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.templatetags.look import number
from tournaments import criteriawords, givenwords
from tournaments.people import EntryName
from tournaments.standings import terms
from tournaments.standings.criteria import CRITERIA
from tournaments.standings.ranking import NO_PLACE, STILL_IN
from tournaments.standings.terms import Term, Terms

Names = Mapping[uuid.UUID, EntryName]

#: Criteria whose figure says all there is to say.
_PLAIN = frozenset({"stage", "place", "lot"})


@dataclass(frozen=True, slots=True)
class Explanation:
    """A criterion (``name``): what it is called and counts, its figure, and the parts of it, each with what it adds.
    ``note``: why it parts nobody here, where it does not."""

    name: str
    title: str
    meaning: str
    total: int
    parts: tuple[tuple[str, int], ...]
    note: str = ""


def explanations(
    figures: Mapping[str, Any], row: Mapping[str, Any], named: Names, *, by_number: bool = False
) -> list[Explanation]:
    """The criteria of a row in their order, but for the points, which stand by themselves, and for those whose figure
    says all; none of figures that were kept before they said what they are made of. ``by_number``: opponents by their
    numbers alone, where the names of everybody are at hand."""
    found = []
    for told in criteriawords.asked_by(figures):
        name = str(told)
        if name == "points" or name in _PLAIN or name not in row["values"]:
            continue
        parts = _parts(name, row)
        if parts is None:
            continue
        found.append(
            Explanation(
                name=name,
                title=criteriawords.name(name),
                meaning=criteriawords.meaning(told),
                total=row["values"][name],
                parts=tuple((_label(name, one, row, named, by_number), one.amount) for one in parts),
                note=_note(name, parts),
            )
        )
    return found


def _parts(name: str, row: Mapping[str, Any]) -> Terms | None:
    """What a figure is the sum of; None where that is not known any more."""
    if not CRITERIA[name].kept:
        rounds = sorted((int(number_), cell) for number_, cell in row["rounds"].items())
        against = {"difference": lambda cell: cell["points"] - cell["against"], "points_against": _against}[name]
        return tuple(Term(number_, against(cell)) for number_, cell in rounds)
    kept = row.get("explained", {}).get(name)
    if kept is None:
        return None if row["values"][name] else ()
    return terms.from_lists(kept)


def _against(cell: Mapping[str, Any]) -> int:
    against: int = cell["against"]
    return against


def _label(name: str, part: Term, row: Mapping[str, Any], named: Names, by_number: bool) -> str:
    """What one part is, in words."""
    if part.why == terms.GIVEN:
        return _("Given or taken by the arbiter")
    said = [_("Round %(number)s") % {"number": part.round}]
    source = row["rounds"].get(str(part.round), {}).get("source", "")
    if not part.entry and givenwords.mark(source) and part.why != terms.AWAY:
        said.append(givenwords.meaning(source))
    said += filter(None, [_met(part, row, named, by_number), _why(part)])
    return ", ".join(said)


def _met(part: Term, row: Mapping[str, Any], named: Names, by_number: bool) -> str:
    """The opponent that a part is about; "" where it is about none."""
    if not part.entry or part.entry == row["entry"]:
        return ""
    name = named.get(uuid.UUID(part.entry))
    if name is None:
        return ""
    met = f"{str(name.noun.one).lower()} {name.label}"
    return met if by_number else f"{met}, {name.joined}"


def _why(part: Term) -> str:
    """Why not all of a part counts, or what it was."""
    figure = "" if part.figure is None else number(part.figure)
    said = {
        terms.CAPPED: lambda: _("%(points)s, capped") % {"points": figure},
        terms.LEFT_OUT: lambda: _("%(points)s, left out") % {"points": figure},
        terms.HALVED: lambda: _("equal: half of %(points)s") % {"points": figure},
        terms.RESTED: lambda: _("no opponent: counts as itself"),
        terms.AWAY: lambda: _("was not there"),
        terms.WON: lambda: pgettext("game", "won"),
        terms.LOST: lambda: pgettext("game", "lost"),
        terms.DRAWN: lambda: pgettext("game", "level"),
        terms.NOT_ALL_MET: lambda: {
            1: pgettext("game", "won"),
            0: pgettext("game", "level"),
            -1: pgettext("game", "lost"),
        }.get(part.figure or 0, ""),
    }
    return said[part.why]() if part.why in said else ""


def _note(name: str, parts: Terms) -> str:
    if name != "head_to_head":
        return ""
    if any(one.why == terms.NOT_ALL_MET for one in parts):
        return _("Does not count here: not every two of those who are equal so far have met.")
    return "" if parts else _("Parts nobody here: nobody is equal so far, or the equals have not met.")


# The total, and what parts a row from the next one


def sum_of(row: Mapping[str, Any], reasons: Sequence[tuple[str, int]] = ()) -> list[tuple[str, int]]:
    """The terms of a total: a line a round, and what was given or taken besides, with its reasons where all of them are
    known."""
    terms = []
    for round_number, cell in sorted(row["rounds"].items(), key=lambda item: int(item[0])):
        label = _("Round %(number)s") % {"number": round_number}
        if givenwords.mark(cell["source"]):
            label = f"{label}, {givenwords.meaning(cell['source'])}"
        terms.append((label, cell["points"]))
    adjusted = row["terms"]["adjustments"]
    if reasons and sum(given for _label, given in reasons) == adjusted:
        terms += reasons
    elif adjusted:
        terms.append((_("Given or taken by the arbiter"), adjusted))
    return terms


def next_of(rows: Sequence[Mapping[str, Any]], place: int) -> Mapping[str, Any] | None:
    """The row below the one at ``place`` (1 the first), where the criteria are what parts them; None below the last and
    above who has no rank."""
    following = rows[place] if place < len(rows) else None
    return following if following is not None and following["rank"] is not None else None


def over_compared(row: Mapping[str, Any], following: Mapping[str, Any], named: Names) -> str:
    """The title over what parts a row from the next one, or does not."""
    following_name = named[uuid.UUID(following["entry"])]
    level = row["tied"] and row["rank"] == following["rank"]
    noun = following_name.noun
    return noun.level(following_name.label) if level else noun.before(following_name.label)


def compared(criteria: Iterable[str], row: Mapping[str, Any], following: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The criteria in order, both figures, and where it was decided."""
    found = []
    is_decided = False
    for criterion in (name for name in criteria if name in row["values"]):
        mine, theirs = row["values"][criterion], following["values"][criterion]
        state = "unseen" if is_decided else "equal" if mine == theirs else "decided"
        sign = "=" if mine == theirs else ">" if mine > theirs else "<"
        found.append(
            {
                "label": criteriawords.name(criterion),
                "state": state,
                "values": f"{figure(row, criterion)} {sign} {figure(following, criterion)}",
            }
        )
        is_decided = is_decided or state == "decided"
    return found


def figure(row: Mapping[str, Any], criterion: str) -> str:
    """A criterion's figure as it is shown; a dash for the place of who came to none, words for who is still in."""
    value = row["values"][criterion]
    if criterion == "place" and value == STILL_IN:
        return _("still in")
    return "–" if criterion == "place" and value >= NO_PLACE else number(value)
