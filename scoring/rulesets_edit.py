"""What a club does to its own rule sets: copy, import, change, save as a frozen version, put away.

A saved version is never changed; a change makes the next one. Who saves names the revision that he saw: of two who
edit at once the second is told and nothing of either is lost. A copy has its own name and id, never an official one.
"""

import datetime
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.utils import timezone

from clubs.models import Club
from clubs.services import free_slug
from core import audit
from core.actors import Actor
from core.text import one_line
from scoring import rules
from scoring.models import Ruleset, RulesetDraft, RulesetVersion
from scoring.rules.loading import no_variant
from scoring.rules.source import MAX_SOURCE, merge_variant, read_toml
from scoring.rules.toml_text import write_toml
from scoring.rulesets_errors import RulesetConflict, RulesetRefused
from scoring.rulesets_findings import Finding, findings_of, known_findings
from scoring.rulesets_store import PLUS, official_names, own_versions, plain_name, preset_version

#: The file of a rule set in bytes: longer than any that could be read (see ``source.MAX_SOURCE``).
MOST_BYTES = 4 * MAX_SOURCE
MOST_RULESETS = 200
MOST_NOTES = 4000
_HEAD = ("id", "name", "document", "dated", "notes")


@dataclass(frozen=True, slots=True)
class Edited:
    """A rule set as it stands on the page: its name, where it comes from in the club's words (``document``, ``dated``,
    ``notes``), and its rules as the nested tables of a rule-set file (a head of id and name in them is put aside)."""

    name: str
    tree: Mapping[str, Any]
    about: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Saved:
    """What came of saving. ``is_new`` is false where a version with exactly these rules exists: that one it is."""

    version: RulesetVersion
    is_new: bool
    findings: tuple[Finding, ...]


# Making one


@transaction.atomic
def copy_preset(club: Club, preset_key: str, name: str, actor: Actor) -> Ruleset:
    """A club's own draft with the rules of a preset ("club", "ffb-contree-2016+points"), under another name.

    Raises RulesetRefused (``name-missing``, ``name-official``, ``name-taken``, ``too-many``) and ``RuleSetError`` for
    an unknown preset.
    """
    version = preset_version(preset_key)
    return _make(club, name, tree_of(version), actor, parent=version, preset_of=version.ruleset.preset_of)


@transaction.atomic
def copy_own(club: Club, version_id: uuid.UUID, name: str, actor: Actor) -> Ruleset:
    """The same from a version of one of the club's own. RulesetVersion.DoesNotExist for another club's."""
    version = own_versions(club).get(pk=version_id)
    about = version.ruleset.about
    preset_of = version.ruleset.preset_of
    return _make(club, name, tree_of(version), actor, parent=version, preset_of=preset_of, about=about)


@transaction.atomic
def import_source(club: Club, source: str, name: str, actor: Actor, variants: Sequence[str] = ()) -> Ruleset:
    """A club's own draft from the text of a rule-set file, the chosen variants laid over it.

    Raises RulesetRefused as ``copy_preset``, ``RuleSetError`` with key and line where the file cannot be used.
    """
    origin = rules.load_ruleset(source, variants).origin.said(club.locale)
    tree = read_toml(source)
    about = {"document": origin.document, "dated": origin.dated, "notes": origin.notes}
    return _make(club, name, _merged(tree, variants), actor, about=about)


def _make(
    club: Club,
    name: str,
    tree: Mapping[str, Any],
    actor: Actor,
    *,
    parent: RulesetVersion | None = None,
    preset_of: str = "",
    about: Mapping[str, str] | None = None,
) -> Ruleset:
    # Of two that are made at once the second waits, and sees the first one's id as taken.
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if club.rulesets.count() >= MOST_RULESETS:
        raise RulesetRefused("too-many", "name", most=MOST_RULESETS)
    name = checked_name(club, name)
    taken = [*rules.preset_ids(), *club.rulesets.values_list("key", flat=True)]
    ruleset = Ruleset.objects.create(
        owner_club=club,
        key=free_slug(taken, name.replace("_", " "), "rules"),
        preset_of=preset_of,
        name=name,
        about=_about(about or {}),
        copied_from=parent,
        revision=1,
    )
    source = source_of(ruleset, Edited(name, tree, ruleset.about))
    RulesetDraft.objects.create(ruleset=ruleset, source=source, changed_by_id=actor.user)
    origin = {"from": str(parent.pk) if parent else None}
    audit.record(actor, "ruleset.created", ruleset, club_id=club.pk, after=origin)
    return ruleset


def checked_name(club: Club, name: str, besides: uuid.UUID | None = None) -> str:
    """The name on one line. RulesetRefused where it is empty, a preset's in any language, or another one's in the
    club that is not put away."""
    name = one_line(name, 80)
    plain = plain_name(name)
    if not plain:
        raise RulesetRefused("name-missing", "name")
    if plain in official_names():
        raise RulesetRefused("name-official", "name")
    others = club.rulesets.filter(archived_at__isnull=True).values_list("pk", "name")
    if plain in {plain_name(other) for pk, other in others if pk != besides}:
        raise RulesetRefused("name-taken", "name")
    return name


def free_name(club: Club, name: str) -> str:
    """``name``, with a number after it where the club has one of that name: a proposal, checked when it is used."""
    taken = {plain_name(other) for other in club.rulesets.values_list("name", flat=True)} | official_names()
    tries = [name[:80], *(f"{name[:76]} {number}" for number in range(2, MOST_RULESETS + 2))]
    return next((one for one in tries if plain_name(one) not in taken), "")


# Changing one


@transaction.atomic
def save_draft(ruleset_id: uuid.UUID, edited: Edited, revision: int, actor: Actor) -> Ruleset:
    """Keep what was changed without making a version of it. Raises as ``save_version``, but for the findings."""
    ruleset = _claim(ruleset_id, revision)
    source = source_of(ruleset, edited)
    rules.load_ruleset(source)
    _rename(ruleset, edited)
    RulesetDraft.objects.update_or_create(
        ruleset=ruleset,
        defaults={"source": source, "changed_by_id": actor.user, "changed_at": timezone.now()},
    )
    audit.record(actor, "ruleset.draft", ruleset, club_id=ruleset.owner_club_id)
    return ruleset


def save_version(
    ruleset_id: uuid.UUID, edited: Edited, revision: int, note: str, actor: Actor, language: str = "en"
) -> Saved:
    """Freeze what was changed as the next version; exactly the rules of an earlier one are that one again.

    ``revision`` is the one that was seen, ``language`` that of the findings. Raises RulesetConflict ``changed``;
    RulesetRefused ``must-hold`` with the findings, and as ``copy_preset`` for the name; ``RuleSetError`` with the key
    of what cannot be.
    """
    ruleset = Ruleset.objects.get(pk=ruleset_id)
    source = source_of(ruleset, edited)
    resolved = rules.load_ruleset(source)
    found = _checked(resolved, language)
    wrong = [finding for finding in found if finding.must]
    if wrong:
        raise RulesetRefused("must-hold", findings=wrong)
    with transaction.atomic():
        ruleset = _claim(ruleset_id, revision)
        version = ruleset.versions.filter(sha256=resolved.sha256).first()
        is_new = version is None
        if version is None:
            version = _freeze(ruleset, source, resolved, note, actor)
        RulesetDraft.objects.filter(ruleset=ruleset).delete()
        ruleset.current = version
        _rename(ruleset, edited)
        audit.record(
            actor,
            "ruleset.saved",
            ruleset,
            club_id=ruleset.owner_club_id,
            after={"version": version.number, "new": is_new, "sha256": version.sha256},
            reason=note,
        )
    return Saved(version, is_new, tuple(found))


def _checked(resolved: rules.RuleSet, language: str) -> list[Finding]:
    """What the checks say; rules that stand as a version already were tried then. Outside any transaction: it takes a
    second or two."""
    if RulesetVersion.objects.filter(sha256=resolved.sha256).exists():
        return known_findings(resolved, language) or []
    return findings_of(resolved, language)


def _freeze(ruleset: Ruleset, source: str, resolved: rules.RuleSet, note: str, actor: Actor) -> RulesetVersion:
    last = ruleset.versions.aggregate(last=Max("number"))["last"] or 0
    return RulesetVersion.objects.create(
        ruleset=ruleset,
        number=last + 1,
        source=source,
        canonical=resolved.canonical(),
        sha256=resolved.sha256,
        parent_id=ruleset.current_id or ruleset.copied_from_id,
        note=one_line(note, 300),
        created_by_id=actor.user,
    )


@transaction.atomic
def discard(ruleset_id: uuid.UUID, revision: int, actor: Actor) -> Ruleset | None:
    """Give up what was changed since the last version; one that never had a version goes with it (None)."""
    ruleset = _claim(ruleset_id, revision)
    RulesetDraft.objects.filter(ruleset=ruleset).delete()
    audit.record(actor, "ruleset.discarded", ruleset, club_id=ruleset.owner_club_id)
    if ruleset.current_id is not None:
        return ruleset
    ruleset.delete()
    return None


@transaction.atomic
def archive(ruleset_id: uuid.UUID, actor: Actor) -> None:
    """Offer the rule set no more for new tournaments; those that count by it go on."""
    ruleset = Ruleset.objects.select_for_update().get(pk=ruleset_id)
    if ruleset.archived_at is None:
        _set_archived(ruleset, timezone.now())
        audit.record(actor, "ruleset.archived", ruleset, club_id=ruleset.owner_club_id)


@transaction.atomic
def restore(ruleset_id: uuid.UUID, actor: Actor) -> None:
    """Offer it again. RulesetRefused ``name-taken`` where another has its name now."""
    ruleset = Ruleset.objects.select_for_update(of=("self",)).select_related("owner_club").get(pk=ruleset_id)
    if ruleset.archived_at is not None and ruleset.owner_club is not None:
        checked_name(ruleset.owner_club, ruleset.name, besides=ruleset.pk)
        _set_archived(ruleset, None)
        audit.record(actor, "ruleset.restored", ruleset, club_id=ruleset.owner_club_id)


def _set_archived(ruleset: Ruleset, at: datetime.datetime | None) -> None:
    ruleset.archived_at = at
    ruleset.save(update_fields=["archived_at"])


def _claim(ruleset_id: uuid.UUID, revision: int) -> Ruleset:
    """The rule set, its revision raised from the one that was seen; the first of two that saw the same one gets it."""
    if not Ruleset.objects.filter(pk=ruleset_id, revision=revision).update(revision=F("revision") + 1):
        raise RulesetConflict("changed")
    return Ruleset.objects.select_related("owner_club").get(pk=ruleset_id)


def _rename(ruleset: Ruleset, edited: Edited) -> None:
    assert ruleset.owner_club is not None
    ruleset.name = checked_name(ruleset.owner_club, edited.name, besides=ruleset.pk)
    ruleset.about = _about(edited.about)
    try:
        with transaction.atomic():
            ruleset.save(update_fields=["name", "about", "current"])
    except IntegrityError:  # given to another one a moment earlier
        raise RulesetRefused("name-taken", "name") from None


def _about(about: Mapping[str, str]) -> dict[str, str]:
    kept = {key: one_line(str(about.get(key, "")), 300) for key in ("document", "dated")}
    notes = "\n".join(one_line(line) for line in str(about.get("notes", "")).splitlines())
    return {key: text for key, text in {**kept, "notes": notes.strip()[:MOST_NOTES]}.items() if text}


# As text and as tables


def source_of(ruleset: Ruleset, edited: Edited) -> str:
    """The rule-set file: the club's own id and name, where it comes from, then its rules."""
    locale = ruleset.owner_club.locale if ruleset.owner_club is not None else "en"
    head = {"id": ruleset.key, "name": {locale: one_line(edited.name, 80)}, **_about(edited.about)}
    return write_toml({**head, **rules_only(edited.tree)})


def rules_only(tree: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a rule-set file without its head and its variants."""
    return {key: value for key, value in tree.items() if key not in {*_HEAD, "variant"}}


def tree_of(version: RulesetVersion) -> dict[str, Any]:
    """The rules of a version as nested tables, its variants merged in."""
    return tree_of_source(version.source, version.variants)


def tree_of_source(source: str, variants: Sequence[str] = ()) -> dict[str, Any]:
    """The rules in a file's text as nested tables, the variants merged in."""
    return rules_only(_merged(read_toml(source), variants))


def tree_at_work(ruleset: Ruleset) -> dict[str, Any]:
    """What is being changed: the draft's rules, else those of the current version, else of what it was copied from."""
    draft = RulesetDraft.objects.filter(ruleset=ruleset).first()
    if draft is not None:
        return rules_only(read_toml(draft.source))
    version = ruleset.current or ruleset.copied_from
    return tree_of(version) if version is not None else {}


def _merged(tree: dict[str, Any], variants: Sequence[str]) -> dict[str, Any]:
    known = tree.get("variant", {})
    for variant in variants:
        if variant not in known:
            raise no_variant(variant, known)
        tree = merge_variant(tree, known[variant])
    return tree


def exported(version: RulesetVersion) -> str:
    """The file of a version as a club may give it to another: one text, its variants merged in."""
    return with_variants(version.source, version.variants)


def with_variants(source: str, variants: Sequence[str]) -> str:
    """The rule-set file with the variants merged in and an id that names them; as it is where there are none."""
    if not variants:
        return source
    tree = read_toml(source)
    head = {key: tree[key] for key in _HEAD if key in tree}
    head["id"] = "-".join([head["id"], *variants])
    return write_toml({**head, **rules_only(_merged(tree, variants))})


def file_name(version: RulesetVersion) -> str:
    """What the exported file is called: "ffb-contree-2016-points-v1.toml"."""
    return f"{version.ruleset.key.replace(PLUS, '-')}-v{version.number}.toml"
