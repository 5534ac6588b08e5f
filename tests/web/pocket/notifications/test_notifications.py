"""The page of notifications: who may ask about whom, what the phone keeps, and where it is not offered."""

import re

import pytest
from django.test import Client

from scoring.notifications.models import Digest, PushSubscription
from tests.support.applications import new_application, open_registration
from tests.support.digests import confirmed
from tests.support.draws import drawn, planned
from tests.support.push import Browser, asked, minute, push_service
from tests.support.sheets import CODE, give_code
from tournament.access.rules import token_hash
from tournament.events.models.entries import Entry
from tournament.events.models.events import Event
from tournament.registration.models.applications import ApplicationKey
from web.shared.requests import rate_limit

pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings, tmp_path):
    with push_service(settings, tmp_path) as running:
        yield running


@pytest.fixture
def event() -> Event:
    row = planned()
    drawn(row, "released")
    return row


def page(client: Client, event: Event) -> str:
    answer = client.get(f"/e/{event.slug}/notifications/")
    assert answer.status_code == 200
    assert "no-store" in answer["Cache-Control"]
    return answer.content.decode()


def send(client: Client, event: Event, do: str, **fields: str) -> tuple[int, str]:
    answer = client.post(f"/e/{event.slug}/notifications/", {"do": do} | fields, follow=True)
    return answer.status_code, answer.content.decode()


def be(client: Client, event: Event, number: int) -> None:
    client.post(f"/e/{event.slug}/be/", {"number": number})


def with_code(client: Client, entry: Entry) -> None:
    give_code(entry)
    form = {"who": "player", "number": entry.number, "code": CODE}
    assert client.post(f"/e/{entry.event.slug}/appeals/", form).status_code == 302


def buttons(content: str) -> list[str]:
    return re.findall(r'name="do" value="([\w-]+)"', content)


def test_this_is_me_asks_without_proof(client: Client, event: Event, service) -> None:
    be(client, event, 7)
    assert buttons(page(client, event)) == ["player-7"]
    status, content = send(client, event, "player-7", **Browser(service).keys)
    assert status == 200
    assert "This phone gets notifications about 7 选手7." in content
    row = PushSubscription.objects.get()
    assert (row.entry.number, row.application, row.proven, row.language) == (7, None, False, "en")


def test_the_code_of_an_appeal_is_a_proof(client: Client, event: Event, service) -> None:
    be(client, event, 7)
    with_code(client, event.entries.get(number=7))
    assert buttons(page(client, event)) == ["player-7"]
    send(client, event, "player-7", **Browser(service).keys)
    assert PushSubscription.objects.get().proven


def test_the_key_of_a_registration_is_a_proof(client: Client, event: Event, service) -> None:
    application = new_application(open_registration(event))
    ApplicationKey.objects.create(application=application, token_hash=token_hash("key"))
    client.get(f"/e/{event.slug}/register/key/")
    assert buttons(page(client, event)) == ["application"]
    client.post("/i18n/setlang/", {"language": "ja"})
    send(client, event, "application", **Browser(service).keys)
    row = PushSubscription.objects.get()
    assert (row.entry, row.application, row.proven) == (None, application, True)
    assert row.application_state == "submitted"


def test_nobody_asks_about_another_player(client: Client, event: Event, service) -> None:
    be(client, event, 7)
    for value in ("player-8", "application", "player-", "nonsense"):
        send(client, event, value, **Browser(service).keys)
    assert not PushSubscription.objects.exists()


def test_a_phone_stops_only_its_own_notifications(client: Client, event: Event, service) -> None:
    be(client, event, 7)
    send(client, event, "player-7", **Browser(service).keys)
    other = Client()
    send(other, event, "stop")
    other.cookies["notifications"] = str(PushSubscription.objects.get().pk)
    send(other, event, "stop")
    assert PushSubscription.objects.count() == 1
    _status, content = send(client, event, "stop")
    assert "This phone gets no more notifications." in content
    assert buttons(content) == ["player-7"]
    assert not PushSubscription.objects.exists()


def test_a_phone_whose_push_service_gave_it_up_may_ask_again(client: Client, event: Event, service) -> None:
    be(client, event, 7)
    send(client, event, "player-7", **Browser(service).keys)
    PushSubscription.objects.all().delete()
    assert buttons(page(client, event)) == ["player-7"]


def test_what_no_browser_sends_is_refused_with_a_sentence(client: Client, event: Event, service) -> None:
    be(client, event, 7)
    inside = Browser(service).keys | {"endpoint": "https://169.254.169.254/latest/"}
    status, content = send(client, event, "player-7", **inside)
    assert status == 400
    assert "This browser gave no address for notifications." in content
    status, content = send(client, event, "player-7")
    assert status == 400
    assert not PushSubscription.objects.exists()


def test_a_network_that_asks_without_end_is_stopped(client: Client, event: Event, service, monkeypatch) -> None:
    monkeypatch.setitem(rate_limit.LIMITS, "notifications", rate_limit.Limit(2, "a test"))
    be(client, event, 7)
    for _time in range(2):
        send(client, event, "player-7", **Browser(service).keys)
    other = Client()
    be(other, event, 7)
    status, content = send(other, event, "player-7", **Browser(service, "/3").keys)
    assert status == 400
    assert "Please wait a few minutes." in content


def test_off_by_default_on_plain_http_and_for_rehearsals(client: Client, event: Event, service, settings) -> None:
    be(client, event, 7)
    addresses = [f"/e/{event.slug}/", f"/e/{event.slug}/players/7/"]

    def offered() -> list[bool]:
        links = ["/notifications/" in client.get(address).content.decode() for address in addresses]
        return [*links, client.get(f"/e/{event.slug}/notifications/").status_code == 200]

    assert offered() == [True] * 3
    Event.objects.update(rehearsal=True)
    assert offered() == [False] * 3
    Event.objects.update(rehearsal=False)
    settings.PUSH_TO_LOOPBACK = ""
    assert offered() == [False] * 3  # no https
    settings.HTTPS = True
    assert offered() == [True] * 3
    settings.PUSH_CONTACT = ""
    assert offered() == [False] * 3


def test_the_page_has_nothing_of_the_browser(client: Client, event: Event, service) -> None:
    be(client, event, 7)
    keys = Browser(service).keys
    send(client, event, "player-7", **keys)
    content = page(client, event)
    assert not [value for value in keys.values() if value in content]
    for cookie in client.cookies.values():
        assert not [value for value in keys.values() if value in cookie.value]
    kept = client.cookies["notifications"]
    assert (kept["httponly"], kept["samesite"], kept["path"]) == (True, "Lax", f"/e/{event.slug}/notifications/")


def test_a_registered_player_asks_for_a_mail_a_day_and_stops_it(client: Client, event: Event, settings) -> None:
    settings.SENDS_MAIL = settings.DAILY_MAIL = True
    application = confirmed(open_registration(event))
    ApplicationKey.objects.create(application=application, token_hash=token_hash("key"))
    stranger = page(client, event)
    assert buttons(stranger) == []
    assert "First open the address of your registration" in stranger
    client.get(f"/e/{event.slug}/register/key/")
    assert "/notifications/" in client.get(f"/e/{event.slug}/register/mine/").content.decode()
    assert buttons(page(client, event)) == ["mail"]
    _status, content = send(client, event, "mail")
    assert "You now get a daily mail." in content
    assert buttons(content) == ["no-mail"]
    assert Digest.objects.get().application == application
    send(Client(), event, "no-mail")
    assert Digest.objects.exists()
    _status, content = send(client, event, "no-mail")
    assert "You no longer get a daily mail." in content
    assert not Digest.objects.exists()


def test_a_mail_a_day_is_not_offered_by_default(client: Client, event: Event, settings, service) -> None:
    application = confirmed(open_registration(event))
    ApplicationKey.objects.create(application=application, token_hash=token_hash("key"))
    client.get(f"/e/{event.slug}/register/key/")
    assert buttons(page(client, event)) == ["application"]
    send(client, event, "mail")
    assert not Digest.objects.exists()


def renewed(client: Client, former: Browser, browser: Browser, **changed: str) -> int:
    form = {"former": former.keys["endpoint"], "former_secret": former.keys["secret"], **browser.keys, **changed}
    return client.post("/notifications/renewed/", form).status_code


def test_a_browser_with_a_new_address_is_told_there(service, event: Event) -> None:
    former, browser = Browser(service), Browser(service, "/push/2")
    asked(former, event.entries.get(number=7))
    stranger = Client(enforce_csrf_checks=True)
    assert renewed(stranger, former, browser, former_secret=browser.keys["secret"]) == 204
    assert renewed(stranger, former, browser, endpoint="http://10.0.0.1/") == 400
    assert renewed(stranger, former, browser, endpoint="") == 400
    assert PushSubscription.objects.get().endpoint == former.keys["endpoint"]
    assert renewed(stranger, former, browser) == 204
    minute()
    assert (former.messages(), len(browser.messages())) == ([], 1)
