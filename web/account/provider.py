"""Sign in with an account of the federation's OpenID provider, and connect it with the account here.

The settings are PINJU_OIDC_ISSUER and its like. Authlib checks state, nonce, the code's verifier (PKCE) and the signed
token. Who signs in for the first time gets an account without roles, rights or password.
"""

import logging
from functools import lru_cache
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.core.exceptions import ImproperlyConfigured
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from tournament.access.selectors.roles import actor_of
from tournament.people.models.accounts import Account
from tournament.people.selectors import has_second_factor, identity_of, is_connected
from tournament.people.services.identities import account_from_provider, connect_identity, disconnect_identity
from web.account.codes import CodeForm, keep_pending
from web.account.known_devices import remember_device
from web.account.recovery import PasswordOnlyForm
from web.account.sign_up import BACKEND
from web.shared.access import account_of
from web.shared.forms.kept import login_required
from web.shared.forms.writing import add_error_messages, show, write
from web.shared.requests.devices import device_of
from web.shared.requests.methods import get_only

logger = logging.getLogger(__name__)

#: In the session: where to go after signing in, whether the password was typed to connect the account that is signed
#: in, and whether the browser was sent to the provider for that.
NEXT, MAY_CONNECT, CONNECTS = "provider_next", "provider_may_connect", "provider_connects"
SECONDS = 10


@lru_cache(maxsize=1)
def _client(issuer: str, client_id: str, secret: str) -> Any:
    """Return Authlib's client, which keeps the provider's addresses and keys."""
    try:
        from authlib.integrations.django_client import OAuth
    except ModuleNotFoundError as missing:
        raise ImproperlyConfigured("PINJU_OIDC_ISSUER needs: pip install -r requirements-server.txt") from missing
    return OAuth().register(
        "provider",
        client_id=client_id,
        client_secret=secret,
        server_metadata_url=f"{issuer}/.well-known/openid-configuration",
        client_kwargs={"scope": "openid profile", "code_challenge_method": "S256", "timeout": SECONDS},
    )


def client() -> Any:
    """Return the client of the provider; raise Http404 if none is set."""
    if not settings.PROVIDER_ISSUER:
        raise Http404
    return _client(settings.PROVIDER_ISSUER, settings.PROVIDER_CLIENT, settings.PROVIDER_SECRET)


@get_only
@never_cache
def start(request: HttpRequest) -> HttpResponse:
    """Send the browser to the provider, which sends it back to ``back``."""
    wanted = request.GET.get("next", "")
    is_local = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    request.session[NEXT] = wanted if is_local else ""
    may_connect, connects = request.session.pop(MAY_CONNECT, False), "connect" in request.GET
    if connects and not may_connect:
        return redirect("account:provider")  # it asks for the password
    request.session[CONNECTS] = connects
    try:
        answer: HttpResponse = client().authorize_redirect(
            request, request.build_absolute_uri(reverse("account:provider-back"))
        )
    except (OSError, ValueError) as error:
        return _failed(request, error)
    return answer


@get_only
@never_cache
def back(request: HttpRequest) -> HttpResponse:
    """Check what the provider answered, then sign in or connect."""
    from authlib.common.errors import AuthlibBaseError
    from joserfc.errors import JoseError

    try:
        claims = client().authorize_access_token(request)["userinfo"]
        if not claims["sub"]:
            raise ValueError("the token names nobody")
    except (AuthlibBaseError, JoseError, OSError, ValueError, KeyError) as error:
        return _failed(request, error)
    if request.session.pop(CONNECTS, False) and request.user.is_authenticated:
        return _connected(request, claims["sub"])
    return _signed_in(request, _account(claims))


def _account(claims: dict[str, Any]) -> Account:
    """Return the account that the provider's opens; at the first time it is created."""
    issuer, subject = settings.PROVIDER_ISSUER, claims["sub"]
    known = identity_of(issuer, subject)
    if known is not None:
        return known.account
    answer = account_from_provider(
        system_actor("sign-in"),
        issuer=issuer,
        known_as=subject,
        username=str(claims.get("preferred_username", "")),
        name=str(claims.get("name", "")),
    )
    return Account.objects.get(pk=answer["account"])


def _signed_in(request: HttpRequest, account: Account) -> HttpResponse:
    """Sign in; who has a second factor here is asked for it first."""
    wanted = request.session.pop(NEXT, "") or reverse("record:me")
    if not account.is_active:
        messages.error(request, _("This account is deactivated."))
        return redirect("account:login")
    if has_second_factor(account):
        account.backend = BACKEND
        keep_pending(request, account)
        return show(request, "account/sign_in_code.html", CodeForm(account), next=wanted)
    login(request, account, backend=BACKEND)
    response = redirect(wanted)
    remember_device(request, response, account.get_username())
    return response


def _connected(request: HttpRequest, subject: str) -> HttpResponse:
    account = account_of(request)
    actor = actor_of(account, device_of(request))
    try:
        connect_identity(actor, account, issuer=settings.PROVIDER_ISSUER, known_as=subject)
    except Refused as refused:
        messages.error(request, str(refused.message))
    else:
        messages.success(request, _("Connected: you can sign in with %(name)s.") % {"name": settings.PROVIDER_NAME})
    return redirect("account:provider")


def _failed(request: HttpRequest, error: Exception) -> HttpResponse:
    """Say that the provider did not sign in; the log has the kind of the error only."""
    logger.warning("no sign-in by the provider: %s", type(error).__name__)
    words = _("%(name)s did not sign you in. Try again, or use a username and a password.")
    messages.error(request, words % {"name": settings.PROVIDER_NAME})
    return redirect("account:login")


@login_required
@never_cache
def provider(request: HttpRequest) -> HttpResponse:
    """Show whether the account is connected; disconnect it, or ask for the password before it is connected."""
    client()
    account = account_of(request)
    if not is_connected(account, settings.PROVIDER_ISSUER):
        return _before_connecting(request)
    form = forms.Form(request.POST if request.method == "POST" else None)
    actor = actor_of(account, device_of(request))
    if write(request, form, disconnect_identity, actor, account, issuer=settings.PROVIDER_ISSUER).done:
        messages.success(request, _("Disconnected. Your username and password sign you in."))
        return redirect("account:provider")
    add_error_messages(request, form)
    return show(request, "account/provider.html", form, connected=True, name=settings.PROVIDER_NAME)


def _before_connecting(request: HttpRequest) -> HttpResponse:
    """Ask for the password: a connection opens the account as a passkey does. Then show the link to the provider."""
    form = PasswordOnlyForm(request)
    if form.is_valid():
        request.session[MAY_CONNECT] = True
    context = {"may_connect": MAY_CONNECT in request.session, "name": settings.PROVIDER_NAME}
    return show(request, "account/provider.html", form, **context)
