"""The sentences for the codes of an entry list, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.formats import number_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

from tournaments.entrylist.model import Param

MESSAGES: dict[str, str] = {
    # The file as a whole
    "file_too_big": _("This file is larger than %(limit_kib)s KiB. Send only the list of pairs."),
    "file_empty": _("There is nothing in this list."),
    "file_old_excel": _("This is a workbook of an old Excel. Save it as .xlsx or CSV and send that."),
    "file_not_excel": _(
        "This workbook cannot be read. Open it in Excel or LibreOffice, save it as .xlsx and send that."
    ),
    "file_not_text": _("This file is not a list. Send a CSV or .xlsx file, or paste the list."),
    "file_bad_encoding": _("The letters of this file are damaged. Save it again as CSV and send that."),
    "file_unpacks_too_big": _("This workbook is far too large once opened. Copy the list alone into a new one."),
    "quote_unclosed": _("Row %(row)s opens a quotation mark that is never closed. Remove it or close it."),
    "too_many_rows": _("The list has more than %(limit)s rows."),
    "too_many_columns": _("Row %(row)s has more than %(limit)s columns."),
    "cell_too_long": _("Row %(row)s, column %(column)s: more than %(limit)s characters in one cell."),
    "no_player_column": _("No column with players was found. Say which columns hold the names."),
    "formula_without_result": _(
        "Row %(row)s, column %(column)s: the result of the formula is not in the file. "
        "Open it in Excel, save it and send it again."
    ),
    "sheets_left_out": _(
        "Only the sheet “%(read)s” of this workbook is read. Also filled, and left out: %(others)s. "
        "Send each of them as a file of its own if its pairs belong here."
    ),
    # One line typed at the desk
    "empty_line": _("Type the names of two players."),
    "line_too_long": _("This line has more than %(limit)s characters."),
    "pair_separator_missing": _("“%(line)s”: where does the second player begin? Put / between the two names."),
    # Names
    "no_player": _("No player in this row."),
    "name_not_readable": _("“%(name)s” is not a name."),
    "name_too_long": _("A name has more than %(limit)s characters."),
    "name_single_word": _("“%(name)s”: a single word; first name or last name is missing."),
    "name_order_unknown": _("“%(name)s”: which is the last name cannot be told; kept as written."),
    "comment_removed": _("%(name)s: the remark in brackets is not kept."),
    "remark_removed": _("%(name)s: the remark beside the name is not kept."),
    "said_absent": _("%(name)s: noted as absent from the next round."),
    "contact_removed": _("%(name)s: the telephone or e-mail beside the name is not kept."),
    "no_partner": _("%(name)s has no partner yet: entered, not drawn until paired."),
    # Twice
    "same_pair": _("Same pair as row %(row)s."),
    "same_single": _("Same player as row %(row)s."),
    "paid_only_here": _("This row says paid, row %(row)s does not: check who has paid."),
    "paid_only_there": _("This row says not paid, row %(row)s says paid: check who has paid."),
    "same_player_in_row": _("%(name)s is written twice in this row."),
    "player_twice_row": _("%(name)s is already in the pair of row %(row)s."),
    "player_twice_entry": _("%(name)s is already in pair %(number)s of the tournament."),
    "licence_twice_row": _("The licence of %(name)s is already that of a player of row %(row)s."),
    "licence_twice_entry": _("The licence of %(name)s is already that of a player of pair %(number)s."),
    "may_be_same_row": _("%(name)s may be %(other)s of row %(row)s: check."),
    "may_be_same_entry": _("%(name)s may be %(other)s of pair %(number)s: check."),
    "player_twice_entry_single": _("%(name)s is already player %(number)s of the tournament."),
    "licence_twice_entry_single": _("The licence of %(name)s is already that of player %(number)s."),
    "may_be_same_entry_single": _("%(name)s may be %(other)s, player %(number)s: check."),
    "namesake_entry_single": _("%(name)s has a namesake, player %(number)s: another licence, so another player."),
    "namesake_row": _("%(name)s has a namesake in row %(row)s: another licence, so another player."),
    "namesake_entry": _("%(name)s has a namesake in pair %(number)s: another licence, so another player."),
    # Numbers
    "number_unreadable": _("“%(text)s” is not a pair number."),
    "number_given": _("No number written: gets number %(given)s."),
    "number_taken_row": _("Number %(number)s is already used by row %(row)s: gets number %(given)s."),
    "number_taken_entry": _("Number %(number)s is already used in the tournament: gets number %(given)s."),
    "number_also_row": _("Number %(number)s is also on row %(row)s."),
    "number_kept": _("The list says number %(wanted)s; the pair keeps number %(number)s."),
    "number_kept_single": _("The list says number %(wanted)s; the player keeps number %(number)s."),
    # What a list changes in an entry, or leaves
    "changed_club": _("Club: “%(new)s” instead of “%(old)s”."),
    "changed_category": _("Category: “%(new)s” instead of “%(old)s”."),
    "changed_rating": _("Rating: %(new)s."),
    "changed_paid": _("Now paid."),
    "changed_paid_amount": _("Now paid: %(cents)s."),
    "changed_amount": _("Sum paid: %(cents)s."),
    "changed_present": _("Now present."),
    "partner_found": _("%(name)s joins as partner."),
    "partner_kept": _("Keeps the partner found since: %(name)s."),
    "paid_kept": _("The list says not paid; the payment taken since is kept."),
    "amount_kept": _("The list says %(written_cents)s paid; the %(cents)s noted are kept."),
    "entry_withdrawn": _("This pair has left the tournament. It can be brought back on its page."),
    "entry_withdrawn_single": _("This player has left the tournament. The list of players brings back who returns."),
    # Payment and other cells
    "paid_unclear": _("“%(text)s” says neither paid nor not paid: left open."),
    "rating_unreadable": _("“%(text)s” is not a rating: a whole number is needed. Not kept."),
    "club_too_long": _("The club has more than %(limit)s characters: not kept."),
    "category_too_long": _("The category has more than %(limit)s characters: not kept."),
    # Rows that are no entry
    "title_row": _("Above the headings: not read."),
    "total_row": _("Total row: not an entry."),
    "total_differs": _("Total row: it says %(written_cents)s, the rows above make %(counted_cents)s."),
    "only_number": _("A number and no names: nothing to enter."),
}


def message(code: str, params: Mapping[str, Param]) -> str:
    """The sentence for an ``EntryListError`` or a ``Reason``, as plain text (templates escape it).

    Sums, given in cents, are written with two decimals in the reader's way, without the currency.
    Raises KeyError for a code that has no sentence.
    """
    if code == "too_many_players":
        count = int(params["count"])
        return ngettext(
            "%(count)s name here: a pair has two players.", "%(count)s names here: a pair has two players.", count
        ) % {"count": count}
    if code == "too_many_for_single":
        return gettext("%(count)s names here: in a list of single players each has a line.") % {
            "count": params["count"]
        }
    shown = {
        name: number_format(int(value) / 100, 2) if name.endswith("cents") else value for name, value in params.items()
    }
    if code == "changed_club" and not params["old"]:
        return gettext("Club: “%(new)s”.") % shown
    if code == "changed_category" and not params["old"]:
        return gettext("Category: “%(new)s”.") % shown
    return gettext(MESSAGES[code]) % shown
