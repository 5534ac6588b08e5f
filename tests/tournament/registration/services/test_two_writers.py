"""Two writers at the same moment in different events: no person is made twice, and no change is lost."""

import pytest
from django.db import connection, transaction

from common.actions.errors import Refused
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from tests.support.action_examples import PASSWORD, new_entry
from tests.support.events import small_event
from tests.support.ranking import new_person
from tests.support.threads import together
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.accounts import PEOPLE, Account
from tournament.people.models.persons import Person
from tournament.people.services.accounts import create_account
from tournament.registration.selectors.entries import columns_of
from tournament.registration.services.entries import add_entry, change_entry
from tournament.registration.services.persons import merge_persons

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
ACTOR = system_actor("test")
ROUNDS = 5


@pytest.fixture
def events() -> tuple[Event, Event]:
    first = small_event()
    ledger = Ledger.objects.create(name="event:second")
    return first, Event.objects.create(ledger=ledger, slug="second", name="第二届")


def register(event: Event, number: str) -> dict:
    return add_entry(ACTOR, Event.objects.get(pk=event.pk), name="王伟", federation_number=number)


def test_two_events_that_register_one_new_person_at_once_make_one_person(events) -> None:
    for number in map(str, range(ROUNDS)):
        tasks = [lambda event=event, number=number: register(event, number) for event in events]
        answers = together(*tasks, holding=Event.objects.all())
        assert [set(answer) for answer in answers] == [{"number"}, {"number"}]
        person = Person.objects.get(federation_number=number)
        assert set(person.entries.values_list("event", flat=True)) == {event.pk for event in events}


def test_two_accounts_with_one_name_at_once_are_one_account() -> None:
    for number in range(ROUNDS):
        names = (f"Zoë{number}", f"zoË{number}".lower())
        answers = together(
            *[lambda name=name: create_account(ACTOR, username=name, password=PASSWORD) for name in names]
        )
        assert sorted(isinstance(answer, Refused) for answer in answers) == [False, True]
        assert Account.objects.filter(username__iexact=names[0]).count() == 1


def test_a_merger_beside_a_registration_leaves_nobody_twice_in_an_event(events) -> None:
    merging, registering = events
    for number in map(str, range(ROUNDS)):
        here, numbered = new_person(f"选手{number}"), new_person(f"选手{number}", federation_number=number)
        for event in events:
            new_entry(event, person=here, name=here.name)
        Ledger.objects.get_or_create(name=PEOPLE)
        merged, registered = together(
            lambda pair=(numbered, here): merge_persons(ACTOR, merging, kept=pair[0], merged=pair[1]),
            lambda number=number: register(registering, number),
            holding=Person.objects.filter(pk=numbered.pk),
        )
        assert sorted(isinstance(answer, Refused) for answer in (merged, registered)) == [False, True]
        assert (
            Entry.objects.filter(event=registering, person__in=(here, numbered)).count()
            + isinstance(registered, Refused)
            == 2
        )


def test_a_number_given_in_one_event_survives_a_change_of_the_name_in_another(events) -> None:
    person = new_person()
    entries = [new_entry(event, person=person, name=person.name) for event in events]

    def change(entry: Entry, **columns: str) -> dict:
        row = Entry.objects.select_related("person", "event__ledger").get(pk=entry.pk)
        return change_entry(ACTOR, row.event, entry=row, base=columns_of(row), **columns)

    answers = together(
        lambda: change(entries[0], federation_number="77"),
        lambda: change(entries[1], country="CN"),
        holding=Person.objects.filter(pk=person.pk),
    )
    assert [set(answer) for answer in answers] == [{"number"}, {"number"}]
    person.refresh_from_db()
    assert person.federation_number == "77"


def test_registrations_do_not_wait_for_a_merger(events) -> None:
    """Another connection holds the lock of merging while both events register; SQLite has one lock for all."""
    if connection.vendor != "postgresql":
        return
    Ledger.objects.get_or_create(name=PEOPLE)
    with transaction.atomic():
        list(Ledger.objects.select_for_update().filter(name=PEOPLE))
        answers = together(*[lambda event=event: register(event, "") for event in events])
    assert [set(answer) for answer in answers] == [{"number"}, {"number"}]
