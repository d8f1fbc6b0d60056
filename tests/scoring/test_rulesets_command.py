"""``manage.py rulesets``: list, show, validate, diff, export, import. Only tests that say so have a database."""

import json
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring import rulesets_cli, rulesets_edit, rulesets_findings
from scoring.models import Ruleset
from scoring.rules import load_ruleset, preset, preset_ids, preset_source
from scoring.rules.lint import lint
from tests.factories import make_club

WRONG = preset_source("club").replace("highest = 240", "highest = true")
ODD = preset_source("club").replace("capot = 250", "capot = 200")


@pytest.fixture(autouse=True)
def few_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made-up deals enough for these tests."""
    for module in (rulesets_cli, rulesets_findings):
        monkeypatch.setattr(module, "lint", partial(lint, deals=40))


def _run(*options: str) -> tuple[int, str]:
    """Exit status and what was printed."""
    out = StringIO()
    try:
        call_command("rulesets", *options, stdout=out)
    except SystemExit as done:
        return int(str(done.code)), out.getvalue()
    except CommandError as error:
        return error.returncode, str(error)
    return 0, out.getvalue()


def _file(tmp_path: Path, text: str, name: str = "ours.toml") -> str:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_the_list_names_every_preset_and_variant_as_they_are_asked_for() -> None:
    status, text = _run("list", "--language", "fr")
    assert status == 0
    named = {line.split()[0]: line for line in text.splitlines()}
    assert {*preset_ids()} <= {*named}
    assert "points faits seuls" in named["ffb-contree-2016+points"]
    rows = json.loads(_run("list", "--json")[1])
    assert {row["ruleset"] for row in rows} == {*named}
    assert {"ruleset": "ffb-contree-2016+points", "name": "FFB contrée 2016, made + bid, points made only"} in rows


def test_show_says_the_rules_in_words() -> None:
    status, text = _run("show", "club", "--language", "fr")
    assert status == 0
    assert text.startswith("Coinche de club\n\nLes cartes\n")
    assert "La belote n’est jamais doublée." in text


def test_show_gives_the_resolved_rules_as_a_file_and_as_data() -> None:
    resolved = load_ruleset(preset_source("ffb-contree-2016"), ["points"])
    _, text = _run("show", "ffb-contree-2016+points", "--toml")
    assert load_ruleset(text).sha256 == resolved.sha256
    data = json.loads(_run("show", "ffb-contree-2016+points", "--json")[1])
    assert (data["sha256"], data["rules"]) == (resolved.sha256, resolved.canonical())


def test_a_file_in_order_is_said_to_be(tmp_path: Path) -> None:
    path = _file(tmp_path, preset_source("cannes-2016"))
    assert _run("validate", path, "--quick") == (0, f"{path}: in order\n")


def test_an_error_is_named_with_key_and_line(tmp_path: Path) -> None:
    path = _file(tmp_path, WRONG)
    status, text = _run("validate", path, "club", "--quick")
    line = 1 + WRONG.splitlines().index("highest = true")
    assert status == 1
    assert text.startswith(f"{path}: error: line {line}: bids.highest: must be a whole number")
    assert text.endswith("club: in order\n")


def test_warnings_are_no_errors_unless_they_are_asked_to_be(tmp_path: Path) -> None:
    path = _file(tmp_path, ODD)
    status, text = _run("validate", path, "--quick", "--language", "fr")
    assert (status, text.count(": warning: line ")) == (0, len(text.splitlines()))
    assert "bids.capot: Le capot vaut 200" in text
    assert _run("validate", path, "--quick", "--strict")[0] == 1


def test_what_only_a_variant_brings_is_named_with_it(tmp_path: Path) -> None:
    path = _file(tmp_path, preset_source("club") + "[variant.low.bids]\ncapot = 100\n")
    _, text = _run("validate", path, "--quick")
    assert ": +low: bids.capot: capot stands for 100" in text
    assert "+low" not in _run("validate", f"{path}+low", "--quick")[1].replace(f"{path}+low", "")


def test_made_up_deals_show_what_contradicts_itself(tmp_path: Path) -> None:
    backwards = preset_source("club").replace('declarer = "belote"', 'declarer = "belote - points"')
    status, text = _run("validate", _file(tmp_path, backwards))
    assert (status, "error: " in text) == (1, True)
    assert "North-South" in text


def test_what_is_not_there_is_status_two(tmp_path: Path) -> None:
    for options in (["show", "nothing"], ["validate", str(tmp_path / "none.toml")], ["diff", "club", "club+none"]):
        status, text = _run(*options)
        assert status == 2, text


def test_diff_says_what_changed_in_words_and_by_key() -> None:
    status, text = _run("diff", "ffb-contree-2016", "ffb-contree-2016+points")
    assert status == 1
    assert "- The declarers write their points + the bid + their belote.\n" in text
    assert "+ The declarers write their points + their belote.\n" in text
    assert '  score.made.declarer: "points + bid + belote" -> "points + belote"\n' in text
    keys = json.loads(_run("diff", "ffb-contree-2016", "ffb-contree-2016+points", "--json")[1])
    assert keys[0] == {"key": "score.made.declarer", "old": "points + bid + belote", "new": "points + belote"}
    assert _run("diff", "club", "club") == (0, "")


def test_export_writes_a_file_once(tmp_path: Path) -> None:
    path = tmp_path / "out.toml"
    assert _run("export", "ffb-contree-2016+points", str(path)) == (0, "")
    wanted = load_ruleset(preset_source("ffb-contree-2016"), ["points"])
    assert load_ruleset(path.read_text(encoding="utf-8")).sha256 == wanted.sha256
    status, text = _run("export", "club", str(path))
    assert (status, "exists" in text) == (2, True)
    assert load_ruleset(_run("export", "club")[1]).sha256 == preset("club").sha256


def test_the_schema_is_printed() -> None:
    assert json.loads(_run("schema")[1])["$schema"].endswith("2020-12/schema")


@pytest.mark.django_db
def test_import_makes_a_draft_of_the_club(tmp_path: Path) -> None:
    club = make_club()
    path = _file(tmp_path, preset_source("pagat"))
    status, text = _run("import", path, "--club", club.slug, "--name", "Our coinche")
    made = Ruleset.objects.get(owner_club=club)
    assert (status, text.split(":")[0], made.name) == (0, made.key, "Our coinche")
    assert made.current is None
    assert rulesets_edit.tree_at_work(made)["bids"]["capot"] == 500
    assert _run("export", made.key, "--club", club.slug)[0] == 2


@pytest.mark.django_db
def test_import_can_save_a_version_which_can_be_exported(tmp_path: Path) -> None:
    club = make_club()
    path = _file(tmp_path, preset_source("ffb-contree-2016"))
    status, text = _run("import", f"{path}+points", "--club", club.slug, "--name", "Our contrée", "--save")
    made = Ruleset.objects.get(owner_club=club)
    assert (status, text) == (0, f"{made.key}: saved as version 1\n")
    exported: Any = _run("export", made.key, "--club", club.slug)
    wanted = load_ruleset(preset_source("ffb-contree-2016"), ["points"])
    assert (exported[0], load_ruleset(exported[1]).sha256) == (0, wanted.sha256)


@pytest.mark.django_db
def test_import_refuses_official_names_and_unknown_clubs(tmp_path: Path) -> None:
    club = make_club()
    path = _file(tmp_path, preset_source("pagat"))
    status, text = _run("import", path, "--club", club.slug)
    assert (status, "published rule set" in text) == (1, True)
    assert _run("import", path, "--club", "nowhere")[0] == 2
    assert _run("import", _file(tmp_path, WRONG, "wrong.toml"), "--club", club.slug)[0] == 2
    assert not Ruleset.objects.filter(owner_club=club).exists()
