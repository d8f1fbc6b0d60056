"""The form of how a later part of a tournament is drawn: the draw's form, without what is the whole tournament's."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.drawform import AS_QUALIFIED, ASKED, ORDERED, DrawForm, values_of_setup
from tournaments.models import Stage, Tournament
from tournaments.services import drawsetup
from tournaments.services.contests import MOST_ROUNDS


class StageDrawForm(DrawForm):
    """The system, what it reads, and the rounds. Places can be given as everybody has qualified; the first round of the
    part is not that of the tournament, of which alone Swiss and the like can be told how it is drawn."""

    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)

    def __init__(self, data: Any = None, *, tournament: Tournament, stage: Stage) -> None:
        self.now = drawsetup.setup_of(tournament, stage)
        super().__init__(data, initial={**values_of_setup(self.now), "rounds": stage.rounds_planned})
        for name in ORDERED:
            field: Any = self.fields[name]
            field.choices = [("standing", AS_QUALIFIED), *field.choices]
            if not self.initial_is_of(name):
                self.initial[name] = "standing"

    def initial_is_of(self, name: str) -> bool:
        """Whether a field says what is so now, and not what another system would begin with."""
        return any(asked.field == name and self.now.system in asked.systems for asked in ASKED)

    @property
    def options(self) -> list[dict[str, Any]]:
        return [option for option in super().options if option["field"].name != "first_round"]

    def clean_entry_kind(self) -> str:
        return self.now.entry_kind

    def clean_pairs_a_team(self) -> int:
        return self.now.pairs_a_team

    def clean_inner_plan(self) -> str:
        return self.now.inner_plan

    def clean_ranking(self) -> str:
        return self.now.ranking
