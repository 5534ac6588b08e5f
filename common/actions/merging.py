"""Two people who change one thing at once: what each changed is kept, and where both changed the same they are told."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from common.actions.errors import Conflict


def written_over(base: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> set[str]:
    """The names of ``mine`` that are to be written: what differs from ``base``, the values that the form showed.

    ``theirs`` are the values as they stand now, all three plain data by name; a name that ``base`` lacks is written.
    Raises Conflict, with both values by name, where somebody else changed the same to something else.
    """
    changed = {name for name in mine if name not in base or mine[name] != base[name]}
    both = {name for name in changed & base.keys() if theirs[name] not in (base[name], mine[name])}
    if both:
        raise Conflict(
            _("Somebody else changed this meanwhile."),
            theirs={name: theirs[name] for name in sorted(both)},
            yours={name: mine[name] for name in sorted(both)},
        )
    return changed
