"""Which phone opens which table: cards, codes and sessions."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.support.sheets import empty_sheet, new_card, sheet_at
from tests.web.table.phone.phones import WON, official, phone_at, send, url
from web.shared.requests.rate_limit import LIMITS, Limit

pytestmark = pytest.mark.django_db


def test_card_url_redirects_to_the_sheet_without_the_token(sheet: Sheet) -> None:
    _card, access = new_card(sheet.table.session.event)
    client = Client()
    first = client.get(reverse("table:opened", args=[access.token]))
    assert (first.status_code, first.headers["Location"]) == (302, "/t/")
    page = client.get("/t/", follow=True)
    assert page.redirect_chain == [(url(sheet), 302)]
    assert access.token not in page.content.decode() + str(client.cookies) + str(dict(client.session))


@pytest.mark.parametrize("typed", ["{}", " {} ", "{} "])
def test_typed_code_may_have_spaces_and_small_letters(sheet: Sheet, typed: str) -> None:
    _card, access = new_card(sheet.table.session.event)
    client = Client()
    assert client.post("/t/", {"code": typed.format(access.code.lower())}, follow=True).redirect_chain[-1][0] == url(
        sheet
    )


def test_wrong_codes_are_refused_and_rate_limited(sheet: Sheet, monkeypatch) -> None:
    monkeypatch.setitem(LIMITS, "table", Limit(2, ""))
    _card, access = new_card(sheet.table.session.event)
    client = Client()
    pages = [client.post("/t/", {"code": f"WRONG{guess % 9}"}) for guess in range(3)]
    assert "No table has this code" in pages[0].content.decode()
    assert "Too many wrong codes" in client.post("/t/", {"code": access.code}).content.decode()
    assert client.get(reverse("table:opened", args=[access.token])).status_code == 302
    assert client.get("/t/", follow=True).redirect_chain[-1][0] == url(sheet)  # the rate limit does not apply to cards


def test_only_phones_with_card_and_officials_see_the_table(sheet: Sheet) -> None:
    assert Client().get(url(sheet)).status_code == 403
    phone = phone_at(sheet_at(sheet.table.session, 2))
    assert phone.get(url(sheet)).status_code == 403
    assert send(phone, sheet).status_code == 403
    assert official(sheet, "display").get(url(sheet)).status_code == 403
    assert not Hand.objects.exists()


def test_a_phone_does_not_read_the_sheets_of_later_sessions(sheet: Sheet) -> None:
    """A card lies on its table for the whole event; who scanned it once would read all that is written there."""
    phone = phone_at(sheet)
    following = empty_sheet(sheet.table.session.event)
    assert phone.get(url(sheet)).status_code == 200
    for name in ("page", "state", "signing"):
        assert phone.get(url(following, name)).status_code == 403
    Sheet.objects.filter(pk=sheet.pk).update(state="signed")
    later = phone_at(following)
    assert [later.get(url(each)).status_code for each in (sheet, following)] == [200, 200]


def test_expired_and_revoked_cards_open_no_table(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    TableCode.objects.update(expires="2024-05-01T00:00:00Z")
    assert send(phone, sheet).status_code == 403
    assert "Score at a table" in phone.get("/t/").content.decode()


def test_signed_sheet_is_read_only_and_the_scanned_code_opens_the_next(sheet: Sheet) -> None:
    card, access = new_card(sheet.table.session.event)
    phone = Client()
    phone.get(reverse("table:opened", args=[access.token]))
    following = empty_sheet(sheet.table.session.event)
    Sheet.objects.filter(pk=sheet.pk).update(state="signed")
    page = phone.get(url(sheet)).content.decode()
    assert "This sheet is signed" in page
    assert re.search(r'data-at="save" disabled', page)
    assert send(phone, sheet).status_code == 403
    # Players change tables: in the next session the old card is scanned again, or another one.
    asked = phone.get("/t/")
    assert "The next session has begun. Open the table where you sit now." in asked.content.decode()
    assert send(phone, following).status_code == 403
    scanned = phone.get(reverse("table:opened", args=[access.token]), follow=True)
    assert scanned.redirect_chain[-1][0] == url(following)
    assert send(phone, following).status_code == 200
    assert card.phones.count() == 1


def test_new_card_or_characters_replace_the_old_table(sheet: Sheet) -> None:
    """At once, in the same session; the old table's sheet is closed to the phone."""
    event = sheet.table.session.event
    other = sheet_at(sheet.table.session, 2)
    phone = phone_at(sheet)
    page = phone.get(url(sheet)).content.decode()
    assert 'href="/t/?another=1"' in page
    assert "Code of the table" in phone.get("/t/?another=1").content.decode()
    _card, access = new_card(event, 2)
    assert phone.post("/t/", {"code": access.code}, follow=True).redirect_chain[-1][0] == url(other)
    closed = phone.get(url(sheet))
    assert closed.status_code == 403
    assert "Scan the card of the table where you sit" in closed.text
    assert 'href="/t/?another=1"' in closed.text
    assert send(phone, sheet).status_code == 403
    assert send(phone, other).status_code == 200
    # An old card shows no table: the player may have moved.
    voided = phone.get(reverse("table:opened", args=["an-old-token"]), follow=True)
    assert voided.redirect_chain[-1][0] == "/t/?another=1"
    assert "A new card makes the old one void: ask a referee." in voided.content.decode()


def test_a_phone_opened_between_sessions_waits_for_the_next(sheet: Sheet) -> None:
    Sheet.objects.filter(pk=sheet.pk).update(state="signed")
    phone = phone_at(sheet)
    assert "Nothing to enter at this table now" in phone.get("/t/").content.decode()
    following = empty_sheet(sheet.table.session.event)
    assert phone.get("/t/", follow=True).redirect_chain[-1][0] == url(following)


def test_new_card_locks_out_phones_of_the_old_one(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    referee = official(sheet, "referee")
    assert "writes" in referee.get(url(sheet, "card")).content.decode()
    page = referee.post(url(sheet, "card"), {"do": "new"}).content.decode()
    letters = re.search(r'class="at-letters">(\w{3} \w{3})<', page)
    assert letters
    assert send(phone, sheet).status_code == 403
    assert phone.post("/t/", {"code": letters[1]}, follow=True).status_code == 200
    assert send(phone, sheet).status_code == 200
    referee.post(url(sheet, "card"), {"do": "revoke"})
    assert send(phone, sheet, **WON | {"no": 2}).status_code == 403
    assert official(sheet, "scorekeeper").get(url(sheet, "card")).status_code == 403


def test_phone_without_card_is_told_to_scan_it(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    TableCode.objects.all().delete()
    for name in ("hand", "undo", "call", "pen"):
        answer = send(phone, sheet, name)
        assert (answer.status_code, answer.json()["kind"]) == (403, "card")
    assert phone.post(url(sheet, "hand"), WON).headers["Content-Type"].startswith("text/html")
