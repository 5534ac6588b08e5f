"""Papers: PDFs drawn on a canvas, in Chinese, English or Japanese; the same content gives the same bytes.

::

    paper = Paper("Open 2026 · Seats", language="zh-hans", size=A4, furniture=Furniture(...))
    for number in numbers:                    # one page each
        paper.stamp("grid", draw_grid)        # shared by all pages: drawn once, as a form
        paper.text(Box(40, 60, 200, 20), name, size=12)
        paper.qr(Box(480, 60, 80, 80), address)
        paper.next_page()
    data = paper.finished()

- Positions are :class:`Box` es in points (``mm`` to convert) from the page's upper left corner; boxes are inset and
  split into rows and columns. ``paper.body`` is the page within its margins, between head and foot.
- Text is always written into a box and never leaves it: it shrinks, then wraps where lines are allowed, then ends in
  "…".
- :class:`Furniture` is printed on every page: event, title, time of printing, page n of m, the audit's head hash, a
  watermark on papers that must not be used. Left out: a bare page (signs, cards).
- ``rows_of`` (``common.paper.lists``) flows a list with headings over as many pages as it needs, ``Flow``
  (``common.paper.flow``) texts of any length.
- Fonts follow the language of the document, and the text itself where it has kana. A character in no font is printed
  in its compatible form, else as 〓; ``common.paper.fonts.without_glyph`` reports such characters beforehand.
- Black on white with grey fills: good on any printer.

The caller chooses the language of the texts: build inside ``translation.override(language)``.
"""

from common.paper.boxes import Box
from common.paper.canvas import A3, A4, A5, Paper, landscape, mm
from common.paper.faces import printable
from common.paper.furniture import Furniture
from common.paper.kept_pages import NoSuchPageError, only_pages
from common.paper.texts import TextColumn

__all__ = [
    "A3",
    "A4",
    "A5",
    "Box",
    "TextColumn",
    "Furniture",
    "NoSuchPageError",
    "Paper",
    "landscape",
    "mm",
    "only_pages",
    "printable",
]
