"""Read and check an event file: first limits and schema, then further rules; each error has its path."""

from typing import Any

from django.utils.translation import gettext as _

from common.files.json_files import FileError, FileErrors, check, limited, load
from common.files.json_files.errors import path_text
from scoring.event_file.rules import problems, schema
from scoring.event_file.selectors.messages import sentence


def read_event(raw: bytes) -> dict[str, Any]:
    """Return the checked document of an event file's bytes.

    Raises FileErrors with the path of each error. It does not use the database.
    """
    try:
        document = load(raw)
    except FileErrors as refused:
        raise refused.under(_no_event_file()) from None
    errors = check(document, schema())
    if not _is_event_file(document):
        raise FileErrors(errors).under(_no_event_file())
    if not errors:
        errors = limited(
            FileError(path_text(problem.path), sentence(problem.code, problem.params)) for problem in problems(document)
        )
    if errors:
        raise FileErrors(errors)
    return document


def _is_event_file(document: Any) -> bool:
    """Return whether the document says that it is an event file, of whichever version."""
    return isinstance(document, dict) and str(document.get("format", "")).startswith("mcr-event/")


def _no_event_file() -> str:
    return _("This is not an event file.")
