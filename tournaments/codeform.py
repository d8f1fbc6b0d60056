"""The form in which the short code of a sheet is typed."""

from django import forms
from django.utils.translation import gettext_lazy as _


class CodeForm(forms.Form):
    """One field, which takes what is typed as it comes: `core.shortcodes.read` says whether it is a code."""

    code = forms.CharField(
        label=_("Code of the table"),
        help_text=_("Eight letters and figures, under the square on your sheet. Capitals or not is all the same."),
        max_length=40,
        required=False,
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "characters",
                "autocomplete": "off",
                "autocorrect": "off",
                "spellcheck": "false",
                "class": "code-field",
            }
        ),
    )
