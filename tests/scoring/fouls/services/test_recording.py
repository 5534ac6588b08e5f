"""What recording a foul asks and refuses."""

from typing import Any

import pytest

from common.actions.errors import KeyReused, Refused, Unusual
from scoring.fouls.services.foul_reports import FoulReport
from scoring.fouls.services.recording import record_foul
from scoring.sheets.models.sheets import Sheet
from tests.support.foul_judging import ANNA, judge
from tests.support.snapshots import everything

pytestmark = pytest.mark.django_db


def test_a_departing_penalty_needs_a_reason_and_points_off_the_tariff_an_acknowledgement(sheet: Sheet) -> None:
    facts: dict[str, Any] = {"effects": ["points"], "points": 7}
    with pytest.raises(Refused) as refused:
        judge(sheet, "wrong-count", **facts)
    assert refused.value.where == "reason"
    with pytest.raises(Unusual):
        judge(sheet, "wrong-count", reason="轻微", **facts)
    foul = judge(sheet, "wrong-count", reason="轻微", acknowledged=["off-tariff"], **facts)
    assert (foul.proposed, foul.change_reason) == (False, "轻微")


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"kind": "nothing"}, "kind"),
        ({"kind": "late", "outcome": "x"}, "kind"),
        ({"kind": "free"}, "title"),
        ({"kind": "wrong-count", "hand_no": 0}, "effects"),
        ({"kind": "wrong-count", "hand_no": 17}, "hand_no"),
        ({"kind": "knocked-over"}, "payee"),
        ({"kind": "knocked-over", "effects": ["points"], "points": 5, "payee": "W"}, "payee"),
    ],
)
def test_a_refused_foul_changes_nothing(sheet: Sheet, facts: dict[str, Any], where: str) -> None:
    before = everything()
    with pytest.raises(Refused) as refused:
        judge(sheet, **facts)
    assert refused.value.where == where
    assert everything() == before


def test_a_repeated_key_gives_the_same_answer_and_another_foul_cannot_use_it(sheet: Sheet) -> None:
    event = sheet.table.session.event
    facts: dict[str, Any] = {"kind": "wrong-count", "sheet": sheet, "seat": "W", "hand_no": 1}
    first = record_foul(ANNA, event, key="k", foul=FoulReport(**facts))
    assert record_foul(ANNA, event, key="k", foul=FoulReport(**facts)) == first
    assert event.fouls.count() == 1
    with pytest.raises(KeyReused):
        record_foul(ANNA, event, key="k", foul=FoulReport(**facts, remark="twice"))
