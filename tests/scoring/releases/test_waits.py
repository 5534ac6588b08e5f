"""Closing an event and confirming its class wait for the appeals (3.12.2, 3.13.1); appeals in time outlive closing."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime

from common.actions.errors import Forbidden, Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor, system_actor
from ranking.record.selectors.closings import against_confirming
from scoring.appeals.models.appeals import Appeal
from scoring.appeals.services.filing import AppealFiling, file_appeal
from scoring.releases.models.closings import EarlyEnd
from scoring.releases.selectors.closing import closing_of
from scoring.releases.selectors.waits import Kind, Wait, appeal_waits
from scoring.releases.services.closing import close_event
from scoring.releases.services.early_ends import end_appeal_times
from scoring.sheets.models.sheets import Sheet
from tests.support.appeals import appeal_of, ended
from tests.support.events import small_event
from tests.support.sheets import at, made_sheet
from tournament.clocks.models import SessionClock
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

pytestmark = [pytest.mark.django_db, pytest.mark.database]
CHIEF = system_actor("赵敏")
ANSWERED = {"by": "赵敏", "reason": "场地关门"}
DECISION = {"names": "韦一笑、 周颠", "reason": "全体选手声明不申诉"}


@pytest.fixture
def sheet() -> Sheet:
    return made_sheet(small_event(), "confirmed")


def event_of(sheet: Sheet) -> Event:
    return sheet.table.session.event


def minutes_ago(minutes: int) -> datetime:
    return timezone.now() - timedelta(minutes=minutes)


def official(event: Event, role: str) -> Actor:
    account = Account.objects.create_user(role, name=role)
    Role.objects.create(account=account, event=event, name=role)
    return Actor(f"user:{account.pk}", role, account=account)


def filed(sheet: Sheet) -> Appeal:
    filing = AppealFiling(at(sheet, "E"), "player", sheet.table.session, "第3盘记错。", sheet=sheet)
    number = file_appeal(CHIEF, event_of(sheet), appeal=filing)["appeal"]
    return Appeal.objects.get(number=number)


def test_closing_waits_for_a_session_that_has_not_ended(sheet: Sheet) -> None:
    SessionClock.objects.create(session=sheet.table.session, started_at=minutes_ago(60), minutes=120)
    event = event_of(sheet)
    assert appeal_waits(event) == [Wait(Kind.SESSION, 1)]
    with pytest.raises(Refused, match="the chief referee has not ended session 1"):
        close_event(CHIEF, event, **ANSWERED)
    assert closing_of(event) is None


def test_closing_waits_for_the_appeal_time_of_3_12_2_and_says_which(sheet: Sheet) -> None:
    event = event_of(ended(sheet, minutes_ago(29)))
    deadline = SessionClock.objects.get().ended_at + timedelta(minutes=30)  # type: ignore[operator]
    assert appeal_waits(event) == [Wait(Kind.TIME, 1, deadline)]
    with pytest.raises(Refused, match="the appeal time of session 1 runs until"):
        close_event(CHIEF, event, **ANSWERED)
    time = date_format(localtime(deadline), "SHORT_DATETIME_FORMAT")
    assert appeal_waits(event)[0].label == f"Session 1: until {time}"
    assert appeal_waits(event, deadline) == []
    SessionClock.objects.update(ended_at=minutes_ago(31))
    close_event(CHIEF, event, **ANSWERED)


def test_closing_waits_for_an_appeal_and_for_the_second_step_of_3_13_1(sheet: Sheet) -> None:
    event = event_of(ended(sheet, minutes_ago(90)))
    appeal_of(event, "open", sheet=sheet)
    appeal_of(event, "rejected", sheet=sheet, decided=minutes_ago(29))
    appeal_of(event, "rejected", sheet=sheet, decided=minutes_ago(31))
    appeal_of(event, "upheld", sheet=sheet, decided=minutes_ago(1))
    waits = appeal_waits(event)
    assert [(wait.kind, wait.number) for wait in waits] == [(Kind.APPEAL, 1), (Kind.SECOND, 2)]
    with pytest.raises(Refused, match="appeal 1 is not decided; the decision on appeal 2 can be appealed until"):
        close_event(CHIEF, event, **ANSWERED)


def test_the_arbitration_committee_ends_the_wait_and_appeals_stay_admissible(sheet: Sheet) -> None:
    event = event_of(ended(sheet, minutes_ago(5)))
    end_appeal_times(official(event, "arbitration"), event, **DECISION)
    row = EarlyEnd.objects.get()
    assert (row.session.number, row.by, row.reason) == (1, "韦一笑、 周颠", "全体选手声明不申诉")
    assert AuditEntry.objects.latest("pk").after == {"sessions": [1], "names": "韦一笑、 周颠"}
    assert appeal_waits(event) == []
    close_event(CHIEF, event, **ANSWERED)
    appeal = filed(sheet)
    assert (appeal.status, appeal.late) == ("unsigned", False)


@pytest.mark.parametrize("role", ["organizer", "committee", "chief_referee", "referee"])
def test_only_the_arbitration_committee_ends_appeal_times(sheet: Sheet, role: str) -> None:
    event = event_of(ended(sheet, minutes_ago(5)))
    with pytest.raises(Forbidden):
        end_appeal_times(official(event, role), event, **DECISION)


def test_ending_appeal_times_needs_names_a_reason_and_a_running_time(sheet: Sheet) -> None:
    event = event_of(ended(sheet, minutes_ago(5)))
    with pytest.raises(Refused, match="Name who decided") as refused:
        end_appeal_times(CHIEF, event, names=" ", reason="x")
    assert refused.value.where == "names"
    with pytest.raises(Refused, match="give a reason") as refused:
        end_appeal_times(CHIEF, event, names="韦一笑")
    assert refused.value.where == "reason"
    SessionClock.objects.update(ended_at=minutes_ago(31))
    with pytest.raises(Refused, match="No appeal time is running"):
        end_appeal_times(CHIEF, event, **DECISION)


def test_an_early_end_lifts_no_wait_for_a_session_that_ended_later(sheet: Sheet) -> None:
    event = event_of(ended(sheet, minutes_ago(5)))
    end_appeal_times(CHIEF, event, **DECISION)
    appeal_of(event, "open", sheet=sheet)
    SessionClock.objects.update(ended_at=timezone.now() + timedelta(seconds=1))
    assert [wait.kind for wait in appeal_waits(event)] == [Kind.TIME, Kind.APPEAL]


def test_an_appeal_after_closing_holds_back_the_class(sheet: Sheet) -> None:
    event = event_of(ended(sheet, minutes_ago(5)))
    end_appeal_times(CHIEF, event, **DECISION)
    close_event(CHIEF, event, **ANSWERED)
    assert against_confirming(event) == ""
    filed(sheet)
    assert against_confirming(event) == (
        "The class cannot be confirmed before the appeals are over: appeal 1 is not decided."
    )


def test_an_appeal_after_closing_and_after_its_time_is_refused(sheet: Sheet) -> None:
    event = event_of(ended(sheet, minutes_ago(31)))
    close_event(CHIEF, event, **ANSWERED)
    with pytest.raises(Refused, match="The event is closed"):
        filed(sheet)


def test_an_appeal_after_closing_is_refused_where_no_clock_gives_a_time(sheet: Sheet) -> None:
    close_event(CHIEF, event_of(sheet), **ANSWERED)
    with pytest.raises(Refused, match="The event is closed"):
        filed(sheet)
