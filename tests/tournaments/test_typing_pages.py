"""Papers typed at the desk: by columns, by totals, from table to table, and the list of who typed what."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.roles import Role
from scoring.models import ScoreSheet
from tests.factories import make_user
from tests.tournaments.at_table import Table

pytestmark = pytest.mark.django_db


class Desk:
    """A table of two deals and the desk's browser."""

    def __init__(self, client_for: Callable[..., Client], *, deals: int = 2, preset: str = "guide-belote") -> None:
        self.table = Table(deals=deals, preset=preset)
        self.client = client_for(Role.DESK, self.table.club, HTTP_ACCEPT_LANGUAGE="en")

    @property
    def sheet(self) -> ScoreSheet:
        return ScoreSheet.objects.select_related("ruleset_version", "format").get(pk=self.table.game.sheet_id)

    def at(self, name: str, *more: Any) -> str:
        return reverse(name, args=[self.table.club.slug, self.table.tournament.slug, *more])

    def led_to(self, answer: Any) -> str:
        return str(answer.url)

    def page(self, **asked: str) -> str:
        return self.client.get(self.at("sheet", self.table.game.pk), asked).content.decode()

    def columns(self, *rows: tuple[str, str], **more: str) -> Any:
        typed = {
            f"m{no}_{side}": value
            for no, row in enumerate(rows, 1)
            for side, value in zip(("ns", "ew"), row, strict=True)
        }
        data = {"by": "columns", "seen": self.sheet.revision, "client_key": "k", **typed, **more}
        return self.client.post(self.at("sheet-marks", self.table.game.pk), data)

    def totals(self, ns: str, ew: str, **more: str) -> Any:
        data = {"by": "totals", "seen": self.sheet.revision, "client_key": "k", "ns": ns, "ew": ew, **more}
        return self.client.post(self.at("sheet-marks", self.table.game.pk), data)

    def close(self, **more: str) -> Any:
        return self.client.post(self.at("sheet-close", self.table.game.pk), {"digest": self.sheet.digest, **more})


@pytest.fixture
def desk(client_for: Callable[..., Client]) -> Desk:
    return Desk(client_for)


def test_totals_are_typed_shown_with_the_pairs_and_closed(desk: Desk) -> None:
    assert 'name="deals"' not in desk.page(by="totals"), "how many deals a game has is not asked"
    assert desk.totals("182", "162", belotes="1").url == desk.at("sheet", desk.table.game.pk)
    page = desk.page()
    assert "The cards make these figures." in page and "the right way round" in page
    desk.close()
    assert desk.sheet.state == "closed"


def test_totals_that_the_cards_cannot_make_name_what_it_may_be_and_need_a_reason(desk: Desk) -> None:
    assert desk.totals("182", "162").url.endswith("#controls")
    page = desk.page()
    assert "Belotes that count on the paper, but are not typed here: 1." in page
    assert desk.close().url.endswith("#controls")
    assert desk.sheet.state == "open"
    desk.close(reason="The paper says so")
    assert desk.sheet.state == "closed"


def test_columns_name_the_deal_and_the_paper_is_compared_with_their_sum(desk: Desk) -> None:
    desk.columns(("100", "62"), ("90", "62"), paper_ns="200", paper_ew="124")
    page = desk.page()
    assert "both pairs have 152, the cards make 162 (−10)" in page
    assert "The ten for the last trick is left out: 1 ×." in page
    assert 'id="paper"' in page, "200 on the paper are not the 190 of its columns"
    desk.columns(("100", "62"), ("100", "62"), paper_ns="200", paper_ew="124")
    page = desk.page()
    assert 'id="paper"' not in page and "The paper has the same totals." in page
    desk.close(paper="1", paper_ns="200", paper_ew="124")
    assert desk.sheet.state == "closed"


def test_an_empty_cell_beside_a_figure_is_nothing_marked_and_a_gap_is_refused(desk: Desk) -> None:
    desk.columns(("162", ""), ("", "162"))
    assert [entry.data["marked"] for entry in desk.sheet.entries.order_by("position")] == [
        {"NS": 162, "EW": 0},
        {"NS": 0, "EW": 162},
    ]
    answer = desk.columns(("", ""), ("1x", "3"))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Nothing stands here, but deals follow." in page and 'value="1x"' in page
    assert answer.content.decode().count("<form") > 1


def test_columns_typed_over_what_another_desk_changed_are_refused_and_kept_in_the_form(desk: Desk) -> None:
    desk.columns(("100", "62"))
    answer = desk.columns(("62", "100"), seen="0")
    assert answer.status_code == 422
    assert 'value="62"' in answer.content.decode()
    assert desk.sheet.entries.get().data["marked"] == {"NS": 100, "EW": 62}


def test_where_the_bid_is_paid_nothing_beside_the_figures_is_asked(client_for: Callable[..., Client]) -> None:
    desk = Desk(client_for, preset="club")
    page = desk.page(by="columns")
    assert "m1_ns" in page and "m1_belotes" not in page
    assert "only the totals of the paper can be compared" in page


def test_a_game_to_a_target_is_asked_how_many_deals(client_for: Callable[..., Client]) -> None:
    table = Table(kind="target", deals=1000, preset="guide-belote")
    client = client_for(Role.DESK, table.club)
    at = [table.club.slug, table.tournament.slug, table.game.pk]
    assert 'name="deals"' in client.get(reverse("sheet", args=at), {"by": "totals"}).content.decode()
    data = {"by": "totals", "seen": 0, "client_key": "k", "ns": "1010", "ew": "610", "deals": "10"}
    client.post(reverse("sheet-marks", args=at), data)
    assert ScoreSheet.objects.get(pk=table.game.sheet_id).complete


def test_the_way_is_remembered_for_the_next_sheet_and_gone_once_lines_stand(desk: Desk) -> None:
    desk.page(by="columns")
    assert 'id="marks"' in desk.page()
    desk.columns(("100", "62"))
    assert "?by=deals" not in desk.page()


def test_papers_are_opened_by_their_table_and_closing_leads_back_to_the_next(desk: Desk) -> None:
    assert desk.led_to(desk.client.get(desk.at("sheet-find"), {"table": "12"})) == desk.at("sheet", desk.table.game.pk)
    assert desk.led_to(desk.client.get(desk.at("sheet-find"), {"table": "99"})) == desk.at("sheets")
    desk.totals("162", "162")
    assert desk.close().url == desk.at("sheets")
    assert desk.led_to(desk.client.get(desk.at("sheets"), {"stop": "1"})) == desk.at("desk")


def test_the_list_tells_who_typed_which_sheet_in_the_order_of_the_server(
    desk: Desk, client_for: Callable[..., Client]
) -> None:
    desk.totals("162", "162")
    other = client_for(Role.DESK, desk.table.club, HTTP_ACCEPT_LANGUAGE="en")
    desk.client, first = other, desk.client
    desk.totals("182", "162")
    desk.totals("192", "162")
    page = first.get(desk.at("sheets")).content.decode()
    assert page.count('class="typed-box"') == 2, "once an account and sheet, however often it saved"
    someone = make_user(Role.DESK, desk.table.club)
    assert first.get(desk.at("sheets"), {"who": str(someone.pk)}).content.decode().count('class="typed-box"') == 0
    assert first.get(desk.at("sheets"), {"round": "1"}).content.decode().count('class="typed-box"') == 0
    assert first.get(desk.at("sheets"), {"round": "2", "who": "x"}).status_code == 200


def test_an_unclear_line_is_marked_while_typing_listed_and_cleared(desk: Desk) -> None:
    desk.columns(("100", "62"), ("162", "0"), unclear="2")
    page = desk.page()
    assert "To ask again" in page and "once what is asked again is clear" in page
    assert "Deal 2" in desk.client.get(desk.at("sheets")).content.decode()
    desk.close()
    assert desk.sheet.state == "open"
    question = desk.sheet.disputes.get()
    desk.client.post(desk.at("sheet-ask", desk.table.game.pk), {"clear": str(question.pk), "answer": "162 it is"})
    assert "162 it is" in desk.page()
    desk.close()
    assert desk.sheet.state == "closed"


def test_a_line_is_asked_again_from_the_list_and_nonsense_changes_nothing(desk: Desk) -> None:
    desk.columns(("100", "62"))
    assert 'id="ask"' in desk.page(ask="1") and 'id="ask"' not in desk.page(ask="7")
    for sent in ({"position": "1", "text": "62 or 82?"}, {"position": "x"}, {"clear": "x"}, {"position": "9"}):
        desk.client.post(desk.at("sheet-ask", desk.table.game.pk), sent)
    assert [one.position for one in desk.sheet.disputes.all()] == [1]
    assert "62 or 82?" in desk.page()
    assert desk.columns(("100", "62"), unclear="x").status_code == 422


def test_the_cursor_waits_in_the_next_line_and_what_is_off_is_told_before_the_last(
    client_for: Callable[..., Client],
) -> None:
    desk = Desk(client_for, deals=3)
    desk.columns(("100", "62"), ("90", "62"))
    page = desk.page()
    assert page.count("autofocus") == 1
    assert page.index("m3_ns") < page.index("autofocus") < page.index("m3_ew")
    assert "the cards make 162" in page


def test_why_the_desk_changes_what_a_phone_wrote_is_asked_beside_its_field(desk: Desk) -> None:
    desk.table.record(1, {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 112, "EW": 50}})
    deal = {"declarer": "NS", "contract": "take", "trump": "H", "points_defence": "40", "amend": "1"}

    def put_right(**more: str) -> Any:
        data = {**deal, "seen": str(desk.sheet.revision), **more}
        return desk.client.post(desk.at("sheet", desk.table.game.pk), data)

    refused = put_right(reason=" ")
    assert refused.status_code == 422
    assert 'id="amend-reason_error"' in refused.content.decode()
    assert refused.content.decode().count("autofocus") == 1
    assert 'id="amend-reason_error"' not in put_right(points_declarer="100").content.decode()
    assert not desk.sheet.events.filter(verb="amended").exists()
    assert put_right(reason="read again with both sides").status_code == 302
    # Its own writing the desk changes without.
    assert put_right(points_defence="45").status_code == 302
    assert [event.reason for event in desk.sheet.events.filter(verb="amended").order_by("seq")] == [
        "read again with both sides", "",
    ]  # fmt: skip


def test_why_the_desk_takes_back_what_a_phone_wrote_is_asked_beside_the_button(desk: Desk) -> None:
    deal = {"declarer": "NS", "contract": "take", "trump": "H", "points": {"NS": 112, "EW": 50}}
    desk.table.record(1, deal)
    page, back = desk.at("sheet", desk.table.game.pk), desk.at("sheet-take-back", desk.table.game.pk)
    assert 'id="back-reason"' in desk.client.get(page).content.decode()

    def take_back(reason: str = "") -> Any:
        return desk.client.post(back, {"position": "1", "seen": str(desk.sheet.revision), "reason": reason})

    take_back(" ")
    assert not desk.sheet.events.filter(verb="voided").exists()
    take_back("written twice")
    assert desk.sheet.events.get(verb="voided").reason == "written twice"
    data = {**{key: value for key, value in deal.items() if key != "points"}, "points_defence": "40"}
    desk.client.post(page, {**data, "position": "1", "seen": str(desk.sheet.revision), "client_key": "k"})
    assert 'id="back-reason"' not in desk.client.get(page).content.decode()
    take_back()
    assert desk.sheet.events.filter(verb="voided").count() == 2
