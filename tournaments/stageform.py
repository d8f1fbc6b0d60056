"""The forms of later stages and of qualifiers: who goes on, and how it is drawn."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from core.fields import OneLineField
from tournaments import systemwords
from tournaments.models import Tournament
from tournaments.services.contests import MOST_ROUNDS
from tournaments.services.cuts import NewStage
from tournaments.services.drawsetup import systems_for
from tournaments.standings.figures import BRACKETS

#: The systems for what follows a qualification, in the order in which they are usual.
SYSTEMS = ("knockout", "pools-knockout", "swiss", "danish", "round-robin", "random", "melee", "manual")


class StageForm(forms.Form):
    """A stage that follows: its name, how many go on, how it is drawn."""

    name = OneLineField(label=_("Name"), max_length=60, initial=_("Final"))
    places = forms.IntegerField(label=_("How many go on"), min_value=2, max_value=2000, initial=8)
    draw_system = forms.ChoiceField(label=_("How it is drawn"), choices=())
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        initial=3,
        help_text=_("A knockout of 8 takes 3 rounds, of 16 takes 4."),
    )
    third_place = forms.BooleanField(
        label=_("A match for the third place"), required=False, initial=True, help_text=_("In a knockout.")
    )
    consolation = forms.TypedChoiceField(
        label=_("Consolation"),
        choices=[
            (0, _("none")),
            (1, _("for those who lose in the first round")),
            (2, _("for those who lose in the first two rounds")),
        ],
        coerce=int,
        required=False,
        empty_value=None,
        help_text=_("In a knockout."),
    )
    carry = forms.BooleanField(
        label=_("What was marked before counts on"),
        required=False,
        help_text=_("Otherwise everybody who has qualified begins at nought."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        allowed = systems_for(tournament.entry_kind)
        self.fields["draw_system"].choices = [  # type: ignore[attr-defined]
            (system, systemwords.name(system)) for system in SYSTEMS if system in allowed
        ]

    def wish(self) -> NewStage:
        """What was asked, for the service."""
        data = self.cleaned_data
        settings = {"third_place": data["third_place"], "consolation": data["consolation"] or 0}
        if data["draw_system"] not in BRACKETS:
            settings = {}
        return NewStage(
            data["name"], data["draw_system"], data["rounds"], data["places"], carry=data["carry"], settings=settings
        )


class QualifiersForm(forms.Form):
    """Which tournaments qualify for this one, how many of each, and for how many places."""

    others = forms.MultipleChoiceField(
        label=_("Qualifying tournaments"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Finished ones of the club, oldest first: who has qualified in one leaves the place in the next."),
    )
    direct = forms.IntegerField(
        label=_("Of each, the best"),
        min_value=0,
        max_value=2000,
        initial=8,
        help_text=_("The places left go to the next of each in turn."),
    )
    places = forms.IntegerField(label=_("Places in all"), min_value=2, max_value=2000, initial=24)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        finished = tournament.club.tournaments.real().filter(state=Tournament.State.FINISHED).exclude(pk=tournament.pk)
        self.fields["others"].choices = [  # type: ignore[attr-defined]
            (str(row.pk), f"{row.name}, {row.local_date:%d.%m.%Y}") for row in finished.order_by("local_date", "name")
        ]


def as_wished(form: QualifiersForm) -> tuple[list[str], int, int]:
    """The tournaments in the order in which they were played, the direct places of each and all places."""
    chosen = set(form.cleaned_data["others"])
    ordered = [pk for pk, _label in form.fields["others"].choices if pk in chosen]  # type: ignore[attr-defined]
    return ordered, form.cleaned_data["direct"], form.cleaned_data["places"]
