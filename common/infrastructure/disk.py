"""Free space of the disk, and the errors of a full disk."""

import errno
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

import psycopg.errors
from django.conf import settings
from django.utils.translation import gettext_lazy

NOTHING_SAVED = gettext_lazy(
    "The server's disk is full or cannot be written to. Nothing was saved. Send this again when there is free space."
)
#: Limits of the warning, whichever is reached first: bytes, and a share of the whole disk.
LOW_BYTES, LOW_SHARE = 1 << 30, 0.05
#: Bytes below which the next writes are likely to fail.
FULL_BYTES = 50 << 20
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS}
#: SQLite's primary result codes; its I/O error also means a full disk: the write-ahead log's index could not grow.
SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}


@dataclass(frozen=True)
class Space:
    """Free and total bytes of a disk."""

    free: int
    total: int

    @property
    def low(self) -> bool:
        """Return whether to warn people."""
        return self.free < LOW_BYTES or self.free < self.total * LOW_SHARE

    @property
    def full(self) -> bool:
        """Return whether the next writes are likely to fail."""
        return self.free < FULL_BYTES


def space() -> Space:
    """Return the space of the disk of PINJU_HOME or, with SQLite, of the database, whichever has less free."""
    folders = {Path(settings.HOME)}
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        folders.add(Path(database["NAME"]).parent)
    usages = [shutil.disk_usage(folder) for folder in folders]
    return min((Space(usage.free, usage.total) for usage in usages), key=lambda candidate: candidate.free)


def is_full(error: BaseException | None) -> bool:
    """Return whether an error, or one of its causes, means a disk that is full or cannot be written to."""
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
