"""Phones and officials at a table."""

from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.sheets.models.codes import TableCode
from scoring.sheets.models.sheets import Sheet
from tests.support.sheets import new_card
from tournament.people.models.accounts import Account, Role

WON = {"no": 1, "seen": 0, "winner": "E", "discarder": "S", "points": 24}
DATA = {"accept": "application/json"}


def phone_at(sheet: Sheet) -> Client:
    """Return a phone that opened the card of the sheet's table."""
    event = sheet.table.session.event
    code = TableCode.objects.filter(event=event, number=sheet.table.number)
    _card, access = (code.delete(), new_card(event, sheet.table.number))[1]
    client = Client()
    client.get(reverse("table:opened", args=[access.token]))
    return client


def url(sheet: Sheet, name: str = "page") -> str:
    session = sheet.table.session
    return reverse(f"table:{name}", args=[session.event.slug, session.number, sheet.table.number])


def official(sheet: Sheet, role: str) -> Client:
    account = Account.objects.create_user(f"{role}-{sheet.pk}", name="赵敏")
    Role.objects.create(account=account, event=sheet.table.session.event, name=role)
    client = Client()
    client.force_login(account)
    return client


def send(client: Client, sheet: Sheet, name: str = "hand", **facts: Any) -> Any:
    return client.post(url(sheet, name), facts or WON, headers=DATA)


def tap(client: Client, sheet: Sheet, **facts: Any) -> Any:
    """Send the form of the signing page."""
    sheet.refresh_from_db()
    return client.post(url(sheet, "signing"), {"seen": sheet.version} | facts)
