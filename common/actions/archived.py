"""Read and write the files of archived audit entries: gzip, one JSON value a line.

The first line is the header with the chain, the year and the numbers; then each entry as `AuditEntry.content` with its
``hash``; the last line is the signature over the SHA-256 of the lines before it, which anybody can check offline.
"""

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.utils.translation import gettext as _

from common.actions.errors import Refused
from common.actions.models.archives import AuditArchive
from common.privacy.signing_keys import current_key, is_genuine, public_keys, sign

FORMAT = "pinju-audit-archive/1"
FOLDER = "audit-archives"


class Damaged(Exception):
    """The file differs from what was archived."""


def write(file: IO[bytes], header: dict[str, Any], entries: Iterable[dict[str, Any]]) -> None:
    """Write an archive with its signature to ``file``."""
    folder, digest = Path(settings.CERTIFICATE_KEYS), hashlib.sha256()
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed:
        for value in ({"format": FORMAT, **header}, *entries):
            line = _line(value)
            digest.update(line)
            packed.write(line)
        key = current_key(folder)
        signature = sign(folder, key, digest.hexdigest().encode()).hex()
        packed.write(_line({"key": key, "public_key": public_keys(folder)[key], "signature": signature}))


def read(file: IO[bytes]) -> Iterator[dict[str, Any]]:
    """Yield the header, the entries and the signature of an archive, which is checked at the end. Raises Damaged."""
    digest, value = hashlib.sha256(), {}
    try:
        with gzip.GzipFile(fileobj=file) as packed:
            for number, line in enumerate(packed):
                value = json.loads(line)
                if not number and value["format"] != FORMAT:
                    raise Damaged
                if "signature" not in value:
                    digest.update(line)
                yield value
        signature = bytes.fromhex(value["signature"])
    except (OSError, EOFError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise Damaged from error
    if not is_genuine(value["public_key"], digest.hexdigest().encode(), signature):
        raise Damaged


def is_as_written(archive: AuditArchive) -> bool:
    """Return whether the bytes of the file are those that were written. Raises FileNotFoundError."""
    with default_storage.open(file_name_of(archive)) as file:
        return _digest(file) == archive.digest


def file_name_of(archive: AuditArchive) -> str:
    """Return the name of the file in the storage."""
    return f"{FOLDER}/{archive.name}"


def entries_of(archive: AuditArchive) -> Iterator[dict[str, Any]]:
    """Yield the archived entries. Raises Refused, with a sentence, if the file is missing or is not the one written."""
    file_name = file_name_of(archive)
    try:
        with default_storage.open(file_name) as file:
            if _digest(file) != archive.digest:
                raise Damaged
            file.seek(0)
            yield from (value for value in read(file) if "hash" in value)
    except (FileNotFoundError, Damaged) as error:
        figures = {
            "chain": archive.ledger.name,
            "first": archive.first_seq,
            "last": archive.last_seq,
            "file": file_name,
        }
        text = _(
            "%(chain)s: the file with the archived entries %(first)d to %(last)d is missing or damaged. Copy "
            "%(file)s from a backup."
        )
        raise Refused(text % figures) from error


def _digest(file: "File[Any]") -> str:
    return hashlib.file_digest(file, "sha256").hexdigest()


def _line(value: dict[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
