"""Photos of players at the ceremony: only with their agreement, only once they are named, only while they agree."""

from datetime import timedelta
from io import BytesIO, StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from PIL import Image

from common.actions.models.audit import AuditEntry
from scoring.display.models.ceremonies import Ceremony
from scoring.display.models.screens import ScreenPicture
from scoring.display.services.awards import add_award
from scoring.display.services.ceremony import begin_ceremony, step_ceremony
from scoring.releases.services.releasing import retract_session
from scoring.setup.services.setting_up import change_event
from tests.support.action_examples import with_settings
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.screens import new_picture
from tests.web.desk.draw.test_draw import browser
from tournament.events.models.events import Event
from tournament.events.rules.months import months_after
from tournament.keeping.services import delete_private
from tournament.registration.services.entries import set_consents

pytestmark = pytest.mark.django_db
WALL, PHOTO = "/e/final/wall/ceremony/", "/e/final/wall/photos/2.jpg"


@pytest.fixture
def event(settings, tmp_path) -> Event:
    settings.MEDIA_ROOT = tmp_path
    event = final()
    add_award(ACTOR, event, kind="individual", title="", places=2)
    return event


@pytest.fixture
def organizer(event: Event) -> Client:
    return browser("organizer", event)


def sends_photo(organizer: Client, number: str) -> str:
    data = BytesIO()
    Image.new("RGB", (30, 40), "navy").save(data, "JPEG")
    file = SimpleUploadedFile("a.jpg", data.getvalue(), content_type="image/jpeg")
    sent = {"title": "Champion", "file": file, "player": number}
    return organizer.post("/e/final/desk/screens/", sent, follow=True).content.decode()


def status(client: Client, path: str = PHOTO) -> int:
    answer = client.get(path)
    if answer.streaming:
        assert Image.open(BytesIO(answer.getvalue())).size == (30, 40)  # reads and closes the file
    return answer.status_code


def test_a_photo_needs_a_player_who_agreed(event: Event, organizer: Client) -> None:
    assert "No player has this number." in sends_photo(organizer, "99")
    for answer in (None, False):
        event.entries.filter(number=2).update(photo_consent=answer)
        assert "李娜 has not agreed to photos." in sends_photo(organizer, "2")
    assert not ScreenPicture.objects.exists()
    event.entries.filter(number=2).update(photo_consent=True)
    assert "photo of 2 李娜" in sends_photo(organizer, "2")
    assert AuditEntry.objects.get(action="screen.add_picture").after["player"] == 2
    assert "photo of 2 李娜" not in sends_photo(organizer, "")
    assert ScreenPicture.objects.get().entry is None


def test_the_ceremony_shows_the_photo_from_the_players_step_on(event: Event, organizer: Client) -> None:
    event.entries.filter(number=2).update(photo_consent=True)
    sends_photo(organizer, "2")
    begin_ceremony(ACTOR, event)
    public, steps = Client(headers={"accept-language": "en"}), Ceremony.objects.get().steps
    seen = []
    for at in range(steps):
        step_ceremony(ACTOR, event, move="next", seen=at)
        seen.append((PHOTO in public.get(WALL).content.decode(), status(public)))
    assert seen == [(False, 404), (True, 200), (True, 200)]
    assert status(public, "/e/final/wall/photos/5.jpg") == 404
    set_consents(ACTOR, event, entry=event.entries.get(number=2), name=True, photo=False)
    assert (PHOTO in public.get(WALL).content.decode(), status(public)) == (False, 404)


@pytest.mark.parametrize("change", ["hidden name", "retracted release", "no ceremony"])
def test_the_photo_has_no_address_when_its_player_is_not_named(event: Event, organizer: Client, change: str) -> None:
    event.entries.filter(number=2).update(photo_consent=True)
    sends_photo(organizer, "2")
    public = Client()
    if change != "no ceremony":
        begin_ceremony(ACTOR, event)
        for at in range(Ceremony.objects.get().steps):
            step_ceremony(ACTOR, event, move="next", seen=at)
        assert status(public) == 200
    if change == "hidden name":
        event.entries.filter(number=2).update(name_consent=False)
    elif change == "retracted release":
        retract_session(ACTOR, event.sessions.get(number=2), reason="a wrong sheet")
    assert status(public) == 404


def test_the_photo_is_deleted_with_the_private_data_of_the_event_and_other_pictures_stay(
    event: Event, organizer: Client
) -> None:
    event.entries.filter(number=2).update(photo_consent=True)
    sends_photo(organizer, "2")
    sponsor = new_picture(event)
    with_settings(event)
    ended = timezone.localdate() - timedelta(days=30)
    change_event(ACTOR, event, starts=ended, ends=ended, reason="Typing error")
    photo = ScreenPicture.objects.get(title="Champion")
    assert photo.delete_after == months_after(ended, 12)
    assert call_sweep() == ""
    change_event(
        ACTOR, event, starts=ended - timedelta(days=400), ends=ended - timedelta(days=400), reason="Typing error"
    )
    assert call_sweep() == "Deleted: 1 private data.\n"
    assert list(ScreenPicture.objects.all()) == [sponsor]
    sends_photo(organizer, "2")
    delete_private(ACTOR, event)
    assert list(ScreenPicture.objects.all()) == [sponsor]


def call_sweep() -> str:
    out = StringIO()
    call_command("sweep", stdout=out)
    return out.getvalue()
