"""Databases of earlier releases, with data: this release migrates each and finds everything in it."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEPT = sorted((ROOT / "tests" / "schemas").glob("*.sqlite3.gz"))

#: Run in a process of its own, on the migrated database: every sheet replayed, every link and publication still good.
LOOK = """
import json
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from core import links
from core.models import AccessLink, AuditEvent
from scoring import sheets
from scoring.models import ScoreSheet
from tournaments.models import Publication, Tournament
from tournaments.services import results
wrong = []
for sheet in ScoreSheet.objects.select_related("ruleset_version", "format"):
    entries = sheets.standing_entries(sheet)
    game = sheets.game_of(sheet, [entry.data for entry in entries])
    totals = dict(sheet.sides.values_list("side", "total"))
    if totals != {"A": game.ns, "B": game.ew} or sheets.digest_of(entries) != sheet.digest:
        wrong.append(str(sheet.pk))
tournament = Tournament.objects.get()
newest = Publication.objects.filter(what="standings").order_by("round__number", "version").last()
print(json.dumps({
    "wrong": wrong,
    "sheets": ScoreSheet.objects.count(),
    "publications": Publication.objects.count(),
    "rows": len(newest.figures["rows"]),
    "ranked": len(results.standings_figures(tournament)["rows"]),
    "links": AccessLink.objects.filter(purpose="table").count(),
    "journal": AuditEvent.objects.filter(scope=tournament.pk).count(),
    "lost": AuditEvent.objects.filter(scope=None, object_type__in=["tournament", "round", "draw", "entry"]).count(),
}))
"""


def test_the_schema_of_this_release_is_kept() -> None:
    from django.conf import settings

    assert f"{settings.VERSION}.sqlite3.gz" in {path.name for path in KEPT}


@pytest.mark.parametrize("kept", KEPT, ids=lambda path: path.name)
def test_a_kept_database_is_migrated_and_whole(kept: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    (data / "coinche.sqlite3").write_bytes(gzip.decompress(kept.read_bytes()))
    env = {**os.environ, "COINCHE_DATA": str(data), "DJANGO_SETTINGS_MODULE": "coinche_club.settings"}
    env.pop("DATABASE_URL", None)
    done = subprocess.run([sys.executable, "-c", LOOK], cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["wrong"] == []
    assert (found["sheets"], found["publications"], found["links"]) == (16, 6, 16)
    assert found["rows"] == 12
    assert found["ranked"] == 12
    assert found["journal"] > 0
    assert found["lost"] == 0
