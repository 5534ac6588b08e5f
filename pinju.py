#!/usr/bin/env python3
"""Start Pinju, restore a backup, run the tests or take the guides' pictures, with nothing but Python 3.11.

Only the standard library is imported, nothing POSIX-only at module level, and old Python 3 can still parse the file, so
that every missing requirement is reported in one sentence.

Every process started here or by the server is tethered: its standard input is the reading end of a pipe, and it ends
when the other end closes. So no process outlives the launcher, on any system, however the launcher ends.
"""

import _thread
import argparse
import contextlib
import errno
import hashlib
import importlib.util
import json
import math
import os
import re
import runpy
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import typing
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BUILD = ROOT / ".venv-build"
INSTALL_LOG = BUILD / "install.log"
STAMP = "pinju.json"
PINNED = "requirements.txt"
PINNED_FOR_TESTS = "requirements-test.txt"
TETHERED = "--tethered"
GRACE = 10  # seconds a process has to end by itself
RUNNING = "running.txt"  # in PINJU_HOME while a server runs: its address and process
SERVER_LOCK = "server.lock"  # in PINJU_HOME; held by the server, which may outlive a killed launcher by GRACE
NETWORK_FAILURE = re.compile("connection broken by|ConnectionError|timed out|name resolution|SSLError")


def python_problem(version: "tuple[int, ...]") -> str:
    """Return one sentence for a Python that is too old, given as (major, minor, ...); empty if it is new enough."""
    if tuple(version[:2]) >= (3, 11):
        return ""
    return f"Pinju needs Python 3.11 or newer, and this python3 is {version[0]}.{version[1]}."


if python_problem(sys.version_info[:3]):
    sys.exit(python_problem(sys.version_info[:3]))


def say(text: str) -> None:
    print(text, flush=True)


# Processes that end with this one


def start_child(python: Path, module: str, *args: str, **popen: "typing.Any") -> "subprocess.Popen[bytes]":
    """Run `python -m module args` tethered to this process, not reached by the terminal's Ctrl-C."""
    if sys.platform == "win32":
        popen["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP
    else:
        popen["start_new_session"] = True
    command = [str(python), str(ROOT / "pinju.py"), TETHERED, module, *args]
    return subprocess.Popen(command, stdin=subprocess.PIPE, cwd=ROOT, **popen)


def end_child(child: "subprocess.Popen[bytes]", seconds: float) -> int:
    """Close the tether, wait ``seconds``, then kill; return the exit status."""
    assert child.stdin is not None
    child.stdin.close()
    try:
        return child.wait(seconds)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        child.kill()
        return child.wait()


def follow_child(child: "subprocess.Popen[bytes]") -> int:
    """Wait for the child's end and return its exit status; Ctrl-C ends it first."""
    try:
        return child.wait()
    except BaseException:
        end_child(child, 2 * GRACE)
        raise


def run_tethered(module: str, args: "list[str]") -> None:
    """Run the module as the main program until it or the parent ends: the child's side of `start_child`."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    threading.Thread(target=_end_with_parent, args=(os.dup(0),), daemon=True).start()
    sys.argv = [module, *args]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _end_with_parent(tether: int) -> None:
    while os.read(tether, 1):
        pass
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # a real signal also wakes a waiting main thread
        main_thread = threading.main_thread().ident
        assert main_thread is not None
        signal.pthread_kill(main_thread, signal.SIGINT)
    time.sleep(GRACE)
    os._exit(1)


# Locks


def take_lock(path: Path, seconds: float = 0, meanwhile: str = "") -> "typing.TextIO | None":
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


# The virtual environment


def venv_python(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def ready_environment(tests: bool) -> Path:
    """Return the Python of `.venv` with all pinned packages; create, complete or replace it if necessary."""
    wanted = _wanted(tests)
    if not wanted.items() <= _stamp().items():
        BUILD.mkdir(exist_ok=True)
        lock = take_lock(BUILD / "lock", math.inf, "Another start is installing at this moment; waiting for it.")
        assert lock is not None
        with lock:
            _bring_up_to(wanted)
    return venv_python(VENV)


def _wanted(tests: bool) -> "dict[str, str]":
    """Return the stamp of a complete environment: the Python version, and a digest per list of requirements."""
    digest = hashlib.sha256((ROOT / PINNED).read_bytes())
    wanted = {"python": "{}.{}".format(*sys.version_info), PINNED: digest.hexdigest()}
    if tests:
        digest.update((ROOT / PINNED_FOR_TESTS).read_bytes())
        wanted[PINNED_FOR_TESTS] = digest.hexdigest()
    return wanted


def _stamp() -> "dict[str, str]":
    """Return the stamp of `.venv`; empty if there is none or its Python is gone."""
    if not venv_python(VENV).exists():
        return {}
    try:
        return json.loads((VENV / STAMP).read_text())
    except (OSError, ValueError):
        return {}


def _bring_up_to(wanted: "dict[str, str]") -> None:
    """Make `.venv` match the wanted stamp; the caller holds the lock."""
    base = {key: wanted[key] for key in ("python", PINNED)}
    if not base.items() <= _stamp().items():
        if not (VENV / STAMP).exists() and _has_everything():
            (VENV / STAMP).write_text(json.dumps(base))
        else:
            _build(base)
    if not wanted.items() <= _stamp().items():
        say("Installing what the tests need into .venv.")
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


def _build(stamp: "dict[str, str]") -> None:
    """Build the environment in a separate folder and move it to `.venv` when it is complete."""
    if Path(sys.prefix) == VENV:
        sys.exit("The requirements have changed, and .venv cannot replace itself: use the system's python3.")
    if not all(importlib.util.find_spec(module) for module in ("venv", "ensurepip")):
        sys.exit("Python's venv module is missing: install it (on Debian: apt-get install python3-venv).")
    for left_over in BUILD.iterdir():
        shutil.rmtree(left_over, ignore_errors=True)
    side = Path(tempfile.mkdtemp(dir=BUILD))
    say("Making the Python environment in .venv and installing what is pinned; this takes a minute.")
    if _run_logged(Path(sys.executable), "venv", str(side)):
        sys.exit(f"The Python environment could not be made; {INSTALL_LOG} says why.")
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
        if not script.is_symlink() and script.stat().st_size < 100_000:
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
    sys.exit(f"{requirements} could not be installed: {reason} (all of it: {INSTALL_LOG})")


def _run_logged(python: Path, module: str, *args: str) -> int:
    """Run a module tethered, with its output in the log; return its exit status."""
    with INSTALL_LOG.open("wb") as output:
        return follow_child(start_child(python, module, *args, stdout=output, stderr=subprocess.STDOUT))


# Addresses


def own_addresses() -> "list[str]":
    """Return this machine's IPv4 addresses in its networks, the one of the default route first."""
    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # sends nothing, only selects the route
        addresses.append(probe.getsockname()[0])
    addresses += _interface_addresses() if sys.platform == "linux" else _name_addresses()
    return [address for address in dict.fromkeys(addresses) if not address.startswith("127.")]


def _interface_addresses() -> "list[str]":
    import fcntl
    import struct

    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode())
            with contextlib.suppress(OSError):  # an interface without an address
                addresses.append(socket.inet_ntoa(fcntl.ioctl(probe, 0x8915, request)[20:24]))  # SIOCGIFADDR
    return addresses


def _name_addresses() -> "list[str]":
    with contextlib.suppress(OSError):
        return [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return []


def hosts_reached(host: str) -> "list[str]":
    """Return the addresses that reach a server listening at ``host``, the loopback address first."""
    return ["127.0.0.1", *own_addresses()] if host == "0.0.0.0" else [host]


def port_problem(host: str, port: int) -> str:
    """Return one sentence if the port cannot be used, else an empty text."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if sys.platform != "win32":  # on Windows it would allow two programs at one port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is taken by another program: choose another one with --port {port + 1}."
            return f"Nothing can listen at {host}, port {port}: {error.strerror or error}."
    return ""


# The commands


def open_home() -> Path:
    """Return the folder of all written files, created if necessary, readable by its owner only."""
    from common.privacy.secrets import made_home  # not at the top: this file also runs alone, under an old Python

    return made_home(Path(os.environ.get("PINJU_HOME") or ROOT / "var"))


def where_running(home: Path) -> str:
    """Return the address and process of the program that holds the lock of this folder."""
    running = home / RUNNING
    return running.read_text() if running.exists() else "it is just starting"


@contextlib.contextmanager
def told_as_running(home: Path, what: str) -> "typing.Iterator[None]":
    """Let other starts print ``what`` until the end of the block."""
    running = home / RUNNING
    running.write_text(f"{what} (process {os.getpid()})")
    try:
        yield
    finally:
        running.unlink(missing_ok=True)


def await_earlier_server(home: Path) -> None:
    """Wait until the server of a killed launcher has ended and released port and database."""
    if not (home / SERVER_LOCK).exists():
        return
    meanwhile = "The server that ran here before is still ending; waiting for it."
    lock = take_lock(home / SERVER_LOCK, GRACE + 5, meanwhile)
    if lock is None:
        sys.exit(f"An earlier server with the data in {home} does not end: end its process first.")
    lock.close()


def start(host: str, port: int) -> int:
    """Run the server until Ctrl-C; return the exit status."""
    home = open_home()
    lock = take_lock(home / "pinju.lock")
    if lock is None:
        sys.exit(f"Pinju is already running with the data in {home}: {where_running(home)}")
    with lock:
        (home / RUNNING).unlink(missing_ok=True)  # of a killed launcher
        await_earlier_server(home)
        if port_problem(host, port):
            sys.exit(port_problem(host, port))
        python = ready_environment(tests=False)
        os.umask(0o077)  # not earlier: other users may use the environment in .venv too
        name, reached = socket.gethostname(), hosts_reached(host)
        allowed = ",".join(["localhost", name, f"{name}.local", *reached])
        environment = {"ALLOWED_HOSTS": allowed, **os.environ, "PINJU_HOME": str(home)}
        try:
            with told_as_running(home, f"http://{reached[0]}:{port}/"):
                return follow_child(start_child(python, "config.serve", host, str(port), env=environment))
        except KeyboardInterrupt:
            say("Pinju has ended.")
            return 0


def restore(args: "list[str]") -> int:
    """Restore a backup into the folder of the data, while no Pinju runs with it; return the exit status."""
    home = open_home()
    lock = take_lock(home / "pinju.lock")
    if lock is None:
        sys.exit(f"Pinju is running with the data in {home}, {where_running(home)}: end it first.")
    with lock:
        (home / RUNNING).unlink(missing_ok=True)  # of a killed launcher
        await_earlier_server(home)
        python = ready_environment(tests=False)
        os.umask(0o077)
        # Paths are relative to the folder in which the command was typed.
        given = [arg if arg.startswith("-") else str(Path(arg).expanduser().absolute()) for arg in args]
        environment = {**os.environ, "PINJU_HOME": str(home)}
        with told_as_running(home, "a backup is being restored"):
            return follow_child(start_child(python, "common.backups.restoring", *given, env=environment))


def test(args: "list[str]") -> int:
    """Run the test suite with these arguments for pytest in a temporary PINJU_HOME; return pytest's exit status."""
    left_out = ("SECRET_KEY", "ALLOWED_HOSTS", "PINJU_HTTPS", "PINJU_BACKUP")
    with tempfile.TemporaryDirectory(prefix="pinju-test-", ignore_cleanup_errors=True) as folder:
        python = ready_environment(tests=True)
        environment = {key: value for key, value in os.environ.items() if key not in left_out}
        environment["PINJU_HOME"] = folder
        say(f"Running the tests with {environment.get('DATABASE_URL', 'SQLite')}.")
        # Three processes on two cores: tests of browsers and of started processes mostly wait.
        return follow_child(start_child(python, "pytest", "-n", "3", "--dist", "worksteal", *args, env=environment))


def pictures(args: "list[str]") -> int:
    """Take the pictures of the guides anew (docs/pictures) from a server with a folder of its own; the exit status."""
    left_out = ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "PINJU_HTTPS")
    with tempfile.TemporaryDirectory(prefix="pinju-pictures-", ignore_cleanup_errors=True) as folder:
        python = ready_environment(tests=True)
        environment = {key: value for key, value in os.environ.items() if key not in left_out}
        environment["PINJU_HOME"] = str(Path(folder) / "home")
        return follow_child(start_child(python, "docs.pictures", *args, env=environment))


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port from 1 to 65535")
    return int(text)


def parse(args: "list[str]") -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="pinju.py",
        description="Starts Pinju on this machine: makes its Python environment, its database and the first "
        "administrator where they are missing, then serves until Ctrl-C.",
        epilog="pinju.py restore FOLDER_OR_FILE brings a backup back; pinju.py test [arguments for pytest] runs the "
        "tests; pinju.py pictures takes the pictures of the guides anew. PINJU_HOME names the folder for everything "
        "that is written (else var/); README.md and docs/deployment.md say more.",
    )
    commands = ["start", "restore", "test", "pictures"]
    parser.add_argument("command", nargs="?", choices=commands, default="start", help="start if left out")
    parser.add_argument("--port", type=port_number, default=8000, help="the port to listen at (8000)")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen at (all IPv4 networks)")
    return parser.parse_args(args)


def interrupt(number: int, frame: object) -> None:
    """End as by Ctrl-C, with a grace period for running work."""
    say("Ending.")
    raise KeyboardInterrupt


def main(args: "list[str]") -> int:
    if args[:1] == [TETHERED]:
        run_tethered(args[1], args[2:])
        return 0
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        if args[:1] == ["test"]:
            return test(args[1:])
        if args[:1] == ["pictures"]:
            return pictures(args[1:])
        if args[:1] == ["restore"]:
            return restore(args[1:])
        options = parse(args)
        return start(options.host, options.port)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
