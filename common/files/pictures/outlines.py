"""Read the outlines of an SVG file of symbols, so that pictures and papers draw what the pages show."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_SYMBOL = re.compile(r'<symbol id="(\w+)" viewBox="([^"]+)".*?</symbol>', re.DOTALL)
_PATH = re.compile(r'<path ([^>]*?)d="([^"]+)"')
_COMMAND = re.compile(r"([MLHVQZ])([^MLHVQZ]*)")
_NUMBER = re.compile(r"-?[\d.]+")
Point = tuple[float, float]


class Piece(NamedTuple):
    """A piece of a contour, from where the one before ended: a line, or a quadratic curve if it has a ``control``."""

    end: Point
    control: Point | None = None


class Outline(NamedTuple):
    """A filled shape: its contours, each a start and the pieces from there; ``coloured``: filled with currentColor."""

    coloured: bool
    contours: list[tuple[Point, list[Piece]]]


class Symbol(NamedTuple):
    """A symbol: its frame (left, bottom, width, height), and its outlines; y grows upwards."""

    frame: tuple[float, float, float, float]
    outlines: list[Outline]


@cache
def symbols_of(path: Path) -> dict[str, Symbol]:
    """Return id -> symbol of a file in which each symbol is a group with ``scale(1 -1)``."""
    symbols = {}
    for symbol in _SYMBOL.finditer(path.read_text(encoding="utf-8")):
        left, top, width, height = map(float, symbol[2].split())
        paths = _PATH.finditer(symbol[0])
        outlines = [Outline("currentColor" in path[1], _contours(path[2])) for path in paths]
        symbols[symbol[1]] = Symbol((left, -top - height, width, height), outlines)
    return symbols


def _contours(path: str) -> list[tuple[Point, list[Piece]]]:
    contours: list[tuple[Point, list[Piece]]] = []
    at = (0.0, 0.0)
    for command, values in _COMMAND.findall(path):
        figures = [float(value) for value in _NUMBER.findall(values)]
        if command == "M":
            at = figures[0], figures[1]
            contours.append((at, []))
            figures = figures[2:]
        pieces = _pieces(command, figures, at)
        if pieces:
            contours[-1][1].extend(pieces)
            at = pieces[-1].end
    return contours


def _pieces(command: str, figures: list[float], at: Point) -> list[Piece]:
    """Return the pieces that a command draws from the point ``at``."""
    if command == "H":
        return [Piece((x, at[1])) for x in figures]
    if command == "V":
        return [Piece((at[0], y)) for y in figures]
    points = list(zip(figures[::2], figures[1::2], strict=True))
    if command == "Q":
        return [Piece(end, control) for control, end in zip(points[::2], points[1::2], strict=True)]
    return [Piece(point) for point in points]
