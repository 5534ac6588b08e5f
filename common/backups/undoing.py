"""Go back to the database before the last update: ``python3 pinju.py undo-update`` runs this module.

The copy was made by the update (``common.backups.updates``). It is not migrated, because the earlier program reads it.
The current database is kept in ``undone-update-…`` in the same folder.
"""

import argparse
import os
import secrets
import sqlite3
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from common.backups import databases
from common.backups.generations import NAME_TIME, Fault
from common.backups.releases import copies_before_updates
from common.backups.restoring import SQLITE, Refusal, say
from launcher.paths import PROGRAM


def undo_update(home: Path) -> None:
    """Put the copy that the last update made in place of the database, and print each step. Raises Refusal."""
    if os.environ.get("DATABASE_URL"):
        raise Refusal("DATABASE_URL names another database: load the dump that you made before the update.")
    copies = copies_before_updates(home)
    if not copies:
        raise Refusal(f"No update has changed the data in {home}: there is nothing to undo.")
    copy, (time, _to, release) = copies[0], copies[0].stem.partition("-to-")
    try:
        databases.check_database("sqlite", copy)
    except Fault as fault:
        raise Refusal(f"The copy {copy} cannot be used ({fault}). Nothing was changed.") from fault
    _renew_eras(copy)
    aside = home / f"undone-update-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    aside.mkdir(mode=0o700)
    for name in SQLITE:
        if (home / name).exists():
            (home / name).rename(aside / name)
    copy.rename(home / SQLITE[0])
    updated_at = datetime.strptime(time, NAME_TIME).replace(tzinfo=UTC).astimezone()
    say(f"The data is as it was before the update to Pinju {release} on {updated_at:%Y-%m-%d at %H:%M:%S}.")
    say(f"What was written since is not in it; it is kept in {aside}.")
    say("Start the program that you used before; the newer one would update the data again.")


def _renew_eras(copy: Path) -> None:
    """Begin a new era of versions, where the copy has eras: browsers hold later content under the same numbers."""
    with closing(sqlite3.connect(copy)) as database, database:
        columns = {row[1] for row in database.execute("PRAGMA table_info(common_head)")}
        if "era" in columns:
            database.execute("UPDATE common_head SET era = ?", (secrets.token_hex(4),))


def main(args: list[str]) -> int:
    """Undo the last update; return the exit status. A refusal is printed as one sentence."""
    argparse.ArgumentParser(
        prog=f"{PROGRAM} undo-update",
        description="Goes back to the data before the last update of the program, for the program of before.",
    ).parse_args(args)
    try:
        undo_update(Path(os.environ["PINJU_HOME"]))
    except Refusal as refused:
        sys.exit(str(refused))
    except OSError as error:
        sys.exit(f"The update could not be undone: {error}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
