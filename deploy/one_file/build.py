"""Build the one-file program for this system: `python3 -m deploy.one_file.build`.

It installs the pinned packages into an environment of its own in `build/one_file`, lets PyInstaller collect everything
(pinju.spec) and prints where the program is. The program runs on systems that are as new as this one.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

from launcher.system import venv_python

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
BUILD = ROOT / "build" / "one_file"
#: What is built: a file, on macOS a folder that the system shows as a program.
BUILT = {"win32": "Pinju.exe", "darwin": "Pinju.app"}


def build() -> Path:
    """Return the built program."""
    if importlib.util.find_spec("_tkinter") is None:
        print("This Python has no tkinter: the program will have no window and write to the console.")
    python = venv_python(BUILD / "venv")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", BUILD / "venv"], check=True)
    install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", HERE / "requirements.txt"]
    subprocess.run([python, *install], check=True)
    folders = ["--distpath", BUILD / "dist", "--workpath", BUILD / "work"]
    options = ["--noconfirm", "--log-level", "WARN"]
    subprocess.run([python, "-m", "PyInstaller", *options, *folders, HERE / "pinju.spec"], check=True, cwd=ROOT)
    return BUILD / "dist" / BUILT.get(sys.platform, "Pinju")


if __name__ == "__main__":
    print(build())
