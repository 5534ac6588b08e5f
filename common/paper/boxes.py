"""Places on a page: boxes in points, measured from the upper left corner."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle: its upper left corner, width and height; y grows downwards."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.height

    def inset(self, across: float, down: float | None = None) -> "Box":
        """The box within, ``across`` from left and right and ``down`` (left out: the same) from top and bottom."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def top(self, height: float) -> "Box":
        """Its upper part."""
        return self._replace(height=height)

    def below(self, height: float) -> "Box":
        """What is left under its upper part."""
        return self._replace(y=self.y + height, height=self.height - height)

    def columns(self, parts: Sequence[float]) -> list["Box"]:
        """Side by side, with widths in the proportion of ``parts``."""
        whole, at, found = sum(parts), self.x, []
        for part in parts:
            width = self.width * part / whole
            found.append(Box(at, self.y, width, self.height))
            at += width
        return found

    def rows(self, parts: Sequence[float]) -> list["Box"]:
        """One under the other, with heights in the proportion of ``parts``."""
        whole, at, found = sum(parts), self.y, []
        for part in parts:
            height = self.height * part / whole
            found.append(Box(self.x, at, self.width, height))
            at += height
        return found

    def grid(self, rows: int, columns: int) -> Iterator["Box"]:
        """Equal boxes, row by row."""
        for row in self.rows([1] * rows):
            yield from row.columns([1] * columns)
