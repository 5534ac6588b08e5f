"""Private values planted by tests, and searches for them in pages, files and tables."""

import io
import json
import re
import zipfile
from datetime import date
from typing import Any

from django.db import connection
from pypdf import PdfReader

#: Input of a registration: a child, so that a guardian is asked for.
FORM: dict[str, Any] = {
    "document": "P-7741-09",
    "mail": "p-7741@q9.cn",
    "birth_date": date(2014, 7, 19),
    "guardian_name": "G-7741-M",
    "guardian_contact": "139-7741-0009",
    "guardian_consent": True,
}
#: Private data of a person at the Desk.
PERSON = {"document": "E-5520-31", "contact": "138-5520-0031", "birth_date": "1931-08-23"}
#: Input of an applicant for a pin, and messages in both directions.
PIN = {"document": "D-8863-42", "contact": "137-8863-0042"}
MESSAGE, REQUEST, CLAIM = "M-8863-77", "R-8863-78", "C-8863-79"


def _dated(day: date) -> list[str]:
    """Return a day as papers and pages write it in three languages."""
    words = [f"{day:%B} {day.day}, {day.year}", f"{day:%b} {day.day}, {day.year}", f"{day.day} {day:%B} {day.year}"]
    figures = [f"{day.year}年{day.month}月{day.day}日", f"{day.day:02}/{day.month:02}/{day.year}"]
    return [*words, *figures, *(day.strftime(f"%Y{mark}%m{mark}%d") for mark in "-/."), f"{day:%m/%d/%Y}"]


def _told(values: dict[str, Any]) -> list[str]:
    days = [value if isinstance(value, date) else date.fromisoformat(value) for value in [values["birth_date"]]]
    return [value for value in values.values() if isinstance(value, str)] + _dated(days[0])


#: Group -> planted values: "form" (a registration), "person" (the Desk's data), "pin" (an application for a pin).
PLANTED = {
    "form": _told(FORM),
    "person": _told(PERSON),
    "pin": [*PIN.values(), MESSAGE, REQUEST, CLAIM],
}
_SOUGHT = {name: re.compile("|".join(map(re.escape, values))) for name, values in PLANTED.items()}


def planted_in(*texts: str) -> set[str]:
    """Return the groups of PLANTED with a value in the texts."""
    return {name for name, pattern in _SOUGHT.items() if any(pattern.search(text) for text in texts)}


def planted_in_file(data: bytes) -> set[str]:
    """Return the groups of PLANTED with a value in the file: text of a PDF, members of a workbook or archive."""
    if data.startswith(b"%PDF"):
        return planted_in(*(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages))
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return set().union(*(planted_in_file(archive.read(name)) for name in archive.namelist()))
    return planted_in(data.decode("utf-8", "replace"))


def planted_in_tables() -> set[str]:
    """Return the groups of PLANTED with a value in any cell of any table, as text or within JSON."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            for row in cursor.fetchall():
                found |= planted_in(*(cell if isinstance(cell, str) else json.dumps(cell, default=str) for cell in row))
    return found
