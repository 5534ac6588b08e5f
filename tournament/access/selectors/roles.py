"""Roles of accounts."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Case, F, Q, QuerySet, When
from django.utils import timezone

from common.actions.models.ledgers import Ledger
from common.actions.permissions import ADMINISTRATOR, Actor
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role

#: May create and import events: an account with ``is_staff``.
HOUSE = "house"
#: Roles that see the live state of an event, before release.
OFFICIALS = frozenset(Role.Name.values) - {Role.Name.DISPLAY.value} | {ADMINISTRATOR}

#: Roles that read the audit log of an event.
AUDITORS = frozenset({Role.Name.ORGANIZER.value, Role.Name.CHIEF_REFEREE.value, ADMINISTRATOR})


def roles_on(account: Account | None, ledger: Ledger | None) -> frozenset[str]:
    """Return the roles of ``account`` on ``ledger``: those in the event, and those that hold everywhere."""
    if account is None or not account.is_active:
        return frozenset()
    everywhere = {HOUSE} if account.is_staff else set()
    if account.is_superuser:
        everywhere.add(ADMINISTRATOR)
    if ledger is None:
        return frozenset(everywhere)
    names = valid_roles().filter(account=account, event__ledger=ledger).values_list("name", flat=True)
    return frozenset(everywhere | set(names))


def valid_roles() -> QuerySet[Role]:
    """Return the roles that have not expired."""
    return Role.objects.filter(Q(ends_at=None) | Q(ends_at__gt=timezone.now()))


def actor_of(account: Any, device: str = "") -> Actor:
    """Return the actor for an account; an anonymous one holds no role."""
    if not account.is_authenticated:
        return Actor(ref="anonymous", name="", device=device)
    return Actor(ref=f"account:{account.pk}", name=str(account), device=device, account=account)


def events_of(account: Account) -> QuerySet[Event]:
    """Return the events of an account, newest first: those where it has a role, all of them for staff."""
    events = Event.objects.select_related("ledger").order_by(F("starts").desc(nulls_last=True), "-pk")
    if account.is_staff or account.is_superuser:
        return events
    return events.filter(roles__in=valid_roles().filter(account=account)).distinct()


def roles_in(account: Account, events: Iterable[Event]) -> dict[int, frozenset[str]]:
    """Return id -> names of the account's own roles in each of ``events``."""
    held = defaultdict(set)
    for event_id, name in valid_roles().filter(account=account, event__in=events).values_list("event_id", "name"):
        held[event_id].add(name)
    return {event.pk: frozenset(held[event.pk]) for event in events}


def role_holders(event: Event) -> QuerySet[Role]:
    """Return the roles held in ``event``, ordered by role, then by username."""
    order = Case(*(When(name=name, then=position) for position, name in enumerate(Role.Name.values)))
    return event.roles.select_related("account").order_by(order, "account__username")
