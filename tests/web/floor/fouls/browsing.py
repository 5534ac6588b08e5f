"""The text of a page, and the address of the page that records a foul."""

from typing import Any

from django.urls import reverse

from scoring.sheets.models.sheets import Sheet
from tests.support.page_reading import visible_text


def words(page: Any) -> str:
    return visible_text(page.text)


def address(sheet: Sheet, **chosen: Any) -> str:
    slug, session = sheet.table.session.event.slug, sheet.table.session.number
    query = "&".join(f"{name}={value}" for name, value in chosen.items())
    return reverse("floor:foul-table", args=[slug, session, sheet.table.number]) + (f"?{query}" if query else "")
