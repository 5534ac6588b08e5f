"""A second server: the program as a process of its own, with its own database and files, and one event."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any, Self

from tests.start.processes import free_port, healthy, run, started, wait_until


class OtherServer:
    """The server; ``folder`` has its data."""

    def __init__(self, folder: Path, migrated: Path, document: dict[str, Any]) -> None:
        self.folder = folder
        folder.mkdir()
        shutil.copy(migrated, folder / "pinju.sqlite3")
        file = folder / "event.json"
        file.write_text(json.dumps(document))
        self.run("import_event", "--skip-checks", str(file))

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'pinju.sqlite3'}"

    def copied(self, folder: Path) -> Self:
        """Copy the server with its data, while none of its processes runs."""
        other = copy(self)
        other.folder = Path(shutil.copytree(self.folder, folder))
        return other

    def run(self, *command: str) -> str:
        """Run a command of the program, and return what it prints."""
        done = run("manage.py", *command, home=self.folder, DATABASE_URL=self.database)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def shell(self, *statements: str) -> str:
        """Run statements in the server's Python, and return what they print."""
        return self.run("shell", "--verbosity=0", "--command", "; ".join(statements))

    @contextmanager
    def served(self) -> Iterator[int]:
        """Serve its pages; yields the port."""
        port = free_port()
        program = ("-m", "tests.support.table_server", str(port))
        with started(*program, home=self.folder, output=self.folder / "served", DATABASE_URL=self.database):
            wait_until(lambda: healthy(port))
            yield port
