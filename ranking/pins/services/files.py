"""Save and delete the private files of applications."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.files.base import ContentFile
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext
from common.actions.errors import Refused
from common.privacy.fields import encrypted
from common.stored_files import delete_after_commit, keep_file
from ranking.pins.models.files import PrivateFile
from ranking.pins.selectors.private_files import stored_paper

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
    keep_file(stored_paper(row), ContentFile(encrypted(file["data"])))


def delete_files(_context: ActionContext, rows: "QuerySet[Any]") -> int:
    """Delete the rows at once and their files after the commit; return their number."""
    files = [stored_paper(row) for row in rows]
    rows.delete()
    for file in files:
        delete_after_commit(file)
    return len(files)
