from django.urls import path

from scoring import views_calculator as calculator
from scoring import views_rules_edit as edit
from scoring import views_rulesets as rulesets

R = "c/<slug:club>/rules/"

urlpatterns = [
    path("calculator/", calculator.calculator_page, name="calculator"),
    path("calculator/quiz/", calculator.quiz, name="calculator-quiz"),
    path("rules/", rulesets.presets, name="presets"),
    path("rules/<str:preset>/", rulesets.preset, name="preset"),
    path("rules/<str:preset>/file/", rulesets.preset_file, name="preset-file"),
    path(R, rulesets.rulesets, name="rulesets"),
    path(f"{R}copy/<str:of>/", rulesets.copy, name="ruleset-copy"),
    path(f"{R}import/", rulesets.import_file, name="ruleset-import"),
    path(f"{R}<uuid:ruleset>/", rulesets.ruleset, name="ruleset"),
    path(f"{R}<uuid:ruleset>/edit/", edit.edit, name="ruleset-edit"),
    path(f"{R}<uuid:ruleset>/examples/", edit.examples, name="ruleset-examples"),
    path(f"{R}<uuid:ruleset>/archive/", rulesets.archive, name="ruleset-archive"),
    path(f"{R}<uuid:ruleset>/discard/", rulesets.discard, name="ruleset-discard"),
    path(f"{R}<uuid:ruleset>/versions/<int:version_no>/", rulesets.version, name="ruleset-version"),
    path(f"{R}<uuid:ruleset>/versions/<int:version_no>/file/", rulesets.version_file, name="ruleset-file"),
]
