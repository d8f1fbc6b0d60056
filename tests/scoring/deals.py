"""Deals made up for tests: cards really dealt to the two sides' tricks, so that every one of them can be."""

from random import Random
from typing import Any

PLAIN = [11, 10, 4, 3, 2, 0, 0, 0]
TRUMP = [20, 14, 11, 10, 4, 3, 0, 0]
NO_TRUMP = [19, 10, 4, 3, 2, 0, 0, 0]
ANNOUNCES = ["tierce", "quarante", "quinte", "carre-J", "carre-9", "carre-A", "carre-7", 20, 50]


def pack(trump: str) -> list[int]:
    if trump == "TA":
        return TRUMP * 4
    return NO_TRUMP * 4 if trump == "SA" else TRUMP + PLAIN * 3


def random_deal(rng: Random, contracts: list[int | str] | None = None) -> dict[str, Any]:
    """A deal that the club rule set takes, edges favoured: few points around the bid, capots, equal announces."""
    trump = rng.choice(["S", "H", "D", "C", "SA", "TA"])
    tricks = rng.choice([0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8])
    last = "NS" if tricks == 8 or (tricks and rng.random() < 0.5) else "EW"
    cards = pack(trump)
    rng.shuffle(cards)
    ns = sum(cards[: 4 * tricks]) + 10 * (last == "NS")
    points: dict[str, int] = {"NS": ns, "EW": sum(cards[4 * tricks :]) + 10 * (last == "EW")}
    deal: dict[str, Any] = {
        "id": str(rng.randrange(1000)),
        "declarer": rng.choice(["NS", "EW"]),
        "trump": trump,
        "double": rng.choice(["none", "none", "coinche", "surcoinche"]),
        "points": points,
        "carried": rng.choice([0, 0, 0, 81, 130]),
    }
    near = points[deal["declarer"]] // 10 * 10
    bids = contracts or ["capot", 80, 90, 100, near, near + 10, near + 20, near + 30]
    deal["contract"] = rng.choice([bid for bid in bids if isinstance(bid, str) or 80 <= bid <= 240])
    if rng.random() < 0.5:
        deal["tricks"] = {"NS": tricks, "EW": 8 - tricks}
    elif tricks in (0, 8):
        deal["sweep"] = "NS" if tricks == 8 else "EW"
    if rng.random() < 0.3:
        deal["last_trick"] = last
    if rng.random() < 0.3:
        del points[rng.choice(["NS", "EW"])]
    if trump != "SA":
        most = 4 if trump == "TA" else 1
        deal["belote"] = [rng.choice(["NS", "EW"]) for _ in range(rng.randrange(most + 1))]
    deal["announces"] = _announces(rng)
    deal["best"] = rng.choice(["NS", "EW"])
    return deal


def _announces(rng: Random) -> dict[str, list[str | int]]:
    out: dict[str, list[str | int]] = {"NS": [], "EW": []}
    seen: set[str | int] = set()
    for _ in range(rng.choice([0, 0, 0, 1, 2, 3])):
        item = rng.choice(ANNOUNCES)
        if item in seen and str(item).startswith("carre"):
            continue
        seen.add(item)
        out[rng.choice(["NS", "EW"])].append(item)
    return out


def swapped(deal: dict[str, Any]) -> dict[str, Any]:
    """The same deal with north-south and east-west changed over."""
    other = {"NS": "EW", "EW": "NS"}

    def change(value: Any) -> Any:
        if isinstance(value, dict):
            return {other[side]: inner for side, inner in value.items()}
        if isinstance(value, list):
            return [other[side] for side in value]
        return other.get(value, value)

    return {field: value if field == "id" else change(value) for field, value in deal.items()}
