"""Points that had no foul become fouls."""

import pytest

from common.actions.errors import Refused
from scoring.fouls.selectors.fouls import penalties_without_foul
from scoring.fouls.services.adopting import accept_missing, adopt_points
from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.foul_examples import EXAMPLES
from tests.support.foul_judging import ANNA, FALSE_WIN, moved, scores

pytestmark = pytest.mark.django_db


def test_points_in_a_hand_become_their_foul_and_the_sheet_stays_signed() -> None:
    event, facts = EXAMPLES["foul.adopt"](small_event(), "")
    assert [line["moved"] for line in penalties_without_foul(event)] == [FALSE_WIN]
    adopt_points(ANNA, event, **facts)
    foul = event.fouls.get()
    assert (foul.kind, foul.seat, foul.points, foul.payee) == ("false-win", "W", 10, "each")
    assert penalties_without_foul(event) == []
    assert Sheet.objects.get(pk=facts["sheet"].pk).version == 1
    with pytest.raises(Refused, match="already"):
        adopt_points(ANNA, event, **facts)


def test_accepting_fouls_missing_from_the_hands_settles_the_contradiction() -> None:
    event, facts = EXAMPLES["foul.accept_missing"](small_event(), "")
    sheet = facts["sheet"]
    with pytest.raises(Refused, match="reason"):
        accept_missing(ANNA, event, **facts)
    accept_missing(ANNA, event, reason="四家证实", **facts)
    sheet.refresh_from_db()
    assert (sheet.state, sheet.comparison.contradicts) == ("confirmed", False)
    assert moved(sheet, 0) == FALSE_WIN
    assert scores(sheet) == {"E": 522, "S": -246, "W": -158, "N": -118}
