"""Labels of the refusals and questions about entries on a sheet."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REFUSALS: Mapping[str, str | Promise] = {
    "hand-number": _("A session has 16 hands: there is no hand %(no)s."),
    "skipped-hand": _("Hand %(no)s is not played: the empty seat is the dealer."),
    "empty-seat": _("This seat has no player."),
    "winner-discards": _("The winner and the discarder cannot be the same player."),
    "winner-without-points": _("The points of the won hand are missing."),
    "below-minimum": _("A hand needs at least 8 points to win."),
    "points-without-winner": _("Points without a winner."),
    "discarder-without-winner": _("A discarder without a winner."),
    "aborted-with-winner": _("An aborted hand has no winner."),
    "too-many-points": _("A hand cannot have so many points."),
    "dead-hand-wins": _("This player's hand is dead: it cannot win."),
}
#: Code of a refusal -> its form field.
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
    "gap": _("Hand %(no)s is entered before an earlier hand. Is that right?"),
    "off-tariff": _("The rules have no penalty of this number of points. Is that right?"),
    "total-missing": _("One total is missing; %(seat)s gets %(points)s so that everything adds up. Is that right?"),
    "totals-sum": _("The totals add up to %(points)s instead of %(expected)s. Is that what is written on paper?"),
    "short": _("%(played)s of %(due)s hands are entered. Was the time up?"),
    "contradiction": _(
        "Hands, totals and table points do not add up, and the discrepancy is not resolved. Confirm anyway?"
    ),
}


def refusal(code: str, **figures: Any) -> str:
    """Return the sentence for a code of `scoring.sheets.rules.entering.refusals`."""
    return str(REFUSALS[code]) % figures


SECOND_ENTRY: Mapping[str, str | Promise] = {
    "missing": _("Another person must type the totals of this paper sheet again first."),
    "differs": _("The totals were typed twice and differ. Correct one of them first."),
}


def second_entry_wanted(code: str) -> str:
    """Return the sentence for a code of `scoring.sheets.selectors.paper.second_entries.waits_for`."""
    return str(SECOND_ENTRY[code])


def questions(codes: Iterable[str], **figures: Any) -> dict[str, str]:
    """Return code -> question."""
    return {code: str(QUESTIONS[code]) % figures for code in codes}
