"""Files that people upload and that jobs make: in a folder of the disk, or in a bucket (``config/stored_files.py``).

A file's name is its folder and a random word, such as "sheet-photos/3kf0Xn". No file has a public address.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from common.actions.errors import Refused

logger = logging.getLogger(__name__)

#: A file without row of this age was left by a failed write.
LEFT_BEHIND = timedelta(hours=1)


def keep_file(name: str, content: "File[Any]") -> None:
    """Save a private file that only this program can read; an error leaves no partial file.

    Raises OSError if the disk does not take it, Refused if the bucket does not.
    """
    try:
        default_storage.save(name, content)
    except OSError:  # a truncated file would only fill the disk
        default_storage.delete(name)
        raise
    except Exception as error:
        if not settings.BUCKET_ORIGIN:
            raise
        logger.error("the bucket does not take a file: %s", type(error).__name__)
        raise Refused(_("The file could not be stored, so nothing was saved. Please try again in a minute.")) from error


def file_content(name: str) -> bytes:
    """Return the content of a file. Raises FileNotFoundError."""
    with default_storage.open(name) as file:
        return bytes(file.read())


def delete_after_commit(name: str) -> None:
    """Delete the file when the transaction commits; one that is not there is no error."""
    transaction.on_commit(lambda: default_storage.delete(name))


def delete_left_behind(folder: str, *rows: QuerySet[Any]) -> int:
    """Delete old files of the folder that none of the rows names in its ``name``; return their number."""
    files = names_in(folder)
    named = {name for kind in rows for name in kind.filter(name__in=files).values_list("name", flat=True)}
    return delete_older(folder, (name for name in files if name not in named), timezone.now() - LEFT_BEHIND)


def delete_older(folder: str, names: Iterable[str], limit: datetime) -> int:
    """Delete those files of the folder that were last changed before the limit; return their number."""
    old = [f"{folder}/{name}" for name in names if _changed_at(f"{folder}/{name}") < limit]
    for path in old:
        default_storage.delete(path)
    return len(old)


def names_in(folder: str) -> list[str]:
    """Return the names of the files in the folder, without it; none if there is no such folder."""
    try:
        return default_storage.listdir(folder)[1]
    except FileNotFoundError:
        return []


def _changed_at(path: str) -> datetime:
    """Return when the file was changed; a file that was deleted meanwhile counts as new."""
    try:
        return default_storage.get_modified_time(path)
    except FileNotFoundError:
        return timezone.now()
