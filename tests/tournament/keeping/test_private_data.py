"""Private data: readable through the model, plain nowhere in the database, the key in a file of its owner only."""

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
    """Every value of every table, as text."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            found += [str(value) for row in cursor.fetchall() for value in row]
    return "\n".join(found)


def test_private_data_comes_back_as_it_was(planted: Person) -> None:
    kept = PrivateData.objects.get(person=planted)
    assert {name: getattr(kept, name) for name in PLANTED} == PLANTED
    kept.contact = ""
    kept.save()
    kept.refresh_from_db()
    assert (kept.contact, kept.document) == ("", PLANTED["document"])
    assert PrivateData.objects.values_list("birth_date", flat=True).get() == PLANTED["birth_date"]


def test_private_data_stands_nowhere_in_plain(planted: Person) -> None:
    everything = cells()
    assert "Wang Wei" in everything
    assert [value for value in PLANTED.values() if value in everything or ascii(value)[1:-1] in everything] == []


def test_equal_values_do_not_look_equal(planted: Person) -> None:
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
    # In a process of its own: SQLite's locks in this one end when anybody here closes the file, and a worker that
    # leaves then takes the log away under our feet.
    copy = "import pathlib, sys; sys.stdout.buffer.write(pathlib.Path(sys.argv[1]).read_bytes())"
    name = str(connection.settings_dict["NAME"])
    raw = subprocess.run([sys.executable, "-c", copy, name], capture_output=True, check=True).stdout
    assert b"Wang Wei" in raw
    assert [value for value in PLANTED.values() if value.encode() in raw] == []


def test_the_key_is_readable_by_its_owner_only_and_not_in_the_database(planted: Person) -> None:
    file = Path(settings.PRIVATE_DATA_KEY_FILE)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text(encoding="ascii").strip() not in cells()
