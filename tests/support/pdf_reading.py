"""Read PDFs back with the positions of their texts and lines.

The checks: texts do not overlap, leave their page or touch a line (so none leaves its cell), and no glyph is missing.
"""

import io
from bisect import bisect
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import pypdf
import pytest
from reportlab.pdfbase import pdfmetrics

#: Share of the text size below and above the baseline that may not touch another line of text.
BELOW, ABOVE = 0.05, 0.6
#: Points of allowed overlap of two texts, and of the free edge of a page.
TOUCH, EDGE = 0.3, 10
#: The part of a text that a drawn line may not cross: share of its size above the baseline, and points from its ends.
FOOT, TOP, ENDS = 0.1, 0.55, 0.5


class Run(NamedTuple):
    """An upright text: its baseline, start, end and size."""

    baseline: float
    start: float
    end: float
    size: float
    text: str


class Stroke(NamedTuple):
    """A drawn line, from left to right or from bottom to top."""

    left: float
    bottom: float
    right: float
    top: float

    def through(self, run: Run) -> bool:
        """Return whether the line crosses the letters of a text."""
        across = self.left < run.end - ENDS and self.right > run.start + ENDS
        return across and self.bottom < run.baseline + TOP * run.size and self.top > run.baseline + FOOT * run.size


class Printed(NamedTuple):
    """The upright texts of a page (parts in several fonts are joined), its drawn lines, and its plain text."""

    runs: list[Run]
    strokes: list[Stroke]
    text: str


def read(page: pypdf.PageObject) -> Printed:
    """Parse the texts and lines of a page."""
    runs: list[Run] = []
    strokes: list[Stroke] = []
    drawn: list[Stroke] = []

    def visit(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        text = text.strip("\n")
        if not text.strip() or not font or abs(cm[1]) > 1e-6:
            return
        size *= cm[0]
        wide = pdfmetrics.stringWidth(text, font["/BaseFont"].partition("+")[2], size)
        x, y = _on_page(tm[4], tm[5], cm)
        # A further part of a text has the start of the whole text.
        if runs and (runs[-1].baseline, runs[-1].start) == (y, x):
            before = runs.pop()
            runs.append(before._replace(end=before.end + wide, text=before.text + text))
        else:
            runs.append(Run(y, x, x + wide, size, text))

    def draw(operator: bytes, operands: list[Any], cm: Any, tm: Any) -> None:
        if operator == b"m":
            x, y = _on_page(*operands, cm)
            drawn.append(Stroke(x, y, x, y))
        elif operator == b"l":
            x, y, to = *_on_page(*operands, cm), drawn.pop()
            drawn.append(Stroke(min(x, to.left), min(y, to.bottom), max(x, to.left), max(y, to.bottom)))
        elif operator == b"re":
            x, y, wide, high = map(float, operands)
            drawn.extend(_sides(*_on_page(x, y, cm), wide * cm[0], high * cm[3]))
        elif operator in (b"S", b"f", b"f*", b"n"):
            # Filled areas are grey backgrounds of texts.
            strokes.extend(drawn if operator == b"S" else [])
            drawn.clear()

    text = page.extract_text(visitor_text=visit, visitor_operand_before=draw)
    return Printed(runs, strokes, text)


def _on_page(x: float, y: float, cm: Any) -> tuple[float, float]:
    """Return where a point is on the page, moved and enlarged as its canvas was."""
    return float(x) * cm[0] + cm[4], round(float(y) * cm[3] + cm[5], 2)


@lru_cache(maxsize=4)
def _pages(data: bytes) -> list[tuple[pypdf.PageObject, Printed]]:
    """Parse a PDF. Cached, because parsing takes longer than making the page."""
    return [(page, read(page)) for page in pypdf.PdfReader(io.BytesIO(data)).pages]


def pictures_of(data: bytes) -> list[tuple[int, int]]:
    """Return width and height of the pictures of a PDF, sorted."""
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    return sorted(picture.image.size for page in pages for picture in page.images if picture.image)


def printed_in(data: bytes) -> list[Printed]:
    """Return what is printed on each page of a PDF."""
    return [printed for _page, printed in _pages(data)]


def texts_of(data: bytes) -> list[str]:
    """Return the plain text of each page of a PDF."""
    return [printed.text for printed in printed_in(data)]


def largest_text(data: bytes) -> Run:
    """Return the largest text of the first page of a PDF."""
    return max(printed_in(data)[0].runs, key=lambda run: run.size)


def assert_enlarged(small: bytes, large: bytes) -> None:
    """Check that the pages of a PDF on A4 are those of another on A3, as a copier enlarges them."""
    before, after = largest_text(small), largest_text(large)
    assert after[:4] == pytest.approx([2**0.5 * value for value in before[:4]], rel=0.01)
    assert after.text == before.text


def _sides(x: float, y: float, wide: float, high: float) -> list[Stroke]:
    right, top = x + wide, y + high
    return [Stroke(x, y, right, y), Stroke(x, top, right, top), Stroke(x, y, x, top), Stroke(right, y, right, top)]


def runs_of(page: pypdf.PageObject) -> list[Run]:
    return read(page).runs


def assert_clear(data: bytes) -> list[str]:
    """Check positions and glyphs of every text of a PDF; return the texts."""
    texts: list[str] = []
    for page, printed in _pages(data):
        runs = sorted(printed.runs, key=lambda run: run.baseline)
        assert runs
        for run in runs:
            assert run.start > EDGE, run
            assert run.end < float(page.mediabox.right) - EDGE, run
            assert EDGE < run.baseline < float(page.mediabox.top) - EDGE, run
            assert not {"\x00", "\ufffd"} & set(run.text), run
        for lower, upper in _near(runs):
            beside = lower.end <= upper.start + TOUCH or upper.end <= lower.start + TOUCH
            assert beside or lower.baseline + ABOVE * lower.size <= upper.baseline - BELOW * upper.size + TOUCH, (
                lower,
                upper,
            )
        for stroke in printed.strokes:
            assert not (crossed := next(filter(stroke.through, _beside(stroke, runs)), None)), (stroke, crossed)
        texts += [run.text for run in runs]
    return texts


def _near(runs: list[Run]) -> Iterator[tuple[Run, Run]]:
    """Yield pairs of texts, the lower first, whose baselines differ by less than the largest text's size."""
    most = max(run.size for run in runs)
    begins = 0
    for at, run in enumerate(runs):
        while runs[begins].baseline < run.baseline - most:
            begins += 1
        yield from ((other, run) for other in runs[begins:at])


def _beside(stroke: Stroke, runs: list[Run]) -> list[Run]:
    """Return the texts at the height of the line, the lowest first."""
    most = max(run.size for run in runs)
    begins = bisect(runs, stroke.bottom - TOP * most, key=lambda run: run.baseline)
    return runs[begins : bisect(runs, stroke.top, key=lambda run: run.baseline)]
