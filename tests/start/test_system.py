"""The contract of `launcher.system`: the same on each system, and what it computes for the others."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from launcher import system
from tests.start.processes import wait_until

ON_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the environment decides on Linux only")
HOLD = """
import sys
from launcher.system import try_lock
file = open(sys.argv[1], "a")
print(try_lock(file.fileno()), flush=True)
input()
"""


@pytest.mark.parametrize(
    ("platform", "environ", "folder"),
    [
        ("win32", {"LOCALAPPDATA": "/users/李 明/local"}, "/users/李 明/local/Pinju"),
        ("win32", {}, "HOME/AppData/Local/Pinju"),
        ("darwin", {}, "HOME/Library/Application Support/Pinju"),
        ("linux", {}, "HOME/.local/share/pinju"),
        ("linux", {"XDG_DATA_HOME": "/data of all"}, "/data of all/pinju"),
        ("linux", {"XDG_DATA_HOME": ""}, "HOME/.local/share/pinju"),
    ],
)
def test_data_lies_in_the_users_own_folder(platform: str, environ: dict[str, str], folder: str) -> None:
    assert system.data_folder(platform, environ) == Path(folder.replace("HOME", str(Path.home())))


def test_data_folder_is_absolute_on_this_system() -> None:
    assert system.data_folder().is_absolute()


@pytest.mark.parametrize(
    ("platform", "python"), [("win32", "Scripts/python.exe"), ("darwin", "bin/python"), ("linux", "bin/python")]
)
def test_python_of_an_environment(platform: str, python: str) -> None:
    assert system.venv_python(Path("/venv"), platform) == Path("/venv") / python


@ON_LINUX
@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, "ja_JP"),
        ({"LANGUAGE": "zh:en", "LANG": "en_US.UTF-8"}, "zh"),
        ({"LANG": ""}, ""),
        ({}, ""),
    ],
)
def test_language_is_the_one_that_the_user_chose(environ: dict[str, str], language: str) -> None:
    assert system.language(environ) == language


def test_language_of_this_system_is_a_text() -> None:
    assert isinstance(system.language(), str)


@ON_LINUX
def test_screen_is_one_of_x11_or_wayland() -> None:
    assert [
        system.has_screen({}),
        system.has_screen({"DISPLAY": ":0"}),
        system.has_screen({"WAYLAND_DISPLAY": "w"}),
    ] == [
        False,
        True,
        True,
    ]


def test_programs_of_the_system_do_not_get_the_libraries_of_the_one_file_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outside = {"LD_LIBRARY_PATH": "/own", "PATH": "/bin"}
    assert system.outside_environment(outside) == outside  # a checkout sets nothing
    monkeypatch.setattr(sys, "_MEIPASS", "/tmp/unpacked", raising=False)
    assert system.outside_environment({"LD_LIBRARY_PATH": "/tmp/unpacked", "PATH": "/bin"}) == {"PATH": "/bin"}
    inside = {"LD_LIBRARY_PATH": "/tmp/unpacked:/own", "LD_LIBRARY_PATH_ORIG": "/own", "PATH": "/bin"}
    assert system.outside_environment(inside) == outside


@ON_LINUX
def test_page_is_opened_by_the_systems_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opener, opened = tmp_path / "xdg-open", tmp_path / "opened"
    opener.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}.part"\nmv "{opened}.part" "{opened}"\n')
    opener.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not system.open_in_browser("http://127.0.0.1:8000/")
    monkeypatch.setenv("DISPLAY", ":0")
    assert system.open_in_browser("http://127.0.0.1:8000/")
    wait_until(opened.exists)
    assert opened.read_text() == "http://127.0.0.1:8000/"
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    assert not system.open_in_browser("http://127.0.0.1:8000/")


def test_lock_is_exclusive_between_processes_and_ends_with_its_holder(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    command = [sys.executable, "-c", HOLD, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        with file.open("a") as other:
            assert not system.try_lock(other.fileno())
        holder.kill()
        holder.wait()
        with file.open("a") as other:
            assert system.try_lock(other.fileno())


def test_main_thread_is_interrupted_while_it_waits() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
    try:
        threading.Timer(0.1, system.interrupt_main_thread).start()
        with pytest.raises(KeyboardInterrupt):
            time.sleep(60)
    finally:
        signal.signal(signal.SIGINT, before)


def test_child_is_apart_from_the_terminal() -> None:
    own_group = "import os; print(os.getpgrp() == os.getpid())" if os.name == "posix" else "print(True)"
    options = system.apart_from_terminal()
    done = subprocess.run([sys.executable, "-c", own_group], capture_output=True, text=True, check=True, **options)
    assert done.stdout.strip() == "True"


def test_interrupt_and_end_of_the_session_stop_the_program() -> None:
    assert {signal.SIGINT, signal.SIGTERM} <= set(system.STOP_SIGNALS)
    system.prepare_window()  # has no effect but on Windows, and may be called anywhere


def test_only_macos_quits_by_a_command_of_its_own() -> None:
    commands: dict[str, object] = {}
    screen = SimpleNamespace(createcommand=commands.__setitem__)
    system.on_quit(screen, print)
    assert commands == ({"::tk::mac::Quit": print} if sys.platform == "darwin" else {})
