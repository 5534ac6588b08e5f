"""Persons belong to no event: what was changed in both places is never merged silently."""

from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.hand_over.models import HandOver
from scoring.hand_over.services.giving import give_back
from scoring.hand_over.services.taking import take_back, take_event
from tests.scoring.event_file.test_whole_events import imported
from tests.support.event_generator import make_event
from tests.support.hand_overs import HALL, HOME, file_of, given, package_in
from tests.support.installations import Installation
from tournament.events.models.events import Event
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person, PrivateData

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def hall(tmp_path: Path) -> Installation:
    return Installation(tmp_path, "hall")


def event_with_persons() -> Event:
    """Import an event whose first three persons have numbers of the federation, and private data."""
    event = imported(make_event(8, 8, 2))
    for number, entry in enumerate(event.entries.all()[:3], 1):
        Person.objects.filter(pk=entry.person_id).update(federation_number=f"F{number}", name=f"Person {number}")
        PrivateData.objects.create(person=entry.person, document=f"P-{number}")
    return event


def person(number: int) -> Person:
    return Person.objects.get(federation_number=f"F{number}")


def there_and_back(
    row: HandOver, hall: Installation, work: Callable[[], object], meanwhile: Callable[[], object] = lambda: None
) -> list[str]:
    """Let the hall work on the event, and home meanwhile; return the persons that are left as they are here."""
    out = file_of(row)
    with hall:
        take_event(HALL, package=package_in(out), file_key=row.key)
        work()
        give_back(HALL, HandOver.objects.get(uid=row.uid))
        back = file_of(HandOver.objects.get(uid=row.uid))
    meanwhile()
    return list(take_back(HOME, row, package=package_in(back))["kept"])


def test_a_person_is_changed_where_only_one_place_changed_it(hall: Installation) -> None:
    row = given(event_with_persons())

    def work() -> None:
        assert PrivateData.objects.get(person=person(1)).document == "P-1"
        Person.objects.filter(pk=person(1).pk).update(name="Corrected in the hall")
        PrivateData.objects.filter(person=person(1)).update(contact="C-1")
        Person.objects.filter(pk=person(3).pk).update(name="Changed there")
        PrivateData.objects.filter(person=person(2)).delete()

    def meanwhile() -> None:
        Person.objects.filter(pk=person(2).pk).update(name="Corrected at home")
        Person.objects.filter(pk=person(3).pk).update(name="Changed here")

    assert there_and_back(row, hall, work, meanwhile) == ["Corrected at home", "Changed here"]
    assert [person(number).name for number in (1, 2, 3)] == [
        "Corrected in the hall",
        "Corrected at home",
        "Changed here",
    ]
    private = PrivateData.objects.get(person=person(1))
    assert (private.document, private.contact) == ("P-1", "C-1")
    assert PrivateData.objects.filter(person=person(2)).exists()


def test_private_data_that_the_hall_deleted_is_deleted(hall: Installation) -> None:
    row = given(event_with_persons())
    assert there_and_back(row, hall, lambda: PrivateData.objects.filter(person=person(1)).delete()) == []
    assert not PrivateData.objects.filter(person=person(1)).exists()
    assert PrivateData.objects.filter(person=person(2)).exists()


def test_persons_who_register_in_the_hall_are_known_by_their_number(hall: Installation) -> None:
    event = event_with_persons()
    known = Person.objects.create(name="Known at home", federation_number="F9")
    row, count = given(event), Person.objects.count()

    def work() -> None:
        taken = Event.objects.get()
        for number, name in ((901, "F9"), (902, None)):
            new = Person.objects.create(name=f"Walk-in {number}", federation_number=name)
            taken.entries.create(person=new, number=number, name=new.name)

    there_and_back(row, hall, work)
    assert event.entries.get(number=901).person == known
    assert event.entries.get(number=902).person.name == "Walk-in 902"
    assert (Person.objects.count(), Person.objects.get(pk=known.pk).name) == (count + 1, "Known at home")


def test_a_person_whom_the_hall_knows_already_is_not_changed_there(hall: Installation) -> None:
    row = given(event_with_persons())
    out = file_of(row)
    with hall:
        Person.objects.create(name="As the hall spells it", federation_number="F1")
        take_event(HALL, package=package_in(out), file_key=row.key)
        assert person(1).name == "As the hall spells it"
        give_back(HALL, HandOver.objects.get())
        back = file_of(HandOver.objects.get())
    assert take_back(HOME, row, package=package_in(back))["kept"] == []
    assert person(1).name == "Person 1"


def test_merged_persons_stay_merged(hall: Installation) -> None:
    event = event_with_persons()
    other = Person.objects.create(name="The same person")
    Person.objects.filter(pk=person(1).pk).update(merged_into=other)
    row = given(event)
    out = file_of(row)
    with hall:
        take_event(HALL, package=package_in(out), file_key=row.key)
        assert person(1).kept.name == "The same person"


def test_a_second_tour_brings_what_home_changed(hall: Installation) -> None:
    there_and_back(given(event_with_persons()), hall, lambda: None)
    Person.objects.filter(pk=person(1).pk).update(name="Married")

    def work() -> None:
        assert person(1).name == "Married"

    there_and_back(given(Event.objects.get()), hall, work)


def test_the_numbers_of_a_person_travel_and_are_corrected_where_one_place_changed_them(hall: Installation) -> None:
    event = event_with_persons()
    first, second = person(1), person(2)
    PersonNumber.objects.create(person=first, kind="jmsa", number="JM-1", key="jm1")
    PersonNumber.objects.create(person=second, kind="ema", number="08010039", key="08010039")
    row = given(event)

    def work() -> None:
        assert numbers(1) == ["jmsa JM-1"]
        assert numbers(2) == ["ema 08010039"]
        PersonNumber.objects.filter(person=person(1)).update(number="JM-2", key="jm2")
        PersonNumber.objects.create(person=person(3), kind="national", country="NL", number="5", key="5")

    assert there_and_back(row, hall, work) == []
    assert [numbers(one) for one in (1, 2, 3)] == [["jmsa JM-2"], ["ema 08010039"], ["national NL 5"]]


def numbers(one: int) -> list[str]:
    return [" ".join(filter(None, (row.kind, row.country, row.number))) for row in person(one).numbers.all()]


@pytest.mark.parametrize(
    ("columns", "birth", "same"),
    [
        ({}, "", True),
        ({"name": "person, 1"}, "1990-01-02", True),
        ({"name": "Another spelling"}, "", True),
        ({}, "1991-01-02", False),
    ],
)
def test_a_number_with_another_day_of_birth_is_another_person(hall: Installation, columns, birth, same) -> None:
    """The hall knows a person with the number F1 already."""
    event = event_with_persons()
    PrivateData.objects.filter(person=person(1)).update(birth_date="1990-01-02")
    row = given(event)
    out = file_of(row)
    with hall:
        known = Person.objects.create(**{"name": "Person 1", "federation_number": "F1"} | columns)
        PrivateData.objects.create(person=known, birth_date=birth)
        answer = take_event(HALL, package=package_in(out), file_key=row.key)
        assert answer["doubted"] == ([] if same else ["Person 1"])
        here = Event.objects.get().entries.order_by("number").first().person
        assert (here == known) is same
        assert here.federation_number == ("F1" if same else None)
        assert Person.objects.get(federation_number="F1") == known
