"""The tokens of all accounts, for administrators: who lets which program do what, and revoking."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournament.access.selectors.tokens import all_tokens
from tournament.access.services.tokens import revoke_api_token
from web.shared.access import AccountAccess, desk_of, signed_in
from web.shared.accounts.api_tokens import token_rows
from web.shared.forms.fields import ButtonForm
from web.shared.forms.writing import add_error_messages, write
from web.shared.requests.methods import get_only, post_only


@get_only
@signed_in
def api_tokens(request: HttpRequest) -> HttpResponse:
    """List the tokens of all accounts, the valid ones first."""
    desk = _desk(request)
    context = {"desk": desk, "rows": token_rows(all_tokens())}
    return render(request, "desk/administration/api_tokens.html", context)


@signed_in
@post_only
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke a token of any account."""
    desk = _desk(request)
    token = all_tokens().filter(pk=token_id).first()
    if token is None:
        raise Http404
    form = ButtonForm(request.POST)
    if write(request, form, revoke_api_token, desk.actor, token.account, token=token.pk).done:
        messages.success(request, _("The token is revoked: nothing can be read with it any more."))
    add_error_messages(request, form)
    return redirect("desk:api-tokens")


def _desk(request: HttpRequest) -> AccountAccess:
    desk = desk_of(request)
    desk.require(desk.may_manage_accounts)
    return desk
