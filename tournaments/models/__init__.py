"""Tournaments: the contest and who plays it, the play round by round, and what comes of it."""

from tournaments.models.attable import PairTries, SheetPhoto, TableDevice
from tournaments.models.contest import Entry, EntryMember, Payment, Stage, StageEntry, Tournament
from tournaments.models.desk import ClockEvent, Fault
from tournaments.models.hall import Ceremony, HallScreen, SponsorSlide
from tournaments.models.money import PrizeHanding, PrizeList
from tournaments.models.outcome import (
    Adjustment,
    Publication,
    PublicationWithdrawal,
    Result,
    SetAside,
    Snapshot,
    Standing,
)
from tournaments.models.play import Attendance, CheckIn, Draw, Game, Match, Round, RoundStatus, Seat
from tournaments.models.reading import SecondReading, SheetHand
from tournaments.models.spare import PaperPlan

__all__ = [
    "Adjustment",
    "Attendance",
    "Ceremony",
    "CheckIn",
    "ClockEvent",
    "Draw",
    "Entry",
    "EntryMember",
    "Fault",
    "Game",
    "HallScreen",
    "Match",
    "PairTries",
    "PaperPlan",
    "Payment",
    "PrizeHanding",
    "PrizeList",
    "Publication",
    "PublicationWithdrawal",
    "Result",
    "Round",
    "RoundStatus",
    "Seat",
    "SecondReading",
    "SetAside",
    "SheetHand",
    "SheetPhoto",
    "Snapshot",
    "SponsorSlide",
    "Stage",
    "StageEntry",
    "Standing",
    "TableDevice",
    "Tournament",
]
