"""The formats of sheets that are kept by name."""

import pytest

from scoring.rules.game_presets import SHEETS, sheet_format


def test_a_format_is_found_by_its_name_and_no_other_is_kept() -> None:
    for one in SHEETS:
        assert sheet_format(one.id) is one
    with pytest.raises(KeyError) as caught:
        sheet_format("none")
    assert caught.value.args == ("none",)
