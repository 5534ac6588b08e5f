"""The columns and rows of lists, how high each row is, and how many fit on a page."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from common.paper.boxes import Box
from common.paper.canvas import Paper, mm
from common.paper.faces import printable
from common.paper.fitting import LEADING, fitted, wrapped
from common.paper.texts import Align

#: Heights of a row and of each line of the headings.
ROW, HEADING = 5.8 * mm, 3.8 * mm
PAD, ABOVE = 1.2 * mm, 0.5 * mm
#: Heights of the title and the note with the room below them, and the room between two lists.
TITLE, NOTE, GAP = 10 * mm, 6 * mm, 6 * mm
#: The rows of a long list that stay with its headings.
FIRST_ROWS = 3
#: The share of a page's rows that are few on the last page, and how low rows may become to save it.
FEW, LOWER = 0.3, (0.95, 0.9, 0.85, 0.8)
#: The smallest size of a text in a row; a longer text makes its row higher.
SMALLEST = 6.0
#: The smallest size of a figure.
TINY = 4.0


@dataclass(frozen=True)
class Column:
    """A column of a list: its heading, its width as a share of the page, and the alignment of its cells.

    Columns that are ``alike`` stay equally wide if widths follow the content.
    """

    heading: str
    share: float
    align: Align = "left"
    bold: bool = False
    alike: bool = False


#: A cell's text; or two texts, the second smaller below the first; or None: the previous cell extends over this one.
Cell = str | int | tuple[str, str] | None


@dataclass(frozen=True)
class Row:
    """The cells of a row (``strong``: all bold, under a rule), or with ``section`` a line that begins a section."""

    cells: Sequence[Cell] = ()
    section: str = ""
    #: Number of following rows that must be on the same page.
    keep: int = field(default=0)
    strong: bool = False
    #: Section to repeat at the top of a page that begins with this row.
    of: str = ""
    #: Lines instead of shades, to be written on.
    ruled: bool = False
    #: The height of the room that `few_rows` leaves below the cells, for a drawing.
    below: float = 0


@dataclass(frozen=True)
class RowList:
    """A list under its title, note and headings, which are repeated on each page.

    A row is ``height`` high, or as high as its longest text needs. ``free`` is left empty at the foot of each page.
    """

    columns: Sequence[Column]
    rows: Sequence[Row]
    title: str
    note: str = ""
    size: float = 8.5
    height: float = ROW
    free: float = 0

    @property
    def head(self) -> float:
        """The height of title, note and headings."""
        return (self.title != "") * TITLE + (self.note != "") * NOTE + HEADING * self.heading_lines + mm

    @property
    def heading_lines(self) -> int:
        return max(column.heading.count("\n") + 1 for column in self.columns)


def saving_a_page(paper: Paper, rows: RowList) -> RowList:
    """Return the list with the highest rows (``LOWER``) that save its last page if that has few rows.

    A row to write on, or with one text below another, keeps its height.
    """
    if any(row.ruled or any(isinstance(cell, tuple) for cell in row.cells) for row in rows.rows):
        return rows
    pages = _rows_on_pages(paper, rows)
    if len(pages) < 2 or pages[-1] > FEW * max(pages):
        return rows
    for share in LOWER:
        lower = replace(rows, height=rows.height * share)
        if len(_rows_on_pages(paper, lower)) < len(pages):
            return lower
    return rows


def _rows_on_pages(paper: Paper, rows: RowList) -> list[int]:
    """Return how many rows come on each page; a section is named again on the next one."""
    heights = [row_height(paper, rows.columns, row, rows.size, rows.height) for row in rows.rows]
    whole = paper.body.height - rows.head - rows.free
    pages: list[int] = []
    room, section = 0.0, ""
    for index, row in enumerate(rows.rows):
        if not pages or room < sum(heights[index : index + 1 + row.keep]):
            pages.append(0)
            room = whole - (rows.height if (row.of or section) and not row.section else 0)
        section = row.section or section
        pages[-1] += 1
        room -= heights[index]
    return pages


def cells_of(line: Box, columns: Sequence[Column], row: Row) -> list[tuple[Box, Column, str | int | tuple[str, str]]]:
    """Return each cell of a row with its box; a cell extends over following None cells."""
    cells: list[tuple[Box, Column, str | int | tuple[str, str]]] = []
    for box, column, cell in zip(line.columns([column.share for column in columns]), columns, row.cells, strict=True):
        if cell is None:
            first_box, first_column, text = cells[-1]
            width = box.right - min(PAD, 0.08 * box.width) - first_box.x
            cells[-1] = (first_box._replace(width=width), first_column, text)
        else:
            cells.append((box.inset(min(PAD, 0.08 * box.width), ABOVE), column, cell))
    return cells


def row_height(paper: Paper, columns: Sequence[Column], row: Row, size: float, height: float) -> float:
    """Return the height of a row in which every text fits: in two lines, else in as many as it needs."""
    if row.section:
        return height
    most = height
    for room, column, cell in cells_of(Box(0, 0, paper.body.width, height), columns, row):
        if not isinstance(cell, str) or column.align == "right":
            continue
        words, bold, across = printable(cell), column.bold or row.strong, room.width
        in_two_lines = fitted(
            words, paper.language, across=across, down=room.height, size=size, smallest=SMALLEST, lines=2, bold=bold
        )
        if not in_two_lines.whole:
            lines = len(wrapped(words, paper.language, across / SMALLEST, bold, breaking=True))
            most = max(most, SMALLEST * (1 + LEADING * (lines - 1)) + 2 * ABOVE + 0.1)
    return most
