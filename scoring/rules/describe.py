"""A rule set in the words of the card table, made from its data alone: what an organiser prints as the contest's rules.

Every sentence comes from the words files (section ``rules``) and every figure from the resolved rule set, so a club's
own rule set is described as well as a preset. Formulas are said by ``phrases``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scoring.rules.describe_cards import announces, belote, bids, cards, doubling, own_values
from scoring.rules.describe_examples import examples
from scoring.rules.describe_outcomes import capot, failed, generale, made, rounding, success, sweep, ties
from scoring.rules.describe_table import passed, penalties, source, totals
from scoring.rules.phrases import Voice
from scoring.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Section:
    """One heading of the rules with its sentences, all in one language. ``id`` never changes: "cards", "bids", ..."""

    id: str
    title: str
    sentences: tuple[str, ...]


_DEALS: dict[str, Callable[[Voice], Iterator[str]]] = {
    "cards": cards,
    "bids": bids,
    "doubling": doubling,
    "announces": announces,
    "belote": belote,
    "success": success,
    "sweep": sweep,
    "values": own_values,
    "made": made,
    "failed": failed,
    "capot": capot,
    "generale": generale,
    "ties": ties,
    "rounding": rounding,
    "passed": passed,
    "penalties": penalties,
    "examples": examples,
    "source": source,
}

_TOTALS = {"totals": totals, "penalties": penalties, "source": source}

SECTION_IDS = ("totals", *_DEALS)


def describe(ruleset: RuleSet, language: str) -> tuple[Section, ...]:
    """The rules of ``ruleset`` in ``language`` ("fr", "fr-FR"; English where there are no such words), in the order in
    which a table needs them. Sections that have nothing to say are left out."""
    voice = Voice(ruleset, language)
    chosen = _DEALS if ruleset.totals is None else _TOTALS
    found = ((id_, tuple(_begun(text) for text in speak(voice))) for id_, speak in chosen.items())
    return tuple(Section(id_, voice.say(f"title_{id_}"), sentences) for id_, sentences in found if sentences)


def _begun(sentence: str) -> str:
    """With a capital letter: labels and trumps, which files and words give in small letters, can come first."""
    return sentence[:1].upper() + sentence[1:]
