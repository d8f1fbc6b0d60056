"""Who may still correct, beside the buttons that do: ``{% load corrections %}``, ``{% window game as window %}``."""

from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.utils import timezone

from clubs.roles import Right
from scoring.models import ScoreSheet
from tournaments import windowwords
from tournaments.models import Game, Round
from tournaments.services import windows
from tournaments.windows import After, Now, Window

register = template.Library()


@register.simple_tag(takes_context=True)
def window(context: template.Context, game: Game) -> dict[str, Any]:
    """Whether who looks may correct a game's result now (``may``), and the sentence that says who may until when; of a
    game that has no result yet there is nothing to say."""
    if game.sheet.state != ScoreSheet.State.CLOSED:
        return {"text": "", "may": True, "over": False}
    return _said(context, windows.of_game(game))


@register.simple_tag(takes_context=True)
def window_of_points(context: template.Context) -> dict[str, Any]:
    """The same for points beside the results, which are of the last round that was begun."""
    begun = Round.objects.filter(stage__tournament=context["tournament"]).exclude(state=Round.State.DRAFT)
    last = begun.select_related("stage").order_by("-number").first()
    return {"text": "", "may": True, "over": False} if last is None else _said(context, windows.of_round(last))


def _said(context: template.Context, now: Now) -> dict[str, Any]:
    rights: frozenset[Right] = getattr(context["request"], "rights", frozenset())
    rules = windows.rules_of(context["tournament"])
    is_over = now.window == Window.CLOSED
    may = not is_over or (rules.after == After.ORGANISER and Right.ORGANISE in rights)
    with timezone.override(ZoneInfo(context["tournament"].zone)):
        return {"text": windowwords.said(now, rules), "may": may, "over": is_over}
