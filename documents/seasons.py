"""A season's ranking on paper: rows as the rankings give them, names as everybody may see them."""

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from django.conf import settings
from django.utils import dateformat, translation
from django.utils.translation import gettext as _

from documents import words
from documents.lists import Cell, Column, ListPaper
from rankings import services as rankings
from rankings.models import Season


@dataclass(frozen=True, slots=True)
class SeasonList:
    """The list, and whose it is."""

    language: str
    season: uuid.UUID
    paper: ListPaper

    def content_key(self) -> str:
        return words.content_key("pdf.season", [str(self.season), self.language, asdict(self.paper)])


def gather(season_id: uuid.UUID) -> SeasonList:
    """The ranking of a season as last computed, in the site's language. Season.DoesNotExist."""
    season = Season.objects.select_related("region").get(pk=season_id)
    language = settings.LANGUAGE_CODE
    with translation.override(language):
        keys, rows = rankings.ranking_rows(season)
        title = _("%(name)s, from %(start)s to %(end)s") % {
            "name": f"{season.region.name}, {season.name}",
            "start": dateformat.format(season.starts, "d/m/Y"),
            "end": dateformat.format(season.ends, "d/m/Y"),
        }
        columns = [_column(key) for key in keys]
        cells = [[_cell(cell) for cell in row] for row in rows]
        return SeasonList(language, season.pk, ranking_paper(_("Season ranking"), title, columns, cells))


def _column(key: str) -> str:
    return {"rank": _("Place"), "player": _("Player"), "tournaments": _("Tournaments"), "points": _("Points")}.get(
        key, key
    )


def _cell(text: str) -> Cell:
    return int(text) if text.isascii() and text.isdigit() else text


def ranking_paper(title: str, subtitle: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> ListPaper:
    """A list of any ranking: a column with words in it stands left, one of numbers right, the last one bold."""
    kinds = ["number" if all(_is_figure(row[index]) for row in rows) else "words" for index in range(len(columns))]
    if kinds and kinds[-1] == "number":
        kinds[-1] = "strong"
    return ListPaper(
        title=title,
        over=subtitle,
        note="",
        columns=tuple(Column(name, kind) for name, kind in zip(columns, kinds, strict=True)),
        rows=tuple(tuple(row) for row in rows),
        foot="",
    )


def _is_figure(cell: Cell) -> bool:
    return cell is None or isinstance(cell, int) or cell in ("", "–")
