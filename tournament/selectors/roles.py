"""Which roles an account holds."""

from typing import Any

from common.models import Head
from common.permissions import ADMINISTRATOR, Actor
from tournament.models import Account, Role

#: May create and import events: an account with ``is_staff``.
HOUSE = "house"
#: The roles that see an event's live state, before it is released.
OFFICIALS = frozenset(Role.Name.values) - {Role.Name.DISPLAY.value} | {ADMINISTRATOR}


def roles_on(account: Account | None, head: Head | None) -> frozenset[str]:
    """The roles of ``account`` on ``head``: the event's own, and those that hold everywhere."""
    if account is None or not account.is_active:
        return frozenset()
    everywhere = {HOUSE} if account.is_staff else set()
    if account.is_superuser:
        everywhere.add(ADMINISTRATOR)
    if head is None:
        return frozenset(everywhere)
    names = Role.objects.filter(account=account, event__head=head).values_list("name", flat=True)
    return frozenset(everywhere | set(names))


def actor_of(account: Any, device: str = "") -> Actor:
    """The actor for a logged-in account (an anonymous one holds no role)."""
    if not account.is_authenticated:
        return Actor(ref="anonymous", name="", device=device)
    return Actor(ref=f"account:{account.pk}", name=str(account), device=device, account=account)
