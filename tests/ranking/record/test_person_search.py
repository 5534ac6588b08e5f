"""The committee's search of persons and of registries: the same answers on both databases, by index on PostgreSQL."""

import pytest
from django.db import connection

from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body
from ranking.record.selectors.persons import persons_of_body
from tests.support.ranking import recorded_event, result_of
from tournament.people.models.persons import Person
from tournament.registry.models import RegistryMember

pytestmark = [pytest.mark.database, pytest.mark.django_db]
NAMES = (
    ("ŻÓŁĆ Łukasz", "", "PL-77a"),
    ("王伟", "WANG Wei", None),
    ("Anne 100%_Sure", "", None),
    ("MEIER Wei", "", None),
)


@pytest.fixture
def body() -> Body:
    world = Body.objects.create(ledger=Ledger.objects.create(name="body:w"), slug="w", name="W", kind=Body.Kind.WORLD)
    for name, latin, number in NAMES:
        result_of(Person.objects.create(name=name, latin_name=latin, federation_number=number), recorded_event(world))
    return world


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("lukasz zolc", ["ŻÓŁĆ Łukasz"]),
        ("żół", ["ŻÓŁĆ Łukasz"]),
        ("pl-77A", ["ŻÓŁĆ Łukasz"]),
        ("pl-7", []),
        ("wei", ["MEIER Wei", "王伟"]),
        ("ＷＡＮＧ", ["王伟"]),
        ("王", ["王伟"]),
        ("%_", ["Anne 100%_Sure"]),
        ("wei anne", []),
    ],
)
def test_each_word_is_found_without_case_accents_and_width(body: Body, query: str, names: list[str]) -> None:
    assert sorted(person.name for person in persons_of_body(body, query)) == names


def test_a_changed_name_is_found_and_the_earlier_one_is_not(body: Body) -> None:
    person = Person.objects.get(name="MEIER Wei")
    person.name = "MÜLLER Wei"
    person.save()
    assert list(persons_of_body(body, "muller")) == [person]
    assert not persons_of_body(body, "meier").exists()


@pytest.mark.parametrize(("model", "index"), [(Person, "person_trigrams"), (RegistryMember, "member_trigrams")])
def test_postgresql_finds_words_by_trigrams(model: type[Person | RegistryMember], index: str) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("for PostgreSQL")
    with connection.cursor() as cursor:
        # Without rows PostgreSQL would rather read the whole table.
        cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off")
    assert index in model.objects.filter(search__contains="lukasz").order_by().explain()


def test_postgresql_finds_a_federation_number_by_index() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("for PostgreSQL")
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    assert "person_by_number" in Person.objects.filter(federation_number__iexact="pl-77a").order_by().explain()
