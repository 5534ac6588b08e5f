"""Signing in with an OpenID provider: the first time, again, with a second factor, connecting, and what goes wrong."""

import sys
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, build_opener

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from common.actions.models.audit import AuditEntry
from tests.support.openid import CLIENT, SECRET, Provider, running_provider
from tournament.people.models.accounts import Account
from tournament.people.models.identities import Identity
from web.account import provider as provider_views
from web.account.provider import CONNECTS

pytestmark = pytest.mark.django_db
PAGE, PASSWORD = "/account/provider/", "a long pass phrase"


class Staying(HTTPRedirectHandler):
    """Follow no redirect: the test's client opens the address."""

    def redirect_request(self, *_args: object) -> None:
        return None


@pytest.fixture
def provider(settings) -> Iterator[Provider]:
    with running_provider() as running:
        settings.PROVIDER_ISSUER, settings.PROVIDER_NAME = running.issuer, "European Mahjong"
        settings.PROVIDER_CLIENT, settings.PROVIDER_SECRET = CLIENT, SECRET
        yield running


def text(answer) -> str:
    return unescape(answer.content.decode())


def address_back(client: Client, query: str = "") -> str:
    """Go to the provider; return the address to which it sends the browser back."""
    answer = client.get(f"{PAGE}start/{query}")
    assert answer.status_code == 302, text(answer)
    with pytest.raises(HTTPError) as redirect:
        build_opener(Staying).open(answer["Location"])
    with redirect.value:
        parts = urlsplit(redirect.value.headers["Location"])
    return f"{parts.path}?{parts.query}"


def signed_in(client: Client, query: str = "", **more: Any):
    return client.get(address_back(client, query), **more)


def connected(client: Client, account: Account):
    """Sign in as the account, type its password, and go to the provider and back."""
    client.force_login(account)
    assert "?connect" not in text(client.get(PAGE))
    assert "?connect" in text(client.post(PAGE, {"password": PASSWORD}))
    return signed_in(client, "?connect", follow=True)


def test_the_first_sign_in_creates_an_account_without_rights_and_the_next_finds_it(provider: Provider) -> None:
    browser = Client()
    assert "Sign in with European Mahjong" in text(browser.get("/account/login/"))
    answer = signed_in(browser, "?next=/desk/")
    assert (answer.status_code, answer["Location"]) == (302, "/desk/")
    account = Account.objects.get()
    assert (account.username, account.name, account.has_usable_password()) == ("zhaomin", "赵敏", False)
    assert (account.is_staff, account.is_superuser, account.event_roles.count()) == (False, False, 0)
    assert browser.session["_auth_user_id"] == str(account.pk)
    [entry] = AuditEntry.objects.filter(action="account.from_provider")
    assert entry.after == {"username": "zhaomin", "name": "赵敏", "provider": provider.issuer}
    provider.person["preferred_username"] = "another name"
    assert signed_in(Client())["Location"] == "/me/"
    assert Account.objects.count() == Identity.objects.count() == 1


@pytest.mark.parametrize(("wished", "begins"), [("ZhaoMin", "ZhaoMin-"), ("", "account-"), ("赵 敏!", "赵敏")])
def test_a_taken_or_odd_username_becomes_one_of_its_own(provider: Provider, wished: str, begins: str) -> None:
    Account.objects.create_user("zhaomin")
    provider.person["preferred_username"] = wished
    signed_in(Client())
    assert Identity.objects.get().account.username.startswith(begins)


@pytest.mark.parametrize("wanted", ["https://evil.example/", "//evil.example", ""])
def test_after_signing_in_no_other_site_is_opened(provider: Provider, wanted: str) -> None:
    assert signed_in(Client(), f"?next={wanted}")["Location"] == "/me/"


def test_a_second_factor_is_asked_for_after_the_provider(provider: Provider) -> None:
    signed_in(Client())
    device, browser = TOTPDevice.objects.create(user=Account.objects.get()), Client()
    page = signed_in(browser, "?next=/desk/")
    assert "Sign in: second step" in text(page)
    assert "_auth_user_id" not in browser.session
    code = f"{TOTP(device.bin_key).token():06}"
    answer = browser.post("/account/login/", {"code": code, "next": "/desk/"})
    assert (answer.status_code, answer["Location"]) == (302, "/desk/")


def test_an_account_is_connected_and_disconnected(provider: Provider) -> None:
    account, browser = Account.objects.create_user("min", password=PASSWORD), Client()
    assert "Connected: you can sign in with European Mahjong." in text(connected(browser, account))
    assert signed_in(Client())["Location"] == "/me/"
    assert Identity.objects.get().account == account
    assert "Disconnected." in text(browser.post(PAGE, follow=True))
    assert not Identity.objects.exists()
    assert list(AuditEntry.objects.values_list("action", flat=True)) == ["account.connect", "account.disconnect"]


def test_an_account_of_the_provider_opens_one_account_and_stays_where_nothing_else_opens_it(provider) -> None:
    first, other = Client(), Client()
    signed_in(first)
    assert "This account has no password of its own." in text(first.post(PAGE, follow=True))
    account, second_tab = Account.objects.create_user("min", password=PASSWORD), Client()
    assert "You have another account here" in text(connected(other, account))
    second_tab.force_login(account)
    second_tab.post(PAGE, {"password": PASSWORD})
    provider.person["sub"] = "zhao-2"
    connected(other, account)
    provider.person["sub"] = "zhao-3"
    assert "Disconnect it first." in text(signed_in(second_tab, "?connect", follow=True))
    assert Identity.objects.count() == 2


def test_nothing_is_connected_without_the_password(provider: Provider) -> None:
    """Neither by who finds an open browser, nor by another site that opens the address in it."""
    browser = Client()
    browser.force_login(Account.objects.create_user("min", password=PASSWORD))
    assert browser.post(PAGE, {"password": "wrong"}).status_code == 400
    assert browser.get(f"{PAGE}start/?connect")["Location"] == PAGE
    assert CONNECTS not in browser.session


def test_a_deactivated_account_stays_out(provider: Provider) -> None:
    signed_in(Client())
    Account.objects.update(is_active=False)
    assert "This account is deactivated." in text(signed_in(Client(), follow=True))


@pytest.mark.parametrize(
    "wrong", [{"iss": "https://evil.example"}, {"aud": "another"}, {"nonce": "old"}, {"exp": 1}, {"sub": ""}]
)
def test_a_token_that_is_not_for_this_sign_in_is_refused(provider: Provider, wrong: dict[str, Any], caplog) -> None:
    provider.token = wrong
    answer = signed_in(Client(), follow=True)
    assert "European Mahjong did not sign you in." in text(answer)
    assert not Account.objects.exists()
    assert "no sign-in by the provider: " in caplog.text
    assert "zhaomin" not in caplog.text


def test_a_refusal_a_stolen_answer_and_a_silent_provider_sign_nobody_in(provider: Provider, settings) -> None:
    stolen = address_back(Client())
    assert "did not sign you in" in text(Client().get(stolen, follow=True))
    provider.person = None
    assert "did not sign you in" in text(signed_in(Client(), follow=True))
    settings.PROVIDER_ISSUER = "http://127.0.0.1:9"
    assert "did not sign you in" in text(Client().get(f"{PAGE}start/", follow=True))
    assert not Account.objects.exists()


def test_without_a_provider_there_are_no_such_pages(client: Client) -> None:
    client.force_login(Account.objects.create_user("min"))
    assert [client.get(f"{PAGE}{name}").status_code for name in ("", "start/", "back/")] == [404, 404, 404]
    assert "/account/provider/" not in text(Client().get("/account/login/"))


def test_missing_packages_are_named(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "authlib.integrations.django_client", None)
    provider_views._client.cache_clear()
    with pytest.raises(ImproperlyConfigured, match="requirements-server.txt"):
        Client().get(f"{PAGE}start/")
