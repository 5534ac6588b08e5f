"""Words about a line of the standings."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.wording import listed
from scoring.selectors.standings import NamedEntry

#: Why somebody has no rank.
STATUS = {
    "unranked": gettext_lazy("not ranked"),
    "withdrawn": gettext_lazy("withdrawn"),
    "disqualified": gettext_lazy("disqualified"),
}


def note_of(entry: NamedEntry, status: str) -> str:
    """What stands behind a name: that it is a reserve's, why it has no rank; empty for most."""
    words = [_("reserve")] if entry.kind == "reserve" else []
    return listed(words + ([str(STATUS[status])] if status in STATUS else []))
