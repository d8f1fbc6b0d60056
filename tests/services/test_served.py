"""The real site as `make run` starts it, through the fixture that other tests use."""

import pytest

pytestmark = pytest.mark.services


def test_a_site_starts_on_a_fresh_folder_and_again_after_the_plug_was_pulled_and_stops_at_ctrl_c(served):
    assert any(str(served.port) in link for link in served.links())
    assert (served.data / "coinche.sqlite3").exists()
    served.kill()
    assert not served.answers()
    served.start()
    assert served.stop() == 0
    assert not served.answers()
