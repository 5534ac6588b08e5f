"""The account's second factor: set up an app, list the passkeys, make new recovery codes, remove all."""

from base64 import b32encode
from typing import Any
from urllib.parse import quote, urlencode

import segno
from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django_otp.plugins.otp_totp.models import default_key

from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account
from tournament.people.selectors import has_app, has_second_factor, recovery_codes_left
from tournament.people.services.second_factor import add_second_factor, remove_second_factor, renew_recovery_codes
from web.account.codes import code_field
from web.account.recovery import PasswordOnlyForm, codes_page, new_recovery_codes
from web.account.relying_party import passkeys_work_at
from web.shared.access import account_of
from web.shared.accounts.second_factor import must_have_second_factor
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.requests.devices import device_of


class SetUpForm(PasswordOnlyForm):
    """The secret that the page gave to the app, and the code that the app shows."""

    random_secret = forms.RegexField("^[0-9a-f]{40}$", widget=forms.HiddenInput, initial=default_key)
    code = code_field(label=gettext_lazy("Code that the app shows"))
    field_order = ["random_secret", "code", "password"]


@login_required
@never_cache
def second_factor(request: HttpRequest) -> HttpResponse:
    """Show the state of the second factor; set it up, renew the recovery codes, or remove it."""
    account = account_of(request)
    if not has_app(account) and ("app" in request.GET or not has_second_factor(account)):
        return _set_up(request, account)
    actor = actor_of(account, device_of(request))
    form = PasswordOnlyForm(request)
    if "renew" in request.POST:
        codes = new_recovery_codes()
        if write(request, form, renew_recovery_codes, actor, account, recovery_codes=codes).done:
            return codes_page(request, codes)
    elif write(request, form, remove_second_factor, actor, account).done:
        messages.success(request, _("Your second factor is removed. The password alone signs you in."))
        return redirect("account:second-factor")
    context = {
        "left": recovery_codes_left(account),
        "required": must_have_second_factor(account),
        "has_app": has_app(account),
        "passkeys": account.passkeys.all(),
        "passkeys_work": passkeys_work_at(request),
    }
    return show(request, "account/second_factor.html", form, **context)


def _set_up(request: HttpRequest, account: Account) -> HttpResponse:
    form = SetUpForm(request)
    codes, is_first = new_recovery_codes(), not has_second_factor(account)
    payload: dict[str, Any] = {"recovery_codes": codes, "session_key": request.session.session_key or ""}
    if form.is_valid():
        payload |= {"secret": form.cleaned_data["random_secret"], "code": form.cleaned_data["code"]}
    actor = actor_of(account, device_of(request))
    if write(request, form, add_second_factor, actor, account, **payload).done:
        return codes_page(request, codes) if is_first else redirect("account:second-factor")
    if "random_secret" in form.errors:  # a kept form has none: a new picture is needed
        return redirect("account:second-factor")
    secret = str(form["random_secret"].value())
    context = {
        "qr": segno.make(app_address(account, secret), error="m").svg_data_uri(border=4, light="white", scale=4),
        "secret": grouped(secret),
        "required": must_have_second_factor(account),
        "is_first": is_first,
        "passkeys_work": passkeys_work_at(request),
    }
    return show(request, "account/second_factor_set_up.html", form, **context)


def app_address(account: Account, secret: str) -> str:
    """Return the address that an app reads from the QR code (Key Uri Format of Google Authenticator)."""
    label = quote(f"{settings.OTP_TOTP_ISSUER}:{account.get_username()}")
    return f"otpauth://totp/{label}?" + urlencode({"secret": base32(secret), "issuer": settings.OTP_TOTP_ISSUER})


def base32(secret: str) -> str:
    return b32encode(bytes.fromhex(secret)).decode()


def grouped(secret: str) -> str:
    """Return the secret as a person types it into an app: groups of four letters and digits."""
    text = base32(secret)
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))
