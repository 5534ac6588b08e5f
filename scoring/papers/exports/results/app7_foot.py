"""The end of the table of results (App. 7): names that were too long for their cells, and the officials (2.3.4)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from common.paper import Box, Paper, mm
from tournament.papers.exports.officials import official_text

if TYPE_CHECKING:
    from tournament.events.models.events import Official

#: Height of a line, and how many officials are in one.
LINE, PER_LINE = 4.6 * mm, 3
#: How many lines of a list are kept on one page with its title.
KEPT = 5


def foot_height(officials: Sequence["Official"]) -> float:
    """Return the height that the list of officials needs, in points."""
    lines = -(-len(officials) // PER_LINE)
    return 11 * mm + LINE * lines if lines else 2 * mm


def draw_foot(paper: Paper, officials: Sequence["Official"], bottom: float) -> None:
    """Draw both lists below the y position ``bottom``, with page breaks."""
    bottom = _draw_list(paper, _("Names in full"), list(paper.cut), bottom, 1)
    _draw_list(paper, _("Officials"), [official_text(official) for official in officials], bottom, PER_LINE)


def _draw_list(paper: Paper, title: str, texts: Sequence[str], bottom: float, per_line: int) -> float:
    """Draw texts in ``per_line`` columns under a title; return the y position where they end."""
    if not texts:
        return bottom
    body = paper.body
    y = _room(paper, bottom + 3 * mm, 8 * mm + LINE * min(-(-len(texts) // per_line), KEPT))
    paper.text(Box(body.x, y, body.width, 6 * mm), title, 9, bold=True)
    y += 7 * mm
    for first in range(0, len(texts), per_line):
        y = _room(paper, y, LINE)
        cells = Box(body.x, y, body.width, LINE).columns([1] * per_line)
        for cell, text in zip(cells, texts[first : first + per_line], strict=False):
            paper.text(cell.inset(1, 0), text, 7.5, smallest=5)
        y += LINE
    return y


def _room(paper: Paper, y: float, height: float) -> float:
    """Return the y position with enough space: the given one, or the top of a new page."""
    if y + height <= paper.body.bottom:
        return y
    paper.next_page()
    return paper.body.y
