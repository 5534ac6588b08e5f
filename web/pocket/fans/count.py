"""Count a hand: the reader taps tiles, the answer follows, and the address holds the hand."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from web.shared.fans.entry_parameters import acted, read
from web.shared.fans.presenter import context_of, stepped
from web.shared.requests.methods import get_only


@get_only
def count(request: HttpRequest) -> HttpResponse:
    """Show the hand in the address and its score; a tap leads to the address of the changed hand."""
    entry = acted(read(request.GET), request.GET)
    address = reverse("fans:count") + entry.query()
    link = request.build_absolute_uri(address)
    return stepped(request, address, "pocket/fans/count.html", {**context_of(entry), "link": link})
