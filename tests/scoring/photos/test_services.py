"""Photos of an event: limits, consent, captions, files, and what the log has of them."""

import os
import time

import pytest
from django.core.files.storage import default_storage

from common.actions.errors import Forbidden, Refused
from common.actions.models.audit import AuditEntry
from common.actions.permissions import Actor
from common.stored_files import names_in
from scoring.photos.models import EventPhoto
from scoring.photos.selectors import EVENT_PHOTOS, captioned, photo_content, photo_file
from scoring.photos.services import MOST_PHOTOS, add_photo, change_caption, remove_photo
from scoring.tasks import photos as sweep
from tests.support.draws import ACTOR
from tests.support.finals import final
from tests.support.photos import jpeg, new_photo
from tests.support.sheets import player
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db
PHOTO = {"data": jpeg(), "digest": "1" * 64, "consent": True}


@pytest.fixture
def event(settings, tmp_path) -> Event:
    settings.MEDIA_ROOT = tmp_path
    return final()


def test_a_photo_is_kept_with_its_size_and_removed_with_its_file(
    event: Event, django_capture_on_commit_callbacks
) -> None:
    photo = new_photo(event, (320, 240), zh="冠军 王伟", en="  The  winner ")
    assert (photo.width, photo.height, photo.caption) == (320, 240, {"zh": "冠军 王伟", "en": "The winner"})
    assert photo_content(photo) == jpeg()
    assert names_in(EVENT_PHOTOS) == [photo.name]
    with django_capture_on_commit_callbacks(execute=True):
        remove_photo(ACTOR, photo)
    assert not EventPhoto.objects.exists()
    assert names_in(EVENT_PHOTOS) == []


def test_without_consent_it_is_refused_and_nothing_is_kept(event: Event) -> None:
    with pytest.raises(Refused, match="only if the people shown agree") as refused:
        add_photo(ACTOR, event, **PHOTO | {"consent": False})
    assert refused.value.where == "consent"
    assert not EventPhoto.objects.exists()
    assert names_in(EVENT_PHOTOS) == []


def test_the_same_upload_again_changes_nothing(event: Event) -> None:
    first = add_photo(ACTOR, event, **PHOTO)
    entries = AuditEntry.objects.count()
    assert add_photo(ACTOR, event, **PHOTO) == first
    assert (EventPhoto.objects.count(), AuditEntry.objects.count()) == (1, entries)


def test_another_caption_of_the_same_upload_is_not_lost_in_silence(event: Event) -> None:
    add_photo(ACTOR, event, **PHOTO, caption={"en": "The winner"})
    add_photo(ACTOR, event, **PHOTO, caption={"en": " The winner "})
    with pytest.raises(Refused, match="change its caption there") as refused:
        add_photo(ACTOR, event, **PHOTO, caption={"en": "The first three"})
    assert refused.value.where == "file"


def test_there_are_at_most_twelve(event: Event) -> None:
    for _number in range(MOST_PHOTOS):
        new_photo(event)
    with pytest.raises(Refused, match="A report has at most 12 photos"):
        new_photo(event)


def test_a_caption_has_one_line_of_at_most_200_characters(event: Event) -> None:
    with pytest.raises(Refused) as refused:
        add_photo(ACTOR, event, **PHOTO, caption={"zh": "长" * 201})
    assert refused.value.where == "caption"
    assert names_in(EVENT_PHOTOS) == []


def test_a_caption_falls_back_to_another_language(event: Event) -> None:
    photo = new_photo(event, zh="颁奖")
    change_caption(ACTOR, photo, caption={"zh": "颁奖", "ja": "表彰式"})
    assert [captioned(event, language)[0][1] for language in ("zh-hans", "en", "ja")] == ["颁奖", "颁奖", "表彰式"]
    change_caption(ACTOR, photo, caption={"zh": "", "ja": ""})
    assert captioned(event, "en")[0][1] == ""


def test_the_log_has_the_languages_of_a_caption_and_not_its_text(event: Event) -> None:
    photo = new_photo(event, zh="冠军 王伟")
    change_caption(ACTOR, photo, caption={"zh": "冠军 李娜"})
    remove_photo(ACTOR, photo)
    entries = AuditEntry.objects.filter(action__startswith="photo.").order_by("pk")
    assert [entry.action for entry in entries] == ["photo.add", "photo.change", "photo.remove"]
    assert entries[0].after == {"caption": ["zh"], "consent": True, "digest": photo.digest[:16]}
    assert not any("冠军" in f"{entry.before}{entry.after}" for entry in entries)


def test_a_referee_may_not_add_one(event: Event) -> None:
    with pytest.raises(Forbidden):
        add_photo(Actor(ref="account:0", name="裁判"), event, **PHOTO)


def test_public_files_are_made_again_after_each_change(event: Event) -> None:
    event.ledger.refresh_from_db()
    before = event.ledger.public
    photo = new_photo(event)
    change_caption(ACTOR, photo, caption={"zh": "颁奖"})
    remove_photo(ACTOR, photo)
    event.ledger.refresh_from_db()
    assert event.ledger.public == before + 3


def test_a_missing_file_is_empty_and_files_without_a_row_are_swept(event: Event, tmp_path) -> None:
    photo, lost = new_photo(event), new_photo(event)
    default_storage.delete(photo_file(photo))
    assert photo_content(photo) == b""
    EventPhoto.objects.filter(pk=lost.pk).delete()
    two_hours_ago = time.time() - 7200
    os.utime(tmp_path / photo_file(lost), (two_hours_ago, two_hours_ago))
    assert sweep()["files that no row names"] == 1
    assert names_in(EVENT_PHOTOS) == []


def test_a_caption_shows_a_player_who_refused_the_name_by_initials(event: Event) -> None:
    entry = player(event)
    for name, latin_name, caption, shown in (
        ("王小伟", "WANG Xiaowei", "王小伟与Wang xiaowei夺冠", "王○与W. X.夺冠"),
        ("DE JONG Mattheu", "", "de jong mattheu and Ana", "D. J. M. and Ana"),
        ("Ana (junior)", "Ana", "Ana (junior), Ana, Anabel", "A. J., A., Anabel"),
    ):
        event.entries.filter(pk=entry.pk).update(name=name, latin_name=latin_name, name_consent=False)
        photo = new_photo(event, en=caption)
        assert dict(captioned(event, "en"))[photo] == shown
        event.entries.filter(pk=entry.pk).update(name_consent=True)
        assert dict(captioned(event, "en"))[photo] == caption
