"""The texts of a rule-set file that change no figure: names and labels by language, document, date and notes."""

import datetime
import re
from typing import Any

from scoring.rules.ruleset import Origin
from scoring.rules.source import Reader, is_whole

MAX_NAME = 200
#: The language of a text that stands without one.
NO_LANGUAGE = "und"
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}", re.ASCII)


def read_texts(reader: Reader, key: str, value: Any) -> dict[str, str]:
    """A text by language code, in small letters; a text alone has the code "und"."""
    if value is None:
        return {}
    table = {NO_LANGUAGE: value} if isinstance(value, str) else value
    if not isinstance(table, dict):
        raise reader.error(key, "text")
    for language, text in table.items():
        if not _LANGUAGE.fullmatch(language) or not isinstance(text, str) or len(text) > MAX_NAME:
            raise reader.error(f"{key}.{language}", "text_size", most=MAX_NAME)
    return {language.lower().replace("_", "-"): text for language, text in table.items()}


def read_origin(reader: Reader) -> Origin:
    texts: dict[str, str] = {}
    by_language: list[tuple[str, str, str]] = []
    for key in ("document", "dated", "notes"):
        value = reader.take(key)
        found = value.items() if isinstance(value, dict) else [("", value)]
        said = {name: _origin_text(reader, key, one) for name, one in found}
        texts[key] = "\n".join(said.values())
        if isinstance(value, dict) and all(_LANGUAGE.fullmatch(name) for name in said):
            by_language += [(key, name.lower().replace("_", "-"), text) for name, text in said.items()]
    return Origin(**texts, by_language=tuple(by_language))


def _origin_text(reader: Reader, key: str, value: Any) -> str:
    """A text as it stands; a date, a year, several texts in a list as one text."""
    parts = value if isinstance(value, list) else [] if value is None else [value]
    texts: list[str] = []
    for part in parts:
        if isinstance(part, (datetime.date, datetime.datetime)):
            texts.append(part.isoformat())
        elif isinstance(part, str):
            texts.append(part)
        elif is_whole(part) and 1000 <= part <= 9999:
            texts.append(str(part))
        else:
            raise reader.error(key, "text_or_date")
    return "\n".join(texts)
