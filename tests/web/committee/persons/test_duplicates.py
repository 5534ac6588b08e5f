"""Two records of one person: a body finds, compares and merges them, tells persons apart, and undoes both."""

import pytest
from django.test import Client

from common.actions.errors import Refused
from common.actions.models.audit import AuditEntry
from ranking.bodies.models import Body
from ranking.levels.models import Qualification
from ranking.record.services.persons import join_records, mark_apart
from tests.support.pin_applications import member
from tests.support.ranking import actor, new_body, new_person, recorded_event, result_of
from tests.web.pocket.conftest import page_text
from tournament.people.models.accounts import Account
from tournament.people.models.persons import DistinctPersons, Person, PrivateData
from tournament.tasks import similar_names

pytestmark = pytest.mark.django_db


@pytest.fixture
def body() -> Body:
    return new_body("member", name="Dutch Mahjong", countries=["NL"])


@pytest.fixture
def client(body) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(member(body))
    return client


@pytest.fixture
def vera(body) -> Person:
    person = new_person("Vera Nieuw", country="NL", federation_number="NL-7")
    result_of(person, recorded_event(body, name="Spring Open"), table_points=120, competition_points=5)
    PrivateData.objects.create(person=person, birth_date="1987-09-03")
    return person


@pytest.fixture
def second(body) -> Person:
    """Return the same person from a list without countries, with the words of the name in the other order."""
    person = new_person("NIEUW Vera")
    result_of(person, recorded_event(body, name="Autumn Open"), table_points=120, competition_points=5)
    return person


def address(body: Body, *parts: object) -> str:
    return "/".join(["/committee", body.slug, "persons", *map(str, parts), ""])


def test_two_records_are_found_compared_merged_and_separated_again(client, body, vera, second) -> None:
    assert page_text(client, address(body)).count("1987") == 1
    listed = page_text(client, address(body, "duplicates"))
    assert "2 persons are new or changed and will be compared within minutes." in listed
    similar_names()
    listed = page_text(client, address(body, "duplicates"))
    assert "new or changed" not in listed
    assert f"NL-7 Person {vera.pk} · born 1987" in listed
    assert "the same words in another order" in listed
    assert "born 1987" in listed
    compare = f"{address(body, second.pk, 'merge')}?other={vera.pk}"
    assert client.get(compare).status_code == 404  # one without a country is merged into one of the body's
    compare = f"{address(body, vera.pk, 'merge')}?other={second.pk}"
    compared = page_text(client, compare)
    assert "Spring Open" in compared
    assert "Autumn Open" in compared
    page = client.post(compare, {"reason": ""})
    assert (page.status_code, Person.objects.get(pk=second.pk).merged_into) == (400, None)
    page = client.post(compare, {"reason": "The list had no countries."}, follow=True)
    assert "Vera Nieuw: merged into one person." in page.text
    assert "Merged with this one: NIEUW Vera, person" in page.text
    # 120 and 120 twelfths are 20 table points: pin 9.
    assert Qualification.objects.get().person == vera
    entry = AuditEntry.objects.get(action="person.join")
    assert (entry.reason, entry.ledger) == ("The list had no countries.", body.ledger)
    page = client.post(address(body, "duplicates"), {"do": "split", "merged": second.pk}, follow=True)
    assert "NIEUW Vera is a separate person again." in page.text
    assert not Qualification.objects.exists()


def test_two_persons_are_told_apart_and_offered_again(client, body, vera, second) -> None:
    similar_names()
    pair = {"first": vera.pk, "second": second.pk}
    page = client.post(address(body, "duplicates"), {"do": "apart", **pair}, follow=True)
    assert "No duplicates found" in page.text
    assert DistinctPersons.objects.count() == 1
    page = client.post(address(body, "duplicates"), {"do": "offer", **pair}, follow=True)
    assert "Compare and merge" in page.text
    for wrong in ({"do": "apart", "first": vera.pk}, {"do": "else", **pair}):
        assert client.post(address(body, "duplicates"), wrong).status_code == 404


def test_the_page_shows_the_likeliest_pairs_and_counts_the_others(client, body, vera, monkeypatch) -> None:
    monkeypatch.setattr("web.committee.persons.duplicates.PER_PAGE", 2)
    monkeypatch.setattr("web.committee.persons.duplicates.MOST_COUNTED", 3)
    for name, country in (("NIEUW Vera", ""), ("Vera Nieuw", ""), ("Vera Nieuws", "NL"), ("NIEUWS Vera", "CN")):
        new_person(name, country=country)
    similar_names()
    # "Vera Nieuws" of two countries are one pair by their words, but of persons without results.
    listed = page_text(client, address(body, "duplicates"))
    assert "The 2 likeliest of 3 pairs; the next ones follow as you decide." in listed
    assert listed.count("Compare and merge") == 2
    assert listed.index("the same name") < listed.index("the same words in another order")
    new_person("Vera Nieuw", country="NL")
    similar_names()
    assert "The 2 likeliest of more than 3 pairs" in page_text(client, address(body, "duplicates"))


def test_a_person_that_is_not_suggested_is_found_by_number(client, body, vera) -> None:
    other = new_person("Vera Oud", country="NL")
    page = address(body, vera.pk, "merge")
    assert "Number of the other person" in page_text(client, page)
    for typed, words in (
        ("x", "Enter a whole number."),
        (999_999, "This person does not exist"),
        (vera.pk, "This is the same person."),
        (new_person("王伟", country="CN").pk, "another body is responsible for them"),
    ):
        assert words in client.get(page, {"other": typed}).text, typed
    compared = client.get(page, {"other": other.pk}).text
    assert "No results" in compared
    assert f"/persons/{other.pk}/merge/?other={vera.pk}" in compared


def test_persons_of_other_bodies_and_players_of_one_event_are_not_merged(body, vera, second) -> None:
    stranger = new_person("Nieuw Vera", country="CN")
    for first, other in ((vera, stranger), (second, new_person("Vera"))):
        with pytest.raises(Refused, match="is not responsible for these persons"):
            join_records(actor(), body, kept=first, merged=other, reason="?")
        with pytest.raises(Refused, match="is not responsible for these persons"):
            mark_apart(actor(), body, first=first, second=other)
    result_of(second, vera.official_results.get().recorded)
    with pytest.raises(Refused, match="Both have a result in Spring Open"):
        join_records(actor(), body, kept=vera, merged=second, reason="?")


def test_only_who_works_with_persons_sees_birth_years_and_merges(body, vera) -> None:
    stranger = Client(headers={"accept-language": "en"})
    stranger.force_login(member(new_body()))
    assert stranger.get(address(body, "duplicates")).status_code == 403
    administrator = Client(headers={"accept-language": "en"})
    administrator.force_login(Account.objects.create_superuser("administrator"))
    assert "1987" in page_text(administrator, address(body, vera.pk))
    assert "1987" not in Client().get(f"/p/{vera.pk}/").text
