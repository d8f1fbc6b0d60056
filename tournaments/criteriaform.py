"""The page on which an organiser chooses and orders what ranks: its rows, without a word on what is done with them."""

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _lazy

from tournaments import criteriawords
from tournaments.standings.criteria import CRITERIA, OFFERED, Chosen, Parameter, choose

#: What a criterion is told, as the page asks for it, by criterion and parameter.
_LABELS: dict[tuple[str, str], Any] = {
    ("capped_points", "cap"): _lazy("A game counts at most"),
    ("without_worst", "rounds"): _lazy("Rounds left out"),
    ("best_rounds", "rounds"): _lazy("Rounds that count"),
    ("opponents", "by"): _lazy("Added up"),
    ("opponents", "weakest"): _lazy("Weakest left out"),
    ("opponents", "strongest"): _lazy("Strongest left out"),
    ("beaten", "by"): _lazy("Added up"),
}


class CriterionRow(forms.Form):
    """A criterion with what it is told. ``key``: its name."""

    def __init__(self, key: str, data: QueryDict | None = None, told: Chosen | None = None) -> None:
        super().__init__(data, initial=None if told is None else told.params, prefix=key)
        self.key = key
        for parameter in CRITERIA[key].parameters:
            self.fields[parameter.name] = _field(key, parameter)
        self.title = criteriawords.name(key)
        self._told = told or choose(key)

    @property
    def meaning(self) -> str:
        """What it counts, as it is told on the page."""
        return criteriawords.meaning(self.chosen if self.is_bound and self.is_valid() else self._told)

    @property
    def figures(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields]

    @property
    def chosen(self) -> Chosen:
        """The criterion as it was told; the form is valid."""
        return choose(self.key, **self.cleaned_data)


def _field(key: str, parameter: Parameter) -> forms.Field:
    label = _LABELS[key, parameter.name]
    if parameter.choices:
        choices = [(name, criteriawords.STRENGTHS[name]) for name in parameter.choices]
        return forms.ChoiceField(label=label, choices=choices, initial=parameter.usual)
    return forms.IntegerField(label=label, min_value=parameter.least, max_value=parameter.most, initial=parameter.usual)


class CriteriaPage:
    """The criteria that are used, in their order, and those that are not."""

    def __init__(self, rows: Sequence[CriterionRow]) -> None:
        self.rows = list(rows)
        self.is_empty = False

    @classmethod
    def of(cls, order: Sequence[Chosen]) -> "CriteriaPage":
        return cls([CriterionRow(str(one), told=one) for one in order])

    @classmethod
    def sent(cls, data: QueryDict) -> "CriteriaPage":
        """The page as it was sent: its rows in their order, without what is unknown or there twice."""
        keys = [key for key in dict.fromkeys(data.getlist("row")) if key in OFFERED]
        return cls([CriterionRow(key, data) for key in keys])

    def move(self, key: str, step: int) -> None:
        """Put a row one place up (-1) or down (1)."""
        place = next((place for place, row in enumerate(self.rows) if row.key == key), None)
        if place is not None and 0 <= place + step < len(self.rows):
            other = place + step
            self.rows[place], self.rows[other] = self.rows[other], self.rows[place]

    def add(self, key: str) -> None:
        """Use one more criterion, as the last."""
        if key in OFFERED and all(row.key != key for row in self.rows):
            self.rows.append(CriterionRow(key, told=choose(key)))

    def drop(self, key: str) -> None:
        """Use a criterion no more."""
        self.rows = [row for row in self.rows if row.key != key]

    def order(self) -> list[Chosen] | None:
        """What was asked; None where something cannot be, which then stands at its field."""
        self.is_empty = not self.rows
        if self.is_empty or not all(row.is_valid() for row in self.rows):
            return None
        return [row.chosen for row in self.rows]

    def forgive(self) -> None:
        """Show what was typed without a word on what is missing: nothing was to be saved."""
        for row in self.rows:
            if row.is_bound:
                row.full_clean()
                row.errors.clear()

    @property
    def used(self) -> Iterator[dict[str, Any]]:
        """The rows, each with its place and whether it can be moved up and down."""
        for place, row in enumerate(self.rows):
            yield {"row": row, "place": place + 1, "up": place > 0, "down": place + 1 < len(self.rows)}

    @property
    def unused(self) -> list[CriterionRow]:
        here = {row.key for row in self.rows}
        return [CriterionRow(key) for key in OFFERED if key not in here]

    @property
    def errors(self) -> list[dict[str, str]]:
        """Every refusal with the field it is at."""
        return [
            {
                "id": row[name].id_for_label,
                "label": f"{row.title}, {row[name].label}",
                "text": str(text),
            }
            for row in self.rows
            if row.is_bound
            for name, texts in row.errors.items()
            for text in texts
        ]
