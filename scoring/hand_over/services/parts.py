"""The parts of a file that another installation sends: kept as stored files until the file is whole."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile
from typing import IO

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.utils.translation import gettext as _

from common.actions.errors import Refused
from common.stored_files import file_content, keep_file, names_in
from scoring.hand_over.models import HandOver
from scoring.hand_over.rules.parts import received_in_order

#: The folder of the parts; what is left there is deleted after a day.
PARTS = "hand-over-parts"


def received_parts(row: HandOver, digest: str) -> int:
    """Return how many parts, from the first on, are here of the file with this SHA-256."""
    start = _name(row, digest, "")
    numbers = (name.removeprefix(start) for name in names_in(PARTS) if name.startswith(start))
    return received_in_order({int(number) for number in numbers if number.isdecimal()})


def keep_part(row: HandOver, digest: str, number: int, content: bytes) -> None:
    """Keep a part; one that is here already stays. Parts of other files are deleted: a key fills no disk."""
    _delete(row, lambda name: not name.startswith(_name(row, digest, "")))
    name = f"{PARTS}/{_name(row, digest, number)}"
    if not default_storage.exists(name):
        keep_file(name, ContentFile(content))


@contextmanager
def joined_parts(row: HandOver, digest: str, count: int) -> Iterator[IO[bytes]]:
    """Yield the parts as one temporary file; Refused if one is missing, or they make a file with another SHA-256."""
    with TemporaryFile() as file:
        try:
            for number in range(count):
                file.write(file_content(f"{PARTS}/{_name(row, digest, number)}"))
        except FileNotFoundError:
            raise Refused(_("a part of the file is missing.")) from None
        file.seek(0)
        if hashlib.file_digest(file, "sha256").hexdigest() != digest:
            delete_parts(row)
            raise Refused(_("the parts make another file."))
        file.seek(0)
        yield file


def delete_parts(row: HandOver) -> None:
    """Delete every part that is here for the hand-over."""
    _delete(row, lambda _: True)


def _delete(row: HandOver, unwanted: Callable[[str], bool]) -> None:
    for name in names_in(PARTS):
        if name.startswith(row.uid.hex) and unwanted(name):
            default_storage.delete(f"{PARTS}/{name}")


def _name(row: HandOver, digest: str, number: int | str) -> str:
    return f"{row.uid.hex}-{digest[:16]}-{number}"
