"""A scoring device: its token, and what it asks."""

import json
from itertools import count
from typing import Any

from django.test import Client

from common.actions.permissions import system_actor
from scoring.sheets.models.sheets import Sheet
from tests.support.ranking import new_account
from tournament.access.rules import new_token
from tournament.access.services.tokens import make_api_token
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

_numbers = count(1)
DRAWN = {"winner": None}
WON = {"winner": "S", "discarder": "W", "points": 13}


def official_of(event: Event, role: str = Role.Name.SCOREKEEPER, **columns: Any) -> Account:
    account = new_account(**columns)
    Role.objects.create(account=account, event=event, name=role)
    return account


def device_token(event: Event, account: Account | None = None) -> str:
    """Return a token with which a device may enter hands of the event, for a scorekeeper unless told otherwise."""
    token, account = new_token(), account or official_of(event)
    values = {"name": f"Tablet {next(_numbers)}", "scopes": ["hands"], "days": 30}
    make_api_token(system_actor("test"), account, token=token, event=event, **values)
    return token


class Device:
    """A device at one table."""

    def __init__(self, token: str, event: str, session: int = 1, table: int = 1) -> None:
        self.client = Client(headers={"authorization": f"Bearer {token}"} if token else {})
        self.address = f"/api/v1/events/{event}/sessions/{session}/tables/{table}/hands"

    def read(self) -> Any:
        return self.client.get(self.address)

    def put(self, no: int | str, seen: Any, hand: Any, **headers: str) -> Any:
        """Write a hand; ``hand`` is bytes, or what becomes JSON; ``seen`` None: without If-Match."""
        body = hand if isinstance(hand, bytes) else json.dumps(hand)
        headers |= _if_match(seen)
        return self.client.put(f"{self.address}/{no}", body, content_type="application/json", headers=headers)

    def delete(self, no: int | str, seen: Any, **headers: str) -> Any:
        return self.client.delete(f"{self.address}/{no}", headers=headers | _if_match(seen))


def device_at(sheet: Sheet, account: Account | None = None) -> Device:
    table = sheet.table
    event = table.session.event
    return Device(device_token(event, account), event.slug, table.session.number, table.number)


def errors(answer: Any, status: int) -> dict[str, str]:
    """Return where -> message of a refusal."""
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].startswith("application/json")
    return {error["where"]: error["message"] for error in answer.json()["errors"]}


def _if_match(seen: Any) -> dict[str, str]:
    if seen is None:
        return {}
    return {"if-match": f'"{seen}"' if isinstance(seen, int) else seen}
