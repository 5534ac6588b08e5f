"""Processes that do not outlive the launcher.

Every process started here or by the server is tethered: its standard input is the reading end of a pipe, and it ends
when the other end closes. So no process outlives the launcher, on any system, however the launcher ends.
"""

import os
import runpy
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

from launcher.paths import ROOT
from launcher.system import apart_from_terminal, interrupt_main_thread

TETHERED = "--tethered"
#: Seconds that a process has to end by itself.
GRACE = 10


def start_child(python: Path, module: str, *args: str, **popen: Any) -> subprocess.Popen[bytes]:
    """Run `python -m module args` tethered to this process, not reached by the terminal's Ctrl-C."""
    command = [str(python), str(ROOT / "pinju.py"), TETHERED, module, *args]
    return subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT, **apart_from_terminal(), **popen)


def end_child(child: subprocess.Popen[bytes], seconds: float) -> int:
    """Close the tether, wait ``seconds``, then kill; return the exit status."""
    assert child.stdin is not None
    child.stdin.close()
    try:
        return child.wait(seconds)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        child.kill()
        return child.wait()


def follow_child(child: subprocess.Popen[bytes]) -> int:
    """Wait for the child's end and return its exit status; Ctrl-C ends it first."""
    try:
        return child.wait()
    except BaseException:
        end_child(child, 2 * GRACE)
        raise


def run_tethered(module: str, args: list[str]) -> None:
    """Run the module as the main program until it or the parent ends: the child's side of `start_child`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    threading.Thread(target=_end_with_parent, args=(os.dup(0),), daemon=True).start()
    sys.argv = [module, *args]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _end_with_parent(tether: int) -> None:
    while os.read(tether, 1):
        pass
    interrupt_main_thread()
    time.sleep(GRACE)
    os._exit(1)
