"""The catalogue of fouls, and the entries that an event adds."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.fouls.models import FoulKind
from scoring.sheets.models.sheets import Sheet
from tests.web.floor.fouls.browsing import address, words

pytestmark = pytest.mark.django_db


def test_an_event_adds_and_removes_an_entry(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    client, here = signed_in("chief-referee"), reverse("floor:foul-catalogue", args=["small"])
    typed = {"code": "phone", "name_en": "Phone rings", "scope": "hand", "effects": ["points"], "points": 20}
    assert client.post(here, {**typed, "payee": "nobody", "code": "late"}).status_code == 400
    client.post(here, {**typed, "payee": "nobody"})
    assert "Phone rings" in words(client.get(address(sheet, seat="W")))
    client.post(reverse("floor:foul-kind-remove", args=["small", "phone"]))
    assert "Phone rings" not in words(client.get(here))


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        ({"name_ja": "電話"}, ["電話", "電話", "電話"]),
        ({"name_zh": "手机", "name_ja": "電話"}, ["手机", "手机", "電話"]),
        ({"name_en": "Phone", "name_ja": "電話"}, ["Phone", "Phone", "電話"]),
        ({"name_zh": "手机", "name_en": "Phone", "name_ja": "電話"}, ["手机", "Phone", "電話"]),
    ],
)
def test_an_own_entry_is_shown_in_the_readers_language(
    sheet: Sheet, signed_in: Callable[[str], Client], names: dict[str, str], shown: list[str]
) -> None:
    client, here = signed_in("chief-referee"), reverse("floor:foul-catalogue", args=["small"])
    typed = {"code": "phone", "scope": "hand", "effects": ["points"], "points": 20, "payee": "nobody"}
    assert client.post(here, {**typed, **names, "about_en": "In\nplay"}).status_code == 302
    kind = FoulKind.objects.get()
    assert (kind.name, kind.about) == (
        {key.removeprefix("name_"): name for key, name in names.items()},
        {"en": "In play"},
    )
    for language, text in zip(("zh-hans", "en", "ja"), shown, strict=True):
        page = client.get(here, headers={"accept-language": language})
        assert f"{text} " in words(page)
        assert not [other for other in names.values() if other != text and other in words(page)]


def test_the_form_of_entries_has_fields_for_each_language(
    sheet: Sheet, signed_in: Callable[[str], Client], settings: Any
) -> None:
    client, here = signed_in("chief-referee"), reverse("floor:foul-catalogue", args=["small"])
    fields = re.findall(r'name="((?:name|about)_[^"]+)"', client.get(here).content.decode())
    assert fields == ["name_zh", "name_en", "name_ja", "about_zh", "about_en", "about_ja"]
    settings.LANGUAGES = [("en", "English"), ("fr", "Français")]
    page = client.get(here)
    assert re.findall(r'name="((?:name|about)_[^"]+)"', page.content.decode()) == [
        "name_en",
        "name_fr",
        "about_en",
        "about_fr",
    ]
    assert "Name in Français" in words(page)
    typed = {"code": "phone", "name_fr": "Téléphone", "scope": "hand", "effects": ["warning"], "points": 0}
    assert client.post(here, {**typed, "payee": "nobody"}).status_code == 302
    assert "Téléphone" in words(client.get(here))


def test_the_catalogue_shows_each_penalty_once(sheet: Sheet, signed_in: Callable[[str], Client]) -> None:
    page = words(signed_in("referee").get(reverse("floor:foul-catalogue", args=["small"])))
    assert "warning: warning" not in page
    assert "tile put back: warning taken into the hand: warning, dead hand" in page
    # The referee chooses the points of nine kinds (3.11.2.2); two more have them in their text.
    assert page.count("5 to 60 points") == 9 + 2
    assert "naming discards, talking. warning 5 to 60 points" in page
