"""The systems' own parameters, read from a request and checked."""

from __future__ import annotations

from collections.abc import Collection

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


def whole(request: DrawRequest, name: str, usual: int, allowed: Collection[int]) -> int:
    """The setting `name`, one of the `allowed` whole numbers; DrawError `bad_setting` (setting)."""
    value = request.settings.get(name, usual)
    if type(value) is not int or value not in allowed:
        raise DrawError("bad_setting", setting=name)
    return value
