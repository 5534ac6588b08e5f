"""Who reads which event, and what of it: the start of every page of an event."""

from dataclasses import dataclass
from functools import cached_property

from django.http import Http404, HttpRequest

from common.permissions import Actor
from scoring.selectors.standings import Standings, View, last_counted, view_of
from tournament.models import Event
from tournament.selectors.events import event_by_slug
from tournament.selectors.roles import OFFICIALS, actor_of


@dataclass
class Reading:
    """An event as one reader sees it: officials its live state, everybody else what is released."""

    event: Event
    actor: Actor
    roles: frozenset[str]

    @cached_property
    def official(self) -> bool:
        """Whether the reader sees what is not released."""
        return bool(self.roles & OFFICIALS)

    @property
    def version(self) -> int:
        """The version of everything this reader can see; a poll compares it."""
        return self.event.head.live if self.official else self.event.head.public

    @cached_property
    def view(self) -> View:
        """Which results the reader sees."""
        return view_of(self.event, live=self.official)

    @cached_property
    def after(self) -> int:
        """The last session whose results the reader sees; 0: none."""
        return last_counted(self.event) if self.official else self.view.until

    @cached_property
    def standings(self) -> Standings:
        """The standings in the reader's view."""
        return Standings(self.event, self.view)


def reading(request: HttpRequest, slug: str) -> Reading:
    """The event ``slug`` as the request's account reads it; 404 if there is none."""
    event = event_by_slug(slug, "standings_settings")
    if event is None:
        raise Http404
    actor = actor_of(request.user, device_of(request))
    return Reading(event, actor, actor.roles(event.head))


def device_of(request: HttpRequest) -> str:
    """Where a request comes from, for the audit: address and browser."""
    return f"{request.META.get('REMOTE_ADDR', '')} {request.META.get('HTTP_USER_AGENT', '')}"[:200]
