"""The totals on the paper of a sheet: what the desk types of them, and how the page shows what differs."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring.paper import MOST_TOTAL, Paper
from scoring.rules.cards import SIDES, Side
from scoring.rules.control import Gap, Report
from scoring.rules.control_suspects import Suspect, Totals


class PaperForm(forms.Form):
    """The totals of both sides at the end, and after each deal but the last; every field may stay empty. ``numbers``
    are the sides' numbers, ``entries`` the lines of ``tables.game_state``."""

    def __init__(self, numbers: Mapping[str, str], entries: Sequence[Mapping[str, Any]], *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.entries = entries
        for side in SIDES:
            label = _("Total of %(number)s on the paper") % {"number": numbers[side]}
            self.fields[f"paper_{side.lower()}"] = self._total(label)
        for entry in entries[:-1]:
            for side in SIDES:
                label = _("Total of %(number)s after deal %(deal)s") % {
                    "number": numbers[side],
                    "deal": entry["counted"] or "–",
                }
                self.fields[_running(entry["position"], side)] = self._total(label)

    @staticmethod
    def _total(label: str) -> forms.IntegerField:
        attributes = {"autocomplete": "off", "inputmode": "numeric"}
        return forms.IntegerField(
            label=label,
            min_value=-MOST_TOTAL,
            max_value=MOST_TOTAL,
            required=False,
            widget=forms.NumberInput(attrs=attributes),
        )

    @property
    def totals(self) -> list[Any]:
        """The two fields of the end."""
        return [self[f"paper_{side.lower()}"] for side in SIDES]

    @property
    def running(self) -> list[dict[str, Any]]:
        """A line a deal: its number, what is worked out after it, and the two fields."""
        return [
            {
                "no": entry["counted"],
                "cells": [
                    {"field": self[_running(entry["position"], side)], "total": entry["totals"][side]} for side in SIDES
                ],
            }
            for entry in self.entries[:-1]
        ]

    @property
    def has_running(self) -> bool:
        """Whether a running total stands in the form already."""
        shown = self.data if self.is_bound else self.initial
        return any(name.startswith("running_") and shown[name] not in ("", None) for name in shown)

    def paper(self) -> Paper:
        """What was typed."""
        data = self.cleaned_data
        running: dict[int, Totals] = {}
        for entry in self.entries[:-1]:
            ns, ew = (data.get(_running(entry["position"], side)) for side in SIDES)
            if ns is not None or ew is not None:
                running[entry["position"]] = (ns, ew)
        return Paper((data.get("paper_ns"), data.get("paper_ew")), running)


def _running(position: int, side: str) -> str:
    return f"running_{position}_{side.lower()}"


def values_of(paper: Paper) -> dict[str, int | None]:
    """What the form shows of a paper that was typed before."""
    found = {f"paper_{side.lower()}": value for side, value in zip(SIDES, paper.totals, strict=True)}
    for position, totals in paper.running.items():
        found |= {_running(position, side): value for side, value in zip(SIDES, totals, strict=True)}
    return found


# What differs


def shown(report: Report, state: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A report for the page: both sides' figures, the control total, and for each gap its suspects with the deals."""
    numbers = {side["side"]: side["label"] for side in state["sides"]}
    names: dict[Side, str] = {side: _("pair %(number)s") % {"number": numbers[side]} for side in SIDES}
    counted = {entry["position"]: entry["counted"] for entry in state["entries"]}
    columns = zip(SIDES, report.written, report.computed, report.difference, strict=True)
    return {
        "agrees": report.agrees,
        "sides": [
            {"side": side, "label": numbers[side], "written": written, "computed": computed, "difference": difference}
            for side, written, computed, difference in columns
        ],
        "gaps": [
            {
                "where": _where(gap, counted, whole=len(report.gaps) == 1 and gap.last - gap.first + 1 == len(counted)),
                "suspects": [_suspect(suspect, names, counted, language) for suspect in gap.suspects],
            }
            for gap in report.gaps
        ],
        "control": _control(report, language),
    }


def _control(report: Report, language: str) -> dict[str, Any] | None:
    if report.control is None:
        return None
    ns, ew = report.written
    return {"text": report.control.text(language), "written": None if ns is None or ew is None else ns + ew}


def _where(gap: Gap, counted: Mapping[int, int | None], *, whole: bool) -> str:
    """Which deals a gap is about; "" for all of them."""
    if whole:
        return ""
    first, last = (counted.get(place) or place for place in (gap.first, gap.last))
    if first == last:
        return _("Deal %(number)s") % {"number": first}
    return _("Deals %(first)d to %(last)d") % {"first": first, "last": last}


def _suspect(
    suspect: Suspect, names: Mapping[Side, str], counted: Mapping[int, int | None], language: str
) -> dict[str, Any]:
    parts = suspect.parts or (suspect,)
    return {
        "text": suspect.text(language, names),
        "places": [
            {
                "position": place.position,
                "no": counted.get(place.position),
                "detail": part.detail(place, language),
            }
            for part in parts
            for place in part.places
        ],
    }
