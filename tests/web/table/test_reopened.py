"""A sheet reopened after the release of its session: the public sees its last released results, none of its changes."""

import re

import pytest
from django.test import Client

from common.actions.permissions import system_actor
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.services.checking.confirming import confirm_sheet, reopen_sheet
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from tests.support.cup import cup, taken_in

pytestmark = pytest.mark.django_db
RANKS = re.compile(r'(?s)class="[^"]*table-rank[^"]*"[^>]*>(.*?)</td>.*?players/(\d+)/')
ACTOR = system_actor("chief")
PAGES = ("/e/cup/tables/1/", "/e/cup/tables/1/1/", "/e/cup/players/3/", "/e/cup/standings/", "/e/cup/")


def public() -> list[str]:
    return [Client().get(page).content.decode() for page in PAGES]


def test_the_public_sees_the_last_results_of_a_reopened_sheet_until_confirmed() -> None:
    taken_in(cup(), release=2)
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    assert all("+42" in page for page in public()[:3])
    before = public()[3]
    reopen_sheet(ACTOR, sheet, reason="第四盘")
    record_hand(ACTOR, sheet, seen=2, hand=HandFacts(no=5, winner="W", points=33), acknowledged=["gap"])
    pages = public()
    assert all("+42" in page for page in pages[:3])
    assert all("under correction" in page for page in pages)
    assert "33 points" not in pages[1]
    assert "The last result counts until the corrected one is released." in pages[1]
    # A phone shows it before the ranking; the status at its top has no room for it.
    badge = '<span class="state tone-wait">'
    for page, results in ((pages[2], "Session by session"), (pages[3], "table-rank"), (pages[4], "table-rank")):
        assert "under correction" in page[page.index(badge) : page.index(results)]
    assert len(RANKS.findall(before)) >= 7
    assert RANKS.findall(pages[3]) == RANKS.findall(before)
    sheet.refresh_from_db()
    signed = sign_on_paper(ACTOR, sheet, seen=sheet.version, referee="赵敏", acknowledged=["short"])
    confirm_sheet(ACTOR, sheet, seen=signed["version"], acknowledged=["contradiction"])
    assert all("+42" in page for page in public()[:3])


def test_the_released_result_holds_for_a_player_whom_the_correction_moves_to_another_table() -> None:
    taken_in(cup(), release=2)
    sheet = Sheet.objects.get(table__session__number=1, table__number=1)
    before = public()[3]
    reopen_sheet(ACTOR, sheet, reason="两桌选手互换")
    of_session = CountedResult.objects.filter(session=sheet.table.session)
    elsewhere = of_session.exclude(sheet=sheet)[0].sheet
    moved = of_session.filter(entry__number=next(iter(sheet.corrections.get().before)))
    assert moved.update(sheet=elsewhere) == 1
    assert RANKS.findall(public()[3]) == RANKS.findall(before)
