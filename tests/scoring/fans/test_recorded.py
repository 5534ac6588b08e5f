"""Fans recorded on a sheet: the list as engine numbers, and errors with their key."""

from typing import Any

import pytest

from scoring.fans.rules import RULE_SETS
from scoring.fans.rules.recorded import calculated, fan_list, picked
from scoring.tiles.rules.errors import HandError

LIST = [{"id": "full-flush", "count": 1}, {"id": "pung-of-terminals-or-honors", "count": 2}, {"id": "flower-tiles"}]


def test_a_recorded_list_is_read_as_numbers_and_times() -> None:
    assert picked(LIST) == {22: 1, 73: 2, 81: 1}
    assert calculated({"fans": LIST}, RULE_SETS["wmo-2014"]) == 24 + 2 + 1


@pytest.mark.parametrize(
    ("fans", "message"),
    [
        ([{"id": "no-such-fan"}], "fans[0].id: “no-such-fan” is not a fan, or stands twice"),
        ([{}], "fans[0].id: “” is not a fan, or stands twice"),
        ([*LIST, {"id": "full-flush"}], "fans[3].id: “full-flush” is not a fan, or stands twice"),
        ([{"id": "full-flush", "count": "1"}], "fans[0].count: must be a whole number"),
        ([{"id": "all-pungs"}, {"id": "full-flush", "count": 0}], "fans[1].count: must be a whole number"),
    ],
)
def test_an_unknown_or_repeated_fan_and_a_wrong_count_are_refused(fans: list[dict[str, Any]], message: str) -> None:
    with pytest.raises(HandError) as refused:
        picked(fans)
    assert str(refused.value) == message


def test_numbers_and_times_are_written_as_a_recorded_list() -> None:
    assert fan_list({73: 2, 22: 1, 81: 0}) == [
        {"id": "full-flush", "count": 1},
        {"id": "pung-of-terminals-or-honors", "count": 2},
    ]
