"""For the case that the machine dies: rounds drawn beforehand and printed, and taken over once they were played.

What is printed is kept (``PaperPlan``), so that it need not be typed: a round of it becomes the round's draw, published
as every other one, and everything goes on from there. The engine draws that round all the same, with the sealed seed,
so that the draws stay without a gap; where the paper differs it counts as changed by hand, and everybody is told so.
"""

import hashlib
import json
import secrets
import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _lazy

from core import audit
from core.actors import Actor
from core.reading import at_one_moment
from tournaments.draws import byhand as hands
from tournaments.draws import onpaper
from tournaments.draws.model import DrawRequest, DrawResult
from tournaments.draws.onpaper import Taken
from tournaments.draws.seeds import round_seed
from tournaments.models import Draw, PaperPlan, Round, Stage, Tournament
from tournaments.services import byhand, contests, rounds, stages
from tournaments.services.drawing import draw_request
from tournaments.services.errors import Conflict, TournamentError

#: Who presses twice gets one plan.
AT_ONCE = timedelta(seconds=10)
#: Stands with the published draw, for everybody: in the language of who took it over.
SAID = _lazy("played from paper: emergency plan %(number)s")
MADE = "draw.paper-made"
TAKEN = "draw.from-paper"


@dataclass(frozen=True, slots=True)
class Due:
    """What a paper can be made for: rounds ``first`` to ``last`` of ``stage``; none where ``first`` is beyond."""

    stage: Stage
    first: int
    last: int

    @property
    def rounds(self) -> range:
        return range(self.first, self.last + 1)


def due(tournament: Tournament) -> Due:
    """The rounds whose tables are not set yet, of the part that is being played: later parts need results."""
    stage = stages.current_stage(tournament)
    last = rounds.current_round_of(tournament)
    first = 1 if last is None else last.number + (last.state != Round.State.DRAFT)
    return Due(stage, max(first, stages.first_number(stage)), stages.last_number(stage))


def make(tournament_id: uuid.UUID, upto: int, actor: Actor) -> PaperPlan:
    """Draw the rounds to come up to number ``upto`` (0: all of the part) for paper, and keep them.

    TournamentError ``paper-nothing`` where no round is left, ``cut-open`` where it is not settled who plays it; a
    ``draws.DrawError`` for what the list lacks. A bracket's later rounds need results: they are left out.
    """
    seed = secrets.token_hex(32)
    # Drawn before anything is locked: many rounds take their time, and the hall goes on writing.
    with at_one_moment():
        tournament = Tournament.objects.get(pk=tournament_id)
        wanted = due(tournament)
        last = min(upto or wanted.last, wanted.last)
        if not wanted.rounds:
            raise TournamentError("paper-nothing")
        if not stages.is_ready(wanted.stage):
            raise TournamentError("cut-open", name=wanted.stage.name)
        true, results = _drawn(tournament, wanted, last, seed)
    with transaction.atomic():
        contests.lock(tournament_id)
        newest = wanted.stage.paper_plans.order_by("-number").first()
        if newest is not None and _is_the_same(newest, wanted.first, last, actor):
            return newest
        plan = PaperPlan.objects.create(
            stage=wanted.stage,
            number=newest.number + 1 if newest is not None else 1,
            seed=seed,
            rounds=[_kept(result, true=true) for result in results],
            lacks=_lacks(results),
            by_id=actor.user,
        )
        after = {"number": plan.number, "rounds": [result.round for result in results]}
        audit.record(actor, MADE, plan, club_id=tournament.club_id, after=after)
    return plan


def _drawn(tournament: Tournament, wanted: Due, last: int, seed: str) -> tuple[bool, list[DrawResult]]:
    """The rounds as the movement has them, or by lot; whether they are the movement's."""
    stage = wanted.stage
    request = draw_request(tournament, stage, wanted.first, 1)
    true = onpaper.is_settled(request)
    asked = request if true else onpaper.emergency(request)
    master = stage.sealed_seed if true else seed
    # A draft that is there is the one that will be published.
    drafts = Draw.objects.filter(round__stage=stage, state=Draw.State.DRAFT)
    attempts = dict(drafts.values_list("round__number", "attempt"))
    playing = Round.objects.filter(stage__tournament=tournament, state=Round.State.PLAYING).exists()

    def seed_of(number: int) -> str:
        return round_seed(master, number, attempts.get(number, 1) if true else 1)

    return true, list(onpaper.ahead(asked, last, seed_of, decided=not playing))


def _is_the_same(plan: PaperPlan, first: int, last: int, actor: Actor) -> bool:
    """Whether this is the one that was asked for a moment ago by the same person."""
    numbers = [row["number"] for row in plan.rounds]
    is_new = plan.at > timezone.now() - AT_ONCE and plan.by_id == actor.user
    return is_new and bool(numbers) and (numbers[0], numbers[-1]) == (first, last)


def _kept(result: DrawResult, *, true: bool) -> dict[str, Any]:
    tables = [
        {"table": one.table, "ns": list(one.ns), "ew": list(one.ew), "bracket": one.bracket} for one in result.tables
    ]
    plan = None if result.plan is None else asdict(result.plan)
    return {
        "number": result.round,
        "true": true,
        "tables": tables,
        "byes": list(result.byes),
        "out": list(result.out),
        "plan": None if true else plan,
    }


def _lacks(results: list[DrawResult]) -> dict[str, int]:
    """How often each must could not be kept."""
    return dict(Counter(one.rule for result in results for one in result.breaches if one.must))


def round_of(plan: PaperPlan, number: int) -> dict[str, Any]:
    """A round of a paper as it is kept; TournamentError ``paper-round`` where it has none of this number."""
    found = next((one for one in plan.rounds if one["number"] == number), None)
    if found is None:
        raise TournamentError("paper-round", round=number)
    return dict(found)


# Taken over afterwards


@dataclass(frozen=True, slots=True)
class Preview:
    """What taking a round over would do now. ``digest`` comes back with the form: nobody takes over what was not
    shown."""

    plan: PaperPlan
    number: int
    taken: Taken
    request: DrawRequest

    @property
    def again(self) -> list[int]:
        """The tables (their numbers) of two who have met before: the paper was printed before a round that was drawn
        otherwise."""
        met = {frozenset((one.ns, one.ew)) for played in self.request.played for one in played.meetings}
        return [one.table for one in self.taken.hand.tables if frozenset((one.ns, one.ew)) in met]

    @property
    def digest(self) -> str:
        return digest_of(self.taken)


def digest_of(taken: Taken) -> str:
    """What the page has shown, in 32 digits."""
    return hashlib.sha256(json.dumps(asdict(replace(taken.hand, plan=None))).encode()).hexdigest()[:32]


def preview(plan: PaperPlan, number: int) -> Preview:
    """How round ``number`` of a paper would be taken over with the list as it is; TournamentError ``paper-round``."""
    stage = plan.stage
    paper = round_of(plan, number)
    request = draw_request(stage.tournament, stage, number, 1)
    out = {"out": paper.get("out", ())}
    hall = hands.hall_of(request, {"plan": paper.get("plan"), **out})
    return Preview(plan, number, onpaper.taken(hall, paper), request)


@transaction.atomic
def take_over(
    plan_id: uuid.UUID, number: int, attempt: int, seen: str, actor: Actor, *, as_draft: bool = False
) -> Draw:
    """Let round ``number`` of a paper be the round's draw, as draw ``attempt``, and publish it; ``as_draft``: leave it
    as a draft, to be changed by hand first.

    ``seen``: the digest of what was shown. Conflict ``paper-changed`` where the list is another by now; otherwise as
    ``rounds.make_draw`` and ``rounds.publish_draw``.
    """
    plan = PaperPlan.objects.select_related("stage__tournament__club").get(pk=plan_id)
    tournament, paper = plan.stage.tournament, round_of(plan, number)
    said = SAID % {"number": plan.number}
    draw = rounds.make_draw(tournament.pk, number, attempt, actor, reason=said)
    draft = byhand.draft_of(draw)
    found = onpaper.taken(draft.hall, paper)
    if seen != digest_of(found):
        raise Conflict("paper-changed", round=number)
    draw.hand = {**hands.data_of(found.hand), "undo": []}
    draw.reason = said
    draw.save(update_fields=["hand", "reason"])
    audit.record(actor, TAKEN, draw, club_id=tournament.club_id, after=_told(plan, number, found))
    if not as_draft:
        rounds.publish_draw(draw.pk, actor)
        draw.refresh_from_db()
    return draw


def _told(plan: PaperPlan, number: int, found: Taken) -> Mapping[str, Any]:
    """For the trail: of which paper, and what is not as it was printed (ids)."""
    differing = {"gone": list(found.gone), "new": list(found.new), "met": list(found.met), "rest": list(found.rest)}
    return {"number": plan.number, "round": number, **{name: what for name, what in differing.items() if what}}
