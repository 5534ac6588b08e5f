"""Penalties, fillers and seats on the Table's pages."""

import json
import re

import pytest

from common.actions.permissions import system_actor
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.loading import facts_of
from scoring.sheets.selectors.facts.table_sheet import TableSheet
from scoring.sheets.services.people.round_seating import seat_round
from tests.support.sheets import player
from tests.web.table.phone.phones import official, phone_at, send, url

pytestmark = pytest.mark.django_db


def test_penalty_is_entered_confirmed_and_revoked(sheet: Sheet) -> None:
    send(phone_at(sheet), sheet)
    assert phone_at(sheet).get(url(sheet, "rulings")).status_code == 403
    referee, page = official(sheet, "referee"), url(sheet, "rulings")
    facts = {"seen": 1, "seat": "W", "points": 12, "payee": "each", "hand_no": 1, "reason": "错和", "dead": "on"}
    posted = {"do": "penalty"} | {f"penalty-{name}": value for name, value in facts.items()}
    page_text = referee.post(page, posted).content.decode()
    assert "have no penalty of this number of points" in page_text
    assert referee.post(page, posted | {"penalty-acknowledged": "off-tariff"}).status_code == 302
    shown = referee.get(page).content.decode()
    assert "错和" in shown
    assert "−36" in shown
    assert "+12" in shown
    back = {"do": "penalty-back", "back-seen": 2, "back-hand_no": 1, "back-order": 0}
    assert "Please give a reason" in referee.post(page, back).content.decode()
    assert referee.post(page, back | {"back-reason": "改判"}).status_code == 302
    assert "None at this table" in referee.get(page).content.decode()


def test_filler_takes_a_seat_and_leaves_again(sheet: Sheet) -> None:
    referee, page = official(sheet, "referee"), url(sheet, "rulings")
    filler = player(sheet.table.session.event, kind="filler", name="陪打")
    facts = {"seen": 0, "seat": "W", "from_hand": 5, "entry": filler.pk, "reason": "病了"}
    posted = {"do": "person"} | {f"person-{name}": value for name, value in facts.items()}
    assert "Choose a person" in referee.post(page, posted | {"person-entry": ""}).content.decode()
    assert referee.post(page, posted).status_code == 302
    assert "陪打" in referee.get(page).content.decode()
    back = {"do": "person-back", "back-seen": 1, "back-hand_no": 5, "back-seat": "W", "back-reason": "好了"}
    assert referee.post(page, back).status_code == 302
    forfeited = {"do": "forfeit", "forfeit-seen": 2, "forfeit-seat": "N", "forfeit-reason": "迟到"}
    assert referee.post(page, forfeited).status_code == 302
    assert "forfeited" in referee.get(page).content.decode()
    undone = {"do": "forfeit-back", "back-seen": 3, "back-seat": "N", "back-reason": "钟错了"}
    assert referee.post(page, undone).status_code == 302
    assert "Everybody sits where the chart says" in referee.get(page).content.decode()


def test_dealer_and_winds_follow_the_real_seats_of_a_round(sheet: Sheet) -> None:
    """Seats were not changed after round 1: in hand 5 East deals again, on the phone, without script, and in public."""
    phone = phone_at(sheet)
    hands = [{"no": no, "seen": no - 1, "winner": "E", "discarder": "S", "points": 8} for no in range(1, 6)]
    for hand in hands:
        send(phone, sheet, **hand)
    sheet.refresh_from_db()
    seat_round(system_actor("test"), sheet, seen=5, round_no=2, places="ESWN", reason="Enter who really sat")
    page = phone.get(url(sheet), {"no": 6}).content.decode()
    data = json.loads(re.search(r'<script id="at-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    assert data["plan"]["game"] == "mcr"  # tests/data/tables.json has what its script makes of the rounds
    assert data["state"]["rounds"] == ["2ESWN"]
    shown = TableSheet(facts_of(sheet))
    fifth = shown.rounds[1][1][0]
    assert (fifth.no, fifth.dealer, fifth.winds["S"]) == (5, "E", "S")
