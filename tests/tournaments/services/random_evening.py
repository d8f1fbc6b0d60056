"""Evenings in which anything may happen, by a seed: for tests of what must hold whatever was done."""

import random

from core.actors import SYSTEM
from scoring import sheets
from tests import factories
from tests.scoring.on_sheets import PASSED, deal, new_key
from tests.tournaments.services import evening
from tournaments.models import Draw, Entry, Game, Payment, Round, Tournament
from tournaments.services import clocks, contests, entries, payments, publishing, rounds, rulings, unplayed
from tournaments.services.errors import TournamentError


class Chance:
    """An evening of a few pairs in which ``step`` does one thing after the other, as people would or would not."""

    def __init__(self, seed: int, *, pairs: int = 5, rounds_: int = 3) -> None:
        self.random = random.Random(seed)
        self.tournament = evening.new_tournament(pairs, rounds=rounds_, deals=3)
        self.acts = [
            self.draw, self.draw, self.publish_draw, self.publish_draw, self.deals, self.deals, self.deals, self.finish,
            self.finish, self.correct, self.turn, self.withdraw_draw, self.leave, self.enter, self.pay, self.publish,
            self.take_back, self.settings, self.close_round, self.close_round, self.rule, self.rule, self.end,
            self.clock,
        ]  # fmt: skip

    def live(self, steps: int) -> Tournament:
        for _ in range(steps):
            act = self.random.choice(self.acts)
            try:
                act()
            except (TournamentError, sheets.SheetError):  # not everything can be done at any time
                continue
        self.tournament.refresh_from_db()
        return self.tournament

    # What people do

    @property
    def round(self) -> Round | None:
        return rounds.current_round_of(self.tournament)

    def games(self, state: str) -> list[Game]:
        found = Game.objects.filter(match__round__stage__tournament=self.tournament, state=state)
        return list(found.select_related("sheet").order_by("match__round__number", "table_no"))

    def draw(self) -> None:
        last = self.round
        number = 1 if last is None else last.number + (last.state == "closed")
        here = Round.objects.filter(stage__tournament=self.tournament, number=number).first()
        rounds.make_draw(self.tournament.pk, number, 1 + (here.draws.count() if here else 0), SYSTEM, reason="encore")

    def publish_draw(self) -> None:
        for draft in Draw.objects.filter(round__stage__tournament=self.tournament, state="draft"):
            rounds.publish_draw(draft.pk, SYSTEM)

    def deals(self) -> None:
        for game in self.games("playing"):
            if self.random.random() < 0.6:
                self._deal(game)

    def _deal(self, game: Game) -> None:
        one = PASSED if self.random.random() < 0.1 else deal(80 + 10 * self.random.randrange(8), self._side())
        position = len(sheets.standing_entries(game.sheet)) + 1
        sheets.record_deal(game.sheet_id, one, position=position, client_key=new_key(), actor=SYSTEM)

    def _side(self) -> str:
        return self.random.choice(["NS", "EW"])

    def finish(self) -> None:
        for game in self.games("playing"):
            while len(sheets.standing_entries(game.sheet)) < 3:
                self._deal(game)
            evening.close(game.sheet, reason="fini")

    def correct(self) -> None:
        game = self.random.choice(self.games("closed") or [None])
        if game is not None:
            evening.correct(game, 80 + 10 * self.random.randrange(8))

    def turn(self) -> None:
        games = self.games("playing") + self.games("closed")
        if games:
            sheet = self.random.choice(games).sheet
            sheets.turn_sides(sheet.pk, seen=sheet.revision, actor=SYSTEM, reason="à l’envers")

    def take_back(self) -> None:
        for game in self.games("playing"):
            standing = sheets.standing_entries(game.sheet)
            sheets.void_last(game.sheet_id, len(standing), seen=game.sheet.revision, actor=SYSTEM)

    def rule(self) -> None:
        game = self.random.choice(self.games("playing") + self.games("closed") or [None])
        if game is None:
            return
        if game.sheet.options.get("rulings") and self.random.random() < 0.3:
            number = self.random.randrange(1, 1 + len(game.sheet.options["rulings"]))
            rulings.void(game.pk, number, actor=SYSTEM, reason="non")
        elif self.random.random() < 0.5:
            fault = self.random.choice(["misdeal", "revoke", "slow-play"])
            rulings.penalise(game.pk, rulings.Given(self.random.choice("AB"), fault), key=new_key(), actor=SYSTEM)
        else:
            position, ns, ew = (self.random.randrange(most) for most in (4, 200, 200))
            rulings.adjust(game.pk, position, ns, ew, key=new_key(), actor=SYSTEM, reason="tranché")

    def end(self) -> None:
        game = self.random.choice(self.games("playing") + self.games("closed") or [None])
        if game is not None:
            act = unplayed.end if game.state == "playing" else unplayed.go_on
            act(game.pk, SYSTEM, reason="malaise")

    def clock(self) -> None:
        if self.round is not None:
            kind = self.random.choice(["start", "pause", "on", "last", "not-last"])
            clocks.act(self.round.pk, kind, SYSTEM)

    def withdraw_draw(self) -> None:
        if self.round is not None:
            rounds.withdraw_draw(self.round.pk, SYSTEM, reason="trop tôt")

    def close_round(self) -> None:
        if self.round is not None:
            rounds.close_round(self.round.pk, SYSTEM)

    def publish(self) -> None:
        if self.round is not None:
            publication = evening.publish(self.tournament, self.round)
            if self.random.random() < 0.3:
                publishing.withdraw(publication.pk, SYSTEM, reason="pas encore")

    def leave(self) -> None:
        entry = self.random.choice(list(self.tournament.entries.all()))
        status = Entry.Status.WITHDRAWN if entry.status == "active" else Entry.Status.ACTIVE
        entries.set_status(entry.pk, status, SYSTEM, reason="fatigue")

    def enter(self) -> None:
        factories.make_pairs(self.tournament, 1)

    def pay(self) -> None:
        entry = self.random.choice(list(self.tournament.entries.all()))
        payments.tick(entry.pk, True, SYSTEM)
        Payment.objects.create(entry=entry, amount_cents=1500)

    def settings(self) -> None:
        wish = contests.NewTournament(
            name=f"Concours {self.random.randrange(9)}",
            local_date=evening.DAY,
            rounds=3,
            length=3,
            full_names=self.random.random() < 0.5,
        )
        contests.change(self.tournament.pk, wish, SYSTEM)
