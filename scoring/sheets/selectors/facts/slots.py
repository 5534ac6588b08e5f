"""The facts of a sheet as plain values by slot, now and at an earlier version, for merging concurrent writes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from scoring.sheets.models.fact_rows import Fact
from scoring.sheets.models.facts import Adjustment, Hand, SignedTotal, StatedTablePoints
from scoring.sheets.models.hand_records import HandRecord
from scoring.sheets.models.sheets import Sheet, SheetVersion

#: Name of a fact that is written as a whole:
#: ("hand", 5), ("total", "E"), ("stated", "E"), ("penalties", 5), ("record", 5).
Slot = tuple[str, int | str]
Values = dict[Slot, Any]
#: Actions that sign a sheet and change no other fact.
SIGNING = (
    "sheet.check",
    "sheet.sign",
    "sheet.sign_corrected",
    "sheet.sign_on_paper",
    "sheet.sign_referee",
    "sheet.confirm",
    "session.confirm",
)


def slots_now_and_then(sheet: Sheet, kinds: Iterable[str], seen: int) -> tuple[Values, Values]:
    """Return the values of these kinds of slots now and at version ``seen``; a slot without value is absent."""
    now: Values = {}
    then: Values = {}
    for kind in sorted(set(kinds)):
        rows = list(_ROWS[kind].objects.filter(sheet=sheet))
        now |= _VALUES[kind](row for row in rows if row.valid_until_version is None)
        then |= _VALUES[kind](
            row
            for row in rows
            if row.valid_from_version <= seen and (row.valid_until_version is None or row.valid_until_version > seen)
        )
    return now, then


def hand_value(hand: Hand) -> dict[str, Any]:
    """Return a hand in the shape of the event file, but with `points` in the unit of every game."""
    value: dict[str, Any] = {"no": hand.no, "winner": hand.winner or None}
    if hand.discarder:
        value["discarder"] = hand.discarder
    if hand.points is not None:
        value["points"] = hand.points
    if hand.result == Hand.Result.ABORTED:
        value["aborted"] = True
    if hand.robbed:
        value["robbed"] = True
    if hand.bound:
        value["bound"] = hand.bound
    if hand.false_wins:
        value["false_wins"] = list(hand.false_wins)
    return value


def record_value(row: HandRecord) -> dict[str, Any]:
    """Return the record of a hand in the shape of the event file."""
    return {"winner": row.winner, **row.record, "calculated": row.calculated}


def as_document(values: Mapping[Slot, Any]) -> dict[str, dict[str, Any]]:
    """Return slots as plain data for answers and the audit log: {"hand": {"5": {…}}, "total": {"E": 12}}."""
    document: dict[str, dict[str, Any]] = defaultdict(dict)
    for kind, name in sorted(values, key=lambda slot: (slot[0], str(slot[1]).rjust(2))):
        document[kind][str(name)] = values[kind, name]
    return dict(document)


def changed_since(sheet: Sheet, seen: int) -> bool:
    """Whether a write other than a signature followed version ``seen``."""
    return sheet.versions.filter(number__gt=seen).exclude(action__in=SIGNING).exists()


def last_change(sheet: Sheet, seen: int) -> SheetVersion | None:
    """Return the latest version after ``seen`` that changed a fact other than a signature."""
    return sheet.versions.filter(number__gt=seen).exclude(action__in=SIGNING).last()


def hand_slots(rows: Iterable[Any]) -> Values:
    """Return the slots of these hands with their values."""
    return {("hand", hand.no): hand_value(hand) for hand in rows}


def _totals(rows: Iterable[Any]) -> Values:
    return {("total", total.seat): total.points for total in rows}


def _stated(rows: Iterable[Any]) -> Values:
    return {("stated", stated.seat): stated.text for stated in rows}


def _penalties(rows: Iterable[Any]) -> Values:
    by_hand: dict[int, dict[str, int]] = defaultdict(dict)
    for row in rows:
        by_hand[row.hand_no][row.seat] = by_hand[row.hand_no].get(row.seat, 0) + row.points
    return {("penalties", no): dict(sorted(seats.items())) for no, seats in by_hand.items()}


def _records(rows: Iterable[Any]) -> Values:
    return {("record", row.no): record_value(row) for row in rows}


_ROWS: dict[str, type[Fact]] = {
    "hand": Hand,
    "total": SignedTotal,
    "stated": StatedTablePoints,
    "penalties": Adjustment,
    "record": HandRecord,
}
_VALUES = {"hand": hand_slots, "total": _totals, "stated": _stated, "penalties": _penalties, "record": _records}
