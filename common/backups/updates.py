"""What an update does before it migrates: refuse the data of a newer program, and copy the database of a laptop."""

import errno
import os
import re
import shutil
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from common.backups import databases
from common.backups.generations import NAME_TIME, PART, Fault, removed_if_failed, sync_file
from common.backups.releases import FOLDER, copies_before_updates, newest_unknown
from common.backups.worker import ROOM_LEFT
from launcher.paths import PROGRAM
from launcher.texts import gettext as _

#: Number of copies kept, the newest ones.
KEPT_COPIES = 3


def unknown_migration() -> str:
    """Return the newest migration in the database that this program lacks; empty if it knows them all."""
    return newest_unknown(MigrationRecorder(connection).applied_migrations())


def refuse_newer_data() -> None:
    """Raise CommandError if a newer program has migrated the database."""
    migration = unknown_migration()
    if migration:
        text = _(
            "A newer version of Pinju wrote this data (%(migration)s); this is Pinju %(version)s. Nothing was changed."
        )
        sentence = text % {"migration": migration, "version": settings.VERSION}
        raise CommandError(f"{sentence} {_way_back()}")


def _way_back() -> str:
    """Return how to undo the update; of PostgreSQL there is no copy from before it."""
    if connection.vendor == "sqlite":
        text = _("Start the newer program again, or go back to the data before its update: %s")
        return text % f"{PROGRAM} undo-update"
    return _("Start the newer program again, or load the backup made before its update into an empty database.")


def needs_migrating() -> bool:
    """Return whether the program has migrations that the database lacks."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def copy_before_update() -> Path | None:
    """Copy a laptop's database into PINJU_HOME/before-update, verified; return the copy.

    None if there is nothing to copy: an empty database, or one of PostgreSQL, whose operator has ``pg_dump``.
    Raises CommandError if it cannot be copied; the update must not begin then.
    """
    if connection.vendor != "sqlite" or not MigrationRecorder(connection).applied_migrations():
        return None
    try:
        return _copied(Path(connection.settings_dict["NAME"]))
    except (Fault, OSError, sqlite3.Error) as error:
        text = _(
            "The data must be updated, but it cannot be copied first (%(error)s). Nothing was changed. Free some "
            "space on the disk of %(folder)s, or restore a backup, then start again."
        )
        raise CommandError(text % {"error": error, "folder": settings.HOME}) from error


def _copied(database: Path) -> Path:
    folder = settings.HOME / FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    if shutil.disk_usage(folder).free < database.stat().st_size + ROOM_LEFT:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    release = re.sub(r"[^0-9A-Za-z.+]", "", settings.VERSION)
    copy = folder / f"{datetime.now(UTC):{NAME_TIME}}-to-{release}.sqlite3"
    part = copy.with_name(copy.name + PART)
    with removed_if_failed(part):
        databases.copy_database({"kind": "sqlite", "path": str(database)}, part)
        databases.check_database("sqlite", part)
        part.chmod(0o600)
        with part.open("rb+") as file:
            sync_file(file)
        part.rename(copy)
    for old in copies_before_updates(settings.HOME)[KEPT_COPIES:]:
        with suppress(OSError):
            old.unlink()
    return copy
