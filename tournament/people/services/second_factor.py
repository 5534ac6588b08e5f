"""Set up and remove an account's second factors: an app with codes, passkeys, and recovery codes for their loss."""

from collections.abc import Sequence

from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused
from common.actions.permissions import SELF
from tournament.people.models.accounts import Account
from tournament.people.models.passkeys import Passkey
from tournament.people.models.sessions import AccountSession
from tournament.people.selectors import has_app, has_second_factor
from tournament.people.services.accounts import audit_ref, people_ledger


@action("account.add_second_factor", summary=_("Set up a second factor"), roles=[SELF], subject="account")
def add_second_factor(
    context: ActionContext,
    account: Account,
    *,
    secret: str,
    code: str,
    recovery_codes: Sequence[str],
    session_key: str = "",
) -> Done:
    """Ask for codes at each sign-in from now on (RFC 6238, six digits, 30 seconds).

    ``secret`` is what the app got, in hexadecimal digits; ``code`` is what it shows now. The audit log holds neither
    secret nor codes. For the rest see `_begin`.
    """
    ledger = people_ledger(context)
    if has_app(account):
        raise Refused(_("This account has an app already."))
    _begin(context, account, recovery_codes, session_key)
    if not TOTPDevice(user=account, key=secret).verify_token(code):
        raise Refused(
            _("This is not the code that the app shows now. Check that the phone's clock is right."), where="code"
        )
    return Done({}, audit_ref(account), after={"second_factor": True}, raises=(), ledger=ledger)


@action("account.add_passkey", summary=_("Add a passkey"), roles=[SELF], subject="account")
def add_passkey(
    context: ActionContext,
    account: Account,
    *,
    credential_id: str,
    public_key: str,
    sign_count: int,
    name: str,
    recovery_codes: Sequence[str],
    session_key: str = "",
) -> Done:
    """Let a device sign the account in; the caller has verified its answer. The audit log holds only the name."""
    ledger = people_ledger(context)
    if Passkey.objects.filter(credential_id=credential_id).exists():
        raise Refused(_("This passkey is added already."))
    _begin(context, account, recovery_codes, session_key)
    Passkey.objects.create(
        account=account,
        credential_id=credential_id,
        public_key=public_key,
        sign_count=sign_count,
        name=name,
        added_at=timezone.now(),
    )
    return Done({}, audit_ref(account), after={"passkey": name}, raises=(), ledger=ledger)


@action("account.use_passkey", summary=_("Note the use of a passkey"), roles=[SELF], subject="account")
def use_passkey(_context: ActionContext, account: Account, *, passkey: int, sign_count: int) -> Done:
    """Write what the device counted. This is not a change of an account, so it is not audited.

    Raises Refused if the device has counted as far before: the answer was recorded, or the key copied.
    """
    row = Passkey.objects.select_for_update().filter(account=account, pk=passkey).first()
    if row is None or ((sign_count or row.sign_count) and sign_count <= row.sign_count):
        raise Refused(_("This passkey was not accepted."))
    row.sign_count, row.used_at = sign_count, timezone.now()
    row.save(update_fields=["sign_count", "used_at"])
    return Done({}, "", changed=False)


@action("account.rename_passkey", summary=_("Rename a passkey"), roles=[SELF], subject="account")
def rename_passkey(context: ActionContext, account: Account, *, passkey: int, name: str) -> Done:
    """Change the name by which the person knows the device again."""
    ledger = people_ledger(context)
    row = Passkey.objects.filter(account=account, pk=passkey).first()
    if row is None:
        raise Refused(_("This passkey is removed already."))
    before, row.name = row.name, name
    row.save(update_fields=["name"])
    return Done(
        {},
        audit_ref(account),
        before={"passkey": before},
        after={"passkey": name},
        changed=before != name,
        raises=(),
        ledger=ledger,
    )


@action("account.remove_passkey", summary=_("Remove a passkey"), roles=[SELF], subject="account")
def remove_passkey(context: ActionContext, account: Account, *, passkey: int) -> Done:
    """Let a device sign the account in no more. With its last factor the recovery codes go too."""
    ledger = people_ledger(context)
    row = Passkey.objects.filter(account=account, pk=passkey).first()
    if row is None:
        raise Refused(_("This passkey is removed already."))
    row.delete()
    if not has_second_factor(account):
        StaticDevice.objects.filter(user=account).delete()
    before, after = {"passkey": row.name}, {"second_factor": has_second_factor(account)}
    return Done({}, audit_ref(account), before, after, raises=(), ledger=ledger)


@action("account.renew_recovery_codes", summary=_("Make new recovery codes"), roles=[SELF], subject="account")
def renew_recovery_codes(context: ActionContext, account: Account, *, recovery_codes: Sequence[str]) -> Done:
    """Replace the recovery codes; the earlier ones stop working."""
    ledger = people_ledger(context)
    if not has_second_factor(account):
        raise Refused(_("This account has no second factor."))
    _write_recovery_codes(context, account, recovery_codes)
    return Done({}, audit_ref(account), after={"recovery_codes": len(recovery_codes)}, raises=(), ledger=ledger)


@action("account.remove_second_factor", summary=_("Remove a second factor"), roles=[SELF], subject="account")
def remove_second_factor(context: ActionContext, account: Account) -> Done:
    """Let the account sign in with its password alone: delete secret, passkeys and recovery codes."""
    ledger = people_ledger(context)
    removed = has_second_factor(account)
    TOTPDevice.objects.filter(user=account).delete()
    Passkey.objects.filter(account=account).delete()
    StaticDevice.objects.filter(user=account).delete()
    before, after = {"second_factor": True}, {"second_factor": False}
    return Done({}, audit_ref(account), before, after, raises=(), ledger=ledger, changed=removed)


def _begin(context: ActionContext, account: Account, recovery_codes: Sequence[str], session_key: str) -> None:
    """With the first factor: keep recovery codes, and end the account's other sessions; ``session_key`` goes on."""
    if has_second_factor(account):
        return
    _write_recovery_codes(context, account, recovery_codes)
    others = AccountSession.objects.filter(account=account).exclude(session_key=session_key)
    Session.objects.filter(session_key__in=others.values("session_key")).delete()
    others.delete()


def _write_recovery_codes(_context: ActionContext, account: Account, codes: Sequence[str]) -> None:
    StaticDevice.objects.filter(user=account).delete()
    device = StaticDevice.objects.create(user=account, name="recovery codes")
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
