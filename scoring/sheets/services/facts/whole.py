"""Enter a whole sheet from paper in one write: hands, penalties in hands, totals and table points."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import ActionContext, Done, action
from common.actions.errors import Refused, Unusual
from scoring.game.rules.hands import repeated_numbers
from scoring.game.rules.seats import SEATS
from scoring.game.rules.table_points import parse_stated
from scoring.sheets.models.facts import Adjustment, SignedTotal, StatedTablePoints
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import with_missing_total
from scoring.sheets.selectors.facts.loading import sheet_facts
from scoring.sheets.selectors.facts.records import SheetFacts
from scoring.sheets.selectors.facts.slots import Values, as_document, slots_now_and_then
from scoring.sheets.selectors.labels import questions
from scoring.sheets.services.facts.hand_records import follow_hands
from scoring.sheets.services.facts.hands import ask, check_hand, played, write_hand
from scoring.sheets.services.facts.writing import (
    TYPISTS,
    UNLOCKED,
    VersionNote,
    begin,
    conclude,
    end,
    guard,
    merge,
    refuse_if_owned,
    unchanged,
    unsettle,
)


@dataclass(frozen=True)
class TypedSheet:
    """What is typed of a sheet, as `type_sheet` takes it."""

    hands: Sequence[Mapping[str, Any]] | None = None
    totals: Mapping[str, int] | None = None
    table_points: Mapping[str, str] | None = None


@action(
    "sheet.type",
    summary=gettext_lazy("Type a sheet from paper, or its totals only"),
    roles=TYPISTS,
    subject="sheet",
    states=UNLOCKED,
)
def type_sheet(
    context: ActionContext,
    sheet: Sheet,
    *,
    seen: int,
    hands: Sequence[Mapping[str, Any]] | None = None,
    totals: Mapping[str, int] | None = None,
    table_points: Mapping[str, str] | None = None,
    acknowledged: Collection[str] = (),
) -> Done:
    """Replace the hands, totals and table points of the sheet; None keeps the current ones, empty removes them.

    ``hands``: all hands in the shape of the event file ({"no": 5, "winner": "E", "discarder": "S", "points": 24,
    "adjustments": {"W": -10}}); a hand without ``adjustments`` keeps its penalties. ``totals``: points by starting
    seat. ``table_points``: texts by starting seat. If one total is missing, it asks "total-missing" and completes the
    sum. It asks also "totals-sum" and the questions of `record_hand`. Refusals name "hands-5-" with the field,
    "totals" or "table_points".
    """
    guard(context, sheet, seen)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    before, after = changes_of(facts, TypedSheet(hands, totals, table_points), seen, acknowledged)
    if not after:
        return unchanged(sheet)
    return write_changes(context, sheet, facts, before, after)


def changes_of(
    facts: SheetFacts, typed: TypedSheet, seen: int, acknowledged: Collection[str] = ()
) -> tuple[Values, Values]:
    """Return the values before and after by slot that typing would change; refuse and ask like `type_sheet`."""
    wanted: Values = {}
    if typed.hands is not None:
        wanted |= _wanted_hands(facts, typed.hands, seen)
    if typed.totals is not None:
        wanted |= _wanted_totals(facts, typed.totals, typed.hands, acknowledged)
    if typed.table_points is not None:
        wanted |= _wanted_table_points(facts, typed.table_points)
    before, after = merge(facts.sheet, wanted, seen)
    written = [value for (kind, _name), value in after.items() if kind == "hand" and value is not None]
    ask(facts, written, acknowledged)
    return before, after


def write_changes(
    context: ActionContext, sheet: Sheet, facts: SheetFacts, before: Values, after: Values, *, recounts: bool = True
) -> Done:
    """Write the result of `changes_of`; ``recounts`` as in `conclude`."""
    _write_facts(context, sheet, facts, after)
    follow_hands(context, sheet, facts)
    unsettle(context, sheet)
    note = VersionNote("sheet.type", before=as_document(before), after=as_document(after))
    return conclude(context, sheet, note, recounts=recounts)


def _wanted_hands(facts: SheetFacts, hands: Sequence[Mapping[str, Any]], seen: int) -> Values:
    """Return the slots of all hands; None for a hand that was on the sheet at ``seen`` and is not given."""
    _now, then = slots_now_and_then(facts.sheet, ["hand"], seen)
    wanted: Values = dict.fromkeys(then)
    values = [{key: value for key, value in hand.items() if key != "adjustments"} for hand in hands]
    for value in values:
        value.setdefault("winner", None)
    course = facts.game.course([played(value) for value in values], facts.seating)
    for value in values:
        try:
            check_hand(facts, value, course)
        except Refused as refused:
            raise Refused(refused.message, where=f"hands-{value['no']}-{refused.where}") from None
        wanted["hand", value["no"]] = value
    repeated = repeated_numbers(played(value) for value in values)
    if repeated:
        raise Refused(_("Hand %(no)s appears twice.") % {"no": repeated[0]}, where=f"hands-{repeated[0]}-no")
    for hand in hands:
        if "adjustments" in hand:
            moved = {seat: points for seat, points in sorted(hand["adjustments"].items()) if points}
            _check_seats(facts, moved, f"hands-{hand['no']}-adjustments")
            wanted["penalties", hand["no"]] = moved or None
    return wanted


def _wanted_totals(
    facts: SheetFacts, totals: Mapping[str, int], hands: Sequence[Any] | None, acknowledged: Collection[str]
) -> Values:
    """Return the slots of all totals; raise Unusual if one is missing or they do not add up."""
    if not totals:
        return {("total", seat): None for seat in facts.totals}
    _check_seats(facts, totals, "totals")
    expected = _expected_sum(facts, hands or ())
    seats = facts.played_seats
    written_totals = {seat: totals[seat] for seat in seats if seat in totals}
    try:
        complete = with_missing_total(written_totals, seats, expected)
    except ValueError:
        raise Refused(_("More than one total is missing."), where="totals") from None
    for seat in seats:
        if seat not in written_totals and "total-missing" not in acknowledged:
            figures = {"seat": _seat_name(seat), "points": f"{complete[seat]:+d}"}
            raise Unusual(questions(["total-missing"], **figures), where="totals")
    total_sum = sum(complete.values())
    # At a table of three the paper leaves out what the empty seat pays, so the sum cannot be checked.
    if total_sum != expected and len(seats) == len(SEATS) and "totals-sum" not in acknowledged:
        raise Unusual(questions(["totals-sum"], points=total_sum, expected=expected), where="totals")
    return {("total", seat): points for seat, points in complete.items()}


def _expected_sum(facts: SheetFacts, hands: Sequence[Any]) -> int:
    """Return the expected sum of the totals once the adjustments of ``hands`` replace the current ones."""
    expected = facts.game.expected_sum(facts.played_hands(), facts.penalties(), facts.played_seats)
    for hand in hands:
        if "adjustments" in hand:
            replaced = sum(adjustment.points for adjustment in facts.adjustments if adjustment.hand_no == hand["no"])
            expected += sum(hand["adjustments"].values()) - replaced
    return expected


def _seat_name(seat: str) -> str:
    return str(SignedTotal(seat=seat).get_seat_display())


def _wanted_table_points(facts: SheetFacts, table_points: Mapping[str, str]) -> Values:
    wanted: Values = {("stated", seat): None for seat in facts.stated}
    _check_seats(facts, table_points, "table_points")
    for seat, text in table_points.items():
        try:
            parse_stated(text)
        except ValueError:
            raise Refused(_("Write table points like 4, 2.33 or 7/3."), where="table_points") from None
        wanted["stated", seat] = text.strip()
    return wanted


def _check_seats(facts: SheetFacts, by_seat: Mapping[str, Any], where: str) -> None:
    for seat, value in by_seat.items():
        if seat not in facts.seats:
            raise Refused(_("This seat has no player."), where=where)
        if isinstance(value, int) and abs(value) >= facts.game.terms.most_total:
            raise Refused(_("Too many points."), where=where)


def _write_facts(context: ActionContext, sheet: Sheet, facts: SheetFacts, after: Values) -> None:
    for (kind, name), value in after.items():
        if kind == "hand":
            write_hand(context, sheet, facts, int(name), value)
        elif kind == "penalties":
            penalties = [row for row in facts.adjustments if row.hand_no == name]
            refuse_if_owned(penalties)
            end(context, sheet, penalties)
            for seat, points in (value or {}).items():
                begin(context, sheet, Adjustment(hand_no=name, seat=seat, points=points))
        elif kind == "total":
            end(context, sheet, SignedTotal.objects.current().filter(sheet=sheet, seat=name))
            if value is not None:
                begin(context, sheet, SignedTotal(seat=name, points=value))
        else:
            end(context, sheet, StatedTablePoints.objects.current().filter(sheet=sheet, seat=name))
            if value is not None:
                begin(context, sheet, StatedTablePoints(seat=name, text=value))
