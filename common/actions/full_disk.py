"""Turn a full disk into a refusal that forms can show."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError

from common.actions.errors import Refused
from common.backups.running import last_backup
from common.infrastructure.disk import NOTHING_SAVED, is_full

logger = logging.getLogger(__name__)


class DiskFull(Refused):
    status = 507


@contextmanager
def refusing_when_full(names_backup: bool) -> Iterator[None]:
    """Raise DiskFull in place of the error of a full disk, so that a form keeps the typed values.

    With ``names_backup`` the message says when and where the last backup was made.
    """
    try:
        yield
    except (DatabaseError, OSError) as error:
        if not is_full(error):
            raise
        logger.error("nothing was saved, the disk is full or cannot be written to: %s", error)
        backup = last_backup() if names_backup else ""
        raise DiskFull(" ".join(filter(None, [str(NOTHING_SAVED), backup]))) from error
