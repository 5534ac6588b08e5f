"""Actors and their roles. Rooms define the names of the roles; this module only compares them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils.module_loading import import_string

from common.actions.models.ledgers import Ledger

#: The role of commands typed on the machine itself: its user owns the database anyway.
SYSTEM = "system"
#: The role of the program's administrators, on every ledger.
ADMINISTRATOR = "administrator"
#: The role of an account on itself.
SELF = "self"
#: The role of the holder of a token on the object that the token opens.
BEARER = "bearer"


@dataclass(frozen=True)
class Actor:
    """The origin of a write: an account, a table's token, or the machine's command line.

    ``ref`` is a permanent reference ("account:3"), ``name`` is for people, ``device`` says from where. ``shown`` is the
    object of the token that was presented instead of signing in.
    """

    ref: str
    name: str
    device: str = ""
    account: Any = field(default=None, compare=False)
    shown: Any = field(default=None, compare=False)

    def roles(self, ledger: Ledger | None, subject: Any = None) -> frozenset[str]:
        """Return the actor's roles on ``ledger`` (None: roles that need no ledger) and on ``subject``."""
        if self.ref == "system":
            return frozenset({SYSTEM})
        is_self = self.account is not None and self.account == subject and self.account.is_active
        is_bearer = self.shown is not None and self.shown == subject
        return (
            _role_source()(self.account, ledger) | ({SELF} if is_self else set()) | ({BEARER} if is_bearer else set())
        )


def system_actor(name: str) -> Actor:
    """Return the command line, or a scheduled task, as the actor ``name`` in the audit log."""
    return Actor(ref="system", name=name)


def actor_named(ref: str, name: str, device: str = "") -> Actor:
    """Return the actor that was stored as ``ref`` and ``name``, with its current roles."""
    kind, _, number = ref.partition(":")
    account = get_user_model().objects.filter(pk=number).first() if kind == "account" else None
    return Actor(ref=ref, name=name, device=device, account=account)


@cache
def _role_source() -> Callable[[Any, Ledger | None], frozenset[str]]:
    return import_string(settings.ROLE_SOURCE)
