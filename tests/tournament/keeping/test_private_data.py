"""Private data: readable through the model, encrypted in the database, with a key that only its owner reads."""

import stat
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tournament.people.models.persons import Person, PrivateData

PLANTED = {
    "document": "护照 E12345678-Ω",
    "contact": "wang.wei@example.org +86 138 0000 0000",
    "birth_date": "1971-03-29",
}

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def planted() -> Person:
    person = Person.objects.create(name="王伟", latin_name="Wang Wei")
    PrivateData.objects.create(person=person, delete_after=date(2030, 1, 1), **PLANTED)
    return person


def cells() -> str:
    """Return every value of every table, as text."""
    values = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            values += [str(value) for row in cursor.fetchall() for value in row]
    return "\n".join(values)


def test_private_data_is_decrypted_on_reading(planted: Person) -> None:
    kept = PrivateData.objects.get(person=planted)
    assert {name: getattr(kept, name) for name in PLANTED} == PLANTED
    kept.contact = ""
    kept.save()
    kept.refresh_from_db()
    assert (kept.contact, kept.document) == ("", PLANTED["document"])
    assert PrivateData.objects.values_list("birth_date", flat=True).get() == PLANTED["birth_date"]


def test_no_table_contains_private_data_in_plain_text(planted: Person) -> None:
    everything = cells()
    assert "Wang Wei" in everything
    assert [value for value in PLANTED.values() if value in everything or ascii(value)[1:-1] in everything] == []


def test_equal_values_have_different_ciphertexts(planted: Person) -> None:
    PrivateData.objects.create(person=Person.objects.create(name="李"), **PLANTED)
    with connection.cursor() as cursor:
        cursor.execute("SELECT document FROM tournament_privatedata")
        first, second = (row[0] for row in cursor.fetchall())
    assert first != second


@pytest.mark.django_db(transaction=True)
def test_private_data_is_not_in_the_database_file(planted: Person) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps no one file")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    # In a separate process: closing the file here would release this process's SQLite locks, and a worker that exits
    # would then delete the write-ahead log.
    copy = "import pathlib, sys; sys.stdout.buffer.write(pathlib.Path(sys.argv[1]).read_bytes())"
    name = str(connection.settings_dict["NAME"])
    raw = subprocess.run([sys.executable, "-c", copy, name], capture_output=True, check=True).stdout
    assert b"Wang Wei" in raw
    assert [value for value in PLANTED.values() if value.encode() in raw] == []


def test_key_is_private_and_not_in_the_database(planted: Person) -> None:
    file = Path(settings.PRIVATE_DATA_KEY_FILE)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text(encoding="ascii").strip() not in cells()
