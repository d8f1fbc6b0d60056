"""Rule sets as rows: a preset file becomes a frozen version the first time it is used, and again when it changes.

What a club does to rule sets of its own is in ``rulesets_edit``; here is what is read of both.
"""

import functools
import unicodedata
import uuid

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Max, QuerySet

from clubs.models import Club
from scoring import rules
from scoring.models import Ruleset, RulesetVersion
from scoring.rules.source import read_toml

#: Parts a preset's id from the variants laid over it, in a key: "ffb-contree-2016+points".
PLUS = "+"


def preset_version(preset_key: str) -> RulesetVersion:
    """The version row of the preset file as it is now; ``preset_key`` is its id, followed by ``+VARIANT``s if any.

    Raises ``rules.RuleSetError`` for an unknown id or variant. Two that ask at once get the same row: the content's
    hash is unique within a rule set.
    """
    preset_id, *variants = preset_key.split(PLUS)
    resolved = preset(preset_key)
    found = _find(preset_key, resolved.sha256)
    if found is not None:
        return found
    try:
        with transaction.atomic():
            ruleset, _ = Ruleset.objects.get_or_create(
                owner_club=None, key=preset_key, defaults={"preset_of": preset_id}
            )
            last = ruleset.versions.aggregate(last=Max("number"))["last"] or 0
            return RulesetVersion.objects.create(
                ruleset=ruleset,
                number=last + 1,
                source=rules.preset_source(preset_id),
                variants=variants,
                canonical=resolved.canonical(),
                sha256=resolved.sha256,
            )
    except IntegrityError:
        found = _find(preset_key, resolved.sha256)
        if found is None:
            raise
        return found


def _find(preset_key: str, sha256: str) -> RulesetVersion | None:
    return RulesetVersion.objects.filter(ruleset__owner_club=None, ruleset__key=preset_key, sha256=sha256).first()


@functools.lru_cache(maxsize=128)
def preset(preset_key: str) -> rules.RuleSet:
    """The preset with its variants, loaded once a process. Raises ``rules.RuleSetError`` where there is none."""
    preset_id, *variants = preset_key.split(PLUS)
    if not variants:
        return rules.preset(preset_id)
    return rules.load_ruleset(rules.preset_source(preset_id), variants)


@functools.lru_cache(maxsize=128)
def variant_names(preset_id: str) -> dict[str, dict[str, str]]:
    """The variants of a preset, in the file's order: each with its name by language (may be empty)."""
    known = read_toml(rules.preset_source(preset_id)).get("variant", {})
    return {name: dict(variant.get("name", {})) for name, variant in known.items()}


def preset_title(preset_key: str, language: str) -> str:
    """What a preset is called in ``language``, with its variants: "FFB contrée 2016, points made only"."""
    preset_id, *variants = preset_key.split(PLUS)
    named = variant_names(preset_id) if variants else {}
    parts = [rules.preset(preset_id).title(language)]
    parts += [in_language(named.get(variant, {}), language, variant) for variant in variants]
    return ", ".join(parts)


def in_language(texts: dict[str, str], language: str, fallback: str) -> str:
    """The text in ``language``, else in English, else the first there is; ``fallback`` where there is none."""
    return texts.get(language.partition("-")[0]) or texts.get("en") or next(iter(texts.values()), fallback)


def preset_keys() -> tuple[str, ...]:
    """All presets, each followed by itself with one of its variants: what a tournament may count by as it is."""
    keys: list[str] = []
    for preset_id in rules.preset_ids():
        keys += [preset_id, *(f"{preset_id}{PLUS}{variant}" for variant in variant_names(preset_id))]
    return tuple(keys)


def plain_name(text: str) -> str:
    """A name without capitals, accents, blanks and signs: two names that are read alike are equal."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parts if char.isalnum())


@functools.lru_cache(maxsize=1)
def official_names() -> frozenset[str]:
    """What no club may call a rule set of its own (see ``plain_name``): ids and names of the presets, in any language,
    alone and with a variant's name."""
    found: set[str] = set()
    for preset_id in rules.preset_ids():
        titles = {preset_id, *rules.preset(preset_id).name.values()}
        found |= titles
        for variant, names in variant_names(preset_id).items():
            found |= {f"{title} {said}" for title in titles for said in (variant, *names.values())}
    return frozenset(plain_name(name) for name in found)


# What a club has


def own_rulesets(club: Club) -> QuerySet[Ruleset]:
    """The rule sets of a club, by name; those put away last."""
    return (
        Ruleset.objects.filter(owner_club=club)
        .select_related("current", "copied_from__ruleset", "draft")
        .order_by("archived_at", "name")
    )


def own_versions(club: Club) -> QuerySet[RulesetVersion]:
    """All versions of all rule sets of a club, newest first."""
    return RulesetVersion.objects.filter(ruleset__owner_club=club).select_related("ruleset").order_by("-number")


def version_for(club: Club, choice: str) -> RulesetVersion:
    """The version that a tournament of ``club`` chose: a preset's key, or the id of a version of the club's own.

    Raises ``rules.RuleSetError`` where there is none: another club's counts as none.
    """
    try:
        version_id = uuid.UUID(choice)
    except ValueError:
        return preset_version(choice)
    try:
        return own_versions(club).get(pk=version_id)
    except (RulesetVersion.DoesNotExist, ValidationError):
        raise rules.RuleSetError("no_such_ruleset", name=repr(choice)) from None


def choice_of(version: RulesetVersion) -> str:
    """How a page names this version when it is chosen (see ``version_for``)."""
    return version.ruleset.key if version.ruleset.owner_club_id is None else str(version.pk)


def title_of(version: RulesetVersion, language: str) -> str:
    """What a version is called: a club's own by its name, a preset by its name in ``language``."""
    ruleset = version.ruleset
    if ruleset.owner_club_id is not None and ruleset.name:
        return ruleset.name
    if ruleset.owner_club_id is None and ruleset.preset_of in rules.preset_ids():
        try:
            return preset_title(ruleset.key, language)
        except rules.RuleSetError:  # a preset of an earlier release
            pass
    return rules_of(version).title(language)


# Ready to score with


def rules_of(version: RulesetVersion) -> rules.RuleSet:
    """The rule set of a version, ready to score with; resolved once a process."""
    return resolved(version.pk, version.source, tuple(version.variants))


@functools.lru_cache(maxsize=128)
def resolved(version_id: uuid.UUID, source: str, variants: tuple[str, ...]) -> rules.RuleSet:
    """The rules in a version's text, loaded once a process for each version."""
    return rules.load_ruleset(source, variants)
