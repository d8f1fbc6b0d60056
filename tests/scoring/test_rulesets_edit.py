"""A club's own rule sets: copied, changed, frozen; never under an official name, never one change over another."""

import functools
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from core.actors import SYSTEM
from core.models import AuditEvent
from scoring import rules, rulesets_edit, rulesets_findings, rulesets_store
from scoring.models import Ruleset, RulesetDraft, RulesetVersion
from scoring.rules.lint import lint
from scoring.rules.words import words
from scoring.rulesets_edit import Edited
from scoring.rulesets_errors import RulesetConflict, RulesetRefused
from scoring.rulesets_findings import Finding
from tests.factories import make_club

pytestmark = pytest.mark.django_db

BELOW_ZERO = {"declarer": "0 - bid", "defence": "160"}


@pytest.fixture(autouse=True)
def no_lint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets_findings, "lint", lambda ruleset: ())


def copied(name: str = "Règle du dimanche", preset: str = "club", club: Any = None) -> Ruleset:
    return rulesets_edit.copy_preset(club or make_club(), preset, name, SYSTEM)


def edited(ruleset: Ruleset, *, name: str = "", about: Any = None, **bids: int) -> Edited:
    tree = rulesets_edit.tree_at_work(ruleset)
    tree["bids"] = {**tree["bids"], **bids}
    return Edited(name or ruleset.name, tree, about if about is not None else ruleset.about)


def saved(ruleset: Ruleset, **changes: Any) -> rulesets_edit.Saved:
    ruleset.refresh_from_db()
    return rulesets_edit.save_version(ruleset.pk, edited(ruleset, **changes), ruleset.revision, "", SYSTEM)


# Copies


def test_a_copy_says_where_it_comes_from_under_a_name_and_an_id_of_its_own() -> None:
    ruleset = copied("Concours d'hiver", "ffb-contree-2016+points")
    assert ruleset.copied_from is not None
    assert (ruleset.name, ruleset.key, ruleset.preset_of) == (
        "Concours d'hiver",
        "concours-d-hiver",
        "ffb-contree-2016",
    )
    assert ruleset.copied_from.ruleset.key == "ffb-contree-2016+points"
    source = RulesetDraft.objects.get(ruleset=ruleset).source
    own = rules.load_ruleset(source)
    assert (own.id, own.title("fr")) == ("concours-d-hiver", "Concours d'hiver")
    assert own.sha256 == rulesets_store.rules_of(ruleset.copied_from).sha256
    assert own.sha256 != rules.preset("ffb-contree-2016").sha256
    assert "variant" not in source and own.origin.document == ""


@pytest.mark.parametrize(
    "spoil",
    [
        str,
        str.upper,
        lambda name: name.replace(" ", "-"),
        lambda name: f" {name} !",
        lambda name: name.replace("é", "e"),
    ],
)
@pytest.mark.parametrize(("preset", "language"), [("ffb-contree-2016", "fr"), ("club", "nl")])
def test_no_club_gives_its_rules_an_official_name(spoil: Any, preset: str, language: str) -> None:
    name = spoil(rules.preset(preset).name[language])
    club = make_club()
    with pytest.raises(RulesetRefused) as caught:
        copied(name, club=club)
    assert (caught.value.code, caught.value.field) == ("name-official", "name")
    mine = copied("La nôtre", club=club)
    with pytest.raises(RulesetRefused, match="name-official"):
        saved(mine, name=name)
    mine.refresh_from_db()
    assert (mine.name, mine.current) == ("La nôtre", None)


def test_every_name_of_every_preset_is_official_in_every_language() -> None:
    for preset_id in rules.preset_ids():
        names = {preset_id, *rules.preset(preset_id).name.values()}
        assert {rulesets_store.plain_name(name) for name in names} <= rulesets_store.official_names()


def test_a_name_is_used_once_in_a_club_until_it_is_put_away() -> None:
    club = make_club()
    first = copied("Notre règle", club=club)
    with pytest.raises(RulesetRefused, match="name-taken"):
        copied("  notre REGLE", club=club)
    assert copied("Notre règle").name == "Notre règle"  # another club's
    rulesets_edit.archive(first.pk, SYSTEM)
    second = copied("Notre règle", club=club)
    assert second.key != first.key
    with pytest.raises(RulesetRefused, match="name-taken"):
        rulesets_edit.restore(first.pk, SYSTEM)
    assert rulesets_edit.free_name(club, "Notre règle") == "Notre règle 2"
    with pytest.raises(RulesetRefused, match="name-missing"):
        copied(" ! ", club=club)


def test_the_database_keeps_a_name_once_in_a_club() -> None:
    club = make_club()
    Ruleset.objects.create(owner_club=club, key="une", name="Notre règle")
    with pytest.raises(IntegrityError), transaction.atomic():
        Ruleset.objects.create(owner_club=club, key="deux", name="NOTRE Règle")
    Ruleset.objects.create(owner_club=club, key="trois", name="Notre règle", archived_at=timezone.now())
    Ruleset.objects.create(owner_club=make_club(), key="une", name="Notre règle")


def test_the_id_of_a_copy_is_one_that_a_file_may_have_whatever_its_name() -> None:
    for name in ("ＦＦＢ_contrée ° 99 — «l'ami»", "日本", "x" * 80, "-1_"):
        key = copied(name).key
        assert rules.load_ruleset(RulesetDraft.objects.get(ruleset__key=key).source).id == key


# Files


def test_a_file_is_read_with_the_variants_that_were_chosen() -> None:
    source = rules.preset_source("ffb-contree-2016")
    ruleset = rulesets_edit.import_source(make_club(), source, "Importée", SYSTEM, ["points"])
    assert ruleset.copied_from is None
    draft = rules.load_ruleset(RulesetDraft.objects.get(ruleset=ruleset).source)
    assert draft.sha256 == rulesets_store.preset("ffb-contree-2016+points").sha256
    assert draft.origin.document == rules.preset("ffb-contree-2016").origin.document
    with pytest.raises(RulesetRefused, match="name-official"):
        rulesets_edit.import_source(make_club(), source, "FFB-contrée-2016", SYSTEM)


def test_a_file_that_cannot_be_used_says_key_and_line_and_leaves_nothing() -> None:
    source = rules.preset_source("club").replace("lowest = 80", 'lowest = "eighty"')
    with pytest.raises(rules.RuleSetError) as caught:
        rulesets_edit.import_source(make_club(), source, "Importée", SYSTEM)
    assert caught.value.key == "bids.lowest"
    assert source.splitlines()[caught.value.line - 1].startswith("lowest")  # type: ignore[operator]
    assert not Ruleset.objects.exclude(owner_club=None).exists()


def test_what_is_exported_comes_back_as_the_same_rules() -> None:
    version = saved(copied(preset="ffb-contree-2016+points+note-1"), lowest=90).version
    again = rulesets_edit.import_source(make_club(), rulesets_edit.exported(version), "Revenue", SYSTEM)
    assert rules.load_ruleset(RulesetDraft.objects.get(ruleset=again).source).sha256 == version.sha256
    preset = rulesets_store.preset_version("ffb-contree-2016+points")
    assert rules.load_ruleset(rulesets_edit.exported(preset)).sha256 == preset.sha256
    assert rulesets_edit.file_name(preset) == "ffb-contree-2016-points-v1.toml"


# Versions


def test_a_change_is_a_new_frozen_version_and_the_earlier_ones_stay() -> None:
    ruleset = copied()
    first = saved(ruleset)
    second = saved(ruleset, lowest=90)
    assert (first.is_new, first.version.number, second.is_new, second.version.number) == (True, 1, True, 2)
    assert (first.version.parent, second.version.parent) == (ruleset.copied_from, first.version)
    ruleset.refresh_from_db()
    assert ruleset.current == second.version
    assert rulesets_store.rules_of(first.version).bid_rules.lowest == 80
    assert rulesets_store.rules_of(second.version).bid_rules.lowest == 90
    with pytest.raises(IntegrityError), transaction.atomic():
        RulesetVersion.objects.filter(pk=first.version.pk).update(source="")


def test_the_same_rules_again_are_no_new_version_whatever_their_name() -> None:
    ruleset = copied()
    first = saved(ruleset)
    again = saved(ruleset, name="Autrement nommée", about={"document": "Affiche de la salle", "notes": "à relire"})
    assert (again.is_new, again.version) == (False, first.version)
    ruleset.refresh_from_db()
    assert (ruleset.name, ruleset.about) == (
        "Autrement nommée",
        {"document": "Affiche de la salle", "notes": "à relire"},
    )
    saved(ruleset, lowest=90)
    back = saved(ruleset, lowest=80)
    assert (back.is_new, back.version) == (False, first.version)
    ruleset.refresh_from_db()
    assert (ruleset.current, ruleset.versions.count()) == (first.version, 2)


def test_of_two_who_edit_at_once_the_second_is_told_and_neither_loses_anything() -> None:
    ruleset = copied()
    seen = ruleset.revision
    mine, theirs = edited(ruleset, lowest=90), edited(ruleset, lowest=100)
    rulesets_edit.save_version(ruleset.pk, theirs, seen, "", SYSTEM)
    for verb in (
        lambda: rulesets_edit.save_version(ruleset.pk, mine, seen, "", SYSTEM),
        lambda: rulesets_edit.save_draft(ruleset.pk, mine, seen, SYSTEM),
        lambda: rulesets_edit.discard(ruleset.pk, seen, SYSTEM),
    ):
        with pytest.raises(RulesetConflict):
            verb()
    ruleset.refresh_from_db()
    assert ruleset.versions.count() == 1
    assert rulesets_store.rules_of(ruleset.current).bid_rules.lowest == 100  # type: ignore[arg-type]
    # Having seen theirs, mine is the next version; theirs is still there.
    rulesets_edit.save_version(ruleset.pk, mine, ruleset.revision, "", SYSTEM)
    lowest = [rulesets_store.rules_of(one).bid_rules.lowest for one in ruleset.versions.order_by("number")]
    assert lowest == [100, 90]


def test_a_draft_waits_without_counting_and_may_be_given_up() -> None:
    ruleset = copied()
    first = saved(ruleset).version
    ruleset.refresh_from_db()
    rulesets_edit.save_draft(ruleset.pk, edited(ruleset, lowest=110), ruleset.revision, SYSTEM)
    ruleset.refresh_from_db()
    assert ruleset.current == first
    assert rulesets_edit.tree_at_work(ruleset)["bids"]["lowest"] == 110
    assert rulesets_edit.discard(ruleset.pk, ruleset.revision, SYSTEM) is not None
    assert rulesets_edit.tree_at_work(ruleset)["bids"]["lowest"] == 80
    never_saved = copied("Jamais")
    assert rulesets_edit.discard(never_saved.pk, never_saved.revision, SYSTEM) is None
    assert not Ruleset.objects.filter(pk=never_saved.pk).exists()


def test_rules_that_cannot_be_are_refused_with_their_key_and_nothing_changes() -> None:
    ruleset = copied()
    wrong = edited(ruleset, lowest=-1)
    for verb in (
        lambda: rulesets_edit.save_version(ruleset.pk, wrong, ruleset.revision, "", SYSTEM),
        lambda: rulesets_edit.save_draft(ruleset.pk, wrong, ruleset.revision, SYSTEM),
    ):
        with pytest.raises(rules.RuleSetError) as caught:
            verb()
        assert caught.value.key == "bids.lowest"
    assert Ruleset.objects.get(pk=ruleset.pk).revision == ruleset.revision


def test_what_must_hold_refuses_a_version_and_rules_tried_before_are_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[str] = []

    def contradiction(resolved: rules.RuleSet, language: str) -> list[Finding]:
        tried.append(resolved.sha256)
        return [Finding(False, "unusual"), Finding(True, "wrong", ("a deal",))]

    monkeypatch.setattr(rulesets_edit, "findings_of", contradiction)
    ruleset = copied()
    assert saved(ruleset).is_new  # exactly the preset's
    assert tried == []
    with pytest.raises(RulesetRefused, match="must-hold") as caught:
        saved(ruleset, lowest=90)
    assert [finding.text for finding in caught.value.findings] == ["wrong"]
    ruleset.refresh_from_db()
    assert (ruleset.versions.count(), len(tried)) == (1, 1)


def test_the_lint_refuses_rules_that_come_below_zero_and_shows_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets_findings, "lint", functools.partial(lint, deals=60))
    ruleset = copied(preset="ffb-contree-2016")
    wrong = edited(ruleset)
    wrong = Edited(wrong.name, {**wrong.tree, "score": {**wrong.tree["score"], "failed": BELOW_ZERO}}, wrong.about)
    with pytest.raises(RulesetRefused, match="must-hold") as caught:
        rulesets_edit.save_version(ruleset.pk, wrong, ruleset.revision, "", SYSTEM)
    assert caught.value.findings
    assert all(finding.must and finding.examples for finding in caught.value.findings)
    assert saved(ruleset, lowest=90).is_new


def test_what_no_published_sheet_says_is_shown_and_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missed bid of 85 is worth 245, although points are rounded to tens."""
    monkeypatch.setattr(rulesets_findings, "lint", functools.partial(lint, deals=60))
    ruleset = copied(preset="ffb-contree-2016")
    done = saved(ruleset, lowest=85)
    assert done.is_new
    text = words("en").say("lint.only_whole_tens")
    assert [(finding.must, bool(finding.examples)) for finding in done.findings if finding.text == text] == [
        (False, True)
    ]


def test_each_act_leaves_a_trace_with_ids_and_figures_only() -> None:
    ruleset = copied("Secret de famille")
    saved(ruleset)
    rulesets_edit.archive(ruleset.pk, SYSTEM)
    rulesets_edit.archive(ruleset.pk, SYSTEM)
    rulesets_edit.restore(ruleset.pk, SYSTEM)
    events = AuditEvent.objects.filter(object_id=ruleset.pk).order_by("pk")
    assert [event.verb for event in events] == [
        "ruleset.created",
        "ruleset.saved",
        "ruleset.archived",
        "ruleset.restored",
    ]
    assert {event.club_id for event in events} == {ruleset.owner_club_id}
    assert "Secret" not in str([(event.before, event.after) for event in events])


# What a club may choose


def test_a_club_finds_its_own_versions_and_the_presets_and_nobody_elses() -> None:
    club, other = make_club(), make_club()
    version = saved(copied(club=club)).version
    assert rulesets_store.version_for(club, str(version.pk)) == version
    assert rulesets_store.version_for(other, "club").ruleset.key == "club"
    with pytest.raises(rules.RuleSetError):
        rulesets_store.version_for(other, str(version.pk))
    with pytest.raises(RulesetVersion.DoesNotExist):
        rulesets_edit.copy_own(other, version.pk, "Prise ailleurs", SYSTEM)
    mine = rulesets_edit.copy_own(club, version.pk, "La deuxième", SYSTEM)
    assert (mine.copied_from, mine.preset_of) == (version, "club")
    assert rulesets_store.title_of(version, "fr") == "Règle du dimanche"


def test_a_preset_with_variants_is_a_version_of_its_own() -> None:
    plain, varied = (rulesets_store.preset_version(key) for key in ("ffb-contree-2016", "ffb-contree-2016+points"))
    assert plain.ruleset != varied.ruleset
    assert (varied.variants, varied.ruleset.preset_of) == (["points"], "ffb-contree-2016")
    assert rulesets_store.rules_of(varied).sha256 == varied.sha256 != plain.sha256
    assert rulesets_store.preset_version("ffb-contree-2016+points") == varied
    assert rulesets_store.title_of(varied, "fr").startswith(rules.preset("ffb-contree-2016").title("fr"))
    for unknown in ("nowhere", "club+nothing", "../club"):
        with pytest.raises(rules.RuleSetError):
            rulesets_store.preset_version(unknown)
