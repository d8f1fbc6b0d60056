"""The form of what everybody sees of a tournament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament
from tournaments.services import showing


class ShowingForm(forms.Form):
    """Whether the tournament is announced before its first draw, and its programme."""

    announced = forms.BooleanField(
        label=_("Announce the tournament before its first draw"),
        help_text=_(
            "Its page then shows date, place, rules, programme and who is entered, by the names they agreed to."
        ),
        required=False,
    )
    programme = forms.CharField(
        label=_("Programme"),
        help_text=_("A line each, such as “19:30 doors open”. Everybody reads it."),
        required=False,
        max_length=showing.MOST_PROGRAMME,
        widget=forms.Textarea(attrs={"rows": 6}),
    )

    @staticmethod
    def values_of(tournament: Tournament) -> dict[str, Any]:
        """What is settled now."""
        told = showing.of_tournament(tournament)
        return {"announced": bool(told.get("announced")), "programme": told.get("programme", "")}
