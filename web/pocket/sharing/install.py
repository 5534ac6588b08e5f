"""Icons, and what lets a phone install an event's pages and read them without network."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse

from web.pocket.sharing.seal import icon
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context

#: The usual sizes: browser tabs, Windows, Apple, Android and the installation.
SIZES = (16, 32, 48, 96, 180, 192, 512)
KEPT = {"Cache-Control": "public, max-age=86400"}


@lru_cache(maxsize=len(SIZES) + 2)
def _icon(size: int, maskable: bool, kind: str) -> bytes:
    return icon(size, maskable=maskable, kind=kind)


@get_only
def favicon(_request: HttpRequest) -> HttpResponse:
    """Answer the icon for programs that ask without reading the page."""
    return HttpResponse(_icon(48, False, "ICO"), content_type="image/x-icon", headers=KEPT)


@get_only
def icon_picture(_request: HttpRequest, size: int, maskable: str = "") -> HttpResponse:
    """Answer the seal in one of the usual sizes."""
    if size not in SIZES:
        raise Http404
    return HttpResponse(_icon(size, bool(maskable), "PNG"), content_type="image/png", headers=KEPT)


@get_only
def event_manifest(request: HttpRequest, slug: str) -> HttpResponse:
    """Describe the installed program: it opens the event."""
    event = viewer_context(request, slug).event
    home = reverse("pocket:event", args=[slug])
    return JsonResponse(manifest_of(event.name, home), content_type="application/manifest+json")


def manifest_of(name: str, home: str) -> dict[str, Any]:
    """Return the manifest of an event with this home address."""
    icons = [_icon_entry(size, "") for size in (192, 512)] + [_icon_entry(512, "maskable")]
    return {
        "id": home,
        "name": name,
        "short_name": name[:24],
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": "#faf7f0",
        "theme_color": "#faf7f0",
        "icons": icons,
    }


def _icon_entry(size: int, purpose: str) -> dict[str, str]:
    route = "pocket:icon-maskable" if purpose else "pocket:icon"
    entry = {"src": reverse(route, args=[size]), "sizes": f"{size}x{size}", "type": "image/png"}
    return entry | ({"purpose": purpose} if purpose else {})


@get_only
def offline_worker(_request: HttpRequest) -> HttpResponse:
    """Answer the worker that keeps public pages; at the root, because a worker serves only what lies below it."""
    path = finders.find("js/offline_worker.js")
    assert isinstance(path, str)
    text = Path(path).read_text(encoding="utf-8")
    text = text.replace('"UNREAD"', json.dumps(render_to_string("pocket/sharing/unread.html")))
    return HttpResponse(text, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})
