"""The limits of a picture, and the process that makes it anew."""

import subprocess
import sys

from django.conf import settings

MOST_BYTES = 10_000_000
#: Seconds; the largest picture within the limits takes about two.
MOST_SECONDS = 20


class PictureError(Exception):
    """A picture that was not taken; ``code``: too_large, too_many_pixels, too_many_pages, locked, unknown, too_slow."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def clean_picture(data: bytes, seconds: float = MOST_SECONDS) -> tuple[str, bytes]:
    """The kind ("jpeg" or "pdf") and the bytes of a JPEG, PNG or PDF without its metadata.

    A picture is turned upright, scaled down and written as JPEG from its pixels alone, so nothing of where, when and
    with what it was taken is left; a PDF keeps its pages and loses title, author and the like, and the photos in it
    lose what they tell. Raises PictureError.
    """
    if len(data) > MOST_BYTES:
        raise PictureError("too_large")
    command = [sys.executable, "-m", "common.files.pictures.worker"]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=seconds, cwd=settings.BASE_DIR)
    except subprocess.TimeoutExpired:
        raise PictureError("too_slow") from None
    head, _line, body = done.stdout.partition(b"\n")
    said, _space, what = head.decode("ascii", "replace").partition(" ")
    if done.returncode or said != "ok":
        raise PictureError(what if said == "refused" else "unknown")
    return what, body
