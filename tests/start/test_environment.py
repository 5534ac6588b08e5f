"""How pinju.py creates its Python environment: a copy of it in a separate folder, with small requirements."""

import ast
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from launcher.environment import STAMP, venv_python
from launcher.python_version import python_problem
from tests.start.processes import ROOT, free_port, processes_of, run, started, wait_until

pytestmark = pytest.mark.server
READY = "from launcher.environment import ready_environment; print(ready_environment(tests=False))"
POSIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "resource", "termios", "tty"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Create a checkout without pinned packages."""
    folder = tmp_path / "a checkout"
    folder.mkdir()
    shutil.copy(ROOT / "pinju.py", folder)
    shutil.copytree(ROOT / "launcher", folder / "launcher")
    (folder / "common" / "privacy").mkdir(parents=True)
    for module in ("__init__.py", "privacy/__init__.py", "privacy/secrets.py"):
        shutil.copy(ROOT / "common" / module, folder / "common" / module)
    (folder / "requirements.txt").write_text("# nothing\n")
    (folder / "requirements-test.txt").write_text("-r requirements.txt\n")
    return folder


def pin(checkout: Path, version: str) -> None:
    """Require a package with a single module that prints its version, and a script that pip compiles beside itself."""
    wheel = checkout / f"tiny-{version}-py3-none-any.whl"
    about = f"tiny-{version}.dist-info"
    with zipfile.ZipFile(wheel, "w") as file:
        file.writestr("tiny.py", f"version = '{version}'\n")
        file.writestr(f"tiny-{version}.data/scripts/tiny-say.py", "#!python\nprint('tiny')\n")
        file.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: tiny\nVersion: {version}\n")
        file.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        file.writestr(f"{about}/RECORD", "")
    (checkout / "requirements.txt").write_text(f"./{wheel.name}\n")


def ready(checkout: Path) -> subprocess.CompletedProcess[str]:
    return run("-c", READY, home=checkout / "var", cwd=checkout)


def installed(checkout: Path) -> str:
    """Return the version of the package in the checkout's environment."""
    command = [venv_python(checkout / ".venv"), "-c", "import tiny; print(tiny.version)"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def side_folders(checkout: Path) -> list[str]:
    return [path.name for path in (checkout / ".venv-build").iterdir() if path.is_dir()]


def test_environment_is_built_once_and_again_after_changed_requirements(checkout: Path) -> None:
    pin(checkout, "1.0")
    first = ready(checkout)
    assert first.stderr == ""
    assert first.stdout.splitlines()[-1] == str(venv_python(checkout / ".venv"))
    assert installed(checkout) == "1.0"
    assert str(checkout / ".venv") in (checkout / ".venv/bin/activate").read_text()
    (checkout / ".venv/mine").touch()

    assert len(ready(checkout).stdout.splitlines()) == 1
    assert (checkout / ".venv/mine").exists()

    (checkout / ".venv" / STAMP).unlink()  # like one that a person made with all pinned packages
    assert len(ready(checkout).stdout.splitlines()) == 1
    assert (checkout / ".venv/mine").exists()

    pin(checkout, "2.0")
    assert "Creating the Python environment" in ready(checkout).stdout
    assert installed(checkout) == "2.0"
    assert not (checkout / ".venv/mine").exists()
    assert side_folders(checkout) == []


def test_two_concurrent_starts_replace_an_incomplete_environment_once(checkout: Path, tmp_path: Path) -> None:
    pin(checkout, "1.0")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", checkout / ".venv"], check=True)
    home = tmp_path / "home"
    with (
        started("-c", READY, home=home, output=tmp_path / "one", cwd=checkout) as one,
        started("-c", READY, home=home, output=tmp_path / "two", cwd=checkout) as two,
    ):
        assert (one.process.wait(60), two.process.wait(60)) == (0, 0)
    assert (one.output + two.output).count("Creating the Python environment") == 1
    assert (one.output + two.output).count("waiting for it") == 1
    assert installed(checkout) == "1.0"


def test_killed_installation_leaves_no_process_and_is_repeated(checkout: Path, tmp_path: Path) -> None:
    pin(checkout, "1.0")
    home = tmp_path / "home"
    with started("-c", READY, home=home, output=tmp_path / "output", cwd=checkout) as program:
        wait_until(lambda: list(checkout.glob(".venv-build/*/pyvenv.cfg")))
        os.killpg(program.process.pid, signal.SIGKILL)
        program.process.wait()
        wait_until(lambda: processes_of(home) == [])
    assert not (checkout / ".venv").exists()
    assert len(side_folders(checkout)) == 1
    ready(checkout)
    assert installed(checkout) == "1.0"
    assert side_folders(checkout) == []


def test_missing_network_is_reported_in_one_sentence(checkout: Path) -> None:
    (checkout / "requirements.txt").write_text("pinju-needs-this==1.0\n")
    nowhere = f"http://127.0.0.1:{free_port()}/simple"
    index = {"PIP_INDEX_URL": nowhere, "PIP_EXTRA_INDEX_URL": "", "PIP_CONFIG_FILE": os.devnull}
    done = run("pinju.py", f"--port={free_port()}", home=checkout / "var", cwd=checkout, **index)
    assert done.returncode == 1
    log = checkout / ".venv-build/install.log"
    assert done.stderr == (f"The package index cannot be reached: the installation needs the internet ({log}).\n")
    assert "pinju-needs-this" in log.read_text()
    assert not (checkout / ".venv").exists()


def test_unknown_version_is_not_reported_as_missing_network(checkout: Path) -> None:
    (checkout / "requirements.txt").write_text("./no-such-file-1.0-py3-none-any.whl\n")
    done = run("pinju.py", f"--port={free_port()}", home=checkout / "var", cwd=checkout)
    assert done.returncode == 1
    assert done.stderr.startswith("requirements.txt could not be installed: ERROR: ")
    assert "no-such-file" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_python_without_venv_is_told_what_to_install(checkout: Path, module: str) -> None:
    without = f"import runpy, sys; sys.modules['{module}'] = None; runpy.run_path('pinju.py', run_name='__main__')"
    done = run("-c", without, f"--port={free_port()}", home=checkout / "var", cwd=checkout)
    assert done.returncode == 1
    assert done.stderr == ("Python's venv module is missing: install it (on Debian: apt-get install python3-venv).\n")


@pytest.mark.parametrize(
    ("version", "sentence"),
    [
        ((3, 10, 13), "Pinju needs Python 3.11 or newer, and this python3 is 3.10."),
        ((3, 6, 0), "Pinju needs Python 3.11 or newer, and this python3 is 3.6."),
        ((2, 7, 18), "Pinju needs Python 3.11 or newer, and this python3 is 2.7."),
        ((3, 11, 0), ""),
        ((3, 13, 1), ""),
        ((4, 0, 0), ""),
    ],
)
def test_old_python_is_told_the_required_version(version: tuple[int, ...], sentence: str) -> None:
    assert python_problem(version) == sentence


def test_old_python_can_parse_the_launcher() -> None:
    for module in ("pinju.py", "launcher/__init__.py", "launcher/python_version.py"):
        ast.parse((ROOT / module).read_text(), feature_version=(3, 6))


def test_launcher_checks_the_version_before_it_imports_more() -> None:
    imports = [node for node in ast.parse((ROOT / "pinju.py").read_text()).body if "Import" in type(node).__name__]
    assert [ast.unparse(node) for node in imports] == [
        "import sys",
        "from launcher.python_version import python_problem",
    ]


def test_launcher_needs_only_the_standard_library(tmp_path: Path) -> None:
    assert run("-S", "-c", "import launcher.command_line", home=tmp_path).stderr == ""


def test_no_posix_only_module_is_imported_at_module_level() -> None:
    wrong = []
    for path in [ROOT / "pinju.py", *(path for room in pinju_rooms() for path in room.rglob("*.py"))]:
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [str(node.module)] if isinstance(node, ast.ImportFrom) else []
            wrong += [f"{path.name} imports {name}" for name in names if name in POSIX_ONLY]
    assert wrong == []


def pinju_rooms() -> list[Path]:
    return [ROOT / name for name in ("common", "tournament", "scoring", "ranking", "web", "config", "launcher")]


def test_program_that_its_user_cannot_change_uses_the_environment_of_its_installer(checkout: Path) -> None:
    installed_python = venv_python(checkout / ".venv")
    installed_python.parent.mkdir(parents=True)
    installed_python.touch()
    unwritable = "import os; os.access = lambda path, mode: mode != os.W_OK; "  # root can write everywhere
    done = run("-c", unwritable + READY, home=checkout / "var", cwd=checkout)
    assert (done.stdout, done.stderr) == (f"{installed_python}\n", "")
    assert not (checkout / ".venv-build").exists()
