"""Date arithmetic in months."""

from calendar import monthrange
from datetime import date


def months_after(day: date, months: int) -> date:
    """Return the same day ``months`` later, or the last day of that month if it is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
