"""The last session is hidden from the public until the last step of the ceremony."""

import io
import json
import re
import zipfile

import pytest
from django.core.management import call_command
from django.test import Client

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from ranking.certificates.selectors import against_certificates
from ranking.record.models.records import RecordedEvent
from ranking.record.selectors.official_results import digest_of, official_result
from ranking.record.services.classes import confirm_class
from scoring.display.services.awards import add_usual_awards
from scoring.display.services.ceremony import begin_ceremony, step_ceremony
from scoring.event_file.exports import event_file
from scoring.releases.selectors.releases import last_session_kept
from scoring.releases.services.closing import close_event
from scoring.releases.services.releasing import release_session
from tests.support.crawling import crawl
from tests.support.cup import cup, taken_in
from tests.support.ranking import actor as chair
from tests.support.ranking import new_body
from tests.support.releases import SECRETS, held_back
from tournament.events.models.events import Event
from tournament.people.models.accounts import Account, Role
from web.live.fragments import FRAGMENTS

pytestmark = pytest.mark.django_db
ACTOR = system_actor("chief")
STARTS = ["/", "/e/cup/", "/e/cup/statistics/", "/e/cup/players/1/", "/e/cup/tables/3/", "/e/cup/tables/3/1/"]
SUBJECTS = ["", "1", "3", "3-1"]
#: Pages without results (draw, seats), and slow files of the same selectors.
ELSEWHERE = r"/cup/(?!draw|seats|hall|register|rules)(?!.*[.]pdf)"


@pytest.fixture
def event() -> Event:
    return held_back()


def seen(client: Client) -> list[str]:
    """Return the addresses that show the secret: linked pages, live fragments, and files inside archives."""
    bodies = {path: page.body for path, page in crawl(client, STARTS, within=ELSEWHERE, each=2).items()}
    live = [f"/live/cup/{name}?v=0&subject={subject}" for name in FRAGMENTS for subject in SUBJECTS]
    bodies |= {address: client.get(address, follow=True).getvalue() for address in live}
    return [address for address, body in bodies.items() if shows_result(_read(body))]


def shows_result(text: str) -> bool:
    return any(secret in text for secret in SECRETS)


def _text(client: Client, address: str) -> str:
    return _read(client.get(address, follow=address.startswith("/live/")).getvalue())


def _read(body: bytes) -> str:
    if body.startswith(b"PK"):
        archive = zipfile.ZipFile(io.BytesIO(body))
        body = b"".join(archive.read(name) for name in archive.namelist())
    # Tokens and keys of forms are random and may contain the figures of the secret by chance.
    return re.sub(r'value="[0-9a-f-]{16,36}"', "", body.decode(errors="replace"))


def test_only_officials_see_the_last_session(event: Event) -> None:
    assert seen(Client()) == []
    account = Account.objects.create_user("referee")
    referee = Client()
    referee.force_login(account)
    pages = ["/e/cup/players/1/", "/e/cup/tables/3/1/", "/live/cup/cards?subject=0", "/live/cup/lines"]
    assert not any(shows_result(_text(referee, page)) for page in pages)
    Role.objects.create(account=account, event=event, name=Role.Name.REFEREE)
    assert all(shows_result(_text(referee, page)) for page in pages)


def test_neither_a_signed_in_player_nor_a_display_sees_it(event: Event) -> None:
    """Readers: the player signed in, an account with only a display role, a phone that names its player."""
    player = event.entries.get(number=1).person
    account = Account.objects.create_user("player", person=player)
    display = Account.objects.create_user("display")
    Role.objects.create(account=display, event=event, name=Role.Name.DISPLAY)
    own = ["/me/", "/me/data/", "/me/data/data.json", f"/p/{player.pk}/", "/e/cup/class/", "/e/cup/files/results.xlsx"]
    own += [
        "/e/cup/",
        "/e/cup/players/1/",
        "/e/cup/tables/3/1/",
        "/e/cup/statistics/",
        "/live/cup/cards?subject=0",
        "/live/cup/lines",
    ]
    own += ["/live/cup/standings?v=0", "/live/cup/event", "/live/cup/wall-strip?v=0"]
    for viewer in (account, display):
        client = Client()
        client.force_login(viewer)
        client.cookies["me"] = client.cookies["followed"] = "1"
        assert [page for page in own if shows_result(_text(client, page))] == []


def test_record_hides_it_until_the_ceremony(event: Event) -> None:
    """The event is closed with a reason: its class waits, and the committee sees the released results."""
    close_event(ACTOR, event, by="赵敏", reason="颁奖在晚上")
    event = Event.objects.get(pk=event.pk)
    body = new_body()
    assert last_session_kept(event)
    with pytest.raises(Refused, match="held back for the ceremony"):
        confirm_class(chair(), body, event=event, entry=None, seen=digest_of(official_result(event)))
    release_session(ACTOR, event.sessions.get(number=3), reason="颁奖开始")
    event = Event.objects.get(pk=event.pk)
    confirm_class(chair(), body, event=event, entry=None, seen=digest_of(official_result(event)))


def test_a_last_session_that_was_never_played_does_not_hold_the_class_back() -> None:
    """The class counts the sessions that were played (rulings: Classes and pins)."""
    document = cup(starts="2126-05-01", ends="2126-05-02", settings={"standings": {"last_session": "ceremony"}})
    document["sessions"][2]["tables"] = []
    event = taken_in(document, release=2)
    close_event(ACTOR, event, by="赵敏", reason="台风")
    event = Event.objects.get(pk=event.pk)
    assert last_session_kept(event)
    confirm_class(chair(), new_body(), event=event, entry=None, seen=digest_of(official_result(event)))
    assert RecordedEvent.objects.get(event=event).sessions == 2
    assert against_certificates(event) == ""


def test_commands_and_event_file_mark_it_as_unreleased(event: Event, capsys) -> None:
    call_command("standings", "cup", "--json", "--released")
    released = capsys.readouterr().out
    assert json.loads(released)["sessions"] == 2
    assert not shows_result(released)
    sessions = json.loads(event_file(event))["sessions"]
    assert ["released" in session for session in sessions] == [True, True, False]


def test_last_step_of_the_ceremony_publishes_it(event: Event) -> None:
    add_usual_awards(ACTOR, event)
    begin_ceremony(ACTOR, event)
    for shown in range(event.ceremony.steps):
        assert not shows_result(_text(Client(), "/e/cup/standings/"))
        step_ceremony(ACTOR, event, move="next", seen=shown)
    event.refresh_from_db()
    assert event.sessions.get(number=3).released_at
    assert shows_result(_text(Client(), "/e/cup/players/1/"))
