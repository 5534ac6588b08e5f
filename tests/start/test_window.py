"""The window of the one-file program, on a screen of its own."""

import gc
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tkinter
from collections.abc import Callable, Iterator
from pathlib import Path
from tkinter import ttk
from typing import Any

import pytest
import segno

from launcher.locks import take_lock
from launcher.paths import RUNNING
from launcher.processes import start_child
from launcher.system import STOP_SIGNALS
from launcher.texts import follow_system
from launcher.window import look
from launcher.window.following import READY, Following
from launcher.window.look import screen
from launcher.window.questions import ask
from launcher.window.starting import start_in_window
from tests.start.processes import environment, free_port, run, wait_until
from tests.support.x_screen import x_screen

pytestmark = pytest.mark.server
LOCAL, NETWORK = "http://127.0.0.1:8000/", ["http://192.168.7.20:8000/", "http://10.0.0.7:8000/"]
#: Servers, started as the program starts its own: one that serves until it is ended, one that fails.
SERVING = f"""
import signal, sys
print("Administrator: admin   password: abc", flush=True)
print({READY!r}, flush=True)
try:
    signal.pause()
except KeyboardInterrupt:
    print("ended well", flush=True)
    sys.exit(0)
"""
FAILING = "import sys; print('The data cannot be read.', flush=True); sys.exit(3)"


@pytest.fixture(scope="session")
def screen_name() -> Iterator[str]:
    """Return the name of a screen in memory.

    It lasts as long as the process, whose xdist may run a part of these tests later: Tk keeps its connection to a
    screen, and ends the process when that breaks.
    """
    with x_screen() as name:
        yield name
        look.screen().destroy()
        look.screen.cache_clear()
        gc.collect()  # in this thread


@pytest.fixture(autouse=True)
def opened(screen_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use the screen, and a browser that writes the address that it opens into the returned file."""
    browser, opened = tmp_path / "xdg-open", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > "{opened}"\n')
    browser.chmod(0o700)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setenv("DISPLAY", screen_name)
    monkeypatch.setenv("LANGUAGE", "en")
    handlers = {number: signal.getsignal(number) for number in STOP_SIGNALS}
    follow_system()
    yield opened
    follow_system(False)
    gc.collect()  # in this thread: another one may not collect pictures
    for number, handler in handlers.items():
        signal.signal(number, handler)


@pytest.fixture
def follow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Following]:
    def follow(code: str, network: list[str] = NETWORK) -> Following:
        (tmp_path / "imitation.py").write_text(code)
        environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
        pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return Following(start_child(Path(sys.executable), "imitation", env=environment, **pipe), LOCAL, network)

    return follow


def once(condition: Callable[[], object], act: Callable[[], object]) -> None:
    """Act in the loop of the window as soon as the condition holds."""

    def look() -> None:
        if condition():
            act()
        else:
            screen().after(20, look)

    screen().after(20, look)


def is_ready(following: Following) -> bool:
    return "disabled" not in following.view.page.state()


def written(following: Following) -> str:
    return following.view.messages.get("1.0", "end")


def widgets(widget: tkinter.Misc, kind: Any) -> list[tkinter.Misc]:
    """Return the widgets of a kind in a window."""
    own = [widget] if isinstance(widget, kind) else []
    return own + [found for child in widget.winfo_children() for found in widgets(child, kind)]


def labels(window: tkinter.Misc) -> list[str]:
    """Return the texts of the labels and buttons in a window."""
    return [str(found.cget("text")) for found in widgets(window, (ttk.Label, ttk.Button, ttk.Radiobutton))]


def pixels(code: tkinter.PhotoImage) -> list[list[bool]]:
    """Return which pixels are dark."""
    return [[code.get(x, y)[0] < 128 for x in range(code.width())] for y in range(code.height())]


def expected_pixels(address: str, size: int) -> list[list[bool]]:
    rows = list(segno.make_qr(address).matrix_iter(scale=size // (segno.make_qr(address).symbol_size()[0]), border=4))
    return [[bool(module) for module in row] for row in rows]


def test_window_shows_the_addresses_with_their_codes_and_stops_the_server(
    follow: Callable[..., Following], opened: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    following = follow(SERVING)
    view, seen = following.view, []
    seen.append(labels(view.window))

    def press() -> None:
        seen.append(labels(view.window))
        first = view.shown_code
        assert pixels(first) == expected_pixels(NETWORK[0], first.width())
        [second] = [choice for choice in widgets(view.window, ttk.Radiobutton) if choice.cget("value") == NETWORK[1]]
        second.invoke()
        assert pixels(view.shown_code) == expected_pixels(NETWORK[1], first.width())
        view.buttons[0].invoke()  # Stop Pinju
        seen.append(labels(view.window))
        view.buttons[1].invoke()  # Keep it running
        assert following.server.poll() is None
        view.ask_to_stop()  # as when the window is closed
        view.buttons[0].invoke()
        seen.append(labels(view.window))

    once(lambda: is_ready(following), press)
    assert following.run() == 0
    assert following.server.returncode == 0
    assert "ended well" in capfd.readouterr().out
    starting, running, asking, stopping = seen
    assert {"Starting…", LOCAL, *NETWORK, "Open in the browser", "Stop Pinju"} <= {*starting}
    assert "Pinju is running." in running
    assert {"Stop Pinju? Phones and screens cannot read or write anything until it runs again.", "Keep it running"} <= {
        *asking
    }
    assert "Pinju is stopping…" in stopping
    wait_until(opened.exists, 30)  # the page opened by itself
    wait_until(lambda: opened.read_text() == LOCAL)


def test_password_of_the_first_start_is_in_the_window(follow: Callable[..., Following]) -> None:
    following, seen = follow(SERVING), []

    def read() -> None:
        seen.append(written(following))
        following.stop()

    once(lambda: is_ready(following), read)
    assert following.run() == 0
    assert seen == ["Administrator: admin   password: abc\n\n"]


def test_without_network_no_code_is_shown(follow: Callable[..., Following]) -> None:
    following = follow(SERVING, network=[])
    shown = labels(following.view.window)
    once(lambda: is_ready(following), following.stop)
    assert following.run() == 0
    assert [text for text in shown if text.startswith("This computer is not in a network")]
    assert not [text for text in shown if "192.168" in text]


def test_end_of_the_session_stops_the_server(follow: Callable[..., Following]) -> None:
    following = follow(SERVING)
    once(lambda: is_ready(following), lambda: os.kill(os.getpid(), signal.SIGTERM))
    assert following.run() == 0
    assert following.server.returncode == 0


def test_server_that_fails_leaves_its_reason_in_the_window(follow: Callable[..., Following]) -> None:
    following, seen = follow(FAILING), []
    window = following.view.window

    def close() -> None:
        seen.extend([written(following), labels(window)])
        following.view.buttons[0].invoke()

    once(lambda: "Pinju has ended. The reason is below." in labels(window), close)
    assert following.run() == 3
    assert seen[0] == "The data cannot be read.\n\n"
    assert "Close" in seen[1]


@pytest.mark.parametrize(
    ("language", "text"), [("zh_CN", "正在启动……"), ("ja", "起動しています…"), ("fr_FR", "Starting…")]
)
def test_window_speaks_the_language_of_the_system(
    follow: Callable[..., Following], monkeypatch: pytest.MonkeyPatch, language: str, text: str
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    following = follow(SERVING)
    assert text in labels(following.view.window)
    once(lambda: is_ready(following), following.stop)
    following.run()


def server_for_window(home: Path, port: int) -> "subprocess.Popen[bytes]":
    """Start the server as the program does for its window, where a pipe has the encoding of Windows."""
    pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    local = environment(home, PYTHONIOENCODING="cp1252", ALLOWED_HOSTS="localhost")
    return start_child(Path(sys.executable), "config.serve", "127.0.0.1", str(port), READY, env=local, **pipe)


def messages_of_a_start(home: Path) -> str:
    """Start the server in its window, stop it as soon as it serves, and return what the window showed."""
    following, seen = Following(server_for_window(home, free_port()), LOCAL, []), []

    def read() -> None:
        seen.append(written(following))
        following.stop()

    once(lambda: is_ready(following) or following.server.poll() is not None, read)
    assert following.run() == 0
    return seen[0]


@pytest.mark.django_db  # a run without it has no migrated database
def test_first_start_speaks_the_language_of_the_system(
    migrated_database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "zh_CN")
    home = tmp_path / "home"
    home.mkdir()
    shutil.copy(migrated_database, home / "pinju.sqlite3")
    text = messages_of_a_start(home)
    password = (home / "admin-password.txt").read_text().split()[-1]
    events = re.findall(r"演示赛事：.+\n", text)
    assert len(events) == 1
    assert text.replace("".join(events), "") == (
        f"管理员：admin   密码：{password}\n"
        "密码只显示一次；它保存在PINJU_HOME的admin-password.txt中。\n"
        f"出错信息记录在{home}/server.log。\n\n"
    )


@pytest.mark.parametrize(
    ("language", "text"),
    [("ja_JP", "エラーは{}/server.logに記録されます。"), ("en_GB", "Errors are written to {}/server.log.")],
)
def test_next_start_speaks_the_language_of_the_system(
    prepared_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, text: str
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    home = Path(shutil.copytree(prepared_home, tmp_path / "home"))
    assert messages_of_a_start(home) == f"{text.format(home)}\n\n"


def test_server_that_cannot_start_says_why_in_the_language_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "ja_JP")
    seen: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        following = Following(server_for_window(tmp_path / "home", port), LOCAL, [])

        def close() -> None:
            seen.append(written(following))
            following.view.buttons[0].invoke()

        once(lambda: "Pinjuが終了しました。理由は下のとおりです。" in labels(following.view.window), close)
        assert following.run() == 1
    assert seen == [f"ポート{port}は別のプログラムが使っています。--port {port + 1}で別のポートを選んでください。\n\n"]


def in_next_window(act: Callable[[tkinter.Toplevel], object]) -> None:
    """Act once in the window that this process opens next."""

    def windows() -> list[tkinter.Misc]:
        return [child for child in screen().winfo_children() if isinstance(child, tkinter.Toplevel)]

    once(windows, lambda: act(windows()[0]))


def test_question_is_answered_by_a_button_the_return_key_or_closing() -> None:
    for act, answer in [
        (lambda window: widgets(window, ttk.Button)[1].invoke(), 1),
        (lambda window: (window.focus_force(), window.update(), window.event_generate("<Return>")), 0),
        (lambda window: window.destroy(), 2),
    ]:
        in_next_window(act)
        assert ask("A question?", "Yes", "No", "Cancel") == answer


def test_second_start_says_so_and_opens_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("PINJU_HOME", str(home))
    (home / RUNNING).write_text(f"{LOCAL} (process 17)")
    seen: list[str] = []

    def close(window: tkinter.Toplevel) -> None:
        seen.extend(labels(window))
        window.destroy()

    lock = take_lock(home / "pinju.lock")
    assert lock is not None
    with lock:
        in_next_window(close)
        assert start_in_window("127.0.0.1", free_port()) == 1
        assert seen[0] == f"Pinju is already running. Its page opens in the browser: {LOCAL}"
        wait_until(opened.exists)
        (home / RUNNING).write_text("a backup is being restored (process 17)")
        seen.clear()
        in_next_window(close)
        assert start_in_window("127.0.0.1", free_port()) == 1
        assert seen[0].startswith("Pinju is starting or restoring data at this moment.")
    assert f"Pinju is already running with the data in {home}: {LOCAL}" in capsys.readouterr().out


def test_taken_port_is_said_with_another_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINJU_HOME", str(tmp_path / "home"))
    seen: list[str] = []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        in_next_window(lambda window: (seen.extend(labels(window)), window.destroy()))
        assert start_in_window("127.0.0.1", port) == 1
    question, start, cancel = seen
    assert question.startswith(f"Another program uses port {port}, which Pinju needs. Start Pinju on port ")
    assert (start.startswith("Start on port "), cancel) == (True, "Cancel")
    assert not (tmp_path / "home" / RUNNING).exists()


def test_folder_that_cannot_be_used_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("PINJU_HOME", str(tmp_path / "file" / "home"))
    seen: list[str] = []
    in_next_window(lambda window: (seen.extend(labels(window)), window.destroy()))
    assert start_in_window("127.0.0.1", free_port()) == 1
    assert seen[0].startswith("Pinju could not start: The folder for Pinju's data")


CAN_OPEN = "import sys; from launcher.window import can_open; print(can_open())"


def test_no_window_without_a_screen_or_tkinter(screen_name: str, tmp_path: Path) -> None:
    without = f"import sys; sys.modules['_tkinter'] = None; {CAN_OPEN}"
    cases = [(CAN_OPEN, screen_name), (CAN_OPEN, ":9999"), (CAN_OPEN, ""), (without, screen_name)]
    printed = [run("-c", code, home=tmp_path, DISPLAY=name, WAYLAND_DISPLAY="").stdout for code, name in cases]
    assert printed == ["True\n", "False\n", "False\n", "False\n"]
