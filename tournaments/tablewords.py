"""The sentences of the table's page: what a deal was, what was refused, and the words the page's script shows."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from core.templatetags.look import MINUS, SEPARATORS, TRUMPS
from tournaments import givenwords

#: Results of a deal, as short as a line of the sheet needs.
RESULTS = {
    "made": gettext_lazy("Made"),
    "failed": gettext_lazy("Failed"),
    "held": gettext_lazy("Held over"),
    "shared": gettext_lazy("Shared"),
    "replay": gettext_lazy("To be replayed"),
}
SPECIALS = {
    "capot": gettext_lazy("Capot"),
    "generale": gettext_lazy("Générale"),
    "take": gettext_lazy("Take"),
}
DOUBLINGS = {"coinche": gettext_lazy("doubled"), "surcoinche": gettext_lazy("redoubled")}

#: What a sheet or a table refuses, by the code of the error.
REFUSALS = {
    "position-taken": gettext_lazy("The other phone has recorded deal %(position)s. Compare."),
    "position-ahead": gettext_lazy("Deal %(position)s is missing on the sheet. Look at the sheet again."),
    "key-used": gettext_lazy("This deal was already sent with other figures. Look at the sheet again."),
    "key-missing": gettext_lazy("This deal came without its mark. Load the page again."),
    "sheet-closed": gettext_lazy("The sheet is closed. For a correction, ask the desk."),
    "sheet-complete": gettext_lazy("All deals are played. To change one, tap it in the list."),
    "sheet-changed": gettext_lazy("The sheet changed while you were reading. Here are the new figures."),
    "sheet-empty": gettext_lazy("No deal is recorded yet."),
    "sheet-unfinished": gettext_lazy("Deals are missing. Say why the sheet is closed now."),
    "sheet-disputed": gettext_lazy("The arbiter is called: the sheet is closed once he has decided."),
    "paper-differs": gettext_lazy("The desk has typed other totals from the paper: it closes the sheet."),
    "side-unknown": gettext_lazy("Choose one of the two sides."),
    "position-range": gettext_lazy("A sheet has at most %(most)s deals."),
    "no-such-deal": gettext_lazy("Deal %(position)s is no longer on the sheet."),
    "not-last": gettext_lazy("Only the last deal can be taken back."),
    "seat-unknown": gettext_lazy("Choose one of the four players."),
    "table-closed": gettext_lazy(
        "The round is over: this table can be read, not changed. For a correction, ask the desk."
    ),
    "table-gone": gettext_lazy("The draw was taken back: this table is no longer played. Ask the desk."),
}


def no_table() -> str:
    """What a wrong, closed or renewed code says: always the same."""
    return _("This code leads to no table. Take the one on your sheet, or ask the desk.")


def too_many_codes() -> str:
    """What is said after many wrong ones, also to a right one."""
    return _("Too many codes that lead nowhere. Wait a quarter of an hour, or ask the desk.")


def no_code(length: int) -> str:
    """What is said of something typed that can be no code."""
    return _("A code has %(count)d letters and figures, as on your sheet.") % {"count": length}


def refusal(code: str, params: Mapping[str, Any]) -> str:
    """The sentence of a refused verb."""
    known = {name: value for name, value in params.items() if name in {"position", "most"}}
    return str(REFUSALS[code]) % known if code in REFUSALS else _("This cannot be done now. Load the page again.")


def pair(numbers: str) -> str:
    """What a side is called in a sentence: "Pair 7", "Pair 7 + 12"."""
    return _("Pair %(number)s") % {"number": numbers}


def forfeited(sides: str, labels: Mapping[str, str]) -> str:
    """What the phone of a table says where a side ("A", "B"), or both ("AB"), forfeited its game; "" where none did."""
    if not sides:
        return ""
    return f"{givenwords.forfeited(sides, labels)} {_('What stands on this sheet counts for nothing. It is kept.')}"


def contract(deal: Mapping[str, Any]) -> str:
    """A contract as said aloud: "100 hearts doubled", "All pass"."""
    if deal.get("declarer") is None:
        return _("All pass")
    bid = deal.get("contract")
    words = [str(SPECIALS.get(bid, bid)) if isinstance(bid, str) else str(bid)]
    if deal.get("trump") in TRUMPS:
        words.append(str(TRUMPS[deal["trump"]]))
    if deal.get("double") in DOUBLINGS:
        words.append(str(DOUBLINGS[deal["double"]]))
    return " ".join(words)


def summary(result: str, deal: Mapping[str, Any], counted: int | None) -> str:
    """What became of a deal, in a few words: "Made, 121 + belote", "Deal not counted"."""
    declarer = deal.get("declarer")
    if declarer is None:
        return _("Counted deal") if counted is not None else _("Deal not counted")
    word = str(RESULTS.get(result, result))
    points = _points(deal)
    if deal.get("sweep"):
        detail = _("all tricks") if deal["sweep"] == declarer else _("no trick")
    elif points is None:
        return word
    elif declarer in (deal.get("belote") or ()):
        detail = _("%(points)s + belote") % {"points": points}
    else:
        detail = _("%(points)s points") % {"points": points}
    return _("%(result)s, %(detail)s") % {"result": word, "detail": detail}


def _points(deal: Mapping[str, Any]) -> int | None:
    """The declarers' points where they were written."""
    points = deal.get("points") or {}
    value = points.get(deal.get("declarer"))
    return value if isinstance(value, int) else None


def change(before: Mapping[str, Any], after: Mapping[str, Any], time: str) -> str:
    """What a correction changed: "86 corrected to 96 at 21:32", else both deals as said aloud."""
    was, now = contract(before), contract(after)
    same_bid = was == now and before.get("declarer") == after.get("declarer")
    if same_bid and _points(before) != _points(after) and _points(before) is not None:
        was, now = str(_points(before)), str(_points(after))
    elif same_bid:
        return _("Belote, capot or announces corrected at %(time)s") % {"time": time}
    elif was == now:
        return _("Declarer corrected at %(time)s") % {"time": time}
    return _("%(was)s corrected to %(now)s at %(time)s") % {"was": was, "now": now, "time": time}


def taken_back(position: int, deal: Mapping[str, Any], time: str) -> str:
    """The trace of a deal that was taken back."""
    return _("Line %(position)s taken back at %(time)s: %(deal)s") % {
        "position": position,
        "time": time,
        "deal": contract(deal),
    }


def page_words() -> dict[str, Any]:
    """Every word that the page's script shows, in the reader's language; {0} and {1} are filled in by the script."""
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
        **_closing(),
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
        "change_dealer": _("Change the first dealer"),
        "back_declarer": _("Back to the declarer"),
        "back_contract": _("Back to the contract"),
        "back_points": _("Back to the points"),
        "declarer": _("Declarer"),
        "contract": _("Contract"),
        "trump": _("Trump"),
        "defence": _("Defence"),
        "written": _("Written so far"),
        "change": _("Change: {0}"),
        "doubling": _("Doubling"),
        "belote": _("Belote {0}"),
        "other": _("Other"),
        "others": _("Capot and announces"),
        "others_plain": _("Capot"),
        "points": _("Points"),
        "erase": _("Erase the last digit"),
        "save": _("Record"),
        "save_change": _("Correct"),
        "capot_by": _("Capot of {0}"),
        "alone": _("One player alone took all tricks"),
        "last_trick": _("Last trick: {0}"),
        "announces_of": _("Announces of {0}"),
        "tap_announce": _("One tap for each announce; tap again for a second one, then it goes."),
        "best": _("Best announce: {0}"),
    }


def _shown() -> dict[str, str]:
    """What is read: the sheet, results, totals."""
    return {
        "totals": _("Totals"),
        "deal_of": _("Deal {0} of {1}"),
        "deal_n": _("Deal {0}"),
        "line_n": _("Line {0}"),
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
        "score_later": _("The score comes with the network."),
        "side_terms": _("{0}: {1}"),
        "computing": _("The score appears here."),
        "sheet": _("The table’s sheet"),
        "tap_deal": _("Tap a deal to see or correct it."),
        "correct_deal": _("Correct deal {0}"),
        "correct_line": _("Correct line {0}"),
        "nothing_changed": _("Leave it as it is"),
        "take_back": _("Take this deal back"),
        "back": _("Back"),
        "empty": _("The deals will stand here, with the running totals."),
        "rare_yes": _("That is right"),
        "rare_no": _("Correct"),
        "rare_sweep": _("Yes, capot"),
        "desk_did": _("by the desk"),
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
        "changed_deal": _("Deal {0} corrected"),
        "took_back": _("Deal {0} taken back"),
        "fix": _("Correct"),
        "offline": _("No network: go on playing."),
        "needs_short": _("No network"),
        "offline_one": _(
            "Deal {0} is kept on this phone, not recorded yet. It is sent as soon as the network is back."
        ),
        "offline_many": _(
            "Deals {0} and {1} are kept on this phone, not recorded yet. They are sent as soon as the network is back."
        ),
        "offline_none": _("What you write is kept on this phone until the network is back."),
        "online_one": _("The network is back: deal {0} is recorded."),
        "online_many": _("The network is back: deals {0} and {1} are recorded."),
        "needs_network": _("This needs the network. Try again when it is back."),
        "pending": _("Kept on this phone"),
        "not_kept": _("This phone cannot keep anything: do not close the page before it says recorded."),
        "two_versions": _("Deal {0}: two versions"),
        "other_wrote": _("The other phone recorded {0} for deal {1}. Compare."),
        "theirs": _("On the sheet"),
        "mine": _("On this phone"),
        "keep_theirs": _("Keep the sheet’s"),
        "keep_mine": _("Put this one"),
        "recount": _("Count the tricks of deal {0} again."),
        "moved": _("Deal {0} was taken back meanwhile. Yours becomes deal {1}?"),
        "moved_yes": _("Record it as deal {0}"),
        "drop": _("Drop it"),
        "stuck": _("Not recorded: {0}"),
        "stuck_show": _("Show this phone to the desk."),
        "other_entered": _("The other phone has just recorded deal {0}. Look at the sheet before you record."),
        "no_access": _("This phone no longer has access to the table. Scan the code on your sheet again."),
        "reload": _("Load the page again"),
        "reload_text": _("The page has been open for long. Load it again: nothing is lost."),
    }


def _closing() -> dict[str, str]:
    """How both sides agree, or call the arbiter; {0} is what a side is called where it does something."""
    return {
        "close_sheet": _("The game is over"),
        "agree_title": _("Do you agree?"),
        "agree": _("{0}: we agree, {1} to {2}"),
        "agreed_at": _("Agrees, at {0}"),
        "your_turn": _("Your turn"),
        "hand_over": _("{0}: look at the figures, on this phone or on your own."),
        "each_agrees": _("Each side presses its own button. Then only the desk can change the sheet."),
        "figures_changed": _("The figures have changed: look again."),
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
        "called": _("The arbiter is called."),
        "called_where": _("{0}. Stay seated."),
        "closed": _("Sheet closed: {0} to {1}. Thank you, and a good evening."),
        "both_agreed": _("Both sides agreed."),
        "one_phone": _("One phone was handed over."),
        "table_closed": _("The round is over: this table can be read, not changed."),
    }
