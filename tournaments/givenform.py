"""The part of the settings that asks what who does not play marks: rests, late arrivals, absences, forfeits."""

from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments import givenwords
from tournaments.models import Tournament
from tournaments.services.errors import TournamentError
from tournaments.standings.policies import (
    AVERAGE,
    FLAT,
    HALF_TABLE,
    MOST_MATCH_POINTS,
    MOST_POINTS,
    NOTHING,
    OWN_AVERAGE,
    REFUSE,
    TABLES,
    WINNERS,
    ByeRule,
    GivenRules,
)

#: Where a key of the rules is asked.
FIELD_OF_KEY = {
    "bye.policy": "bye",
    "bye.points": "bye_points",
    "bye.match_points": "bye_match_points",
    "bye.catch_up": "catch_up",
    **{f"{name}.policy": name for name in ("late", "absent", "forfeit", "unplayed")},
    **{f"{name}.points": f"{name}_points" for name in ("late", "absent", "forfeit", "unplayed")},
    **{f"{name}.less": f"{name}_less" for name in ("late", "absent")},
    **{f"{name}.match_points": f"{name}_match_points" for name in ("late", "absent", "forfeit")},
    "forfeit.absent_points": "forfeit_absent",
    "forfeit.absent_match_points": "forfeit_absent_match_points",
}


def _points(label: Any = None, **more: Any) -> forms.IntegerField:
    label = label or _lazy("Points")
    return forms.IntegerField(label=label, min_value=0, max_value=MOST_POINTS, required=False, **more)


def _match_points(help_text: Any, label: Any = None) -> forms.IntegerField:
    return forms.IntegerField(
        label=label or _lazy("Match points"),
        min_value=-MOST_MATCH_POINTS,
        max_value=MOST_MATCH_POINTS,
        required=False,
        help_text=help_text,
    )


def _missed(label: Any) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=[
            (NOTHING, _lazy("0 points")),
            (FLAT, _lazy("a fixed number of points")),
            (AVERAGE, _lazy("the average of the round")),
        ],
        required=False,
    )


class GivenForm(forms.Form):
    """What is marked without playing. ``kind``: what plays (for the words); ``begun``: some round was drawn and
    published, so that it has to be said whether a change holds for it too."""

    bye = forms.ChoiceField(
        label=_lazy("Who rests marks"),
        choices=[
            (AVERAGE, _lazy("the average of what the others score in the round")),
            (FLAT, _lazy("a fixed number of points")),
            (HALF_TABLE, _lazy("half of what a table marks in all")),
            (OWN_AVERAGE, _lazy("the average of its own games, settled after the last round")),
            (NOTHING, _lazy("nothing")),
            (REFUSE, _lazy("nobody rests: an odd number is not drawn")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    bye_points = _points()
    bye_match_points = _match_points(_lazy("Empty: as for a drawn game. They only count where match points rank."))
    catch_up = forms.BooleanField(
        label=_lazy("Who rested may make up the game later"),
        required=False,
        help_text=_lazy(
            "Against another pair, which plays it out of competition. What is scored replaces what the rest gave."
        ),
    )
    late = _missed(_lazy("For each round before it came, a late entry marks"))
    late_points = _points()
    late_less = _points(_lazy("Less"), help_text=_lazy("Points taken off the average; empty: none."))
    late_match_points = _match_points(_lazy("Empty: 0."))
    absent = _missed(_lazy("For a round that it misses, an entry marks"))
    absent_points = _points()
    absent_less = _points(_lazy("Less"), help_text=_lazy("Points taken off the average; empty: none."))
    absent_match_points = _match_points(_lazy("Empty: 0."))
    forfeit = forms.ChoiceField(
        label=_lazy("When the opponent forfeits, who is there marks"),
        choices=[
            (WINNERS, _lazy("the average of the winners of the round")),
            (FLAT, _lazy("a fixed number of points")),
        ],
        required=False,
    )
    forfeit_points = _points()
    forfeit_absent = _points(_lazy("Who forfeits marks"), help_text=_lazy("Empty: 0 points."))
    forfeit_match_points = _match_points(_lazy("Empty: those of a forfeit in the game’s format."))
    forfeit_absent_match_points = _match_points(
        _lazy("Empty: those of a forfeit in the game’s format."), _lazy("Match points of who forfeits")
    )
    unplayed = forms.ChoiceField(
        label=_lazy("For each deal that its table could not play, each side marks"),
        choices=[
            (NOTHING, _lazy("0 points")),
            (FLAT, _lazy("a fixed number of points")),
            (OWN_AVERAGE, _lazy("the average of its own deals in this game")),
        ],
        required=False,
    )
    unplayed_points = _points()
    from_start = forms.BooleanField(
        label=_lazy("Also for the rounds that are drawn already"),
        required=False,
        help_text=_lazy("Otherwise a change holds from the next draw on. With it the standings may change at once."),
    )

    prefix = "given"

    def __init__(
        self, data: Any = None, *, rules: GivenRules, kind: str = Tournament.EntryKind.PAIRS, begun: bool = False
    ) -> None:
        super().__init__(data, initial=values_of(rules))
        self._base = rules
        self.begun = begun
        self.title = givenwords.title(kind)
        if not begun:
            del self.fields["from_start"]

    @property
    def rest_rule(self) -> ByeRule:
        """What who rests is to mark as the page says it now; of what cannot be, what was settled before."""
        return self._base.bye if not self.is_bound or self.errors else self.rules().bye

    @property
    def is_open(self) -> bool:
        """Whether the page shows this part unfolded: something in it is to be mended."""
        return bool(self.errors)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for name in TABLES:
            field = f"{name}_points"
            if data.get(name) == FLAT and data.get(field) is None and field not in self.errors:
                self.add_error(field, _("Say how many points."))
        return data

    def rules(self) -> GivenRules:
        """What was asked for. What the page does not ask stays as it was; where it asked nothing of this, all of it."""
        data = self.cleaned_data
        base = self._base
        if not all(data[name] for name in TABLES if name != "unplayed"):
            return base
        missed = {
            name: replace(
                getattr(base, name),
                policy=data[name],
                points=data[f"{name}_points"] or 0,
                less=data[f"{name}_less"] or 0,
                match_points=data[f"{name}_match_points"],
            )
            for name in ("late", "absent")
        }
        return replace(
            base,
            bye=replace(
                base.bye,
                policy=data["bye"],
                points=data["bye_points"] or 0,
                match_points=data["bye_match_points"],
                catch_up=data["catch_up"],
            ),
            forfeit=replace(
                base.forfeit,
                policy=data["forfeit"],
                points=data["forfeit_points"] or 0,
                absent_points=data["forfeit_absent"] or 0,
                match_points=data["forfeit_match_points"],
                absent_match_points=data["forfeit_absent_match_points"],
            ),
            unplayed=replace(
                base.unplayed,
                policy=data["unplayed"] or base.unplayed.policy,
                points=(data["unplayed_points"] or 0) if data["unplayed"] else base.unplayed.points,
            ),
            **missed,
        )

    @property
    def for_rounds_before(self) -> bool:
        """Whether it holds for the rounds that are drawn already, too."""
        return bool(self.cleaned_data.get("from_start"))

    def put(self, error: TournamentError) -> None:
        """Show a refusal of the service beside its field."""
        field = FIELD_OF_KEY.get(error.field)
        self.add_error(field if field in self.fields else None, givenwords.refusal(error.params["refusal"]))


def values_of(rules: GivenRules) -> dict[str, Any]:
    """What the page shows of settled rules."""
    parts: dict[str, Any] = {name: getattr(rules, name) for name in TABLES}
    return {
        **{name: part.policy for name, part in parts.items()},
        **{f"{name}_points": part.points if part.policy == FLAT else None for name, part in parts.items()},
        **{f"{name}_match_points": parts[name].match_points for name in TABLES if name != "unplayed"},
        "catch_up": rules.bye.catch_up,
        "late_less": rules.late.less or None,
        "absent_less": rules.absent.less or None,
        "forfeit_absent": rules.forfeit.absent_points or None,
        "forfeit_absent_match_points": rules.forfeit.absent_match_points,
    }
