"""Record fouls and hands at a table, and create officials of an event."""

from collections.abc import Collection
from typing import Any

from common.actions.permissions import system_actor
from scoring.fouls.models import Foul
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person

ANNA = system_actor("Anna")


def judge(
    sheet: Sheet,
    kind: str,
    seat: str = "W",
    hand_no: int = 1,
    *,
    reason: str = "",
    acknowledged: Collection[str] = (),
    **facts: Any,
) -> Foul:
    """Record a foul at the table in its current state."""
    event = sheet.table.session.event
    recorded = FoulReport(kind=kind, sheet=sheet, seat=seat, hand_no=hand_no, **facts)
    answer = record_foul(ANNA, event, foul=recorded, reason=reason, acknowledged=acknowledged)
    return event.fouls.get(number=answer["foul"])


def write(sheet: Sheet, no: int, **facts: Any) -> None:
    sheet.refresh_from_db()
    record_hand(ANNA, sheet, seen=sheet.version, hand=HandFacts(no=no, **facts), acknowledged=["gap"])


def official(event: Event, role: str, person: Person | None = None, name: str = "") -> Any:
    account = Account.objects.create_user(f"{role}-{Account.objects.count()}", person=person, name=name)
    Role.objects.create(account=account, event=event, name=role)
    return actor_of(account)
