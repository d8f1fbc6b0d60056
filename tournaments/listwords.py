"""What the lists beside the standings, and what stands in them, are called."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.standings import categories
from tournaments.standings.lists import CATEGORIES, CLUBS, LINES, PLAYERS, ROUNDS, RankedList
from tournaments.standings.provisional import Waits
from tournaments.standings.ranking import Source

PROVISIONAL = "provisional"
#: Over the pages, and in the tabs between them.
KINDS: Mapping[str, Callable[[], str]] = {
    PLAYERS: lambda: _("Players"),
    CATEGORIES: lambda: _("Categories"),
    CLUBS: lambda: _("Clubs"),
    LINES: lambda: _("Lines"),
    ROUNDS: lambda: _("By round"),
    "after": lambda: _("After each round"),
    "stages": lambda: _("Parts"),
    PROVISIONAL: lambda: _("Provisional"),
}
#: The usual categories.
CATEGORY_NAMES: Mapping[str, Callable[[], str]] = {
    categories.LADIES: lambda: _("Ladies"),
    categories.MIXED: lambda: _("Mixed"),
    categories.MEN: lambda: pgettext("a category", "Men"),
    categories.JUNIORS: lambda: _("Juniors"),
    categories.SENIORS: lambda: _("Seniors"),
}
_OF_PLAYERS: Mapping[str, Callable[[], str]] = {
    "ladies": lambda: _("Lady"),
    "men": lambda: pgettext("a player", "Man"),
    "ladies, juniors": lambda: _("Lady, junior"),
    "men, juniors": lambda: _("Man, junior"),
    "ladies, seniors": lambda: _("Lady, senior"),
    "men, seniors": lambda: _("Man, senior"),
    "juniors": lambda: _("Junior"),
    "seniors": lambda: _("Senior"),
}
_LINES = {"ns": lambda: _("North-South"), "ew": lambda: _("East-West")}
#: What each list is, a sentence.
LEADS: Mapping[str, Callable[[], str]] = {
    PLAYERS: lambda: _("Each player has what his side scored in every round that he played."),
    CATEGORIES: lambda: _("In each category the order of the standings, with ranks of its own."),
    CLUBS: lambda: _("In each club the order of the standings, with ranks of its own."),
    LINES: lambda: _("In each line the order of the standings, with ranks of its own."),
    ROUNDS: lambda: _("Ranked by the points of this round alone."),
    "after": lambda: _("The standings by what counts today in the rounds until this one."),
    "stages": lambda: _("The standings of this part, among those who played it."),
}
#: The same for everybody, of what was published.
PUBLIC_LEADS: Mapping[str, Callable[[], str]] = {
    **LEADS,
    "after": lambda: _("The standings as they were published after this round."),
    "stages": lambda: _("The standings of this part as they were published, among those who played it."),
}


def kind(name: str) -> str:
    """What lists of this kind are called."""
    return KINDS[name]()


def of_a_player(text: str) -> str:
    """What is noted of a player: "Lady, senior"."""
    return _OF_PLAYERS[text]() if text in _OF_PLAYERS else text


def category(key: str, label: str = "") -> str:
    """What a category is called: the usual ones in the reader's language, others as they are written."""
    name = CATEGORY_NAMES.get(key)
    return name() if name is not None else label or key


def waits(found: Waits | None, brought: str) -> str:
    """What a row of a provisional list still waits for. ``brought``: where what it has of the round comes from, ""
    where it has nothing."""
    if found is None:
        return pgettext("the sheet of a table", "closed") if brought in (Source.GAME, Source.FORFEIT) else ""
    if found.open_end:
        return _("still playing")
    if found.deals:
        return ngettext("%(n)d deal", "%(n)d deals", found.deals) % {"n": found.deals}
    return _("to be closed") if found.tables else _("rests")


def tables_closed(closed: int, of: int) -> str:
    """How many tables of a round are done."""
    return ngettext("%(n)d table closed of %(total)d", "%(n)d tables closed of %(total)d", closed) % {
        "n": closed,
        "total": of,
    }


def heading(found: RankedList) -> str:
    """What a list is called on a page that says already of which round its lists are."""
    return _LINES[found.line]() if found.kind == ROUNDS and found.line else title(found)


def title(found: RankedList) -> str:
    """What a list is called among those of its kind."""
    line = _LINES[found.line]() if found.line else ""
    if found.kind == PROVISIONAL:
        return line or _("Provisional")
    if found.kind == LINES:
        return _LINES[found.key]() if found.key in _LINES else found.key
    if found.kind == ROUNDS:
        name = _("Round %(number)s") % {"number": found.key}
    elif found.kind == PLAYERS and not found.key:
        name = _("All players")
    else:
        name = found.label or found.key if found.kind == CLUBS else category(found.key, found.label)
    return f"{name}, {line}" if line else name
