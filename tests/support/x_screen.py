"""A screen in memory for programs that open windows."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from tests.conftest import missing


@contextmanager
def x_screen() -> Iterator[str]:
    """Yield the name of a screen (DISPLAY); skip the test where Xvfb is missing."""
    if shutil.which("Xvfb") is None:
        missing("Xvfb")
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x900x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as answer:
        yield f":{answer.readline().strip()}"
    server.terminate()
    server.wait()
