"""Tests of photos of signed papers: only officials of the event see them, and no export has them."""

import os
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from common.actions.models.audit import AuditEntry
from scoring.event_file.exports import event_file
from scoring.sheets.models.photos import SheetPhoto
from scoring.sheets.models.sheets import Sheet
from scoring.tasks import photos as tidy_up
from tests.common.files.test_pictures import located, picture
from tests.support.sheets import photographed
from tournament.events.models.events import Event

PAGE = "/e/event-1/desk/tray/1/1/photos/"
KEY = "5c4b5a0e-0000-4000-8000-0000000000c1"


def sent(data: bytes, name: str = "IMG_1.JPG") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, data, content_type="image/jpeg")


def files() -> list[Path]:
    folder = Path(settings.MEDIA_ROOT) / "sheet-photos"
    return list(folder.iterdir()) if folder.exists() else []


@pytest.fixture
def added(signed_in, event) -> tuple[Client, SheetPhoto]:
    client = signed_in("scorekeeper", event)
    assert client.post(PAGE, {"camera": sent(located()), "key": KEY}).status_code == 302
    return client, SheetPhoto.objects.get()


def test_a_photo_is_stored_under_a_random_name_and_shown(added):
    client, photo = added
    [file] = files()
    assert (len(file.name) >= 32, file.stat().st_mode & 0o777) == (True, 0o600)
    answer = client.get(f"{PAGE}{photo.pk}/")
    assert answer["Content-Type"] == "image/jpeg"
    assert "no-store" in answer["Cache-Control"]
    body = answer.getvalue()
    assert body == file.read_bytes()
    assert b"Zhang" not in body
    page = client.get(PAGE).content.decode()
    assert f'src="{PAGE}{photo.pk}/"' in page
    assert file.name not in page
    assert 'capture="environment"' in page
    assert f'src="{PAGE}{photo.pk}/"' in client.get("/e/event-1/desk/tray/1/1/versions/").content.decode()
    # The same photo is stored once.
    assert client.post(PAGE, {"file": sent(located())}).status_code == 302
    assert len(files()) == SheetPhoto.objects.count() == 1


@pytest.mark.parametrize("data", [b"GIF89a", b"", b"x" * 10_000_001])
def test_a_file_that_is_not_a_photo_is_refused_at_its_field(signed_in, event, data):
    client = signed_in("scorekeeper", event)
    answer = client.post(PAGE, {"file": sent(data)})
    assert answer.status_code == 400
    assert 'aria-invalid="true"' in answer.content.decode()
    assert client.post(PAGE, {}).status_code == 400
    assert files() == []


def test_officials_see_photos_and_some_add_them(added, signed_in, event):
    _client, photo = added
    for role, sees, adds in (
        ("committee", 200, 403),
        ("referee", 200, 302),
        ("nobody", 403, 403),
        ("foreign", 403, 403),
    ):
        client = signed_in(role, event)
        answer = client.get(f"{PAGE}{photo.pk}/")
        assert (answer.status_code, bool(answer.getvalue())) == (sees, True)
        assert client.post(PAGE, {"file": sent(picture("JPEG", (20 + len(role), 30)))}).status_code == adds
    assert Client().get(f"{PAGE}{photo.pk}/").status_code == 302
    # Another table or event has no photo of this number.
    assert client.get(f"/e/event-1/desk/tray/1/2/photos/{photo.pk}/").status_code == 403
    assert signed_in("referee", event).get(f"/e/event-1/desk/tray/1/2/photos/{photo.pk}/").status_code == 404


def test_removing_a_photo_deletes_the_file_and_records_the_reason(added, django_capture_on_commit_callbacks):
    client, photo = added
    place = f"{PAGE}{photo.pk}/remove/"
    assert client.post(place, {"reason": ""}).status_code == 400
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(place, {"reason": "别桌的纸", "key": KEY + "2"}).status_code == 302
    assert files() == []
    photo.refresh_from_db()
    assert (photo.name, photo.removed_why) == ("", "别桌的纸")
    assert client.get(f"{PAGE}{photo.pk}/").status_code == 404
    assert AuditEntry.objects.filter(action="sheet.remove_photo", reason="别桌的纸").count() == 1


def test_the_event_file_contains_no_photo(added, event):
    _client, photo = added
    raw = event_file(Event.objects.get(slug="event-1"))
    assert photo.name.encode() not in raw
    assert b"photo" not in raw


def test_photos_are_deleted_with_the_private_data(event, django_capture_on_commit_callbacks, settings):
    photographed(Sheet.objects.filter(table__session__event=event).first())
    assert tidy_up() == {}
    Event.objects.filter(pk=event.pk).update(starts=date(2019, 1, 1), ends=date(2019, 1, 2))
    with django_capture_on_commit_callbacks(execute=True):
        assert tidy_up() == {"photos of sheets": 1}
    assert tidy_up() == {}


def test_files_without_a_photo_row_are_cleaned_up(added):
    _client, photo = added
    left = Path(settings.MEDIA_ROOT) / "sheet-photos" / "left"
    left.write_bytes(b"x")
    for path in files():
        os.utime(path, (0, 0))
    assert tidy_up() == {"files that no row names": 1}
    assert [path.name for path in files()] == [photo.name]
    with Image.open(files()[0]) as kept:
        assert kept.format == "JPEG"
