"""The virtual environment in `.venv`, with all pinned packages."""

import hashlib
import importlib.util
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from launcher.console import say
from launcher.locks import take_lock
from launcher.paths import BUNDLED, ROOT
from launcher.processes import follow_child, start_child
from launcher.system import venv_python

VENV = ROOT / ".venv"
BUILD = ROOT / ".venv-build"
INSTALL_LOG = BUILD / "install.log"
STAMP = "pinju.json"
PINNED = "requirements.txt"
PINNED_FOR_TESTS = "requirements-test.txt"
NETWORK_FAILURE = re.compile("connection broken by|ConnectionError|timed out|name resolution|SSLError")


def ready_environment(tests: bool) -> Path:
    """Return the Python of `.venv` with all pinned packages; create, complete or replace it if necessary.

    The one-file program is its own Python and has them. An installed program, which this user cannot change, has them
    in the `.venv` of its installer (deploy/install.sh).
    """
    if BUNDLED:
        return Path(sys.executable)
    if not os.access(ROOT, os.W_OK) and venv_python(VENV).exists():
        return venv_python(VENV)
    wanted = _wanted(tests)
    if not wanted.items() <= _stamp().items():
        BUILD.mkdir(exist_ok=True)
        lock = take_lock(BUILD / "lock", math.inf, "Another start is installing at this moment; waiting for it.")
        assert lock is not None
        with lock:
            _bring_up_to(wanted)
    return venv_python(VENV)


def _wanted(tests: bool) -> dict[str, str]:
    """Return the stamp of a complete environment: the Python version, and a digest per list of requirements."""
    digest = hashlib.sha256((ROOT / PINNED).read_bytes())
    wanted = {"python": "{}.{}".format(*sys.version_info), PINNED: digest.hexdigest()}
    if tests:
        for file in sorted(ROOT.glob("requirements-*.txt")):  # those for tests, and those that they include
            digest.update(file.read_bytes())
        wanted[PINNED_FOR_TESTS] = digest.hexdigest()
    return wanted


def _stamp() -> dict[str, str]:
    """Return the stamp of `.venv`; empty if there is none or its Python is gone."""
    if not venv_python(VENV).exists():
        return {}
    try:
        return json.loads((VENV / STAMP).read_text())
    except (OSError, ValueError):
        return {}


def _bring_up_to(wanted: dict[str, str]) -> None:
    """Make `.venv` match the wanted stamp; the caller holds the lock."""
    base = {key: wanted[key] for key in ("python", PINNED)}
    if not base.items() <= _stamp().items():
        if not (VENV / STAMP).exists() and _has_everything():
            (VENV / STAMP).write_text(json.dumps(base))
        else:
            _build(base)
    if not wanted.items() <= _stamp().items():
        say("Installing the packages for the tests into .venv.")
        _pip_install(venv_python(VENV), PINNED_FOR_TESTS)
        (VENV / STAMP).write_text(json.dumps(wanted))


def _has_everything() -> bool:
    """Return whether a `.venv` without stamp has this Python and all pinned packages."""
    python = venv_python(VENV)
    if not python.exists():
        return False
    same = f"import sys; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    if subprocess.run([python, "-c", same], check=False).returncode:
        return False
    command = [str(python), "-m", "pip", "install", "--dry-run", "--no-index", "-r", str(ROOT / PINNED)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode == 0 and "Would install" not in done.stdout


def _build(stamp: dict[str, str]) -> None:
    """Build the environment in a separate folder and move it to `.venv` when it is complete."""
    if Path(sys.prefix) == VENV:
        sys.exit("The requirements have changed, and .venv cannot replace itself: use the system's python3.")
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        sys.exit("Python's venv module is missing: install it (on Debian: apt-get install python3-venv).")
    for left_over in BUILD.iterdir():
        shutil.rmtree(left_over, ignore_errors=True)
    side = Path(tempfile.mkdtemp(dir=BUILD))
    say("Creating the Python environment in .venv and installing the pinned packages; this takes a minute.")
    if _run_logged(Path(sys.executable), "venv", str(side)):
        sys.exit(f"The Python environment could not be created; {INSTALL_LOG} has the reason.")
    _pip_install(venv_python(side), PINNED)
    (side / STAMP).write_text(json.dumps(stamp))
    _move_scripts(side)
    if VENV.exists():
        VENV.rename(BUILD / f"{side.name}-old")
    side.rename(VENV)
    shutil.rmtree(BUILD / f"{side.name}-old", ignore_errors=True)


def _move_scripts(side: Path) -> None:
    """Write the final path into the environment's scripts.

    People use them; this program does not call them, and .exe files of Windows cannot be changed this way.
    """
    for script in venv_python(side).parent.iterdir():
        if script.is_file() and not script.is_symlink() and script.stat().st_size < 100_000:
            content = script.read_bytes()
            script.write_bytes(content.replace(os.fsencode(side), os.fsencode(VENV)))


def _pip_install(python: Path, requirements: str) -> None:
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--retries", "3"]
    if not _run_logged(python, "pip", "install", *options, "-r", str(ROOT / requirements)):
        return
    output = INSTALL_LOG.read_text(errors="replace")
    if NETWORK_FAILURE.search(output):
        sys.exit(f"The package index cannot be reached: the installation needs the internet ({INSTALL_LOG}).")
    errors = [line for line in output.splitlines() if line.startswith("ERROR:")]
    reason = errors[0] if errors else "pip failed"
    sys.exit(f"{requirements} could not be installed: {reason} (full log: {INSTALL_LOG})")


def _run_logged(python: Path, module: str, *args: str) -> int:
    """Run a module tethered, with its output in the log; return its exit status."""
    with INSTALL_LOG.open("wb") as output:
        return follow_child(start_child(python, module, *args, stdout=output, stderr=subprocess.STDOUT))
