"""A sheet reopened after the release of its session: the public sees neither its results nor its changes."""

import pytest
from django.test import Client

from common.actions.permissions import system_actor
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.support.cup import cup, taken_in

pytestmark = pytest.mark.django_db
ACTOR = system_actor("chief")
PAGES = ("/e/cup/tables/1/", "/e/cup/tables/1/1/", "/e/cup/players/3/", "/e/cup/standings/")


def public() -> list[str]:
    return [Client().get(page).content.decode() for page in PAGES]


def test_results_of_a_reopened_sheet_leave_the_public_pages_until_confirmed() -> None:
    taken_in(cup(), release=2)
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    assert all("+42" in page for page in public()[:3])
    reopen_sheet(ACTOR, sheet, reason="第四盘")
    record_hand(ACTOR, sheet, seen=2, hand=HandFacts(no=5, winner="W", points=33), acknowledged=["gap"])
    pages = public()
    assert not any("+42" in page for page in pages)
    assert "33 points" not in pages[1]
    assert "Its results do not count until all have signed again." in pages[1]
    sheet.refresh_from_db()
    signed = sign_on_paper(ACTOR, sheet, seen=sheet.version, referee="赵敏", acknowledged=["short"])
    confirm_sheet(ACTOR, sheet, seen=signed["version"], acknowledged=["contradiction"])
    assert all("+42" in page for page in public()[:3])
