"""Invitations to an account with a password: invite, accept, withdraw."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Answer, Done, action
from common.actions.errors import Refused
from common.actions.permissions import BEARER
from tournament.access.models import AccountInvitation
from tournament.access.rules import token_hash
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.services.accounts import new_account, people_ledger
from tournament.people.services.checking import check_row

#: Days for which the address works, and for which the row with the mail address is kept.
DAYS_VALID, DAYS_KEPT = 7, 30
#: Open invitations of an event, or of the program: no account is a sender of mass mail.
MOST_OPEN = 50
#: Functions of later rooms that give what their invitation gives to the account that accepts it.
INVITATION_ACCEPTED: list[Callable[[ActionContext, AccountInvitation, Account], None]] = []
OPEN_ONLY = {"open": Answer.SAFE, "used": Answer.REFUSED, "expired": Answer.REFUSED, "revoked": Answer.REFUSED}


@action(
    "account_invitation.make",
    summary=_("Invite a person to an account with a role"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
)
def invite_to_role(_context: ActionContext, event: Event, *, role: str, mail: str, token: str) -> Done:
    """Invite a person as ``role`` (a value of Role.Name) for the next seven days; the answer holds the id.

    Only the SHA-256 of ``token`` is stored; the token itself is in the address. ``mail`` may be empty.
    """
    if role not in Role.Name.values:
        raise Refused(_("There is no such role."), where="role")
    invitation = make_invitation(_context, AccountInvitation(event=event, role=role), mail, token)
    after = {"role": role, "until": invitation.expires.isoformat()}
    return Done({"invitation": invitation.pk}, _audit_name(invitation), after=after, raises=())


@action("account_invitation.make_account", summary=_("Invite a person to an account"), roles=[], subject="none")
def invite_to_account(context: ActionContext, _subject: None, *, is_staff: bool, mail: str, token: str) -> Done:
    """Do as ``account_invitation.make``, without an event; ``is_staff``: the account may create events."""
    ledger = people_ledger(context)
    invitation = make_invitation(context, AccountInvitation(is_staff=is_staff), mail, token)
    after = {"is_staff": is_staff, "until": invitation.expires.isoformat()}
    return Done({"invitation": invitation.pk}, _audit_name(invitation), after=after, raises=(), ledger=ledger)


@action(
    "account_invitation.accept",
    summary=_("Accept an invitation to an account"),
    roles=[BEARER],
    subject="account invitation",
    states=OPEN_ONLY,
)
def accept_account_invitation(
    context: ActionContext,
    invitation: AccountInvitation,
    *,
    account: Account | None = None,
    username: str = "",
    name: str = "",
    password: str = "",
) -> Done:
    """Give what the invitation gives to ``account``, or to a new account with these values; the answer holds its id.

    Refused: a name that is taken, a weak password.
    """
    if account is None:
        account = new_account(context, username=username, name=name, password=password, is_staff=invitation.is_staff)
    elif invitation.is_staff and not account.is_staff:
        account.is_staff = True
        account.save(update_fields=["is_staff"])
    if invitation.event:
        Role.objects.get_or_create(account=account, event=invitation.event, name=invitation.role)
    for give in INVITATION_ACCEPTED:
        give(context, invitation, account)
    invitation.account = account
    invitation.save(update_fields=["account"])
    after = {"account": f"account:{account.pk}"} | ({"role": invitation.role} if invitation.role else {})
    return Done({"account": account.pk}, _audit_name(invitation), after=after, raises=())


@action(
    "account_invitation.withdraw",
    summary=_("Withdraw an invitation to an account"),
    roles=[Role.Name.ORGANIZER],
    subject="account invitation",
    states=OPEN_ONLY,
)
def withdraw_account_invitation(_context: ActionContext, invitation: AccountInvitation) -> Done:
    """Withdraw an invitation that nobody has accepted; its address no longer works."""
    invitation.revoked_at = timezone.now()
    invitation.save(update_fields=["revoked_at"])
    return Done({"invitation": invitation.pk}, _audit_name(invitation), before={"role": invitation.role}, raises=())


def make_invitation(_context: ActionContext, invitation: AccountInvitation, mail: str, token: str) -> AccountInvitation:
    """Save an invitation for the next seven days and return it. Refused if too many are open."""
    others = AccountInvitation.objects.filter(event=invitation.event, granted_on=invitation.granted_on)
    if others.filter(account=None, revoked_at=None).count() >= MOST_OPEN:
        raise Refused(_("There are at most %(most)d open invitations. Withdraw some first.") % {"most": MOST_OPEN})
    invitation.mail, invitation.token_hash, invitation.made_at = mail, token_hash(token), timezone.now()
    invitation.expires = invitation.made_at + timedelta(days=DAYS_VALID)
    invitation.delete_after = timezone.localdate(invitation.made_at) + timedelta(days=DAYS_KEPT)
    check_row(invitation)
    invitation.save()
    return invitation


def _audit_name(invitation: AccountInvitation) -> str:
    return f"account_invitation:{invitation.pk}"
