"""The process that makes one backup: told what in JSON on its standard input, it answers in JSON.

``python -m common.backups.worker``; its input stays open as long as somebody waits for the answer. It alone touches
the stick: where that hangs or is pulled out, nothing else stops. A backup bears its name only once it was read back and
found whole; one that is killed before leaves a part, which a later one removes.
"""

import json
import os
import shutil
import sqlite3
import sys
import tempfile
import threading
import time
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from common.backups import databases
from common.backups.generations import (
    DATABASES,
    FILES,
    FORMAT,
    MANIFEST,
    NAME_TIME,
    PART,
    PLACE,
    Fault,
    copied,
    digest_of,
    extracted,
    faults_of,
    generations,
    kept,
    kept_names,
    manifest_of,
    stored,
    time_of,
)

#: Seconds that a backup may take; then its process is killed.
MOST_SECONDS = 300
#: Bytes that this machine's disk keeps free beside the copies.
ROOM_LEFT = 50_000_000
#: What stands beside the backups, for whoever finds the stick.
LEAFLET = "READ-ME.txt"
LEAFLET_TEXT = """Pinju 品局: backups · 备份 · バックアップ

To go on with another laptop:  python3 pinju.py restore PATH-OF-THIS-FOLDER
换一台电脑继续：              python3 pinju.py restore 本文件夹的路径
別のパソコンで続けるには：      python3 pinju.py restore このフォルダのパス

Keep it safe: these files hold everything, private data and the keys to it too.
请妥善保管：这些文件包含一切，也包含个人资料及其密钥。
大切に保管してください：個人情報とその鍵を含む、すべてが入っています。
"""


def back_up(asked: dict[str, Any]) -> dict[str, Any]:
    """Make, verify and name one backup, remove what is too old; what to tell. Raises Fault."""
    place = open_place(Path(asked["folder"]), make=asked["first"])
    with work_folder(Path(asked["home"]) / "backup-work") as work, faults_of("failed"):
        remove_old([*place.glob(f"*{PART}"), *(place / FILES).glob(f"*{PART}")])
        copy = work / "copy"
        copy_here(asked["database"], copy)
        media = list(store_media(place, Path(asked["media"]), asked["left_out"]))
        name = next_name(place, datetime.fromisoformat(asked["at"]))
        part = place / (name + PART)
        with removed_if_failed(part):
            write(part, copy, media, asked)
            digest = verify(part, work / "back", asked["database"])
            part.rename(place / name)
        kept_names(place)
        prune(place, asked["keep"])
        answer = {"name": name, "bytes": (place / name).stat().st_size, "digest": digest}
    return answer


def open_place(folder: Path, *, make: bool) -> Path:
    """The folder of the backups; only the first backup into a chosen folder makes it.

    So an empty mount point, or another stick, is not taken for the chosen one.
    """
    place = folder / PLACE
    with faults_of("failed"):
        if not folder.is_dir():
            raise Fault("gone")
        if not place.is_dir():
            if not make:
                raise Fault("other")
            place.mkdir(mode=0o700)
        (place / FILES).mkdir(mode=0o700, exist_ok=True)
        (place / LEAFLET).write_text(LEAFLET_TEXT, encoding="utf-8")
    return place


def next_name(place: Path, at: datetime) -> str:
    """The name of a backup made at this moment (UTC), after all others: a clock set back makes no backup an old one."""
    newest = max((time_of(path) for path in generations(place)[:1]), default=at)
    return f"pinju-{max(at, newest + timedelta(microseconds=1)):{NAME_TIME}}.zip"


@contextmanager
def work_folder(home: Path) -> Iterator[Path]:
    """A folder of one's own on this machine; what killed ones left in theirs is removed."""
    home.mkdir(mode=0o700, exist_ok=True)
    remove_old(home.iterdir())
    with tempfile.TemporaryDirectory(dir=home) as work:
        yield Path(work)


def copy_here(database: dict[str, Any], copy: Path) -> None:
    """Copy the database to this machine's disk; Fault("here") if that has no room for it and for reading it back."""
    try:
        databases.copy_database(database, copy)
        if shutil.disk_usage(copy.parent).free < copy.stat().st_size + ROOM_LEFT:
            raise Fault("here_full")
    except (OSError, sqlite3.Error) as error:
        raise Fault("here", str(error)) from error


def write(part: Path, copy: Path, media: list[list[Any]], asked: dict[str, Any]) -> None:
    """Write database, secrets and the list of media to the unfinished backup, out to the device."""
    kind = asked["database"]["kind"]
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w+b") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
            with copy.open("rb") as source, archive.open(DATABASES[kind], "w", force_zip64=True) as target:
                digest = copied(source, target)
            manifest = {"format": FORMAT, "at": asked["at"], "kind": kind, "database": digest, "media": media}
            manifest["secrets"] = sorted(asked["secrets"])
            for name, text in sorted(asked["secrets"].items()):
                archive.writestr(name, text)
            archive.writestr(MANIFEST, json.dumps(manifest))
        kept(file)


def verify(part: Path, back: Path, database: dict[str, Any]) -> str:
    """Read it back from the device: everything as written, the database whole, its chains those of the live one.

    The digest of the file. Raises Fault.
    """
    manifest = manifest_of(part)
    with zipfile.ZipFile(part) as archive:
        if bad := archive.testzip():
            raise Fault("damaged", bad)
        extracted(archive, DATABASES[manifest["kind"]], manifest["database"], back)
    databases.compare_ends(database, databases.check_database(manifest["kind"], back))
    with part.open("rb") as file:
        return digest_of(file)


def store_media(place: Path, media: Path, left_out: list[str]) -> Iterator[list[Any]]:
    """Store every file of the media not there yet; [path, digest, size, time] of each.

    A file that the newest backup knows with this size and time is not read again.
    """
    known = {(path, size, at): digest for path, digest, size, at in newest_media(place)}
    for file in sorted(media.rglob("*")):
        path = file.relative_to(media)
        if not file.is_file() or path.parts[0] in left_out:
            continue
        try:
            about = file.stat()
            figures = (path.as_posix(), about.st_size, about.st_mtime_ns)
            digest = known.get(figures)
            if digest is None or not has_stored(place, digest, about.st_size):
                digest = store(place, file)
        except FileNotFoundError:  # deleted meanwhile, with what named it
            if not place.is_dir():
                raise
            continue
        yield [figures[0], digest, *figures[1:]]


def newest_media(place: Path) -> list[list[Any]]:
    """The list of media in the newest backup that can be read."""
    for path in generations(place):
        try:
            return list(manifest_of(path)["media"])
        except Fault:
            continue
    return []


def has_stored(place: Path, digest: str, size: int) -> bool:
    """Whether the file is there, as long as it should be."""
    try:
        return stored(place, digest).stat().st_size == size
    except FileNotFoundError:
        return False


def store(place: Path, file: Path) -> str:
    """Write one media file under its digest, read back before it bears that name; the digest."""
    part = place / FILES / f"{os.getpid()}{PART}"
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with removed_if_failed(part):
        with file.open("rb") as source, os.fdopen(descriptor, "wb") as target:
            digest = copied(source, target)
            kept(target)
        with part.open("rb") as back:
            if digest_of(back) != digest:
                raise Fault("damaged", file.name)
        stored(place, digest).parent.mkdir(mode=0o700, exist_ok=True)
        part.replace(stored(place, digest))
    return digest


@contextmanager
def removed_if_failed(part: Path) -> Iterator[None]:
    """Remove the unfinished file, which takes room, if what is done with it fails."""
    try:
        yield
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def remove_old(paths: Iterable[Path]) -> None:
    """Remove what killed backups left; one that runs beside this keeps its own, which is younger than any may take."""
    limit = time.time() - 2 * MOST_SECONDS
    for path in paths:
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < limit:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def prune(place: Path, keep: int) -> None:
    """Keep the newest so many backups, and the media that one of them names."""
    found = generations(place)
    if len(found) <= keep:
        return
    for path in found[keep:]:
        path.unlink()
    try:
        named = {digest for path in found[:keep] for _path, digest, *_ in manifest_of(path)["media"]}
    except Fault:  # a damaged one may name any: nothing is removed
        return
    for path in (place / FILES).glob("??/*"):
        if path.name not in named:
            path.unlink()


def end_with_parent() -> None:
    """End this process as soon as nobody waits for its answer."""
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Answer {"name", "bytes", "digest"} or {"fault", "detail"}."""
    asked = json.loads(sys.stdin.readline())
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        answer = back_up(asked)
    except Fault as fault:
        answer = {"fault": fault.code, "detail": fault.detail}
    sys.stdout.write(json.dumps(answer))
    sys.stdout.flush()
    os._exit(0)  # the thread still reads


if __name__ == "__main__":
    main()
