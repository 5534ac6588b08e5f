"""Concurrent writers and a killed server: no number is lost or changed.

Run with more edits: ``PINJU_EDITS=2000 PINJU_KILLS=20 pytest tests/scoring/sheets/services/test_sheet_writers.py``.
"""

import http.client
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest
from django.utils import timezone

from common.actions import audit
from common.actions.models.ledgers import Ledger
from common.actions.permissions import system_actor
from scoring.releases.services.releasing import release_session
from scoring.sheets.models.corrections import Correction
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet, SheetVersion
from scoring.sheets.rules.codes import new_table_access
from scoring.sheets.selectors.facts.slots import hand_value
from scoring.sheets.selectors.facts.versions import facts_at
from scoring.sheets.services.checking.confirming import reopen_sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.codes.cards import issue_table_codes
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.start.processes import free_port
from tests.support.events import small_event
from tests.support.paths import ROOT
from tests.support.recompute import scores_of
from tests.support.sheets import empty_sheet, made_sheet, sheet_at
from tests.support.threads import together
from tests.support.workers import Hall, until
from tournament.events.models.stages import Session
from tournament.events.models.tables import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

EDITS = int(os.environ.get("PINJU_EDITS", "60"))
KILLS = int(os.environ.get("PINJU_KILLS", "2"))
ACTOR = system_actor("test")


def test_two_writers_lose_no_unseen_value(tmp_path: Path) -> None:
    first = empty_sheet(small_event())
    sheets = [first, sheet_at(first.table.session, 2)]
    lines = raced(Hall(tmp_path), sheets)
    assert {line["by"] for line in lines} == {"Anna", "Boris"}
    for sheet in sheets:
        sheet.refresh_from_db()
        mine = sorted((line for line in lines if line["sheet"] == sheet.pk), key=lambda line: line["version"])
        check_history(sheet, mine)
        check_result(sheet)
    assert list(audit.faults(first.ledger)) == []


def raced(hall: Hall, sheets: list[Sheet]) -> list[dict[str, Any]]:
    """Return the edits that the two writers report as accepted."""
    numbers = [str(sheet.pk) for sheet in sheets]
    command = [sys.executable, "-m", "tests.support.sheet_writer"]
    writers = [
        subprocess.Popen(
            [*command, name, name, str(EDITS), *numbers],
            cwd=ROOT,
            env=hall.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("Anna", "Boris")
    ]
    lines = []
    for writer in writers:
        output, errors = writer.communicate(timeout=60 + EDITS)
        assert (writer.returncode, errors) == (0, "")
        lines += [json.loads(line) for line in output.splitlines()]
    assert sum("end" in line for line in lines) == 2
    return [line for line in lines if "end" not in line]


def check_history(sheet: Sheet, lines: list[dict[str, Any]]) -> None:
    """Every version contains its edits, and each writer had seen the value that it replaced."""
    made = dict(SheetVersion.objects.filter(sheet=sheet).values_list("number", "by_name"))
    writes = {line["version"]: line for line in lines if made.get(line["version"]) == line["by"]}
    values: dict[str, Any] = {}
    past: list[dict[str, Any]] = [{}]
    for version in range(1, sheet.version + 1):
        line = next(line for line in lines if line["version"] == version and line["by"] == made[version])
        for slot, value in line["set"].items():
            if values.get(slot) != value:
                assert past[line["seen"]].get(slot) == values.get(slot), (slot, version, line)
                values[slot] = value
        past.append(dict(values))
        facts = facts_at(sheet, version)
        held: dict[str, Any] = {f"hand {hand.no}": hand_value(hand) for hand in facts.hands}
        held |= {f"total {seat}": points for seat, points in facts.totals.items()}
        assert held == {slot: value for slot, value in values.items() if value is not None}, version
    assert sorted(writes) == list(range(1, sheet.version + 1))


def check_result(sheet: Sheet) -> None:
    """The counted results equal those of the oracle."""
    hands = [hand_value(hand) for hand in Hand.objects.current().filter(sheet=sheet)]
    totals = dict(sheet.signedtotal_set.current().values_list("seat", "points"))
    expected = scores_of({"seats": dict.fromkeys("ESWN", 1), "hands": hands, "totals": totals})
    counted = CountedResult.objects.filter(sheet=sheet).values_list("seat", "competition_points")
    assert dict(counted) == (expected or {})


# A killed server


@contextmanager
def server(hall: Hall, port: int) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.table_server", str(port)],
        cwd=ROOT,
        env=hall.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: answers(port) or process.poll() is not None)
        assert process.poll() is None
        yield process
    finally:
        process.kill()
        process.wait()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Phone:
    """A phone over plain http that repeats unanswered requests, as the outbox does."""

    def __init__(self, port: int, page: str, token: str) -> None:
        self.port, self.page, self.cookies = port, page, {}
        self.ask("GET", f"/t/{token}/")
        html = self.ask("GET", page).decode()
        match = re.search(r'"csrf": "(\w+)"', html)
        assert match
        self.csrf = match[1]
        self.answered: dict[str, int] = {}

    def ask(self, method: str, path: str, body: str = "") -> bytes:
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())}
        if method == "POST":
            headers |= {"Accept": "application/json", "X-CSRFToken": self.csrf}
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        # A killed server must leave no open socket behind.
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as connection:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            content = response.read()
        for cookie in response.msg.get_all("Set-Cookie", []):
            name, value = cookie.split(";")[0].split("=", 1)
            self.cookies[name] = value
        assert response.status in (200, 302), (response.status, content[:200])
        return content

    def write(self, count: int) -> None:
        """Write hand 1 this many times with different points, repeating each until it is answered."""
        seen = 0
        for number in range(count):
            body = urlencode(
                {"key": f"k{number}", "no": 1, "seen": seen, "winner": "E", "discarder": "S", "points": 8 + number % 80}
            )
            while f"k{number}" not in self.answered:
                try:
                    answer = json.loads(self.ask("POST", f"{self.page}hand/", body))
                except (OSError, http.client.HTTPException):
                    until(lambda: answers(self.port), 120)
                    continue
                seen = self.answered[f"k{number}"] = answer["answer"]["version"]


def kill_after(process: "subprocess.Popen[bytes]", phone: Phone, writer: Thread, count: int) -> None:
    """Kill the server in the middle of the stream, after this many answers."""
    until(lambda: len(phone.answered) >= count or not writer.is_alive(), 120)
    process.kill()


@pytest.mark.server
def test_a_killed_server_neither_loses_nor_doubles_an_answered_hand(tmp_path: Path) -> None:
    sheet = empty_sheet(small_event())
    event = sheet.table.session.event
    access = new_table_access([1])
    issue_table_codes(ACTOR, event, codes=access)
    hall, port = Hall(tmp_path), free_port()
    count = 25 * (KILLS + 1)
    with server(hall, port) as process:
        phone = Phone(port, f"/e/{event.slug}/table/1/1/", access[1].token)
        writer = Thread(target=phone.write, args=(count,))
        writer.start()
        kill_after(process, phone, writer, 25)
    for killed in range(1, KILLS):
        with server(hall, port) as process:
            kill_after(process, phone, writer, 25 * (killed + 1))
    with server(hall, port):
        writer.join(120)
    versions = SheetVersion.objects.filter(sheet=sheet).order_by("number").values_list("number", flat=True)
    assert list(versions) == sorted(phone.answered.values()) == list(range(1, count + 1))
    points = Hand.objects.filter(sheet=sheet).order_by("valid_from_version").values_list("points", flat=True)
    assert list(points) == [8 + number % 80 for number in range(count)]


# In one process


def test_concurrent_equal_keys_write_once_and_are_both_answered() -> None:
    sheet = empty_sheet(small_event())

    def write() -> dict[str, Any]:
        return record_hand(ACTOR, Sheet.objects.get(), seen=0, key="same", hand=HandFacts(no=1, winner="E", points=8))

    answers = together(write, write, holding=Sheet.objects.all())
    assert answers == [{"version": 1, "state": "open"}] * 2
    assert SheetVersion.objects.filter(sheet=sheet).count() == 1


def test_writer_rereads_session_after_waiting_for_sheet() -> None:
    sheet = made_sheet(small_event(), "confirmed")

    def reopen() -> dict[str, Any]:
        return reopen_sheet(ACTOR, Sheet.objects.get(pk=sheet.pk), reason="hand 4 was another's")

    def release() -> None:
        Session.objects.filter(pk=sheet.table.session_id).update(released_at=timezone.now())

    together(reopen, holding=Sheet.objects.filter(pk=sheet.pk), meanwhile=release)
    # The public is told that the table is being corrected.
    assert Correction.objects.filter(sheet=sheet).exists()


def test_release_and_reopening_are_serialised() -> None:
    sheet = made_sheet(small_event(), "confirmed")
    sheet.table.session.event.sessions.exclude(pk=sheet.table.session_id).delete()

    def reopen() -> dict[str, Any]:
        return reopen_sheet(ACTOR, Sheet.objects.get(), reason="hand 4 was another's")

    def release() -> dict[str, Any]:
        return release_session(ACTOR, Session.objects.get())

    together(release, reopen, holding=Sheet.objects.all())
    sheet.refresh_from_db()
    released = Session.objects.get().released_at is not None
    public = sheet.table.session.event.ledger
    public.refresh_from_db()
    # In either order the sheet is open and the next seats have changed; a release also raises the public version.
    assert sheet.state == "open"
    assert public.public == (2 if released else 1)
    assert not CountedResult.objects.filter(provisional=False).exists()


def test_second_of_two_concurrent_last_signatures_ends_session() -> None:
    """After that, phones show the next session's seats; neither signature may see the other as missing."""
    event = small_event()
    first = made_sheet(event)
    sheets = [first, made_sheet(event)]
    Table.objects.filter(pk=sheets[1].table_id).update(session=first.table.session, number=2)

    def signing(sheet: Sheet) -> Callable[[], dict[str, Any]]:
        return lambda: sign_on_paper(ACTOR, Sheet.objects.get(pk=sheet.pk), seen=1, referee="赵敏")

    before = Ledger.objects.get(event=event).public
    answers = together(*map(signing, sheets), holding=Ledger.objects.filter(event=event))
    assert [answer["state"] for answer in answers] == ["signed", "signed"]
    assert Ledger.objects.get(event=event).public == before + 1
