"""The test picture: whether a projector shows all of it, in letters that are read from afar, and is heard."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.live.reading import reading
from web.shared.requests.methods import get_only

#: Sizes of letters in hundredths of the screen's height; the first is the least that the Wall uses.
SIZES = (3, 4, 6, 10)
#: The colours of the Wall's text and grounds, and greys that a projector should tell apart.
COLOURS = ("ink", "ink-2", "bamboo", "cinnabar", "gold", "indigo")
GREYS = 8


@get_only
def pattern(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the test picture."""
    context = {"reader": reading(request, slug), "sizes": SIZES, "colours": COLOURS, "greys": range(1, GREYS + 1)}
    return render(request, "wall/testing.html", context)
