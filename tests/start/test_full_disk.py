"""A running program with a full disk: no data is lost, pages stay readable, and users are told."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.conftest import missing
from tests.start.browsing import Browser
from tests.start.processes import Started, free_port, healthy, run, started, wait_until

pytestmark = pytest.mark.server
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
PLAN = """
from common.models import BackupPlan
from django.utils import timezone
now = timezone.now()
BackupPlan.objects.create(pk=1, folder="/media/stick", tried_at=now, good_at=now)
"""


@pytest.fixture
def home(prepared_home: Path, tmp_path: Path) -> Iterator[Path]:
    """PINJU_HOME on a file system of 100 MB of its own, prepared."""
    folder = tmp_path / "home"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100m,mode=700", "none", folder], capture_output=True)
    if mounted.returncode:
        missing("a file system of one's own (mount, as root)")
    try:
        shutil.copytree(prepared_home, folder, dirs_exist_ok=True)
        database = f"sqlite:///{folder}/pinju.sqlite3"
        done = run("manage.py", "shell", "-v", "0", "-c", PLAN, home=folder, DATABASE_URL=database)
        assert done.returncode == 0, done.stderr
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def program(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Started, int]]:
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{home}/pinju.sqlite3")
    port = free_port()
    with started("pinju.py", "--port", str(port), home=home, output=tmp_path / "output") as program:
        wait_until(lambda: program.process.poll() is not None or "Ctrl-C ends it" in program.output)
        assert healthy(port), program.output
        yield program, port


def fill(path: Path) -> None:
    """Write until the disk is full."""
    with path.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue


def test_full_disk_is_reported_input_is_kept_and_pages_stay_readable(program: tuple[Started, int], home: Path) -> None:
    running, port = program
    browser = Browser(port)
    browser.sign_in("admin", (home / "admin-password.txt").read_text().strip().split()[-1])
    read = ["/", "/e/open-2018/", "/e/open-2018/standings/", "/e/open-2018/desk/", "/desk/accounts/"]
    form = {"csrfmiddlewaretoken": browser.token("/desk/accounts/"), "username": "typed-name"}
    own = {"password": (home / "admin-password.txt").read_text().strip().split()[-1]}
    assert browser.ask("POST", "/desk/accounts/", urlencode(form | own | {"username": ""}), **FORM)[0] == 400
    form |= {"name": "张 三", "key": "5c4b5a0e-0000-4000-8000-0000000000d1"}
    fill(home / "filler")

    status, page = browser.ask("POST", "/desk/accounts/", urlencode(form), **FORM)
    assert (status, "disk is full or cannot be written to. Nothing was saved" in page) == (507, True)
    assert 'value="typed-name"' in page
    assert 'value="张 三"' in page
    assert "in /media/stick/pinju-backup." in page
    # Signing in and an import do not show their form again.
    stranger = Browser(port)
    token = stranger.token("/account/login/")
    password = (home / "admin-password.txt").read_text().strip().split()[-1]
    sent = urlencode({"csrfmiddlewaretoken": token, "username": "admin", "password": password})
    status, page = stranger.ask("POST", "/account/login/", sent, **FORM)
    assert (status, "Nothing was saved" in page, "/media/stick" in page) == (507, True, False)
    status, page = browser.upload("/desk/import/", 3_000_000)
    assert (status, "Nothing was saved" in page, "/media/stick" in page) == (507, True, True)
    assert not list((home / "media" / "uploads").glob("*"))
    # Pages stay readable, with and without an account.
    assert [browser.ask("GET", path)[0] for path in read] == [200] * len(read)
    assert [Browser(port).ask("GET", path)[0] for path in read[:3]] == [200] * 3
    assert "Disk almost full" in browser.ask("GET", "/desk/backups/state/")[1]
    status, checks = browser.ask("GET", "/readyz")
    assert (status, '"disk": {"status": "failed", "reason": "full"}' in checks) == (503, True)

    (home / "filler").unlink()
    status, page = browser.ask("POST", "/desk/accounts/", urlencode(form), **FORM)
    assert (status, "The account typed-name is created" in page) == (200, True)
    assert "typed-name" in browser.ask("GET", "/desk/accounts/")[1]
    assert running.process.poll() is None
    wait_until(lambda: browser.ask("GET", "/readyz")[0] == 200)
