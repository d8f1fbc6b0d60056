"""Tournaments: the contest and who plays it, the play round by round, and what comes of it."""

from tournaments.models.attable import PairTries, SheetPhoto, TableDevice
from tournaments.models.contest import Entry, EntryMember, Stage, StageEntry, Tournament
from tournaments.models.desk import ClockEvent, Fault
from tournaments.models.hall import Ceremony, HallScreen, SponsorSlide
from tournaments.models.money import (
    CashLine,
    FeeChoice,
    FeeRules,
    Method,
    Payment,
    PrizeHanding,
    PrizeList,
    Receipt,
    ReceiptBook,
    TillCount,
)
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
    "CashLine",
    "Ceremony",
    "CheckIn",
    "ClockEvent",
    "Draw",
    "Entry",
    "EntryMember",
    "Fault",
    "FeeChoice",
    "FeeRules",
    "Game",
    "HallScreen",
    "Match",
    "Method",
    "PairTries",
    "PaperPlan",
    "Payment",
    "PrizeHanding",
    "PrizeList",
    "Publication",
    "PublicationWithdrawal",
    "Receipt",
    "ReceiptBook",
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
    "TillCount",
    "Tournament",
]
