"""Second scorers for twelve rule sheets, each written from its sheet's words alone, without the engine and its files.

Straight on, the way a scorer at the table would: no grid, no formulas, no shared rule but the reading of the deal.
Each gives north-south's score, east-west's, the result and the points held over.
"""

from collections.abc import Callable
from typing import Any

from tests.scoring.second_scorer import ANNOUNCE

Marks = tuple[int, int, str, int]
TIMES_2_4 = {"none": 1, "coinche": 2, "surcoinche": 4}
TIMES_2_3 = {"none": 1, "coinche": 2, "surcoinche": 3}


class Seen:
    """What lies on the table: the declarers are ``us``, the defence ``them``."""

    def __init__(self, deal: dict[str, Any], worth: dict[str, int] | None = None) -> None:
        self.us = deal["declarer"]
        self.them = "EW" if self.us == "NS" else "NS"
        self.contract = deal["contract"]
        self.trump = deal["trump"]
        self.double = deal["double"]
        self.ours, self.theirs = deal["points"][self.us], deal["points"][self.them]
        self.our_sweep = deal.get("sweep") == self.us
        self.their_sweep = deal.get("sweep") == self.them
        self.alone = bool(deal.get("alone"))
        self.our_belote = 20 * deal["belote"].count(self.us)
        self.their_belote = 20 * deal["belote"].count(self.them)
        self.carried = deal["carried"]
        self.last_deal = deal["last_deal"]
        self.our_announces = self.their_announces = 0
        self.equal_announces = False
        if "announces" in deal:
            self._compare(deal, worth or ANNOUNCE)

    def _compare(self, deal: dict[str, Any], worth: dict[str, int]) -> None:
        """Only the side with the best announce marks, and marks all of its own; equal ones are decided by order."""
        ours, theirs = ([worth.get(a, a) for a in deal["announces"][side]] for side in (self.us, self.them))
        best, their_best = max(ours, default=0), max(theirs, default=0)
        self.equal_announces = best == their_best > 0 and deal["best"] is None
        ahead = deal["best"] == self.us if best == their_best else best > their_best
        if ahead:
            self.our_announces = sum(ours) if best else 0
        else:
            self.their_announces = sum(theirs) if their_best else 0

    def marks(self, ours: int, theirs: int, result: str, held: int = 0) -> Marks:
        return (ours, theirs, result, held) if self.us == "NS" else (theirs, ours, result, held)


def nearest(points: int) -> int:
    """85 gives 90."""
    return (points + 5) // 10 * 10


def six_up(points: int) -> int:
    """85 gives 80, 86 gives 90."""
    return (points + 4) // 10 * 10


def out_of_162(seen: Seen) -> tuple[int, int]:
    """All-trump: 258 points brought to 162 by the rule of three, to the nearest point."""
    if seen.trump != "TA":
        return seen.ours, seen.theirs
    ours = (seen.ours * 162 * 2 + 258) // (2 * 258)
    return ours, 162 - ours


def app(deal: dict[str, Any]) -> Marks:
    seen = Seen(deal)
    times = TIMES_2_4[seen.double]
    bonus = 490 if seen.alone else 240
    ours = seen.ours + bonus * seen.our_sweep
    theirs = seen.theirs + bonus * seen.their_sweep
    reached = ours + seen.our_announces + seen.our_belote
    bid = 250 if seen.contract == "capot" else seen.contract
    if seen.contract == "capot":
        result = "made" if seen.our_sweep else "failed"
    else:
        result = "made" if reached > bid else "failed" if reached < bid else "held"
    defence = theirs + seen.their_announces + seen.their_belote
    if result == "made":
        return seen.marks(times * reached + seen.carried, times * defence, result)
    if result == "failed":
        everything = defence + ours + seen.our_announces
        return seen.marks(times * seen.our_belote, times * everything + seen.carried, result)
    return seen.marks(times * seen.our_belote, times * defence, result, ours + seen.our_announces + seen.carried)


def _classic(seen: Seen, tie: str, *, belote_waits: bool, maker: bool = False) -> Marks:
    """Classic belote: more than the others, belote included; 162, or 252 with all tricks."""
    ours, theirs = out_of_162(seen)
    if seen.our_sweep:
        ours, theirs = 252, 0
    if seen.their_sweep:
        ours, theirs = 0, 252
    total, their_total = ours + seen.our_belote, theirs + seen.their_belote
    result = "made" if total > their_total else "failed" if total < their_total else tie
    if result == "made":
        return seen.marks(total + seen.carried, their_total, result)
    if result == "failed":
        base = 252 if seen.their_sweep else 162
        waits = seen.carried if maker else 0
        return seen.marks(seen.our_belote, base + seen.their_belote + seen.carried - waits, result, waits)
    if result == "shared":
        return seen.marks(total, their_total, result, seen.carried)
    now, later = (0, total) if belote_waits else (seen.our_belote, ours)
    return seen.marks(now, their_total, result, later + seen.carried)


def guide_belote(deal: dict[str, Any]) -> Marks:
    return _classic(Seen(deal), "held", belote_waits=False)


def ffb_belote(deal: dict[str, Any]) -> Marks:
    return _classic(Seen(deal), "held", belote_waits=True, maker=True)


def lions(deal: dict[str, Any]) -> Marks:
    return _classic(Seen(deal), "shared" if deal["last_deal"] else "held", belote_waits=False, maker=True)


def ascee_79(deal: dict[str, Any]) -> Marks:
    return _classic(Seen(deal), "shared" if deal["last_deal"] else "held", belote_waits=True)


def guide_contree(deal: dict[str, Any]) -> Marks:
    seen = Seen(deal)
    times = TIMES_2_4[seen.double]
    ours, theirs = out_of_162(seen)
    if seen.our_sweep:
        ours, theirs = 252, 0
    if seen.their_sweep:
        ours, theirs = 0, 252
    bid = 250 if seen.contract == "capot" else seen.contract
    made = seen.our_sweep if seen.contract == "capot" else ours + seen.our_belote >= bid
    if made:
        own = times * (ours + bid + seen.our_belote)
        return seen.marks(own + seen.carried, times * (theirs + seen.their_belote), "made")
    return seen.marks(0, times * (160 + bid + seen.their_belote) + seen.carried, "failed")


def ffb_contree(deal: dict[str, Any], mode: str = "both") -> Marks:
    """``mode``: both (made and bid), points (made only), note-1."""
    seen = Seen(deal)
    ours, theirs = out_of_162(seen)
    if seen.our_sweep or seen.their_sweep:
        ours, theirs = (252, 0) if seen.our_sweep else (0, 252)
    made = seen.our_sweep if seen.contract == "capot" else ours + seen.our_belote >= seen.contract
    if made and seen.double == "none":
        if seen.contract == "capot":
            own, other = 500, 0
        else:
            own, other = nearest(ours) + (0 if mode == "points" else seen.contract), nearest(theirs)
        return seen.marks(own + seen.our_belote + seen.carried, other + seen.their_belote, "made")
    times = TIMES_2_4[seen.double]
    if seen.contract == "capot":
        prize = 500 * times
    elif mode == "points":
        prize = 160 * times + (100 if seen.our_sweep and made else 0)
    elif mode == "note-1" and seen.double != "none":
        prize = 160 + times * seen.contract
    else:
        prize = 160 * times + times * seen.contract
    prize += seen.our_belote + seen.their_belote + seen.carried
    return seen.marks(prize, 0, "made") if made else seen.marks(0, prize, "failed")


SA_WORTH = {**ANNOUNCE, "carre-A": 200, "carre-10": 150, "carre-9": 100, "carre-J": 100}


def ffb_coinche(deal: dict[str, Any], *, litige: bool = False) -> Marks:
    seen = Seen(deal, SA_WORTH if deal["trump"] == "SA" else ANNOUNCE)
    if seen.equal_announces:
        seen.our_announces = seen.their_announces = 0
    ours = 252 if seen.our_sweep else 0 if seen.their_sweep else seen.ours
    theirs = 252 if seen.their_sweep else 0 if seen.our_sweep else seen.theirs
    bid = 250 if seen.contract == "capot" else seen.contract
    total = ours + seen.our_announces + seen.our_belote
    their_total = theirs + seen.their_announces + seen.their_belote
    if seen.contract == "capot":
        made = seen.our_sweep
    elif litige and total == their_total and total >= bid:
        return seen.marks(0, nearest(their_total), "held", total + seen.carried)
    else:
        made = total >= bid and total > their_total
    times = TIMES_2_4[seen.double]
    taken = seen.their_announces if seen.our_sweep else 0
    if not made:
        prize = times * (160 + seen.their_announces + seen.their_belote + seen.our_announces + bid)
        return seen.marks(nearest(seen.our_belote), nearest(prize), "failed", seen.carried)
    if seen.double == "none":
        return seen.marks(nearest(total + taken + bid + seen.carried), nearest(their_total - taken), "made")
    base = 250 if seen.our_sweep else 160
    prize = times * (base + seen.our_announces + seen.our_belote + taken + bid)
    return seen.marks(nearest(prize + seen.carried), nearest(seen.their_belote), "made")


def cannes(deal: dict[str, Any]) -> Marks:
    seen = Seen(deal)
    written = (lambda n: n) if seen.last_deal else six_up
    ours = 252 if seen.our_sweep else 0 if seen.their_sweep else seen.ours
    theirs = 252 if seen.their_sweep else 0 if seen.our_sweep else seen.theirs
    bid = 270 if seen.contract == "capot" else seen.contract
    made = seen.our_sweep if seen.contract == "capot" else ours + seen.our_belote >= bid
    times = TIMES_2_3[seen.double]
    if made and seen.double == "none":
        own = ours + bid + seen.our_belote + seen.carried
        return seen.marks(written(own), written(theirs + seen.their_belote), "made")
    both_belotes = seen.our_belote + seen.their_belote
    if made:
        base = 252 if seen.our_sweep else 162
        return seen.marks(written(base + times * bid + both_belotes + seen.carried), 0, "made")
    base = 252 if seen.their_sweep or seen.contract == "capot" else 162
    return seen.marks(0, written(base + times * bid + both_belotes + seen.carried), "failed")


def pagat(deal: dict[str, Any]) -> Marks:
    seen = Seen(deal)
    times = TIMES_2_4[seen.double]
    ours = 250 if seen.our_sweep else 0 if seen.their_sweep else seen.ours
    theirs = 250 if seen.their_sweep else 0 if seen.our_sweep else seen.theirs
    if seen.contract == "capot":
        won, lost = 500 + seen.carried, 0
        made = seen.our_sweep
    else:
        made = ours + seen.our_belote >= max(seen.contract, 82)
        won = 160 + times * seen.contract + seen.carried
        lost = 0
        if made and seen.double == "none":
            won, lost = nearest(ours) + seen.contract + seen.carried, nearest(theirs)
        elif made and seen.our_sweep:
            won += 90
    if made:
        return seen.marks(won + seen.our_belote, lost + seen.their_belote, "made")
    return seen.marks(seen.our_belote, won + seen.their_belote, "failed")


def coinchons(deal: dict[str, Any]) -> Marks:
    seen = Seen(deal)
    times = TIMES_2_4[seen.double]
    made = seen.our_sweep if seen.contract == "capot" else seen.ours + seen.our_belote >= seen.contract
    theirs = 0
    if seen.contract == "capot":
        prize = 500 * times
    elif made and seen.double == "none":
        prize, theirs = nearest(seen.ours) + seen.contract, nearest(seen.theirs)
    else:
        prize = (160 + seen.contract) * times
    if made:
        return seen.marks(prize + seen.our_belote + seen.carried, theirs + seen.their_belote, "made")
    return seen.marks(seen.our_belote, prize + seen.their_belote + seen.carried, "failed")


def muscle(deal: dict[str, Any]) -> Marks:
    seen = Seen(deal)
    times = TIMES_2_4[seen.double]
    ours = 252 if seen.our_sweep else 0 if seen.their_sweep else seen.ours
    theirs = 252 if seen.their_sweep else 0 if seen.our_sweep else seen.theirs
    bid = 250 if seen.contract == "capot" else seen.contract
    counts = bid >= 100
    total = ours + (seen.our_belote if counts else 0)
    their_total = theirs + (seen.their_belote if counts else 0)
    if seen.contract == "capot":
        made = seen.our_sweep
    elif total == their_total and total >= bid:
        return seen.marks(0, 0, "replay", seen.carried)
    else:
        made = total >= bid and total > their_total
    if not made:
        prize = (160 + bid) * times + seen.their_belote
        return seen.marks(seen.our_belote, prize + seen.carried, "failed")
    if seen.double == "none":
        return seen.marks(ours + bid + seen.our_belote + seen.carried, theirs + seen.their_belote, "made")
    base = 250 if seen.our_sweep else 160
    return seen.marks((base + bid) * times + seen.our_belote + seen.carried, seen.their_belote, "made")


def ascee_2a(deal: dict[str, Any]) -> Marks:
    """Exactly the bid for whoever wins, whatever was made."""
    seen = Seen(deal)
    prize = (250 if seen.contract == "capot" else seen.contract) * TIMES_2_4[seen.double] + seen.carried
    made = seen.our_sweep if seen.contract == "capot" else seen.ours + seen.our_belote >= seen.contract
    return seen.marks(prize, 0, "made") if made else seen.marks(0, prize, "failed")


#: Rule set and variants to its second scorer.
SCORERS: dict[tuple[str, tuple[str, ...]], Callable[[dict[str, Any]], Marks]] = {
    ("app", ()): app,
    ("guide-belote", ()): guide_belote,
    ("guide-contree", ()): guide_contree,
    ("ffb-belote-2016", ()): ffb_belote,
    ("ffb-coinche-2015", ()): ffb_coinche,
    ("ffb-coinche-2015", ("held",)): lambda deal: ffb_coinche(deal, litige=True),
    ("ffb-contree-2016", ()): ffb_contree,
    ("ffb-contree-2016", ("points",)): lambda deal: ffb_contree(deal, "points"),
    ("ffb-contree-2016", ("note-1",)): lambda deal: ffb_contree(deal, "note-1"),
    ("cannes-2016", ()): cannes,
    ("pagat", ()): pagat,
    ("coinchons", ()): coinchons,
    ("muscle", ()): muscle,
    ("lions", ()): lions,
    ("ascee-79", ()): ascee_79,
    ("ascee-2a", ()): ascee_2a,
}
