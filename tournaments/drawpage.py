"""A draft as its organiser works on it: what can be chosen at each table, what an exchange would do, what the engine
would have done. Nothing is decided here: the rules are in `tournaments.draws`, the changes in `services.byhand`."""

import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments import drawn, handwords, words
from tournaments.drawn import Names
from tournaments.draws import byhand as hands
from tournaments.draws.byhand import Hand, Spot
from tournaments.draws.floats import floats_in, groups_of
from tournaments.draws.model import Breach, DrawError
from tournaments.draws.weigh import Scales, best_exchange, judged
from tournaments.models import Stage
from tournaments.people import EntryName
from tournaments.services import byhand, meetings
from tournaments.services.byhand import Draft
from tournaments.services.drawing import MANUAL
from tournaments.services.errors import TournamentError

Row = dict[str, Any]


def key(draft: Draft, spot: Spot) -> str:
    """A spot as forms send it (`services.byhand.spot_of` reads it)."""
    if spot.entry:
        return str(draft.numbers[spot.entry])
    if spot.table:
        return f"t{spot.table}{spot.side[:1]}"
    return "rest" if spot.rest else "off"


class Workbench:
    """One draft, with the names of the hall and what is chosen of it (two keys, each may be empty)."""

    def __init__(self, draft: Draft, named: Names, one: str = "", other: str = "") -> None:
        self.draft, self.named = draft, named
        self.one, self.other = (one, other) if one != other else ("", "")
        self.said = drawn.words_of(draft.draw)
        self.broken = judged(draft.hall, draft.hand)
        self.at = {entry: table for table in draft.hand.tables for entry in table.people}
        self.needs = {one.id: one.fixed_table for one in draft.hall.request.entries}
        self.is_manual = draft.draw.settings.get("system") == MANUAL

    def context(self) -> Row:
        """What the page of the draft shows beside what every page of a draw has."""
        draft = self.draft
        missing = hands.unplaced(draft.hall, draft.hand)
        return {
            "draft": draft,
            "digest": draft.digest,
            "is_manual": self.is_manual,
            "pick_as": "other" if self.one else "one",
            "one": self.one,
            "other": self.other,
            "rest_pressed": "rest" in (self.one, self.other),
            "off_pressed": "off" in (self.one, self.other),
            "rows": self.rows(),
            "tables": [
                {"table": one.table, "ns": [*map(self._name, one.ns)], "ew": [*map(self._name, one.ew)]}
                for one in drawn.on_tables(draft.draw)
                if one.ns or one.ew
            ],
            "rest_seats": [self._seat(entry) for entry in draft.hand.byes],
            "loose_seats": [self._seat(entry) for entry in missing],
            "is_whole": not missing and not hands.free_chairs(draft.hall, draft.hand),
            # Where nobody may leave his place there is nothing but to change places.
            "may_leave": not draft.hall.keeps_whole and (self.is_manual or bool(missing)),
            "fixed": sorted(draft.hall.fixed),
            "can_fix_all": bool(byhand.whole_tables(draft)),
            "engine": self.engine(),
            "choices": self.choices(),
            "bar": self.bar(),
            "faults": self.faults(),
        }

    # The tables

    def rows(self) -> list[Row]:
        """The tables by number, with who sits there, what stands beside them and whether they are fixed."""
        marks, floats = self._marks(), self._floats()
        by_hand = set(hands.differing(self.draft.hand, self.draft.engine)) if self.draft.is_changed else set()
        reasons, boards = self._reasons(), self._boards()
        found = []
        for table in self.draft.hand.tables:
            number = table.table
            whole = len(table.ns) == len(table.ew) == self.draft.hall.seats
            found.append(
                {
                    "table": number,
                    "key": f"t{number}",
                    "pressed": f"t{number}" in (self.one, self.other),
                    "sides": [self._side(number, side, table.side(side)) for side in hands.SIDES],
                    "fixed": number in self.draft.hall.fixed,
                    "whole": whole,
                    "needs": [text for entry in table.people if (text := self._needs(entry, number))],
                    "marks": marks.get(number, []),
                    "floats": floats.get(number, ""),
                    "by_hand": number in by_hand and bool(table.people),
                    "why": [] if number in by_hand else reasons.get(number, []),
                    "boards": boards.get(number, []),
                }
            )
        return found

    def _side(self, table: int, side: str, entries: Sequence[str]) -> Row:
        free = f"t{table}{side[:1]}"
        chairs = self.draft.hall.seats - len(entries)
        return {
            "side": side.upper(),
            "seats": [self._seat(entry) for entry in entries],
            "free": [{"key": free, "pressed": free in (self.one, self.other)}] * chairs,
        }

    def _seat(self, entry: str) -> Row:
        number = str(self.draft.numbers[entry])
        return {"key": number, "name": self._name(entry), "pressed": number in (self.one, self.other)}

    def _name(self, entry: str) -> EntryName:
        return self.named[uuid.UUID(entry)]

    def _needs(self, entry: str, table: int) -> str:
        if self.needs[entry] != table:
            return ""
        return _("%(number)s needs this table.") % {"number": self.draft.numbers[entry]}

    def _marks(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = defaultdict(list)
        for broken in self.broken:
            table = self.at.get(broken.entries[0])
            text = handwords.mark(asdict(broken))
            if table is not None and text and text not in found[table.table]:
                found[table.table].append(text)
        return found

    def _floats(self) -> dict[int, str]:
        groups = groups_of(self.draft.hall.request)
        if groups is None:
            return {}
        found = floats_in(groups, self.draft.hand)
        return {table: handwords.floating(one, groups.kind, self.draft.numbers) for table, one in found.items()}

    def _reasons(self) -> dict[int, list[str]]:
        return {
            table["table"]: [
                text for told in table.get("reasons", ()) if (text := self.said.reason(told, self._numbers))
            ]
            for table in self.draft.draw.result["tables"]
        }

    @property
    def _numbers(self) -> dict[str, int]:
        return self.draft.numbers

    def _boards(self) -> dict[int, list[Row]]:
        """Of teams, the tables at which the pairs of each meeting will sit."""
        round_ = self.draft.draw.round
        if not meetings.is_of_teams(round_.stage.tournament):
            return {}
        whole = [asdict(table) for table in self.draft.hand.tables if table.ns and table.ew]
        found: dict[int, list[Row]] = defaultdict(list)
        for one in meetings.tables_set(round_.stage, round_.number, whole)[0]:
            sides = [[self._name(entry) for entry in side] for side in (one.ns, one.ew)]
            found[one.meeting or one.table].append({"table": one.table, "sides": sides})
        return found

    # What is broken

    def faults(self) -> list[Row]:
        """Every must and wish that the draft does not keep, with its table and a way to mend it."""
        where = drawn.place_words(self.said)
        found = []
        for broken in self.broken:
            text = self.said.breach(asdict(broken), self._numbers)
            if text is None:
                continue
            table = self.at.get(broken.entries[0])
            found.append(
                {
                    "where": "" if table is None else where % {"table": table.table},
                    "text": text,
                    "allowed": not broken.must,
                    "url": f"?propose={'-'.join(str(self._numbers[entry]) for entry in broken.entries)}#swap-bar",
                    "label": _("Propose an exchange"),
                }
            )
        return found

    # The bar at the foot

    def propose(self, text: str) -> Row:
        """The best exchange for the entries of a breach ("14-33"), as a bar; it is chosen, not done."""
        numbers = [int(part) for part in text.split("-") if part.isdecimal()]
        entries = [self.draft.ids[number] for number in numbers if number in self.draft.ids]
        best = best_exchange(self.draft.hall, self.draft.hand, entries)
        if best is None:
            return {"title": _("No exchange of these would make the draw better."), "lines": [], "may": False}
        self.one, self.other = key(self.draft, best.one), key(self.draft, best.other)
        bar = self.bar()
        assert bar is not None  # two are chosen
        return bar

    def bar(self) -> Row | None:
        """What the bar says of what is chosen; None where nothing is."""
        if not self.one:
            return None
        try:
            one = byhand.spot_of(self.draft, self.one)
            if not self.other:
                return {"title": handwords.chosen(one, self._numbers), "lines": [], "may": False}
            other = byhand.spot_of(self.draft, self.other)
            after = hands.exchange(self.draft.hall, self.draft.hand, one, other)
        except (TournamentError, DrawError) as error:
            return {"title": words.of_error(error), "lines": [], "may": False}
        return {
            "title": handwords.title(one, other, self.draft.hand, self._numbers),
            "verb": handwords.verb(one, other),
            "lines": self._consequences(after),
            "may": True,
        }

    def _consequences(self, after: Hand) -> list[Row]:
        """What an exchange leads to: the tables that change, then what is broken anew, and what no longer."""
        before = self.draft.hand
        changed = hands.differing(before, after)
        lines = [{"text": text, "warn": False} for text in handwords.outcome(after, changed, self._numbers)]
        if sorted(before.byes) != sorted(after.byes):
            lines.append({"text": handwords.resting(after.byes, self._numbers), "warn": False})
        now = judged(self.draft.hall, after)
        worse = self._sentences([one for one in now if one not in self.broken], after)
        better = self._sentences([one for one in self.broken if one not in now], before)
        lines += [{"text": text, "warn": True} for text in worse]
        lines += [{"text": _("Settled: %(what)s") % {"what": text}, "warn": False} for text in better]
        return lines if worse else [*lines, {"text": _("It breaks nothing more."), "warn": False}]

    def _sentences(self, broken: Sequence[Breach], hand: Hand) -> list[str]:
        where = drawn.place_words(self.said)
        found = []
        for one in broken:
            text = self.said.breach(asdict(one), self._numbers)
            table = hand.where(one.entries[0])
            if text is not None:
                at = "" if table is None else where % {"table": table.table}
                found.append(_("%(where)s: %(text)s") % {"where": at, "text": text} if at else text)
        return found

    # Beside it: what the engine would have done

    def engine(self) -> Row | None:
        """The engine's draw beside this one: the tables that differ, and what both cost; None where they are one."""
        draft = self.draft
        if not draft.is_changed:
            return None
        scales = Scales(draft.hall.request)
        costs = zip(scales.names, scales.total(draft.engine), scales.total(draft.hand), strict=True)
        numbers = hands.differing(draft.engine, draft.hand)
        byes = [self._labels(sorted(hand.byes, key=self._numbers.__getitem__)) for hand in (draft.engine, draft.hand)]
        return {
            "tables": [
                {"table": number, "engine": self._sides(draft.engine, number), "hand": self._sides(draft.hand, number)}
                for number in numbers
            ],
            "byes": byes if byes[0] != byes[1] else [],
            "costs": [
                {"level": handwords.level(name), "engine": engine, "hand": mine, "worse": mine > engine}
                for name, engine, mine in costs
                if engine or mine
            ],
        }

    def _sides(self, hand: Hand, number: int) -> str:
        table = hand.at(number)
        if table is None or not table.people:
            return ""
        return " – ".join(self._labels(side) or "?" for side in (table.ns, table.ew))

    def _labels(self, entries: Sequence[str]) -> str:
        return " + ".join(self._name(entry).label for entry in entries)

    # Without a script

    def choices(self) -> SafeString:
        """What the lists offer: everybody with his table, the tables, and what is free; the options themselves, made
        once for both lists."""
        people = []
        for entry in self.draft.hall.playing:
            name, table = self._name(entry), self.at.get(entry)
            place = _("rests") if entry in self.draft.hand.byes else _("no table yet")
            if table is not None:
                place = pgettext("where somebody sits", "table %(table)d") % {"table": table.table}
            people.append((str(self.draft.numbers[entry]), f"{name.label} {name.joined} ({place})"))
        tables = [
            (f"t{table.table}", _("Table %(table)d") % {"table": table.table}) for table in self.draft.hand.tables
        ]
        more = {key(self.draft, spot): spot for spot in hands.free_chairs(self.draft.hall, self.draft.hand)}
        free = [(text, _("a free seat at table %(table)d") % {"table": spot.table}) for text, spot in more.items()]
        rest = [] if self.draft.hall.keeps_whole else [("rest", _("Let rest")), ("off", _("Take off the table"))]
        groups = [(_("Places"), people), (_("Tables"), tables), (_("Free"), [*free, *rest])]
        return format_html_join(
            "",
            '<optgroup label="{}">{}</optgroup>',
            (
                (label, format_html_join("", '<option value="{}">{}</option>', options))
                for label, options in groups
                if options
            ),
        )


def starts(stage: Stage, *, again: bool) -> list[tuple[str, str]]:
    """How a draw by hand may begin, the usual one first; empty for stages that the engine draws."""
    if stage.draw_system != MANUAL:
        return []
    kept = [(byhand.KEPT, _("As it stands, without those who have left"))] if again else []
    return [
        *kept,
        (byhand.EMPTY, _("With empty tables")),
        (byhand.ENTRY, _("In the order of the list: 1 and 2, 3 and 4")),
    ]


def parsed_line(text: str) -> tuple[list[int], int]:
    """The numbers of a typed line and its table (0: the next empty one): "3 14", or "5: 3 14".

    TournamentError ``hand-line`` for anything else.
    """
    head, colon, tail = text.rpartition(":")
    numbers = tail.replace(",", " ").replace("-", " ").replace("+", " ").split()
    table = head.strip().lower().removeprefix("t") if colon else "0"
    if not numbers or not all(part.isdecimal() and len(part) < 7 for part in (*numbers, table)):
        raise TournamentError("hand-line", "line")
    return [int(part) for part in numbers], int(table)
