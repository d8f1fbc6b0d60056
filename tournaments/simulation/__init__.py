"""Whole tournaments on trial, drawn by the engine itself: pure, no Django, no clock. `simulate(Wish) -> Simulation`."""

from tournaments.simulation.hall import FORMATS, Wish, WishError, share_of, wish_from
from tournaments.simulation.measures import Metrics
from tournaments.simulation.run import RoundPlayed, Simulation, as_data, simulate

__all__ = [
    "FORMATS",
    "Metrics",
    "RoundPlayed",
    "Simulation",
    "Wish",
    "WishError",
    "as_data",
    "share_of",
    "simulate",
    "wish_from",
]
