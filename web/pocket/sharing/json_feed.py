"""Feeds as JSON Feed 1.1 (jsonfeed.org/version/1.1)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import get_language

CONTENT_TYPE = "application/feed+json; charset=utf-8"
VERSION = "https://jsonfeed.org/version/1.1"
#: The items of a feed.
MOST = 20


@dataclass(frozen=True)
class Item:
    """An item of a feed. ``key`` never changes; ``url`` is a path, empty without a page."""

    key: str
    url: str
    title: str
    text: str
    published: datetime | None
    tags: tuple[str, ...] = ()


def json_feed(request: HttpRequest, title: str, home: str, items: Iterable[Item]) -> HttpResponse:
    """Return the feed of these items; ``home`` is the path of its page. Other sites may read it in scripts."""
    own = request.build_absolute_uri(request.path)
    document = {
        "version": VERSION,
        "title": title,
        "home_page_url": request.build_absolute_uri(home),
        "feed_url": request.build_absolute_uri(),
        "language": get_language(),
        "items": [_plain(request, own, item) for item in items],
    }
    headers = {"Access-Control-Allow-Origin": "*"}
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False}, content_type=CONTENT_TYPE, headers=headers)


def _plain(request: HttpRequest, own: str, item: Item) -> dict[str, object]:
    optional = {
        "url": item.url and request.build_absolute_uri(item.url),
        "date_published": item.published and item.published.isoformat(timespec="seconds"),
        "tags": list(item.tags),
    }
    given = {name: value for name, value in optional.items() if value}
    return {"id": f"{own}#{item.key}", "title": item.title, "content_text": item.text, **given}
