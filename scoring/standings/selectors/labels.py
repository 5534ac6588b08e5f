"""Words about a line of the standings."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import listed
from scoring.standings.selectors.standings import NamedEntry

#: Why somebody has no rank; empty for those who have one.
STATUS: Mapping[str, str | Promise] = {
    "ranked": "",
    "unranked": gettext_lazy("not ranked"),
    "withdrawn": gettext_lazy("withdrawn"),
    "disqualified": gettext_lazy("disqualified"),
}


def why_unranked(entry: NamedEntry, status: str) -> str:
    """Why somebody of this status has no rank; empty where there is no reason. Loss of rank is no disqualification."""
    if entry.rank_lost and status == "disqualified":
        return _("loss of rank")
    return str(STATUS.get(status, ""))


def note_of(entry: NamedEntry, status: str) -> str:
    """What stands behind a name: that it is a reserve's, why it has no rank; empty for most."""
    words = [_("reserve")] if entry.kind == "reserve" else []
    return listed(filter(None, [*words, why_unranked(entry, status)]))
