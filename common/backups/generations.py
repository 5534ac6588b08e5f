"""The folder of the backups: one file per backup, named by its time, and the media files."""

import errno
import hashlib
import json
import os
import re
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

#: The subfolder of the chosen folder; if it is missing, another stick is plugged in, or none.
SUBFOLDER = "pinju-backup"
FILES = "files"
NAME = re.compile(r"pinju-\d{8}-\d{6}-\d{6}\.zip")
NAME_TIME = "%Y%m%d-%H%M%S-%f"
MANIFEST, FORMAT = "manifest.json", "pinju-backup/1"
#: Name of the database in a backup, by its kind.
DATABASES = {"sqlite": "pinju.sqlite3", "postgresql": "pinju.dump"}
PART = ".part"
BLOCK = 1 << 20
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
GONE = {errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.ENOTDIR, errno.ESTALE}
CLOSED = {errno.EROFS, errno.EACCES, errno.EPERM}


class Fault(Exception):
    """The reason why a backup was not made or cannot be read: a code, which the Desk translates, and a detail."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code, self.detail = code, detail[:200]


@contextmanager
def faults_of(code: str) -> Iterator[None]:
    """Turn an error of the system into a Fault: "full", "gone", "closed", else ``code``, with the system's message."""
    try:
        yield
    except OSError as error:
        kinds = [("full", FULL), ("gone", GONE), ("closed", CLOSED)]
        fault_code = next((name for name, numbers in kinds if error.errno in numbers), code)
        raise Fault(fault_code, error.strerror or str(error)) from error
    except (zipfile.BadZipFile, zlib.error) as error:
        raise Fault(code, str(error)) from error


def generations(backup_folder: Path) -> list[Path]:
    """Return the finished backups in the folder, newest first; empty if the folder is missing."""
    try:
        return sorted((path for path in backup_folder.iterdir() if NAME.fullmatch(path.name)), reverse=True)
    except OSError:
        return []


def time_of(path: Path) -> datetime:
    """Return the moment (UTC) in the name of a finished backup."""
    return datetime.strptime(path.name, f"pinju-{NAME_TIME}.zip").replace(tzinfo=UTC)


def manifest_of(path: Path) -> dict[str, Any]:
    """Return the manifest of a backup. Raises Fault("damaged") if it is unreadable or has another format."""
    with faults_of("damaged"), zipfile.ZipFile(path) as archive:
        try:
            manifest = json.loads(archive.read(MANIFEST))
        except (KeyError, ValueError) as error:
            raise Fault("damaged", path.name) from error
    if manifest.get("format") != FORMAT:
        raise Fault("damaged", f"{path.name}: {manifest.get('format')}")
    return dict(manifest)


def stored(backup_folder: Path, digest: str) -> Path:
    """Return the path of the media file with this digest."""
    return backup_folder / FILES / digest[:2] / digest


def copy_and_hash(source: IO[bytes], target: IO[bytes]) -> str:
    """Copy the rest of the stream; return the SHA-256 of the copied bytes."""
    digest = hashlib.sha256()
    while block := source.read(BLOCK):
        digest.update(block)
        target.write(block)
    return digest.hexdigest()


def digest_of(source: IO[bytes]) -> str:
    """Return the SHA-256 of the rest of the stream."""
    digest = hashlib.sha256()
    while block := source.read(BLOCK):
        digest.update(block)
    return digest.hexdigest()


def sync_file(file: IO[bytes]) -> None:
    """Flush the file to the device and drop it from the cache, so that the next read comes from the device."""
    file.flush()
    os.fsync(file.fileno())
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def sync_folder(folder: Path) -> None:
    """Flush the directory entries of the folder, where the system can."""
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
    """Unpack a member to a file that only its owner can read. Raises Fault("damaged") if its digest differs."""
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with faults_of("damaged"), archive.open(name) as source, os.fdopen(descriptor, "wb") as file:
        if copy_and_hash(source, file) != digest:
            raise Fault("damaged", name)


@contextmanager
def removed_if_failed(part: Path) -> Iterator[None]:
    """Remove the unfinished file, which takes up space, if the block fails."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise
