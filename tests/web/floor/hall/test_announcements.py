"""Announcements from the Floor."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.web.floor.hall.browsing import FLOOR
from tournament.clocks.models import Announcement
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db


def test_announcement_is_shown_in_the_readers_language_until_retracted(event: Event, chief: Client) -> None:
    chief.post(f"{FLOOR}announcements/", {"zh": "午餐在二楼", "en": "Lunch is upstairs"})
    reader = Client()
    for language, text in (("zh-hans", "午餐在二楼"), ("en", "Lunch is upstairs"), ("ja", "午餐在二楼")):
        assert text in reader.get("/e/1/", headers={"accept-language": language}).content.decode()
    chief.post(f"{FLOOR}announcements/1/back/")
    assert "Lunch" not in reader.get("/e/1/", headers={"accept-language": "en"}).content.decode()
    answer = chief.post(f"{FLOOR}announcements/", {"zh": ""})
    assert answer.status_code == 400
    assert Announcement.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ({"ja": "昼食"}, ["昼食", "昼食", "昼食"]),
        ({"en": "Lunch", "ja": "昼食"}, ["Lunch", "Lunch", "昼食"]),
        ({"zh": "午餐", "en": "Lunch", "ja": "昼食"}, ["午餐", "Lunch", "昼食"]),
    ],
)
def test_each_reader_gets_the_own_language_or_another(
    event: Event, chief: Client, typed: dict[str, str], shown: list[str]
) -> None:
    chief.post(f"{FLOOR}announcements/", typed)
    assert Announcement.objects.get().texts == typed
    for language, text in zip(("zh-hans", "en", "ja"), shown, strict=True):
        page = Client().get("/e/1/", headers={"accept-language": language}).content.decode()
        assert f">{text}</li>" in page
        assert not [other for other in typed.values() if other != text and other in page]
    page = chief.get(f"{FLOOR}announcements/").content.decode()
    codes = {"zh": "zh-hans", "en": "en", "ja": "ja"}
    assert re.findall(r'<p lang="([^"]+)">([^<]+)</p>', page) == [(codes[key], typed[key]) for key in typed]


@pytest.mark.parametrize(
    ("languages", "fields"),
    [
        ([("en", "English")], ["en"]),
        ([("en", "English"), ("ja", "日本語")], ["en", "ja"]),
        ([("zh-hans", "中文"), ("en", "English"), ("fr", "Français")], ["zh", "en", "fr"]),
    ],
)
def test_the_form_has_a_field_for_each_language(
    event: Event, chief: Client, settings: Any, languages: list[tuple[str, str]], fields: list[str]
) -> None:
    settings.LANGUAGES = languages
    page = chief.get(f"{FLOOR}announcements/").content.decode()
    assert re.findall(r'<textarea name="([^"]+)"', page) == fields
    assert chief.post(f"{FLOOR}announcements/", dict.fromkeys(fields, " ")).status_code == 400
    texts = {field: f"text {field}" for field in fields}
    assert chief.post(f"{FLOOR}announcements/", texts).status_code == 302
    assert Announcement.objects.get().texts == texts
