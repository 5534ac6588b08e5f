"""Which release of the program a database belongs to, without Django.

A database that a newer program has migrated may hold columns and states that this program does not know. Writing to
it could damage it, so every command that migrates refuses it.
"""

from collections.abc import Iterable
from pathlib import Path
from pkgutil import iter_modules

ROOT = Path(__file__).resolve().parents[2]
#: In PINJU_HOME: the database as it was before each of the last updates.
FOLDER = "before-update"
PACKAGES = ("common", "tournament", "scoring", "ranking")


def newest_unknown(applied: Iterable[tuple[str, str]]) -> str:
    """Return the newest applied migration ("app name") that this program lacks; empty if it knows them all.

    ``applied`` has (app, name) of every migration in the database. Those of other packages are ignored: their authors
    may remove old ones.
    """
    known = {(app, name) for app in PACKAGES for _, name, _ in iter_modules([str(ROOT / app / "migrations")])}
    unknown = sorted(migration for migration in set(applied) - known if migration[0] in PACKAGES)
    return " ".join(unknown[-1]) if unknown else ""


def copies_before_updates(home: Path) -> list[Path]:
    """Return the copies of the database that updates made, newest first."""
    return sorted((home / FOLDER).glob("*-to-*.sqlite3"), reverse=True)
