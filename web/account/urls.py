"""The addresses of an account: signing in, and joining by an invitation or a code."""

from django.contrib.auth import views as auth
from django.urls import path

from web.account import passkeys, provider, second_factor, sessions, sign_in, sign_up, tokens
from web.account.invitations import account, helper

app_name = "account"
urlpatterns = [
    path("account/login/", sign_in.SignIn.as_view(), name="login"),
    path("account/login/passkey/", passkeys.sign_in_options, name="passkey-login"),
    path("account/logout/", auth.LogoutView.as_view(), name="logout"),
    path("account/password/", sign_in.PasswordChange.as_view(), name="password"),
    path("account/devices/", sessions.sessions, name="sessions"),
    path("account/provider/", provider.provider, name="provider"),
    path("account/provider/start/", provider.start, name="provider-start"),
    path("account/provider/back/", provider.back, name="provider-back"),
    path("account/tokens/", tokens.tokens, name="tokens"),
    path("account/tokens/<number:token_id>/revoke/", tokens.revoke, name="revoke-token"),
    path("account/second-factor/", second_factor.second_factor, name="second-factor"),
    path("account/second-factor/passkey/", passkeys.add, name="add-passkey"),
    path("account/second-factor/passkey/options/", passkeys.add_options, name="add-passkey-options"),
    path("account/second-factor/passkey/<number:passkey_id>/", passkeys.remove, name="remove-passkey"),
    path("account/second-factor/passkey/<number:passkey_id>/name/", passkeys.rename, name="rename-passkey"),
    path("i/<str:token>/", helper.invited, name="invited"),
    path("join/", helper.join, name="join"),
    path("i/account/<str:token>/", account.invited, name="account-invitation"),
    path("join/account/", account.accept, name="accept-invitation"),
    path("join/code/", sign_up.sign_up, name="sign-up"),
]
