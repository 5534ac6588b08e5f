"""The texts of an announcement, also in a database that had a column for each language."""

from typing import Any

import pytest

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from tests.support.events import small_event
from tournament.clocks.models import Announcement
from tournament.clocks.services.announcements import announce

pytestmark = pytest.mark.database


def stored() -> list[list[tuple[str, str]]]:
    """The texts of all announcements with the order of their languages."""
    return [list(row.texts.items()) for row in Announcement.objects.order_by("number")]


@pytest.mark.django_db
def test_the_database_gives_the_languages_in_their_order() -> None:
    announce(system_actor("x"), small_event(), texts={"ja": "昼食", "en": "Lunch", "zh": "午餐"})
    assert stored() == [[("zh", "午餐"), ("en", "Lunch"), ("ja", "昼食")]]


@pytest.mark.django_db
@pytest.mark.parametrize("texts", [{}, {"en": " \n"}, {"fr": "Midi"}, {"en": "Lunch", "fr": "Midi"}, {"en": "x" * 301}])
def test_an_announcement_needs_a_text_in_a_known_language(texts: dict[str, str]) -> None:
    with pytest.raises(Refused):
        announce(system_actor("x"), small_event(), texts=texts)
    assert stored() == []


@pytest.mark.django_db
def test_a_language_of_the_settings_needs_nothing_else(settings: Any) -> None:
    settings.LANGUAGES = [*settings.LANGUAGES, ("fr", "Français")]
    announce(system_actor("x"), small_event(), texts={"fr": "Midi", "en": "Lunch"})
    assert stored() == [[("en", "Lunch"), ("fr", "Midi")]]
