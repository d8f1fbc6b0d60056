"""Two regions, two clubs and their evenings, made by the services as on a real evening: for tests of who sees what.

Each club has a finished tournament that declares whole names, and a running one that does not: its round 1 is public,
its round 2 is being played, one of its two tables closed. Every family name, licence, phone, e-mail and pseudonym is
one that stands nowhere else, and so are the figures that are not public.
"""

import datetime
import itertools
import uuid
from typing import Any

from clubs.models import ClubPerson, Licence, Membership, Person, Region, User
from clubs.persons import PersonName
from clubs.roles import Role
from clubs.services import create_club, create_region, grant, join_region
from core import actors, files, jobs, links
from core.models import AccessLink, Job
from rankings.models import Season
from scoring import rulesets_edit, sheets
from scoring.models import Ruleset, ScoreSheet
from tests import factories
from tournaments.models import (
    Adjustment,
    Draw,
    Entry,
    EntryMember,
    Game,
    HallScreen,
    PaperPlan,
    Payment,
    Publication,
    Round,
    SheetPhoto,
    Snapshot,
    SponsorSlide,
    Standing,
    Tournament,
)
from tournaments.services import (
    contests,
    entries,
    payments,
    prizes,
    publishing,
    receipts,
    results,
    rounds,
    screens,
    snapshots,
)
from tournaments.standings.prizes import Prize, Ties, Track

CLUB_ROLES = (Role.READER, Role.DESK, Role.ARBITER, Role.TREASURER, Role.ORGANISER)
DAY = datetime.date(2026, 11, 28)
FAMILIES = ("Quetschelier", "Brindavoine", "Mirabellot", "Tournebroche", "Cassegrain", "Poivredane", "Sauvegrive")
GIVEN = ("Odile", "Bernard", "Chantal", "Yannick", "Zoé", "Anselme", "Fanny", "Hector")

_keys = itertools.count(1)


class Evening:
    """A club with its accounts and tournaments; ``mark`` ("a", "b") makes its names differ from the other club's."""

    def __init__(self, mark: str, region: Region, system: User, *, pairs: int = 4) -> None:
        self.mark = mark
        self.actor = actors.of_user(system)
        self.club = create_club(f"Club {mark.upper()}", self.actor)
        Membership.objects.filter(club=self.club).delete()
        join_region(self.club, region, self.actor)
        self.region = region
        self.accounts = {role: self._account(role) for role in CLUB_ROLES}
        self.secretary = factories.make_user(Role.REGION, region=region, username=f"secretariat-{mark}")
        self.persons: list[Person] = []
        self.objector: Person | None = None
        self.finished = self._tournament("Coupe", DAY - datetime.timedelta(days=21), rounds_=1, full_names=True)
        self._enter(self.finished, pairs)
        self._play_round(self.finished, 1)
        self._publish(self.finished)
        self.tournament = self._tournament("Concours", DAY, rounds_=3, full_names=False)
        self._enter(self.tournament, pairs)
        self._play_round(self.tournament, 1)
        self._publish(self.tournament)
        self.round = self._play_round(self.tournament, 2, big=True, close_all=False)
        self.games = list(Game.objects.filter(match__round=self.round).order_by("table_no"))
        self.links = [AccessLink.objects.get(target=game.match_id) for game in self.games]
        self.ruleset = self._ruleset()
        self._list_prizes()

    def _list_prizes(self) -> None:
        """A list that everybody sees."""
        ham = Prize("", Track.RANK, 1, 1, label="Jambon")
        prizes.change(self.tournament.pk, [ham], self.actor, several=False, ties=Ties.SHARED, seen=0)
        prizes.show(self.tournament.pk, self.actor, is_shown=True, winners=True)

    # What the addresses name

    @property
    def tokens(self) -> list[str]:
        """What opens the tables of round 2."""
        return [links.token_of(link) for link in self.links]

    @property
    def publication(self) -> Publication:
        """The standings after round 1 of the running tournament."""
        found = publishing.latest_standings(self.tournament)
        assert found is not None
        return found

    @property
    def snapshot(self) -> Snapshot:
        """A copy of the running tournament."""
        found = self.tournament.snapshots.first()
        return found or snapshots.take(self.tournament, Snapshot.Cause.ASKED, self.actor)

    @property
    def paper_plan(self) -> PaperPlan:
        """An emergency plan of round 1: nothing but a number."""
        row = {"number": 1, "true": False, "tables": [], "byes": [], "plan": None}
        return PaperPlan.objects.get_or_create(
            stage=self.tournament.stages.get(), number=1, defaults={"seed": "0" * 64, "rounds": [row]}
        )[0]

    @property
    def draw(self) -> Draw:
        return self.round.draws.get(state=Draw.State.PUBLISHED)

    @property
    def payment(self) -> Payment:
        """A sum received for an entry, with its receipt."""
        entry = self.tournament.entries.get(number=1)
        found = entry.payments.first() or payments.receive(entry.pk, 1500, "cash", self.actor)
        receipts.give(found.pk, self.actor)
        return found

    @property
    def entry(self) -> Entry:
        found = self.tournament.entries.order_by("number").last()
        assert found is not None
        return found

    @property
    def adjustment(self) -> Adjustment:
        """Points taken from the last pair of the running tournament."""
        found = Adjustment.objects.filter(entry=self.entry).first()
        return found or Adjustment.objects.create(entry=self.entry, points=-20, reason="retard")

    @property
    def photo(self) -> SheetPhoto:
        """A photograph of the second table's paper sheet."""
        sheet = self.games[1].sheet
        found = sheet.photos.first()
        if found is None:
            stored = files.store(b"x", kind="photo", name="x.jpg", content_type="image/jpeg", owner=sheet.pk)
            found = SheetPhoto.objects.create(sheet=sheet, place=1, file=stored)
        return found

    @property
    def screen(self) -> HallScreen:
        """A screen of the running tournament."""
        return self.tournament.screens.first() or screens.make(self.tournament.pk, "Scène", self.actor)

    @property
    def slide(self) -> SponsorSlide:
        """A slide of the running tournament."""
        found = self.tournament.slides.first()
        if found is None:
            stored = files.store(b"x", kind="slide", name="x.jpg", content_type="image/jpeg", owner=self.tournament.pk)
            found = SponsorSlide.objects.create(tournament=self.tournament, file=stored, position=1)
        return found

    @property
    def member(self) -> Membership:
        return Membership.objects.get(club=self.club, role=Role.DESK.value)

    @property
    def season(self) -> Season:
        return self.region.seasons.get()

    @property
    def finished_round(self) -> Round:
        return Round.objects.get(stage__tournament=self.finished)

    def file(self, kind: str = "pdf.standings") -> uuid.UUID:
        """The id of a private paper of the running tournament."""
        row = files.store(
            b"%PDF-1.7 papier",
            kind=kind,
            name="papier.pdf",
            content_type="application/pdf",
            owner=self.tournament.pk,
            content_key=self.mark * 8,
        )
        return row.pk

    # The evening

    def _ruleset(self) -> Ruleset:
        """A rule set of the club's own, saved once and being changed again."""
        ruleset = rulesets_edit.copy_preset(self.club, "club", f"Règle {self.mark.upper()}", self.actor)
        edited = rulesets_edit.Edited(ruleset.name, rulesets_edit.tree_at_work(ruleset))
        rulesets_edit.save_version(ruleset.pk, edited, ruleset.revision, "", self.actor)
        rulesets_edit.save_draft(ruleset.pk, edited, ruleset.revision + 1, self.actor)
        return ruleset

    def _account(self, role: Role) -> User:
        user = factories.make_user(username=f"compte-{role.value}-{self.mark}")
        grant(user, role, self.actor, club=self.club)
        return user

    def _tournament(self, name: str, day: datetime.date, *, rounds_: int, full_names: bool) -> Tournament:
        wish = contests.NewTournament(
            name=f"{name} {self.mark.upper()}", local_date=day, length=2, rounds=rounds_, full_names=full_names
        )
        return contests.create(self.club, wish, self.actor)

    def _enter(self, tournament: Tournament, pairs: int) -> None:
        """The same players in every tournament of the club; player 0 objects, player 1 has a pseudonym and objects."""
        for pair in range(pairs):
            players = []
            for slot in range(2):
                index = 2 * pair + slot
                family = f"{FAMILIES[index % len(FAMILIES)]}{self.mark}{index}"
                licence = f"LIC-{self.mark}-77{index:03d}"
                name = PersonName(family, GIVEN[index % len(GIVEN)], True, licence)
                players.append(entries.NewPlayer(name, objected=index < 2))
            entries.add_pair(tournament.pk, players, self.actor)
        if not self.persons:
            self._know_persons(tournament)

    def _know_persons(self, tournament: Tournament) -> None:
        """What only the club may see of its players, none of which the evening asks for."""
        members = EntryMember.objects.filter(tournament=tournament).order_by("entry__number", "slot")
        self.persons = [member.person for member in members.select_related("person")]
        for index, person in enumerate(self.persons):
            person.born_year = 1901 + index
            person.pseudonym = f"Roi-Pique-{self.mark}" if index == 1 else ""
            person.save()
            ClubPerson.objects.filter(club=self.club, person=person).update(
                phone=f"+33 6 99 88 {ord(self.mark)} {index:02d}", email=f"joueur{index}{self.mark}@courrier.example"
            )
        self.objector = self.persons[1]

    def _play_round(self, tournament: Tournament, number: int, *, big: bool = False, close_all: bool = True) -> Round:
        draw = rounds.make_draw(tournament.pk, number, 1, self.actor)
        round_ = rounds.publish_draw(draw.pk, self.actor)
        for game in Game.objects.filter(match__round=round_).order_by("table_no"):
            close = close_all or game.table_no == 1
            for position in range(1, 3 if close else 2):
                self._record(game, position, BIG if big else SMALL)
            if close:
                game.sheet.refresh_from_db()
                sheets.close_sheet(game.sheet_id, digest=game.sheet.digest, actor=self.actor)
        return round_

    def _record(self, game: Game, position: int, deal: dict[str, Any]) -> None:
        """A deal whose figures are this table's own. In the hall the unpublished ones are those of BIG."""
        points = deal["points"]["NS"] - 3 * game.table_no - position
        contract = deal["contract"] + 10 * (position - game.table_no)
        written = {**deal, "contract": contract, "points": {"NS": points, "EW": 162 - points}}
        link = AccessLink.objects.get(target=game.match_id)
        actor = actors.Actor(link=link.pk, device="telephone")
        sheets.record_deal(game.sheet_id, written, position=position, client_key=f"donne-{next(_keys)}", actor=actor)

    def _publish(self, tournament: Tournament) -> None:
        round_ = rounds.current_round_of(tournament)
        assert round_ is not None
        rounds.close_round(round_.pk, self.actor)
        results.keep_standings(tournament.pk)
        tournament.refresh_from_db()
        publishing.publish(round_.pk, tournament.revision, self.actor)


#: Deals under the club's rules; the second kind gives figures that no other deal comes near.
SMALL = {
    "declarer": "NS",
    "contract": 90,
    "trump": "H",
    "double": "none",
    "points": {"NS": 120, "EW": 42},
    "belote": [],
}
BIG = {**SMALL, "contract": 130, "trump": "S", "double": "surcoinche", "points": {"NS": 150, "EW": 12}}


class World:
    """Club A in region R, club B in region S, an administrator, and the jobs of all that done."""

    def __init__(self, *, pairs: int = 4) -> None:
        self.administrator = factories.make_user(Role.ADMINISTRATOR, username="administration")
        self.region_a = create_region("Région R", actors.of_user(self.administrator))
        self.region_b = create_region("Région S", actors.of_user(self.administrator))
        self.a = Evening("a", self.region_a, self.administrator, pairs=pairs)
        self.b = Evening("b", self.region_b, self.administrator, pairs=pairs)
        _do_jobs()
        for evening in self.evenings:
            evening.tournament.refresh_from_db()

    @property
    def evenings(self) -> tuple[Evening, Evening]:
        return self.a, self.b

    # What must not be seen

    def persons(self) -> list[Person]:
        return [person for evening in self.evenings for person in evening.persons]

    def family_names(self) -> set[str]:
        return {person.family for person in self.persons()}

    def personal_words(self) -> set[str]:
        """Licences, phones and e-mails."""
        words = set(Licence.objects.values_list("number", flat=True))
        for phone, email in ClubPerson.objects.values_list("phone", "email"):
            words |= {phone, email}
        return words - {""}

    def secrets(self) -> set[str]:
        """Tokens of tables, seeds, digests of what opens something."""
        words = {links.token_of(link) for link in AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE)}
        words |= {links.short_code_of(link) for link in AccessLink.objects.filter(purpose=AccessLink.Purpose.TABLE)}
        words |= {links.token_of(link) for link in AccessLink.objects.filter(purpose=AccessLink.Purpose.SCREEN)}
        words |= set(AccessLink.objects.values_list("token_hash", flat=True))
        for tournament in Tournament.objects.all():
            words |= set(tournament.stages.values_list("sealed_seed", flat=True))
        return (
            words
            | set(Draw.objects.values_list("seed", flat=True))
            | set(User.objects.values_list("password", flat=True))
        )

    def unpublished_figures(self) -> set[int]:
        """Scores and totals of round 2, and the sums made of them; none of them is also a published figure."""
        hidden: set[int] = set()
        for evening in self.evenings:
            for game in evening.games:
                sheet = ScoreSheet.objects.get(pk=game.sheet_id)
                hidden |= {side.total for side in sheet.sides.all()}
                hidden |= {score for entry in sheet.entries.all() for score in entry.scores.values()}
            hidden |= {row["points"] for row in Standing.objects.get(tournament=evening.tournament).figures["rows"]}
        return {figure for figure in hidden - _figures_published() if figure > 400}


def _do_jobs() -> None:
    """The waiting jobs, papers aside: those take seconds each."""
    for job in Job.objects.filter(state=Job.State.QUEUED, kind__in=["standings", "season"]).order_by("created_at"):
        jobs.run_job(job.pk)


def _figures_published() -> set[int]:
    found: set[int] = set()
    for publication in Publication.objects.all():
        found |= _whole_numbers(publication.figures)
    return found


def _whole_numbers(value: Any) -> set[int]:
    if isinstance(value, dict):
        return set().union(*(_whole_numbers(one) for one in value.values()))
    if isinstance(value, list):
        return set().union(*(_whole_numbers(one) for one in value))
    return {value} if isinstance(value, int) and not isinstance(value, bool) else set()
