"""The process that makes one backup: reads a JSON request from standard input and prints a JSON answer.

``python -m common.backups.worker``. Its input stays open while the caller waits for the answer. Only this process
touches the stick: if the stick hangs or is pulled out, nothing else blocks. A backup gets its name only after it was
read back and verified. A killed process leaves a partial file, which a later one removes.
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
    SUBFOLDER,
    Fault,
    copy_and_hash,
    digest_of,
    extracted,
    faults_of,
    generations,
    manifest_of,
    removed_if_failed,
    sync_file,
    sync_folder,
    time_of,
)
from common.backups.media import store_media
from launcher.paths import PROGRAM

#: Time limit of a backup in seconds; then its process is killed.
MOST_SECONDS = 300
#: Bytes to leave free on this machine's disk next to the copies.
ROOM_LEFT = 50_000_000
#: A leaflet in the backup folder, for the finder of the stick.
LEAFLET = "READ-ME.txt"
LEAFLET_TEXT = """Pinju 品局: backups · 备份 · バックアップ

To go on with another laptop:  {program} restore PATH-OF-THIS-FOLDER
换一台电脑继续：              {program} restore 本文件夹的路径
別のパソコンで続けるには：      {program} restore このフォルダのパス

Keep it safe: these files hold everything, private data and the keys to it too.
请妥善保管：这些文件包含一切，也包含个人资料及其密钥。
大切に保管してください：個人情報とその鍵を含む、すべてが入っています。
"""


def back_up(request: dict[str, Any]) -> dict[str, Any]:
    """Make, verify and name one backup, and remove old ones. Returns name, size and digest. Raises Fault."""
    backup_folder = open_backup_folder(Path(request["folder"]), make=request["first"])
    with work_folder(Path(request["home"]) / "backup-work") as work, faults_of("failed"):
        remove_old([*backup_folder.glob(f"*{PART}"), *(backup_folder / FILES).glob(f"*{PART}")])
        copy = work / "copy"
        copy_here(request["database"], copy)
        media = list(store_media(backup_folder, Path(request["media"]), request["left_out"]))
        name = next_name(backup_folder, datetime.fromisoformat(request["at"]))
        part = backup_folder / (name + PART)
        with removed_if_failed(part):
            write(part, copy, media, request)
            digest = verify(part, work / "back", request["database"])
            part.rename(backup_folder / name)
        sync_folder(backup_folder)
        prune(backup_folder, request["keep"])
        size = (backup_folder / name).stat().st_size
    return {"name": name, "bytes": size, "digest": digest}


def open_backup_folder(folder: Path, *, make: bool) -> Path:
    """Return the folder of the backups; only the first backup into a chosen folder creates it.

    So an empty mount point, or another stick, is not mistaken for the chosen one.
    """
    backup_folder = folder / SUBFOLDER
    with faults_of("failed"):
        if not folder.is_dir():
            raise Fault("gone")
        if not backup_folder.is_dir():
            if not make:
                raise Fault("other")
            backup_folder.mkdir(mode=0o700)
        (backup_folder / FILES).mkdir(mode=0o700, exist_ok=True)
        (backup_folder / LEAFLET).write_text(LEAFLET_TEXT.format(program=PROGRAM), encoding="utf-8")
    return backup_folder


def next_name(backup_folder: Path, moment: datetime) -> str:
    """Return the name of a backup made at this moment (UTC).

    It sorts after all earlier names, even if the clock was set back.
    """
    newest = max((time_of(path) for path in generations(backup_folder)[:1]), default=moment)
    return f"pinju-{max(moment, newest + timedelta(microseconds=1)):{NAME_TIME}}.zip"


@contextmanager
def work_folder(home: Path) -> Iterator[Path]:
    """Yield a temporary folder on this machine, and remove the folders of killed processes."""
    home.mkdir(mode=0o700, exist_ok=True)
    remove_old(home.iterdir())
    with tempfile.TemporaryDirectory(dir=home) as work:
        yield Path(work)


def copy_here(database: dict[str, Any], copy: Path) -> None:
    """Copy the database to this machine's disk.

    Raises Fault("here_full") if the disk has no room for the copy and for reading it back, Fault("here") if the copy
    fails.
    """
    try:
        databases.copy_database(database, copy)
        if shutil.disk_usage(copy.parent).free < copy.stat().st_size + ROOM_LEFT:
            raise Fault("here_full")
    except (OSError, sqlite3.Error) as error:
        raise Fault("here", str(error)) from error


def write(part: Path, copy: Path, media: list[list[Any]], request: dict[str, Any]) -> None:
    """Write database, secrets and list of media to the unfinished backup, flushed to the device."""
    kind = request["database"]["kind"]
    descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w+b") as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
            with copy.open("rb") as source, archive.open(DATABASES[kind], "w", force_zip64=True) as target:
                digest = copy_and_hash(source, target)
            manifest = {"format": FORMAT, "at": request["at"], "kind": kind, "database": digest, "media": media}
            manifest["secrets"] = sorted(request["secrets"])
            for name, text in sorted(request["secrets"].items()):
                archive.writestr(name, text)
            archive.writestr(MANIFEST, json.dumps(manifest))
        sync_file(file)


def verify(part: Path, back: Path, database: dict[str, Any]) -> str:
    """Read the backup back from the device and return the digest of the file.

    Everything must be as written, the database intact, and its chains those of the live database. Raises Fault.
    """
    manifest = manifest_of(part)
    with zipfile.ZipFile(part) as archive:
        bad = archive.testzip()
        if bad:
            raise Fault("damaged", bad)
        extracted(archive, DATABASES[manifest["kind"]], manifest["database"], back)
    databases.compare_ends(database, databases.check_database(manifest["kind"], back))
    with part.open("rb") as file:
        return digest_of(file)


def remove_old(paths: Iterable[Path]) -> None:
    """Remove leftovers of killed backups; files of a running one are younger than the time limit."""
    limit = time.time() - 2 * MOST_SECONDS
    for path in paths:
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < limit:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def prune(backup_folder: Path, keep: int) -> None:
    """Keep the newest ``keep`` backups and the media that they name."""
    backups = generations(backup_folder)
    if len(backups) <= keep:
        return
    for path in backups[keep:]:
        path.unlink()
    try:
        named = {digest for path in backups[:keep] for _path, digest, *_ in manifest_of(path)["media"]}
    except Fault:  # a damaged backup may name any file: remove nothing
        return
    for path in (backup_folder / FILES).glob("??/*"):
        if path.name not in named:
            path.unlink()


def end_with_parent() -> None:
    """End this process as soon as its caller closes the input."""
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Answer {"name", "bytes", "digest"} or {"fault", "detail"}."""
    request = json.loads(sys.stdin.readline())
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        answer = back_up(request)
    except Fault as fault:
        answer = {"fault": fault.code, "detail": fault.detail}
    sys.stdout.write(json.dumps(answer))
    sys.stdout.flush()
    os._exit(0)  # the thread still reads


if __name__ == "__main__":
    main()
