"""PINJU_HOME is closed to other users: new files, existing files, and refused folders."""

import os
import stat
from pathlib import Path

import pytest

from common.privacy.secrets import close_to_others, made_home
from tests.start.processes import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows knows no such rights")


def rights(path: Path) -> int:
    return stat.S_IMODE(path.lstat().st_mode)


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """Create a home with open permissions, and a link in it to a file outside."""
    home, outside = tmp_path / "home", tmp_path / "outside"
    (home / "media" / "photos").mkdir(parents=True)
    outside.mkdir()
    for file in (home / "pinju.sqlite3", home / "pinju.sqlite3-wal", home / "media" / "photos" / "one"):
        file.touch()
    (home / "tool").touch()
    for path in (home, *home.rglob("*"), outside):
        path.chmod(0o755 if path.is_dir() or path.name == "tool" else 0o644)
    (outside / "file").touch()
    (outside / "file").chmod(0o644)
    (home / "link").symlink_to(outside)
    return home


def test_open_files_are_closed_and_links_not_followed(open_folder: Path) -> None:
    assert made_home(open_folder) == open_folder
    assert close_to_others(open_folder) == 6
    folders = [path for path in (open_folder, *open_folder.rglob("*")) if path.is_dir() and not path.is_symlink()]
    assert {rights(path) for path in folders} == {0o700}
    files = [path for path in open_folder.rglob("*") if path.is_file() and not path.is_symlink()]
    assert {path.name: rights(path) for path in files} == {
        "pinju.sqlite3": 0o600,
        "pinju.sqlite3-wal": 0o600,
        "one": 0o600,
        "tool": 0o700,
    }
    assert [rights(path) for path in (open_folder.parent / "outside", open_folder / "link" / "file")] == [0o755, 0o644]
    assert close_to_others(open_folder) == 0


def test_refused_chmod_is_ignored(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a FAT stick, where the system refuses to change permissions."""

    def refuse(path: object, mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chmod", refuse)
    assert made_home(open_folder) == open_folder
    assert close_to_others(open_folder) == 0


def test_every_process_writes_with_a_private_umask(open_folder: Path) -> None:
    code = "from pathlib import Path; from django.conf import settings; (settings.HOME / 'new').write_text('')"
    done = run("manage.py", "shell", "-v", "0", "-c", code, home=open_folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert rights(open_folder) == 0o700
    assert rights(open_folder / "new") == 0o600
    assert rights(open_folder / "secret-key.txt") == 0o600


def test_server_closes_existing_files(open_folder: Path) -> None:
    done = run("-c", "import config.wsgi", home=open_folder)
    assert done.returncode == 0, done.stderr
    assert rights(open_folder / "media" / "photos" / "one") == 0o600


@pytest.mark.parametrize("command", [["manage.py", "sweep"], ["pinju.py"], ["-m", "celery", "-A", "config", "beat"]])
def test_folder_of_another_user_is_refused_in_one_sentence(command: list[str], tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 65534, 65534)
    done = run(*command, home=home)
    assert done.returncode == 1
    assert done.stderr == (
        f"The folder for Pinju's data, {home}, belongs to another user (nobody): run Pinju as that user. "
        "PINJU_HOME can name another folder.\n"
    )
    assert list(home.iterdir()) == []


def test_unwritable_folder_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root can write everywhere
    with pytest.raises(SystemExit, match="cannot be written. PINJU_HOME can name another folder."):
        made_home(tmp_path)


@pytest.mark.parametrize("shared", ["/", "/tmp"])
def test_folder_shared_by_the_machine_is_refused(shared: str) -> None:
    before = rights(Path(shared))
    with pytest.raises(SystemExit, match="is shared by the whole machine"):
        made_home(Path(shared))
    assert rights(Path(shared)) == before


def test_file_in_place_of_the_folder_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").touch()
    with pytest.raises(SystemExit, match="cannot be made: File exists"):
        made_home(tmp_path / "home")


def test_database_lies_in_a_folder_of_any_name(tmp_path: Path) -> None:
    home = tmp_path / "100%20 #1 of a+b?"
    code = "from config import settings; print(settings.DATABASES['default']['NAME'])"
    assert run("-c", code, home=home, DATABASE_URL="").stdout == f"{home}/pinju.sqlite3\n"
