"""The inks of a paper: greys for every printer, and colours for certificates."""

from typing import Any

from reportlab.lib.colors import HexColor

#: A grey between 0 (black) and 1 (white), or a colour such as "#8c2415".
Ink = float | str
BLACK, GREY = 0.0, 0.35


def set_fill(target: Any, ink: Ink) -> None:
    """Fill what the canvas or the text object draws next with the ink."""
    if isinstance(ink, str):
        target.setFillColor(HexColor(ink))
    else:
        target.setFillGray(ink)


def set_stroke(canvas: Any, ink: Ink) -> None:
    """Draw the next lines with the ink."""
    if isinstance(ink, str):
        canvas.setStrokeColor(HexColor(ink))
    else:
        canvas.setStrokeGray(ink)
