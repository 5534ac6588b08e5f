"""An event's settings: all of them by group, and where they depart from the text."""

from datetime import UTC, date, datetime
from typing import Any

from common.settings_groups import SettingsGroup
from scoring.settings.models import SETTINGS_GROUPS
from tournament.events.models.events import Event


def settings_of(event: Event) -> dict[str, SettingsGroup]:
    """Every group of settings of ``event`` by its name, in the order of the event file."""
    return {name: getattr(event, f"{name}_settings") for name in SETTINGS_GROUPS}


def settings_values(event: Event, *, departures_only: bool = False) -> dict[str, dict[str, Any]]:
    """Settings by group and name as plain values (dates as text); or only those that are not the default."""
    found = {}
    for name, group in settings_of(event).items():
        fields = group.departures() if departures_only else group.setting_fields()
        found[name] = {field.name: plain_value(getattr(group, field.name)) for field in fields}
    return found


def plain_value(value: Any) -> Any:
    """A setting's value as the event file holds it: days and moments (in UTC) as text, anything else as it is."""
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return value.isoformat() if isinstance(value, date) else value
