"""Restore a backup: ``python3 pinju.py restore FOLDER_OR_FILE [--replace]`` runs this module.

Everything is unpacked into a temporary folder, migrated and verified before it replaces the current data. The current
data is kept in ``before-restore-…`` in the same folder.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from common.backups import databases
from common.backups.generations import (
    DATABASES,
    SUBFOLDER,
    Fault,
    digest_of,
    extracted,
    faults_of,
    generations,
    manifest_of,
    stored,
)
from common.backups.releases import ROOT, newest_unknown
from launcher.paths import PROGRAM

#: The data in PINJU_HOME; everything else there is created by a start, or belongs to the running one.
SECRETS = ("secret-key.txt", "private-data-key.txt", "admin-password.txt", "push-key.txt")
SQLITE = ("pinju.sqlite3", "pinju.sqlite3-wal", "pinju.sqlite3-shm")
#: Keys that sign certificates (common.privacy.signing_keys), one file per key.
KEYS, KEY = "certificate-keys", re.compile(r"certificate-keys/[0-9a-f]+-[0-9a-f]+\.(key|pub)")
DATA = (*SQLITE, *SECRETS, KEYS, "media", "queue")


class Refusal(Exception):
    """The reason why nothing is restored, as a message for the user; the current data is untouched."""


def restore(source: Path, home: Path, *, replace: bool) -> None:
    """Restore the newest intact backup of ``source`` (or that file) to ``home`` and print each step. Raises Refusal."""
    present = [name for name in DATA if _has_files(home / name)]
    if present and not replace:
        raise Refusal(
            f"{home} holds data already ({', '.join(present)}). Nothing was changed. With --replace it is put aside, "
            "into a folder before-restore-… there, and the backup takes its place."
        )
    with tempfile.TemporaryDirectory(dir=home, prefix="restoring-") as folder:
        new = Path(folder)
        path, manifest = _unpack_newest(source, new)
        say(
            f"Restoring the backup of {datetime.fromisoformat(manifest['at']).astimezone():%Y-%m-%d %H:%M:%S} ({path})."
        )
        _check_program(manifest["kind"], new / DATABASES[manifest["kind"]])
        _bring_media(path.parent, manifest["media"], new / "media")
        if manifest["kind"] == "postgresql":
            _load_dump(new / DATABASES["postgresql"])
        _bring_up_to_date(new)
        _replace_data(new, home, present)
    on_server = manifest["kind"] == "postgresql"
    say("Restored and verified. " + ("Start the services again." if on_server else f"Start with: {PROGRAM}"))


def say(text: str) -> None:
    print(text, flush=True)


def candidates(source: Path) -> list[Path]:
    """Return the backups that ``source`` names: a file, the backup folder itself, or its parent folder."""
    if source.is_file():
        return [source]
    return generations(source / SUBFOLDER) or generations(source)


def _has_files(path: Path) -> bool:
    """Return whether the path is a file or a folder with files."""
    return any(file.is_file() for file in path.rglob("*")) if path.is_dir() else path.exists()


def _unpack_newest(source: Path, new: Path) -> tuple[Path, dict[str, Any]]:
    """Unpack the newest intact backup to ``new``; return its file and manifest."""
    backups = candidates(source)
    if not backups:
        raise Refusal(f"There is no backup of Pinju at {source}.")
    for path in backups:
        try:
            manifest = manifest_of(path)
            _unpack_backup(path, manifest, new)
        except Fault as fault:
            say(f"{path.name} cannot be used ({fault}).")
            continue
        return path, manifest
    raise Refusal(f"No backup at {source} is whole. Nothing was changed.")


def _unpack_backup(path: Path, manifest: dict[str, Any], new: Path) -> None:
    kind = manifest["kind"]
    with zipfile.ZipFile(path) as archive:
        with faults_of("damaged"):
            bad = archive.testzip()
        if bad:
            raise Fault("damaged", bad)
        extracted(archive, DATABASES[kind], manifest["database"], new / DATABASES[kind])
        for name in manifest["secrets"]:
            if name in SECRETS or KEY.fullmatch(name):
                (new / name).parent.mkdir(mode=0o700, exist_ok=True)
                descriptor = os.open(new / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                with os.fdopen(descriptor, "wb") as file:
                    file.write(archive.read(name))
    databases.check_database(kind, new / DATABASES[kind])


def _check_program(kind: str, database: Path) -> None:
    """Refuse a backup that this program cannot read: made by a newer one, or for another kind of database."""
    url = os.environ.get("DATABASE_URL", "")
    fits = url.startswith(("postgres:", "postgresql:")) if kind == "postgresql" else not url
    if not fits:
        wanted = "set DATABASE_URL to an empty one" if kind == "postgresql" else "leave DATABASE_URL out"
        raise Refusal(f"This is a backup of {'PostgreSQL' if kind == 'postgresql' else 'SQLite'}: {wanted}.")
    newer = newest_unknown(databases.migrations_in(kind, database))
    if newer:
        raise Refusal(f"This backup was made by a newer Pinju ({newer}): update the program first.")


def _bring_media(backup_folder: Path, media: list[list[Any]], target: Path) -> None:
    """Restore the media files; report and skip missing or damaged ones, which must not stop a tournament."""
    target.mkdir(mode=0o700)
    for name, digest, *_figures in media:
        file, source = target / name, stored(backup_folder, digest)
        if not file.resolve().is_relative_to(target.resolve()):
            raise Refusal(f"{name} in this backup would lie outside the folder.")
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            shutil.copyfile(source, file)
            file.chmod(0o600)
            with file.open("rb") as back:
                whole = digest_of(back) == digest
        except OSError:
            whole = False
        if not whole:
            file.unlink(missing_ok=True)
            say(f"{name} is missing or damaged in the backup; everything else goes on.")


def _load_dump(dump: Path) -> None:
    """Load PostgreSQL's dump into the database that DATABASE_URL names, which must be empty."""
    import environ
    import psycopg

    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url.replace("postgres://", "postgresql://", 1)) as connection:
        [tables] = connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() or [0]
    if tables:
        raise Refusal("The database that DATABASE_URL names is not empty. Nothing was changed: name an empty one.")
    databases.load_dump(dump, environ.Env.db_url_config(url))
    dump.unlink()


def _bring_up_to_date(new: Path) -> None:
    """Migrate the unpacked database, verify its audit chains, and begin a new era of versions."""
    # Django's checks are about the program, not the backup, and import all pages: half the time of the command.
    command = [sys.executable, "manage.py", "settle_restored", "--skip-checks"]
    if subprocess.run(command, cwd=ROOT, env={**os.environ, "PINJU_HOME": str(new)}).returncode:
        raise Refusal("What the backup holds could not be migrated and verified. What was here is untouched.")


def _replace_data(new: Path, home: Path, present: list[str]) -> None:
    """Set the current data aside and move the unpacked data into place, the database last."""
    if present:
        aside = home / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        aside.mkdir(mode=0o700)
        for name in present:
            (home / name).rename(aside / name)
        say(f"What was here is kept in {aside}.")
    for name in sorted(DATA, key=lambda name: name in SQLITE):
        if (new / name).exists():
            if (home / name).is_dir():
                shutil.rmtree(home / name)  # empty but for folders
            (new / name).rename(home / name)


def main(args: list[str]) -> int:
    """Parse the arguments and restore; return the exit status. A refusal is printed as one sentence."""
    parser = argparse.ArgumentParser(
        prog=f"{PROGRAM} restore",
        description="Restores a backup on this machine: database, photos and secrets, verified before they take "
        "their place.",
    )
    parser.add_argument(
        "source", type=Path, metavar="FOLDER_OR_FILE", help="the stick, its pinju-backup, or one backup"
    )
    parser.add_argument("--replace", action="store_true", help="put aside what this machine holds")
    options = parser.parse_args(args)
    home = Path(os.environ["PINJU_HOME"])
    try:
        restore(options.source.expanduser().resolve(), home, replace=options.replace)
    except (Refusal, Fault) as refused:
        sys.exit(str(refused))
    except OSError as error:
        sys.exit(f"It could not be restored; what was here is untouched: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
