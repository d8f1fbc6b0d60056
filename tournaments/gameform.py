"""The part of a form that asks how long a game is and who wins it, and the game format that it makes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.rules.game_format import GameFormat
from scoring.rules.game_presets import SHEETS, sheet_format
from scoring.rules.game_words import length_text
from tournaments.services.contests import LEAST_TARGET, MOST_DEALS, MOST_MINUTES, MOST_TARGET

#: The words of ``may_not_win`` as people say them; other combinations of a format stay as they are.
BARS = {
    "belote": _("on a belote alone"),
    "belote+failed": _("on a belote alone, after failing its contract"),
    "belote+capot": _("on a belote alone, after taking no trick"),
    "announces": _("on announces alone"),
    "failed": _("after failing its contract"),
    "capot": _("after taking no trick"),
    "defence": _("on points made in defence"),
    "sweep": _("on a capot"),
}
#: Where a key of the format is asked.
FIELD_OF_KEY = {
    "kind": "game_kind",
    "ending.minutes": "limit",
    "ending.exceed": "exceed",
    "ending.enough": "exceed",
    "ending.both": "both",
    "ending.equal": "equal",
    "ending.may_not_win": "may_not_win",
    "ending.more_deals": "more_deals",
    "ending.held": "held",
    "caps.winner": "cap_winner",
    "caps.loser": "cap_loser",
}
_LENGTHS = ("deals", "target", "minutes", "sheet")
_TARGET_FIELDS = ("exceed", "both", "may_not_win")
_MORE = (*_TARGET_FIELDS, "equal", "held", "limit", "more_deals", "cap_winner", "cap_loser")
#: What the folded part holds when nothing in it was chosen.
_PLAIN = ("", "higher", "unsettled")


def _sheets() -> list[tuple[str, str]]:
    language = get_language() or "fr"
    single = [one for one in SHEETS if one.format.games_to_win == 1]  # a table has one sheet a round
    return [(one.id, f"{one.sheet} : {length_text(one.format, language)}") for one in single]


class GameForm(forms.Form):
    """A number of deals, a target, a time, or a game as a published sheet prints it, with the main options."""

    game_kind = forms.ChoiceField(
        label=_("A game goes to"),
        choices=[
            ("deals", _("a number of deals")),
            ("target", _("a target of points")),
            ("minutes", _("a time")),
            ("sheet", _("as on a published sheet")),
        ],
        widget=forms.RadioSelect,
    )
    deals = forms.IntegerField(
        label=_("Deals a round"),
        min_value=1,
        max_value=MOST_DEALS,
        required=False,
        widget=forms.NumberInput(attrs={"list": "usual-deals"}),
    )
    target = forms.IntegerField(
        label=_("Target"),
        min_value=LEAST_TARGET,
        max_value=MOST_TARGET,
        required=False,
        widget=forms.NumberInput(attrs={"list": "usual-targets"}),
        help_text=_("Whoever reaches it first wins the game."),
    )
    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        widget=forms.NumberInput(attrs={"list": "usual-minutes"}),
        help_text=_("The desk calls time; the deal in progress is finished."),
    )
    sheet = forms.ChoiceField(label=_("Sheet"), choices=_sheets, required=False)
    limit = forms.IntegerField(
        label=_("Time limit, in minutes"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=_("The desk may call time; whoever is ahead then wins."),
    )
    more_deals = forms.IntegerField(
        label=_("Deals after the one in progress, when time is called"), min_value=0, max_value=20, required=False
    )
    exceed = forms.BooleanField(label=_("The target must be passed, not only reached"), required=False)
    both = forms.ChoiceField(
        label=_("Both sides past the target in one deal"),
        choices=[
            ("higher", _("more points win")),
            ("declarer", _("whoever won that deal wins")),
            ("taker", _("whoever took the contract wins")),
            ("last_deal", _("more points in that deal win")),
            ("extra_deal", _("one more deal is played")),
        ],
        required=False,
    )
    equal = forms.ChoiceField(
        label=_("Equal totals at the end"),
        choices=[
            ("", _("as usual: a draw; to a target one more deal")),
            ("draw", _("a draw")),
            ("extra_deal", _("one more deal")),
            ("last_deal", _("more points in the last deal win")),
        ],
        required=False,
    )
    may_not_win = forms.MultipleChoiceField(
        label=_("A side may not win"),
        choices=list(BARS.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("The game then goes on with the next deal."),
    )
    held = forms.ChoiceField(
        label=_("Points still held over at the end"),
        choices=[
            ("unsettled", _("are shown; the organiser decides")),
            ("split", _("half to each side")),
            ("winner", _("go to the winner")),
            ("lost", _("go to nobody")),
        ],
        required=False,
    )
    cap_winner = forms.IntegerField(
        label=_("A side counts for at most"),
        min_value=1,
        max_value=100_000,
        required=False,
        help_text=_("In the standings; the sheet keeps its totals."),
    )
    cap_loser = forms.IntegerField(label=_("The loser for at most"), min_value=1, max_value=100_000, required=False)

    @property
    def has_more(self) -> bool:
        """Whether something of the folded part is chosen, or refused: it is then open from the start."""
        if self.is_bound:
            return any(name in self.errors or self.data.get(name) not in {None, *_PLAIN} for name in _MORE)
        return any(self.initial.get(name) not in (None, *_PLAIN, False, []) for name in _MORE)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        kind = data.get("game_kind")
        if kind is None:
            return data
        # Only what belongs to the chosen kind is looked at: the rest is not shown.
        for name in (*_LENGTHS, *(() if kind == "target" else _TARGET_FIELDS)):
            if name != kind:
                self.errors.pop(name, None)
        asked = {
            "deals": _("How many deals a round?"),
            "target": _("To how many points?"),
            "minutes": _("How many minutes?"),
            "sheet": _("Which sheet?"),
        }
        if not data.get(kind) and kind not in self.errors:
            self.add_error(kind, asked[kind])
        most, loser = data.get("cap_winner"), data.get("cap_loser")
        if kind != "sheet" and most and loser and loser > most:
            self.add_error("cap_loser", _("No more than a side counts for: %(most)d.") % {"most": most})
        return data

    def format_data(self, base: GameFormat | None = None) -> dict[str, Any]:
        """What was asked, as the JSON of a game format. ``base`` is the format that is being changed: what the form
        does not ask stays as it is there, as long as the kind of game does."""
        data = self.cleaned_data
        kind = data["game_kind"]
        if kind == "sheet":
            return sheet_format(data["sheet"]).format.to_data()
        plain = GameFormat.from_data({"kind": kind, "length": 1})
        kept = (base if base is not None and base.kind == kind else plain).to_data()
        ending, caps = {**kept["ending"]}, {**kept["caps"]}
        timed = kind == "minutes" or data["limit"]
        _put(ending, "minutes", None if kind == "minutes" else data["limit"])
        _put(ending, "more_deals", data["more_deals"] if timed else None)
        _put(ending, "finish_deal", ending.get("finish_deal") if timed else None)
        _put(ending, "equal", data["equal"])
        _put(ending, "held", data["held"])
        if kind == "target":
            _put(ending, "exceed", data["exceed"])
            _put(ending, "enough", None if data["exceed"] else ending.get("enough"))
            _put(ending, "both", data["both"])
            others = [bar for bar in ending.get("may_not_win", []) if bar not in BARS]
            _put(ending, "may_not_win", [*data["may_not_win"], *others])
            _put(ending, "owes", ending.get("owes") if "may_not_win" in ending else None)
        _put(caps, "winner", data["cap_winner"])
        _put(caps, "loser", data["cap_loser"])
        _put(caps, "games", caps.get("games") if {"winner", "loser"} & caps.keys() else None)
        return {**kept, "kind": kind, "length": data[kind], "ending": ending, "caps": caps}


def _put(table: dict[str, Any], key: str, value: Any) -> None:
    """Write a key, or leave it to its default."""
    table.pop(key, None)
    if value is not None and value != "" and value != []:
        table[key] = value


def values_of_format(format_: GameFormat) -> dict[str, Any]:
    """What the form shows of a format: the sheet that it is from, or its own figures."""
    data: Mapping[str, Any] = format_.to_data()
    sheet = next((one.id for one in SHEETS if one.format == format_ and _is_told(format_)), "")
    ending, caps = format_.ending, format_.caps
    return {
        "game_kind": "sheet" if sheet else format_.kind,
        "sheet": sheet,
        **{kind: format_.length if kind == format_.kind else None for kind in ("deals", "target", "minutes")},
        "limit": ending.minutes,
        "more_deals": ending.more_deals or None,
        "exceed": ending.exceed,
        "both": ending.both,
        "equal": ending.equal,
        "may_not_win": [bar for bar in data["ending"].get("may_not_win", []) if bar in BARS],
        "held": ending.held,
        "cap_winner": caps.winner,
        "cap_loser": caps.loser,
    }


def _is_told(format_: GameFormat) -> bool:
    """Whether a format says more than its length: a plain one is shown as such, whatever sheets print it."""
    return format_ != GameFormat.from_data({"kind": format_.kind, "length": format_.length})
