"""Restored rows equal the original ones."""

import pytest
from django.db import transaction

from tests.support.cup import cup, taken_in
from tests.support.remembered import remembered
from tests.support.snapshots import rows


@pytest.mark.django_db
def test_restored_rows_equal_those_of_the_first_time() -> None:
    made = []
    event, held = remembered(lambda: made.append(1) or taken_in(cup(), release=2)), []
    for _ in range(2):
        with transaction.atomic():
            assert event().slug == "cup"
            held.append(rows())
            transaction.set_rollback(True)
    assert held[0] == held[1]
    assert made == [1]
