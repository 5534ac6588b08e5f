"""Sort more items than memory should hold: an external merge sort."""

from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from itertools import islice
from pickle import dump, load
from typing import IO, Any, Generic, TypeVar

#: The items that are sorted together in memory.
RUN = 2_000
Item = TypeVar("Item")


class SortedInFile(Generic[Item]):
    """Items by the order of their ``key``, as often as they are read. Only this process may write to ``file``.

    The file holds sorted runs of items, which reading merges. So memory holds one run while the file is written, and
    one item of each run while it is read.
    """

    def __init__(self, file: IO[bytes], items: Iterable[Item], key: Callable[[Item], Any]) -> None:
        self._file, self._key = file, key
        self._runs: list[tuple[int, int]] = []
        unsorted = iter(items)
        while run := sorted(islice(unsorted, RUN), key=key):
            self._runs.append((file.tell(), len(run)))
            for item in run:
                dump(item, file)

    def __len__(self) -> int:
        return sum(length for _start, length in self._runs)

    def __iter__(self) -> Iterator[Item]:
        return merge(*(self._run(start, length) for start, length in self._runs), key=self._key)

    def _run(self, start: int, length: int) -> Iterator[Item]:
        for _item in range(length):
            self._file.seek(start)
            item = load(self._file)
            start = self._file.tell()
            yield item
