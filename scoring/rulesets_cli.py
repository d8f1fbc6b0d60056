"""What ``manage.py rulesets`` does, apart from reading options and printing."""

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import Club
from core.actors import SYSTEM
from scoring import rules, rulesets_edit, rulesets_store
from scoring.rules.lint import lint
from scoring.rules.named import ruleset_named, source_named
from scoring.rules.slips import slips
from scoring.rulesets_errors import RulesetRefused

IN_ORDER = "in order"
_REFUSALS = {
    "name-missing": "a name is needed: --name",
    "name-official": "that is the name of a published rule set; give another one: --name",
    "name-taken": "the club has a rule set of that name; give another one: --name",
    "too-many": "the club has as many rule sets as it may have",
    "must-hold": "these rules contradict themselves; validate shows how",
}


class NotThere(Exception):
    """No such club, or no such rule set in it."""


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be said of a file, a line each. ``refused``: it cannot be used, or contradicts itself."""

    refused: bool
    lines: tuple[str, ...]


def presets(language: str) -> list[dict[str, str]]:
    """Every preset and each of its variants, as it is named here and in ``language``."""
    return [
        {"ruleset": key, "name": rulesets_store.preset_title(key, language)} for key in rulesets_store.preset_keys()
    ]


def check(source: str, variants: Sequence[str], language: str, *, quick: bool) -> Report:
    """Errors, else warnings and, if not ``quick``, what made-up deals show (two seconds a rule set)."""
    try:
        ruleset = rules.load_ruleset(source, variants)
    except rules.RuleSetError as error:
        return Report(True, (f"error: {error}",))
    lines = [
        f"warning: {_place(slip.line, slip.key, slip.variant, variants)}{slip.text(language)}"
        for slip in slips(ruleset, source, variants)
    ]
    found = () if quick else lint(ruleset)
    for finding in found:
        word = "error" if finding.severity == "must" else "unusual"
        lines += [f"{word}: {finding.text(language)}", *(f"  {text}" for text in finding.examples(language))]
    return Report(any(finding.severity == "must" for finding in found), tuple(lines))


def _place(line: int | None, key: str, variant: str, laid_over: Sequence[str]) -> str:
    """ "line 12: +points: score.made: ", as far as it is known."""
    parts = [f"line {line}"] if line else []
    if variant and variant not in laid_over:
        parts.append(f"+{variant}")
    return "".join(f"{part}: " for part in (*parts, key))


def file_of(name: str) -> str:
    """A preset or a file as one file, its variants merged in."""
    ruleset_named(name)
    source, variants = source_named(name)
    return rulesets_edit.with_variants(source, variants)


def club_file(club_slug: str, key: str) -> str:
    """The file of a club's own rule set as it was last saved. Raises NotThere."""
    ruleset = _club(club_slug).rulesets.filter(key=key).select_related("current").first()
    if ruleset is None or ruleset.current is None:
        raise NotThere(f"no saved rule set {key!r} in this club")
    return rulesets_edit.exported(ruleset.current)


def import_file(club_slug: str, name: str, called: str | None, *, save: bool) -> str:
    """Makes a rule set of the club from a file, and says which. Raises NotThere, RuleSetError and RulesetRefused."""
    club = _club(club_slug)
    resolved = ruleset_named(name)
    source, variants = source_named(name)
    made = rulesets_edit.import_source(club, source, called or resolved.title(club.locale), SYSTEM, variants=variants)
    if not save:
        return f"{made.key}: a draft; look at it on the club's page of rule sets and save it there"
    edited = rulesets_edit.Edited(made.name, rulesets_edit.tree_at_work(made), made.about)
    saved = rulesets_edit.save_version(made.pk, edited, made.revision, "", SYSTEM)
    return f"{made.key}: saved as version {saved.version.number}"


def refusal(error: RulesetRefused) -> str:
    """Why it cannot be done."""
    findings = "".join(f"\n  {finding.text}" for finding in error.findings)
    return _REFUSALS.get(error.code, error.code) + findings


def _club(slug: str) -> Club:
    club = Club.objects.filter(slug=slug).first()
    if club is None:
        raise NotThere(f"no club {slug!r}")
    return club
