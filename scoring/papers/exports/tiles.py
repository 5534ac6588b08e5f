"""Tiles on paper: the outlines of ``static/tiles.svg``, which the pages show too, as vectors."""

from collections.abc import Callable, Iterable, Sequence

from django.conf import settings
from reportlab.pdfgen.canvas import FILL_NON_ZERO
from reportlab.pdfgen.pathobject import PDFPathObject

from common.files.pictures.outlines import Outline, Piece, Point, Symbol, symbols_of
from common.paper import Box, Paper
from common.paper.inks import set_fill, set_stroke
from scoring.tiles.rules.drawn import BACK, COLOURS, EDGE, FACE, INK, ShownSet

#: The drawing of a tile: its width and height, the radius of its corners, the depth of its back, the width of its rim.
WIDE, HIGH, CORNER, DEEP, RIM = 30.0, 40.0, 3.0, 3.0, 2.2
#: The mark of the winning tile, and its thickness.
WINNING, THICK = "#2c6b4a", 3.0
#: The distances between tiles and between sets, as shares of a tile's width.
APART, SETS_APART = 0.08, 0.5


def draw_sets(paper: Paper, room: Box, sets: Sequence[ShownSet]) -> None:
    """Draw the sets of a hand in a row from the left, as high as the room, or as its width allows."""
    tiles = sum(len(tile_set.tiles) for tile_set in sets)
    shares = tiles * (1 + APART) + (len(sets) - 1) * SETS_APART
    wide = min(room.height * WIDE / (HIGH + DEEP), room.width / shares)
    left = room.x
    for tile_set in sets:
        for index, code in enumerate(tile_set.tiles):
            _place(paper, left, room.y, wide / WIDE, code, winning=index == tile_set.win)
            left += wide * (1 + APART)
        left += wide * SETS_APART


def _place(paper: Paper, left: float, top: float, scale: float, code: str, *, winning: bool) -> None:
    """Place a tile ("" face down) with its upper left corner at this point."""
    canvas = paper.canvas
    canvas.saveState()
    canvas.translate(left, paper.down - top - (HIGH + DEEP) * scale)
    canvas.scale(scale, scale)
    paper.stamp(f"tile-{code or 'back'}", lambda: _tile(paper, code))
    if winning:
        set_stroke(canvas, WINNING)
        canvas.setLineWidth(THICK)
        canvas.roundRect(0, 0, WIDE, HIGH + DEEP, CORNER)
    canvas.restoreState()


def _tile(paper: Paper, code: str) -> None:
    """Draw a tile with its lower left corner at the origin: the back under the face, and the signs on it."""
    canvas = paper.canvas
    canvas.setLineWidth(0.5)
    set_stroke(canvas, EDGE)
    set_fill(canvas, BACK)
    canvas.roundRect(0, 0, WIDE, HIGH, CORNER, stroke=0, fill=1)
    set_fill(canvas, FACE if code else BACK)
    canvas.roundRect(0, DEEP, WIDE, HIGH, CORNER, stroke=1, fill=1)
    if not code:
        return
    symbol = symbols_of(settings.BASE_DIR / "static" / "tiles.svg")[code]
    for outline in symbol.outlines:
        set_fill(canvas, COLOURS.get(code[-1], INK) if outline.coloured else INK)
        path = PDFPathObject(list(_codes(outline, symbol)))
        canvas.drawPath(path, stroke=0, fill=1, fillMode=FILL_NON_ZERO)


def _codes(outline: Outline, symbol: Symbol) -> Iterable[str]:
    """Yield the operators of a PDF for an outline, in the middle of the face."""
    left, bottom, wide, high = symbol.frame
    scale = min((WIDE - 2 * RIM) / wide, (HIGH - 2 * RIM) / high)

    def at(point: Point) -> str:
        across = WIDE / 2 + (point[0] - left - wide / 2) * scale
        up = DEEP + HIGH / 2 + (point[1] - bottom - high / 2) * scale
        return f"{across:.2f} {up:.2f}"

    for start, pieces in outline.contours:
        yield f"{at(start)} m"
        before = start
        for piece in pieces:
            yield _code(before, piece, at)
            before = piece.end
        yield "h"


def _code(before: Point, piece: Piece, at: Callable[[Point], str]) -> str:
    """Return the operator of a piece; a PDF has cubic curves only."""
    if piece.control is None:
        return f"{at(piece.end)} l"
    first, second = (_between(point, piece.control) for point in (before, piece.end))
    return f"{at(first)} {at(second)} {at(piece.end)} c"


def _between(point: Point, control: Point) -> Point:
    """Return the point two thirds of the way to the control point."""
    return point[0] + (control[0] - point[0]) * 2 / 3, point[1] + (control[1] - point[1]) * 2 / 3
