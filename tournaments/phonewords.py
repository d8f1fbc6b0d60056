"""The words that the script of the table's page shows, in the reader's language; {0} and {1} are filled in by it.

``first_words`` come in the page; ``later_words``, of the screens that come once the page is usable, from an address of
their own, named by what they say. A word that only a later screen shows belongs there.
"""

import functools
import hashlib
import json
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from core.templatetags.look import MINUS, SEPARATORS, TRUMPS
from tournaments.tablewords import DOUBLINGS, SPECIALS


def left_words() -> dict[str, Any]:
    """The words for deals that are still on a phone whose table does not open any more."""
    first, soon = first_words(), later_words()
    names = ("trumps", "specials", "doublings", "sides", "all_pass", "belote", "capot_by", "line_n", "side_terms")
    return {name.removesuffix("_n"): first.get(name) or soon.get(name) for name in names} | {
        "left_sent": _("The deals that were left on this phone are recorded now."),
        "left_late": _("Deals that were left on this phone came late: they are before the arbiter now."),
    }


def soon_words() -> dict[str, str]:
    """The words that the first scripts say once something has happened, which the page does not have to wait for:
    without the network, when a deal is corrected, where somebody else did something."""
    return {
        "sent_later": _("Sent as soon as the network is back."),
        "only_here": _("Saved on this phone only: deal {0}."),
        "only_here_many": _("Saved on this phone only: deals {0} and {1}."),
        "only_here_pass": _("Saved on this phone only: all pass."),
        "offline": _("No network: go on playing."),
        "offline_none": _("What you write is kept on this phone until the network is back."),
        "online_one": _("The network is back: deal {0} is recorded."),
        "online_many": _("The network is back: deals {0} and {1} are recorded."),
        "stuck": _("Not recorded: {0}"),
        "stuck_show": _("Show this phone to the desk."),
        "not_kept": _("This phone cannot keep anything: do not close the page before it says recorded."),
        "needs_network": _("This needs the network. Try again when it is back."),
        "pending": _("Kept on this phone"),
        "desk_did": _("by the desk"),
        "other_entered": _("The other phone has just recorded deal {0}. Look at the sheet before you record."),
        "no_access": _("This phone no longer has access to the table. Scan the code on your sheet again."),
        "reload_text": _("The page has been open for long. Load it again: nothing is lost."),
        "figures_changed": _("The figures have changed: look again."),
        "called": _("The arbiter is called."),
        "called_where": _("{0}. Stay seated."),
        "score_later": _("The score comes with the network."),
        "ten_of": _("With the {0} for the last trick"),
        "best": _("Best announce: {0}"),
        "nothing_changed": _("Leave it as it is"),
        "correct_line": _("Correct line {0}"),
        "save_change": _("Correct"),
    }


def later_words() -> dict[str, Any]:
    """The words of the screens that come later, and ``soon_words``."""
    return {**soon_words(), **_later(), **_agreeing(), **_beside(), **_unsent()}


@functools.lru_cache(maxsize=16)
def later_mark(language: str) -> str:
    """What names ``later_words`` in the active language, which is ``language``: another mark where they differ."""
    return hashlib.sha256(json.dumps(later_words()).encode()).hexdigest()[:12]


def first_words() -> dict[str, Any]:
    """The words that the page needs before it is usable, which come with it."""
    return {
        "trumps": {key: capfirst(str(name)) for key, name in TRUMPS.items()},
        "nt": _("NT"),
        "specials": {key: str(word) for key, word in SPECIALS.items()},
        "doublings": {key: capfirst(str(word)) for key, word in DOUBLINGS.items()},
        "sides": {"NS": _("North-South"), "EW": _("East-West")},
        "seats": {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")},
        "minus": MINUS,
        "thousands": SEPARATORS.get((get_language() or "fr")[:2], SEPARATORS["fr"])[0],
        "pair": _("Pair"),
        "table": _("Table"),
        **_asked(),
        **_shown(),
        **_kept(),
        **_over(),
    }


def _asked() -> dict[str, str]:
    """The questions and their keys."""
    return {
        "who_takes": _("Who takes?"),
        "all_pass": _("All pass"),
        "which_contract": _("Which contract?"),
        "and_more": _("{0} and more"),
        "which_trump": _("Which trump?"),
        "which_points": _("How many points?"),
        "ten": _("With the ten for the last trick"),
        "who_deals": _("Who deals first?"),
        "sit": _("Sit as drawn: the deal then goes to the right."),
        "later": _("Not now"),
        "dealer": _("Dealer: {0} ({1})"),
        "back_declarer": _("Back to the declarer"),
        "back_contract": _("Back to the contract"),
        "one_moment": _("One moment…"),
        "declarer": _("Declarer"),
        "contract": _("Contract"),
        "trump": _("Trump"),
        "defence": _("Defence"),
        "written": _("Written so far"),
        "change": _("Change: {0}"),
        "doubling": _("Doubling"),
        "belote": _("Belote {0}"),
        "other": _("Other"),
        "points": _("Points"),
        "erase": _("Erase the last digit"),
        "save": _("Record"),
        "capot_by": _("Capot of {0}"),
    }


def _shown() -> dict[str, str]:
    """What is read: the sheet, results, totals."""
    return {
        "totals": _("Totals"),
        "deal_of": _("Deal {0} of {1}"),
        "deal_n": _("Deal {0}"),
        "deals_played": _("{0} deals played"),
        "deal_played": _("1 deal played"),
        "round_of": _("Round {0} of {1}"),
        "to_points": _("To {0} points."),
        "points_left": _("Pair {0} still needs {1}."),
        "to_minutes": _("Time is called after {0} minutes."),
        "left": _("{0} deals left."),
        "left_one": _("1 deal left."),
        "no": _("No."),
        "deal": _("Deal"),
        "held": _("{0} points wait for the next deal"),
        "marks": _("Pair {0} marks"),
        "total": _("Total {0}"),
        "nobody_marks": _("Nobody marks"),
        "side_terms": _("{0}: {1}"),
        "computing": _("The score appears here."),
        "sheet": _("The table’s sheet"),
        "correct_deal": _("Correct deal {0}"),
        "back": _("Back"),
        "empty": _("The deals will stand here, with the running totals."),
    }


def _kept() -> dict[str, str]:
    """Where each deal is: on the disk, on its way, on this phone."""
    return {
        "saved": _("Recorded"),
        "sending": _("Sending…"),
        "waiting": _("{0} waiting"),
        "compare": _("To compare"),
        "saved_deal": _("Deal {0} recorded"),
        "saved_pass": _("All pass: recorded"),
        "fix": _("Correct"),
        "needs_short": _("No network"),
    }


def _over() -> dict[str, str]:
    """That the game is over, and who was called."""
    return {
        "close_sheet": _("The game is over"),
    }


def _later() -> dict[str, str]:
    """The whole sheet, what a deal had besides its points, two versions of a deal, the end of the access."""
    return {
        "change_dealer": _("Change the first dealer"),
        "back_points": _("Back to the points"),
        "others": _("Capot and announces"),
        "others_plain": _("Capot"),
        "alone": _("One player alone took all tricks"),
        "last_trick": _("Last trick: {0}"),
        "announces_of": _("Announces of {0}"),
        "tap_announce": _("One tap for each announce; tap again for a second one, then it goes."),
        "line_n": _("Line {0}"),
        "tap_deal": _("Tap a deal to see or correct it."),
        "took_back": _("Deal {0} taken back"),
        "two_versions": _("Deal {0}: two versions"),
        "other_wrote": _("The other phone recorded {0} for deal {1}. Compare."),
        "theirs": _("On the sheet"),
        "mine": _("On this phone"),
        "on_other": _("On the other phone"),
        "both_shown": _("Both phones show both versions. Whoever keeps one settles it for the table."),
        "settled": _("Deal {0} is settled."),
        "look": _("Compare"),
        "keep_theirs": _("Keep the sheet’s"),
        "keep_mine": _("Put this one"),
        "recount": _("Count the tricks of deal {0} again."),
        "moved": _("Deal {0} was taken back meanwhile. Yours becomes deal {1}?"),
        "moved_yes": _("Record it as deal {0}"),
        "drop": _("Drop it"),
        "take_back": _("Take this deal back"),
        "changed_deal": _("Deal {0} corrected"),
        "rare_yes": _("That is right"),
        "rare_no": _("Correct"),
        "rare_sweep": _("Yes, capot"),
        "changed_here": _("Deal {0} changed on this phone."),
        "still_stands": _("Deal {0} was changed on the sheet meanwhile: it is not taken back."),
        "late_one": _("The sheet was closed meanwhile: the deal that came late is before the arbiter."),
        "late_many": _("The sheet was closed meanwhile: the {0} deals that came late are before the arbiter."),
        "just_now": _("What stands here is from just now."),
        "minute_ago": _("What stands here is from a minute ago."),
        "minutes_ago": _("What stands here is from {0} minutes ago."),
        "hours_ago": _("What stands here is from {0} hours ago."),
        "kept_here": _("Saved on this phone only"),
        "reload": _("Load the page again"),
    }


def _agreeing() -> dict[str, str]:
    """How both sides agree, or call the arbiter; {0} is what a side is called where it does something."""
    return {
        "agree_title": _("Do you agree?"),
        "agree": _("{0}: we agree, {1} to {2}"),
        "agreed_at": _("Agrees, at {0}"),
        "your_turn": _("Your turn"),
        "hand_over": _("{0}: look at the figures, on this phone or on your own."),
        "each_agrees": _("Each side presses its own button. The sheet is then closed."),
        "won_by": _("Game won by pair {0}, by {1} points."),
        "drawn": _("The game is drawn."),
        "missing_deals": _("{0} deals are missing."),
        "missing_one": _("1 deal is missing."),
        "not_called": _("Time has not been called."),
        "not_reached": _("Nobody has reached {0} points."),
        "reason": _("Why is the sheet closed before the end?"),
        "reason_help": _("For instance: time is up, a player had to leave."),
        "reason_missing": _("Say why in a few words: the desk reads it."),
        "look_again": _("Look at the deals again"),
        "play_on": _("Play on"),
        "pending_first": _("Deals are still waiting on this phone."),
        "disagree": _("We do not agree"),
        "which_deal": _("What do you disagree about?"),
        "whole_sheet": _("The sheet as a whole"),
        "note": _("What is it about? (optional)"),
        "protests": _("{0} protests"),
        "closed": _("Sheet closed: {0} to {1}. Thank you, and a good evening."),
        "both_agreed": _("Both sides agreed."),
        "one_phone": _("One phone was handed over."),
        "mistake": _("There is a mistake"),
        "open_until": _("Until {0} you can do it yourselves. Both sides then agree again."),
        "opens": _("{0}: open it again"),
        "table_closed": _("The round is over: this table can be read, not changed."),
    }


def _beside() -> dict[str, str]:
    """Other devices at the table; the code of a pair; a photograph of the paper."""
    return {
        "other_device": _("Another device has opened this table, at {0}."),
        "code_of": _("{0}: your code?"),
        "code": _("The four figures on your slip"),
        "code_help": _("Type them where nobody sees them. If the slip is lost, the desk closes the sheet."),
        "code_four": _("A code has four figures."),
        "code_give": _("We agree"),
        "photo": _("Photograph the paper sheet"),
        "photo_help": _("If there is one. Only desk and arbiter see it; where it was taken is not kept."),
        "photo_sending": _("The photograph is being sent…"),
        "photo_sent": _("The photograph is kept: the desk sees it."),
        "photo_large": _("A photograph may have up to 8 MB."),
    }


def _unsent() -> dict[str, str]:
    """Deals of a table that was left before they could be sent; {0} is that table."""
    return {
        "unsent_at": _("Table {0}, round {1}"),
        "unsent_sheet": _("Another sheet"),
        "unsent_one": _("{0}: 1 deal is not sent yet."),
        "unsent_many": _("{0}: {1} deals are not sent yet."),
        "unsent_stuck": _("Somebody has to look at it. If it does not open, show this phone to the desk."),
        "unsent_see": _("Open it"),
        "unsent_sent": _("{0}: the deals that were left on this phone are recorded."),
        "unsent_late": _("{0}: the deals that were left on this phone came late and are before the arbiter."),
    }
