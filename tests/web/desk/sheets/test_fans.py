"""Tests of recording tiles or fans of a won hand; a difference is shown, no points change."""

import re
from html import unescape

import pytest
from django.test import Client

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from tests.support.page_reading import visible_text
from tests.support.sheets import made_sheet
from tournament.events.models.events import Event

KEY = "5c4b5a0e-0000-4000-8000-000000000f{:02}"


@pytest.fixture
def sheet(event: Event) -> Sheet:
    """A running table where East wins 8 points from South in three hands."""
    return made_sheet(event, hands=3)


def place(sheet: Sheet, tail: str = "") -> str:
    return f"/e/event-1/desk/tray/{sheet.table.session.number}/{sheet.table.number}/{tail}"


def text(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return visible_text(answer.text)


def post(client: Client, path: str, hand: str, key: int = 1, seen: int = 1):
    return client.post(path, {"hand": hand, "seen": seen, "key": KEY.format(key)})


def test_tiles_are_recorded_and_waits_are_not_shown(signed_in, event, sheet):
    client = signed_in("referee", event)
    page = place(sheet, "fans/1/tiles/")
    ready = page + "?hand=111m999p22s44s&melds=777s"
    assert "Waits for" not in text(client, ready)
    assert "Ready" not in text(client, ready)
    whole = "?hand=111m999p22s44s&melds=777s&win=2s"
    shown = text(client, page + whole)
    assert "By discard · Round East · Seat East" in shown
    assert "Record these tiles" in shown
    assert post(client, page, whole)["Location"] == place(sheet, "fans/")
    kept = HandRecord.objects.get()
    assert kept.record["tiles"]["melds"] == [{"kind": "pung", "tiles": "777s"}]
    assert kept.calculated not in (None, 8)
    assert "differs" in text(client, place(sheet, "fans/"))
    assert f"8 points were declared, calculated are {kept.calculated}" in text(client, place(sheet, "versions/"))
    assert Hand.objects.current().get(sheet=sheet, no=1).points == 8


def test_picked_fans_disable_excluded_fans_with_the_reason(signed_in, event, sheet):
    client = signed_in("referee", event)
    page = place(sheet, "fans/2/fans/")
    shown = client.get(page + "?fan=22").content.decode()
    shut = re.search(r'<input[^>]*value="76"[^>]*>', shown)
    assert shut is not None
    assert "disabled" in shut[0]
    assert "not added to Full Flush" in unescape(shown)
    assert "cannot be combined" in text(client, page + "?fan=22&fan=76")
    refused = post(client, page, "?fan=22&fan=76")
    assert refused.status_code == 200
    assert "These fans cannot be combined." in refused.content.decode()
    assert 'id="pick-22" checked' in refused.content.decode()
    assert post(client, page, "?fan=48&times81=2", 2)["Location"] == place(sheet, "fans/")
    assert HandRecord.objects.get().calculated == 10
    assert post(client, place(sheet, "fans/2/drop/"), "", 3, seen=2)["Location"] == place(sheet, "fans/")
    assert not HandRecord.objects.current().exists()


def test_only_referees_record_and_only_won_hands(signed_in, event, sheet):
    for role, status in (("scorekeeper", 403), ("committee", 403), ("organizer", 200), ("chief-referee", 200)):
        client = signed_in(role, event)
        assert client.get(place(sheet, "fans/")).status_code == 200
        assert client.get(place(sheet, "fans/1/tiles/")).status_code == status
        assert client.get(place(sheet, "fans/1/fans/")).status_code == status
    assert client.get(place(sheet, "fans/4/tiles/")).status_code == 404
    Sheet.objects.filter(pk=sheet.pk).update(state="signed")
    signed = post(client, place(sheet, "fans/1/fans/"), "?fan=48")
    assert "signed" in signed.content.decode().lower()
    assert not HandRecord.objects.exists()
