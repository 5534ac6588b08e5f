"""The commands for event files as scripts use them: output, errors and exit status."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from common.actions.models.audit import AuditEntry
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.sheets import Sheet
from tests.support.paths import ROOT
from tournament.events.models.events import Event
from tournament.people.models.persons import Person

OPEN_2018 = ROOT / "tests" / "data" / "event_open_2018.json"

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def run(*arguments: str) -> tuple[int, str, str]:
    """Return exit status, standard output and standard error of a command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(*arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.fixture
def spoilt(tmp_path: Path) -> Callable[..., str]:
    """Return a function that applies a change to the real event and returns the path of the changed file."""

    def make(change: Callable[[dict], None]) -> str:
        document = json.loads(OPEN_2018.read_text())
        change(document)
        file = tmp_path / "event.json"
        file.write_text(json.dumps(document))
        return str(file)

    return make


def nothing_is_written() -> bool:
    return not (
        Event.objects.exists() or Person.objects.exists() or Ledger.objects.exists() or AuditEntry.objects.exists()
    )


def table(document: dict, session: int, number: int) -> dict:
    return document["sessions"][session - 1]["tables"][number - 1]


def test_the_import_reports_every_contradiction_and_succeeds() -> None:
    status, out, err = run("import_event", str(OPEN_2018))
    assert (status, out) == (0, "")
    lines = err.splitlines()
    assert lines[0] == "open-2018: imported; 37 discrepancies."
    assert len(lines) == 38
    assert lines[1] == (
        "session 1 table 6: the hands and the signed totals do not match (E +0 S +1 W −8 N +1); "
        "the signed totals do not add up; the sum of the totals is off by −6"
    )
    assert "session 4 table 9" in err
    assert "a false win of South (−30) is only in the totals" in err


def test_importing_again_changes_nothing_and_other_content_is_refused(spoilt: Callable[..., str]) -> None:
    run("import_event", str(OPEN_2018))
    entries = AuditEntry.objects.count()
    status, _out, err = run("import_event", str(OPEN_2018))
    assert status == 0
    assert "nothing changed" in err
    status, _out, err = run("import_event", spoilt(lambda document: table(document, 1, 1)["totals"].update(E=167)))
    assert status == 1
    assert err.startswith("event.id: ")
    assert AuditEntry.objects.count() == entries
    assert Event.objects.count() == 1


def test_importing_again_after_a_release_succeeds() -> None:
    run("import_event", str(OPEN_2018))
    release_session(system_actor("test"), Event.objects.get().sessions.get(number=1))
    assert run("import_event", str(OPEN_2018))[0] == 0


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (lambda d: d.update(format="mcr-event/9"), "format"),
        (lambda d: table(d, 2, 3)["seats"].update(X=5), "sessions[1].tables[2].seats.X"),
        (lambda d: table(d, 2, 3)["seats"].update(E=table(d, 2, 4)["seats"]["E"]), "sessions[1].tables[3].seats.E"),
        (lambda d: table(d, 1, 1)["hands"][0].update(discarder="W"), "sessions[0].tables[0].hands[0].discarder"),
        (lambda d: table(d, 1, 1)["hands"][2].update(points=7), "sessions[0].tables[0].hands[2].points"),
        (lambda d: table(d, 1, 1)["totals"].update(E="166"), "sessions[0].tables[0].totals.E"),
        (lambda d: d["players"][4].update(team=99), "players[4].team"),
        (lambda d: d["players"][4].update(surname="X"), "players[4].surname"),
        (lambda d: d["event"].pop("name"), "event.name"),
    ],
)
def test_a_wrong_file_is_refused_with_the_path_of_its_error(
    spoilt: Callable[..., str], change: Callable[[dict], None], path: str
) -> None:
    status, out, err = run("import_event", spoilt(change))
    assert (status, out) == (1, "")
    assert [line.split(":")[0] for line in err.splitlines()] == [path]
    assert nothing_is_written()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe{}",
        b"[]",
        b'{"format": "mcr-event/1", "format": "mcr-event/1"}',
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b'{"format": ' + b"9" * 10_000 + b"}",
        b"NaN",
    ],
    ids=["empty", "cut off", "not UTF-8", "a list", "a key twice", "deep", "deep objects", "long number", "NaN"],
)
def test_a_file_that_is_no_event_file_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "event.json"
    file.write_bytes(content)
    status, _out, err = run("import_event", str(file))
    assert status == 1
    assert err.strip()
    assert nothing_is_written()


def test_a_file_of_200_megabytes_is_refused_without_being_read(tmp_path: Path) -> None:
    file = tmp_path / "event.json"
    with file.open("wb") as big:
        big.truncate(200_000_000)
    status, _out, err = run("import_event", str(file))
    assert status == 1
    assert "large" in err
    assert nothing_is_written()


def test_the_export_equals_the_import(tmp_path: Path) -> None:
    run("import_event", str(OPEN_2018))
    status, out, err = run("export_event", "open-2018")
    assert (status, err) == (0, "")
    assert json.loads(out) == json.loads(OPEN_2018.read_text())


def test_standings_are_printed_live_and_released() -> None:
    run("import_event", str(OPEN_2018))
    event = Event.objects.get()
    live = json.loads(run("standings", "open-2018", "--json")[1])
    assert live["sessions"] == 7
    assert [len(live[part]) for part in ("individual", "teams", "groups")] == [48, 12, 0]
    status, out, err = run("standings", "open-2018", "--json", "--released")
    assert json.loads(out) == {"event": "open-2018", "sessions": 0, "individual": [], "teams": [], "groups": []}
    assert (status, err) == (0, "No session of open-2018 is public yet.\n")
    release_session(system_actor("test"), event.sessions.get(number=1))
    after = json.loads(run("standings", "open-2018", "--json", "--released")[1])
    assert after["sessions"] == 1
    assert {len(line["sessions"]) for line in after["individual"]} == {1}
    Sheet.objects.filter(table__session__number=7).update(state=Sheet.State.OPEN)
    assert json.loads(run("standings", "open-2018", "--json")[1])["sessions"] == 7


@pytest.mark.parametrize("command", [("export_event", "none"), ("standings", "none", "--json")])
def test_an_unknown_event_is_an_error(command: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="There is no event none"):
        call_command(*command)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["standings", "open-2018"], 2), (["import_event"], 2), (["import_event", "/nowhere.json"], 2)],
)
def test_a_usage_error_exits_with_status_2(arguments: list[str], status: int, tmp_path: Path) -> None:
    environment = {**os.environ, "PINJU_HOME": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, capture_output=True, check=False
    )
    assert ended.returncode == status
    assert ended.stdout == b""
    assert ended.stderr


def test_event_schema_prints_the_published_schema_byte_for_byte() -> None:
    code = [sys.executable, "manage.py", "event_schema"]
    printed = subprocess.run(code, cwd=ROOT, capture_output=True, check=True).stdout
    assert printed == (ROOT / "scoring" / "event_file" / "rules" / "event.schema.json").read_bytes()
    assert run("event_schema") == (0, printed.decode(), "")


@pytest.mark.parametrize(
    "command",
    [("export_event", "\udcff"), ("standings", "\udcff", "--json"), ("export_results", "\udcff", "--form=ema", "x")],
)
def test_an_id_that_is_no_text_is_a_usage_error(command: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="it is not UTF-8 text"):
        call_command(*command)
