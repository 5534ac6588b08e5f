"""Accounts: making the first administrator, and roles in an event."""

import os
import secrets
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common import audit
from common.actions import Call, Done, action
from common.errors import Refused
from common.models import AuditEntry, Head
from tournament.models import Account, Event, Role

#: The chain of people and accounts.
PEOPLE = "people"


@transaction.atomic
def make_first_administrator(password_file: Path) -> str | None:
    """Make the account ``admin`` with a random password unless some administrator exists.

    Returns the password (kept in ``password_file``, mode 0600), or None if there was nothing to do. It is no action:
    nobody could be asked for a role before the first account.
    """
    if Account.objects.filter(is_superuser=True).exists():
        return None
    password = secrets.token_urlsafe(12)
    account = Account.objects.create_superuser("admin", password=password)
    descriptor = os.open(password_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(password + "\n")
    Head.objects.get_or_create(name=PEOPLE)
    head = Head.objects.select_for_update().get(name=PEOPLE)
    entry = AuditEntry(at=timezone.now(), action="account.first", actor_ref="system", actor_name="start")
    entry.about, entry.after = f"account:{account.pk}", {"username": account.username}
    audit.append(head, entry)
    head.save()
    return password


@action("role.grant", summary=_("Give an account a role in an event"), roles=[Role.Name.ORGANIZER], subject="event")
def grant_role(call: Call, event: Event, *, account: Account, name: str) -> Done:
    """Give ``account`` the role ``name`` (a value of Role.Name) in ``event``."""
    if name not in Role.Name.values:
        raise Refused(_("There is no such role."), where="name")
    _role, made = Role.objects.get_or_create(account=account, event=event, name=name)
    return _role_done(event, account, None if made else name, name)


@action(
    "role.revoke", summary=_("Take a role in an event from an account"), roles=[Role.Name.ORGANIZER], subject="event"
)
def revoke_role(call: Call, event: Event, *, account: Account, name: str) -> Done:
    """Take the role ``name`` in ``event`` from ``account``; the last organizer keeps it."""
    held = Role.objects.filter(event=event, name=name)
    if name == Role.Name.ORGANIZER and not held.exclude(account=account).exists():
        raise Refused(_("An event keeps at least one organizer."), where="name")
    had, _rows = held.filter(account=account).delete()
    return _role_done(event, account, name if had else None, None)


def _role_done(event: Event, account: Account, before: Any, after: Any) -> Done:
    answer = {"account": account.pk, "role": after}
    return Done(answer, f"account:{account.pk}", {"role": before}, {"role": after}, raises=())
