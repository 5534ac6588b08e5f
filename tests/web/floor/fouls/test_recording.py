"""Recording a foul in few taps: kinds, proposals, other penalties, signed sheets."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from common.actions.permissions import system_actor
from scoring.fouls.models import Foul
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Adjustment, Hand
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.sheets.services.referee_calls import call_referee
from tests.support.sheets import at, made_sheet
from tests.web.floor.fouls.browsing import address, words
from tournament.clocks.models import SessionClock

pytestmark = pytest.mark.django_db


def test_four_taps_record_a_false_win(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, slug = signed_in("referee"), "small"
    assert address(sheet) in client.get(reverse("floor:fouls", args=[slug])).content.decode()
    page = client.get(address(sheet)).content.decode()
    player = re.search(r'class="choice-link" href="([^"]*seat=W[^"]*)"', page)
    assert player
    page = client.get(unescape(player[1])).content.decode()
    kind = re.search(r'class="foul-way" href="([^"]*kind=false-win&amp;[^"]*)"', page)
    assert kind
    shown = client.get(unescape(kind[1]))
    assert "10 points to each of the others, dead hand" in words(shown)
    assert "−30" in words(shown)
    done = client.post(unescape(kind[1]), {"do": "take", "key": "a"}, follow=True)
    assert "Foul 1 is recorded." in words(done)
    foul = Foul.objects.get()
    assert (foul.seat, foul.hand_no, foul.points, foul.entered_by) == ("W", 1, 10, "referee")


def test_the_proposal_shows_the_occurrence_and_an_outdated_one_is_refused(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    client, here = signed_in("referee"), address(sheet, seat="W", hand=3, kind="late-pung", outcome="step")
    client.post(here, {"do": "take", "times": 1})
    page = client.get(here)
    player = at(sheet, "W")
    assert f"{player.number} {player.name} · Proposed: 5 points no. 2 of this kind" in words(page)
    stale = client.post(here, {"do": "take", "times": 1})
    assert (stale.status_code, Foul.objects.count()) == (400, 1)
    client.post(here, {"do": "take", "times": 2})
    assert Foul.objects.get(number=2).points == 5


def test_another_penalty_needs_a_reason_and_typed_values_stay(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, here = signed_in("chief-referee"), address(sheet, seat="W", hand=3, kind="wrong-count")
    typed: dict[str, Any] = {"do": "change", "effects": ["points"], "points": 7, "payee": "nobody", "remark": "多一张"}
    refused = client.post(here, typed)
    assert refused.status_code == 400
    assert "Give a reason for departing from the proposed penalty" in words(refused)
    assert 'value="多一张"' in refused.content.decode()
    assert "Reason for departing from the proposed penalty (optional)" not in words(refused)
    response = client.post(here, {**typed, "reason": "轻微"})
    assert (response.status_code, Foul.objects.count()) == (409, 0)
    client.post(here, {**typed, "reason": "轻微", "acknowledged": ["off-tariff"]})
    foul = Foul.objects.get()
    assert (foul.points, foul.effects, foul.remark, foul.change_reason) == (7, ["points"], "多一张", "轻微")


def test_a_suspension_needs_a_remark_and_a_second_press(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, here = signed_in("referee"), address(sheet, seat="W", hand=3, kind="cheating")
    assert re.search(r"Remark (?!\(optional\))", words(client.get(here)))
    refused = client.post(here, {"do": "take"})
    assert (refused.status_code, Foul.objects.count()) == (400, 0)
    assert "Write what happened: the committee decides by this remark." in words(refused)
    asked = client.post(here, {"do": "take", "remark": "藏牌"})
    assert (asked.status_code, Foul.objects.count()) == (409, 0)
    assert "Penalty: suspension. Is that right?" in words(asked)
    client.post(here, {"do": "take", "remark": "藏牌", "acknowledged": "grave"})
    assert Foul.objects.get().remark == "藏牌"
    # A penalty that the referee makes grave is asked about too.
    changed = {"do": "change", "effects": ["disqualification"], "points": 0, "payee": "nobody", "reason": "故意"}
    other = address(sheet, seat="E", hand=3, kind="wrong-count")
    assert client.post(other, changed).status_code == 400
    assert client.post(other, changed | {"remark": "多次"}).status_code == 409


@pytest.mark.parametrize("query", ["phone ring", "手机", "携帯電話", "2.3.3 phone"])
def test_kinds_are_found_by_words_of_every_language(
    sheet: Sheet, signed_in: Callable[[str], Client], query: str
) -> None:
    page = signed_in("referee").get(address(sheet), {"q": query}).content.decode()
    assert re.findall(r'aria-label="([^"]+): warning"', page) == ["Phone on the table, or ringing"]
    assert page.count('class="foul-kind"') == 1


@pytest.mark.parametrize("query", ["錯和", "チョンボ"])
def test_both_false_wins_are_found_by_the_word_for_them(
    sheet: Sheet, signed_in: Callable[[str], Client], query: str
) -> None:
    """3.11.6.6 of the Japanese text names them 不十分なアガリ and ノーテンアガリ, its 3.4.31 錯和."""
    page = signed_in("referee").get(address(sheet), {"q": query}).text
    assert page.count('class="foul-kind"') == 2
    assert {"3.11.6.6(1)", "3.11.6.6(2)"} <= set(re.findall(r"3\.11\.6\.6\(\d\)", page))


def test_the_ten_usual_kinds_come_first(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    page = signed_in("referee").get(address(sheet)).content.decode()
    usual, others = page.split('class="foul-kinds often"')[1].split('class="foul-kinds"')
    assert usual.count('class="foul-kind"') == 10
    assert others.count('class="foul-kind"') == 26


def test_a_recorded_foul_answers_the_call_about_a_foul(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client = signed_in("referee")
    call_referee(system_actor("phone"), sheet, for_what="foul", no=9)
    page = client.get(reverse("floor:clock", args=["small"])).content.decode()
    assert f'href="{address(sheet)}?hand=9"' in page
    client.post(address(sheet, seat="W", hand=9, kind="talk", outcome="warning"), {"do": "take"})
    call = RefereeCall.objects.get()
    assert (call.state, call.outcome, call.taken_by) == ("ended", "Foul 1 is recorded.", "referee")
    assert "data-bell" not in client.get(reverse("floor:clock", args=["small"])).content.decode()
    call_referee(system_actor("phone"), sheet, for_what="question")
    client.post(address(sheet, seat="W", hand=9, kind="talk", outcome="warning"), {"do": "take"})
    assert RefereeCall.objects.get(about="question").state == "waiting"


def test_each_official_gets_the_links_of_the_own_role_to_a_call(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    call_referee(system_actor("phone"), sheet, for_what="foul", no=9)
    pages = {
        role: signed_in(role).get(reverse("floor:clock", args=["small"])).content.decode()
        for role in ("scorekeeper", "referee", "committee")
    }
    foul, call = f'href="{address(sheet)}?hand=9"', reverse("floor:call", args=["small", RefereeCall.objects.get().pk])
    assert [role for role, page in pages.items() if foul in page] == ["referee"]
    assert [role for role, page in pages.items() if f'href="{call}"' in page] == ["scorekeeper", "committee"]


def test_points_of_the_referees_choice_and_their_receiver_are_in_one_form(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    client, here = signed_in("referee"), address(sheet, seat="W", hand=2, kind="knocked-over")
    refused = client.post(here, {"do": "take", "points": 40, "payee": "one"})
    assert "Choose who receives the points." in words(refused)
    client.post(here, {"do": "take", "points": 40, "payee": "N"})
    rows = Adjustment.objects.current().values_list("seat", "points")
    assert sorted(rows) == [("N", 40), ("W", -40)]


def test_a_free_entry_is_recorded_for_a_player_in_the_session(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, number = signed_in("referee"), at(sheet, "S").number
    here = reverse("floor:foul-player-new", args=["small"]) + f"?number={number}&session=1"
    page = words(client.get(here))
    assert "Dress, smoking, objects" in page
    assert "Late pung" not in page
    typed = {"do": "change", "title": "大声喧哗", "article": "2.3.1", "effects": ["points"], "points": 20}
    client.post(here + "&kind=free", {**typed, "payee": "nobody", "reason": "-"})
    foul = Foul.objects.get()
    assert (foul.scope, foul.title, foul.points, foul.session) == ("session", "大声喧哗", 20, sheet.table.session)


def test_a_signed_sheet_offers_the_way_to_reopen_it_to_who_may(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    chief, referee = signed_in("chief-referee"), signed_in("referee")
    reopen = reverse("desk:sheet-reopen", args=["small", 1, sheet.table.number])
    table = ["small", 1, sheet.table.number]
    pages = [address(sheet), *(reverse(name, args=table) for name in ("floor:table", "table:rulings", "table:page"))]
    assert all("This sheet is signed" not in chief.get(page).text for page in pages)
    Sheet.objects.filter(pk=sheet.pk).update(state=Sheet.State.SIGNED)
    assert all(f'href="{reopen}"' in chief.get(page).text for page in pages)
    assert all("the chief referee can reopen it" in referee.get(page).text for page in pages)
    assert all(reopen not in referee.get(page).text for page in pages)


def test_a_signed_sheet_must_be_reopened_first(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    signed = made_sheet(sheet.table.session.event, "signed")
    page = signed_in("referee").post(address(signed, seat="W", kind="false-win", hand=2), {"do": "take"})
    assert page.status_code == 400
    assert "reopen it first" in words(page)


@pytest.mark.parametrize("played", [0, 3])
def test_a_penalty_of_the_running_hand_is_shown_at_its_hand(
    sheet: Sheet, signed_in: Callable[[str], Client], played: int
) -> None:
    Hand.objects.bulk_create(
        Hand(sheet=sheet, valid_from_version=1, no=no, result="won", winner="E", discarder="S", points=8)
        for no in range(1, played + 1)
    )
    judge = {"kind": "false-win", "sheet": sheet, "seat": "W", "hand_no": played + 1}
    record_foul(system_actor("甲"), sheet.table.session.event, foul=FoulReport(**judge))
    page = words(signed_in("referee").get(reverse("pocket:table", args=["small", 1, 1])))
    assert "Penalties outside the hands −" not in page
    name = at(sheet, "W").name
    if played:
        assert re.search(rf"4 not recorded Penalty: {name} −30, [^()]*\(3.11.6.6\(1\)\)", page)
        assert "Penalties of hands without a result +10 +10 −30 +10 Sum of the hands" in page
    else:
        assert f"{name} −30 Hand 1, 3.11.6.6(1)" in page


def test_after_a_suspension_the_running_table_asks_for_the_filler(
    sheet: Sheet, signed_in: Callable[[str], Client]
) -> None:
    """3.11.4: out at once, a filler from the next hand; the open form has the seat and the hand filled in."""
    event, session = sheet.table.session.event, sheet.table.session
    SessionClock.objects.create(session=session, started_at=timezone.now(), minutes=120)
    Hand.objects.create(sheet=sheet, valid_from_version=1, no=1, result="won", winner="E", discarder="S", points=8)
    recorded = FoulReport(kind="cheating", sheet=sheet, seat="W", hand_no=1, remark="藏牌")
    record_foul(system_actor("甲"), event, foul=recorded)
    chief, here = signed_in("chief-referee"), reverse("floor:table", args=["small", session.number, 1])
    way = reverse("floor:measure", args=["small", 1, "suspend"])
    page = chief.post(way, {"session": session.number + 1}, follow=True)
    assert page.redirect_chain[-1][0] == here
    assert "suspended: a filler takes over" in words(page)
    html = page.content.decode()
    assert '<details class="sheet" id="leave" open>' in html
    assert re.search(r'<option value="W" selected>', html)
    typed = {"do": "leave", "sure": "1", "leave-seat": "W", "leave-from_hand": 2, "leave-name": "路人甲"}
    page = chief.post(here, typed | {"leave-reason": "停赛"}, follow=True)
    assert "路人甲 from hand 2" in words(page)
    assert "a filler takes over" not in words(page)


def test_a_foul_on_a_reopened_sheet_asks_for_new_signatures(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, asks = signed_in("referee"), "The sheet must be signed again"
    send = {"do": "take"}
    assert asks not in words(client.post(address(sheet, seat="W", kind="false-win", hand=2), send, follow=True))
    signed = made_sheet(sheet.table.session.event, "signed")
    reopen_sheet(system_actor("甲"), signed, reason="-")
    page = client.post(address(signed, seat="W", kind="false-win", hand=2), send, follow=True)
    assert asks in words(page)
    signatures = reverse("table:signing", args=["small", signed.table.session.number, signed.table.number])
    assert f'href="{signatures}"' in page.text
    Sheet.objects.filter(pk=signed.pk).update(state=Sheet.State.SIGNED)
    assert asks not in words(client.get(page.request["PATH_INFO"]))
