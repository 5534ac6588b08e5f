"""Until when an event keeps private data."""

from datetime import date

from tournament.events.models.events import Event
from tournament.events.rules.months import months_after


def last_day_kept(event: Event) -> date | None:
    """Return the day some months (setting) after the event's last day; None while its days are not known."""
    last, settings = event.ends or event.starts, getattr(event, "privacy_settings", None)
    return months_after(last, settings.keep_months) if last and settings else None
