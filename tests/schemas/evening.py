"""The evening that a kept database holds: a little of everything, through the same verbs as a real one."""

import datetime
import json
from pathlib import Path

from clubs import services as clubs
from clubs.persons import PersonName
from clubs.roles import Role
from core import addresses, jobs
from core.actors import Actor, of_user
from scoring import sheets
from tournaments.models import Entry, Game, Round, Tournament
from tournaments.services import contests, entries, publishing, rounds
from tournaments.services.entries import NewPlayer

DEALS = Path(__file__).resolve().parent.parent / "data" / "deals-64-pairs.jsonl"
FAMILIES = ("Aubry", "Bellec", "Corre", "Diraison", "Even", "Floc'h", "Guéguen", "Hamon", "Inizan", "Jaouen", "Kerbrat",
            "Le Bihan", "Madec")  # fmt: skip


def play() -> Tournament:
    """Play it in an empty database; answers the tournament."""
    admin = clubs.create_account("gardien", None, administrator=True)
    actor = of_user(admin)
    region = clubs.create_region("Finistère", actor)
    club = clubs.create_club("Amicale de garde", actor, region=region)
    clubs.create_club("Club voisin", actor, region=region)
    clubs.grant(clubs.create_account("bureau", None), Role.DESK, actor, club=club)
    addresses.choose("http://192.0.2.10:8000", actor)
    wish = contests.NewTournament("Concours de garde", datetime.date(2026, 11, 29), rounds=3, length=4, fee_cents=1000)
    tournament = contests.create(club, wish, actor)
    _enter(tournament, actor)
    for number in (1, 2, 3):
        _round(tournament, number, actor)
    return tournament


def _enter(tournament: Tournament, actor: Actor) -> None:
    for number, family in enumerate(FAMILIES[:12], start=1):
        players = [
            NewPlayer(PersonName(family, "Anne", licence=f"29{number:04d}"), objected=number == 3),
            NewPlayer(PersonName(family, "Yann", order_known=number != 5)),
        ]
        entries.add_pair(tournament.pk, players, actor, paid=number % 2 == 0, home_club="Amicale de garde")
    entries.add_pair(tournament.pk, [NewPlayer(PersonName(FAMILIES[12], "Rozenn"))], actor)


def _round(tournament: Tournament, number: int, actor: Actor) -> None:
    draw = rounds.make_draw(tournament.pk, number, 1, actor)
    if number == 2:
        draw = rounds.make_draw(tournament.pk, number, 2, actor, reason="table d'angle")
    round_ = rounds.publish_draw(draw.pk, actor)
    deals = [json.loads(line) for line in DEALS.read_text(encoding="utf-8").splitlines()[: 12 * 32]]
    for place, game in enumerate(Game.objects.filter(match__round=round_).order_by("table_no")):
        table = Actor(link=None, device=f"{number:02d}{place:02d}")
        _sheet(game, deals[place * 12 : place * 12 + 5], table, unfinished=number == 3 and place > 2)
    if number == 3:
        return
    rounds.close_round(round_.pk, actor)
    jobs.run_waiting()
    tournament.refresh_from_db()
    publishing.publish(round_.pk, tournament.revision, actor)
    if number == 1:
        _correct(tournament, round_, actor)
        entries.set_status(tournament.entries.get(number=12).pk, Entry.Status.WITHDRAWN, actor)
    jobs.run_waiting()


def _sheet(game: Game, deals: list[dict[str, object]], actor: Actor, *, unfinished: bool) -> None:
    sheets.set_first_dealer(game.sheet_id, "N", actor)
    for position, deal in enumerate(deals, start=1):
        game.sheet.refresh_from_db()
        if game.sheet.complete or (unfinished and position > 2):
            break
        sheets.record_deal(game.sheet_id, deal, position=position, client_key=str(deal["id"]), actor=actor)
    game.sheet.refresh_from_db()
    if not unfinished:
        sheets.close_sheet(game.sheet_id, digest=game.sheet.digest, actor=actor)


def _correct(tournament: Tournament, round_: Round, actor: Actor) -> None:
    """A sheet of a published round is put right, and the round published again."""
    game = Game.objects.filter(match__round=round_).order_by("table_no")[0]
    sheet = sheets.reopen_sheet(game.sheet_id, actor=actor, reason="belote oubliée")
    entry = sheets.standing_entries(sheet)[0]
    deal = {**entry.data, "belote": ["NS"] if entry.data.get("trump") in ("S", "H", "D", "C") else []}
    sheets.amend_deal(sheet.pk, 1, deal, seen=sheet.revision, actor=actor, reason="belote oubliée")
    sheet.refresh_from_db()
    sheets.close_sheet(sheet.pk, digest=sheet.digest, actor=actor)
    jobs.run_waiting()
    tournament.refresh_from_db()
    publishing.publish(round_.pk, tournament.revision, actor)
