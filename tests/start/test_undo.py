"""An update that can be undone, and data that a newer program has written: real processes, a separate data folder."""

import json
import re
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import DATA
from tests.start.processes import free_port, run

pytestmark = pytest.mark.server
FIRST = (DATA / "first_issue.sql").read_text(encoding="utf-8")
REPORTS = json.loads((DATA / "first_issue.json").read_text(encoding="utf-8"))
BEFORE_LAST, LAST = ("scoring", "0032_photos_of_players_end"), ("scoring", "0033_digests")
NEWER = ("tournament", "9999_of_a_newer_program")


@pytest.fixture(scope="module", autouse=True)
def _laptop() -> Iterator[None]:
    """Clear the environment as on a laptop, whatever database the tests use."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("DATABASE_URL", "CELERY_BROKER_URL", "CACHE_URL", "PINJU_BACKUP"):
            patch.delenv(name, raising=False)
        yield


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Make the data folder of the first issue's program."""
    home = tmp_path / "home"
    home.mkdir()
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        database.executescript(FIRST)
    (home / "private-data-key.txt").write_text(REPORTS["private_data_key"])
    return home


@pytest.fixture
def earlier_home(prepared_home: Path, tmp_path: Path) -> Path:
    """Make a data folder of the demo events that lacks the last migration; whole updates are in test_update.py."""
    home = Path(shutil.copytree(prepared_home, tmp_path / "home"))
    unapplied = run("manage.py", "migrate", "--verbosity", "0", "--skip-checks", *BEFORE_LAST, home=home)
    assert unapplied.returncode == 0, unapplied.stderr
    return home


def content(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as database:
        return list(database.iterdump())


def without_eras(home: Path) -> list[str]:
    """Return the content of the database except the ledgers, whose eras undoing renews."""
    return [line for line in content(home / "pinju.sqlite3") if not line.startswith('INSERT INTO "common_head"')]


def migrations(home: Path) -> set[tuple[str, str]]:
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        return set(database.execute("SELECT app, name FROM django_migrations"))


def test_update_of_a_laptop_is_undone_by_one_command(earlier_home: Path) -> None:
    home = earlier_home
    before = without_eras(home)
    assert LAST not in migrations(home)
    updated = run("manage.py", "prepare", "--skip-checks", home=home)
    assert updated.returncode == 0, updated.stderr
    [copy] = (home / "before-update").iterdir()
    assert (
        f"The data as it was before is kept in {copy} (python3 pinju.py undo-update goes back to it)." in updated.stdout
    )
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert LAST in migrations(home)
    (home / "media").mkdir(exist_ok=True)
    (home / "media" / "photo").write_bytes(b"a photo")

    undone = run("pinju.py", "undo-update", home=home)
    assert undone.returncode == 0, undone.stderr
    assert without_eras(home) == before
    [aside] = home.glob("undone-update-*")
    assert f"it is kept in {aside}." in undone.stdout
    assert 'CREATE TABLE "scoring_digest"' in "".join(content(aside / "pinju.sqlite3"))
    assert (home / "media" / "photo").exists()

    again = run("pinju.py", "undo-update", home=home)
    assert (again.returncode, "there is nothing to undo" in again.stderr) == (1, True)
    assert without_eras(home) == before
    assert run("manage.py", "prepare", "--skip-checks", home=home).returncode == 0  # the newer program updates again
    assert LAST in migrations(home)


def test_undoing_gives_back_the_database_of_the_first_program(home: Path, prepared_home: Path, tmp_path: Path) -> None:
    updated = Path(shutil.copytree(prepared_home, tmp_path / "updated"))
    (updated / "before-update").mkdir()
    shutil.copy(home / "pinju.sqlite3", updated / "before-update" / "20261101-120000-000000-to-1.0.0.sqlite3")
    undone = run("pinju.py", "undo-update", home=updated)
    assert undone.returncode == 0, undone.stderr
    assert content(updated / "pinju.sqlite3") == content(home / "pinju.sqlite3")


def test_no_copy_is_kept_where_nothing_is_updated(prepared_home: Path) -> None:
    assert not (prepared_home / "before-update").exists()


def test_update_does_not_begin_without_its_copy(home: Path) -> None:
    (home / "before-update").write_text("a file in place of the folder")
    before = content(home / "pinju.sqlite3")
    refused = run("manage.py", "prepare", "--skip-checks", home=home)
    assert refused.returncode == 1
    assert "it cannot be copied first" in refused.stderr
    assert "Nothing was changed." in refused.stderr
    assert content(home / "pinju.sqlite3") == before


def test_undone_update_begins_a_new_era_and_keeps_the_newest_three_copies(prepared_home: Path, tmp_path: Path) -> None:
    home = Path(shutil.copytree(prepared_home, tmp_path / "home"))
    (home / "before-update").mkdir()
    for day in range(1, 6):
        shutil.copy(home / "pinju.sqlite3", home / "before-update" / f"2026110{day}-120000-000000-to-1.0.0.sqlite3")
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database, database:
        eras = database.execute("SELECT era FROM common_head").fetchall()
        database.execute("DELETE FROM django_migrations WHERE app = 'axes'")
        database.execute("DROP TABLE axes_accesslog")
    run("manage.py", "prepare", "--skip-checks", home=home)  # the migration of axes fails, after the copy
    copies = sorted((home / "before-update").iterdir())
    assert [copy.name[:8] for copy in copies[:2]] == ["20261104", "20261105"]
    assert len(copies) == 3
    copies[2].unlink()
    undone = run("pinju.py", "undo-update", home=home)
    assert re.search(r"before the update to Pinju 1\.0\.0 on 2026-11-05", undone.stdout), undone.stderr
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database:
        renewed = database.execute("SELECT era FROM common_head").fetchall()
    assert len(renewed) == len(eras)
    assert not set(renewed) & set(eras)


def test_damaged_copy_changes_nothing(home: Path) -> None:
    (home / "before-update").mkdir()
    (home / "before-update" / "20261101-120000-000000-to-1.0.0.sqlite3").write_bytes(b"no database at all" * 100)
    before = content(home / "pinju.sqlite3")
    refused = run("pinju.py", "undo-update", home=home)
    assert (refused.returncode, "cannot be used (damaged" in refused.stderr) == (1, True)
    assert content(home / "pinju.sqlite3") == before


def test_undoing_names_the_dump_where_the_data_is_elsewhere(home: Path) -> None:
    refused = run("pinju.py", "undo-update", home=home, DATABASE_URL="postgres://pinju@127.0.0.1/pinju")
    assert refused.returncode == 1
    assert refused.stderr == "DATABASE_URL names another database: load the dump that you made before the update.\n"


def test_data_of_a_newer_program_is_refused_and_unchanged(prepared_home: Path, tmp_path: Path) -> None:
    home = Path(shutil.copytree(prepared_home, tmp_path / "home"))
    with closing(sqlite3.connect(home / "pinju.sqlite3")) as database, database:
        database.execute("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '2027-01-01')", NEWER)
    before = content(home / "pinju.sqlite3")
    sentence = f"A newer version of Pinju wrote this data ({' '.join(NEWER)})"
    started = run("pinju.py", "--port", str(free_port()), home=home)
    assert (started.returncode, started.stdout) == (1, "")
    assert sentence in started.stderr
    assert "python3 pinju.py undo-update" in started.stderr
    assert "Traceback" not in started.stderr
    migrated = run("manage.py", "migrate", "--skip-checks", home=home)
    assert (migrated.returncode, sentence in migrated.stderr) == (1, True)
    doctor = json.loads(run("manage.py", "doctor", "--json", home=home).stdout)
    assert doctor["checks"]["release"]["state"] == "failed"
    assert content(home / "pinju.sqlite3") == before
