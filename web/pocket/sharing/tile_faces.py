"""Tiles on pictures: the outlines of ``static/tiles.svg``, which the pages show too, as pixels."""

from functools import cache

from django.conf import settings
from PIL import Image, ImageChops, ImageDraw

from common.files.pictures.outlines import Piece, Point, Symbol, symbols_of
from scoring.tiles.rules.drawn import BACK, COLOURS, EDGE, FACE, INK

#: A tile is drawn this many times larger and reduced, which smooths its edges.
FINER = 4
#: A quadratic curve becomes this many straight lines.
STEPS = 4


@cache
def tile(code: str, wide: int) -> Image.Image:
    """Draw the tile with this code (1m, E, …; "" face down) in a picture of this width; below it, its back is seen."""
    side, high = wide * FINER, wide * FINER * 4 // 3
    back = wide * FINER // 11
    picture = Image.new("RGBA", (side, high + back))
    pen = ImageDraw.Draw(picture)
    round_corner = side // 9
    pen.rounded_rectangle((0, back, side - 1, high + back - 1), round_corner, fill=BACK)
    pen.rounded_rectangle((0, 0, side - 1, high + back // 2), round_corner, fill=EDGE)
    pen.rounded_rectangle(
        (0, 0, side - 1, high - 1), round_corner, fill=FACE if code else BACK, outline=EDGE, width=FINER
    )
    if code:
        _draw_sign(picture, code, (side, high))
    return picture.resize((wide, (high + back) // FINER), Image.Resampling.LANCZOS)


def _draw_sign(picture: Image.Image, code: str, face: tuple[int, int]) -> None:
    symbol = symbols_of(settings.BASE_DIR / "static" / "tiles.svg")[code]
    for outline in symbol.outlines:
        colour = COLOURS.get(code[-1], INK) if outline.coloured else INK
        contours = [_polygon(*contour) for contour in outline.contours]
        picture.paste(colour, (0, 0), _mask(contours, symbol, picture.size, face))


def _mask(contours: list[list[Point]], symbol: Symbol, size: tuple[int, int], face: tuple[int, int]) -> Image.Image:
    """Fill the contours by the even-odd rule, in the middle of the face."""
    x, y, wide, high = symbol.frame
    scale = min(face[0] * 0.86 / wide, face[1] * 0.86 / high)
    left, top = (face[0] - wide * scale) / 2, (face[1] - high * scale) / 2
    mask = Image.new("1", size)
    for contour in contours:
        layer = Image.new("1", size)
        points = [(left + (across - x) * scale, top + (y + high - up) * scale) for across, up in contour]
        ImageDraw.Draw(layer).polygon(points, fill=1)
        mask = ImageChops.logical_xor(mask, layer)
    return mask


def _polygon(start: Point, pieces: list[Piece]) -> list[Point]:
    """Return a contour as straight lines."""
    points = [start]
    for end, control in pieces:
        points += [end] if control is None else _curve(points[-1], control, end)
    return points


def _curve(start: Point, control: Point, end: Point) -> list[Point]:
    shares = [step / STEPS for step in range(1, STEPS + 1)]
    return [
        (
            (1 - share) ** 2 * start[0] + 2 * share * (1 - share) * control[0] + share**2 * end[0],
            (1 - share) ** 2 * start[1] + 2 * share * (1 - share) * control[1] + share**2 * end[1],
        )
        for share in shares
    ]
