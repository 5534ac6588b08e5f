"""The second step of signing in: a code of the app, or a recovery code."""

import math
import time
from typing import Any

from django import forms
from django.contrib.auth import BACKEND_SESSION_KEY
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice

from tournament.people.models.accounts import Account
from tournament.people.selectors import has_app, has_passkey

#: In the session: whose password was right, with which backend, and when.
PENDING = "second_factor"
SECONDS_FOR_THE_CODE = 600
#: Digits of a code of the app; a recovery code has more characters.
DIGITS = 6


def code_field(**more: Any) -> forms.CharField:
    """Return a field for a code of the app or a recovery code; a phone offers the code or its digits."""
    attributes = {"autocomplete": "one-time-code", "autocapitalize": "none", "spellcheck": "false", "autofocus": True}
    return forms.CharField(max_length=30, widget=forms.TextInput(attrs=attributes), **more)


class CodeForm(forms.Form):
    """Ask for the code of the account whose password was right."""

    saves_nothing = True
    code = code_field(
        label=_("Code from your phone"),
        help_text=_("The six digits that the app on your phone shows, or one of your recovery codes."),
    )

    def __init__(self, account: Account, data: Any = None) -> None:
        super().__init__(data)
        self.account = account
        if not has_app(account):
            self.fields["code"].label = _("Recovery code")
            self.fields["code"].help_text = _("If the device with your passkey is lost.")

    def clean_code(self) -> str:
        """Check the code. After a wrong one the next try has to wait: one second, two, four and so on."""
        code = "".join(self.cleaned_data["code"].split()).lower()
        wait, right = checked_code(self.account, code)
        if wait:
            words = ngettext("Wait %(count)d second, then try again.", "Wait %(count)d seconds, then try again.", wait)
            raise forms.ValidationError(words % {"count": wait}, code="wait")
        if not right:
            raise forms.ValidationError(_("This code is not right, or it was used already."), code="wrong")
        return code

    @property
    def takes_passkey(self) -> bool:
        """Whether a passkey serves in place of the code."""
        return has_passkey(self.account)

    def get_user(self) -> Account:
        """Return the account, as the form of the first step does."""
        return self.account


def checked_code(account: Account, code: str) -> tuple[int, bool]:
    """Return for how many seconds no code is checked, and whether the code is right; a right one is used up.

    Only the app or only the recovery codes are asked, so that a right code of one is not a wrong code of the other.
    """
    kind = TOTPDevice if len(code) == DIGITS else StaticDevice
    with transaction.atomic():
        device = kind.objects.select_for_update().filter(user=account, confirmed=True).first()
        if device is None:
            return 0, False
        locked = device.verify_is_allowed()[1]
        if locked:
            return max(1, math.ceil((locked["locked_until"] - timezone.now()).total_seconds())), False
        return 0, device.verify_token(code)


def keep_pending(request: HttpRequest, account: Account) -> None:
    """Note in the session that the account's password was right."""
    pending = {"account": account.pk, BACKEND_SESSION_KEY: account.backend, "at": time.time()}
    request.session[PENDING] = pending


def pending_account(request: HttpRequest) -> Account | None:
    """Return the account whose password was right within the last minutes, with its backend; else None."""
    pending = request.session.get(PENDING)
    if pending is None or time.time() - pending["at"] > SECONDS_FOR_THE_CODE:
        return None
    account = Account.objects.filter(pk=pending["account"], is_active=True).first()
    if account is not None:
        account.backend = pending[BACKEND_SESSION_KEY]
    return account
