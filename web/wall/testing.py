"""The test picture: edges, sizes of letters, colours and sound of a projector."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.shared.requests.methods import get_only
from web.shared.viewer import viewer_context

#: Sizes of letters in hundredths of the screen's height; the first is the smallest that the Wall uses.
SIZES = (3, 4, 6, 10)
#: Colours of the Wall's text and backgrounds, and the number of greys to tell apart.
COLOURS = ("ink", "ink-2", "bamboo", "cinnabar", "gold", "indigo")
GREYS = 8


@get_only
def test_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the test picture."""
    context = {
        "reader": viewer_context(request, slug),
        "sizes": SIZES,
        "colours": COLOURS,
        "greys": range(1, GREYS + 1),
    }
    return render(request, "wall/testing.html", context)
