"""An entry cannot be deleted while results, fouls or penalties refer to it."""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Model, ProtectedError
from django.utils import timezone

from scoring.display.models.ceremonies import AwardWinner
from scoring.fouls.models import Foul
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.session_penalties import SessionPenalty
from scoring.sheets.models.sheets import Sheet
from tests.support.appeals import appeal_of
from tests.support.applications import open_registration, submit
from tests.support.ceremonies import new_award
from tests.support.events import small_event
from tests.support.foul_examples import new_measure
from tests.support.sheets import empty_sheet, player
from tournament.events.models.entries import Entry, Lot
from tournament.events.models.stages import Stage, StageEntry
from tournament.presence.models.presence import Arrival, Withdrawal
from tournament.registration.models.applications import Application


def result(sheet: Sheet, entry: Entry) -> Model:
    session = sheet.table.session
    return CountedResult.objects.create(
        sheet=sheet, session=session, entry=entry, seat="E", table_points=48, competition_points=88
    )


def penalty(sheet: Sheet, entry: Entry) -> Model:
    return SessionPenalty.objects.create(session=sheet.table.session, entry=entry, order=0, points=-20)


def penalty_paid(sheet: Sheet, entry: Entry) -> Model:
    other = player(entry.event)
    return SessionPenalty.objects.create(session=sheet.table.session, entry=other, paid_to=entry, order=0, points=-20)


def foul(sheet: Sheet, entry: Entry) -> Model:
    return new_foul(sheet, entry=entry)


def foul_paid(sheet: Sheet, entry: Entry) -> Model:
    return new_foul(sheet, paid_to=entry)


def new_foul(sheet: Sheet, **columns: Entry) -> Foul:
    event = sheet.table.session.event
    facts = {"event": event, "number": 1, "scope": "event", "kind": "warned", "entered_at": timezone.now()}
    return Foul.objects.create(**facts, **columns)


def measure(sheet: Sheet, entry: Entry) -> Model:
    return new_measure(entry.event, "disqualification", entry=entry)


def appeal(sheet: Sheet, entry: Entry) -> Model:
    return appeal_of(entry.event, sheet=sheet, entry=entry)


def award(sheet: Sheet, entry: Entry) -> Model:
    return AwardWinner.objects.create(award=new_award(entry.event), entry=entry)


REFERENCES = [result, penalty, penalty_paid, foul, foul_paid, measure, appeal, award]


@pytest.mark.django_db
@pytest.mark.parametrize("make", REFERENCES)
def test_django_refuses_to_delete_an_entry_with_references(make: Callable[[Sheet, Entry], Model]) -> None:
    sheet = empty_sheet(small_event())
    entry = player(sheet.table.session.event)
    row = make(sheet, entry)
    with pytest.raises(ProtectedError) as error:
        entry.delete()
    assert error.value.protected_objects == {row}
    assert Entry.objects.filter(pk=entry.pk).exists()


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_to_delete_an_entry_with_references() -> None:
    event = small_event()
    for make in REFERENCES:
        sheet = empty_sheet(event)
        entry = player(event)
        row = make(sheet, entry)
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("DELETE FROM tournament_entry WHERE id = %s", [entry.pk])
        assert Entry.objects.filter(pk=entry.pk).exists()
        if isinstance(row, Foul):
            row.delete()  # its number is used again


@pytest.mark.django_db
def test_data_of_registration_and_check_in_is_deleted_with_the_entry() -> None:
    event = small_event()
    application = submit(open_registration(event))
    entry = player(event)
    Lot.objects.create(entry=entry, number=1)
    Arrival.objects.create(entry=entry, session=1, at=timezone.now())
    Withdrawal.objects.create(entry=entry, from_session=1)
    stage = Stage.objects.create(event=event, number=1, first_session=1, last_session=1)
    StageEntry.objects.create(stage=stage, entry=entry)
    Application.objects.filter(pk=application.pk).update(entry=entry)
    entry.delete()
    assert not Entry.every.filter(name=entry.name).exists()
    assert not Arrival.objects.exists()
    assert not Withdrawal.objects.exists()
    assert Application.objects.get().entry is None
