"""The part of a form that asks who plays, how it is drawn and what ranks first."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.forms.utils import ErrorDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments import nouns, systemwords
from tournaments.draws.advice import MOST_ENTRIES, advise
from tournaments.draws.engine import MELEE
from tournaments.draws.knockout import MOST_PLACES
from tournaments.models import Tournament
from tournaments.services import drawsetup
from tournaments.services.drawsetup import BY_HAND, PAIRS_A_TEAM, DrawSetup
from tournaments.services.errors import TournamentError
from tournaments.standings.figures import OWN, RANKINGS

KIND = Tournament.EntryKind

_BY_RESULTS = ("swiss", "danish", "equal-wins", "winners-losers")
_BRACKET = ("knockout", "pools-knockout")
#: Left empty they are 0: as is usual.
_NUMBERS = ("qualified", "classification")


@dataclass(frozen=True, slots=True)
class Asked:
    """A field that asks for a setting (``option``) of some systems."""

    field: str
    option: str
    systems: tuple[str, ...]


#: In the order of the page.
ASKED = (
    Asked("first_round", "first_round", _BY_RESULTS),
    Asked("nearest", "nearest", ("swiss",)),
    Asked("who_rests", "bye", _BY_RESULTS),
    Asked("bye_wins", "bye_wins", ("equal-wins", "winners-losers")),
    Asked("even_odd_order", "order", ("even-odd",)),
    Asked("order", "order", ("mitchell", "round-robin")),
    Asked("rankings", "rankings", ("mitchell",)),
    Asked("movement", "movement", ("mitchell",)),
    Asked("legs", "legs", ("round-robin",)),
    Asked("repeats", "repeats", ("even-odd", "mitchell", "round-robin")),
    Asked("pools", "pools", ("pools-knockout",)),
    Asked("pool_size", "pool_size", ("pools-knockout",)),
    Asked("qualified", "qualified", ("pools-knockout",)),
    Asked("pools_clubs_apart", "clubs_apart", ("pools-knockout",)),
    Asked("seeding", "seeding", ("knockout",)),
    Asked("clubs_apart", "clubs_apart", ("knockout",)),
    Asked("third_place", "third_place", _BRACKET),
    Asked("consolation", "consolation", _BRACKET),
    Asked("classification", "classification", _BRACKET),
)
#: Where a setting is asked, by system and option.
FIELD_OF = {(system, asked.option): asked.field for asked in ASKED for system in asked.systems}

#: The fields that ask who gets which place; a later part of a tournament gives them as everybody has qualified.
ORDERED = ("even_odd_order", "order", "pools", "seeding")
AS_QUALIFIED = _lazy("as they have qualified: the best first")

Choices = list[tuple[Any, str | Promise]]


def _choice(label: Any, choices: Choices, help_text: Any = "") -> forms.ChoiceField:
    """One of a few; the values are whole numbers where the first one is."""
    coerce = int if isinstance(choices[0][0], int) else str
    return forms.TypedChoiceField(
        label=label, choices=choices, coerce=coerce, empty_value=None, required=False, help_text=help_text
    )


def _orders(drawn: Any, rating: Any, number: Any) -> Choices:
    return [("drawn", drawn), ("rating", rating), ("number", number)]


class DrawForm(forms.Form):
    """Who plays, the draw system with what it reads, and the figure that ranks first."""

    entry_kind = forms.ChoiceField(
        label=_lazy("Who plays"),
        choices=[
            (KIND.PAIRS.value, _lazy("pairs that stay together")),
            (KIND.SINGLES.value, _lazy("single players: another partner each round (mêlée)")),
            (KIND.TEAMS.value, _lazy("teams of several pairs")),
        ],
        widget=forms.RadioSelect,
        required=False,
    )
    pairs_a_team = forms.IntegerField(
        label=_lazy("Pairs a team"), min_value=PAIRS_A_TEAM[0], max_value=PAIRS_A_TEAM[-1], required=False
    )
    inner_plan = forms.ChoiceField(
        label=_lazy("When two teams meet"),
        choices=[
            ("fixed", _lazy("first pair against first, second against second …")),
            ("rotating", _lazy("each round the next pair of the other team")),
        ],
        required=False,
    )
    system = forms.ChoiceField(
        label=_lazy("How it is drawn"),
        choices=[(system, systemwords.SYSTEMS[system][0]) for _, names in systemwords.GROUPS for system in names],
        widget=forms.RadioSelect,
        required=False,
    )
    melee_by = forms.ChoiceField(
        label=_lazy("How it is drawn"),
        choices=[(system, systemwords.SYSTEMS[system][0]) for system in (MELEE, BY_HAND)],
        widget=forms.RadioSelect,
        required=False,
    )
    ranking = forms.ChoiceField(
        label=_lazy("What ranks"),
        choices=[(figure, systemwords.RANKINGS[figure]) for figure in (*RANKINGS, OWN)],
        widget=forms.RadioSelect,
        required=False,
    )
    expected = forms.IntegerField(
        label=_lazy("How many do you expect?"),
        min_value=2,
        max_value=MOST_ENTRIES,
        required=False,
        help_text=_lazy("Only for what is said beside; it is not kept."),
    )

    first_round = _choice(
        _lazy("First round"),
        [
            ("random", _lazy("drawn by lot")),
            ("entry", _lazy("in the order of entry: 1 against 2, 3 against 4 …")),
            ("rating", _lazy("by rating: first against last")),
        ],
    )
    nearest = _choice(
        _lazy("Close to each other means"),
        [
            ("figure", _lazy("by what ranks first: nearly as many points, or as many wins")),
            ("places", _lazy("by places: first against second, third against fourth …")),
        ],
    )
    who_rests = _choice(
        _lazy("Who rests in an odd field"),
        [
            ("lowest", _lazy("the last who has not rested yet")),
            ("not_last", _lazy("the last who has not rested yet, but never the very last")),
            ("random", _lazy("by lot")),
        ],
    )
    bye_wins = forms.BooleanField(label=_lazy("A rest counts as a win for the draw"), required=False)
    even_odd_order = _choice(
        _lazy("Who gets which number of the movement"),
        [
            ("number", _lazy("the number of entry")),
            ("drawn", _lazy("by lot")),
            ("rating", _lazy("by rating")),
        ],
    )
    order = _choice(
        _lazy("Who gets which place of the movement"),
        _orders(_lazy("by lot"), _lazy("by rating"), _lazy("by number of entry")),
    )
    rankings = _choice(
        _lazy("Lines"),
        [
            (1, _lazy("one ranking for all")),
            (2, _lazy("north-south and east-west each for themselves: they never meet within a line")),
        ],
    )
    movement = _choice(
        _lazy("Prepared deals that go round the hall"),
        [
            ("", _lazy("as is usual for so many tables")),
            ("plain", _lazy("plain: table by table")),
            ("skip", _lazy("skip: one table is passed over half-way, one round fewer")),
            ("relay", _lazy("relay: two tables share a set")),
        ],
    )
    legs = _choice(_lazy("Everybody meets everybody"), [(1, _lazy("once")), (2, _lazy("twice, with sides turned"))])
    repeats = forms.BooleanField(
        label=_lazy("When the movement is through it may begin again"),
        required=False,
        help_text=_lazy("Otherwise more rounds than it has are refused."),
    )
    pools = _choice(
        _lazy("How the pools are made"),
        _orders(
            _lazy("by lot"),
            _lazy("by rating, there and back (snake)"),
            _lazy("by number of entry, there and back (snake)"),
        ),
    )
    pool_size = _choice(
        _lazy("Size of the pools"),
        [(0, _lazy("as the rounds allow, about four")), *((size, str(size)) for size in range(3, 7))],
    )
    qualified = forms.IntegerField(
        label=_lazy("How many play the knockout"),
        min_value=2,
        max_value=MOST_PLACES - 1,
        required=False,
        help_text=_lazy("Empty: as many as the rounds allow."),
    )
    pools_clubs_apart = forms.BooleanField(
        label=_lazy("Those of one club in different pools, as far as possible"), required=False
    )
    seeding = _choice(_lazy("Seeds"), _orders(_lazy("by lot"), _lazy("by rating"), _lazy("by number of entry")))
    clubs_apart = forms.BooleanField(label=_lazy("Those of one club meet as late as the seeds allow"), required=False)
    third_place = forms.BooleanField(label=_lazy("A match for the third place"), required=False)
    consolation = _choice(
        _lazy("Consolation"),
        [
            (0, _lazy("none")),
            (1, _lazy("for who loses in the first round")),
            (2, _lazy("for who loses in the first two rounds; takes one round more")),
        ],
    )
    classification = forms.IntegerField(
        label=_lazy("Matches for the places down to"),
        min_value=4,
        max_value=MOST_PLACES - 1,
        required=False,
        help_text=_lazy("Empty: none. To 8: who loses the quarter-finals plays for the places 5 to 8."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.initial and self.initial.get("ranking") != OWN:  # there is no order of one's own to choose
            field = self.fields["ranking"]
            field.choices = [one for one in field.choices if one[0] != OWN]  # type: ignore[attr-defined]

    @property
    def groups(self) -> list[dict[str, Any]]:
        """The systems in groups, each choice with its sentence."""
        choice = {bound.data["value"]: bound for bound in self["system"]}
        return [
            {"label": label, "choices": [(choice[name], systemwords.SYSTEMS[name][1]) for name in names]}
            for label, names in systemwords.GROUPS
        ]

    @property
    def melee_choices(self) -> list[tuple[Any, Any]]:
        return [(bound, systemwords.SYSTEMS[bound.data["value"]][1]) for bound in self["melee_by"]]

    @property
    def options(self) -> list[dict[str, Any]]:
        """The fields of the systems' settings, each with the classes of the systems that it is for."""
        return [
            {"field": self[asked.field], "classes": " ".join(f"if-{system}" for system in asked.systems)}
            for asked in ASKED
        ]

    @property
    def asks_for_draw(self) -> bool:
        """Whether the draw was asked for at all: a request without it leaves it as it is."""
        return "entry_kind" in self.data

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        system = self._system(data)
        # Only what the chosen system reads is looked at: the rest is not shown.
        for asked in ASKED:
            if system not in asked.systems:
                self.errors.pop(asked.field, None)
        if data.get("entry_kind") != KIND.TEAMS:
            self.errors.pop("pairs_a_team", None)
        elif data.get("pairs_a_team") is None and "pairs_a_team" not in self.errors:
            self.add_error("pairs_a_team", _("How many pairs has a team?"))
        return data

    def _system(self, data: Mapping[str, Any]) -> str:
        field = "melee_by" if data.get("entry_kind") == KIND.SINGLES else "system"
        usual = MELEE if field == "melee_by" else "random"
        return str(data.get(field) or usual)

    def setup(self) -> DrawSetup:
        """What was asked, for the service, or what stands there to begin with; of a form that is not valid, as far as
        it can be told."""
        data = self._said()
        system = self._system(data)
        settings = {
            asked.option: value
            for asked in ASKED
            if system in asked.systems and (value := _value(asked, data.get(asked.field))) is not None
        }
        return DrawSetup(
            entry_kind=data.get("entry_kind") or KIND.PAIRS.value,
            system=system,
            settings=settings,
            ranking=data.get("ranking") or self.initial.get("ranking") or "points",
            pairs_a_team=data.get("pairs_a_team") or drawsetup.USUAL_PAIRS_A_TEAM,
            inner_plan=data.get("inner_plan") or "fixed",
        )

    def _said(self) -> Mapping[str, Any]:
        return self.cleaned_data if self.is_bound and self.errors is not None else self.initial

    def advice(self, entries: int) -> dict[str, Any] | None:
        """What comes of it for so many entries (fewer than two: for those that are expected): a title, and lines of a
        checklist. None where nobody says how many."""
        said = self._said()
        count = entries if entries > 1 else said.get("expected")
        rounds = said.get("rounds")
        if not count or not rounds:
            return None
        setup = self.setup()
        noun = nouns.of_kind(setup.entry_kind)
        in_rounds = ngettext("%(n)d round", "%(n)d rounds", rounds) % {"n": rounds}
        return {"title": f"{noun.count(count)}, {in_rounds}", "lines": _advice(setup, count, rounds)}

    def forgive(self) -> None:
        """Show what was typed without a word on what is missing: the form was only to be looked at."""
        self._errors = ErrorDict()


def _value(asked: Asked, value: Any) -> Any:
    """The setting that a field says; None where it says nothing."""
    return 0 if value is None and asked.field in _NUMBERS else value


def values_of_setup(setup: DrawSetup) -> dict[str, Any]:
    """What the form shows of how a tournament is drawn; of the systems that are not chosen, what is usual."""
    is_single = setup.entry_kind == KIND.SINGLES
    values: dict[str, Any] = {
        "entry_kind": setup.entry_kind,
        "pairs_a_team": setup.pairs_a_team,
        "inner_plan": setup.inner_plan,
        "system": "random" if is_single else setup.system,
        "melee_by": setup.system if is_single else MELEE,
        "ranking": setup.ranking,
    }
    for asked in ASKED:
        system = setup.system if setup.system in asked.systems else asked.systems[0]
        value = drawsetup.usual(system, asked.option)
        if system == setup.system:
            value = setup.settings.get(asked.option, value)
        values[asked.field] = value or None if asked.field in _NUMBERS else value
    return values


def told(setup: DrawSetup, *, later: bool = False) -> list[tuple[str, str]]:
    """What the chosen system was told, as the page asks it: question and answer; of a yes the question alone, of a no
    nothing. ``later``: of a later part of a tournament, which has no first round of its own."""
    form = DrawForm(initial=values_of_setup(setup))
    found = []
    for asked in ASKED:
        value = form.initial[asked.field]
        if setup.system not in asked.systems or value in (None, False, "") or (later and asked.field == "first_round"):
            continue
        label, choices = str(form.fields[asked.field].label), getattr(form.fields[asked.field], "choices", ())
        answer = "" if value is True else str({"standing": AS_QUALIFIED, **dict(choices)}.get(value, value))
        found.append((label, answer))
    return found


def _advice(setup: DrawSetup, entries: int, rounds: int) -> list[dict[str, Any]]:
    by_hand = setup.system == BY_HAND
    try:
        system, settings = drawsetup.kept(replace(setup, system="random") if by_hand else setup)
    except TournamentError:
        return []
    found = advise(system, entries, rounds, settings)[: 1 if by_hand else None]
    each = setup.pairs_a_team if setup.entry_kind == KIND.TEAMS else 1
    return [{"state": "ok" if one.good else "must", "title": systemwords.advice(one, each)} for one in found]
