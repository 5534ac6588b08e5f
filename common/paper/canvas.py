"""The canvas of a paper: text in boxes, rules and frames, QR codes, and the furniture of every page."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from django.conf import settings
from reportlab import rl_config
from reportlab.lib.pagesizes import A3, A4, A5, landscape
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from common.paper.boxes import Box
from common.paper.faces import SC, runs, width
from common.paper.furniture import FOOT, HEAD, Furniture, draw_furniture
from common.paper.inks import BLACK, GREY, Ink, set_stroke
from common.paper.kept_pages import KEPT, NoSuchPageError
from common.paper.qr_codes import QUIET, qr_rows
from common.paper.texts import Align, Style, TextColumn, Texts

__all__ = ["A3", "A4", "A5", "Furniture", "Paper", "landscape", "mm"]

# Binary streams: smaller and faster than ASCII, which no current printer needs.
rl_config.useA85 = 0

MARGIN = 12 * mm
LIGHT = 0.93
#: The length of a cut mark.
CUT = 3 * mm


class Paper:
    """A document being drawn; positions are boxes measured from the page's upper left corner."""

    def __init__(
        self,
        title: str,
        *,
        language: str,
        size: tuple[float, float] = A4,
        sheet: tuple[float, float] | None = None,
        furniture: Furniture | None = None,
        margin: float = MARGIN,
    ) -> None:
        """Draw pages of a ``size``, enlarged to a ``sheet`` of the same proportions if there is one."""
        runs(" ", language)  # registers the fonts
        self.language, self.furniture = language, furniture
        self.across, self.down = size
        self._output, sheet = BytesIO(), sheet or size
        self._enlarged = sheet[0] / size[0]
        self.canvas = Canvas(
            self._output, pagesize=sheet, invariant=1, pageCompression=1, initialFontName=SC, initialFontSize=10
        )
        self.canvas.setTitle(title)
        self.canvas.setCreator(f"Pinju {settings.VERSION}")
        self.canvas.setCatalogEntry("Lang", {"zh-hans": "zh-Hans"}.get(language, language))
        self.canvas.scale(self._enlarged, self._enlarged)
        self._stamps: set[str] = set()
        #: Texts that were cut with "…", each once.
        self.cut: dict[str, None] = {}
        self._texts = Texts(self.canvas, language, self.cut)
        self.ink: Ink = BLACK
        self._pages: list[dict[str, Any]] = []
        self.page = Box(0, 0, *size)
        body = self.page.inset(margin)
        self.body = Box(body.x, body.y + HEAD, body.width, body.height - HEAD - FOOT) if furniture else body

    # Text

    def text(
        self,
        box: Box,
        text: str | int | float,
        size: float = 10,
        *,
        bold: bool = False,
        align: Align = "left",
        lines: int = 1,
        smallest: float = 6,
        grey: bool = False,
        top: bool = False,
    ) -> float:
        """Write a text within the box, vertically centred or at its top; return the height of its lines."""
        ink = GREY if grey else self.ink
        style = Style(box.width, box.height, size, bold, align, lines, smallest, ink, top)
        taken, parts = self._texts.styled(style)[str(text)]
        for across, down, code in parts:
            self.canvas.addLiteral(code % (box.x + across, self.down - box.y - down))
        return taken

    def column(
        self, box: Box, size: float, *, bold: bool = False, align: Align = "left", smallest: float = 6
    ) -> TextColumn:
        """Return a column for `row`: ``box`` has its text of the first row, on one line; the others as of `text`."""
        style = Style(box.width, box.height, size, bold, align, 1, smallest, self.ink, top=False)
        return TextColumn(self._texts.styled(style), box.x, self.down - box.y)

    def row(self, columns: Iterable[TextColumn], texts: Iterable[str], down: float) -> None:
        """Write a text into each column, ``down`` below the first row; faster than `text` for each."""
        codes = [column[text] for column, text in zip(columns, texts, strict=True)]
        self.canvas.addLiteral(f"q 1 0 0 1 0 {-down:.2f} cm {' '.join(codes)} Q")

    # Lines and surfaces

    @contextmanager
    def inked(self, ink: Ink) -> Iterator[None]:
        """Draw texts, frames and ornaments in this ink instead of black."""
        before, self.ink = self.ink, ink
        yield
        self.ink = before

    def frame(self, box: Box, thick: float = 0.6) -> None:
        """Draw the four sides of a box."""
        set_stroke(self.canvas, self.ink)
        self.canvas.setLineWidth(thick)
        self.canvas.rect(box.x, self.down - box.bottom, box.width, box.height)

    def rule(self, x: float, y: float, to_x: float, to_y: float, thick: float = 0.4, *, grey: float = 0) -> None:
        """Draw a straight line."""
        self.canvas.setStrokeGray(grey)
        self.canvas.setLineWidth(thick)
        self.canvas.line(x, self.down - y, to_x, self.down - to_y)

    def fill(self, box: Box, grey: float = LIGHT) -> None:
        """Fill a box with grey (0 black, 1 white)."""
        self.canvas.setFillGray(grey)
        self.canvas.rect(box.x, self.down - box.bottom, box.width, box.height, stroke=0, fill=1)

    def cut_marks(self, boxes: Iterable[Box]) -> None:
        """Draw short thin lines outside the corners of cards, to cut along."""
        for box in boxes:
            for x, outward in ((box.x, -1), (box.right, 1)):
                for y, away in ((box.y, -1), (box.bottom, 1)):
                    self.rule(x, y, x + outward * CUT, y, 0.3, grey=0.5)
                    self.rule(x, y, x, y + away * CUT, 0.3, grey=0.5)

    def qr(self, box: Box, data: str) -> None:
        """Draw the QR code of ``data`` with its quiet zone, as large as the box allows, as vectors."""
        rows = qr_rows(data)
        side = min(box.width, box.height)
        modules = len(rows) + 2 * QUIET
        left, top = box.x + (box.width - side) / 2, box.y + (box.height - side) / 2
        self.canvas.saveState()
        self.canvas.setFillGray(0)
        self.canvas.translate(left, self.down - top - side)
        self.canvas.scale(side / modules, side / modules)
        # All squares as one text of whole numbers: one call per number takes most of the time of a page of cards.
        squares = [
            f"{start + QUIET} {len(rows) - 1 - row + QUIET} {length} 1 re"
            for row, dark in enumerate(rows)
            for start, length in dark
        ]
        self.canvas.drawPath(PDFPathObject(squares), stroke=0, fill=1)
        self.canvas.restoreState()

    def picture(self, box: Box, jpeg: bytes) -> None:
        """Draw a picture in its proportions, as large as the box allows, in the middle of the box."""
        image = ImageReader(BytesIO(jpeg))
        across, down = image.getSize()
        scale = min(box.width / across, box.height / down)
        shown_across, shown_down = across * scale, down * scale
        left, top = box.x + (box.width - shown_across) / 2, box.y + (box.height - shown_down) / 2
        self.canvas.drawImage(image, left, self.down - top - shown_down, shown_across, shown_down)

    def stamp(self, name: str, draw: Callable[[], None]) -> None:
        """Draw with ``draw`` once, as a form called ``name``, and place the form on this page."""
        if name not in self._stamps:
            self._stamps.add(name)
            self.canvas.beginForm(name, 0, 0, self.across, self.down)
            draw()
            self.canvas.endForm()
        self.canvas.doForm(name)

    # Pages

    @property
    def pages(self) -> int:
        """Return the number of complete pages."""
        return len(self._pages)

    def next_page(self) -> None:
        """Complete the page and start the next one."""
        # Kept until the end, when the number of pages is known.
        self._pages.append(dict(self.canvas.__dict__))
        self.canvas._startPage()
        self.canvas.scale(self._enlarged, self._enlarged)

    def finished(self) -> bytes:
        """Return the PDF with the pages completed so far, at least one.

        Raises NoSuchPageError if `only_pages` leaves no page.
        """
        wanted = KEPT.get() or range(1, len(self._pages) + 1)
        kept = [(number, page) for number, page in enumerate(self._pages, start=1) if number in wanted]
        if not kept:
            raise NoSuchPageError(len(self._pages))
        for number, page in kept:
            self.canvas.__dict__.update(page)
            if self.furniture:
                draw_furniture(self, self.furniture, number, len(self._pages))
            self.canvas.showPage()
        self.canvas.save()
        return self._output.getvalue()

    def watermark(self, word: str) -> None:
        """Draw a word across the page, so light that the content under it stays legible."""
        self.canvas.saveState()
        self.canvas.translate(self.across / 2, self.down / 2)
        self.canvas.rotate(35)
        self.canvas.setFillAlpha(0.12)
        self.canvas.setStrokeAlpha(0.12)
        size = min(90.0, self.across * 0.9 / max(width(word, self.language, True), 1))
        box = Box(-self.across, self.down - size, 2 * self.across, 2 * size)
        self.text(box, word, size, bold=True, align="centre")
        self.canvas.restoreState()
