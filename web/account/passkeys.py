"""Passkeys: add one to an account, remove one, and sign in with one."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from webauthn.helpers import bytes_to_base64url

from common.actions.errors import Refused
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account
from tournament.people.models.passkeys import Passkey
from tournament.people.selectors import has_second_factor
from tournament.people.services.second_factor import add_passkey, remove_passkey, rename_passkey, use_passkey
from web.account.codes import pending_account
from web.account.recovery import PasswordOnlyForm, codes_page, new_recovery_codes
from web.account.relying_party import (
    WrongAnswer,
    options_to_add,
    options_to_sign_in,
    passkeys_work_at,
    verified_new_key,
    verified_use,
)
from web.account.sign_up import BACKEND
from web.shared.access import account_of
from web.shared.accounts.passwords import password_given
from web.shared.forms.kept import login_required
from web.shared.forms.writing import show, write
from web.shared.requests.devices import device_of, short_device
from web.shared.requests.methods import post_only
from web.shared.requests.rate_limit import Tries


class NameForm(forms.Form):
    """The name of a passkey."""

    name = forms.CharField(
        label=gettext_lazy("Name of the passkey"),
        max_length=60,
        help_text=gettext_lazy("A name by which you recognise the phone, computer or security key."),
    )


class NewPasskeyForm(NameForm):
    """The name of a new passkey, and the device's answer, which the script of the page puts in."""

    passkey = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, request: HttpRequest) -> None:
        sent = request.POST if "passkey" in request.POST else None
        super().__init__(sent, initial={"name": short_device(device_of(request)).split(", 1")[0][:60]})
        self.request = request
        self.payload: dict[str, Any] = {}

    def clean(self) -> None:
        """Verify the answer."""
        try:
            key = verified_new_key(self.request, self.cleaned_data.get("passkey", ""))
        except WrongAnswer:
            raise forms.ValidationError(_("The passkey was not accepted. Try again.")) from None
        self.payload = {
            "credential_id": bytes_to_base64url(key.credential_id),
            "public_key": bytes_to_base64url(key.credential_public_key),
            "sign_count": key.sign_count,
            "name": self.cleaned_data.get("name", ""),
        }


class PasskeySignInForm(forms.Form):
    """The device's answer in place of password and code. ``expected``: whose password was right, if one was asked."""

    saves_nothing = True

    def __init__(self, request: HttpRequest, expected: Account | None = None) -> None:
        super().__init__(request.POST)
        self.request, self.expected = request, expected
        self.account: Account | None = None

    def clean(self) -> None:
        """Verify the answer and note the use of the key; a wrong one writes nothing."""
        refusal = forms.ValidationError(_("This passkey was not accepted."))
        try:
            key, use = verified_use(self.request, self.data.get("passkey", ""))
        except WrongAnswer:
            raise refusal from None
        account = key.account
        if not account.is_active or self.expected not in (None, account):
            raise refusal
        try:
            use_passkey(actor_of(account), account, passkey=key.pk, sign_count=use.new_sign_count)
        except Refused:
            raise refusal from None
        account.backend = BACKEND
        self.account = account

    def get_user(self) -> Account:
        """Return the account of a valid form, as the form with the password does."""
        assert self.account is not None
        return self.account


@post_only
@never_cache
def sign_in_options(request: HttpRequest) -> JsonResponse:
    """Begin a sign-in: a challenge for any passkey; at the second step, for those of the account."""
    tries = Tries("passkey", request)
    if tries.used_up:
        words = _("Too many sign-ins came from your network. Please try again in a few minutes.")
        return JsonResponse({"message": words}, status=429)
    if not passkeys_work_at(request):
        return JsonResponse({}, status=403)
    tries.count()
    return JsonResponse(options_to_sign_in(request, pending_account(request) if "code" in request.GET else None))


@post_only
@login_required
@never_cache
def add_options(request: HttpRequest) -> JsonResponse:
    """Begin to add a passkey; the password was typed before."""
    if not password_given(request) or not passkeys_work_at(request):
        return JsonResponse({}, status=403)
    return JsonResponse(options_to_add(request, account_of(request)))


@login_required
@never_cache
def add(request: HttpRequest) -> HttpResponse:
    """Ask for the password, then for a name and the device."""
    if not passkeys_work_at(request):
        return redirect("account:second-factor")  # it says why
    asking = PasswordOnlyForm(request)
    if not password_given(request) and not asking.is_valid():
        return show(request, "account/passkeys_password.html", asking)
    account, form, codes = account_of(request), NewPasskeyForm(request), new_recovery_codes()
    payload: dict[str, Any] = {"recovery_codes": codes, "session_key": request.session.session_key or ""}
    if form.is_valid():
        payload |= form.payload
    is_first = not has_second_factor(account)
    if not write(request, form, add_passkey, actor_of(account, device_of(request)), account, **payload).done:
        return show(request, "account/passkeys_add.html", form)
    if is_first:
        return codes_page(request, codes)
    messages.success(request, _("The passkey is added."))
    return redirect("account:second-factor")


@login_required
@never_cache
def rename(request: HttpRequest, passkey_id: int) -> HttpResponse:
    """Rename a passkey of the account."""
    account, passkey = _own_passkey(request, passkey_id)
    form = NameForm(request.POST if request.method == "POST" else None, initial={"name": passkey.name})
    payload = form.cleaned_data if form.is_valid() else {}
    actor = actor_of(account, device_of(request))
    if write(request, form, rename_passkey, actor, account, passkey=passkey.pk, **payload).done:
        messages.success(request, _("The passkey is renamed."))
        return redirect("account:second-factor")
    return show(request, "account/passkeys_rename.html", form, passkey=passkey)


def _own_passkey(request: HttpRequest, passkey_id: int) -> tuple[Account, Passkey]:
    account = account_of(request)
    return account, get_object_or_404(Passkey, pk=passkey_id, account=account)


@login_required
@never_cache
def remove(request: HttpRequest, passkey_id: int) -> HttpResponse:
    """Remove a passkey of the account."""
    account, passkey = _own_passkey(request, passkey_id)
    form, actor = PasswordOnlyForm(request), actor_of(account, device_of(request))
    if write(request, form, remove_passkey, actor, account, passkey=passkey.pk).done:
        messages.success(request, _("The passkey is removed here. Remove it on the device too."))
        return redirect("account:second-factor")
    return show(request, "account/passkeys_remove.html", form, passkey=passkey)
