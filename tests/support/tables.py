"""The tables of the database that have rows: most tests fill a few of two hundred."""

from collections.abc import Iterable
from functools import cache

from django.db import connection

#: Tables that migrations fill and tests never change.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}


@cache
def all_tables() -> list[str]:
    """Return every table that a test can fill."""
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return sorted({*names} - KEPT)


def filled(tables: Iterable[str]) -> list[str]:
    """Return the tables that have a row, with one query for all."""
    with connection.cursor() as cursor:
        cursor.execute(_filled_query(tuple(tables)))
        return [name for (name,) in cursor.fetchall()]


@cache
def _filled_query(tables: tuple[str, ...]) -> str:
    quoted = ((table, connection.ops.quote_name(table)) for table in tables)
    return " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {table})" for name, table in quoted)
