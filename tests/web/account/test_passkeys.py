"""Passkeys: added with the password, sign in alone or at the second step, refused if wrong, removed."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django_otp.plugins.otp_static.models import StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from common.actions.models.audit import AuditEntry
from tests.support.action_examples import new_account
from tests.support.authenticator import PRESENT, Authenticator
from tests.support.ranking import new_body
from tournament.people.models.accounts import Account
from tournament.people.models.passkeys import Passkey
from web.account import relying_party
from web.shared.requests.rate_limit import LIMITS, Limit

pytestmark = pytest.mark.django_db
PAGE, LOGIN, DESK = "/account/second-factor/", "/account/login/", "/desk/"
ADD, ADD_OPTIONS, LOGIN_OPTIONS = f"{PAGE}passkey/", f"{PAGE}passkey/options/", f"{LOGIN}passkey/"
PASSWORD = "a long pass phrase for 13 orphans"
REFUSED = "This passkey was not accepted."


def browser() -> Client:
    return Client(SERVER_NAME="localhost")


def signed_in(account: Account) -> Client:
    client = browser()
    client.post(LOGIN, {"username": account.username, "password": PASSWORD})
    return client


def key_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'name="(key)" value="([^"]+)"', page))


def sends_new_key(client: Client, device: Authenticator, **more: str) -> Any:
    """Type the password, then let the device answer."""
    page = client.post(ADD, {"password": PASSWORD}).content.decode()
    answer = device.added(client.post(ADD_OPTIONS).json())
    return client.post(ADD, key_of(page) | {"name": "Phone", "passkey": answer} | more)


def signs_in(client: Client, device: Authenticator, step: str = "", **more: str) -> Any:
    options = client.post(LOGIN_OPTIONS + step).json()
    return client.post(LOGIN, {"passkey": device.used(options), **more})


@pytest.fixture
def account() -> Account:
    return new_account(password=PASSWORD, is_staff=True)


@pytest.fixture
def device(account: Account) -> Authenticator:
    """Return a device whose key the account has."""
    made = Authenticator()
    assert "Recovery codes" in sends_new_key(signed_in(account), made).content.decode()
    return made


def test_the_first_passkey_asks_for_the_password_makes_recovery_codes_and_ends_other_sessions(account: Account) -> None:
    other, client, device = signed_in(account), signed_in(account), Authenticator()
    assert other.get(DESK).status_code == client.get(DESK).status_code == 200
    assert ADD in client.get(PAGE).content.decode()
    assert client.post(ADD_OPTIONS).status_code == 403
    assert "data-passkey" not in client.get(ADD).content.decode()
    assert client.post(ADD, {"password": "wrong"}).status_code == 400
    answer = sends_new_key(client, device)
    assert len(re.findall(r"<li><code[^>]*>([^<]+)</code>", answer.content.decode())) == 10
    assert (client.get(DESK).status_code, other.get(DESK).status_code) == (200, 302)
    passkey = Passkey.objects.get()
    assert (passkey.account, passkey.name, passkey.used_at) == (account, "Phone", None)
    entry = AuditEntry.objects.get(action="account.add_passkey")
    assert (entry.about, entry.after) == (f"account:{account.pk}", {"passkey": "Phone"})
    assert passkey.public_key not in str(vars(entry))
    assert passkey.credential_id not in str(vars(entry))
    second = Authenticator(name=b"another key")
    assert sends_new_key(client, second, name="Computer").status_code == 302
    assert "The passkey is added." in client.get(PAGE).content.decode()
    assert StaticToken.objects.count() == 10
    assert "Phone" in client.get(PAGE).content.decode()


def test_a_passkey_alone_signs_in_and_keeps_the_wanted_page(account: Account, device: Authenticator) -> None:
    client = browser()
    assert client.post(LOGIN_OPTIONS).json()["allowCredentials"] == []
    answer = signs_in(client, device, next="/desk/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/desk/new/")
    assert client.get(DESK).status_code == 200
    passkey = Passkey.objects.get()
    assert (passkey.sign_count, passkey.used_at is None) == (1, False)


def test_a_passkey_keeps_a_form_that_was_typed_without_a_sign_in(account: Account, device: Authenticator) -> None:
    client = browser()
    page = client.post("/desk/new/", {"name": "Spring Cup"}, HTTP_ORIGIN="http://localhost").content.decode()
    kept = re.search(r'name="kept_form" value="([^"]+)"', page)
    assert kept
    answer = signs_in(client, device, kept_form=kept[1]).content.decode()
    assert "You are signed in again" in answer
    assert "Spring Cup" in answer


def test_the_password_alone_is_not_enough_and_a_passkey_serves_at_the_second_step(
    account: Account, device: Authenticator
) -> None:
    client = signed_in(account)
    assert client.get(DESK).status_code == 302
    step = client.post(LOGIN, {"username": account.username, "password": PASSWORD}).content.decode()
    assert "second step" in step
    assert "Recovery code" in step
    assert len(client.post(f"{LOGIN_OPTIONS}?code").json()["allowCredentials"]) == 1
    answer = signs_in(client, device, "?code", code="", next="/desk/new/")
    assert (answer.status_code, answer["Location"]) == (302, "/desk/new/")


def test_a_passkey_of_another_account_is_refused_at_the_second_step(account: Account, device: Authenticator) -> None:
    other = new_account(password=PASSWORD)
    TOTPDevice.objects.create(user=other)
    client = signed_in(other)
    answer = signs_in(client, device, "?code", code="")
    assert (answer.status_code, REFUSED in answer.content.decode()) == (400, True)
    assert client.get(DESK).status_code == 302
    late = browser()
    options = late.post(LOGIN_OPTIONS).json()
    assert "Sign in again" in late.post(LOGIN, {"passkey": device.used(options), "code": ""}).content.decode()


def elsewhere(device: Authenticator) -> None:
    device.origin = "https://pinju.example"


def other_host(device: Authenticator) -> None:
    device.rp_id = "pinju.example"


def not_verified(device: Authenticator) -> None:
    device.flags = PRESENT


def old_count(device: Authenticator) -> None:
    device.count = -1 + Passkey.objects.get().sign_count


def other_key(device: Authenticator) -> None:
    device.key = Authenticator().key


def unknown(device: Authenticator) -> None:
    device.id = b"unknown"


def other_person(device: Authenticator) -> None:
    device.handle = "YWNjb3VudDow"


@pytest.mark.parametrize(
    "spoil",
    [elsewhere, other_host, not_verified, old_count, other_key, unknown, other_person],
    ids=lambda f: f.__name__,
)
def test_a_wrong_or_foreign_answer_is_refused_and_writes_nothing(
    account: Account, device: Authenticator, spoil: Callable[[Authenticator], None]
) -> None:
    signs_in(browser(), device)
    before = Passkey.objects.values().get()
    spoil(device)
    client = browser()
    answer = signs_in(client, device)
    assert (answer.status_code, REFUSED in answer.content.decode()) == (400, True)
    assert client.get(DESK).status_code == 302
    assert Passkey.objects.values().get() == before


@pytest.mark.parametrize("answer", ["{", "[]", "7", '{"id": 7}', '{"id": "YSBrZXk", "response": []}', "\0"])
def test_what_is_no_answer_is_refused(device: Authenticator, answer: str) -> None:
    client = browser()
    client.post(LOGIN_OPTIONS)
    assert REFUSED in client.post(LOGIN, {"passkey": answer}).content.decode()


def test_a_challenge_counts_once_for_minutes_and_for_one_purpose(
    account: Account, device: Authenticator, monkeypatch
) -> None:
    client = browser()
    options = client.post(LOGIN_OPTIONS).json()
    answer = device.used(options)
    assert client.post(LOGIN, {"passkey": answer}).status_code == 302
    assert REFUSED in client.post(LOGIN, {"passkey": answer}).content.decode()
    assert REFUSED in browser().post(LOGIN, {"passkey": answer}).content.decode()
    adding = signed_in_by(device)
    adding.post(ADD, {"password": PASSWORD})
    options = adding.post(ADD_OPTIONS).json()
    assert REFUSED in adding.post(LOGIN, {"passkey": device.used(options)}).content.decode()
    monkeypatch.setattr(relying_party, "SECONDS_FOR_THE_ANSWER", -1)
    assert REFUSED in signs_in(browser(), device).content.decode()


def signed_in_by(device: Authenticator) -> Client:
    client = browser()
    assert signs_in(client, device).status_code == 302
    return client


def test_a_wrong_new_key_is_refused_and_a_known_one_is_not_added_twice(account: Account, device: Authenticator) -> None:
    client = signed_in_by(device)
    assert "added already" in sends_new_key(client, device).content.decode()
    new = Authenticator(origin="https://pinju.example", name=b"foreign")
    answer = sends_new_key(client, new, name="My phone")
    assert (answer.status_code, "The passkey was not accepted" in answer.content.decode()) == (400, True)
    assert 'value="My phone"' in answer.content.decode()
    new = Authenticator(name=b"no pin")
    new.flags = PRESENT
    assert sends_new_key(client, new).status_code == 400
    assert Passkey.objects.count() == 1


def test_an_inactive_account_stays_out(account: Account, device: Authenticator) -> None:
    Account.objects.filter(pk=account.pk).update(is_active=False)
    client = browser()
    assert REFUSED in signs_in(client, device).content.decode()
    assert client.get(DESK).status_code == 302


def test_sign_ins_from_one_address_are_limited(device: Authenticator, monkeypatch) -> None:
    monkeypatch.setitem(LIMITS, "passkey", Limit(2, ""))
    client = browser()
    answers = [client.post(LOGIN_OPTIONS) for _time in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "Too many sign-ins" in answers[-1].json()["message"]


@pytest.mark.parametrize(
    ("host", "secure", "works"),
    [("127.0.0.1", False, False), ("127.0.0.1", True, False), ("testserver", False, False), ("testserver", True, True)],
)
def test_passkeys_are_offered_only_where_browsers_have_them(
    account: Account, host: str, secure: bool, works: bool
) -> None:
    client = Client(SERVER_NAME=host)
    client.post(LOGIN, {"username": account.username, "password": PASSWORD}, secure=secure)
    page = client.get(PAGE, secure=secure).content.decode()
    assert (ADD in page, "Passkeys work only over https" in page) == (works, not works)
    assert client.get(ADD, secure=secure).status_code == (200 if works else 302)
    assert client.post(LOGIN_OPTIONS, secure=secure).status_code == (200 if works else 403)


def test_removal_asks_for_the_password_and_the_last_one_takes_the_recovery_codes(
    account: Account, device: Authenticator
) -> None:
    client = signed_in_by(device)
    page = f"{ADD}{Passkey.objects.get().pk}/"
    assert page in client.get(PAGE).content.decode()
    key = key_of(client.get(page).content.decode())
    assert client.post(page, key | {"password": "wrong"}).status_code == 400
    stranger = signed_in(new_account(password=PASSWORD))
    assert stranger.get(page).status_code == 404
    assert client.post(page, key | {"password": PASSWORD}).status_code == 302
    assert not Passkey.objects.exists()
    assert not StaticToken.objects.exists()
    entry = AuditEntry.objects.get(action="account.remove_passkey")
    assert (entry.before, entry.after) == ({"passkey": "Phone"}, {"second_factor": False})
    assert signed_in(account).get(DESK).status_code == 200


def test_a_passkey_is_renamed_by_its_owner_only(account: Account, device: Authenticator) -> None:
    client = signed_in_by(device)
    page = f"{ADD}{Passkey.objects.get().pk}/name/"
    assert page in client.get(PAGE).content.decode()
    key = key_of(client.get(page).content.decode())
    refused = client.post(page, key | {"name": " "})
    assert (refused.status_code, "Rename the passkey “Phone”" in refused.content.decode()) == (400, True)
    assert signed_in(new_account(password=PASSWORD)).post(page, {"name": "Mine"}).status_code == 404
    assert client.post(page, key | {"name": "Work laptop"}).status_code == 302
    assert Passkey.objects.get().name == "Work laptop"
    entry = AuditEntry.objects.get(action="account.rename_passkey")
    assert (entry.before, entry.after) == ({"passkey": "Phone"}, {"passkey": "Work laptop"})
    assert "removes the passkeys too: <strong>Work laptop</strong>" in client.get(PAGE).content.decode()


def test_a_passkey_fulfils_the_rule_and_an_app_can_be_added(account: Account, device: Authenticator, settings) -> None:
    settings.SECOND_FACTOR_REQUIRED = True
    new_body().members.create(account=account, role="committee")
    client = signed_in_by(device)
    assert client.get(DESK).status_code == 200
    page = client.get(PAGE).content.decode()
    assert "?app=1" in page
    assert "Scan this picture" in client.get(f"{PAGE}?app=1").content.decode()


def test_command_and_administrator_remove_passkeys_too(account: Account, device: Authenticator) -> None:
    call_command("remove_second_factor", account.username, reason="the phone is lost")
    assert not Passkey.objects.exists()
    assert REFUSED in signs_in(browser(), device).content.decode()
    assert signed_in(account).get(DESK).status_code == 200
    assert AuditEntry.objects.get(action="account.remove_second_factor").reason == "the phone is lost"
