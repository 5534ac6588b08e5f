"""Entering hands on a phone, with and without script."""

import json
import re

import pytest
from django.urls import reverse

from common.actions.models.audit import AuditEntry
from common.actions.permissions import system_actor
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.calls import RefereeCall
from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.sheets import at, empty_sheet, with_settings
from tests.web.table.phone.phones import WON, official, phone_at, send, url
from tournament.events.models.entries import Entry

pytestmark = pytest.mark.django_db


def test_writing_a_hand_returns_the_sheet(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    answer = send(phone, sheet).json()
    assert answer["answer"] == {"version": 1, "state": "open"}
    assert answer["state"]["hands"] == [{"no": 1, "winner": "E", "discarder": "S", "points": 24, "disputed": False}]
    assert AuditEntry.objects.get(action="sheet.hand").actor_name == "Table 1, phone 1"
    marker = answer["state"]["marker"]
    assert phone.get(url(sheet, "state"), {"v": marker}).status_code == 204
    # The page offers no counting of a hand while it is played (2.3.3).
    shown = phone.get(url(sheet)).content.decode()
    assert not any(address in shown for address in (reverse("fans:count"), reverse("fans:reference"), "/fans/1/"))
    send(official(sheet, "referee"), sheet, no=2, seen=1, winner="drawn")
    assert phone.get(url(sheet, "state"), {"v": marker}).json()["version"] == 2


def test_warning_without_points_reaches_the_phone(sheet: Sheet) -> None:
    event = with_settings(sheet.table.session.event)
    phone = phone_at(sheet)
    marker = phone.get(url(sheet, "state")).json()["marker"]
    record_foul(system_actor("赵敏"), event, foul=FoulReport(kind="late-pung", sheet=sheet, seat="W", hand_no=1))
    known = phone.get(url(sheet, "state"), {"v": marker}).json()["fouls"]
    assert known == [{"no": 1, "who": str(at(sheet, "W")), "what": "Late pung", "penalty": "warning"}]
    assert "Late pung" in phone.get(url(sheet)).content.decode()


def test_refusals_conflicts_and_questions_are_returned_as_data(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(phone, sheet)
    conflict = send(phone, sheet, **WON | {"points": 30})
    assert (conflict.status_code, conflict.json()["kind"]) == (409, "conflict")
    assert conflict.json()["theirs"]["hand"]["1"]["points"] == 24
    response = send(phone, sheet, **WON | {"no": 2, "points": 100})
    assert (response.status_code, list(response.json()["questions"])) == (409, ["over-88"])
    few = send(phone, sheet, **WON | {"no": 2, "points": 7})
    assert (few.status_code, few.json()["where"]) == (400, "points")
    nobody = send(phone, sheet, no=2, seen=1)
    assert nobody.json()["message"] == "Choose the winner, or a drawn hand."


def test_call_names_the_hand_in_play(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    phone.post(url(sheet, "call"), {"for_what": "foul", "hand": "5"})
    assert RefereeCall.objects.values_list("about", "hand_no").get() == ("foul", 5)


def test_seats_show_number_family_name_and_current_wind(sheet: Sheet) -> None:
    Entry.objects.filter(pk=at(sheet, "W").pk).update(name="GARCÍA LÓPEZ Ana María", number=7)
    page = phone_at(sheet).get(url(sheet)).content.decode()
    row = re.sub(r"\s+", " ", page.split('data-seat="W"')[1].split("</label>")[0])
    assert '<b class="num" data-part="number">7</b> <span data-part="name">GARCÍA LÓPEZ</span>' in row
    assert re.search(r'data-part="wind"><abbr[^>]*>W</abbr>', row)


def test_a_hand_of_1998_has_its_name_beside_its_number(sheet: Sheet) -> None:
    event = sheet.table.session.event
    phone = phone_at(sheet)
    assert 'data-at="hand-name"' not in phone.get(url(sheet)).content.decode()
    event.rules = event.Rules.GB_1998
    event.save()
    page = phone.get(url(sheet), headers={"accept-language": "zh-hans"}).content.decode()
    assert '<span data-at="hand-name">东风东局</span>' in page
    data = json.loads(page.split('id="at-data" type="application/json">')[1].split("</script>")[0])
    assert (data["plan"]["handNames"]["15"], len(data["plan"]["handNames"])) == ("北风西局", 16)


def test_sheet_before_its_session_is_read_only() -> None:
    sheet = empty_sheet(small_event(), starts="2999-05-01T09:00:00Z")
    phone = phone_at(sheet)
    assert "opens when the session starts" in phone.get(url(sheet)).content.decode()
    assert send(phone, sheet).status_code == 403


def test_table_page_works_without_script(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    refused = phone.post(url(sheet, "hand"), WON | {"points": 5}).content.decode()
    assert "A hand needs at least 8 points to win." in refused
    assert 'value="5"' in refused
    page_text = phone.post(url(sheet, "hand"), WON | {"points": 90}).content.decode()
    assert 'name="acknowledged" value="over-88"' in page_text
    assert phone.post(url(sheet, "hand"), WON | {"points": 90, "acknowledged": "over-88"}).status_code == 302
    opened = phone.get(url(sheet), {"hand": 1}).content.decode()
    assert re.search(r'value="E" checked', opened)
    phone.post(url(sheet, "dispute"), {"no": 1, "seen": 1})
    assert Hand.objects.current().get().disputed
    phone.post(url(sheet, "undo"), {"no": 1, "seen": 2})
    assert not Hand.objects.current().exists()


def test_referee_decides_a_disputed_hand(sheet: Sheet) -> None:
    send(phone_at(sheet), sheet)
    referee = official(sheet, "referee")
    referee.post(url(sheet, "dispute"), {"no": 1, "seen": 1})
    assert "Decided: the hand counts as written" in referee.get(url(sheet), {"hand": 1}).content.decode()
    referee.post(url(sheet, "decide"), {"no": 1, "seen": 2})
    assert not Hand.objects.current().get().disputed
