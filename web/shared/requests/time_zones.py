"""The time zone of a request: the event's on the pages of an event, else the machine's."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.events.models.events import Event


class MachineZone:
    """Begin and end each request in the machine's zone: a thread keeps the zone of its last request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with timezone.override(None):
            return self.get_response(request)


def use_zone_of(event: Event) -> None:
    """Show and read times of this request in the zone of the event."""
    timezone.activate(event.zone)
