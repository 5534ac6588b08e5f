"""What each log line says about the request or job during which it was written: ids, event and role, nothing typed."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Fields = dict[str, str | int]
_current: ContextVar[Fields | None] = ContextVar("log fields", default=None)


@contextmanager
def log_fields(**fields: str | int) -> Iterator[Fields]:
    """Let the lines of this thread carry these fields until the end of the block; yield them."""
    token = _current.set(fields)
    try:
        yield fields
    finally:
        _current.reset(token)


def note_fields(**fields: str | int) -> None:
    """Add fields to those of the current request or job; outside of one nothing happens."""
    current = _current.get()
    if current is not None:
        current.update(fields)


def current_fields() -> Fields:
    """Return the fields of the current request or job; empty outside of one."""
    return _current.get() or {}
