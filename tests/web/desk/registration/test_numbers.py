"""The organizer's page with the numbers of a player, and where such a number is found and shown."""

import pytest
from django.test import Client

from tests.support.events import small_event
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db
PAGE = "/e/small/desk/registration/1/numbers/"


@pytest.fixture
def event(db) -> Event:
    return small_event()


@pytest.fixture
def organizer(event: Event, signed_in) -> Client:
    return signed_in("organizer", event)


@pytest.fixture
def person(event: Event) -> Person:
    person = Person.objects.create(name="ROSSI Lucia", country="IT", federation_number="07010002")
    Entry.objects.create(event=event, person=person, number=1, name="ROSSI Lucia", country="IT")
    PersonNumber.objects.create(person=person, kind="national", country="IT", number="77", key="77")
    return person


def numbers(person: Person) -> list[tuple[str, str, str]]:
    return list(person.numbers.values_list("kind", "country", "number"))


def test_an_organizer_types_several_numbers_and_finds_the_player_by_each(organizer, person) -> None:
    page = organizer.get("/e/small/desk/registration/1/")
    assert "National number, Italy: 77" in page.text
    assert PAGE in page.text
    form = organizer.get(PAGE).context["form"]
    assert form["national-IT"].value() == "77"
    answer = organizer.post(
        PAGE,
        {"ema": "7010002", "jmsa": "JM-0200", "national-IT": "78", "more_number": "B 5", "more_country": "BE"},
    )
    assert answer.status_code == 302
    assert numbers(person) == [
        ("ema", "", "07010002"),
        ("jmsa", "", "JM-0200"),
        ("national", "BE", "B 5"),
        ("national", "IT", "78"),
    ]
    for query in ("JM-0200", "jm 0200", "78", "07010002"):
        found = organizer.get("/e/small/desk/registration/", {"q": query})
        assert "ROSSI Lucia" in found.text, query
    assert "ROSSI Lucia" not in organizer.get("/e/small/desk/registration/", {"q": "JM-02"}).text


@pytest.mark.parametrize(
    ("typed", "field", "words"),
    [
        ({"ema": "0701"}, "ema", "An EMA number has eight digits"),
        ({"more_number": "5", "more_country": ""}, "more_country", "Choose the country"),
        ({"more_number": "5", "more_country": "IT"}, "more_number", "There is a number of this country above"),
        ({"more_number": "+5", "more_country": "BE"}, "more_number", "cannot begin with this character"),
    ],
)
def test_a_wrong_number_is_said_at_its_field_and_stays_typed(organizer, person, typed, field, words) -> None:
    answer = organizer.post(PAGE, {"jmsa": "JM-0200", "national-IT": "77", **typed})
    assert answer.status_code == 400
    form = answer.context["form"]
    assert list(form.errors) == [field]
    assert words in form.errors[field][0]
    assert form["jmsa"].value() == "JM-0200"
    assert numbers(person) == [("national", "IT", "77")]


def test_only_organizers_see_and_change_numbers(event, person, signed_in, client) -> None:
    assert client.get(PAGE).status_code == 302
    assert signed_in("scorekeeper", event).get(PAGE).status_code == 403
    assert "National number" not in signed_in("scorekeeper", event).get("/e/small/desk/registration/1/").text
