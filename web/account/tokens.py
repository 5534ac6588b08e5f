"""The account's tokens for programs: create one, shown once; see their last use; revoke them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ranking.bodies.selectors.roles import works_for_body
from tournament.access.models import ApiToken
from tournament.access.selectors.tokens import tokens_of
from tournament.access.services.tokens import make_api_token, revoke_api_token
from tournament.people.models.accounts import Account
from web.shared.access import account_of, desk_of, signed_in
from web.shared.accounts.api_tokens import NewTokenForm, token_rows
from web.shared.forms.fields import ButtonForm, set_choices
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.methods import post_only

DAYS = (
    (30, gettext_lazy("30 days")),
    (90, gettext_lazy("90 days")),
    (365, gettext_lazy("one year")),
)


class TokenForm(NewTokenForm):
    """Name, scopes and validity of a new token."""

    name = forms.CharField(
        label=gettext_lazy("Name of the token"),
        max_length=100,
        help_text=gettext_lazy("Where it is used, such as “Laptop of the Utrecht club”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What the program may do"), widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Valid for"), choices=DAYS, coerce=int, initial=90)

    def __init__(self, request: HttpRequest, data: Any) -> None:
        offered = scopes_for(account_of(request))
        super().__init__(request, data, initial={"scopes": [scope for scope, _label in offered]})
        set_choices(self, "scopes", offered)

    @property
    def payload(self) -> dict[str, Any]:
        """Return the arguments of the service; empty if the form has errors."""
        if not self.is_bound or not self.is_valid():
            return {}
        values = dict(self.cleaned_data)
        return {"token": values.pop("random_token"), **values}


def scopes_for(account: Account) -> list[tuple[str, Any]]:
    """Return the scopes that this account could use: registries are for those who work for a body."""
    if account.is_superuser or works_for_body(account):
        return [(ApiToken.Scope.REGISTRY_READ.value, ApiToken.Scope.REGISTRY_READ.label)]
    return []


@signed_in
def tokens(request: HttpRequest) -> HttpResponse:
    """List the account's tokens, and create one."""
    account = account_of(request)
    form = TokenForm(request, request.POST if request.method == "POST" else None)
    written = write(request, form, make_api_token, desk_of(request).actor, account, **form.payload)
    if written.done:
        made = {"name": form.cleaned_data["name"], "token": form.cleaned_data["random_token"]}
        address = request.build_absolute_uri("/").rstrip("/")
        return render(request, "account/tokens_made.html", {"made": made, "address": address})
    context = {"rows": token_rows(tokens_of(account)), "offered": scopes_for(account)}
    return show(request, "account/tokens.html", form, **context)


@signed_in
@post_only
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke one of the account's tokens."""
    account = account_of(request)
    form = ButtonForm(request.POST)
    if write(request, form, revoke_api_token, desk_of(request).actor, account, token=token_id).done:
        messages.success(request, _("The token is revoked: nothing can be read with it any more."))
    add_error_messages(request, form)
    return redirect("account:tokens")
