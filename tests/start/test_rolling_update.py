"""An update while people read: the running earlier program serves the database that this program has migrated.

The earlier program comes from the repository's history (`EARLIER`); a migration that it cannot read fails here. Such a
migration waits for the next release: first add what is new, and remove what is old when no earlier program reads it.
"""

import json
import os
import re
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
    *("tables/1/1/", "statistics/", "report/", "draw/", "seats/", "seats/1/", "notices/", "rules/"),
]
PAGES = ["/", "/register/", "/record/players/", *(f"/e/open-2018/{page}" for page in EVENT)]


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """Unpack the earlier program."""
    kept = subprocess.run(["git", "cat-file", "-e", f"{EARLIER}^{{commit}}"], cwd=ROOT, check=False)
    if kept.returncode != 0 and os.environ.get("PINJU_REQUIRE") != "1":
        pytest.skip("this copy of the repository has no history")
    program = tmp_path / "earlier"
    program.mkdir()
    packed = subprocess.run(["git", "archive", EARLIER], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", program], input=packed, check=True)
    return program


def test_the_earlier_program_answers_readers_during_an_update(
    earlier: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    example = earlier / "scoring" / "demo" / "event_open_2018.json"
    for command in (["migrate", "--skip-checks", "-v", "0"], ["import_event", example]):
        done = run("manage.py", *command, home=home, cwd=earlier)
        assert done.returncode == 0, done.stderr
    serve = ("-m", "gunicorn", "config.wsgi", "-k", "gthread", "--threads", "4", "--bind")

    port = free_port()
    with started(*serve, f"127.0.0.1:{port}", home=home, output=tmp_path / "earlier.log", cwd=earlier) as old:
        wait_until(lambda: healthy(port), 120)
        before = read(port, "en")
        updated = run("manage.py", "migrate", "--skip-checks", "-v", "0", home=home)
        assert updated.returncode == 0, updated.stderr
        assert read(port, "en") == before, old.output
        fresh = read(port, "ja")  # pages that the earlier program has not kept from before
        assert {status for status, _page in fresh.values()} == {200}, old.output

        another = free_port()
        with started(*serve, f"127.0.0.1:{another}", home=home, output=tmp_path / "new.log") as new:
            wait_until(lambda: healthy(another), 120)
            assert {status for status, _page in read(another, "en").values()} == {200}, new.output
    standings = [
        json.loads(run("manage.py", "standings", "open-2018", "--json", home=home, cwd=program).stdout)
        for program in (earlier, ROOT)
    ]
    assert standings[0] == standings[1]


def read(port: int, language: str) -> dict[str, tuple[int, str]]:
    """Return status and text of each public page, without the time of the answer."""
    answers = {page: Browser(port).ask("GET", page, **{"Accept-Language": language}) for page in PAGES}
    return {page: (status, re.sub(r'data-now="\d+"', "", text)) for page, (status, text) in answers.items()}
