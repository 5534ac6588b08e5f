"""Announcements of a database that had a column for each language."""

from datetime import UTC, datetime
from typing import Any

from django.db.migrations.state import StateApps

from tests.earlier_databases.walking import Stop
from tests.support.events import small_event
from tournament.clocks.models import Announcement

SLUG = "announcements"
TEXTS: list[dict[str, str]] = [
    {"zh": "午餐", "en": "Lunch", "ja": "昼食"},
    {"zh": "午餐"},
    {"en": "Lunch"},
    {"ja": "昼食"},
    {"zh": "午餐", "ja": "昼食"},
]


def fill() -> None:
    event = small_event(SLUG)
    for number, texts in enumerate(TEXTS, start=1):
        Announcement.objects.create(event=event, number=number, texts=texts, from_at=datetime(2026, 5, 1, tzinfo=UTC))


def read_columns(apps: StateApps) -> list[dict[str, str]]:
    """Return the texts of each announcement by column, and change one."""
    old: Any = apps.get_model("tournament", "Announcement")
    announcements = old.objects.filter(event__slug=SLUG)
    columns = list(announcements.order_by("number").values("zh", "en", "ja"))
    announcements.filter(number=2).update(en="Lunch now")
    return columns


def stored() -> list[list[tuple[str, str]]]:
    """Return the texts of each announcement in the order of their languages."""
    return [list(row.texts.items()) for row in Announcement.objects.filter(event__slug=SLUG).order_by("number")]


STOP = Stop(
    migrations=[("tournament", "0016_a_draw_has_a_start"), ("scoring", "0015_protect_entries")],
    fill=fill,
    read_earlier=read_columns,
    read_now=stored,
)
