"""Mappings that have a value for each member of an enumeration."""

from collections.abc import Mapping
from enum import Enum
from typing import TypeVar

Member = TypeVar("Member", bound=Enum)
Value = TypeVar("Value")


def for_each(states: type[Member], values: Mapping[Member, Value]) -> Mapping[Member, Value]:
    """Return ``values``, which must have exactly the members of ``states`` as keys.

    Raises TypeError otherwise, so that a module with an incomplete mapping cannot be imported.
    """
    missing = [member.name for member in states if member not in values]
    unknown = [key for key in values if key not in set(states)]
    if missing or unknown:
        raise TypeError(f"{states.__qualname__}: without a value {missing}, unknown {unknown}")
    return values
