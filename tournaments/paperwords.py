"""Emergency plans in words: what one holds, and what taking a round of it over does."""

import uuid
from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import nouns, people
from tournaments.models import PaperPlan
from tournaments.services.paper_plans import Preview

Names = Mapping[uuid.UUID, people.EntryName]


def plan(one: PaperPlan) -> str:
    """What it is called."""
    return _("Emergency plan %(number)s") % {"number": one.number}


def rounds(one: PaperPlan) -> str:
    """Which rounds it holds, and how they were drawn."""
    numbers = [row["number"] for row in one.rounds]
    if not numbers:
        return _("No round could be drawn beforehand: blank lists and sheets.")
    many = {"first": numbers[0], "last": numbers[-1]}
    which = _("Round %(first)s") % many if len(numbers) == 1 else _("Rounds %(first)s to %(last)s") % many
    how = _("as the movement has them") if one.rounds[0]["true"] else _("drawn by lot for this paper")
    return f"{which}, {how}"


def consequences(preview: Preview, named: Names) -> list[str]:
    """What is not as printed, a sentence each; none where everything is."""
    taken = preview.taken
    found = []
    if taken.gone:
        found.append(
            ngettext(
                "%(who)s stands on the paper and does not play now.",
                "%(who)s stand on the paper and do not play now.",
                len(taken.gone),
            )
            % {"who": _who(taken.gone, named)}
        )
    if taken.new:
        found.append(
            ngettext(
                "%(who)s plays and does not stand on the paper.",
                "%(who)s play and do not stand on the paper.",
                len(taken.new),
            )
            % {"who": _who(taken.new, named)}
        )
    for number in taken.met:
        table = taken.hand.at(number)
        if table is not None:
            sides = {"one": _who(table.ns, named), "other": _who(table.ew, named), "table": number}
            found.append(_("Who is left without an opponent meets at table %(table)s: %(one)s – %(other)s.") % sides)
    for number in preview.again:
        table = taken.hand.at(number)
        if table is not None:
            sides = {"one": _who(table.ns, named), "other": _who(table.ew, named), "table": number}
            found.append(_("%(one)s and %(other)s have met before, and meet again at table %(table)s.") % sides)
    if taken.rest:
        rest = {"who": _who(taken.rest, named)}
        found.append(ngettext("%(who)s rests.", "%(who)s rest.", len(taken.rest)) % rest)
    return found


def _who(entries: Iterable[str], named: Names) -> str:
    told = []
    for one in entries:
        entry = named.get(uuid.UUID(one))
        # Deleted since: only the paper knows it still.
        told.append(_("somebody deleted since") if entry is None else _numbered(entry))
    return ", ".join(told)


def _numbered(entry: people.EntryName) -> str:
    return nouns.of_entry(entry.kind).numbered(entry.label)
