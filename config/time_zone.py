"""The time zone of pages: that of the hall, which is that of its laptop."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tzlocal import get_localzone_name


def machine_zone() -> str:
    """Return the name of this machine's time zone ("Asia/Shanghai"); "UTC" if Python cannot determine it."""
    try:
        return ZoneInfo(get_localzone_name()).key
    except (ZoneInfoNotFoundError, ValueError, TypeError, OSError):
        return "UTC"
