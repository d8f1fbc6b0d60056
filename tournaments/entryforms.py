"""What the page of one entry asks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.fields import OneLineField
from tournaments.forms import PlayerForm
from tournaments.models import Entry
from tournaments.services.contests import MOST_DEALS
from tournaments.services.details import MOST_RATING, MOST_TABLE, Details, details_of
from tournaments.services.players import Since


class DetailsForm(forms.Form):
    """What is noted of an entry besides its players."""

    home_club = OneLineField(label=_("Club"), max_length=80, required=False)
    category = OneLineField(
        label=_("Category"),
        max_length=20,
        required=False,
        help_text=_("Empty: it follows from the players. Several are parted by commas."),
    )
    rating = forms.IntegerField(
        label=_("Rating"),
        min_value=0,
        max_value=MOST_RATING,
        required=False,
        help_text=_("The higher, the stronger: for a first round drawn by strength."),
    )
    fixed_table = forms.IntegerField(
        label=_("Always at table"),
        min_value=1,
        max_value=MOST_TABLE,
        required=False,
        help_text=_("For who cannot change tables. Empty: anywhere."),
    )
    never_rests = forms.BooleanField(label=_("Must not rest when the number is odd"), required=False)
    stand_in = forms.BooleanField(
        label=_("Stand-in, outside the ranking"),
        required=False,
        help_text=_("Fills an odd number and rests first when the number is even without it; no place, no prize."),
    )

    def __init__(self, data: Any = None, *, entry: Entry) -> None:
        now = details_of(entry)
        initial = {
            "home_club": now.home_club,
            "category": now.category,
            "rating": now.rating,
            "fixed_table": now.fixed_table,
            "never_rests": not now.may_rest,
            "stand_in": now.stand_in,
        }
        super().__init__(data, initial=initial)

    def wish(self) -> Details:
        """What was asked, for the service."""
        data = self.cleaned_data
        return Details(
            home_club=data["home_club"],
            category=data["category"],
            rating=data["rating"],
            fixed_table=data["fixed_table"],
            may_rest=not data["never_rests"],
            stand_in=data["stand_in"],
        )


class ReplaceForm(PlayerForm):
    """Who comes in for a player, and from which round on."""

    from_round = forms.TypedChoiceField(label=_("From"), coerce=int, widget=forms.RadioSelect)
    from_deal = forms.IntegerField(
        label=_("From deal"),
        min_value=1,
        max_value=MOST_DEALS,
        required=False,
        help_text=_("Of the round being played. Empty: the next one on the sheet."),
    )
    objected = forms.BooleanField(label=_("Do not want to be named in public"), required=False)

    field_order = ("player", "from_round", "from_deal", "objected")

    def __init__(self, *args: Any, since: Since, first: int, **kwargs: Any) -> None:
        """``first``: the round in which the player who gives way began."""
        super().__init__(*args, **kwargs)
        self.fields["player"].label = _("Who comes in")
        if since.now is None or since.now < first:
            del self.fields["from_deal"]
        choices = []
        if since.now is not None and since.now >= first:
            choices.append((since.now, _("round %(number)d, being played") % {"number": since.now}))
        if since.next is not None and since.next >= first:
            choices.append((since.next, _("round %(number)d, the next one") % {"number": since.next}))
        self.fields["from_round"].choices = choices  # type: ignore[attr-defined]
        if choices:
            self.initial.setdefault("from_round", choices[-1][0])
