"""What the region's page asks of a season."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from core.fields import OneLineField
from rankings.services import SeasonWish

_DAY = {"type": "date"}


class SeasonForm(forms.Form):
    """A season: a name, its days, the points for places."""

    name = OneLineField(label=_("Name of the season"), max_length=60)
    starts = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs=_DAY, format="%Y-%m-%d"))
    ends = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs=_DAY, format="%Y-%m-%d"))
    place_points = forms.CharField(
        label=_("Points for places"),
        max_length=300,
        help_text=_("For the 1st, the 2nd, and so on; later places get the last figure."),
    )

    def clean_place_points(self) -> tuple[int, ...]:
        words = re.split(r"[\s,;]+", self.cleaned_data["place_points"].strip())
        if not all(re.fullmatch(r"[0-9]{1,5}", word) for word in words) or len(words) > 60:
            raise forms.ValidationError(_("Whole numbers with blanks between them, such as 25 20 16 13."))
        return tuple(int(word) for word in words)

    def wish(self) -> SeasonWish:
        """What was asked, for the service."""
        data = self.cleaned_data
        return SeasonWish(data["name"], data["starts"], data["ends"], data["place_points"])
