"""The systems' own parameters, read from a request and checked."""

from __future__ import annotations

from tournaments.draws.model import DrawError, DrawRequest


def choice(request: DrawRequest, name: str, known: tuple[str, ...]) -> str:
    """The setting `name`, one of `known`, of which the first is the usual one; DrawError `bad_setting` (setting)."""
    value = request.settings.get(name, known[0])
    if value not in known:
        raise DrawError("bad_setting", setting=name)
    return str(value)


def flag(request: DrawRequest, name: str, *, usual: bool) -> bool:
    """The setting `name`, yes or no; DrawError `bad_setting` (setting)."""
    value = request.settings.get(name, usual)
    if not isinstance(value, bool):
        raise DrawError("bad_setting", setting=name)
    return value
