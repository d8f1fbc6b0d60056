"""Sentences of Django's forms that are put into this project's words: its catalogue goes before Django's own.

Named here so that they are found for translation; Django looks them up where a form refuses something.
"""

from django.utils.translation import gettext_noop as _

SENTENCES = (
    _("This field is required."),
    _("Enter a whole number."),
    _("Enter a number."),
    _("Enter a valid date."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("The two password fields didn’t match."),
    _("Your old password was entered incorrectly. Please enter it again."),
    _("New password confirmation"),
    _("Enter the same password as before, for verification."),
    _("Your password can’t be too similar to your other personal information."),
    _("Your password can’t be a commonly used password."),
)
