"""Who may arrange the screens, and the address that the hall uses."""

from django.http import HttpRequest

from scoring.display.services.screens import add_screen
from tournament.events.models.events import Event
from tournament.papers.selectors import address_of
from web.shared.access import EventAccess, event_desk


def base_url(request: HttpRequest, event: Event) -> str:
    """Return the base of URLs in the hall: the papers' address, or the address of this request."""
    return address_of(event) or f"{request.scheme}://{request.get_host()}"


def screens_desk(request: HttpRequest, slug: str) -> EventAccess:
    desk = event_desk(request, slug)
    desk.require(desk.may(add_screen, desk.event.ledger))
    return desk
