"""The ranking of a season as a file, with the names that everybody may see."""

from collections.abc import Iterator

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from rankings import services
from rankings.models import Season, SeasonRanking
from tournaments.exports.model import Cell, Column, File, Kind, Table


def ranking(season: Season) -> File:
    """The ranking as its page shows it; without rows before there is one."""
    found = SeasonRanking.objects.filter(season=season).first()
    columns = (
        Column("rank", _("Rank"), Kind.NUMBER),
        Column("name", _("Player")),
        Column("clubs", _("Clubs")),
        Column("tournaments", _("Tournaments"), Kind.NUMBER),
        Column("points", _("Points"), Kind.NUMBER),
    )

    def rows() -> Iterator[tuple[Cell, ...]]:
        for one in services.ranked_players(found) if found is not None else ():
            yield one.rank, one.name, ", ".join(one.clubs), len(one.placings), one.points

    title = _("Ranking of the season %(name)s") % {"name": season.name}
    about = {
        "language": (get_language() or "fr").split("-")[0],
        "region": {"name": season.region.name, "slug": season.region.slug},
        "season": {
            "id": str(season.pk),
            "name": season.name,
            "starts": season.starts.isoformat(),
            "ends": season.ends.isoformat(),
        },
        "revision": found.revision if found is not None else None,
    }
    return File(title, (Table("season", _("Ranking of the season"), columns, rows),), about)
