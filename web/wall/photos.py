"""The photos of players whom the ceremony has named; before that, their addresses answer nothing."""

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from scoring.display.selectors.screens import picture_file, player_photos
from web.shared.requests.methods import get_only
from web.shared.stored.files import stored_file
from web.shared.viewer import viewer_context
from web.wall.ceremony import named_players


@get_only
def photo(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Return the photo of a player as JPEG; 404 if there is none to show now."""
    reader = viewer_context(request, slug)
    photo = player_photos(reader.event).get(number)
    if photo is None or number not in named_players(reader):
        raise Http404
    return stored_file(picture_file(photo), f"{number}.jpg", content_type="image/jpeg", as_download=False)
