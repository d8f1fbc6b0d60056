"""The words of explanations and refusals: one TOML file a language beside this module, found by its name.

A message id never changes its meaning. A language is added by adding a file; ids that it lacks are said in English.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FOLDER = Path(__file__).with_name("words")
DEFAULT = "en"

Value = str | int


@dataclass(frozen=True, slots=True)
class Words:
    """All messages of one language. Templates come from the project's own files only, values are put in as text."""

    language: str
    messages: Mapping[str, str]

    def say(self, key: str, **values: Value) -> str:
        """The message ``key`` with its values. Raises KeyError for an id that no language has."""
        return self.messages[key].format(**values)

    def knows(self, key: str) -> bool:
        return key in self.messages


def languages() -> tuple[str, ...]:
    """Codes of the languages there are words for, sorted."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@lru_cache(maxsize=64)
def words(language: str) -> Words:
    """The words of ``language``; "fr-FR" finds "fr", an unknown language English."""
    known = languages()
    code = language.lower().replace("_", "-")
    code = next((c for c in (code, code.partition("-")[0]) if c in known), DEFAULT)
    return Words(code, {**_read(DEFAULT), **_read(code)})


@lru_cache
def _read(language: str) -> dict[str, str]:
    flat: dict[str, str] = {}
    tree = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    for group, messages in tree.items():
        flat.update({f"{group}.{key}": text for key, text in messages.items()})
    return flat
