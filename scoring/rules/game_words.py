"""A game format and the end of a game in words, from message ids: English, French, and any language that is added."""

from collections.abc import Iterator, Mapping

from scoring.rules.game_format import Caps, GameFormat, MatchPoints
from scoring.rules.game_state import Game
from scoring.rules.words import Words, words


def length_text(format_: GameFormat, language: str = "en") -> str:
    """How long a game is: "12 deals", "First to 2001 points, 40 minutes at most"."""
    said = words(language)
    text = said.say(f"game.{_numbered(format_.kind, format_.length)}", n=format_.length)
    if format_.ending.minutes is not None:
        text += f", {said.say('game.or_minutes', n=format_.ending.minutes)}"
    return text


def format_lines(format_: GameFormat, language: str = "en") -> tuple[str, ...]:
    """Everything that a format says, a sentence a line, the length first. What makes no difference in it is left
    out."""
    said = words(language)
    return (length_text(format_, language), *_ending(format_, said), *_caps(format_.caps, said), *_match(format_, said))


def _numbered(name: str, count: int) -> str:
    return f"{name}_one" if count == 1 and name in {"deals", "more_deals"} else name


def _ending(format_: GameFormat, said: Words) -> Iterator[str]:
    ending = format_.ending
    if format_.target is not None:
        if ending.enough is not None:
            yield said.say("game.enough", n=ending.enough)
        if ending.exceed:
            yield said.say("game.exceed")
        yield said.say(f"game.both_{ending.both}")
        for bar in ending.may_not_win:
            yield said.say("game.may_not_win", bar=bar_text(bar, said))
        if ending.may_not_win:
            yield said.say(f"game.owes_{ending.owes}")
    yield said.say(f"game.equal_{format_.equal}")
    if format_.is_timed:
        yield said.say("game.finish_deal" if ending.finish_deal else "game.stop_deal")
        if ending.more_deals:
            yield said.say(f"game.{_numbered('more_deals', ending.more_deals)}", n=ending.more_deals)
    if ending.held != "unsettled":
        yield said.say(f"game.held_{ending.held}")


def _caps(caps: Caps, said: Words) -> Iterator[str]:
    if caps.winner is None and caps.loser is None:
        return
    games = said.say("game.cap_games", games=", ".join(map(str, caps.games))) + " " if caps.games else ""
    if caps.winner is None:
        yield games + said.say("game.cap_loser", loser=caps.loser or 0)
    elif caps.loser is None:
        yield games + said.say("game.cap_both", winner=caps.winner)
    else:
        yield games + said.say("game.cap_winner_loser", winner=caps.winner, loser=caps.loser)


def _match(format_: GameFormat, said: Words) -> Iterator[str]:
    if format_.games_to_win > 1:
        yield said.say("game.games_to_win", n=format_.games_to_win)
    points = format_.match_points
    if points == MatchPoints():
        return
    yield said.say("game.match_points", win=points.win, draw=points.draw, loss=points.loss)
    for band in points.bands:
        yield said.say("game.match_band", margin=band.margin, win=band.win, loss=band.loss)
    if points.by_forfeit != (points.win, points.loss):
        win, loss = points.by_forfeit
        yield said.say("game.match_forfeit", win=win, loss=loss)


def bar_text(bar: tuple[str, ...], said: Words) -> str:
    """ "it failed its contract in the last deal and ..." """
    return said.say("game.and").join(said.say(f"game.bar_{word}") for word in bar)


def end_text(game: Game, names: Mapping[str, str], language: str = "en") -> str:
    """Why the game is over and who has won it, or why it goes on although its length is reached; "" while neither is
    to be said. ``names``: what each side is called, by its name in ``game.sides``."""
    said = words(language)
    if game.end is None:
        return _wait_text(game, names, said)
    winner = game.winner
    parts = [
        said.say(f"game.end_{game.end.why}"),
        said.say(f"game.by_{game.end.by}", winner=names[winner] if winner is not None else ""),
    ]
    if game.held:
        parts.append(said.say("game.held_left", n=game.held))
    return " ".join(parts)


def _wait_text(game: Game, names: Mapping[str, str], said: Words) -> str:
    wait = game.wait
    if wait is None:
        return ""
    side = names[game.sides[wait.side]] if wait.side is not None else ""
    if wait.why == "barred":
        if not wait.bar:
            return said.say("game.wait_trick", side=side)
        return said.say("game.wait_barred", side=side, bar=bar_text(wait.bar, said))
    return said.say(f"game.wait_{wait.why}")
