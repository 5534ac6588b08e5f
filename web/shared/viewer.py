"""Who reads which event, and what of it: the start of every page of an event."""

from dataclasses import dataclass
from functools import cached_property
from uuid import uuid4

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest
from django.utils import timezone

from common.actions.permissions import Actor
from scoring.releases.selectors.corrections import CorrectionNote, correction_notes
from scoring.releases.selectors.status import ReleaseStatus, release_status, status_text
from scoring.sheets.rules.view import View
from scoring.standings.selectors.standings import Standings, last_counted, view_of
from tournament.access.selectors.roles import OFFICIALS, actor_of
from tournament.events.models.events import Event
from tournament.events.selectors.events import event_by_slug

#: Seconds for which loaded standings may be asked for again; a new version makes them unreachable at once.
KEPT = 3600


#: Loaded standings by a token of the cache, the newest last: whoever empties the cache empties this too.
LOADED: dict[str, Standings] = {}
MOST_LOADED = 4


def _loaded(token: str, event: Event, view: View) -> Standings:
    """The standings under ``token``; what is asked for anew pushes out the oldest."""
    standings = LOADED.get(token)
    if standings is None:
        for oldest in list(LOADED)[: max(0, len(LOADED) + 1 - MOST_LOADED)]:
            LOADED.pop(oldest, None)
        standings = LOADED[token] = Standings(event, view)
    return standings


@dataclass
class ViewerContext:
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
        return view_of(self.event, live=True) if self.official else View(False, self.status.until)

    @cached_property
    def after(self) -> int:
        """The last session whose results the reader sees; 0: none."""
        return last_counted(self.event) if self.official else self.view.until

    @property
    def seated(self) -> bool:
        """Whether a draw is released, so that everybody may know where they sit."""
        return self.event.seated  # type: ignore[attr-defined]

    @cached_property
    def status(self) -> ReleaseStatus:
        """Whether what is released is provisional or official, read once for each version of the public's."""
        key = f"status:{self.event.pk}:{self.event.head.era}:{self.event.head.public}"
        found: ReleaseStatus | None = cache.get(key)
        if found is None or (found.changes_at and found.changes_at <= timezone.now()):
            found = release_status(self.event)
            cache.set(key, found, KEPT)
        return found

    @property
    def mark(self) -> str:
        """The words for that."""
        return status_text(self.status)

    @cached_property
    def corrections(self) -> list[CorrectionNote]:
        """What was corrected after its release; nothing is asked where nothing was."""
        status = self.status
        return correction_notes(self.standings) if status.corrected or status.correcting else []

    @cached_property
    def standings(self) -> Standings:
        """The standings in the reader's view, loaded once for each version however many pages read them."""
        state = f"{self.event.pk}:{self.event.head.era}:{self.version}"
        name = f"standings:{state}:{self.view.live}:{self.view.until}"
        return _loaded(str(cache.get_or_set(name, lambda: uuid4().hex, KEPT)), self.event, self.view)


def viewer_context(request: HttpRequest, slug: str) -> ViewerContext:
    """The event ``slug`` as the request's account reads it; 404 if there is none.

    A rehearsal is there only for who has a role in it, and for the house.
    """
    event = _event(slug)
    if event is None:
        raise Http404
    actor = actor_of(request.user, device_of(request))
    roles = actor.roles(event.head)
    if event.rehearsal and not roles:
        raise Http404
    return ViewerContext(event, actor, roles)


def public_viewer_context(slug: str) -> ViewerContext | None:
    """The event as somebody without an account reads it; None where there is none for them."""
    event = _event(slug)
    return None if event is None or event.rehearsal else ViewerContext(event, actor_of(AnonymousUser()), frozenset())


def _event(slug: str) -> Event | None:
    return event_by_slug(slug, "standings_settings", "registration_settings", "play_settings", "hall", "closing")


def device_of(request: HttpRequest) -> str:
    """Where a request comes from, for the audit: address and browser."""
    return f"{request.META.get('REMOTE_ADDR', '')} {request.META.get('HTTP_USER_AGENT', '')}"[:200]
