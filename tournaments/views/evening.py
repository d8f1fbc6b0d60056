"""The evening as a line of steps: what is done, what is to do now, what comes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import in_club
from clubs.models import Club
from clubs.roles import Right
from core.templatetags.look import clock
from core.templatetags.look import day as day_of
from tournaments import navigation, nouns
from tournaments.models import Draw, Entry, Game, Publication, Round, Stage, StageEntry, Tournament
from tournaments.services import contests, publishing, showing, stages
from tournaments.views import rollnote
from tournaments.views.rehearsal import context_of


@in_club(Right.SEE_CLUB)
def evening(request: HttpRequest, club: Club, slug: str) -> HttpResponse:
    """One next step, whatever the state of the evening."""
    tournament = navigation.find(club, slug)
    stage = contests.only_stage(tournament)
    active = tournament.entries.filter(status=Entry.Status.ACTIVE, team__isnull=True).count()
    day = day_of(tournament.local_date)
    context = {
        **navigation.context(request, club, tournament, "evening"),
        "over": f"{day}, {tournament.place}" if tournament.place else day,
        "figures": [(_("It is"), clock(timezone.localtime())), (nouns.of(tournament).many, active)],
        **context_of(tournament),
        "steps": _steps(club, tournament, stage, active),
        "public_url": navigation.address("public-tournament", tournament, club),
    }
    return render(request, "tournaments/evening.html", context)


def _steps(club: Club, tournament: Tournament, stage: Stage, active: int) -> list[dict[str, Any]]:
    """The steps in order; the first that is not done is the one to do now."""
    rounds = list(Round.objects.filter(stage__tournament=tournament).order_by("number"))
    published = {row.round_id for row in publishing.public(tournament, Publication.What.STANDINGS)}
    steps = [_settings_step(club, tournament, stage), _entries_step(club, tournament, active, bool(rounds))]
    to_publish = next((row for row in reversed(rounds) if row.state == Round.State.CLOSED), None)
    last, held = stages.rounds_in_all(tournament), showing.is_held(tournament)
    roll = rollnote.next_roll(tournament)
    cuts = {stages.first_number(one): one for one in stages.stages_of(tournament) if one.position > 1}
    for number in range(1, last + 1):
        if number in cuts:
            steps.append(_cut_step(club, tournament, cuts[number]))
        round_ = rounds[number - 1] if number <= len(rounds) else None
        step = _round_step(club, tournament, number, round_, round_ is not None and round_.pk in published)
        waits = to_publish is not None and number == to_publish.number + 1 and to_publish.pk not in published
        if waits and to_publish is not None and not held:
            label = _("Publish round %(number)d") % {"number": to_publish.number}
            step["actions"].append(_link(label, navigation.address("standings", tournament, club)))
        if roll is not None and roll.number == number and (rounds or active >= 2):
            # Before the first draw it is the list that is looked at now.
            rollnote.add_to_step(step if rounds else steps[1], roll, navigation.address("roll", tournament, club))
        steps.append(step)
    begun = [row for row in rounds if row.state != Round.State.DRAFT]
    is_over = tournament.state == Tournament.State.FINISHED and bool(begun) and begun[-1].pk in published
    steps.append(
        {
            "icon": "eye",
            "title": _("Final standings"),
            "done": is_over,
            "text": _("published") if is_over else _("to be published and printed"),
            "actions": [
                _link(_("See the standings"), navigation.address("standings", tournament, club), main=True),
                _link(_("Print"), navigation.address("papers", tournament, club)),
            ],
            "url": navigation.address("standings", tournament, club),
            "label": _("See"),
        }
    )
    now_seen = False
    for step in steps:
        if step.pop("done"):
            step["state"] = "done"
        elif not now_seen:
            step["state"], now_seen = "now", True
        else:
            step["state"] = "next"
            step.pop("url", None)
    return steps


def _link(label: str, url: str, *, main: bool = False, post: bool = False) -> dict[str, Any]:
    return {"label": label, "url": url, "main": main, "post": post, "size": "big" if main else ""}


def _settings_step(club: Club, tournament: Tournament, stage: Stage) -> dict[str, Any]:
    rounds = ngettext("%(n)d round", "%(n)d rounds", stage.rounds_planned) % {"n": stage.rounds_planned}
    length = stage.game_format.length
    if stage.game_format.kind == "deals":
        game = ngettext("%(n)d deal", "%(n)d deals", length) % {"n": length}
    elif stage.game_format.kind == "target":
        game = _("%(n)d points") % {"n": length}
    else:
        game = ngettext("%(n)d minute", "%(n)d minutes", length) % {"n": length}
    return {
        "done": True,
        "time": clock(timezone.localtime(tournament.created_at)),
        "title": _("Settings"),
        "text": _("%(rounds)s, each of %(game)s") % {"rounds": rounds, "game": game},
        "url": navigation.address("tournament-settings", tournament, club),
        "label": _("Review"),
    }


def _entries_step(club: Club, tournament: Tournament, active: int, drawn: bool) -> dict[str, Any]:
    noun = nouns.of(tournament)
    return {
        "mark": "·",
        "done": drawn,
        "title": noun.many,
        "text": noun.entered(active) if active else "",
        "actions": [
            _link(noun.enter_them, navigation.address("entries", tournament, club), main=active < 2),
            *(
                [_link(_("Draw round 1"), navigation.address("draw", tournament, club), main=True)]
                if active >= 2
                else []
            ),
        ],
        "url": navigation.address("entries", tournament, club),
        "label": _("See the list"),
    }


def _cut_step(club: Club, tournament: Tournament, stage: Stage) -> dict[str, Any]:
    """Between two parts: who goes on."""
    url = navigation.address("stages", tournament, club)
    done = stages.is_ready(stage)
    count = stage.qualified.filter(state=StageEntry.State.QUALIFIED).count()
    text = nouns.of(tournament).count(count) if done else _("Who goes on is settled after the last round before it.")
    return {
        "mark": "·",
        "done": done,
        "title": stage.name,
        "text": text,
        "actions": [_link(_("Make the cut"), url, main=True)],
        "url": url,
        "label": _("See"),
    }


def _round_step(
    club: Club, tournament: Tournament, number: int, round_: Round | None, is_public: bool
) -> dict[str, Any]:
    title = _("Round %(number)d") % {"number": number}
    step: dict[str, Any] = {"mark": number, "title": title, "done": False, "text": ""}
    draw_url = navigation.address("draw", tournament, club)
    if round_ is None or round_.state == Round.State.DRAFT:
        draft = round_ is not None and round_.draws.filter(state=Draw.State.DRAFT).exists()
        step["title"] = _("Round %(number)d: draw") % {"number": number}
        label = _("Look at the draw") if draft else _("Draw round %(number)d") % {"number": number}
        step["actions"] = [_link(label, draw_url, main=True)]
        return step
    desk_url = navigation.address("desk", tournament, club)
    step["time"] = clock(timezone.localtime(round_.started_at)) if round_.started_at else ""
    total = round_.matches.count()
    closed = Game.objects.filter(match__round=round_, state=Game.State.CLOSED).count()
    count = ngettext("%(closed)d table closed of %(total)d", "%(closed)d tables closed of %(total)d", closed) % {
        "closed": closed,
        "total": total,
    }
    if round_.state == Round.State.PLAYING:
        step["title"] = _("Round %(number)d: being played") % {"number": number}
        step["progress"] = {"value": closed, "max": total, "text": count}
        step["actions"] = [
            _link(_("Open the desk"), desk_url, main=True),
            _link(_("Print the sheets"), navigation.address("papers", tournament, club)),
        ]
        return step
    step["done"] = True
    step["text"] = (_("%(count)s, published") if is_public else _("%(count)s, not published")) % {"count": count}
    step["url"] = f"{desk_url}?round={number}"
    step["label"] = _("Results")
    return step
