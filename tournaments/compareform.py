"""What the page asks that compares formats."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from clubs.models import Club
from tournaments import comparewords
from tournaments.models import Entry
from tournaments.simulation import FORMATS
from tournaments.simulation.compare import (
    LEAST_FORMATS,
    LEAST_PAIRS,
    MOST_FORMATS,
    MOST_PAIRS,
    MOST_ROUNDS,
    Question,
    question_from,
)

SEEDS = (3, 7, 15)
USUAL = ("random", "swiss")
SHARES = ("absent", "late", "withdraw")


class CompareForm(forms.Form):
    """The evening to play on trial, and in which formats."""

    pairs = forms.IntegerField(label=_lazy("Pairs"), min_value=LEAST_PAIRS, max_value=MOST_PAIRS)
    rounds = forms.IntegerField(label=_lazy("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    absent = forms.IntegerField(
        label=_lazy("Absent in a round, %"), min_value=0, max_value=50, help_text=_lazy("Others in each round.")
    )
    late = forms.IntegerField(label=_lazy("Come late, %"), min_value=0, max_value=50)
    withdraw = forms.IntegerField(label=_lazy("Leave on the way, %"), min_value=0, max_value=50)
    formats = forms.MultipleChoiceField(
        label=_lazy("Formats to compare"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_lazy("Two to four. A mêlée is played by the same people as single players, teams have two pairs."),
    )
    seeds = forms.TypedChoiceField(
        label=_lazy("How sure"), coerce=int, help_text=_lazy("So many evenings in each format, each with other luck.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["formats"].choices = [(name, comparewords.format_name(name)) for name in FORMATS]  # type: ignore[attr-defined]
        told = {3: _("quick: 3 evenings"), 7: _("usual: 7 evenings"), 15: _("thorough: 15 evenings")}
        self.fields["seeds"].choices = [(count, told[count]) for count in SEEDS]  # type: ignore[attr-defined]

    def clean_formats(self) -> list[str]:
        chosen: list[str] = self.cleaned_data["formats"]
        if not LEAST_FORMATS <= len(chosen) <= MOST_FORMATS:
            raise forms.ValidationError(
                _("Choose %(least)d to %(most)d formats.") % {"least": LEAST_FORMATS, "most": MOST_FORMATS}
            )
        return chosen

    def question(self) -> Question:
        """What was asked, once the form is valid."""
        data = self.cleaned_data
        shares = {name: f"{data[name]}/100" for name in SHARES}
        return question_from({**{name: data[name] for name in ("formats", "pairs", "rounds", "seeds")}, **shares})


def values_of(question: Question) -> dict[str, Any]:
    """The form's values for a question that was asked."""
    shares = {name: int(getattr(question, name) * 100) for name in SHARES}
    return {
        "formats": list(question.formats),
        "pairs": question.pairs,
        "rounds": question.rounds,
        "seeds": question.seeds,
        **shares,
    }


def defaults(club: Club) -> dict[str, Any]:
    """What the form starts from: the size of the club's last tournament, a few who are late or leave."""
    last = club.tournaments.real().order_by("-created_at").first()
    pairs, rounds = 32, 4
    if last is not None:
        pairs = last.entries.filter(status=Entry.Status.ACTIVE, team__isnull=True).count() or pairs
        rounds = sum(last.stages.values_list("rounds_planned", flat=True)) or rounds
    return {
        "formats": list(USUAL),
        "pairs": min(max(pairs, LEAST_PAIRS), MOST_PAIRS),
        "rounds": min(rounds, MOST_ROUNDS),
        "seeds": 7,
        "absent": 0,
        "late": 3,
        "withdraw": 3,
    }
