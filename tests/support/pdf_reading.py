"""What stands where on the pages of a PDF, read back: no text over another, none outside its page, no missing sign."""

import io
from collections.abc import Iterator
from typing import Any, NamedTuple

import pypdf
from reportlab.pdfbase import pdfmetrics

#: Of a line's size, from its baseline: what of it may not touch another line, below and above.
BELOW, ABOVE = 0.05, 0.6
#: Points that two texts may touch each other by, and that stay free at the edge of a page.
TOUCH, EDGE = 0.3, 10


class Run(NamedTuple):
    """A text that stands upright: its baseline, where it begins and ends, its size."""

    baseline: float
    start: float
    end: float
    size: float
    text: str


def runs_of(page: pypdf.PageObject) -> list[Run]:
    """What stands upright on a page; parts of one text in several faces are one."""
    found: list[Run] = []

    def visit(text: str, cm: Any, tm: Any, font: Any, size: float) -> None:
        text = text.strip("\n")
        if not text.strip() or not font or abs(cm[1]) > 1e-6:
            return
        wide = pdfmetrics.stringWidth(text, font["/BaseFont"].partition("+")[2], size)
        x, y = tm[4] + cm[4], round(tm[5] + cm[5], 2)
        if found and (found[-1].baseline, found[-1].start) == (y, x):  # told by where the whole text begins
            before = found.pop()
            found.append(before._replace(end=before.end + wide, text=before.text + text))
        else:
            found.append(Run(y, x, x + wide, size, text))

    page.extract_text(visitor_text=visit)
    return found


def assert_clear(data: bytes) -> None:
    """No text stands over another or leaves its page, and no sign is one that no face has."""
    for page in pypdf.PdfReader(io.BytesIO(data)).pages:
        runs = sorted(runs_of(page), key=lambda run: run.baseline)
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


def _near(runs: list[Run]) -> Iterator[tuple[Run, Run]]:
    """Pairs of texts, the lower first, whose lines are nearer than the largest text is high."""
    most = max(run.size for run in runs)
    begins = 0
    for at, run in enumerate(runs):
        while runs[begins].baseline < run.baseline - most:
            begins += 1
        yield from ((other, run) for other in runs[begins:at])
