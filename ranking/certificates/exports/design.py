"""What certificates share: the frame, the name of their holder, signatures, the seal, and boxes of facts."""

from collections.abc import Sequence

from common.paper import Box, Paper, mm
from common.paper.ornaments import woven_border

#: Between name and title of a signer, and between the facts about a person.
BETWEEN = " · "
LEFT, WIDTH = 30 * mm, 150 * mm


def line_box(top: float, height: float) -> Box:
    """Return a box across the certificate, with its top and height in millimetres."""
    return Box(LEFT - 4 * mm, top * mm, WIDTH + 8 * mm, height * mm)


def draw_frame(paper: Paper, ink: str) -> None:
    """Draw the border in the colour of the certificate; the same on every page, so it is stored once."""

    def draw() -> None:
        with paper.inked(ink):
            woven_border(paper, Box(10 * mm, 11.5 * mm, 190 * mm, 274 * mm))

    paper.stamp(f"frame{ink[1:]}", draw)


def draw_heading(paper: Paper, body: str, title: str, article: str) -> None:
    """Draw who issues the certificate, what it is, and the article."""
    paper.text(line_box(27, 10), body, 13, align="centre", lines=2, smallest=7)
    paper.text(line_box(38, 15), title, 25, align="centre", smallest=14)
    paper.text(line_box(54, 5), article, 8.5, align="centre", grey=True)


def draw_holder(paper: Paper, top: float, name: str, about: Sequence[str]) -> None:
    """Draw the name in its own script large, and below it the Latin name and what else is known (``about``)."""
    paper.text(line_box(top, 20), name, 40, align="centre", lines=2, smallest=9)
    paper.text(line_box(top + 21, 11), BETWEEN.join(filter(None, about)), 14, align="centre", lines=2, smallest=7)


def draw_facts(paper: Paper, room: Box, facts: Sequence[tuple[str, str]], columns: int = 3, *, free: float = 0) -> None:
    """Draw names over values in columns, between a rule above and one below; ``free`` stays empty on the right."""
    rows = -(-len(facts) // columns)
    for row, line in enumerate(room.rows([1] * rows)):
        paper.rule(line.x, line.y, line.right, line.y, 0.3 if row else 0.7, grey=0.5 if row else 0)
        cells = line._replace(width=line.width - free).columns([1] * columns)
        for cell, (name, value) in zip(cells, facts[row * columns :], strict=False):
            inside = cell.inset(2 * mm, 0)
            paper.text(inside.below(1.4 * mm).top(4.4 * mm), name, 8, grey=True, smallest=5)
            paper.text(inside.below(5.8 * mm).top(cell.height - 6.6 * mm), value, 12, lines=2, smallest=5)
    paper.rule(room.x, room.bottom, room.right, room.bottom, 0.7)


def draw_signatures(paper: Paper, room: Box, signers: Sequence[str], label: str) -> None:
    """Draw a line for each signer with name and title under it; without signers, a line with ``label``."""
    for area, signer in zip(room.rows([1] * max(len(signers), 1)), signers or [""], strict=True):
        line = area.bottom - 7.4 * mm
        paper.rule(area.x, line, area.right, line, 0.7)
        name, _dot, title = signer.partition(BETWEEN)
        paper.text(Box(area.x, line + 0.6 * mm, area.width, 3.8 * mm), name or label, 9.5, smallest=5)
        paper.text(Box(area.x, line + 4.4 * mm, area.width, 3 * mm), title, 7.5, smallest=4, grey=True)


def draw_seal(paper: Paper, room: Box, seal: bytes | None) -> None:
    """Draw the seal of the body; without one the place stays free for a stamp."""
    if seal:
        paper.picture(room, seal)
