"""The disk that everything is written to: how much is free, and which errors say that it is full."""

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
from django.utils.translation import gettext_lazy as _

from common.errors import Refused

logger = logging.getLogger(__name__)

#: People are warned from here on, whichever comes first: bytes, and a share of the whole disk.
LOW_BYTES, LOW_SHARE = 1 << 30, 0.05
#: Bytes below which the next writes are likely to fail.
FULL_BYTES = 50 << 20
FULL = {errno.ENOSPC, errno.EDQUOT}
#: SQLite's primary result codes; an I/O error is what a full disk is where the write-ahead log cannot grow.
SQLITE_FULL = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}


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
    """The disk is full: nothing was saved."""

    status = 507


@contextmanager
def refusing_when_full() -> Iterator[None]:
    """Turn the error of a full disk into DiskFull, which forms show with all that was typed."""
    try:
        yield
    except (DatabaseError, OSError) as error:
        if not is_full(error):
            raise
        logger.error("nothing was saved, the disk is full: %s", error)
        message = _("The server's disk is full: nothing was saved. Make room on it, then send this again.")
        raise DiskFull(message) from error


def is_full(error: BaseException | None) -> bool:
    """Whether a full disk is the cause of an error, or of one that it was raised from."""
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
