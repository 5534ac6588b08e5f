"""Reading an event file: limits and shape first, then what no schema can say; every error named by its path."""

from typing import Any

from common.files.json_files import FileError, FileErrors, check, limited, load, place
from scoring.event_file.rules import problems, schema
from scoring.event_file.selectors.messages import sentence


def read_event(raw: bytes) -> dict[str, Any]:
    """The event that a file's bytes describe, wholly checked.

    Raises FileErrors naming each error by its path; nothing is read from or written to the database.
    """
    document = load(raw)
    errors = check(document, schema())
    if not errors:
        errors = limited(
            FileError(place(found.path), sentence(found.code, found.params)) for found in problems(document)
        )
    if errors:
        raise FileErrors(errors)
    return document
