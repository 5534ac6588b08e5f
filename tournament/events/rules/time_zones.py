"""The time zones that an event can have."""

from datetime import datetime
from functools import lru_cache
from zoneinfo import ZoneInfo, available_timezones

#: Names of the zone database that name no town: they are old names or fixed offsets.
OLD_AREAS = ("Etc/", "SystemV/", "US/", "Canada/", "Brazil/", "Chile/", "Mexico/", "posix/", "right/")


@lru_cache(maxsize=1)
def zone_names() -> tuple[str, ...]:
    """Return the names of all zones that are named by a town, such as Asia/Shanghai, and UTC, in order."""
    towns = (name for name in available_timezones() if "/" in name and not name.startswith(OLD_AREAS))
    return ("UTC", *sorted(towns))


def is_zone(name: str) -> bool:
    """Return whether an event can have the zone; an old name is valid too, such as Japan."""
    return name in available_timezones()


def at_same_hour(moment: datetime, before: ZoneInfo, after: ZoneInfo) -> datetime:
    """Return the moment at which clocks in ``after`` show what those in ``before`` show at ``moment``."""
    return moment.astimezone(before).replace(tzinfo=after)
