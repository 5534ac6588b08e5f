"""Phones, and the texts of pages and papers."""

import io
from typing import Any

from pypdf import PdfReader

from common.actions.permissions import system_actor
from scoring.sheets.models.sheets import Sheet
from tests.support.page_reading import visible_text

CHIEF = system_actor("赵敏")


def slug(sheet: Sheet) -> str:
    return sheet.table.session.event.slug


def words(page: Any) -> str:
    return visible_text(page.text)


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages)
