"""The form that begins a score sheet of friends: how many, their first names, how it is counted, how long."""

from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from core.fields import OneLineField
from scoring import friends, rulesets_store
from scoring.calculator_form import rule_choices
from scoring.friends import Length

MOST_PLAYERS = 4
LEAST_TARGET, MOST_TARGET = 10, 20_000
MOST_DEALS = 60


def _rules() -> list[Any]:
    """The usual rules, then the published ones by family."""
    language = (get_language() or "fr").split("-")[0]
    groups = [(label, [(key, title) for key, title, _chosen in group]) for label, group in rule_choices(None, language)]
    title, of_two = (rulesets_store.preset_title(friends.USUAL[count], language) for count in (4, 2))
    usual = _("The usual ones: %(four)s; for two players %(two)s") % {"four": title, "two": of_two}
    return [("", usual), *groups]


class FriendsForm(forms.Form):
    """Every field has an answer already: who wants to play at once presses the button."""

    players = forms.TypedChoiceField(
        label=_lazy("How many are you?"),
        coerce=int,
        choices=[(4, _lazy("4, two against two")), (3, _lazy("3, each for himself")), (2, _lazy("2, one against one"))],
        initial=4,
        widget=forms.RadioSelect,
    )
    length = forms.ChoiceField(
        label=_lazy("The game goes to"),
        choices=[
            ("target", _lazy("a number of points")),
            ("deals", _lazy("a number of deals")),
            ("open", _lazy("as long as we like")),
        ],
        initial="target",
        widget=forms.RadioSelect,
    )
    target = forms.IntegerField(
        label=_lazy("Points"), min_value=LEAST_TARGET, max_value=MOST_TARGET, initial=1000, required=False
    )
    deals = forms.IntegerField(label=_lazy("Deals"), min_value=1, max_value=MOST_DEALS, initial=12, required=False)
    rules = forms.ChoiceField(label=_lazy("Rules"), choices=_rules, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in range(1, MOST_PLAYERS + 1):
            self.fields[f"name{place}"] = OneLineField(
                label=_("Player %(number)s") % {"number": place},
                max_length=friends.MOST_NAME,
                required=False,
                widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        kind = data.get("length")
        if kind in {"target", "deals"} and kind not in self.errors and data.get(kind) is None:
            self.add_error(kind, _("Write a number."))
        elif kind in {"target", "deals", "open"}:
            # What is not asked is not wrong either.
            for other in {"target", "deals"} - {kind}:
                self.errors.pop(other, None)
        return data

    @property
    def name_fields(self) -> list[forms.BoundField]:
        return [self[f"name{place}"] for place in range(1, MOST_PLAYERS + 1)]

    @property
    def names(self) -> list[str]:
        """As many as there are players."""
        return [self.cleaned_data[f"name{place}"] for place in range(1, self.cleaned_data["players"] + 1)]

    @property
    def game_length(self) -> Length:
        kind = self.cleaned_data["length"]
        return Length(kind, self.cleaned_data.get(kind) or 0)
