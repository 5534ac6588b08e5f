"""Helpers' accounts by QR code: invite, accept, revoke."""

import secrets
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from tournament.access.models import Invitation
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.services.checking import check_row

#: Maximum validity of an invitation in days.
MOST_DAYS = 60


@action("invitation.make", summary=_("Invite a helper by QR"), roles=[Role.Name.ORGANIZER], subject="event")
def make_invitation(_context: ActionContext, event: Event, *, role: str, token: str, expires: datetime) -> Done:
    """Invite a helper as ``role`` (of Invitation.ROLES) until a moment within the next sixty days.

    Only the SHA-256 of ``token`` is stored; the token itself is in the address. The answer holds the invitation's id.
    """
    if role not in Invitation.ROLES:
        raise Refused(_("A helper cannot have this role."), where="role")
    now = timezone.now()
    if not now < expires <= now + timedelta(days=MOST_DAYS):
        raise Refused(_("Choose a day within the next %(most)d days.") % {"most": MOST_DAYS}, where="expires")
    invitation = Invitation(event=event, role=role, token_hash=token_hash(token), made_at=now, expires=expires)
    check_row(invitation)
    invitation.save()
    after = {"role": role, "until": expires.isoformat()}
    return Done({"invitation": invitation.pk}, f"invitation:{invitation.pk}", after=after, raises=())


@action(
    "invitation.accept",
    summary=_("Use an invitation"),
    roles=[BEARER],
    subject="invitation",
    states={"open": Answer.SAFE, "used": Answer.REFUSED, "expired": Answer.REFUSED, "revoked": Answer.REFUSED},
)
def accept_invitation(_context: ActionContext, invitation: Invitation, *, name: str) -> Done:
    """Create the helper's account, called ``name``, with the role until the invitation expires; without a password.

    The answer holds the account's id.
    """
    if not name:
        raise Refused(_("Please enter your name."), where="name")
    account = Account(username=f"helper-{secrets.token_hex(5)}", name=name)
    account.set_unusable_password()
    check_row(account)
    account.save()
    Role.objects.create(account=account, event=invitation.event, name=invitation.role, ends_at=invitation.expires)
    invitation.account = account
    invitation.save(update_fields=["account"])
    after = {"account": f"account:{account.pk}", "role": invitation.role}
    return Done({"account": account.pk}, f"invitation:{invitation.pk}", after=after, raises=())


@action(
    "invitation.revoke",
    summary=_("Withdraw an invitation"),
    roles=[Role.Name.ORGANIZER],
    subject="invitation",
    states={"open": Answer.SAFE, "used": Answer.SAFE, "expired": Answer.SAFE, "revoked": Answer.REFUSED},
)
def revoke_invitation(_context: ActionContext, invitation: Invitation) -> Done:
    """Revoke the invitation; its account loses the role and is signed out."""
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    if invitation.account:
        Role.objects.filter(account=invitation.account, event=invitation.event).delete()
        invitation.account.is_active = False
        invitation.account.save(update_fields=["is_active"])
    before = {"role": invitation.role}
    return Done({"invitation": invitation.pk}, f"invitation:{invitation.pk}", before, raises=())
