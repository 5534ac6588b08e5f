"""Rectangles on a page, in points, measured from the upper left corner."""

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
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def inset(self, across: float, down: float | None = None) -> "Box":
        """Return the box within, ``across`` from the sides and ``down`` (default: the same) from top and bottom."""
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def top(self, height: float) -> "Box":
        """Return its upper part."""
        return self._replace(height=height)

    def below(self, height: float) -> "Box":
        """Return the rest under its upper part."""
        return self._replace(y=self.y + height, height=self.height - height)

    def columns(self, parts: Sequence[float]) -> list["Box"]:
        """Return boxes side by side, with widths in the proportion of ``parts``."""
        total, x, boxes = sum(parts), self.x, []
        for part in parts:
            width = self.width * part / total
            boxes.append(Box(x, self.y, width, self.height))
            x += width
        return boxes

    def rows(self, parts: Sequence[float]) -> list["Box"]:
        """Return boxes one under another, with heights in the proportion of ``parts``."""
        total, y, boxes = sum(parts), self.y, []
        for part in parts:
            height = self.height * part / total
            boxes.append(Box(self.x, y, self.width, height))
            y += height
        return boxes

    def grid(self, rows: int, columns: int) -> Iterator["Box"]:
        """Yield equal boxes, row by row."""
        for row in self.rows([1] * rows):
            yield from row.columns([1] * columns)
