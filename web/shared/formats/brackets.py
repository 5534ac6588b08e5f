"""The SVG of a bracket, for the public page and the wall."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string

from scoring.formats.selectors.bracket_pictures import BracketBox, BracketPicture
from tournament.events.models.events import Event

#: Sizes in pixels: the gap between columns, the height of a row and of the headings of columns; the width of a box on a
#: page and on a screen, where the letters are larger.
GAP, ROW, HEAD = 48, 26, 54
WIDTH, SCREEN_WIDTH = 280, 350
#: What a screen shows at once, so that its letters have their least size from the far end of the hall.
SCREEN_ROWS, SCREEN_COLUMNS = 17, 3


@dataclass(frozen=True)
class PlacedBox:
    """A box with its upper left corner and size in pixels."""

    box: BracketBox
    x: int
    y: float
    width: int
    height: int

    @property
    def top(self) -> str:
        """The upper edge, with a point in every language."""
        return f"{self.y:g}"


def bracket_svg(event: Event, picture: BracketPicture, *, screen: bool = False) -> str:
    """Return the bracket as SVG: with links to the teams, or with large letters for a screen."""
    columns = len(picture.columns)
    width = SCREEN_WIDTH if screen else WIDTH
    placed = [_placed(box, width) for box in picture.boxes]
    context = {
        "event": event,
        "picture": picture,
        "boxes": placed,
        "heads": [(at * (width + GAP), name, sessions) for at, (name, sessions) in enumerate(picture.columns)],
        "lines": [_path(before, after, width) for before, after in picture.lines],
        "width": columns * width + (columns - 1) * GAP,
        "height": int(HEAD + picture.height * ROW) + 2,
        "column": width,
        "head": HEAD,
        "screen": screen,
    }
    return render_to_string("shared/_bracket.html", context)


def brackets_html(event: Event, pictures: Sequence[BracketPicture]) -> list[str]:
    """Return the SVG of each bracket."""
    return [bracket_svg(event, picture) for picture in pictures]


def _placed(box: BracketBox, width: int) -> PlacedBox:
    return PlacedBox(box, box.column * (width + GAP), HEAD + box.top * ROW, width, box.rows * ROW)


def _path(before: BracketBox, after: BracketBox, width: int) -> str:
    """Return the line from the right edge of one box to the left edge of another."""
    start, end = _placed(before, width), _placed(after, width)
    y, to_y = start.y + start.height / 2, end.y + end.height / 2
    x, to_x = start.x + width, end.x
    bend = to_x - GAP / 2
    return f"M{x} {y:g}H{bend:g}V{to_y:g}H{to_x}"
