"""From the cells of a row to players, number, club, category and payment, before anything is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.entrylist.model import (
    MAX_CATEGORY,
    MAX_CLUB,
    MAX_NAME,
    MAX_NUMBER,
    MAX_RATING,
    ColumnMapping,
    PlannedPlayer,
    Reason,
    Role,
    Table,
    TableRow,
)
from tournaments.entrylist.names import (
    WRITTEN,
    NameEvidence,
    NameGuess,
    NameOrder,
    from_columns,
    person_key,
    split_name,
)
from tournaments.entrylist.paid import NO_WORD, PaidGuess, parse_flag, parse_paid
from tournaments.entrylist.pairline import no_partner, split_pair
from tournaments.entrylist.singleline import parse_single_line
from tournaments.entrylist.text import clean, fold, has_letter

_TOTAL = re.compile(
    r"^(?:sous |grand )?(?:total|totaux|somme|summe|gesamt|totaal|totale|subtotal)"
    r"(?: (?:general|generale|des inscrits|des equipes|equipes|doublettes|des doublettes|inscrits"
    r"|paye|\d+|euros?|eur))*$"
)
_PERSONAL_IN_NAME = re.compile(
    r"\S+@\S+|(?:\b(?:t[ée]l(?:[ée]phone)?|port(?:able)?|mobile|gsm)\b[\s.:]*)?\+?\d[\d .\-/]{5,}\d", re.IGNORECASE
)
_COMMENT = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_LICENCE = re.compile(r"[^0-9A-Za-z]")


class Kind(StrEnum):
    ENTRY = "entry"
    TITLE = "title"
    TOTAL = "total"
    EMPTY = "empty"


@dataclass
class ReadRow:
    """A row understood by itself. ``fatal`` holds what makes it unusable whatever the other rows say."""

    row_number: int
    kind: Kind
    number: int | None = None
    players: tuple[PlannedPlayer, ...] = ()
    club: str = ""
    category: str = ""
    paid: PaidGuess = NO_WORD
    present: bool | None = None
    rating: int | None = None
    notes: list[Reason] = field(default_factory=list)
    fatal: list[Reason] = field(default_factory=list)


def read_rows(table: Table, mapping: ColumnMapping, seats: int = 2) -> list[ReadRow]:
    """Every row that is not blank, the headings left out; names are split with the evidence of the whole file.
    ``seats``: how many players a row has, 1 or 2."""
    first = mapping.header_row if mapping.header_row is not None else _first_numbered(table, mapping, seats) - 1
    body = [row for row in table.rows if row.number > first]
    titles = [row for row in table.rows if row.number <= first and row.number != mapping.header_row]
    evidence = _evidence(body, mapping, seats)
    read = [_read_row(row, mapping, evidence, seats) for row in body]
    return [ReadRow(row.number, Kind.TITLE) for row in titles] + read


def _first_numbered(table: Table, mapping: ColumnMapping, seats: int) -> int:
    """In a list of single players that numbers its lines, the first line with a number: what stands above is a title. 1
    in any other list."""
    if seats != 1 or mapping.index(Role.PLAYER_1) is None or mapping.index(Role.NUMBER) is not None:
        return 1
    numbered = [row.number for row in table.rows if _player_cells(row, mapping, seats).number is not None]
    return numbered[0] if len(numbered) * 2 > len(table.rows) else 1


@dataclass(frozen=True, slots=True)
class _Cells:
    """The players of a row as written: each a whole name or (family, given), none for no partner; a number before the
    names; and of a single player's line whether it says that he is not there, and more that is not kept."""

    number: int | None
    names: list[str | tuple[str, str]]
    absent: bool = False
    remarks: bool = False


def _evidence(rows: list[TableRow], mapping: ColumnMapping, seats: int) -> NameEvidence:
    texts: list[str] = []
    known: list[tuple[str, str]] = []
    for row in rows:
        for cell in _player_cells(row, mapping, seats).names:
            if isinstance(cell, tuple):
                known.append(cell)
            else:
                texts.append(_strip_extras(cell)[0])
    return NameEvidence.collect(texts, known)


def _get(row: TableRow, mapping: ColumnMapping, role: Role) -> str:
    index = mapping.index(role)
    return row.cell(index) if index is not None else ""


def _player_cells(row: TableRow, mapping: ColumnMapping, seats: int) -> _Cells:
    number: int | None = None
    cells: list[str | tuple[str, str]] = []
    if seats == 1 and mapping.index(Role.PLAYER_1) is not None:
        line = parse_single_line(_get(row, mapping, Role.PLAYER_1))
        other = _get(row, mapping, Role.PLAYER_2)
        names = [*line.names, *([] if no_partner(other) else [other])]
        return _Cells(line.number, list(names), line.absent, line.remarks)
    if mapping.index(Role.PAIR) is not None:
        number, names = split_pair(_get(row, mapping, Role.PAIR))
        cells.extend(name for name in names if not no_partner(name))
    for whole, family, given in (
        (Role.PLAYER_1, Role.FAMILY_1, Role.GIVEN_1),
        (Role.PLAYER_2, Role.FAMILY_2, Role.GIVEN_2),
    ):
        text = _get(row, mapping, whole)
        if text and not no_partner(text):
            before, text = _leading_number(text) if mapping.index(Role.NUMBER) is None else (None, text)
            number = number or before
            cells.append(text)
        parts = (_get(row, mapping, family), _get(row, mapping, given))
        if any(parts) and not no_partner(" ".join(parts)):
            cells.append(parts)
    return _Cells(number, cells)


def _leading_number(text: str) -> tuple[int | None, str]:
    """ "12. Monique Rivière" gives 12 and the name."""
    match = re.match(r"(\d{1,4})\s*[.):°-]?\s+(?=\D)", text)
    return (int(match[1]), text[match.end() :]) if match else (None, text)


def _read_row(row: TableRow, mapping: ColumnMapping, evidence: NameEvidence, seats: int) -> ReadRow:
    found = _player_cells(row, mapping, seats)
    cells = found.names
    if any(_TOTAL.match(fold(cell)) for cell in row.cells) and len(cells) < 2:
        return ReadRow(row.number, Kind.TOTAL, paid=parse_paid(_get(row, mapping, Role.PAID)))
    read = ReadRow(row.number, Kind.ENTRY)
    read.number = _number(_get(row, mapping, Role.NUMBER), read.notes) or found.number
    read.club = _limited(_get(row, mapping, Role.CLUB), MAX_CLUB, "club_too_long", read.notes)
    read.category = _limited(_get(row, mapping, Role.CATEGORY), MAX_CATEGORY, "category_too_long", read.notes)
    paid_text = _get(row, mapping, Role.PAID)
    read.paid = parse_paid(paid_text)
    if not read.paid.understood:
        read.notes.append(Reason("paid_unclear", {"text": paid_text[:40]}))
    read.present = False if found.absent else parse_flag(_get(row, mapping, Role.PRESENT))
    read.rating = _rating(_get(row, mapping, Role.RATING), read.notes)
    licences = (_get(row, mapping, Role.LICENCE_1), _get(row, mapping, Role.LICENCE_2))
    read.players = tuple(_players(cells, licences, evidence, read, seats))
    if read.players and seats == 1:
        name = {"name": read.players[0].name}
        read.notes += [Reason("remark_removed", dict(name))] if found.remarks else []
        read.notes += [Reason("said_absent", dict(name))] if read.present is False else []
    if not read.players and not read.fatal:
        other = bool(read.club or read.category or read.paid.paid or read.paid.amount_cents)
        read.kind = Kind.ENTRY if other else Kind.EMPTY
        read.fatal.append(Reason("no_player"))
    return read


def _number(text: str, notes: list[Reason]) -> int | None:
    if not text:
        return None
    match = re.fullmatch(r"(?:n\s*[°ºo.]?\s*|#\s*)?0*(\d{1,4})(?:[.,]0+)?\.?", text, re.IGNORECASE | re.ASCII)
    if match and 1 <= int(match[1]) <= MAX_NUMBER:
        return int(match[1])
    notes.append(Reason("number_unreadable", {"text": text[:40]}))
    return None


def _rating(text: str, notes: list[Reason]) -> int | None:
    """A whole number from 0; what is less than one point or in another form is not kept."""
    digits = re.sub(r"[\s'’.](?=\d{3}(?!\d))", "", text)
    if digits.isascii() and digits.isdecimal() and int(digits) <= MAX_RATING:
        return int(digits)
    if text:
        notes.append(Reason("rating_unreadable", {"text": text[:40]}))
    return None


def _limited(text: str, limit: int, code: str, notes: list[Reason]) -> str:
    if len(text) <= limit:
        return text
    notes.append(Reason(code, {"limit": limit}))
    return ""


def _strip_extras(text: str) -> tuple[str, list[str]]:
    """A name without remarks in brackets and without a telephone or e-mail, and the codes of what went."""
    bare = clean(_COMMENT.sub(" ", text))
    codes = ["comment_removed"] if bare != text and has_letter(bare) else []
    if not has_letter(bare):
        bare = text
    without = clean(_PERSONAL_IN_NAME.sub(" ", bare))
    without = without if without == bare else without.strip(" :;,-")
    return without, codes + (["contact_removed"] if without != bare else [])


def _players(
    cells: list[str | tuple[str, str]], licences: tuple[str, str], evidence: NameEvidence, read: ReadRow, seats: int
) -> Iterator[PlannedPlayer]:
    if len(cells) > seats:
        code = "too_many_players" if seats == 2 else "too_many_for_single"
        read.fatal.append(Reason(code, {"count": len(cells)}))
        return
    for cell, licence in zip(cells, licences, strict=False):
        if isinstance(cell, tuple):
            codes: list[str] = []
            guess = from_columns(*cell)
        else:
            bare, codes = _strip_extras(cell)
            guess = split_name(bare, evidence)
        read.notes.extend(Reason(code, {"name": guess.display[:MAX_NAME]}) for code in codes)
        key = person_key(guess.text)
        if not has_letter(key):
            read.fatal.append(Reason("name_not_readable", {"name": guess.text[:MAX_NAME]}))
        elif max(len(guess.text), len(guess.family), len(guess.given)) > MAX_NAME:
            read.fatal.append(Reason("name_too_long", {"limit": MAX_NAME}))
        else:
            read.notes.extend(_doubts(guess))
            yield PlannedPlayer(
                name=guess.display,
                family=guess.family,
                given=guess.given,
                sure=guess.sure,
                key=key,
                strong=guess.order in WRITTEN,
                licence=_LICENCE.sub("", licence)[:30].upper(),
            )


def _doubts(guess: NameGuess) -> Iterator[Reason]:
    if guess.order is NameOrder.SINGLE:
        yield Reason("name_single_word", {"name": guess.text})
    elif not guess.sure:
        yield Reason("name_order_unknown", {"name": guess.text})
