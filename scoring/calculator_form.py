"""What the calculator's form offers: the rule sets to choose from, and the questions that any of those chosen asks."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.templatetags.look import SIDES, TRUMPS
from scoring import rules, rulesets_store
from scoring.calculator import Chosen
from scoring.rules.cards import MODE_OF
from scoring.rulesets_words import FAMILIES, family_of

SPECIALS: dict[str, Any] = {
    "capot": gettext_lazy("Capot"),
    "generale": gettext_lazy("Générale"),
    "take": gettext_lazy("Take"),
}
DOUBLINGS: dict[str, Any] = {
    "none": gettext_lazy("no"),
    "coinche": gettext_lazy("Coinched"),
    "surcoinche": gettext_lazy("Surcoinched"),
}
_WAITING = {"held", "share", "replay"}

#: A family's name and its rule sets: key, title, chosen or not.
Group = tuple[str, list[tuple[str, str, bool]]]
Options = list[dict[str, Any]]


def rule_choices(chosen: Chosen | None, language: str) -> list[Group]:
    """The published rule sets that count deals, by family, each with its variants; those of
    a club or contest that the address names come before them."""
    groups: dict[str, list[tuple[str, str, bool]]] = {}
    for key in rulesets_store.preset_keys():
        # A variant stands beside its preset, and need not be resolved to be offered.
        family = family_of(rules.preset(key.partition(rulesets_store.PLUS)[0]))
        if family != "totals":
            title = rulesets_store.preset_title(key, language)
            groups.setdefault(family, []).append((key, title, chosen is not None and key == chosen.key))
    listed = [(str(label), sorted(groups[name], key=_by_title)) for name, label in FAMILIES.items() if name in groups]
    if chosen is not None and not any(is_chosen for _label, group in listed for _key, _title, is_chosen in group):
        listed.insert(0, (_("Rules of a club or contest"), [(chosen.key, chosen.title, True)]))
    return listed


def _by_title(choice: tuple[str, str, bool]) -> str:
    return rulesets_store.plain_name(choice[1])


def fields_of(rulesets: list[rules.RuleSet], deal: Mapping[str, Any], language: str) -> dict[str, Any]:
    """What may be written under any of the rule sets, with what is written now; a question that none of them asks is
    empty or False."""
    sides = {side: str(name) for side, name in SIDES.items()}
    said_by = {**sides, "pass": _("All passed")}
    declarer = (deal["declarer"] or "pass") if "declarer" in deal else None
    sweep = any(one.enters_sweep for one in rulesets)
    last_trick = any(one.enters_last_trick for one in rulesets)
    return {
        "declarers": _options(["NS", "EW", "pass"], said_by.__getitem__, declarer),
        "contracts": _contracts(rulesets, deal.get("contract")),
        "trumps": _options(_merged(one.trumps for one in rulesets), _trump_name, deal.get("trump")),
        "doublings": _options(
            _merged(one.doublings for one in rulesets), DOUBLINGS.__getitem__, deal.get("double", "none")
        ),
        "points": _points(sides, deal),
        "belotes": _belotes(rulesets, sides, deal),
        "sweep": _options(["", *sides], {"": _("nobody"), **sides}.__getitem__, deal.get("sweep", "")) if sweep else [],
        "alone": any(one.enters_alone for one in rulesets),
        "last_trick": _options(sides, sides.__getitem__, deal.get("last_trick")) if last_trick else [],
        "announces": _announces(rulesets, sides, deal, language),
        "best": _options(sides, sides.__getitem__, deal.get("best")),
        "holds": any(_holds(one) for one in rulesets),
        "ends": any(_ends(one) for one in rulesets),
        "deal": deal,
    }


def _merged(lists: Iterable[Iterable[Any]]) -> list[Any]:
    """Everything in the lists once, in their order."""
    return list(dict.fromkeys(item for items in lists for item in items))


def _options(values: Iterable[Any], label: Callable[[Any], Any], chosen: Any) -> Options:
    return [{"value": value, "label": label(value), "chosen": value == chosen} for value in values]


def _trump_name(trump: str) -> str:
    return capfirst(str(TRUMPS[trump]))


def _contracts(rulesets: list[rules.RuleSet], chosen: Any) -> Options:
    numbers = sorted(_merged(one.bids for one in rulesets))
    specials = _merged(one.special_contracts for one in rulesets)
    return _options([*numbers, *specials], lambda bid: SPECIALS.get(bid, bid), chosen)


def _points(sides: Mapping[str, str], deal: Mapping[str, Any]) -> Options:
    points = deal.get("points", {})
    return [
        {"name": side.lower(), "side": side, "label": said, "value": points.get(side)} for side, said in sides.items()
    ]


def _belotes(rulesets: list[rules.RuleSet], sides: Mapping[str, str], deal: Mapping[str, Any]) -> Options:
    """How many belotes each side may write; empty where a belote changes nothing."""
    entering = [one for one in rulesets if one.enters_belote]
    most = max((one.belote_most[MODE_OF[trump]] for one in entering for trump in one.trumps), default=0)
    written = deal.get("belote", [])
    written = written if isinstance(written, list) else []
    return [
        {"name": f"belote_{side.lower()}", "label": said, "counts": _options(range(most + 1), str, written.count(side))}
        for side, said in sides.items()
        if most
    ]


def _announces(
    rulesets: list[rules.RuleSet], sides: Mapping[str, str], deal: Mapping[str, Any], language: str
) -> Options:
    names = dict(_merged(one.announce_names(language).items() for one in rulesets))
    written = deal.get("announces", {})
    return [
        {
            "name": f"ann_{side.lower()}",
            "label": said,
            "items": [
                {"value": name, "label": label, "chosen": name in written.get(side, [])}
                for name, label in names.items()
            ],
        }
        for side, said in sides.items()
        if names
    ]


def _holds(ruleset: rules.RuleSet) -> bool:
    """Whether points can wait for a later deal."""
    return bool(ruleset.success.outcomes & _WAITING)


def _ends(ruleset: rules.RuleSet) -> bool:
    """Whether the last deal of a game is counted in another way."""
    return ruleset.rounding.last_deal_exact or ruleset.success.tie != ruleset.success.tie_at_last
