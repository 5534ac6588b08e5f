"""The database refuses impossible hands, by the game of the row."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from scoring.sheets.models.facts import Hand
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet
from tests.support.events import small_event
from tests.support.sheets import empty_sheet

pytestmark = pytest.mark.django_db
WON = {"result": "won", "winner": "E", "discarder": "S", "points": 8}
DRAWN = {"result": "drawn"}
OTHER = {"game": "other"}


@pytest.fixture
def sheet() -> Sheet:
    return empty_sheet(small_event())


def store(sheet: Sheet, **values: Any) -> None:
    Hand.objects.create(sheet=sheet, valid_from_version=1, **({"no": 1} | values))


@pytest.mark.parametrize(
    "values",
    [
        {**WON, "no": 16},
        DRAWN,
        {**WON, **OTHER, "no": 17, "points": 1, "robbed": True, "false_wins": "WN"},
        {**WON, **OTHER, "discarder": "", "bound": "N"},
        {**DRAWN, **OTHER, "false_wins": "E"},
    ],
)
def test_the_database_takes_possible_hands(sheet: Sheet, values: dict[str, Any]) -> None:
    store(sheet, **values)
    assert Hand.objects.current().count() == 1


@pytest.mark.parametrize(
    ("values", "limit"),
    [
        ({**WON, "no": 17}, "hand_no_of_game"),
        ({**WON, **OTHER, "no": 0}, "hand_no_of_game"),
        ({**WON, "points": 7}, "hand_values_of_game"),
        ({**WON, "robbed": True}, "hand_values_of_game"),
        ({**WON, "discarder": "", "bound": "N"}, "hand_values_of_game"),
        ({**DRAWN, "false_wins": "E"}, "hand_values_of_game"),
        ({**WON, **OTHER, "points": None}, "hand_result_whole"),
        ({**WON, **OTHER, "discarder": "E"}, "hand_result_whole"),
        ({**DRAWN, **OTHER, "bound": "E"}, "hand_result_whole"),
        ({**WON, **OTHER, "discarder": "", "robbed": True}, "hand_payer_whole"),
        ({**WON, **OTHER, "bound": "N"}, "hand_payer_whole"),
        ({**WON, **OTHER, "discarder": "", "bound": "E"}, "hand_payer_whole"),
    ],
)
def test_the_database_refuses_impossible_hands(sheet: Sheet, values: dict[str, Any], limit: str) -> None:
    with pytest.raises(IntegrityError, match=limit), transaction.atomic():
        store(sheet, **values)


def test_the_last_hand_with_tiles_depends_on_the_game(sheet: Sheet) -> None:
    record = {"sheet": sheet, "valid_from_version": 1, "no": 17, "winner": "E", "record": {"fans": []}}
    HandRecord.objects.create(**record, **OTHER)
    with pytest.raises(IntegrityError, match="hand_record_no_of_game"), transaction.atomic():
        HandRecord.objects.create(**record)
