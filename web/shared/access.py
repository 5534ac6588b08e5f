"""What an account may do, for the pages that check rights and offer controls."""

from collections.abc import Callable
from functools import cached_property, wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from common.actions.engine import Service, may
from common.actions.models.ledgers import Ledger
from common.actions.permissions import Actor
from ranking.bodies.selectors.roles import works_for_body
from ranking.bodies.services import create_body
from ranking.series.selectors.series import keeps_series, organizes
from scoring.draw_release.services.releasing import release_draw
from scoring.event_file.services.importing import import_event
from scoring.hand_over.services.giving import hand_over
from scoring.hand_over.services.taking import take_event
from scoring.publishing.services.targets import choose_server
from scoring.releases.services.releasing import release_session
from scoring.setup.services.changing_settings import change_settings
from scoring.setup.services.setting_up import create_event
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
from web.shared.accounts.second_factor import lacks_second_factor
from web.shared.forms.kept import login_required
from web.shared.requests.devices import device_of
from web.shared.viewer import ViewerContext, viewer_context


class AccountAccess:
    """What an account may do; pages check it before they show a control."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor

    def may(self, service: Service, ledger: Ledger | None = None) -> bool:
        """Whether the account may run the service."""
        return may(self.actor, service, ledger)

    def require(self, allowed: bool) -> None:
        """Raise PermissionDenied (403) unless ``allowed``."""
        if not allowed:
            raise PermissionDenied

    @cached_property
    def may_import(self) -> bool:
        """Whether the account may import events."""
        return self.may(import_event)

    @cached_property
    def may_take(self) -> bool:
        """Whether the account may take events that other installations handed over."""
        return self.may(take_event)

    @cached_property
    def may_create(self) -> bool:
        """Whether the account may create events."""
        return self.may(create_event)

    @cached_property
    def may_manage_accounts(self) -> bool:
        """Whether the account may create and change accounts."""
        return self.may(create_account)

    @cached_property
    def has_committee(self) -> bool:
        """Whether the account works for a body or may create one."""
        return self.may(create_body) or works_for_body(self.actor.account)

    @cached_property
    def has_series(self) -> bool:
        """Whether the account keeps series, or may make one: for a body, or of events that it organizes."""
        account = self.actor.account
        if account is None:
            return False
        return account.is_superuser or organizes(account) or works_for_body(account) or keeps_series(account)


class EventAccess(AccountAccess):
    """What an official may do in one event."""

    def __init__(self, reader: ViewerContext) -> None:
        super().__init__(reader.actor)
        self.reader = reader
        self.event: Event = reader.event

    def may(self, service: Service, ledger: Ledger | None = None) -> bool:
        """Whether the account may run the service; for this event, by the roles read at the start of the request."""
        if ledger is not None and ledger.pk == self.event.ledger.pk:
            return bool(self.reader.roles & service.spec.roles)
        return super().may(service, ledger)

    @cached_property
    def may_release(self) -> bool:
        """Whether the account may release and retract results, and export the event file."""
        return self.may(release_session, self.event.ledger)

    @cached_property
    def may_publish(self) -> bool:
        """Whether the account may publish the event online, and receive it from a hall."""
        return self.may(choose_server, self.event.ledger)

    @cached_property
    def may_draw(self) -> bool:
        """Whether the account may draw, and approve, release and retract draws."""
        return self.may(release_draw, self.event.ledger)

    @cached_property
    def may_check_in(self) -> bool:
        """Whether the account may check people in."""
        return self.may(arrive, self.event.ledger)

    @cached_property
    def may_register(self) -> bool:
        """Whether the account may register players, teams and groups, and read private data."""
        return self.may(add_entry, self.event.ledger)

    @cached_property
    def may_set_up(self) -> bool:
        """Whether the account may set the event up: settings, timetable, officials, hall, helpers, rehearsal."""
        return self.may(change_settings, self.event.ledger)

    @cached_property
    def may_type(self) -> bool:
        """Whether the account may type sheets from paper."""
        return self.may(type_sheet, self.event.ledger)

    @cached_property
    def may_print(self) -> bool:
        """Whether the account may make papers."""
        return self.may(note_made, self.event.ledger)

    @cached_property
    def may_give_roles(self) -> bool:
        """Whether the account may grant and revoke roles."""
        return self.may(grant_role, self.event.ledger)

    @cached_property
    def may_hand_over(self) -> bool:
        """Whether the account may hand the event over and take it back."""
        return self.may(hand_over, self.event.ledger)

    @cached_property
    def may_audit(self) -> bool:
        """Whether the account may read the audit log."""
        return bool(self.reader.roles & AUDITORS)

    def session(self, number: int | None) -> Session:
        """Return the event's session of this number; raise Http404 if there is none."""
        session = self.event.sessions.filter(number=number).first() if number is not None else None
        if session is None:
            raise Http404
        session.event = self.event
        return session


def desk_of(request: HttpRequest) -> AccountAccess:
    """Return what the request's account may do."""
    return AccountAccess(actor_of(request.user, device_of(request)))


def event_desk(request: HttpRequest, slug: str) -> EventAccess:
    """Return what the account may do in the event ``slug``.

    Raises Http404 if there is no such event, PermissionDenied if the account is not one of its officials.
    """
    reader = viewer_context(request, slug)
    if not reader.official:
        raise PermissionDenied
    return EventAccess(reader)


def signed_in(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Require a signed-in account, with a second factor where that is the rule; nothing caches the page."""

    @wraps(view)
    def page(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if lacks_second_factor(account_of(request)):
            return redirect("account:second-factor")
        return view(request, *args, **kwargs)

    return login_required(never_cache(page))


def account_of(request: HttpRequest) -> Account:
    """Return the request's account; only for pages that require one."""
    assert isinstance(request.user, Account)
    return request.user


def entry_of(event: Event, number: int | None) -> Entry:
    """Return the event's entry of this number; raise Http404 if there is none."""
    if number is None:
        raise Http404
    entry = event.entries.select_related("team", "checked").filter(number=number).first()
    if entry is None:
        raise Http404
    entry.event = event
    return entry
