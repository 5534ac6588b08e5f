"""What differs between Windows, macOS and Linux: the other modules of the launcher ask this one.

Each function has one contract on every system (tests/start/test_system.py). What can be computed for another system
takes its name (`sys.platform`) as a parameter.
"""

import _thread
import locale
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

#: The signals by which a person, a terminal or the system asks a program to end.
STOP_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGBREAK") if hasattr(signal, name)]


def venv_python(venv: Path, platform: str = sys.platform) -> Path:
    """Return the Python of a virtual environment."""
    return venv / ("Scripts/python.exe" if platform == "win32" else "bin/python")


def data_folder(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Path:
    """Return the folder in which the user's programs keep their data, with a folder for Pinju in it."""
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "Pinju"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Pinju"
    return Path(environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pinju"


def language(environ: Mapping[str, str] = os.environ) -> str:
    """Return the language that the user chose for the system, such as "zh_CN"; empty if it is unknown."""
    if sys.platform == "win32":
        import ctypes

        return locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")
    if sys.platform == "darwin":
        command = ["/usr/bin/defaults", "read", "-g", "AppleLanguages"]
        printed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        return printed.split('"')[1].replace("-", "_") if '"' in printed else ""
    names = (environ.get(name, "") for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return next((name.split(":")[0].split(".")[0] for name in names if name), "")


def has_screen(environ: Mapping[str, str] = os.environ) -> bool:
    """Return whether this process can show a window."""
    return sys.platform in ("win32", "darwin") or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def prepare_window() -> None:
    """Ask the system not to enlarge the picture of a window, which would blur its QR code. Call it before the first."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.shcore.SetProcessDpiAwareness(1)


def on_quit(tk: Any, action: Callable[[], object]) -> None:
    """Let the ways to quit of macOS (menu, dock, end of the session) call this; elsewhere they close the window."""
    if sys.platform == "darwin":
        tk.createcommand("::tk::mac::Quit", action)


def outside_environment(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the environment for programs of the system, which must not load the libraries of the one-file program."""
    outside = dict(environ)
    before = outside.pop("LD_LIBRARY_PATH_ORIG", None)
    if before is not None:
        outside["LD_LIBRARY_PATH"] = before
    elif hasattr(sys, "_MEIPASS"):
        outside.pop("LD_LIBRARY_PATH", None)
    return outside


def open_in_browser(address: str) -> bool:
    """Open the address in the user's browser; return False if there is none to open it in."""
    if sys.platform == "win32":
        os.startfile(address)
        return True
    command = "open" if sys.platform == "darwin" else "xdg-open"
    streams: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    if not has_screen():
        return False
    try:
        opener = subprocess.Popen([command, address], env=outside_environment(), start_new_session=True, **streams)
    except OSError:
        return False
    threading.Thread(target=opener.wait, daemon=True).start()  # some openers end with the browser only
    return True


def apart_from_terminal() -> dict[str, Any]:
    """Return the options of Popen for a child that the terminal's Ctrl-C does not reach."""
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def interrupt_main_thread() -> None:
    """Raise KeyboardInterrupt in the main thread, also where it waits."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:  # a real signal also wakes a waiting main thread
        main_thread = threading.main_thread().ident
        assert main_thread is not None
        signal.pthread_kill(main_thread, signal.SIGINT)


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed, and return True; False if another one has locked it."""
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
