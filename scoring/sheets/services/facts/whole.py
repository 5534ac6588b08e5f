"""A whole sheet from paper: hands, penalties in hands, totals and table points as they are written, in one write."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from common.actions.engine import Call, Done, action
from common.actions.errors import Refused, Unusual
from scoring.game.rules.hands import burnt, repeated_numbers
from scoring.game.rules.seats import SEATS
from scoring.game.rules.table_points import parse_stated
from scoring.sheets.models.facts import Adjustment, SignedTotal, StatedTablePoints
from scoring.sheets.models.sheets import Sheet
from scoring.sheets.rules.entering import with_missing_total
from scoring.sheets.selectors.facts.records import SheetFacts, sheet_facts
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

#: A score of a session, and a penalty, is less than this.
MOST = 100_000


@action(
    "sheet.type",
    summary=gettext_lazy("Type a sheet from paper, or its totals only"),
    roles=TYPISTS,
    subject="sheet",
    states=UNLOCKED,
)
def type_sheet(
    call: Call,
    sheet: Sheet,
    *,
    seen: int,
    hands: Sequence[Mapping[str, Any]] | None = None,
    totals: Mapping[str, int] | None = None,
    table_points: Mapping[str, str] | None = None,
    acknowledged: Collection[str] = (),
) -> Done:
    """Let the sheet say this; what is None stays untouched, an empty list or mapping takes everything of it away.

    ``hands`` are all hands in the shape of the event file ({"no": 5, "winner": "E", "discarder": "S", "points": 24,
    "adjustments": {"W": -10}}; ``adjustments`` left out: untouched), ``totals`` points and ``table_points`` text by
    starting seat. One total may be missing: asked "total-missing", it becomes what makes all add up. Asked besides:
    "totals-sum", and what `record_hand` asks. Refused beside "hands-5" and the field, "totals", "table_points".
    """
    guard(call, sheet, seen)
    facts = sheet_facts(Sheet.objects.filter(pk=sheet.pk))[0]
    wanted: Values = {}
    if hands is not None:
        wanted |= _hands(facts, hands, seen)
    if totals is not None:
        wanted |= _totals(facts, totals, hands, acknowledged)
    if table_points is not None:
        wanted |= _stated(facts, table_points)
    before, after = merge(sheet, wanted, seen)
    if not after:
        return unchanged(call, sheet)
    written = [value for (kind, _name), value in after.items() if kind == "hand" and value is not None]
    ask(facts, written, acknowledged)
    _write(call, sheet, facts, after)
    follow_hands(call, sheet, facts)
    unsettle(call, sheet)
    return conclude(call, sheet, VersionNote("sheet.type", before=as_document(before), after=as_document(after)))


def _hands(facts: SheetFacts, hands: Sequence[Mapping[str, Any]], seen: int) -> Values:
    """The slots of all hands: those that stood there and are not given are taken away."""
    _now, then = slots_now_and_then(facts.sheet, ["hand"], seen)
    wanted: Values = dict.fromkeys(then)
    values = [{key: value for key, value in hand.items() if key != "adjustments"} for hand in hands]
    for value in values:
        value.setdefault("winner", None)
        try:
            check_hand(facts, value)
        except Refused as refused:
            raise Refused(refused.message, where=f"hands-{value['no']}-{refused.where}") from None
        wanted["hand", value["no"]] = value
    if twice := repeated_numbers(played(value) for value in values):
        raise Refused(_("Hand %(no)s stands twice.") % {"no": twice[0]}, where=f"hands-{twice[0]}-no")
    for hand in hands:
        if "adjustments" in hand:
            moved = {seat: points for seat, points in sorted(hand["adjustments"].items()) if points}
            _check_seats(facts, moved, f"hands-{hand['no']}-adjustments")
            wanted["penalties", hand["no"]] = moved or None
    return wanted


def _totals(
    facts: SheetFacts, totals: Mapping[str, int], hands: Sequence[Any] | None, acknowledged: Collection[str]
) -> Values:
    """The slots of the totals, complete; asks where one is missing or they do not add up."""
    if not totals:
        return {("total", seat): None for seat in facts.totals}
    _check_seats(facts, totals, "totals")
    lost = burnt(facts.played_hands(), facts.penalties())
    for hand in hands or ():
        if "adjustments" in hand:
            stood = sum(one.points for one in facts.adjustments if one.hand_no == hand["no"])
            lost -= sum(hand["adjustments"].values()) - stood
    seats = facts.played_seats
    given = {seat: totals[seat] for seat in seats if seat in totals}
    try:
        whole = with_missing_total(given, seats, lost)
    except ValueError:
        raise Refused(_("More than one total is missing."), where="totals") from None
    for seat in seats:
        if seat not in given and "total-missing" not in acknowledged:
            figures = {"seat": _wind(seat), "points": f"{whole[seat]:+d}"}
            raise Unusual(questions(["total-missing"], **figures), where="totals")
    stated = sum(whole.values())
    # The empty seat of a table of three keeps on paper what it pays: their sum says nothing.
    if stated != -lost and len(seats) == len(SEATS) and "totals-sum" not in acknowledged:
        raise Unusual(questions(["totals-sum"], points=stated, expected=-lost), where="totals")
    return {("total", seat): points for seat, points in whole.items()}


def _wind(seat: str) -> str:
    return str(SignedTotal(seat=seat).get_seat_display())


def _stated(facts: SheetFacts, table_points: Mapping[str, str]) -> Values:
    wanted: Values = {("stated", seat): None for seat in facts.stated}
    _check_seats(facts, table_points, "table_points")
    for seat, text in table_points.items():
        try:
            parse_stated(text)
        except ValueError:
            raise Refused(_("Table points are written 4, 2.33 or 7/3."), where="table_points") from None
        wanted["stated", seat] = text.strip()
    return wanted


def _check_seats(facts: SheetFacts, by_seat: Mapping[str, Any], where: str) -> None:
    for seat, value in by_seat.items():
        if seat not in facts.seats:
            raise Refused(_("Nobody plays on this seat."), where=where)
        if isinstance(value, int) and abs(value) >= MOST:
            raise Refused(_("These are too many points."), where=where)


def _write(call: Call, sheet: Sheet, facts: SheetFacts, after: Values) -> None:
    for (kind, name), value in after.items():
        if kind == "hand":
            write_hand(call, sheet, facts, int(name), value)
        elif kind == "penalties":
            penalties = [row for row in facts.adjustments if row.hand_no == name]
            refuse_if_owned(penalties)
            end(call, sheet, penalties)
            for seat, points in (value or {}).items():
                begin(call, sheet, Adjustment(hand_no=name, seat=seat, points=points))
        elif kind == "total":
            end(call, sheet, SignedTotal.objects.current().filter(sheet=sheet, seat=name))
            if value is not None:
                begin(call, sheet, SignedTotal(seat=name, points=value))
        else:
            end(call, sheet, StatedTablePoints.objects.current().filter(sheet=sheet, seat=name))
            if value is not None:
                begin(call, sheet, StatedTablePoints(seat=name, text=value))
