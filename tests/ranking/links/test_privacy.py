"""The choice of persons whether everybody may see their record, after persons were merged."""

import pytest
from django.test import Client

from ranking.links.models import PersonRecord
from ranking.links.selectors import is_public, private_persons
from ranking.links.services.own_record import show_record
from tests.support.ranking import new_account, new_person, result_of
from tournament.access.selectors.roles import actor_of
from tournament.people.models.persons import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def kept() -> Person:
    """Return a person into whom one with a private record was merged."""
    kept = new_person("王伟")
    merged = new_person("Wang Wei", merged_into=kept)
    PersonRecord.objects.create(person=merged, public=False)
    result_of(merged)
    return kept


def test_the_choice_of_a_merged_person_hides_the_kept_one(kept: Person) -> None:
    shown = new_person("Ana")
    PersonRecord.objects.create(person=shown, public=True)
    assert private_persons() == private_persons([kept.pk, shown.pk]) == {kept.pk}
    assert [is_public(kept), is_public(shown), is_public(new_person("Ben"))] == [False, True, True]
    for address in (f"/p/{kept.pk}/", f"/p/{kept.pk}/picture.png", f"/api/v1/record/persons/{kept.pk}"):
        assert Client().get(address).status_code == 404, address


def test_the_kept_persons_own_choice_replaces_it(kept: Person) -> None:
    account = new_account(kept)
    show_record(actor_of(account), account, public=True)
    assert is_public(kept)
    assert Client().get(f"/p/{kept.pk}/").status_code == 200
    show_record(actor_of(account), account, public=False)
    assert not is_public(kept)
