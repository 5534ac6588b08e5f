"""An event as one viewer sees it: the start of each page of an event."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest
from django.utils import timezone

from common.actions.permissions import Actor
from common.infrastructure.log_fields import note_fields
from common.infrastructure.single_flight import cache_key, compute_once
from scoring.releases.selectors.corrections import CorrectionNote, correction_notes
from scoring.releases.selectors.status import ReleaseStatus, release_status
from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings, last_counted, view_of
from tournament.access.selectors.roles import OFFICIALS, actor_of
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug
from web.shared.requests.devices import device_of
from web.shared.requests.time_zones import use_zone_of

T = TypeVar("T")
#: Seconds for which values of a version are cached.
KEPT = 3600


@lru_cache(maxsize=4)
def shared_standings(event: Event, view: View, _era: str, _version: int) -> Standings:
    """Share loaded standings between the requests of a process, for one version of the event."""
    return Standings(event, view)


@dataclass
class ViewerContext:
    """What a viewer (``reader`` in views) sees of an event: officials the live state, others what is released."""

    event: Event
    actor: Actor
    roles: frozenset[str]

    @cached_property
    def now(self) -> datetime:
        """The moment of the request; a fragment whose version and content hold the time takes it for both."""
        return timezone.now()

    @cached_property
    def official(self) -> bool:
        """Whether this viewer sees results before their release."""
        return bool(self.roles & OFFICIALS)

    @property
    def version(self) -> int:
        """The version of everything that this viewer can see."""
        return self.event.ledger.live if self.official else self.event.ledger.public

    @cached_property
    def view(self) -> View:
        return view_of(self.event, live=True) if self.official else View(False, self.status.last_session)

    @cached_property
    def after(self) -> int:
        """The last session whose results this viewer sees; 0: none."""
        return last_counted(self.event) if self.official else self.view.last_session

    @cached_property
    def status(self) -> ReleaseStatus:
        """Whether the released results are provisional or official."""
        key = cache_key("status", self.event.pk, self.event.ledger.era, self.event.ledger.public)
        status: ReleaseStatus | None = cache.get(key)
        if status is None or (status.changes_at and status.changes_at <= timezone.now()):
            status = release_status(self.event)
            cache.set(key, status, KEPT)
        return status

    @cached_property
    def corrections(self) -> list[CorrectionNote]:
        """Corrections after a release; no query while there are none."""
        status = self.status
        return correction_notes(self.standings) if status.corrected or status.correcting else []

    @cached_property
    def standings(self) -> Standings:
        """The standings in this viewer's view, shared by all pages of the version."""
        return shared_standings(self.event, self.view, self.event.ledger.era, self.version)

    def cached(self, name: str, compute: Callable[[], T]) -> T:
        """Return the value of this name, computed once for each version of the event that this viewer sees."""
        key = cache_key(name, self.event.pk, self.event.ledger.era, self.official, self.version)
        return compute_once(cache, key, compute, KEPT)


def viewer_context(request: HttpRequest, slug: str) -> ViewerContext:
    """Return the event ``slug`` as the request's account sees it; the request goes on in the event's time zone.

    Raises Http404 if there is none, or if it is a rehearsal or a copy set aside in which the account has no role.
    """
    event = _event(slug)
    if event is None:
        raise Http404
    actor = actor_of(request.user, device_of(request))
    roles = actor.roles(event.ledger)
    note_fields(event=event.slug, role=",".join(sorted(roles)) or "visitor")
    if event.is_private and not roles:
        raise Http404
    return ViewerContext(event, actor, roles)


def public_viewer_context(slug: str) -> ViewerContext | None:
    """Return the event as a viewer without account sees it; None if there is none, or if it is not public."""
    event = _event(slug)
    return None if event is None or event.is_private else ViewerContext(event, actor_of(AnonymousUser()), frozenset())


def _event(slug: str) -> Event | None:
    event = event_by_slug(slug, "standings_settings", "registration_settings", "play_settings", "hall", "closing")
    if event is not None:
        use_zone_of(event)
    return event
