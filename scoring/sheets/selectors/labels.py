"""Labels of the refusals and questions about entries on a sheet."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.game.rules.course import Deal
from tournament.wording import WIND_NAMES

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
    "no-rank": _("Enter half a fan, or 1 to 60 fans."),
    "below-lowest": _("These are fewer fans than agreed (IMJ 7.2)."),
    "robbed-without-discarder": _("Choose whose kong was robbed."),
    "bound-without-winner": _("Without a winner nobody is bound to lose."),
    "bound-with-discarder": _("Bound to lose applies only to a self-drawn win (IMJ 33)."),
    "bound-wins": _("The winner cannot be bound to lose."),
    "false-win-named": _("The winner and the discarder cannot declare a false win in the same hand."),
    "false-win-before-draw": _("No tile is drawn after a false win in the same hand (IMJ 34.7)."),
    "false-win-aborted": _("A hand with a false win is paid, not aborted (IMJ 34.7)."),
    "false-win-twice": _("A player is named twice."),
    "period-not-seated": _("Enter the order of the seats and the starter of the period first."),
    "after-the-end": _("The table is over: there is no hand %(no)s."),
    "deal-too-early": _("Hand %(no)s comes before an earlier one is entered."),
    "cuts-off": _("Hand %(no)s would come after the end of the table. Correct or remove it first."),
    "others-follow": _("Hand %(no)s follows from this one: correct this one instead."),
}
#: Key of a game -> the refusal of a hand that it does not have.
NO_SUCH_HAND: Mapping[str, str | Promise] = {
    "mcr": _("A session has 16 hands."),
    "imj": _("A table does not play that many hands."),
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
    "no-rank": "points",
    "below-lowest": "points",
    "robbed-without-discarder": "robbed",
    "bound-without-winner": "bound",
    "bound-with-discarder": "bound",
    "bound-wins": "bound",
    "false-win-named": "false_wins",
    "false-win-before-draw": "false_wins",
    "false-win-aborted": "false_wins",
    "false-win-twice": "false_wins",
    "period-not-seated": "no",
    "after-the-end": "no",
    "deal-too-early": "no",
    "cuts-off": "no",
    "others-follow": "no",
}
QUESTIONS: Mapping[str, str | Promise] = {
    "over-88": _("Hand %(no)s: more than 88 points. Is that right?"),
    "limit-reached": _("Hand %(no)s: the highest number of fans. Is that right?"),
    "special-below-lowest": _("Hand %(no)s: fewer fans than agreed. Was it won on flowers, kongs or single tiles?"),
    "deals-change": _("Dealers and rounds of later hands change: %(changes)s. Is that right?"),
    "early-end": _("The last round is not over. Was the time up?"),
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
    """Return the sentence for a code of a game's `faults`."""
    return str(REFUSALS[code]) % figures


SECOND_ENTRY: Mapping[str, str | Promise] = {
    "missing": _("Another person must type the totals of this paper sheet again first."),
    "differs": _("The totals were typed twice and differ. Correct one of them first."),
}


def second_entry_wanted(code: str) -> str:
    """Return the sentence for a code of `scoring.sheets.selectors.paper.second_entries.waits_for`."""
    return str(SECOND_ENTRY[code])


def deal_text(deal: Deal) -> str:
    """Return the period, the round and the dealer of a hand, by his or her seat at the start."""
    places = {"period": deal.period, "round": deal.round, "dealer": WIND_NAMES[deal.dealer]}
    return str(_("period %(period)s, round %(round)s, dealer %(dealer)s")) % places


def questions(codes: Iterable[str], **figures: Any) -> dict[str, str]:
    """Return code -> question."""
    return {code: str(QUESTIONS[code]) % figures for code in codes}
