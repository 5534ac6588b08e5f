"""Who acts, and which roles count where. The roles' names come from the rooms; this engine only compares them."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils.module_loading import import_string

from common.actions.models.heads import Head

#: The role of commands typed on the machine itself: whoever can type them owns the database anyway.
SYSTEM = "system"
#: The role of the program's administrators, on every head.
ADMINISTRATOR = "administrator"
#: The role of an account towards itself.
SELF = "self"
#: The role, towards what a token stands for, of whoever showed that token.
BEARER = "bearer"


@dataclass(frozen=True)
class Actor:
    """Somebody who does something: an account, a table's token, or the machine's command line.

    ``ref`` names it for ever ("account:3"), ``name`` is what people read, ``device`` where it came from, ``shown`` what
    the token stands for that was shown instead of signing in.
    """

    ref: str
    name: str
    device: str = ""
    account: Any = field(default=None, compare=False)
    shown: Any = field(default=None, compare=False)

    def roles(self, head: Head | None, subject: Any = None) -> frozenset[str]:
        """The actor's roles on ``head`` (None: roles that hold without any head), and towards ``subject``."""
        if self.ref == "system":
            return frozenset({SYSTEM})
        itself = self.account is not None and self.account == subject and self.account.is_active
        bears = self.shown is not None and self.shown == subject
        return _role_source()(self.account, head) | ({SELF} if itself else set()) | ({BEARER} if bears else set())


def system_actor(name: str) -> Actor:
    """The command line, or a scheduled task, called ``name`` in the audit."""
    return Actor(ref="system", name=name)


def actor_named(ref: str, name: str, device: str = "") -> Actor:
    """The actor that was kept as ``ref`` and ``name``; its roles are those it has now."""
    kind, _, number = ref.partition(":")
    account = get_user_model().objects.filter(pk=number).first() if kind == "account" else None
    return Actor(ref=ref, name=name, device=device, account=account)


@cache
def _role_source() -> Callable[[Any, Head | None], frozenset[str]]:
    return import_string(settings.ROLE_SOURCE)
