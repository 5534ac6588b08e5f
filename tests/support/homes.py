"""Data folders that a test run makes once: its processes share them, and tests copy them."""

import math
import shutil
from collections.abc import Callable
from pathlib import Path

from launcher.locks import take_lock
from tests.start.processes import run


def make_once(path: Path, make: Callable[[Path], object]) -> Path:
    """Return the path; the first process that asks for it lets ``make`` create it."""
    lock = take_lock(path.with_name(f"{path.name}.lock"), math.inf)
    assert lock is not None
    with lock:
        if not path.exists():
            new = path.with_name(f"{path.name}.new")
            make(new)
            new.rename(path)
    return path


def prepare(folder: Path, migrated: Path) -> None:
    """Make ``home`` in the folder as a first start does, and ``printed`` with what the start printed.

    The migrated database, if there is one, spares the start the migrations.
    """
    home = folder / "home"
    home.mkdir(parents=True)
    if migrated.exists():
        shutil.copy(migrated, home / "pinju.sqlite3")
    done = run("manage.py", "prepare", "--skip-checks", home=home, DATABASE_URL=f"sqlite:///{home / 'pinju.sqlite3'}")
    assert done.returncode == 0, done.stderr
    (folder / "printed").write_text(done.stdout)


def remove_sqlite(file: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        file.with_name(file.name + suffix).unlink(missing_ok=True)
