"""A tournament in the middle of round 2, and how it is played to its end: here, or by `python -m
tests.tournaments.moved CLUB/SLUG` in an installation of its own, which says on its output what came of it, as JSON."""

import json
import os
import sys
from typing import Any

if __name__ == "__main__":
    import django
    from django.test.utils import setup_test_environment

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "coinche_club.settings")
    django.setup()
    setup_test_environment()

from django.test import Client

from core import links
from core.actors import SYSTEM
from core.models import AccessLink
from scoring import sheets
from scoring.models import SheetEntry
from tests.scoring.on_sheets import deal
from tests.tournaments.services import evening
from tournaments.models import Draw, Game, Round, Tournament
from tournaments.services import rounds
from tournaments.services.results import standings_figures


def in_the_middle_of_round_2() -> Tournament:
    """One of two tables is closed, at the other a deal is written; round 1 is public, one pair rests each time."""
    tournament = evening.new_tournament(5, rounds=3, deals=2)
    evening.publish(tournament, evening.play_round(tournament, 1))
    first, second = evening.games_of(evening.start_round(tournament, 2))
    evening.play_game(first)
    sheets.record_deal(second.sheet_id, deal(90, "EW"), position=1, client_key="un", actor=SYSTEM)
    tournament.refresh_from_db()
    return tournament


def play_on(tournament: Tournament) -> dict[str, Any]:
    """Play it to its end; what came of it: the draws, the tables and the standings."""
    number = 2
    round_ = Round.objects.get(stage__tournament=tournament, number=number)
    while True:
        for game in evening.games_of(round_):
            if game.state == Game.State.PLAYING:
                first = SheetEntry.objects.filter(sheet=game.sheet, voided_at=None).count() + 1
                for position in range(first, 3):
                    at_table(game, position, deal(100 + 10 * position, "EW"))
                evening.close(game.sheet)
        evening.publish(tournament, rounds.close_round(round_.pk, SYSTEM))
        if number == 3:
            break
        number += 1
        round_ = evening.start_round(tournament, number)
    tournament.refresh_from_db()
    drawn = Draw.objects.filter(round__stage__tournament=tournament).order_by("round__number")
    return {
        "draws": list(drawn.values_list("seed", "result")),
        "standings": standings_figures(tournament),
        "state": tournament.state,
    }


def at_table(game: Game, position: int, data: dict[str, Any]) -> None:
    """Write a deal as the table's phone does, by the code on its sheet."""
    phone = Client()
    link = AccessLink.objects.get(target=game.match_id, purpose=AccessLink.Purpose.TABLE)
    assert phone.get(f"/t/{links.token_of(link)}/").status_code == 302
    sent = {"deal": data, "position": position, "client_key": f"{game.pk}-{position}"}
    answer = phone.post(f"/table/{link.pk}/deals", sent, content_type="application/json")
    assert answer.status_code in (200, 201), answer.content


def main(place: str) -> None:
    club, slug = place.split("/")
    print(json.dumps(play_on(Tournament.objects.get(club__slug=club, slug=slug))))


if __name__ == "__main__":
    main(sys.argv[1])
