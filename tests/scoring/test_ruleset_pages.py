"""The pages of rule sets, as a browser meets them: lists, copies, files, versions, and a refusal that loses nothing."""

import io
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from clubs.roles import Role
from core.actors import SYSTEM
from scoring import rules, rulesets_edit, rulesets_findings, rulesets_store, views_rules_edit
from scoring.models import Ruleset
from scoring.rulesets_findings import Finding
from scoring.rulesets_page import page_of_tree, shown_groups
from tests.factories import make_club

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture
def club() -> Club:
    return make_club(name="Amicale")


@pytest.fixture
def organiser(client_for: Callable[..., Client], club: Club) -> Client:
    return client_for(Role.ORGANISER, club)


@pytest.fixture(autouse=True)
def no_lint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets_findings, "lint", lambda ruleset: ())


def copied(club: Club, preset: str = "club", name: str = "Règle du jeudi") -> Ruleset:
    return rulesets_edit.copy_preset(club, preset, name, SYSTEM)


def filled(ruleset: Ruleset, **changes: Any) -> dict[str, Any]:
    """The edit page's form as it is shown, with changes by field name."""
    form: dict[str, Any] = {"name": ruleset.name, "revision": str(ruleset.revision), "action": "save"}
    for group in shown_groups(page_of_tree(rulesets_edit.tree_at_work(ruleset)), [], "fr"):
        for one in group["fields"]:
            form |= _field(one)
    form |= {name.replace("__", "."): value for name, value in changes.items()}
    return {name: value for name, value in form.items() if value is not None}


def _field(one: dict[str, Any]) -> dict[str, Any]:
    if one["kind"] == "flag":
        return {one["name"]: "1" if one["value"] else None}
    if one["kind"] in {"choice", "set"}:
        return {one["name"]: [option["value"] for option in one["options"] if option["chosen"]]}
    if one["kind"] == "table":
        return {f"{one['name']}.{row['option']}": str(row["value"]) for row in one["rows"]}
    return {} if one["kind"] == "ladder" else {one["name"]: str(one["value"])}


def text_of(answer: Any) -> str:
    return unescape(answer.content.decode())


def post(client: Client, club: Club, ruleset: Ruleset, **changes: Any) -> Any:
    return client.post(reverse("ruleset-edit", args=[club.slug, ruleset.pk]), filled(ruleset, **changes))


# What is published


def test_anybody_reads_the_published_rules_with_their_document_and_date(client: Client) -> None:
    page = text_of(client.get("/rules/"))
    for key in rules.preset_ids():
        origin = rules.preset(key).origin
        assert f'href="/rules/{key}/"' in page
        assert origin.document in page
    one = text_of(client.get("/rules/ffb-contree-2016/"))
    origin = rules.preset("ffb-contree-2016").origin
    french, english = origin.said("fr").notes, origin.said("en").notes
    assert (french in one, english in one) == (True, False)
    other = text_of(client.get("/rules/ffb-contree-2016/", headers={"accept-language": "en"}))
    assert (french in other, english in other) == (False, True)
    assert "copy" not in one


@pytest.mark.parametrize(
    ("query", "there", "away"),
    [
        ("q=CONTREE+ffb", "ffb-contree-2016", "club"),
        ("q=contrée&family=plain", "ffb-contree-2016", "ffb-coinche-2015"),
        ("family=belote", "guide-belote", "club"),
        ("family=totals", "totals", "club"),
        ("family=nothing", "club", "nowhere"),
    ],
)
def test_a_search_finds_all_words_in_any_spelling(client: Client, query: str, there: str, away: str) -> None:
    page = text_of(client.get(f"/rules/?{query}"))
    assert f'href="/rules/{there}/"' in page
    assert f'href="/rules/{away}/"' not in page


def test_a_search_that_finds_nothing_says_so(client: Client) -> None:
    assert "preset-list" in (page := text_of(client.get("/rules/?q=zzzz")))
    assert not re.search(r'href="/rules/\w', page)


def test_variants_are_read_and_taken_as_files_and_unknown_ones_are_not_there(client: Client) -> None:
    page = text_of(client.get("/rules/ffb-contree-2016+points/"))
    assert 'aria-current="page"' in page
    assert "<del>" in page
    file = client.get("/rules/ffb-contree-2016+points/file/")
    assert file["Content-Disposition"] == 'attachment; filename="ffb-contree-2016-points.toml"'
    same = rules.load_ruleset(file.content.decode()).sha256
    assert same == rulesets_store.preset("ffb-contree-2016+points").sha256
    for unknown in ("nothing", "club+nothing", "ffb-contree-2016+points+points", "..", "club+"):
        for address in (f"/rules/{unknown}/", f"/rules/{unknown}/file/"):
            assert client.get(address).status_code == 404, address


# A club's own


def test_a_copy_is_made_on_one_page_and_named_by_the_club(organiser: Client, club: Club) -> None:
    address = reverse("ruleset-copy", args=[club.slug, "ffb-contree-2016"])
    assert 'value="points"' in text_of(organiser.get(address))
    refused = organiser.post(address, {"name": rules.preset("ffb-contree-2016").title("fr")})
    assert refused.status_code == 422
    assert "id_name_error" in refused.content.decode()
    answer = organiser.post(address, {"name": "Concours d'hiver", "variants": ["points"]})
    made = Ruleset.objects.get(owner_club=club)
    assert answer["Location"] == reverse("ruleset-edit", args=[club.slug, made.pk])
    assert made.copied_from is not None
    assert made.copied_from.ruleset.key == "ffb-contree-2016+points"
    assert "Concours d'hiver" in text_of(organiser.get(f"/c/{club.slug}/rules/"))


def test_a_file_is_checked_and_mended_on_the_page(organiser: Client, club: Club) -> None:
    address = reverse("ruleset-import", args=[club.slug])
    broken = rules.preset_source("club").replace("lowest = 80", "lowest = true")
    line = broken[: broken.index("lowest = true")].count("\n") + 1
    answer = organiser.post(address, {"name": "Reçue", "file": io.BytesIO(broken.encode())})
    assert answer.status_code == 422
    page = text_of(answer)
    assert re.search(rf"\b{line}, bids\.lowest\b", page)
    assert "lowest = true" in page  # in the text, to be mended there
    answer = organiser.post(address, {"name": "Reçue", "text": rules.preset_source("club")})
    made = Ruleset.objects.get(owner_club=club)
    assert answer["Location"].endswith(f"{made.pk}/edit/")


def test_a_file_is_called_what_it_calls_itself_where_no_name_is_given(organiser: Client, club: Club) -> None:
    address = reverse("ruleset-import", args=[club.slug])
    source = rules.preset_source("club")
    official = organiser.post(address, {"text": source})
    assert official.status_code == 422  # a published name is still none for a club
    assert not Ruleset.objects.filter(owner_club=club).exists()
    own = re.sub(r"(?m)^name = .*$", 'name = { fr = "Coinche du lundi", en = "Monday coinche" }', source)
    assert organiser.post(address, {"text": own}).status_code == 302
    assert Ruleset.objects.get(owner_club=club).name == "Coinche du lundi"


def test_a_file_with_variants_asks_which_count(organiser: Client, club: Club) -> None:
    address = reverse("ruleset-import", args=[club.slug])
    source = rules.preset_source("ffb-contree-2016")
    asked = organiser.post(address, {"name": "Reçue", "file": io.BytesIO(source.encode())})
    assert asked.status_code == 422
    assert 'name="asked"' in text_of(asked)
    organiser.post(address, {"name": "Reçue", "text": source, "asked": "1", "variants": ["points"]})
    draft = Ruleset.objects.get(owner_club=club).draft.source
    assert rules.load_ruleset(draft).sha256 == rulesets_store.preset("ffb-contree-2016+points").sha256


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"x" * 400_001, b"id = 'a'\n" + b"# " * 60_000, b"", b"   ", b"[variant\n", b"\x00" * 90],
)
def test_what_is_no_rule_set_file_is_refused_beside_the_field(organiser: Client, club: Club, content: bytes) -> None:
    answer = organiser.post(reverse("ruleset-import", args=[club.slug]), {"name": "X", "file": io.BytesIO(content)})
    assert answer.status_code == 422
    assert not Ruleset.objects.filter(owner_club=club).exists()


def test_versions_are_listed_read_and_exported(organiser: Client, club: Club) -> None:
    ruleset = copied(club)
    assert post(organiser, club, ruleset, note="Telle quelle").status_code == 302
    ruleset.refresh_from_db()
    assert post(organiser, club, ruleset, q__lowest="90", note="On part de 90").status_code == 302
    home = reverse("ruleset", args=[club.slug, ruleset.pk])
    page = text_of(organiser.get(home))
    assert "On part de 90" in page
    assert page.count("<ins>") == 2  # from the preset, and from version 1
    first = text_of(organiser.get(f"{home}versions/1/"))
    assert "<ins>" not in first
    file = organiser.get(f"{home}versions/2/file/")
    assert rules.load_ruleset(file.content.decode()).bid_rules.lowest == 90
    assert organiser.get(f"{home}versions/3/").status_code == 404


def test_a_wrong_answer_stands_beside_its_field_and_everything_typed_comes_back(organiser: Client, club: Club) -> None:
    ruleset = copied(club)
    wrong = {"q__lowest": "beaucoup", "q__step": "0", "q__capot_value": "311", "name": "Nouveau nom", "notes": "à voir"}
    answer = post(organiser, club, ruleset, **wrong)
    assert answer.status_code == 422
    page = text_of(answer)
    for typed in ("beaucoup", "311", "Nouveau nom", "à voir"):
        assert typed in page
    assert re.search(r'id="q-lowest-error" data-error><p class="error"', page)
    assert re.search(r'id="q-step-error" data-error><p class="error"', page)
    assert 'href="#q-lowest"' in page
    ruleset.refresh_from_db()
    assert (ruleset.name, ruleset.current, ruleset.revision) == ("Règle du jeudi", None, 1)


def test_the_second_of_two_editors_sees_what_differs_and_keeps_his_answers(organiser: Client, club: Club) -> None:
    ruleset = copied(club)
    mine = filled(ruleset, q__lowest="100")
    assert post(organiser, club, ruleset, q__lowest="90").status_code == 302
    address = reverse("ruleset-edit", args=[club.slug, ruleset.pk])
    answer = organiser.post(address, mine)
    assert answer.status_code == 409
    page = text_of(answer)
    assert 'name="q.lowest" value="100"' in page
    assert "<ins>" in page
    assert ruleset.versions.count() == 1
    revision = re.search(r'name="revision" value="(\d+)"', page)
    assert revision is not None
    assert organiser.post(address, {**mine, "revision": revision[1]}).status_code == 302
    assert ruleset.versions.count() == 2


def test_a_contradiction_refuses_the_version_and_what_is_unusual_is_shown_and_saved(
    organiser: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = copied(club)
    must = Finding(True, "Une remarque grave", ("80, cœur : zéro",))
    monkeypatch.setattr(rulesets_edit, "findings_of", lambda resolved, language: [must])
    answer = post(organiser, club, ruleset, q__lowest="90")
    assert answer.status_code == 422
    assert "Une remarque grave" in text_of(answer)
    assert "80, cœur : zéro" in text_of(answer)
    assert not ruleset.versions.exists()
    # A draft may be kept all the same.
    assert post(organiser, club, ruleset, action="keep", q__lowest="90").status_code == 302
    ruleset.refresh_from_db()
    usual = Finding(False, "Une chose rare", ("90, pique : cent",))
    monkeypatch.setattr(rulesets_edit, "findings_of", rulesets_findings.findings_of)
    monkeypatch.setattr(rulesets_findings, "slips_of", lambda resolved, language: [usual])
    assert post(organiser, club, ruleset).status_code == 302  # the draft's 90
    assert "Une chose rare" in text_of(organiser.get(reverse("ruleset", args=[club.slug, ruleset.pk])))


def test_the_examples_of_answers_in_hand_are_a_fragment_that_keeps_nothing(
    organiser: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = copied(club, "ffb-contree-2016")
    address = reverse("ruleset-examples", args=[club.slug, ruleset.pk])
    page = text_of(organiser.post(address, filled(ruleset, q__made_writes="points")))
    assert "<html" not in page
    assert "<ins>" in page
    wrong = text_of(organiser.post(address, filled(ruleset, q__lowest="x")))
    assert '"lowest":' in wrong
    assert "<table" not in wrong
    ruleset.refresh_from_db()
    assert (ruleset.revision, ruleset.versions.count()) == (1, 0)
    monkeypatch.setattr(views_rules_edit, "MOST_EXAMPLES", 2)
    assert organiser.post(address, {}).status_code == 429


def test_formulas_are_taken_where_the_expert_part_is_ticked_and_wrong_ones_name_their_line(
    organiser: Client, club: Club
) -> None:
    ruleset = copied(club)
    rows = {
        "x__made": 'declarer = "bid + belote"\ndefence = "belote"',
        "x__failed": 'declarer = "belote"\ndefence = "pot + belote + nothing"',
        "x__values": "[values]\npot = 162",
        "x__sweep": "total",
    }
    wrong = post(organiser, club, ruleset, expert="1", **rows)
    assert wrong.status_code == 422
    assert re.search(r'id="expert-failed-error"><p class="error">.*?2.*?nothing', text_of(wrong), re.S)
    rows["x__failed"] = 'declarer = "belote"\ndefence = "pot + belote"'
    no_toml = post(organiser, club, ruleset, expert="1", **{**rows, "x__values": "[values]\npot = "})
    assert re.search(r'id="expert-values-error"><p class="error">.*?2', text_of(no_toml), re.S)
    other = post(organiser, club, ruleset, expert="1", **{**rows, "x__values": "[bids]\nlowest = 1"})
    assert re.search(r'id="expert-values-error"><p class="error">', text_of(other))
    assert post(organiser, club, ruleset, expert="1", **rows).status_code == 302
    ruleset.refresh_from_db()
    assert ruleset.current is not None
    assert ruleset.current.canonical["score"]["failed"]["defence"] == "pot + belote"
    # Without the tick the texts are only shown.
    untouched = post(organiser, club, ruleset, **{**rows, "x__made": "nonsense"})
    assert untouched.status_code == 302


def test_a_rule_set_is_put_away_and_taken_back_and_a_draft_given_up(organiser: Client, club: Club) -> None:
    ruleset = copied(club)
    post(organiser, club, ruleset)
    archive = reverse("ruleset-archive", args=[club.slug, ruleset.pk])
    page = text_of(organiser.post(archive, follow=True))
    assert f"{archive}?restore" in page
    ruleset.refresh_from_db()
    assert ruleset.archived_at is not None
    organiser.post(f"{archive}?restore")
    ruleset.refresh_from_db()
    assert ruleset.archived_at is None
    discard = reverse("ruleset-discard", args=[club.slug, ruleset.pk])
    assert organiser.post(discard, {"revision": "x"}).status_code == 400
    post(organiser, club, ruleset, action="keep", q__lowest="120")
    ruleset.refresh_from_db()
    organiser.post(discard, {"revision": str(ruleset.revision)})
    assert rulesets_edit.tree_at_work(ruleset)["bids"]["lowest"] == 80


def test_members_read_and_only_organisers_change(client_for: Callable[..., Client], club: Club) -> None:
    ruleset = copied(club)
    reader = client_for(Role.READER, club)
    page = text_of(reader.get(f"/c/{club.slug}/rules/"))
    assert ruleset.name in page
    assert "/copy/" not in page
    assert reader.get(reverse("ruleset-edit", args=[club.slug, ruleset.pk])).status_code == 403
    assert reader.post(reverse("ruleset-archive", args=[club.slug, ruleset.pk])).status_code == 403
