"""The papers and what can be chosen of them, in words; the groups in which the page of the papers shows them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.utils.translation import gettext as _

from core.templatetags.look import number
from documents.kinds import Choice, numbered
from documents.list_papers import AFTER, EXPLAINED, SHORT, STAGES
from tournaments import boardwords, listwords

Words = Mapping[str, Callable[[], str]]

#: The groups of the page, in their order, each with what belongs into it.
GROUPS: Mapping[str, tuple[Callable[[], str], tuple[str, ...]]] = {
    "before": (
        lambda: _("Before the evening"),
        ("wall", "rules", "code", "tables", "entries", "fees", "badges", "blanks"),
    ),
    "round": (lambda: _("This round"), ("sheets", "draw")),
    "evening": (lambda: _("The whole evening"), ("standings", "ways", "cross", "cards", "moves")),
    "thanks": (lambda: _("Prizes and thanks"), ("prizes", "receipts", "certificates")),
    "earlier": (lambda: _("Earlier rounds"), ()),
}
TITLES: Words = {
    "wall": lambda: _("For the wall before the first draw: how it is drawn, and the seal"),
    "rules": lambda: _("The rules in words"),
    "code": lambda: _("Poster with the code of the page"),
    "tables": lambda: _("Numbers for the tables"),
    "entries": lambda: _("List of entries, to tick"),
    "fees": lambda: _("List of entries with the fees"),
    "badges": lambda: _("Badges"),
    "blanks": lambda: _("Blank score sheets"),
    "standings": lambda: _("Standings for the hall"),
    "ways": lambda: _("Each one’s tournament, on a sheet"),
    "cross": lambda: _("Who met whom"),
    "cards": lambda: _("Movement cards, four to a page"),
    "moves": lambda: _("Poster: who moves where, and the plan of all rounds"),
    "prizes": lambda: _("The prizes"),
    "receipts": lambda: _("Receipts, four to a page"),
    "certificates": lambda: _("Certificates"),
}
_SIZES: Words = {
    "A4": lambda: _("A4"),
    "A5": lambda: _("A5"),
    "A5x2": lambda: _("A5, two to a page"),
    "A6": lambda: _("A6, four to a page"),
    "slip-A6x4": lambda: _("totals only: A6, four to a page"),
    "slip-A5x2": lambda: _("totals only: A5, two to a page"),
    "slip-A6": lambda: _("totals only: A6"),
}
#: What a size is called of one kind alone.
_SIZES_OF: Mapping[tuple[str, str], Callable[[], str]] = {
    ("tables", "A4"): lambda: _("A4, to be folded"),
    ("tables", "A5"): lambda: _("A5, two to a page"),
    ("sheets", "A5"): lambda: _("A5: marks and totals"),
    ("sheets", "A5x2"): lambda: _("A5: marks and totals, two to a page"),
    ("sheets", "A4"): lambda: _("A4: every deal in full"),
    ("blanks", "A5"): lambda: _("A5: marks and totals"),
    ("blanks", "A5x2"): lambda: _("A5: marks and totals, two to a page"),
    ("blanks", "A4"): lambda: _("A4: every deal in full"),
}
_STYLES: Mapping[tuple[str, str], Callable[[], str]] = {
    ("standings", ""): lambda: _("with each round"),
    ("standings", SHORT): lambda: _("short: places and totals"),
    ("standings", EXPLAINED): lambda: _("explained: each criterion down to its terms"),
    ("entries", ""): lambda: _("by number"),
    ("entries", "names"): lambda: _("by name"),
    ("fees", ""): lambda: _("by number"),
    ("fees", "names"): lambda: _("by name"),
    ("prizes", ""): lambda: _("what there is to win"),
    ("prizes", "won"): lambda: _("who has won what, to sign"),
    ("certificates", ""): lambda: _("for the place reached"),
    ("certificates", "thanks"): lambda: _("thanks to everyone"),
}
_RANGES: Words = {
    "tables": lambda: _("tables"),
    "numbers": lambda: _("numbers"),
    "places": lambda: _("places"),
}


def size(what: str, name: str) -> str:
    """What a size of a kind is called."""
    return (_SIZES_OF.get((what, name)) or _SIZES[name])()


def style(what: str, name: str, parts: Mapping[int, str] = MappingProxyType({})) -> str:
    """What a style of a kind is called. ``parts``: the names of the tournament's parts, by their positions."""
    found = _STYLES.get((what, name))
    if found is not None:
        return found()
    word, of = numbered(name)
    if word == AFTER and of:
        return _("after round %(number)s") % {"number": of}
    if word == STAGES and of:
        called = parts.get(of, "")
        return _("part: %(name)s") % {"name": called} if called else boardwords.stage("", of)
    return listwords.kind(name)


def ranged(name: str) -> str:
    """What a range numbers."""
    return _RANGES[name]()


def chosen(what: str, kind_ranged: str, choice: Choice, parts: Mapping[int, str] = MappingProxyType({})) -> str:
    """What was chosen, in a few words; "" where nothing was. ``parts``: as of ``style``."""
    said = [style(what, choice.style, parts)] if choice.style else []
    said += [size(what, choice.size)] if choice.size else []
    if choice.first or choice.last:
        about = {"what": ranged(kind_ranged), "first": number(max(1, choice.first)), "last": number(choice.last)}
        said.append(
            _("%(what)s %(first)s to %(last)s") % about if choice.last else _("%(what)s from %(first)s") % about
        )
    said += [_("only what is missing")] if choice.missing else []
    said += [_("%(count)s without a number") % {"count": number(choice.count)}] if choice.count else []
    return ", ".join(said)
