"""A club's entry list, from the file somebody sent to a plan of what would be entered.

Pure: nothing here reads or writes the database, and only ``words`` knows Django (for the translations).

    table = read_table(data, filename)          bytes of a CSV or Excel file, or read_text(pasted)
    mapping = guess_mapping(table)              which column is what; a page may change it
    plan = plan_import(table, mapping, existing)   what each row would do, and plan.digest over all of it

Problems of the whole file are raised as ``EntryListError``; what concerns one row is a ``Reason`` in that row's plan.
Both carry a code and parameters; ``words.message`` turns these into a sentence in the reader's language.
"""

from tournaments.entrylist.columns import guess_mapping
from tournaments.entrylist.model import (
    Action,
    Column,
    ColumnMapping,
    EntryListError,
    ExistingEntry,
    ExistingPlayer,
    Plan,
    PlannedPlayer,
    PlannedRow,
    Reason,
    Role,
    Table,
    TableRow,
)
from tournaments.entrylist.names import NameEvidence, NameGuess, NameOrder, person_key, split_name
from tournaments.entrylist.paid import PaidGuess, parse_flag, parse_paid
from tournaments.entrylist.pairline import PairLine, parse_pair_line
from tournaments.entrylist.plan import plan_import
from tournaments.entrylist.read import read_table, read_text
from tournaments.entrylist.singleline import SingleLine, parse_single_line

__all__ = [
    "Action",
    "Column",
    "ColumnMapping",
    "EntryListError",
    "ExistingEntry",
    "ExistingPlayer",
    "NameEvidence",
    "NameGuess",
    "NameOrder",
    "PaidGuess",
    "PairLine",
    "Plan",
    "PlannedPlayer",
    "PlannedRow",
    "Reason",
    "Role",
    "SingleLine",
    "Table",
    "TableRow",
    "guess_mapping",
    "parse_flag",
    "parse_paid",
    "parse_pair_line",
    "parse_single_line",
    "person_key",
    "plan_import",
    "read_table",
    "read_text",
    "split_name",
]
