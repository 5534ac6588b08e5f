"""The real event of 2018 typed again: equal sheets, and its contradictions settled one by one.

Run with every sheet by phone: ``PINJU_PHONES=80 pytest tests/scoring/sheets/services/test_typed_again.py``.
"""

import json
import os
from copy import deepcopy
from itertools import cycle
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from common.actions.permissions import system_actor
from scoring.event_file.selectors.document import event_document
from scoring.event_file.services.importing import import_event
from scoring.sheets.models.facts import Hand, Settlement
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.codes import new_table_access
from scoring.sheets.selectors.checking.findings import contradictions
from scoring.sheets.selectors.facts.slots import hand_value
from scoring.sheets.selectors.facts.versions import facts_at, versions
from scoring.sheets.services.checking.confirming import confirm_session
from scoring.sheets.services.checking.settling import settle
from scoring.sheets.services.checking.signing import sign_on_paper
from scoring.sheets.services.codes.cards import issue_table_codes
from scoring.sheets.services.facts.whole import type_sheet
from tests.support.paths import DATA
from tournament.events.models.events import Event

pytestmark = pytest.mark.django_db

TYPIST = system_actor("typist")
WRITTEN = ("hands", "totals", "table_points", "state")
REAL = json.loads((DATA / "event_open_2018.json").read_text())


def sheets_of(document: dict[str, Any]) -> dict[tuple[int, int], dict[str, Any]]:
    return {
        (session["number"], table["number"]): {name: table[name] for name in WRITTEN if name in table}
        for session in document["sessions"]
        for table in session["tables"]
    }


@pytest.fixture
def unwritten() -> Event:
    """Return the event after its draw, with empty sheets."""
    document = deepcopy(REAL)
    for session in document["sessions"]:
        session.pop("released", None)
        for table in session["tables"]:
            for name in WRITTEN:
                table.pop(name, None)
    import_event(TYPIST, document=document)
    return Event.objects.get()


def every_sheet() -> list[Sheet]:
    return list(Sheet.objects.select_related("table__session").order_by("table__session__number", "table__number"))


def test_sheets_typed_from_paper_equal_the_originals(unwritten: Event) -> None:
    real = sheets_of(REAL)
    for sheet in every_sheet():
        written = real[sheet.table.session.number, sheet.table.number]
        facts = {name: written[name] for name in ("hands", "totals", "table_points") if name in written}
        questions = ["gap", "over-88", "totals-sum", "short"]
        answer = type_sheet(TYPIST, sheet, seen=sheet.version, acknowledged=questions, **facts)
        sign_on_paper(TYPIST, sheet, seen=answer["version"], referee="赵敏", acknowledged=questions)
    for session in unwritten.sessions.all():
        confirm_session(TYPIST, session)
    settled_one_by_one(unwritten)
    for session in unwritten.sessions.all():
        confirm_session(TYPIST, session)


def settled_one_by_one(event: Event) -> None:
    """Settle each contradiction in turn by one of the three ways; check before that the sheets equal the file."""
    typed = sheets_of(event_document(event))
    real = {place: {**table, "state": typed[place].get("state")} for place, table in sheets_of(REAL).items()}
    assert typed == {place: {name: value for name, value in table.items() if value} for place, table in real.items()}
    discrepancies = list(contradictions(event))
    assert len(discrepancies) == 37
    for comparison, way in zip(discrepancies, cycle(Settlement.Way.values), strict=False):
        sheet = comparison.sheet
        before = facts_at(sheet, sheet.version)
        changes = comparison.order_changes
        settle(TYPIST, sheet, seen=sheet.version, way=way, order_changes=changes, reason="看过记分表")
        sheet.refresh_from_db()
        assert not Comparison.objects.filter(sheet=sheet, contradicts=True).exists()
        assert facts_at(sheet, sheet.version - 1).totals == before.totals  # the history stays
        assert versions(sheet)[0].made.reason == "看过记分表"
        assert sheet.state == ("open" if way == Settlement.Way.SIGN_AGAIN else "signed")
    assert not contradictions(event).exists()


def test_sheets_entered_on_phones_equal_the_originals(unwritten: Event) -> None:
    """Penalties, totals and table points, which a phone cannot enter, are typed from the paper afterwards."""
    real = {place: table for place, table in sheets_of(REAL).items() if "hands" in table}
    chosen = list(real)[: int(os.environ.get("PINJU_PHONES", "4"))]
    codes = new_table_access({table for _session, table in chosen})
    issue_table_codes(TYPIST, unwritten, codes=codes)
    for sheet in every_sheet():
        place = sheet.table.session.number, sheet.table.number
        if place in chosen:
            enter_by_phone(codes[place[1]].token, unwritten.slug, place, real[place]["hands"])
            hands_alone = [{k: v for k, v in hand.items() if k != "adjustments"} for hand in real[place]["hands"]]
            entered = [hand_value(hand) for hand in Hand.objects.current().filter(sheet=sheet).order_by("no")]
            assert entered == hands_alone
            paper = {name: real[place][name] for name in ("hands", "totals", "table_points") if name in real[place]}
            sheet.refresh_from_db()
            answer = type_sheet(TYPIST, sheet, seen=sheet.version, acknowledged=["totals-sum"], **paper)
            sign_on_paper(TYPIST, sheet, seen=answer["version"], referee="赵敏", acknowledged=["short"])
    written = sheets_of(event_document(unwritten))
    for place in chosen:
        assert written[place] == {**{k: v for k, v in real[place].items() if v}, "state": "signed"}


def enter_by_phone(token: str, slug: str, place: tuple[int, int], hands: list[dict[str, Any]]) -> None:
    """Post each hand as the Table's page does, by a phone that opened the table's card."""
    phone = Client()
    phone.get(reverse("table:opened", args=[token]))
    page, seen = reverse("table:page", args=[slug, *place]), 1
    for hand in hands:
        facts = {
            "no": hand["no"],
            "seen": seen,
            "acknowledged": ["gap", "over-88"],
            "winner": hand["winner"] or "drawn",
        }
        if hand["winner"]:
            facts |= {"discarder": hand.get("discarder") or "self", "points": hand["points"]}
        answer = phone.post(f"{page}hand/", facts, headers={"accept": "application/json"})
        assert answer.status_code == 200, answer.content
        seen = answer.json()["answer"]["version"]
