"""A laptop that turns up after its event was taken back by decision is compared, never merged."""

from datetime import timedelta

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from common.actions.models.audit import AuditEntry
from scoring.event_file.selectors.document import event_document
from scoring.hand_over.models import HandOver, LateFile
from scoring.hand_over.services.deciding import decide_back
from scoring.hand_over.services.giving import give_back
from scoring.hand_over.services.taking import take_event
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.scoring.event_file.test_whole_events import imported
from tests.scoring.hand_over.test_refusals import rewritten
from tests.support.action_examples import new_account
from tests.support.event_generator import make_event
from tests.support.hand_overs import HALL, HOME, file_of, given, package_in
from tests.support.installations import Installation
from tournament.events.models.events import Event
from tournament.keeping.services import delete_expired

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_files(settings, tmp_path) -> None:
    settings.MEDIA_ROOT = tmp_path / "home"


@pytest.fixture
def organizer(client: Client) -> Client:
    client.force_login(new_account(is_superuser=True, is_staff=True))
    return client


def upload(content: bytes) -> dict[str, SimpleUploadedFile]:
    return {"file": SimpleUploadedFile("event.pinju", content)}


def document() -> dict:
    event = make_event(7, 8, 2, odd=False)
    for session in event["sessions"]:
        session.pop("released", None)
    return event


def lost(tmp_path, work=lambda _event: None) -> tuple[HandOver, bytes]:
    """Hand an event over, let the hall work on it, and take it back by decision; return the hall's file."""
    row = given(imported(document()))
    out = file_of(row)
    with Installation(tmp_path, "hall"):
        take_event(HALL, package=package_in(out), file_key=row.key)
        work(Event.objects.get())
        give_back(HALL, HandOver.objects.get())
        back = file_of(HandOver.objects.get())
    decide_back(HOME, row, reason="the laptop was lost")
    return HandOver.objects.get(), back


def another_hand(event: Event) -> None:
    sheet = event.sessions.get(number=1).tables.get(number=1).sheet
    reopen_sheet(HALL, sheet, reason="a hand was wrong")
    sheet.refresh_from_db()
    hand = HandFacts(1, winner="W", discarder="N", points=88)
    record_hand(HALL, sheet, seen=sheet.version, hand=hand, reason="test")


def test_what_the_laptop_wrote_is_shown_beside_what_is_here(organizer: Client, tmp_path) -> None:
    row, back = lost(tmp_path, another_hand)
    before = event_document(row.event)
    page = f"/e/{row.event.slug}/desk/hand-over/{row.pk}/"
    assert f'href="{page}"' in organizer.get(f"/e/{row.event.slug}/desk/hand-over/").content.decode()
    assert "Upload its file" in organizer.get(page).content.decode()
    assert organizer.post(page, upload(back)).status_code == 302
    text = organizer.get(page).content.decode()
    assert "Session 1, table 1" in text
    assert "Session 2, table 1" not in text
    assert "West from North, 88" in text
    assert "It continues the audit here up to the hand-over, and is complete:" in text
    assert event_document(Event.objects.get()) == before
    assert AuditEntry.objects.latest("pk").action == "event.keep_late_file"
    assert organizer.post(page + "drop/").status_code == 302
    assert LateFile.objects.count() == 0
    assert "is deleted already" in organizer.post(page + "drop/", follow=True).content.decode()


def test_the_same_event_has_no_difference(organizer: Client, tmp_path) -> None:
    row, back = lost(tmp_path)
    page = f"/e/{row.event.slug}/desk/hand-over/{row.pk}/"
    organizer.post(page, upload(back))
    organizer.post(page, upload(back))  # again: nothing changes
    assert AuditEntry.objects.filter(action="event.keep_late_file").count() == 1
    assert "Nothing differs" in organizer.get(page).content.decode()


def test_only_the_file_of_this_hand_over_is_compared(organizer: Client, tmp_path) -> None:
    row, _back = lost(tmp_path)
    page = f"/e/{row.event.slug}/desk/hand-over/{row.pk}/"
    other = given(imported(make_event(8, 8, 2)))
    answer = organizer.post(page, upload(file_of(other)))
    assert (answer.status_code, "another hand-over" in answer.content.decode()) == (400, True)
    assert organizer.get(f"/e/{other.event.slug}/desk/hand-over/{other.pk}/").status_code == 404
    assert organizer.get(f"/e/{other.event.slug}/desk/hand-over/{row.pk}/").status_code == 404


@pytest.mark.parametrize("broken", [[], {"format": 1}, None])
def test_a_file_without_an_event_is_told_in_words(organizer: Client, tmp_path, broken: object) -> None:
    row, back = lost(tmp_path)
    page = f"/e/{row.event.slug}/desk/hand-over/{row.pk}/"
    organizer.post(page, upload(rewritten(back, row.key, lambda document: document.update(event_file=broken))))
    assert "was altered or damaged" in organizer.get(page).content.decode()


def test_a_late_file_is_deleted_with_the_private_data(organizer: Client, tmp_path) -> None:
    row, back = lost(tmp_path)
    page = f"/e/{row.event.slug}/desk/hand-over/{row.pk}/"
    organizer.post(page, upload(back))
    [name] = default_storage.listdir("late-files")[1]
    LateFile.objects.update(delete_after=timezone.localdate() - timedelta(days=1))
    delete_expired(HOME)
    assert LateFile.objects.count() == 0
    default_storage.delete(f"late-files/{name}")
    assert "Upload its file" in organizer.get(page).content.decode()


def test_a_file_that_is_gone_is_told_in_words(organizer: Client, tmp_path) -> None:
    row, back = lost(tmp_path)
    page = f"/e/{row.event.slug}/desk/hand-over/{row.pk}/"
    organizer.post(page, upload(back))
    [name] = default_storage.listdir("late-files")[1]
    default_storage.delete(f"late-files/{name}")
    assert "The file is no longer here." in organizer.get(page).content.decode()
