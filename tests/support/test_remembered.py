"""Restored rows equal the original ones."""

import pytest
from django.db import transaction

from common.actions.models.ledgers import Ledger
from tests.support.events import small_event
from tests.support.remembered import remembered
from tests.support.snapshots import rows
from tournament.events.models.events import Event


@pytest.mark.django_db
@pytest.mark.database
def test_restored_rows_equal_those_of_the_first_time() -> None:
    made = []

    @remembered
    def event(slug: str) -> Event:
        made.append(slug)
        return small_event(slug)

    def called(slug: str) -> tuple[str, object]:
        """Return the event's era and all rows, with the same era."""
        with transaction.atomic():
            era = event(slug).ledger.era
            Ledger.objects.update(era="")
            everything = rows()
            transaction.set_rollback(True)
        return era, everything

    (first_era, first), (second_era, second), (_era, third) = called("one"), called("one"), called("two")
    assert made == ["one", "two"]
    assert first == second != third
    assert first_era != second_era


@pytest.mark.django_db
def test_a_database_that_holds_something_gets_a_new_event() -> None:
    event = remembered(small_event)
    assert event("one").pk != event("two").pk
    assert list(Event.objects.values_list("slug", flat=True).order_by("slug")) == ["one", "two"]
