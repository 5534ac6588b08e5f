"""What the one-file program understands, and what it contains; deploy/one_file/smoke.py uses a built one."""

import subprocess
from pathlib import Path

from PIL import Image

from tests.start.processes import run
from tests.support.paths import ROOT

HERE = ROOT / "deploy" / "one_file"
RUN = "import sys; from launcher.bundle import run; sys.exit(run(sys.argv[1:]))"


def bundle(*args: str, home: Path) -> "subprocess.CompletedProcess[str]":
    """Run what the program runs, in this Python."""
    return run("-c", RUN, *args, home=home)


def test_program_runs_modules_as_python_does(tmp_path: Path) -> None:
    (tmp_path / "file.json").write_text('{"a": 1}')
    done = bundle("-m", "json.tool", "--compact", str(tmp_path / "file.json"), home=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, '{"a":1}\n', "")


def test_program_runs_commands_of_the_server(tmp_path: Path) -> None:
    done = bundle("manage", "score_hands", "--help", home=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: manage.py score_hands")


def test_program_is_pinju_py_for_its_own_processes(tmp_path: Path) -> None:
    done = bundle(str(ROOT / "pinju.py"), "--help", home=tmp_path)
    assert (done.returncode, "undo-update" in done.stdout) == (0, True)
    assert bundle("--help", home=tmp_path).stdout == done.stdout
    assert bundle("-m", home=tmp_path).returncode == 2


def test_data_lies_in_the_users_folder_unless_another_one_is_named(tmp_path: Path) -> None:
    (tmp_path / "shown.py").write_text("import os; print(os.environ['PINJU_HOME'])")
    environment = {"PYTHONPATH": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "用户 data")}
    unnamed = "import os; del os.environ['PINJU_HOME']; "
    assert (
        run("-c", unnamed + RUN, "-m", "shown", home=tmp_path, **environment).stdout == f"{tmp_path}/用户 data/pinju\n"
    )
    assert run("-c", RUN, "-m", "shown", home=tmp_path / "own", **environment).stdout == f"{tmp_path}/own\n"


def test_icon_has_the_size_of_each_system() -> None:
    with Image.open(HERE / "icon.png") as icon:
        assert (icon.size, icon.mode) == ((1024, 1024), "RGBA")
