"""Phones, and the texts of pages and papers."""

import io
import re
from html import unescape
from typing import Any

from pypdf import PdfReader

from common.actions.permissions import system_actor
from scoring.sheets.models.sheets import Sheet

CHIEF = system_actor("赵敏")


def slug(sheet: Sheet) -> str:
    return sheet.table.session.event.slug


def words(page: Any) -> str:
    text = re.sub(r"(?s)<(script|style|head).*?</\1>|<[^>]+>", " ", page.content.decode())
    return " ".join(unescape(text).split())


def text_of(pdf: bytes) -> str:
    return " ".join(" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages)
