"""The devices where an account is signed in: listed, last seen, signed out one by one or all others."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from common.actions.models.audit import AuditEntry
from tests.support.action_examples import new_account
from tournament.people.models.accounts import Account
from tournament.people.models.sessions import AccountSession
from tournament.tasks import signed_out

pytestmark = pytest.mark.django_db
PAGE = "/account/devices/"
KEY = "5c4b5a0e-0000-4000-8000-0000000000c1"
PASSWORD = "a long pass phrase for 13 orphans"
ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 14) Version/17.0 Safari/605.1"


@pytest.fixture
def account() -> Account:
    return new_account(password=PASSWORD)


def signed_in_from(account: Account, browser: str) -> Client:
    client = Client(headers={"user-agent": browser})
    client.post("/account/login/", {"username": account.username, "password": PASSWORD})
    return client


def test_devices_are_listed_and_one_is_signed_out(account: Account) -> None:
    phone, laptop = signed_in_from(account, ANDROID), signed_in_from(account, MAC)
    page = laptop.get(PAGE).content.decode()
    assert "Chrome, Android, 127.0.0.1" in page
    assert page.index("Safari, Mac, 127.0.0.1") < page.index("This device")
    assert page.count("Sign out there") == 1
    assert "Sign out of all other devices" not in page

    row = account.sessions.get(device__contains="Android")
    answer = laptop.post(PAGE, {"key": KEY, "session": row.pk}, follow=True)
    assert "1 device is signed out." in answer.content.decode()
    assert phone.get(PAGE).status_code == 302
    assert laptop.get(PAGE).status_code == 200
    entry = AuditEntry.objects.get(action="account.end_sessions")
    assert (entry.about, entry.after, entry.actor_ref) == (
        f"account:{account.pk}", {"sessions_ended": 1}, f"account:{account.pk}",
    )  # fmt: skip


def test_all_other_devices_are_signed_out(account: Account) -> None:
    others = [signed_in_from(account, ANDROID) for _number in range(3)]
    laptop = signed_in_from(account, MAC)
    assert "Sign out of all other devices" in laptop.get(PAGE).content.decode()
    laptop.post(PAGE, {"key": KEY})
    assert [client.get(PAGE).status_code for client in others] == [302, 302, 302]
    assert laptop.get(PAGE).status_code == 200


def test_sessions_of_others_and_wrong_numbers_change_nothing(account: Account) -> None:
    stranger = new_account(password=PASSWORD)
    theirs, mine = signed_in_from(stranger, MAC), signed_in_from(account, MAC)
    mine.post(PAGE, {"key": KEY, "session": stranger.sessions.get().pk})
    assert theirs.get(PAGE).status_code == 200
    assert mine.post(PAGE, {"key": KEY, "session": "x"}).status_code == 400
    assert not AuditEntry.objects.filter(action="account.end_sessions").exists()


def test_last_seen_is_written_once_in_five_minutes(account: Account) -> None:
    client = signed_in_from(account, MAC)
    earlier = timezone.now() - timedelta(hours=1)
    account.sessions.update(seen_at=earlier)
    client.get(PAGE)
    assert account.sessions.get().seen_at == earlier
    caches["tries"].clear()  # as after five minutes
    client.get(PAGE)
    row = account.sessions.get()
    assert row.seen_at > earlier
    assert row.began_at > earlier


def test_a_new_password_leaves_only_the_device_that_set_it(account: Account) -> None:
    signed_in_from(account, ANDROID)
    laptop = signed_in_from(account, MAC)
    new = {"old_password": PASSWORD, "new_password1": f"{PASSWORD} now", "new_password2": f"{PASSWORD} now"}
    laptop.post("/account/password/", new)
    page = laptop.get(PAGE).content.decode()
    assert "This device" in page
    assert "Android" not in page


def test_the_sweep_deletes_devices_of_ended_sessions(account: Account) -> None:
    expired, out, still = (signed_in_from(account, MAC) for _number in range(3))
    Session.objects.filter(session_key=expired.session.session_key).update(expire_date=timezone.now())
    out.post("/account/logout/")
    assert signed_out() == {"devices that have signed out": 2}
    assert AccountSession.objects.get().session_key == still.session.session_key
    assert signed_out() == {}


def test_visitors_without_an_account_are_not_listed() -> None:
    Client().get("/")
    assert not AccountSession.objects.exists()
