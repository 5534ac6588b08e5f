"""Connect accounts with those of a federation's OpenID provider."""

from django.db import IntegrityError, transaction
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import SELF
from tournament.people.models.accounts import Account
from tournament.people.models.identities import Identity
from tournament.people.selectors import identity_of
from tournament.people.services.accounts import audit_ref, people_ledger, save_new
from tournament.people.services.checking import check_row


@action("account.from_provider", summary=_("Create an account by a provider"), roles=[], subject="none")
def account_from_provider(
    context: ActionContext, _subject: None, *, issuer: str, known_as: str, username: str, name: str
) -> Done:
    """Create an account without a password for who signs in at the provider; the answer holds its id.

    ``known_as`` is the provider's identifier of the person (the claim "sub").

    ``username`` is a wish: a taken or empty one gets a random ending. A second request gets the account of the first.
    """
    ledger = people_ledger(context)
    known = identity_of(issuer, known_as)
    if known is not None:
        return Done({"account": known.account_id}, audit_ref(known.account), changed=False)
    account = Account(username=_free_username(username), name=name[:150])
    account.set_unusable_password()
    check_row(account)
    save_new(context, account)
    try:
        with transaction.atomic():
            Identity.objects.create(account=account, issuer=issuer, subject=known_as)
    except IntegrityError:
        raise Refused(_("Your account was made a moment ago. Sign in again.")) from None
    after = {"username": account.username, "name": account.name, "provider": issuer}
    return Done({"account": account.pk}, audit_ref(account), after=after, raises=(), ledger=ledger)


@action("account.connect", summary=_("Connect one's account with a provider's"), roles=[SELF], subject="account")
def connect_identity(context: ActionContext, account: Account, *, issuer: str, known_as: str) -> Done:
    """Let the provider's account open this one, too. Refused: it opens another, or this one has another."""
    ledger = people_ledger(context)
    known = identity_of(issuer, known_as)
    if known is not None and known.account_id != account.pk:
        raise Refused(_("You have another account here that is connected already."))
    if known is None and Identity.objects.filter(account=account, issuer=issuer).exists():
        raise Refused(_("Another account of the provider is connected already. Disconnect it first."))
    Identity.objects.get_or_create(account=account, issuer=issuer, subject=known_as)
    after = {"provider": issuer}
    return Done({}, audit_ref(account), after=after, raises=(), ledger=ledger, changed=known is None)


@action("account.disconnect", summary=_("Disconnect one's account"), roles=[SELF], subject="account")
def disconnect_identity(context: ActionContext, account: Account, *, issuer: str) -> Done:
    """End the connection. Refused for an account without a password: nothing else would open it."""
    ledger = people_ledger(context)
    if not account.has_usable_password():
        raise Refused(_("This account has no password of its own. Ask an administrator to set one first."))
    deleted = Identity.objects.filter(account=account, issuer=issuer).delete()[0]
    before = {"provider": issuer}
    return Done({}, audit_ref(account), before, raises=(), ledger=ledger, changed=bool(deleted))


def _free_username(wished: str) -> str:
    """Return the wished username without characters that are not allowed, with a random ending if it is taken."""
    allowed = "".join(sign for sign in wished if sign.isalnum() or sign in "@.+-_")[:130]
    username = Account.normalize_username(allowed)
    while not username or Account.objects.filter(username__iexact=username).exists():
        username = f"{allowed or 'account'}-{get_random_string(6).lower()}"
    return username
