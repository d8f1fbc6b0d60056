from django.urls import path

from tournaments.views import demo, desk, draw, entries, evening, public, roll, setup, sheet, standings

T = "c/<slug:club>/t/<slug:slug>/"

urlpatterns = [
    path("demo/", demo.make, name="demo"),
    path("demo/<uuid:job>/", demo.progress, name="demo-progress"),
    path("c/<slug:club>/", setup.club_home, name="club"),
    path("c/<slug:club>/new/", setup.new, name="tournament-new"),
    path(T, evening.evening, name="tournament"),
    path(f"{T}settings/", setup.settings, name="tournament-settings"),
    path(f"{T}settings/rules/", setup.change_rules, name="tournament-rules"),
    path(f"{T}entries/", entries.entry_list, name="entries"),
    path(f"{T}entries/add/", entries.add, name="entry-add"),
    path(f"{T}entries/import/", entries.import_list, name="entries-import"),
    path(f"{T}entries/join/", entries.join, name="entries-join"),
    path(f"{T}entries/<uuid:entry>/", entries.change, name="entry-change"),
    path(f"{T}entries/<uuid:entry>/paid/", entries.paid, name="entry-paid"),
    path(f"{T}entries/<uuid:entry>/partner/", entries.partner, name="entry-partner"),
    path(f"{T}roll/", roll.roll, name="roll"),
    path(f"{T}roll/change/", roll.change, name="roll-change"),
    path(f"{T}roll/tick/", roll.tick, name="roll-tick"),
    path(f"{T}draw/", draw.draw_page, name="draw"),
    path(f"{T}draw/make/", draw.make, name="draw-make"),
    path(f"{T}draw/<uuid:draw>/publish/", draw.publish, name="draw-publish"),
    path(f"{T}rounds/<uuid:round_id>/withdraw/", draw.withdraw, name="draw-withdraw"),
    path(f"{T}rounds/<uuid:round_id>/close/", standings.close_round, name="round-close"),
    path(f"{T}rounds/<uuid:round_id>/publish/", standings.publish, name="results-publish"),
    path(f"{T}rounds/<uuid:round_id>/time/", desk.call_time, name="round-time"),
    path(f"{T}rounds/<uuid:round_id>/codes/", desk.renew_codes, name="codes-renew"),
    path(f"{T}desk/", desk.desk, name="desk"),
    path(f"{T}sheets/<uuid:game>/", sheet.sheet, name="sheet"),
    path(f"{T}sheets/<uuid:game>/close/", sheet.close, name="sheet-close"),
    path(f"{T}sheets/<uuid:game>/take-back/", sheet.take_back, name="sheet-take-back"),
    path(f"{T}sheets/<uuid:game>/reopen/", sheet.reopen, name="sheet-reopen"),
    path(f"{T}standings/", standings.standings, name="standings"),
    path(f"{T}publications/<uuid:publication>/withdraw/", standings.withdraw, name="results-withdraw"),
    path("p/<slug:club>/", public.club_page, name="public-club"),
    path("p/<slug:club>/<slug:slug>/", public.tournament_page, name="public-tournament"),
    path("p/<slug:club>/<slug:slug>/rules/", public.rules_page, name="public-rules"),
]
