"""The parts of a contest: a qualification and what follows it. Which of them is on, and which rounds are its own.

Rounds are numbered through the whole tournament: where the qualification has four, the final begins with round 5.
"""

from django.db.models import Sum

from tournaments.models import Round, Stage, Tournament


def stages_of(tournament: Tournament) -> list[Stage]:
    """The stages in their order."""
    return list(tournament.stages.order_by("position"))


def first_number(stage: Stage) -> int:
    """The number of the stage's first round (1 or more)."""
    if stage.position == 1:
        return 1
    before = Stage.objects.filter(tournament=stage.tournament_id, position__lt=stage.position)
    return (before.aggregate(all=Sum("rounds_planned"))["all"] or 0) + 1


def last_number(stage: Stage) -> int:
    """The number of the stage's last round announced."""
    return first_number(stage) + stage.rounds_planned - 1


def rounds_in_all(tournament: Tournament) -> int:
    """How many rounds are announced over all stages."""
    found: int = tournament.stages.aggregate(all=Sum("rounds_planned"))["all"] or 0
    return found


def is_over(stage: Stage) -> bool:
    """Whether every round announced of the stage is closed: a closed round is not drawn again. One beyond them that was
    drawn, but never published, will not be played."""
    last = stage.rounds.exclude(state=Round.State.DRAFT).order_by("-number").first()
    return last is not None and last.state == Round.State.CLOSED and last.number >= last_number(stage)


def all_over(tournament: Tournament) -> bool:
    """Whether nothing is left to play."""
    return all(is_over(stage) for stage in tournament.stages.all())


def current_stage(tournament: Tournament) -> Stage:
    """The stage that is played, or the one to be drawn next; when all is played, the last."""
    found = stages_of(tournament)
    return next((stage for stage in found if not is_over(stage)), found[-1])


def is_ready(stage: Stage) -> bool:
    """Whether it is settled who plays the stage: everybody the first, who has qualified a later one."""
    return stage.position == 1 or stage.qualified.exists()
