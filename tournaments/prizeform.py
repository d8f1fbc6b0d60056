"""The list of prizes as one form: a line for each row, empty lines for more, and a suggestion from a purse."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from core.fields import OneLineField
from tournaments import amounts, prizewords
from tournaments.services.errors import TournamentError
from tournaments.services.prizes import MOST_PLACES, MOST_ROWS
from tournaments.standings.prizes import Kind, Prize, Ties, Track

#: So many empty lines stand behind the others; more come with each press of the button.
EMPTY = 3
_NUMBER = {"inputmode": "numeric"}


class RowForm(forms.Form):
    """One row of the list. Without a name and a sum it is none."""

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=8)
    label = OneLineField(label=_lazy("What it is"), required=False, max_length=80)
    kind = forms.ChoiceField(
        label=_lazy("Kind"), choices=[(Kind.THING.value, _lazy("a thing")), (Kind.MONEY.value, _lazy("money"))]
    )
    value = forms.CharField(
        label=_lazy("Worth, each"), required=False, max_length=16, widget=forms.TextInput({"inputmode": "decimal"})
    )
    track = forms.ChoiceField(
        label=_lazy("For"),
        choices=[
            (Track.RANK.value, _lazy("places")),
            (Track.CATEGORY.value, _lazy("places in a category")),
            (Track.LAST.value, _lazy("places from the end")),
            (Track.REST.value, _lazy("everyone else")),
        ],
    )
    first = forms.IntegerField(
        label=_lazy("from"), required=False, min_value=1, max_value=MOST_PLACES, widget=forms.NumberInput(_NUMBER)
    )
    last = forms.IntegerField(
        label=_lazy("to"), required=False, min_value=1, max_value=MOST_PLACES, widget=forms.NumberInput(_NUMBER)
    )
    category = OneLineField(label=_lazy("Category"), required=False, max_length=20)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said in it."""
        return not any(self.cleaned_data.get(name, "").strip() for name in ("label", "value"))

    def prize(self, row: int) -> Prize:
        """The row, as it is typed. TournamentError ``prize-value`` (row) where what it is worth cannot be read."""
        data = self.cleaned_data
        cents = amounts.read(data["value"]) if data["value"].strip() else None
        if data["value"].strip() and cents is None:
            raise TournamentError("prize-value", "value", row=row)
        first = data["first"] or 1
        return Prize(
            key=data["key"],
            track=Track(data["track"]),
            first=first,
            last=data["last"] or first,
            category=data["category"],
            label=data["label"],
            cents=cents,
            kind=Kind(data["kind"]),
        )


class RulesForm(forms.Form):
    """How the list is given."""

    several = forms.ChoiceField(
        label=_lazy("Each wins"),
        choices=[
            ("", _lazy("one prize: the one that stands first in the list")),
            ("1", _lazy("all that his places bring")),
        ],
        required=False,
        widget=forms.RadioSelect,
    )
    ties = forms.ChoiceField(label=_lazy("Prizes of those who are level"), widget=forms.RadioSelect)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ties"].choices = [(one.value, say()) for one, say in prizewords.TIES.items()]  # type: ignore[attr-defined]

    @property
    def rules(self) -> tuple[bool, Ties]:
        """Whether each may win several; what becomes of ties."""
        return self.cleaned_data["several"] == "1", Ties(self.cleaned_data["ties"])


class SuggestForm(forms.Form):
    """A purse to be parted. It only fills the list: nothing is saved by it."""

    purse = forms.CharField(label=_lazy("The purse"), max_length=16, widget=forms.TextInput({"inputmode": "decimal"}))
    places = forms.IntegerField(
        label=_lazy("How many win"),
        required=False,
        min_value=1,
        max_value=MOST_PLACES,
        widget=forms.NumberInput(_NUMBER),
    )

    def clean_purse(self) -> int:
        cents = amounts.read(self.cleaned_data["purse"])
        if not cents:
            raise forms.ValidationError(_("A sum of money, such as 12 or 12.50."))
        return cents


def initial(prize: Prize) -> dict[str, Any]:
    """What a row shows of a prize."""
    placed = prize.track != Track.REST
    return {
        "key": prize.key,
        "track": prize.track.value,
        "first": prize.first if placed else None,
        "last": prize.last if placed and prize.last != prize.first else None,
        "category": prize.category,
        "kind": prize.kind.value,
        "label": prize.label,
        "value": amounts.typed(prize.cents),
    }


def shown(prizes: Iterable[Prize], more: int = EMPTY) -> list[RowForm]:
    """The lines of a list, and empty ones."""
    forms_ = [RowForm(prefix=f"row-{at}", initial=initial(prize)) for at, prize in enumerate(prizes)]
    empty = range(len(forms_), min(MOST_ROWS, len(forms_) + more))
    return [*forms_, *(RowForm(prefix=f"row-{at}") for at in empty)]


def sent(data: Mapping[str, Any]) -> list[RowForm]:
    """The lines that were sent."""
    numbers = itertools.takewhile(lambda at: f"row-{at}-track" in data, range(MOST_ROWS))
    return [RowForm(data, prefix=f"row-{at}") for at in numbers]


def moved(data: Mapping[str, Any], which: str, by: int) -> tuple[list[RowForm], int | None]:
    """The lines that were sent with the one at place ``which`` (from 0, as it was sent) one place up (``by`` -1) or
    down (1), and where it stands now: None where it cannot go there. What is typed goes along, also what is not
    valid."""
    rows = sent(data)
    at = int(which) if which.isdecimal() and len(which) < 4 else -1
    to = at + by
    if not (0 <= at < len(rows) and 0 <= to < len(rows)):
        return rows, None
    both = (f"row-{at}-", f"row-{to}-")
    swapped = dict(data.items())
    for name in RowForm.base_fields:
        one, other = (swapped.pop(prefix + name, None) for prefix in both)
        swapped |= {key + name: value for key, value in zip(both, (other, one), strict=True) if value is not None}
    return sent(swapped), to


def prizes_of(rows: Iterable[RowForm]) -> list[Prize]:
    """The list that was typed, its lines all valid; a refusal names the line."""
    return [row.prize(at) for at, row in enumerate(rows, start=1) if not row.is_empty]
