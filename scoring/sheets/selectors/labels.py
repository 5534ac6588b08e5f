"""The sentences for what entering a sheet refuses or asks."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: Mapping[str, str | Promise] = {
    "hand-number": _("A session has 16 hands: there is no hand %(no)s."),
    "skipped-hand": _("Hand %(no)s is not played: it is the deal of an empty seat."),
    "empty-seat": _("Nobody plays on this seat."),
    "winner-discards": _("Who wins cannot be who discarded the tile."),
    "winner-without-points": _("The points of the won hand are missing."),
    "below-minimum": _("A hand needs at least 8 points to win."),
    "points-without-winner": _("Points without a winner."),
    "discarder-without-winner": _("A discarder without a winner."),
    "aborted-with-winner": _("An aborted hand has no winner."),
    "too-many-points": _("No hand has so many points."),
    "dead-hand-wins": _("This player's hand is dead: it cannot win."),
}
#: The field that a refusal stands beside.
FIELDS = {
    "hand-number": "no",
    "skipped-hand": "no",
    "empty-seat": "winner",
    "winner-discards": "discarder",
    "winner-without-points": "points",
    "below-minimum": "points",
    "points-without-winner": "points",
    "discarder-without-winner": "discarder",
    "aborted-with-winner": "aborted",
    "too-many-points": "points",
    "dead-hand-wins": "winner",
}
QUESTIONS: Mapping[str, str | Promise] = {
    "over-88": _("Hand %(no)s: more than 88 points. Is that right?"),
    "gap": _("Hand %(no)s comes before an earlier hand is entered. Is that right?"),
    "off-tariff": _("The rules know no penalty of these points. Is that right?"),
    "total-missing": _("One total is missing; %(seat)s gets %(points)s, so that all add up. Is that right?"),
    "totals-sum": _("The totals add up to %(points)s instead of %(expected)s. Is that what is written?"),
    "short": _("%(played)s of %(due)s hands are entered. Was the time over?"),
    "contradiction": _(
        "Hands, totals and table points contradict each other and nobody settled it. Confirm all the same?"
    ),
}


def refusal(code: str, **figures: Any) -> str:
    """The sentence of a code of `scoring.sheets.rules.entering.refusals`."""
    return str(REFUSALS[code]) % figures


SECOND_ENTRY: Mapping[str, str | Promise] = {
    "missing": _("Another person types the totals of this paper again first."),
    "differs": _("The totals were typed twice and differ: one of the two is to be corrected first."),
}


def second_entry_wanted(code: str) -> str:
    """The sentence of a code of `scoring.sheets.selectors.paper.second_entries.waits_for`."""
    return str(SECOND_ENTRY[code])


def questions(codes: Iterable[str], **figures: Any) -> dict[str, str]:
    """Code -> sentence of what is asked."""
    return {code: str(QUESTIONS[code]) % figures for code in codes}
