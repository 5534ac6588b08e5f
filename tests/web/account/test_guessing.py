"""Guessing passwords: a growing wait for a name, a limit for an address, one hash at a time, and a full hall."""

import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from django.contrib.auth.hashers import PBKDF2PasswordHasher, make_password
from django.core.cache import caches
from django.test import Client

from tests.support.threads import together
from tests.support.workers import until
from tests.web.pocket.registration.test_self_registration import FORM, PAGE, event  # noqa: F401
from tournament.access.rules import new_token
from tournament.people.models.accounts import Account
from tournament.registration.models.applications import Application
from web.account import guessing
from web.account.guessing import minutes_to_wait
from web.account.hashing import HASHING, RESERVED, TURNS, WAITING, Busy, Turns
from web.shared.requests.rate_limit import COUNTED, LIMITS, Limit

PASSWORD = "a long pass phrase"
LOGIN = "/account/login/"
OUTSIDE = "192.0.2.7"
pytestmark = pytest.mark.django_db


@pytest.fixture
def account() -> Account:
    return Account.objects.create_user("organizer", password=PASSWORD)


@pytest.fixture
def full() -> Iterator[None]:
    """Occupy all places for hashing and waiting of unknown devices."""
    with ExitStack() as stack:
        for _place in range(HASHING + WAITING):
            TURNS._slots.acquire()
            stack.callback(TURNS._slots.release)
        yield


class Counting(PBKDF2PasswordHasher):
    """A fast hasher that counts its calls."""

    algorithm = "counting"
    iterations = 1
    hashed = 0

    def encode(self, *args, **kwargs) -> str:
        Counting.hashed += 1
        return super().encode(*args, **kwargs)


def sign_in(client: Client, password: str = PASSWORD, username: str = "organizer"):
    return client.post(LOGIN, {"username": username, "password": password})


def later(monkeypatch, minutes: int) -> None:
    """Set the clock of the waits ahead."""
    now = guessing.time.time
    monkeypatch.setattr("web.shared.requests.rate_limit.time.time", lambda: now() + minutes * 60)


def test_the_wait_grows_up_to_a_limit() -> None:
    assert [minutes_to_wait(wrong) for wrong in range(12)] == [0, 0, 0, 0, 0, 1, 2, 4, 8, 15, 15, 15]
    assert minutes_to_wait(100_000) == 15


def test_the_wait_grows_with_wrong_passwords_and_not_with_refused_ones(account, monkeypatch) -> None:
    client = Client()
    assert [sign_in(client, "wrong").status_code for _guess in range(5)] == [200, 200, 200, 200, 429]
    for _guess in range(3):
        answer = sign_in(client)
        assert (answer.status_code, answer["Retry-After"] in ("59", "60")) == (429, True)
    assert "Try again in 1 minute." in answer.content.decode()
    assert 'value="organizer"' in answer.content.decode()
    later(monkeypatch, 1)
    assert "Try again in 2 minutes." in sign_in(client, "wrong").content.decode()
    later(monkeypatch, 2)
    assert sign_in(client).status_code == 302
    # The right password resets the count.
    assert [sign_in(Client(), "wrong").status_code for _guess in range(5)] == [200, 200, 200, 200, 429]


def test_all_spellings_of_a_username_share_one_count(account) -> None:
    for name in ("organizer", "ORGANIZER", " organizer", "Organizer", "ｏrganizer"):
        answer = sign_in(Client(), "wrong", name)
    assert answer.status_code == 429


def test_a_known_device_is_not_locked_by_others_at_its_address(account) -> None:
    """The guesser and the organizer share the hall's address."""
    organizer, guesser = Client(), Client()
    assert sign_in(organizer).status_code == 302
    for _guess in range(10):
        sign_in(guesser, "wrong")
    assert sign_in(guesser).status_code == 429
    known = Client()
    known.cookies["device"] = organizer.cookies["device"].value
    assert sign_in(known).status_code == 302


def test_a_device_is_known_only_for_its_accounts_and_has_its_own_wait(account) -> None:
    Account.objects.create_user("player", password=PASSWORD)
    device = Client()
    assert sign_in(device, username="player").status_code == 302
    for _guess in range(5):
        sign_in(Client(), "wrong")
    assert sign_in(device).status_code == 429
    assert [sign_in(device, "wrong", "player").status_code for _guess in range(5)] == [200, 200, 200, 200, 429]
    assert sign_in(Client(), username="player").status_code == 302
    assert sign_in(device, username="player").status_code == 429


def test_an_unsigned_device_cookie_is_ignored(account) -> None:
    known, forger = Client(), Client()
    sign_in(known)
    value = known.cookies["device"].value
    assert "organizer" not in value
    forger.cookies["device"] = value[:-3] + "AAA"
    for _guess in range(5):
        sign_in(Client(), "wrong")
    assert sign_in(forger).status_code == 429


def test_an_address_over_its_limit_is_refused_without_hashing(account, settings, monkeypatch) -> None:
    monkeypatch.setitem(LIMITS, "password", Limit(10, ""))
    settings.PASSWORD_HASHERS = ["tests.web.account.test_guessing.Counting"]
    known = Client()
    account.set_password(PASSWORD)
    account.save()
    assert sign_in(known).status_code == 302
    answers = [sign_in(Client(), "wrong", f"name-{number}") for number in range(LIMITS["password"].most)]
    assert [answer.status_code for answer in answers] == [200] * (len(answers) - 1) + [429]
    before = Counting.hashed
    refused = sign_in(Client())
    assert (refused.status_code, refused["Retry-After"], Counting.hashed) == (429, "900", before)
    assert "Too many wrong passwords came from your network" in refused.content.decode()
    # Other addresses and known devices are not refused.
    assert sign_in(Client(REMOTE_ADDR=OUTSIDE)).status_code == 302
    assert sign_in(known).status_code == 302


def test_right_passwords_are_not_counted(account) -> None:
    for _time in range(10):
        assert sign_in(Client()).status_code == 302
    assert caches[COUNTED].get("password:127.0.0.1", 0) == 0


def test_one_thread_hashes_some_wait_and_the_others_are_refused() -> None:
    turns, order, first = Turns(1, 2, 1), [], threading.Event()

    def hashes(number: int) -> None:
        with turns.turn():
            order.append(number)
            first.wait(30)

    threads = [threading.Thread(target=hashes, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    until(turns.full)
    until(lambda: order)
    with pytest.raises(Busy), turns.turn():
        pass
    assert len(order) == 1
    known = threading.Thread(target=lambda: turns.turn(reserved=True).__enter__())
    known.start()
    until(lambda: turns._reserved._value == 0)
    with pytest.raises(Busy), turns.turn(reserved=True):
        pass
    first.set()
    for thread in (*threads, known):
        thread.join(30)
    assert not turns.full()


def test_most_server_threads_are_never_busy_with_logins() -> None:
    from config.serve import HALL

    assert HALL["threads"] // 2 >= HASHING + WAITING + RESERVED


def test_a_full_sign_in_page_says_so_and_keeps_the_name(account, full) -> None:
    answer = sign_in(Client())
    assert (answer.status_code, answer["Retry-After"]) == (429, "2")
    assert 'value="organizer"' in answer.content.decode()
    assert "Many people are signing in at this moment" in answer.content.decode()
    # It did not count as a wrong password.
    assert not [key for key in getattr(caches[COUNTED], "_cache", {}) if "name:" in key]


def test_a_known_device_signs_in_during_a_flood(account) -> None:
    known = Client()
    sign_in(known)
    with ExitStack() as stack:
        for _place in range(HASHING + WAITING):
            TURNS._slots.acquire()
            stack.callback(TURNS._slots.release)
        assert sign_in(known).status_code == 302


def test_a_flood_of_logins_gets_one_line_answers(account, full, monkeypatch) -> None:
    """The first few of each second get the whole page."""
    monkeypatch.setattr(guessing, "PAGES_A_SECOND", 0)
    answer = Client(headers={"accept-language": "ja"}).post(LOGIN, {"username": "organizer", "password": PASSWORD})
    assert (answer.status_code, answer["Retry-After"], len(answer.content) < 1000) == (429, "2", True)
    assert '<html lang="ja">' in answer.content.decode()
    assert b"<form" not in answer.content


def test_a_refused_confirmation_says_why_and_keeps_the_reason(account) -> None:
    account.is_staff = True
    account.save()
    client = Client()
    client.force_login(account)
    for _guess in range(5):
        answer = client.post("/components/", {"reason": "kept words", "password": "guess"})
    assert answer.status_code == 429
    assert "kept words" in answer.content.decode()
    assert "Try again in 1 minute." in answer.content.decode()


def test_the_process_counts_without_redis(account, settings) -> None:
    settings.CACHES = settings.CACHES | {
        "tries": {"BACKEND": "common.infrastructure.caches.FallbackRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    }
    statuses = [sign_in(Client(), "wrong").status_code for _guess in range(7)]
    assert (statuses[:4], statuses[-1]) == ([200] * 4, 429)


@pytest.mark.django_db(transaction=True)
def test_a_hall_of_150_behind_one_address_registers_and_signs_in(event) -> None:  # noqa: F811
    """Each person mistypes the password once; eight threads, as the server has."""
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', Client().get(PAGE).content.decode()))
    for number in range(150):
        own = {"token": new_token(), "key": f"phone-{number}", "mail": f"p{number}@example.org", "team": ""}
        assert Client().post(PAGE, FORM | hidden | own | {"family_name": f"P{number}"}).status_code == 200
    assert Application.objects.count() == 150
    password = make_password(PASSWORD)
    Account.objects.bulk_create(Account(username=f"player{number}", password=password) for number in range(150))
    answers: list[int] = []

    def some(numbers: range) -> None:
        for number in numbers:
            client = Client()
            for typed, wanted in (("mistyped", 200), (PASSWORD, 302)):
                until(lambda: sign_in(client, typed, f"player{number}").status_code == wanted)  # noqa: B023
            answers.append(number)

    together(*(lambda first=first: some(range(first, 150, 8)) for first in range(8)))
    assert sorted(answers) == list(range(150))
