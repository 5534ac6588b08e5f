"""Photos of events, and an example of every action on them."""

import io
from collections.abc import Callable
from itertools import count
from typing import Any

from django.utils import timezone
from PIL import Image, ImageDraw

from scoring.photos.models import EventPhoto
from scoring.photos.services import add_photo
from tests.support.draws import ACTOR
from tournament.events.models.events import Event

_numbers = count(1)


def jpeg(size: tuple[int, int] = (320, 240), colour: str = "teal", **options: Any) -> bytes:
    """Return a JPEG with a disk on a ground."""
    picture = Image.new("RGB", size, colour)
    ImageDraw.Draw(picture).ellipse((20, 20, size[0] - 20, size[1] - 20), fill="white")
    out = io.BytesIO()
    picture.save(out, "JPEG", **options)
    return out.getvalue()


def new_photo(event: Event, size: tuple[int, int] = (320, 240), **caption: str) -> EventPhoto:
    """Add a photo with this caption (zh, en, ja)."""
    answer = add_photo(ACTOR, event, data=jpeg(size), digest=f"{next(_numbers):064}", consent=True, caption=caption)
    return EventPhoto.objects.get(pk=answer["photo"])


def _row(event: Event) -> EventPhoto:
    """Create the row of a photo without a file."""
    number = next(_numbers)
    columns = {"name": f"photo-{number}", "digest": f"{number:064}", "size": 1, "width": 4, "height": 3}
    return EventPhoto.objects.create(event=event, added_at=timezone.now(), caption={"zh": "领奖"}, **columns)


EXAMPLES: dict[str, Callable[[Event, str], tuple[Any, dict[str, Any]]]] = {
    "photo.add": lambda event, state: (
        event,
        {"data": jpeg(), "digest": f"{next(_numbers):064}", "consent": True, "caption": {"zh": "领奖台"}},
    ),
    "photo.change": lambda event, state: (_row(event), {"caption": {"zh": "领奖台"}}),
    "photo.remove": lambda event, state: (_row(event), {}),
}
