"""What the verbs on rule sets refused, in words for the organiser, and what families of rules are called."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from scoring import rules
from scoring.rulesets_errors import RulesetRefused

_SENTENCES: dict[str, Callable[[], str]] = {
    "name-missing": lambda: _("Give the rule set a name."),
    "name-official": lambda: _("This is the name of a published rule set. Yours needs a name of its own."),
    "name-taken": lambda: _("The club already has a rule set of this name."),
    "too-many": lambda: _("A club keeps at most %(most)d rule sets."),
    "changed": lambda: _("Somebody else has changed this rule set since you opened the page."),
    "must-hold": lambda: _("These rules contradict themselves: see the example, then change the answer it names."),
}

#: What a family of rules is called; see ``family_of``.
FAMILIES: dict[str, Any] = {
    "announces": gettext_lazy("Coinche with announces"),
    "plain": gettext_lazy("Coinche and contrée without announces"),
    "belote": gettext_lazy("Classic belote"),
    "totals": gettext_lazy("Totals only"),
}


def family_of(ruleset: rules.RuleSet) -> str:
    """The family of a rule set, by what is played: a key of FAMILIES."""
    if ruleset.kind == "totals":
        return "totals"
    if ruleset.kind == "take":
        return "belote"
    return "announces" if ruleset.enters_announces else "plain"


def of_refusal(error: Exception) -> str:
    """The sentence for a refusal of ``rulesets_edit``, or for a file that cannot be used, with its line and key."""
    if isinstance(error, RulesetRefused):
        sentence = _SENTENCES.get(error.code)
        return (sentence() if sentence else _("This cannot be done now.")) % error.params
    if isinstance(error, rules.RuleSetError):
        return of_file_error(error)
    return _("This cannot be done now.")


def of_file_error(error: rules.RuleSetError, *, has_file: bool = True) -> str:
    """Where a rule-set file is wrong, and how: "Line 12, score.made.declarer: unknown name". Without ``has_file``
    nobody sees the file, and no line is told."""
    said = error.text(get_language() or "fr")
    line = error.line if has_file else None
    values = {"line": line, "key": error.key, "message": said}
    if line and error.key:
        return _("Line %(line)d, %(key)s: %(message)s") % values
    if line:
        return _("Line %(line)d: %(message)s") % values
    return _("%(key)s: %(message)s") % values if error.key else said
