"""The SVG of a bracket, for the public page and the wall."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.loader import render_to_string

from scoring.formats.selectors.bracket_pictures import BracketBox, BracketPicture
from tournament.events.models.events import Event

#: The height of the headings of columns in pixels.
HEAD = 54
#: What a screen shows at once, so that its letters have their least size from the far end of the hall.
SCREEN_ROWS, SCREEN_COLUMNS = 17, 3


@dataclass(frozen=True)
class Shape:
    """How a bracket is drawn: CSS classes, and in pixels the width of a box, the gap between columns, a row's height.

    ``links``: whether names lead to the teams.
    """

    css: str
    width: int
    gap: int
    row: int
    links: bool = False


ON_PAGE = Shape("", 280, 48, 26, links=True)
#: Screens have larger letters. Upright ones are narrow: the points of a team are below its name.
ON_SCREEN = Shape("bracket-screen", 350, 48, 26)
ON_UPRIGHT_SCREEN = Shape("bracket-screen bracket-upright", 220, 24, 46)


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


def bracket_svg(event: Event, picture: BracketPicture, shape: Shape = ON_PAGE) -> str:
    """Return the bracket as SVG in this shape."""
    columns, step = len(picture.columns), shape.width + shape.gap
    context = {
        "event": event,
        "picture": picture,
        "shape": shape,
        "boxes": [_placed(box, shape) for box in picture.boxes],
        "heads": [(at * step, name, sessions) for at, (name, sessions) in enumerate(picture.columns)],
        "lines": [_path(before, after, shape) for before, after in picture.lines],
        "width": columns * step - shape.gap,
        "height": int(HEAD + picture.height * shape.row) + 2,
        "head": HEAD,
    }
    return render_to_string("shared/_bracket.html", context)


def brackets_html(event: Event, pictures: Sequence[BracketPicture]) -> list[str]:
    """Return the SVG of each bracket."""
    return [bracket_svg(event, picture) for picture in pictures]


def _placed(box: BracketBox, shape: Shape) -> PlacedBox:
    x, y = box.column * (shape.width + shape.gap), HEAD + box.top * shape.row
    return PlacedBox(box, x, y, shape.width, box.rows * shape.row)


def _path(before: BracketBox, after: BracketBox, shape: Shape) -> str:
    """Return the line from the right edge of one box to the left edge of another."""
    start, end = _placed(before, shape), _placed(after, shape)
    y, to_y = start.y + start.height / 2, end.y + end.height / 2
    x, to_x = start.x + shape.width, end.x
    bend = to_x - shape.gap / 2
    return f"M{x} {y:g}H{bend:g}V{to_y:g}H{to_x}"
