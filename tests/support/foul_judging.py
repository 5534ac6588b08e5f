"""Record fouls and hands at a table, read what they move, and create officials of an event."""

from collections.abc import Collection
from typing import Any

from common.actions.permissions import system_actor
from scoring.fouls.models import Foul
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.settings.models.penalties import PenaltySettings
from scoring.sheets.models.facts import Adjustment
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tournament.access.selectors.roles import actor_of
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.models.persons import Person

ANNA = system_actor("Anna")
#: The points of a false win of West.
FALSE_WIN = {"E": 10, "S": 10, "W": -30, "N": 10}


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


def scores(sheet: Sheet) -> dict[str, int]:
    return dict(CountedResult.objects.filter(sheet=sheet).values_list("seat", "competition_points"))


def moved(sheet: Sheet, hand_no: int = 1) -> dict[str, int]:
    """Return the points that penalties move in a hand now."""
    points_of_seats: dict[str, int] = {}
    for row in Adjustment.objects.current().filter(sheet=sheet, hand_no=hand_no):
        points_of_seats[row.seat] = points_of_seats.get(row.seat, 0) + row.points
    return {seat: points for seat, points in points_of_seats.items() if points}


def set_reading(event: Event, **columns: str) -> None:
    PenaltySettings.objects.filter(event=event).update(**columns)
