"""Count the writes by their outcome, for monitoring."""

from collections.abc import Iterator
from contextlib import contextmanager

from common.actions.errors import Conflict, Refused, Unusual
from common.infrastructure.metrics import count_write

#: The first class that fits the error of a write gives its outcome.
OUTCOMES: tuple[tuple[type[Exception], str], ...] = (
    (Conflict, "conflict"),
    (Unusual, "question"),
    (Refused, "refused"),
    (Exception, "failed"),
)


@contextmanager
def counted_write() -> Iterator[None]:
    """Count the write inside the block; a repeated one that gets the stored answer counts as done again."""
    try:
        yield
    except Exception as error:
        count_write(next(outcome for kind, outcome in OUTCOMES if isinstance(error, kind)))
        raise
    count_write("done")
