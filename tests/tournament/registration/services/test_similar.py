"""Persons with alike names: kept keys and pairs, the same answers as comparing everybody, two sweeps at once."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from common.actions.engine import dry_run
from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from common.jobs.sweeps import sweep
from tests.support.threads import together
from tournament.people.models.persons import Comparison, DistinctPersons, Person
from tournament.registration.models.similar import NameKey, SimilarPair
from tournament.registration.rules.duplicates import evidence_with, pairs
from tournament.registration.selectors.similar import names_of, similar_to, stored_pairs, waiting_persons
from tournament.registration.services.similar import compare_persons, store_keys
from tournament.tasks import similar_names

pytestmark = [pytest.mark.database, pytest.mark.django_db]
ACTOR = system_actor("sweep")


def stored() -> set[tuple[int, int, tuple[str, ...]]]:
    return {(pair.first_id, pair.second_id, evidence_with(pair.strength)) for pair in stored_pairs()}


def invented(rng: random.Random) -> Person:
    family, given = rng.choice(["WANG", "SCHNIER", "SCHNEIR", "陈", "陳"]), rng.choice(["Wei", "Michael", "伟", "偉"])
    return Person(
        name=rng.choice([f"{family} {given}", f"{given} {family}"]),
        latin_name=rng.choice(["", "Wang Wei"]),
        country=rng.choice(["", "CN", "DE"]),
        federation_number=rng.choice([None, f"{rng.random()}"]),
    )


def test_stored_pairs_are_those_of_comparing_everybody_with_everybody() -> None:
    rng = random.Random(7)
    Person.objects.bulk_create(invented(rng) for _number in range(120))
    similar_names()
    everybody = [names_of(person) for person in Person.objects.all()]
    expected = pairs(everybody, everybody)
    assert len(expected) > 100
    assert stored() == {(pair.first, pair.second, pair.evidence) for pair in expected}
    assert not waiting_persons().exists()
    assert not AuditEntry.objects.exists()


def test_a_changed_name_leaves_its_pairs_at_once_and_finds_new_ones_with_the_next_sweep() -> None:
    wang, other, third = (Person.objects.create(name=name) for name in ("WANG Wei", "Wei WANG", "陈伟"))
    sweep()
    assert stored() == {(wang.pk, other.pk, ("order",))}
    other.name = "陳偉"
    other.save()
    assert stored() == set()
    sweep()
    assert stored() == {(other.pk, third.pk, ("script",))}
    assert set(NameKey.objects.values_list("person", flat=True)) == {wang.pk, other.pk, third.pk}


def test_merged_and_distinct_persons_are_no_pairs_until_both_are_undone() -> None:
    wang, other = (Person.objects.create(name="WANG Wei") for _time in range(2))
    similar_names()
    Person.objects.filter(pk=other.pk).update(merged_into=wang)
    assert stored() == set()
    Person.objects.filter(pk=other.pk).update(merged_into=None)
    distinct = DistinctPersons.objects.create(first=wang, second=other, at="2026-01-01T00:00:00Z")
    assert stored() == set()
    distinct.delete()
    assert stored() == {(wang.pk, other.pk, ("same-name",))}


def test_a_deleted_person_takes_keys_and_pairs_along() -> None:
    _wang, other = (Person.objects.create(name="WANG Wei") for _time in range(2))
    similar_names()
    other.delete()
    assert not SimilarPair.objects.exists()
    assert not NameKey.objects.filter(person_id=other.pk).exists()


def test_a_list_is_compared_by_keys_without_reading_everybody() -> None:
    Person.objects.bulk_create(Person(name=f"Somebody {chr(97 + at % 26) * 9} {at}") for at in range(200))
    wang = Person.objects.create(name="WANG Wei")
    similar_names()
    fresh = Person.objects.create(name="Wei WANG")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        found, known = similar_to([names_of(Person(pk=-1, name="wei wang"))])
    assert {pair.second for pair in found} == set(known) == {wang.pk, fresh.pk}
    assert len(queries) == 2
    assert similar_to([]) == ([], {})


@pytest.mark.django_db(transaction=True)
def test_two_persons_who_are_compared_at_once_are_found() -> None:
    first = Person.objects.create(name="WANG Wei")

    def second_sweep() -> None:
        Person.objects.create(name="Wei WANG")
        similar_names()

    together(similar_names, second_sweep)
    similar_names()
    assert stored() == {(first.pk, first.pk + 1, ("order",))}
    assert not waiting_persons().exists()


@pytest.mark.django_db(transaction=True)
def test_who_is_being_compared_is_skipped_by_another_sweep() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("for PostgreSQL")
    Person.objects.create(name="WANG Wei")

    def meanwhile() -> list[int]:
        return together(lambda: store_keys(ACTOR)["persons"])

    assert dry_run(store_keys, ACTOR, None, meanwhile) == [0]
    assert Person.objects.get().comparison == Comparison.WAITING
    assert [service(ACTOR)["persons"] for service in (compare_persons, store_keys, compare_persons)] == [0, 1, 1]
