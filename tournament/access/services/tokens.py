"""Make and revoke tokens of programs, and note their last use."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import SELF
from tournament.access.models import ApiToken
from tournament.access.rules import token_hash
from tournament.access.selectors.tokens import use_is_due
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from tournament.people.services.accounts import audit_ref, people_ledger
from tournament.people.services.checking import check_row

#: The longest validity of a token in days, and the most valid tokens of an account.
MOST_DAYS, MOST_TOKENS = 366, 50
#: Scopes of tokens that are for one event.
OF_EVENT = (ApiToken.Scope.PUBLISH, ApiToken.Scope.HANDS)


@action("token.make", summary=_("Create a token for a program"), roles=[SELF], subject="account")
def make_api_token(
    context: ActionContext,
    account: Account,
    *,
    name: str,
    token: str,
    scopes: Sequence[str],
    days: int,
    event: Event | None = None,
) -> Done:
    """Keep the SHA-256 of ``token`` for ``scopes`` (of ApiToken.Scope), valid for ``days``; the answer holds its id.

    ``event`` is the only one that the token is for; the scopes of `OF_EVENT` need one, the others have none.

    Only the caller knows the token. The audit log has name, scopes, end and event.
    """
    ledger = people_ledger(context)
    if not scopes or not set(scopes) <= set(ApiToken.Scope.values):
        raise Refused(_("Choose what the program may do."), where="scopes")
    if {scope in OF_EVENT for scope in scopes} != {event is not None}:
        raise Refused(_("Choose what the program may do."), where="scopes")
    if not 1 <= days <= MOST_DAYS:
        raise Refused(_("A token is valid for one to %(most)d days.") % {"most": MOST_DAYS}, where="days")
    now = timezone.now()
    valid = account.api_tokens.filter(revoked_at=None, expires__gt=now)
    if valid.count() >= MOST_TOKENS:
        raise Refused(_("An account has at most %(most)d valid tokens. Revoke one first.") % {"most": MOST_TOKENS})
    if valid.filter(name=name).exists():
        raise Refused(_("Another valid token has this name."), where="name")
    row = ApiToken(
        account=account,
        name=name,
        token_hash=token_hash(token),
        scopes=sorted(set(scopes)),
        event=event,
        made_at=now,
        expires=now + timedelta(days=days),
    )
    check_row(row)
    row.save()
    after = {"token": name, "scopes": row.scopes, "until": row.expires.isoformat()}
    after |= {"event": event.slug} if event else {}
    return Done({"token": row.pk}, audit_ref(account), after=after, raises=(), ledger=ledger)


@action("token.revoke", summary=_("Revoke a token of a program"), roles=[SELF], subject="account")
def revoke_api_token(context: ActionContext, account: Account, *, token: int) -> Done:
    """Revoke the account's token with this id: the next request with it is refused."""
    ledger = people_ledger(context)
    before = _revoke(account.api_tokens.filter(pk=token))
    return Done({"token": token}, audit_ref(account), before, raises=(), ledger=ledger)


@action(
    "event.revoke_token",
    summary=_("Revoke a token of a program for the event"),
    roles=[Role.Name.ORGANIZER],
    subject="event",
    while_held=True,
)
def revoke_event_token(_context: ActionContext, event: Event, *, token: int) -> Done:
    """Revoke a token that is for this event only, also one of another account, and while a hall holds the event."""
    before = _revoke(event.api_tokens.filter(pk=token))
    # While the hall holds the event, its audit goes on there; the row of the token says when it was revoked.
    is_here = event.ledger.held_since is None
    return Done({"token": token}, f"event:{event.slug}", before, raises=(), audited=is_here)


def _revoke(rows: QuerySet[ApiToken]) -> dict[str, Any]:
    row = rows.select_for_update().first()
    if row is None or row.revoked_at:
        raise Refused(_("This token is revoked already."))
    row.revoked_at = timezone.now()
    row.save(update_fields=["revoked_at"])
    return {"token": row.name, "scopes": row.scopes}


@action("token.use", summary=_("Note the use of a token"), roles=[SELF], subject="account")
def note_use(_context: ActionContext, account: Account, *, token: int) -> Done:
    """Write that a program uses the account's token now, at most once a minute; not audited, as it decides nothing."""
    row = account.api_tokens.filter(pk=token).first()
    if row and use_is_due(row):
        row.used_at = timezone.now()
        row.save(update_fields=["used_at"])
    return Done({}, "", changed=False)
