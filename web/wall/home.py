"""The list of the Wall's screens."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from web.shared.requests.methods import get_only
from web.shared.screens import SCREENS
from web.shared.viewer import viewer_context


@get_only
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """List the screens of the event."""
    return render(request, "wall/home.html", {"reader": viewer_context(request, slug), "screens": SCREENS})
