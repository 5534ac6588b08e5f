"""Clocks of processes that can be put wrong while they run, each for itself; it needs gcc."""

import shutil
import struct
import subprocess
from pathlib import Path

LIBRARY = Path(__file__).with_name("clock_offset.c")


def are_available():
    return shutil.which("gcc") is not None


class Clock:
    """The clock of a process that starts with ``environment``."""

    def __init__(self, folder, name):
        library = folder / "clock_offset.so"
        if not library.exists():
            subprocess.run(["gcc", "-O2", "-shared", "-fPIC", "-o", library, LIBRARY], check=True)
        self._file = folder / f"{name}.clock"
        self.put(0)
        self._file.chmod(0o644)  # PostgreSQL has a user of its own
        library.chmod(0o755)
        self.environment = {"LD_PRELOAD": str(library), "CLOCK_OFFSET": str(self._file)}

    def put(self, seconds):
        """Put the clock ahead by so many seconds, or behind; the process sees it at once."""
        self.seconds = seconds
        with self._file.open("r+b" if self._file.exists() else "wb") as file:
            file.write(struct.pack("l", seconds))
