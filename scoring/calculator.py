"""The calculator: which rule sets count, the deal in an address, deals to try and deals to guess.

An address says everything: ``?rules=club&by=NS&contract=100&trump=H&ns=105``. Whatever it says is only read as a deal;
the rules themselves refuse what no deal has.
"""

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from random import Random
from typing import Any, Protocol
from urllib.parse import urlencode

from django.utils.translation import gettext as _

from scoring import rules, rulesets_store
from scoring.models import RulesetVersion
from scoring.rules.cards import MODE_OF, SIDES
from scoring.rules.dealing import Dealer

MOST_BELOTES = 4
#: How many deals are looked at for one to guess: rules can be so odd that no deal is any good.
MOST_TRIES = 200
#: A deal that any rules have.
NOBODY_BIDS: Mapping[str, Any] = {"declarer": None}
_NUMBER = re.compile(r"[0-9]{1,6}", re.ASCII)
#: The deal's fields in an address, beside ``rules`` and ``with``.
DEAL_NAMES = (
    "by", "contract", "trump", "double", "ns", "ew", "belote_ns", "belote_ew", "sweep", "alone", "last_trick",
    "ann_ns", "ann_ew", "best", "carried", "last_deal",
)  # fmt: skip


class Query(Protocol):
    """A request's query: the last value of a name, or all of them."""

    def get(self, key: str, /) -> Any: ...

    def getlist(self, key: str, /) -> list[Any]: ...

    def __contains__(self, key: object, /) -> bool: ...


@dataclass(frozen=True, slots=True)
class Chosen:
    """A rule set that counts: how an address names it, what it is called, and the rules."""

    key: str
    title: str
    ruleset: rules.RuleSet


def find(key: str, language: str) -> Chosen | None:
    """The rule set that ``key`` names: a preset with its variants ("ffb-contree-2016+points"; a blank is read as the
    plus that an address turns into one), or the id of a version, which only who was shown it knows. None where there is
    none, and for one that counts no deals."""
    plain = key.strip().replace(" ", rulesets_store.PLUS)[:200]
    try:
        found = _version(uuid.UUID(plain), language)
    except ValueError:
        found = _preset(plain, language)
    return found if found is not None and found.ruleset.kind != "totals" else None


def _preset(key: str, language: str) -> Chosen | None:
    if key not in rulesets_store.preset_keys():
        return None
    return Chosen(key, rulesets_store.preset_title(key, language), rulesets_store.preset(key))


def _version(version_id: uuid.UUID, language: str) -> Chosen | None:
    version = RulesetVersion.objects.select_related("ruleset").filter(pk=version_id).first()
    if version is None:
        return None
    ruleset, key = rulesets_store.rules_of(version), version.ruleset.key
    is_current = version.ruleset.owner_club_id is None and key in rulesets_store.preset_keys()
    if not is_current or rulesets_store.preset(key).sha256 != version.sha256:
        key = str(version.pk)
    return Chosen(key, rulesets_store.title_of(version, language), ruleset)


# A deal in an address


def deal_of(query: Query) -> dict[str, Any] | None:
    """The deal that an address says; None where it says nothing of one. What is no number stays text, so that the rules
    refuse it with the field's name."""
    if not any(name in query for name in DEAL_NAMES):
        return None
    if query.get("by") == "pass":
        return {"declarer": None}
    given: dict[str, Any] = {
        "declarer": query.get("by") or None,
        "contract": _number_or_text(query.get("contract")),
        "trump": query.get("trump") or None,
        "double": query.get("double") or None,
        "points": _by_side(_number_or_text(query.get("ns")), _number_or_text(query.get("ew"))),
        "belote": _belotes(query),
        "sweep": query.get("sweep") or None,
        "alone": bool(query.get("alone")) or None,
        "last_trick": query.get("last_trick") or None,
        "announces": _by_side(_announces(query.getlist("ann_ns")), _announces(query.getlist("ann_ew"))),
        "best": query.get("best") or None,
        "carried": _number_or_text(query.get("carried")) or None,
        "last_deal": bool(query.get("last_deal")) or None,
    }
    return {name: value for name, value in given.items() if value is not None}


def _number_or_text(value: Any) -> int | str | None:
    text = (value or "").strip()
    if not text:
        return None
    return int(text) if _NUMBER.fullmatch(text) else text


def _by_side(ns: Any, ew: Any) -> dict[str, Any] | None:
    found = {side: value for side, value in (("NS", ns), ("EW", ew)) if value is not None}
    return found or None


def _belotes(query: Query) -> list[str] | str | None:
    found: list[str] = []
    for side in SIDES:
        count = _number_or_text(query.get(f"belote_{side.lower()}")) or 0
        if isinstance(count, str):
            return count
        # One more than there can be is refused by the rules; a thousand more would only be work.
        found += [side] * min(count, MOST_BELOTES + 1)
    return found or None


def _announces(values: list[Any]) -> list[int | str] | None:
    return [item for value in values if (item := _number_or_text(value)) is not None] or None


def query_of(keys: list[str], deal: Mapping[str, Any]) -> str:
    """The address of a deal under one or two rule sets, without the question mark: the same deal, the same text."""
    pairs: list[tuple[str, Any]] = list(zip(("rules", "with"), keys, strict=False))
    if deal.get("declarer") is None:
        return urlencode([*pairs, ("by", "pass")])
    points, belote, announces = deal.get("points", {}), deal.get("belote", []), deal.get("announces", {})
    values: list[tuple[str, Any]] = [
        ("by", deal["declarer"]),
        ("contract", deal.get("contract")),
        ("trump", deal.get("trump")),
        ("double", deal.get("double") if deal.get("double") != "none" else None),
        *((side.lower(), points.get(side)) for side in SIDES),
        *((f"belote_{side.lower()}", belote.count(side) or None) for side in SIDES),
        ("sweep", deal.get("sweep")),
        ("alone", 1 if deal.get("alone") else None),
        ("last_trick", deal.get("last_trick")),
        *((f"ann_{side.lower()}", item) for side in SIDES for item in announces.get(side, [])),
        ("best", deal.get("best")),
        ("carried", deal.get("carried") or None),
        ("last_deal", 1 if deal.get("last_deal") else None),
    ]
    return urlencode([*pairs, *((name, value) for name, value in values if value is not None)])


# Deals to try


def usual_contract(ruleset: rules.RuleSet) -> int | str:
    """The contract of the examples: 100 or what is bid next above it; a take, or a capot, where no numbers are bid."""
    if ruleset.bids:
        return next((bid for bid in ruleset.bids if bid >= 100), ruleset.bids[-1])
    return next(iter(ruleset.special_contracts), ruleset.bid_rules.lowest)


def examples(ruleset: rules.RuleSet) -> list[tuple[str, dict[str, Any]]]:
    """Deals worth knowing, by what they are: those that can be under this rule set."""
    contract = usual_contract(ruleset)
    bid = _("Taken") if contract == "take" else str(contract)
    base: dict[str, Any] = {"declarer": "NS", "contract": contract, "trump": ruleset.trumps[0]}
    made = _first(ruleset, base, (112, 110, 120, 130, 140, 90, 100), "made")
    failed = _first(ruleset, base, (71, 70, 60, 50), "failed")
    total = ruleset.pack_total(base["trump"])
    named: list[tuple[str, dict[str, Any] | None]] = [
        (_("%(bid)s: made") % {"bid": bid}, made),
        (_("%(bid)s: failed") % {"bid": bid}, failed),
        (_("%(bid)s: failed, coinched") % {"bid": bid}, failed and {**failed, "double": "coinche"}),
        (_("%(bid)s: made, surcoinched") % {"bid": bid}, made and {**made, "double": "surcoinche"}),
        (_("%(bid)s: saved by the belote") % {"bid": bid}, _saved(ruleset, base)),
        (_("Even: %(points)d each") % {"points": total // 2}, _even(ruleset, base, total)),
        (_("%(bid)s: all tricks") % {"bid": bid}, {**base, "points": {"NS": total}, "sweep": "NS"}),
        (_("%(bid)s: all tricks to the defence") % {"bid": bid}, {**base, "points": {"NS": 0}, "sweep": "EW"}),
        (_("Capot: made"), {**base, "contract": "capot", "points": {"NS": total}, "sweep": "NS"}),
        (_("Capot: failed"), {**base, "contract": "capot", "points": {"NS": total - 24}}),
        (_("A tierce on each side"), _tierces(ruleset, made)),
    ]
    return [(name, deal) for name, deal in named if deal is not None and result_of(ruleset, deal)]


def result_of(ruleset: rules.RuleSet, deal: Mapping[str, Any]) -> str:
    """What becomes of a deal ("made", "held" ...); "" where it cannot be."""
    try:
        return rules.score_deal(ruleset, deal).result
    except rules.DealError:
        return ""


def _first(
    ruleset: rules.RuleSet, base: dict[str, Any], points: tuple[int, ...] | range, wanted: str
) -> dict[str, Any] | None:
    deals = ({**base, "points": {"NS": number}} for number in points)
    return next((deal for deal in deals if result_of(ruleset, deal) == wanted), None)


def _saved(ruleset: rules.RuleSet, base: dict[str, Any]) -> dict[str, Any] | None:
    """A contract that fails without its belote and is made with it."""
    most = base["contract"] if isinstance(base["contract"], int) else ruleset.pack_total(base["trump"]) // 2 + 1
    for number in range(most, max(most - 60, 0), -1):
        deal = {**base, "points": {"NS": number}}
        with_belote = {**deal, "belote": ["NS"]}
        if result_of(ruleset, deal) == "failed" and result_of(ruleset, with_belote) == "made":
            return with_belote
    return None


def _even(ruleset: rules.RuleSet, base: dict[str, Any], total: int) -> dict[str, Any] | None:
    contract = ruleset.bids[0] if ruleset.bids else base["contract"]
    return {**base, "contract": contract, "points": {"NS": total // 2}} if total % 2 == 0 else None


def _tierces(ruleset: rules.RuleSet, made: dict[str, Any] | None) -> dict[str, Any] | None:
    if made is None or not ruleset.enters_announces:
        return None
    deal = {**made, "announces": {"NS": ["tierce"], "EW": ["tierce"]}}
    return deal if result_of(ruleset, deal) else {**deal, "best": "EW"}


# Deals to guess


def quiz_deal(ruleset: rules.RuleSet, number: int) -> dict[str, Any]:
    """The deal to guess of this number: always the same one under the same rules; its cards can really fall so, where
    the rules can be played with real cards at all. Under rules that nothing can be bid by, one that all passed."""
    rng = Random(number)  # noqa: S311 (a riddle, no secret)
    tries = chain(islice(_dealt(ruleset, rng), MOST_TRIES), Dealer(ruleset, number).deals(MOST_TRIES))
    found = (deal for deal in tries if result_of(ruleset, deal) not in {"", "replay"})
    return next(found, dict(NOBODY_BIDS))


def _dealt(ruleset: rules.RuleSet, rng: Random) -> Iterator[dict[str, Any]]:
    """Deals as they are played, without end: cards to the tricks of both sides, and a bid near what came out."""
    while True:
        trump = rng.choice(ruleset.trumps)
        mode = MODE_OF[trump]
        total = ruleset.pack_total(trump)
        tricks = rng.randint(1, ruleset.tricks - 1)
        deck = [*ruleset.cards.decks[mode]]
        rng.shuffle(deck)
        last = ruleset.cards.last_trick[mode] * (rng.random() < 0.5)
        own = sum(deck[: len(deck) * tricks // ruleset.tricks]) + last
        own = min(total, own // ruleset.cards.unit * ruleset.cards.unit)
        near = [bid for bid in ruleset.bids if abs(bid - own) <= 40]
        deal: dict[str, Any] = {
            "declarer": rng.choice(SIDES),
            "contract": rng.choice(near) if near else usual_contract(ruleset),
            "trump": trump,
            "double": rng.choice(ruleset.doublings) if rng.random() < 0.4 else "none",
        }
        deal["points"] = {"NS": own, "EW": total - own} if deal["declarer"] == "NS" else {"NS": total - own, "EW": own}
        if ruleset.enters_last_trick:
            deal["last_trick"] = deal["declarer"] if last else SIDES[1 - SIDES.index(deal["declarer"])]
        if ruleset.belote_most[mode] and rng.random() < 0.4:
            deal["belote"] = [rng.choice(SIDES)]
        if ruleset.enters_announces and rng.random() < 0.3:
            deal["announces"] = {rng.choice(SIDES): [rng.choice(["tierce", "quarante"])]}
        yield deal
