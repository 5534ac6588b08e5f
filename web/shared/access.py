"""Who may open which page of the Desk, and what it offers there."""

from collections.abc import Callable
from functools import cached_property

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.cache import never_cache

from common.actions.engine import Service, may
from common.actions.models.heads import Head
from common.actions.permissions import Actor
from ranking.bodies.selectors.roles import works_for_body
from ranking.bodies.services import create_body
from scoring.draw_release.services.releasing import release_draw
from scoring.event_file.services.importing import import_event
from scoring.releases.services.releasing import release_session
from scoring.setup.services.setting_up import change_settings, create_event
from scoring.sheets.services.facts.whole import type_sheet
from tournament.access.selectors.roles import AUDITORS, actor_of
from tournament.access.services.roles import grant_role
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.events.models.stages import Session
from tournament.papers.services import note_made
from tournament.people.models.accounts import Account
from tournament.people.services.accounts import create_account
from tournament.presence.services.arrivals import arrive
from tournament.registration.services.entries import add_entry
from web.live.reading import Reading, device_of, reading
from web.shared.forms.kept import login_required


class Desk:
    """The Desk as one account has it; pages ask it before they show a control."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor

    def may(self, service: Service, head: Head | None = None) -> bool:
        """Whether the account may do it."""
        return may(self.actor, service, head)

    def require(self, allowed: bool) -> None:
        """Answer 403 unless it is allowed."""
        if not allowed:
            raise PermissionDenied

    @cached_property
    def may_import(self) -> bool:
        """Whether the account may bring events in."""
        return self.may(import_event)

    @cached_property
    def may_create(self) -> bool:
        """Whether the account makes events."""
        return self.may(create_event)

    @cached_property
    def may_manage_accounts(self) -> bool:
        """Whether the account makes and changes accounts."""
        return self.may(create_account)

    @cached_property
    def has_committee(self) -> bool:
        """Whether the Committee has something for the account: a body it works for, or bodies to be made."""
        return self.may(create_body) or works_for_body(self.actor.account)


class EventDesk(Desk):
    """The Desk of one event as one of its officials has it."""

    def __init__(self, reader: Reading) -> None:
        super().__init__(reader.actor)
        self.reader = reader
        self.event: Event = reader.event

    def may(self, service: Service, head: Head | None = None) -> bool:
        """Whether the account may do it; on this event by the roles that were read when the page was asked for."""
        if head is not None and head.pk == self.event.head.pk:
            return bool(self.reader.roles & service.spec.roles)
        return super().may(service, head)

    @cached_property
    def may_release(self) -> bool:
        """Whether the account releases results, takes them back, and takes the whole event away as a file."""
        return self.may(release_session, self.event.head)

    @cached_property
    def may_draw(self) -> bool:
        """Whether the account draws, approves, releases and takes draws back."""
        return self.may(release_draw, self.event.head)

    @cached_property
    def may_check_in(self) -> bool:
        """Whether the account checks people in."""
        return self.may(arrive, self.event.head)

    @cached_property
    def may_register(self) -> bool:
        """Whether the account registers players, teams and groups, and sees private data."""
        return self.may(add_entry, self.event.head)

    @cached_property
    def may_set_up(self) -> bool:
        """Whether the account sets the event up: settings, timetable, officials, hall, helpers, rehearsal."""
        return self.may(change_settings, self.event.head)

    @cached_property
    def may_type(self) -> bool:
        """Whether the account types sheets from paper."""
        return self.may(type_sheet, self.event.head)

    @cached_property
    def may_print(self) -> bool:
        """Whether the account makes papers."""
        return self.may(note_made, self.event.head)

    @cached_property
    def may_give_roles(self) -> bool:
        """Whether the account gives and takes roles."""
        return self.may(grant_role, self.event.head)

    @cached_property
    def may_audit(self) -> bool:
        """Whether the account reads the audit."""
        return bool(self.reader.roles & AUDITORS)

    def session(self, number: int | None) -> Session:
        """The event's session of this number; 404 if there is none."""
        session = self.event.sessions.filter(number=number).first() if number is not None else None
        if session is None:
            raise Http404
        session.event = self.event
        return session


def desk_of(request: HttpRequest) -> Desk:
    """The Desk of the request's account."""
    return Desk(actor_of(request.user, device_of(request)))


def event_desk(request: HttpRequest, slug: str) -> EventDesk:
    """The Desk of the event ``slug``: 404 if there is none, 403 for whoever is none of its officials."""
    reader = reading(request, slug)
    if not reader.official:
        raise PermissionDenied
    return EventDesk(reader)


def signed_in(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Show the page only to a signed-in account, and let no browser or proxy keep it."""
    return login_required(never_cache(view))


def account_of(request: HttpRequest) -> Account:
    """The account that asks, of a page for signed-in accounts only."""
    assert isinstance(request.user, Account)
    return request.user


def entry_of(event: Event, number: int | None) -> Entry:
    """The event's entry of this number; 404 if there is none."""
    if number is None:
        raise Http404
    found = event.entries.select_related("team", "arrival").filter(number=number).first()
    if found is None:
        raise Http404
    found.event = event
    return found
