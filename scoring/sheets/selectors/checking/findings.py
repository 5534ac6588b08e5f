"""The contradictions of an event, with labels for their causes."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.i18n.wording import clauses, listed
from scoring.game.rules.seats import SEATS
from scoring.sheets.models.facts import Settlement
from scoring.sheets.models.results import Comparison
from scoring.sheets.models.sheets import SheetVersion
from scoring.sheets.rules.comparison import HANDS_TOTALS, TABLE_POINTS, TOTALS_SUM
from tournament.events.models.events import Event
from tournament.events.models.tables import SeatChoices

#: A function from a starting seat and the hands concerned (none: all) to the text for who sat there.
SeatNamer = Callable[[str, Iterable[int]], str]

KINDS = {
    HANDS_TOTALS: gettext_lazy("the hands and the signed totals do not match"),
    TOTALS_SUM: gettext_lazy("the signed totals do not add up"),
    TABLE_POINTS: gettext_lazy("the stated table points differ"),
}

MARKS = {
    "totals-only": gettext_lazy("totals only"),
    "shorter": gettext_lazy("shorter"),
    "gaps": gettext_lazy("with gaps"),
}

CAUSES = {
    "columns-exchanged": gettext_lazy("columns exchanged: %(seat)s and %(other)s"),
    "penalty-not-in-totals": gettext_lazy("a penalty of %(points)s to %(seat)s is missing from the totals%(hand)s"),
    "hand-twice-recorded": gettext_lazy("a hand was recorded twice%(hand)s"),
    "hand-not-in-totals": gettext_lazy("a hand is missing from the totals%(hand)s"),
    "hand-twice-in-totals": gettext_lazy("a hand is twice in the totals%(hand)s"),
    "false-win-in-totals": gettext_lazy("a false win of %(seat)s (%(points)s) is only in the totals"),
    "two-false-wins-in-totals": gettext_lazy("two false wins (%(seat)s, %(other)s; %(points)s) are only in the totals"),
    "penalty-in-totals": gettext_lazy("a penalty of %(points)s to %(seat)s is only in the totals"),
    "hand-not-recorded": gettext_lazy("a hand was left out: %(seat)s won %(points)s from %(other)s%(hand)s"),
    "win-recorded-as-drawn": gettext_lazy(
        "a win was recorded as drawn: %(seat)s won %(points)s from %(other)s%(hand)s"
    ),
    "discarder-exchanged": gettext_lazy(
        "wrong discarder: %(seat)s is recorded, but it is %(other)s by the totals%(hand)s"
    ),
    "wrong-winner": gettext_lazy("wrong winner: %(seat)s is recorded, but it is %(other)s by the totals%(hand)s"),
    "winner-and-discarder-exchanged": gettext_lazy("winner %(seat)s and discarder %(other)s are exchanged%(hand)s"),
    "recorded-as-self-drawn": gettext_lazy("recorded as self-drawn, but %(seat)s won from %(other)s%(hand)s"),
    "recorded-as-discard": gettext_lazy("recorded as won from %(other)s, but %(seat)s drew it%(hand)s"),
    "points-of-hand": gettext_lazy("wrong points of a hand: %(seat)s has %(points)s more in the totals%(hand)s"),
    "kong-paid-once": gettext_lazy("a robbed kong was paid once instead of three times: %(seat)s to %(other)s%(hand)s"),
    "kong-not-recorded": gettext_lazy("paid three times as a robbed kong: %(seat)s to %(other)s%(hand)s"),
    "binding-not-in-totals": gettext_lazy("the binding of %(seat)s was not applied%(hand)s"),
    "binding-in-totals": gettext_lazy("%(seat)s paid for all, but is not recorded as bound%(hand)s"),
    "row-of-chart": gettext_lazy("a wrong row of the chart for the win of %(seat)s%(hand)s"),
    "running-total-slip": gettext_lazy("an error in one running total: %(seat)s has %(points)s more"),
    "hands-incomplete": gettext_lazy("hands are missing%(hand)s"),
    "sum-not-burnt": gettext_lazy("the sum of the totals is off by %(points)s"),
    "tie-not-shared": gettext_lazy("a tie was not shared: %(seat)s"),
    "table-points-exchanged": gettext_lazy("table points exchanged: %(seat)s and %(other)s"),
    "table-points-slip": gettext_lazy("one number of the table points is wrong: %(seat)s"),
    "table-points-order": gettext_lazy("the table points are not in the order of the scores"),
    "unknown": gettext_lazy("not found"),
}

#: (cause, missing figure) -> label: all seats, an unknown seat, self-drawn, the same seat twice.
CAUSES_WITHOUT = {
    ("columns-exchanged", "other"): gettext_lazy("columns exchanged: three or four"),
    ("penalty-in-totals", "seat"): gettext_lazy("a penalty of %(points)s is only in the totals"),
    ("two-false-wins-in-totals", "other"): gettext_lazy(
        "two false wins of %(seat)s (%(points)s) are only in the totals"
    ),
    ("hand-not-recorded", "other"): gettext_lazy("a hand was left out: %(seat)s won %(points)s self-drawn%(hand)s"),
    ("win-recorded-as-drawn", "other"): gettext_lazy(
        "a win was recorded as drawn: %(seat)s won %(points)s self-drawn%(hand)s"
    ),
    ("points-of-hand", "other"): gettext_lazy(
        "wrong points of a self-drawn hand: in the totals %(seat)s has %(points)s from each%(hand)s"
    ),
}


def contradictions(event: Event, session: int | None = None) -> QuerySet[Comparison]:
    """Return the contradictions of ``event``, or of one session, by session and table."""
    rows = _comparisons(event).filter(contradicts=True)
    return rows if session is None else rows.filter(sheet__table__session__number=session)


def contradictions_shown(event: Event, *, session: int | None = None, kind: str = "") -> QuerySet[Comparison]:
    """Return the contradictions of a session and of a ``kind`` out of ``KINDS``."""
    rows = contradictions(event, session)
    if kind:
        # Not every database can search JSON lists.
        kinds_by_id = rows.values_list("pk", "kinds")
        rows = rows.filter(pk__in=[pk for pk, kinds in kinds_by_id if kind in kinds])
    return rows


def has_comparisons(event: Event) -> bool:
    """Whether anything was entered that could be compared."""
    return _comparisons(event).exists()


def marked(event: Event) -> QuerySet[Comparison]:
    """Return the sheets of ``event`` with a mark but without contradiction, by session and table."""
    return _comparisons(event).filter(contradicts=False).exclude(marks=[])


def settlements(event: Event) -> QuerySet[Settlement]:
    """Return all settlements of ``event``, newest first, each with ``settled_at`` (None: unknown).

    Settlements have an end if the settled facts have changed since.
    """
    versions = SheetVersion.objects.filter(sheet=OuterRef("sheet"), number=OuterRef("valid_from_version"))
    rows = Settlement.objects.filter(sheet__table__session__event=event).select_related("sheet__table__session")
    return rows.annotate(settled_at=Subquery(versions.values("at")[:1])).order_by("-pk")


def _comparisons(event: Event) -> QuerySet[Comparison]:
    rows = Comparison.objects.filter(sheet__table__session__event=event).select_related("sheet__table__session")
    return rows.order_by("sheet__table__session__number", "sheet__table__number")


def hand_named(comparison: Comparison) -> int | None:
    """Return the only hand that the likely cause names; None if there is no such hand."""
    hands = _cause_hands(comparison)
    return hands[0] if len(hands) == 1 else None


def cause_text(comparison: Comparison, namer: SeatNamer | None = None) -> str:
    """Return the likely cause as a sentence in the reader's language; without ``namer`` it names starting seats."""
    cause = comparison.cause
    hands = _cause_hands(comparison)
    name_of = namer or _starting_seat
    shorter = (CAUSES_WITHOUT.get((cause["code"], name)) for name in ("seat", "other") if not cause.get(name))
    sentence = next(filter(None, shorter), CAUSES[cause["code"]])
    return str(sentence) % {
        "seat": name_of(cause["seat"], hands) if cause.get("seat") else "",
        "other": name_of(cause["other"], hands) if cause.get("other") else "",
        "points": _signed(cause.get("points")),
        "hand": _hands(hands),
    }


def kinds_text(comparison: Comparison) -> str:
    """Return the kinds of the contradiction as a phrase in the reader's language."""
    return clauses(KINDS[kind] for kind in comparison.kinds)


def finding_line(comparison: Comparison) -> str:
    """Return one line for reports: table, kinds (with the difference of hands and totals), and likely cause."""
    table = comparison.sheet.table
    difference = comparison.difference
    # PostgreSQL does not keep the order of JSON keys.
    by_seat = " ".join(f"{seat} {_signed(difference[seat])}" for seat in SEATS if seat in difference)
    amounts = {HANDS_TOTALS: f" ({by_seat})"}
    kinds = clauses(f"{KINDS[kind]}{amounts.get(kind, '')}" for kind in comparison.kinds)
    where = _("session %(session)d table %(table)d") % {"session": table.session.number, "table": table.number}
    return f"{where}: {kinds}; {cause_text(comparison)}"


def _cause_hands(comparison: Comparison) -> list[int]:
    """Return the hands that the likely cause names: the one it found, or its candidates."""
    cause = comparison.cause
    return [cause["hand_no"]] if "hand_no" in cause else list(cause.get("candidates", ()))


def _starting_seat(seat: str, _hands: Iterable[int]) -> str:
    return str(SeatChoices(seat).label)


def _signed(points: Any) -> str:
    return f"{points:+d}".replace("-", "−") if isinstance(points, int) else ""


def _hands(numbers: Iterable[int]) -> str:
    hands = listed(numbers)
    return _(" (hand %(hands)s)") % {"hands": hands} if hands else ""
