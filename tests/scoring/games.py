"""Formats and entries for the properties of games."""

from typing import Any

from hypothesis import strategies as st

from scoring.rules import parse_deal
from scoring.rules.game import Entry, GameFormat
from scoring.rules.game_format import BARS, BOTH, EQUAL, HELD, OWES

SIDES = st.sampled_from(["NS", "EW"])
BAR = st.lists(st.sampled_from(BARS), min_size=1, max_size=2, unique=True).map("+".join)


@st.composite
def formats(draw: st.DrawFn, *, most_deals: int = 4, target: tuple[int, int] = (150, 500)) -> dict[str, Any]:
    """The JSON of a format: any kind, with any of its words."""
    kind = draw(st.sampled_from(["deals", "target", "minutes"]))
    low, high = {"deals": (1, most_deals), "target": target, "minutes": (10, 60)}[kind]
    ending: dict[str, Any] = {"equal": draw(st.sampled_from(EQUAL)), "held": draw(st.sampled_from(HELD))}
    length = draw(st.integers(low, high))
    if kind == "target":
        ending["both"] = draw(st.sampled_from(BOTH))
        ending["may_not_win"] = draw(st.lists(BAR, max_size=2))
        if ending["may_not_win"]:
            ending["owes"] = draw(st.sampled_from(OWES))
        ending |= draw(st.sampled_from([{}, {"exceed": True}, {"enough": length - 5}]))
    if kind != "minutes" and draw(st.booleans()):
        ending["minutes"] = 40
    if kind == "minutes" or "minutes" in ending:
        ending["finish_deal"] = draw(st.booleans())
        ending["more_deals"] = draw(st.integers(0, 2))
    return {"kind": kind, "length": length, "ending": ending}


def _deal(declarer: str, points: int, belote: str | None) -> Entry:
    deal = {"declarer": declarer, "contract": "take", "trump": "H", "points": {declarer: points}}
    if points == 162:
        deal["sweep"] = declarer
    return Entry("deal", parse_deal(deal | ({"belote": [belote]} if belote else {})))


#: Deals of classic belote: made, failed, held at 81-81 (or 91-91), with capot, with a belote that decides.
DEALS = st.builds(
    _deal, SIDES, st.sampled_from([40, 71, 81, 81, 95, 120, 162]), st.sampled_from([None, None, "NS", "EW"])
)
AMOUNTS = st.builds(
    lambda kind, ns, ew: Entry(kind, ns=ns, ew=ew),
    st.sampled_from(["adjustment", "penalty", "settlement"]),
    st.sampled_from([0, 0, 20, 81, 160, -40]),
    st.sampled_from([0, 0, 20, 81, 160]),
)
ENTRIES = st.one_of(
    DEALS, DEALS, DEALS, DEALS, st.sampled_from([Entry("passed"), Entry("replayed"), Entry("time")]), AMOUNTS
)


def swapped(entry: Entry) -> Entry:
    """The same entry with the sides exchanged."""
    if entry.deal is None:
        return Entry(entry.kind, ns=entry.ew, ew=entry.ns, in_progress=entry.in_progress)
    other = {"NS": "EW", "EW": "NS"}
    deal = entry.deal
    assert deal.declarer is not None
    data: dict[str, Any] = {
        "declarer": other[deal.declarer],
        "contract": deal.contract,
        "trump": deal.trump,
        "points": {"NS": deal.points[1], "EW": deal.points[0]},
        "sweep": other[deal.sweep] if deal.sweep else None,
        "belote": [other[side] for side in deal.belote],
    }
    return Entry("deal", parse_deal(data))


def format_of(data: dict[str, Any]) -> GameFormat:
    return GameFormat.from_data(data)
