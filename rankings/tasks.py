"""The job of a season."""

from core.jobs import job_handler
from rankings.services import compute_season

job_handler("season")(compute_season)
