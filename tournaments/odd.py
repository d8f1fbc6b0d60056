"""An odd number of entries, told before the draw: what who rests marks, or that nobody rests and who is too many."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments import givenwords, people
from tournaments.models import Draw, Entry, Stage, Tournament
from tournaments.services import giving, resting
from tournaments.standings.policies import REFUSE, ByeRule


@dataclass(frozen=True, slots=True)
class Odd:
    """``text`` is a sentence, "" where the number is even. ``refused``: it is not drawn like that."""

    text: str = ""
    refused: bool = False


def told(stage: Stage, active: int) -> Odd:
    """What is to be said of ``active`` entries that would be drawn in a stage."""
    tournament = stage.tournament
    singles = tournament.entry_kind == Tournament.EntryKind.SINGLES
    rests = active % (4 if singles else 2)
    if not rests or stage.draw_system in resting.BRACKETS:
        return Odd()
    rule = giving.rules_of_stage(stage).bye
    here = tournament.entries.filter(status=Entry.Status.ACTIVE, team__isnull=True)
    if rule.policy == REFUSE and not here.filter(stand_in=True).exists():
        last = people.in_hall(tournament)[resting.entered_last(tournament, here.values_list("pk", flat=True)).pk]
        text = _("An odd number, and by the settings nobody rests: %(name)s, entered last, cannot play.")
        return Odd(text % {"name": f"{last.noun.numbered(last.label)} ({last.joined})"}, refused=True)
    what = givenwords.marks(rule, giving.table_total_of_stage(stage))
    return Odd(givenwords.will_rest(tournament.entry_kind, rests, what))


def rests_says(draw: Draw) -> str:
    """What somebody does who rests by this draw, after its name; a draft goes by the settings as they are now."""
    rule, total = _rule_of(draw)
    return givenwords.rests(draw.round.stage.tournament.entry_kind, rule, givenwords.marks(rule, total))


def in_short(draw: Draw) -> str:
    """What who rests by this draw marks, in short."""
    rule, total = _rule_of(draw)
    return givenwords.in_short(draw.round.stage.tournament.entry_kind, rule, total)


def _rule_of(draw: Draw) -> tuple[ByeRule, int | None]:
    is_published = draw.state == Draw.State.PUBLISHED
    rules = giving.rules_of(draw.round) if is_published else giving.rules_of_stage(draw.round.stage)
    return rules.bye, giving.table_total_of(draw.round)
