"""The jobs of a tournament; each only calls the service that does it."""

import uuid
from typing import Any

from core.actors import Actor
from core.jobs import JobContext, JobError, job_handler
from core.nightly import each_night
from tournaments.services import checks, comparing, copies_away, demo, draw_file, keeping, rehearsal_play, rehearsals
from tournaments.services.errors import TournamentError
from tournaments.services.results import compute_standings

job_handler("standings")(compute_standings)
job_handler(draw_file.CHECK, heavy=True)(draw_file.make_check)
job_handler(comparing.KIND, heavy=True)(comparing.make)
job_handler(checks.KIND, heavy=True)(checks.make)
job_handler(rehearsals.KIND)(rehearsals.make)
job_handler(rehearsal_play.PLAY, heavy=True)(rehearsal_play.make)
job_handler(copies_away.KIND)(copies_away.make)
each_night(checks.ask_tonight)
each_night(copies_away.ask)
each_night(keeping.erase)
each_night(rehearsals.ask_tonight)


@job_handler("demo", heavy=True)
def make_demo(job: JobContext) -> dict[str, Any]:
    """The example evening, for the account that asked; a second run goes on where the first one was stopped."""
    actor = Actor(user=uuid.UUID(job.payload["user"]))
    try:
        tournament = demo.make(actor, progress=job.progress, resume=True)
    except TournamentError as error:
        raise JobError(error.code) from error
    return {"club": tournament.club.slug, "slug": tournament.slug}
