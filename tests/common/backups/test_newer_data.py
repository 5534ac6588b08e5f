"""Data that a newer program has written is refused, with the way back that this database has."""

import pytest
from django.core.management import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from common.backups.updates import refuse_newer_data

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_newer_data_is_refused_with_the_way_back() -> None:
    refuse_newer_data()
    MigrationRecorder(connection).record_applied("scoring", "9999_future")
    with pytest.raises(CommandError) as refused:
        refuse_newer_data()
    sentence = str(refused.value)
    assert sentence.startswith("A newer version of Pinju wrote this data (scoring 9999_future); this is Pinju ")
    command = "go back to the data before its update: python3 pinju.py undo-update"
    backup = "load the backup made before its update into an empty database."
    assert sentence.endswith(command if connection.vendor == "sqlite" else backup)
