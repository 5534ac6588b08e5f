"""The command line: an empty database, one that cannot be opened, and a command that does not exist."""

from pathlib import Path

import pytest

from tests.start.processes import run

COMMAND = ("manage.py", "verify_audit", "--skip-checks")
LACKS = "The database lacks tables of this program: run `manage.py migrate`, or start the program once."
CLOSED = "The database {file} does not answer: unable to open database file"


@pytest.mark.parametrize(("name", "sentence"), [("empty.sqlite3", LACKS), ("missing/data.sqlite3", CLOSED)])
def test_a_database_without_tables_is_told_in_one_sentence(tmp_path: Path, name: str, sentence: str) -> None:
    file = tmp_path / name
    done = run(*COMMAND, home=tmp_path / "home", DATABASE_URL=f"sqlite:///{file}")
    assert (done.returncode, done.stdout, done.stderr.strip()) == (1, "", sentence.format(file=file))


def test_the_traceback_is_shown_on_demand(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/empty.sqlite3"
    done = run(*COMMAND, "--traceback", home=tmp_path / "home", DATABASE_URL=database)
    assert done.returncode == 1
    assert "no such table" in done.stderr


def test_a_command_that_does_not_exist_is_a_wrong_use(tmp_path: Path) -> None:
    done = run("manage.py", "read_sheets", home=tmp_path / "home")
    assert done.returncode == 2
    assert done.stderr.startswith("Unknown command: 'read_sheets'")
