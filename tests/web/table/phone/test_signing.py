"""Signatures on phones, and codes that wait."""

import re

import pytest
from django.urls import reverse

from common.actions.permissions import system_actor
from scoring.sheets.models.codes import CodeTries
from scoring.sheets.models.facts import Signature
from scoring.sheets.services.people.exchanging import SeatExchange, exchange_seats
from tests.support.events import small_event
from tests.support.sheets import at, failed_tries, give_code, made_sheet
from tests.web.table.phone.phones import official, phone_at, tap, url

pytestmark = pytest.mark.django_db


def test_four_players_sign_on_one_phone_and_the_referee_on_another() -> None:
    sheet = made_sheet(small_event())
    phone = phone_at(sheet)
    for seat in "ESWN":
        give_code(at(sheet, seat), "4711")
        assert tap(phone, sheet, step="check", seat=seat).status_code == 302
    wrong = phone.post(url(sheet, "signing"), {"seen": 5, "step": "sign", "seat": "E", "code": "0000"}, follow=True)
    # It is said at the field of this player, which has the focus again.
    said = re.search(
        r'aria-describedby="wrong-code" autofocus.*?id="wrong-code" role="alert">(.*?)</p>', wrong.text, re.S
    )
    assert said is not None
    assert "4 tries left" in said[1]
    for seat in "ESWN":
        tap(phone, sheet, step="sign", seat=seat, code="4711")
    assert tap(phone, sheet, step="referee").status_code == 403
    referee = official(sheet, "referee")
    assert "Sign as the referee" in referee.get(url(sheet, "signing")).content.decode()
    tap(referee, sheet, step="referee")
    sheet.refresh_from_db()
    assert sheet.state == "signed"


def test_a_player_without_a_code_is_told_so_at_the_field() -> None:
    sheet = made_sheet(small_event(), "checked")
    refused = phone_at(sheet).post(url(sheet, "signing"), {"seen": 1, "step": "sign", "seat": "S", "code": "0000"})
    assert refused.status_code == 400
    said = re.search(r'id="code-S".*?id="wrong-code" role="alert">(.*?)</p>', refused.text, re.S)
    assert said is not None
    assert said[1] == "This player has no personal code: sign on paper."
    assert 'id="code-W"' not in said[0]


def test_short_sheet_is_asked_about_and_can_be_signed_on_paper() -> None:
    sheet = made_sheet(small_event(), hands=12)
    page_text = tap(phone_at(sheet), sheet, step="check", seat="E").content.decode()
    assert "12 of 16 hands are entered" in page_text
    clerk = official(sheet, "scorekeeper")
    tap(clerk, sheet, step="paper", referee="赵敏", acknowledged="short")
    sheet.refresh_from_db()
    assert sheet.state == "signed"
    assert Signature.objects.get(signer="referee").name == "赵敏"
    page = clerk.get(url(sheet, "signing")).content.decode()
    assert "on paper" in page
    assert "Confirm" not in page


def test_referee_lifts_the_wait_of_a_code() -> None:
    sheet = made_sheet(small_event(), "checked")
    entry = at(sheet, "E")
    failed_tries(give_code(entry), 6)
    phone, referee, scorekeeper = phone_at(sheet), official(sheet, "referee"), official(sheet, "scorekeeper")
    refused = tap(phone, sheet, step="sign", seat="E", code="4711")
    assert refused.status_code == 400
    assert "You can try again at" in refused.content.decode()
    floor = reverse("floor:table", args=[sheet.table.session.event.slug, 1, sheet.table.number])
    for page in (floor, url(sheet, "signing")):
        shown = referee.get(page).content.decode()
        assert "6 wrong tries since" in shown
        assert f"Unblock the code of {entry.name}" in shown
        assert "Unblock the code of" not in scorekeeper.get(page).content.decode()
    assert "Unblock the code of" not in phone.get(url(sheet, "signing")).content.decode()
    lift = reverse("floor:lift-code", args=[sheet.table.session.event.slug, 1, sheet.table.number])
    sent = {"entry": entry.number, "back": "table:signing"}
    assert scorekeeper.post(lift, sent).status_code == 403
    assert referee.post(lift, {"entry": 9999}, follow=True).status_code == 200
    assert CodeTries.objects.exists()
    lifted = referee.post(lift, sent, follow=True)
    assert lifted.redirect_chain == [(url(sheet, "signing"), 302)]
    assert f"The code of {entry.name} can be tried again." in lifted.content.decode()
    assert tap(phone, sheet, step="sign", seat="E", code="4711").status_code == 302


def test_player_of_two_seats_is_listed_once_with_the_wait() -> None:
    sheet = made_sheet(small_event(), "open")
    entry, number = at(sheet, "E"), sheet.table.number
    failed_tries(give_code(entry), 6)
    swapped = {"table": number, "seat": "E", "other_table": number, "other_seat": "S", "first_hand": 2}
    exchange_seats(system_actor("test"), sheet.table.session, exchange=SeatExchange(**swapped), reason="wrong seats")
    floor = reverse("floor:table", args=[sheet.table.session.event.slug, 1, number])
    page = official(sheet, "referee").get(floor).content.decode()
    assert page.count(f"Unblock the code of {entry.name}") == 1


def test_player_with_a_waiting_code_signs_on_paper() -> None:
    sheet = made_sheet(small_event(), "checked")
    failed_tries(give_code(at(sheet, "E")), 9)
    tap(official(sheet, "referee"), sheet, step="paper", referee="赵敏", acknowledged="short")
    sheet.refresh_from_db()
    assert sheet.state == "signed"
