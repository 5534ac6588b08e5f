"""Registries of players, tokens of programs, and an example of every action on them."""

import json
from datetime import date, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

from django.utils import timezone

from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body
from ranking.member_lists.models import MemberList
from ranking.member_lists.selectors import interpret, plan_of
from ranking.member_lists.services import keep_list, replace_registry
from tests.support.ranking import actor, new_account, new_body
from tournament.access.models import ApiToken
from tournament.access.rules import token_hash
from tournament.access.services.tokens import make_api_token
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account
from tournament.registration.models.lists import RegistrationPreview
from tournament.registry.models import Registry, RegistrySource
from tournament.registry.rules.members import Member, Number
from tournament.registry.services.copies import Header, load_copy, set_source

_numbers = count(1)
HEADINGS = ["Last name", "First name", "Country", "EMA number", "JMSA", "Club"]
#: A federation's list with EMA and other numbers.
ROWS = [
    HEADINGS,
    ["DE JONG", "Mattheu", "NL", "08010039", "", "Utrecht"],
    ["Müller", "Ana", "Germany", "05010001", "", ""],
    ["佐藤", "翔太", "JP", "", "JM-0123", "千葉"],
    ["ROSSI", "Lucia", "IT", "7010002", "JM-0200", "Roma"],
]
DAY = date(2026, 11, 1)
ANNE = Member("BERG Anne", "BERG", "Anne", country="NL", numbers=(Number("ema", "08010001"),))


def sheets(rows: list[list[str]]) -> list[dict[str, Any]]:
    return [{"name": "", "rows": rows}]


def kept_list(body: Body, rows: list[list[str]]) -> MemberList:
    """Read a list for the body and return its preview."""
    answer = keep_list(actor(), body, file_name="members.csv", file_digest="0" * 64, sheets=sheets(rows))
    return MemberList.objects.select_related("body__ledger").get(pk=answer["list"])


def import_rows(body: Body, rows: list[list[str]], dated: date = DAY) -> dict[str, Any]:
    """Import a list as the body's registry, and answer every question with yes."""
    kept = kept_list(body, rows)
    seen = plan_of(kept).version
    return replace_registry(actor(), body, kept=kept.pk, seen=seen, dated=dated, acknowledged=["older", "many-gone"])


def new_registry(body: Body | None = None) -> Registry:
    """Create the registry of a body with the members of ROWS."""
    body = body or new_body("member", name="Nederlandse Mahjong Bond")
    import_rows(body, ROWS)
    return Registry.objects.get(ledger=body.ledger)


def new_token(account: Account, token: str, *scopes: str, days: int = 30) -> ApiToken:
    """Create a token of an account; without scopes it may read registries."""
    scopes = scopes or (ApiToken.Scope.REGISTRY_READ.value,)
    name = f"电脑{next(_numbers)}"
    answer = make_api_token(actor(), account, name=name, token=token, scopes=scopes, days=days)
    return ApiToken.objects.get(pk=answer["token"])


def header(**values: Any) -> Header:
    return Header(**({"uid": str(uuid4()), "name": "EMA", "dated": DAY, "version": 1} | values))


def load(members: list[Member], **values: Any) -> Registry:
    """Load a copy of a registry from a file."""
    answer = load_copy(actor(), header=header(**values), members=members)
    return Registry.objects.get(pk=answer["registry"])


def new_source(address: str = "", token: str = "secret") -> RegistrySource:
    address = address or f"https://federation-{next(_numbers)}.example"
    return RegistrySource.objects.get(pk=set_source(actor(), address=address, token=token)["source"])


def _row_of(account: Account) -> ApiToken:
    now = timezone.now()
    return ApiToken.objects.create(
        account=account,
        name="laptop",
        token_hash=token_hash(f"example {next(_numbers)}"),
        scopes=["registry:read"],
        made_at=now,
        expires=now + timedelta(days=1),
    )


def listed(body: Body) -> MemberList:
    """Create a preview without an action, so that the audit log stays empty."""
    columns = interpret(sheets(ROWS))
    return MemberList.objects.create(
        body=body, actor_ref="x", file_name="x", file_digest="0" * 64, sheets=json.dumps(sheets(ROWS)),
        heading=columns.heading, mapping=columns.mapping,
    )  # fmt: skip


def stored(ledger: Ledger | None = None) -> Registry:
    """Create a registry of one member without an action."""
    registry = Registry.objects.create(name="EMA", dated=DAY, version=1, loaded_at=timezone.now(), ledger=ledger)
    member = registry.members.create(name=ANNE.name, country="NL", name_key="anneberg", search="berg anne")
    member.numbers.create(registry=registry, kind="ema", number="08010001", key="08010001")
    return registry


def _of_token(_event: Event, _state: str) -> tuple[Account, dict[str, Any]]:
    account = new_account()
    return account, {"token": _row_of(account).pk}


def _make(_event: Event, _state: str) -> tuple[Account, dict[str, Any]]:
    text = f"token {next(_numbers)}"
    return new_account(), {"name": "laptop", "token": text, "scopes": ["registry:read"], "days": 30}


def _read(_event: Event, _state: str) -> tuple[Body, dict[str, Any]]:
    return new_body("member"), {"file_name": "x", "file_digest": "0" * 64, "sheets": sheets(ROWS)}


def _map(_event: Event, _state: str) -> tuple[Body, dict[str, Any]]:
    body = new_body("member")
    mapping = {"name": 0, "ema_number": 3}
    return body, {"kept": listed(body).pk, "sheet": 0, "heading": 0, "mapping": mapping}


def _replace(_event: Event, _state: str) -> tuple[Body, dict[str, Any]]:
    body = new_body("member")
    kept = listed(body)
    return body, {"kept": kept.pk, "seen": plan_of(kept).version, "dated": DAY}


def _remove(_event: Event, _state: str) -> tuple[Body, dict[str, Any]]:
    body = new_body("member")
    stored(body.ledger)
    return body, {}


def _expire(_event: Event, _state: str) -> tuple[None, dict[str, Any]]:
    MemberList.objects.filter(pk=listed(new_body("member")).pk).update(made_at=timezone.now() - timedelta(days=8))
    return None, {}


def _source(_event: Event, _state: str) -> tuple[None, dict[str, Any]]:
    source = RegistrySource.objects.create(address=f"https://federation-{next(_numbers)}.example", token="secret")
    return None, {"source": source.pk}


def _take_spelling(event: Event, _state: str) -> tuple[Event, dict[str, Any]]:
    preview = RegistrationPreview.objects.create(
        event=event, actor_ref="x", file_name="x", file_digest="0" * 64, sheets=json.dumps(sheets(ROWS))
    )
    return event, {"preview": preview.pk, "rows": [2]}


EXAMPLES: dict[str, Any] = {
    "registration.take_spelling": _take_spelling,
    "members.read": _read,
    "members.map": _map,
    "members.replace": _replace,
    "members.remove": _remove,
    "members.expire": _expire,
    "registry.set_source": lambda event, state: (
        None,
        {"address": f"https://federation-{next(_numbers)}.example", "token": "secret"},
    ),
    "registry.remove_source": _source,
    "registry.load": lambda event, state: (None, {"header": header(), "members": [ANNE]}),
    "registry.remove": lambda event, state: (None, {"registry": stored().pk}),
    "token.make": _make,
    "token.revoke": _of_token,
    "token.use": _of_token,
}
