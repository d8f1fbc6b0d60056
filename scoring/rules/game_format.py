"""How long a game is and who wins it, as data: a game format, apart from the rule set.

A format is written as the JSON of ``docs/game-formats.md``; ``GameFormat.from_data`` reads it and names the key that
is wrong, ``to_data`` writes it with nothing but what differs from the defaults.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from scoring.rules.deal import shown, told
from scoring.rules.errors import RulesError
from scoring.rules.source import is_whole
from scoring.rules.words import Value, words

KINDS = ("deals", "target", "minutes")
BOTH = ("higher", "declarer", "taker", "last_deal", "extra_deal")
EQUAL = ("draw", "extra_deal", "last_deal")
HELD = ("unsettled", "split", "lost", "winner")
OWES = ("deal", "trick")
#: What may be said of the side that would win, in ``may_not_win``; see ``game_end``.
BARS = ("defence", "failed", "not_made", "capot", "sweep", "belote", "announces", "short", "behind")

MOST_DEALS, MOST_TARGET, MOST_MINUTES = 100, 100_000, 1440
MOST_MORE, MOST_BARS, MOST_BANDS, MOST_GAMES, MOST_TO_WIN, MOST_MATCH_POINTS = 20, 12, 20, 100, 5, 1000


class FormatError(RulesError, ValueError):
    """A game format that cannot be. ``key`` is dotted ("ending.both"), "" for the whole; ``code`` is the id of the
    message (without "format.") and ``values`` what goes into it."""

    def __init__(self, key: str, code: str, **values: Value) -> None:
        self.key = key
        self.code = code
        self.values = values
        super().__init__(key, code)

    def text(self, language: str) -> str:
        """The refusal in ``language``; English where there is no such language."""
        return words(language).say(f"format.{self.code}", **self.values)

    def __str__(self) -> str:
        said = self.text("en")
        return f"{self.key}: {said}" if self.key else said


@dataclass(frozen=True, slots=True)
class Ending:
    """When a game is over and who has won; every default means the commonest case.

    ``enough``: points that reach a target printed higher (1995 for 2000); ``exceed``: the target must be passed.
    ``both``: who wins with both sides there. ``may_not_win``: combinations of BARS under which a side is not there yet;
    ``owes``: what it then needs, any further deal or one with a trick of its own. ``equal``: "" follows the kind of
    game. ``minutes``: a time beside a target or a number of deals. ``finish_deal`` and ``more_deals``: what is still
    played when time is called. ``held``: points that nobody has at the end.
    """

    enough: int | None = None
    exceed: bool = False
    both: str = "higher"
    may_not_win: tuple[tuple[str, ...], ...] = ()
    owes: str = "deal"
    equal: str = ""
    minutes: int | None = None
    finish_deal: bool = True
    more_deals: int = 0
    held: str = "unsettled"

    def __post_init__(self) -> None:
        for key, allowed in (("both", BOTH), ("owes", OWES), ("equal", ("", *EQUAL)), ("held", HELD)):
            _one_of(f"ending.{key}", getattr(self, key), allowed)
        _in_range("ending.more_deals", self.more_deals, 0, MOST_MORE)
        _in_range("ending.minutes", self.minutes, 1, MOST_MINUTES)
        if len(self.may_not_win) > MOST_BARS:
            raise FormatError("ending.may_not_win", "too_many", most=MOST_BARS)
        for bar in self.may_not_win:
            for word in bar:
                _one_of("ending.may_not_win", word, BARS)
            if not bar or len(set(bar)) < len(bar):
                raise FormatError("ending.may_not_win", "twice", given="+".join(bar))
        if self.owes != "deal" and not self.may_not_win:
            raise FormatError("ending.owes", "needs", other="ending.may_not_win")


@dataclass(frozen=True, slots=True)
class Caps:
    """The most that a game counts for match and ranking, by side: 1 to 100,000 points, None for no end. A loser has
    at most what the winner may have. ``games``: the numbers of the games in the contest it is for, () for all."""

    winner: int | None = None
    loser: int | None = None
    games: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        _in_range("caps.winner", self.winner, 1, MOST_TARGET)
        _in_range("caps.loser", self.loser, 1, MOST_TARGET)
        if self.winner is not None and self.loser is not None and self.loser > self.winner:
            raise FormatError("caps.loser", "at_most", other="caps.winner", most=self.winner)
        if self.games and self.winner is None and self.loser is None:
            raise FormatError("caps.games", "needs", other="caps.winner")
        for number in self.games:
            _in_range("caps.games", number, 1, MOST_GAMES)
        if list(self.games) != sorted(set(self.games)):
            raise FormatError("caps.games", "rising")

    def hold(self, totals: tuple[int, ...], winner: int | None, number: int) -> tuple[int, ...]:
        """The totals as they count in game ``number`` (from 1). ``winner`` is a place in ``totals``; in a drawn game
        (None) the winner's end holds for all."""
        if self.games and number not in self.games:
            return totals
        top = self.winner
        rest = self.winner if self.loser is None else self.loser
        ends = [top if winner is None or place == winner else rest for place in range(len(totals))]
        return tuple(total if end is None else min(total, end) for total, end in zip(totals, ends, strict=True))


@dataclass(frozen=True, slots=True)
class Band:
    """Match points of a game won by ``margin`` points or more."""

    margin: int
    win: int
    loss: int


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """What a won, drawn and lost match is worth; ``bands`` by the margin, rising; forfeits as the plain result unless
    given. Whole numbers, from -1,000 to 1,000: where half points are usual, double all."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    bands: tuple[Band, ...] = ()
    forfeit_win: int | None = None
    forfeit_loss: int | None = None

    def __post_init__(self) -> None:
        for key in ("win", "draw", "loss", "forfeit_win", "forfeit_loss"):
            _in_range(f"match_points.{key}", getattr(self, key), -MOST_MATCH_POINTS, MOST_MATCH_POINTS)
        if not self.win >= self.draw >= self.loss:
            raise FormatError("match_points.win", "order")
        if len(self.bands) > MOST_BANDS:
            raise FormatError("match_points.bands", "too_many", most=MOST_BANDS)
        reached = 0
        for band in self.bands:
            _in_range("match_points.bands", band.margin, 1, MOST_TARGET)
            for amount in (band.win, band.loss):
                _in_range("match_points.bands", amount, -MOST_MATCH_POINTS, MOST_MATCH_POINTS)
            if band.margin <= reached:
                raise FormatError("match_points.bands", "rising")
            reached = band.margin

    def won(self, margin: int) -> tuple[int, int]:
        """(winner, loser) of a match won by ``margin`` points; a margin below the first band is a plain win."""
        for band in reversed(self.bands):
            if margin >= band.margin:
                return band.win, band.loss
        return self.win, self.loss

    @property
    def by_forfeit(self) -> tuple[int, int]:
        """(winner, loser) of a match that was not played."""
        return (
            self.win if self.forfeit_win is None else self.forfeit_win,
            self.loss if self.forfeit_loss is None else self.forfeit_loss,
        )


@dataclass(frozen=True, slots=True)
class GameFormat:
    """A game goes to exactly one of ``deals`` (1 to 100 counted deals), ``target`` (1 to 100,000 points) and
    ``minutes`` (1 to 1440). Raises FormatError, which is a ValueError, for what no game can be."""

    deals: int | None = None
    target: int | None = None
    minutes: int | None = None
    ending: Ending = field(default_factory=Ending)
    caps: Caps = field(default_factory=Caps)
    match_points: MatchPoints = field(default_factory=MatchPoints)
    games_to_win: int = 1

    def __post_init__(self) -> None:
        given = [(kind, getattr(self, kind)) for kind in KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            raise FormatError("kind", "one_length")
        kind, length = given[0]
        if not 1 <= length <= _MOST[kind]:
            raise FormatError("length", f"length_{kind}", most=_MOST[kind])
        _in_range("games_to_win", self.games_to_win, 1, MOST_TO_WIN)
        self._check_ending()

    def _check_ending(self) -> None:
        ending = self.ending
        if self.target is None:
            for key in _TARGET_ONLY:
                if getattr(ending, key) != getattr(Ending(), key):
                    raise FormatError(f"ending.{key}", "target_only")
        else:
            _in_range("ending.enough", ending.enough, 1, self.target)
            if ending.enough is not None and ending.exceed:
                raise FormatError("ending.enough", "not_both", other="ending.exceed")
        if self.minutes is not None and ending.minutes is not None:
            raise FormatError("ending.minutes", "not_both", other="length")
        if not self.is_timed:
            for key in ("finish_deal", "more_deals"):
                if getattr(ending, key) != getattr(Ending(), key):
                    raise FormatError(f"ending.{key}", "needs", other="ending.minutes")

    @property
    def kind(self) -> str:
        return "deals" if self.deals is not None else "target" if self.target is not None else "minutes"

    @property
    def length(self) -> int:
        """Deals, points or minutes, by the kind."""
        return self.deals or self.target or self.minutes or 0

    @property
    def is_timed(self) -> bool:
        """Whether somebody calls time in this game."""
        return self.minutes is not None or self.ending.minutes is not None

    @property
    def threshold(self) -> int | None:
        """The points that reach the target; None without one."""
        if self.target is None:
            return None
        return (self.ending.enough or self.target) + int(self.ending.exceed)

    @property
    def equal(self) -> str:
        """What equal totals mean: a target is played on for, a number of deals or a time ends in a draw."""
        return self.ending.equal or ("extra_deal" if self.target is not None else "draw")

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "GameFormat":
        """The format in ``data``: ``kind``, ``length`` and, each optional, ``ending``, ``caps``, ``match_points``,
        ``games_to_win``. Raises FormatError naming the key."""
        tree = _table("", data, ("kind", "length", "ending", "caps", "match_points", "games_to_win"))
        kind = _one_of("kind", tree.get("kind"), KINDS)
        return cls(
            **{kind: _whole("length", tree.get("length"))},
            ending=_ending(tree.get("ending")),
            caps=_caps(tree.get("caps")),
            match_points=_match_points(tree.get("match_points")),
            games_to_win=_whole("games_to_win", tree.get("games_to_win", 1)),
        )

    def to_data(self) -> dict[str, Any]:
        """The same as JSON; the tables hold what differs from the defaults, and nothing else."""
        ending, points = _changed(self.ending), _changed(self.match_points)
        if "may_not_win" in ending:
            ending["may_not_win"] = ["+".join(bar) for bar in self.ending.may_not_win]
        if "bands" in points:
            points["bands"] = [
                {"margin": band.margin, "win": band.win, "loss": band.loss} for band in self.match_points.bands
            ]
        caps = _changed(self.caps)
        if "games" in caps:
            caps["games"] = list(self.caps.games)
        return {
            "kind": self.kind,
            "length": self.length,
            "ending": ending,
            "caps": caps,
            "match_points": points,
            "games_to_win": self.games_to_win,
        }


_MOST = {"deals": MOST_DEALS, "target": MOST_TARGET, "minutes": MOST_MINUTES}
_TARGET_ONLY = ("enough", "exceed", "both", "may_not_win", "owes")


def _changed(part: Any) -> dict[str, Any]:
    plain = type(part)()
    return {
        one.name: getattr(part, one.name) for one in fields(part) if getattr(part, one.name) != getattr(plain, one.name)
    }


def _one_of(key: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        raise FormatError(key, "one_of", given=shown(value), allowed=", ".join(name for name in allowed if name))
    return value


def _in_range(key: str, value: int | None, low: int, high: int) -> None:
    if value is not None and not low <= value <= high:
        raise FormatError(key, "range", low=low, high=high)


def _whole(key: str, value: object) -> int:
    if not is_whole(value):
        raise FormatError(key, "whole", given=told(value))
    return value


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise FormatError(key, "flag", given=told(value))
    return value


def _list(key: str, value: object) -> list[Any]:
    if not isinstance(value, list):
        raise FormatError(key, "list", given=told(value))
    return value


def _table(key: str, value: object, known: tuple[str, ...]) -> Mapping[str, Any]:
    """A table with known keys only; what is not written, or written as null, is left to the defaults."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise FormatError(key, "table", given=told(value))
    for name in value:
        if name not in known:
            path = f"{key}.{shown(name)}" if key else shown(name)
            raise FormatError(path, "unknown", allowed=", ".join(known))
    return {name: one for name, one in value.items() if one is not None}


def _ending(data: object) -> Ending:
    tree = _table("ending", data, tuple(one.name for one in fields(Ending)))
    found: dict[str, Any] = {}
    for name, value in tree.items():
        key = f"ending.{name}"
        if name in {"enough", "minutes", "more_deals"}:
            found[name] = _whole(key, value)
        elif name in {"exceed", "finish_deal"}:
            found[name] = _flag(key, value)
        elif name == "may_not_win":
            found[name] = tuple(_bar(key, one) for one in _list(key, value))
        else:
            found[name] = _one_of(key, value, _CHOICES[name])
    return Ending(**found)


_CHOICES = {"both": BOTH, "owes": OWES, "equal": EQUAL, "held": HELD}


def _bar(key: str, value: object) -> tuple[str, ...]:
    """ "belote+failed": all of these at once."""
    if not isinstance(value, str):
        raise FormatError(key, "one_of", given=shown(value), allowed=", ".join(BARS))
    return tuple(part.strip() for part in value.split("+"))


def _caps(data: object) -> Caps:
    tree = _table("caps", data, ("winner", "loser", "games"))
    found: dict[str, Any] = {name: _whole(f"caps.{name}", tree[name]) for name in ("winner", "loser") if name in tree}
    if "games" in tree:
        found["games"] = tuple(_whole("caps.games", one) for one in _list("caps.games", tree["games"]))
    return Caps(**found)


def _match_points(data: object) -> MatchPoints:
    tree = _table("match_points", data, tuple(one.name for one in fields(MatchPoints)))
    found: dict[str, Any] = {
        name: _whole(f"match_points.{name}", value) for name, value in tree.items() if name != "bands"
    }
    if "bands" in tree:
        key = "match_points.bands"
        found["bands"] = tuple(_band(key, one) for one in _list(key, tree["bands"]))
    return MatchPoints(**found)


def _band(key: str, data: object) -> Band:
    tree = _table(key, data, ("margin", "win", "loss"))
    for name in ("margin", "win", "loss"):
        if name not in tree:
            raise FormatError(f"{key}.{name}", "missing")
    return Band(*(_whole(f"{key}.{name}", tree[name]) for name in ("margin", "win", "loss")))
