"""What the command line does with its signals."""

import signal
from pathlib import Path

import pytest

from docs.pictures.__main__ import main as take_pictures
from launcher.command_line import Interrupt, parse


def test_one_ctrl_c_that_arrives_twice_interrupts_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr("launcher.command_line.time.monotonic", lambda: now[0])
    interrupt = Interrupt()
    with pytest.raises(KeyboardInterrupt):
        interrupt(signal.SIGINT, None)
    now[0] += 0.5
    interrupt(signal.SIGINT, None)  # passed on by the outer process of the one-file program
    now[0] += 1
    with pytest.raises(KeyboardInterrupt):
        interrupt(signal.SIGINT, None)  # a person is impatient
    assert capsys.readouterr().out == "Ending.\nEnding.\n"


@pytest.mark.parametrize("port", ["0", "65536", "-1", "a"])
def test_port_is_a_number_of_a_port(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([f"--port={port}"])
    assert "is not a port from 1 to 65535" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--help", "--hepl"])
def test_an_option_of_pictures_is_no_folder(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        take_pictures([option])
    assert "usage: pinju.py pictures [-h] [folder]" in "".join(capsys.readouterr())
    assert list(tmp_path.iterdir()) == []
