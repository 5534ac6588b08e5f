"""Which time the pages show: that of the hall, which is that of its laptop."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tzlocal import get_localzone_name


def machine_zone() -> str:
    """The name of this machine's time zone ("Asia/Shanghai"); "UTC" where nothing tells one that Python knows."""
    try:
        return ZoneInfo(get_localzone_name()).key
    except (ZoneInfoNotFoundError, ValueError, TypeError, OSError):
        return "UTC"
