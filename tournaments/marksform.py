"""The desk's forms for a paper of which not every deal is typed: its columns, line by line, or its totals alone."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.paper import MOST_TOTAL, Paper
from scoring.rules import RuleSet
from scoring.rules.cards import SIDES
from scoring.rules.control_pack import Worth, worth_of
from scoring.rules.marked import MAX_MARK, MOST_DEALS, Marked, is_marked, parse_marked

#: The ways of typing a sheet.
DEALS, COLUMNS, TOTALS = "deals", "columns", "totals"
WAYS = (DEALS, COLUMNS, TOTALS)
#: Lines to fill in where nobody can say how many deals there will be, and empty ones beyond those filled in already.
FEW_LINES, MORE_LINES = 14, 4


def way_of(entries: Sequence[Mapping[str, Any]]) -> str:
    """How the lines of a sheet (each with its "deal") were typed; "" where there is none."""
    if not entries:
        return ""
    found = [entry["deal"] for entry in entries]
    if not all(is_marked(one) for one in found):
        return DEALS
    return TOTALS if len(found) == 1 and found[0].get("whole") else COLUMNS


def lines_of(entries: Sequence[Mapping[str, Any]]) -> list[Marked]:
    """The lines that were taken over from the paper."""
    return [parse_marked(entry["deal"]) for entry in entries if is_marked(entry["deal"])]


@dataclass(frozen=True, slots=True)
class Asked:
    """What beside the figures is asked, for the pack's control alone."""

    belotes: bool = False
    sweeps: bool = False
    trumps: tuple[str, ...] = ()

    @classmethod
    def by(cls, worth: Worth | None, *, columns: bool) -> "Asked":
        """Under a rule set without such a control, nothing. Of totals no trump is asked: where packs differ, they
        cannot be controlled at all."""
        if worth is None or (not columns and worth.one_pack is None):
            return cls()
        trumps = tuple(trump for trump, _pack in worth.pack) if worth.one_pack is None else ()
        return cls(bool(worth.belote), bool(worth.sweep), trumps)


class _MarksForm(forms.Form):
    """What both forms share. ``numbers`` are the sides' numbers, ``length`` the deals of a game of so many, else 0."""

    way = ""

    def __init__(
        self, ruleset: RuleSet, numbers: Mapping[str, str], length: int, lines: Sequence[Marked], data: Any = None
    ) -> None:
        super().__init__(data)
        self.worth = worth_of(ruleset)
        self.asked = Asked.by(self.worth, columns=self.way == COLUMNS)
        self.numbers, self.length, self.lines = numbers, length, lines
        self._build()

    def _build(self) -> None:
        raise NotImplementedError

    @property
    def next_field(self) -> str:
        """Where the cursor waits."""
        return next(iter(self.fields))

    def only_lines(self) -> None:
        """Ask for the lines alone: neither for the paper's totals beside them nor for what is unclear."""
        for name in ("paper_ns", "paper_ew", "unclear"):
            self.fields.pop(name, None)

    def _number(self, name: str, label: str, initial: int | None, most: int, *, width: int = 5) -> None:
        attributes = {"autocomplete": "off", "inputmode": "numeric", "maxlength": width + 1}
        self.fields[name] = forms.IntegerField(
            label=label,
            initial=initial,
            min_value=0,
            max_value=most,
            required=False,
            widget=forms.TextInput(attrs=attributes),
        )


class TotalsForm(_MarksForm):
    """Both totals; where the pack lets them be controlled, how many belotes and sweeps they hold, and, unless the game
    has a number of deals, of how many deals they are."""

    way = TOTALS

    def _build(self) -> None:
        kept = self.lines[0] if self.lines else None
        for side in SIDES:
            told = None if kept is None else kept.ns if side == "NS" else kept.ew
            label = _("Total of %(number)s on the paper") % {"number": self.numbers[side]}
            self._number(side.lower(), label, told, MAX_MARK)
            self.fields[side.lower()].required = True
        if self.asked.belotes or self.asked.sweeps or self.worth is not None:
            if not self.length:
                self._number("deals", _("Deals played"), kept.deals if kept else None, MOST_DEALS)
                self.fields["deals"].required = True
            if self.asked.belotes:
                self._number("belotes", _("Belotes, both sides"), (kept.belotes or None) if kept else None, 400)
            if self.asked.sweeps:
                self._number("sweeps", _("All eight tricks, both sides"), (kept.sweeps or None) if kept else None, 200)
        self.fields["unclear"] = forms.BooleanField(label=_("Unclear: ask the table again"), required=False)

    def asked_again(self) -> list[int]:
        """The lines that are to be asked again."""
        return [0] if self.cleaned_data.get("unclear") else []

    def marks(self) -> list[Marked]:
        """The line that was typed."""
        data = self.cleaned_data
        deals = self.length or data.get("deals") or 1
        belotes, sweeps = data.get("belotes") or 0, data.get("sweeps") or 0
        return [Marked(data["ns"], data["ew"], deals, whole=True, belotes=belotes, sweeps=sweeps)]

    def paper(self) -> Paper | None:
        """Totals alone are not held against themselves."""
        return None


class ColumnsForm(_MarksForm):
    """A row a deal: what each side marks, and, for the control, a belote, all tricks, the trump. At the end the totals
    of the paper, once."""

    way = COLUMNS

    def _build(self) -> None:
        self.rows_wanted = max(self.length or FEW_LINES, len(self.lines) + (0 if self.length else MORE_LINES))
        for row in range(1, self.rows_wanted + 1):
            kept = self.lines[row - 1] if row <= len(self.lines) else None
            for side in SIDES:
                label = _("Deal %(deal)d, score of %(number)s") % {"deal": row, "number": self.numbers[side]}
                told = None if kept is None else kept.ns if side == "NS" else kept.ew
                self._number(_cell(row, side), label, told, MAX_MARK)
            if self.asked.belotes:
                label = _("Deal %(deal)d, belotes") % {"deal": row}
                self._number(_cell(row, "belotes"), label, (kept.belotes or None) if kept else None, 2, width=1)
            if self.asked.sweeps:
                self.fields[_cell(row, "sweep")] = forms.BooleanField(
                    label=_("Deal %(deal)d, all eight tricks") % {"deal": row},
                    initial=bool(kept and kept.sweeps),
                    required=False,
                )
            if self.asked.trumps:
                self.fields[_cell(row, "trump")] = forms.ChoiceField(
                    label=_("Deal %(deal)d, trump") % {"deal": row},
                    choices=[("", "–"), *((trump, trump) for trump in self.asked.trumps)],
                    initial=kept.trump if kept else "",
                    required=False,
                )
        for side in SIDES:
            label = _("Total of %(number)s on the paper") % {"number": self.numbers[side]}
            self._number(f"paper_{side.lower()}", label, None, MOST_TOTAL)
        self.fields["unclear"] = forms.CharField(
            label=_("Unclear deals, to ask again"),
            help_text=_("By their numbers: 3 7"),
            max_length=60,
            required=False,
            widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "numeric"}),
        )

    @property
    def next_field(self) -> str:
        name = _cell(len(self.lines) + 1, "NS")
        return name if name in self.fields else super().next_field

    @property
    def rows(self) -> Iterator[dict[str, Any]]:
        """The rows for the page: the deal's number, its fields, and what each is called in full for who hears it."""
        names = [*SIDES, *(("belotes",) if self.asked.belotes else ()), *(("sweep",) if self.asked.sweeps else ())]
        if self.asked.trumps:
            names.append("trump")
        for row in range(1, self.rows_wanted + 1):
            yield {"no": row, "fields": [self[_cell(row, name)] for name in names]}

    @property
    def totals(self) -> list[Any]:
        names = [f"paper_{side.lower()}" for side in SIDES]
        return [self[name] for name in names if name in self.fields]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        filled = [row for row in range(1, self.rows_wanted + 1) if self._is_filled(row)]
        for row in range(1, (filled[-1] if filled else 0) + 1):
            empty = [side for side in SIDES if not self._typed(row, side)]
            if len(empty) == 1:
                data[_cell(row, empty[0])] = 0  # who marks nothing is left empty on many papers
            elif empty:
                self.add_error(_cell(row, "NS"), _("Nothing stands here, but deals follow. Who marked what?"))
        self.typed = len(filled) and filled[-1]
        if not filled and not self.errors:
            self.add_error(_cell(1, "NS"), _("No deal yet."))
        return data

    def clean_unclear(self) -> list[int]:
        words = re.split(r"[\s,;]+", self.cleaned_data["unclear"].strip())
        found = [int(word) for word in words if word.isdecimal() and len(word) < 4]
        if len(found) < len([word for word in words if word]) or any(not 1 <= n <= self.rows_wanted for n in found):
            raise forms.ValidationError(_("The numbers of deals, with spaces between them."))
        return found

    def asked_again(self) -> list[int]:
        """The lines that are to be asked again."""
        return [row for row in self.cleaned_data.get("unclear") or [] if row <= self.typed]

    def _typed(self, row: int, name: str) -> bool:
        return str(self.data.get(_cell(row, name), "")).strip() != ""

    def _is_filled(self, row: int) -> bool:
        return any(self._typed(row, name) for name in (*SIDES, "belotes", "sweep", "trump"))

    def marks(self) -> list[Marked]:
        """The lines that were typed."""
        data = self.cleaned_data
        return [
            Marked(
                data[_cell(row, "NS")],
                data[_cell(row, "EW")],
                belotes=data.get(_cell(row, "belotes")) or 0,
                sweeps=int(data.get(_cell(row, "sweep")) or False),
                trump=data.get(_cell(row, "trump")) or "",
            )
            for row in range(1, self.typed + 1)
        ]

    def paper(self) -> Paper | None:
        """The totals of the paper as far as they were typed; None where they were not."""
        found = Paper((self.cleaned_data.get("paper_ns"), self.cleaned_data.get("paper_ew")))
        return None if found.is_empty else found


def _cell(row: int, name: str) -> str:
    return f"m{row}_{name.lower()}"


FORMS: Mapping[str, type[TotalsForm | ColumnsForm]] = {TOTALS: TotalsForm, COLUMNS: ColumnsForm}
