"""Forms of money: a sum received or given back, the fees, a line of the cash sheet, what was counted."""

import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from core.fields import OneLineField
from tournaments import amounts
from tournaments.fees import Fees, Kind
from tournaments.models import CashLine, FeeRules, Method
from tournaments.services.fees import MOST_KINDS

_DECIMAL = {"inputmode": "decimal", "maxlength": 16}


class SumField(forms.Field):
    """A sum of money as it is written; in cents."""

    widget = forms.TextInput(_DECIMAL)

    def to_python(self, value: Any) -> Any:
        text = str(value or "").strip()
        if not text:
            return None
        cents = amounts.read(text)
        if cents is None:
            raise forms.ValidationError(_("A sum of money, such as 12 or 12.50."))
        return cents

    def validate(self, value: Any) -> None:
        if value is None and self.required:
            raise forms.ValidationError(self.error_messages["required"], code="required")

    def prepare_value(self, value: Any) -> Any:
        return amounts.typed(value) if isinstance(value, int) else value


class PaymentForm(forms.Form):
    """A sum received for an entry, or given back."""

    amount = SumField(label=_lazy("Sum"))
    method = forms.ChoiceField(label=_lazy("How"), choices=Method.choices)
    person = forms.ChoiceField(label=_lazy("Of whom"), required=False)
    note = OneLineField(
        label=_lazy("Remark"),
        max_length=80,
        required=False,
        help_text=_lazy("The number of a cheque, say. It is kept for good: no names."),
    )

    def __init__(self, *args: Any, players: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].choices = [("", _("all together")), *players]  # type: ignore[attr-defined]


class FeesForm(forms.Form):
    """The usual fee, and for whom it is."""

    fee = SumField(label=_lazy("Entry fee"), required=False)
    per = forms.ChoiceField(label=_lazy("The fee is"), choices=FeeRules.Per.choices, widget=forms.RadioSelect)


class KindForm(forms.Form):
    """Another fee. Without a name it is none."""

    key = forms.CharField(widget=forms.HiddenInput, required=False, max_length=8)
    name = OneLineField(label=_lazy("For whom"), max_length=40, required=False)
    cents = SumField(label=_lazy("Fee"), required=False)

    def kind(self) -> Kind:
        data = self.cleaned_data
        return Kind(data["key"], data["name"], data["cents"] or 0)


def kinds_shown(fees: Fees) -> list[KindForm]:
    """A line for each other fee, and two empty ones."""
    forms_ = [
        KindForm(prefix=f"kind-{at}", initial={"key": one.key, "name": one.name, "cents": one.cents})
        for at, one in enumerate(fees.kinds)
    ]
    empty = range(len(forms_), min(MOST_KINDS, len(forms_) + 2))
    return [*forms_, *(KindForm(prefix=f"kind-{at}") for at in empty)]


def kinds_sent(data: Mapping[str, Any]) -> list[KindForm]:
    """The lines that were sent."""
    numbers = itertools.takewhile(lambda at: f"kind-{at}-name" in data, range(MOST_KINDS))
    return [KindForm(data, prefix=f"kind-{at}") for at in numbers]


class LineForm(forms.Form):
    """A line of the cash sheet."""

    kind = forms.ChoiceField(label=_lazy("What"), choices=CashLine.Kind.choices)
    amount = SumField(label=_lazy("Sum"))
    method = forms.ChoiceField(label=_lazy("How"), choices=Method.choices)
    note = OneLineField(label=_lazy("What for"), max_length=80, required=False)


class CountForm(forms.Form):
    """What was counted in the till."""

    counted = SumField(label=_lazy("Counted in the till"))


class ReceiptsForm(forms.Form):
    """The last number of the year's receipts that were given elsewhere."""

    number = forms.IntegerField(
        label=_lazy("Last number given elsewhere this year"),
        help_text=_lazy("Of receipt 2026-0042 this is 42."),
        widget=forms.TextInput({"inputmode": "numeric", "maxlength": 6, "autocomplete": "off"}),
    )
