"""Rule sets as pages: the published ones for everybody, and a club's own with their versions."""

import uuid
from collections.abc import Iterable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import clubs_of, in_club, public, rights_in_club
from clubs.models import Club
from clubs.navigation import club_context
from clubs.roles import Right
from core import actors, limits
from core.toasts import toast
from scoring import rules, rulesets_edit, rulesets_store, rulesets_words
from scoring.forms_rulesets import CopyForm, ImportForm, SearchForm, language
from scoring.models import Ruleset, RulesetVersion
from scoring.rulesets_errors import RulesetRefused
from scoring.rulesets_findings import Finding, findings_of, known_findings
from scoring.rulesets_reading import differences_of, sections_of

#: How often one account may have a version checked in a minute: each takes two seconds.
MOST_CHECKS = 6

# What is published


def _cards(keys: Iterable[str], query: str = "", family: str = "") -> list[dict[str, Any]]:
    """The presets that hold every word of ``query`` and are of the family, by name, typed totals last."""
    words = [rulesets_store.plain_name(word) for word in query.split()]
    found = []
    for key in keys:
        ruleset = rules.preset(key)
        variants = rulesets_store.variant_names(key)
        said = [rulesets_store.in_language(names, language(), name) for name, names in variants.items()]
        origin = ruleset.origin
        text = rulesets_store.plain_name(" ".join([key, *ruleset.name.values(), origin.document, origin.notes, *said]))
        if (family and rulesets_words.family_of(ruleset) != family) or not all(word in text for word in words):
            continue
        found.append(
            {
                "key": key,
                "title": ruleset.title(language()),
                "origin": origin.said(language()),
                "family": rulesets_words.FAMILIES[rulesets_words.family_of(ruleset)],
                "variants": said,
                "is_last": ruleset.kind == "totals",
            }
        )
    return sorted(found, key=lambda card: (card["is_last"], rulesets_store.plain_name(card["title"])))


def _searched(request: HttpRequest) -> dict[str, Any]:
    form = SearchForm(request.GET)
    asked = form.cleaned_data if form.is_valid() else {"q": "", "family": ""}
    cards = _cards(rules.preset_ids(), asked["q"], asked["family"])
    count = ngettext("%(n)d published rule set", "%(n)d published rule sets", len(cards)) % {"n": len(cards)}
    return {"search": form, "presets": cards, "count": count, "is_searched": bool(asked["q"] or asked["family"])}


@public
@require_safe
def presets(request: HttpRequest) -> HttpResponse:
    """The rule sets that come with the product, each with the document and date it is taken from."""
    return render(request, "scoring/presets.html", _searched(request))


@public
@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """A published rule set, or one with variants ("ffb-contree-2016+points"), in readable words."""
    ruleset = _preset_or_404(preset)
    preset_id, *chosen = preset.split(rulesets_store.PLUS)
    names = rulesets_store.variant_names(preset_id)
    variants = [
        {
            "key": f"{preset_id}{rulesets_store.PLUS}{name}",
            "title": rulesets_store.in_language(said, language(), name),
            "chosen": name in chosen,
        }
        for name, said in names.items()
    ]
    base = rules.preset(preset_id)
    context = {
        "key": preset,
        "base_key": preset_id,
        "base_title": base.title(language()),
        "title": rulesets_store.preset_title(preset, language()),
        "origin": ruleset.origin.said(language()),
        "family": rulesets_words.FAMILIES[rulesets_words.family_of(ruleset)],
        "sections": sections_of(ruleset, language()),
        "variants": variants,
        "differences": differences_of(base, ruleset, language()) if chosen else (),
        "clubs": _clubs_to_copy_to(request),
    }
    return render(request, "scoring/preset.html", context)


def _clubs_to_copy_to(request: HttpRequest) -> list[Club]:
    if not request.user.is_authenticated:
        return []
    return [club for club in clubs_of(request.user)[:20] if Right.ORGANISE in rights_in_club(request.user, club)]


@public
@require_safe
def preset_file(request: HttpRequest, preset: str) -> HttpResponse:
    """The rule-set file of a published rule set."""
    _preset_or_404(preset)
    preset_id, *variants = preset.split(rulesets_store.PLUS)
    source = rulesets_edit.with_variants(rules.preset_source(preset_id), variants)
    return _file(source, f"{preset.replace(rulesets_store.PLUS, '-')}.toml")


def _preset_or_404(key: str) -> rules.RuleSet:
    """The preset of this key. Each variant at most once, so that the number of pages is bounded."""
    preset_id, *variants = key.split(rulesets_store.PLUS)
    if preset_id not in rules.preset_ids() or len(set(variants)) < len(variants):
        raise Http404
    try:
        return rulesets_store.preset(key)
    except rules.RuleSetError:
        raise Http404 from None


def _file(source: str, name: str) -> HttpResponse:
    answer = HttpResponse(source, content_type="application/toml; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


# What a club has


def own_or_404(club: Club, ruleset_id: uuid.UUID) -> Ruleset:
    """A rule set of this club; another club's is not there."""
    return get_object_or_404(rulesets_store.own_rulesets(club), pk=ruleset_id)


@in_club(Right.SEE_CLUB)
@require_safe
def rulesets(request: HttpRequest, club: Club) -> HttpResponse:
    """The club's own rule sets, and the published ones to copy from."""
    own = list(rulesets_store.own_rulesets(club))
    context = {
        **club_context(request, club, "rules"),
        "own": [_own_card(ruleset) for ruleset in own if ruleset.archived_at is None],
        "archived": [_own_card(ruleset) for ruleset in own if ruleset.archived_at is not None],
        **_searched(request),
    }
    return render(request, "scoring/rulesets.html", context)


def _own_card(ruleset: Ruleset) -> dict[str, Any]:
    parent = ruleset.copied_from
    return {
        "ruleset": ruleset,
        "parent": rulesets_store.title_of(parent, language()) if parent is not None else "",
        "has_draft": hasattr(ruleset, "draft"),
    }


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def copy(request: HttpRequest, club: Club, of: str) -> HttpResponse:
    """A copy of a published rule set (``of``: its key) or of a version of the club's own (its id), to be changed."""
    version, key = _origin(club, of)
    variants = rulesets_store.variant_names(key) if key in rules.preset_ids() else {}
    suggestion = rulesets_edit.free_name(club, _("Rules of %(club)s") % {"club": club.name})
    form = CopyForm(request.POST or None, variants=variants, initial={"name": suggestion})
    if request.method == "POST" and form.is_valid():
        data, actor = form.cleaned_data, actors.of_user(request.user)
        try:
            if version is None:
                chosen = rulesets_store.PLUS.join([key, *data.get("variants", [])])
                made = rulesets_edit.copy_preset(club, chosen, data["name"], actor)
            else:
                made = rulesets_edit.copy_own(club, version.pk, data["name"], actor)
        except RulesetRefused as error:
            form.add_error(error.field or None, rulesets_words.of_refusal(error))
        else:
            return redirect("ruleset-edit", club.slug, made.pk)
    title = rulesets_store.title_of(version, language()) if version else rulesets_store.preset_title(key, language())
    context = {**club_context(request, club, "rules"), "form": form, "origin_title": title}
    return render(request, "scoring/copy.html", context, status=422 if form.errors else 200)


def _origin(club: Club, of: str) -> tuple[RulesetVersion | None, str]:
    """What is copied: a version of the club's own, or a preset's key."""
    try:
        return get_object_or_404(rulesets_store.own_versions(club), pk=uuid.UUID(of)), ""
    except ValueError:
        _preset_or_404(of)
        return None, of


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def import_file(request: HttpRequest, club: Club) -> HttpResponse:
    """A rule set from a file, checked; what is wrong is shown with its line, and the text stays to be mended."""
    form = ImportForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            made = rulesets_edit.import_source(
                club, form.source, data["name"], actors.of_user(request.user), data.get("variants", [])
            )
        except RulesetRefused as error:
            form.add_error(error.field or None, rulesets_words.of_refusal(error))
        else:
            toast(request, _("Read. Look at the answers and the worked examples, then save."))
            return redirect("ruleset-edit", club.slug, made.pk)
    context = {**club_context(request, club, "rules"), "form": form}
    return render(request, "scoring/import.html", context, status=422 if form.errors else 200)


@in_club(Right.SEE_CLUB)
@require_safe
def ruleset(request: HttpRequest, club: Club, ruleset: uuid.UUID) -> HttpResponse:
    """One of the club's own: its rules in words as they count now, its versions, what differs from its parent."""
    found = own_or_404(club, ruleset)
    if found.current is None:
        return _shown(request, club, found, None)
    return _shown(request, club, found, found.current)


@in_club(Right.SEE_CLUB)
@require_safe
def version(request: HttpRequest, club: Club, ruleset: uuid.UUID, version_no: int) -> HttpResponse:
    """An earlier version, as it was frozen."""
    found = own_or_404(club, ruleset)
    return _shown(request, club, found, get_object_or_404(found.versions.all(), number=version_no))


def _shown(request: HttpRequest, club: Club, found: Ruleset, version: RulesetVersion | None) -> HttpResponse:
    parent = found.copied_from
    resolved = rulesets_store.rules_of(version) if version is not None else None
    versions = list(found.versions.select_related("created_by").order_by("-number"))
    before = version.parent if version is not None else None
    context = {
        **club_context(request, club, "rules"),
        "ruleset": found,
        "version": version,
        "is_current": version is not None and version.pk == found.current_id,
        "versions": versions,
        "parent_title": rulesets_store.title_of(parent, language()) if parent is not None else "",
        "sections": sections_of(resolved, language()) if resolved is not None else (),
        "family": rulesets_words.FAMILIES[rulesets_words.family_of(resolved)] if resolved is not None else "",
        "from_parent": _differences(parent, resolved),
        "from_before": _differences(before, resolved) if before is not None and before != parent else None,
        "before_number": before.number if before is not None else None,
        "has_draft": hasattr(found, "draft"),
        "has_parent": parent is not None,
        "findings": _findings(request, resolved),
    }
    return render(request, "scoring/ruleset.html", context)


def _findings(request: HttpRequest, resolved: rules.RuleSet | None) -> list[Finding] | None:
    """What the checks say: what was worked out when the version was saved, or now where an organiser asks (``check``).
    None where nobody has looked."""
    if resolved is None:
        return None
    known = known_findings(resolved, language())
    wants = "check" in request.GET and Right.ORGANISE in request.rights  # type: ignore[attr-defined]
    if known is None and wants and limits.allowed("rule-checks", str(request.user.pk), MOST_CHECKS):
        return findings_of(resolved, language())
    return known


def _differences(parent: RulesetVersion | None, resolved: rules.RuleSet | None) -> Any:
    if parent is None or resolved is None:
        return ()
    return differences_of(rulesets_store.rules_of(parent), resolved, language())


@in_club(Right.SEE_CLUB)
@require_safe
def version_file(request: HttpRequest, club: Club, ruleset: uuid.UUID, version_no: int) -> HttpResponse:
    """The rule-set file of a version."""
    found = own_or_404(club, ruleset)
    version = get_object_or_404(found.versions.all(), number=version_no)
    return _file(rulesets_edit.exported(version), rulesets_edit.file_name(version))


@in_club(Right.ORGANISE)
@require_POST
def archive(request: HttpRequest, club: Club, ruleset: uuid.UUID) -> HttpResponse:
    """Put a rule set away, or (``restore``) offer it again."""
    found = own_or_404(club, ruleset)
    actor = actors.of_user(request.user)
    if "restore" in request.GET:
        try:
            rulesets_edit.restore(found.pk, actor)
        except RulesetRefused as error:
            toast(request, rulesets_words.of_refusal(error), refused=True)
            return redirect("ruleset", club.slug, found.pk)
        toast(request, _("“%(name)s” is offered again.") % {"name": found.name})
        return redirect("rulesets", club.slug)
    rulesets_edit.archive(found.pk, actor)
    toast(
        request,
        _("“%(name)s” is put away. Tournaments that count by it go on.") % {"name": found.name},
        undo_url=f"{reverse('ruleset-archive', args=[club.slug, found.pk])}?restore",
        undo_label=_("Put back"),
    )
    return redirect("rulesets", club.slug)


@in_club(Right.ORGANISE)
@require_POST
def discard(request: HttpRequest, club: Club, ruleset: uuid.UUID) -> HttpResponse:
    """Give up what was changed since the last version."""
    found = own_or_404(club, ruleset)
    revision = request.POST.get("revision", "")
    if not revision.isdecimal():
        raise BadRequest
    try:
        left = rulesets_edit.discard(found.pk, int(revision), actors.of_user(request.user))
    except RulesetRefused as error:
        toast(request, rulesets_words.of_refusal(error), refused=True)
        return redirect("ruleset", club.slug, found.pk)
    toast(request, _("The changes are given up.") if left else _("“%(name)s” is gone.") % {"name": found.name})
    return redirect("ruleset", club.slug, found.pk) if left else redirect("rulesets", club.slug)
