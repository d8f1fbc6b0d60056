"""What the pages of rule sets ask, but for the rules themselves."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from core.fields import OneLineField
from scoring import rules
from scoring.rules.source import MAX_SOURCE, read_toml
from scoring.rulesets_edit import MOST_BYTES, MOST_NOTES
from scoring.rulesets_store import in_language
from scoring.rulesets_words import FAMILIES, of_file_error

MOST_NAME = 80


def language() -> str:
    """The reader's language as a code that the rules know."""
    return get_language() or "en"


class SearchForm(forms.Form):
    """The list of published rule sets: any word of name, document or notes, and a family."""

    q = forms.CharField(label=_("Search"), required=False, max_length=80, widget=forms.SearchInput)
    family = forms.ChoiceField(
        label=_("Game"), required=False, choices=[("", _("All games")), *FAMILIES.items()], widget=forms.Select
    )


class CopyForm(forms.Form):
    """A copy needs a name of its own; a published rule set may be copied with some of its variants."""

    name = OneLineField(
        label=_("Name of your rule set"),
        max_length=MOST_NAME,
        help_text=_("Players read it on sheets and pages. It cannot be the name of a published rule set."),
    )
    variants = forms.MultipleChoiceField(
        label=_("With these variants"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, variants: dict[str, dict[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [(name, in_language(said, language(), name)) for name, said in variants.items()]
        self.fields["variants"].choices = choices  # type: ignore[attr-defined]
        if not choices:
            del self.fields["variants"]


class ImportForm(forms.Form):
    """A rule-set file, or its text: what was read stands in the text, so that it can be mended there. Without a name it
    goes by the one in the file."""

    name = OneLineField(
        label=_("Name of your rule set"),
        required=False,
        max_length=MOST_NAME,
        help_text=_("Left empty: the name that stands in the file."),
    )
    file = forms.FileField(label=_("File"), required=False, help_text=_("A rule-set file (.toml), at most 100 kB."))
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false", "class": "code", "autocomplete": "off"}),
    )
    variants = forms.MultipleChoiceField(
        label=_("With these variants"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.source = ""
        if self.is_bound:
            self._take_file()
        known = _variants_of(self.source)
        #: Whether the form that was sent had asked which variants count.
        self.asked = "asked" in self.data
        self.fields["variants"].choices = known  # type: ignore[attr-defined]
        if not known:
            del self.fields["variants"]

    def _take_file(self) -> None:
        """Put what the file says into the text, where it stays if something is wrong with it."""
        assert isinstance(self.data, QueryDict)
        data = self.data = self.data.copy()
        file: Any = self.files.get("file")
        if file is None:
            self.source = data.get("text", "")
            return
        if (file.size or 0) > MOST_BYTES:
            return
        try:
            self.source = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            return
        data["text"] = self.source

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        file = data.get("file")
        if (file is not None and file.size > MOST_BYTES) or len(self.source) > MAX_SOURCE:
            self.add_error("file", _("This file is too long for a rule set."))
        elif file is not None and not self.source:
            self.add_error("file", _("This file is no text."))
        elif not self.source.strip():
            self.add_error("file", _("Choose a file, or paste its text."))
        else:
            self._check(data)
        return data

    def _check(self, data: dict[str, Any]) -> None:
        try:
            ruleset = rules.load_ruleset(self.source, data.get("variants") or [])
        except rules.RuleSetError as error:
            self.add_error("text", of_file_error(error))
            return
        data["name"] = data.get("name") or ruleset.title(language())[:MOST_NAME]
        if "variants" in self.fields and not self.asked:
            self.add_error("variants", _("The file has variants. Tick those that you play, none for its plain rules."))


class HeadForm(forms.Form):
    """Beside the rules: what they are called, where they come from in the club's words, and why they changed."""

    name = OneLineField(label=_("Name"), max_length=80)
    document = OneLineField(
        label=_("Document"), max_length=300, required=False, help_text=_("For example: notice in the hall.")
    )
    dated = OneLineField(label=_("Its date"), max_length=40, required=False)
    notes = forms.CharField(
        label=_("Notes"), max_length=MOST_NOTES, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )
    note = OneLineField(
        label=_("What changes in this version"),
        max_length=300,
        required=False,
        help_text=_("One sentence for those who look at it later."),
    )

    def about(self) -> dict[str, str]:
        """Where the rules come from."""
        return {key: self.cleaned_data[key] for key in ("document", "dated", "notes")}


def _variants_of(source: str) -> list[tuple[str, str]]:
    try:
        known = read_toml(source).get("variant", {})
    except rules.RuleSetError:
        return []
    if not isinstance(known, dict):
        return []
    names = {name: part.get("name") if isinstance(part, dict) else None for name, part in known.items()}
    return [
        (name, in_language(said, language(), name) if isinstance(said, dict) else name) for name, said in names.items()
    ]
