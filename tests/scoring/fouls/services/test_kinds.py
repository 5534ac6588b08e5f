"""Kinds of fouls that an event adds."""

import pytest

from common.actions.errors import Refused
from scoring.fouls.services.kinds import remove_kind, set_kind
from scoring.sheets.models.sheets import Sheet
from tests.support.foul_judging import ANNA, judge

pytestmark = pytest.mark.django_db


def test_an_event_can_add_kinds_of_fouls(sheet: Sheet) -> None:
    event = sheet.table.session.event
    name = {"zh": "手机响铃", "en": "Phone rings"}
    set_kind(ANNA, event, code="phone", name=name, effects=["points"], points=20, article="regulations 12")
    assert judge(sheet, "phone").points == 20
    with pytest.raises(Refused, match="recorded"):
        remove_kind(ANNA, event, code="phone")
    with pytest.raises(Refused) as refused:
        set_kind(ANNA, event, code="late", name=name)
    assert refused.value.where == "code"
    set_kind(ANNA, event, code="stand", name=name, counted=True)
    assert [judge(sheet, "stand").points for _time in range(3)] == [0, 5, 10]
