"""The sentences for what was typed and cannot be read, and for how far a paper is."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import listed
from common.states import for_each
from common.templatetags.pinju import signed
from scoring.game.rules.seats import Seat
from scoring.sheets.selectors.paper.tray import Step
from tournament.events.models.tables import SeatChoices

UNREADABLE: Mapping[str, str | Promise] = {
    "unread": gettext_lazy("This is no hand."),
    "scores-do-not-fit": gettext_lazy("These two scores cannot stand in one hand."),
    "other-loser": gettext_lazy("Type the score of who paid the most: −8 says nothing."),
    "winner-discards": gettext_lazy("Who wins cannot be who discarded the tile."),
}
#: Tone and name of each step.
STEPS = for_each(
    Step,
    {
        Step.AWAITED: ("idle", gettext_lazy("awaited")),
        Step.IN: ("live", gettext_lazy("in")),
        Step.SECOND: ("warn", gettext_lazy("second look")),
        Step.TYPED: ("wait", gettext_lazy("typed")),
        Step.SIGNED: ("wait", gettext_lazy("signed")),
        Step.CONFIRMED: ("ok", gettext_lazy("confirmed")),
    },
)
WHY: Mapping[str, str | Promise] = {
    "missing": gettext_lazy("the totals are to be typed again by another person"),
    "differs": gettext_lazy("the totals were typed twice and differ"),
    "contradiction": gettext_lazy("hands, totals and table points contradict each other"),
    "disputed": gettext_lazy("a hand is disputed"),
}


def seat_name(seat: Seat | str) -> str:
    """East, South, West or North."""
    return str(SeatChoices(seat).label)


def parts_from(no: int, apart: Mapping[Seat, int]) -> str:
    """Where written running totals part from the hands, and by how much."""
    by = listed(f"{seat_name(seat)} {signed(points)}" for seat, points in apart.items())
    return _("The written running totals part from the hands at hand %(no)s: %(by)s.") % {"no": no, "by": by}


def said(kind: str, value: Any) -> str:
    """A fact of a conflict as people read it."""
    if value is None:
        return _("nothing")
    if kind != "hand":
        return str(value)
    if value["winner"] is None:
        return _("aborted") if value.get("aborted") else _("drawn")
    source = seat_name(value["discarder"]) if value.get("discarder") else _("self-drawn")
    return f"{seat_name(value['winner'])} ← {source}, {value['points']}"
