"""An event's settings: all of them by group, and where they depart from the text."""

from typing import Any

from common.settings_groups import SettingsGroup
from scoring.models.settings import SETTINGS_GROUPS
from tournament.models import Event


def settings_of(event: Event) -> dict[str, SettingsGroup]:
    """Every group of settings of ``event`` by its name, in the order of the event file."""
    return {name: getattr(event, f"{name}_settings") for name in SETTINGS_GROUPS}


def settings_values(event: Event, *, departures_only: bool = False) -> dict[str, dict[str, Any]]:
    """Settings by group and name as plain values (dates as text); or only those that are not the default."""
    found = {}
    for name, group in settings_of(event).items():
        fields = group.departures() if departures_only else group.setting_fields()
        found[name] = {
            field.name: field.value_to_string(group) if _is_date(group, field) else getattr(group, field.name)
            for field in fields
        }
    return found


def _is_date(group: SettingsGroup, field: Any) -> bool:
    return hasattr(getattr(group, field.name), "isoformat")
