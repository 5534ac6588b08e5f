"""Small events for tests of services."""

from common.models import Head
from tournament.models import Event


def small_event(slug: str = "small") -> Event:
    """An event with nothing in it."""
    head = Head.objects.create(name=f"event:{slug}")
    return Event.objects.create(head=head, slug=slug, name=slug.title())
