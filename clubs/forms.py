"""What the pages of clubs and accounts ask."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm, UsernameField
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from clubs.models import Club, Region, User
from clubs.roles import LABELS, Role
from core.fields import OneLineField

_PASSWORD = forms.PasswordInput(attrs={"autocomplete": "new-password"})


class AccountForm(forms.Form):
    """A new account: a sign-in name and a password."""

    username = forms.CharField(
        label=_("Sign-in name"),
        max_length=60,
        validators=[User.username_validator],
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True, "spellcheck": "false"}),
        help_text=_("The name you will sign in with. No e-mail address is needed."),
    )
    password = forms.CharField(
        label=_("Password"), widget=_PASSWORD, strip=False, help_text=_("At least eight characters.")
    )

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if User.objects.filter(username__iexact=name).exists():
            raise ValidationError(_("This sign-in name is taken."))
        return name

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        validate_password(password, User(username=self.cleaned_data.get("username", "")))
        return password


class SignInForm(AuthenticationForm):
    """A sign-in name and a password; what is refused does not say which of the two was wrong."""

    username = UsernameField(
        label=_("Sign-in name"), widget=forms.TextInput(attrs={"autofocus": True, "spellcheck": "false"})
    )
    error_messages = {
        "invalid_login": _("This name and this password do not go together. Capitals count in the password."),
        "inactive": _("This account is closed. Ask an organiser of your club."),
    }


class ClubForm(forms.Form):
    """A club's name, and the region it plays in."""

    name = OneLineField(
        label=_("Club's name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "organization"})
    )
    region = forms.ModelChoiceField(
        label=_("Region"),
        queryset=Region.objects.order_by("name"),
        required=False,
        empty_label=_("none"),
        help_text=_("Published tournaments count in the ranking of the region."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not Region.objects.exists():
            del self.fields["region"]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"].strip()
        return name


class RegionForm(forms.Form):
    """A region's name."""

    name = OneLineField(label=_("Region's name"), max_length=80)


class MemberForm(forms.Form):
    """Give somebody a role: an account that exists, or a new one made with a password."""

    username = forms.CharField(
        label=_("Sign-in name"),
        max_length=60,
        validators=[User.username_validator],
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=_("First password"),
        widget=_PASSWORD,
        required=False,
        strip=False,
        help_text=_("Only for a name that has no account yet."),
    )
    role = forms.ChoiceField(
        label=_("Role"),
        choices=[
            (role.value, LABELS[role.value])
            for role in (Role.DESK, Role.ARBITER, Role.TREASURER, Role.READER, Role.ORGANISER)
        ],
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        name = data.get("username")
        if name and not User.objects.filter(username__iexact=name).exists():
            if not data.get("password"):
                self.add_error("password", _("No account has this name yet: give it a first password."))
            else:
                try:
                    validate_password(data["password"], User(username=name))
                except ValidationError as error:
                    self.add_error("password", error)
        return data


class AddressForm(forms.Form):
    """The address that the codes on the sheets will open: one of this machine's, or another that leads here."""

    address = forms.CharField(label=_("Address that the phones will open"), max_length=200)


def initial_of(club: Club) -> dict[str, Any]:
    """What the club's form shows."""
    return {"name": club.name, "region": club.region_id}
