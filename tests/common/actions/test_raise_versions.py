"""The versions of a restored backup are used for the first time."""

import time

import pytest
from django.core.management import call_command

from common.actions.models.heads import Head


@pytest.mark.django_db
def test_versions_go_on_above_all_that_were_shown() -> None:
    start, later = int(time.time()), 3_000_000_000
    old, new = Head.objects.create(name="event:old", public=41, live=57), Head.objects.create(name="new", public=later)
    call_command("raise_versions")
    old.refresh_from_db()
    new.refresh_from_db()
    assert start <= old.public == old.live <= time.time()
    assert (new.public, old.calls, old.clock) == (later, 0, 0)
