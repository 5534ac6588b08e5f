"""The screens of the Wall, to choose from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.live.reading import reading
from web.shared.requests.methods import get_only
from web.shared.screens import SCREENS


@get_only
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """List the screens of the event."""
    return render(request, "wall/home.html", {"reader": reading(request, slug), "screens": SCREENS})
