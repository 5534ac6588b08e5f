"""A database of an earlier version loses the tables of django_celery_results."""

from importlib import import_module

import pytest
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

MIGRATION = import_module("common.migrations.0004_drop_celery_results")
TABLES = [f"{MIGRATION.APP}_{name}" for name in ("chordcounter", "groupresult", "taskresult")]


def run_statements() -> None:
    with connection.cursor() as cursor:
        for statement in MIGRATION.STATEMENTS:
            cursor.execute(statement)


@pytest.mark.django_db
def test_migration_removes_the_tables_and_their_migration_rows() -> None:
    recorder = MigrationRecorder(connection)
    other_migrations = set(recorder.applied_migrations())
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"CREATE TABLE {table} (id integer PRIMARY KEY, task_name varchar(255))")
            cursor.execute(f"CREATE INDEX {table}_idx ON {table} (task_name)")
    recorder.record_applied(MIGRATION.APP, "0014_alter_taskresult_status")
    run_statements()
    assert not set(TABLES) & set(connection.introspection.table_names())
    assert set(recorder.applied_migrations()) == other_migrations


@pytest.mark.django_db
def test_migration_does_nothing_without_the_tables() -> None:
    before = set(connection.introspection.table_names())
    run_statements()
    assert set(connection.introspection.table_names()) == before
