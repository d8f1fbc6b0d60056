"""What a field of a row in a tournament's file may be, and the fields that most rows have."""

from collections.abc import Mapping
from dataclasses import dataclass

#: What the columns of both databases hold.
SMALL, WHOLE, BIG = 32_767, 2_147_483_647, 9_223_372_036_854_775_807
ID, TEXT, NUMBER, FLAG, DAY, INSTANT = "id", "text", "number", "flag", "day", "instant"
OBJECT, LIST, JSON = "object", "list", "json"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a row. ``most``: characters of a text (0: as many as the file may hold), largest number; ``least``:
    smallest number. ``null``: may be missing, as ``null``. ``of``: the section that an id is of ("" for an id of
    nothing in the file). ``words``: the only texts there are, if any."""

    kind: str
    most: int = 0
    least: int = 0
    null: bool = False
    of: str = ""
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of one kind, each with exactly these ``fields``. ``key``: the field that tells rows apart ("" for none)."""

    name: str
    fields: Mapping[str, Field]
    key: str = "id"


def an_id(of: str = "", *, null: bool = False) -> Field:
    return Field(ID, of=of, null=null)


def text(most: int, *words: str) -> Field:
    return Field(TEXT, most=most, words=words)


def number(most: int = WHOLE, least: int = 0, *, null: bool = False) -> Field:
    return Field(NUMBER, most=most, least=least, null=null)


KEY = an_id()
A_SMALL = number(SMALL)
A_FLAG = Field(FLAG)
AN_OBJECT = Field(OBJECT)
A_LIST = Field(LIST)
ANYTHING = Field(JSON, null=True)
AT = Field(INSTANT)
AT_OR_NOT = Field(INSTANT, null=True)
POINTS = number(WHOLE, -WHOLE)
