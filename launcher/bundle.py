"""The one-file program, made by deploy/one_file: pinju.py, and the Python that runs it, in one.

A checkout starts its server, worker and readers of uploaded files with Python. The program starts itself for that, so
it understands what Python would be told: ``-m MODULE``, ``manage.py`` and ``pinju.py``, each with arguments.
"""

import os
import runpy
import sys
from pathlib import Path

from launcher.command_line import main
from launcher.system import data_folder


def run(args: list[str]) -> int:
    """Run what the arguments name, else the command line of pinju.py; return the exit status."""
    os.environ.setdefault("PINJU_HOME", str(data_folder()))
    first, rest = (args[0], args[1:]) if args else ("", [])
    if first == "-m" and rest:
        return _run_module(*rest)
    name = Path(first).name
    if name in ("manage", "manage.py"):
        return _run_module("manage", *rest)
    return main(rest if name == "pinju.py" else args)


def _run_module(name: str, *args: str) -> int:
    """Run a module as the main program."""
    sys.argv = [name, *args]
    runpy.run_module(name, run_name="__main__", alter_sys=True)
    return 0
