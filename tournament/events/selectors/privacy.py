"""The end of the retention of an event's private data."""

from datetime import date

from tournament.events.models.events import Event
from tournament.events.rules.months import months_after


def last_day_kept(event: Event) -> date | None:
    """Return the last day of retention, some months (setting) after the event; None without dates."""
    last_day = event.ends or event.starts
    settings = getattr(event, "privacy_settings", None)
    return months_after(last_day, settings.keep_months) if last_day and settings else None
