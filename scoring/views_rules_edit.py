"""The page on which a club changes its rules, in the words of the card table, with examples that follow."""

import json
import uuid
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import in_club
from clubs.models import Club
from clubs.navigation import club_context
from clubs.roles import Right
from core import actors, limits
from core.toasts import toast
from scoring import rules, rulesets_edit, rulesets_store, rulesets_words
from scoring.forms_rulesets import HeadForm, language
from scoring.models import Ruleset
from scoring.rules.plain import BY_KEY, INSTEAD_WITHOUT_BIDS
from scoring.rulesets_errors import RulesetConflict, RulesetRefused
from scoring.rulesets_page import (
    EXPERT,
    Page,
    answers_in,
    changed_keys,
    page_of_form,
    page_of_tree,
    shown_areas,
    shown_groups,
)
from scoring.rulesets_reading import differences_of
from scoring.views_rulesets import own_or_404

#: How often one account may have examples computed in a minute: a person who types fast asks once a second.
MOST_EXAMPLES = 120


@in_club(Right.ORGANISE)
@require_http_methods(["GET", "POST"])
def edit(request: HttpRequest, club: Club, ruleset: uuid.UUID) -> HttpResponse:
    """Answers in, a draft or the next version out; whatever is wrong stands beside its field with what was typed."""
    found = own_or_404(club, ruleset)
    if request.method == "GET":
        tree = rulesets_edit.tree_at_work(found)
        return _shown(request, club, found, page_of_tree(tree), _head(found))
    page = page_of_form(request.POST, rulesets_edit.tree_at_work(found), language())
    head = _head(found, request.POST)
    action = request.POST.get("action", "compute")
    if action not in {"save", "keep"} or page.ruleset is None or not head.is_valid():
        is_wrong = action in {"save", "keep"}
        return _shown(request, club, found, page, head if is_wrong else _head(found, request.POST), is_wrong=is_wrong)
    return _saved(request, club, found, page, head, action)


def _head(found: Ruleset, data: Any = None) -> HeadForm:
    initial = {"name": found.name, **found.about}
    return HeadForm(data, initial=initial)


def _saved(request: HttpRequest, club: Club, found: Ruleset, page: Page, head: HeadForm, action: str) -> HttpResponse:
    actor, revision = actors.of_user(request.user), _revision(request)
    edited = rulesets_edit.Edited(head.cleaned_data["name"], page.tree, head.about())
    try:
        if action == "keep":
            rulesets_edit.save_draft(found.pk, edited, revision, actor)
            toast(request, _("Kept. It counts nowhere until you save it as a version."))
            return redirect("ruleset", club.slug, found.pk)
        saved = rulesets_edit.save_version(found.pk, edited, revision, head.cleaned_data["note"], actor, language())
    except RulesetConflict:
        found.refresh_from_db()
        return _shown(request, club, found, page, head, conflict=_theirs(found, page))
    except RulesetRefused as error:
        if error.field:
            head.add_error(error.field, rulesets_words.of_refusal(error))
        return _shown(request, club, found, page, head, refused=error, is_wrong=True)
    except rules.RuleSetError as error:
        head.add_error(None, rulesets_words.of_file_error(error, has_file=False))
        return _shown(request, club, found, page, head, is_wrong=True)
    return _done(request, club, found, saved)


def _done(request: HttpRequest, club: Club, found: Ruleset, saved: rulesets_edit.Saved) -> HttpResponseRedirect:
    number = saved.version.number
    if saved.is_new:
        toast(request, _("Saved as version %(number)d.") % {"number": number})
    else:
        toast(request, _("These are exactly the rules of version %(number)d: no new version.") % {"number": number})
    return redirect("ruleset", club.slug, found.pk)


def _revision(request: HttpRequest) -> int:
    sent = request.POST.get("revision", "")
    return int(sent) if sent.isdecimal() and len(sent) < 10 else -1


def _theirs(found: Ruleset, page: Page) -> Any:
    """What differs between what somebody else kept or saved meanwhile and what this page says."""
    theirs = page_of_tree(rulesets_edit.tree_at_work(found))
    if theirs.ruleset is None or page.ruleset is None:
        return ()
    return differences_of(theirs.ruleset, page.ruleset, language())


def _shown(
    request: HttpRequest,
    club: Club,
    found: Ruleset,
    page: Page,
    head: HeadForm,
    *,
    conflict: Any = None,
    refused: RulesetRefused | None = None,
    is_wrong: bool = False,
) -> HttpResponse:
    parent = found.copied_from
    live = _live(found, page)
    groups = shown_groups(page, live["changed"], language())
    areas = shown_areas(page)
    last = found.versions.order_by("-number").first()
    context = {
        **club_context(request, club, "rules"),
        "ruleset": found,
        "revision": found.revision,
        "is_touched": request.method == "POST",
        "groups": groups,
        "areas": areas,
        "expert_on": page.expert,
        "beyond": page.beyond,
        "head": head,
        "wrong": _wrong(groups, areas, head) if is_wrong else [],
        "refusals": head.non_field_errors() if is_wrong else [],
        "findings": refused.findings if refused is not None else (),
        "refused": rulesets_words.of_refusal(refused) if refused is not None and not refused.field else "",
        "conflict": conflict,
        "is_conflict": conflict is not None,
        "parent_title": rulesets_store.title_of(parent, language()) if parent is not None else "",
        "instead_without_bids": json.dumps({key: dict(answers) for key, answers in INSTEAD_WITHOUT_BIDS.items()}),
        "next_number": last.number + 1 if last is not None else 1,
        **live,
    }
    status = 409 if conflict is not None else 422 if is_wrong else 200
    return render(request, "scoring/edit.html", context, status=status)


def _wrong(groups: list[dict[str, Any]], areas: list[dict[str, Any]], head: HeadForm) -> list[dict[str, Any]]:
    """What is to be mended, from the top of the page down, each with the id of its field."""
    fields = [one for group in groups for one in group["fields"] if one["error"] and one["is_asked"]]
    texts = [{**area, "id": f"expert-{area['id']}"} for area in areas if area["error"]]
    names = [{"id": one.id_for_label, "label": one.label, "error": one.errors[0]} for one in head if one.errors]
    return [*fields, *texts, *names]


def _parent_answers(found: Ruleset) -> Mapping[str, Any] | None:
    return answers_in(found.copied_from) if found.copied_from is not None else None


def _live(found: Ruleset, page: Page) -> dict[str, Any]:
    """What follows the answers: the worked examples, what differs from the parent, and what the script marks."""
    parent = found.copied_from
    differences: Any = ()
    if parent is not None and page.ruleset is not None:
        differences = differences_of(rulesets_store.rules_of(parent), page.ruleset, language())
    changed = changed_keys(page, _parent_answers(found))
    texts = {f"{EXPERT}{area}": text for area, text in page.area_errors.items()}
    said = {"errors": {**page.errors, **texts}, "changed": changed, "formulas": page.formulas}
    return {
        "examples": page.examples(language(), parent),
        "slips": page.slips(language()),
        "differences": differences,
        "has_parent": parent is not None,
        "parent_name": rulesets_store.title_of(parent, language()) if parent is not None else "",
        "is_computed": page.ruleset is not None,
        "general": page.general,
        "marked": [
            {"id": f"q-{key}", "label": BY_KEY[key].label(language()), "error": text}
            for key, text in page.errors.items()
        ],
        "changed": changed,
        "said": json.dumps(said),
    }


@in_club(Right.ORGANISE)
@require_POST
def examples(request: HttpRequest, club: Club, ruleset: uuid.UUID) -> HttpResponse:
    """The fragment beside the form, for the answers as they stand in it; nothing is kept."""
    found = own_or_404(club, ruleset)
    if not limits.allowed("rule-examples", str(request.user.pk), MOST_EXAMPLES):
        return HttpResponse(_("Too many at once. Wait a moment."), status=429, content_type="text/plain")
    page = page_of_form(request.POST, rulesets_edit.tree_at_work(found), language())
    return render(request, "scoring/_live.html", _live(found, page))
