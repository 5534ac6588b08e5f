"""The texts of an announcement, also in a database that had a column for each language."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from common.actions.errors import Refused
from common.actions.permissions import system_actor
from tests.support.events import small_event
from tournament.clocks.models import Announcement
from tournament.clocks.services.announcements import announce

pytestmark = pytest.mark.database

BEFORE = [("tournament", "0016_a_draw_has_a_start"), ("scoring", "0015_protect_entries")]
TEXTS: list[dict[str, str]] = [
    {"zh": "午餐", "en": "Lunch", "ja": "昼食"},
    {"zh": "午餐"},
    {"en": "Lunch"},
    {"ja": "昼食"},
    {"zh": "午餐", "ja": "昼食"},
]


def stored() -> list[list[tuple[str, str]]]:
    """The texts of all announcements with the order of their languages."""
    return [list(row.texts.items()) for row in Announcement.objects.order_by("number")]


@pytest.mark.django_db(transaction=True)
def test_columns_become_texts_and_come_back() -> None:
    event = small_event()
    for number, texts in enumerate(TEXTS, start=1):
        Announcement.objects.create(event=event, number=number, texts=texts, from_at=datetime(2026, 5, 1, tzinfo=UTC))
    state = MigrationExecutor(connection)
    newest = state.loader.graph.leaf_nodes()
    try:
        state.migrate(BEFORE)
        old: Any = state.loader.project_state(BEFORE).apps.get_model("tournament", "Announcement")
        rows = old.objects.order_by("number").values("zh", "en", "ja")
        assert list(rows) == [{"zh": "", "en": "", "ja": ""} | texts for texts in TEXTS]
        old.objects.filter(number=2).update(en="Lunch now")
    finally:
        MigrationExecutor(connection).migrate(newest)
    assert stored() == [list(texts.items()) for texts in [TEXTS[0], {"zh": "午餐", "en": "Lunch now"}, *TEXTS[2:]]]


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
