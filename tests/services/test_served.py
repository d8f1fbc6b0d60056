"""The real site as `make run` starts it where nothing is yet; other tests start from what that makes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.served import Served

pytestmark = pytest.mark.services


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    site = Served(tmp_path / "data")
    site.start()
    yield site
    site.stop()


def test_a_site_starts_on_a_fresh_folder_and_again_after_the_plug_was_pulled_and_stops_at_ctrl_c(served):
    assert any(str(served.port) in link for link in served.links())
    assert (served.data / "coinche.sqlite3").exists()
    assert served.data.stat().st_mode & 0o077 == 0
    served.kill()
    assert not served.answers()
    served.start()
    assert served.stop() == 0
    assert not served.answers()
