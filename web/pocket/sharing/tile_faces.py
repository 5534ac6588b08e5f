"""Tiles on pictures: the outlines of ``static/tiles.svg``, which the pages show too, as pixels."""

import re
from functools import cache

from django.conf import settings
from PIL import Image, ImageChops, ImageDraw

FACE, EDGE, BACK, INK = "#fffdf8", "#cfc4ab", "#c8a452", "#20261f"
#: Colours of the suits (characters, dots, bamboos) and of the dragons.
COLOURS = {"m": "#a5301d", "p": "#23537f", "s": "#2c6b4a", "C": "#a5301d", "F": "#2c6b4a", "P": "#23537f"}
#: The frame of an outline: left, top (upwards), width, height.
LEFT, TOP, WIDE, HIGH = 70, 660, 463, 630
#: A tile is drawn this many times larger and reduced, which smooths its edges.
FINER = 4
#: A quadratic curve becomes this many straight lines.
STEPS = 4
SYMBOL = re.compile(r'<symbol id="(\w+)".*?</symbol>')
PATH = re.compile(r'<path ([^>]*?)d="([^"]+)"')
COMMAND = re.compile(r"([MLHVQZ])([^MLHVQZ]*)")
Point = tuple[float, float]


@cache
def tile(code: str, wide: int) -> Image.Image:
    """Draw the tile with this code (1m, E, …) in a picture of this width; below it, its back is seen."""
    side, high = wide * FINER, wide * FINER * 4 // 3
    back = wide * FINER // 11
    picture = Image.new("RGBA", (side, high + back))
    pen = ImageDraw.Draw(picture)
    round_corner = side // 9
    pen.rounded_rectangle((0, back, side - 1, high + back - 1), round_corner, fill=BACK)
    pen.rounded_rectangle((0, 0, side - 1, high + back // 2), round_corner, fill=EDGE)
    pen.rounded_rectangle((0, 0, side - 1, high - 1), round_corner, fill=FACE, outline=EDGE, width=FINER)
    for figure, contours in _outlines()[code]:
        colour = INK if figure else COLOURS.get(code[-1], INK)
        picture.paste(colour, (0, 0), _mask(contours, picture.size, (side, high)))
    return picture.resize((wide, (high + back) // FINER), Image.Resampling.LANCZOS)


def _mask(contours: list[list[Point]], size: tuple[int, int], face: tuple[int, int]) -> Image.Image:
    """Fill the contours by the even-odd rule, in the middle of the face."""
    scale = min(face[0] * 0.86 / WIDE, face[1] * 0.86 / HIGH)
    left, top = (face[0] - WIDE * scale) / 2, (face[1] - HIGH * scale) / 2
    mask = Image.new("1", size)
    for contour in contours:
        layer = Image.new("1", size)
        points = [(left + (x - LEFT) * scale, top + (TOP - y) * scale) for x, y in contour]
        ImageDraw.Draw(layer).polygon(points, fill=1)
        mask = ImageChops.logical_xor(mask, layer)
    return mask


@cache
def _outlines() -> dict[str, list[tuple[bool, list[list[Point]]]]]:
    """Return code -> paths: whether it is the number of a tile of characters, and its contours."""
    text = (settings.BASE_DIR / "static" / "tiles.svg").read_text(encoding="utf-8")
    return {
        symbol[1]: [("currentColor" not in path[1], _contours(path[2])) for path in PATH.finditer(symbol[0])]
        for symbol in SYMBOL.finditer(text.replace("\n", ""))
    }


def _contours(path: str) -> list[list[Point]]:
    contours: list[list[Point]] = []
    for command, values in COMMAND.findall(path):
        figures = [float(value) for value in re.findall(r"-?[\d.]+", values)]
        if command == "M":
            contours.append([])
        if command != "Z":
            contours[-1] += _points(command, figures, contours[-1][-1] if contours[-1] else (0, 0))
    return contours


def _points(command: str, figures: list[float], at: Point) -> list[Point]:
    """Return the points to which a command draws, from the point ``at``."""
    if command == "H":
        return [(x, at[1]) for x in figures]
    if command == "V":
        return [(at[0], y) for y in figures]
    pairs = list(zip(figures[::2], figures[1::2], strict=True))
    if command != "Q":
        return pairs
    points = []
    for control, end in zip(pairs[::2], pairs[1::2], strict=True):
        for step in range(1, STEPS + 1):
            share = step / STEPS
            points.append(
                (
                    (1 - share) ** 2 * at[0] + 2 * share * (1 - share) * control[0] + share**2 * end[0],
                    (1 - share) ** 2 * at[1] + 2 * share * (1 - share) * control[1] + share**2 * end[1],
                )
            )
        at = end
    return points
