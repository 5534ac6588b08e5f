"""Labels of lines of the standings, and of hands."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import listed
from scoring.standings.selectors.hand_statistics import PlayedHand
from scoring.standings.selectors.standings import NamedEntry

#: Status -> reason for having no rank; empty for ranked lines.
STATUS: Mapping[str, str | Promise] = {
    "ranked": "",
    "unranked": gettext_lazy("not ranked"),
    "withdrawn": gettext_lazy("withdrawn"),
    "disqualified": gettext_lazy("disqualified"),
}


def why_unranked(entry: NamedEntry, status: str) -> str:
    """Return why an entry of this status has no rank, else empty; loss of rank is not a disqualification."""
    if entry.rank_lost and status == "disqualified":
        return _("loss of rank")
    return str(STATUS.get(status, ""))


def note_of(entry: NamedEntry, status: str) -> str:
    """Return the note after a name: a reserve, or the reason for having no rank; empty for most."""
    reason = why_unranked(entry, status)
    if entry.kind != "reserve":
        return reason
    return listed(filter(None, (_("reserve"), reason)))


def won_how(hand: PlayedHand) -> str:
    """Return from whom the winning tile of a hand came."""
    if hand.self_drawn:
        return _("self-drawn")
    return _("robbed kong") if hand.robbed else _("by discard")
