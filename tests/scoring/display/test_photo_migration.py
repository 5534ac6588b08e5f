"""Photos of players in a database from before they had a day of deletion."""

from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scoring.display.models.screens import ScreenPicture
from tests.support.action_examples import with_settings
from tests.support.finals import final
from tests.support.screens import new_picture
from tournament.events.models.events import Event

pytestmark = pytest.mark.database
BEFORE = [("scoring", "0033_digests")]


@pytest.mark.django_db(transaction=True)
def test_a_photo_of_a_player_gets_the_day_of_the_events_private_data_and_is_deleted_then() -> None:
    event, today = final(), timezone.localdate()
    with_settings(event)
    Event.objects.filter(pk=event.pk).update(starts=date(2026, 10, 30), ends=date(2026, 10, 31))
    event.privacy_settings.keep_months = 4
    event.privacy_settings.save()
    photo, sponsor = new_picture(event), new_picture(event)
    ScreenPicture.objects.filter(pk=photo.pk).update(entry=event.entries.get(number=2))
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    try:
        MigrationExecutor(connection).migrate(BEFORE)
    finally:
        MigrationExecutor(connection).migrate(newest)
    photo.refresh_from_db()
    sponsor.refresh_from_db()
    assert (photo.delete_after, sponsor.delete_after) == (date(2027, 2, 28), None)
    ScreenPicture.objects.filter(pk=photo.pk).update(delete_after=today - timedelta(days=1))
    call_command("sweep", stdout=StringIO())
    assert list(ScreenPicture.objects.filter(event=event)) == [sponsor]
