"""What the roll and the notes say of the next round, on the pages that lead to its draw."""

from typing import Any

from clubs.models import Club
from tournaments import navigation, presencewords
from tournaments.models import Draw, Tournament
from tournaments.services import presence
from tournaments.services.presence import Roll


def next_roll(tournament: Tournament) -> Roll | None:
    """The roll of the next round to draw, called or not; None where there is no such round."""
    due = presence.due(tournament)
    return presence.roll_of(tournament, due) if due is not None else None


def context(club: Club, tournament: Tournament, number: int, draw: Draw | None) -> dict[str, Any]:
    """For the page of a draw: the ``roll``; what it says (``roll_note``, empty where that is nothing); whether a draft
    is of another list than the one that plays now; how many are ``there`` (None: it is not the next round)."""
    roll = next_roll(tournament)
    if roll is None or roll.number != number:
        return {"roll": None, "roll_note": "", "is_outdated": False, "there": None}
    note = ""
    if roll.is_open:
        note = presencewords.roll_open(roll.number, len(roll.here), len(roll.entries))
    elif roll.missing:
        note = presencewords.not_drawn(len(roll.missing), roll.number)
    is_draft = draw is not None and draw.state == Draw.State.DRAFT
    return {
        "roll": roll,
        "roll_note": note,
        "roll_url": navigation.address("roll", tournament, club),
        "roll_label": presencewords.to_roll() if roll.is_open else presencewords.who(),
        "is_outdated": is_draft and draw is not None and presence.is_outdated(draw, roll),
        "there": len(roll.here),
    }


def add_to_step(step: dict[str, Any], roll: Roll, url: str) -> None:
    """For the evening's step of the roll's round: how far it is, or who is away; and the way there, ``url``."""
    if roll.is_open:
        _say(step, presencewords.roll_open(roll.number, len(roll.here), len(roll.entries)))
        others = [{**action, "main": False, "size": ""} for action in step["actions"]]
        go = {"label": presencewords.to_roll(), "url": url, "main": True, "post": False, "size": "big"}
        step["actions"] = [go, *others]
        return
    if roll.missing:
        _say(step, presencewords.not_drawn(len(roll.missing), roll.number))
    label = presencewords.to_roll() if roll.is_closed else presencewords.call_roll()
    step["actions"].append({"label": label, "url": url, "main": False, "post": False, "size": ""})


def _say(step: dict[str, Any], text: str) -> None:
    """Add a sentence to what a step says already."""
    before = step["text"]
    step["text"] = f"{before}. {text}" if before else text
