"""What a verb refused, in words for the person at the page."""

from collections.abc import Callable
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from scoring import rules
from scoring.sheets import SheetError
from tournaments import decisionwords, entrylist, hallwords, handwords, moneywords, prizewords
from tournaments.archive import ArchiveError
from tournaments.draws.model import DrawError
from tournaments.entrylist import words as list_words
from tournaments.services.errors import TournamentError


def tables_open(count: int, table: int, **_ignored: Any) -> str:
    """How many tables are still to finish (1 or more), and the number of the first."""
    return ngettext(
        "One table is still to finish: table %(table)d.",
        "%(count)d tables are still to finish. The first: table %(table)d.",
        count,
    ) % {"count": count, "table": table}


#: code: a function, so that the sentence is in the language of who reads it.
_SENTENCES: dict[str, Callable[[], str]] = {
    "name-missing": lambda: _("Give the tournament a name."),
    "rounds-range": lambda: _("From 1 to %(most)d rounds."),
    "deals-range": lambda: _("From 1 to %(most)d deals a round."),
    "target-range": lambda: _("A target from 100 to %(most)d points."),
    "minutes-range": lambda: _("From 1 to %(most)d minutes."),
    "game-kind": lambda: _("Choose a number of deals, a target or a time."),
    "rules-fixed": lambda: _("The first draw has been made: rule set and length of the games stay as they are."),
    "rules-open": lambda: _("Nothing has been drawn yet: choose the rules in the settings."),
    "rules-same": lambda: _("These are the rules that count already."),
    "ruleset-unknown": lambda: _("This rule set is not there any more. Choose another one."),
    "comparison-running": lambda: _("A comparison of this club is being played already: wait for it."),
    "rounds-played": lambda: _("%(played)d rounds have been drawn already."),
    "seed-opened": lambda: _("The seed of the draws has been opened for all to check: nothing more is drawn with it."),
    "seed-sealed": lambda: _("The seed of the draws is opened when round %(rounds)d, the last one, is closed."),
    "players-count": lambda: _("A pair has two players; one alone may look for a partner."),
    "same-player": lambda: _("This is the same player twice."),
    "player-in-pair": lambda: _("This player is entered already, under number %(number)d."),
    "number-taken": lambda: _("Number %(number)d is taken."),
    "pair-complete": lambda: _("Pair %(number)d already has two players."),
    "status-unchanged": lambda: _("Number %(number)d was changed meanwhile. Here is how it stands."),
    "list-changed": lambda: _(
        "The list of entries has changed since this preview. Here is the new one: check it again."
    ),
    "rounds-followed": lambda: _("The part after this one has been drawn: its rounds keep their numbers."),
    "cut-open": lambda: _("It is not settled yet who plays “%(name)s”: make the cut first."),
    "stage-name": lambda: _("Give this part of the tournament a name, such as “Final”."),
    "draw-system": lambda: _("Choose how this part is drawn."),
    "places-range": lambda: _("At least two go on."),
    "too-many-stages": lambda: _("A tournament has at most %(most)d parts."),
    "stage-first": lambda: _("The first part is played by everybody: there is no cut before it."),
    "stage-not-last": lambda: _("Another part follows this one: take that away first."),
    "stage-drawn": lambda: _("“%(name)s” has been drawn: who plays it stays as it is."),
    "stage-before-open": lambda: _("The rounds before are not all closed: the cut is made after the last one."),
    "play-off": lambda: _("%(count)d are equal on the line for %(seats)d places: they play off, or draw lots."),
    "too-few-qualified": lambda: _("Fewer than two would go on."),
    "settle-who": lambda: _("Give every one of the equals a place of its own."),
    "entry-kind": lambda: _("Choose who plays: pairs, single players or teams."),
    "draw-setting": lambda: _("Choose one of what is offered here."),
    "draw-planned": lambda: _(
        "Tables have been set already, and a plan is settled before the first round: it can be left for a way that"
        " draws each round anew, but neither begun now nor changed."
    ),
    "draw-rules-changed": lambda: _(
        "Somebody else has changed the rules meanwhile. Yours stand below, not saved: compare, and save or open"
        " the page again."
    ),
    "criteria-changed": lambda: _(
        "Somebody else has changed what ranks meanwhile. Yours stands below, not saved: compare, and save or open the"
        " page again."
    ),
    "ranking-unknown": lambda: _("Choose what ranks first: points or games won."),
    "team-size": lambda: _("From %(least)d to %(most)d pairs a team."),
    "inner-plan": lambda: _("Choose which pairs of two teams meet."),
    "kind-fixed": lambda: _("The first draw has been made: who plays stays as it is."),
    "kind-entries": lambda: _(
        "There are entries already: only pairs and single players can be made into each other. Make another tournament."
    ),
    "team-missing": lambda: _("In this tournament pairs play in teams: choose the team."),
    "teams-none": lambda: _("There are no teams in this tournament."),
    "team-empty": lambda: _("Enter one player of the team at least."),
    "team-name-taken": lambda: _("Team %(number)d has this name already."),
    "team-full": lambda: _("A team has %(most)d pairs here."),
    "qualifiers-which": lambda: _("Choose finished tournaments of the club, in the order in which they were played."),
    "qualifiers-direct": lambda: _("That would take more than the %(places)d places there are."),
    "qualifiers-drawn": lambda: _("The first draw has been made: who plays the final stays as it is."),
    "qualifiers-none": lambda: _("Choose first which tournaments qualify for this one."),
    "round-not-closed": lambda: _("Round %(round)d is open already."),
    "round-not-last-closed": lambda: _(
        "A later round than round %(round)d has tables: it stays closed. Open the sheet that is wrong."
    ),
    "seats-twice": lambda: _("Number %(number)d cannot sit in two places."),
    "seats-unknown": lambda: _("Choose among those of this tournament, for the seats of this table."),
    "seats-same": lambda: _("These are those who sit there already."),
    "seats-made-up": lambda: _("A game that is made up stays with who makes it up."),
    "seats-changed": lambda: _("The seats have changed since you looked at them. Here is how they stand."),
    "changed-since": lambda: _("Something has happened since you looked: see below what would be lost now."),
    "copy-gone": lambda: _("This copy is not kept any more."),
    "copy-damaged": lambda: _("This copy is damaged and cannot be used."),
    "stage-drawn-later": lambda: _("“%(name)s” was added later and has been drawn: what came before it stays."),
    "archive-other": lambda: _("This is the file of another tournament."),
    "archive-known": lambda: _("This tournament is here already."),
    "archive-rules": lambda: _("The rule set “%(name)s” in the file cannot be used here."),
    "archive-figures": lambda: _("A sheet in the file has other totals than its deals come to."),
    "archive-clash": lambda: _("The file contradicts itself, or what is here already."),
    "archive-too-large": lambda: _("The file is too large."),
    "archive-not-json": lambda: _("The file is not JSON, or holds what no database keeps."),
    "archive-format": lambda: _("This is no file of a tournament."),
    "archive-version": lambda: _("The file is of version %(version)s, which is not known here."),
    "archive-shape": lambda: _("The file is not as it should be: %(section)s, row %(row)d, %(field)s."),
    "archive-twice": lambda: _("Something is twice in the file: %(section)s, row %(row)d."),
    "archive-reference": lambda: _(
        "Something that the file refers to is not in it: %(section)s, row %(row)d, %(field)s."
    ),
    "archive-damaged": lambda: _("The file is damaged: it is not what was written."),
    "check-in-open": lambda: _("The roll for round %(round)d is still open: close it first, then draw."),
    "nothing-to-draw": lambda: _("All the rounds have been drawn: there is no next one."),
    "round-drawn": lambda: _("Round %(round)d has been drawn and published meanwhile. Look at the page again."),
    "roll-not-open": lambda: _("Nobody is calling the roll for round %(round)d."),
    "nothing-to-undo": lambda: _("There is nothing left to undo: it was undone already, or something came after it."),
    "comes-in-range": lambda: _("Choose a round from %(first)d to %(last)d."),
    "entry-not-in": lambda: _("Number %(number)d does not take part in the next round."),
    "entry-of-team": lambda: _("A pair of a team goes with its team."),
    "entry-drawn": lambda: _("Number %(number)d has been drawn, or is in what was published: it can only leave."),
    "entry-came": lambda: _("Number %(number)d was ticked on the roll: it can only leave."),
    "entry-money": lambda: _("Money was received for number %(number)d: it can only leave."),
    "entry-left": lambda: _("Number %(number)d has left the tournament: put it back first."),
    "table-range": lambda: _("A table has a number from 1 to %(most)d."),
    "rating-range": lambda: _("A rating is a whole number from 0 to %(most)d."),
    "stand-in-rests": lambda: _("A stand-in rests before anybody else: it cannot be kept from it."),
    "tournament-over": lambda: _("The tournament is over: nobody can leave it any more."),
    "nobody-chosen": lambda: _("Choose those who leave."),
    "typed-count": lambda: _("Type how many leave, %(count)d, to say that this is what you want."),
    "from-round": lambda: _("Choose the round being played or the next one."),
    "replace-single": lambda: _(
        "Here nobody is replaced: who leaves, leaves; who comes is entered under a new number."
    ),
    "player-replaced": lambda: _("This player has been replaced meanwhile. Here is how it stands."),
    "player-has-played": lambda: _("Round %(round)d has been closed with the new player: replace this player again."),
    "seat-count": lambda: _("Choose who sits at the new table: it takes %(seats)d."),
    "seat-taken": lambda: _("Number %(number)d has a seat in this round, or does not play any more."),
    "seat-by-plan": lambda: _("With this way of drawing no table can be added to a round: it follows a plan."),
    "seat-nobody-late": lambda: _("All of these rest by the draw: a table is added for somebody who came late."),
    "table-not-added": lambda: _("This table was not added to the draw, or is gone already."),
    "draw-made": lambda: _("Round %(round)d has just been drawn by somebody else. Here is that draw."),
    "round-published": lambda: _("The draw of round %(round)d is already published."),
    "draw-published": lambda: _("The draw of round %(round)d is already published."),
    "draw-gone": lambda: _("Round %(round)d was drawn again meanwhile. Here is the newest draw."),
    "draw-outdated": lambda: _("Somebody has come or left since this draw: draw round %(round)d again."),
    "paper-nothing": lambda: _("No round is left to be drawn for paper."),
    "paper-round": lambda: _("This paper has no round %(round)d."),
    "paper-changed": lambda: _("The list has changed meanwhile. This is how round %(round)d would be taken over now."),
    "rehearsal-of-rehearsal": lambda: _("This is a rehearsal itself."),
    "rehearsal-too-late": lambda: _("Round 1 has been drawn: there is nothing to rehearse any more."),
    "rehearsal-there": lambda: _("A rehearsal of this tournament is on already."),
    "rehearsal-not": lambda: _("This is no rehearsal."),
    "rehearsal-totals": lambda: _("No deals can be made up for this rule set."),
    "all-played": lambda: _("All %(rounds)d rounds have been played."),
    "round-open": lambda: _("Round %(round)d is still being played: close it first."),
    "round-unexpected": lambda: _("The next round to draw is round %(round)d."),
    "round-not-playing": lambda: _("Round %(round)d is not being played."),
    "round-not-last": lambda: _("A later round than round %(round)d has begun: publish after that one."),
    "scores-entered": lambda: _("Scores have been entered at table %(table)d: this draw stays."),
    "standings-pending": lambda: _("The standings are being computed. Try again in a moment."),
    "standings-changed": lambda: _("The standings have changed since this page was shown. Look at them again."),
    "nothing-new": lambda: _("Exactly these results are public already."),
    "results-held": lambda: _("Results are held back: let them go first."),
    "from-deal": lambda: _("From which deal? A number up to %(most)d."),
    "lists-changed": lambda: _("The lists have changed meanwhile: look at them again."),
    "not-held": lambda: _("Nothing is held back any more: somebody has let the results go."),
    "publication-withdrawn": lambda: _("This publication has been taken back already."),
    "sheet-closed": lambda: _("This sheet is closed."),
    "sheet-open": lambda: _("This sheet is open."),
    "sheet-complete": lambda: _("All deals of this game have been entered."),
    "sheet-empty": lambda: _("This sheet has no deal yet."),
    "sheet-unfinished": lambda: _("Only %(played)d deals have been entered. To close the sheet as it is, say why."),
    "paper-differs": lambda: _("The desk has typed other totals from the paper: it closes the sheet."),
    "pack-differs": lambda: _("What was taken over from the paper cannot be right: close it with a reason."),
    "paper-line": lambda: _("The desk has taken this over from your paper: ask it to put it right."),
    "deals-typed": lambda: _("Deals stand on this sheet already: go on deal by deal."),
    "sheet-disputed": lambda: _("The arbiter has something to decide here. To close the sheet as it is, say why."),
    "dispute-decided": lambda: _("Somebody else has just decided this. Here is what was said."),
    "reading-blind": lambda: _(
        "You are typing this sheet a second time: nothing else is open to you until you are done."
    ),
    "reading-own": lambda: _("You have worked on this sheet, or have given it back: somebody else types it again."),
    "reading-busy": lambda: _("Finish the sheet that you are typing again, or give it back."),
    "reading-taken": lambda: _("Somebody else has just taken this sheet."),
    "reading-gone": lambda: _("This sheet is not to be typed again any more."),
    "reading-changed": lambda: _("Something has changed meanwhile. Look again: nothing was saved."),
    "reading-empty": lambda: _("Nothing is typed yet."),
    "reading-count": lambda: _("How many? A whole number from 1 to 1,000."),
    "reading-reason": lambda: _("Say why, so that it can be read later."),
    "reading-tail": lambda: _("Lines at the end that only one of the two has are right together or not at all."),
    "sheet-asked": lambda: _("Something of this paper is still to be asked again: say first that it is clear."),
    "ask-cleared": lambda: _("Somebody else has just cleared this."),
    "dispute-gone": lambda: _("This is not on the arbiter’s list any more."),
    "code-missing": lambda: _("Type the four figures on your slip."),
    "code-wrong": lambda: _("These are not the figures of this side. Look at its slip. Tries left: %(left)s."),
    "code-wait": lambda: _("Too many wrong codes. Wait a quarter of an hour, or let the desk close the sheet."),
    "photo-large": lambda: _("A photograph may have up to 8 MB."),
    "photo-kind": lambda: _("This is no photograph that can be read here: JPEG, PNG or WebP."),
    "photo-broken": lambda: _("This photograph cannot be read: it is damaged. Take it again."),
    "photo-dots": lambda: _("This picture is too large to be opened. Take it with the phone’s usual setting."),
    "photo-many": lambda: _("There are %(most)d photographs of this sheet already. The arbiter can erase one."),
    "photo-gone": lambda: _("This photograph is not there any more."),
    "photo-missing": lambda: _("Choose a photograph first."),
    "device-gone": lambda: _("This device is not known at this table."),
    "late-open": lambda: _("The sheet is open: its deals are recorded the ordinary way."),
    "late-too-many": lambda: _("So many deals have come late at this table that no more are taken."),
    "late-gap": lambda: _("The line before line %(position)d is missing: put it right on the sheet."),
    "late-over": lambda: _("The game is over before line %(position)d: put it right on the sheet."),
    "late-impossible": lambda: _("Line %(position)d can be no deal: put it right on the sheet."),
    "late-forfeited": lambda: _("The game was forfeited: its sheet counts for nothing."),
    "dispute-outcome": lambda: _("Choose what was decided."),
    "paper-range": lambda: _("A total has at most %(most)d points."),
    "sheet-changed": lambda: _("The sheet has changed since you looked at it. Here is how it stands."),
    "position-taken": lambda: _("Somebody else has just entered this deal. Compare."),
    "position-ahead": lambda: _("A deal before this one is missing: the next is number %(position)d."),
    "time-range": lambda: _("The sheet has only %(most)d deals."),
    "position-range": lambda: _("A sheet has at most %(most)d lines."),
    "key-used": lambda: _("This deal was already sent, with other figures."),
    "key-missing": lambda: _("The request has no key of its own."),
    "no-such-deal": lambda: _("The sheet has no deal at this place."),
    "not-last": lambda: _("Only the last deal can be taken back."),
    "reason-missing": lambda: _("Say why in a few words."),
    "seat-unknown": lambda: _("Choose one of the four seats."),
    "link-closed": lambda: _("This round is closed: the sheet can only be read."),
    **hallwords.REFUSALS,
    **decisionwords.REFUSALS,
    **prizewords.REFUSALS,
    **moneywords.REFUSALS,
    # of drafts changed by hand, then of the draw engine
    **handwords.SENTENCES,
    "too_few_entries": lambda: _("A draw needs at least two who play."),
    "unknown_system": lambda: _("This way of drawing is not known here. Choose another one in the settings."),
    "bad_setting": lambda: _("A setting of the draw is not as it should be: choose it again."),
    "bad_rule": lambda: _("A rule of the draw is not as it should be: choose it again."),
    "too_many_costs": lambda: _("These are too many rules at once for a field of this size. Take one away."),
    "too_much_work": lambda: _(
        "With these rules a draw of %(entries)d would take too long. Take one away, or fix some tables by hand."
    ),
    "too_few_for_pools": lambda: _("There are too few for pools: these need at least %(least)d."),
    "too_few_for_melee": lambda: _("A mêlée needs at least %(least)d players."),
    "too_few_rounds": lambda: _("For as many as play this system needs at least %(least)d rounds, not %(rounds)d."),
    "too_many_rounds": lambda: _("For as many as play this system has at most %(most)d rounds, not %(rounds)d."),
    "bad_movement": lambda: _("%(tables)d tables is an odd number: it needs neither a skip nor a relay."),
    "bad_cut": lambda: _(
        "Of %(entries)d in these pools, %(qualified)d cannot qualify: one of each pool at least, not everybody."
    ),
    "match_undecided": lambda: _("A match of round %(round)d has no winner: have it decided, then correct its score."),
    "bracket_over": lambda: _("The knockout is over: it has no round %(round)d."),
    "locked_outside_plan": lambda: _("A table that you have fixed is none of the matches of this round."),
    "too_few_places": lambda: _("Fewer places than qualify directly, or none at all: give more."),
    "team_too_small": lambda: _("A team has one pair at least."),
}


def of_error(error: Exception, language: str = "en") -> str:
    """The sentence for a refusal of a service, of the draw, of a list or of the rules; never a traceback's text."""
    if isinstance(error, rules.DealError):
        return error.text(language)
    if isinstance(error, entrylist.EntryListError):
        return list_words.message(error.code, error.params)
    if isinstance(error, TournamentError) and error.code == "game-format":
        return f"{capfirst(error.params['refusal'].text(get_language() or 'fr'))}."
    if isinstance(error, TournamentError | SheetError | DrawError | ArchiveError):
        if error.code == "tables-open":
            return tables_open(**error.params)
        sentence = _SENTENCES.get(error.code)
        if sentence is not None:
            return sentence() % dict(error.params)
    return _("This cannot be done now.")
