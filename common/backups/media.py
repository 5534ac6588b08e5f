"""Store media files once each, under their digests, next to the backups that name them."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common.backups.generations import (
    FILES,
    PART,
    Fault,
    copy_and_hash,
    digest_of,
    generations,
    manifest_of,
    removed_if_failed,
    stored,
    sync_file,
)


def store_media(backup_folder: Path, media: Path, left_out: list[str]) -> Iterator[list[Any]]:
    """Store every media file that is not stored yet; yield [path, digest, size, time] of each.

    A file that the newest backup lists with the same size and time is not read again.
    """
    known = {(path, size, modified): digest for path, digest, size, modified in newest_media(backup_folder)}
    for file in sorted(media.rglob("*")):
        path = file.relative_to(media)
        if not file.is_file() or path.parts[0] in left_out:
            continue
        try:
            status = file.stat()
            figures = (path.as_posix(), status.st_size, status.st_mtime_ns)
            digest = known.get(figures)
            if digest is None or not has_stored(backup_folder, digest, status.st_size):
                digest = store(backup_folder, file)
        except FileNotFoundError:  # deleted meanwhile
            if not backup_folder.is_dir():
                raise
            continue
        yield [figures[0], digest, *figures[1:]]


def newest_media(backup_folder: Path) -> list[list[Any]]:
    """Return the list of media in the newest readable backup."""
    for path in generations(backup_folder):
        try:
            return list(manifest_of(path)["media"])
        except Fault:
            continue
    return []


def has_stored(backup_folder: Path, digest: str, size: int) -> bool:
    """Return whether the media file is stored with this size."""
    try:
        return stored(backup_folder, digest).stat().st_size == size
    except FileNotFoundError:
        return False


def store(backup_folder: Path, file: Path) -> str:
    """Write one media file under its digest, after reading it back; return the digest."""
    part = backup_folder / FILES / f"{os.getpid()}{PART}"
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with removed_if_failed(part):
        with file.open("rb") as source, os.fdopen(descriptor, "wb") as target:
            digest = copy_and_hash(source, target)
            sync_file(target)
        with part.open("rb") as back:
            if digest_of(back) != digest:
                raise Fault("damaged", file.name)
        stored(backup_folder, digest).parent.mkdir(mode=0o700, exist_ok=True)
        part.replace(stored(backup_folder, digest))
    return digest
