"""How dangerous a button is, for the form that it stands in: ``{% load safety %}``.

<form method="post" action="...">{% csrf_token %}
  {% risk "withdraw-draw" round as danger %}{% include "components/risk.html" %}
  <button>...</button>
</form>
"""

from typing import Any

from django import template

from tournaments import guard, safetywords
from tournaments.models import Round
from tournaments.safety import Act, Level
from tournaments.services.risks import Risks

register = template.Library()
_KEPT = "_risks"


@register.simple_tag(takes_context=True)
def risk(context: template.Context, act: str, round_: Round | int | None = None) -> dict[str, Any]:
    """What stands beside the button of an act: ``text`` (a sentence, or ""), ``word`` to be typed (or ""), and
    whether it is ``refused``. ``act`` is an ``Act``'s value; ``round_`` (or its number) where the act concerns one
    that is named.

    A page asks the database once for all its buttons.
    """
    tournament = context["tournament"]
    risks: Risks = getattr(tournament, _KEPT, None) or Risks(tournament)
    setattr(tournament, _KEPT, risks)
    if isinstance(round_, int):
        round_ = Round.objects.filter(stage__tournament=tournament, number=round_).first()
    try:
        doing = guard.weigh(risks, Act(act), round_)
    except LookupError:  # a button that nobody can press yet
        return {"text": "", "word": "", "refused": False, "level": Level.SAFE.value}
    level = doing.cell.level
    return {
        "text": safetywords.sentence(doing.cell.say),
        "word": doing.word if level == Level.TYPED else "",
        "refused": level == Level.REFUSED,
        "level": level.value,
    }
