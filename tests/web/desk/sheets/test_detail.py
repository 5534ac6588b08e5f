"""Tests of the Desk's page of one sheet: versions, confirming, reopening, settling."""

import pytest

from common.actions.permissions import system_actor
from scoring.releases.services.closing import close_event
from scoring.sheets.models.facts import Hand, Settlement
from scoring.sheets.models.sheets import Sheet
from tests.support.page_reading import visible_text
from tests.support.sheets import made_sheet
from tests.web.desk.conftest import PASSWORD, contradicting, document, taken_in
from tournament.events.models.events import Event

KEY = "5c4b5a0e-0000-4000-8000-0000000000b"


def signed(event: Event, session: int = 1) -> None:
    """Sign all sheets of the session, so that they wait for the chief referee."""
    Sheet.objects.filter(table__session__event=event, table__session__number=session).update(state="signed")


def sheet_of(event: Event, session: int, number: int) -> Sheet:
    return Sheet.objects.get(table__session__event=event, table__session__number=session, table__number=number)


@pytest.mark.parametrize("way", Settlement.Way.values)
def test_a_contradiction_is_settled_and_listed_as_settled(signed_in, way):
    event = taken_in(contradicting(document(), (1, 2)))
    client = signed_in("chief-referee", event)
    page = client.get("/e/event-1/desk/contradictions/").content.decode()
    assert 'href="/e/event-1/desk/contradictions/1/2/"' in page
    place = "/e/event-1/desk/contradictions/1/2/"
    page_text = visible_text(client.get(place).content.decode())
    # The page says first whether the order changes, then why.
    assert (
        page_text.index("The order at the table stays")
        < page_text.index("Likely cause")
        < page_text.index("How to resolve it")
    )
    sent = {"way": way, "seen": 1, "reason": "和四位选手看过", "key": KEY}
    refused = client.post(place, sent | {"reason": ""})
    assert refused.status_code == 400
    assert f'value="{way}"' in refused.content.decode()
    assert client.post(place, sent | {"order_changes": "True"}).status_code == 400
    assert not Settlement.objects.exists()
    assert client.post(place, sent)["Location"] == "/e/event-1/desk/tray/1/2/versions/"
    assert Settlement.objects.get().way == way
    assert "No discrepancies" in client.get("/e/event-1/desk/contradictions/").content.decode()
    settled = visible_text(client.get("/e/event-1/desk/contradictions/settled/").content.decode())
    assert "和四位选手看过" in settled
    assert "Session 1, table 2" in settled
    assert "This sheet has no discrepancies" in client.get(place).content.decode()


def test_a_sheet_of_a_closed_event_is_not_reopened_before_the_event(signed_in, event):
    close_event(system_actor("赵敏"), event, by="赵敏", reason="颁奖")
    page = signed_in("chief-referee", event).get("/e/event-1/desk/tray/1/1/reopen/").text
    main = page.split("<main")[1]
    assert "The event is closed: reopen it first." in main
    assert 'class="btn btn-go" href="/e/event-1/desk/close/"' in main
    assert 'name="reason"' not in main


def test_only_some_roles_settle_confirm_and_reopen(signed_in, event):
    for role, status in (("scorekeeper", 403), ("referee", 403), ("committee", 403), ("chief-referee", 200)):
        client = signed_in(role, event)
        assert client.get("/e/event-1/desk/tray/1/1/versions/").status_code == 200
        assert client.get("/e/event-1/desk/contradictions/1/1/").status_code == status
        assert client.get("/e/event-1/desk/tray/1/1/reopen/").status_code == status
        assert "Reopen the sheet…" in client.get("/e/event-1/desk/tray/1/1/versions/").content.decode() or status == 403
    for role in ("nobody", "foreign"):
        assert signed_in(role, event).get("/e/event-1/desk/tray/1/1/versions/").status_code == 403
    assert client.get("/e/event-1/desk/tray/1/99/versions/").status_code == 404


def test_a_sheet_is_reopened_with_reason_and_password_and_its_versions_compared(signed_in, event):
    client = signed_in("chief-referee", event, password=True)
    place = "/e/event-1/desk/tray/1/1/"
    sent = {"reason": "第三盘点错人", "password": "wrong", "key": KEY}
    refused = client.post(f"{place}reopen/", sent)
    assert refused.status_code == 400
    assert "This is not your password." in refused.content.decode()
    assert "第三盘点错人" in refused.content.decode()
    assert client.post(f"{place}reopen/", sent | {"password": PASSWORD}).status_code == 302
    sheet = sheet_of(event, 1, 1)
    assert (sheet.state, sheet.version) == ("open", 2)
    page = visible_text(client.get(f"{place}versions/").content.decode())
    assert "Reopen a signed sheet 第三盘点错人" in page
    assert "Imported with the event file" in page
    hand = Hand.objects.current().filter(sheet=sheet, result="won").first()
    client.post(
        "/e/event-1/table/1/1/hand/",
        {"no": hand.no, "seen": 2, "winner": hand.winner, "discarder": hand.discarder or "self",
         "points": hand.points + 1},
    )  # fmt: skip
    page = client.get(f"{place}versions/?earlier=1&later=3").content.decode()
    rows = [visible_text(row) for row in page.split('id="compare"')[1].split("<tr")[1:]]
    [differing] = [row for row in rows if f"Hand {hand.no} " in row]
    assert f", {hand.points} " in differing
    assert f", {hand.points + 1} " in differing
    assert "differs" in differing
    assert client.get(f"{place}versions/?earlier=x&later=99").status_code == 200


def test_hands_of_1998_have_their_names_beside_their_numbers(signed_in, event):
    client = signed_in("chief-referee", event)
    event.rules = event.Rules.GB_1998
    event.save()
    chinese = {"accept-language": "zh-hans"}
    versions = visible_text(client.get("/e/event-1/desk/tray/1/1/versions/", headers=chinese).content.decode())
    assert "第15盘 北风西局" in versions
    Sheet.objects.filter(pk=sheet_of(event, 1, 1).pk).update(state=Sheet.State.OPEN)
    typing = visible_text(
        signed_in("organizer", event).get("/e/event-1/desk/tray/1/1/", headers=chinese).content.decode()
    )
    assert "15 北风西局" in typing
    assert "1 东风东局" in typing


def test_one_sheet_is_confirmed_and_then_all_that_add_up(signed_in, queries):
    event = taken_in(contradicting(document(), (1, 2)))
    signed(event)
    Hand.objects.filter(sheet=sheet_of(event, 1, 3), no=2).update(disputed=True)
    client = signed_in("chief-referee", event)
    place = "/e/event-1/desk/tray/1/{}/"
    assert client.post(place.format(1) + "confirm/", {"seen": 1, "key": KEY}).status_code == 302
    assert sheet_of(event, 1, 1).state == "confirmed"
    # Confirming a contradiction needs an acknowledgement.
    assert client.post(place.format(2) + "confirm/", {"seen": 1}).status_code == 400
    assert client.post(place.format(3) + "confirm/", {"seen": 1}).status_code == 400
    listed = client.get("/e/event-1/desk/sessions/1/confirm/").content.decode()
    assert "Confirm 1 sheet that adds up" in listed
    east = sheet_of(event, 1, 2).table.sittings.get(seat="E").entry
    assert f"wrong points of a hand: {east} has +2 more in the totals" in listed
    assert queries(lambda: client.get("/e/event-1/desk/sessions/1/confirm/")) <= 14
    assert client.post("/e/event-1/desk/sessions/1/confirm/", {"key": KEY + "1"}).status_code == 302
    states = [sheet_of(event, 1, number).state for number in (1, 2, 3, 4)]
    assert states == ["confirmed", "signed", "signed", "confirmed"]
    assert client.post(place.format(2) + "confirm/", {"seen": 1, "contradiction": "on"}).status_code == 302
    assert sheet_of(event, 1, 2).state == "confirmed"


def test_a_disputed_hand_is_accepted_at_the_desk(signed_in, event):
    sheet = made_sheet(event, "open")
    Hand.objects.filter(sheet=sheet, no=4).update(disputed=True)
    client = signed_in("referee", event)
    place = f"/e/event-1/desk/tray/{sheet.table.session.number}/1/"
    assert "Hand 4 is disputed" in client.get(f"{place}versions/").content.decode()
    assert client.post(f"{place}decide/", {"seen": 1, "no": 4, "key": KEY}).status_code == 302
    assert not Hand.objects.current().filter(sheet=sheet, disputed=True).exists()
    page = visible_text(client.get(f"{place}versions/").content.decode())
    assert "East from South, 8; disputed → East from South, 8" in page
