"""What to say when a command fails because of the state of the database, instead of a traceback."""

from django.db import DatabaseError, connection

from common.backups.updates import needs_migrating


def fault_of_database() -> str:
    """Return why no command can work with the database as it is now; empty if the fault lies elsewhere."""
    try:
        if needs_migrating():
            return "The database lacks tables of this program: run `manage.py migrate`, or start the program once."
    except DatabaseError as error:
        return f"The database {connection.settings_dict['NAME']} does not answer: {str(error).strip()}"
    return ""
