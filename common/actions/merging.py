"""Merge concurrent edits of one row: keep the changes of both people, and report fields that both changed."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.errors import Conflict


def fields_to_write(base: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> set[str]:
    """Return the names in ``mine`` to write: values that differ from ``base``, the values that the form showed.

    ``theirs`` holds the current values. All three are plain data by name; a name that ``base`` lacks is written. Raises
    Conflict, with both values by name, where another person changed the same field to a different value.
    """
    changed = {name for name in mine if name not in base or mine[name] != base[name]}
    conflicting = {name for name in changed & base.keys() if theirs[name] not in (base[name], mine[name])}
    if conflicting:
        raise Conflict(
            _("Somebody else changed this in the meantime."),
            theirs={name: theirs[name] for name in sorted(conflicting)},
            yours={name: mine[name] for name in sorted(conflicting)},
        )
    return changed
