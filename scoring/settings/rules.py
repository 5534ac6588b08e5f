"""The limits of a setting's values.

The event file's schema states the limits, and its room comes after the rooms that check settings. So
`scoring/apps.py` declares where to look them up when the program starts.
"""

from collections.abc import Callable, Mapping
from typing import Any

#: JSON Schema keywords of one setting: ``minimum``, ``maximum``, ``pattern``, ``examples``.
Limits = Mapping[str, Any]

_lookups: list[Callable[[str, str], Limits]] = []


def declare_limits(lookup: Callable[[str, str], Limits]) -> None:
    """Set the function that returns the limits of a group's setting; the last declared one counts."""
    _lookups[:] = [lookup]


def limits_of(group: str, setting: str) -> Limits:
    """Return the limits of a setting by the names of its group and of the setting (those of the event file)."""
    (lookup,) = _lookups
    return lookup(group, setting)
