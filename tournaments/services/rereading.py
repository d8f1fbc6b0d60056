"""Papers typed a second time by somebody who has not seen the first figures, compared deal by deal, and settled.

Who typed a sheet does not read it again, and who reads it again types nothing on it: one row an account and sheet
(``SheetHand``). As long as an account reads blind, ``tournaments.blind`` shows it nothing but what it types itself.
"""

import random
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from core import audit
from core.actors import Actor
from core.text import one_line
from scoring import replay, rules, sheets
from scoring.models import EntryEvent, ScoreSheet
from scoring.rules.deal import Deal
from scoring.rules.marked import is_marked, parse_marked
from scoring.rules.ruleset import RuleSet
from scoring.rulesets_store import rules_of
from scoring.sheet_game import format_of, standing_entries
from tournaments.models import Game, SecondReading, SheetHand, Tournament
from tournaments.services import corrections
from tournaments.services.errors import Conflict, TournamentError

MOST_LINES = sheets.MOST_ENTRIES
_DRAWN = random.SystemRandom()


def open_readings(tournament: Tournament) -> list[SecondReading]:
    """What is asked for, in work, or waits to be settled."""
    rows = SecondReading.objects.filter(game__match__round__stage__tournament=tournament)
    rows = rows.filter(settled_at__isnull=True, dropped_at__isnull=True)
    return list(rows.select_related("game__match__round", "game__sheet", "hand__account", "asked_by"))


def of_game(game: Game) -> SecondReading | None:
    """The second reading of a game's sheet that is not settled, if there is one."""
    return SecondReading.objects.filter(game=game, settled_at__isnull=True, dropped_at__isnull=True).first()


def settled_readings(tournament: Tournament) -> list[SecondReading]:
    """What was settled, the latest first."""
    rows = SecondReading.objects.filter(game__match__round__stage__tournament=tournament, settled_at__isnull=False)
    return list(rows.select_related("game__match__round", "hand__account", "settled_by").order_by("-settled_at"))


def blind_of(account: uuid.UUID) -> SecondReading | None:
    """The sheet that an account is reading blind now. (Every page asks: what is around it only if there is one.)"""
    rows = SecondReading.objects.filter(hand__account=account, finished_at__isnull=True, dropped_at__isnull=True)
    if not rows.exists():
        return None
    return rows.select_related("game__match__round__stage__tournament__club").first()


def eligible(tournament: Tournament) -> list[Game]:
    """The games whose sheet was typed at the desk to its end, and that nobody is to read again yet."""
    games = Game.objects.filter(match__round__stage__tournament=tournament, sheet__complete=True)
    typed = EntryEvent.objects.filter(verb=EntryEvent.Verb.RECORDED, actor__isnull=False).values("sheet")
    games = games.filter(sheet__in=typed).exclude(readings__in=SecondReading.objects.filter(dropped_at__isnull=True))
    return list(games.select_related("match__round", "sheet").order_by("match__round__number", "table_no"))


@transaction.atomic
def ask(games: Iterable[Game], actor: Actor, *, is_sample: bool = False) -> int:
    """Ask that these sheets be read again; how many are asked for now that were not before."""
    count = 0
    for game in games:
        try:
            with transaction.atomic():
                reading = SecondReading.objects.create(game=game, asked_by_id=actor.user, is_sample=is_sample)
        except IntegrityError:
            continue  # somebody else asked at the same time
        _record(actor, "reading.asked", reading)
        count += 1
    return count


def ask_some(tournament: Tournament, count: int, actor: Actor, *, round_: int | None = None) -> int:
    """Ask for so many of the sheets that were typed, of a round or of all, drawn by lot. TournamentError
    ``reading-count``."""
    if not 1 <= count <= 1000:
        raise TournamentError("reading-count")
    games = [one for one in eligible(tournament) if round_ in (None, one.match.round.number)]
    return ask(_DRAWN.sample(games, min(count, len(games))), actor, is_sample=True)


@transaction.atomic
def take(reading_id: uuid.UUID, actor: Actor) -> SecondReading:
    """Begin to read a sheet again. TournamentError ``reading-own`` for who worked on it or has given it back,
    ``reading-busy`` for who reads another one; Conflict ``reading-taken``."""
    reading = _locked(reading_id)
    if reading.hand is not None or reading.dropped_at is not None or reading.settled_at is not None:
        raise Conflict("reading-taken")
    assert actor.user is not None
    if blind_of(actor.user) is not None:
        raise TournamentError("reading-busy")
    # Who did anything on the sheet has seen it, be it that he closed it only.
    if EntryEvent.objects.filter(sheet=reading.game.sheet_id, actor=actor.user).exists():
        raise TournamentError("reading-own")
    try:
        with transaction.atomic():
            reading.hand = SheetHand.objects.create(
                game_id=reading.game_id, account_id=actor.user, part=SheetHand.Part.BLIND
            )
    except IntegrityError:
        raise TournamentError("reading-own") from None
    reading.save(update_fields=["hand"])
    _record(actor, "reading.taken", reading)
    return reading


@transaction.atomic
def give_back(reading_id: uuid.UUID, actor: Actor) -> None:
    """Let somebody else read the sheet again: who gives it back may look at it, and so takes it no more."""
    reading = _mine(reading_id, actor)
    reading.dropped_at = timezone.now()
    reading.save(update_fields=["dropped_at"])
    SecondReading.objects.create(game=reading.game, asked_by=reading.asked_by, is_sample=reading.is_sample)
    _record(actor, "reading.given-back", reading)


@transaction.atomic
def write(reading_id: uuid.UUID, lines: list[dict[str, Any]], *, seen: int, actor: Actor) -> SecondReading:
    """Keep what the second reader has typed, all lines of it. ``seen``: how many lines stood when it was typed.
    Conflict ``reading-changed``; DealError for a line that cannot be."""
    reading = _mine(reading_id, actor)
    if len(reading.lines) != seen:
        raise Conflict("reading-changed")
    if len(lines) > MOST_LINES:
        raise TournamentError("reading-count")
    played(reading.game, lines)
    reading.lines = lines
    reading.save(update_fields=["lines"])
    return reading


@transaction.atomic
def finish(reading_id: uuid.UUID, actor: Actor) -> SecondReading:
    """The sheet is read again: if both say the same, that is settled at once. TournamentError ``reading-empty``."""
    reading = _mine(reading_id, actor)
    if not reading.lines:
        raise TournamentError("reading-empty")
    reading.finished_at = timezone.now()
    if not differences(reading):
        reading.outcome = SecondReading.Outcome.SAME
        reading.settled_at, reading.settled_by_id = reading.finished_at, actor.user
    reading.save(update_fields=["finished_at", "outcome", "settled_at", "settled_by"])
    _record(actor, "reading.finished", reading, {"differences": len(differences(reading))})
    return reading


def _locked(reading_id: uuid.UUID) -> SecondReading:
    rows = SecondReading.objects.select_for_update(of=("self",))
    return rows.select_related(
        "game__sheet__ruleset_version__ruleset", "game__sheet__format", "game__match__round__stage__tournament", "hand"
    ).get(pk=reading_id)


def _mine(reading_id: uuid.UUID, actor: Actor) -> SecondReading:
    """The reading, if it is this account's and not finished. Conflict ``reading-gone``."""
    reading = _locked(reading_id)
    is_open = reading.finished_at is None and reading.dropped_at is None
    if reading.hand is None or reading.hand.account_id != actor.user or not is_open:
        raise Conflict("reading-gone")
    return reading


def played(game: Game, lines: Iterable[Mapping[str, Any]], *, language: str = "en") -> Any:
    """The game that lines of a second reader make, under the sheet's rules; nothing else of the sheet is looked at."""
    sheet = game.sheet
    return replay.played(rules_of(sheet.ruleset_version), format_of(sheet.format), lines, language=language)


# What differs


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that both read otherwise; None where only one of them has it. Scores are (NS, EW)."""

    position: int
    first: Mapping[str, Any] | None
    second: Mapping[str, Any] | None
    first_scores: tuple[int, int] | None
    second_scores: tuple[int, int] | None


def differences(reading: SecondReading) -> list[Difference]:
    """The lines of the sheet as it stands now against those of the second reader."""
    sheet = reading.game.sheet
    ruleset = rules_of(sheet.ruleset_version)
    one = [entry.data for entry in standing_entries(sheet)]
    two: list[dict[str, Any]] = reading.lines
    first, second = (_scores(reading.game, lines) for lines in (one, two))
    found = []
    for place in range(max(len(one), len(two))):
        mine = one[place] if place < len(one) else None
        other = two[place] if place < len(two) else None
        if mine is None or other is None or not _same(ruleset, mine, other):
            scores = (first[place] if mine is not None else None, second[place] if other is not None else None)
            found.append(Difference(place + 1, mine, other, *scores))
    return found


def _scores(game: Game, lines: list[dict[str, Any]]) -> list[tuple[int, int]]:
    return [(step.ns, step.ew) for step in played(game, lines).steps]


def _same(ruleset: RuleSet, one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    if is_marked(one) or is_marked(other):
        return is_marked(one) and is_marked(other) and parse_marked(one) == parse_marked(other)
    return _completed(ruleset, one) == _completed(ruleset, other)


def _completed(ruleset: RuleSet, data: Mapping[str, Any]) -> Deal:
    """The deal with the points of both sides, whichever were typed."""
    deal = rules.parse_deal(data)
    ns, ew = deal.points
    if (ns is None) == (ew is None) or deal.trump is None:
        return deal
    total = ruleset.pack_total(deal.trump)
    return replace(
        deal, points=(ns if ns is not None else total - (ew or 0), ew if ew is not None else total - (ns or 0))
    )


@transaction.atomic
def settle(reading_id: uuid.UUID, second: Iterable[int], *, seen: int, actor: Actor, reason: str) -> SecondReading:
    """Settle what differs: the second reader is right about the lines ``second``, the sheet about the others. What is
    put right is written as any correction; a closed sheet is opened for it and closed again.

    ``seen``: the sheet's revision that was looked at. Raises TournamentError ``reading-reason``, ``reading-tail`` where
    lines at the end that only one of them has are not settled alike; Conflict ``reading-gone``, ``reading-changed``;
    what the verbs of a sheet refuse.
    """
    said = one_line(reason, 300)
    if not said:
        raise TournamentError("reading-reason")
    game_id = SecondReading.objects.values_list("game", flat=True).get(pk=reading_id)
    sheet = ScoreSheet.objects.select_for_update(of=("self",)).get(game=game_id)
    reading = _locked(reading_id)
    if reading.finished_at is None or reading.settled_at is not None:
        raise Conflict("reading-gone")
    if sheet.revision != seen:
        raise Conflict("reading-changed")
    found = differences(reading)
    right = {one.position for one in found} & set(second)
    tail = {one.position for one in found if one.first is None or one.second is None}
    if right & tail and not tail <= right:
        raise TournamentError("reading-tail")
    if right:
        _put_right(reading, [one for one in found if one.position in right], actor, said)
    outcome = SecondReading.Outcome
    reading.outcome = outcome.SECOND if right else outcome.FIRST
    reading.reason, reading.settled_at, reading.settled_by_id = said, timezone.now(), actor.user
    reading.save(update_fields=["outcome", "reason", "settled_at", "settled_by"])
    _record(actor, "reading.settled", reading, {"differences": len(found), "changed": len(right)}, said)
    return reading


def _put_right(reading: SecondReading, found: list[Difference], actor: Actor, reason: str) -> None:
    sheet_id = reading.game.sheet_id
    was_closed = reading.game.sheet.state == ScoreSheet.State.CLOSED
    if was_closed:
        corrections.reopen_sheet(reading.game_id, actor=actor, reason=reason)
    for one in sorted(found, key=lambda one: one.position if one.second is not None else -one.position):
        now = ScoreSheet.objects.get(pk=sheet_id).revision
        if one.second is None:
            sheets.void_last(sheet_id, one.position, seen=now, actor=actor, reason=reason)
        elif one.first is None:
            key = f"reading-{reading.pk.hex[:20]}-{one.position}-{now}"
            sheets.record_deal(sheet_id, one.second, position=one.position, client_key=key, actor=actor)
        else:
            sheets.amend_deal(sheet_id, one.position, one.second, seen=now, actor=actor, reason=reason)
    if was_closed:
        digest = ScoreSheet.objects.get(pk=sheet_id).digest
        sheets.close_sheet(sheet_id, digest=digest, actor=actor, reason=reason)


def _record(
    actor: Actor, verb: str, reading: SecondReading, more: Mapping[str, int] | None = None, reason: str = ""
) -> None:
    game = reading.game
    round_ = game.match.round
    told = {"table": game.table_no, "round": round_.number, **(more or {})}
    audit.record(actor, verb, reading, club_id=round_.stage.tournament.club_id, after=told, reason=reason)
