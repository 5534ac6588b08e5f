"""Grant and revoke roles of accounts in an event."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from tournament.access.models import Invitation
from tournament.access.selectors.invitations import is_helper
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role


@action("role.grant", summary=_("Give an account a role in an event"), roles=[Role.Name.ORGANIZER], subject="event")
def grant_role(_context: ActionContext, event: Event, *, account: Account, name: str) -> Done:
    """Give ``account`` the role ``name`` (a value of Role.Name) in ``event``; no change if it has it already.

    Refused for the account of a helper, if helpers cannot have the role: it is opened without a password.
    """
    _check_name(name)
    if name not in Invitation.ROLES:
        refuse_helper(account)
    _role, made = Role.objects.get_or_create(account=account, event=event, name=name)
    return _role_done(account, None if made else name, name)


@action(
    "role.revoke", summary=_("Remove a role in an event from an account"), roles=[Role.Name.ORGANIZER], subject="event"
)
def revoke_role(_context: ActionContext, event: Event, *, account: Account, name: str) -> Done:
    """Revoke the role ``name`` of ``account`` in ``event``. Raises Refused for the last organizer."""
    _check_name(name)
    holders = Role.objects.filter(event=event, name=name)
    own_role = holders.filter(account=account)
    if name == Role.Name.ORGANIZER and own_role.exists() and holders.count() == 1:
        raise Refused(_("An event needs at least one organizer."), where="name")
    deleted, _rows = own_role.delete()
    return _role_done(account, name if deleted else None, None)


def refuse_helper(account: Account) -> None:
    """Raise Refused for an account that a helper's code opens."""
    if is_helper(account):
        raise Refused(
            _("A helper's code opens this account, without a password. Invite the person to an account of their own."),
            where="username",
        )


def _check_name(name: str) -> None:
    if name not in Role.Name.values:
        raise Refused(_("There is no such role."), where="name")


def _role_done(account: Account, before: Any, after: Any) -> Done:
    answer = {"account": account.pk, "role": after}
    target = f"account:{account.pk}"
    return Done(answer, target, {"role": before}, {"role": after}, raises=(), changed=before != after)
