"""What to say when a command fails because of the state of the database, instead of a traceback."""

import re

from django.db import DatabaseError, connection

from common.backups.updates import needs_migrating

#: How SQLite and PostgreSQL name a table or column that is missing.
MISSING = re.compile("no such (table|column)|(relation|column) .* does not exist")


def fault_of_database(error: DatabaseError) -> str:
    """Return what is wrong with the database as a sentence; empty if it answers and has its tables."""
    try:
        if MISSING.search(str(error)) and needs_migrating():
            return "The database lacks tables of this program: run `manage.py migrate`, or start the program once."
        connection.ensure_connection()
    except DatabaseError as unreachable:
        return f"The database {connection.settings_dict['NAME']} does not answer: {str(unreachable).strip()}"
    return ""
