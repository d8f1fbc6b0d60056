"""A second scorer for the club rules, written from their text alone, without the engine: what it says must agree."""

from typing import Any

ANNOUNCE = {
    "tierce": 20, "quarante": 50, "cinquante": 50, "quinte": 100, "cent": 100, "carre-J": 200, "carre-9": 150,
    "carre-A": 100, "carre-10": 100, "carre-K": 100, "carre-Q": 100, "carre-8": 0, "carre-7": 0,
}  # fmt: skip


def club_score(deal: dict[str, Any]) -> tuple[int, int, str]:
    """North-south's score, east-west's, and the result."""
    if deal["declarer"] is None:
        return 0, 0, "passed"
    us = deal["declarer"]
    them = "EW" if us == "NS" else "NS"
    everything = 258 if deal["trump"] == "TA" else 162
    points = dict(deal["points"])
    for side, other in (("NS", "EW"), ("EW", "NS")):
        if points.get(side) is None:
            points[side] = everything - points[other]

    all_tricks = deal.get("sweep")
    for side, count in (deal.get("tricks") or {}).items():
        if count == 8:
            all_tricks = side

    shown = {side: [ANNOUNCE.get(a, a) for a in (deal.get("announces") or {}).get(side, [])] for side in (us, them)}
    best = {side: max(shown[side], default=0) for side in shown}
    higher = us if best[us] > best[them] else them
    winner = deal.get("best") if best[us] == best[them] else higher
    announces = {side: sum(shown[side]) if side == winner and best[side] else 0 for side in shown}

    belote = {side: 20 * list(deal.get("belote") or []).count(side) for side in (us, them)}
    times = {"none": 1, "coinche": 2, "surcoinche": 4}[deal.get("double") or "none"]

    if deal["contract"] == "capot":
        made, worth = all_tricks == us, 250
    else:
        worth = deal["contract"]
        made = points[us] + announces[us] + belote[us] >= worth

    score = {}
    if made:
        score[us] = (worth + announces[us] + (90 if all_tricks == us else 0)) * times
        score[them] = (announces[them] + (90 if all_tricks == them else 0)) * times
    else:
        lost = {"TA": 258, "SA": 152}.get(deal["trump"], 162)
        score[us] = 0
        score[them] = (lost + announces[us] + announces[them] + (90 if all_tricks == them else 0)) * times
    score[us] += belote[us]
    score[them] += belote[them]
    # Points held over from another rule set's game would go to whoever wins the deal.
    score[us if made else them] += deal.get("carried") or 0
    return score["NS"], score["EW"], "made" if made else "failed"
