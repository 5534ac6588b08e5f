"""Let papers keep some of their pages only, for printing these pages again."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: Numbers of the pages that finished papers keep; empty: all.
KEPT: ContextVar[Collection[int]] = ContextVar("kept pages", default=())


@contextmanager
def only_pages(numbers: Collection[int]) -> Iterator[None]:
    """Let papers finished within the block keep only the pages with these numbers; empty: all.

    Pages keep the numbers that they have in the whole paper.
    """
    token = KEPT.set(numbers)
    try:
        yield
    finally:
        KEPT.reset(token)


class NoSuchPageError(Exception):
    """None of the wanted pages exists; ``pages`` is the number of pages."""

    def __init__(self, pages: int) -> None:
        super().__init__(f"there are only {pages} pages")
        self.pages = pages
