"""A sheet reopened after its session's release: the public sees neither its results nor what is changed on it."""

import pytest
from django.test import Client

from common.actions.permissions import system_actor
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.hands import record_hand
from tests.support.cup import cup, taken_in

pytestmark = pytest.mark.django_db
ACTOR = system_actor("chief")
PAGES = ("/e/cup/tables/1/", "/e/cup/tables/1/1/", "/e/cup/players/3/", "/e/cup/standings/")


def public() -> list[str]:
    return [Client().get(page).content.decode() for page in PAGES]


def test_its_results_leave_the_public_pages_and_come_back() -> None:
    taken_in(cup(), release=2)
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    assert all("+42" in page for page in public()[:3])
    reopen_sheet(ACTOR, sheet, reason="第四盘")
    record_hand(ACTOR, sheet, seen=2, no=5, winner="W", points=33, acknowledged=["gap"])
    pages = public()
    assert not any("+42" in page for page in pages)
    assert "33 points" not in pages[1]
    assert "looked at again" in pages[1]
    sheet.refresh_from_db()
    signed = sign_on_paper(ACTOR, sheet, seen=sheet.version, referee="赵敏", acknowledged=["short"])
    confirm_sheet(ACTOR, sheet, seen=signed["version"], acknowledged=["contradiction"])
    assert all("+42" in page for page in public()[:3])
