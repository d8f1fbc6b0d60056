"""What the arbiter's page of a table asks, and the club's list of faults."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from core.fields import OneLineField
from scoring.rulings import MOST_POINTS
from tournaments import faultwords, rulingwords
from tournaments.faultwords import Cost
from tournaments.models import Fault
from tournaments.services import faults
from tournaments.services.faults import MOST_NAME, Sanctions

#: Which of the two forms of the page was sent.
FAULT, SCORE = "fault", "score"


def _deals(none: Any, deals: Iterable[tuple[int, str]]) -> list[tuple[str, Any]]:
    return [("0", none), *((str(position), text) for position, text in deals)]


class FaultForm(forms.Form):
    """A fault of the club's list at a table. ``labels``: what each side is called; ``before``: how often each side had
    each fault; ``deals``: the lines of the sheet with what they are called."""

    side = forms.ChoiceField(label=_lazy("Whose fault"), widget=forms.RadioSelect)
    fault = forms.ChoiceField(label=_lazy("Fault"))
    position = forms.ChoiceField(label=_lazy("In"), required=False)
    points = forms.IntegerField(
        label=_lazy("Points"),
        min_value=0,
        max_value=MOST_POINTS,
        required=False,
        help_text=_lazy("Empty: what the list says for this time. 0: a warning."),
    )
    reason = OneLineField(
        label=_lazy("Why"),
        max_length=300,
        required=False,
        help_text=_lazy("Empty: the name of the fault. It stays in the history of the sheet."),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        labels: Mapping[str, str],
        listed: Iterable[Fault],
        before: Mapping[tuple[str, str], int],
        deals: Iterable[tuple[int, str]],
    ) -> None:
        super().__init__(data, auto_id="fault_%s")
        rows = list(listed)
        choices = [("", "–"), *((faults.code_of(one), _choice(one)) for one in rows)]
        self.fields["side"].choices = list(labels.items())  # type: ignore[attr-defined]
        self.fields["fault"].choices = choices  # type: ignore[attr-defined]
        self.fields["position"].choices = _deals(_("no deal in particular"), deals)  # type: ignore[attr-defined]
        names = {one.key or one.name: faultwords.called(one) for one in rows}
        self.before = [
            _("%(who)s: %(what)s, %(times)s.")
            % {
                "who": labels[side],
                "what": names.get(fault, faultwords.name_of(fault)),
                "times": rulingwords.times(count),
            }
            for (side, fault), count in sorted(before.items())
        ]


def _choice(fault: Fault) -> str:
    """A fault with what it costs."""
    first, again = Cost(fault.first, fault.first_points), Cost(fault.again, fault.again_points)
    told = {"name": faultwords.called(fault), "first": first.text, "again": again.text}
    if first == again:
        return _("%(name)s: %(first)s") % told
    return _("%(name)s: %(first)s, then %(again)s") % told


class ScoreForm(forms.Form):
    """Another score for a deal or for the whole game."""

    position = forms.ChoiceField(label=_lazy("For"))
    ns = forms.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS)
    ew = forms.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS)
    reason = OneLineField(label=_lazy("Why"), max_length=300, help_text=_lazy("It stays in the history of the sheet."))

    def __init__(self, data: Any = None, *, labels: Mapping[str, str], deals: Iterable[tuple[int, str]]) -> None:
        super().__init__(data, auto_id="score_%s")
        self.fields["position"].choices = _deals(_("the whole game"), deals)  # type: ignore[attr-defined]
        for name, side in (("ns", "A"), ("ew", "B")):
            self.fields[name].label = _("Points of %(who)s") % {"who": labels[side]}


class ListedFaultForm(forms.Form):
    """A fault of a club's list: what it is called and what it costs."""

    name = OneLineField(label=_lazy("Fault"), max_length=MOST_NAME)
    first = forms.ChoiceField(label=_lazy("The first time"))
    first_points = forms.IntegerField(label=_lazy("Points"), min_value=0, max_value=faults.MOST_POINTS, required=False)
    again = forms.ChoiceField(label=_lazy("From the second time on"))
    again_points = forms.IntegerField(label=_lazy("Points"), min_value=0, max_value=faults.MOST_POINTS, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("first", "again"):
            self.fields[name].choices = Fault.Sanction.choices  # type: ignore[attr-defined]

    def sanctions(self) -> Sanctions:
        """What it is to cost."""
        data = self.cleaned_data
        return Sanctions(data["first"], data["first_points"] or 0, data["again"], data["again_points"] or 0)


def values_of(fault: Fault) -> dict[str, Any]:
    """What the form shows of a fault of the list."""
    return {
        "name": faultwords.called(fault),
        "first": fault.first,
        "first_points": fault.first_points or None,
        "again": fault.again,
        "again_points": fault.again_points or None,
    }
