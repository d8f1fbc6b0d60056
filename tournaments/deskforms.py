"""What the pages of the arbiter's decisions ask: penalties and bonuses, a round cut short, a game made up."""

import uuid
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from core.fields import OneLineField
from tournaments.models import Round
from tournaments.people import EntryName
from tournaments.services.adjustments import MOST_POINTS
from tournaments.services.catchup import MOST_TABLE


def _named(names: Iterable[EntryName]) -> list[tuple[str, str]]:
    return [(str(name.id), f"{name.label}. {name.joined}") for name in names]


class AdjustmentForm(forms.Form):
    """Points for or against an entry, with the reason."""

    entry = forms.ChoiceField(label=_lazy("For whom"))
    points = forms.IntegerField(
        label=_lazy("Points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text=_lazy("With a minus to take them: −162."),
    )
    round = forms.ChoiceField(label=_lazy("In"), required=False)
    reason = OneLineField(
        label=_lazy("Why"),
        max_length=300,
        help_text=_lazy("The hall reads it beside the total. In public only the points are shown."),
    )

    def __init__(self, *args: Any, names: Iterable[EntryName], rounds: Iterable[Round], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        whole: list[tuple[str, str]] = [("", _("the whole tournament"))]
        numbered = [(str(one.pk), _("Round %(number)d") % {"number": one.number}) for one in rounds]
        self.fields["entry"].choices = _named(names)  # type: ignore[attr-defined]
        self.fields["round"].choices = whole + numbered  # type: ignore[attr-defined]

    @property
    def round_id(self) -> uuid.UUID | None:
        chosen = self.cleaned_data["round"]
        return uuid.UUID(chosen) if chosen else None


class CutForm(forms.Form):
    """A round cut short: why, and whether tables without any score are over too."""

    reason = OneLineField(label=_lazy("Why is it cut short?"), max_length=300)
    with_empty = forms.BooleanField(label=_lazy("Close these tables too, with 0 to 0"), required=False)

    def __init__(self, *args: Any, empty: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not empty:
            del self.fields["with_empty"]


class CatchUpForm(forms.Form):
    """A table for a game that is made up: against whom, and where."""

    opponent = forms.ChoiceField(label=_lazy("Against"))
    table = forms.IntegerField(
        label=_lazy("Table"),
        min_value=1,
        max_value=MOST_TABLE,
        required=False,
        help_text=_lazy("Empty: the next free number."),
    )

    def __init__(self, *args: Any, names: Iterable[EntryName], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["opponent"].choices = _named(names)  # type: ignore[attr-defined]
