"""Limits of an uploaded workbook, and the process that reads it."""

import io
import json
import subprocess
import sys
import zipfile
from typing import Any

from django.conf import settings

MOST_BYTES = 10_000_000
MOST_ENTRIES = 200
MOST_UNPACKED = 100_000_000
#: Time limit in seconds; a list of 20,000 rows takes about three.
MOST_SECONDS = 20


class WorkbookError(Exception):
    """A workbook that could not be read; ``code`` is the reason, ``figures`` the values for its message."""

    def __init__(self, code: str, **figures: Any) -> None:
        super().__init__(code)
        self.code = code
        self.figures = figures


def read_workbook(data: bytes, seconds: float = MOST_SECONDS) -> list[dict[str, Any]]:
    """Return the sheets of a workbook: ``{"name": …, "rows": [[text, …], …]}``, row 1 first.

    Cells merged downwards all hold the text of the first. Whole numbers have no decimal point and dates are ISO. A
    formula is never calculated: its text is returned. Raises WorkbookError.
    """
    _check(data)
    command = [sys.executable, "-m", "common.files.workbooks.worker"]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, cwd=settings.BASE_DIR)
    except subprocess.TimeoutExpired:
        raise WorkbookError("too_slow", seconds=seconds) from None
    if done.returncode:
        raise WorkbookError("broken_workbook")
    answer = json.loads(done.stdout)
    if "error" in answer:
        raise WorkbookError(answer.pop("error"), **answer)
    sheets: list[dict[str, Any]] = answer["sheets"]
    return sheets


def _check(data: bytes) -> None:
    """Refuse a workbook that unpacks to too much, by the archive's directory, before anything is unpacked."""
    if len(data) > MOST_BYTES:
        raise WorkbookError("too_large", most=MOST_BYTES // 1_000_000)
    try:
        entries = zipfile.ZipFile(io.BytesIO(data)).infolist()
    # zipfile raises NotImplementedError for an archive of a newer format version.
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        raise WorkbookError("broken_workbook") from None
    if len(entries) > MOST_ENTRIES:
        raise WorkbookError("too_many_parts", most=MOST_ENTRIES)
    # zipfile never reads more bytes of a part than this directory declares.
    if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
        raise WorkbookError("unpacks_too_large", most=MOST_UNPACKED // 1_000_000)
    if any(entry.flag_bits & 1 for entry in entries):
        raise WorkbookError("locked_workbook")
