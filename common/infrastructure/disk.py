"""The free space of the disk, and the errors of a full disk."""

import errno
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg.errors
from django.conf import settings
from django.db import DatabaseError
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.errors import Refused
from common.backups.running import place_of, the_plan

logger = logging.getLogger(__name__)

NOTHING_SAVED = gettext_lazy(
    "The server's disk is full or cannot be written to: nothing was saved. Send this again when there is room."
)
#: People are warned from here on, whichever comes first: bytes, and a share of the whole disk.
LOW_BYTES, LOW_SHARE = 1 << 30, 0.05
#: Bytes below which the next writes are likely to fail.
FULL_BYTES = 50 << 20
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}
#: SQLite's primary result codes; its I/O error is a full disk too, where the write-ahead log's index cannot grow.
SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}


@dataclass(frozen=True)
class Space:
    """The free and all bytes of a disk."""

    free: int
    total: int

    @property
    def low(self) -> bool:
        """Whether people should make room."""
        return self.free < LOW_BYTES or self.free < self.total * LOW_SHARE

    @property
    def full(self) -> bool:
        """Whether the next writes are likely to fail."""
        return self.free < FULL_BYTES


def space() -> Space:
    """Return the space of the disk of PINJU_HOME or, with SQLite, of the database, whichever has less."""
    folders = {Path(settings.HOME)}
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        folders.add(Path(database["NAME"]).parent)
    found = [shutil.disk_usage(folder) for folder in folders]
    return min((Space(usage.free, usage.total) for usage in found), key=lambda each: each.free)


class DiskFull(Refused):
    """The disk is full or cannot be written to: nothing was saved."""

    status = 507


@contextmanager
def refusing_when_full(names_backup: bool) -> Iterator[None]:
    """Turn the error of a full disk into DiskFull, which forms show with all that was typed.

    Where it ``names_backup`` the message says when and where the last backup was made.
    """
    try:
        yield
    except (DatabaseError, OSError) as error:
        if not is_full(error):
            raise
        logger.error("nothing was saved, the disk is full or cannot be written to: %s", error)
        backup = last_backup() if names_backup else ""
        raise DiskFull(" ".join(filter(None, [str(NOTHING_SAVED), backup]))) from error


def last_backup() -> str:
    """Return the sentence that says when and where the last good backup was made; empty if it cannot be found out."""
    try:
        plan = the_plan()
    except DatabaseError:
        return ""
    if plan.good_at is None:
        return _("There is no backup yet.")
    facts = {"time": date_format(localtime(plan.good_at), "DATETIME_FORMAT"), "place": place_of(plan)}
    return _("The last backup was made on %(time)s, in %(place)s.") % facts


def is_full(error: BaseException | None) -> bool:
    """Whether a disk that is full or cannot be written to is the cause of an error, or of one it was raised from."""
    while error is not None:
        if _says_full(error):
            return True
        error = error.__cause__ or error.__context__
    return False


def _says_full(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in SQLITE_FULL
    if isinstance(error, OSError):
        return error.errno in FULL
    return isinstance(error, psycopg.errors.DiskFull)
