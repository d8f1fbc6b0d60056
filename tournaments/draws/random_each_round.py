"""The system `random`: every round drawn afresh, nobody meeting twice as long as that is possible.

The seed shuffles the entries and neighbours meet. Where neighbours must not meet, the order is disturbed as little as
can be: the cost of a pair is how far apart the two stand in it, and the complete draw with the least sum is taken.
Musts outweigh all distances, so they are broken only when every complete draw breaks them, and then least. All entries
being treated alike, before the first round every complete draw is equally likely.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.draws.ahead import CANDIDATES, furthest
from tournaments.draws.costs import Costs
from tournaments.draws.explain import explained
from tournaments.draws.field import Field
from tournaments.draws.lines import shuffled
from tournaments.draws.model import DrawRequest
from tournaments.draws.nearest import nearest
from tournaments.draws.pairing import Pairing
from tournaments.draws.seeds import Chance


def pair_at_random(request: DrawRequest, field: Field) -> Pairing:
    """Draw the round of `request` over `field`; the locked pairs are part of the answer."""
    costs = Costs(field, request)
    pairing = furthest(
        request,
        field,
        costs,
        (
            nearest(field, costs, shuffled(field, request.seed, attempt), Chance(request.seed, f"pairs/{attempt}"))
            for attempt in range(CANDIDATES)
        ),
    )
    # Told by the order of the first attempt: another one is taken only for the sake of later rounds.
    line = shuffled(field, request.seed, 0)
    return replace(pairing, reasons=explained(request, field, costs, line, pairing.pairs))
