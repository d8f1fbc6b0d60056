"""The page of a draw's rules as a form: a row a rule, in order, each a must, a wish or off.

The order travels in hidden fields, and every button sends the whole page: what was typed stays, whatever is pressed,
and nothing is kept before it is saved.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments import rulewords
from tournaments.draws import model
from tournaments.draws.field import MUSTS
from tournaments.draws.model import Rule
from tournaments.picking import Picker, PickError
from tournaments.services.contests import MOST_ROUNDS
from tournaments.services.drawrules import DrawRules

MUST, WISH, OFF = "must", "wish", "off"
#: As they stand on the page where nothing else is said.
ORDER = (
    model.ONE_BYE,
    model.NO_REMATCH,
    model.LIMITED_REPEATS,
    model.NOT_SAME_CLUB,
    model.KEEP_APART,
    model.NEW_TABLE,
    model.BALANCED_SIDES,
)
#: More groups to keep apart are a slip of the hand.
MOST_GROUPS = 20


class RuleRow(forms.Form):
    """One rule: whether it counts, and its figures. ``key``: the rule's name, of groups kept apart with a number."""

    state = forms.ChoiceField(label=_lazy("Counts as"), choices=[], widget=forms.RadioSelect)
    times = forms.IntegerField(label=_lazy("At most, in all"), min_value=1, max_value=MOST_ROUNDS, required=False)
    until = forms.IntegerField(
        label=_lazy("Up to round"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
        help_text=_lazy("Empty: always."),
    )
    who = forms.CharField(
        label=_lazy("Who"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_lazy("Numbers or names, with commas: 3, 17, Dupont."),
    )

    def __init__(
        self, key: str, data: QueryDict | None = None, *, initial: dict[str, Any] | None = None, melee: bool = False
    ) -> None:
        super().__init__(data, initial=initial, prefix=key)
        self.key = key
        self.rule = key.split("-")[0]
        states = [(MUST, _lazy("must")), (WISH, _lazy("wish")), (OFF, _lazy("off"))]
        self.fields["state"].choices = states if self.rule in MUSTS else states[1:]  # type: ignore[attr-defined]
        wanted = {
            model.LIMITED_REPEATS: {"times"},
            model.NOT_SAME_CLUB: {"until"},
            model.KEEP_APART: {"who", "until"},
        }
        for name in {"times", "until", "who"} - wanted.get(self.rule, set()):
            del self.fields[name]
        self.title = rulewords.name(self.rule)
        self.meaning = rulewords.meaning(self.rule, melee=melee)

    @property
    def figures(self) -> list[forms.BoundField]:
        return [self[name] for name in ("who", "times", "until") if name in self.fields]

    @property
    def said(self) -> str:
        """What the rule counts as, as it stands on the page."""
        value = self["state"].value()
        return value if value in (MUST, WISH) else OFF

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("state") == OFF:  # what is not used may wait half filled in
            for name in ("times", "until", "who"):
                self.errors.pop(name, None)
        elif self.rule == model.LIMITED_REPEATS and data.get("times") is None and "times" not in self.errors:
            self.add_error("times", _("How often at most?"))
        return data

    def as_rule(self, picker: Picker) -> Rule | None:
        """The rule, None where it is off or cannot be: the error then stands at its field."""
        data = self.cleaned_data
        if not self.is_valid() or data["state"] == OFF:
            return None
        groups: tuple[tuple[str, ...], ...] = ()
        if self.rule == model.KEEP_APART:
            try:
                groups = (picker.pick(data["who"]),)
            except PickError as error:
                self.add_error("who", str(error))
                return None
        return Rule(self.rule, until=data.get("until"), times=data.get("times") or 0, groups=groups)


class RulesPage:
    """All rows, in the order of the page: musts, wishes, what is off; within each as ranked."""

    def __init__(self, rows: Sequence[RuleRow]) -> None:
        self.rows = _sorted(rows)

    @classmethod
    def of(cls, rules: DrawRules, picker: Picker, *, melee: bool = False) -> "RulesPage":
        """The page of the rules as they count; what is not used stands below, ready to be chosen."""
        rows: list[RuleRow] = []
        for state, part in ((MUST, rules.musts), (WISH, rules.wishes)):
            for rule in part:
                rows += [
                    RuleRow(key, initial={"state": state, **figures}, melee=melee)
                    for key, figures in _shown(rule, picker, rows)
                ]
        used = {row.rule for row in rows}
        for name in ORDER:
            if name not in used:
                key = f"{name}-1" if name == model.KEEP_APART else name
                rows.append(RuleRow(key, initial={"state": OFF}, melee=melee))
        return cls(rows)

    @classmethod
    def sent(cls, data: QueryDict, *, melee: bool = False) -> "RulesPage":
        """The page as it was sent: its rows in their order, those that are missing or unknown put right."""
        keys = [key for key in dict.fromkeys(data.getlist("row")) if _is_key(key)]
        known = {key.split("-")[0] for key in keys}
        keys += [f"{rule}-1" if rule == model.KEEP_APART else rule for rule in ORDER if rule not in known]
        return cls([RuleRow(key, _with_state(data, key), melee=melee) for key in keys])

    def move(self, key: str, step: int) -> None:
        """Put a row one place up (-1) or down (1) among those that count as it does."""
        place = next((place for place, row in enumerate(self.rows) if row.key == key), None)
        if place is None:
            return
        other = place + step
        if 0 <= other < len(self.rows) and self.rows[other].said == self.rows[place].said:
            self.rows[place], self.rows[other] = self.rows[other], self.rows[place]

    def add_group(self, *, melee: bool = False) -> str:
        """One more row for people to be kept apart, as a must; returns its key, empty where there are enough."""
        numbers = [int(row.key.split("-")[1]) for row in self.rows if row.rule == model.KEEP_APART]
        if len(numbers) >= MOST_GROUPS:
            return ""
        row = RuleRow(f"{model.KEEP_APART}-{max(numbers) + 1}", initial={"state": MUST}, melee=melee)
        self.rows = _sorted([*self.rows, row])
        return row.key

    def rules(self, picker: Picker) -> DrawRules | None:
        """What was asked; None where something cannot be, which then stands at its field."""
        found: dict[str, list[Rule]] = {MUST: [], WISH: []}
        for row in self.rows:
            if not row.is_valid():
                continue
            rule = row.as_rule(picker)
            if rule is None:
                continue
            if rule in found[MUST] + found[WISH]:
                row.add_error("who", _("These are kept apart already."))
                continue
            found[row.said].append(rule)
        if any(row.errors for row in self.rows):
            return None
        return DrawRules(tuple(found[MUST]), tuple(found[WISH]))

    def forgive(self) -> None:
        """Show what was typed without a word on what is missing: nothing was to be saved."""
        for row in self.rows:
            if row.is_bound:
                row.full_clean()
                row.errors.clear()

    @property
    def parts(self) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """The rows by what they count as, each with whether it can be moved up and down."""
        for state in (MUST, WISH, OFF):
            rows = [row for row in self.rows if row.said == state]
            yield (
                state,
                [
                    {"row": row, "place": place + 1, "up": place > 0, "down": place + 1 < len(rows)}
                    for place, row in enumerate(rows)
                ],
            )

    @property
    def errors(self) -> list[dict[str, str]]:
        """Every refusal with the field it is at."""
        return [
            {
                "id": row[name].id_for_label or row[name].auto_id,
                "label": f"{row.title}, {row[name].label}",
                "text": str(text),
            }
            for row in self.rows
            if row.is_bound
            for name, texts in row.errors.items()
            for text in texts
        ]


def _sorted(rows: Sequence[RuleRow]) -> list[RuleRow]:
    return sorted(rows, key=lambda row: (MUST, WISH, OFF).index(row.said))


def _shown(rule: Rule, picker: Picker, rows: Sequence[RuleRow]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The rows that show a rule: one, of groups kept apart one a group."""
    if rule.name != model.KEEP_APART:
        yield rule.name, {"times": rule.times or None, "until": rule.until}
        return
    number = sum(row.rule == model.KEEP_APART for row in rows)
    for place, group in enumerate(rule.groups, start=number + 1):
        yield f"{rule.name}-{place}", {"who": picker.text(group), "until": rule.until}


def _is_key(key: str) -> bool:
    rule, _dash, number = key.partition("-")
    if rule == model.KEEP_APART:
        return number.isascii() and number.isdecimal() and len(number) < 4
    return rule in ORDER and not number


def _with_state(data: QueryDict, key: str) -> QueryDict:
    """A row that came without a word on what it counts as is off."""
    name = f"{key}-state"
    if name in data:
        return data
    told = data.copy()
    told[name] = OFF
    return told
