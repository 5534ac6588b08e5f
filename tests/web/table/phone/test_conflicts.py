"""Conflicts and refused forms on the Table's pages."""

import re
from typing import Any

import pytest

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.sheets import Sheet
from tests.support.sheets import at
from tests.web.table.phone.phones import WON, official, phone_at, send, url

pytestmark = pytest.mark.django_db


def test_conflict_names_the_version_of_the_other_value(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(phone, sheet)
    conflict = send(phone, sheet, **WON | {"points": 30}).json()
    assert (conflict["version"], conflict["theirs"]["hand"]["1"]["points"]) == (1, 24)
    assert send(phone, sheet, **WON | {"points": 30, "seen": conflict["version"]}).status_code == 200


def test_conflict_without_script_offers_both_values(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(official(sheet, "referee"), sheet)
    page = phone.post(url(sheet, "hand"), WON | {"points": 30})
    assert page.status_code == 409
    shown = page.content.decode()
    names = f"{at(sheet, 'E').name} ← {at(sheet, 'S').name}"
    assert [f"{names} · {points} points" in shown for points in (24, 30)] == [True, True]
    assert "Keep the saved entry" in shown
    assert Hand.objects.current().get().points == 24
    assert phone.post(url(sheet, "hand"), posted_by(shown)).status_code == 302
    assert Hand.objects.current().get().points == 30


def posted_by(page: str) -> dict[str, str]:
    """Return the fields that the choice on the page sends."""
    form = re.search(r'<form class="[^"]*at-choice-of.*?</form>', page, re.DOTALL)
    assert form
    return dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[0]))


def test_undo_of_a_changed_hand_without_script_offers_both_values(sheet: Sheet) -> None:
    phone = phone_at(sheet)
    send(phone, sheet)
    send(official(sheet, "referee"), sheet, **WON | {"points": 30, "seen": 1})
    shown = phone.post(url(sheet, "undo"), {"no": 1, "seen": 1}).content.decode()
    assert "30 points" in shown
    assert "Remove it" in shown
    assert Hand.objects.current().exists()
    assert phone.post(url(sheet, "undo"), posted_by(shown)).status_code == 302
    assert not Hand.objects.current().exists()


@pytest.mark.parametrize("wrong", [{"points": 5}, {"points": 90}, {"winner": ""}])
def test_refused_form_keeps_the_version_it_was_based_on(sheet: Sheet, wrong: dict[str, Any]) -> None:
    phone = phone_at(sheet)
    send(official(sheet, "referee"), sheet)
    send(official(sheet, "chief_referee"), sheet, **WON | {"no": 2, "seen": 1})
    shown = phone.post(url(sheet, "hand"), WON | {"no": 3} | wrong).content.decode()
    form = shown[shown.index('id="hand"') :]
    assert re.search(r'name="seen" value="(\d+)"', form)[1] == "0"  # type: ignore[index]


def test_dispute_and_ruling_check_the_version_seen(sheet: Sheet) -> None:
    phone, referee = phone_at(sheet), official(sheet, "referee")
    send(phone, sheet)
    send(referee, sheet, **WON | {"points": 30, "seen": 1})
    assert send(phone, sheet, "dispute", no=1, seen=1).status_code == 400
    assert send(phone, sheet, "dispute", no=1, seen=2).status_code == 200
    send(phone, sheet, **WON | {"points": 40, "seen": 3})
    assert send(referee, sheet, "decide", no=1, seen=3).status_code == 400
    hand = Hand.objects.current().get()
    assert (hand.points, hand.disputed) == (40, True)
