"""The phone that writes at a table of several phones."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.sheets import Sheet
from tests.support.sheets import new_card
from tests.web.table.phone.phones import phone_at, send, url

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def pen_offer_hidden(phone: Client, sheet: Sheet) -> bool:
    """Return whether the page hides its note "Another device is recording at this table"."""
    [hidden] = re.findall(r'data-at="pen"( hidden)?>', phone.get(url(sheet)).content.decode())
    return bool(hidden)


def save_hidden(phone: Client, sheet: Sheet) -> bool:
    [hidden] = re.findall(r'data-at="save"( disabled hidden)?>', phone.get(url(sheet)).text)
    return bool(hidden)


def test_second_phone_takes_the_pen(sheet: Sheet) -> None:
    first = phone_at(sheet)
    second = Client()
    _card, access = (TableCode.objects.all().delete(), new_card(sheet.table.session.event))[1]
    first.get(reverse("table:opened", args=[access.token]))
    second.get(reverse("table:opened", args=[access.token]))
    assert not pen_offer_hidden(second, sheet)
    assert pen_offer_hidden(first, sheet)
    assert (save_hidden(first, sheet), save_hidden(second, sheet)) == (False, True)
    refused = send(second, sheet)
    assert (refused.status_code, refused.json()["kind"]) == (403, "pen")
    assert second.post(url(sheet, "pen")).status_code == 302
    assert send(second, sheet).status_code == 200
    assert not pen_offer_hidden(first, sheet)


def test_a_phone_without_the_pen_takes_over_on_the_page_of_the_signatures(sheet: Sheet) -> None:
    """It showed "not yet" for everybody, and nothing to press."""
    phone = phone_at(sheet)
    send(phone, sheet)
    TableCode.objects.update(pen=None)
    take_over, check = "Check and sign with this device", "I have checked it: it is correct"
    page = phone.get(url(sheet, "signing"), headers=ENGLISH).text
    assert (take_over in page, check in page) == (True, False)
    page = phone.post(url(sheet, "pen"), {"then": "signing"}, headers=ENGLISH, follow=True)
    assert page.redirect_chain == [(url(sheet, "signing"), 302)]
    assert (take_over in page.text, check in page.text) == (False, True)
