"""The time zones of events."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from tournament.events.rules.time_zones import at_same_hour, is_zone, zone_names


@pytest.mark.parametrize(
    ("moment", "before", "after", "expected"),
    [
        ("2026-05-01T09:30+00:00", "UTC", "Asia/Shanghai", "2026-05-01T01:30+00:00"),
        ("2026-05-01T07:30+00:00", "Europe/Berlin", "Asia/Tokyo", "2026-05-01T00:30+00:00"),  # 09:30 in summer
        ("2026-11-01T08:30+00:00", "Europe/Berlin", "UTC", "2026-11-01T09:30+00:00"),  # 09:30 in winter
        ("2026-05-01T23:30+00:00", "Asia/Tokyo", "America/New_York", "2026-05-02T12:30+00:00"),  # 08:30 of May 2
    ],
)
def test_the_hour_stays_the_same(moment: str, before: str, after: str, expected: str) -> None:
    moved = at_same_hour(datetime.fromisoformat(moment), ZoneInfo(before), ZoneInfo(after))
    assert moved.astimezone(UTC) == datetime.fromisoformat(expected)


def test_zones_have_the_name_of_a_town() -> None:
    names = zone_names()
    assert names[0] == "UTC"
    assert {"Asia/Shanghai", "Europe/Berlin", "Asia/Tokyo"} <= set(names)
    assert not {"Etc/GMT+1", "Japan", "US/Pacific"} & set(names)
    assert is_zone("Japan")
    assert not is_zone("Asia/Chengdu")
