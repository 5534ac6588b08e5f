"""Locks on files, between processes."""

import sys
import time
from pathlib import Path
from typing import TextIO

from launcher.console import say


def take_lock(path: Path, seconds: float = 0, meanwhile: str = "") -> TextIO | None:
    """Lock the file until the returned file is closed or this process ends; None if it is taken.

    Waits up to ``seconds`` for another process to release it, and prints `meanwhile` if it has to wait at all.
    """
    file = path.open("a")
    deadline = time.monotonic() + seconds
    while not _try_lock(file.fileno()):
        if time.monotonic() >= deadline:
            file.close()
            return None
        if meanwhile:
            say(meanwhile)
            meanwhile = ""
        time.sleep(0.2)
    return file


def _try_lock(descriptor: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
