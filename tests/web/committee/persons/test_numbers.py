"""The committee's page with the numbers of a person, and what the person sees of them."""

import pytest
from django.test import Client

from ranking.bodies.models import Body
from tests.support.pin_applications import member
from tests.support.ranking import new_account, new_body, new_person, recorded_event, result_of
from tournament.people.models.numbers import PersonNumber
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def body() -> Body:
    return new_body("member", name="Italy", countries=["IT"])


@pytest.fixture
def client(body) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(member(body))
    return client


@pytest.fixture
def lucia(body) -> Person:
    person = new_person("ROSSI Lucia", country="IT")
    result_of(person, recorded_event(body))
    return person


def test_an_official_changes_the_numbers_of_a_person(client, body, lucia) -> None:
    address = f"/committee/{body.slug}/persons/{lucia.pk}/"
    page = client.get(address)
    assert f"{address}numbers/" in page.text
    wrong = client.post(f"{address}numbers/", {"ema": "12", "jmsa": "JM-1"})
    assert wrong.status_code == 400
    assert list(wrong.context["form"].errors) == ["ema"]
    right = client.post(f"{address}numbers/", {"ema": "7010002", "jmsa": "JM-1"}, follow=True)
    assert "EMA number: 07010002 · JMSA number: JM-1" in right.text
    listed = client.get(f"/committee/{body.slug}/persons/", {"q": "JM-1"})
    assert "ROSSI Lucia" in listed.text


def test_the_person_sees_the_numbers_and_the_public_does_not(client, body, lucia) -> None:
    PersonNumber.objects.create(person=lucia, kind="jmsa", number="JM-5678", key="jm5678")
    own = Client(headers={"accept-language": "en"})
    own.force_login(new_account(lucia))
    assert "JM-5678" in own.get("/me/data/").text
    public = Client(headers={"accept-language": "en"})
    page = public.get(f"/p/{lucia.pk}/")
    assert page.status_code == 200
    assert "JM-5678" not in page.text
