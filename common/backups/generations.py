"""What lies in the folder of the backups: one file for each, the newest last by name, and the media beside them."""

import errno
import hashlib
import json
import os
import re
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

#: The folder made in the chosen one; where it is missing, another stick is in, or none.
PLACE = "pinju-backup"
FILES = "files"
NAME = re.compile(r"pinju-\d{8}-\d{6}-\d{6}\.zip")
NAME_TIME = "%Y%m%d-%H%M%S-%f"
MANIFEST, FORMAT = "manifest.json", "pinju-backup/1"
#: What a database is called in a backup, by its kind.
DATABASES = {"sqlite": "pinju.sqlite3", "postgresql": "pinju.dump"}
PART = ".part"
BLOCK = 1 << 20
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
GONE = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR, errno.ESTALE}
CLOSED = {errno.EROFS, errno.EACCES, errno.EPERM}


class Fault(Exception):
    """Why there is no backup, or none that can be read: a code for the Desk's sentence, and a detail."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code, self.detail = code, detail[:200]


@contextmanager
def faults_of(code: str) -> Iterator[None]:
    """Turn what the system refuses into a Fault: "full", "gone", "closed", else ``code`` with the system's words."""
    try:
        yield
    except OSError as error:
        kinds = [("full", FULL), ("gone", GONE), ("closed", CLOSED)]
        found = next((name for name, numbers in kinds if error.errno in numbers), code)
        raise Fault(found, error.strerror or str(error)) from error
    except zipfile.BadZipFile as error:
        raise Fault(code, str(error)) from error


def generations(place: Path) -> list[Path]:
    """The finished backups in the folder, the newest first; empty if it is not there."""
    try:
        return sorted((path for path in place.iterdir() if NAME.fullmatch(path.name)), reverse=True)
    except OSError:
        return []


def time_of(path: Path) -> datetime:
    """The moment (UTC) in the name of a finished backup."""
    return datetime.strptime(path.name, f"pinju-{NAME_TIME}.zip").replace(tzinfo=UTC)


def manifest_of(path: Path) -> dict[str, Any]:
    """What a backup says it holds. Raises Fault("damaged") if it cannot be read or is of another format."""
    with faults_of("damaged"), zipfile.ZipFile(path) as archive:
        try:
            manifest = json.loads(archive.read(MANIFEST))
        except (KeyError, ValueError) as error:
            raise Fault("damaged", path.name) from error
    if manifest.get("format") != FORMAT:
        raise Fault("damaged", f"{path.name}: {manifest.get('format')}")
    return dict(manifest)


def stored(place: Path, digest: str) -> Path:
    """Where the media file with this digest lies."""
    return place / FILES / digest[:2] / digest


def copied(source: IO[bytes], target: IO[bytes]) -> str:
    """Copy, and give the SHA-256 of what was copied."""
    found = hashlib.sha256()
    while block := source.read(BLOCK):
        found.update(block)
        target.write(block)
    return found.hexdigest()


def digest_of(source: IO[bytes]) -> str:
    """The SHA-256 of what is left to read."""
    found = hashlib.sha256()
    while block := source.read(BLOCK):
        found.update(block)
    return found.hexdigest()


def kept(file: IO[bytes]) -> None:
    """Have the system write the file out and forget it, so that the next reading comes from the device itself."""
    file.flush()
    os.fsync(file.fileno())
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def kept_names(folder: Path) -> None:
    """Have the system write out which names the folder holds, where it can."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        except OSError as error:  # some file systems of sticks cannot
            if error.errno not in {errno.EINVAL, errno.ENOTSUP}:
                raise
        finally:
            os.close(descriptor)


def extracted(archive: zipfile.ZipFile, name: str, digest: str, target: Path) -> None:
    """Unpack a member to a file that its owner alone reads. Raises Fault("damaged") if it is not as it was written."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with faults_of("damaged"), archive.open(name) as source, os.fdopen(descriptor, "wb") as file:
        if copied(source, file) != digest:
            raise Fault("damaged", name)
