"""The evening of ``evening``, whose beginnings are built once and put back (tests/kept.py): for tests that ask what
comes after rounds that were drawn, played and published as usual, not how these verbs do it, and that patch none.

For a minute all tests that ask for the same beginning get the same draw.
"""

from tests.kept import kept
from tests.tournaments.services import evening
from tests.tournaments.services.evening import *  # noqa: F403
from tournaments.models import Publication, Round, Tournament

new_tournament = kept(evening.new_tournament)
new_melee = kept(evening.new_melee)
new_teams = kept(evening.new_teams)
start_round = kept(evening.start_round)
play_round = kept(evening.play_round)
_published = kept(evening.publish)


def publish(tournament: Tournament, round_: Round) -> Publication:
    """Publish a closed round with the standings as they are now."""
    publication = _published(tournament, round_)
    tournament.refresh_from_db()
    return publication
