"""``{% held tournament as name %}``: whether results are held back and which rounds wait, for the pages that say so."""

from dataclasses import dataclass

from django import template

from tournaments.models import Round, Tournament
from tournaments.services import holding, showing

register = template.Library()


@dataclass(frozen=True, slots=True)
class Held:
    """``on``: results are held back; ``rounds``: the closed ones that nobody outside the club sees, by number."""

    on: bool
    rounds: list[Round]

    @property
    def numbers(self) -> str:
        """ "2, 3"."""
        return ", ".join(str(one.number) for one in self.rounds)


@register.simple_tag
def held(tournament: Tournament) -> Held:
    """What is held back now; one query where nothing is."""
    on = showing.is_held(tournament)
    return Held(on, holding.held_rounds(tournament.pk) if on else [])
