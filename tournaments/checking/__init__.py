"""Everything that a tournament's file says worked out anew from raw deals and histories, and what is otherwise. Pure.

Nothing is decided here: games are those of ``scoring.rules``, what is given and who is ahead comes from
``tournaments.standings``, draws from ``tournaments.draws``. Only the way is another one: from the rows of the file, not
from the database.
"""

from tournaments.checking.check import Kept, check, check_file
from tournaments.checking.model import Checked, Finding

__all__ = ["Checked", "Finding", "Kept", "check", "check_file"]
