"""What the pages of a tournament ask."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from clubs.models import Club
from clubs.persons import PersonName
from core.fields import OneLineField
from scoring import rules
from scoring.models import GameFormat
from tournaments.entrylist import EntryListError, NameGuess, split_name
from tournaments.models import Tournament
from tournaments.services import contests
from tournaments.services.contests import MOST_DEALS, MOST_ROUNDS, NewTournament
from tournaments.services.entries import NewPlayer


def _rulesets() -> list[tuple[str, str]]:
    language = get_language() or "fr"
    return [(name, rules.preset(name).title(language)) for name in rules.preset_ids()]


class TournamentForm(forms.Form):
    """The one page: name, date, rule set, game format, rounds, deals a round."""

    name = OneLineField(label=_("Name of the tournament"), max_length=80)
    local_date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    place = OneLineField(label=_("Where"), max_length=80, required=False)
    ruleset = forms.ChoiceField(label=_("Rule set"), choices=_rulesets, widget=forms.RadioSelect)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    game_kind = forms.ChoiceField(
        label=_("A game goes to"),
        choices=[("deals", _("a number of deals")), ("target", _("a target of points"))],
        widget=forms.RadioSelect,
    )
    deals = forms.IntegerField(label=_("Deals a round"), min_value=1, max_value=MOST_DEALS, required=False)
    target = forms.IntegerField(
        label=_("Target"),
        min_value=100,
        max_value=10_000,
        required=False,
        help_text=_("Whoever reaches it first wins the game."),
    )
    fee = forms.DecimalField(
        label=_("Entry fee of a pair"), min_value=0, max_value=10_000, decimal_places=2, required=False
    )
    full_names = forms.BooleanField(
        label=_("Whole names on the public pages"),
        required=False,
        help_text=_(
            "Otherwise the public pages show first names and initials. Paper and screen in the hall always show whole"
            " names, but for players who objected."
        ),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        kind = data.get("game_kind")
        # Only the length that was chosen is looked at: the other field is not shown.
        if kind:
            self.errors.pop("target" if kind == "deals" else "deals", None)
        if kind == "deals" and not data.get("deals") and "deals" not in self.errors:
            self.add_error("deals", _("How many deals a round?"))
        if kind == "target" and not data.get("target") and "target" not in self.errors:
            self.add_error("target", _("To how many points?"))
        return data

    def wish(self) -> NewTournament:
        """What was asked, for the service."""
        data = self.cleaned_data
        return NewTournament(
            name=data["name"],
            local_date=data["local_date"],
            place=data["place"],
            ruleset=data["ruleset"],
            game_kind=data["game_kind"],
            length=data["deals"] if data["game_kind"] == "deals" else data["target"],
            rounds=data["rounds"],
            full_names=data["full_names"],
            fee_cents=int((data["fee"] or Decimal(0)) * 100),
        )


def defaults(club: Club) -> dict[str, Any]:
    """What a new tournament starts from: the club's last one, else a usual evening; today."""
    last = club.tournaments.order_by("-created_at").first()
    if last is None:
        return {
            "local_date": timezone.localdate(),
            "ruleset": "club",
            "rounds": 4,
            "game_kind": "deals",
            "deals": 12,
        }
    return {**values_of(last), "name": "", "local_date": timezone.localdate()}


def values_of(tournament: Tournament) -> dict[str, Any]:
    """What the page shows of a tournament."""
    stage = contests.only_stage(tournament)
    length = stage.game_format.length
    by_deals = stage.game_format.kind == GameFormat.Kind.DEALS
    return {
        "name": tournament.name,
        "local_date": tournament.local_date,
        "place": tournament.place,
        "ruleset": stage.ruleset_version.ruleset.key,
        "rounds": stage.rounds_planned,
        "game_kind": stage.game_format.kind,
        "deals": length if by_deals else None,
        "target": None if by_deals else length,
        "fee": Decimal(tournament.fee_cents) / 100 if tournament.fee_cents else None,
        "full_names": tournament.full_names,
    }


class PlayerForm(forms.Form):
    """One player: a name as people say or write it, family name first or last."""

    player = forms.CharField(label=_("Partner"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def clean_player(self) -> NewPlayer:
        return NewPlayer(_person(_read(self.cleaned_data["player"])))


class PairForm(forms.Form):
    """A pair, typed without the mouse: two names, Enter, the next one."""

    player_1 = forms.CharField(
        label=_("First player"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True})
    )
    player_2 = forms.CharField(
        label=_("Second player"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Empty: looks for a partner."),
    )
    home_club = OneLineField(
        label=_("Club"), max_length=80, required=False, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    number = forms.IntegerField(
        label=_("Number"), min_value=1, max_value=9999, required=False, help_text=_("Empty: the next free one.")
    )
    paid = forms.BooleanField(label=_("Paid"), required=False)
    objected = forms.BooleanField(
        label=_("Do not want to be named in public"), required=False, help_text=_("Initials then stand for the name.")
    )

    def clean_player_1(self) -> NameGuess:
        return _read(self.cleaned_data["player_1"])

    def clean_player_2(self) -> NameGuess | None:
        text = self.cleaned_data["player_2"]
        return _read(text) if text else None

    def players(self) -> list[NewPlayer]:
        """The players, in the order typed."""
        both = [self.cleaned_data["player_1"], self.cleaned_data["player_2"]]
        objected = self.cleaned_data["objected"]
        return [NewPlayer(_person(guess), objected) for guess in both if guess is not None]


def _person(guess: NameGuess) -> PersonName:
    return PersonName(guess.family, guess.given) if guess.sure else PersonName(guess.text, "", order_known=False)


def _read(text: str) -> NameGuess:
    if not any(letter.isalpha() for letter in text):
        raise forms.ValidationError(_("This is not a name."))
    try:
        return split_name(text)
    except EntryListError:
        raise forms.ValidationError(_("This is not a name.")) from None


class ListForm(forms.Form):
    """A list as the club keeps it: a file, or text pasted from anywhere."""

    file = forms.FileField(label=_("File"), required=False, help_text=_("CSV or Excel, at most 1 MB."))
    text = forms.CharField(
        label=_("Or paste the list here"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if not data.get("file") and not (data.get("text") or "").strip() and "file" not in self.errors:
            self.add_error("file", _("Choose a file, or paste the list."))
        return data
