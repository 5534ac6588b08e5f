"""Locks on files, between processes."""

import time
from pathlib import Path
from typing import TextIO

from launcher.console import say
from launcher.system import try_lock


def take_lock(path: Path, seconds: float = 0, meanwhile: str = "") -> TextIO | None:
    """Lock the file until the returned file is closed or this process ends; None if it is taken.

    Waits up to ``seconds`` for another process to release it, and prints `meanwhile` if it has to wait at all.
    """
    file = path.open("a")
    deadline = time.monotonic() + seconds
    while not try_lock(file.fileno()):
        if time.monotonic() >= deadline:
            file.close()
            return None
        if meanwhile:
            say(meanwhile)
            meanwhile = ""
        time.sleep(0.2)
    return file
