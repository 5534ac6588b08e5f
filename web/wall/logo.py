"""The event's logo on the screens of the hall; what is printed on its papers is public."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from scoring.display.selectors.screens import logo_of, pictures_of
from tournament.events.models.events import Event
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context


@get_only
def logo(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the logo as JPEG; 404 if none is chosen."""
    data = logo_of(viewer_context(request, slug).event)
    if not data:
        raise Http404
    return HttpResponse(data, content_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


def logo_address(event: Event) -> str:
    """Return the address of the logo, another one for each file; empty if none is chosen."""
    chosen = pictures_of(event).filter(logo=True).exclude(name="").first()
    return f"{reverse('wall:logo', args=[event.slug])}?d={chosen.digest[:8]}" if chosen else ""
