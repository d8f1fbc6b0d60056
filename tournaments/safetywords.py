"""Acts and their dangers in words: what the button warns of, what has to be typed, why it is refused."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from tournaments.safety import Act

#: What an act is called where it is asked about once more, and in the journal.
_ACTS: dict[Act, Callable[[], str]] = {
    Act.DRAW: lambda: _("Draw"),
    Act.DRAW_AGAIN: lambda: _("Draw again"),
    Act.CHANGE_DRAFT: lambda: _("Change the draft by hand"),
    Act.PUBLISH_DRAW: lambda: _("Publish the draw"),
    Act.WITHDRAW_DRAW: lambda: _("Take the draw back"),
    Act.ENTER_DEALS: lambda: _("Enter deals"),
    Act.TAKE_BACK_DEAL: lambda: _("Take the last deal back"),
    Act.CLOSE_SHEET: lambda: _("Close the sheet"),
    Act.REOPEN_SHEET: lambda: _("Open a closed sheet"),
    Act.CORRECT_SEATS: lambda: _("Put right who played here"),
    Act.TURN_SIDES: lambda: _("Exchange the sides of a sheet"),
    Act.FORFEIT: lambda: _("Forfeit"),
    Act.DECIDE_DISPUTE: lambda: _("Decide what a table does not agree about"),
    Act.CATCH_UP: lambda: _("A game made up"),
    Act.SET_CLOCK: lambda: _("Set the clock of the round"),
    Act.RULE: lambda: _("Give a penalty or another score at a table"),
    Act.END_GAME: lambda: _("End the game of a table that cannot finish"),
    Act.CALL_TIME: lambda: _("Call time"),
    Act.RENEW_CODES: lambda: _("New codes"),
    Act.CUT_SHORT: lambda: _("Cut the round short"),
    Act.CLOSE_ROUND: lambda: _("Close the round"),
    Act.REOPEN_ROUND: lambda: _("Open the round again"),
    Act.PUBLISH_RESULTS: lambda: _("Publish the results"),
    Act.WITHDRAW_RESULTS: lambda: _("Take the results back"),
    Act.OPEN_SEED: lambda: _("Open the seed of the draws"),
    Act.ADD_ENTRY: lambda: _("Enter somebody"),
    Act.COMPLETE_ENTRY: lambda: _("Complete a pair"),
    Act.CHANGE_ENTRY: lambda: _("Change what is noted of an entry"),
    Act.DELETE_ENTRY: lambda: _("Delete an entry"),
    Act.MARK_PAID: lambda: _("Mark as paid"),
    Act.CALL_ROLL: lambda: _("Call the roll"),
    Act.EXPECT: lambda: _("Note who will be absent or late"),
    Act.LEAVE: lambda: _("Leave the tournament"),
    Act.RETURN: lambda: _("Put back"),
    Act.DISQUALIFY: lambda: _("Disqualify"),
    Act.REPLACE_PLAYER: lambda: _("Replace a player"),
    Act.SEAT_LATE: lambda: _("Add a table, or take it away"),
    Act.REMOVE_SEVERAL: lambda: _("Several leave"),
    Act.IMPORT_LIST: lambda: _("Import a list"),
    Act.GIVE_POINTS: lambda: _("Give or take points"),
    Act.CHANGE_SETTINGS: lambda: _("Change the settings"),
    Act.FEWER_ROUNDS: lambda: _("Fewer rounds than announced"),
    Act.MORE_ROUNDS: lambda: _("More rounds than announced"),
    Act.CHANGE_RULES: lambda: _("Change the rules"),
    Act.RESCORE: lambda: _("Count everything anew"),
    Act.CHANGE_DRAWING: lambda: _("Change how it is drawn"),
    Act.CHANGE_CRITERIA: lambda: _("Change what ranks"),
    Act.CHANGE_STAGES: lambda: _("Change the parts of the tournament"),
    Act.MAKE_COPY: lambda: _("Keep a copy"),
    Act.EXPORT: lambda: _("Download the tournament"),
    Act.UNDO: lambda: _("Undo"),
    Act.RESTORE: lambda: _("Go back to a copy"),
}

#: By the id of a cell: a sentence for who is about to do it, or is refused.
_SENTENCES: dict[str, Callable[[], str]] = {
    # Warned
    "draft-discarded": lambda: _("The draft that is there is discarded. It stays counted, with your reason."),
    "draft-outdated": lambda: _("The round is drawn already: it has to be drawn again before it can be published."),
    "draft-as-it-was": lambda: _("The draft that is there stays as it is: only the next draw follows."),
    "tables-go": lambda: _("The tables go, and the printed codes open nothing any more."),
    "seats-only": lambda: _("The tables stay, others sit at them: their sheets are printed anew."),
    "standings-follow": lambda: _("Results and standings follow at once."),
    "public-stays": lambda: _(
        "The results of this round are public: they stay as they are until you publish them again."
    ),
    "codes-void": lambda: _("The codes that are printed open nothing any more: print the sheets again."),
    "games-end": lambda: _("Every table that still plays is over with what it has."),
    "round-opens": lambda: _("The round has to be closed again before the next one is drawn."),
    "public-goes": lambda: _("Everybody who looks at the public page sees that these results were taken back."),
    "not-this-round": lambda: _("The round is being played: who is entered now plays from the next one on."),
    "no-round-left": lambda: _("All rounds are played and public: who is entered now plays in none of them."),
    "entry-goes": lambda: _("It goes from the list with its number; who should only leave can be put back later."),
    "table-stays": lambda: _("The table of this round stays: it is played to its end, unless you say otherwise."),
    "out-of-ranking": lambda: _("It is drawn no more and has no place in the ranking; its reason is kept."),
    "whole-round": lambda: _("Who comes in now plays this round from the next deal on: the pair goes on as one."),
    "table-added": lambda: _("The tables of this round change while it is played."),
    "plan-told": lambda: _("More rounds than these were announced: tell the players."),
    "goes-on": lambda: _("The tournament is over and public: it goes on again."),
    "rules-change": lambda: _("The change, its day and its reason stand on the public page."),
    "next-draw": lambda: _("What is drawn stays as it is: the next draw follows."),
    "goes-back": lambda: _("The tournament is put back to how it was. What happened since stays in the journal."),
    # To be typed
    "later-draws": lambda: _("Later rounds were drawn from these results: they stay as they are."),
    "final": lambda: _(
        "The tournament is over and its results are public: they stay as they are until you publish them again."
    ),
    "public-opens": lambda: _("The results of this round are public and stay so until you publish them again."),
    "final-opens": lambda: _("The tournament is over and public: with this round open it is not over any more."),
    "many-leave": lambda: _("All of them leave at once."),
    "rules-frozen": lambda: _(
        "Rules do not change while a tournament is played, but for a grave reason. The change, its day and its reason "
        "stand on the public page."
    ),
    "counted-anew": lambda: _(
        "Every score of this part is counted anew. Results that are public stay so until you publish them again."
    ),
    "seed-opens": lambda: _("An opened seed draws nothing any more, and nobody can seal it again."),
    "loses": lambda: _("What was entered since then counts no more; it stays in the journal."),
    # Refused
    "draft-is-there": lambda: _("The round is drawn: draw again, with a reason."),
    "no-draft": lambda: _("There is no draft."),
    "draw-is-out": lambda: _("The draw of this round is published."),
    "no-tables": lambda: _("This round has no tables yet."),
    "scores-entered": lambda: _("Scores have been entered: this draw stays."),
    "nothing-entered": lambda: _("Nothing has been entered in this round."),
    "round-over": lambda: _("This round is closed."),
    "round-open": lambda: _("This round is not closed."),
    "tables-open": lambda: _("The tables of this round are still to finish."),
    "not-closed": lambda: _("This round is open."),
    "not-the-last": lambda: _("A later round has begun."),
    "seed-in-use": lambda: _("The seed of the draws is opened when the last round that it draws is closed."),
    "nothing-to-draw": lambda: _("All rounds that were announced have been drawn."),
    "no-round-on": lambda: _("No round is being played."),
    "all-over": lambda: _("The tournament is over."),
    "rounds-played": lambda: _("These rounds have been played."),
}


def act(one: Act) -> str:
    """What an act is called, as on its button."""
    return _ACTS[one]()


def sentence(say: str) -> str:
    """The sentence of a cell; "" for a cell that says nothing."""
    return _SENTENCES[say]() if say else ""


def known_sentences() -> frozenset[str]:
    """The ids that have a sentence."""
    return frozenset(_SENTENCES)
