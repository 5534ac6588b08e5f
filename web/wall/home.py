"""The screens of the Wall, to choose from."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from web.live.reading import reading
from web.shared.methods import get_only

#: Address name, what the screen is called, what it shows.
SCREENS = [
    ("wall:seats", _("Seats"), _("Where everybody sits in the coming session, by name, page after page.")),
    ("wall:calls", _("Calls"), _("Who is missing and called to the table, and what coming late costs.")),
    ("wall:lots", _("Lots"), _("One lot after another, stepped by an official.")),
    ("wall:ceremony", _("Award ceremony"), _("Award after award, the last place first, stepped by an official.")),
    ("wall:test", _("Test picture"), _("Edges, sizes of text, colours and sound, before anybody looks.")),
]


@get_only
def home(request: HttpRequest, slug: str) -> HttpResponse:
    """List the screens of the event."""
    return render(request, "wall/home.html", {"reader": reading(request, slug), "screens": SCREENS})
