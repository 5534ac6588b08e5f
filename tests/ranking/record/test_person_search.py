"""The committee's search of persons and of registries: the same answers on both databases, by index on PostgreSQL."""

import pytest
from django.db import connection

from common.actions.models.ledgers import Ledger
from ranking.bodies.models import Body
from ranking.record.models.records import OfficialResult, RecordedEvent
from ranking.record.selectors.persons import persons_of_body, with_last_event
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
        with_result(world, Person.objects.create(name=name, latin_name=latin, federation_number=number))
    return world


def with_result(body: Body, person: Person) -> None:
    number = OfficialResult.objects.count() + 1
    recorded = RecordedEvent.objects.create(
        body=body, slug=f"e-{number}", name=f"Open {number}", rules="MCR", players=4, sessions=1,
        starts=f"2026-01-{number:02}", confirmed_at="2026-01-01T00:00:00Z", confirmed_by="x",
    )  # fmt: skip
    OfficialResult.objects.create(
        recorded=recorded, person=person, row=1, name=person.name, table_points=12, competition_points=0
    )


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


def test_the_newest_result_may_be_of_a_merged_person(body: Body) -> None:
    kept, second = Person.objects.get(name="王伟"), Person.objects.get(name="MEIER Wei")
    second.merged_into = kept
    second.save()
    found = with_last_event(persons_of_body(body, "王伟")).get()
    assert (found.last_event, found.last_day.isoformat()) == ("Open 4", "2026-01-04")


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
