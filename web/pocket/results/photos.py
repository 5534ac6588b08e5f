"""A photo of the report of an event."""

from django.http import Http404, HttpRequest, HttpResponse

from scoring.papers.selectors.event_report import is_complete
from scoring.photos.selectors import photo_content, photos_of
from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context


@get_only
def photo(request: HttpRequest, slug: str, photo_id: int) -> HttpResponse:
    """Return a photo as JPEG: to everybody once the report can be read, before that to officials."""
    reader = viewer_context(request, slug)
    chosen = photos_of(reader.event).filter(pk=photo_id).first()
    is_public = is_complete(reader.event) and not reader.event.is_private
    data = photo_content(chosen) if chosen and (is_public or reader.roles) else b""
    if not data:
        raise Http404
    kept = "public, max-age=3600" if is_public else "private, no-store"
    return HttpResponse(data, content_type="image/jpeg", headers={"Cache-Control": kept})
