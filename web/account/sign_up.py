"""A player with a code creates an account."""

from typing import Any

from django import forms
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from common.actions.permissions import Actor
from ranking.links.selectors import code_of
from ranking.links.services.codes import join_with_code
from tournament.people.models.accounts import Account
from web.account.guessing import busy
from web.account.hashing import TURNS, Busy
from web.account.known_devices import remember_device
from web.shared.forms.messages import PASSWORD_HELP
from web.shared.forms.writing import NOT_DONE, show, write
from web.shared.requests.devices import device_of
from web.shared.requests.rate_limit import Tries

BACKEND = "django.contrib.auth.backends.ModelBackend"


class JoinForm(forms.Form):
    """The code, and the name and password of the account."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("From an official of your event or your federation."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "autocapitalize": "characters"}),
    )
    username = forms.CharField(
        label=gettext_lazy("Username"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=False),
    )

    def __init__(self, request: HttpRequest, *args: Any) -> None:
        super().__init__(*args)
        self.request = request

    def clean_code(self) -> str:
        """Look up the code; unknown codes are counted."""
        tries = Tries("record", self.request)
        if tries.used_up:
            raise forms.ValidationError(_("Too many wrong codes came from here. Wait 15 minutes."))
        self.link_code = code_of(self.cleaned_data["code"])
        if self.link_code is None:
            tries.count()
            raise forms.ValidationError(_("This code is unknown, already used or expired."))
        return self.cleaned_data["code"]


@never_cache
def sign_up(request: HttpRequest) -> HttpResponse:
    """Create the account, sign it in, and redirect to its record."""
    if request.user.is_authenticated:
        return redirect("record:me")
    form = JoinForm(request, request.POST if request.method == "POST" else None)
    if form.is_valid() and form.link_code:
        values = {name: form.cleaned_data[name] for name in ("username", "password")}
        bearer = Actor(
            ref=f"code:{form.link_code.pk}",
            name=form.link_code.person.name,
            device=device_of(request),
            shown=form.link_code,
        )
        try:
            # Take the turn before the database's lock: waiting for it with the lock would block all writers.
            with TURNS.turn():
                written = write(request, form, join_with_code, bearer, form.link_code, **values)
        except Busy:
            form.add_error(None, busy().message)
            written = NOT_DONE
        if written.done:
            account = Account.objects.get(pk=written.answer["account"])
            login(request, account, backend=BACKEND)
            response = redirect("record:me")
            remember_device(request, response, account.get_username())
            return response
    return show(request, "account/sign_up.html", form)
