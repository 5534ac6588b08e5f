"""Lock the rows that an action writes."""

from contextlib import AbstractContextManager, nullcontext
from threading import RLock
from typing import Any, TypeVar

from django.db import connection, models
from django.utils.translation import gettext_lazy as _

from common.actions.errors import WrongState

_WRITERS = RLock()
Row = TypeVar("Row", bound=models.Model)


def single_writer() -> AbstractContextManager[Any]:
    """Serialise writers of this process on SQLite; its busy-wait can starve a thread.

    SQLite sleeps up to 0.1 s between attempts, so one of eight threads that write without a pause can wait until the
    timeout of 20 s. Correctness does not depend on this lock: the database locks too.
    """
    return _WRITERS if connection.vendor == "sqlite" else nullcontext()


def locked_subject(subject: models.Model | None) -> Any:
    """Lock the subject of an action after the rows in its ``locked_before``; see `locked_row`."""
    if subject is None:
        return None
    for row in getattr(subject, "locked_before", ()):
        list(row._meta.model._default_manager.select_for_update().filter(pk=row.pk).values_list("pk"))
    return locked_row(subject._meta.model, subject.pk, *getattr(subject, "read_with", ()))


def locked_row(model: type[Row], key: int, *read_with: str) -> Row:
    """Lock the row and read it with its related rows; raise WrongState if it no longer exists.

    Takes two queries where rows can be locked: after a wait PostgreSQL reads the locked row again, but not the rows
    joined to it.
    """
    rows = model._default_manager.filter(pk=key)
    if connection.features.has_select_for_update and read_with:
        list(rows.select_for_update().values_list("pk"))
        locked = rows.select_related(*read_with).first()
    else:
        locked = rows.select_related(*read_with).select_for_update(of=("self",)).first()
    if locked is None:
        raise WrongState(_("This no longer exists."))
    return locked
