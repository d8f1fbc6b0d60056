"""The jobs of the papers; each only calls the service that makes one. Printing is heavy: one at a time."""

from core.jobs import job_handler
from documents import registry, services

job_handler(services.SHEETS, heavy=True)(services.make_sheets)
job_handler(services.DRAW, heavy=True)(services.make_draw_posters)
job_handler(services.CARDS, heavy=True)(services.make_movement_cards)
job_handler(services.MOVES, heavy=True)(services.make_moves_poster)
job_handler(services.WALL, heavy=True)(services.make_wall)
job_handler(services.FALLBACK, heavy=True)(services.make_fallback)
job_handler(services.STANDINGS, heavy=True)(services.make_standings)
job_handler(services.SEASON, heavy=True)(services.make_season)
for _kind in registry.KINDS.values():
    if _kind.job != services.STANDINGS:
        job_handler(_kind.job, heavy=True)(services.make_paper)
