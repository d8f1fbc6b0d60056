"""The desk's form for one deal of a paper sheet: its fields are those of the rule set, all by keyboard."""

import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournaments.tablewords import SPECIALS

#: What the form's fields are called in the deal, for the refusals that the rules name.
DEAL_FIELDS = {
    "declarer": "declarer",
    "contract": "contract",
    "trump": "trump",
    "double": "double",
    "points": "points_defence",
    "sweep": "sweep",
    "alone": "alone",
    "belote": "belote_ns",
    "announces": "announces_ns",
    "best": "best",
    "last_trick": "last_trick",
}


class DealForm(forms.Form):
    """Made for the keys of one rule set (``tables.keys_of``) and the numbers of the two sides."""

    #: What is wrong with the reason of a correction, whose field stands below the deal's.
    reason_error = ""

    def __init__(self, keys: Mapping[str, Any], numbers: Mapping[str, str], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.keys = keys
        #: The announces as they may be typed, for the page; empty where the rule set has none.
        self.announce_names = ""
        # Lists, not keys: in a list that has the focus the first letters or figures choose, so no hand leaves the
        # keyboard. A side begins with its number for that reason.
        sides = [
            ("NS", _("%(number)s (N-S)") % {"number": numbers["NS"]}),
            ("EW", _("%(number)s (E-W)") % {"number": numbers["EW"]}),
        ]
        self.fields["declarer"] = forms.ChoiceField(
            label=_("Declarer"),
            choices=[("", "–"), *sides, ("passed", _("All passed"))],
            error_messages={"required": _("Who declares?")},
        )
        self._contract()
        self.fields["trump"] = forms.ChoiceField(
            label=_("Trump"),
            choices=[("", "–"), *[(trump, _trump_name(trump)) for trump in keys["trumps"]]],
            required=False,
        )
        if len(keys["doublings"]) > 1:
            self.fields["double"] = forms.ChoiceField(
                label=_("Doubling"),
                choices=[(name, _double_name(name)) for name in keys["doublings"]],
                initial="none",
                required=False,
            )
        # In the order of the paper, which asks for the declarer's points.
        self.fields["points_declarer"] = forms.IntegerField(
            label=_("Points of the declarer"), min_value=0, required=False
        )
        self.fields["points_defence"] = forms.IntegerField(
            label=_("Points of the defence"), min_value=0, required=False
        )
        self._extras(sides, numbers)
        for field in self.fields.values():
            field.widget.attrs.setdefault("autocomplete", "off")
            if isinstance(field, forms.IntegerField):
                field.widget.attrs["inputmode"] = "numeric"
        self.fields["declarer"].widget.attrs["autofocus"] = True

    def _contract(self) -> None:
        """Where one only takes, there is nothing to choose and nothing is shown."""
        numbers = [(str(bid), str(bid)) for bid in self.keys["bids"]]
        choices = [*numbers, *[(name, str(SPECIALS[name])) for name in self.keys["specials"]]]
        if len(choices) > 1:
            self.fields["contract"] = forms.ChoiceField(
                label=_("Contract"), choices=[("", "–"), *choices], required=False
            )
        else:
            self.fields["contract"] = forms.ChoiceField(
                choices=choices, initial=choices[0][0], required=False, widget=forms.HiddenInput
            )

    def _extras(self, sides: list[tuple[str, str]], numbers: Mapping[str, str]) -> None:
        """Belote, sweep and announces: only what this rule set plays."""
        if any(self.keys["belote"].values()):
            most = max(self.keys["belote"].values())
            for side, number in numbers.items():
                self.fields[f"belote_{side.lower()}"] = forms.IntegerField(
                    label=_("Belotes of %(number)s") % {"number": number}, min_value=0, max_value=most, required=False
                )
        if self.keys["announces"]:
            self.announce_names = ", ".join(announce["label"] for announce in self.keys["announces"])
            for side, number in numbers.items():
                self.fields[f"announces_{side.lower()}"] = forms.CharField(
                    label=_("Announces of %(number)s") % {"number": number},
                    max_length=120,
                    required=False,
                    widget=forms.TextInput(
                        attrs={"aria-describedby": f"announce-names id_announces_{side.lower()}_error"}
                    ),
                )
            self.fields["best"] = forms.ChoiceField(
                label=_("Better announce, when equal"),
                choices=[("", "–"), *sides],
                required=False,
            )
        if self.keys["sweep"]:
            self.fields["sweep"] = forms.ChoiceField(
                label=_("All eight tricks"), choices=[("", _("nobody")), *sides], required=False
            )
        if self.keys["alone"]:
            self.fields["alone"] = forms.BooleanField(label=_("One player alone took them all"), required=False)
        if self.keys["last_trick"]:
            self.fields["last_trick"] = forms.ChoiceField(
                label=_("Last trick"), choices=[("", "–"), *sides], required=False
            )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        for side in ("ns", "ew"):
            name = f"announces_{side}"
            if data.get(name):
                try:
                    data[name] = self._announces(data[name])
                except ValueError as error:
                    self.add_error(name, _("“%(word)s” is no announce.") % {"word": error.args[0]})
        if data.get("declarer") in {"NS", "EW"}:
            self._points_of_a_sweep(data)
            self._must_be_said(data)
        return data

    def _points_of_a_sweep(self, data: dict[str, Any]) -> None:
        """Who has all tricks leaves the other side no point: nobody needs to type that."""
        points = {"points_defence", "points_declarer"}
        if data.get("sweep") and not points & self.errors.keys() and all(data.get(name) is None for name in points):
            data["points_defence" if data["sweep"] == data["declarer"] else "points_declarer"] = 0

    def _must_be_said(self, data: dict[str, Any]) -> None:
        if not data.get("contract") and "contract" not in self.errors:
            self.add_error("contract", _("Which contract?"))
        if not data.get("trump") and "trump" not in self.errors:
            self.add_error("trump", _("Which trump?"))
        no_points = data.get("points_defence") is None and data.get("points_declarer") is None
        if no_points and not {"points_defence", "points_declarer"} & self.errors.keys():
            self.add_error("points_declarer", _("How many points? One of the two sides is enough."))

    def wrong_reason(self, text: str) -> None:
        """Say it beside the reason's field, where the cursor then waits."""
        self.reason_error = text
        self.fields["declarer"].widget.attrs.pop("autofocus", None)

    def _announces(self, text: str) -> list[str | int]:
        """ "tierce, carré d'as" in the words of the table, or a bare number of points."""
        known = {_plain(announce["label"]): announce["id"] for announce in self.keys["announces"]}
        known |= {_plain(announce["id"]): announce["id"] for announce in self.keys["announces"]}
        found: list[str | int] = []
        for word in re.split(r"[,;+/]", text):
            plain = _plain(word)
            if not plain:
                continue
            if plain.isdecimal() and len(plain) < 5:
                found.append(int(plain))
            elif plain in known:
                found.append(known[plain])
            else:
                raise ValueError(word.strip()[:30])
        return found

    def deal(self) -> dict[str, Any]:
        """The deal that was typed, in the format of the rules."""
        data = self.cleaned_data
        if data["declarer"] == "passed":
            return {"declarer": None}
        declarer = data["declarer"]
        defence = "EW" if declarer == "NS" else "NS"
        contract: str | int = int(data["contract"]) if data["contract"].isdecimal() else data["contract"]
        points = {declarer: data["points_declarer"], defence: data["points_defence"]}
        deal: dict[str, Any] = {
            "declarer": declarer,
            "contract": contract,
            "trump": data["trump"],
            "double": data.get("double") or "none",
            "points": {side: value for side, value in points.items() if value is not None},
            "belote": ["NS"] * (data.get("belote_ns") or 0) + ["EW"] * (data.get("belote_ew") or 0),
        }
        if self.keys["announces"]:
            deal["announces"] = {"NS": data.get("announces_ns") or [], "EW": data.get("announces_ew") or []}
        for name in ("sweep", "best", "last_trick"):
            if data.get(name):
                deal[name] = data[name]
        if data.get("alone"):
            deal["alone"] = True
        return deal

    def refuse(self, field: str, text: str) -> None:
        """Put a refusal of the rules beside the field it is about."""
        name = DEAL_FIELDS.get(field)
        if name == "points_defence" and self.cleaned_data.get(name) is None:
            name = "points_declarer"  # the one that was typed
        self.add_error(name if name in self.fields else None, text)


def values_of(deal: Mapping[str, Any], keys: Mapping[str, Any]) -> dict[str, Any]:
    """What the form for these keys shows of a deal that is to be amended: announces as they are called."""
    called = {one["id"]: one["label"] for one in keys["announces"]}
    declarer = deal.get("declarer")
    if declarer is None:
        return {"declarer": "passed"}
    defence = "EW" if declarer == "NS" else "NS"
    points = deal.get("points") or {}
    announces = deal.get("announces") or {}
    belote = deal.get("belote") or []
    return {
        "declarer": declarer,
        "contract": str(deal.get("contract", "")),
        "trump": deal.get("trump"),
        "double": deal.get("double", "none"),
        "points_declarer": points.get(declarer),
        "points_defence": points.get(defence),
        "belote_ns": belote.count("NS") or None,
        "belote_ew": belote.count("EW") or None,
        "sweep": deal.get("sweep") or "",
        "alone": deal.get("alone", False),
        "best": deal.get("best") or "",
        "last_trick": deal.get("last_trick") or "",
        "announces_ns": ", ".join(str(called.get(one, one)) for one in announces.get("NS", [])),
        "announces_ew": ", ".join(str(called.get(one, one)) for one in announces.get("EW", [])),
    }


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold().replace("’", "'"))
    return re.sub(r"[\s-]+", " ", "".join(c for c in decomposed if not unicodedata.combining(c))).strip()


def _trump_name(trump: str) -> str:
    names = {
        "S": _("Spades"),
        "H": _("Hearts"),
        "D": _("Diamonds"),
        "C": _("Clubs (suit)"),
        "SA": _("No-trump"),
        "TA": _("All-trump"),
    }
    return names[trump]


def _double_name(name: str) -> str:
    return {"none": _("no"), "coinche": _("Coinched"), "surcoinche": _("Surcoinched")}[name]
