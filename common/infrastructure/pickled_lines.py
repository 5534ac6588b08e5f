"""A long list that is cached as one value, of which a page unpickles only its own lines."""

from collections.abc import Iterator, Sequence
from pickle import dumps, loads
from typing import Any, TypeVar, overload

Line = TypeVar("Line")


class PickledLines(Sequence[Line]):
    """The lines, kept in pickled parts of ``part`` lines; a slice has no step."""

    def __init__(self, lines: Sequence[Line], part: int) -> None:
        self._length, self._part = len(lines), part
        self._pickled = [dumps(lines[first : first + part]) for first in range(0, len(lines), part)]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Line]:
        for pickled in self._pickled:
            yield from loads(pickled)

    @overload
    def __getitem__(self, at: int) -> Line: ...
    @overload
    def __getitem__(self, at: slice) -> list[Line]: ...
    def __getitem__(self, at: Any) -> Any:
        if not isinstance(at, slice):
            index = range(self._length)[at]
            return self[index : index + 1][0]
        first, after, _step = at.indices(self._length)
        of = first // self._part
        lines = [line for pickled in self._pickled[of : -(-after // self._part)] for line in loads(pickled)]
        return lines[first - of * self._part : after - of * self._part]
