"""Limits of an uploaded picture, and the process that removes its metadata."""

import subprocess
import sys

from django.conf import settings

MOST_BYTES = 10_000_000
#: A paper is legible at this many pixels along its longer side.
LONGER_SIDE = 2_400
#: Time limit in seconds; the largest picture within the limits takes about two.
MOST_SECONDS = 20


class PictureError(Exception):
    """A refused picture; ``code``: too_large, too_many_pixels, too_many_pages, locked, unknown, too_slow."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean_picture(data: bytes, seconds: float = MOST_SECONDS, *, longer_side: int = LONGER_SIDE) -> tuple[str, bytes]:
    """Return the kind ("jpeg" or "pdf") and the bytes of a JPEG, PNG or PDF without its metadata.

    A picture is turned upright, scaled down to ``longer_side`` pixels and written as JPEG from its pixels alone, so
    that no place, time or device remains. A PDF keeps its pages and loses title, author and attachments; its photos
    lose their metadata. Raises PictureError.
    """
    if len(data) > MOST_BYTES:
        raise PictureError("too_large")
    command = [sys.executable, "-m", "common.files.pictures.worker", str(longer_side)]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, cwd=settings.BASE_DIR)
    except subprocess.TimeoutExpired:
        raise PictureError("too_slow") from None
    status_line, _line, body = done.stdout.partition(b"\n")
    status, _space, detail = status_line.decode("ascii", "replace").partition(" ")
    if done.returncode or status != "ok":
        raise PictureError(detail if status == "refused" else "unknown")
    return detail, body
