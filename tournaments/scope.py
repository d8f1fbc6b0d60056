"""Which tournament a row is of, for the trail: so that the journal of a tournament finds all of its events."""

from core import audit
from scoring.models import Dispute
from tournaments.models import (
    Adjustment,
    Attendance,
    CashLine,
    CheckIn,
    ClockEvent,
    Draw,
    Entry,
    EntryMember,
    Game,
    HallScreen,
    Match,
    PaperPlan,
    Payment,
    PrizeHanding,
    PrizeList,
    Publication,
    Receipt,
    Round,
    Seat,
    SecondReading,
    SetAside,
    SheetPhoto,
    Snapshot,
    SponsorSlide,
    Stage,
    StageEntry,
    TableDevice,
    TillCount,
    Tournament,
)


def register() -> None:
    """Called once the models are there."""
    audit.scoped(Tournament, lambda row: row.pk)
    for own in (Stage, Entry, EntryMember, Publication, Snapshot, SetAside, PrizeList, PrizeHanding):
        audit.scoped(own, lambda row: row.tournament_id)
    for of_hall in (HallScreen, SponsorSlide):
        audit.scoped(of_hall, lambda row: row.tournament_id)
    for of_stage in (Round, CheckIn, Attendance, StageEntry, PaperPlan):
        audit.scoped(of_stage, lambda row: row.stage.tournament_id)
    for of_round in (Draw, Match, Seat, ClockEvent):
        audit.scoped(of_round, lambda row: row.round.stage.tournament_id)
    for of_money in (Payment, CashLine, TillCount):
        audit.scoped(of_money, lambda row: row.tournament_id)
    audit.scoped(Adjustment, lambda row: row.entry.tournament_id)
    audit.scoped(Receipt, lambda row: row.payment.tournament_id)
    audit.scoped(Dispute, lambda row: row.sheet.game.match.round.stage.tournament_id)
    audit.scoped(TableDevice, lambda row: row.match.round.stage.tournament_id)
    audit.scoped(SheetPhoto, lambda row: row.sheet.game.match.round.stage.tournament_id)
    audit.scoped(SecondReading, lambda row: row.game.match.round.stage.tournament_id)
    audit.scoped(Game, lambda row: row.match.round.stage.tournament_id)
