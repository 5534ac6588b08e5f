"""The organizer's photos of the report: from the upload to the public page, the PDF and the public files."""

import io
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from common.actions.models.ledgers import Ledger
from scoring.photos.models import EventPhoto
from scoring.photos.selectors import photo_content
from scoring.releases.services.releasing import release_session
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.pdf_reading import pictures_of, texts_of
from tests.support.photos import jpeg, new_photo
from tests.web.pocket.site.test_site import files_of
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
PAGE, REPORT = "/e/final/desk/report/photos/", "/e/final/report/"
ROTATED = 274


@pytest.fixture
def event(settings, tmp_path) -> Event:
    settings.MEDIA_ROOT = tmp_path
    return final()


@pytest.fixture
def organizer(signed_in, event: Event) -> Client:
    return signed_in("organizer", event)


@pytest.fixture
def public() -> Client:
    return Client(headers={"accept-language": "en"})


def upload(data: bytes, name: str = "a.jpg") -> io.BytesIO:
    file = io.BytesIO(data)
    file.name = name
    return file


def posted(client: Client, data: bytes = b"", **fields: str) -> Any:
    return client.post(PAGE, {"file": upload(data or jpeg()), "consent": "on"} | fields)


def phone_photo() -> bytes:
    """Return a large photo that was taken upright, with author and place."""
    exif = Image.Exif()
    exif[ROTATED], exif[0x013B] = 6, "Zhang San"
    return jpeg((2400, 1800), exif=exif)


def test_the_menu_has_the_photos_below_sending(organizer: Client) -> None:
    assert '<a href="/e/final/desk/send/" aria-current="true">' in organizer.get(PAGE).text


def test_a_photo_is_turned_scaled_and_freed_of_metadata(organizer: Client) -> None:
    assert posted(organizer, phone_photo(), caption_en="The winner").status_code == 302
    photo = EventPhoto.objects.get()
    kept = photo_content(photo)
    image = Image.open(io.BytesIO(kept))
    assert (image.size, photo.width, photo.height) == ((1200, 1600), 1200, 1600)
    assert dict(image.getexif()) == {}
    assert b"Zhang" not in kept


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"GIF89a not a picture", "This is not a readable JPEG, PNG or PDF."),
        (b"x" * 10_000_001, "This file is larger than 10 MB and was not read."),
    ],
)
def test_a_bad_file_is_refused_at_its_field_and_the_caption_stays(organizer: Client, data: bytes, words: str) -> None:
    answer = posted(organizer, data, caption_en="The winner")
    assert answer.status_code == 400
    text = answer.content.decode()
    assert words in text
    assert 'value="The winner"' in text
    assert not EventPhoto.objects.exists()


def test_without_consent_nothing_is_published(organizer: Client) -> None:
    answer = organizer.post(PAGE, {"file": upload(jpeg())})
    assert answer.status_code == 400
    assert "A photo is published only if the people shown agree." in answer.content.decode()
    assert not EventPhoto.objects.exists()


def test_it_is_public_from_the_last_release_until_it_is_removed(
    event: Event, organizer: Client, public: Client
) -> None:
    posted(organizer, caption_zh="领奖台", caption_en="The podium")
    photo = EventPhoto.objects.get()
    address = f"{REPORT}photos/{photo.pk}.jpg"
    assert public.get(address).status_code == 404
    assert organizer.get(address)["Cache-Control"] == "private, no-store"
    release_session(ACTOR, event.sessions.get(number=2))
    assert public.get(address).content == photo_content(photo)
    assert f'src="{address}"' in public.get(REPORT).content.decode()
    for language, caption in (("en", "The podium"), ("zh-hans", "领奖台"), ("ja", "领奖台")):
        assert caption in public.get(f"{REPORT}?lang={language}").content.decode()
    pdf = public.get("/e/final/files/report.pdf").content
    assert "The podium" in " ".join(texts_of(pdf))
    assert pictures_of(pdf) == [(320, 240)]
    organizer.post(f"{PAGE}{photo.pk}/remove/")
    assert public.get(address).status_code == 404
    assert "photos" not in public.get(REPORT).content.decode()
    assert pictures_of(public.get("/e/final/files/report.pdf").content) == []


def test_no_proxy_keeps_the_photos_of_a_copy_that_was_set_aside(
    event: Event, organizer: Client, public: Client
) -> None:
    photo = new_photo(event)
    address = f"{REPORT}photos/{photo.pk}.jpg"
    release_session(ACTOR, event.sessions.get(number=2))
    assert organizer.get(address)["Cache-Control"] == "public, max-age=3600"
    Ledger.objects.filter(event=event).update(written_as="event:other")
    assert organizer.get(address)["Cache-Control"] == "private, no-store"
    assert public.get(address).status_code == 404


def test_the_public_files_hold_the_photos(event: Event) -> None:
    photo = new_photo(event, en="The podium")
    release_session(ACTOR, event.sessions.get(number=2))
    files = files_of(event)
    assert files[f"en/report-photos-{photo.pk}.jpg"] == photo_content(photo)
    assert f'src="report-photos-{photo.pk}.jpg"' in files["en/report.html"].decode()


def test_a_caption_is_changed_in_three_languages(event: Event, organizer: Client) -> None:
    photo = new_photo(event, zh="领奖台")
    page = f"{PAGE}{photo.pk}/"
    assert 'value="领奖台"' in organizer.get(page).content.decode()
    long = organizer.post(page, {"caption_ja": "長" * 201})
    assert long.status_code == 400
    assert organizer.post(page, {"caption_ja": "表彰台", "caption_en": "Podium"}).status_code == 302
    photo.refresh_from_db()
    assert photo.caption == {"en": "Podium", "ja": "表彰台"}


def test_only_the_organizer_of_this_event_has_the_pages(signed_in, event: Event) -> None:
    photo = new_photo(event)
    referee = signed_in("referee", event)
    for address in (PAGE, f"{PAGE}{photo.pk}/", f"{PAGE}{photo.pk}/remove/"):
        assert referee.post(address).status_code == 403
    assert EventPhoto.objects.exists()
    other = signed_in("organizer", final(id="other", name="另一杯"))
    assert other.get(f"/e/other/desk/report/photos/{photo.pk}/").status_code == 404


def test_many_photos_in_all_proportions_are_whole_on_paper(event: Event, public: Client) -> None:
    for size in ((300, 100), (100, 300), (200, 200), (300, 200), (100, 100)):
        new_photo(event, size, en="A caption that is long enough to need more than one line below its photo. " * 2)
    release_session(ACTOR, event.sessions.get(number=2))
    pdf = public.get("/e/final/files/report.pdf").content
    assert pictures_of(pdf) == [(100, 100), (100, 300), (200, 200), (300, 100), (300, 200)]
    assert " ".join(" ".join(texts_of(pdf)).split()).count("long enough") == 10
