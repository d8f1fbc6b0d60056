"""What happened in a tournament, in words: a sentence for each verb of the trail, and the groups they are shown by.

The trail holds ids and figures, never names; who an entry is, is looked up when the sentence is made.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import criteriawords, moneytrail


@dataclass(frozen=True, slots=True)
class Told:
    """What a sentence is made of: what the event holds, and what its thing is called. ``who``: "Pair 12" where the
    event is about an entry; ``round`` and ``table``: numbers, 0 where there are none."""

    before: Mapping[str, Any]
    after: Mapping[str, Any]
    who: str = ""
    round: int = 0
    table: int = 0

    @property
    def about(self) -> dict[str, Any]:
        return {"who": self.who or _("Somebody"), "round": self.round, "table": self.table}

    def number(self, name: str) -> int:
        """A figure of what the event says came out, 0 where it says none."""
        found = self.after.get(name)
        return found if isinstance(found, int) else len(found) if isinstance(found, list | dict) else 0


Sentence = Callable[[Told], str]


def _status(told: Told) -> str:
    now = told.after.get("status")
    if now == "withdrawn":
        return _("%(who)s left the tournament.") % told.about
    if now == "disqualified":
        return _("%(who)s was disqualified.") % told.about
    return _("%(who)s was put back.") % told.about


def _deleted(told: Told) -> str:
    return _("Number %(number)s, entered by mistake, was deleted.") % {"number": told.before.get("number", "–")}


def _paid(told: Told) -> str:
    if told.after.get("paid") == "yes":
        return _("%(who)s paid.") % told.about
    return _("%(who)s has still to pay.") % told.about


def _settings(told: Told) -> str:
    before, after = told.before.get("rounds"), told.after.get("rounds")
    if before != after and isinstance(before, int) and isinstance(after, int):
        return _("Settings changed: %(after)d rounds instead of %(before)d.") % {"before": before, "after": after}
    return _("Settings changed.")


def _points(told: Told) -> str:
    points = told.after.get("points")
    return _("%(who)s: %(points)+d points, given or taken.") % {
        **told.about,
        "points": points if isinstance(points, int) else 0,
    }


def _published(told: Told) -> str:
    text = _("The results of round %(round)d were published.") % told.about
    found = told.number("findings")
    if not found:
        return text
    more = ngettext("The check had found %(n)d thing.", "The check had found %(n)d things.", found) % {"n": found}
    return f"{text} {more}"


def _let_go(told: Told) -> str:
    numbers = told.after.get("rounds")
    if not isinstance(numbers, list) or not numbers:
        return _("Results are held back no longer.")
    listed = ", ".join(map(str, numbers))
    return ngettext(
        "What was held back was let go: round %(listed)s.",
        "What was held back was let go: rounds %(listed)s.",
        len(numbers),
    ) % {"listed": listed}


def _restored(told: Told) -> str:
    deals = told.before.get("deals")
    text = _("The tournament was put back to a copy.")
    if not isinstance(deals, int) or not deals:
        return text
    more = ngettext("%(n)d deal counts no more.", "%(n)d deals count no more.", deals) % {"n": deals}
    return f"{text} {more}"


def _other_rules(told: Told) -> str:
    first = told.number("from_round")
    if "rescored" in told.after:
        text = _("All that was played from round %(n)d on was counted anew by other rules: %(changed)d other scores.")
        return text % {"n": first, "changed": told.number("changed")}
    return _("Other rules count from round %(n)d on.") % {"n": first}


def _criteria(told: Told) -> str:
    named = told.after.get("criteria")
    found = [one.get("name") for one in named if isinstance(one, dict)] if isinstance(named, list) else []
    known = [criteriawords.in_short(one) for one in found if one in criteriawords.CRITERION_NAMES]
    return _("What ranks was changed: %(order)s.") % {"order": ", ".join(known)}


def _results_corrected(told: Told) -> str:
    text = _("A correction of round %(round)d was made public.") % told.about
    count = told.number("moved")
    return f"{text} {ngettext('%(n)d place moved.', '%(n)d places moved.', count) % {'n': count}}"


def _corrections_opened(told: Told) -> str:
    count = told.number("minutes")
    text = ngettext(
        "Corrections were opened again for %(n)d minute.", "Corrections were opened again for %(n)d minutes.", count
    )
    return text % {"n": count}


def _seats(told: Told) -> str:
    tables = told.after.get("tables")
    names = ", ".join(sorted(tables, key=lambda name: (len(name), name))) if isinstance(tables, dict) else ""
    return _("Who played in round %(round)d was put right at tables %(tables)s.") % {**told.about, "tables": names}


def _clock(told: Told) -> str:
    kind = told.after.get("kind")
    if kind == "length":
        return _("Round %(round)d is to last %(minutes)d minutes.") % {**told.about, "minutes": told.number("minutes")}
    texts = {
        "start": _("The clock of round %(round)d was started."),
        "pause": _("The clock of round %(round)d was stopped."),
        "on": _("The clock of round %(round)d goes on."),
        "last": _("The last deal of round %(round)d was announced."),
        "not-last": _("The last deal of round %(round)d was taken back."),
    }
    return texts.get(str(kind), texts["start"]) % told.about


def _ruling(told: Told) -> str:
    kind = told.after.get("kind")
    if kind == "warning":
        return _("Table %(table)d, round %(round)d: a warning was given.") % told.about
    if kind == "penalty":
        return _("Table %(table)d, round %(round)d: a penalty was given.") % told.about
    return _("Table %(table)d, round %(round)d: the arbiter gave another score.") % told.about


def _imported(told: Told) -> str:
    rows = told.after.get("rows")
    taken = rows.get("taken", 0) if isinstance(rows, dict) else 0
    return ngettext("A list was imported: %(n)d new.", "A list was imported: %(n)d new.", taken) % {"n": taken}


DRAWS, TABLES, ENTRIES, RESULTS, PLAN, COPIES = "draws", "tables", "entries", "results", "plan", "copies"
MONEY = "money"

#: By verb: the group it is shown in, and its sentence.
VERBS: Mapping[str, tuple[str, Sentence]] = {
    "draw.made": (
        DRAWS,
        lambda told: _("Round %(round)d was drawn (draw %(n)d).") % {**told.about, "n": told.number("attempt")},
    ),
    "draw.published": (DRAWS, lambda told: _("The draw of round %(round)d was published.") % told.about),
    "draw.paper-made": (
        DRAWS,
        lambda told: _("Emergency plan %(n)d was drawn, to be played from paper.") % {"n": told.number("number")},
    ),
    "draw.from-paper": (
        DRAWS,
        lambda told: _("Round %(round)d was taken over from paper: emergency plan %(n)d.")
        % {**told.about, "n": told.number("number")},
    ),
    "draw.withdrawn": (DRAWS, lambda told: _("The draw of round %(round)d was taken back.") % told.about),
    "draw.changed-by-hand": (DRAWS, lambda told: _("The draft of round %(round)d was changed by hand.") % told.about),
    "draw.table-fixed": (DRAWS, lambda told: _("Tables of round %(round)d were fixed.") % told.about),
    "draw.table-released": (DRAWS, lambda told: _("Tables of round %(round)d were let go.") % told.about),
    "draw.rules-changed": (DRAWS, lambda told: _("The rules of the draw were changed.")),
    "seed.opened": (DRAWS, lambda told: _("The seed of the draws was opened.")),
    "codes.renewed": (
        TABLES,
        lambda told: ngettext("%(n)d code was made new.", "%(n)d codes were made new.", told.number("count"))
        % {"n": told.number("count")},
    ),
    "round.closed": (TABLES, lambda told: _("Round %(round)d was closed.") % told.about),
    "round.reopened": (TABLES, lambda told: _("Round %(round)d was opened again.") % told.about),
    "round.cut": (TABLES, lambda told: _("Round %(round)d was cut short.") % told.about),
    "round.cut-taken-back": (TABLES, lambda told: _("Round %(round)d goes on after all.") % told.about),
    "clock.set": (TABLES, _clock),
    "ruling.made": (TABLES, _ruling),
    "ruling.voided": (
        TABLES,
        lambda told: _("A ruling at table %(table)d, round %(round)d, was made void.") % told.about,
    ),
    "game.ended": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d, could not finish: its game was ended.") % told.about,
    ),
    "game.goes-on": (TABLES, lambda told: _("Table %(table)d, round %(round)d, plays on.") % told.about),
    "time.called": (TABLES, lambda told: _("Time was called in round %(round)d.") % told.about),
    "time.uncalled": (TABLES, lambda told: _("The call of time in round %(round)d was taken back.") % told.about),
    "sheet.reopened": (
        TABLES,
        lambda told: _("The sheet of table %(table)d, round %(round)d, was opened for a correction.") % told.about,
    ),
    "reading.asked": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: its paper is to be typed a second time.") % told.about,
    ),
    "reading.taken": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: somebody began to type its paper again.") % told.about,
    ),
    "reading.given-back": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: its paper was given back untyped.") % told.about,
    ),
    "reading.finished": (
        TABLES,
        lambda told: ngettext(
            "Table %(table)d, round %(round)d: typed twice, %(n)d line differs.",
            "Table %(table)d, round %(round)d: typed twice, %(n)d lines differ.",
            told.number("differences"),
        )
        % {**told.about, "n": told.number("differences")},
    ),
    "reading.settled": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: what was typed twice is settled.") % told.about,
    ),
    "line.asked": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: a line of the paper is to be asked again.") % told.about,
    ),
    "line.cleared": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: what was asked again is clear.") % told.about,
    ),
    "sheet.typed": (
        TABLES,
        lambda told: _("The sheet of table %(table)d, round %(round)d, was typed from its paper.") % told.about,
    ),
    "sheet.turned": (
        TABLES,
        lambda told: _("The sides of the sheet of table %(table)d, round %(round)d, were exchanged.") % told.about,
    ),
    "seats.corrected": (TABLES, _seats),
    "game.forfeited": (TABLES, lambda told: _("Table %(table)d, round %(round)d: a forfeit.") % told.about),
    "game.forfeit-taken-back": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: the forfeit was taken back.") % told.about,
    ),
    "dispute.decided": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: what was not agreed about was decided.") % told.about,
    ),
    "device.shut-out": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: a device was shut out.") % told.about,
    ),
    "device.let-in": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: a device was let in again.") % told.about,
    ),
    "photo.added": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: the paper was photographed.") % told.about,
    ),
    "photo.removed": (
        TABLES,
        lambda told: _("Table %(table)d, round %(round)d: a photograph was erased.") % told.about,
    ),
    "table.added": (TABLES, lambda told: _("A table was added to round %(round)d.") % told.about),
    "table.taken-away": (TABLES, lambda told: _("An added table of round %(round)d was taken away.") % told.about),
    "catch-up.set": (TABLES, lambda told: _("A game of round %(round)d is being made up.") % told.about),
    "catch-up.taken-away": (TABLES, lambda told: _("A game made up in round %(round)d was taken away.") % told.about),
    "entry.added": (ENTRIES, lambda told: _("%(who)s was entered.") % told.about),
    "entry.deleted": (ENTRIES, _deleted),
    "entry.completed": (ENTRIES, lambda told: _("%(who)s found a partner.") % told.about),
    "entry.joined": (ENTRIES, lambda told: _("%(who)s was made of two single players.") % told.about),
    "entry.status": (ENTRIES, _status),
    "entry.paid": (ENTRIES, _paid),
    "entries.categories": (
        ENTRIES,
        lambda told: _("Categories were noted: of %(players)d players and %(entries)d entries.")
        % {"players": told.number("players"), "entries": told.number("entries")},
    ),
    "entry.details": (ENTRIES, lambda told: _("What is noted of %(who)s was changed.") % told.about),
    "entry.player-replaced": (ENTRIES, lambda told: _("%(who)s: a player was replaced.") % told.about),
    "entry.player-released": (ENTRIES, lambda told: _("%(who)s: a player left.") % told.about),
    "entry.player-back": (ENTRIES, lambda told: _("%(who)s: a change of players was taken back.") % told.about),
    "entry.expected-absent": (ENTRIES, lambda told: _("%(who)s will miss round %(round)d.") % told.about),
    "entry.expected-late": (ENTRIES, lambda told: _("%(who)s will come later.") % told.about),
    "entry.expected-here": (ENTRIES, lambda told: _("%(who)s will be there after all.") % told.about),
    "entries.imported": (ENTRIES, _imported),
    "entries.left": (
        ENTRIES,
        lambda told: ngettext("%(n)d left together.", "%(n)d left together.", told.number("entries"))
        % {"n": told.number("entries")},
    ),
    "entries.put-back": (
        ENTRIES,
        lambda told: ngettext("%(n)d was put back.", "%(n)d were put back.", told.number("entries"))
        % {"n": told.number("entries")},
    ),
    "roll.opened": (ENTRIES, lambda told: _("The roll for round %(round)d was called.") % told.about),
    "roll.closed": (
        ENTRIES,
        lambda told: ngettext(
            "The roll for round %(round)d was closed: %(n)d missing.",
            "The roll for round %(round)d was closed: %(n)d missing.",
            told.number("missing"),
        )
        % {**told.about, "n": told.number("missing")},
    ),
    "roll.dropped": (ENTRIES, lambda told: _("Round %(round)d does without a roll.") % told.about),
    "roll.ticked": (ENTRIES, lambda told: _("%(who)s is here for round %(round)d.") % told.about),
    "roll.unticked": (ENTRIES, lambda told: _("%(who)s is not here yet for round %(round)d.") % told.about),
    "roll.all-ticked": (ENTRIES, lambda told: _("All others were ticked for round %(round)d.") % told.about),
    "roll.all-unticked": (ENTRIES, lambda told: _("The ticks for round %(round)d were taken back.") % told.about),
    "results.published": (RESULTS, _published),
    "results.corrected": (RESULTS, _results_corrected),
    "lists.published": (
        RESULTS,
        lambda told: _("The lists after round %(round)d were published anew: who is in which of them had changed.")
        % told.about,
    ),
    "provisional.shown": (
        RESULTS,
        lambda told: _("Everybody sees the provisional list of round %(n)d while it is played.")
        % {"n": told.number("round")},
    ),
    "provisional.hidden": (RESULTS, lambda told: _("The provisional list is shown to nobody outside the club.")),
    "results.held": (RESULTS, lambda told: _("Results are held back from now on.")),
    "results.let-go": (RESULTS, _let_go),
    "results.withdrawn": (RESULTS, lambda told: _("Published results were taken back.")),
    "check.found": (
        RESULTS,
        lambda told: ngettext(
            "The check found %(n)d figure that is not what it should be.",
            "The check found %(n)d figures that are not what they should be.",
            told.number("count"),
        )
        % {"n": told.number("count")},
    ),
    "adjustment.made": (RESULTS, _points),
    "adjustment.voided": (RESULTS, lambda told: _("%(who)s: points given or taken were made void.") % told.about),
    "tournament.created": (PLAN, lambda told: _("The tournament was made.")),
    "tournament.changed": (PLAN, _settings),
    "tournament.shown": (PLAN, lambda told: _("What everybody sees of the tournament was changed.")),
    "tournament.rules-changed": (PLAN, _other_rules),
    "standings.criteria-changed": (RESULTS, _criteria),
    "standings.lot-drawn": (RESULTS, lambda told: _("The lot was drawn, from the sealed seed of the draws.")),
    "rehearsal.begun": (PLAN, lambda told: _("A rehearsal of this tournament was begun.")),
    "rehearsal.wiped": (PLAN, lambda told: _("The rehearsal of this tournament was wiped.")),
    "stage.added": (PLAN, lambda told: _("A part was added to the tournament.")),
    "stage.changed": (PLAN, lambda told: _("How a part of the tournament is drawn was changed.")),
    "stage.removed": (PLAN, lambda told: _("A part of the tournament was taken away.")),
    "stage.declined": (PLAN, lambda told: _("Who declines the next part was noted.")),
    "stage.settled": (PLAN, lambda told: _("The order of equals on the line was settled.")),
    "stage.cut": (
        PLAN,
        lambda told: ngettext(
            "The cut was made: %(n)d goes on.", "The cut was made: %(n)d go on.", told.number("qualified")
        )
        % {"n": told.number("qualified")},
    ),
    "stage.cut-undone": (PLAN, lambda told: _("The cut was taken back.")),
    "tournament.given-changed": (PLAN, lambda told: _("What is marked by those who do not play was changed.")),
    "stage.given-changed": (PLAN, lambda told: _("What is marked by those who do not play was changed.")),
    "tournament.pair-codes": (PLAN, lambda told: _("The codes of the pairs were switched on, off, or given anew.")),
    "corrections.settled": (PLAN, lambda told: _("Who corrects, and until when, was changed.")),
    "corrections.opened": (RESULTS, _corrections_opened),
    "corrections.ended": (RESULTS, lambda told: _("Corrections were closed again.")),
    "qualifiers.chosen": (PLAN, lambda told: _("The qualifying tournaments were chosen.")),
    "qualifiers.declined": (PLAN, lambda told: _("Who declines the final was noted.")),
    "qualifiers.settled": (PLAN, lambda told: _("The order of equals on the line was settled.")),
    "qualifiers.entered": (
        ENTRIES,
        lambda told: ngettext(
            "%(n)d who qualified was entered.", "%(n)d who qualified were entered.", told.number("entries")
        )
        % {"n": told.number("entries")},
    ),
    "fault.added": (PLAN, lambda told: _("A fault was put on the club’s list.")),
    "fault.changed": (PLAN, lambda told: _("A fault of the club’s list was changed.")),
    "fault.removed": (PLAN, lambda told: _("A fault was taken off the club’s list.")),
    "screen.made": (PLAN, lambda told: _("A screen of the hall was made.")),
    "screen.link": (PLAN, lambda told: _("A screen of the hall was given another link.")),
    "screen.removed": (PLAN, lambda told: _("A screen of the hall was taken away.")),
    "slide.added": (PLAN, lambda told: _("A sponsors’ slide was added.")),
    "slide.changed": (PLAN, lambda told: _("A sponsors’ slide was changed.")),
    "slide.removed": (PLAN, lambda told: _("A sponsors’ slide was taken away.")),
    "tournament.restored": (COPIES, _restored),
    "tournament.copied": (COPIES, lambda told: _("A copy was kept.")),
    "tournament.exported": (COPIES, lambda told: _("The whole tournament was downloaded.")),
    "tournament.imported": (COPIES, lambda told: _("The tournament was taken over from a file.")),
    **{verb: (MONEY, say) for verb, say in moneytrail.VERBS.items()},
}  # fmt: skip

#: The groups in their order, and what their tabs are called.
GROUPS: Mapping[str, Callable[[], str]] = {
    DRAWS: lambda: _("Draws"),
    TABLES: lambda: _("Rounds and tables"),
    ENTRIES: lambda: _("Entries"),
    RESULTS: lambda: _("Results"),
    MONEY: lambda: _("Money and prizes"),
    PLAN: lambda: _("Plan and rules"),
    COPIES: lambda: _("Copies"),
}


def verbs_of(group: str) -> list[str]:
    """The verbs that are shown in a group."""
    return [verb for verb, (shown_in, _sentence) in VERBS.items() if shown_in == group]


def sentence(verb: str, told: Told) -> str:
    """What happened, in one sentence; a verb of another release is shown as it is."""
    known = VERBS.get(verb)
    return known[1](told) if known is not None else verb
