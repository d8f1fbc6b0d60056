"""The button that takes a list away: ``{% load downloads %}{% downloads "entries" %}``."""

from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.translation import gettext_lazy as _lazy

register = template.Library()

#: By the end of the file's name: what it is good for.
FORMATS = (
    ("xlsx", _lazy("Excel, LibreOffice (XLSX)")),
    ("csv", _lazy("Plain table (CSV)")),
    ("json", _lazy("For programs (JSON)")),
)


def files(club: str, tournament: str, what: str, number: int | None = None, *, public: bool = False) -> list[Any]:
    """The files of a list of a tournament, by its club's and its own address."""
    name = ("public-" if public else "") + ("table-file" if number is None else "table-file-round")
    where = [club, tournament, what, *([] if number is None else [number])]
    formats = [one for one in FORMATS if what != "all" or one[0] != "csv"]
    return [
        {"url": reverse(name, args=[*where, suffix]), "label": said, "short": suffix.upper()}
        for suffix, said in formats
    ]


@register.inclusion_tag("components/downloads.html", takes_context=True)
def downloads(
    context: Context, what: str, *, number: int | None = None, public: bool = False, label: str = ""
) -> dict[str, Any]:
    """The formats of a list of the page's tournament; ``number``: of that round alone; ``public``: of what is
    published. ``label``: what the button says where "Download" is not enough."""
    where = (context["club"].slug, context["tournament"].slug)
    return {"label": label, "files": files(*where, what, number, public=public)}
