"""What the reference page of the look (templates/look/reference.html) shows: invented, in French, never translated."""

import datetime as dt
from typing import Any

from django import forms
from django.utils.html import format_html

NB = "\u00a0"


class SpecimenForm(forms.Form):
    """One field of each kind, with a help, an error and an optional one among them."""

    name = forms.CharField(label="Nom du concours", initial="Concours de la Saint-Martin")
    day = forms.DateField(label="Date", help_text="Le jour où l’on joue.")
    rounds = forms.IntegerField(label="Tours", initial=4, min_value=1, max_value=12)
    draw = forms.ChoiceField(
        label="Tirage", choices=[("random", "Au sort à chaque tour, jamais deux fois la même rencontre")]
    )
    formula = forms.ChoiceField(
        label="Formule",
        widget=forms.RadioSelect,
        initial="village",
        choices=[
            ("again", format_html("Comme la dernière fois<small>{}</small>", f"Concours de Pâques{NB}: 4 tours")),
            ("village", format_html("Village<small>{}</small>", "4 tours de 12 donnes, total des points")),
            ("melee", format_html("Mêlée<small>{}</small>", "Partenaire tiré au sort à chaque tour")),
        ],
    )
    also = forms.MultipleChoiceField(
        label="On joue aussi",
        widget=forms.CheckboxSelectMultiple,
        required=False,
        initial=["SA"],
        choices=[("SA", "Sans atout"), ("TA", "Tout atout")],
    )
    arbiter = forms.CharField(
        label="Arbitre",
        error_messages={"required": f"Nommez quelqu’un{NB}: c’est lui que les tables appelleront."},
    )
    list_file = forms.FileField(label="Liste des doublettes", required=False, help_text="CSV ou Excel, 5 Mo au plus.")
    remarks = forms.CharField(label="Remarques", widget=forms.Textarea, required=False)
    full_names = forms.BooleanField(
        label="Publier les noms entiers",
        required=False,
        help_text="Sans cette case, la page publique montre le prénom et l’initiale du nom.",
    )


def _action(label: str, **rest: Any) -> dict[str, Any]:
    return {"label": label, "url": "#", **rest}


def _timeline() -> list[dict[str, Any]]:
    return [
        {"state": "done", "time": "18 h 10", "title": "Réglages", "text": "4 tours de 12 donnes, règle club",
         "url": "#", "label": "Revoir"},
        {"state": "done", "time": "19 h 55", "title": "Inscriptions closes",
         "text": "64 doublettes présentes, toutes payées", "url": "#", "label": "Revoir la liste"},
        {"state": "now", "time": "21 h 04", "mark": 2, "title": f"Tour 2{NB}: on joue",
         "progress": {"value": 24, "max": 32, "text": "24 tables closes sur 32"},
         "faults": [
             {"icon": "hand", "where": "Table 12", "text": "les deux camps ne sont pas d’accord sur la donne 7."},
             {"icon": "clock", "where": "Tables 9, 17 et 26", "text": "en retard sur la salle."},
         ],
         "actions": [_action("Ouvrir le bureau", main=True, size="big"), _action("Saisir une feuille papier")]},
        {"state": "next", "time": "22 h 10", "mark": 3, "title": "Publier le tour 2, tirer le tour 3",
         "text": "dès que les 32 tables sont closes"},
        {"state": "next", "time": "0 h 10", "icon": "eye", "title": "Classement final et lots",
         "text": "64 lots, du dernier au premier"},
    ]  # fmt: skip


def _checklist() -> list[dict[str, str]]:
    return [
        {"state": "ok", "title": "Règle", "value": "club, version 1, datée du 3 mars 2025"},
        {"state": "ok", "title": "Exempt", "value": "moyenne du tour, jamais deux fois la même"},
        {"state": "must", "title": "Arbitre", "value": "personne n’est nommé", "url": "#id_arbiter",
         "label": "Choisir"},
        {"state": "can", "title": "Lots", "value": "à remplir avant le dernier tour", "url": "#",
         "label": "Plus tard"},
    ]  # fmt: skip


def _desk_rows() -> list[dict[str, Any]]:
    names = [["de La Tour d’Auvergne", "Le Goff"], ["Kervran", "Mazurier"], ["Aubry", "Tanguy"], ["Moal", "Péron"]]
    sides = [{"number": number, "names": pair} for number, pair in zip((14, 31, 5, 40), names, strict=True)]
    return [
        {"table": 12, "sides": sides[:2], "played": 12, "state": "disagree", "hot": True, "minutes": 53,
         "reason": f"Donne 7{NB}: 96 ou 86", "action": _action("Trancher", main=True)},
        {"table": 9, "sides": sides[2:], "played": 7, "state": "late", "hot": True, "minutes": 53,
         "reason": "5 donnes de moins que la salle", "action": _action("Ouvrir")},
        {"table": 4, "sides": sides[1:3], "played": 11, "state": "playing", "hot": False, "minutes": 53,
         "reason": "Dernière donne", "action": _action("Ouvrir")},
        {"table": 7, "sides": sides[::2], "played": 12, "state": "both_sides", "hot": False, "minutes": 47,
         "reason": "1 042 à 612", "action": _action("Clore", main=True)},
    ]  # fmt: skip


def _standings() -> list[dict[str, Any]]:
    rows = [
        (1, 1, "Denise Collet, Jos Trividic", "Kerloc’h", (1104, 1042)),
        (2, 27, "Émile Gallou, Ève Morvan", "Saint-Yvon", (988, 1006)),
        (3, 14, "Marie-Thérèse de La Tour d’Auvergne, Jean-Pierre Le Goff", "Kerloc’h", (1018, 834)),
        (4, 52, "Jean Quéré, Rose Le Bihan", "Plouvenez", (926, 926)),
    ]
    return [
        {"rank": place, "number": number, "names": names, "club": club, "rounds": rounds, "total": sum(rounds),
         "open": place == 3}
        for place, number, names, club, rounds in rows
    ]  # fmt: skip


def _criteria() -> list[dict[str, str]]:
    return [
        {"label": "Total des points", "values": "1 852 = 1 852", "state": "equal", "verdict": "égalité avec la 52"},
        {"label": "Meilleure partie", "values": "1 018 > 926", "state": "decided"},
        {"label": "Rencontre directe", "state": "unseen"},
    ]


def reference_context() -> dict[str, Any]:
    """Everything the reference page shows. Its form is bound, so that the errors are seen."""
    data = {"name": "Concours de la Saint-Martin", "day": "2026-11-14", "rounds": 4, "draw": "random",
            "formula": "village", "also": ["SA"], "arbiter": ""}  # fmt: skip
    states = ["waiting", "playing", "one_side", "both_sides", "disagree", "late", "paper", "closed"]
    return {
        "brand_name": "Amicale de Kerloc’h",
        "nav_label": "Concours",
        "nav_items": [
            {"label": label, "url": "#", "current": label == "Soirée"}
            for label in ("Soirée", "Doublettes", "Tirage", "Bureau", "Classement", "Réglages")
        ],
        "head_figures": [("Il est", "21 h 57"), ("Doublettes", 64), ("Fin de soirée", "vers 0 h 20")],
        "head_actions": [_action("Imprimer", icon="printer"), _action("Publier le tirage", main=True, post=True)],
        "steps": _timeline(),
        "checks": _checklist(),
        "desk_rows": _desk_rows(),
        "plan_tables": [{"number": n + 1, "state": states[n % 8], "url": "#"} for n in range(16)],
        "states": states,
        "standings": _standings(),
        "terms": [("Tour 1, table 8, contre la 33", 1018), ("Tour 2, table 12, contre la 31", 834)],
        "criteria": _criteria(),
        "faults": [
            {"where": "Table 3", "text": "les doublettes 40 et 33 se sont déjà rencontrées au tour 1.", "url": "#",
             "label": "Proposer un échange", "post": True},
            {"where": "Table 6", "text": "les doublettes 18 et 44 sont du même club.", "allowed": True},
        ],
        "deals": [
            {"no": 4, "declarer": "EW", "pair": 31, "contract": 100, "trump": "C", "doubling": "coinché",
             "outcome": "Chute, 92 points", "scores": [{"points": 324, "total": 414}, {"points": 0, "total": 292}]},
            {"no": 3, "declarer": "NS", "pair": 14, "contract": 80, "trump": "TA", "doubling": "",
             "outcome": "Fait, 121 points", "scores": [{"points": 80, "total": 90}, {"points": 0, "total": 292}],
             "held": f"81 partout{NB}: 81 points attendent la donne suivante."},
        ],
        "numbers": [1852, -40, 0, 12, 250, 501],
        "now": dt.datetime(2026, 11, 14, 21, 57),
        "icons": [
            "tick", "triangle", "clock", "hand", "pen", "lock", "unlock", "eye", "chevron", "chevron-left",
            "chevron-down", "chevron-up", "printer", "plus", "minus", "cross", "phone", "offline", "search", "qr",
            "trash", "undo", "ring", "half", "swap", "redraw", "screen", "erase", "download", "upload",
        ],
        "trumps": ["S", "H", "D", "C", "SA", "TA"],
        "undo": {"url": "/", "label": "Remettre"},
        "form": SpecimenForm(data),
        "pair_names": ["Marie-Thérèse de La Tour d’Auvergne", "Jean-Pierre Le Goff"],
    }  # fmt: skip
