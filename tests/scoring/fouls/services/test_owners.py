"""Penalties refer to their foul (of earlier databases: tests/earlier_databases/owners.py)."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import RestrictedError

from common.actions.errors import Refused
from scoring.fouls.selectors.fouls import penalties_without_foul
from scoring.fouls.services.following import follow_seats
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import cancel_foul, record_foul
from scoring.sheets.models.facts import Adjustment, Forfeit
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.facts.penalties import TablePenalty, give_penalty
from scoring.sheets.services.people.exchanging import SeatExchange, exchange_seats
from scoring.sheets.services.people.persons import forfeit, unforfeit
from scoring.sheets.services.people.seat_changes import SEATS_CHANGED
from tests.support.foul_judging import ANNA, judge
from tests.support.sheets import at
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db

#: 5 points in the session; no other foul of these tests has this penalty.
DRESS: dict[str, Any] = {"effects": ["points"], "points": 5, "reason": "鞋"}


def seen(sheet: Sheet) -> dict[str, Any]:
    sheet.refresh_from_db()
    return {"seen": sheet.version, "reason": "test"}


def owners(event: Event) -> dict[str, list[tuple[Any, ...]]]:
    """Return every penalty of the event with the number of its foul, by table of the database."""
    at_table = {"sheet__table__session__event": event}
    adjustments = Adjustment.objects.filter(**at_table).order_by("hand_no", "order", "seat")
    return {
        "adjustments": list(adjustments.values_list("hand_no", "order", "seat", "valid_until_version", "foul__number")),
        "session": list(
            SessionPenalty.objects.filter(session__event=event).values_list("order", "points", "foul__number")
        ),
        "forfeits": list(Forfeit.objects.filter(**at_table).values_list("seat", "valid_until_version", "foul__number")),
    }


def test_fouls_are_registered_for_changes_of_seats() -> None:
    assert [follow_seats] == SEATS_CHANGED


def test_an_ended_penalty_still_names_its_foul(sheet: Sheet) -> None:
    foul = judge(sheet, "false-win", hand_no=3)
    cancel_foul(ANNA, foul, reason="mistaken")
    ended = Adjustment.objects.filter(foul=foul, valid_until_version__isnull=False)
    assert sorted(ended.values_list("seat", flat=True)) == ["E", "N", "S", "W"]
    assert not Adjustment.objects.current().exists()


def test_a_foul_of_the_session_owns_no_table_points_of_equal_number(sheet: Sheet) -> None:
    give_penalty(ANNA, sheet, penalty=TablePenalty(seat="E", points=10, hand_no=0), **seen(sheet))
    judge(sheet, "dress", seat="E", hand_no=0, **DRESS)
    assert owners(sheet.table.session.event) == {
        "adjustments": [(0, 0, "E", None, None)],
        "session": [(0, -5, 1)],
        "forfeits": [],
    }
    assert [line["moved"] for line in penalties_without_foul(sheet.table.session.event)] == [{"E": -10}]


def test_a_foul_takes_over_an_existing_forfeit(sheet: Sheet) -> None:
    forfeit(ANNA, sheet, seat="N", **seen(sheet))
    session = sheet.table.session
    facts = {"kind": "late", "outcome": "more", "session": session, "entry": at(sheet, "N"), "effects": ["forfeit"]}
    with pytest.raises(Exception, match="already recorded"):
        record_foul(ANNA, session.event, foul=FoulReport(**facts))
    judge(sheet, "lingering", seat="N", effects=["forfeit"], reason="left")
    assert owners(session.event)["forfeits"] == [("N", None, 1)]
    with pytest.raises(Exception, match="foul 1"):
        unforfeit(ANNA, sheet, seat="N", **seen(sheet))


def test_a_foul_forfeits_no_seat_that_was_exchanged(sheet: Sheet) -> None:
    """The player who sits there now would get nothing for the foul of another one."""
    exchange = SeatExchange(table=sheet.table.number, seat="E", other_table=sheet.table.number, other_seat="S")
    exchange_seats(ANNA, sheet.table.session, exchange=exchange, reason="sat wrong")
    with pytest.raises(Refused, match="These seats were exchanged"):
        judge(sheet, "lingering", seat="E", effects=["forfeit"], reason="left")
    assert not Forfeit.objects.exists()


def test_the_database_refuses_a_second_penalty_of_a_foul_and_its_deletion(sheet: Sheet) -> None:
    foul = judge(sheet, "false-win", hand_no=3)
    other = Adjustment(sheet=sheet, valid_from_version=1, seat="W", hand_no=4, points=-5, foul=foul)
    with pytest.raises(IntegrityError), transaction.atomic():
        other.save()
    with pytest.raises(RestrictedError):
        foul.delete()
