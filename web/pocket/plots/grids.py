"""Grids: who met whom, a row and a column for each player."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

#: The height of a row, of a cell in it, and of the line of the columns' names, in pixels.
ROW, CELL, HEAD = 34, 26, 20
#: The share of a column that a cell fills, in per cent.
FILLED = 86


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell: left edge and middle in per cent; its look ("more", "fewer" or "same") and text."""

    left: str
    middle: str
    look: str
    text: str


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row: top, middle and baseline in pixels, the rank and name at its end, its cells, and where it meets itself."""

    top: int
    label_at: int
    base: int
    rank: str
    name: str
    cells: list[Cell]
    itself: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A picture of rows; ``columns`` are (middle in per cent, name); ``width`` of a cell in per cent."""

    height: int
    width: str
    cell: int
    columns: list[tuple[str, str]]
    rows: list[GridRow]


def meeting_grid(
    players: Sequence[tuple[str, str]], met: Callable[[int, int], Sequence[int]], lead: Callable[[int, int], int]
) -> Grid | None:
    """Return the grid of players (rank, name) who met each other; None if none of them met.

    ``met`` gives the sessions of two players by their index, ``lead`` in how many more of them the first one had more
    points than fewer.
    """
    size = len(players)
    if not any(met(row, column) for row in range(size) for column in range(row)):
        return None
    place = 100 / size
    middles = [f"{place * (index + 0.5):.4g}%" for index in range(size)]

    def cell(row: int, column: int) -> Cell:
        sessions, ahead = met(row, column), lead(row, column)
        left = f"{place * column + place * (100 - FILLED) / 200:.4g}%"
        look = "more" if ahead > 0 else "fewer" if ahead < 0 else "same"
        return Cell(left, middles[column], look, str(sessions[0]) if len(sessions) == 1 else f"{len(sessions)}×")

    rows = []
    for index, (rank, name) in enumerate(players):
        top = HEAD + ROW * index
        cells = [cell(index, column) for column in range(size) if column != index and met(index, column)]
        rows.append(GridRow(top + (ROW - CELL) // 2, top, top + ROW // 2 + 4, rank, name, cells, middles[index]))
    columns = [(middles[index], rank) for index, (rank, _name) in enumerate(players)]
    return Grid(HEAD + ROW * size, f"{place * FILLED / 100:.4g}%", CELL, columns, rows)
