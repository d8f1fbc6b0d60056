"""What a verb refuses: one family, for what a person can mend."""

from typing import Any


class TournamentError(Exception):
    """A verb that cannot be done now. ``code`` says why (see ``tournaments.words``), ``field`` where it was typed,
    ``params`` name the other table, entry or person.
    """

    def __init__(self, code: str, field: str = "", **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params


class Conflict(TournamentError):
    """Somebody else was first; what they did stands, nothing was doubled."""
