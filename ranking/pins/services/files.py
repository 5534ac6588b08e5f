"""Save and delete the private files of applications."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext
from common.actions.errors import Refused
from common.privacy.fields import encrypted
from ranking.pins.models.files import PrivateFile
from ranking.pins.selectors.private_files import file_folder, file_path
from scoring.sheets.services.paper.photos import keep_file

#: The most files that are handed in together.
MOST_FILES = 5


def different_files(files: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the files, each with kind, data and digest (`common.files.pictures.clean_picture`), equal ones once."""
    different = list({file["digest"]: file for file in files}.values())
    if len(different) > MOST_FILES:
        raise Refused(_("There are at most %(most)d files.") % {"most": MOST_FILES}, where="files")
    return different


def save_file(_context: ActionContext, row: PrivateFile, file: Mapping[str, Any]) -> None:
    """Save a file, encrypted, and its ``row``, which names what it belongs to."""
    row.kind, row.digest, row.size = file["kind"], file["digest"], len(file["data"])
    row.name = secrets.token_urlsafe(24)
    row.added_at = timezone.now()
    row.save()
    keep_file(file_folder() / row.name, encrypted(file["data"]))


def delete_files(_context: ActionContext, rows: "QuerySet[Any]") -> int:
    """Delete the rows at once and their files after the commit; return their number."""
    paths = [file_path(row) for row in rows]
    rows.delete()
    for path in paths:
        transaction.on_commit(lambda path=path: path.unlink(missing_ok=True))  # type: ignore[misc]
    return len(paths)
