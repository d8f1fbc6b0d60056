"""Which column is what: by the words at its head, or by what stands in it where the file has no headings."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from tournaments.entrylist.given_names import COMMON
from tournaments.entrylist.model import PLAYER_ROLES, Column, ColumnMapping, EntryListError, Role, Table, TableRow
from tournaments.entrylist.paid import parse_paid
from tournaments.entrylist.pairline import split_pair
from tournaments.entrylist.text import fold, has_letter, word_set

_HEADER_SEARCH = 10
_SAMPLE = 200


_NUMBER = word_set("n no nr num numero number nummer pair paire doublette equipe team dossard ordre paar coppia ploeg")
_PERSONAL = word_set(
    "tel telephone telephones portable mobile phone gsm handy telefon telefoon telefono mail mails email emails"
    " courriel courriels mel adresse address adres anschrift indirizzo rue strasse postal cp ville naissance ne nee"
    " birth birthday born geburt geburtsdatum geboren age alter sexe sex iban rib"
)
_LICENCE = word_set("licence licences license lizenz licentie tessera licencie")
_CLUB = word_set("club clubs association amicale societe verein vereniging circolo")
_CATEGORY = word_set("categorie category cat serie kategorie categoria type tableau")
_RATING = word_set("classement rating elo cote niveau indice rangliste punteggio")
_PAID = word_set(
    "paye payee payes paid paiement payment regle reglee reglement encaisse verse montant droit droits mise"
    " bezahlt betaald pagato eur euro euros"
)
_PRESENT = word_set("present presente presents presence arrive arrivee pointage here anwesend aanwezig")
_GIVEN = word_set("prenom prenoms first given firstname vorname voornaam nome")
_FAMILY = word_set("nom noms last family surname lastname nachname familienname achternaam cognome")
_WHOLE = word_set(
    "joueur joueuse joueurs joueuses player players spieler speler spelers giocatore giocatori participant participants"
    " name names naam"
)
_PARTNER = word_set("partenaire partner equipier coequipier equipiere coequipiere")
_FILLER = word_set("liste list lista de du d des la le l et and the of complet full und y a compris name code famille")
_ROMAN = {"1": 1, "a": 1, "i": 1, "un": 1, "2": 2, "b": 2, "ii": 2, "deux": 2}


@dataclass(frozen=True, slots=True)
class _Head:
    """A heading understood: what kind of column and which player, 0 where the heading does not say."""

    kind: str
    player: int = 0


def guess_mapping(table: Table, seats: int = 2) -> ColumnMapping:
    """Find the headings among the first rows and what each column holds; ``seats``: how many players a row has, 1 or 2.

    Two unnumbered columns of a kind ("Nom;Prénom;Nom;Prénom") belong to players 1 and 2 in turn.
    Raises EntryListError("no_player_column") when no column can hold players.
    """
    for row in table.rows[:_HEADER_SEARCH]:
        heads = [_read_head(cell) for cell in row.cells]
        known = [head for head in heads if head is not None]
        players = [head for head in known if head.kind in ("whole", "family", "given")]
        texts = sum(1 for cell in row.cells if cell)
        pair_list = len(known) == texts == 1 and known[0].kind == "number" and len(table.rows) > 1
        if (players and 2 * len(known) >= texts) or pair_list:
            return _from_heads(table, row, heads, seats)
    return _without_heads(table, seats)


def require_players(mapping: ColumnMapping) -> None:
    if not any(column.role in PLAYER_ROLES for column in mapping.columns):
        raise EntryListError("no_player_column")


def _read_head(cell: str) -> _Head | None:
    if not cell or len(cell) > 60:
        return None
    tokens = re.sub(r"(?<=[a-z])(?=\d)", " ", fold(cell)).split()
    words = frozenset(tokens)
    player = next((_ROMAN[token] for token in reversed(tokens) if token in _ROMAN), 0)
    if words & _PARTNER and not player:
        player = 2
    bare = words - _FILLER - frozenset(_ROMAN)
    for kind, vocabulary in (
        ("licence", _LICENCE),
        ("personal", _PERSONAL),
        ("paid", _PAID),
        ("present", _PRESENT),
        ("category", _CATEGORY),
        ("rating", _RATING),
        ("club", _CLUB),
    ):
        if words & vocabulary:
            return _Head(kind, player)
    return _read_name_head(words, bare, player)


def _read_name_head(words: frozenset[str], bare: frozenset[str], player: int) -> _Head | None:
    known = _NUMBER | _GIVEN | _FAMILY | _WHOLE | _PARTNER
    team_name = words & _FAMILY and words & word_set("equipe team doublette paire")
    if not words & known or not bare <= known or team_name:
        return None
    given, family = bool(words & _GIVEN), bool(words & _FAMILY)
    if given and family:
        return _Head("whole", player)
    if given or family:
        return _Head("given" if given else "family", player)
    if words & (_WHOLE | _PARTNER) and not bare & word_set("n no nr num numero number nummer"):
        return _Head("whole", player)
    return _Head("number") if bare & _NUMBER else None


def _from_heads(table: Table, row: TableRow, heads: list[_Head | None], seats: int) -> ColumnMapping:
    body = [other for other in table.rows if other.number > row.number]
    has_given = any(head is not None and head.kind == "given" for head in heads)
    taken: set[Role] = set()
    columns = []
    for index in range(table.width):
        head = heads[index] if index < len(heads) else None
        values = [other.cell(index) for other in body[:_SAMPLE] if other.cell(index)]
        role = _pairs_under(head, values) if seats == 2 else None
        role = role or _role(head, has_given, taken, values)
        if role not in (Role.PERSONAL, Role.UNUSED):
            taken.add(role)
        if row.cell(index) or values:
            columns.append(Column(index, row.cell(index), role))
    return ColumnMapping(tuple(columns), row.number)


def _pairs_under(head: _Head | None, values: list[str]) -> Role | None:
    """ "Joueurs" may stand over pairs, both names in one cell."""
    is_whole = head is not None and head.kind == "whole" and not head.player
    return Role.PAIR if is_whole and _share(values, _looks_like_pair) > 0.5 else None


def _role(head: _Head | None, has_given: bool, taken: set[Role], values: list[str]) -> Role:
    if head is None:
        return Role.PERSONAL if values and _share(values, _looks_personal) > 0.5 else Role.UNUSED
    if head.kind in ("whole", "family", "given", "licence"):
        kind = "player" if head.kind == "whole" or (head.kind == "family" and not has_given) else head.kind
        wanted = [head.player] if head.player else [1, 2]
        free = [Role(f"{kind}_{player}") for player in wanted if Role(f"{kind}_{player}") not in taken]
        return free[0] if free else Role.UNUSED
    if head.kind == "number":
        number = Role.PAIR if values and _share(values, _looks_like_pair) > 0.5 else Role.NUMBER
        if number is Role.NUMBER and values and _share(values, has_letter) > 0.5:
            return Role.UNUSED
        return number if number not in taken else Role.UNUSED
    role = Role(head.kind)
    return role if role is Role.PERSONAL or role not in taken else Role.UNUSED


def _share(values: list[str], test: Callable[[str], bool]) -> float:
    return sum(1 for value in values if test(value)) / len(values) if values else 0.0


def _looks_personal(value: str) -> bool:
    return "@" in value or sum(c.isdigit() for c in value) >= 6


def _names_too(value: str) -> bool:
    return sum(1 for word in value.split() if "@" not in word and word[0].isalpha()) > 1


def _looks_like_pair(value: str) -> bool:
    names = split_pair(value)[1]
    return len(names) == 2 and all(has_letter(name) for name in names)


def _looks_like_number(value: str) -> bool:
    return value.isdecimal() and len(value) <= 4


def _looks_paid(value: str) -> bool:
    guess = parse_paid(value)
    return guess.paid is not None and not _looks_like_number(value)


def _without_heads(table: Table, seats: int) -> ColumnMapping:
    """Numbers, ticks and telephones are known by their look; the first columns of names are the players."""
    samples = {
        index: [row.cell(index) for row in table.rows[:_SAMPLE] if row.cell(index)] for index in range(table.width)
    }
    roles: dict[int, Role] = {}
    names: list[int] = []
    for index, values in samples.items():
        if not values:
            continue
        if _share(values, _looks_like_number) > 0.7 and Role.NUMBER not in roles.values() and not names:
            roles[index] = Role.NUMBER
        elif _share(values, _looks_personal) > 0.5:
            roles[index] = Role.PERSONAL
        elif _share(values, _looks_paid) > 0.5 and Role.PAID not in roles.values():
            roles[index] = Role.PAID
        elif _share(values, has_letter) > 0.5:
            names.append(index)
        else:
            roles[index] = Role.UNUSED
    if not names:
        # A telephone beside every name makes the column look like one of telephones.
        names = [index for index in roles if roles[index] is Role.PERSONAL and _share(samples[index], _names_too) > 0.5]
    roles |= _name_roles(names, samples, seats)
    mapping = ColumnMapping(tuple(Column(index, "", roles[index]) for index in sorted(roles)), None)
    require_players(mapping)
    return mapping


def _name_roles(names: list[int], samples: dict[int, list[str]], seats: int) -> dict[int, Role]:
    """Columns of text: pairs in one cell, whole names, or family and given names in single words."""
    if not names:
        return {}
    rest = dict.fromkeys(names, Role.UNUSED)
    if seats == 2 and _share(samples[names[0]], _looks_like_pair) > 0.5:
        return rest | {names[0]: Role.PAIR} | _club_role(names[1:], samples)
    single = [index for index in names if _share(samples[index], lambda value: " " not in value) > 0.7]
    parts = 2 * seats
    if len(names) >= parts and single[:parts] == names[:parts]:
        return rest | _split_roles(names[:parts], samples) | _club_role(names[parts:], samples)
    roles = dict(zip(names, (Role.PLAYER_1, Role.PLAYER_2)[:seats], strict=False))
    return rest | roles | _club_role(names[seats:], samples)


def _split_roles(names: list[int], samples: dict[int, list[str]]) -> dict[int, Role]:
    roles: dict[int, Role] = {}
    for player, left, right in ((place // 2 + 1, *names[place : place + 2]) for place in range(0, len(names), 2)):
        shares = [_share(samples[index], lambda value: fold(value) in COMMON) for index in (left, right)]
        given, family = (left, right) if shares[0] > shares[1] else (right, left)
        roles |= {given: Role(f"given_{player}"), family: Role(f"family_{player}")}
    return roles


def _club_role(names: list[int], samples: dict[int, list[str]]) -> dict[int, Role]:
    """The first further column whose texts come again and again is the club."""
    for index in names:
        values = samples[index]
        if len(values) >= 4 and len({fold(value) for value in values}) * 2 <= len(values):
            return {index: Role.CLUB}
    return {}
