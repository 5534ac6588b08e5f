"""An update while people read: the earlier program, which still runs, reads the database that this one has migrated.

The earlier program comes from the repository's history (`EARLIER`); a migration after which it cannot read fails here.
Such a migration waits for the next release: first add what is new; remove what is old when no earlier program reads it.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.start.browsing import Browser
from tests.start.processes import free_port, healthy, run, started, wait_until
from tests.support.paths import ROOT

pytestmark = pytest.mark.server
#: The oldest program that may run on while this one migrates. A release sets it to the release before.
EARLIER = "277e44932"
EVENT = [
    *("", "standings/", "standings/teams/", "standings/all/", "players/", "players/7/", "teams/1/", "tables/1/"),
    *("tables/1/1/", "statistics/", "report/", "draw/", "seats/", "notices/", "rules/"),
]
PAGES = ["/", "/register/", "/record/players/", *(f"/e/open-2018/{page}" for page in EVENT)]


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """Unpack the earlier program."""
    kept = subprocess.run(["git", "cat-file", "-e", f"{EARLIER}^{{commit}}"], cwd=ROOT, check=False)
    if kept.returncode != 0:  # an unpacked archive or a shallow clone, which no package mends
        pytest.skip("this copy of the repository has no history")
    program = tmp_path / "earlier"
    program.mkdir()
    packed = subprocess.run(["git", "archive", EARLIER], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", program], input=packed, check=True)
    return program


def test_the_earlier_program_reads_the_database_of_this_one(
    earlier: Path, tmp_path: Path, prepared_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    home, port = Path(shutil.copytree(prepared_home, tmp_path / "home")), free_port()
    serve = ("-m", "gunicorn", "config.wsgi", "-k", "gthread", "--threads", "4", "--bind", f"127.0.0.1:{port}")
    with started(*serve, home=home, output=tmp_path / "earlier.log", cwd=earlier) as program:
        wait_until(lambda: healthy(port), 120)
        answers = {page: Browser(port).ask("GET", page)[0] for page in PAGES}
        assert set(answers.values()) == {200}, (answers, program.output)
    standings = [
        json.loads(run("manage.py", "standings", "open-2018", "--json", "--skip-checks", home=home, cwd=folder).stdout)
        for folder in (earlier, ROOT)
    ]
    assert standings[0] == standings[1]
