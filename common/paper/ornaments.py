"""Fine curves for certificates: the woven border of a page, and a rosette of rings (guilloche)."""

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin

from reportlab.pdfgen.pathobject import PDFPathObject

from common.paper.boxes import Box
from common.paper.canvas import Paper, mm
from common.paper.inks import set_fill, set_stroke

Point = tuple[float, float]
#: The width of the border, the length of its waves, and the number of curves that are woven.
BAND, WAVE, STRANDS = 8 * mm, 6 * mm, 6
FINE, THIN, RULE = 0.3, 0.4, 1.0
#: The free circle in the middle of a rosette, the distance of its rings, and the waves of a ring.
CENTRE, RING, LOBES = 22 * mm, 2 * mm, 48
#: How far a ring swings to each side, and how many curves a ring has.
SWING, TURNS = 2.2 * mm, 3


def woven_border(paper: Paper, room: Box) -> None:
    """Draw a border of woven waves inside the box between double rules, with a tile of nine dots in each corner."""
    inner = room.inset(BAND)
    for box, outward in ((room, 1), (inner, -1)):
        paper.frame(box, RULE)
        paper.frame(box.inset(-outward * 1.3 * mm), THIN)
    for strand in range(STRANDS):
        phase = 2 * pi * strand / STRANDS
        for middle in (room.y + BAND / 2, inner.bottom + BAND / 2):
            _wave(paper, (inner.x, inner.right), phase, partial(_across, middle))
        for middle in (room.x + BAND / 2, inner.right + BAND / 2):
            _wave(paper, (inner.y, inner.bottom), phase, partial(_down, middle))
    for x in (room.x, inner.right):
        for y in (room.y, inner.bottom):
            _corner(paper, Box(x, y, BAND, BAND).inset(0.9 * mm))


def rosette(paper: Paper, x: float, y: float, rings: int) -> None:
    """Draw a rosette of 1 to 9 rings around a free circle, with its middle at (x, y)."""
    for ring in range(rings):
        middle = CENTRE + (ring + 1.6) * RING
        for turn in range(TURNS):
            _ring(paper, (x, y), middle, 2 * pi * turn / TURNS + ring * pi)
    radius = CENTRE + (rings + 2.2) * RING
    for size, thick in ((CENTRE, RULE), (radius, RULE), (radius + 0.9 * mm, THIN)):
        _circle(paper, (x, y), size, thick)


def dot(paper: Paper, x: float, y: float, radius: float, *, filled: bool = True) -> None:
    """Draw a circle in the paper's ink, filled or as a thin line."""
    canvas = paper.canvas
    set_stroke(canvas, paper.ink)
    set_fill(canvas, paper.ink)
    canvas.setLineWidth(0.5)
    canvas.circle(x, paper.down - y, radius, stroke=1, fill=int(filled))


def _curve(paper: Paper, points: list[Point], thick: float) -> None:
    """Draw a cubic Bézier curve: its start, then three points (two of control and an end) for each piece."""
    set_stroke(paper.canvas, paper.ink)
    paper.canvas.setLineWidth(thick)
    pairs = [f"{x:.1f} {paper.down - y:.1f}" for x, y in points]
    pieces = [f"{' '.join(pairs[at : at + 3])} c" for at in range(1, len(pairs), 3)]
    paper.canvas.drawPath(PDFPathObject([f"{pairs[0]} m", *pieces]))


def _across(y: float, along: float, off: float) -> Point:
    return along, y + off


def _down(x: float, along: float, off: float) -> Point:
    return x + off, along


def _wave(paper: Paper, ends: Point, phase: float, place: Callable[[float, float], Point]) -> None:
    start, end = ends
    waves = round((end - start) / WAVE)
    length = (end - start) / waves

    def at(turn: float) -> Point:
        return place(start + length * turn / (2 * pi), (BAND / 2 - 0.8 * mm) * sin(turn + phase))

    _curve(paper, _bezier(at, 2 * pi * waves, 4 * waves), FINE)


def _ring(paper: Paper, middle: Point, radius: float, phase: float) -> None:
    def at(turn: float) -> Point:
        away = radius + SWING * sin(LOBES * turn + phase)
        return middle[0] + away * sin(turn), middle[1] - away * cos(turn)

    _curve(paper, _bezier(at, 2 * pi, 6 * LOBES), FINE)


def _circle(paper: Paper, middle: Point, radius: float, thick: float) -> None:
    _curve(
        paper, _bezier(lambda turn: (middle[0] + radius * sin(turn), middle[1] - radius * cos(turn)), 2 * pi, 16), thick
    )


def _bezier(at: Callable[[float], Point], end: float, pieces: int) -> list[Point]:
    """Return a Bézier curve through ``at`` from 0 to ``end``, with its directions at the ends of each piece."""
    step = end / pieces
    near = step / 1000
    points = [at(0)]
    for piece in range(pieces):
        first, last = at(piece * step), at((piece + 1) * step)
        after, before = at(piece * step + near), at((piece + 1) * step - near)
        third = step / 3 / near
        points.append((first[0] + (after[0] - first[0]) * third, first[1] + (after[1] - first[1]) * third))
        points.append((last[0] + (before[0] - last[0]) * third, last[1] + (before[1] - last[1]) * third))
        points.append(last)
    return points


def _corner(paper: Paper, tile: Box) -> None:
    paper.frame(tile, 0.85)
    for cell in tile.inset(0.6 * mm).grid(3, 3):
        dot(paper, cell.x + cell.width / 2, cell.y + cell.height / 2, 0.6 * mm)
