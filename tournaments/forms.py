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
from scoring import rulesets_store
from scoring.models import RulesetVersion
from scoring.rules.game_format import GameFormat
from scoring.rulesets_words import FAMILIES, family_of
from scoring.sheet_game import format_of
from tournaments.drawform import DrawForm, values_of_setup
from tournaments.entrylist import EntryListError, NameGuess, split_name
from tournaments.gameform import GameForm, values_of_format
from tournaments.models import Entry, Tournament
from tournaments.services import contests
from tournaments.services.contests import MOST_ROUNDS, NewTournament
from tournaments.services.drawsetup import DrawSetup, setup_of
from tournaments.services.entries import NewPlayer


def rulesets_on_offer(club: Club, used: RulesetVersion | None) -> list[tuple[str, list[tuple[str, str]]]]:
    """What a tournament may count by: the club's own first, then the published ones by family, each by its name.

    ``used`` is the version that the tournament counts by now: it stays on offer when a newer one has come.
    """
    language = get_language() or "fr"
    groups: dict[str, list[tuple[str, str]]] = {str(_("Your club's own")): _own_rulesets(club, used, language)}
    for key in rulesets_store.preset_keys():
        ruleset = rulesets_store.preset(key)
        if ruleset.kind == "totals" or ruleset.tricks != 8:  # not a game of two pairs, deal by deal
            continue
        family = str(FAMILIES[family_of(ruleset)])
        groups.setdefault(family, []).append((key, rulesets_store.preset_title(key, language)))
    return [(name, choices) for name, choices in groups.items() if choices]


def _own_rulesets(club: Club, used: RulesetVersion | None, language: str) -> list[tuple[str, str]]:
    rows = rulesets_store.own_rulesets(club).filter(archived_at__isnull=True, current__isnull=False)
    versions = [row.current for row in rows.select_related("current__ruleset")]
    if used is not None and used.ruleset.owner_club_id is not None and used not in versions:
        versions.append(used)
    return [
        (rulesets_store.choice_of(version), _titled(version, language)) for version in versions if version is not None
    ]


class TournamentForm(DrawForm, GameForm):
    """The one page: name, date, rule set, game format, rounds, deals a round, who plays and how it is drawn."""

    name = OneLineField(label=_("Name of the tournament"), max_length=80)
    local_date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    place = OneLineField(label=_("Where"), max_length=80, required=False)
    ruleset = forms.ChoiceField(label=_("Rule set"))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    fee = forms.DecimalField(label=_("Entry fee"), min_value=0, max_value=10_000, decimal_places=2, required=False)
    full_names = forms.BooleanField(
        label=_("Whole names on the public pages"),
        required=False,
        help_text=_(
            "Otherwise the public pages show first names and initials. Paper and screen in the hall always show whole"
            " names, but for players who objected."
        ),
    )

    def __init__(self, *args: Any, club: Club, used: RulesetVersion | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].choices = rulesets_on_offer(club, used)  # type: ignore[attr-defined]

    def wish(self, base: GameFormat | None = None) -> NewTournament:
        """What was asked, for the service; ``base`` is the game format of a tournament that is being changed."""
        data = self.cleaned_data
        game = self.format_data(base)
        return NewTournament(
            name=data["name"],
            local_date=data["local_date"],
            place=data["place"],
            ruleset=data["ruleset"],
            game_kind=game.pop("kind"),
            length=game.pop("length"),
            game=game,
            rounds=data["rounds"],
            full_names=data["full_names"],
            fee_cents=int((data["fee"] or Decimal(0)) * 100),
            draw=self.setup() if self.asks_for_draw else None,
        )


def _titled(version: RulesetVersion, language: str) -> str:
    title = rulesets_store.title_of(version, language)
    return str(_("%(rules)s, version %(number)d")) % {"rules": title, "number": version.number}


class RulesForm(forms.Form):
    """Other rules after the first draw, and why."""

    ruleset = forms.ChoiceField(label=_("Rule set"))
    reason = OneLineField(label=_("Why"), max_length=300, help_text=_("Stands on the public page beside the change."))

    prefix = "rules"

    def __init__(self, *args: Any, club: Club, used: RulesetVersion, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["ruleset"].choices = rulesets_on_offer(club, used)  # type: ignore[attr-defined]
        self.initial["ruleset"] = rulesets_store.choice_of(used)
        #: What counts now.
        self.title = _titled(used, get_language() or "fr")


def defaults(club: Club) -> dict[str, Any]:
    """What a new tournament starts from: the club's last one, else a usual evening by the rules that the club made
    last; today."""
    last = club.tournaments.real().order_by("-created_at").first()
    if last is None:
        own = rulesets_store.own_rulesets(club).filter(archived_at__isnull=True, current__isnull=False)
        latest = own.order_by("-current__created_at").first()
        return {
            "local_date": timezone.localdate(),
            "ruleset": rulesets_store.choice_of(latest.current) if latest and latest.current else "club",
            "rounds": 4,
            "game_kind": "deals",
            "deals": 12,
            **values_of_setup(DrawSetup()),
        }
    version: RulesetVersion | None = contests.only_stage(last).ruleset_version
    if version is not None and version.ruleset.owner_club_id is not None:
        # Of the club's own the newest version counts, as long as it is not put away.
        version = version.ruleset.current if version.ruleset.archived_at is None else None
    newest = rulesets_store.choice_of(version) if version is not None else "club"
    active = last.entries.filter(team=None, status=Entry.Status.ACTIVE).count()
    return {
        **values_of(last),
        "name": "",
        "local_date": timezone.localdate(),
        "ruleset": newest,
        "expected": active if active > 1 else None,
    }


def values_of(tournament: Tournament) -> dict[str, Any]:
    """What the page shows of a tournament."""
    stage = contests.only_stage(tournament)
    return {
        "name": tournament.name,
        "local_date": tournament.local_date,
        "place": tournament.place,
        "ruleset": rulesets_store.choice_of(stage.ruleset_version),
        "rounds": stage.rounds_planned,
        **values_of_format(format_of(stage.game_format)),
        **values_of_setup(setup_of(tournament, stage)),
        "fee": Decimal(tournament.fee_cents) / 100 if tournament.fee_cents else None,
        "full_names": tournament.full_names,
    }


class PlayerForm(forms.Form):
    """One player: a name as people say or write it, family name first or last."""

    player = forms.CharField(label=_("Partner"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def clean_player(self) -> NewPlayer:
        return NewPlayer(_person(_read(self.cleaned_data["player"])))


class EntryForm(forms.Form):
    """What is typed of any entry beside its players."""

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

    #: Not in the line that is typed, but below it.
    below = ("paid", "objected")

    def players(self) -> list[NewPlayer]:
        """The players, in the order typed."""
        raise NotImplementedError


def _name_field(label: Any, **more: Any) -> forms.CharField:
    focus = {"autofocus": True} if more.pop("autofocus", False) else {}
    return forms.CharField(
        label=label, max_length=80, widget=forms.TextInput(attrs={"autocomplete": "off", **focus}), **more
    )


class PairForm(EntryForm):
    """A pair, typed without the mouse: two names, Enter, the next one."""

    player_1 = _name_field(_("First player"), autofocus=True)
    player_2 = _name_field(_("Second player"), required=False, help_text=_("Empty: looks for a partner."))

    field_order = ("player_1", "player_2")

    def clean_player_1(self) -> NameGuess:
        return _read(self.cleaned_data["player_1"])

    def clean_player_2(self) -> NameGuess | None:
        text = self.cleaned_data["player_2"]
        return _read(text) if text else None

    def players(self) -> list[NewPlayer]:
        both = [self.cleaned_data["player_1"], self.cleaned_data["player_2"]]
        return _new(both, objected=self.cleaned_data["objected"])


class SingleForm(EntryForm):
    """A single player: one name, Enter, the next one."""

    player_1 = _name_field(_("Player"), autofocus=True)

    objected = forms.BooleanField(
        label=_("Does not want to be named in public"), required=False, help_text=_("Initials then stand for the name.")
    )

    field_order = ("player_1", "home_club", "number", "paid")

    def clean_player_1(self) -> NameGuess:
        return _read(self.cleaned_data["player_1"])

    def players(self) -> list[NewPlayer]:
        return _new([self.cleaned_data["player_1"]], objected=self.cleaned_data["objected"])


class TeamForm(EntryForm):
    """A team with its pairs on one page; what is left empty can be added later."""

    name = OneLineField(
        label=_("Name of the team"),
        max_length=80,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True}),
        help_text=_("Empty: it is called by its number and its players."),
    )

    field_order = ("name", "home_club", "number")

    def __init__(self, *args: Any, pairs: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.pairs = pairs
        for pair in range(1, pairs + 1):
            for player, label in ((1, _("First player")), (2, _("Second player"))):
                self.fields[f"pair_{pair}_player_{player}"] = _name_field(label, required=False)

    @property
    def pair_rows(self) -> list[dict[str, Any]]:
        """The pairs' fields, two a pair, with the letter that the pair is called by."""
        return [
            {
                "letter": chr(ord("A") + pair - 1),
                "fields": [self[f"pair_{pair}_player_{player}"] for player in (1, 2)],
            }
            for pair in range(1, self.pairs + 1)
        ]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name in (name for name in self.fields if name.startswith("pair_")):
            if data.get(name):
                try:
                    data[name] = _read(data[name])
                except forms.ValidationError as error:
                    self.add_error(name, error)
        return data

    def pairs_typed(self) -> list[list[NewPlayer]]:
        """The players of each pair, none where nothing was typed."""
        data = self.cleaned_data
        return [
            _new([data.get(f"pair_{pair}_player_{player}") or None for player in (1, 2)], objected=data["objected"])
            for pair in range(1, self.pairs + 1)
        ]


class TeamPairForm(PairForm):
    """One more pair of a team that is entered already."""

    field_order = ("player_1", "player_2")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("home_club", "number", "paid"):
            del self.fields[name]
        self.fields["player_1"].widget.attrs.pop("autofocus", None)
        self.fields["player_2"].help_text = ""


def entry_form(tournament: Tournament) -> type[PairForm | SingleForm]:
    """The form of the line that adds an entry, or of teams a pair of one."""
    return SingleForm if tournament.entry_kind == Tournament.EntryKind.SINGLES else PairForm


def _new(guesses: list[NameGuess | None], *, objected: bool) -> list[NewPlayer]:
    return [NewPlayer(_person(guess), objected) for guess in guesses if guess is not None]


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
