"""The jobs of a tournament; each only calls the service that does it."""

from core.jobs import job_handler
from tournaments.services.results import compute_standings

job_handler("standings")(compute_standings)
