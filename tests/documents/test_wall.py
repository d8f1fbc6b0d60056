"""What hangs on the wall before the first draw: how it is drawn, in words, and the seal with its code."""

import hashlib
import uuid

import pytest

from clubs.roles import Role
from core import files
from core.actors import SYSTEM
from core.models import Job, StoredFile
from documents import page, qr, services, wall, words
from tests import factories
from tests.documents.helpers import BASE, choose_address, misfits, modules_in, pictures, text_of
from tests.tournaments.services import evening
from tournaments.draws.model import KEEP_APART, NO_REMATCH, NOT_SAME_CLUB, ONE_BYE, Rule
from tournaments.models import Tournament
from tournaments.services import cuts, drawrules

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def tournament() -> Tournament:
    """A Swiss of four rounds with nobody entered and nothing drawn."""
    found = evening.new_tournament(0, rounds=4, deals=12, club=factories.make_club(locale="en"))
    found.stages.update(
        draw_system="swiss", settings={"bye": {"policy": "flat", "points": 900}, "draw": {"bye": "not_last"}}
    )
    return found


def part_of(tournament: Tournament) -> wall.Part:
    (part,) = wall.gather(tournament.pk)[1].parts
    return part


def test_it_can_be_asked_for_before_anybody_is_entered_and_has_name_rounds_system_seal_and_address(
    tournament, client_for, run_jobs, settings, tmp_path
):
    settings.MEDIA_ROOT = tmp_path / "files"
    choose_address()
    client = client_for(Role.DESK, tournament.club, headers={"Accept-Language": "en"})
    home = f"/c/{tournament.club.slug}/t/{tournament.slug}"
    print_page = f"{home}/print/"
    assert "can be printed once its draw is published" in client.get(print_page).content.decode()
    client.post(f"{print_page}ask/", {"what": "wall"})
    run_jobs()
    job = Job.objects.get(kind=services.WALL)
    assert job.state == Job.State.DONE and job.result["pages"] == 1 and job.result["without_code"] is False
    row = StoredFile.objects.get(pk=job.result["file"])
    assert row.private and client.get(f"{home}/files/{row.pk}/").status_code == 200
    pdf = files.read(row)
    (text,) = text_of(pdf)
    stage = tournament.stages.get()
    assert tournament.name in text and "4 rounds, a game: 12 deals" in text and "Swiss" in text
    assert "SHA-256" in text and "opened after the last one" in text
    address = f"{BASE}/p/{tournament.club.slug}/{tournament.slug}/draws/"
    assert address in text
    seal = hashlib.sha256(stage.sealed_seed.encode("ascii")).hexdigest()
    assert seal in text.replace(" ", "").replace("-", "")
    # The code beside it says the same address.
    modules = qr.matrix(address)
    box = (210 - wall.MARGIN - wall.CODE, wall.SEAL_TOP + 3, wall.CODE)
    (picture,) = pictures(pdf, tmp_path, 120)
    assert modules_in(picture, box, len(modules), qr.QUIET, 120) == [list(row) for row in modules]


def test_the_rules_stand_in_words_in_their_order_and_nobody_who_is_kept_apart_is_named(tournament):
    stage = tournament.stages.get()
    who = (str(uuid.uuid4()), str(uuid.uuid4()))
    musts = (Rule(NO_REMATCH), Rule(KEEP_APART, groups=(who,), until=2), Rule(ONE_BYE))
    drawrules.change(
        stage.pk, drawrules.DrawRules(musts, (Rule(NOT_SAME_CLUB, until=3),)), drawrules.digest(stage), SYSTEM
    )
    part = part_of(tournament)
    assert part.kept == (
        (
            "What must be kept, the first before all others",
            (
                "Nobody meets an earlier opponent.",
                "Kept apart up to round 2.",
                "Nobody rests twice running, nor again before all have rested.",
            ),
        ),
        (
            "What is kept as far as that allows, the first before all others",
            ("No two of one club meet up to round 3.",),
        ),
    )
    assert ("Who rests in an odd field", "the last who has not rested yet, but never the very last") in part.facts
    assert ("Who rests marks 900 points", "") in part.facts
    assert who[0] not in repr(part)


@pytest.mark.parametrize(
    ("system", "draw", "says", "keeps"),
    [
        ("mitchell", {}, "North-South stays", 0),
        ("round-robin", {"legs": 2}, "twice, with sides turned", 1),
        ("manual", {}, "The organisers say who meets whom", 2),
    ],
)
def test_a_plan_names_only_the_rules_that_it_leaves_open(tournament, system, draw, says, keeps):
    tournament.stages.update(draw_system=system, settings={"bye": "average", "draw": draw})
    part = part_of(tournament)
    assert len(part.kept) == keeps
    assert says.casefold() in repr(part).casefold()


def test_each_part_of_a_tournament_has_a_page_with_its_own_seal(tournament):
    cuts.add(tournament.pk, cuts.NewStage("Final", "knockout", 3, 8, settings={"third_place": True}), SYSTEM)
    _, data = wall.gather(tournament.pk)
    first, final = data.parts
    assert (first.title, final.title) == ("Qualification", "Final")
    assert final.rounds.startswith("Rounds 5 to 7") and ("A match for the third place", "") in final.facts
    assert first.seal != final.seal and len(wall.pages(data)) == 2


def test_without_an_address_there_is_no_code(tournament):
    _, data = wall.gather(tournament.pk)
    assert data.without_code and " re f" not in "".join(wall.pages(data)[0].shapes[2:])


def test_long_names_and_many_rules_stay_above_the_seal(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(
        name="Grand concours de belote coinchée du comité des fêtes " * 2
    )
    stage = tournament.stages.get()
    apart = tuple(Rule(KEEP_APART, groups=((str(uuid.uuid4()), str(uuid.uuid4())),), until=n) for n in range(1, 9))
    drawrules.change(stage.pk, drawrules.DrawRules(apart, ()), drawrules.digest(stage), SYSTEM)
    _, data = wall.gather(tournament.pk)
    with words.local_to(tournament):
        assert any(wall._words(page.Page(), data.parts[0], scale, dry=True) <= wall.WORDS_END for scale in wall.SCALES)
        assert misfits(wall.pages(data)) == []
