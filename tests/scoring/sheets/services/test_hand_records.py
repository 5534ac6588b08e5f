"""A won hand recorded with its tiles or fans: advice only, the entered points stay the result (3.9.1.4)."""

from typing import Any

import pytest

from common.actions.errors import Conflict, Refused
from common.actions.permissions import Actor, system_actor
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.results import CountedResult
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.selectors.facts.hand_records import won_hands
from scoring.sheets.selectors.facts.versions import versions
from scoring.sheets.services.facts.hand_records import drop_record, record_fans
from scoring.sheets.services.facts.hands import HandFacts, record_hand
from scoring.sheets.services.facts.whole import type_sheet
from scoring.sheets.services.people.round_seating import seat_round
from tests.support.events import small_event
from tests.support.sheets import made_sheet

pytestmark = pytest.mark.django_db

ACTOR: Actor = system_actor("测试")
#: Hand 1 is won by East from South for 8: an all pungs hand in the first round as East.
TILES = {"hand": "111m999p22s44s", "win": "2s", "melds": [{"kind": "pung", "tiles": "777s"}]}
PUNGS = {"fans": [{"id": "all-pungs", "count": 1}, {"id": "concealed-kong", "count": 1}]}


@pytest.fixture
def sheet() -> Sheet:
    return made_sheet(small_event(), "checked", 3)


def record(sheet: Sheet, no: int, tiles_or_fans: dict[str, Any], seen: int | None = None) -> dict[str, Any]:
    sheet.refresh_from_db()
    return record_fans(ACTOR, sheet, seen=sheet.version if seen is None else seen, no=no, record=tiles_or_fans)


def test_tiles_are_calculated_with_seat_round_and_discard_of_the_sheet(sheet: Sheet) -> None:
    counted = list(CountedResult.objects.order_by("pk").values())
    answer = record(sheet, 1, {"tiles": TILES | {"self_drawn": True, "seat": "N", "round": "W"}})
    kept = HandRecord.objects.get()
    assert {kept.record["tiles"][key] for key in ("seat", "round")} == {"E"}
    assert kept.record["tiles"]["self_drawn"] is False
    assert answer["calculated"] == kept.calculated
    [hand, *other_hands] = won_hands(sheet)
    assert (hand.points, hand.difference, hand.differs) == (8, 8 - kept.calculated, kept.calculated != 8)
    assert [(other.record, other.differs) for other in other_hands] == [(None, False), (None, False)]
    # Neither results nor signatures have changed.
    sheet.refresh_from_db()
    assert sheet.state == Sheet.State.CHECKED
    assert list(CountedResult.objects.order_by("pk").values()) == counted
    assert [change.kind for change in versions(sheet)[0].changes] == ["record"]


def test_fans_are_added_and_excluding_fans_refused(sheet: Sheet) -> None:
    assert record(sheet, 2, PUNGS)["calculated"] == 8
    assert not won_hands(sheet)[1].differs
    with pytest.raises(Refused) as refused:
        record(sheet, 2, {"fans": [{"id": "full-flush", "count": 1}, {"id": "no-honors", "count": 1}]})
    assert refused.value.where == "fans"
    with pytest.raises(Refused):
        record(sheet, 2, {"fans": [{"id": "all-pungs", "count": 2}]})


def test_tiles_that_do_not_win_are_stored(sheet: Sheet) -> None:
    assert record(sheet, 1, {"tiles": TILES | {"win": "9s"}})["calculated"] is None
    hand = won_hands(sheet)[0]
    assert (hand.calculated, hand.difference, hand.differs) == (None, None, True)


def test_impossible_record_is_refused(sheet: Sheet) -> None:
    with pytest.raises(Refused) as refused:
        record(sheet, 1, {"tiles": TILES | {"hand": "11111m999p22s"}})
    assert refused.value.where == "tiles"
    with pytest.raises(Refused):
        record(sheet, 9, PUNGS)
    record_hand(ACTOR, sheet, seen=sheet.version, hand=HandFacts(no=3))
    with pytest.raises(Refused):
        record(sheet, 3, PUNGS)


def test_record_belongs_to_one_win_and_is_removed(sheet: Sheet) -> None:
    record(sheet, 2, PUNGS)
    sheet.refresh_from_db()
    record_hand(ACTOR, sheet, seen=sheet.version, hand=HandFacts(no=2, winner="S", discarder="E", points=20))
    assert won_hands(sheet)[1].record is None
    drop_record(ACTOR, sheet, seen=sheet.version, no=2)
    assert not HandRecord.objects.current().exists()
    assert HandRecord.objects.count() == 1


#: In round 2 a pung of South scores 2 as the prevalent wind, and 2 more as the seat wind.
SOUTHS = {"tiles": {"hand": "234m567p3499s", "win": "5s", "melds": [{"kind": "pung", "tiles": "SSS"}]}}


def test_round_seating_changes_winds_of_record(sheet: Sheet) -> None:
    """By A4 the player who started East sits South in round 2, so South is the seat wind in its first hand (3.4.8)."""
    record_hand(ACTOR, sheet, seen=1, hand=HandFacts(no=5, winner="E", discarder="S", points=8), acknowledged=["gap"])
    planned = record(sheet, 5, SOUTHS)["calculated"]
    sheet.refresh_from_db()
    seat_round(ACTOR, sheet, seen=sheet.version, round_no=2, places="ESWN", reason="nobody changed seats")
    # Existing and new records are calculated with the real seats, in the same version.
    row = HandRecord.objects.current().get()
    assert (row.record["tiles"]["seat"], row.record["tiles"]["round"], row.calculated) == ("E", "S", planned - 2)
    assert [change.kind for change in versions(sheet)[0].changes] == ["record", "round"]
    sheet.refresh_from_db()
    drop_record(ACTOR, sheet, seen=sheet.version, no=5)
    assert record(sheet, 5, SOUTHS)["calculated"] == planned - 2


def test_correction_to_self_drawn_recalculates_record_without_robbed_kong(sheet: Sheet) -> None:
    """Robbing the Kong scores 8; self-drawn, the same tiles score Self-Drawn and no replacement after a kong."""
    melds = [{"kind": "chow", "tiles": "123m"}, {"kind": "chow", "tiles": "678m"}, {"kind": "chow", "tiles": "456p"}]
    robbed = {"tiles": {"melds": melds, "hand": "34sNN", "win": "5s", "kong": True}}
    assert record(sheet, 2, robbed)["calculated"] == 8
    sheet.refresh_from_db()
    record_hand(ACTOR, sheet, seen=sheet.version, hand=HandFacts(no=2, winner="E", points=8))
    kept = HandRecord.objects.current().get()
    assert (kept.calculated, kept.record["tiles"]["self_drawn"], "kong" in kept.record["tiles"]) == (1, True, False)
    assert won_hands(sheet)[1].difference == 7
    sheet.refresh_from_db()
    type_sheet(ACTOR, sheet, seen=sheet.version, hands=[{"no": 2, "winner": "E", "discarder": "N", "points": 8}])
    assert HandRecord.objects.current().get().record["tiles"]["self_drawn"] is False


def test_concurrent_records_of_one_hand_conflict(sheet: Sheet) -> None:
    seen = sheet.version
    record(sheet, 2, PUNGS)
    with pytest.raises(Conflict):
        record(sheet, 2, {"fans": [{"id": "full-flush", "count": 1}]}, seen=seen)
