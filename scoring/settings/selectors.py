"""An event's settings by group, and their values."""

from datetime import UTC, date, datetime
from typing import Any

from common.settings_groups import SettingsGroup
from scoring.game.rules.games import game_of
from scoring.settings.models.groups import SETTINGS_GROUPS
from tournament.events.models.events import Event

#: The settings that interpret articles of MCR only: its table points and its catalogue of fouls.
ONLY_MCR = frozenset({"ties", "leaver_result", "last_tie", "false_win", "repetition", "flower_discard"})


def applies(field: Any, event: Event) -> bool:
    """Whether the game of the event has the setting of this column."""
    return field.name not in ONLY_MCR or game_of(event.rules).gives_table_points


def settings_of(event: Event) -> dict[str, SettingsGroup]:
    """Return the settings groups of ``event`` by name, in the order of the event file."""
    return {name: getattr(event, f"{name}_settings") for name in SETTINGS_GROUPS}


def settings_values(event: Event, *, changed_only: bool = False) -> dict[str, dict[str, Any]]:
    """Return settings by group and name as plain values (dates as text).

    ``changed_only``: only those that differ from the default.
    """
    values = {}
    for name, group in settings_of(event).items():
        fields = group.changed_fields() if changed_only else group.setting_fields()
        values[name] = {field.name: plain_value(getattr(group, field.name)) for field in fields}
    return values


def plain_value(value: Any) -> Any:
    """Return a setting's value in the shape of the event file: dates and times (UTC) as text, others unchanged."""
    if isinstance(value, datetime):
        return f"{value.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return value.isoformat() if isinstance(value, date) else value
