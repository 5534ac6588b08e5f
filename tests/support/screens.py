"""Screens and their pictures, and an example of every action on them."""

from collections.abc import Callable
from itertools import count
from typing import Any

from scoring.display.models.screens import Screen, ScreenPart, ScreenPicture
from scoring.sheets.rules.codes import new_screen_access
from tournament.events.models.events import Event

_numbers = count(1)
PARTS = [{"shows": "seats", "seconds": 20}, {"shows": "standings", "seconds": 10}]


def new_screen(event: Event, *, parts: list[dict[str, Any]] | None = None, **columns: Any) -> Screen:
    """Create a screen of the event with these parts (PARTS), without a token."""
    number = next(_numbers)
    columns = {"slug": f"screen-{number}", "name": f"大屏{number}"} | columns
    screen = Screen.objects.create(event=event, **columns)
    for order, part in enumerate(parts or PARTS, start=1):
        ScreenPart.objects.create(screen=screen, order=order, kind=part["shows"], seconds=part["seconds"])
    return screen


def new_picture(event: Event) -> ScreenPicture:
    """Create a picture without a file."""
    return ScreenPicture.objects.create(event=event, title=f"赞助商{next(_numbers)}")


SCREEN = {"name": "大屏幕", "language": "all", "parts": PARTS}
EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "screen.add": lambda event, state: (event, SCREEN | {"slug": f"hall-{next(_numbers)}"}),
    "screen.change": lambda event, state: (new_screen(event), SCREEN),
    "screen.close": lambda event, state: (new_screen(event, token_hash=f"{next(_numbers):064}"), {}),
    "screen.open": lambda event, state: (new_screen(event), {"access": new_screen_access()}),
    "screen.remove": lambda event, state: (new_screen(event), {}),
    "screen.add_picture": lambda event, state: (
        event,
        {"title": f"赞助商{next(_numbers)}", "data": b"\xff\xd8", "digest": f"{next(_numbers):064}"},
    ),
    "screen.choose_logo": lambda event, state: (new_picture(event), {"on": True}),
    "screen.remove_picture": lambda event, state: (new_picture(event), {}),
}
